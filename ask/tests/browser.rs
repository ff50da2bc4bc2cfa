//! The form in a browser, spoken to as a browser speaks and as others would; and, in a browser that `GATELOG_BROWSER` names (run
//! with `--ignored`), filled in and sent.

#![expect(clippy::unwrap_used, reason = "what a test cannot do fails it")]

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::mpsc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use ask::provider::Providers;
use ask::provider::browser::{Browser, BrowserError};
use ask::question::{Failure, prepare, run};
use serde_json::{Value, json};

mod devtools;

const SHAPE: &str = r#"{"type": "object", "required": ["name", "size", "parts"], "properties": {
  "name": {"type": "string", "title": "Name <b>", "pattern": "^[a-z]+$"}, "size": {"type": "integer"},
  "parts": {"type": "array", "items": {"enum": ["api", "docs", "web"]}}, "ready": {"type": "boolean"},
  "tags": {"type": "array", "items": {"type": "string"}}, "any": {},
  "place": {"type": "object", "required": ["city"], "properties": {"city": {"type": "string"}}},
  "kind": {"oneOf": [{"title": "Named", "type": "string"}, {"title": "Counted", "type": "integer"}]}}}"#;

/// A question that waits in the browser: the address, and what becomes of it.
struct Asked {
    port: u16,
    path: String,
    ended: JoinHandle<Result<Value, Failure>>,
}

fn asked(schema: &'static str, message: &'static str, patience: Duration) -> Asked {
    let (sender, receiver) = mpsc::channel();
    let ended = thread::spawn(move || {
        let announce = move |address: &str| sender.send(address.to_owned()).unwrap();
        let mut providers = Providers::new();
        providers.install(Box::new(Browser::new(announce).with_patience(patience)));
        run(&prepare(schema.as_bytes()).unwrap(), message, &mut providers).map(|answered| answered.answer)
    });
    let address: String = receiver.recv().unwrap();
    let (port, path) = address.strip_prefix("http://127.0.0.1:").unwrap().split_once('/').unwrap();
    Asked { port: port.parse().unwrap(), path: format!("/{path}"), ended }
}

fn form(schema: &'static str, message: &'static str) -> Asked {
    asked(schema, message, Duration::from_secs(60))
}

impl Asked {
    /// Sends a request as it is; the status and all that came.
    fn raw(&self, request: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
        stream.write_all(request.replacen("\r\n\r\n", "\r\nConnection: close\r\n\r\n", 1).as_bytes()).unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        (text.split(' ').nth(1).unwrap().parse().unwrap(), text)
    }

    fn get(&self) -> (u16, String) {
        self.raw(&format!("GET {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", self.path, self.port))
    }

    fn post(&self, body: &str) -> (u16, String) {
        self.post_from(
            &format!("Origin: http://127.0.0.1:{}\r\nContent-Type: application/x-www-form-urlencoded", self.port),
            body,
        )
    }

    fn post_from(&self, headers: &str, body: &str) -> (u16, String) {
        self.raw(&format!(
            "POST {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n{headers}\r\nContent-Length: {}\r\n\r\n{body}",
            self.path,
            self.port,
            body.len()
        ))
    }

    fn answer(self) -> Result<Value, Failure> {
        self.ended.join().unwrap()
    }
}

/// J3: the form is filled in, and what it makes is the answer; the address is gone with the question.
#[test]
fn a_form_brings_an_answer() {
    let asked = form(SHAPE, "Which <i>release</i>?");
    let (status, page) = asked.get();
    assert_eq!(status, 200);
    assert!(page.contains("Which &lt;i&gt;release&lt;/i&gt;?") && page.contains("Name &lt;b&gt;"), "{page}");
    assert!(!page.contains("<i>") && !page.contains("<script") && page.contains("default-src 'none'"), "{page}");
    let body = "v/name=good&v/size=4&v/parts=0&v/parts=2&v/ready=0&v/tags=a+b%0D%0Ac&v/any=%7B%22x%22%3A1%7D&v/place/city=Graz&v/kind=1&v/kind/1=7";
    let port = asked.port;
    let (status, page) = asked.post(body);
    assert_eq!(status, 200, "{page}");
    let expected = json!({ "name": "good", "size": 4, "parts": ["api", "web"], "ready": true, "tags": ["a b", "c"],
        "any": { "x": 1 }, "place": { "city": "Graz" }, "kind": 7 });
    assert_eq!(asked.answer().unwrap(), expected);
    let is_gone = || TcpStream::connect(("127.0.0.1", port)).is_err();
    let gone = (0..100).any(|_| {
        is_gone() || {
            thread::sleep(Duration::from_millis(20));
            false
        }
    });
    assert!(gone, "nobody listens any more");
}

