//! The longest reading: the way to an ending on which most is read. Loops end where every choice is
//! taken at most once, and a page that is passed again gives nothing new to read, so that such a way
//! is always of finite length. Among very many ways not all can be tried: what is answered says
//! whether a longer one is ruled out.

use std::collections::HashSet;

use super::measures::PlayThrough;
use super::shape::{Number, Shape};
use super::ways::{Carried, Ground};
use crate::EdgeId;

/// How many choices are tried.
const PATIENCE: usize = 50_000;

/// The longest reading.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Longest {
    /// No reader meets more words than this, pages that are passed again counted once.
    pub words: usize,
    /// Whether [`Self::way`] has just so many: no way that takes no choice twice is longer.
    pub is_exact: bool,
    /// The longest way that was found, and its words, each page counted once. Nothing where no way
    /// to an ending was found.
    pub way: Option<PlayThrough>,
}

/// Finds it. `given` are ways to endings that are known.
pub(super) fn longest<'w>(
    ground: &Ground<'_>,
    shape: &Shape,
    words: &[usize],
    ends: &[bool],
    start: Number,
    given: impl Iterator<Item = &'w PlayThrough>,
) -> Longest {
    let bounds = Bounds::of(shape, words, start);
    let most = bounds.ahead(start);
    let mut search = Search {
        ground,
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
            search.best = Some(PlayThrough {
                words: count,
                ..way.clone()
            });
        }
    }
    let all_tried = search.run(start);
    let found = search.best.as_ref().map(|it| it.words);
    let exact = found.filter(|it| all_tried || *it == most);
    Longest {
        words: exact.unwrap_or(most),
        is_exact: exact.is_some(),
        way: search.best,
    }
}

/// How much there may still be to read: on the heaviest way from knot to knot, where a knot weighs
/// what all its unread pages weigh.
struct Bounds {
    knot: Vec<usize>,
    /// What the unread pages of each knot weigh.
    left: Vec<usize>,
    /// What may be read behind each knot.
    behind: Vec<usize>,
}

impl Bounds {
    fn of(shape: &Shape, words: &[usize], start: Number) -> Self {
        let (knot, knots) = shape.knots();
        let mut reached = vec![false; words.len()];
        shape.reach([start], &mut reached);
        let mut left = vec![0; knots];
        let mut nodes: Vec<Number> = (0..words.len()).filter(|it| reached[*it]).collect();
        for &node in &nodes {
            left[knot[node]] += words[node];
        }
        nodes.sort_by_key(|it| knot[*it]);
        // Knots lead to lower numbers only, so those are known already.
        let mut behind = vec![0; knots];
        for node in nodes {
            for &to in shape.from(node) {
                if knot[to] != knot[node] {
                    let there = left[knot[to]] + behind[knot[to]];
                    behind[knot[node]] = behind[knot[node]].max(there);
                }
            }
        }
        Self { knot, left, behind }
    }

    /// What may still be read from a node on.
    fn ahead(&self, node: Number) -> usize {
        self.left[self.knot[node]] + self.behind[self.knot[node]]
    }
}

struct Search<'a, 'g> {
    ground: &'a Ground<'g>,
    words: &'a [usize],
    ends: &'a [bool],
    bounds: Bounds,
    /// How often each page is passed on the way that is tried.
    times: Vec<u32>,
    taken: HashSet<EdgeId>,
    /// The words of the pages passed.
    read: usize,
    best: Option<PlayThrough>,
}

/// A page on the way that is tried.
struct Stand {
    node: Number,
    carried: Carried,
    came: Option<EdgeId>,
    /// The choices that are still to be tried, the most promising one last.
    open: Vec<usize>,
}

impl Search<'_, '_> {
    /// Tries ways, the most promising first; says whether all were tried that could be longer.
    fn run(&mut self, start: Number) -> bool {
        let mut way = Vec::new();
        let carried = self.ground.begin(start);
        self.arrive(&mut way, start, carried, None);
        let mut tried = 0;
        while let Some(stand) = way.last_mut() {
            let Some(choice) = stand.open.pop() else {
                self.leave(&mut way);
                continue;
            };
            let choice = &self.ground.ways[stand.node][choice];
            let found = self.best.as_ref().map(|it| it.words);
            if found.is_some_and(|it| self.read + self.bounds.ahead(choice.to) <= it) {
                continue;
            }
            tried += 1;
            if tried > PATIENCE {
                return false;
            }
            let carried = self.ground.follow(stand.node, choice, &stand.carried);
            self.arrive(&mut way, choice.to, carried, Some(choice.edge));
        }
        true
    }

    fn arrive(
        &mut self,
        way: &mut Vec<Stand>,
        node: Number,
        carried: Carried,
        came: Option<EdgeId>,
    ) {
        self.taken.extend(came);
        self.times[node] += 1;
        if self.times[node] == 1 {
            self.read += self.words[node];
            self.bounds.left[self.bounds.knot[node]] -= self.words[node];
        }
        let ways = &self.ground.ways[node];
        let mut open: Vec<usize> = (0..ways.len())
            .filter(|it| !self.taken.contains(&ways[*it].edge))
            .filter(|it| self.ground.offers(node, &ways[*it], &carried))
            .collect();
        // Something new before what was read, and what leads to most before the rest; of what is
        // alike, the first choice first.
        open.sort_by_key(|it| {
            let to = ways[*it].to;
            let fresh = self.times[to] == 0;
            let ends = self.ends[to] && self.ground.ways[to].is_empty();
            (self.bounds.ahead(to), !ends, fresh, std::cmp::Reverse(*it))
        });
        way.push(Stand {
            node,
            carried,
            came,
            open,
        });
        let longer = self.best.as_ref().is_none_or(|it| it.words < self.read);
        if self.ends[node] && longer {
            let id = |it: &Stand| self.ground.id(it.node);
            self.best = Some(PlayThrough {
                steps: way.iter().filter_map(|it| it.came).collect(),
                nodes: way.iter().map(id).collect(),
                words: self.read,
            });
        }
    }

    fn leave(&mut self, way: &mut Vec<Stand>) {
        let Some(stand) = way.pop() else { return };
        let node = stand.node;
        if let Some(edge) = stand.came {
            self.taken.remove(&edge);
        }
        self.times[node] -= 1;
        if self.times[node] == 0 {
            self.read -= self.words[node];
            self.bounds.left[self.bounds.knot[node]] += self.words[node];
        }
    }

    /// The words of the pages of a way, each counted once.
    fn distinct(&self, way: &PlayThrough) -> usize {
        let nodes: HashSet<_> = way.nodes.iter().collect();
        let numbers = nodes.into_iter().filter_map(|it| self.ground.number(*it));
        numbers.map(|it| self.words[it]).sum()
    }
}
