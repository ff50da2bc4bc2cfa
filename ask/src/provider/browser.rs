//! A form in a browser on this machine. A reader can rely on: it listens on the loopback address alone, under an address that
//! nobody can guess; a request for another host, or from another page, gets nothing; it takes one answer, and is gone with
//! the question.

use std::fmt;
use std::io::Read;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

use serde_json::Value;
use tiny_http::{Header, Method, Response, Server};

use super::{Provider, ProviderError, Reply, Request};
use crate::form::Form;
use crate::question::prepare_value;

mod draft;
mod guard;
mod node;
mod page;

use draft::Draft;
use guard::Guard;
use node::Node;

/// A person has so long.
const PATIENCE: Duration = Duration::from_secs(30 * 60);

/// A form may send so many bytes: each of an answer's may be written as three.
const MOST_BYTES: u64 = 4 << 20;

/// A form in a browser.
pub struct Browser<A> {
    announce: A,
    patience: Duration,
}

/// Why the browser brought no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BrowserError {
    /// The person gave up.
    GivenUp,
    /// Nobody sent the form.
    Unanswered,
    /// It could not be shown.
    Failed(String),
}

impl<A: FnMut(&str)> Browser<A> {
    /// One whose address is told to a person by `announce`.
    pub fn new(announce: A) -> Self {
        Self { announce, patience: PATIENCE }
    }

    /// The same, for so long.
    #[must_use]
    pub fn with_patience(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }
}

/// What a request comes to.
enum Turn {
    /// A page, and the form is still open.
    Show(u16, String),
    /// The answer.
    Sent(Value),
    /// The person gave up.
    GivenUp,
}

impl<A: FnMut(&str)> Provider for Browser<A> {
    fn name(&self) -> &str {
        "browser"
    }

    fn ask(&mut self, request: &Request<'_>) -> Result<Reply, ProviderError> {
        let failed = |cause: String| BrowserError::Failed(cause);
        let server =
            Server::http(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).map_err(|cause| failed(cause.to_string()))?;
        let port = server.server_addr().to_ip().map(|address| address.port());
        let guard = Guard::new(port.ok_or_else(|| failed("it has no port".to_owned()))?).map_err(failed)?;
        let prepared = prepare_value(request.schema.clone())?;
        let form = Form::of(request.schema).ok_or_else(|| failed("the schema has no form".to_owned()))?;
        let root = Node::of(&form);
        (self.announce)(&guard.address());
        let end = Instant::now() + self.patience;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let came = server.recv_timeout(left).map_err(|cause| failed(cause.to_string()))?;
            let Some(mut http) = came else { return Err(BrowserError::Unanswered.into()) };
            if http.body_length().is_some_and(|bytes| bytes as u64 > MOST_CLAIMED) {
                // The server would make room for all that it was promised, to read it away; left as it is, the request costs nothing.
                std::mem::forget(http);
                continue;
            }
            let turn = match guard.refuses(&http) {
                Some((status, reason)) => Turn::Show(status, page::notice(reason)),
                None => turn(&mut http, request.message, &root, |answer| {
                    prepared.issues(answer).iter().map(ToString::to_string).collect()
                }),
            };
            // Where the browser has gone away nobody reads the page; what it sent counts all the same.
            match turn {
                Turn::Show(status, text) => drop(http.respond(response(status, text))),
                Turn::Sent(answer) => {
                    let _ = http.respond(response(200, page::notice("Sent. You can close this page.")));
                    return Ok(Reply::Answer(answer));
                }
                Turn::GivenUp => {
                    let _ = http.respond(response(200, page::notice("No answer was sent. You can close this page.")));
                    return Err(BrowserError::GivenUp.into());
                }
            }
        }
    }
}

/// A request that says it has more bytes than this is not answered at all.
const MOST_CLAIMED: u64 = 64 << 20;

/// A draft that does not fit is shown again with what is wrong: the person has not sent an answer yet.
fn turn(http: &mut tiny_http::Request, message: &str, root: &Node<'_>, judge: impl Fn(&Value) -> Vec<String>) -> Turn {
    if *http.method() == Method::Get {
        return Turn::Show(200, page::form(message, root, &Draft::default(), &[]));
    }
    let mut body = Vec::new();
    match http.as_reader().take(MOST_BYTES + 1).read_to_end(&mut body) {
        Ok(read) if read as u64 <= MOST_BYTES => {}
        Ok(_) => return Turn::Show(413, page::notice("That is too much for an answer.")),
        Err(_) => return Turn::Show(400, page::notice("The form did not arrive whole.")),
    }
    let draft = Draft::read(&body);
    if draft.gives_up() {
        return Turn::GivenUp;
    }
    let (answer, mut issues) = draft.answer(root);
    if issues.is_empty() {
        issues = judge(&answer);
    }
    if issues.is_empty() { Turn::Sent(answer) } else { Turn::Show(422, page::form(message, root, &draft, &issues)) }
}

/// Nothing of a page is kept, shown in another page, or fetched from elsewhere.
const HEADERS: [(&str, &str); 6] = [
    ("Content-Type", "text/html; charset=utf-8"),
    ("Cache-Control", "no-store"),
    (
        "Content-Security-Policy",
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    ),
    ("X-Content-Type-Options", "nosniff"),
    // With none at all, browsers do not say which page a form comes from.
    ("Referrer-Policy", "same-origin"),
    ("Connection", "close"),
];

fn response(status: u16, text: String) -> Response<std::io::Cursor<Vec<u8>>> {
    let headers = HEADERS.iter().filter_map(|(name, value)| Header::from_bytes(*name, *value).ok());
    headers.fold(Response::from_string(text).with_status_code(status), Response::with_header)
}

impl fmt::Display for BrowserError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GivenUp => f.write_str("no answer was given; nothing was recorded"),
            Self::Unanswered => f.write_str("nobody answered in the browser in time; nothing was recorded"),
            Self::Failed(cause) => write!(f, "the form cannot be shown: {cause}"),
        }
    }
}

impl std::error::Error for BrowserError {}
