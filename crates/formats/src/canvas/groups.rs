//! Which group holds a node: boards say it by geometry alone.

use crate::reading::Spot;

/// Comparisons made at most; a board with more nodes times groups than this stays flat.
const MOST: usize = 50_000_000;

/// For each node the smallest group whose rectangle holds the node's own, as an index; `None` for
/// all where the board is too large to tell. Of two groups of one size the later is the inner one,
/// so that no group ever holds itself.
pub(super) fn holders(spots: &[Spot], is_group: &[bool]) -> Option<Vec<Option<usize>>> {
    let mut groups: Vec<usize> = (0..spots.len()).filter(|&it| is_group[it]).collect();
    if groups.len().saturating_mul(spots.len()) > MOST {
        return None;
    }
    let area = |it: usize| spots[it].width * spots[it].height;
    groups.sort_by(|&a, &b| area(a).total_cmp(&area(b)).then(b.cmp(&a)));
    let mut rank = vec![usize::MAX; spots.len()];
    for (index, &group) in groups.iter().enumerate() {
        rank[group] = index;
    }
    let holder = |node: usize| {
        let larger = if is_group[node] { rank[node] + 1 } else { 0 };
        groups[larger..]
            .iter()
            .copied()
            .find(|&group| holds(spots[group], spots[node]))
    };
    Some((0..spots.len()).map(holder).collect())
}

fn holds(outer: Spot, inner: Spot) -> bool {
    outer.x <= inner.x
        && outer.y <= inner.y
        && outer.x + outer.width >= inner.x + inner.width
        && outer.y + outer.height >= inner.y + inner.height
}
