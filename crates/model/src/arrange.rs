//! An automatic layout: layers by distance from the start, from left to right. Boxes without links
//! are placed in rows below. Deterministic, near linear, without overlaps. Enter through
//! [`arrange`]. Not here: what the boxes represent.

use std::collections::VecDeque;

/// Distances in map units: between columns, within a column, between unconnected components.
const COLUMN_GAP: f64 = 100.0;
const GAP: f64 = 40.0;
const COMPONENT_GAP: f64 = 100.0;
/// The fewest boxes in a column before it is split, and the fewest in a row of single boxes.
const MIN_ROWS: usize = 8;
/// How often layers are reordered by their neighbors.
const SWEEPS: usize = 4;

/// Some boxes with their positions, relative to an origin at the top left.
struct Block {
    places: Vec<(usize, f64, f64)>,
    width: f64,
    height: f64,
}

/// Returns the top left corner of every box, in order, with the whole layout starting at the
/// origin. `sizes` are widths and heights, `links` pairs of indexes in reading order; `start` is
/// the start node.
pub fn arrange(
    sizes: &[(f64, f64)],
    links: &[(usize, usize)],
    start: Option<usize>,
) -> Vec<(f64, f64)> {
    let near = Neighbors::of(sizes.len(), links);
    let mut parts = near.parts();
    if let Some(at) = start.and_then(|it| parts.iter().position(|part| part.contains(&it))) {
        parts[..=at].rotate_right(1);
    }
    let (linked, single): (Vec<_>, Vec<_>) = parts.into_iter().partition(|it| it.len() > 1);
    let mut blocks: Vec<Block> = linked
        .iter()
        .map(|part| layout_component(part, sizes, &near, start))
        .collect();
    let single: Vec<usize> = single.into_iter().flatten().collect();
    let widest = blocks.iter().map(|it| it.width).fold(0.0, f64::max);
    let rows = layout_grid(&single, sizes, widest);
    // A start without links still comes first.
    let first = start.is_some_and(|it| single.first() == Some(&it));
    blocks.insert(if first { 0 } else { blocks.len() }, rows);
    let mut corners = vec![(0.0, 0.0); sizes.len()];
    let mut top = 0.0;
    for block in blocks.iter().filter(|it| !it.places.is_empty()) {
        for &(index, x, y) in &block.places {
            corners[index] = (x, top + y);
        }
        top += block.height + COMPONENT_GAP;
    }
    corners
}

/// The successors and predecessors of each box, without links to itself.
struct Neighbors {
    next: Vec<Vec<usize>>,
    before: Vec<Vec<usize>>,
}

impl Neighbors {
    fn of(count: usize, links: &[(usize, usize)]) -> Self {
        let mut near = Self {
            next: vec![Vec::new(); count],
            before: vec![Vec::new(); count],
        };
        for &(from, to) in links.iter().filter(|it| it.0 != it.1) {
            near.next[from].push(to);
            near.before[to].push(from);
        }
        near
    }

    /// The connected components, ignoring the direction of links; the components and their boxes
    /// are in order.
    fn parts(&self) -> Vec<Vec<usize>> {
        let mut seen = vec![false; self.next.len()];
        let mut parts = Vec::new();
        for first in 0..seen.len() {
            if std::mem::replace(&mut seen[first], true) {
                continue;
            }
            let mut part = vec![first];
            let mut at = 0;
            while let Some(&index) = part.get(at) {
                for &other in self.next[index].iter().chain(&self.before[index]) {
                    if !std::mem::replace(&mut seen[other], true) {
                        part.push(other);
                    }
                }
                at += 1;
            }
            part.sort_unstable();
            parts.push(part);
        }
        parts
    }

    /// The layers of a component, by distance from the start, or else from boxes without
    /// predecessors.
    fn layers(&self, part: &[usize], start: Option<usize>) -> Vec<Vec<usize>> {
        let mut depth = vec![None; self.next.len()];
        let mut layers: Vec<Vec<usize>> = Vec::new();
        let from = start.filter(|it| part.contains(it));
        let sources = part
            .iter()
            .copied()
            .filter(|&it| self.before[it].is_empty());
        // Cycles without an entry come last.
        for root in from.into_iter().chain(sources).chain(part.iter().copied()) {
            if depth[root].is_some() {
                continue;
            }
            depth[root] = Some(0);
            let mut queue = VecDeque::from([(root, 0)]);
            while let Some((index, at)) = queue.pop_front() {
                if layers.len() == at {
                    layers.push(Vec::new());
                }
                layers[at].push(index);
                for &to in &self.next[index] {
                    if depth[to].is_none() {
                        depth[to] = Some(at + 1);
                        queue.push_back((to, at + 1));
                    }
                }
            }
        }
        layers
    }

