//! Maps the fields of a canvas to those of a story. A field is kept separately only if writing the
//! story would not reproduce it, so an unchanged canvas comes back unchanged and an edited one
//! shows the edit.

use model::Layout;
use serde_json::{Map, Number, Value};

use super::card_text;
use crate::import::{derive_title, tidy_title};

/// A JSON object of a canvas.
pub(super) type Fields = Map<String, Value>;

/// The size of a card without a size, in map units.
pub(super) const DEFAULT_CARD_SIZE: (f64, f64) = (250.0, 140.0);
/// The size of a group without a size, in map units.
pub(super) const DEFAULT_GROUP_SIZE: (f64, f64) = (640.0, 480.0);

/// The four node types of JSON Canvas 1.0, and any other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NodeType {
    Text,
    Group,
    File,
    Link,
    Unknown,
}

impl NodeType {
    /// The type of a node, from its fields.
    pub(super) fn of(fields: &Fields) -> Self {
        match fields.get("type").and_then(Value::as_str) {
            Some("text") => Self::Text,
            Some("group") => Self::Group,
            Some("file") => Self::File,
            Some("link") => Self::Link,
            _ => Self::Unknown,
        }
    }

    /// The kind of story node it becomes.
    pub(super) fn kind(self) -> &'static str {
        match self {
            Self::Text => "scene",
            Self::Group => "group",
            Self::File | Self::Link | Self::Unknown => "note",
        }
    }
}

/// The title for a node, from its fields and the text of its card.
pub(super) fn title_of(fields: &Fields, text: &str) -> String {
    let field = |key| fields.get(key).and_then(Value::as_str).unwrap_or_default();
    match NodeType::of(fields) {
        NodeType::Text => card_text::read(text).title,
        NodeType::Group => tidy_title(field("label"), "Group"),
        NodeType::File => {
            let name = field("file").rsplit(['/', '\\']).next().unwrap_or_default();
            let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
            tidy_title(&format!("{stem}{}", field("subpath")), "File")
        }
        NodeType::Link => tidy_title(field("url"), "Link"),
        NodeType::Unknown => derive_title(field("text")),
    }
}

/// Removes and returns a string field that `write` would reproduce; any other value stays in
/// `fields`.
pub(super) fn take_text(fields: &mut Fields, key: &str) -> Option<String> {
    match fields.shift_remove(key) {
        Some(Value::String(text)) => Some(text),
        Some(other) => {
            fields.insert(key.to_owned(), other);
            None
        }
        None => None,
    }
}

/// Reads a length. A fractional one is also kept in `fields`.
pub(super) fn take_length(fields: &mut Fields, key: &str) -> Option<f64> {
    let raw = fields.get(key)?.as_number()?.clone();
    let length = raw.as_f64().filter(|it| it.is_finite())?;
    if whole(length) == raw {
        fields.shift_remove(key);
    }
    Some(length)
}

/// A length as written: the kept value while it still matches, otherwise rounded.
pub(super) fn length(kept: Option<&Fields>, key: &str, length: f64) -> Value {
    let raw = kept.and_then(|it| it.get(key)).and_then(Value::as_number);
    match raw {
        Some(raw) if raw.as_f64() == Some(length) => Value::Number(raw.clone()),
        _ => Value::Number(whole(length)),
    }
}

fn whole(length: f64) -> Number {
    // `as` saturates and maps NaN to zero, so every length converts.
    Number::from(length.round() as i64)
}

/// Removes and returns a palette color or `#rrggbb`; any other color stays in `fields`.
pub(super) fn take_color(fields: &mut Fields) -> Option<String> {
    let color = fields
        .get("color")?
        .as_str()
        .filter(|it| is_color(it))?
        .to_owned();
    fields.shift_remove("color");
    Some(color)
}

pub(super) fn is_color(text: &str) -> bool {
    match text.strip_prefix('#') {
        Some(digits) => digits.len() == 6 && digits.bytes().all(|it| it.is_ascii_hexdigit()),
        None => matches!(text, "1" | "2" | "3" | "4" | "5" | "6"),
    }
}

/// The width and height to write for a node.
pub(super) fn size(layout: &Layout, node_type: NodeType) -> (f64, f64) {
    let default = if node_type == NodeType::Group {
        DEFAULT_GROUP_SIZE
    } else {
        DEFAULT_CARD_SIZE
    };
    (
        layout.width.unwrap_or(default.0),
        layout.height.unwrap_or(default.1),
    )
}
