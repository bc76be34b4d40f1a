//! Lenient reading of fields that may have been edited by hand: the most likely meaning of a value,
//! and line numbers in the file.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use model::{Layout, NodeId, Story};
use serde_json::{Map, Value};

use crate::import::{NodeBounds, lay_out_unplaced};
use markup::kept_data::DataMap;

/// A value as text: a title made of digits is still a title.
pub(super) fn words(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

/// The id in a field, if it is valid.
pub(super) fn identity<T: std::str::FromStr>(value: Option<Value>) -> Option<T> {
    value?.as_str()?.parse().ok()
}

/// A position on the map.
pub(super) fn layout(at: &Value) -> Layout {
    let number = |name: &str| at.get(name).and_then(Value::as_f64);
    let color = at.get("color").map(words);
    Layout {
        x: number("x").unwrap_or_default(),
        y: number("y").unwrap_or_default(),
        width: number("width").filter(|it| *it > 0.0),
        height: number("height").filter(|it| *it > 0.0),
        parent: None,
        color: color.filter(|it| !it.is_empty()),
        collapsed: at
            .get("collapsed")
            .and_then(Value::as_bool)
            .unwrap_or_default(),
    }
}

/// Data by capability.
pub(super) fn data_of(fields: Option<Value>) -> DataMap {
    let Some(Value::Object(fields)) = fields else {
        return DataMap::new();
    };
    let data = fields
        .into_iter()
        .map(|(name, value)| (name.as_str().into(), Arc::new(value)));
    data.collect()
}

/// The line of a file, counted from 1, that contains a text.
pub(super) fn line_of(file: &str, words: &str) -> Option<usize> {
    let at = file.find(words).filter(|_| !words.is_empty())?;
    Some(1 + file[..at].matches('\n').count())
}

/// Finds line numbers from top to bottom, for texts in file order.
pub(super) struct Lines<'a> {
    file: &'a str,
    /// The position of the last match, and its line, counted from 1.
    at: usize,
    line: usize,
    /// The number of times the search may still restart at the top.
    restarts_left: usize,
}

impl<'a> Lines<'a> {
    /// Limits the restarts, so that ten thousand links in another order do not take quadratic time.
    const MAX_RESTARTS: usize = 16;

    pub(super) fn of(file: &'a str) -> Self {
        Self {
            file,
            at: 0,
            line: 1,
            restarts_left: Self::MAX_RESTARTS,
        }
    }

    /// The next line that contains this text.
    pub(super) fn find(&mut self, words: &str) -> Option<usize> {
        if words.is_empty() {
            return None;
        }
        loop {
            let behind = &self.file[self.at..];
            if let Some(found) = behind.find(words) {
                self.line += behind[..found].matches('\n').count();
                let line = self.line;
                self.at += found + words.len();
                self.line += words.matches('\n').count();
                return Some(line);
            }
            if self.at == 0 || self.restarts_left == 0 {
                // Texts that do not occur must not cause repeated searches.
                self.restarts_left = self.restarts_left.saturating_sub(1);
                self.at = if self.restarts_left == 0 {
                    self.file.len()
                } else {
                    self.at
                };
                return None;
            }
            self.restarts_left -= 1;
            (self.at, self.line) = (0, 1);
        }
    }
}

/// Assigns positions to nodes whose files contain none.
pub(super) fn place(story: &mut Story, drawn: &HashSet<NodeId>) {
    if drawn.len() == story.nodes.len() {
        return;
    }
    let bounds: Vec<_> = story
        .nodes
        .values()
        .map(|it| {
            drawn.contains(&it.id).then(|| NodeBounds {
                x: it.layout.x,
                y: it.layout.y,
                width: it.layout.width.unwrap_or_default(),
                height: it.layout.height.unwrap_or_default(),
            })
        })
        .collect();
    let index = |id: &NodeId| story.nodes.get_index_of(id);
    let pairs = story
        .edges
        .values()
        .filter_map(|it| Some((index(&it.record.from)?, index(&it.record.to)?)));
    let pairs: Vec<_> = pairs.collect();
    let places = lay_out_unplaced(&bounds, &pairs, story.record.start.as_ref().and_then(index));
    for (node, place) in story.nodes.values_mut().zip(places) {
        if let Some((x, y)) = place {
            let layout = &mut Arc::make_mut(node).layout;
            (layout.x, layout.y) = (x, y);
        }
    }
}

/// Replaces references to old assets in all data.
pub(super) fn replace_assets(story: &mut Story, replaced: &HashMap<String, String>) {
    if replaced.is_empty() {
        return;
    }
    for node in story.nodes.values_mut() {
        for value in Arc::make_mut(node).data.values_mut() {
            replace_in(Arc::make_mut(value), replaced);
        }
    }
}

fn replace_in(value: &mut Value, replaced: &HashMap<String, String>) {
    match value {
        Value::String(text) => {
            if let Some(new) = replaced.get(text) {
                text.clone_from(new);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|it| replace_in(it, replaced)),
        Value::Object(fields) => fields.values_mut().for_each(|it| replace_in(it, replaced)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// A link with a target and, if not empty, a label.
pub(super) fn plain_link(to: String, label: String) -> Map<String, Value> {
    let mut link = Map::from_iter([("to".to_owned(), Value::String(to))]);
    if !label.is_empty() {
        link.insert("label".to_owned(), Value::String(label));
    }
    link
}

/// Removes a field whose value is `true` and returns whether it was; other values stay.
pub(super) fn flag(fields: &mut Map<String, Value>, name: &str) -> bool {
    let is_set = fields.get(name) == Some(&Value::Bool(true));
    if is_set {
        fields.shift_remove(name);
    }
    is_set
}
