//! Whose requests are heard. A reader can rely on: only those that know the token, that are meant for this address, and that,
//! where they send something, come from its own page.

use tiny_http::{Method, Request};

/// What makes the address one of its own.
pub(super) struct Guard {
    port: u16,
    token: String,
}

impl Guard {
    pub(super) fn new(port: u16) -> Result<Self, String> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(|cause| cause.to_string())?;
        Ok(Self { port, token: bytes.iter().map(|byte| format!("{byte:02x}")).collect() })
    }

    /// Where the form is.
    pub(super) fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{}", self.port, self.token)
    }

    /// Status and reason, where the request is not heard.
    pub(super) fn refuses(&self, request: &Request) -> Option<(u16, &'static str)> {
        let header = |name: &'static str| {
            let mut all = request.headers().iter().filter(|header| header.field.equiv(name));
            let first = all.next().map(|header| header.value.as_str());
            // Two that could be read differently are none.
            first.filter(|_| all.next().is_none())
        };
        let hosts = [format!("127.0.0.1:{}", self.port), format!("localhost:{}", self.port)];
        let Some(host) = header("Host").filter(|host| hosts.iter().any(|own| own == host)) else {
            return Some((421, "This address is for another host."));
        };
        if !same(request.url().strip_prefix('/').unwrap_or_default(), &self.token) {
            return Some((404, "There is nothing here."));
        }
        match request.method() {
            Method::Get => None,
            Method::Post => {
                let is_own = header("Origin").is_some_and(|origin| origin.strip_prefix("http://") == Some(host));
                let is_form = header("Content-Type").is_some_and(|kind| kind == "application/x-www-form-urlencoded");
                match (is_own, is_form) {
                    (true, true) => None,
                    (false, _) => Some((403, "This was sent by another page.")),
                    (true, false) => Some((415, "Only this page's own form can be sent.")),
                }
            }
            _ => Some((405, "This can be read and sent, nothing else.")),
        }
    }
}

/// Compares without saying by the time it takes how much was right.
fn same(given: &str, own: &str) -> bool {
    given.len() == own.len() && given.bytes().zip(own.bytes()).fold(0, |found, (a, b)| found | (a ^ b)) == 0
}
