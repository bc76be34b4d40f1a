//! Measures a story: words, paths, endings.

use crate::{Node, NodeId, Story, WordCount};

use super::check::Check;
use super::exploration::{Exploration, Playthrough, explore};
use super::facts::{NodeFacts, is_page_kind};
use super::longest_playthrough::{LongestPlaythrough, longest};
use super::parts::IncludedParts;
use super::play_rules::PlayRules;

/// The length of one node.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NodeWords {
    /// The node.
    pub node: NodeId,
    /// Its length.
    pub count: WordCount,
}

/// A node where the story ends.
#[derive(Debug, Clone, PartialEq)]
pub struct Ending {
    /// The node.
    pub node: NodeId,
    /// Whether it is marked as an ending; otherwise it is one because nothing leads on from it.
    pub marked: bool,
    /// The path there with the fewest words; `None` if none was found.
    pub way: Option<Playthrough>,
}

/// The length of the story and how it can be read.
#[derive(Debug, Clone, PartialEq)]
pub struct StoryMetrics {
    /// Each page with words, in the story's order.
    pub nodes: Vec<NodeWords>,
    /// Nodes whose text is not counted because readers do not visit them: people, places, notes.
    pub uncounted: Vec<NodeId>,
    /// The total of all pages.
    pub total: WordCount,
    /// The time to read every page once, in seconds.
    pub seconds: f64,
    /// The endings, in the story's order.
    pub endings: Vec<Ending>,
    /// The path to an ending with the fewest words.
    pub shortest: Option<Playthrough>,
    /// The path to an ending with the most words.
    pub longest: LongestPlaythrough,
    /// Whether every reachable state was explored, so that an ending without a path is unreachable.
    pub complete: bool,
}

impl Check {
    /// Measures a story whose nodes' facts have all been noted, from its start or from another
    /// node.
    pub fn metrics(&mut self, story: &Story, from: Option<NodeId>) -> StoryMetrics {
        let adjacency = self.adjacency(story);
        let parts = IncludedParts::of(story, self.links());
        let start = from.or(story.record.start);
        let start = start.and_then(|it| story.nodes.get_index_of(&it));
        let mut reached = vec![false; story.nodes.len()];
        adjacency.mark_reachable(start, &mut reached);
        // Nodes that are not pages are not counted: notes, scripts, people and places.
        let is_page = |number: usize, node: &Node| reached[number] || is_page_kind(&node.kind);
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
        let rules = PlayRules::of(story, self);
        let mut found = start.map(|it| explore(&rules, &words, it));
        let mut endings = Vec::new();
        for (number, node) in story.nodes.values().enumerate() {
            let marked = self.facts(node.id).is_some_and(|it| it.ending);
            let stops = reached[number] && parts.ends(&adjacency, number);
            if !(marked || stops) {
                continue;
            }
            let way = found.as_mut().and_then(|it| it.shortest_path_to(number));
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
        let longest = start.map(|it| longest(&rules, &adjacency, &words, &ends, it, ways));
        let nodes = story.nodes.keys().zip(&counts);
        let beside = story.nodes.values().enumerate();
        let beside = beside.filter(|(number, it)| {
            !is_page(*number, it) && self.facts(it.id).is_some_and(|it| it.has_text)
        });
        StoryMetrics {
            uncounted: beside.map(|it| it.1.id).collect(),
            nodes: nodes
                .filter(|(_, count)| count.words > 0)
                .map(|(&node, &count)| NodeWords { node, count })
                .collect(),
            total,
            seconds,
            endings,
            shortest,
            longest: longest.unwrap_or_default(),
            complete: found.as_ref().is_none_or(Exploration::is_complete),
        }
    }

    /// How many pages can be reached from a node, including it, and their words.
    pub fn behind(&mut self, story: &Story, node: NodeId) -> (usize, usize) {
        let adjacency = self.adjacency(story);
        let mut reached = vec![false; story.nodes.len()];
        adjacency.mark_reachable(story.nodes.get_index_of(&node), &mut reached);
        let numbers = (0..reached.len()).filter(|it| reached[*it]);
        numbers.fold((0, 0), |(pages, words), number| {
            let length = self.facts(story.nodes[number].id).map(|it| it.length().0);
            (pages + 1, words + length.unwrap_or_default().words)
        })
    }
}

/// The words of each page as shown to a reader, including the nodes it includes as parts.
fn shown(parts: &IncludedParts, counts: &[WordCount]) -> Vec<usize> {
    let own = |it: &usize| counts[*it].words;
    let with_parts = |it: usize| own(&it) + parts.shown_by(it).iter().map(own).sum::<usize>();
    (0..counts.len()).map(with_parts).collect()
}
