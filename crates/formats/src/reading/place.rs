//! Places for nodes that come without one: the layout of the map, below everything that has a place.

use model::Layout;

/// The gap to what stands above, in map units.
const GAP: f64 = 100.0;

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
    let free: Vec<usize> = (0..spots.len()).filter(|&it| spots[it].is_none()).collect();
    let mut among = vec![None; spots.len()];
    for (index, &it) in free.iter().enumerate() {
        among[it] = Some(index);
    }
    let links: Vec<_> = links
        .iter()
        .filter_map(|&(from, to)| Some((among[from]?, among[to]?)))
        .collect();
    let start = start.and_then(|it| among[it]);
    let corners = model::arrange(&vec![Layout::CARD; free.len()], &links, start);
    let (left, top) = free_corner(spots);
    let mut places = vec![None; spots.len()];
    for (&it, (x, y)) in free.iter().zip(corners) {
        places[it] = Some((left + x, top + y));
    }
    places
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
        bottom = bottom.max(spot.y + spot.height.max(Layout::CARD.1));
    }
    (left, bottom + GAP)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_has_no_place_stands_below_what_has_one() {
        let spot = Spot {
            x: -50.0,
            y: 10.0,
            width: 100.0,
            height: 300.0,
        };
        let places = place_free(&[None, Some(spot), None], &[(0, 2), (1, 2)], Some(1));
        assert_eq!(places, [Some((-50.0, 410.0)), None, Some((290.0, 410.0))]);
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
                    prop_assert!((x - other_x).abs() >= Layout::CARD.0 || (y - other_y).abs() >= Layout::CARD.1);
                }
                for spot in spots.iter().flatten() {
                    prop_assert!(*y >= spot.y + spot.height);
                }
            }
        }
    }
}
