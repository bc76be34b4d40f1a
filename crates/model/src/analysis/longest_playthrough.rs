//! Finds the longest playthrough: the path to an ending with the most words. Each choice is taken
//! at most once and a page counts only once, so paths are finite. In a large story not all paths
//! can be tried; the result says whether a longer one is ruled out.

use std::collections::HashSet;

use super::adjacency::{Adjacency, Number};
use super::exploration::Playthrough;
use super::play_rules::{Outcome, PlayRules, steps_of};
use crate::EdgeId;

/// How many choices are tried.
const MAX_CHOICES_TRIED: usize = 50_000;

/// The longest playthrough.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LongestPlaythrough {
    /// An upper bound: no playthrough has more words, counting repeated pages once.
    pub words: usize,
    /// Whether [`Self::way`] has exactly that many words, so that no path without repeated choices
    /// is longer.
    pub is_exact: bool,
    /// The longest path that was found, and its words, each page counted once. `None` if no path to
    /// an ending was found.
    pub way: Option<Playthrough>,
}

/// Finds the longest playthrough. `given` are known paths to endings.
pub(super) fn longest<'w>(
    rules: &PlayRules<'_>,
    adjacency: &Adjacency,
    words: &[usize],
    ends: &[bool],
    start: Number,
    given: impl Iterator<Item = &'w Playthrough>,
) -> LongestPlaythrough {
    let bounds = UpperBounds::of(adjacency, words, start);
    let most = bounds.ahead(start);
    let mut search = Search {
        rules,
        words,
        ends,
        bounds,
        times: vec![0; words.len()],
        taken: HashSet::new(),
        read: 0,
        best: None,
    };
    for way in given {
        let count = search.distinct(way);
        if search.best.as_ref().is_none_or(|it| it.words < count) {
            search.best = Some(Playthrough {
                words: count,
                ..way.clone()
            });
        }
    }
    let all_tried = search.run(start);
    let found = search.best.as_ref().map(|it| it.words);
    let exact = found.filter(|it| all_tried || *it == most);
    LongestPlaythrough {
        words: exact.unwrap_or(most),
        is_exact: exact.is_some(),
        way: search.best,
    }
}

/// Upper bounds on the words still to be read: the heaviest path through the components, where a
/// component weighs as much as all its unread pages.
struct UpperBounds {
    component: Vec<usize>,
    /// The words of the unread pages of each component.
    left: Vec<usize>,
    /// The most words that can be read after each component.
    behind: Vec<usize>,
}

impl UpperBounds {
    fn of(adjacency: &Adjacency, words: &[usize], start: Number) -> Self {
        let (component, strongly_connected_components) = adjacency.strongly_connected_components();
        let mut reached = vec![false; words.len()];
        adjacency.mark_reachable([start], &mut reached);
        let mut left = vec![0; strongly_connected_components];
        let mut nodes: Vec<Number> = (0..words.len()).filter(|it| reached[*it]).collect();
        for &node in &nodes {
            left[component[node]] += words[node];
        }
        nodes.sort_by_key(|it| component[*it]);
        // Components lead only to lower numbers, whose values are already computed.
        let mut behind = vec![0; strongly_connected_components];
        for node in nodes {
            for &to in adjacency.from(node) {
                if component[to] != component[node] {
                    let there = left[component[to]] + behind[component[to]];
                    behind[component[node]] = behind[component[node]].max(there);
                }
            }
        }
        Self {
            component,
            left,
            behind,
        }
    }

    /// An upper bound on the words that can still be read from a node on.
    fn ahead(&self, node: Number) -> usize {
        self.left[self.component[node]] + self.behind[self.component[node]]
    }
}

struct Search<'a, 'g> {
    rules: &'a PlayRules<'g>,
    words: &'a [usize],
    ends: &'a [bool],
    bounds: UpperBounds,
    /// How often each page occurs on the current path.
    times: Vec<u32>,
    taken: HashSet<EdgeId>,
    /// The words of the pages on the current path.
    read: usize,
    best: Option<Playthrough>,
}

