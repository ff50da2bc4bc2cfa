//! Drafts to rules: types are settled, numbers are of their types, arguments are variables, constants and wildcards.
//! Refuses to know names and scopes.

use std::sync::Arc;

use super::Checking;
use super::declaration::count;
use super::draft::{Draft, DraftAtom, DraftBody, DraftForm, DraftLiteral, DraftLiteralForm};
use super::kinds::KindId;
use super::resolve::{DraftHead, DraftRule, Resolver};
use crate::diagnostic::Diagnostic;
use crate::program::types::{CompoundForm, ConstructorIndex, NIL};
use crate::program::{
    Access, Aggregate, Atom, Attribute, Comparison, Compound, Constant, Form, Kind, Literal, Operation, Relation,
    RelationId, Rule, Term, TypeId, Variable, VariableId,
};
use crate::source::Span;

/// A name that no text can have, after the relation whose rule needs it: so that it does not change with other rules.
fn made_up_name(relations: &[Relation], user: RelationId) -> Arc<str> {
    let user = relations.get(user.0 as usize).map_or("", |relation| &relation.name);
    let prefix = format!("?{user}.");
    let before = relations.iter().filter(|relation| relation.name.starts_with(&prefix));
    format!("{prefix}{}", before.count() + 1).into()
}

/// A rule of a head, and whether it has no variable, computation or body: then it is a fact.
pub(super) struct Normal {
    pub(super) rule: Rule,
    pub(super) ground: bool,
}

/// What a conjunction becomes.
pub(super) struct Normalised {
    /// Per head.
    pub(super) rules: Vec<Normal>,
    /// Alternatives in aggregates' bodies, as rules of made-up relations.
    pub(super) auxiliary: Vec<Rule>,
}

/// The rules of a conjunction, one a head.
pub(super) fn normalise(
    resolver: &mut Resolver,
    checking: &mut Checking<'_>,
    draft: &DraftRule,
    shape: &Rule,
) -> Normalised {
    let kinds: Vec<KindId> = resolver.variables.iter().map(|one| one.kind).collect();
    let mut variables = Vec::with_capacity(kinds.len());
    for (index, kind) in kinds.into_iter().enumerate() {
        let name = resolver.variables[index].name.clone();
        let kind = resolver.kinds.solve(kind);
        variables.push(Variable { name, kind });
    }
    let mut normaliser = Normaliser { resolver, checking, variables, shape, auxiliary: Vec::new() };
    let mut shared = Vec::with_capacity(draft.body.len());
    normaliser.literals(&draft.body, &mut shared);
    let mut heads = Vec::with_capacity(draft.heads.len());
    for (index, head) in draft.heads.iter().enumerate() {
        let last = index + 1 == draft.heads.len();
        let body = if last { std::mem::take(&mut shared) } else { shared.clone() };
        heads.push(normaliser.head(head, body));
    }
    // All variables are known only now.
    let mut variables = normaliser.variables;
    let auxiliary = normaliser.auxiliary;
    for (index, head) in heads.iter_mut().enumerate() {
        let last = index + 1 == draft.heads.len();
        head.rule.variables = if last { std::mem::take(&mut variables) } else { variables.clone() };
    }
    Normalised { rules: heads, auxiliary }
}

struct Normaliser<'r, 'c, 'a> {
    resolver: &'r mut Resolver,
    checking: &'c mut Checking<'a>,
    variables: Vec<Variable>,
    /// Clause, annotations and span of the rules.
    shape: &'r Rule,
    auxiliary: Vec<Rule>,
}

