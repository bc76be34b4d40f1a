//! What Ink cannot hold of a story.

use model::Node;
use model::play::PLAY;
use serde_json::Value;

use super::places::kept_head;
use super::write::Plan;
use super::{NAME, OPENING};
use crate::called::stays_untitled;
use crate::scripted::Texts;
use crate::writing::{Holds, Losses};
use crate::{Loss, Lost, Parcel, Unit, kept};

const HOLDS: Holds = Holds {
    format: NAME,
    capabilities: &[kept::TEXT, PLAY],
    kind: |it| it.kind == "scene" || kept_head(it).is_some(),
};

/// What is lost, with counts and names.
pub(super) fn losses(parcel: &Parcel) -> Vec<Loss> {
    let story = &parcel.story;
    let plan = Plan::of(story);
    let mut losses = Losses::of(parcel, &HOLDS);
    if stays_untitled(story, NAME) {
        losses.say(Lost::StoryUntitled);
    }
    let nodes = || story.nodes.values().map(|it| &**it);
    let edges = || story.edges.values().map(|it| &**it);
    losses.nodes(Lost::Places, nodes().filter(|it| !stands(it)));
    losses.nodes(Lost::Colors, nodes().filter(|it| it.layout.color.is_some()));
    losses.nodes(
        Lost::Groups,
        nodes().filter(|it| it.layout.parent.is_some()),
    );
    let title = |it: &&Node| kept_head(it) == Some("") && it.title != OPENING;
    losses.nodes(Lost::Titles, nodes().filter(title));
    losses.edges(
        Lost::ComputedEdges,
        edges().filter(|it| it.record.dynamic && kept::of(&it.data, NAME).is_none()),
    );
    losses.edges(
        Lost::Includes,
        edges().filter(|it| it.record.includes && kept::of(&it.data, NAME).is_none()),
    );
    losses.edges(
        Lost::EdgesUndivertible,
        edges().filter(|it| !it.record.dynamic && !it.record.includes && plan.cannot_be(it)),
    );
    let mut texts = Texts::default();
    for index in 0..plan.nodes.len() {
        let body = plan.body(index);
        let node = plan.nodes[index];
        if body.enters_otherwise {
            texts.entered.push(node);
        }
        if body.ends_otherwise {
            texts.ending.push(node);
        }
        texts.add(node, body.left, &|it| plan.path(it));
    }
    texts.say(&mut losses, Lost::DivertsLeft, Unit::Divert);
    losses.done()
}

/// Whether the node stands where the import has put it.
fn stands(node: &Node) -> bool {
    let placed = kept::of(&node.data, NAME).and_then(|it| it.get("placed"));
    let number = |index| placed.and_then(|it| it.get(index)).and_then(Value::as_f64);
    (number(0), number(1)) == (Some(node.layout.x), Some(node.layout.y))
}
