//! Conditions and effects for the reader: parsed here once and written as nested lists (see
//! `reader/expression.js`). What cannot be parsed is omitted: such a choice is always offered, such
//! an effect does nothing, as in the rest of the program.

use std::collections::{BTreeMap, BTreeSet};

use model::play::{Effect, Expression, Value as Held};
use model::{Edge, Node};
use serde_json::{Value, json};

use crate::LossKind;
use crate::export::{Losses, Mark, Pages};

/// The effect of taking a choice.
pub(super) fn choice_effect(edge: &Edge) -> Effect {
    let effect = edge.record.effect.as_deref();
    effect.and_then(|it| it.parse().ok()).unwrap_or_default()
}

/// The effect of entering a node.
pub(super) fn entry_effect(node: &Node) -> Effect {
    node.play().effect()
}

/// An expression as nested lists.
pub(super) fn expression(it: &Expression) -> Value {
    match it {
        Expression::Literal(value) => json!(["=", literal(value)]),
        Expression::Variable(name) => json!(["$", name]),
        Expression::Visits(title) => json!(["#", title]),
        Expression::Visited(title) => json!(["?", title]),
        Expression::Otherwise => json!(["else"]),
        Expression::Not(inner) => json!(["not", expression(inner)]),
        Expression::Negate(inner) => json!(["neg", expression(inner)]),
        Expression::Random(bounds) => {
            json!(["random", expression(&bounds[0]), expression(&bounds[1])])
        }
        Expression::If(parts) => {
            let [condition, one, other] = &**parts;
            json!([
                "if",
                expression(condition),
                expression(one),
                expression(other)
            ])
        }
        Expression::Binary(operator, one, other) => {
            json!([operator.mark(), expression(one), expression(other)])
        }
    }
}

/// An effect as a list of names and expressions.
pub(super) fn effect(it: &Effect) -> Value {
    let assignments = it.0.iter();
    assignments
        .map(|it| json!([it.name, expression(&it.value)]))
        .collect()
}

/// What a mark between texts means.
pub(super) fn mark(it: &Mark) -> Value {
    match it {
        Mark::If(conditions) => {
            let conditions: Vec<_> = conditions.iter().map(expression).collect();
            json!({ "if": conditions })
        }
        Mark::Branch(number) => json!({ "branch": number }),
        Mark::End => json!({ "end": true }),
        Mark::Value(value) => json!({ "value": expression(value) }),
        Mark::Set(it) => json!({ "set": effect(it) }),
    }
}

fn literal(value: &Held) -> Value {
    match value {
        Held::Boolean(it) => json!(it),
        Held::Number(it) => json!(it),
        Held::Text(it) => json!(it),
        Held::Unset => Value::Null,
    }
}

/// The pages that titles in conditions, effects and conditional prose refer to: an exact match,
/// otherwise one that ignores letter case.
pub(super) fn titles(pages: &Pages<'_>, prose: &[Expression]) -> BTreeMap<String, Vec<usize>> {
    let mut asked = BTreeSet::new();
    let mut ask = |it: &Expression| asked.extend(it.titles().into_iter().map(str::to_owned));
    for node in &pages.nodes {
        entry_effect(node).0.iter().for_each(|it| ask(&it.value));
        for edge in pages.choices.from(node.id) {
            edge.record.read_condition().iter().for_each(&mut ask);
            choice_effect(edge).0.iter().for_each(|it| ask(&it.value));
        }
    }
    prose.iter().for_each(&mut ask);
    if asked.is_empty() {
        return BTreeMap::new();
    }
    let mut exact: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    let mut folded: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (number, node) in pages.nodes.iter().enumerate() {
        exact.entry(&node.title).or_default().push(number);
        folded
            .entry(node.title.to_lowercase())
            .or_default()
            .push(number);
    }
    let meant = |title: String| {
        let numbers = exact.get(title.as_str());
        let numbers = numbers.or_else(|| folded.get(&title.to_lowercase()));
        let numbers = numbers.cloned().unwrap_or_default();
        (title, numbers)
    };
    asked.into_iter().map(meant).collect()
}

/// Adds the conditions and effects that cannot be parsed.
pub(super) fn losses(pages: &Pages<'_>, losses: &mut Losses<'_>) {
    let edges = || pages.nodes.iter().flat_map(|it| pages.choices.from(it.id));
    let edges = || edges().copied();
    losses.add_edges(
        LossKind::UnreadableConditions,
        edges().filter(|it| it.record.condition.is_some() && it.record.read_condition().is_none()),
    );
    losses.add_edges(
        LossKind::UnreadableEffects,
        edges().filter(|it| {
            let effect = it.record.effect.as_deref();
            effect.is_some_and(|it| it.parse::<Effect>().is_err())
        }),
    );
    losses.add_nodes(
        LossKind::UnreadableEntryEffects,
        pages.nodes.iter().copied().filter(|it| {
            let enter = it.play().enter;
            enter.parse::<Effect>().is_err()
        }),
    );
}
