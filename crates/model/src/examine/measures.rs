//! How long a story is and how it is read: words, ways, endings.

use crate::play::{Exits, Variables};
use crate::{EdgeId, NodeId, Story, WordCount};

use super::check::{Check, NO_PAGES};
use super::facts::NodeFacts;
use super::shape::{Number, Shape};
use super::ways::{Found, explore};
use super::ways_in::Parts;

/// How long one node is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NodeWords {
    /// The node.
    pub node: NodeId,
    /// Its length.
    pub count: WordCount,
}

/// One way through the story.
#[derive(Debug, Clone, PartialEq)]
pub struct PlayThrough {
    /// The choices to take, in order; replaying them arrives.
    pub steps: Vec<EdgeId>,
    /// The nodes passed, the first one first.
    pub nodes: Vec<NodeId>,
    /// The words of all pages passed, each time they are passed.
    pub words: usize,
}

/// A node where the story ends.
#[derive(Debug, Clone, PartialEq)]
pub struct Ending {
    /// The node.
    pub node: NodeId,
    /// Whether it is marked as an ending; otherwise nothing leads on from it.
    pub marked: bool,
    /// The way there with the fewest words; `None` where none was found.
    pub way: Option<PlayThrough>,
}

/// How long the story is, and how it is read.
#[derive(Debug, Clone, PartialEq)]
pub struct Measures {
    /// Each page with words, in the story's order.
    pub nodes: Vec<NodeWords>,
    /// Of all pages together.
    pub total: WordCount,
    /// How long reading every page once takes, in seconds.
    pub seconds: f64,
    /// The endings, in the story's order.
    pub endings: Vec<Ending>,
    /// The way to an ending with the fewest words.
    pub shortest: Option<PlayThrough>,
    /// At most this many words are read without reading a page twice: conditions are left out of
    /// account, and of a loop all pages count.
    pub longest: usize,
    /// Whether a reader can really read [`Self::longest`] words: no loop and no condition is on
    /// that way.
    pub longest_is_exact: bool,
    /// A reading of [`Self::longest`] words where that is exact; otherwise the longest of the ways
    /// to the endings.
    pub longest_way: Option<PlayThrough>,
    /// Whether every state a reader can come to was looked at, so that an ending without a way has
    /// none.
    pub complete: bool,
}

impl Check {
    /// Measures a story whose nodes' facts have all been told, from its start or another node.
    pub fn measures(&mut self, story: &Story, from: Option<NodeId>) -> Measures {
        let shape = self.shape(story);
        let parts = Parts::of(story);
        let start = from.or(story.record.start);
        let start = start.and_then(|it| story.nodes.get_index_of(&it));
        let mut reached = vec![false; story.nodes.len()];
        shape.reach(start, &mut reached);
        // What nobody reads is not counted: notes, scripts, people and places beside the story.
        let read = story.nodes.values().enumerate().map(|(number, node)| {
            let page = reached[number] || !NO_PAGES.contains(&node.kind.as_str());
            let facts = self.facts(node.id).filter(|_| page);
            facts.map(NodeFacts::length).unwrap_or_default()
        });
        let lengths: Vec<(WordCount, f64)> = read.collect();
        let counts: Vec<WordCount> = lengths.iter().map(|it| it.0).collect();
        let mut total = WordCount::default();
        for count in &counts {
            total.words += count.words;
            total.characters += count.characters;
        }
        let seconds = lengths.iter().map(|it| it.1).sum();
        let words: Vec<usize> = counts.iter().map(|it| it.words).collect();
        let mut found = start.map(|it| explore(story, self, &words, it, Variables::new()));
        let mut endings = Vec::new();
        for (number, node) in story.nodes.values().enumerate() {
            let marked = self.facts(node.id).is_some_and(|it| it.ending);
            let stops = reached[number] && parts.ends(story, &shape, number);
            if !(marked || stops) {
                continue;
            }
            let way = found.as_mut().and_then(|it| it.way_to(number));
            endings.push(Ending {
                node: node.id,
                marked,
                way,
            });
        }
        let ways = endings.iter().filter_map(|it| it.way.as_ref());
        let shortest = ways.min_by_key(|it| it.words).cloned();
        let longest = start.map(|it| Longest::of(story, &shape, &words, it));
        let longest = longest.unwrap_or_default();
        let ways = endings.iter().filter_map(|it| it.way.as_ref());
        let known = || ways.max_by_key(|it| it.words).cloned();
        let longest_way = longest.way.or_else(known);
        let nodes = story.nodes.keys().zip(&counts);
        Measures {
            nodes: nodes
                .filter(|(_, count)| count.words > 0)
                .map(|(&node, &count)| NodeWords { node, count })
                .collect(),
            total,
            seconds,
            endings,
            shortest,
            longest: longest.words,
            longest_is_exact: longest.is_exact,
            longest_way,
            complete: found.as_ref().is_none_or(Found::is_complete),
        }
    }

