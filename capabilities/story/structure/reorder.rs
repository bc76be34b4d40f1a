//! Moves a scene, or a group of scenes, to another place in the reading order, and updates the links
//! around both places, in the graph and in texts.

use std::collections::HashSet;

use capability::{Edit, ToolContext, ToolError, UiHints};
use markup::ProseChoice;
use model::{Edge, EdgeRecord, Layout, Node, NodeId, Story};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::map_shifts;
use super::run::{Run, Runs};
use crate::answer::{NodeRef, message, node_title};
use crate::error::CapabilityError;
use crate::shared::prose_links::follow_link;
use crate::story::map_layout::moves::{find_target_group, move_with_members};
use crate::story::map_layout::rearrange;
use crate::story::story_settings::change_record;
use crate::validate;

/// Move a scene, or a group of scenes such as a chapter, to another place in the order of reading. What
/// led to it then leads to what followed it, and it stands between two other scenes; links in texts
/// follow. A scene can be moved so if it leads to one other at most, a group if its scenes have one
/// beginning and one end.
#[derive(Deserialize, JsonSchema)]
pub(in crate::story) struct Reorder {
    /// The scene or group: its title, or the first or last characters of its id. Defaults to the node
    /// being edited.
    node: Option<String>,
    /// The scene or group that it is to follow. Without it and `before`, reading begins with it.
    after: Option<String>,
    /// The scene or group that is to follow it; needed where `after` leads to several.
    before: Option<String>,
    /// The group to put it into, such as the part of a book that it moves to: its title, or the
    /// first or last characters of its id; empty to take it out of its group. On the map it then
    /// moves beside the scene that it follows. It stays in its group when left out.
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
    let graph = cx.story().graph()?;
    let runs = Runs::of(&graph);
    let run = runs.of_node("/node", &node)?;
    let named = |path: &str, given: &Option<String>| -> Result<Option<Run>, ToolError> {
        let Some(given) = given.as_deref() else {
            return Ok(None);
        };
        let other = validate::node(&cx, path, Some(given))?;
        let other = runs.of_node(path, &other)?;
        if run.scenes.contains(&other.first) || run.scenes.contains(&other.last) {
            let title = node.title.clone();
            return Err(
                ToolError::invalid(path, CapabilityError::AfterItself { title })
                    .hint("name another scene"),
            );
        }
        Ok(Some(other))
    };
    let after = named("/after", &input.after)?.map(|it| it.last);
    let before = named("/before", &input.before)?.map(|it| it.first);
    let place = Place::of(&runs, &run, after, before)?;
    let held = runs.members.within(node.id, &HashSet::new());
    let group = input.group.as_deref();
    let group = group
        .map(|it| find_target_group(&cx, it, &node, &held))
        .transpose()?
        .filter(|it| *it != node.layout.parent);
    if place.is_there && group.is_none() {
        return Err(
            ToolError::invalid("/after", CapabilityError::NothingToChange {})
                .hint("it stands there already"),
        );
    }
    let shifts = match group {
        Some(_) => Vec::new(),
        None => map_shifts::shifts(&runs, &node, &run, (place.after, place.before)),
    };
    let shifts: Vec<_> = shifts
        .into_iter()
        .map(|(id, by)| (id, by, runs.members.within(id, &HashSet::new())))
        .collect();
    let area = group.map(|group| {
        let anchor = place.after.or(graph.record.start);
        let anchor = anchor.and_then(|it| graph.nodes.get(&it));
        let by = rearrange::beside(&graph, &runs.members, &node, anchor.map(|it| &**it), group);
        (group, by)
    });
    let incoming: Vec<_> = runs.before(run.first).to_vec();
    let start = graph.record.start;
    let ends = Ends {
        first: graph_node(&graph, run.first),
        last: graph_node(&graph, run.last),
        scenes: run.scenes,
    };
    drop(runs);
    cx.edit(move |edit| {
        let (after, before) = if place.is_there {
            let named = |id: Option<NodeId>| id.map(|it| NodeRef::find(&graph, it));
            (named(place.after), named(place.before))
        } else {
            let mut onward = take_out(edit, &ends, &incoming, start)?;
            match place.after {
                Some(after) => {
                    let after = edit.node(after)?;
                    put_behind(edit, &ends, &mut onward, &after, place.before)?
                }
                None => put_first(edit, &ends, &mut onward)?,
            }
        };
        if let Some((group, by)) = area {
            let layout = edit.node(node.id)?.layout;
            let layout = Layout {
                x: layout.x + by.0,
                y: layout.y + by.1,
                parent: group,
                ..layout
            };
            move_with_members(edit, node.id, &layout, &held)?;
        }
        for (id, by, held) in &shifts {
            let layout = edit.node(*id)?.layout;
            let layout = Layout {
                x: layout.x + by.0,
                y: layout.y + by.1,
                ..layout
            };
            move_with_members(edit, *id, &layout, held)?;
        }
        Ok(Reordered {
            node: NodeRef::from(&node),
            after,
            before,
        })
    })
    .await
}

