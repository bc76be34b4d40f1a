//! Where a connection leads in the end: through jumpers to their element, through branches once a
//! condition, with what must hold on the way.

use serde_json::{Map, Value};

use crate::reading::markdown;

/// Branches one behind the other deeper than this lead nowhere.
const MAX_DEPTH: usize = 32;
/// One connection leads to at most this many elements.
const MAX_ROUTES: usize = 1000;

/// A way from an element to another.
pub(super) struct Route<'a> {
    /// The element's id in the file.
    pub(super) target: &'a str,
    pub(super) label: String,
    /// What must hold, in Arcweave's own notation.
    pub(super) condition: Option<String>,
}

/// The project's lists, by name.
#[derive(Clone, Copy)]
pub(super) struct Project<'a>(pub(super) &'a Map<String, Value>);

impl<'a> Project<'a> {
    /// An entry of a list.
    pub(super) fn entry(self, list: &str, id: &str) -> Option<&'a Value> {
        self.0.get(list)?.get(id)
    }

    /// The entries of a list, in the order of the file.
    pub(super) fn entries(self, list: &str) -> impl Iterator<Item = (&'a String, &'a Value)> {
        self.0
            .get(list)
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
    }

    /// All ways that begin with a connection; none if it leads nowhere.
    pub(super) fn routes(self, connection: &str) -> Vec<Route<'a>> {
        let mut found = Vec::new();
        self.follow(connection, &[], String::new(), 0, &mut found);
        found
    }

    fn follow(
        self,
        connection: &str,
        held: &[String],
        label: String,
        depth: usize,
        found: &mut Vec<Route<'a>>,
    ) {
        let Some(connection) = self.entry("connections", connection) else {
            return;
        };
        if depth > MAX_DEPTH || found.len() >= MAX_ROUTES {
            return;
        }
        let own = markdown(text(connection, "label"));
        let label = if label.is_empty() {
            own.replace('\n', " ")
        } else {
            label
        };
        let target = text(connection, "targetid");
        match text(connection, "targetType") {
            "branches" => self.split(target, held, &label, depth, found),
            "jumpers" => {
                let jumper = self.entry("jumpers", target);
                let element = jumper.map_or("", |it| text(it, "elementId"));
                self.arrive(element, held, label, found);
            }
            _ => self.arrive(target, held, label, found),
        }
    }

    fn arrive(self, target: &str, held: &[String], label: String, found: &mut Vec<Route<'a>>) {
        let elements = self.0.get("elements").and_then(Value::as_object);
        let Some((target, _)) = elements.and_then(|it| it.get_key_value(target)) else {
            return;
        };
        let condition = (!held.is_empty()).then(|| held.join(" && "));
        found.push(Route {
            target,
            label,
            condition,
        });
    }

    /// One way a condition: each holds only where those before it do not.
    fn split(
        self,
        branch: &str,
        held: &[String],
        label: &str,
        depth: usize,
        found: &mut Vec<Route<'a>>,
    ) {
        let Some(conditions) = self
            .entry("branches", branch)
            .and_then(|it| it.get("conditions"))
        else {
            return;
        };
        let first = conditions.get("ifCondition").into_iter();
        let more = conditions
            .get("elseIfConditions")
            .and_then(Value::as_array)
            .into_iter()
            .flatten();
        let last = conditions.get("elseCondition").into_iter();
        let mut held = held.to_vec();
        for id in first.chain(more).chain(last).filter_map(Value::as_str) {
            let Some(condition) = self.entry("conditions", id) else {
                continue;
            };
            let script = markdown(text(condition, "script"));
            let script = script.split_whitespace().collect::<Vec<_>>().join(" ");
            let output = text(condition, "output");
            if script.is_empty() {
                self.follow(output, &held, label.to_owned(), depth + 1, found);
            } else {
                held.push(script.clone());
                self.follow(output, &held, label.to_owned(), depth + 1, found);
                held.pop();
                held.push(format!("!({script})"));
            }
        }
    }
}

/// A text of an entry; empty where there is none.
pub(super) fn text<'a>(entry: &'a Value, field: &str) -> &'a str {
    entry.get(field).and_then(Value::as_str).unwrap_or_default()
}
