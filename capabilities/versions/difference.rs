//! The difference between two states of a slot: word by word for prose, a table of changes for
//! anything else. Pure.

use model::contents::{Attributes, Prose};
use model::{DiffKind, DiffPart, diff_json, diff_text};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

/// How much of an unchanged run is shown at each end, in characters.
const CONTEXT: usize = 40;

/// What became of the data between two versions.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(super) struct Difference {
    /// Prose, in pieces that were kept, added or removed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) pieces: Vec<DiffPart>,
    /// Other data, value by value.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) lines: Vec<FieldChange>,
    /// The same for reading: `[-removed-]` and `{+added+}`, or one line a value.
    pub(super) text: String,
}

/// One value that changed.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(super) struct FieldChange {
    /// Where: the key of a pair, or the path of a field.
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<Value>,
}

impl Difference {
    /// Compares two states; `Null` means that there was no data.
    pub(super) fn between(older: &Value, newer: &Value) -> Self {
        if older == newer {
            let text = "no difference".to_owned();
            return Self {
                pieces: Vec::new(),
                lines: Vec::new(),
                text,
            };
        }
        match (Prose::only_text_in(older), Prose::only_text_in(newer)) {
            (Some(older), Some(newer)) => {
                let pieces = diff_text(older, newer);
                let text = pieces.iter().map(marked).collect();
                Self {
                    pieces,
                    lines: Vec::new(),
                    text,
                }
            }
            _ => {
                let lines = diff_json(&table(older), &table(newer));
                let lines: Vec<_> = lines.into_iter().filter_map(FieldChange::read).collect();
                let text: Vec<_> = lines.iter().map(FieldChange::text).collect();
                Self {
                    pieces: Vec::new(),
                    lines,
                    text: text.join("\n"),
                }
            }
        }
    }
}

impl FieldChange {
    fn read((path, before, after): (String, Option<Value>, Option<Value>)) -> Option<Self> {
        let name = path
            .trim_start_matches('/')
            .replace("~1", "/")
            .replace("~0", "~");
        // An empty name is the root, from when there was no data.
        (!name.is_empty()).then_some(Self {
            name,
            before,
            after,
        })
    }

    fn text(&self) -> String {
        let words = |value: &Option<Value>| match value {
            None => "(nothing)".to_owned(),
            Some(Value::String(text)) => text.clone(),
            // People write 340 for 340.0.
            Some(Value::Number(number)) if number.is_f64() => {
                number.as_f64().unwrap_or_default().to_string()
            }
            Some(other) => other.to_string(),
        };
        format!(
            "{}: {} → {}",
            self.name,
            words(&self.before),
            words(&self.after)
        )
    }
}

/// A list of `{k, v}` pairs as a table by key, so that a pair inserted at the front does not seem
/// to change all that follow.
fn table(data: &Value) -> Value {
    match Attributes::only_items_in(data) {
        Some(attributes) => {
            let pairs = attributes.items.into_iter();
            Value::Object(pairs.map(|it| (it.k, it.v.into())).collect())
        }
        None => data.clone(),
    }
}

fn marked(piece: &DiffPart) -> String {
    match piece.kind {
        DiffKind::Added => format!("{{+{}+}}", piece.text),
        DiffKind::Removed => format!("[-{}-]", piece.text),
        DiffKind::Same => {
            let characters: Vec<char> = piece.text.chars().collect();
            if characters.len() <= 3 * CONTEXT {
                return piece.text.clone();
            }
            let head: String = characters[..CONTEXT].iter().collect();
            let tail: String = characters[characters.len() - CONTEXT..].iter().collect();
            format!("{head} … {tail}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[track_caller]
    fn check(older: Value, newer: Value, text: &str) {
        assert_eq!(Difference::between(&older, &newer).text, text);
    }

    #[test]
    fn compares_prose_by_words() {
        check(
            json!({ "text": "the red door" }),
            json!({ "text": "the blue door" }),
            "the [-red-]{+blue+} door",
        );
        check(Value::Null, json!({ "text": "你好" }), "{+你好+}");
    }

    #[test]
    fn compares_attributes_by_key() {
        check(
            json!({ "items": [{ "k": "Name", "v": "Thomas" }, { "k": "Age", "v": "37" }] }),
            json!({ "items": [{ "k": "Job", "v": "hacker" }, { "k": "Name", "v": "Neo" }] }),
            "Job: (nothing) → hacker\nName: Thomas → Neo\nAge: 37 → (nothing)",
        );
        check(
            Value::Null,
            json!({ "items": [{ "k": "Name", "v": "Neo" }] }),
            "Name: (nothing) → Neo",
        );
    }

    #[test]
    fn compares_other_data_by_field() {
        check(
            json!({ "prompt": "a cat", "width": 512 }),
            json!({ "prompt": "a dog", "width": 512 }),
            "prompt: a cat → a dog",
        );
        check(json!({ "x": 1 }), json!({ "x": 1 }), "no difference");
    }
}
