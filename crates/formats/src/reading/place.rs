//! Places for nodes that come without one: layers by distance from the start, read left to right,
//! the unreached in a grid below. Deterministic and linear; a tidy beginning, not a drawing.

use std::collections::VecDeque;

/// The room one node gets, in map units: a card of the default size and a gap.
const CELL: (f64, f64) = (300.0, 220.0);

/// The rectangle that a node with a place takes up: left, top, width, height, in map units.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Spot {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// A left top corner for every node without a spot, in order; `None` for those that have one.
/// `links` are pairs of indexes. No two of the places given overlap, nor do they overlap a spot.
pub(crate) fn place_free(
    spots: &[Option<Spot>],
    links: &[(usize, usize)],
    start: Option<usize>,
) -> Vec<Option<(f64, f64)>> {
    let (left, top) = free_corner(spots);
    let mut places = vec![None; spots.len()];
    let (layers, rest) = layers(spots.len(), links, start);
    let mut bottom = top;
    let mut x = left;
    let rows = rows_for(spots.len() - rest.len());
    for layer in &layers {
        let free: Vec<_> = layer
            .iter()
            .copied()
            .filter(|&it| spots[it].is_none())
            .collect();
        for column in free.chunks(rows) {
            for (row, &node) in column.iter().enumerate() {
                let y = top + row as f64 * CELL.1;
                places[node] = Some((x, y));
                bottom = f64::max(bottom, y + CELL.1);
            }
            x += CELL.0;
        }
    }
    let rest: Vec<_> = rest.into_iter().filter(|&it| spots[it].is_none()).collect();
    let columns = rows_for(rest.len());
    for (index, node) in rest.into_iter().enumerate() {
        let (row, column) = (index / columns, index % columns);
        places[node] = Some((left + column as f64 * CELL.0, bottom + row as f64 * CELL.1));
    }
    places
}

/// A side that keeps a block of `count` nodes roughly square.
fn rows_for(count: usize) -> usize {
    (count as f64).sqrt().ceil().max(6.0) as usize
}

/// Below everything that has a spot.
fn free_corner(spots: &[Option<Spot>]) -> (f64, f64) {
    let mut taken = spots.iter().flatten().peekable();
    if taken.peek().is_none() {
        return (0.0, 0.0);
    }
    let (mut left, mut bottom) = (f64::INFINITY, f64::NEG_INFINITY);
    for spot in taken {
        left = left.min(spot.x);
        bottom = bottom.max(spot.y + spot.height.max(CELL.1));
    }
    (left, bottom + CELL.1 / 2.0)
}

/// Nodes by their distance from the start, and those it does not reach.
fn layers(
    count: usize,
    links: &[(usize, usize)],
    start: Option<usize>,
) -> (Vec<Vec<usize>>, Vec<usize>) {
    let mut next = vec![Vec::new(); count];
    for &(from, to) in links {
        next[from].push(to);
    }
    let mut depths = vec![None; count];
    let mut layers: Vec<Vec<usize>> = Vec::new();
    let mut queue = VecDeque::new();
    if let Some(start) = start {
        depths[start] = Some(0);
        queue.push_back((start, 0));
    }
    while let Some((node, depth)) = queue.pop_front() {
        if layers.len() == depth {
            layers.push(Vec::new());
        }
        layers[depth].push(node);
        for &to in &next[node] {
            if depths[to].is_none() {
                depths[to] = Some(depth + 1);
                queue.push_back((to, depth + 1));
            }
        }
    }
    let rest = (0..count).filter(|&it| depths[it].is_none()).collect();
    (layers, rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn choices_stand_to_the_right_of_what_offers_them() {
        let places = place_free(&[None; 4], &[(0, 1), (0, 2), (1, 0)], Some(0));
        assert_eq!(
            places,
            [
                Some((0.0, 0.0)),
                Some((300.0, 0.0)),
                Some((300.0, 220.0)),
                Some((0.0, 440.0))
            ]
        );
    }

    proptest! {
        #[test]
        fn nothing_overlaps(
            spots in prop::collection::vec(prop::option::of((-500..500, -500..500)), 1..40),
            links in prop::collection::vec((0_usize..40, 0_usize..40), 0..60),
        ) {
            let count = spots.len();
            let spots: Vec<_> = spots.into_iter().map(|it| it.map(|(x, y)| Spot {
                x: f64::from(x), y: f64::from(y), width: 240.0, height: 140.0,
            })).collect();
            let links: Vec<_> = links.into_iter().filter(|(a, b)| *a < count && *b < count).collect();
            let places = place_free(&spots, &links, Some(0));
            let free: Vec<_> = places.iter().flatten().collect();
            prop_assert_eq!(free.len(), spots.iter().filter(|it| it.is_none()).count());
            for (index, (x, y)) in free.iter().enumerate() {
                for (other_x, other_y) in &free[..index] {
                    prop_assert!((x - other_x).abs() >= 300.0 || (y - other_y).abs() >= 220.0);
                }
                for spot in spots.iter().flatten() {
                    prop_assert!(*y >= spot.y + spot.height);
                }
            }
        }
    }
}