    /// How many pages lie behind a node, itself included, and their words.
    pub fn behind(&mut self, story: &Story, node: NodeId) -> (usize, usize) {
        let shape = self.shape(story);
        let mut reached = vec![false; story.nodes.len()];
        shape.reach(story.nodes.get_index_of(&node), &mut reached);
        let numbers = (0..reached.len()).filter(|it| reached[*it]);
        numbers.fold((0, 0), |(pages, words), number| {
            let length = self.facts(story.nodes[number].id).map(|it| it.length().0);
            (pages + 1, words + length.unwrap_or_default().words)
        })
    }
}

/// The heaviest way from knot to knot; a knot weighs what all its pages weigh.
struct Longest {
    words: usize,
    is_exact: bool,
    /// The choices of that way, where no loop and no condition can be met.
    way: Option<PlayThrough>,
}

impl Default for Longest {
    fn default() -> Self {
        Self {
            words: 0,
            is_exact: true,
            way: None,
        }
    }
}

impl Longest {
    fn of(story: &Story, shape: &Shape, words: &[usize], start: Number) -> Self {
        let (knot, best, is_exact) = heaviest(story, shape, words, start);
        let weight = |it: Number| best[knot[it]];
        let mut nodes = vec![start];
        while let Some(&last) = nodes.last().filter(|_| is_exact) {
            let heaviest = shape.from(last).iter().max_by_key(|it| weight(**it));
            let Some(&next) = heaviest else { break };
            nodes.push(next);
        }
        let way = || along(story, &nodes, weight(start));
        Self {
            words: weight(start),
            is_exact,
            way: is_exact.then(way).flatten(),
        }
    }
}

/// The choices that lead from node to node; none where one of the steps is no choice.
fn along(story: &Story, nodes: &[Number], words: usize) -> Option<PlayThrough> {
    let exits = Exits::of(story);
    let id = |it: &Number| story.nodes.get_index(*it).map(|it| *it.0);
    let nodes: Vec<NodeId> = nodes.iter().filter_map(id).collect();
    let step = |two: &[NodeId]| {
        let mut offered = exits.from(two[0]).iter();
        offered.find(|it| it.record.to == two[1]).map(|it| it.id)
    };
    let steps: Option<Vec<EdgeId>> = nodes.windows(2).map(step).collect();
    Some(PlayThrough {
        steps: steps?,
        nodes,
        words,
    })
}

/// The knot of each node, what the heaviest way from each knot on weighs, and whether neither a
/// loop nor a condition can be met from the start on.
fn heaviest(
    story: &Story,
    shape: &Shape,
    words: &[usize],
    start: Number,
) -> (Vec<usize>, Vec<usize>, bool) {
    let (knot, knots) = shape.knots();
    let mut weight = vec![0; knots];
    let mut members = vec![0; knots];
    for node in 0..shape.len() {
        weight[knot[node]] += words[node];
        members[knot[node]] += 1;
    }
    let mut conditional = vec![false; knots];
    for edge in story.edges.values() {
        if edge.record.condition.is_some()
            && let Some(from) = story.nodes.get_index_of(&edge.record.from)
        {
            conditional[knot[from]] = true;
        }
    }
    let mut nodes: Vec<Number> = (0..shape.len()).collect();
    nodes.sort_by_key(|it| knot[*it]);
    // Knots lead to lower numbers only, so those are known already.
    let mut best = vec![0; knots];
    for node in nodes {
        for &to in shape.from(node) {
            if knot[to] != knot[node] && best[knot[to]] >= best[knot[node]] {
                best[knot[node]] = best[knot[to]];
            }
        }
        // The last of the knot's nodes adds the knot's own weight.
        members[knot[node]] -= 1;
        if members[knot[node]] == 0 {
            let mine = knot[node];
            best[mine] += weight[mine];
        }
    }
    let loops = knot_is_loop(shape, &knot, knots);
    let mut seen = vec![false; shape.len()];
    shape.reach([start], &mut seen);
    let plain = (0..shape.len())
        .filter(|it| seen[*it])
        .all(|it| !loops[knot[it]] && !conditional[knot[it]]);
    (knot, best, plain)
}

fn knot_is_loop(shape: &Shape, knot: &[usize], knots: usize) -> Vec<bool> {
    let mut loops = vec![false; knots];
    for node in 0..shape.len() {
        for &to in shape.from(node) {
            loops[knot[node]] |= knot[to] == knot[node];
        }
    }
    loops
}
