//! Stratified programs from a tape of choices: every tape gives a program, a shorter or smaller one a simpler program.
//! Programs use recursion within a group of relations, negation and aggregation of earlier groups only; disjunctions,
//! several heads, nested aggregates, ranges and records where they keep that.

use std::fmt::Write;

/// A program, taken apart so that its parts can be shuffled.
#[derive(Clone, Debug, Default)]
pub struct Generated {
    /// `.decl` lines.
    pub declarations: Vec<String>,
    /// Facts.
    pub facts: Vec<String>,
    /// Rules.
    pub rules: Vec<String>,
}

impl Generated {
    /// The whole text.
    pub fn text(&self) -> String {
        let parts = [&self.declarations, &self.facts, &self.rules];
        parts.into_iter().flatten().fold(String::new(), |text, line| text + line + "\n")
    }
}

/// What a program may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Features {
    /// Joins, recursion and comparisons.
    Monotone,
    /// Negation, aggregation and arithmetic too.
    All,
}

/// Name, columns and group of each relation; those of group 0 hold facts only.
const RELATIONS: [(&str, usize, usize); 9] = [
    ("e0", 2, 0),
    ("e1", 1, 0),
    ("e2", 3, 0),
    ("p0", 2, 1),
    ("p1", 2, 2),
    ("p2", 1, 2),
    ("p3", 3, 3),
    ("p4", 2, 4),
    ("p5", 0, 5),
];

/// The kinds of values, with values that lie near the bounds of what is stored how.
const KINDS: [(&str, [&str; 6]); 6] = [
    ("number", ["0", "1", "2", "3", "-1", "5000000000"]),
    ("symbol", ["\"a\"", "\"\"", "\"ab\"", "\"b\"", "\"\u{e9}\"", "\"a b\""]),
    ("unsigned", ["0", "1", "2", "3", "2147483648", "2147483647"]),
    ("float", ["0.0", "1.0", "-1.5", "2.0", "0.25", "3.0"]),
    ("list", ["nil", "[0, nil]", "[1, nil]", "[0, [1, nil]]", "[5000000000, nil]", "[1, [0, [0, nil]]]"]),
    ("tree", ["$Leaf", "$One(0)", "$One(-1)", "$Two($Leaf, $Leaf)", "$Two($One(0), $Leaf)", "$Two($Leaf, $One(0))"]),
];

/// What the kinds above are.
const TYPES: [&str; 2] = [
    ".type list = [head: number, tail: list]",
    ".type tree = Leaf {} | One {n: number} | Two {left: tree, right: tree}",
];

/// The program of a tape.
pub fn program(tape: &[u8], features: Features) -> Generated {
    let mut choices = Choices { tape, at: 0 };
    let (kind, values) = KINDS[choices.next(KINDS.len())];
    let mut generated = Generated::default();
    generated.declarations.extend(TYPES.map(str::to_owned));
    for (name, arity, _) in RELATIONS {
        let columns: Vec<String> = (0..arity).map(|column| format!("c{column}:{kind}")).collect();
        let line = format!(".decl {name}({})", columns.join(", "));
        generated.declarations.push(line);
    }
    for _ in 0..1 + choices.next(8) {
        let rule = Body::new(kind, values, features, &mut choices).rule();
        generated.rules.push(rule);
    }
    for _ in 0..choices.next(40) {
        // Mostly of the first relations.
        let pick = choices.next(12);
        let (name, arity, _) = RELATIONS[if pick < 9 { pick % 3 } else { pick - 6 }];
        let row: Vec<&str> = (0..arity).map(|_| values[choices.next(6)]).collect();
        generated.facts.push(format!("{name}({}).", row.join(", ")));
    }
    generated
}

struct Choices<'a> {
    tape: &'a [u8],
    at: usize,
}

impl Choices<'_> {
    /// A number below `bound`; 0 beyond the end of the tape.
    fn next(&mut self, bound: usize) -> usize {
        let choice = self.tape.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        usize::from(choice) % bound.max(1)
    }
}

