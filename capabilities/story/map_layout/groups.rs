//! Groups: frames on the map that contain nodes. Groups and ungroups nodes.

use std::collections::HashSet;

use capability::{ToolContext, ToolError, UiHints};
use model::{Layout, NodeId, NodeRecord, Story};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::place::{Frame, frame};
use crate::answer::{NodeRef, hints, node_title};
use crate::validate;

/// Put nodes into a new group. The group is drawn as a frame around them; moving it moves them.
#[derive(Deserialize, JsonSchema)]
pub(in crate::story) struct Group {
    /// The nodes: their titles, or the first or last characters of their ids.
    nodes: Vec<String>,
    /// The group's title.
    title: String,
}

#[derive(Serialize, JsonSchema)]
pub(in crate::story) struct Grouped {
    node: NodeRef,
    holds: Vec<NodeRef>,
    #[serde(flatten)]
    frame: Frame,
}

pub(in crate::story) async fn group(cx: ToolContext, input: Group) -> Result<Grouped, ToolError> {
    let title = validate::line("/title", "the title", &input.title)?;
    let named = validate::nodes(&cx, "/nodes", &input.nodes)?;
    let graph = cx.story().graph()?;
    let held = outermost(&graph, &named.iter().map(|it| it.id).collect::<Vec<_>>());
    cx.edit(move |edit| {
        let mut nodes = Vec::new();
        for &id in &held {
            nodes.push(edit.node(id)?);
        }
        let frame = frame(nodes.iter().map(|it| &it.layout));
        // Nodes of one group stay in it, inside the new group.
        let parents: HashSet<_> = nodes.iter().map(|it| it.layout.parent).collect();
        let parent = nodes
            .first()
            .and_then(|it| it.layout.parent)
            .filter(|_| parents.len() == 1);
        let record = NodeRecord {
            title: title.clone(),
            kind: "group".into(),
        };
        let layout = frame.layout(Layout {
            parent,
            ..Layout::default()
        });
        let id = edit.create_node(&record, &layout)?;
        for node in &nodes {
            edit.set_layout(
                node.id,
                &Layout {
                    parent: Some(id),
                    ..node.layout.clone()
                },
            )?;
        }
        let holds = nodes.iter().map(NodeRef::from).collect();
        Ok(Grouped {
            node: NodeRef { id, title },
            holds,
            frame,
        })
    })
    .await
}

/// The nodes that none of the others contains, without duplicates, in order.
pub(in crate::story) fn outermost(graph: &Story, nodes: &[NodeId]) -> Vec<NodeId> {
    let all: HashSet<_> = nodes.iter().copied().collect();
    let mut seen = HashSet::new();
    let apart = |id: &NodeId| enclosing_groups(graph, *id).all(|it| !all.contains(&it));
    nodes
        .iter()
        .copied()
        .filter(apart)
        .filter(|it| seen.insert(*it))
        .collect()
}

/// The groups that contain a node, innermost first.
pub(in crate::story) fn enclosing_groups(
    graph: &Story,
    node: NodeId,
) -> impl Iterator<Item = NodeId> {
    let holder = |id: &NodeId| graph.nodes.get(id)?.layout.parent;
    // Bounded, so that a cycle in a damaged file ends.
    std::iter::successors(holder(&node), move |id| holder(id)).take(graph.nodes.len())
}

/// Dissolve a group. Its members stay where they are; the group and its own text are removed. Undo
/// restores them.
#[derive(Deserialize, JsonSchema)]
pub(in crate::story) struct Ungroup {
    /// The group's title, or the first or last characters of its id. Defaults to the node being
    /// edited.
    group: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(in crate::story) struct Ungrouped {
    node: NodeRef,
    freed: Vec<NodeRef>,
}

pub(in crate::story) async fn ungroup(
    cx: ToolContext,
    input: Ungroup,
) -> Result<Ungrouped, ToolError> {
    let group = validate::node(&cx, "/group", input.group.as_deref())?;
    validate::is_group("/group", &group)?;
    let graph = cx.story().graph()?;
    let held = graph
        .nodes
        .values()
        .filter(|it| it.layout.parent == Some(group.id));
    let freed = held.map(|it| NodeRef::from(&**it)).collect();
    cx.edit(move |edit| {
        edit.remove_node(group.id)?;
        Ok(Ungrouped {
            node: NodeRef::from(&group),
            freed,
        })
    })
    .await
}

pub(in crate::story) fn show_grouped(answer: &Value) -> Option<UiHints> {
    let fields = json!({ "nodes": [answer["node"]] });
    hints(
        "nodes",
        format!("Grouped as {}", node_title(answer)),
        fields,
    )
}