/// A page on the current path.
struct PathPage {
    node: Number,
    outcome: Outcome,
    came: Option<EdgeId>,
    /// The choices still to be tried, the most promising one last.
    open: Vec<usize>,
    /// What else the choice tried last can lead to.
    outcomes: Vec<(usize, Outcome)>,
}

impl Search<'_, '_> {
    /// Tries paths, the most promising first; returns whether all paths that could be longer were
    /// tried.
    fn run(&mut self, start: Number) -> bool {
        let mut tried = 0;
        for begun in self.rules.begin(start) {
            let mut way = Vec::new();
            self.arrive(&mut way, start, begun, None);
            while let Some(stand) = way.last_mut() {
                let next = stand.outcomes.last().map(|it| it.0);
                let Some(number) = next.or_else(|| stand.open.pop()) else {
                    self.leave(&mut way);
                    continue;
                };
                let choice = &self.rules.ways[stand.node][number];
                let found = self.best.as_ref().map(|it| it.words);
                if found.is_some_and(|it| self.read + self.bounds.ahead(choice.to) <= it) {
                    stand.outcomes.clear();
                    continue;
                }
                tried += 1;
                if tried > MAX_CHOICES_TRIED {
                    return false;
                }
                if next.is_none() {
                    let all = self.rules.follow(stand.node, choice, &stand.outcome.state);
                    stand.outcomes = all.into_iter().map(|it| (number, it)).collect();
                }
                if let Some((_, outcome)) = stand.outcomes.pop() {
                    self.arrive(&mut way, choice.to, outcome, Some(choice.edge));
                }
            }
        }
        self.rules.has_tried_all_numbers()
    }

    fn arrive(
        &mut self,
        way: &mut Vec<PathPage>,
        node: Number,
        outcome: Outcome,
        came: Option<EdgeId>,
    ) {
        self.taken.extend(came);
        self.times[node] += 1;
        if self.times[node] == 1 {
            self.read += self.words[node];
            self.bounds.left[self.bounds.component[node]] -= self.words[node];
        }
        let ways = &self.rules.ways[node];
        let mut open: Vec<usize> = (0..ways.len())
            .filter(|it| !self.taken.contains(&ways[*it].edge))
            .filter(|it| self.rules.offers(node, &ways[*it], &outcome.state))
            .collect();
        // Unread pages before read ones, then by the upper bound; ties in the order of choices.
        open.sort_by_key(|it| {
            let to = ways[*it].to;
            let fresh = self.times[to] == 0;
            let ends = self.ends[to] && self.rules.ways[to].is_empty();
            (self.bounds.ahead(to), !ends, fresh, std::cmp::Reverse(*it))
        });
        way.push(PathPage {
            node,
            outcome,
            came,
            open,
            outcomes: Vec::new(),
        });
        let longer = self.best.as_ref().is_none_or(|it| it.words < self.read);
        if self.ends[node] && longer {
            let id = |it: &PathPage| self.rules.id(it.node);
            self.best = Some(Playthrough {
                steps: way
                    .iter()
                    .flat_map(|it| steps_of(it.came, &it.outcome.numbers))
                    .collect(),
                nodes: way.iter().map(id).collect(),
                words: self.read,
            });
        }
    }

    fn leave(&mut self, way: &mut Vec<PathPage>) {
        let Some(stand) = way.pop() else { return };
        let node = stand.node;
        if let Some(edge) = stand.came {
            self.taken.remove(&edge);
        }
        self.times[node] -= 1;
        if self.times[node] == 0 {
            self.read -= self.words[node];
            self.bounds.left[self.bounds.component[node]] += self.words[node];
        }
    }

    /// The words of the pages on a path, each counted once.
    fn distinct(&self, way: &Playthrough) -> usize {
        let nodes: HashSet<_> = way.nodes.iter().collect();
        let numbers = nodes.into_iter().filter_map(|it| self.rules.number(*it));
        numbers.map(|it| self.words[it]).sum()
    }
}
