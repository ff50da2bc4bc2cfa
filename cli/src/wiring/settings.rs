//! Edits of a client's settings: the guard's hook is put in, brought up to date or taken out. A reader can rely on: all
//! else stays byte for byte, comments and layout too, and an edit that changes nothing gives the same text. Refuses a
//! text that the client could not read, with the place.

use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstArray, CstInputValue, CstObject, CstRootNode};

/// A hook of the guard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// For which tools it runs.
    pub(crate) matcher: String,
    /// What is run.
    pub(crate) command: String,
    /// In the client's units; a whole number.
    pub(crate) timeout: String,
    /// Texts beside these, by key.
    pub(crate) settings: Vec<(String, String)>,
}

/// Where hooks stand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<'p> {
    /// The event before a tool call.
    pub(crate) event: &'p str,
    /// A hook whose command has all of these words is the guard's.
    pub(crate) words: &'p [String],
}

/// A hook of the guard in a text.
struct Found {
    group: CstObject,
    list: CstArray,
    hook: CstObject,
}

/// The text with the guard's hook as `entry` says. A missing or empty text is an empty object.
///
/// # Errors
/// If the text is no settings file, with the place.
pub(crate) fn wired(text: &str, place: Place<'_>, entry: &Entry) -> Result<String, String> {
    let root = parsed(text)?;
    let mut found = hooks(&root, place).into_iter();
    let first = found.next();
    found.for_each(Found::remove);
    let kept = match first {
        Some(found) if found.list.elements().len() == 1 || text_of(&found.group, MATCHER) == entry.matcher => {
            set(&found.group, MATCHER, &entry.matcher, false);
            Some(found.hook)
        }
        // The group is another hook's too, and runs for other tools.
        Some(found) => {
            found.remove();
            None
        }
        None => None,
    };
    match kept {
        Some(hook) => {
            set(&hook, TYPE, TYPE_COMMAND, false);
            set(&hook, COMMAND, &entry.command, false);
            // With arguments apart, the command would be the name of a program.
            if let Some(arguments) = hook.get(ARGUMENTS) {
                arguments.remove();
            }
            set(&hook, TIMEOUT, &entry.timeout, true);
            entry.settings.iter().for_each(|(key, value)| set(&hook, key, value, false));
        }
        None => {
            let list = root.object_value_or_set().object_value_or_set(HOOKS).array_value_or_set(place.event);
            list.append(group_of(entry));
        }
    }
    Ok(root.to_string())
}

/// The text without hooks of the guard, and without the lists that are then empty.
///
/// # Errors
/// If the text is no settings file, with the place.
pub(crate) fn unwired(text: &str, place: Place<'_>) -> Result<String, String> {
    let root = parsed(text)?;
    let found = hooks(&root, place);
    if found.is_empty() {
        return Ok(text.to_owned());
    }
    found.into_iter().for_each(Found::remove);
    if let Some(hooks) = root.object_value().and_then(|top| top.get(HOOKS)) {
        if let Some(event) = hooks.object_value().and_then(|events| events.get(place.event))
            && event.array_value().is_some_and(|list| list.elements().is_empty())
        {
            event.remove();
        }
        if hooks.object_value().is_some_and(|events| events.properties().is_empty()) {
            hooks.remove();
        }
    }
    Ok(root.to_string())
}

/// Whether a text has a hook of the guard.
pub(crate) fn is_wired(text: &str, place: Place<'_>) -> bool {
    parsed(text).is_ok_and(|root| !hooks(&root, place).is_empty())
}

/// The first hook of the guard in a text, with those of `keys` that it has.
pub(crate) fn entry(text: &str, place: Place<'_>, keys: &[(String, String)]) -> Option<Entry> {
    let root = parsed(text).ok()?;
    let Found { group, hook, .. } = hooks(&root, place).into_iter().next()?;
    let timeout = hook.get(TIMEOUT)?.value()?.to_string();
    let settings = keys.iter().filter(|(key, _)| hook.get(key).is_some());
    Some(Entry {
        matcher: text_of(&group, MATCHER),
        command: text_of(&hook, COMMAND),
        timeout,
        settings: settings.map(|(key, _)| (key.clone(), text_of(&hook, key))).collect(),
    })
}

const HOOKS: &str = "hooks";
const MATCHER: &str = "matcher";
const TYPE: &str = "type";
const TYPE_COMMAND: &str = "command";
const COMMAND: &str = "command";
const ARGUMENTS: &str = "args";
const TIMEOUT: &str = "timeout";

