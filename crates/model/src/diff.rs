//! Compares two versions, for display and for prompts: word by word for text, leaf by leaf for
//! data.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use similar::{ChangeTag, TextDiff};

/// What became of a piece of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DiffKind {
    /// In both.
    Same,
    /// Only in the newer.
    Added,
    /// Only in the older.
    Removed,
}

/// A run of text and what became of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DiffPart {
    /// What became of it.
    pub kind: DiffKind,
    /// The text.
    pub text: String,
}

/// Compares two texts word by word, and Chinese, which has no spaces, by Unicode's word boundaries,
/// which is mostly character by character. Joined, the parts that are not `Added` give the older
/// text, and those that are not `Removed` the newer.
pub fn diff_text(older: &str, newer: &str) -> Vec<DiffPart> {
    let diff = TextDiff::from_unicode_words(older, newer);
    let mut pieces: Vec<DiffPart> = Vec::new();
    for change in diff.iter_all_changes() {
        let kind = match change.tag() {
            ChangeTag::Equal => DiffKind::Same,
            ChangeTag::Insert => DiffKind::Added,
            ChangeTag::Delete => DiffKind::Removed,
        };
        match pieces.last_mut() {
            Some(last) if last.kind == kind => last.text.push_str(change.value()),
            _ => pieces.push(DiffPart {
                kind,
                text: change.value().to_owned(),
            }),
        }
    }
    pieces
}

/// Compares two JSON values by their leaves; each entry is a JSON pointer with the value before and
/// after. Entries are in the order of the newer value, removed ones last.
pub fn diff_json(older: &Value, newer: &Value) -> Vec<(String, Option<Value>, Option<Value>)> {
    let older = leaves(older);
    let newer = leaves(newer);
    let mut lines = Vec::new();
    for (path, value) in &newer {
        let before = older
            .iter()
            .find(|(it, _)| it == path)
            .map(|(_, value)| value);
        if before != Some(value) {
            lines.push((path.clone(), before.cloned(), Some(value.clone())));
        }
    }
    for (path, value) in older {
        if !newer.iter().any(|(it, _)| *it == path) {
            lines.push((path, Some(value), None));
        }
    }
    lines
}

fn leaves(value: &Value) -> Vec<(String, Value)> {
    fn walk(path: &str, value: &Value, found: &mut Vec<(String, Value)>) {
        match value {
            Value::Object(map) if !map.is_empty() => {
                for (key, value) in map {
                    let key = key.replace('~', "~0").replace('/', "~1");
                    walk(&format!("{path}/{key}"), value, found);
                }
            }
            Value::Array(items) if !items.is_empty() => {
                for (index, value) in items.iter().enumerate() {
                    walk(&format!("{path}/{index}"), value, found);
                }
            }
            leaf => found.push((path.to_owned(), leaf.clone())),
        }
    }
    let mut found = Vec::new();
    walk("", value, &mut found);
    found
}

/// All strings in a JSON value, one per line: the text to search and count in data of any shape.
pub fn json_text(value: &Value) -> String {
    fn walk(value: &Value, lines: &mut Vec<String>) {
        match value {
            Value::String(text) => lines.push(text.clone()),
            Value::Array(items) => items.iter().for_each(|it| walk(it, lines)),
            Value::Object(map) => map.values().for_each(|it| walk(it, lines)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    let mut lines = Vec::new();
    walk(value, &mut lines);
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn replacing_a_word_yields_one_removed_and_one_added_part() {
        let pieces = diff_text("the red door", "the blue door");
        let kinds: Vec<_> = pieces
            .iter()
            .map(|it| (it.kind, it.text.as_str()))
            .collect();
        assert_eq!(
            kinds,
            [
                (DiffKind::Same, "the "),
                (DiffKind::Removed, "red"),
                (DiffKind::Added, "blue"),
                (DiffKind::Same, " door"),
            ]
        );
    }

    #[test]
    fn diff_json_compares_leaf_values() {
        let lines = diff_json(
            &json!({ "a": 1, "b": [2], "c": {} }),
            &json!({ "a": 3, "b": [2] }),
        );
        assert_eq!(
            lines,
            [
                ("/a".to_owned(), Some(json!(1)), Some(json!(3))),
                ("/c".to_owned(), Some(json!({})), None),
            ]
        );
    }

    proptest! {
        #[test]
        fn diff_parts_rebuild_both_texts(older in ".{0,40}", newer in ".{0,40}") {
            let pieces = diff_text(&older, &newer);
            let join = |left_out: DiffKind| -> String {
                pieces.iter().filter(|it| it.kind != left_out).map(|it| it.text.as_str()).collect()
            };
            prop_assert_eq!(join(DiffKind::Added), older);
            prop_assert_eq!(join(DiffKind::Removed), newer);
        }
    }
}
