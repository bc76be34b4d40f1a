//! Readers who choose at random. What many of them meet shows how a story is read: which endings are
//! found how often, which scenes hardly ever, and where somebody stands without a choice.

use super::dice::mixed;
use super::playable_story::PlayableStory;
use super::session::{PlaySession, Step};
use super::value::Variables;
use crate::NodeId;

/// Random picks that follow from a seed.
#[derive(Debug, Clone)]
pub struct Picks(u32);

impl Picks {
    /// The picks of one reader.
    pub fn new(seed: u32) -> Self {
        Self(mixed(!seed))
    }

    /// One of so many things, by its place. 0 if there is none.
    pub fn pick(&mut self, count: usize) -> usize {
        self.0 = mixed(self.0);
        let count = u64::try_from(count).unwrap_or(u64::MAX);
        ((u64::from(self.0) * count) >> 32) as usize
    }
}

/// Why a reader read no further.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReadingEnd {
    /// The node is marked as an ending.
    MarkedEnding,
    /// Nothing leads on from the node.
    NoChoices,
    /// The node has choices, and none of them is open.
    AllClosed,
    /// As many pages as a reader may read were read.
    TooLong,
}

/// A reader who begins at a node and takes one of the open choices at random, until none is left or a
/// node is marked as an ending.
pub struct RandomReader<'a> {
    /// The story.
    pub book: &'a PlayableStory<'a>,
    /// The first node.
    pub from: NodeId,
    /// The variables that are set at the beginning.
    pub variables: Variables,
    /// How many pages are read at most.
    pub max_pages: usize,
    /// The way back that a node offers, one more choice where another node was read before.
    pub way_back: &'a dyn Fn(NodeId) -> Option<Step>,
}

impl RandomReader<'_> {
    /// Reads once; the same seed gives the same reading.
    pub fn read(&self, seed: u32) -> (PlaySession, ReadingEnd) {
        let book = self.book;
        let mut picks = Picks::new(seed);
        let given = self.variables.clone();
        let mut play = PlaySession::begin_with_seed(book, self.from, given, seed);
        for _ in 1..self.max_pages {
            if book.record(play.node).ending {
                return (play, ReadingEnd::MarkedEnding);
            }
            let choices = play.choices(book);
            let open = choices.iter().filter(|it| it.offer.is_open());
            let mut steps: Vec<Step> = open.map(|it| Step::Take(it.edge.id)).collect();
            let back = (self.way_back)(play.node);
            steps.extend(back.filter(|it| play.way_back(book, it).is_some()));
            let picked = steps.get(picks.pick(steps.len()));
            let is_made = picked.is_some_and(|step| play.make(book, step).is_ok());
            if !is_made {
                let end = match choices.is_empty() {
                    true => ReadingEnd::NoChoices,
                    false => ReadingEnd::AllClosed,
                };
                return (play, end);
            }
        }
        let end = match book.record(play.node).ending {
            true => ReadingEnd::MarkedEnding,
            false => ReadingEnd::TooLong,
        };
        (play, end)
    }
}
