//! What no form of Twine can represent of a story.

use std::collections::HashMap;

use model::contents::{Attributes, KV};
use model::play::PLAY;
use model::{Edge, EdgeId, Node, Story};

use super::passage::{color_of, header_for, kept_header, kind_of};
use super::story_data;
use super::{ExportPlan, WrittenRules};
use crate::export::{FormatSupport, Losses};
use crate::{Bundle, Loss, LossKind, Unit};
use markup::kept_data;

/// Whether the passage preserves the kind of this node.
fn holds_kind(node: &Node) -> bool {
    if let Some(header) = kept_header(node, "") {
        // Passages that are special to a story format become notes, whatever their tags.
        return kind_of(&header_for(node, Some(&header), &header.name, "")) == node.kind;
    }
    ["scene", "note", "character", "place", "group"].contains(&node.kind.as_str())
}

/// Computes the losses. `text` returns a node's text as it will be written; `own` adds losses
/// specific to one form.
pub(crate) fn losses<'a>(
    bundle: &'a Bundle,
    plan: &ExportPlan<'a>,
    form: &'static str,
    settings: Option<&serde_json::Map<String, serde_json::Value>>,
    rules: &WrittenRules<'_>,
    own: impl FnOnce(&mut Losses<'a>),
) -> Vec<Loss> {
    let story = &bundle.story;
    let holds = FormatSupport {
        format: super::FAMILY,
        capabilities: &[kept_data::TEXT, PLAY],
        kind: holds_kind,
    };
    // Tags are written in the passage's header.
    let mut losses = Losses::of_except(bundle, &holds, |name, data| {
        name == KV && Attributes::are_tags_alone(data)
    });
    losses.add_nodes(LossKind::TitlesRenamed, plan.renamed.iter().copied());
    own(&mut losses);
    prose_losses(&mut losses, story, plan);
    let nodes = || story.nodes.values().map(|it| &**it);
    losses.add_nodes(
        LossKind::Groups,
        nodes().filter(|it| it.layout.parent.is_some()),
    );
    losses.add_nodes(
        LossKind::GroupsAsPassages,
        nodes().filter(|it| it.layout.collapsed),
    );
    let colors = settings.map(story_data::colors).unwrap_or_default();
    losses.add_nodes(
        LossKind::Colors,
        nodes().filter(|it| has_own_color(it, &colors, form)),
    );
    let edges = |ids: &[EdgeId]| -> Vec<&Edge> {
        let found = ids.iter().filter_map(|it| story.edges.get(it));
        found.map(|it| &**it).collect()
    };
    losses.add_edges(LossKind::Conditions, edges(&rules.conditions));
    losses.add_edges(LossKind::Effects, edges(&rules.effects));
    let entered = rules.entered.iter().filter_map(|it| story.nodes.get(it));
    losses.add_nodes(LossKind::EntryEffectDiffers, entered.map(|it| &**it));
    let left_out = |it: &&Node| rules.left_out.contains(&it.id);
    losses.add_nodes(LossKind::Macros, nodes().filter(left_out));
    losses.add_nodes(LossKind::Endings, nodes().filter(|it| it.play().ending));
    let (once, differs) = edges(&rules.once)
        .into_iter()
        .partition::<Vec<_>, _>(|it| it.record.once);
    losses.add_edges(LossKind::OnceOnly, once);
    losses.add_edges(LossKind::OnceDiffers, differs);
    losses.finish()
}

fn has_own_color(node: &Node, colors: &HashMap<String, String>, form: &str) -> bool {
    let given = kept_header(node, form).and_then(|header| color_of(&header, colors));
    node.layout.color != given
}

fn prose_losses<'a>(losses: &mut Losses<'_>, story: &'a Story, plan: &ExportPlan<'a>) {
    let (mut relabeled, mut unwritable, mut computed) = (vec![], vec![], vec![]);
    let (mut links, mut broken, mut disordered) = (vec![], vec![], vec![]);
    let mut duplicates = Vec::new();
    for node in story.nodes.values() {
        let prose = plan.prose(node, kept_data::text_of(node));
        let from = |it: &String| (node.id, format!("{} → {it}", node.title));
        if prose.is_out_of_order {
            disordered.push(&**node);
        }
        links.extend(prose.stale.iter().map(from));
        broken.extend(prose.broken.iter().map(from));
        relabeled.extend(prose.relabeled);
        unwritable.extend(prose.unwritable);
        duplicates.extend(prose.duplicates);
        computed.extend(prose.computed);
    }
    losses.add_edges(LossKind::LabelMarks, relabeled);
    losses.add_edges(LossKind::EdgesUnwritable, unwritable);
    losses.add_edges(LossKind::DuplicateEdges, duplicates);
    losses.add_edges(LossKind::ComputedEdges, computed);
    losses.add_nodes(LossKind::ChoiceOrder, disordered);
    losses.add_named(LossKind::StaleLinks, links, Unit::Link);
    losses.add_named(LossKind::BrokenLinks, broken, Unit::Link);
}
