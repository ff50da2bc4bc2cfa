use super::Script;

pub(super) fn read(_text: &str) -> Script {
    Script::default()
}
