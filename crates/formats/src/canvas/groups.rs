//! Finds the group that contains each node: canvas files express it only by geometry.

use crate::import::NodeBounds;

/// The maximum number of comparisons; a canvas with more nodes times groups is imported without
/// nesting.
const MAX_COMPARISONS: usize = 50_000_000;

/// For each node, the index of the smallest group whose rectangle contains the node's own; `None`
/// for all nodes if the canvas is too large. Of two groups of equal size the later one is the inner
/// one, so no group ever contains itself.
pub(super) fn containing_groups(
    bounds: &[NodeBounds],
    is_group: &[bool],
) -> Option<Vec<Option<usize>>> {
    let mut groups: Vec<usize> = (0..bounds.len()).filter(|&it| is_group[it]).collect();
    if groups.len().saturating_mul(bounds.len()) > MAX_COMPARISONS {
        return None;
    }
    let area = |it: usize| bounds[it].width * bounds[it].height;
    groups.sort_by(|&a, &b| area(a).total_cmp(&area(b)).then(b.cmp(&a)));
    let mut rank = vec![usize::MAX; bounds.len()];
    for (index, &group) in groups.iter().enumerate() {
        rank[group] = index;
    }
    let holder = |node: usize| {
        let larger = if is_group[node] { rank[node] + 1 } else { 0 };
        groups[larger..]
            .iter()
            .copied()
            .find(|&group| contains(bounds[group], bounds[node]))
    };
    Some((0..bounds.len()).map(holder).collect())
}

fn contains(outer: NodeBounds, inner: NodeBounds) -> bool {
    outer.x <= inner.x
        && outer.y <= inner.y
        && outer.x + outer.width >= inner.x + inner.width
        && outer.y + outer.height >= inner.y + inner.height
}
