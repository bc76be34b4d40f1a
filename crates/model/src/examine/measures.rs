//! How long a story is and how it is read: words, ways, endings.

use crate::{EdgeId, Node, NodeId, Story, WordCount};

use super::check::{Check, NO_PAGES};
use super::facts::NodeFacts;
use super::longest::{Longest, longest};
use super::ways::{Found, Ground, explore};
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
    /// What is written beside the pages and not counted: people, places, notes that no reader
    /// comes to.
    pub beside: Vec<NodeId>,
    /// Of all pages together.
    pub total: WordCount,
    /// How long reading every page once takes, in seconds.
    pub seconds: f64,
    /// The endings, in the story's order.
    pub endings: Vec<Ending>,
    /// The way to an ending with the fewest words.
    pub shortest: Option<PlayThrough>,
    /// The way to an ending on which most is read.
    pub longest: Longest,
    /// Whether every state a reader can come to was looked at, so that an ending without a way has
    /// none.
    pub complete: bool,
}

impl Check {
    /// Measures a story whose nodes' facts have all been told, from its start or another node.
    pub fn measures(&mut self, story: &Story, from: Option<NodeId>) -> Measures {
        let shape = self.shape(story);
        let parts = Parts::of(story, self.links());
        let start = from.or(story.record.start);
        let start = start.and_then(|it| story.nodes.get_index_of(&it));
        let mut reached = vec![false; story.nodes.len()];
        shape.reach(start, &mut reached);
        // What nobody reads is not counted: notes, scripts, people and places beside the story.
        let is_page =
            |number: usize, node: &Node| reached[number] || !NO_PAGES.contains(&node.kind.as_str());
        let read = story.nodes.values().enumerate().map(|(number, node)| {
            let facts = self.facts(node.id).filter(|_| is_page(number, node));
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
        let words = shown(&parts, &counts);
        let ground = Ground::of(story, self);
        let mut found = start.map(|it| explore(&ground, &words, it));
        let mut endings = Vec::new();
        for (number, node) in story.nodes.values().enumerate() {
            let marked = self.facts(node.id).is_some_and(|it| it.ending);
            let stops = reached[number] && parts.ends(&shape, number);
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
        let mut ends = vec![false; story.nodes.len()];
        for number in endings
            .iter()
            .filter_map(|it| story.nodes.get_index_of(&it.node))
        {
            ends[number] = true;
        }
        let ways = endings.iter().filter_map(|it| it.way.as_ref());
        let longest = start.map(|it| longest(&ground, &shape, &words, &ends, it, ways));
        let nodes = story.nodes.keys().zip(&counts);
        let beside = story.nodes.values().enumerate();
        let beside = beside.filter(|(number, it)| {
            !is_page(*number, it) && self.facts(it.id).is_some_and(|it| it.has_text)
        });
        Measures {
            beside: beside.map(|it| it.1.id).collect(),
            nodes: nodes
                .filter(|(_, count)| count.words > 0)
                .map(|(&node, &count)| NodeWords { node, count })
                .collect(),
            total,
            seconds,
            endings,
            shortest,
            longest: longest.unwrap_or_default(),
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

/// The words of each page as a reader meets it: with those of the nodes that it shows as its parts.
fn shown(parts: &Parts, counts: &[WordCount]) -> Vec<usize> {
    let own = |it: &usize| counts[*it].words;
    let with_parts = |it: usize| own(&it) + parts.shown_by(it).iter().map(own).sum::<usize>();
    (0..counts.len()).map(with_parts).collect()
}
