//! Which names are searched for, and which other names a node has. Pure.

use model::Node;
use model::contents::KV;

/// Names shorter than this, in characters, occur in texts by chance.
const MIN_NAME_CHARS: usize = 2;

/// Attributes that hold another name, in lower case.
const ALIAS_KEYS: &[&str] = &[
    "name",
    "names",
    "alias",
    "aliases",
    "aka",
    "also known as",
    "nickname",
    "called",
    "title",
    "名",
    "名字",
    "姓名",
    "别名",
    "别称",
    "外号",
    "绰号",
    "昵称",
    "又名",
    "称号",
];

/// Whether a name, in lower case, is long enough to search for.
pub(super) fn is_name(name: &str) -> bool {
    name.chars().count() >= MIN_NAME_CHARS
}

/// The capability whose data holds a node's other names.
pub(super) const ALIAS_CAPABILITY: &str = KV;

/// The other names of a node, from its attributes.
pub(crate) fn aliases_of(node: &Node) -> Vec<String> {
    let naming = node
        .attributes()
        .filter(|(key, _)| ALIAS_KEYS.contains(&&*key.trim().to_lowercase()));
    naming
        .flat_map(|(_, value)| value.split([',', ';', '/', '，', '、', '；']))
        .map(|it| it.trim().to_owned())
        .filter(|it| !it.is_empty())
        .collect()
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
