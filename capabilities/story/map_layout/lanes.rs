//! Lays out the outermost groups as lanes of equal width, one below another in reading order. It is
//! an ordinary layout: groups stay movable frames, and one undo reverts it.

use std::collections::HashMap;
use std::sync::Arc;

use capability::{ToolContext, ToolError};
use model::play::reading_order;
use model::{Layout, Node, NodeId, Story};

use super::groups::enclosing_groups;
use super::place::frame;
use super::tidy::{Tidied, arranged, place};
use crate::error::CapabilityError;

/// The distance between two lanes, in map units.
const LANE_GAP: f64 = 40.0;
/// A group as a lane.
struct Lane {
    group: NodeId,
    /// Its direct members, each with its top left corner.
    corners: Vec<(NodeId, f64, f64)>,
    layout: Layout,
}

pub(super) async fn lay_out(cx: ToolContext, graph: Arc<Story>) -> Result<Tidied, ToolError> {
    let groups = lanes_in_order(&graph);
    if groups.is_empty() {
        return Err(ToolError::invalid("/lanes", CapabilityError::NoLanes {})
            .hint("group_nodes makes a group, which then is a lane"));
    }
    let is_outside = |it: &&Arc<Node>| it.layout.parent.is_none() && !groups.contains(&it.id);
    let outside: Vec<_> = graph
        .nodes
        .values()
        .filter(is_outside)
        .map(|it| it.id)
        .collect();
    let all = graph.nodes.values().filter(|it| it.layout.parent.is_none());
    let left = all
        .clone()
        .map(|it| it.layout.x)
        .reduce(f64::min)
        .unwrap_or(0.0);
    let top = all.map(|it| it.layout.y).reduce(f64::min).unwrap_or(0.0);

    let mut corners = moved_to(arranged(&graph, &outside), left, top);
    let mut next = corners
        .iter()
        .map(|(id, _, y)| y + graph.nodes[id].layout.size().1 + LANE_GAP)
        .fold(top, f64::max);
    let mut lanes = Vec::new();
    for group in groups {
        let lane = lane(&graph, group, left, next);
        next += lane.layout.size().1 + LANE_GAP;
        lanes.push(lane);
    }
    let width = lanes
        .iter()
        .map(|it| it.layout.size().0)
        .fold(0.0, f64::max);
    for lane in &mut lanes {
        lane.layout.width = Some(width);
        corners.append(&mut lane.corners);
    }
    cx.edit(move |edit| {
        let mut moved = place(edit, &graph, &corners)?;
        for lane in &lanes {
            let now = edit.node(lane.group)?.layout;
            let layout = Layout {
                x: lane.layout.x,
                y: lane.layout.y,
                width: lane.layout.width,
                height: lane.layout.height,
                ..now.clone()
            };
            if layout != now {
                edit.set_layout(lane.group, &layout)?;
                moved += 1;
            }
        }
        Ok(Tidied {
            count: corners.len() + lanes.len(),
            moved,
            group: None,
        })
    })
    .await
}

/// The open outermost groups in the order in which reading reaches their contents; those that it
/// never reaches come last, in their current order.
fn lanes_in_order(graph: &Story) -> Vec<NodeId> {
    let mut ranks: HashMap<NodeId, usize> = HashMap::new();
    for (rank, id) in reading_order(graph).into_iter().enumerate() {
        if let Some(outermost) = enclosing_groups(graph, id).last() {
            ranks.entry(outermost).or_insert(rank);
        }
    }
    let is_lane =
        |it: &&Arc<Node>| it.kind == "group" && it.layout.parent.is_none() && !it.layout.collapsed;
    let mut lanes: Vec<_> = graph.nodes.values().filter(is_lane).collect();
    lanes.sort_by(|a, b| {
        let rank = |it: &Node| ranks.get(&it.id).copied().unwrap_or(usize::MAX);
        let by_rank = rank(a).cmp(&rank(b));
        by_rank.then(a.layout.y.total_cmp(&b.layout.y))
    });
    lanes.into_iter().map(|it| it.id).collect()
}

/// Arranges the contents of a group, with its frame at a given position.
fn lane(graph: &Story, group: NodeId, left: f64, top: f64) -> Lane {
    let held = graph
        .nodes
        .values()
        .filter(|it| it.layout.parent == Some(group));
    let units: Vec<_> = held.map(|it| it.id).collect();
    let corners = arranged(graph, &units);
    let layouts = corners.iter().map(|(id, x, y)| Layout {
        x: *x,
        y: *y,
        ..graph.nodes[id].layout.clone()
    });
    let mut layouts: Vec<_> = layouts.collect();
    // An empty lane has room for one card.
    if layouts.is_empty() {
        layouts.push(Layout::default());
    }
    let around = frame(layouts.iter()).layout(graph.nodes[&group].layout.clone());
    let (right, down) = (left - around.x, top - around.y);
    let moved = corners
        .into_iter()
        .map(|(id, x, y)| (id, x + right, y + down));
    Lane {
        group,
        corners: moved.collect(),
        layout: Layout {
            x: left,
            y: top,
            ..around
        },
    }
}

/// Moves corners so that the whole starts at a given position.
fn moved_to(corners: Vec<(NodeId, f64, f64)>, left: f64, top: f64) -> Vec<(NodeId, f64, f64)> {
    let x = corners
        .iter()
        .map(|it| it.1)
        .reduce(f64::min)
        .unwrap_or(left);
    let y = corners
        .iter()
        .map(|it| it.2)
        .reduce(f64::min)
        .unwrap_or(top);
    let moved = corners
        .into_iter()
        .map(|(id, at, down)| (id, at - x + left, down - y + top));
    moved.collect()
}
