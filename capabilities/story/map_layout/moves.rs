//! Moves nodes on the map, alone, together or into a group. The members of a group move with it.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use capability::{Code, Edit, ToolContext, ToolError};
use model::{Layout, Node, NodeId, Story};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::place::free_position_near;
use crate::answer::NodeRef;
use crate::error::CapabilityError;
use crate::validate;

/// Move a node on the map, into or out of a group, or change the size of its card. The members of a
/// group move with it. Without a position, a node that goes into a group moves beside its members.
#[derive(Deserialize, JsonSchema)]
pub(in crate::story) struct Move {
    /// The new left edge; stays when left out.
    x: Option<f64>,
    /// The new top edge, growing downward; stays when left out.
    y: Option<f64>,
    /// The new width of its card; 0 resets it to the default, unchanged when left out.
    width: Option<f64>,
    /// The new height of its card; 0 resets it to the default, unchanged when left out.
    height: Option<f64>,
    /// The node's title, or the first or last characters of its id. Defaults to the node being
    /// edited.
    node: Option<String>,
    /// The group to put it into: its title, or the first or last characters of its id; empty to
    /// take it out of its group.
    group: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(in crate::story) struct Moved {
    node: NodeRef,
    x: f64,
    y: f64,
    group: Option<NodeRef>,
    /// How many nodes moved with it.
    with_it: usize,
}

pub(in crate::story) async fn move_one(cx: ToolContext, input: Move) -> Result<Moved, ToolError> {
    let node = validate::node(&cx, "/node", input.node.as_deref())?;
    let size = CardSize::read("", input.width, input.height)?;
    if input.x.is_none() && input.y.is_none() && input.group.is_none() && size.is_kept() {
        let message = "there is nothing to change: give x, y, a group, a width or a height";
        return Err(ToolError::new(Code::InvalidActionInput, message)
            .said(&CapabilityError::NothingToChange {}));
    }
    let x = input
        .x
        .map(|it| validate::coordinate("/x", it))
        .transpose()?;
    let y = input
        .y
        .map(|it| validate::coordinate("/y", it))
        .transpose()?;
    let graph = cx.story().graph()?;
    let held = GroupMembers::of(&graph).within(node.id, &HashSet::new());
    let group = match input.group.as_deref() {
        Some(group) => Some(find_target_group(&cx, group, &node, &held)?),
        None => None,
    };
    cx.edit(move |edit| {
        let now = edit.node(node.id)?.layout;
        let place = match (x, y, group) {
            (None, None, Some(Some(group))) if now.parent != Some(group) => {
                beside_members(&graph, &node, group)
            }
            _ => None,
        };
        let (free_x, free_y) = place.unwrap_or((now.x, now.y));
        let (x, y) = (x.unwrap_or(free_x), y.unwrap_or(free_y));
        let layout = size.apply(Layout {
            x,
            y,
            parent: group.unwrap_or(now.parent),
            ..now
        });
        let with_it = move_with_members(edit, node.id, &layout, &held)?;
        let group = layout.parent.map(|it| NodeRef::find(&graph, it));
        Ok(Moved {
            node: NodeRef::from(&node),
            x,
            y,
            group,
            with_it,
        })
    })
    .await
}

/// A free position beside the newest member of a group; `None` for a group, whose members stay where
/// they are, and for a group without members, whose frame then is around the node.
fn beside_members(graph: &Story, node: &Node, group: NodeId) -> Option<(f64, f64)> {
    let is_member = |it: &&Arc<Node>| it.layout.parent == Some(group) && it.kind != "group";
    let newest = graph.nodes.values().rev().find(is_member)?;
    (node.kind != "group").then(|| free_position_near(graph, Some(newest), Some(group)))
}

/// The group that a reference names for a node with these members; `None` for an empty one.
pub(in crate::story) fn find_target_group(
    cx: &ToolContext,
    reference: &str,
    node: &Node,
    held: &[NodeId],
) -> Result<Option<NodeId>, ToolError> {
    if reference.trim().is_empty() {
        return Ok(None);
    }
    let group = validate::node(cx, "/group", Some(reference))?;
    validate::is_group("/group", &group)?;
    if group.id == node.id || held.contains(&group.id) {
        let title = node.title.clone();
        return Err(ToolError::invalid(
            "/group",
            CapabilityError::IntoItself { title },
        ));
    }
    Ok(Some(group.id))
}

/// Move several nodes on the map, or change the sizes of their cards, as one step. Use this to tidy
/// up a part of the story.
#[derive(Deserialize, JsonSchema)]
pub(in crate::story) struct Arrange {
    /// The nodes to move and their new positions. The members of a group move with it, except those
    /// listed themselves.
    places: Vec<NodePosition>,
    /// The group to put them all into: its title, or the first or last characters of its id; empty
    /// to take them out of their groups. They stay in their groups when left out.
    group: Option<String>,
}

/// The new place of one node.
#[derive(Deserialize, JsonSchema)]
struct NodePosition {
    /// The node's title, or the first or last characters of its id.
    node: String,
    /// The new left edge.
    x: f64,
    /// The new top edge, growing downward.
    y: f64,
    /// The new width of its card; 0 resets it to the default, unchanged when left out.
    width: Option<f64>,
    /// The new height of its card; 0 resets it to the default, unchanged when left out.
    height: Option<f64>,
}

/// A change of a card's width and height: `None` leaves it, `Some(None)` resets it to the default.
#[derive(Clone, Copy)]
struct CardSize {
    width: Option<Option<f64>>,
    height: Option<Option<f64>>,
}

impl CardSize {
    /// Reads it from the arguments at a path; zero means the default size.
    fn read(path: &str, width: Option<f64>, height: Option<f64>) -> Result<Self, ToolError> {
        let length = |name: &str, value: Option<f64>| {
            value
                .map(|it| validate::card_length(&format!("{path}/{name}"), it))
                .transpose()
        };
        Ok(Self {
            width: length("width", width)?,
            height: length("height", height)?,
        })
    }

