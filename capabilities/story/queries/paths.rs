//! Ways through the graph from one node to another, the shortest first.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, VecDeque};

use capability::{ToolContext, ToolError};
use model::{Edge, NodeId, Story};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::outgoing_links::OutgoingLinks;
use crate::answer::NodeRef;
use crate::validate;

/// How many partial ways are looked at before the search gives up: a dense graph has more ways
/// than anyone could wait for.
const MAX_PARTIAL_PATHS: usize = 100_000;

/// Find the paths a reader can take from one node to another, shortest first. No path visits a node
/// twice.
#[derive(Deserialize, JsonSchema)]
pub(in crate::story) struct FindPaths {
    /// Where the way begins: a node's title, or the first or last characters of its id. Defaults to
    /// the node being edited.
    from: Option<String>,
    /// Where it ends: a node's title, or the first or last characters of its id.
    to: String,
    /// How many paths to list at most. Defaults to 5.
    #[schemars(range(min = 1, max = 50))]
    limit: Option<usize>,
}

#[derive(Serialize, JsonSchema)]
pub(in crate::story) struct Paths {
    from: NodeRef,
    to: NodeRef,
    count: usize,
    /// Whether these are all the ways there are.
    complete: bool,
    paths: Vec<Path>,
}

#[derive(Serialize, JsonSchema)]
struct Path {
    nodes: Vec<NodeRef>,
    /// The way in one line, with the labels of its links.
    text: String,
}

pub(in crate::story) async fn find(cx: ToolContext, input: FindPaths) -> Result<Paths, ToolError> {
    let from = validate::node(&cx, "/from", input.from.as_deref())?;
    let to = validate::node(&cx, "/to", Some(&input.to))?;
    let graph = cx.story().graph()?;
    let (found, complete) = shortest_paths(&graph, from.id, to.id, input.limit.unwrap_or(5));
    let paths: Vec<_> = found
        .iter()
        .map(|it| Path::of(&graph, from.id, it))
        .collect();
    let (from, to) = (NodeRef::from(&from), NodeRef::from(&to));
    Ok(Paths {
        from,
        to,
        count: paths.len(),
        complete,
        paths,
    })
}

impl Path {
    fn of(graph: &Story, from: NodeId, way: &[&Edge]) -> Self {
        let mut nodes = vec![NodeRef::find(graph, from)];
        let mut text = nodes[0].title.clone();
        for edge in way {
            let node = NodeRef::find(graph, edge.record.to);
            text.push_str(" → ");
            if !edge.record.label.is_empty() {
                text.push_str(&format!("{:?} → ", edge.record.label));
            }
            text.push_str(&node.title);
            nodes.push(node);
        }
        Self { nodes, text }
    }
}

/// One link further on a way that began at an earlier stop.
struct PartialPath<'a> {
    edge: Option<&'a Edge>,
    node: NodeId,
    length: usize,
    earlier: Option<usize>,
}

/// Up to `limit` ways, and whether there are no others. Best first by the length so far and the
/// least still to go, so that ways come out in the order of their length.
fn shortest_paths(
    story: &Story,
    from: NodeId,
    to: NodeId,
    limit: usize,
) -> (Vec<Vec<&Edge>>, bool) {
    let to_go = distances(story, to);
    let outgoing = OutgoingLinks::of(story);
    let mut found = Vec::new();
    let Some(&least) = to_go.get(&from) else {
        return (found, true);
    };
    let mut partial_paths = vec![PartialPath {
        edge: None,
        node: from,
        length: 0,
        earlier: None,
    }];
    let mut open = BinaryHeap::from([Reverse((least, 0))]);
    while let Some(Reverse((_, at))) = open.pop() {
        if partial_paths[at].node == to {
            found.push(walked(&partial_paths, at));
            if found.len() == limit {
                return (found, open.is_empty());
            }
            continue;
        }
        if partial_paths.len() > MAX_PARTIAL_PATHS {
            return (found, false);
        }
        let length = partial_paths[at].length + 1;
        for edge in outgoing.of_node(partial_paths[at].node) {
            let node = edge.record.to;
            let Some(least) = to_go.get(&node) else {
                continue;
            };
            if !contains_node(&partial_paths, at, node) {
                open.push(Reverse((length + least, partial_paths.len())));
                partial_paths.push(PartialPath {
                    edge: Some(edge),
                    node,
                    length,
                    earlier: Some(at),
                });
            }
        }
    }
    (found, true)
}

/// The least number of links from each node to the goal.
fn distances(story: &Story, goal: NodeId) -> HashMap<NodeId, usize> {
    let mut entrances: HashMap<NodeId, Vec<NodeId>> = HashMap::new();
    for edge in story.edges.values() {
        entrances
            .entry(edge.record.to)
            .or_default()
            .push(edge.record.from);
    }
    let mut found = HashMap::from([(goal, 0)]);
    let mut open = VecDeque::from([(goal, 0)]);
    while let Some((node, distance)) = open.pop_front() {
        for &before in entrances.get(&node).map_or(&[][..], Vec::as_slice) {
            found.entry(before).or_insert_with(|| {
                open.push_back((before, distance + 1));
                distance + 1
            });
        }
    }
    found
}

fn contains_node(partial_paths: &[PartialPath<'_>], end: usize, node: NodeId) -> bool {
    let mut at = Some(end);
    while let Some(stop) = at {
        if partial_paths[stop].node == node {
            return true;
        }
        at = partial_paths[stop].earlier;
    }
    false
}

fn walked<'a>(partial_paths: &[PartialPath<'a>], end: usize) -> Vec<&'a Edge> {
    let mut edges = Vec::new();
    let mut at = Some(end);
    while let Some(stop) = at {
        edges.extend(partial_paths[stop].edge);
        at = partial_paths[stop].earlier;
    }
    edges.reverse();
    edges
}
