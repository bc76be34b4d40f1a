//! JSON as text by its shape: fields, tables, prose, differences, trees.

use serde_json::{Map, Value};
use unicode_width::UnicodeWidthStr;

use super::cell::{cell, is_empty, is_small, label};
use super::table::table;
use crate::terminal::{BAD, FAINT, GOOD, STRONG, plain};

/// A result under its title, if it has one.
pub(super) fn titled(title: &str, data: &Value, width: usize) -> String {
    let body = match has_nothing(data) {
        true => format!("{FAINT}nothing{FAINT:#}\n"),
        false => value(data, width),
    };
    if title.is_empty() {
        body
    } else {
        format!("{STRONG}{}{STRONG:#}\n{body}", plain(title))
    }
}

/// Whether there is nothing to show: no field has a value but counts of zero.
fn has_nothing(data: &Value) -> bool {
    let is_zero_count =
        |(name, value): (&String, &Value)| name.ends_with("count") && value.as_u64() == Some(0);
    match data {
        Value::Object(fields) => fields.iter().all(|it| is_empty(it.1) || is_zero_count(it)),
        other => is_empty(other),
    }
}

/// The fields of an answer that somebody should look at after a change, in `links` too.
const UNDECIDED: [&str; 9] = [
    "conflicts",
    "taken_out",
    "unknown",
    "unread",
    "not_taken",
    "dropped_conditions",
    "links_left",
    "mentions",
    "missed_terms",
];

/// Notes about something that was written: warnings, losses and what is left to decide, if any.
pub(super) fn notes(data: &Value, width: usize) -> String {
    let named = ["warnings", "losses", "notes"];
    let found = named.iter().filter_map(|it| data.get(it));
    let found = found.filter(|it| !is_empty(it));
    let mut text: String = found
        .map(|it| format_notices(it).unwrap_or_else(|| value(it, width)))
        .collect();
    if let Some(more) = data.get("more_warnings").and_then(Value::as_u64) {
        text.push_str(&format!("{FAINT}and {more} more{FAINT:#}\n"));
    }
    let parts = [Some(data), data.get("links")].into_iter().flatten();
    let undecided: Map<String, Value> = parts
        .flat_map(|it| {
            UNDECIDED
                .iter()
                .filter_map(|name| Some((name, it.get(name)?)))
        })
        .filter(|it| !is_empty(it.1))
        .map(|(name, value)| ((*name).to_owned(), value.clone()))
        .collect();
    if !undecided.is_empty() {
        text.push_str(&object(&undecided, width));
    }
    text
}

/// Messages, one per line, each after its position as in compiler output: `hall.twee:3: …`.
fn format_notices(items: &Value) -> Option<String> {
    let line = |item: &Value| {
        let message = plain(item.get("message")?.as_str()?);
        let file = item.get("file").and_then(Value::as_str).map(plain);
        let place = match (file, item.get("line").and_then(Value::as_u64)) {
            (Some(file), Some(line)) => format!("{file}:{line}: "),
            (Some(file), None) => format!("{file}: "),
            (None, Some(line)) => format!("line {line}: "),
            (None, None) => String::new(),
        };
        Some(format!("{FAINT}{place}{FAINT:#}{message}\n"))
    };
    items.as_array()?.iter().map(line).collect()
}

/// Any value, each line terminated.
fn value(data: &Value, width: usize) -> String {
    match data {
        Value::Object(map) => object(map, width),
        Value::Array(items) => list(items, width),
        Value::String(text) => ended(&plain(text)),
        scalar => ended(&cell(scalar)),
    }
}

/// Short fields on aligned lines, then longer values under their own names.
fn object(map: &Map<String, Value>, width: usize) -> String {
    if let Some(text) = map
        .get("pieces")
        .and_then(Value::as_array)
        .and_then(|it| difference(it))
    {
        return ended(&text);
    }
    let shown: Vec<_> = map.iter().filter(|(_, value)| !is_empty(value)).collect();
    if let [(_, Value::String(text))] = shown.as_slice() {
        return ended(&plain(text));
    }
    let (small, large): (Vec<_>, Vec<_>) = shown.into_iter().partition(|(_, it)| is_small(it));
    let widest = small
        .iter()
        .map(|(name, _)| label(name).width())
        .max()
        .unwrap_or(0);
    let mut text = String::new();
    for (name, value) in &small {
        let name = label(name);
        let gap = " ".repeat(widest - name.width() + 2);
        text.push_str(&format!("{FAINT}{name}{FAINT:#}{gap}{}\n", cell(value)));
    }
    if small.is_empty()
        && let [(_, only)] = large.as_slice()
        && only.get("version").is_none()
    {
        return value(only, width);
    }
    for (name, large) in large {
        let (version, large) = versioned(large);
        let gap = if text.is_empty() { "" } else { "\n" };
        text.push_str(&format!("{gap}{FAINT}{}{version}{FAINT:#}\n", label(name)));
        text.push_str(&value(large, width));
    }
    text
}

/// Versioned data is shown as the data, with the number beside its name.
fn versioned(value: &Value) -> (String, &Value) {
    match (
        value.get("version").and_then(Value::as_u64),
        value.get("data"),
    ) {
        (Some(number), Some(data)) => (format!(" v{number}"), data),
        _ => (String::new(), value),
    }
}

fn list(items: &[Value], width: usize) -> String {
    if let Some(text) = difference(items) {
        return ended(&text);
    }
    if !items.iter().all(Value::is_object) {
        return items
            .iter()
            .map(|it| ended(&format!("- {}", cell(it))))
            .collect();
    }
    let has_room = |it: &Value| it.as_object().is_some_and(|it| it.values().all(is_small));
    if items.iter().all(has_room) {
        return rows(items, width);
    }
    let blocks: Vec<String> = items.iter().map(|it| value(it, width)).collect();
    blocks.join("\n")
}

/// Unchanged, added and removed runs of text, with `+` and `-` if there is no color.
fn difference(items: &[Value]) -> Option<String> {
    let mut text = String::new();
    for item in items {
        let run = plain(item.get("text")?.as_str()?);
        match item.get("kind")?.as_str()? {
            "same" => text.push_str(&run),
            "added" => text.push_str(&format!("{GOOD}{{+{run}+}}{GOOD:#}")),
            "removed" => text.push_str(&format!("{BAD}[-{run}-]{BAD:#}")),
            _ => return None,
        }
    }
    (!items.is_empty()).then_some(text)
}

/// Records as a table of all their fields.
fn rows(items: &[Value], width: usize) -> String {
    let mut heads: Vec<&str> = Vec::new();
    for (name, value) in items.iter().filter_map(Value::as_object).flatten() {
        if !is_empty(value) && !heads.contains(&name.as_str()) {
            heads.push(name);
        }
    }
    // Ids are for programs; people see titles and numbers, unless an id is all there is.
    if heads
        .iter()
        .any(|it| ["title", "name", "number", "node"].contains(it))
    {
        heads.retain(|&it| it != "id" && it != "hash");
    }
    let row = |item: &Value| heads.iter().map(|&it| cell(&item[it])).collect();
    let rows: Vec<Vec<String>> = items.iter().map(row).collect();
    let labels: Vec<String> = heads.iter().map(|it| label(it)).collect();
    let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
    table(&labels, &rows, width)
}

fn ended(text: &str) -> String {
    if text.ends_with('\n') {
        text.to_owned()
    } else {
        format!("{text}\n")
    }
}
