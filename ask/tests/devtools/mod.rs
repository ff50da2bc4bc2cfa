//! A page in a Chromium, driven over its pipe: messages of the DevTools protocol, each ended by a zero byte.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// The page; the browser goes with it.
pub(crate) struct Page {
    browser: Child,
    sender: ChildStdin,
    receiver: BufReader<ChildStdout>,
    session: Value,
    next: u64,
    _profile: tempfile::TempDir,
}

impl Page {
    /// Opens an address and waits until it is loaded.
    pub(crate) fn open(browser: &str, address: &str) -> Self {
        let profile = tempfile::tempdir().unwrap();
        // The browser speaks on the descriptors 3 and 4.
        let script = "exec \"$0\" \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1";
        let mut child = Command::new("sh")
            .args(["-c", script, browser, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, receiver) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let mut page = Self { browser: child, sender, receiver, session: Value::Null, next: 0, _profile: profile };
        let target = page.call("Target.createTarget", json!({ "url": address }));
        let attached = page.call("Target.attachToTarget", json!({ "targetId": target["targetId"], "flatten": true }));
        page.session = attached["sessionId"].clone();
        page.wait_for("document.readyState === 'complete' && location.href !== 'about:blank'");
        page
    }

    /// The value of an expression.
    pub(crate) fn evaluate(&mut self, expression: &str) -> Value {
        let done = self.call("Runtime.evaluate", json!({ "expression": expression, "returnByValue": true }));
        assert!(done.get("exceptionDetails").is_none(), "{expression}: {done}");
        done["result"]["value"].clone()
    }

    /// Waits until an expression holds.
    pub(crate) fn wait_for(&mut self, expression: &str) {
        let begun = Instant::now();
        // A page that is being left has no value for a moment.
        while self.evaluate(&format!("!!({expression})")) != json!(true) {
            assert!(begun.elapsed() < Duration::from_secs(30), "{expression}");
            thread::sleep(Duration::from_millis(50));
        }
    }

    fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.next += 1;
        let mut message = json!({ "id": self.next, "method": method, "params": parameters });
        if !self.session.is_null() {
            message["sessionId"] = self.session.clone();
        }
        write!(self.sender, "{message}\0").unwrap();
        self.sender.flush().unwrap();
        loop {
            let mut bytes = Vec::new();
            assert!(self.receiver.read_until(0, &mut bytes).unwrap() > 0, "the browser ended");
            bytes.pop();
            let came: Value = serde_json::from_slice(&bytes).unwrap();
            if came["id"] == json!(self.next) {
                assert!(came.get("error").is_none(), "{method}: {came}");
                return came["result"].clone();
            }
        }
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ = self.browser.kill();
        let _ = self.browser.wait();
    }
}