fn parsed(text: &str) -> Result<CstRootNode, String> {
    let text = if text.trim().is_empty() { "{}\n" } else { text };
    // The client's reading, which is stricter than that of the editor's library: positions, and keys that stand twice.
    let values = facts::json::read(&facts::settings::without_comments(text.as_bytes()), facts::json::BUDGET);
    let values = values.map_err(|fault| format!("{}:{}: {}", fault.line, fault.column, fault.message))?;
    for (pointer, kind, wanted) in shape(&values) {
        if let Some(value) = values.iter().find(|value| value.pointer == pointer && value.kind.name() != kind) {
            return Err(format!("{}:{}: {wanted}", value.line, value.column));
        }
    }
    CstRootNode::parse(text, &ParseOptions::default()).map_err(|fault| fault.to_string())
}

/// What must be of which kind, as far as it is there.
fn shape(values: &[facts::json::JsonValue]) -> Vec<(String, &'static str, String)> {
    let mut shape = vec![
        (String::new(), "object", "expected an object".to_owned()),
        ("/hooks".to_owned(), "object", "expected an object of hooks by their event".to_owned()),
    ];
    let events =
        values.iter().filter(|value| value.pointer.strip_prefix("/hooks/").is_some_and(|event| !event.contains('/')));
    shape.extend(events.map(|value| (value.pointer.clone(), "array", "expected a list of hooks".to_owned())));
    shape
}

fn hooks(root: &CstRootNode, place: Place<'_>) -> Vec<Found> {
    let groups = root
        .object_value()
        .and_then(|top| top.object_value(HOOKS))
        .and_then(|events| events.array_value(place.event))
        .map(|list| list.elements())
        .unwrap_or_default();
    let mut found = Vec::new();
    for group in groups.iter().filter_map(|group| group.as_object()) {
        let Some(list) = group.array_value(HOOKS) else {
            continue;
        };
        for hook in list.elements().iter().filter_map(|hook| hook.as_object()) {
            let command = words_of(&hook);
            if place.words.iter().all(|word| command.contains(word.as_str())) {
                found.push(Found { group: group.clone(), list: list.clone(), hook });
            }
        }
    }
    found
}

impl Found {
    /// Takes the hook out, and its group with the last one.
    fn remove(self) {
        if self.list.elements().len() == 1 {
            self.group.remove();
        } else {
            self.hook.remove();
        }
    }
}

/// The command of a hook, with the arguments that stand apart from it.
fn words_of(hook: &CstObject) -> String {
    let arguments = hook.array_value(ARGUMENTS).map(|list| list.elements()).unwrap_or_default();
    let texts = arguments.iter().filter_map(|word| word.as_string_lit()?.decoded_value().ok());
    std::iter::once(text_of(hook, COMMAND)).chain(texts).collect::<Vec<_>>().join(" ")
}

/// A text member of an object; empty where there is none.
fn text_of(object: &CstObject, key: &str) -> String {
    let value = object.get(key).and_then(|member| member.value()).and_then(|value| value.as_string_lit());
    value.and_then(|text| text.decoded_value().ok()).unwrap_or_default()
}

/// Sets a member, where it is not so already.
fn set(object: &CstObject, key: &str, value: &str, is_number: bool) {
    let new = || match is_number {
        true => CstInputValue::Number(value.to_owned()),
        false => CstInputValue::String(value.to_owned()),
    };
    match object.get(key) {
        None => {
            object.append(key, new());
        }
        Some(member) => {
            let is_text = member.value().is_some_and(|found| found.as_string_lit().is_some());
            let same = match is_number {
                true => member.value().is_some_and(|found| found.to_string() == value),
                false => is_text && text_of(object, key) == value,
            };
            if !same {
                member.set_value(new());
            }
        }
    }
}

