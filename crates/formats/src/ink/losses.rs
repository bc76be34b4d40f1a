//! What Ink cannot represent of a story.

use std::collections::HashSet;

use model::Node;
use model::play::PLAY;
use serde_json::Value;

use super::section_paths::kept_head;
use super::write::{ExportPlan, converted};
use super::{NAME, OPENING};
use crate::export::{FormatSupport, Losses};
use crate::scripting::StoryDifferences;
use crate::untitled::has_imported_title;
use crate::{Bundle, Loss, LossKind, Unit};
use markup::kept_data;

const SUPPORT: FormatSupport = FormatSupport {
    format: NAME,
    capabilities: &[kept_data::TEXT, PLAY],
    kind: |it| it.kind == "scene" || kept_head(it).is_some(),
};

/// The losses, with counts and names.
pub(super) fn losses(bundle: &Bundle) -> Vec<Loss> {
    let converted = converted(&bundle.story);
    let story = &*converted.story;
    let plan = ExportPlan::of(&converted);
    let mut losses = Losses::of(bundle, &SUPPORT);
    if has_imported_title(story, NAME) {
        losses.add(LossKind::StoryUntitled);
    }
    let nodes = || story.nodes.values().map(|it| &**it);
    let edges = || story.edges.values().map(|it| &**it);
    losses.add_nodes(LossKind::Positions, nodes().filter(|it| !stands(it)));
    losses.add_nodes(
        LossKind::Colors,
        nodes().filter(|it| it.layout.color.is_some()),
    );
    losses.add_nodes(
        LossKind::Groups,
        nodes().filter(|it| it.layout.parent.is_some()),
    );
    let title = |it: &&Node| kept_head(it) == Some("") && it.title != OPENING;
    losses.add_nodes(LossKind::Titles, nodes().filter(title));
    losses.add_edges(
        LossKind::ComputedEdges,
        edges().filter(|it| it.record.dynamic && kept_data::get(&it.data, NAME).is_none()),
    );
    losses.add_edges(
        LossKind::Includes,
        edges().filter(|it| it.record.includes && kept_data::get(&it.data, NAME).is_none()),
    );
    losses.add_edges(
        LossKind::EdgesNotDivertible,
        edges().filter(|it| !it.record.dynamic && !it.record.includes && plan.is_impossible(it)),
    );
    let mut texts = StoryDifferences::default();
    let mut incomplete = HashSet::new();
    for index in 0..plan.nodes.len() {
        let body = plan.body(index);
        let node = plan.nodes[index];
        if !body.is_complete {
            incomplete.insert(node.id);
        }
        if body.entry_effect_differs {
            texts.entered.push(node);
        }
        if body.ending_differs {
            texts.ending.push(node);
        }
        texts.add(node, body.left, &|it| plan.path(it));
    }
    texts.report(&mut losses, LossKind::StaleDiverts, Unit::Divert);
    converted.losses(&bundle.story, &incomplete, &mut losses);
    losses.finish()
}

/// Whether the node is still at the position the import gave it.
fn stands(node: &Node) -> bool {
    let placed = kept_data::get(&node.data, NAME).and_then(|it| it.get("placed"));
    let number = |index| placed.and_then(|it| it.get(index)).and_then(Value::as_f64);
    (number(0), number(1)) == (Some(node.layout.x), Some(node.layout.y))
}
