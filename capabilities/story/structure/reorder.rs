//! Moves a scene to another place in the reading order, and updates the links around both places,
//! in the graph and in texts.

use capability::{Edit, ToolContext, ToolError, UiHints};
use markup::ProseChoice;
use model::{Edge, EdgeRecord, Layout, Node, NodeId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::answer::{NodeRef, message, node_title};
use crate::error::CapabilityError;
use crate::shared::prose_links::follow_link;
use crate::story::map_layout::moves::find_target_group;
use crate::story::map_layout::place::free_position_near;
use crate::story::story_settings::change_record;
use crate::validate;

/// Move a scene to another place in the order of reading. What led to it then leads to what followed
/// it, and it stands between two other scenes; links in texts follow. Only a scene that leads to one
/// other at most can be moved so.
#[derive(Deserialize, JsonSchema)]
pub(in crate::story) struct Reorder {
    /// The scene: its title, or the first or last characters of its id. Defaults to the node being
    /// edited.
    node: Option<String>,
    /// The scene that it is to follow. Left out, reading begins with it.
    after: Option<String>,
    /// The scene that is to follow it; needed where `after` leads to several.
    before: Option<String>,
    /// The group to put it into, such as the part of a book that it moves to: its title, or the
    /// first or last characters of its id; empty to take it out of its group. Its card then moves
    /// beside the scene that it follows. It stays in its group when left out.
    group: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(in crate::story) struct Reordered {
    node: NodeRef,
    /// What it follows now; missing where reading begins with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<NodeRef>,
    /// What follows it now.
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<NodeRef>,
}

pub(in crate::story) async fn reorder(
    cx: ToolContext,
    input: Reorder,
) -> Result<Reordered, ToolError> {
    let node = validate::node(&cx, "/node", input.node.as_deref())?;
    let named = |path: &str, given: &Option<String>| {
        let given = given.as_deref();
        given
            .map(|it| validate::node(&cx, path, Some(it)))
            .transpose()
    };
    let after = named("/after", &input.after)?;
    let before = named("/before", &input.before)?;
    for (path, it) in [("/after", &after), ("/before", &before)] {
        if it.as_ref().is_some_and(|it| it.id == node.id) {
            let title = node.title.clone();
            return Err(
                ToolError::invalid(path, CapabilityError::AfterItself { title })
                    .hint("name another scene"),
            );
        }
    }
    let graph = cx.story().graph()?;
    let start = graph.record.start;
    let follows = |it: &Node| {
        graph
            .edges_from(it.id)
            .iter()
            .any(|it| it.record.to == node.id)
    };
    if before.is_none() && after.as_ref().is_some_and(follows) {
        return Err(
            ToolError::invalid("/after", CapabilityError::NothingToChange {})
                .hint("the scene follows it already"),
        );
    }
    let incoming: Vec<_> = graph
        .edges_to(node.id)
        .into_iter()
        .map(|it| it.record.from)
        .collect();
    let group = input.group.as_deref();
    let group = group
        .map(|it| find_target_group(&cx, it, &node, &[]))
        .transpose()?;
    cx.edit(move |edit| {
        let mut onward = take_out(edit, &node, &incoming, start)?;
        let anchor = after.clone();
        let (after, before) = match &after {
            Some(after) => put_behind(edit, &node, &mut onward, after, before.as_ref())?,
            None => put_first(edit, &node, &mut onward)?,
        };
        if let Some(group) = group.filter(|it| *it != node.layout.parent) {
            let anchor = anchor
                .or_else(|| start.and_then(|it| graph.nodes.get(&it).map(|it| (**it).clone())));
            let (x, y) = free_position_near(&graph, anchor.as_ref(), group);
            let layout = Layout {
                x,
                y,
                parent: group,
                ..edit.node(node.id)?.layout
            };
            edit.set_layout(node.id, &layout)?;
        }
        Ok(Reordered {
            node: NodeRef::from(&node),
            after,
            before,
        })
    })
    .await
}

/// Closes the gap that a scene leaves; returns the link to its successor.
fn take_out(
    edit: &mut Edit<'_>,
    node: &Node,
    incoming: &[NodeId],
    start: Option<NodeId>,
) -> Result<Option<Edge>, ToolError> {
    let leaving = edit.edges_from(node.id)?;
    if leaving.len() > 1 {
        let (title, count) = (node.title.clone(), leaving.len());
        return Err(
            ToolError::invalid("/node", CapabilityError::StandsAtBranch { title, count })
                .hint("move one of the scenes that it leads to, or its links by update_link"),
        );
    }
    let onward = leaving.into_iter().next();
    let next = match &onward {
        Some(edge) => Some(edit.node(edge.record.to)?),
        None => None,
    };
    for &from in incoming.iter().filter(|it| **it != node.id) {
        let siblings = edit.edges_from(from)?;
        for edge in siblings.iter().filter(|it| it.record.to == node.id) {
            let is_there = |next: &Node| {
                let same =
                    |it: &&Edge| it.record.label == edge.record.label && it.record.to == next.id;
                next.id == from || siblings.iter().any(|it| same(&it))
            };
            let to = next.as_ref().filter(|it| !is_there(it));
            retarget(edit, edge, node, to)?;
        }
    }
    if start == Some(node.id)
        && let Some(next) = &next
    {
        change_record(edit, |it| it.start = Some(next.id))?;
    }
    Ok(onward)
}

/// Inserts a scene after another, into the link to that one's successor.
fn put_behind(
    edit: &mut Edit<'_>,
    node: &Node,
    onward: &mut Option<Edge>,
    after: &Node,
    before: Option<&Node>,
) -> Result<(Option<NodeRef>, Option<NodeRef>), ToolError> {
    let leaving = edit.edges_from(after.id)?;
    let mut fitting = leaving
        .iter()
        .filter(|it| before.is_none_or(|before| before.id == it.record.to));
    let edge = fitting.next().cloned();
    if fitting.next().is_some() {
        let (title, count) = (after.title.clone(), leaving.len());
        return Err(
            ToolError::invalid("/after", CapabilityError::StandsAtBranch { title, count })
                .hint("say with `before` which scene is to follow"),
        );
    }
    if edge.is_none()
        && let Some(before) = before
    {
        let (from, to) = (after.title.clone(), before.title.clone());
        return Err(
            ToolError::invalid("/before", CapabilityError::NoLink { from, to })
                .hint("name a scene that `after` leads to"),
        );
    }
    let next = match &edge {
        Some(edge) => {
            let next = edit.node(edge.record.to)?;
            retarget(edit, edge, &next, Some(node))?;
            Some(next)
        }
        None => {
            connect(edit, after, node)?;
            None
        }
    };
    lead_on(edit, node, onward, next.as_ref())?;
    Ok((Some(NodeRef::from(after)), next.as_ref().map(NodeRef::from)))
}

/// Puts a scene before the first scene.
fn put_first(
    edit: &mut Edit<'_>,
    node: &Node,
    onward: &mut Option<Edge>,
) -> Result<(Option<NodeRef>, Option<NodeRef>), ToolError> {
    let (record, _) = change_record(edit, |it| it.start = Some(node.id))?;
    let next = match record.start.filter(|it| *it != node.id) {
        Some(start) => Some(edit.node(start)?),
        None => None,
    };
    lead_on(edit, node, onward, next.as_ref())?;
    Ok((None, next.as_ref().map(NodeRef::from)))
}

/// Links a scene to its new successor, reusing its former link.
fn lead_on(
    edit: &mut Edit<'_>,
    node: &Node,
    onward: &mut Option<Edge>,
    next: Option<&Node>,
) -> Result<(), ToolError> {
    match (onward.take(), next) {
        (Some(edge), next) => {
            let former = edit.node(edge.record.to)?;
            if next.is_none_or(|it| it.id != former.id) {
                retarget(edit, &edge, &former, next)?;
            }
            Ok(())
        }
        (None, Some(next)) => connect(edit, node, next),
        (None, None) => Ok(()),
    }
}

/// Changes the target of a link, in the graph and in the text; without a target, removes it.
fn retarget(
    edit: &mut Edit<'_>,
    edge: &Edge,
    former: &Node,
    to: Option<&Node>,
) -> Result<(), ToolError> {
    let mut record = edge.record.clone();
    let old = ProseChoice::new(&former.title, &record.label);
    let new = to.map(|it| ProseChoice::new(&it.title, &record.label));
    match to {
        Some(to) => {
            record.to = to.id;
            record.dynamic = false;
            edit.set_edge(edge.id, &record)?;
        }
        None => edit.remove_edge(edge.id)?,
    }
    follow_link(edit, record.from, Some(&old), new.as_ref())?;
    Ok(())
}

/// Creates a plain link, in the graph and in a text that has links.
fn connect(edit: &mut Edit<'_>, from: &Node, to: &Node) -> Result<(), ToolError> {
    edit.create_edge(&EdgeRecord::link(from.id, to.id, "", 0))?;
    follow_link(edit, from.id, None, Some(&ProseChoice::new(&to.title, "")))?;
    Ok(())
}

pub(in crate::story) fn show_reordered(answer: &Value) -> Option<UiHints> {
    let title = node_title(answer);
    match answer["after"]["title"].as_str() {
        Some(after) => message(format!("{title} follows {after}")),
        None => message(format!("Reading begins with {title}")),
    }
}
