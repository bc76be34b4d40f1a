//! Which names are searched for, and in what. Pure.

use model::Node;

/// Names shorter than this, in characters, occur in texts by chance.
const MIN_NAME_CHARS: usize = 2;

/// Whether a name, in lower case, is long enough to search for.
pub(super) fn is_name(name: &str) -> bool {
    name.chars().count() >= MIN_NAME_CHARS
}

/// The text of a node in which names are searched for.
pub(super) fn prose(node: &Node) -> String {
    let mut text = node.prose().to_owned();
    for (_, value) in node.attributes() {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(value);
    }
    text
}