    /// Orders each layer by the positions of its neighbors in the layer before, then in the one
    /// after, to reduce crossings.
    fn reduce_crossings(&self, layers: &mut [Vec<usize>]) {
        let mut rank = vec![0.0; self.next.len()];
        let mut layer_of = vec![usize::MAX; self.next.len()];
        for (at, layer) in layers.iter().enumerate() {
            for (row, &index) in layer.iter().enumerate() {
                rank[index] = row as f64;
                layer_of[index] = at;
            }
        }
        let count = layers.len();
        for sweep in 0..SWEEPS {
            for step in 1..count {
                let forward = sweep % 2 == 0;
                let at = if forward { step } else { count - 1 - step };
                let beside = if forward { at - 1 } else { at + 1 };
                let mean = |index: usize| {
                    let near = self.before[index].iter().chain(&self.next[index]);
                    let ranks: Vec<f64> = near
                        .filter(|&&it| layer_of[it] == beside)
                        .map(|&it| rank[it])
                        .collect();
                    match ranks.len() {
                        0 => rank[index],
                        count => ranks.iter().sum::<f64>() / count as f64,
                    }
                };
                let mut keyed: Vec<_> = layers[at].iter().map(|&it| (mean(it), it)).collect();
                keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
                layers[at] = keyed.into_iter().map(|it| it.1).collect();
                for (row, &index) in layers[at].iter().enumerate() {
                    rank[index] = row as f64;
                }
            }
        }
    }
}

/// A component in columns, each centered vertically.
fn layout_component(
    part: &[usize],
    sizes: &[(f64, f64)],
    near: &Neighbors,
    start: Option<usize>,
) -> Block {
    let mut layers = near.layers(part, start);
    near.reduce_crossings(&mut layers);
    let rows = (part.len() as f64).sqrt().ceil().max(MIN_ROWS as f64) as usize;
    let columns: Vec<&[usize]> = layers.iter().flat_map(|it| it.chunks(rows)).collect();
    let tall = |column: &[usize]| {
        column.iter().map(|&it| sizes[it].1).sum::<f64>() + GAP * (column.len() - 1) as f64
    };
    let height = columns.iter().map(|it| tall(it)).fold(0.0, f64::max);
    let mut places = Vec::new();
    let mut x = 0.0;
    for column in columns {
        let mut y = ((height - tall(column)) / 2.0).round();
        for &index in column {
            places.push((index, x, y));
            y += sizes[index].1 + GAP;
        }
        x += column.iter().map(|&it| sizes[it].0).fold(0.0, f64::max) + COLUMN_GAP;
    }
    Block {
        places,
        width: x - COLUMN_GAP,
        height,
    }
}

/// Boxes in rows, as wide as the layout above or wide enough to be roughly square.
fn layout_grid(boxes: &[usize], sizes: &[(f64, f64)], widest: f64) -> Block {
    let across = (boxes.len() as f64)
        .sqrt()
        .ceil()
        .max(MIN_ROWS as f64 / 2.0);
    let mean = boxes.iter().map(|&it| sizes[it].0 + GAP).sum::<f64>() / boxes.len().max(1) as f64;
    let width = widest.max(across * mean);
    let (mut x, mut y, mut row) = (0.0_f64, 0.0, 0.0_f64);
    let mut places = Vec::new();
    for &index in boxes {
        let (wide, tall) = sizes[index];
        if x > 0.0 && x + wide > width {
            (x, y, row) = (0.0, y + row + GAP, 0.0);
        }
        places.push((index, x, y));
        x += wide + GAP;
        row = row.max(tall);
    }
    Block {
        places,
        width,
        height: y + row,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const CARD: (f64, f64) = crate::Layout::DEFAULT_SIZE;

    #[test]
    fn targets_are_placed_right_of_their_source() {
        let corners = arrange(&[CARD; 5], &[(0, 1), (0, 2), (1, 3), (3, 0)], Some(0));
        let expected = [
            (0.0, 90.0),
            (340.0, 0.0),
            (340.0, 180.0),
            (680.0, 90.0),
            (0.0, 420.0),
        ];
        assert_eq!(
            corners, expected,
            "the fifth box has no links and is placed below"
        );
    }

    #[test]
    fn layers_are_ordered_to_avoid_crossings() {
        let links = [(0, 1), (0, 2), (2, 3), (1, 4)];
        let corners = arrange(&[CARD; 5], &links, Some(0));
        assert!(corners[1].1 < corners[2].1);
        assert!(corners[4].1 < corners[3].1, "no links cross");
    }

    #[test]
    fn component_with_the_start_node_comes_first() {
        let corners = arrange(&[CARD; 4], &[(0, 1), (2, 3)], Some(2));
        assert_eq!((corners[2], corners[0]), ((0.0, 0.0), (0.0, 240.0)));
        assert_eq!(arrange(&[], &[], None), []);
    }

    proptest! {
        #[test]
        fn layout_is_deterministic_and_without_overlaps(
            sizes in prop::collection::vec((40..900, 40..900), 1..40),
            links in prop::collection::vec((0_usize..40, 0_usize..40), 0..80),
            start in prop::option::of(0_usize..40),
        ) {
            let count = sizes.len();
            let sizes: Vec<_> = sizes.into_iter().map(|it| (f64::from(it.0), f64::from(it.1))).collect();
            let links: Vec<_> = links.into_iter().filter(|(a, b)| *a < count && *b < count).collect();
            let start = start.filter(|it| *it < count);
            let corners = arrange(&sizes, &links, start);
            for (a, &(x, y)) in corners.iter().enumerate() {
                prop_assert!(x >= 0.0 && y >= 0.0);
                for (b, &(left, top)) in corners[..a].iter().enumerate() {
                    let apart = x >= left + sizes[b].0 + GAP || left >= x + sizes[a].0 + GAP
                        || y >= top + sizes[b].1 + GAP || top >= y + sizes[a].1 + GAP;
                    prop_assert!(apart, "{a} overlaps {b}");
                }
            }
            prop_assert_eq!(corners, arrange(&sizes, &links, start));
        }
    }
}