fn graph_node(graph: &Story, id: NodeId) -> Node {
    (*graph.nodes[&id]).clone()
}

/// Where a run is put.
struct Place {
    /// The scene that it follows; none where reading begins with it.
    after: Option<NodeId>,
    before: Option<NodeId>,
    /// Whether it stands there already.
    is_there: bool,
}

impl Place {
    fn of(
        runs: &Runs<'_>,
        run: &Run,
        after: Option<NodeId>,
        before: Option<NodeId>,
    ) -> Result<Self, ToolError> {
        let (after, before) = match (after, before) {
            (None, Some(next)) if runs.graph.record.start == Some(next) => (None, None),
            (None, Some(next)) => match runs.before(next) {
                [after] if run.scenes.contains(after) => {
                    return Ok(Self {
                        after: runs.before(run.first).first().copied(),
                        before: Some(next),
                        is_there: true,
                    });
                }
                [after] => (Some(*after), Some(next)),
                _ => {
                    let title = graph_node(runs.graph, next).title;
                    return Err(ToolError::invalid(
                        "/before",
                        CapabilityError::FollowsNoOne { title },
                    )
                    .hint("say with `after` which scene it is to follow"));
                }
            },
            places => places,
        };
        let follows = after.is_some_and(|it| runs.before(run.first).contains(&it));
        let is_there = match (after, before) {
            (Some(_), None) => follows,
            (Some(_), Some(before)) => follows && runs.after(run) == [before],
            (None, _) => runs.graph.record.start == Some(run.first),
        };
        Ok(Self {
            after,
            before,
            is_there,
        })
    }
}

/// The first and last scene of what is moved, and all of its scenes.
struct Ends {
    first: Node,
    last: Node,
    scenes: HashSet<NodeId>,
}

/// Closes the gap that is left; returns the link to the successor.
fn take_out(
    edit: &mut Edit<'_>,
    run: &Ends,
    incoming: &[NodeId],
    start: Option<NodeId>,
) -> Result<Option<Edge>, ToolError> {
    let mut leaving = edit.edges_from(run.last.id)?;
    if run.scenes.len() > 1 {
        leaving.retain(|it| !run.scenes.contains(&it.record.to));
    }
    if leaving.len() > 1 {
        let (title, count) = (run.last.title.clone(), leaving.len());
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
    for &from in incoming.iter().filter(|it| !run.scenes.contains(it)) {
        let siblings = edit.edges_from(from)?;
        for edge in siblings.iter().filter(|it| it.record.to == run.first.id) {
            let is_there = |next: &Node| {
                let same =
                    |it: &&Edge| it.record.label == edge.record.label && it.record.to == next.id;
                next.id == from || siblings.iter().any(|it| same(&it))
            };
            let to = next.as_ref().filter(|it| !is_there(it));
            retarget(edit, edge, &run.first, to)?;
        }
    }
    if start == Some(run.first.id)
        && let Some(next) = &next
    {
        change_record(edit, |it| it.start = Some(next.id))?;
    }
    Ok(onward)
}

/// Inserts it after a scene, into the link to that one's successor.
fn put_behind(
    edit: &mut Edit<'_>,
    run: &Ends,
    onward: &mut Option<Edge>,
    after: &Node,
    before: Option<NodeId>,
) -> Result<(Option<NodeRef>, Option<NodeRef>), ToolError> {
    let leaving = edit.edges_from(after.id)?;
    let mut fitting = leaving
        .iter()
        .filter(|it| before.is_none_or(|before| before == it.record.to));
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
        let (from, to) = (after.title.clone(), edit.node(before)?.title);
        return Err(
            ToolError::invalid("/before", CapabilityError::NoLink { from, to })
                .hint("name a scene that `after` leads to"),
        );
    }
    let next = match &edge {
        Some(edge) => {
            let next = edit.node(edge.record.to)?;
            retarget(edit, edge, &next, Some(&run.first))?;
            Some(next)
        }
        None => {
            connect(edit, after, &run.first)?;
            None
        }
    };
    lead_on(edit, &run.last, onward, next.as_ref())?;
    Ok((Some(NodeRef::from(after)), next.as_ref().map(NodeRef::from)))
}

/// Puts it before the first scene.
fn put_first(
    edit: &mut Edit<'_>,
    run: &Ends,
    onward: &mut Option<Edge>,
) -> Result<(Option<NodeRef>, Option<NodeRef>), ToolError> {
    let (record, _) = change_record(edit, |it| it.start = Some(run.first.id))?;
    let next = match record.start.filter(|it| *it != run.first.id) {
        Some(start) => Some(edit.node(start)?),
        None => None,
    };
    lead_on(edit, &run.last, onward, next.as_ref())?;
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
