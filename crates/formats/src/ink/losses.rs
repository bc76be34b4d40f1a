//! What Ink cannot hold of a story.

use std::collections::HashSet;

use model::{Edge, Node};
use serde_json::Value;

use super::write::{Plan, kept_head};
use super::{NAME, OPENING};
use crate::writing::{Holds, Losses};
use crate::{Parcel, Warning, kept};

const HOLDS: Holds = Holds {
    format: NAME,
    capabilities: &[kept::TEXT],
    kind: |it| it.kind == "scene" || kept_head(it).is_some(),
};

/// What is lost, with counts and names.
pub(super) fn losses(parcel: &Parcel) -> Vec<Warning> {
    let story = &parcel.story;
    let plan = Plan::of(story);
    let mut losses = Losses::of(parcel, &HOLDS);
    let nodes = || story.nodes.values().map(|it| &**it);
    let edges = || story.edges.values().map(|it| &**it);
    losses.nodes(
        "Places on the map are not written",
        nodes().filter(|it| !stands(it)),
    );
    losses.nodes(
        "Their color is not written",
        nodes().filter(|it| it.layout.color.is_some()),
    );
    losses.nodes(
        "Which group holds them is not written",
        nodes().filter(|it| it.layout.parent.is_some()),
    );
    let title = |it: &&Node| kept_head(it) == Some("") && it.title != OPENING;
    losses.nodes("Their title is not written", nodes().filter(title));
    losses.edges(
        "Their target is computed in the notation of another format; they are not written",
        edges().filter(|it| it.record.dynamic && kept::of(&it.data, NAME).is_none()),
    );
    losses.edges(
        "Nodes cannot be shown as parts of others; they are not written",
        edges().filter(|it| it.record.includes && kept::of(&it.data, NAME).is_none()),
    );
    let (mut conditions, mut unlinked, mut unwritable) = (Vec::new(), Vec::new(), Vec::new());
    for (index, node) in plan.nodes.iter().enumerate() {
        let lacking = plan.lacking(index);
        let found = plan.found(index);
        let edges = plan.choices.from(node.id);
        let is_written = |it: &&Edge| {
            it.record.dynamic
                || it.record.includes
                || found.contains(&(it.record.label.clone(), it.record.to))
                || lacking.iter().any(|lacking| lacking.id == it.id)
        };
        unwritable.extend(edges.iter().copied().filter(|it| !is_written(it)));
        let wanted: HashSet<_> = edges.iter().map(|it| it.record.to).collect();
        let mut gone: Vec<_> = found.into_iter().map(|it| it.1).collect();
        gone.retain(|it| !wanted.contains(it));
        gone.sort_unstable();
        gone.dedup();
        unlinked.extend(
            gone.iter()
                .map(|it| format!("{} → {}", node.title, plan.path(*it))),
        );
        conditions.extend(
            lacking
                .into_iter()
                .filter(|it| it.record.condition.is_some()),
        );
    }
    losses.edges("Conditions are not written", conditions);
    losses.edges(
        "Nothing can be diverted from or to a function or the opening; they are not written",
        unwritable,
    );
    losses.list(
        "The text still diverts there though the edge is gone, and is not rewritten",
        unlinked,
        ["divert", "diverts"],
    );
    losses.done()
}

/// Whether the node stands where the import has put it.
fn stands(node: &Node) -> bool {
    let placed = kept::of(&node.data, NAME).and_then(|it| it.get("placed"));
    let number = |index| placed.and_then(|it| it.get(index)).and_then(Value::as_f64);
    (number(0), number(1)) == (Some(node.layout.x), Some(node.layout.y))
}
