//! How the map follows a scene or group that moves in the order of reading: it takes the place where it is
//! read now, and what it passes moves up.

use model::{Node, NodeId};

use super::run::{Run, Runs};
use crate::story::map_layout::rearrange::rearranged;

/// More than this are not moved at once.
const MOST: usize = 200;

/// How far each card or frame moves, with its members.
pub(super) type Shifts = Vec<(NodeId, (f64, f64))>;

/// How the map follows when `node` moves, within its group, between the scenes `after` and `before`;
/// without `after`, to the beginning.
/// Nothing moves where what it passes is not one after another, in the story or on the map.
pub(super) fn shifts(
    runs: &Runs<'_>,
    node: &Node,
    run: &Run,
    (after, before): (Option<NodeId>, Option<NodeId>),
) -> Shifts {
    let walk = Walk {
        runs,
        group: node.layout.parent,
    };
    let down = after.and_then(|it| walk.down(node.id, run, it));
    let (places, is_down) = match down {
        Some(places) => (places, true),
        None => {
            let next = match after {
                _ if before.is_some() => before,
                Some(after) => {
                    let edges = runs.graph.edges_from(after);
                    edges.first().map(|it| it.record.to)
                }
                None => runs.graph.record.start,
            };
            match next.and_then(|it| walk.up(it, node.id)) {
                Some(places) => (places, false),
                None => return Shifts::new(),
            }
        }
    };
    let mut items = places.clone();
    match is_down {
        true => items.rotate_left(1),
        false => items.rotate_right(1),
    }
    rearranged(runs.graph, &runs.members, &places, &items)
}

/// Goes along the story from one item of a group to the next: its scenes, and the groups in it.
struct Walk<'a> {
    runs: &'a Runs<'a>,
    group: Option<NodeId>,
}

impl Walk<'_> {
    /// The items from a node on to the one that a scene is in.
    fn down(&self, node: NodeId, run: &Run, to: NodeId) -> Option<Vec<NodeId>> {
        let (next, mut run) = self.next(run)?;
        let mut items = vec![node, next];
        while !run.scenes.contains(&to) {
            run = self.step(&mut items, &run)?;
        }
        Some(items)
    }

    /// The items from the one that a scene is in on to a node.
    fn up(&self, from: NodeId, node: NodeId) -> Option<Vec<NodeId>> {
        let (item, mut run) = self.item(from)?;
        let mut items = vec![item];
        while items.last() != Some(&node) {
            run = self.step(&mut items, &run)?;
        }
        Some(items)
    }

    fn step(&self, items: &mut Vec<NodeId>, run: &Run) -> Option<Run> {
        let (item, run) = self.next(run)?;
        if items.len() >= MOST || items.contains(&item) {
            return None;
        }
        items.push(item);
        Some(run)
    }

    fn next(&self, run: &Run) -> Option<(NodeId, Run)> {
        match self.runs.after(run).as_slice() {
            [next] => self.item(*next),
            _ => None,
        }
    }

    /// The item of the group that a scene is, or is in.
    fn item(&self, scene: NodeId) -> Option<(NodeId, Run)> {
        let nodes = &self.runs.graph.nodes;
        let mut node = nodes.get(&scene)?;
        for _ in 0..MOST {
            if node.layout.parent == self.group {
                let run = self.runs.of_node("", node).ok()?;
                return Some((node.id, run));
            }
            node = nodes.get(&node.layout.parent?)?;
        }
        None
    }
}