/// A rule in the making.
struct Body<'a, 't> {
    kind: &'static str,
    values: [&'static str; 6],
    features: Features,
    choices: &'a mut Choices<'t>,
    literals: Vec<String>,
    bound: Vec<String>,
}

impl<'a, 't> Body<'a, 't> {
    fn new(kind: &'static str, values: [&'static str; 6], features: Features, choices: &'a mut Choices<'t>) -> Self {
        Self { kind, values, features, choices, literals: Vec::new(), bound: Vec::new() }
    }

    fn rule(mut self) -> String {
        let (head, arity, group) = RELATIONS[3 + self.choices.next(6)];
        for _ in 0..1 + self.choices.next(3) {
            self.atom(group + 1);
        }
        for _ in 0..self.choices.next(3) {
            match self.choices.next(6) {
                0 => self.comparison(),
                1 if self.features == Features::All => self.absence(group),
                2 if self.features == Features::All => self.aggregate(group),
                3 if self.features == Features::All => self.arithmetic(group),
                4 => self.disjunction(group + 1),
                5 if self.is_record() => self.pattern(),
                5 if self.kind == "number" => self.range(),
                _ => {}
            }
        }
        let row: Vec<String> = (0..arity).map(|_| self.known()).collect();
        let mut heads = format!("{head}({})", row.join(", "));
        if self.choices.next(5) == 1 {
            // A second head of the same group, so that the rule is stratified as it was.
            let own: Vec<_> = RELATIONS.iter().filter(|relation| relation.2 == group).collect();
            let (name, arity, _) = *own[self.choices.next(own.len())];
            let row: Vec<String> = (0..arity).map(|_| self.known()).collect();
            let _ = write!(heads, ", {name}({})", row.join(", "));
        }
        let turn = self.choices.next(self.literals.len());
        self.literals.rotate_left(turn);
        format!("{heads} :- {}.", self.literals.join(", "))
    }

    /// One of two: atoms of bound variables, or an atom and a comparison.
    fn disjunction(&mut self, group: usize) {
        let mut branches = Vec::new();
        for _ in 0..2 {
            if self.choices.next(3) == 2 {
                let Some(left) = self.typed() else { return };
                branches.push(format!("{left} != {}", self.known()));
                continue;
            }
            let (name, arity) = self.relation(group);
            let row: Vec<String> =
                (0..arity).map(|_| if self.choices.next(3) == 0 { "_".to_owned() } else { self.known() }).collect();
            branches.push(format!("{name}({})", row.join(", ")));
        }
        self.literals.push(format!("({})", branches.join(" ; ")));
    }

    fn is_number(&self) -> bool {
        matches!(self.kind, "number" | "unsigned" | "float")
    }

    fn is_record(&self) -> bool {
        matches!(self.kind, "list" | "tree")
    }

    /// A record taken apart.
    fn pattern(&mut self) {
        let Some(whole) = self.typed() else { return };
        let part = format!("P{}", self.literals.len());
        let pattern = match (self.kind, self.choices.next(4)) {
            ("list", 0) => format!("[0, {part}]"),
            ("list", 1) => format!("[H, [H, {part}]]"),
            ("list", _) => format!("[_, {part}]"),
            (_, 0) => format!("$Two({part}, {part})"),
            (_, 1) => format!("$Two($One(_), {part})"),
            _ => format!("$Two({part}, _)"),
        };
        self.literals.push(format!("{whole} = {pattern}"));
        self.bound.push(part);
    }

    /// A short run of numbers, up or down.
    fn range(&mut self) {
        let result = format!("N{}", self.literals.len());
        let (from, to) = (self.choices.next(4), self.choices.next(4));
        let step = ["", ", 2", ", -1"][self.choices.next(3)];
        self.literals.push(format!("{result} = range({from}, {to}{step})"));
        self.bound.push(result);
    }

    /// A relation of a group below `group`.
    fn relation(&mut self, group: usize) -> (&'static str, usize) {
        let count = RELATIONS.iter().filter(|relation| relation.2 < group).count();
        let (name, arity, _) = RELATIONS[self.choices.next(count)];
        (name, arity)
    }

    fn constant(&mut self) -> String {
        self.values[self.choices.next(6)].to_owned()
    }

    /// A bound variable or a constant.
    fn known(&mut self) -> String {
        let choice = self.choices.next(self.bound.len() + 1);
        match self.bound.get(choice) {
            Some(variable) => variable.clone(),
            None => self.constant(),
        }
    }

