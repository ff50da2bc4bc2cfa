//! The pages of `gatelog explain --format html` and `gatelog replay --html`: whole, closed, and nothing but text where a call or a rule speaks; and, in a
//! browser that `GATELOG_BROWSER` names (run with `--ignored`), that it folds, unfolds and follows its links.

#![expect(clippy::panic, clippy::unwrap_used, reason = "what a test cannot do fails it")]

use std::process::Command;
use std::{env, fs};

use serde_json::{Value, json};
use tests::sandbox::{Sandbox, write_call};

/// Ends the script, loads an image and runs code, where it is not escaped.
const HOSTILE: &str = "notes/</script><img src=x onerror=\"document.title='broken'\"><script>document.title='broken'\
                       </script>&amp;'\u{202e}.md";

/// A rule whose words would do the same.
const RULE: &str =
    "deny(\"own\", P, \"</script><b onclick='x'>\") :- form(_, \"write\", P, _), P != \"</style><i>\".\n";

/// What the page may be made of.
const TAGS: [&str; 31] = [
    "html", "head", "meta", "title", "style", "body", "main", "section", "h1", "h2", "h3", "h4", "p", "ul", "li",
    "details", "summary", "code", "span", "a", "b", "br", "button", "pre", "script", "!DOCTYPE", "ol", "table", "tr",
    "th", "td",
];

const ATTRIBUTES: [&str; 11] =
    ["lang", "charset", "http-equiv", "content", "name", "class", "id", "href", "open", "hidden", "type"];

fn explained(sandbox: &Sandbox, payload: &Value, format: &str) -> String {
    let mut command = sandbox.command(env!("CARGO_BIN_EXE_gatelog"), "main");
    command.args(["explain", "--format", format]);
    let output = sandbox.run(command, payload.to_string().as_bytes());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The tags in their order: name (with `/` where it closes) and attributes. Styles and scripts are no markup.
fn tags(page: &str) -> Vec<(String, Vec<(String, String)>)> {
    let (mut tags, mut rest) = (Vec::new(), page);
    while let Some((_, after)) = rest.split_once('<') {
        let (inside, after) = after.split_once('>').unwrap_or_else(|| panic!("no end: {after}"));
        let (name, attributes) = inside.split_once(' ').unwrap_or((inside, ""));
        let mut read = Vec::new();
        let mut pieces = attributes.split('"');
        while let Some(before) = pieces.next() {
            let value = pieces.next();
            for word in before.split_ascii_whitespace() {
                read.push((word.trim_end_matches('=').to_owned(), String::new()));
            }
            if let (Some(value), Some(last)) = (value, read.last_mut()) {
                last.1 = value.to_owned();
            }
        }
        tags.push((name.to_owned(), read));
        rest = match name {
            "style" | "script" => after.find(&format!("</{name}")).map(|end| &after[end..]).unwrap(),
            _ => after,
        };
    }
    tags
}

/// Every element is closed in order, and nothing is there but what the page is made of.
fn check(page: &str) {
    let mut open = Vec::new();
    let (mut names, mut targets) = (Vec::new(), Vec::new());
    for (tag, attributes) in tags(page) {
        if let Some(closed) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(closed));
            continue;
        }
        assert!(TAGS.contains(&tag.as_str()), "<{tag}>");
        for (name, value) in attributes.into_iter().filter(|_| tag != "!DOCTYPE") {
            assert!(ATTRIBUTES.contains(&name.as_str()), "<{tag} {name}>");
            match name.as_str() {
                "href" if value.starts_with('#') => targets.push(value[1..].to_owned()),
                "href" => assert!(value.starts_with("file:///"), "{value}"),
                "id" => names.push(value),
                _ => {}
            }
        }
        if !["meta", "br", "!DOCTYPE"].contains(&tag.as_str()) {
            open.push(tag);
        }
    }
    assert_eq!(open, Vec::<String>::new());
    let count = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), count, "an id stands twice");
    assert!(targets.iter().all(|target| names.contains(target)), "a link leads nowhere");
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    text.replace('\'', "&#39;").replace('\u{202e}', "\u{fffd}")
}

/// The given facts of an explanation, as the page writes them; those with long texts, which it cuts, only by their names.
fn leaves(explanation: &Value) -> Vec<String> {
    let proofs = explanation["proofs"].as_array().unwrap().iter();
    let steps = proofs.flat_map(|proof| proof["steps"].as_array().unwrap()).filter(|step| step["rule"].is_null());
    steps
        .map(|step| {
            let written: Vec<String> = step["values"]
                .as_array()
                .unwrap()
                .iter()
                .map(|value| value.get("unsigned").unwrap_or(value).to_string())
                .collect();
            let name = step["relation"].as_str().unwrap();
            match written.iter().any(|value| value.chars().count() > 80) {
                true => format!("<li class=\"given\"><code>{name}("),
                false => {
                    format!("<li class=\"given\"><code>{}</code>", escaped(&format!("{name}({})", written.join(", "))))
                }
            }
        })
        .collect()
}

