//! Resolves where a connection finally leads: jumpers are replaced by their element, each condition
//! of a branch gives one route, and the conditions passed on the way are combined.

use model::play::Effect;
use serde_json::{Map, Value};

use super::script::{self, code_of, scripted};
use crate::import::{markdown, string_field, tidy_title};

/// Chains of branches nested deeper than this lead nowhere.
const MAX_DEPTH: usize = 32;
/// The maximum number of routes from one connection.
const MAX_ROUTES: usize = 1000;

/// A route from one element to another.
pub(super) struct Route<'a> {
    /// The element's id in the file.
    pub(super) target: &'a str,
    pub(super) label: String,
    /// The condition of the route; in Arcweave's notation if ours cannot express it.
    pub(super) condition: Option<String>,
    /// What the code in the labels on the way does.
    pub(super) effect: Effect,
}

/// What was passed on a way.
#[derive(Clone, Default)]
struct Passed {
    label: String,
    effect: Effect,
    /// The conditions that hold.
    held: Vec<String>,
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

    /// The title of an element; `None` if it has none.
    pub(super) fn title(self, element: &str) -> Option<String> {
        let title = markdown(string_field(self.entry("elements", element)?, "title"));
        // Titles are plain text; emphasis marks in them would be shown literally.
        let title = tidy_title(&title.replace('*', ""), "");
        (!title.is_empty()).then_some(title)
    }

    /// All routes that start with this connection; empty if it leads nowhere.
    pub(super) fn routes(self, connection: &str) -> Vec<Route<'a>> {
        let mut found = Vec::new();
        self.follow(connection, Passed::default(), 0, &mut found);
        found
    }

    fn follow(
        self,
        connection: &str,
        mut passed: Passed,
        depth: usize,
        found: &mut Vec<Route<'a>>,
    ) {
        let Some(connection) = self.entry("connections", connection) else {
            return;
        };
        if depth > MAX_DEPTH || found.len() >= MAX_ROUTES {
            return;
        }
        let own = scripted(string_field(connection, "label"), self);
        passed.effect.0.extend(own.effect.0);
        if passed.label.is_empty() {
            passed.label = own.text.split_whitespace().collect::<Vec<_>>().join(" ");
        }
        let target = string_field(connection, "targetid");
        match string_field(connection, "targetType") {
            "branches" => self.split(target, passed, depth, found),
            "jumpers" => {
                let jumper = self.entry("jumpers", target);
                let element = jumper.map_or("", |it| string_field(it, "elementId"));
                self.add_route(element, passed, found);
            }
            _ => self.add_route(target, passed, found),
        }
    }

    fn add_route(self, target: &str, passed: Passed, found: &mut Vec<Route<'a>>) {
        let elements = self.0.get("elements").and_then(Value::as_object);
        let Some((target, _)) = elements.and_then(|it| it.get_key_value(target)) else {
            return;
        };
        let held = passed.held;
        found.push(Route {
            target,
            label: passed.label,
            condition: (!held.is_empty()).then(|| held.join(" && ")),
            effect: passed.effect,
        });
    }

    /// One route per condition. Each also requires that the conditions before it are false.
    fn split(self, branch: &str, mut passed: Passed, depth: usize, found: &mut Vec<Route<'a>>) {
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
        for id in first.chain(more).chain(last).filter_map(Value::as_str) {
            let Some(condition) = self.entry("conditions", id) else {
                continue;
            };
            let script = code_of(string_field(condition, "script"), self);
            let script = script.split_whitespace().collect::<Vec<_>>().join(" ");
            let script = script::condition(&script);
            let output = string_field(condition, "output");
            if script.is_empty() {
                self.follow(output, passed.clone(), depth + 1, found);
            } else {
                let mut inner = passed.clone();
                inner.held.push(script.clone());
                self.follow(output, inner, depth + 1, found);
                passed.held.push(format!("!({script})"));
            }
        }
    }
}
