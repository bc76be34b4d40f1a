//! Automatic layout: linked nodes from left to right, starting with the start node. Groups keep
//! their inner layout. The algorithm is `model::arrange`.

use std::collections::{HashMap, HashSet};

use capability::{Edit, ToolContext, ToolError};
use model::{Layout, NodeId, Story};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::fit::fit_one;
use super::groups::{enclosing_groups, outermost};
use super::lanes;
use super::moves::{GroupMembers, move_with_members};
use crate::answer::NodeRef;
use crate::validate;

/// Tidy up the map: lay out nodes automatically from left to right in reading order, without
/// overlaps. Lays out the whole map, or only `nodes`; for a single group, its members. The members
/// of a group move with it. With `lanes`, each outermost group (an act, a chapter) becomes a lane: all
/// are equally wide, one below another in reading order, and what is in no group stands above them.
#[derive(Deserialize, JsonSchema)]
pub(in crate::story) struct Tidy {
    /// Only these nodes: their titles, or the first or last characters of their ids.
    nodes: Option<Vec<String>>,
    /// Lay out the outermost groups of the whole map as lanes. Defaults to false.
    lanes: Option<bool>,
}

#[derive(Serialize, JsonSchema)]
pub(in crate::story) struct Tidied {
    /// How many nodes were placed, groups counted as one.
    pub(super) count: usize,
    /// How many of them stand elsewhere now.
    pub(super) moved: usize,
    /// The group that was tidied, where it was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) group: Option<NodeRef>,
}

pub(in crate::story) async fn tidy(cx: ToolContext, input: Tidy) -> Result<Tidied, ToolError> {
    let named = match &input.nodes {
        Some(nodes) => Some(validate::nodes(&cx, "/nodes", nodes)?),
        None => None,
    };
    let graph = cx.story().graph()?;
    if input.lanes.unwrap_or_default() {
        if named.is_some() {
            return Err(
                ToolError::invalid("/nodes", "lanes are of the whole map").hint("leave nodes out")
            );
        }
        return lanes::lay_out(cx, graph).await;
    }
    let inside = |group: Option<NodeId>| {
        let held = graph
            .nodes
            .values()
            .filter(move |it| it.layout.parent == group);
        held.map(|it| it.id).collect::<Vec<_>>()
    };
    let (units, group) = match named.as_deref() {
        None => (inside(None), None),
        Some([group]) if group.kind == "group" => (inside(Some(group.id)), Some(group.clone())),
        Some(nodes) => {
            let ids: Vec<_> = nodes.iter().map(|it| it.id).collect();
            (outermost(&graph, &ids), None)
        }
    };
    let corners = arranged(&graph, &units);
    cx.edit(move |edit| {
        let moved = place(edit, &graph, &corners)?;
        if let Some(group) = &group {
            fit_one(edit, &graph, group.id)?;
        }
        let group = group.as_ref().map(NodeRef::from);
        Ok(Tidied {
            count: units.len(),
            moved,
            group,
        })
    })
    .await
}

/// The new position of each unit; the top left corner of the whole stays.
pub(super) fn arranged(graph: &Story, units: &[NodeId]) -> Vec<(NodeId, f64, f64)> {
    let index: HashMap<_, _> = units.iter().enumerate().map(|(at, id)| (*id, at)).collect();
    // A link from or to a node inside a group counts as one of the group.
    let unit = |id| {
        let mut around = std::iter::once(id).chain(enclosing_groups(graph, id));
        around.find_map(|it| index.get(&it).copied())
    };
    let mut links: Vec<_> = graph
        .edges
        .values()
        .filter_map(|it| {
            let record = &it.record;
            Some((unit(record.from)?, record.order, unit(record.to)?))
        })
        .collect();
    // Sorting by order is enough: links from one node are grouped anyway.
    links.sort_by_key(|it| it.1);
    let links: Vec<_> = links.into_iter().map(|(from, _, to)| (from, to)).collect();
    let layouts: Vec<&Layout> = units.iter().map(|it| &graph.nodes[it].layout).collect();
    let sizes: Vec<_> = layouts.iter().map(|it| it.size()).collect();
    let start = graph.record.start.and_then(unit);
    let left = layouts
        .iter()
        .map(|it| it.x)
        .reduce(f64::min)
        .unwrap_or(0.0);
    let top = layouts
        .iter()
        .map(|it| it.y)
        .reduce(f64::min)
        .unwrap_or(0.0);
    let corners = model::arrange(&sizes, &links, start);
    let placed = units.iter().zip(corners);
    placed
        .map(|(id, (x, y))| (*id, left + x, top + y))
        .collect()
}

/// Moves each unit with its members; returns how many moved.
pub(super) fn place(
    edit: &mut Edit<'_>,
    graph: &Story,
    corners: &[(NodeId, f64, f64)],
) -> Result<usize, ToolError> {
    let members = GroupMembers::of(graph);
    let mut moved = 0;
    for &(id, x, y) in corners {
        let now = edit.node(id)?.layout;
        if (now.x, now.y) == (x, y) {
            continue;
        }
        let held = members.within(id, &HashSet::new());
        move_with_members(edit, id, &Layout { x, y, ..now }, &held)?;
        moved += 1;
    }
    Ok(moved)
}
