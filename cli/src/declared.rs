//! The declared points of a tree, and what they ask: the questions, options and states that `gatelog ask`, the server for agents
//! and the check of the journal speak of. Refuses to ask.

use ask::point::{Point as Asked, Question, States, question};
use engine::Value;
use facts::point::{Point, Recommended};

use crate::checks::Checks;
use crate::layout;

/// Where the points are, the options of a list that is a point's, and the state of what is left open.
const ANSWERING: [&str; 3] = ["checked_points", "point_option", "left_open"];

/// What the rules call the answers.
pub(crate) struct Names {
    decided: String,
    pub(crate) promised: String,
    open: String,
}

impl Names {
    fn of(checks: &Checks, open: String) -> Result<Self, String> {
        let program = &checks.rules.program;
        let first = |relation: &str| layout::texts(program, relation).into_iter().next();
        let named = |relation: &str| first(relation).ok_or_else(|| format!("the rules have no `{relation}`"));
        Ok(Self { decided: named("human_state")?, promised: named("promising_state")?, open })
    }
}

/// The declared points of a tree, and what they ask.
pub(crate) struct Declared {
    /// The points file, from the top of the tree.
    pub(crate) file: String,
    /// What it declares.
    pub(crate) points: Vec<Point>,
    /// The options of each list that is a point's: point, file, line, index, option.
    offered: Vec<Offered>,
    pub(crate) names: Names,
}

impl Declared {
    /// Of the tree that is checked.
    ///
    /// # Errors
    /// If there is no points file, or it cannot be read.
    pub(crate) fn of(checks: &mut Checks) -> Result<Self, String> {
        let Found { file, offered, open } = found(checks)?;
        let names = Names::of(checks, open)?;
        let text = checks.read(&file)?.ok_or_else(|| format!("{file} is not in the working tree; put it back"))?;
        let points = facts::point::read(&text).map_err(|error| format!("{file}: {error}"))?.points;
        Ok(Self { file, points, offered, names })
    }

    /// What a point asks.
    ///
    /// # Errors
    /// If it is not declared, or cannot be answered.
    pub(crate) fn question(&self, id: &str) -> Result<Question, String> {
        let Self { file, points, names, .. } = self;
        let Some(point) = points.iter().find(|point| point.id == id) else {
            let known: Vec<&str> = points.iter().map(|point: &Point| point.id.as_str()).collect();
            return Err(format!("{file} declares no point `{id}`; it declares {}", known.join(", ")));
        };
        let recommended = match &point.recommended {
            Recommended::Option(text) => Some(text.as_str()),
            Recommended::Nothing | Recommended::Undeclared => None,
        };
        let asks = point.asks.as_deref().unwrap_or_default();
        let asked = Asked { id, asks, options: &self.options(id), recommended, allowed: &point.states };
        let states = States { decided: &names.decided, promised: &names.promised, open: &names.open };
        question(&asked, &states).map_err(|error| error.to_string())
    }

    /// The options of a point: those of the first of its lists, by file and line.
    pub(crate) fn options(&self, id: &str) -> Vec<String> {
        let own = || self.offered.iter().filter(|(point, ..)| point == id);
        let first = own().next().map(|(_, path, line, ..)| (path, line));
        own().filter(|(_, path, line, ..)| first == Some((path, line))).map(|(.., text)| text.clone()).collect()
    }
}

/// An option of a point: the point, the file and line of its list, its place in it, its text.
type Offered = (String, String, i64, i64, String);

/// What the rules say of the points.
struct Found {
    file: String,
    /// Sorted.
    offered: Vec<Offered>,
    open: String,
}

fn found(checks: &mut Checks) -> Result<Found, String> {
    let case = checks.derived(&ANSWERING)?;
    let [points, options, left_open] = ANSWERING;
    let text = |value: &Value| if let Value::Symbol(text) = value { text.clone() } else { String::new() };
    let first = |relation: &str, column: usize| case.model.rows(relation).next()?.get(column).map(text);
    let file = first(points, 1).ok_or("there is no points file here; `gatelog docs points` says what one is")?;
    let open = first(left_open, 0).ok_or("the rules have no `left_open`")?;
    let mut offered: Vec<Offered> = Vec::new();
    for row in case.model.rows(options) {
        if let [_, _, Value::Symbol(point), Value::Symbol(path), Value::Number(line), Value::Number(index), option] =
            row.as_slice()
        {
            offered.push((point.clone(), path.clone(), *line, *index, text(option)));
        }
    }
    offered.sort();
    Ok(Found { file, offered, open })
}