/// J3: what need not be given and is empty is left out; a draft that does not fit is shown again and is no answer.
#[test]
fn a_draft_is_no_answer() {
    let asked = form(SHAPE, "m");
    let (status, page) = asked.post("v/name=Bad&v/size=4&v/kind=0&v/kind/0=x");
    assert_eq!(status, 422);
    assert!(page.contains("does not match") && page.contains(">\nBad</textarea>"), "{page}");
    let (status, page) = asked.post("v/name=good&v/size=four");
    assert_eq!(status, 422);
    assert!(page.contains("size: this cannot be read: four"), "{page}");
    assert_eq!(asked.post("v/name=good&v/size=4&v/tags=&v/any=&v/place/city=").0, 200);
    assert_eq!(asked.answer().unwrap(), json!({ "name": "good", "size": 4, "parts": [] }));
}

/// J3: what does not know the token, is meant for another host, or comes from another page, gets nothing and answers nothing.
#[test]
fn strangers_are_not_heard() {
    let asked = form(r#"{"type": "boolean"}"#, "Secret?");
    let (port, path) = (asked.port, asked.path.clone());
    let own = format!("Host: 127.0.0.1:{port}");
    let kind = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 3";
    let almost = format!("{}0", &path[..path.len() - 1]);
    let mut requests = vec![
        (format!("GET / HTTP/1.1\r\n{own}\r\n\r\n"), 404),
        (format!("GET {path}x HTTP/1.1\r\n{own}\r\n\r\n"), 404),
        (format!("GET {path} HTTP/1.1\r\nHost: evil.test:{port}\r\n\r\n"), 421),
        (format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"), 421),
        (format!("GET {path} HTTP/1.1\r\n\r\n"), 421),
        (format!("GET {path} HTTP/1.1\r\n{own}\r\nHost: localhost:{port}\r\n\r\n"), 421),
        (format!("PUT {path} HTTP/1.1\r\n{own}\r\n\r\n"), 405),
    ];
    if almost != path {
        requests.push((format!("GET {almost} HTTP/1.1\r\n{own}\r\n\r\n"), 404));
    }
    for origin in [
        "",
        "Origin: null\r\n",
        "Origin: http://evil.test\r\n",
        "Origin: http://127.0.0.1:1\r\n",
        "Origin: https://127.0.0.1\r\n",
    ] {
        requests.push((format!("POST {path} HTTP/1.1\r\n{own}\r\n{origin}{kind}\r\n\r\nv=0"), 403));
    }
    let other_kind = "Content-Type: text/plain\r\nContent-Length: 3";
    let origin = format!("Origin: http://127.0.0.1:{port}\r\n");
    requests.push((format!("POST {path} HTTP/1.1\r\n{own}\r\n{origin}{other_kind}\r\n\r\nv=0"), 415));
    for (request, expected) in requests {
        let (status, text) = asked.raw(&request);
        assert_eq!(status, expected, "{request}");
        assert!(!text.contains("Secret"), "{text}");
    }
    let local = format!(
        "POST {path} HTTP/1.1\r\nHost: localhost:{port}\r\nOrigin: http://localhost:{port}\r\n{kind}\r\n\r\nv=1"
    );
    assert_eq!(asked.raw(&local).0, 200);
    assert_eq!(asked.answer().unwrap(), json!(false));
}

/// J2, J8: giving up, and nobody coming in time, are the provider's own errors.
#[test]
fn no_answer_is_an_error() {
    let provider_error = |ended: Result<Value, Failure>| match ended {
        Err(Failure::Provider(cause)) => cause.downcast_ref::<BrowserError>().cloned(),
        other => panic!("{other:?}"),
    };
    let asked_one = form("{}", "m");
    assert_eq!(asked_one.post("v=1&give-up=1").0, 200);
    assert_eq!(provider_error(asked_one.answer()), Some(BrowserError::GivenUp));
    let slow = asked("{}", "m", Duration::from_millis(50));
    assert_eq!(provider_error(slow.answer()), Some(BrowserError::Unanswered));
}

/// J8: a request that claims more bytes than any machine has takes nothing with it: the form is there for the next one.
#[test]
fn a_claimed_length_costs_nothing() {
    let asked = form(r#"{"type": "object", "properties": {"n": {"type": "integer"}}}"#, "m");
    for (method, path) in [("GET", "/"), ("POST", asked.path.as_str())] {
        let mut stream = TcpStream::connect(("127.0.0.1", asked.port)).unwrap();
        let host = format!("Host: 127.0.0.1:{}", asked.port);
        write!(stream, "{method} {path} HTTP/1.1\r\n{host}\r\nContent-Length: 99999999999\r\n\r\n").unwrap();
    }
    assert_eq!(asked.get().0, 200);
    assert_eq!(asked.post("v/n=3").0, 200);
    assert_eq!(asked.answer().unwrap(), json!({ "n": 3 }));
}

/// J5: a schema that has itself, or thousands of properties, has a page with a bound, and what it cannot show is JSON.
#[test]
fn a_page_has_a_bound() {
    const ITSELF: &str =
        r##"{"type": "object", "properties": {"a": {"$ref": "#"}, "b": {"$ref": "#"}, "n": {"type": "integer"}}}"##;
    let asked = form(ITSELF, "m");
    let (_, page) = asked.get();
    assert!(page.len() < 500_000, "{}", page.len());
    assert_eq!(asked.post("v/a/a/a/n=3").0, 200);
    assert_eq!(asked.answer().unwrap(), json!({ "a": { "a": { "a": { "n": 3 } } } }));
    let members: Vec<String> = (0..5_000).map(|n| format!("\"p{n}\": {{\"type\": \"integer\"}}")).collect();
    let wide: &'static str = Box::leak(format!("{{\"properties\": {{{}}}}}", members.join(",")).into_boxed_str());
    let asked = form(wide, "m");
    assert!(asked.get().1.matches("<textarea").count() == 1);
    assert_eq!(asked.post("v=%7B%22p1%22%3A1%7D").0, 200);
    assert_eq!(asked.answer().unwrap(), json!({ "p1": 1 }));
}

/// J3: a real browser shows the form, fits it to a narrow window, runs nothing of it, and sends it from its own page.
#[test]
#[ignore = "needs a browser: GATELOG_BROWSER=chromium cargo test -p ask --test browser -- --ignored"]
fn a_browser_sends_it() {
    let browser = std::env::var("GATELOG_BROWSER").expect("GATELOG_BROWSER names a Chromium");
    let asked = form(SHAPE, "Which <img src=x onerror=\"document.title='broken'\"> release?");
    let mut page = devtools::Page::open(&browser, &format!("http://127.0.0.1:{}{}", asked.port, asked.path));
    let seen = page.evaluate(
        "JSON.stringify({title: document.title, images: document.images.length, message: document.querySelector('.message').textContent, \
         fits: (document.body.style.width = '360px', document.body.scrollWidth <= 360)})",
    );
    let seen: Value = serde_json::from_str(seen.as_str().unwrap()).unwrap();
    assert_eq!(
        (&seen["title"], &seen["images"], &seen["fits"]),
        (&json!("A question"), &json!(0), &json!(true)),
        "{seen}"
    );
    assert!(seen["message"].as_str().unwrap().contains("<img src=x"), "{seen}");
    let fill = "document.getElementsByName('v/name')[0].value = 'Bad'; document.getElementsByName('v/size')[0].value = '4'; \
                document.getElementsByName('v/parts')[1].click(); document.getElementsByName('v/ready')[1].click(); \
                document.getElementsByName('v/tags')[0].value = 'two words\\nb'; document.getElementById('send').click()";
    page.evaluate(fill);
    page.wait_for(
        "document.querySelector('.issues') && document.querySelector('.issues').textContent.includes('does not match')",
    );
    page.evaluate("document.getElementsByName('v/name')[0].value = 'good'; document.getElementById('send').click()");
    page.wait_for(
        "document.getElementById('notice') && document.getElementById('notice').textContent.startsWith('Sent')",
    );
    let expected = json!({ "name": "good", "size": 4, "parts": ["docs"], "ready": false, "tags": ["two words", "b"] });
    assert_eq!(asked.answer().unwrap(), expected);
}
