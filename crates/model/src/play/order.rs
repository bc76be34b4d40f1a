//! Orders of nodes along the choices: the order in which a reader may encounter them, and the
//! shortest way between two. Pure.

use std::collections::{HashMap, HashSet, VecDeque};

use super::outgoing::OutgoingLinks;
use crate::{NodeId, Story};

/// All nodes: breadth first from the start along the choices, then the unreachable ones in creation
/// order.
pub fn reading_order(story: &Story) -> Vec<NodeId> {
    let outgoing = OutgoingLinks::of(story);
    let start = story.record.start.filter(|it| story.nodes.contains_key(it));
    let mut queue: VecDeque<_> = start.into_iter().collect();
    let mut seen: HashSet<_> = queue.iter().copied().collect();
    let mut order = Vec::with_capacity(story.nodes.len());
    while let Some(id) = queue.pop_front() {
        order.push(id);
        for edge in outgoing.from(id) {
            let to = edge.record.to;
            if story.nodes.contains_key(&to) && seen.insert(to) {
                queue.push_back(to);
            }
        }
    }
    let unreachable = story.nodes.keys().filter(|it| !seen.contains(it));
    order.extend(unreachable);
    order
}

/// The nodes on the shortest way along the choices from one node to another, both included; `None`
/// if no way leads there. Conditions are not considered.
pub fn shortest_way(story: &Story, from: NodeId, to: NodeId) -> Option<Vec<NodeId>> {
    let outgoing = OutgoingLinks::of(story);
    let mut came_from: HashMap<NodeId, NodeId> = HashMap::new();
    let mut queue = VecDeque::from([from]);
    while let Some(id) = queue.pop_front() {
        if id == to {
            let mut way = vec![id];
            while let Some(before) = way.last().and_then(|it| came_from.get(it)) {
                way.push(*before);
            }
            way.reverse();
            return Some(way);
        }
        for edge in outgoing.from(id) {
            let next = edge.record.to;
            if next != from && !came_from.contains_key(&next) {
                came_from.insert(next, id);
                queue.push_back(next);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use uuid::Uuid;

    use super::*;
    use crate::{Edge, EdgeId, EdgeRecord, Layout, Node, StoryId};

    fn id(number: u8) -> NodeId {
        NodeId(Uuid::from_u128(number.into()))
    }

    /// Nodes 1 to `count`, with these edges, starting at 1.
    fn story(count: u8, edges: &[(u8, u8)]) -> Story {
        let mut story = Story::new(StoryId(Uuid::nil()), "Test");
        for number in 1..=count {
            let node = Node {
                id: id(number),
                title: number.to_string(),
                kind: "scene".to_owned(),
                layout: Layout::default(),
                data: Default::default(),
            };
            story.nodes.insert(node.id, Arc::new(node));
        }
        for (place, (from, to)) in (0..).zip(edges) {
            let edge = Edge {
                id: EdgeId(Uuid::from_u128(1000 + u128::from(place))),
                record: EdgeRecord {
                    from: id(*from),
                    to: id(*to),
                    label: String::new(),
                    order: place,
                    condition: None,
                    effect: None,
                    dynamic: false,
                    includes: false,
                    once: false,
                },
                data: Default::default(),
            };
            story.edges.insert(edge.id, Arc::new(edge));
        }
        story.record.start = Some(id(1));
        story
    }

    #[test]
    fn nodes_are_read_breadth_first_and_unreachable_ones_last() {
        let story = story(5, &[(1, 4), (1, 3), (4, 1), (3, 5)]);
        assert_eq!(reading_order(&story), [1, 4, 3, 5, 2].map(id));
    }

    #[test]
    fn the_shortest_way_includes_both_ends() {
        let story = story(5, &[(1, 2), (2, 3), (3, 4), (1, 3), (3, 1)]);
        assert_eq!(
            shortest_way(&story, id(1), id(4)),
            Some([1, 3, 4].map(id).to_vec())
        );
        assert_eq!(shortest_way(&story, id(4), id(1)), None);
        assert_eq!(shortest_way(&story, id(2), id(2)), Some(vec![id(2)]));
    }
}
