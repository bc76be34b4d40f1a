//! What Yarn cannot hold of a story. Enter through [`losses`].

use std::collections::HashSet;

use model::Edge;
use model::play::PLAY;

use super::NAME;
use super::node_names::kept_head;
use super::write::{ExportPlan, converted};
use crate::export::{FormatSupport, Losses};
use crate::scripting::StoryDifferences;
use crate::untitled::has_imported_title;
use crate::{Bundle, Loss, LossKind, Unit};
use markup::kept_data;

const SUPPORT: FormatSupport = FormatSupport {
    format: NAME,
    capabilities: &[kept_data::TEXT, PLAY],
    kind: |it| !it.kind.is_empty() && !it.kind.contains(['\n', '\r']),
};

/// What Yarn cannot hold of this story.
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
    losses.add_nodes(
        LossKind::YarnLinesEscaped,
        nodes().filter(|it| {
            let is_own = kept_head(it).is_some();
            let mut lines = kept_data::text_of(it).lines().map(str::trim);
            lines.any(|it| it == "===" || !is_own && (it.starts_with("->") || it.starts_with("=>")))
        }),
    );
    losses.add_nodes(
        LossKind::Sizes,
        nodes().filter(|it| it.layout.width.is_some() || it.layout.height.is_some()),
    );
    losses.add_nodes(
        LossKind::Colors,
        nodes().filter(|it| it.layout.color.is_some()),
    );
    losses.add_nodes(
        LossKind::Groups,
        nodes().filter(|it| it.layout.parent.is_some()),
    );
    let foreign = |it: &&Edge| kept_data::get(&it.data, NAME).is_none();
    losses.add_edges(
        LossKind::ComputedEdges,
        edges().filter(|it| it.record.dynamic && foreign(it)),
    );
    losses.add_edges(LossKind::Includes, edges().filter(|it| it.record.includes));
    let mut texts = StoryDifferences::default();
    let mut incomplete = HashSet::new();
    for (index, node) in nodes().enumerate() {
        let body = plan.body(index);
        if !body.is_complete {
            incomplete.insert(node.id);
        }
        if body.entry_effect_differs {
            texts.entered.push(node);
        }
        texts.add(node, body.left, &|it| plan.name(it).to_owned());
    }
    texts.report(&mut losses, LossKind::StaleJumps, Unit::Jump);
    converted.losses(&bundle.story, &incomplete, &mut losses);
    losses.finish()
}
