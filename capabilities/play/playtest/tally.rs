//! What many readings have in common.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};

use model::{NodeId, Story};
use schemars::JsonSchema;
use serde::Serialize;

use super::{Playtest, Readers};
use crate::answer::NodeRef;

/// What one reader met.
pub(super) struct Reading {
    pub(super) seed: u32,
    /// The node where it ended.
    pub(super) at: NodeId,
    /// The nodes that were entered.
    pub(super) entered: HashSet<NodeId>,
    pub(super) pages: usize,
    pub(super) words: usize,
    pub(super) steps: Vec<String>,
    pub(super) end: End,
}

/// How a reading ended.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum End {
    /// The story ends there.
    Ending,
    /// There are choices, and none is open.
    Stuck,
    /// The script cannot go on.
    Failed(String),
    /// It was stopped after many pages.
    Endless,
}

/// The numbers of all readers, in their order.
#[derive(Serialize, JsonSchema)]
pub(super) struct Spread {
    least: usize,
    /// Half of the readers read no more than this.
    median: usize,
    most: usize,
}

impl Spread {
    fn of(mut all: Vec<usize>) -> Self {
        all.sort_unstable();
        let at = |place: usize| all.get(place).copied().unwrap_or_default();
        Self {
            least: at(0),
            median: at(all.len().saturating_sub(1) / 2),
            most: at(all.len().saturating_sub(1)),
        }
    }
}

/// How many readings ended at a node, and the shortest of them.
#[derive(Serialize, JsonSchema)]
pub(super) struct PassedReading {
    node: NodeRef,
    /// How many readers ended there.
    readers: usize,
    /// The seed of the shortest such reading.
    seed: u32,
    /// Its steps.
    steps: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct FailedReading {
    /// What could not be done, in the words of the player.
    message: String,
    #[serde(flatten)]
    reading: PassedReading,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct NodeReaders {
    node: NodeRef,
    /// How many readers read it.
    readers: usize,
}

#[derive(Default)]
pub(super) struct Tally {
    /// The nodes that a reader may come to.
    pages_of_story: Vec<NodeId>,
    pages: Vec<usize>,
    words: Vec<usize>,
    /// How many readers read each node.
    readers: HashMap<NodeId, usize>,
    ends: BTreeMap<(NodeId, End), Ended>,
}

/// The readings that ended in one way.
struct Ended {
    readers: usize,
    seed: u32,
    steps: Vec<String>,
}

impl Tally {
    pub(super) fn new(pages_of_story: Vec<NodeId>) -> Self {
        Self {
            pages_of_story,
            ..Self::default()
        }
    }

    pub(super) fn add(&mut self, reading: Reading) {
        self.pages.push(reading.pages);
        self.words.push(reading.words);
        for node in reading.entered {
            *self.readers.entry(node).or_default() += 1;
        }
        let ended = self
            .ends
            .entry((reading.at, reading.end))
            .or_insert_with(|| Ended {
                readers: 0,
                seed: reading.seed,
                steps: reading.steps.clone(),
            });
        ended.readers += 1;
        if (reading.steps.len(), reading.seed) < (ended.steps.len(), ended.seed) {
            ended.seed = reading.seed;
            ended.steps = reading.steps;
        }
    }

    /// Adds the readings of another thread.
    pub(super) fn merge(&mut self, other: Self) {
        self.pages.extend(other.pages);
        self.words.extend(other.words);
        for (node, readers) in other.readers {
            *self.readers.entry(node).or_default() += readers;
        }
        for (end, other) in other.ends {
            match self.ends.entry(end) {
                Entry::Vacant(free) => {
                    free.insert(other);
                }
                Entry::Occupied(mut taken) => {
                    let ended = taken.get_mut();
                    let readers = ended.readers + other.readers;
                    if (other.steps.len(), other.seed) < (ended.steps.len(), ended.seed) {
                        *ended = other;
                    }
                    ended.readers = readers;
                }
            }
        }
    }

    pub(super) fn report(self, story: &Story, readers: &Readers, limit: usize) -> Playtest {
        let count = self.pages.len();
        let mut report = Playtest {
            number: story.number,
            from: NodeRef::find(story, readers.from),
            readers: count,
            pages: Spread::of(self.pages),
            words: Spread::of(self.words),
            endings: Vec::new(),
            stuck: Vec::new(),
            failed: Vec::new(),
            endless: 0,
            read: Vec::new(),
            unread: Vec::new(),
            unread_count: 0,
            not_compiled: None,
        };
        let mut ends: Vec<_> = self.ends.into_iter().collect();
        ends.sort_by_key(|(_, it)| std::cmp::Reverse(it.readers));
        for ((node, end), ended) in ends {
            let reading = PassedReading {
                node: NodeRef::find(story, node),
                readers: ended.readers,
                seed: ended.seed,
                steps: ended.steps,
            };
            match end {
                End::Ending => report.endings.push(reading),
                End::Stuck => report.stuck.push(reading),
                End::Failed(message) => report.failed.push(FailedReading { message, reading }),
                End::Endless => report.endless += reading.readers,
            }
        }
        report.endings.truncate(limit);
        report.stuck.truncate(limit);
        report.failed.truncate(limit);
        let read = |it: &NodeId| self.readers.get(it).copied().unwrap_or_default();
        let (mut met, unread): (Vec<NodeId>, Vec<NodeId>) =
            self.pages_of_story.into_iter().partition(|it| read(it) > 0);
        met.sort_by_key(read);
        let met = met.iter().take(limit);
        report.read = met
            .map(|it| NodeReaders {
                node: NodeRef::find(story, *it),
                readers: read(it),
            })
            .collect();
        report.unread_count = unread.len();
        let unread = unread.iter().take(limit);
        report.unread = unread.map(|it| NodeRef::find(story, *it)).collect();
        report
    }
}