impl Normaliser<'_, '_, '_> {
    fn head(&mut self, head: &DraftHead, mut body: Vec<Literal>) -> Normal {
        self.literals(&head.computed, &mut body);
        let terms: Vec<Term> = head.atom.arguments.iter().map(|one| self.term(one)).collect();
        let ground = body.is_empty() && terms.iter().all(|term| matches!(term, Term::Constant(_)));
        Normal { rule: Rule { head: head.atom.relation, terms, body, ..self.shape.clone() }, ground }
    }

    fn literals(&mut self, drafts: &[DraftLiteral], into: &mut Vec<Literal>) {
        for draft in drafts {
            let form = self.literal(draft, into);
            into.push(Literal { form, span: draft.span });
        }
    }

    fn literal(&mut self, draft: &DraftLiteral, before: &mut Vec<Literal>) -> Form {
        match &draft.form {
            DraftLiteralForm::Atom { negated, atom } => {
                let atom = self.atom(atom, before);
                if *negated { Form::Negative(atom) } else { Form::Positive(atom) }
            }
            DraftLiteralForm::Compare { operator, left, right } => Form::Compare {
                operator: *operator,
                left: self.term(left),
                right: self.term(right),
                kind: self.kind(left.kind),
            },
            DraftLiteralForm::Test { test, pattern, text, negated } => {
                Form::Test { test: *test, pattern: self.term(pattern), text: self.term(text), negated: *negated }
            }
            DraftLiteralForm::Aggregate { result, operator, target, body } => {
                let kind = match target {
                    Some(target) => self.kind(target.kind),
                    None => Kind::Number,
                };
                let target = target.as_ref().map(|target| self.term(target));
                Form::Aggregate(Box::new(Aggregate {
                    result: *result,
                    operator: *operator,
                    target,
                    body: self.body(body, draft.span),
                    kind,
                }))
            }
            DraftLiteralForm::Range { result, bounds } => self.range(*result, bounds),
            DraftLiteralForm::Compound { result, constructor, fields } => {
                let fields = fields.iter().map(|field| self.argument(field, before)).collect();
                let of = self.compound_type(self.resolver.variables[result.0 as usize].kind);
                Form::Compound(Compound { result: *result, of, constructor: *constructor, fields })
            }
            DraftLiteralForm::Never => Form::Never,
        }
    }

    fn range(&mut self, result: VariableId, bounds: &[Draft]) -> Form {
        let mut terms = bounds.iter().map(|bound| self.term(bound));
        let zero = || Term::Constant(Constant::Number(0));
        // The parser has counted the arguments.
        let from = terms.next().unwrap_or_else(zero);
        let to = terms.next().unwrap_or_else(zero);
        let step = terms.next();
        drop(terms);
        Form::Range { result, from, to, step, kind: self.variables[result.0 as usize].kind }
    }

    /// An aggregate's body; alternatives become a relation of their own.
    fn body(&mut self, body: &DraftBody, span: Span) -> Vec<Literal> {
        let (variables, alternatives) = match body {
            DraftBody::One(drafts) => {
                let mut literals = Vec::with_capacity(drafts.len());
                self.literals(drafts, &mut literals);
                return literals;
            }
            DraftBody::Several { variables, alternatives } => (variables, alternatives),
        };
        let attributes = variables.iter().map(|id| {
            let variable = &self.variables[id.0 as usize];
            Attribute { name: variable.name.clone(), kind: variable.kind }
        });
        let attributes = attributes.collect();
        let relations = &mut self.checking.program.relations;
        let head = RelationId(count(relations.len()));
        let name = made_up_name(relations, self.shape.head);
        relations.push(Relation {
            name,
            attributes,
            access: Access::Derived,
            annotations: Vec::new(),
            documentation: "".into(),
            span,
        });
        let terms: Vec<Term> = variables.iter().map(|&id| Term::Variable(id)).collect();
        for drafts in alternatives {
            let mut literals = Vec::with_capacity(drafts.len());
            self.literals(drafts, &mut literals);
            self.auxiliary.push(Rule {
                head,
                terms: terms.clone(),
                body: literals,
                variables: self.variables.clone(),
                clause: self.shape.clause,
                annotations: Vec::new(),
                span,
            });
        }
        let atom = Atom { relation: head, arguments: terms };
        vec![Literal { form: Form::Positive(atom), span }]
    }

    fn atom(&mut self, atom: &DraftAtom, before: &mut Vec<Literal>) -> Atom {
        let arguments = atom.arguments.iter();
        Atom { relation: atom.relation, arguments: arguments.map(|one| self.argument(one, before)).collect() }
    }

    /// An argument of an atom; what computes it goes before.
    fn argument(&mut self, draft: &Draft, before: &mut Vec<Literal>) -> Term {
        let term = self.term(draft);
        if matches!(term, Term::Variable(_) | Term::Constant(_) | Term::Wildcard) {
            return term;
        }
        let kind = self.kind(draft.kind);
        let result = self.resolver.made_up(draft.kind);
        let name = self.resolver.variables[result.0 as usize].name.clone();
        self.variables.push(Variable { name, kind });
        before.push(Literal {
            form: Form::Compare { operator: Comparison::Equal, left: Term::Variable(result), right: term, kind },
            span: draft.span,
        });
        Term::Variable(result)
    }

    fn kind(&mut self, id: KindId) -> Kind {
        self.resolver.kinds.solve(id)
    }

    fn term(&mut self, draft: &Draft) -> Term {
        match &draft.form {
            DraftForm::Variable(variable) => Term::Variable(*variable),
            DraftForm::Wildcard => Term::Wildcard,
            DraftForm::Text(text) => Term::Constant(Constant::Symbol(text.clone())),
            &DraftForm::Integer { magnitude, negative } => {
                let kind = self.kind(draft.kind);
                Term::Constant(self.integer(magnitude, negative, kind, draft.span))
            }
            DraftForm::Unsigned(value) => Term::Constant(Constant::Unsigned(*value)),
            DraftForm::Float(value) => Term::Constant(Constant::Float(*value)),
            DraftForm::Compound(constructor, fields) => {
                let fields = fields.iter().map(|field| self.term(field));
                // Only records of constants are drafts.
                let fields = fields.filter_map(|term| if let Term::Constant(one) = term { Some(one) } else { None });
                let (fields, of) = (fields.collect(), self.compound_type(draft.kind));
                Term::Constant(self.compound(of, *constructor, fields))
            }
            DraftForm::Call(operation, arguments) => {
                let kind = match (operation, arguments.first()) {
                    (Operation::ToString, Some(argument)) => self.kind(argument.kind),
                    _ => self.kind(draft.kind),
                };
                Term::Call {
                    operation: *operation,
                    arguments: arguments.iter().map(|one| self.term(one)).collect(),
                    kind,
                    span: draft.span,
                }
            }
            DraftForm::Functor(functor, arguments) => Term::Functor {
                functor: *functor,
                arguments: arguments.iter().map(|one| self.term(one)).collect(),
                span: draft.span,
            },
        }
    }

    /// The type of a record, which `Resolver::type_compounds` has settled.
    fn compound_type(&mut self, id: KindId) -> TypeId {
        self.resolver.kinds.compound(id).unwrap_or(TypeId(0))
    }

    fn compound(&self, of: TypeId, index: ConstructorIndex, fields: Arc<[Constant]>) -> Constant {
        let declared = self.checking.program.types.get(of.0 as usize);
        match declared.and_then(|of| Some((of.form, of.constructor(index)?))) {
            Some((CompoundForm::Algebraic, branch)) => Constant::Branch(of, branch.name.clone(), fields),
            _ if index == NIL => Constant::Nil(of),
            _ => Constant::Record(of, fields),
        }
    }

    /// A whole number as a constant of its type.
    fn integer(&mut self, magnitude: u64, negative: bool, kind: Kind, span: Span) -> Constant {
        match kind {
            Kind::Unsigned => Constant::Unsigned(magnitude),
            Kind::Float => {
                #[expect(
                    clippy::cast_precision_loss,
                    reason = "a float is written as a whole number: the nearest one is meant"
                )]
                let value = magnitude as f64;
                Constant::Float(if negative { -value } else { value })
            }
            Kind::Number | Kind::Symbol | Kind::Compound(_) => {
                let value =
                    if negative { 0_i64.checked_sub_unsigned(magnitude) } else { i64::try_from(magnitude).ok() };
                Constant::Number(value.unwrap_or_else(|| {
                    self.resolver.failed = true;
                    let message = "this number is out of range";
                    let found = Diagnostic::error("number-range", span, message);
                    self.checking.errors.push(found.with_help(
                        "a `number` is between -9223372036854775808 and 9223372036854775807; \
                         write `u` behind it for an `unsigned`",
                    ));
                    0
                }))
            }
        }
    }
}
