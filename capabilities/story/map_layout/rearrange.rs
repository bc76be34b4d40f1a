//! Cards and frames of groups that take the places of one another on the map, or a free place. Pure.

use model::{Node, NodeId, Story};

use super::moves::GroupMembers;
use super::place::{first_free, free_position_near};

/// Groups nested deeper than this count as their cards.
const MAX_DEPTH: usize = 16;
/// Sizes that differ by less are equal.
const TOLERANCE: f64 = 1.0;
/// The distance between frames, with room for their titles.
const FRAME_GAP: f64 = 160.0;

/// The area of a card, or of everything inside a group.
#[derive(Debug, Clone, Copy)]
struct Area {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Area {
    fn of(graph: &Story, members: &GroupMembers, node: NodeId, depth: usize) -> Option<Self> {
        let node = graph.nodes.get(&node)?;
        let layout = &node.layout;
        let has_frame = node.kind == "group" && layout.width.is_none() && !layout.collapsed;
        if has_frame && depth < MAX_DEPTH {
            let held = members.of_group(node.id).iter();
            let areas = held.filter_map(|it| Self::of(graph, members, *it, depth + 1));
            if let Some(around) = areas.reduce(Self::with) {
                return Some(around);
            }
        }
        let (width, height) = layout.size();
        Some(Self {
            left: layout.x,
            top: layout.y,
            right: layout.x + width,
            bottom: layout.y + height,
        })
    }

