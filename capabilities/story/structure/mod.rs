//! Splits and merges nodes, extracts passages and moves scenes in the order of reading, each as one step.
//! `link_places` matches links of a text to links of the graph, `run` finds scenes that are read one after
//! another, and `map_shifts` lets the map follow.

pub(super) mod close_gap;
pub(super) mod extract;
pub(super) mod insert;
pub(super) mod link_places;
mod map_shifts;
pub(super) mod merge;
pub(super) mod reorder;
mod run;
pub(super) mod split;

use capability::{Edit, ToolContext, ToolError};
use markup::notation::{ink, yarn};
use markup::{ProseChoice, append_choice};
use model::contents::{Content, Prose, Translation, slot_language};
use model::{Layout, Node, NodeId, NodeRecord, Slot};

use super::map_layout::place;
use crate::validate;

/// Rejects a node whose text cannot be divided because it is a script.
fn refuse_script(path: &str, node: &Node) -> Result<(), ToolError> {
    let notation = match (ink::is_from(node), yarn::is_from(node)) {
        (true, _) => "Ink",
        (_, true) => "Yarn",
        _ => return Ok(()),
    };
    let message = format!(
        "the text of {:?} is a script of {notation}, in which links depend on their place",
        node.title
    );
    Err(ToolError::invalid(path, message)
        .hint("write the new nodes with create_node and write_text instead"))
}

/// An unused title for a new node: texts name nodes by their titles.
fn free_title(cx: &ToolContext, title: &str) -> Result<String, ToolError> {
    let title = validate::line("/title", "the title", title)?;
    match cx.story().graph()?.titled(&title).first() {
        None => Ok(title),
        Some(taken) => Err(ToolError::invalid(
            "/title",
            format!("there is already a node titled {:?}", taken.title),
        )
        .hint("choose another title, by which texts can name it")),
    }
}

/// Creates a node beside another, in its group, for a part of its text. Translations of that part
/// are found by their sources, so they move too.
fn create_beside(
    edit: &mut Edit<'_>,
    position: (f64, f64),
    anchor: &Node,
    record: &NodeRecord,
) -> Result<NodeId, ToolError> {
    let layout = Layout {
        x: position.0,
        y: position.1,
        parent: anchor.layout.parent,
        color: anchor.layout.color.clone(),
        ..Layout::default()
    };
    let new = edit.create_node(record, &layout)?;
    for (slot, data) in &anchor.data {
        if slot_language(slot).is_none() {
            continue;
        }
        let translation = Translation {
            title: None,
            ..Translation::of(Some(&**data))
        };
        edit.write(&Slot::node(new, slot), &translation.to_data())?;
    }
    Ok(new)
}

/// A free position on the map beside a node.
fn free_position(cx: &ToolContext, anchor: &Node) -> Result<(f64, f64), ToolError> {
    let graph = cx.story().graph()?;
    let parent = anchor.layout.parent;
    Ok(place::free_position_near(&graph, Some(anchor), parent))
}

/// The text with a link at its end; unchanged if no link can express it.
fn with_link(text: &str, title: &str, label: &str) -> String {
    let choice = ProseChoice::new(title, label);
    append_choice(text, &choice).unwrap_or_else(|| text.to_owned())
}

/// Writes a capability's data to a node.
fn set<T: Content>(edit: &mut Edit<'_>, node: NodeId, content: &T) -> Result<(), ToolError> {
    edit.write(&Slot::node(node, T::CAPABILITY), &content.to_data())?;
    Ok(())
}

fn set_text(edit: &mut Edit<'_>, node: NodeId, text: &str) -> Result<(), ToolError> {
    set(edit, node, &Prose::from(text.to_owned()))
}
