//! Where the elements of an array begin in JSON text that is known to be sound.
//! Refuses to judge the text: of what is not sound, some positions are missing.

/// The byte offsets of the elements of the array that the top-level object has as `member`.
pub(super) fn elements(text: &[u8], member: &str) -> Vec<usize> {
    let mut offsets = Vec::new();
    let mut depth = 0_usize;
    let mut at = 0;
    // The last text at the top level, which is the key where a colon follows.
    let mut key = String::new();
    let mut inside = false;
    let mut expecting = false;
    while let Some(byte) = text.get(at) {
        if expecting && !byte.is_ascii_whitespace() && !matches!(byte, b',' | b']') {
            offsets.push(at);
            expecting = false;
        }
        match byte {
            b'"' => {
                let end = string_end(text, at);
                if depth == 1 {
                    key = serde_json::from_slice(text.get(at..end).unwrap_or_default()).unwrap_or_default();
                }
                at = end;
                continue;
            }
            b'[' | b'{' => {
                if depth == 1 && *byte == b'[' && key == member {
                    inside = true;
                    expecting = true;
                }
                depth += 1;
            }
            b']' | b'}' => {
                depth = depth.saturating_sub(1);
                inside &= depth > 1;
            }
            b',' if depth == 1 => key.clear(),
            b',' if depth == 2 && inside => expecting = true,
            _ => {}
        }
        at += 1;
    }
    offsets
}

/// Behind the quotation mark that ends the string which begins at `start`.
fn string_end(text: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(byte) = text.get(at) {
        match byte {
            b'\\' => at += 1,
            b'"' => return at + 1,
            _ => {}
        }
        at += 1;
    }
    text.len()
}
