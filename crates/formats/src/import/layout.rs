//! Positions for nodes without one: the map's automatic layout, below everything that has a
//! position.

use model::Layout;

/// The gap below the nodes that have positions, in map units.
const GAP: f64 = 100.0;

/// The rectangle of a node with a position: left, top, width, height, in map units.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct NodeBounds {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// The top left corner for every node without bounds, in order; `None` for those that have them.
/// `links` are pairs of indexes. The new positions overlap neither each other nor the given bounds.
pub(crate) fn lay_out_unplaced(
    bounds: &[Option<NodeBounds>],
    links: &[(usize, usize)],
    start: Option<usize>,
) -> Vec<Option<(f64, f64)>> {
    let free: Vec<usize> = (0..bounds.len())
        .filter(|&it| bounds[it].is_none())
        .collect();
    let mut among = vec![None; bounds.len()];
    for (index, &it) in free.iter().enumerate() {
        among[it] = Some(index);
    }
    let links: Vec<_> = links
        .iter()
        .filter_map(|&(from, to)| Some((among[from]?, among[to]?)))
        .collect();
    let start = start.and_then(|it| among[it]);
    let corners = model::arrange(&vec![Layout::DEFAULT_SIZE; free.len()], &links, start);
    let (left, top) = free_corner(bounds);
    let mut places = vec![None; bounds.len()];
    for (&it, (x, y)) in free.iter().zip(corners) {
        places[it] = Some((left + x, top + y));
    }
    places
}

/// The top left corner of the free area below all bounds.
fn free_corner(bounds: &[Option<NodeBounds>]) -> (f64, f64) {
    let mut taken = bounds.iter().flatten().peekable();
    if taken.peek().is_none() {
        return (0.0, 0.0);
    }
    let (mut left, mut bottom) = (f64::INFINITY, f64::NEG_INFINITY);
    for node_bounds in taken {
        left = left.min(node_bounds.x);
        bottom = bottom.max(node_bounds.y + node_bounds.height.max(Layout::DEFAULT_SIZE.1));
    }
    (left, bottom + GAP)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lays_out_unplaced_nodes_below_placed_ones() {
        let node_bounds = NodeBounds {
            x: -50.0,
            y: 10.0,
            width: 100.0,
            height: 300.0,
        };
        let places = lay_out_unplaced(&[None, Some(node_bounds), None], &[(0, 2), (1, 2)], Some(1));
        assert_eq!(places, [Some((-50.0, 410.0)), None, Some((290.0, 410.0))]);
    }

    proptest! {
        #[test]
        fn nodes_never_overlap(
            bounds in prop::collection::vec(prop::option::of((-500..500, -500..500)), 1..40),
            links in prop::collection::vec((0_usize..40, 0_usize..40), 0..60),
        ) {
            let count = bounds.len();
            let bounds: Vec<_> = bounds.into_iter().map(|it| it.map(|(x, y)| NodeBounds {
                x: f64::from(x), y: f64::from(y), width: 240.0, height: 140.0,
            })).collect();
            let links: Vec<_> = links.into_iter().filter(|(a, b)| *a < count && *b < count).collect();
            let places = lay_out_unplaced(&bounds, &links, Some(0));
            let free: Vec<_> = places.iter().flatten().collect();
            prop_assert_eq!(free.len(), bounds.iter().filter(|it| it.is_none()).count());
            for (index, (x, y)) in free.iter().enumerate() {
                for (other_x, other_y) in &free[..index] {
                    prop_assert!((x - other_x).abs() >= Layout::DEFAULT_SIZE.0 || (y - other_y).abs() >= Layout::DEFAULT_SIZE.1);
                }
                for node_bounds in bounds.iter().flatten() {
                    prop_assert!(*y >= node_bounds.y + node_bounds.height);
                }
            }
        }
    }
}