/// X3, E4: the page is closed, stands alone and has the refusal, its ways out and every given fact with its origin.
#[test]
fn the_page_is_whole_and_stands_alone() {
    let sandbox = Sandbox::with_points();
    let payload = write_call(&sandbox.text("main/docs/plan.md"), "x");
    let page = explained(&sandbox, &payload, "html");
    check(&page);
    assert!(!page.contains("http:") && !page.contains("https:") && !page.contains("[]"));
    let explanation: Value = serde_json::from_str(&explained(&sandbox, &payload, "json")).unwrap();
    let leaves = leaves(&explanation);
    assert!(leaves.len() > 10);
    for leaf in leaves {
        assert!(page.contains(&leaf), "{leaf}");
    }
    for heading in ["What is said", "Ways out", "Proofs"] {
        assert!(page.contains(&format!("<h2>{heading}</h2>")), "{heading}");
    }
    let points = sandbox.text("main/.claude/elicitation/points.json");
    assert!(page.contains(&format!("href=\"file://{points}\">{points}:")), "{page}");
    for line in explanation["lines"].as_array().unwrap() {
        assert!(page.contains(&escaped(line.as_str().unwrap())), "{line}");
    }
}

/// What passes has a page too, and so has what could not be judged.
#[test]
fn every_verdict_has_a_page() {
    let sandbox = Sandbox::with_points();
    let calls = [
        (write_call(&sandbox.text("main/src/a.rs"), "x"), "<h1>Call passed</h1>"),
        (json!({ "tool_name": "Write", "tool_input": {} }), "<h1>Call refused: "),
    ];
    for (payload, heading) in calls {
        let page = explained(&sandbox, &payload, "html");
        check(&page);
        assert!(page.contains(heading), "{page}");
    }
}

fn hostile(sandbox: &Sandbox) -> Value {
    write_call(&sandbox.text(&format!("main/{HOSTILE}")), "</script><script>document.title='broken'</script>")
}

/// G15: what a call or a rule says is text on the page.
#[test]
fn hostile_texts_stay_texts() {
    let sandbox = Sandbox::with_points();
    sandbox.write("main", &[(".gatelog/rules/own.dl", RULE)]);
    let page = explained(&sandbox, &hostile(&sandbox), "html");
    check(&page);
    assert!(page.contains(&escaped("</script><b onclick='x'>")) && page.contains(&escaped("</style><i>")), "{page}");
    assert!(page.contains(&escaped("notes/</script><img src=x onerror=")), "{page}");
    assert!(!page.contains("<img") && !page.contains('\u{202e}'));
    assert_eq!(page.matches("</script").count(), 1);
}

/// Appended to a copy of the page: uses it, and says what it saw.
const USE: &str = r##"<pre id="result"></pre><script>
addEventListener("load", () => {
  const folds = [...document.querySelectorAll("details")];
  const opened = () => folds.filter((fold) => fold.open).length;
  const seen = { folds: folds.length, title: document.title, images: document.images.length };
  const first = document.querySelector("summary");
  seen.before = first.parentElement.open;
  first.click();
  seen.after = first.parentElement.open;
  document.getElementById("expand").click();
  seen.expanded = opened();
  const leaf = document.querySelector("li.given code");
  seen.leaf = leaf.textContent;
  seen.visible = leaf.checkVisibility();
  document.body.style.width = "360px";
  seen.fits = document.body.scrollWidth <= 360;
  document.getElementById("collapse").click();
  seen.collapsed = opened();
  seen.hidden = !leaf.checkVisibility();
  const link = document.querySelector("li.reference a");
  const target = document.getElementById(link.hash.slice(1));
  link.click();
  setTimeout(() => {
    seen.followed = target.open && target.checkVisibility();
    document.getElementById("result").textContent = "seen " + JSON.stringify(seen) + " end";
  }, 200);
});
</script>"##;

