//! The graph by node number instead of id: reachability and strongly connected components. All
//! traversals are iterative, because a story may be one very long chain.

use super::parse_cache::Source;

/// Node numbers, in the story's own order.
pub(super) type Number = usize;

/// Where a link leaves and leads; `None` of one that touches a node which is gone.
pub(super) type Ends = Option<(Number, Number)>;

/// A link, by number.
#[derive(Debug, Clone, Copy)]
pub(super) struct Link {
    pub(super) ends: Ends,
    pub(super) condition: Option<Source>,
    pub(super) effect: Option<Source>,
    pub(super) is_choice: bool,
    pub(super) includes: bool,
    pub(super) dynamic: bool,
    pub(super) once: bool,
}

/// The edges of a story, by number.
pub(super) struct Adjacency {
    /// The targets of each node's edges, unordered; `starts[n]..starts[n + 1]` are those of `n`.
    targets: Vec<Number>,
    starts: Vec<usize>,
}

impl Adjacency {
    /// The edges a reader can follow. Leaves out links with a missing end, computed links whose
    /// targets are unknown, and choices whose condition is known never to hold.
    pub(super) fn of(count: usize, links: &[Link], never: &[Option<bool>]) -> Self {
        let ways = links
            .iter()
            .filter(|it| it.is_choice || it.includes)
            .filter(|it| it.condition.is_none_or(|it| never[it] != Some(true)));
        let pairs: Vec<_> = ways.filter_map(|it| it.ends).collect();
        Self::from_pairs(count, &pairs)
    }

    /// All links, whether they can be taken or not.
    pub(super) fn of_all(count: usize, links: &[Link]) -> Self {
        let pairs: Vec<_> = links.iter().filter_map(|it| it.ends).collect();
        Self::from_pairs(count, &pairs)
    }

    pub(super) fn from_pairs(count: usize, edges: &[(Number, Number)]) -> Self {
        let mut starts = vec![0; count + 1];
        for &(from, _) in edges {
            starts[from + 1] += 1;
        }
        for at in 0..count {
            starts[at + 1] += starts[at];
        }
        let mut next = starts.clone();
        let mut targets = vec![0; edges.len()];
        for &(from, to) in edges {
            targets[next[from]] = to;
            next[from] += 1;
        }
        Self { targets, starts }
    }

    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The targets of a node's edges.
    pub(super) fn from(&self, node: Number) -> &[Number] {
        &self.targets[self.starts[node]..self.starts[node + 1]]
    }

    /// Marks every node reachable from the given nodes, including these, and returns the newly
    /// marked ones in the order they were reached.
    pub(super) fn mark_reachable(
        &self,
        from: impl IntoIterator<Item = Number>,
        marks: &mut [bool],
    ) -> Vec<Number> {
        let mut found: Vec<Number> = Vec::new();
        for node in from {
            if !std::mem::replace(&mut marks[node], true) {
                found.push(node);
            }
        }
        let mut at = 0;
        while let Some(&node) = found.get(at) {
            at += 1;
            for &next in self.from(node) {
                if !std::mem::replace(&mut marks[next], true) {
                    found.push(next);
                }
            }
        }
        found
    }

    /// The strongly connected component of each node, and the number of components. A component's
    /// number is higher than that of any component it leads to.
    pub(super) fn strongly_connected_components(&self) -> (Vec<usize>, usize) {
        const NONE: usize = usize::MAX;
        let count = self.len();
        let (mut index, mut low) = (vec![NONE; count], vec![0; count]);
        let (mut component, mut strongly_connected_components) = (vec![NONE; count], 0);
        let (mut stack, mut walk): (Vec<Number>, Vec<(Number, usize)>) = (Vec::new(), Vec::new());
        let mut next = 0;
        for root in 0..count {
            if index[root] != NONE {
                continue;
            }
            walk.push((root, 0));
            while let Some((node, at)) = walk.pop() {
                if at == 0 {
                    index[node] = next;
                    low[node] = next;
                    next += 1;
                    stack.push(node);
                }
                if let Some(&to) = self.from(node).get(at) {
                    walk.push((node, at + 1));
                    if index[to] == NONE {
                        walk.push((to, 0));
                    } else if component[to] == NONE {
                        low[node] = low[node].min(index[to]);
                    }
                    continue;
                }
                if low[node] == index[node] {
                    while let Some(member) = stack.pop() {
                        component[member] = strongly_connected_components;
                        if member == node {
                            break;
                        }
                    }
                    strongly_connected_components += 1;
                }
                if let Some(&(above, _)) = walk.last() {
                    low[above] = low[above].min(low[node]);
                }
            }
        }
        (component, strongly_connected_components)
    }
}
