//! Replayed sessions as one page for a browser: each a timeline of what the person said and was asked and of every call that
//! writes or moves, with its verdict and its proof. A reader can rely on: the page asks nothing of a network or of another
//! file, and whatever a session says is text on it.

use super::{Around, Judged, Session};
use crate::commands::explain::html::{self, markup, tree};

/// Calls whose proofs a page holds: a browser has to lay them all out.
const MOST_PROVED: usize = 400;

/// The page.
pub(super) fn page(sessions: &[Session]) -> String {
    let mut body = overview(sessions);
    let mut drawing = Drawing { steps: 0, proved: 0 };
    for (at, session) in sessions.iter().enumerate() {
        body.push_str(&drawing.session(at, session));
    }
    html::page("Replay", &body)
}

/// A table of the sessions, each a link to its timeline.
fn overview(sessions: &[Session]) -> String {
    let mut out = String::from(html::FOLDING);
    out.push_str("<table>\n<tr><th>session</th><th>stopped</th><th>through</th></tr>\n");
    for (at, session) in sessions.iter().enumerate() {
        let name = markup::escaped(&session.transcript.display().to_string());
        out.push_str(&format!(
            "<tr><td><a href=\"#session-{at}\">{name}</a></td><td>{}</td><td>{}</td></tr>\n",
            session.stopped(),
            session.through()
        ));
    }
    out.push_str("</table>\n");
    out
}

/// Something of a session, at a line of its transcript.
enum Event<'s> {
    Call(&'s Judged),
    Around(&'s Around),
}

impl Event<'_> {
    fn line(&self) -> u64 {
        match self {
            Self::Call(call) => call.line,
            Self::Around(Around::Said { line, .. } | Around::Asked { line, .. }) => *line,
        }
    }
}

/// What was drawn so far: steps have their numbers once on a page.
struct Drawing {
    steps: usize,
    proved: usize,
}

impl Drawing {
    fn session(&mut self, at: usize, session: &Session) -> String {
        let name = markup::escaped(&session.transcript.display().to_string());
        let mut events: Vec<Event<'_>> = session.around.iter().map(Event::Around).collect();
        events.extend(session.calls.iter().map(Event::Call));
        events.sort_by_key(Event::line);
        let mut out = format!("<section id=\"session-{at}\">\n<h2>{name}</h2>\n");
        if events.is_empty() {
            out.push_str("<p>Nobody said anything, nothing was asked, and no call writes or moves anything.</p>\n");
        }
        if session.damaged > 0 {
            out.push_str(&format!("<p>Lines that could not be read: {}</p>\n", session.damaged));
        }
        out.push_str("<ol class=\"timeline\">\n");
        for event in events {
            match event {
                Event::Call(call) => self.call(&mut out, call),
                Event::Around(around) => self::around(&mut out, around),
            }
        }
        out.push_str("</ol>\n</section>\n");
        out
    }

    fn call(&mut self, out: &mut String, call: &Judged) {
        let verdict = if call.stopped { "stopped" } else { "through" };
        let paths = markup::escaped(&if call.paths.is_empty() { call.words.clone() } else { call.paths.join(", ") });
        let because: Vec<String> = call.because.iter().map(|(by, subject)| format!("{by} {subject}")).collect();
        out.push_str(&format!(
            "<li class=\"{verdict}\"><details><summary><span class=\"line\">line {}</span> <span class=\"verdict\">{verdict}\
             </span> {} <code>{paths}</code> ({})</summary>\n",
            call.line,
            markup::escaped(&call.tool),
            markup::escaped(&because.join(", "))
        ));
        if call.stopped {
            out.push_str(&html::said(&call.reason.lines().map(str::to_owned).collect::<Vec<_>>()));
        }
        if self.proved >= MOST_PROVED {
            out.push_str(&format!("<p>The proofs of the first {MOST_PROVED} calls are on this page.</p>\n"));
        } else {
            self.proved += 1;
            self.proofs(out, call);
        }
        out.push_str("</details></li>\n");
    }

    fn proofs(&mut self, out: &mut String, call: &Judged) {
        for proof in &call.proofs {
            match proof {
                Ok(proof) => {
                    out.push_str("<h3>Proof</h3>\n");
                    out.push_str(&tree::drawn(proof, self.steps));
                    self.steps += proof.document.steps.len();
                }
                Err(reason) => out.push_str(&format!("<p>No proof: {}</p>\n", markup::escaped(reason))),
            }
        }
    }
}

fn around(out: &mut String, around: &Around) {
    match around {
        Around::Said { line, text } => {
            out.push_str(&format!(
                "<li class=\"said\"><span class=\"line\">line {line}</span> the person said: {}</li>\n",
                markup::escaped(text)
            ));
        }
        Around::Asked { line, header, text, answers } => {
            out.push_str(&format!(
                "<li class=\"asked\"><span class=\"line\">line {line}</span> asked <b>{}</b> {}",
                markup::escaped(header),
                markup::escaped(text)
            ));
            match answers.is_empty() {
                true => out.push_str("<br>no answer is recorded"),
                false => {
                    for (line, value) in answers {
                        out.push_str(&format!(
                            "<br><span class=\"line\">line {line}</span> answered: {}",
                            markup::escaped(if value.is_empty() { "(nothing)" } else { value })
                        ));
                    }
                }
            }
            out.push_str("</li>\n");
        }
    }
}