/// What the page in a file saw when it was used.
fn used(browser: &str, sandbox: &Sandbox, file: &std::path::Path) -> Value {
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=2000"])
        .arg(format!("--user-data-dir={}", sandbox.text("browser")))
        .args(["--dump-dom", &format!("file://{}", file.display())])
        .output()
        .unwrap();
    let shown = String::from_utf8_lossy(&output.stdout);
    let seen = shown.split_once("<pre id=\"result\">seen ").and_then(|(_, rest)| rest.split_once(" end</pre>"));
    let (seen, _) = seen.unwrap_or_else(|| panic!("{shown}\n{}", String::from_utf8_lossy(&output.stderr)));
    serde_json::from_str(&seen.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")).unwrap()
}

/// X3: a browser shows it, folds and unfolds it, follows a link to a shared step, and runs nothing that a call says.
#[test]
#[ignore = "needs a browser: GATELOG_BROWSER=chromium cargo test -p gatelog --test browser -- --ignored"]
fn a_browser_folds_and_unfolds_it() {
    let browser = env::var("GATELOG_BROWSER").expect("GATELOG_BROWSER names a Chromium");
    let sandbox = Sandbox::with_points();
    let page = explained(&sandbox, &hostile(&sandbox), "html");
    let file = sandbox.path("used.html");
    fs::write(&file, page.replace("</body>", &format!("{USE}</body>"))).unwrap();
    let seen = used(&browser, &sandbox, &file);
    let folds = seen["folds"].as_u64().unwrap();
    assert!(folds > 5, "{seen}");
    assert!(seen["title"].as_str().unwrap().starts_with("Call refused: "), "{seen}");
    assert_eq!(
        (&seen["images"], &seen["expanded"], &seen["collapsed"]),
        (&json!(0), &json!(folds), &json!(0)),
        "{seen}"
    );
    for (name, expected) in
        [("before", true), ("after", false), ("visible", true), ("hidden", true), ("followed", true), ("fits", true)]
    {
        assert_eq!(seen[name], expected, "{name}: {seen}");
    }
    assert!(page.contains(&escaped(seen["leaf"].as_str().unwrap())), "{seen}");
}

/// The example's sessions and one that says what would end a page, replayed; the page.
fn timeline(sandbox: &Sandbox) -> String {
    let example = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/adoption");
    let hostile = json!({ "type": "assistant", "message": { "id": "m", "role": "assistant", "content": [
        { "type": "tool_use", "id": "t", "name": "Write", "input": { "file_path": format!("/r/docs/{HOSTILE}"), "content": "x" } }
    ] } });
    fs::write(sandbox.path("hostile.jsonl"), format!("{hostile}\n")).unwrap();
    let file = sandbox.path("timeline.html");
    let mut command = sandbox.command(env!("CARGO_BIN_EXE_gatelog"), "main");
    command.arg("replay").arg(example.join("sessions")).arg(sandbox.path("hostile.jsonl"));
    command.arg("--points").arg(example.join("repository/.claude/elicitation/points.json")).arg("--html").arg(&file);
    let output = sandbox.run(command, b"");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    fs::read_to_string(file).unwrap()
}

/// R1, X3: the page of a replay has each call with its verdict and its proof, the questions and answers in between, and
/// nothing but text where a session speaks.
#[test]
fn a_replay_is_a_timeline() {
    let sandbox = Sandbox::with_points();
    let page = timeline(&sandbox);
    check(&page);
    assert_eq!(page.matches("<li class=\"stopped\">").count(), 7);
    assert_eq!(page.matches("<li class=\"through\">").count(), 10);
    assert!(page.contains("<b>[adopt.personas] People</b> Who borrows from this library"), "{page}");
    assert!(page.contains("answered: Move them") && page.contains("no answer is recorded"), "{page}");
    assert!(page.contains("gatelog[ask-first] adopt.personas") && page.contains("<li class=\"given\">"), "{page}");
    let asked = page.find("<b>[adopt.layout] Places</b>").unwrap();
    assert!(asked < page.find("docs/lending-guide.md").unwrap(), "in the order of the session");
    assert_eq!(page.matches("</script").count(), 1);
}

/// Appended to a copy of the timeline: uses it, and says what it saw.
const USE_TIMELINE: &str = r##"<pre id="result"></pre><script>
addEventListener("load", () => {
  const call = document.querySelector("li.stopped > details");
  const leaf = call.querySelector("li.given code");
  const seen = { before: leaf.checkVisibility() };
  call.querySelector("summary").focus();
  seen.focused = document.activeElement.tagName;
  call.querySelector("summary").click();
  document.getElementById("expand").click();
  seen.visible = leaf.checkVisibility();
  seen.leaf = leaf.textContent;
  document.body.style.width = "360px";
  seen.fits = document.body.scrollWidth <= 360;
  seen.title = document.title;
  seen.images = document.images.length;
  document.getElementById("result").textContent = "seen " + JSON.stringify(seen) + " end";
});
</script>"##;

/// R1, X3: in a browser, a call's proof is a click away, by keyboard too, and fits a phone.
#[test]
#[ignore = "needs a browser: GATELOG_BROWSER=chromium cargo test -p gatelog --test browser -- --ignored"]
fn a_browser_shows_the_timeline() {
    let browser = env::var("GATELOG_BROWSER").expect("GATELOG_BROWSER names a Chromium");
    let sandbox = Sandbox::with_points();
    let page = timeline(&sandbox);
    let file = sandbox.path("used.html");
    fs::write(&file, page.replace("</body>", &format!("{USE_TIMELINE}</body>"))).unwrap();
    let seen = used(&browser, &sandbox, &file);
    assert_eq!(
        (&seen["before"], &seen["visible"], &seen["fits"]),
        (&json!(false), &json!(true), &json!(true)),
        "{seen}"
    );
    assert_eq!((&seen["focused"], &seen["images"]), (&json!("SUMMARY"), &json!(0)), "{seen}");
    assert_eq!(seen["title"], "Replay - gatelog");
    assert!(page.contains(&escaped(seen["leaf"].as_str().unwrap())), "{seen}");
}
