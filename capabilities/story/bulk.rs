//! Several nodes at once, each tool as one step: remove, set the kind, duplicate.

use std::collections::{BTreeSet, HashMap, HashSet};

use capability::{Edit, ToolContext, ToolError, UiHints};
use markup::links;
use model::contents::NewIds;
use model::{EdgeId, EdgeRecord, Layout, Node, NodeId, NodeRecord, Slot, Story};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::map_layout::moves::GroupMembers;
use super::story_settings::kind_named;
use super::structure::close_gap;
use super::structure::link_places::places_of;
use crate::answer::{NodeRef, hints, message};
use crate::shared::title_references::{is_script, named_titles, rename_in_node};
use crate::titles::FreeTitles;
use crate::validate;

/// Remove several nodes with their data and their links, as one step. In a sequence of scenes, those
/// before and after them are joined. The members of a removed group stay. Undo restores all of it.
#[derive(Deserialize, JsonSchema)]
pub(super) struct RemoveNodes {
    /// The nodes: their titles, or the first or last characters of their ids.
    nodes: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct RemovedNodes {
    count: usize,
    nodes: Vec<NodeRef>,
    /// How many links went with them.
    links: usize,
    /// How many scenes that led to one of them now lead to the scene that followed.
    joined: usize,
    /// Whether the story has lost its start with them.
    was_start: bool,
}

pub(super) async fn remove(cx: ToolContext, input: RemoveNodes) -> Result<RemovedNodes, ToolError> {
    let nodes = validate::nodes(&cx, "/nodes", &input.nodes)?;
    cx.edit(move |edit| {
        let mut removed = RemovedNodes {
            count: nodes.len(),
            nodes: nodes.iter().map(NodeRef::from).collect(),
            links: 0,
            joined: 0,
            was_start: false,
        };
        for node in &nodes {
            let closed = close_gap::remove_node(edit, node)?;
            removed.links += closed.links;
            removed.joined += closed.joined;
            removed.was_start |= closed.lost_start;
        }
        Ok(removed)
    })
    .await
}

pub(super) fn show_removed(answer: &Value) -> Option<UiHints> {
    message(format!("Removed {} nodes", answer["count"]))
}

/// Set the kind of several nodes as one step. Their titles and data stay.
#[derive(Deserialize, JsonSchema)]
pub(super) struct SetNodeKinds {
    /// The nodes: their titles, or the first or last characters of their ids.
    nodes: Vec<String>,
    /// The kind: `scene`, `character`, `place`, `note`, or one of the story's own.
    kind: String,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct NodeKindsSet {
    count: usize,
    nodes: Vec<NodeRef>,
    kind: String,
}

pub(super) async fn set_kinds(
    cx: ToolContext,
    input: SetNodeKinds,
) -> Result<NodeKindsSet, ToolError> {
    let nodes = validate::nodes(&cx, "/nodes", &input.nodes)?;
    let kind = kind_named(&*cx.story().graph()?, &input.kind)?;
    cx.edit(move |edit| {
        for node in &nodes {
            let title = edit.node(node.id)?.title;
            let kind = kind.clone();
            edit.set_node(node.id, &NodeRecord { title, kind })?;
        }
        Ok(NodeKindsSet {
            count: nodes.len(),
            nodes: nodes.iter().map(NodeRef::from).collect(),
            kind,
        })
    })
    .await
}

/// The offset of copies from their originals, if no position is given: the same that the window
/// pastes at. Repeated until no node begins there, because one that is exactly covered seems gone.
const COPY_OFFSET: f64 = 24.0;

/// Copy nodes with their data, as one step; with the links among them, and with those to other nodes
/// that stand in their texts. The members of a group are copied with it. The copies keep their
/// relative positions, and get titles that no other node has: `Harbor 2` for a copy of `Harbor`.
#[derive(Deserialize, JsonSchema)]
pub(super) struct DuplicateNodes {
    /// The nodes: their titles, or the first or last characters of their ids.
    nodes: Vec<String>,
    /// The left edge of the copies together; a little beside the originals when left out.
    x: Option<f64>,
    /// The top edge of the copies together, growing downward; a little below the originals when
    /// left out.
    y: Option<f64>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Duplicated {
    count: usize,
    /// The copies of the nodes named, in their order.
    nodes: Vec<NodeRef>,
    /// How many links were copied.
    links: usize,
}

pub(super) async fn duplicate(
    cx: ToolContext,
    input: DuplicateNodes,
) -> Result<Duplicated, ToolError> {
    let named = validate::nodes(&cx, "/nodes", &input.nodes)?;
    let graph = cx.story().graph()?;
    let ids: Vec<_> = named.iter().map(|it| it.id).collect();
    let all = with_group_members(&graph, &ids);
    let mut originals = Vec::new();
    for id in &all {
        // Reads the whole node: the graph alone has no data.
        originals.push(validate::node(&cx, "/nodes", Some(&id.to_string()))?);
    }
    let left = originals
        .iter()
        .map(|it| it.layout.x)
        .fold(f64::INFINITY, f64::min);
    let top = originals
        .iter()
        .map(|it| it.layout.y)
        .fold(f64::INFINITY, f64::min);
    let offset = free_offset(&graph, &originals);
    let x = validate::coordinate("/x", input.x.unwrap_or(left + offset))?;
    let y = validate::coordinate("/y", input.y.unwrap_or(top + offset))?;
    cx.edit(move |edit| {
        let mut new_ids = NewIds::default();
        let mut titles = FreeTitles::of(&graph);
        let mut named_copies = HashMap::new();
        for node in &originals {
            let title = titles.take(&node.title);
            let copy = copy_of(edit, node, title.clone(), (x - left, y - top))?;
            new_ids.nodes.insert(node.id, copy);
            named_copies.insert(node.id, title);
        }
        for node in &originals {
            restore_group_nesting(edit, node, &new_ids.nodes)?;
        }
        new_ids.edges = copy_links(edit, &originals, &new_ids.nodes)?;
        copy_data(edit, &originals, &new_ids)?;
        name_copies(edit, &graph, &originals, &new_ids.nodes)?;
        let nodes = named.iter().map(|it| NodeRef {
            id: new_ids.nodes[&it.id],
            title: named_copies[&it.id].clone(),
        });
        Ok(Duplicated {
            count: new_ids.nodes.len(),
            nodes: nodes.collect(),
            links: new_ids.edges.len(),
        })
    })
    .await
}

/// The first offset to the right and down at which no copy begins exactly where a node does.
fn free_offset(graph: &Story, originals: &[Node]) -> f64 {
    let corner = |x: f64, y: f64| (x.to_bits(), y.to_bits());
    let taken: HashSet<_> = graph
        .nodes
        .values()
        .map(|it| corner(it.layout.x, it.layout.y))
        .collect();
    let is_free = |&offset: &f64| {
        originals
            .iter()
            .all(|it| !taken.contains(&corner(it.layout.x + offset, it.layout.y + offset)))
    };
    // Each node can cover one of the offsets of each original, so there is a free one.
    std::iter::successors(Some(COPY_OFFSET), |it| Some(it + COPY_OFFSET))
        .find(is_free)
        .unwrap_or(COPY_OFFSET)
}

/// The nodes and everything their groups contain, without duplicates.
fn with_group_members(graph: &Story, nodes: &[NodeId]) -> Vec<NodeId> {
    let mut all: Vec<NodeId> = Vec::new();
    let apart = nodes.iter().copied().collect();
    let members = GroupMembers::of(graph);
    for &id in nodes {
        all.push(id);
        all.extend(members.within(id, &apart));
    }
    all
}

fn copy_of(
    edit: &mut Edit<'_>,
    node: &Node,
    title: String,
    (dx, dy): (f64, f64),
) -> Result<NodeId, ToolError> {
    let now = edit.node(node.id)?;
    let record = NodeRecord {
        title,
        kind: now.kind,
    };
    let layout = Layout {
        x: now.layout.x + dx,
        y: now.layout.y + dy,
        ..now.layout
    };
    Ok(edit.create_node(&record, &layout)?)
}

/// Gives the copies what the originals hold; what names nodes or links names their copies.
fn copy_data(edit: &mut Edit<'_>, originals: &[Node], new_ids: &NewIds) -> Result<(), ToolError> {
    for node in originals {
        for (slot, data) in &edit.node(node.id)?.data {
            let copy = Slot::node(new_ids.nodes[&node.id], slot);
            edit.write(&copy, &new_ids.applied(slot, data))?;
        }
    }
    Ok(())
}

/// Puts the copies of members of a copied group into the group's copy.
fn restore_group_nesting(
    edit: &mut Edit<'_>,
    node: &Node,
    copies: &HashMap<NodeId, NodeId>,
) -> Result<(), ToolError> {
    let copy = copies[&node.id];
    let layout = edit.node(copy)?.layout;
    if let Some(parent) = layout.parent.and_then(|it| copies.get(&it)).copied() {
        let parent = Some(parent);
        edit.set_layout(copy, &Layout { parent, ..layout })?;
    }
    Ok(())
}

/// Copies the links among the originals to their copies, and what else the copied texts link to.
fn copy_links(
    edit: &mut Edit<'_>,
    originals: &[Node],
    copies: &HashMap<NodeId, NodeId>,
) -> Result<HashMap<EdgeId, EdgeId>, ToolError> {
    let mut new_ids = HashMap::new();
    for node in originals {
        let is_script = is_script(node);
        let in_text = links::find(node.prose());
        for edge in edit.edges_from(node.id)? {
            let to = match copies.get(&edge.record.to) {
                Some(&copy) => copy,
                None => {
                    let target = edit.node(edge.record.to)?;
                    let places = places_of(&in_text, &edge.record, &target.title);
                    if !is_script && places.is_empty() {
                        continue;
                    }
                    target.id
                }
            };
            let from = copies[&node.id];
            let copy = edit.create_edge(&EdgeRecord {
                from,
                to,
                ..edge.record
            })?;
            new_ids.insert(edge.id, copy);
        }
    }
    Ok(new_ids)
}

/// Names the copies instead of their originals in what the copies hold.
fn name_copies(
    edit: &mut Edit<'_>,
    graph: &Story,
    originals: &[Node],
    copies: &HashMap<NodeId, NodeId>,
) -> Result<(), ToolError> {
    let titles: HashMap<NodeId, &str> = originals
        .iter()
        .map(|it| (copies[&it.id], it.title.as_str()))
        .collect();
    // Of several nodes with one title, a text means the first.
    let by_title: HashMap<&str, NodeId> = originals
        .iter()
        .filter(|it| graph.titled(&it.title).first().map(|it| it.id) == Some(it.id))
        .map(|it| (it.title.as_str(), copies[&it.id]))
        .collect();
    for node in originals {
        let copy = copies[&node.id];
        let edges = edit.edges_from(copy)?;
        let edges = edges.iter().map(|it| &it.record);
        let linked = edges.clone().map(|it| it.to);
        let mut named: BTreeSet<NodeId> = linked.filter(|it| titles.contains_key(it)).collect();
        let texts = named_titles(&edit.node(copy)?, edges, graph.fields_of(&node.kind));
        named.extend(texts.iter().filter_map(|it| by_title.get(it.as_str())));
        for id in named {
            let title = edit.node(id)?.title;
            rename_in_node(edit, copy, titles[&id], &title)?;
        }
    }
    Ok(())
}

pub(super) fn show_copied(answer: &Value) -> Option<UiHints> {
    let fields = json!({ "nodes": answer["nodes"] });
    hints("nodes", format!("Copied {} nodes", answer["count"]), fields)
}