    /// The same, but no record that nothing gives a type; none where no variable is bound.
    fn typed(&mut self) -> Option<String> {
        let choice = self.choices.next(self.bound.len() + 1);
        match self.bound.get(choice).or(self.bound.first().filter(|_| self.is_record())) {
            Some(variable) => Some(variable.clone()),
            None if self.is_record() => None,
            None => Some(self.constant()),
        }
    }

    fn atom(&mut self, group: usize) {
        let (name, arity) = self.relation(group);
        let mut row = Vec::new();
        for _ in 0..arity {
            let term = match self.choices.next(6) {
                4 => "_".to_owned(),
                5 => self.constant(),
                variable => format!("V{variable}"),
            };
            if term.starts_with('V') && !self.bound.contains(&term) {
                self.bound.push(term.clone());
            }
            row.push(term);
        }
        self.literals.push(format!("{name}({})", row.join(", ")));
    }

    fn comparison(&mut self) {
        let operators = if self.is_record() { 2 } else { 6 };
        let operator = ["=", "!=", "<", "<=", ">", ">="][self.choices.next(operators)];
        let Some(left) = self.typed() else { return };
        let right = self.known();
        self.literals.push(format!("{left} {operator} {right}"));
    }

    fn absence(&mut self, group: usize) {
        let (name, arity) = self.relation(group);
        let row: Vec<String> = (0..arity)
            .map(|_| match self.choices.next(4) {
                0 => "_".to_owned(),
                _ => self.known(),
            })
            .collect();
        self.literals.push(format!("!{name}({})", row.join(", ")));
    }

    fn aggregate(&mut self, group: usize) {
        let (name, arity) = self.relation(group);
        let mut local = false;
        let mut row = Vec::new();
        for _ in 0..arity {
            row.push(match self.choices.next(4) {
                0 => "_".to_owned(),
                1 => self.known(),
                _ => {
                    local = true;
                    "L".to_owned()
                }
            });
        }
        let mut body = format!("{name}({})", row.join(", "));
        if local && self.choices.next(3) == 1 {
            let _ = write!(body, ", L != {}", self.known());
        }
        if local && self.choices.next(4) == 1 {
            // An aggregate within, for each value of the outer one's variable.
            let (name, arity) = self.relation(group);
            let row: Vec<&str> = (0..arity).map(|column| if column == 0 { "L" } else { "_" }).collect();
            let _ = write!(body, ", count : {{ {name}({}) }} <= {}", row.join(", "), self.choices.next(3));
        }
        let number = self.is_number();
        let operator = match self.choices.next(4) {
            1 if local && number => "sum L",
            2 if local && number => "min L",
            3 if local && number => "max L",
            _ => "count",
        };
        let result = format!("N{}", self.literals.len());
        let same_kind = operator != "count" || self.kind == "number";
        if same_kind {
            self.literals.push(format!("{result} = {operator} : {{ {body} }}"));
            self.bound.push(result);
        } else {
            let least = self.choices.next(3);
            self.literals.push(format!("{operator} : {{ {body} }} >= {least}"));
        }
    }

    /// A sum, a product (which may not fit), or a text joined, where no recursion can make it grow without end.
    fn arithmetic(&mut self, group: usize) {
        let own = |literal: &String| {
            let mut relations = RELATIONS.iter();
            relations.any(|&(name, _, other)| other == group && literal.starts_with(name))
        };
        if self.literals.iter().any(own) {
            return;
        }
        let Some(left) = self.typed() else { return };
        let right = self.known();
        let result = format!("N{}", self.literals.len());
        let value = match self.kind {
            "symbol" => match self.choices.next(3) {
                1 => format!("substr(cat({left}, {right}), 1, 2)"),
                _ => format!("cat({left}, {right})"),
            },
            "list" => format!("[{}, {right}], {result} != {left}", self.choices.next(2)),
            "tree" => format!("$Two({left}, {right})"),
            _ => match self.choices.next(5) {
                0 => format!("{left} * {right}"),
                1 => format!("min({left}, {right})"),
                3 => format!("max({left}, {right}) - {right}"),
                _ => format!("{left} + {right}"),
            },
        };
        self.literals.push(format!("{result} = {value}"));
        self.bound.push(result);
    }
}
