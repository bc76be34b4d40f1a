//! What a copy does not identify, such as the files that somebody added to a folder by hand: brought in once,
//! it is recognized by its title when the same folder comes back again.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use model::contents::NewIds;
use model::{Edge, EdgeId, Node, NodeId, Story, Subject};

/// Gives the nodes and links of a copy that the story never had the ids that they have here: a node by
/// its title, a link by its ends and its label. Returns these nodes, of which the copy may not say all.
pub(super) fn recognize(
    story: &Story,
    copy: &mut Story,
    is_known: impl Fn(Subject) -> bool,
) -> HashSet<NodeId> {
    let mut new_ids = NewIds {
        nodes: nodes_here(story, copy, &is_known),
        ..NewIds::default()
    };
    let new_id = |it: NodeId| new_ids.nodes.get(&it).copied().unwrap_or(it);
    for edge in copy.edges.values_mut() {
        let record = &edge.record;
        if [record.from, record.to]
            .iter()
            .any(|it| new_ids.nodes.contains_key(it))
        {
            let record = &mut Arc::make_mut(edge).record;
            (record.from, record.to) = (new_id(record.from), new_id(record.to));
        }
    }
    copy.record.start = copy.record.start.map(new_id);
    new_ids.edges = edges_here(story, copy, &is_known);
    if new_ids.nodes.is_empty() && new_ids.edges.is_empty() {
        return HashSet::new();
    }
    let nodes = std::mem::take(&mut copy.nodes).into_values();
    copy.nodes = nodes
        .map(|it| with_ids(it, story, &new_ids))
        .map(|it| (it.id, it))
        .collect();
    let edges = std::mem::take(&mut copy.edges).into_values();
    copy.edges = edges
        .map(|mut edge| {
            if let Some(id) = new_ids.edges.get(&edge.id) {
                Arc::make_mut(&mut edge).id = *id;
            }
            (edge.id, edge)
        })
        .collect();
    new_ids.nodes.into_values().collect()
}

/// The nodes that the copy does not identify, with the only node of their title that it does not have.
fn nodes_here(
    story: &Story,
    copy: &Story,
    is_known: &impl Fn(Subject) -> bool,
) -> HashMap<NodeId, NodeId> {
    let by_title = |story: &Story, is_candidate: &dyn Fn(NodeId) -> bool| {
        let mut titled: HashMap<String, Vec<NodeId>> = HashMap::new();
        for node in story.nodes.values().filter(|it| is_candidate(it.id)) {
            titled.entry(node.title.clone()).or_default().push(node.id);
        }
        titled
    };
    let there = by_title(copy, &|it| !is_known(Subject::Node(it)));
    if there.is_empty() {
        return HashMap::new();
    }
    let here = by_title(story, &|it| !copy.nodes.contains_key(&it));
    let both = there.iter().filter_map(|(title, there)| {
        match (there.as_slice(), here.get(title)?.as_slice()) {
            ([there], [here]) => Some((*there, *here)),
            _ => None,
        }
    });
    both.collect()
}

/// The links that the copy does not identify, with one here that it does not have.
fn edges_here(
    story: &Story,
    copy: &Story,
    is_known: &impl Fn(Subject) -> bool,
) -> HashMap<EdgeId, EdgeId> {
    type Place<'a> = (NodeId, NodeId, &'a str);
    fn place(edge: &Edge) -> Place<'_> {
        (edge.record.from, edge.record.to, edge.record.label.as_str())
    }
    let mut here: HashMap<Place<'_>, Vec<EdgeId>> = HashMap::new();
    let missing = story.edges.values();
    for edge in missing.filter(|it| !copy.edges.contains_key(&it.id)) {
        here.entry(place(edge)).or_default().push(edge.id);
    }
    let there = copy.edges.values();
    let there = there.filter(|it| !is_known(Subject::Edge(it.id)));
    there
        .filter_map(|it| Some((it.id, here.get_mut(&place(it))?.pop()?)))
        .collect()
}

fn with_ids(mut node: Arc<Node>, story: &Story, new_ids: &NewIds) -> Arc<Node> {
    let changed = Arc::make_mut(&mut node);
    let parent = changed.layout.parent;
    changed.layout.parent = parent.map(|it| new_ids.nodes.get(&it).copied().unwrap_or(it));
    for (slot, data) in &mut changed.data {
        let new = new_ids.applied(slot, data).into_owned();
        if new != **data {
            *data = Arc::new(new);
        }
    }
    if let Some(here) = new_ids.nodes.get(&changed.id).map(|it| &story.nodes[it]) {
        changed.id = here.id;
        // The copy does not say where it stands.
        changed.layout = here.layout.clone();
    }
    node
}
