//! Resolves where a connection finally leads: jumpers are replaced by their element, each condition
//! of a branch gives one route, and the conditions passed on the way are combined.

use serde_json::{Map, Value};

use crate::import::markdown;

/// Chains of branches nested deeper than this lead nowhere.
const MAX_DEPTH: usize = 32;
/// The maximum number of routes from one connection.
const MAX_ROUTES: usize = 1000;

/// A route from one element to another.
pub(super) struct Route<'a> {
    /// The element's id in the file.
    pub(super) target: &'a str,
    pub(super) label: String,
    /// The condition of the route, in Arcweave's notation.
    pub(super) condition: Option<String>,
}

/// The project's lists, by name.
#[derive(Clone, Copy)]
pub(super) struct Project<'a>(pub(super) &'a Map<String, Value>);

impl<'a> Project<'a> {
    /// An entry of a list, by id.
    pub(super) fn entry(self, list: &str, id: &str) -> Option<&'a Value> {
        self.0.get(list)?.get(id)
    }

    /// The entries of a list, in file order.
    pub(super) fn entries(self, list: &str) -> impl Iterator<Item = (&'a String, &'a Value)> {
        self.0
            .get(list)
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
    }

    /// All routes that start with this connection; empty if it leads nowhere.
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
                self.add_route(element, held, label, found);
            }
            _ => self.add_route(target, held, label, found),
        }
    }

    fn add_route(self, target: &str, held: &[String], label: String, found: &mut Vec<Route<'a>>) {
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

    /// One route per condition. Each also requires that the conditions before it are false.
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

/// A text field of an entry; empty if it is missing.
pub(super) fn text<'a>(entry: &'a Value, field: &str) -> &'a str {
    entry.get(field).and_then(Value::as_str).unwrap_or_default()
}
