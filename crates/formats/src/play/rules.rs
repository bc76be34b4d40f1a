//! Conditions and effects as the reader works them out: read here, once, and written as nested
//! lists (`reader/expression.js` says which). What cannot be read is left out: such a choice is
//! offered always, such an effect does nothing, as everywhere else.

use std::collections::{BTreeMap, BTreeSet};

use model::play::{Effect, Expression, PLAY, PlayRecord, Value as Held};
use model::{Edge, Node};
use serde_json::{Value, json};

use crate::Lost;
use crate::writing::{Losses, Pages};

/// What taking a choice does.
pub(super) fn taking(edge: &Edge) -> Effect {
    let effect = edge.record.effect.as_deref();
    effect.and_then(|it| it.parse().ok()).unwrap_or_default()
}

/// What entering a node does.
pub(super) fn entering(node: &Node) -> Effect {
    PlayRecord::of(node.data.get(PLAY).map(|it| &**it)).effect()
}

/// An expression as nested lists.
pub(super) fn expression(it: &Expression) -> Value {
    match it {
        Expression::Literal(value) => json!(["=", held(value)]),
        Expression::Variable(name) => json!(["$", name]),
        Expression::Visits(title) => json!(["#", title]),
        Expression::Visited(title) => json!(["?", title]),
        Expression::Otherwise => json!(["else"]),
        Expression::Not(inner) => json!(["not", expression(inner)]),
        Expression::Negative(inner) => json!(["neg", expression(inner)]),
        Expression::Both(operator, one, other) => {
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

fn held(value: &Held) -> Value {
    match value {
        Held::Boolean(it) => json!(it),
        Held::Number(it) => json!(it),
        Held::Text(it) => json!(it),
        Held::Unset => Value::Null,
    }
}

/// The pages that the titles in conditions and effects mean: those of that title, or else of the
/// same but for the case of letters.
pub(super) fn titles(pages: &Pages<'_>) -> BTreeMap<String, Vec<usize>> {
    let mut asked = BTreeSet::new();
    let mut ask = |it: &Expression| asked.extend(it.titles().into_iter().map(str::to_owned));
    for node in &pages.nodes {
        entering(node).0.iter().for_each(|it| ask(&it.value));
        for edge in pages.choices.from(node.id) {
            edge.record.read_condition().iter().for_each(&mut ask);
            taking(edge).0.iter().for_each(|it| ask(&it.value));
        }
    }
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

/// Lists what cannot be read.
pub(super) fn losses(pages: &Pages<'_>, losses: &mut Losses<'_>) {
    let edges = || pages.nodes.iter().flat_map(|it| pages.choices.from(it.id));
    let edges = || edges().copied();
    losses.edges(
        Lost::ConditionsUnread,
        edges().filter(|it| it.record.condition.is_some() && it.record.read_condition().is_none()),
    );
    losses.edges(
        Lost::EffectsUnread,
        edges().filter(|it| {
            let effect = it.record.effect.as_deref();
            effect.is_some_and(|it| it.parse::<Effect>().is_err())
        }),
    );
    losses.nodes(
        Lost::EnterUnread,
        pages.nodes.iter().copied().filter(|it| {
            let enter = PlayRecord::of(it.data.get(PLAY).map(|it| &**it)).enter;
            enter.parse::<Effect>().is_err()
        }),
    );
}
