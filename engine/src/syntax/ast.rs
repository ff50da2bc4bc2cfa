//! The syntax tree: what was written, with places. A reader can rely on: no expression is deeper than
//! [`MAX_HEIGHT`], so that recursion over a tree is safe. Refuses to know whether a name means anything.
//!
//! Two trees of one [`Names`](super::name::Names) are equal where they say the same, wherever they stand.

pub use super::name::Name;
use crate::program::{AggregateOperator, Comparison, Operation, Purpose, Test};
use crate::source::Span;

/// Most levels that an expression may have. Groups, negations and aggregates are nested at most half as deep.
pub const MAX_HEIGHT: u16 = 200;

/// A span that never tells two trees apart.
#[derive(Clone, Copy, Debug)]
pub struct Place(pub Span);

impl PartialEq for Place {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// One file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ast {
    /// `//!` lines at the top, joined by newlines.
    pub documentation: Option<Name>,
    /// Declarations, directives and clauses in order.
    pub items: Vec<Item>,
}

/// A declaration, a directive or a clause.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// `///` lines before it, joined by newlines.
    pub documentation: Option<Name>,
    /// `@[...]` before it.
    pub annotations: Vec<Annotation>,
    /// What it is.
    pub form: ItemForm,
    /// From its first word to its last, annotations aside.
    pub place: Place,
}

/// What an item is.
#[derive(Clone, Debug, PartialEq)]
pub enum ItemForm {
    /// `.include "path"`
    Include {
        /// As written.
        path: Name,
        /// The text, quotes included.
        place: Place,
    },
    /// `.type`
    Type(TypeDeclaration),
    /// `.decl`
    Relation(RelationDeclaration),
    /// `.functor`
    Functor(FunctorDeclaration),
    /// `.input`, `.output`, `.printsize`
    Directive(DirectiveItem),
    /// A fact or a rule.
    Clause(Clause),
}

/// A name where it is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Identifier {
    /// The name.
    pub name: Name,
    /// Where it stands.
    pub place: Place,
}

/// `@[name]`, `@[name("text")]`, `@[name(key = "text", word)]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Annotation {
    /// Its name.
    pub name: Identifier,
    /// The unnamed text.
    pub text: Option<Name>,
    /// Named texts and bare words.
    pub arguments: Vec<(Identifier, Option<Name>)>,
    /// From `@[` to `]`.
    pub place: Place,
}

/// `.type Name <: Base` and the like.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeDeclaration {
    /// The new type.
    pub name: Identifier,
    /// What it is.
    pub form: TypeForm,
}

/// What a declared type is.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeForm {
    /// `<: Base`
    Subtype(Identifier),
    /// `= A | B`
    Union(Vec<Identifier>),
    /// `= [a: T, b: U]`
    Record(Vec<Column>),
    /// `= A {x: T} | B {}`
    Algebraic(Vec<Branch>),
    /// It could not be read, and that was reported.
    Faulty,
}

/// `Name {x: T}`, a way to make a value of an algebraic data type.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    /// Its name.
    pub name: Identifier,
    /// Its fields.
    pub fields: Vec<Column>,
}

/// `.decl a, b(x: T)`.
#[derive(Clone, Debug, PartialEq)]
pub struct RelationDeclaration {
    /// The declared relations.
    pub names: Vec<Identifier>,
    /// Their columns; absent where the text is broken (and reported).
    pub attributes: Option<Vec<Column>>,
}

/// `x: T`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Column {
    /// The column's name; a functor's parameter may have none.
    pub name: Option<Identifier>,
    /// Its type's name.
    pub of: Identifier,
}

/// `.functor f(a: T): R`.
#[derive(Clone, Debug, PartialEq)]
pub struct FunctorDeclaration {
    /// Its name, without `@`.
    pub name: Identifier,
    /// Its parameters.
    pub parameters: Vec<Column>,
    /// The type of its value; nothing where the signature was reported as faulty.
    pub result: Option<Identifier>,
}

/// `.output a, b(IO=file)`.
#[derive(Clone, Debug, PartialEq)]
pub struct DirectiveItem {
    /// Which.
    pub purpose: Purpose,
    /// The relations.
    pub relations: Vec<Identifier>,
    /// `name=value`.
    pub parameters: Vec<(Name, Name)>,
}

/// A fact or a rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// What is derived.
    pub heads: Vec<Atom>,
    /// Alternatives, each a conjunction; none for a fact.
    pub body: Vec<Conjunction>,
}

/// Literals that must all hold.
pub type Conjunction = Vec<Literal>;

/// A relation applied to expressions.
#[derive(Clone, Debug, PartialEq)]
pub struct Atom {
    /// The relation.
    pub relation: Identifier,
    /// The arguments.
    pub arguments: Vec<Expression>,
    /// The whole atom.
    pub place: Place,
}

/// A part of a body.
#[derive(Clone, Debug, PartialEq)]
pub struct Literal {
    /// What it says.
    pub form: LiteralForm,
    /// Where it stands.
    pub place: Place,
}

/// What a literal says.
#[derive(Clone, Debug, PartialEq)]
pub enum LiteralForm {
    /// `r(...)`
    Atom(Atom),
    /// `!literal`
    Not(Box<Literal>),
    /// `a < b`
    Compare {
        /// The operator.
        operator: Comparison,
        /// Left side.
        left: Expression,
        /// Right side.
        right: Expression,
    },
    /// `match(a, b)`, `contains(a, b)`
    Test {
        /// Which.
        test: Test,
        /// The first argument.
        pattern: Expression,
        /// The second argument.
        text: Expression,
    },
    /// `( ... ; ... )`
    Group(Vec<Conjunction>),
    /// `true`, `false`
    Constant(bool),
}

/// A term, or what computes one.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    /// What it says.
    pub form: ExpressionForm,
    /// Levels of expressions in it, itself included; at most [`MAX_HEIGHT`].
    pub height: u16,
    /// Where it stands.
    pub place: Place,
}

/// What an expression says.
#[derive(Clone, Debug, PartialEq)]
pub enum ExpressionForm {
    /// A variable.
    Variable(Name),
    /// `_`
    Wildcard,
    /// `"text"`
    Text(Name),
    /// A whole number that takes the type that its place wants.
    Integer {
        /// Without its sign.
        magnitude: u64,
        /// Below zero.
        negative: bool,
    },
    /// `12u`
    Unsigned(u64),
    /// `1.5`
    Float(f64),
    /// An operator or a named operation.
    Call {
        /// Which.
        operation: Operation,
        /// The operands in order.
        arguments: Vec<Expression>,
    },
    /// `@name(...)`
    Functor {
        /// Its name, without `@`.
        functor: Identifier,
        /// The arguments.
        arguments: Vec<Expression>,
    },
    /// `count : { ... }`
    Aggregate {
        /// Which.
        operator: AggregateOperator,
        /// What is folded.
        target: Option<Box<Expression>>,
        /// Alternatives, each a conjunction.
        body: Vec<Conjunction>,
    },
    /// `range(from, to[, step])`
    Range(Vec<Expression>),
    /// `nil`, `[a, b]`, `$Name(a, b)`
    Record {
        /// How it is made.
        constructor: Constructor,
        /// Its fields; none for `nil`.
        fields: Vec<Expression>,
    },
}

/// How a record, or a value of an algebraic data type, is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Constructor {
    /// `nil`
    Nil,
    /// `[...]`
    Tuple,
    /// `$Name(...)`
    Branch(Identifier),
}