    fn with(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    fn at(self, left: f64, top: f64) -> Self {
        let (width, height) = self.size();
        Self {
            left,
            top,
            right: left + width,
            bottom: top + height,
        }
    }

    fn is_apart(self, other: Self) -> bool {
        self.left >= other.right + FRAME_GAP
            || other.left >= self.right + FRAME_GAP
            || self.top >= other.bottom + FRAME_GAP
            || other.top >= self.bottom + FRAME_GAP
    }

    fn size(self) -> (f64, f64) {
        (self.right - self.left, self.bottom - self.top)
    }
}

/// How far each of `items` moves so that together they take `places`, which are the same nodes in another
/// order. Nothing moves where the places do not follow one another from left to right and downward, or
/// where they have different sizes without being in one row or column.
pub(in crate::story) fn rearranged(
    graph: &Story,
    members: &GroupMembers,
    places: &[NodeId],
    items: &[NodeId],
) -> Vec<(NodeId, (f64, f64))> {
    let areas = |ids: &[NodeId]| -> Option<Vec<Area>> {
        ids.iter()
            .map(|it| Area::of(graph, members, *it, 0))
            .collect()
    };
    let (Some(places), Some(now)) = (areas(places), areas(items)) else {
        return Vec::new();
    };
    let Some(corners) = corners(&places, &now) else {
        return Vec::new();
    };
    let moves = items.iter().zip(&now).zip(corners);
    moves
        .map(|((id, now), (left, top))| (*id, (left - now.left, top - now.top)))
        .filter(|(_, by)| *by != (0.0, 0.0))
        .collect()
}

/// The upper left corners of areas that are put into places in their order.
fn corners(places: &[Area], areas: &[Area]) -> Option<Vec<(f64, f64)>> {
    let size = places.first()?.size();
    let is_alike = |it: &Area| {
        let (width, height) = it.size();
        (width - size.0).abs() < TOLERANCE && (height - size.1).abs() < TOLERANCE
    };
    if places.iter().all(is_alike) {
        let follows = |one: &Area, next: &Area| next.left >= one.right || next.top >= one.bottom;
        let is_in_order = places.windows(2).all(|it| follows(&it[0], &it[1]));
        return is_in_order.then(|| places.iter().map(|it| (it.left, it.top)).collect());
    }
    let across = |at: fn(&Area) -> f64| places.iter().map(at);
    if let Some(tops) = stacked(places, areas, |it| (it.top, it.bottom)) {
        return Some(across(|it| it.left).zip(tops).collect());
    }
    let lefts = stacked(places, areas, |it| (it.left, it.right))?;
    Some(lefts.into_iter().zip(across(|it| it.top)).collect())
}

/// Where areas begin that are put into places one behind the other, at the same distances.
fn stacked(places: &[Area], areas: &[Area], ends: fn(&Area) -> (f64, f64)) -> Option<Vec<f64>> {
    let gaps = places.windows(2).map(|it| ends(&it[1]).0 - ends(&it[0]).1);
    let gaps: Vec<f64> = gaps.chain([0.0]).collect();
    let mut next = ends(places.first()?).0;
    let starts = areas.iter().zip(&gaps).map(|(area, gap)| {
        let (start, end) = ends(area);
        let begin = next;
        next += end - start + gap;
        begin
    });
    gaps.iter().all(|it| *it >= 0.0).then(|| starts.collect())
}

/// How far a node moves, with its members, to a free place in a group beside the scene `anchor`: a card
/// right of that, and a frame right of the frame that the scene is in.
pub(in crate::story) fn beside(
    graph: &Story,
    members: &GroupMembers,
    node: &Node,
    anchor: Option<&Node>,
    group: Option<NodeId>,
) -> (f64, f64) {
    if node.kind != "group" {
        let (x, y) = free_position_near(graph, anchor, group);
        return (x - node.layout.x, y - node.layout.y);
    }
    let around = around(graph, group);
    let item = anchor.and_then(|it| item_in(graph, it, group));
    let area = |id: NodeId| Area::of(graph, members, id, 0);
    let (Some(own), Some(anchor)) = (area(node.id), item.and_then(area)) else {
        return (0.0, 0.0);
    };
    let others = graph.nodes.values().filter(|it| {
        let is_beside = it.layout.parent.is_none_or(|it| around.contains(&it));
        is_beside && !around.contains(&it.id) && it.id != node.id
    });
    let taken: Vec<Area> = others.filter_map(|it| area(it.id)).collect();
    let (width, height) = own.size();
    let begin = (anchor.right + FRAME_GAP, anchor.top);
    let step = (width + FRAME_GAP, height + FRAME_GAP);
    let is_free = |x, y| taken.iter().all(|it| own.at(x, y).is_apart(*it));
    let (left, top) = first_free(begin, step, is_free);
    (left - own.left, top - own.top)
}

/// A group and the groups around it.
fn around(graph: &Story, group: Option<NodeId>) -> Vec<NodeId> {
    let mut around = Vec::new();
    let mut next = group;
    while let Some(id) = next.filter(|it| !around.contains(it)) {
        around.push(id);
        next = graph.nodes.get(&id).and_then(|it| it.layout.parent);
    }
    around
}

/// What of a group a node is, or is in; the node itself where it is not in the group.
fn item_in(graph: &Story, node: &Node, group: Option<NodeId>) -> Option<NodeId> {
    let around = around(graph, Some(node.id));
    let is_item = |it: &&NodeId| {
        graph
            .nodes
            .get(*it)
            .is_some_and(|it| it.layout.parent == group)
    };
    around.iter().find(is_item).or(around.first()).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(left: f64, top: f64, width: f64, height: f64) -> Area {
        Area {
            left,
            top,
            right: left + width,
            bottom: top + height,
        }
    }

    #[test]
    fn areas_of_one_size_take_the_places_of_one_another() {
        let places = [
            area(0.0, 0.0, 9.0, 5.0),
            area(20.0, 0.0, 9.0, 5.0),
            area(0.0, 10.0, 9.0, 5.0),
        ];
        let corners = corners(&places, &places).unwrap();
        assert_eq!(corners, [(0.0, 0.0), (20.0, 0.0), (0.0, 10.0)]);
        let backwards = [area(20.0, 0.0, 9.0, 5.0), area(0.0, 0.0, 9.0, 5.0)];
        assert!(super::corners(&backwards, &backwards).is_none());
    }

    #[test]
    fn areas_of_different_sizes_stay_apart_in_a_row_or_column() {
        let (low, high) = (area(0.0, 0.0, 9.0, 5.0), area(0.0, 8.0, 9.0, 20.0));
        let last = area(0.0, 30.0, 9.0, 5.0);
        let column = corners(&[low, high, last], &[high, last, low]).unwrap();
        assert_eq!(column, [(0.0, 0.0), (0.0, 23.0), (0.0, 30.0)]);
        let (narrow, wide) = (area(0.0, 0.0, 9.0, 5.0), area(10.0, 0.0, 30.0, 5.0));
        let row = corners(&[narrow, wide], &[wide, narrow]).unwrap();
        assert_eq!(row, [(0.0, 0.0), (31.0, 0.0)]);
        let across = area(5.0, 3.0, 9.0, 7.0);
        assert!(corners(&[narrow, across], &[across, narrow]).is_none());
    }
}