    fn is_kept(self) -> bool {
        self.width.is_none() && self.height.is_none()
    }

    fn apply(self, now: Layout) -> Layout {
        Layout {
            width: self.width.unwrap_or(now.width),
            height: self.height.unwrap_or(now.height),
            ..now
        }
    }
}

#[derive(Serialize, JsonSchema)]
pub(in crate::story) struct Arranged {
    count: usize,
    nodes: Vec<NodeRef>,
    /// How many nodes moved with the groups that hold them.
    with_them: usize,
}

pub(in crate::story) async fn arrange(
    cx: ToolContext,
    input: Arrange,
) -> Result<Arranged, ToolError> {
    let mut targets = Vec::new();
    for (index, place) in input.places.iter().enumerate() {
        let path = format!("/places/{index}/node");
        let node = validate::node(&cx, &path, Some(&place.node))?;
        let x = validate::coordinate(&format!("/places/{index}/x"), place.x)?;
        let y = validate::coordinate(&format!("/places/{index}/y"), place.y)?;
        let size = CardSize::read(&format!("/places/{index}"), place.width, place.height)?;
        targets.push((node, x, y, size));
    }
    let graph = cx.story().graph()?;
    let named: HashSet<_> = targets.iter().map(|(node, ..)| node.id).collect();
    let members = GroupMembers::of(&graph);
    let mut group = None;
    if let Some(reference) = input.group.as_deref() {
        for (node, ..) in &targets {
            let held = members.within(node.id, &HashSet::new());
            group = Some(find_target_group(&cx, reference, node, &held)?);
        }
    }
    cx.edit(move |edit| {
        let mut with_them = 0;
        for (node, x, y, size) in &targets {
            let now = edit.node(node.id)?.layout;
            let layout = size.apply(Layout {
                x: *x,
                y: *y,
                parent: group.unwrap_or(now.parent),
                ..now
            });
            let held = members.within(node.id, &named);
            with_them += move_with_members(edit, node.id, &layout, &held)?;
        }
        let nodes: Vec<_> = targets.iter().map(|(it, ..)| NodeRef::from(it)).collect();
        Ok(Arranged {
            count: nodes.len(),
            nodes,
            with_them,
        })
    })
    .await
}

/// Moves a node with its members; returns the number of members.
pub(in crate::story) fn move_with_members(
    edit: &mut Edit<'_>,
    id: NodeId,
    layout: &Layout,
    held: &[NodeId],
) -> Result<usize, ToolError> {
    let before = edit.node(id)?.layout;
    edit.set_layout(id, layout)?;
    let (dx, dy) = (layout.x - before.x, layout.y - before.y);
    if dx == 0.0 && dy == 0.0 {
        return Ok(0);
    }
    for &id in held {
        let layout = edit.node(id)?.layout;
        edit.set_layout(
            id,
            &Layout {
                x: layout.x + dx,
                y: layout.y + dy,
                ..layout
            },
        )?;
    }
    Ok(held.len())
}

/// Which nodes each group holds. It is made once for a tool that asks for many groups: to look for
/// the members of ten thousand nodes one by one takes a hundred million steps.
pub(in crate::story) struct GroupMembers(HashMap<NodeId, Vec<NodeId>>);

impl GroupMembers {
    pub(in crate::story) fn of(graph: &Story) -> Self {
        let mut held: HashMap<_, Vec<_>> = HashMap::new();
        for node in graph.nodes.values() {
            if let Some(parent) = node.layout.parent {
                held.entry(parent).or_default().push(node.id);
            }
        }
        Self(held)
    }

    /// What is directly in a group.
    pub(in crate::story) fn of_group(&self, group: NodeId) -> &[NodeId] {
        self.0.get(&group).map_or(&[], Vec::as_slice)
    }

    /// Everything inside a group, nested groups included, except nodes that are moved on their own.
    pub(in crate::story) fn within(&self, group: NodeId, apart: &HashSet<NodeId>) -> Vec<NodeId> {
        let mut seen = HashSet::from([group]);
        let mut found = vec![group];
        let mut next = 0;
        while let Some(holder) = found.get(next) {
            let held = self.0.get(holder).into_iter().flatten();
            let new: Vec<_> = held
                .copied()
                .filter(|it| !apart.contains(it) && seen.insert(*it))
                .collect();
            found.extend(new);
            next += 1;
        }
        found.remove(0);
        found
    }
}
