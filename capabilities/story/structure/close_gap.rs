//! Removes a scene of a sequence so that reading goes on.

use capability::{Edit, ToolError};
use markup::links;
use model::analysis::is_page_kind;
use model::{Edge, Node, NodeId, Slot, StoryRecord, part};

use super::link_places::places_of;
use crate::answer::stored;
use crate::story::story_settings::change_record;

/// What removing a node did to the links around it.
#[derive(Default)]
pub(in crate::story) struct Closed {
    /// How many links went with it.
    pub(in crate::story) links: usize,
    /// How many scenes that led to it now lead to the scene that followed it.
    pub(in crate::story) joined: usize,
    /// Whether the story has lost its start.
    pub(in crate::story) lost_start: bool,
}

/// Removes a node. If it is a scene that only leads on to another one, then the scenes that only lead
/// on to it lead there, and reading begins there if it began with it. What a reader chooses is left
/// alone: whether a choice fits another scene is for its writer to say.
pub(in crate::story) fn remove_node(edit: &mut Edit<'_>, node: &Node) -> Result<Closed, ToolError> {
    let record: StoryRecord = stored(edit.adopted(&Slot::story(part::STORY))?.as_ref())?;
    let mut closed = Closed {
        lost_start: record.start == Some(node.id),
        ..Closed::default()
    };
    if let Some(next) = next_scene(edit, node)? {
        for edge in edit.edges_to(node.id)? {
            closed.joined += usize::from(lead_past(edit, edge.record.from, node, &next)?);
        }
        if closed.lost_start {
            change_record(edit, |it| it.start = Some(next.id))?;
            closed.lost_start = false;
        }
    }
    closed.links = edit.remove_node(node.id)?;
    Ok(closed)
}

/// The scene that a scene leads on to, if it leads nowhere else.
fn next_scene(edit: &mut Edit<'_>, node: &Node) -> Result<Option<Node>, ToolError> {
    let leaving = edit.edges_from(node.id)?;
    let [edge] = leaving.as_slice() else {
        return Ok(None);
    };
    let next = edit.node(edge.record.to)?;
    let is_sequence = next.id != node.id && leads_on(edge, node, &next);
    Ok(Some(next).filter(|_| is_sequence))
}

/// Makes a scene that only leads on to `node` lead to the one after it. Returns whether it did.
fn lead_past(
    edit: &mut Edit<'_>,
    from: NodeId,
    node: &Node,
    next: &Node,
) -> Result<bool, ToolError> {
    let leaving = edit.edges_from(from)?;
    let [edge] = leaving.as_slice() else {
        return Ok(false);
    };
    let source = edit.node(from)?;
    if edge.record.to != node.id || from == next.id || !leads_on(edge, &source, node) {
        return Ok(false);
    }
    let mut record = edge.record.clone();
    record.to = next.id;
    edit.set_edge(edge.id, &record)?;
    Ok(true)
}

/// Whether a link only says what follows: between scenes, without words, conditions or effects.
fn leads_on(edge: &Edge, from: &Node, to: &Node) -> bool {
    let record = &edge.record;
    let is_plain = record.label.trim().is_empty()
        && record.condition.is_none()
        && record.effect.is_none()
        && !(record.dynamic || record.includes || record.once);
    let is_in_text = || !places_of(&links::find(from.prose()), record, &to.title).is_empty();
    is_plain && is_page_kind(&from.kind) && is_page_kind(&to.kind) && !is_in_text()
}
