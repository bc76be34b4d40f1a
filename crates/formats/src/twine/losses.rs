//! What no form of Twine can hold of a story.

use std::collections::HashMap;

use model::{Node, Story};

use super::Plan;
use super::passage::{color_of, header_for, kept_header, kind_of};
use super::story_data;
use crate::writing::{Holds, Losses};
use crate::{Loss, Lost, Parcel, Unit, kept};

/// Whether the kind of this node can be told from its passage.
fn holds_kind(node: &Node) -> bool {
    if let Some(header) = kept_header(node, "") {
        // What means something to a story format is a note, whatever its tags.
        return kind_of(&header_for(node, Some(&header), &header.name, "")) == node.kind;
    }
    ["scene", "note", "character", "place", "group"].contains(&node.kind.as_str())
}

/// What is lost. `text` gives a node's text as it will be written; `own` adds what one form alone
/// loses.
pub(crate) fn losses<'a>(
    parcel: &'a Parcel,
    plan: &Plan<'a>,
    form: &'static str,
    settings: Option<&serde_json::Map<String, serde_json::Value>>,
    own: impl FnOnce(&mut Losses<'a>),
) -> Vec<Loss> {
    let story = &parcel.story;
    let holds = Holds {
        format: super::FAMILY,
        capabilities: &[kept::TEXT],
        kind: holds_kind,
    };
    let mut losses = Losses::of(parcel, &holds);
    losses.nodes(Lost::TitlesRenamed, plan.renamed.iter().copied());
    own(&mut losses);
    prose_losses(&mut losses, story, plan);
    let nodes = || story.nodes.values().map(|it| &**it);
    losses.nodes(
        Lost::Groups,
        nodes().filter(|it| it.layout.parent.is_some()),
    );
    losses.nodes(
        Lost::GroupsAsPassages,
        nodes().filter(|it| it.layout.collapsed),
    );
    let colors = settings.map(story_data::colors).unwrap_or_default();
    losses.nodes(
        Lost::Colors,
        nodes().filter(|it| has_own_color(it, &colors, form)),
    );
    losses.edges(
        Lost::Conditions,
        story
            .edges
            .values()
            .map(|it| &**it)
            .filter(|it| it.record.condition.is_some()),
    );
    let edges = story.edges.values().map(|it| &**it);
    losses.edges(Lost::Once, edges.filter(|it| it.record.once));
    losses.done()
}

fn has_own_color(node: &Node, colors: &HashMap<String, String>, form: &str) -> bool {
    let given = kept_header(node, form).and_then(|header| color_of(&header, colors));
    node.layout.color != given
}

fn prose_losses<'a>(losses: &mut Losses<'_>, story: &'a Story, plan: &Plan<'a>) {
    let (mut relabeled, mut unwritable, mut computed) = (vec![], vec![], vec![]);
    let (mut links, mut broken, mut disordered) = (vec![], vec![], vec![]);
    let mut alike = Vec::new();
    for node in story.nodes.values() {
        let prose = plan.prose(node, kept::text_of(node));
        let from = |it: &String| (node.id, format!("{} → {it}", node.title));
        if prose.is_out_of_order {
            disordered.push(&**node);
        }
        links.extend(prose.unlinked.iter().map(from));
        broken.extend(prose.broken.iter().map(from));
        relabeled.extend(prose.relabeled);
        unwritable.extend(prose.unwritable);
        alike.extend(prose.alike);
        computed.extend(prose.computed);
    }
    losses.edges(Lost::LabelMarks, relabeled);
    losses.edges(Lost::EdgesUnwritable, unwritable);
    losses.edges(Lost::Alike, alike);
    losses.edges(Lost::ComputedEdges, computed);
    losses.nodes(Lost::ChoiceOrder, disordered);
    losses.at(Lost::LinksLeft, links, Unit::Link);
    losses.at(Lost::LinksBroken, broken, Unit::Link);
}
