//! The correspondence between a board's fields and a story's. One rule throughout: a field is kept
//! only where writing what was read would not give it back, so that an unchanged board comes back
//! as it was and a changed one shows the change.

use model::Layout;
use serde_json::{Map, Number, Value};

use crate::reading::{derive_title, tidy_title};

/// A JSON object of a board.
pub(super) type Fields = Map<String, Value>;

/// The size of a card whose size nobody has set, in map units.
pub(super) const CARD: (f64, f64) = (250.0, 140.0);
/// The size of a group whose size nobody has set.
pub(super) const GROUP: (f64, f64) = (640.0, 480.0);

/// The four sorts of node in JSON Canvas 1.0, and whatever else a file says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    Text,
    Group,
    File,
    Link,
    Unknown,
}

impl Sort {
    /// The sort of a node's fields.
    pub(super) fn of(fields: &Fields) -> Self {
        match fields.get("type").and_then(Value::as_str) {
            Some("text") => Self::Text,
            Some("group") => Self::Group,
            Some("file") => Self::File,
            Some("link") => Self::Link,
            _ => Self::Unknown,
        }
    }

    /// The kind of node it becomes.
    pub(super) fn kind(self) -> &'static str {
        match self {
            Self::Text => "scene",
            Self::Group => "group",
            Self::File | Self::Link | Self::Unknown => "note",
        }
    }
}

/// The title that a node's fields and its text give it.
pub(super) fn title_of(fields: &Fields, text: &str) -> String {
    let field = |key| fields.get(key).and_then(Value::as_str).unwrap_or_default();
    match Sort::of(fields) {
        Sort::Text => derive_title(text),
        Sort::Group => tidy_title(field("label"), "Group"),
        Sort::File => {
            let name = field("file").rsplit(['/', '\\']).next().unwrap_or_default();
            let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
            tidy_title(&format!("{stem}{}", field("subpath")), "File")
        }
        Sort::Link => tidy_title(field("url"), "Link"),
        Sort::Unknown => derive_title(field("text")),
    }
}

/// Takes a string field that is what `write` would give for what was read; otherwise the field
/// stays where it is.
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

/// Reads a length. One that is no whole number stays among the fields beside being read.
pub(super) fn take_length(fields: &mut Fields, key: &str) -> Option<f64> {
    let raw = fields.get(key)?.as_number()?.clone();
    let length = raw.as_f64().filter(|it| it.is_finite())?;
    if whole(length) == raw {
        fields.shift_remove(key);
    }
    Some(length)
}

/// The length as it is written: as it was in the file while it still says the same, else whole.
pub(super) fn length(kept: Option<&Fields>, key: &str, length: f64) -> Value {
    let raw = kept.and_then(|it| it.get(key)).and_then(Value::as_number);
    match raw {
        Some(raw) if raw.as_f64() == Some(length) => Value::Number(raw.clone()),
        _ => Value::Number(whole(length)),
    }
}

fn whole(length: f64) -> Number {
    // `as` saturates and makes zero of what is no number: every length has a nearest whole one.
    Number::from(length.round() as i64)
}

/// Reads a color of the palette or of the form `#rrggbb`; any other stays among the fields.
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

/// A node's width and height as they are written.
pub(super) fn size(layout: &Layout, sort: Sort) -> (f64, f64) {
    let default = if sort == Sort::Group { GROUP } else { CARD };
    (
        layout.width.unwrap_or(default.0),
        layout.height.unwrap_or(default.1),
    )
}
