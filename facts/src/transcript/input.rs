//! Texts and values of a tool call's input: lists of ids, and whether two inputs are the same call's. Entries and
//! results are not known here.

use serde_json::Value;

/// Members whose text is a path. The client hands hooks the absolute path and keeps the model's spelling in its file.
const PATHS: [&str; 3] = ["file_path", "notebook_path", "path"];

/// The ids in a list that is separated by white space or commas.
pub(super) fn listed(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || c == ',').filter(|id| !id.is_empty())
}

/// The ids in the bracketed groups of a text. A bracket without its partner opens nothing.
pub(super) fn bracketed(text: &str) -> impl Iterator<Item = &str> {
    let groups = text.split(']').rev().skip(1).collect::<Vec<_>>().into_iter().rev();
    groups.filter_map(|group| group.rsplit_once('[')).flat_map(|(_, ids)| listed(ids))
}

/// Whether the payload's input and the one in the file are of the same call: every member that both have is equal,
/// paths up to their spelling, and at least one text is among them. The client fills members in that the model left
/// out, so a member on one side only says nothing.
pub(super) fn is_same(payload: &Value, file: &Value) -> bool {
    let (Some(payload), Some(file)) = (payload.as_object(), file.as_object()) else {
        return false;
    };
    let mut agree = false;
    for (key, ours) in payload {
        let Some(theirs) = file.get(key) else {
            continue;
        };
        let same = match (ours, theirs) {
            (Value::String(ours), Value::String(theirs)) => {
                agree = true;
                ours == theirs || (PATHS.contains(&key.as_str()) && is_same_path(ours, theirs))
            }
            _ => ours == theirs,
        };
        if !same {
            return false;
        }
    }
    agree
}

/// Whether the absolute path can be what the spelling means, whatever directory it was taken from.
fn is_same_path(absolute: &str, spelling: &str) -> bool {
    let absolute = parts(absolute);
    let spelled = parts(spelling.strip_prefix("~/").unwrap_or(spelling));
    !spelled.is_empty() && absolute.ends_with(&spelled)
}

/// The components, `.` and `..` taken out. What `..` leads to above the beginning is not known and left out.
fn parts(path: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    for part in path.split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn ids_are_split_where_g10_says() {
        assert_eq!(listed("a.b, c.d\n e,f").collect::<Vec<_>>(), ["a.b", "c.d", "e", "f"]);
        assert_eq!(bracketed("[a.b c.d] People [e]").collect::<Vec<_>>(), ["a.b", "c.d", "e"]);
        assert_eq!(bracketed("[[a.b]], [c").collect::<Vec<_>>(), ["a.b"]);
        assert_eq!(bracketed("a.b] People [").count(), 0);
    }

    #[test]
    fn the_same_call_is_known_by_its_input() {
        // G10, G1
        let ours = json!({"file_path":"/r/sub/a.md","content":"x","replace_all":false});
        assert!(is_same(&ours, &json!({"file_path":"./sub//z/../a.md","content":"x"})));
        assert!(is_same(&ours, &json!({"file_path":"../r/sub/a.md","content":"x"})));
        assert!(!is_same(&ours, &json!({"file_path":"sub/b.md","content":"x"})));
        assert!(!is_same(&ours, &json!({"file_path":"ub/a.md","content":"x"})));
        assert!(!is_same(&ours, &json!({"file_path":"sub/a.md","content":"y"})));
        assert!(!is_same(&ours, &json!({"command":"ls"})));
        assert!(!is_same(&json!({"file_path":"/r/a"}), &json!({"file_path":""})));
    }
}
