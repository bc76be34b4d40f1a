//! The graph by number instead of by id: what can be reached, and which nodes lie in a loop. All
//! walks are loops, not recursions: a story may be one long line.

use super::board::Link;

/// Numbers of nodes, in the story's own order.
pub(super) type Number = usize;

/// The edges of a story, by number.
pub(super) struct Shape {
    /// Where each node's edges lead, in no order; `starts[n]..starts[n + 1]` are those of `n`.
    targets: Vec<Number>,
    starts: Vec<usize>,
}

impl Shape {
    /// The ways through a story. Left out are links that touch a node which is gone, computed ones
    /// of which nobody knows where they lead, and choices whose condition, by the verdicts, never
    /// holds.
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

    /// Where a node's edges lead.
    pub(super) fn from(&self, node: Number) -> &[Number] {
        &self.targets[self.starts[node]..self.starts[node + 1]]
    }

    /// Marks everything that can be reached from some nodes, themselves included, and gives what
    /// was not marked before, in the order it was come to.
    pub(super) fn reach(
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

    /// Each node's knot: nodes have the same number where each can be reached from the other. A
    /// knot's number is higher than that of any knot it leads to.
    pub(super) fn knots(&self) -> (Vec<usize>, usize) {
        const NONE: usize = usize::MAX;
        let count = self.len();
        let (mut index, mut low) = (vec![NONE; count], vec![0; count]);
        let (mut knot, mut knots) = (vec![NONE; count], 0);
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
                    } else if knot[to] == NONE {
                        low[node] = low[node].min(index[to]);
                    }
                    continue;
                }
                if low[node] == index[node] {
                    while let Some(member) = stack.pop() {
                        knot[member] = knots;
                        if member == node {
                            break;
                        }
                    }
                    knots += 1;
                }
                if let Some(&(above, _)) = walk.last() {
                    low[above] = low[above].min(low[node]);
                }
            }
        }
        (knot, knots)
    }
}