fn group_of(entry: &Entry) -> CstInputValue {
    let text = |text: &str| CstInputValue::String(text.to_owned());
    let mut hook = vec![
        (TYPE.to_owned(), text(TYPE_COMMAND)),
        (COMMAND.to_owned(), text(&entry.command)),
        (TIMEOUT.to_owned(), CstInputValue::Number(entry.timeout.clone())),
    ];
    hook.extend(entry.settings.iter().map(|(key, value)| (key.clone(), text(value))));
    CstInputValue::Object(vec![
        (MATCHER.to_owned(), text(&entry.matcher)),
        (HOOKS.to_owned(), CstInputValue::Array(vec![CstInputValue::Object(hook)])),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words() -> Vec<String> {
        vec!["gatelog".to_owned(), " hook".to_owned()]
    }

    fn guard() -> Entry {
        Entry {
            matcher: "^(Write)$".to_owned(),
            command: "gatelog hook".to_owned(),
            timeout: "20".to_owned(),
            settings: vec![("onFailure".to_owned(), "block".to_owned())],
        }
    }

    /// X1: all else stays as it is, a second run changes nothing, and what was put in can be taken out.
    #[test]
    fn what_is_there_is_kept() {
        let words = words();
        let place = Place { event: "PreToolUse", words: &words };
        let other = "{\"matcher\": \"Bash\", \"hooks\": [{\"type\": \"command\", \"command\": \"lint\"}]}";
        for text in [
            "{}",
            "{\n    \"b\": 1, // why\n    \"a\": [1,2],\n}\n".replace(",\n}", "\n}").as_str(),
            "{\"hooks\": {}}",
            &format!(
                "{{\n\t\"hooks\": {{\n\t\t\"PreToolUse\": [\n\t\t\t{other}\n\t\t],\n\t\t\"Stop\": []\n\t}},\n\t\"z\": null\n}}\n"
            ),
            "{\r\n  \"model\": \"x\"\r\n}\r\n",
        ] {
            let once = wired(text, place, &guard()).unwrap();
            assert_ne!(once, text);
            assert_eq!(wired(&once, place, &guard()).unwrap(), once, "a second run");
            assert_eq!(entry(&once, place, &guard().settings), Some(guard()));
            let value = |text: &str| {
                facts::json::read(&facts::settings::without_comments(text.as_bytes()), facts::json::BUDGET)
            };
            let bare = |text: &str| -> Vec<_> {
                let values = value(text).unwrap().into_iter();
                values
                    .map(|value| (value.pointer, value.kind, value.text))
                    .filter(|(pointer, ..)| !pointer.ends_with("hooks"))
                    .collect()
            };
            assert_eq!(bare(&unwired(&once, place).unwrap()), bare(text));
            for line in text.lines().filter(|line| line.contains("why") || line.contains("lint")) {
                assert!(once.contains(line), "{once}");
            }
        }
        assert_eq!(unwired("{ \"a\":1}", place).unwrap(), "{ \"a\":1}");
    }

    /// X1: an older hook of the guard is brought up to date where it stands, also beside another one.
    #[test]
    fn an_older_hook_is_updated() {
        let words = words();
        let place = Place { event: "PreToolUse", words: &words };
        let text = "{\"hooks\": {\"PreToolUse\": [{\"matcher\": \"Write\", \"hooks\": [{\"command\": \"/old/gatelog hook\", \"timeout\": 5, \"mine\": 1}]}]}}";
        let new = wired(text, place, &guard()).unwrap();
        assert_eq!(entry(&new, place, &guard().settings), Some(guard()));
        assert!(new.contains("\"mine\": 1") && !new.contains("/old/"), "{new}");

        let shared = "{\"hooks\": {\"PreToolUse\": [{\"matcher\": \"Write\", \"hooks\": [{\"command\": \"lint\"}, {\"command\": \"gatelog hook\"}]}, {\"hooks\": [{\"command\": \"/x/gatelog hook\"}]}]}}";
        let new = wired(shared, place, &guard()).unwrap();
        assert_eq!(new.matches("gatelog hook").count(), 1, "{new}");
        assert_eq!(entry(&new, place, &guard().settings), Some(guard()));
        assert!(new.contains("{\"matcher\": \"Write\", \"hooks\": [{\"command\": \"lint\"}]}"), "{new}");
    }

    /// X1: a hook whose arguments stand apart from the program is the guard's too, and becomes one line; another program is not.
    #[test]
    fn a_hook_with_arguments_apart_is_the_guards() {
        let words = words();
        let place = Place { event: "PreToolUse", words: &words };
        let with = |program: &str| {
            format!(
                "{{\"hooks\": {{\"PreToolUse\": [{{\"matcher\": \"Write\", \"hooks\": [{{\"command\": \"{program}\", \"args\": [\"hook\", \"--log\"]}}]}}]}}}}"
            )
        };
        let new = wired(&with("/x/gatelog"), place, &guard()).unwrap();
        assert!(!new.contains("args") && !new.contains("/x/"), "{new}");
        assert_eq!(new.matches("matcher").count(), 1, "{new}");
        assert!(is_wired(&with("/x/gatelog"), place) && !is_wired(&with("/x/lint"), place));
        assert_eq!(unwired(&with("/x/gatelog"), place).unwrap(), "{}");
        assert!(wired(&with("/x/lint"), place, &guard()).unwrap().contains("args"), "the near miss");
    }

    /// X1: a text that the client could not read is not edited; the place is said.
    #[test]
    fn what_is_no_settings_file_is_refused() {
        let words = words();
        let place = Place { event: "PreToolUse", words: &words };
        for (text, at) in [
            ("{\n  \"a\": }", "2:8: "),
            ("[]", "1:1: expected an object"),
            ("{\"hooks\": 1}", "1:11: expected an object of hooks"),
            ("{\"hooks\": {\"PreToolUse\": {}}}", "1:26: expected a list"),
            ("{\"a\": 1,\n \"a\": 2}", "2:2: "),
        ] {
            let fault = wired(text, place, &guard()).unwrap_err();
            assert!(fault.starts_with(at), "{text}: {fault}");
            assert_eq!(unwired(text, place).unwrap_err(), fault);
        }
    }
}
