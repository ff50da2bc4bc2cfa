//! The entries of a transcript that count: an assistant's and a user's, at the top level of a line. A reader can rely on
//! their message's blocks being a list. What the blocks mean is not known here.

use serde_json::Value;

use super::record::{Call, Place};

/// A top-level entry of an assistant or a user.
pub(super) struct Entry<'v> {
    pub(super) line: u64,
    /// Which value of the line.
    pub(super) number: u32,
    pub(super) value: &'v Value,
    blocks: &'v [Value],
}

/// Whose entry it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Assistant,
    User,
}

impl Role {
    /// As the client writes it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Role::Assistant => "assistant",
            Role::User => "user",
        }
    }
}

impl<'v> Entry<'v> {
    pub(super) fn place(&self, pointer: String) -> Place {
        Place { line: self.line, entry: self.number, pointer }
    }

    /// The directory that the session was in.
    pub(super) fn directory(&self) -> Option<String> {
        self.value["cwd"].as_str().map(str::to_string)
    }

    pub(super) fn is_sidechain(&self) -> bool {
        is_true(&self.value["isSidechain"])
    }

    pub(super) fn message(&self) -> String {
        let ids = [&self.value["message"]["id"], &self.value["uuid"]];
        let id = ids.into_iter().map(text).find(|id| !id.is_empty());
        id.map_or_else(|| format!("#{}/{}", self.line, self.number), str::to_string)
    }

    pub(super) fn use_id(&self, index: usize, block: &Value) -> String {
        match text(&block["id"]) {
            "" => format!("#{}/{}/{index}", self.line, self.number),
            id => id.to_string(),
        }
    }

    pub(super) fn blocks_of(&self, kind: &'static str) -> impl Iterator<Item = (usize, &'v Value)> + use<'v> {
        let blocks = self.blocks.iter().enumerate();
        blocks.filter(move |(_, block)| text(&block["type"]) == kind)
    }

    pub(super) fn tool_uses(&self) -> impl Iterator<Item = (usize, &'v Value)> + use<'v> {
        self.blocks_of("tool_use")
    }

    pub(super) fn call(&self, index: usize, block: &Value, use_id: &str) -> Call {
        Call {
            place: self.place(format!("/message/content/{index}")),
            message: self.message(),
            use_id: use_id.to_string(),
            tool: text(&block["name"]).to_string(),
            input: block["input"].clone(),
            cwd: self.directory(),
            sidechain: self.is_sidechain(),
        }
    }
}

/// The value as an entry: its `message` has a role, and a `type`, where there is one, that says the same. A sub-agent's
/// entry inside a progress line has no `message` at the top. Behind unreadable text, an assistant's entry must carry
/// what the client puts at the top level only, so that it is not such an inner entry whose outer one is broken.
pub(super) fn entry(line: u64, number: u32, value: &Value, recovered: bool) -> Option<(Role, Entry<'_>)> {
    let message = value.get("message")?;
    let role = match text(&message["role"]) {
        "assistant" => Role::Assistant,
        "user" => Role::User,
        _ => return None,
    };
    if value.get("type").is_some_and(|kind| *kind != message["role"]) {
        return None;
    }
    let is_top = value.get("sessionId").is_some() || value.get("parentUuid").is_some();
    if role == Role::Assistant && recovered && !is_top {
        return None;
    }
    let blocks = message["content"].as_array().map_or(&[][..], Vec::as_slice);
    Some((role, Entry { line, number, value, blocks }))
}

/// The text, or the empty text for anything else.
pub(super) fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

pub(super) fn is_true(value: &Value) -> bool {
    *value == Value::Bool(true)
}
