//! Values that fit on one line, in a table or next to their field's name.

use model::Timestamp;
use serde_json::{Map, Value};
use unicode_width::UnicodeWidthStr;

use super::table::flat;

/// How many characters of a content hash are shown.
const HASH: usize = 12;
/// How many items of a list are shown on one line before the rest is only counted.
const MAX_LISTED: usize = 4;

/// A value on one line.
pub(super) fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Bool(true) => "yes".into(),
        Value::Bool(false) => "no".into(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => scalar(text),
        Value::Array(items) => {
            let mut cells: Vec<String> = items.iter().take(MAX_LISTED).map(cell).collect();
            if items.len() > MAX_LISTED {
                cells.push(format!("and {} more", items.len() - MAX_LISTED));
            }
            cells.join(", ")
        }
        Value::Object(map) => record(map),
    }
}

/// A small record by its name: a node by its title, an author by name, a pair as `k = v`.
fn record(map: &Map<String, Value>) -> String {
    if let (Some(key), Some(value)) = (map.get("k"), map.get("v")) {
        return format!("{} = {}", cell(key), cell(value));
    }
    if let Some(capability) = map.get("capability").and_then(Value::as_str) {
        return moved(map, capability);
    }
    // A record of somebody's own fields, such as variables, may have a field `name` as well.
    let is_reference = map.len() == 1
        || ["id", "kind", "story"]
            .iter()
            .any(|it| map.contains_key(*it));
    for name in ["title", "name"] {
        if is_reference && let Some(text) = map.get(name).and_then(Value::as_str) {
            return flat(text);
        }
    }
    if let Some(number) = map.get("number") {
        return format!("v{}", cell(number));
    }
    let shown = map.iter().filter(|(_, value)| !is_empty(value));
    let pairs = shown.map(|(name, value)| format!("{} {}", label(name), cell(value)));
    pairs.collect::<Vec<_>>().join(", ")
}

/// The change of one slot: `Thomas Anderson kv v1 → v2`.
fn moved(map: &Map<String, Value>, capability: &str) -> String {
    let subject = ["what", "node", "title"].iter().find_map(|it| map.get(*it));
    let subject = subject
        .map(|it| format!("{} ", cell(it)))
        .unwrap_or_default();
    let number = |name: &str| {
        map.get(name)
            .filter(|it| !is_empty(it))
            .map(|it| format!("v{}", cell(it)))
    };
    let versions = match (
        number("before"),
        number("after").or_else(|| number("version")),
    ) {
        (Some(before), Some(after)) => format!(" {before} → {after}"),
        (None, Some(after)) => format!(" {after}"),
        (Some(before), None) => format!(" {before} → none"),
        (None, None) => String::new(),
    };
    format!("{subject}{}{versions}", flat(capability))
}

/// Ids by their end, hashes by their beginning, times to the second, everything else unchanged.
fn scalar(text: &str) -> String {
    if text.len() == 36
        && let Ok(id) = text.parse::<model::NodeId>()
    {
        return id.short();
    }
    if text.parse::<model::AssetId>().is_ok() {
        return text.chars().take(HASH).collect();
    }
    if let Ok(time) = text.parse::<Timestamp>() {
        return time.strftime("%Y-%m-%d %H:%M:%S UTC").to_string();
    }
    flat(text)
}

/// A field's name for people.
pub(super) fn label(name: &str) -> String {
    flat(&name.replace('_', " "))
}

/// Whether there is nothing to show.
pub(super) fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(map) => map.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

/// Whether a value has room on one line.
pub(super) fn is_small(value: &Value) -> bool {
    let is_flat = |it: &Value| !it.is_object() && !it.is_array();
    match value {
        Value::String(text) => !text.contains('\n') && text.width() <= 160,
        Value::Array(items) => items.iter().all(|it| is_flat(it) || is_named(it)),
        Value::Object(map) => is_named(value) || (map.values().all(is_flat) && map.len() <= 3),
        _ => true,
    }
}

/// Whether a record is shown by its name only.
fn is_named(value: &Value) -> bool {
    let Value::Object(map) = value else {
        return false;
    };
    let is_node = map.contains_key("id") && map.len() <= 3 && map.contains_key("title");
    let is_author = map.contains_key("kind") && map.contains_key("name") && map.len() == 2;
    let is_move = map.contains_key("capability") && map.contains_key("node");
    is_node || is_author || (is_move && !map.contains_key("difference"))
}
