//! Readers of a story that follows its links.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use capability::{ToolContext, ToolError};
use formats::ReaderTexts;
use markup::all_node_facts;
use model::play::{
    IncludeGraph, OutgoingLinks, PlaySession, PlayableStory, RandomReader, ReadingEnd, Step,
};
use model::{NodeId, Story};

use super::tally::{End, Reading, Tally};
use super::{MAX_PAGES, Readers};
use crate::background::with_progress;

pub(super) fn read(cx: &ToolContext, readers: &Readers) -> Result<(Tally, Arc<Story>), ToolError> {
    cx.progress(None, "reading the story");
    let story = Arc::new(cx.story().story()?);
    let facts = with_progress(cx, || all_node_facts(&story))?;
    let facts: HashMap<_, _> = story.nodes.keys().copied().zip(facts).collect();
    let records: HashMap<_, _> = story.nodes.values().map(|it| (it.id, it.play())).collect();
    let record = |node| records.get(&node).cloned().unwrap_or_default();
    let book = PlayableStory::new(&story, &record);
    let known: RefCell<HashMap<NodeId, Option<Step>>> = RefCell::default();
    let way_back = |node: NodeId| {
        let mut known = known.borrow_mut();
        let found = known.entry(node).or_insert_with(|| {
            let node = story.nodes.get(&node)?;
            let text = markup::kept_data::text_of(node);
            Some(ReaderTexts::way_back(node, text)?.1)
        });
        found.clone()
    };
    let reader = RandomReader {
        book: &book,
        from: readers.from,
        variables: readers.variables.clone(),
        max_pages: MAX_PAGES,
        way_back: &way_back,
    };
    let mut tally = Tally::new(pages_from(&story, readers.from));
    for seed in readers.seeds(cx) {
        let (play, end) = reader.read(seed);
        let fact = facts.get(&play.node);
        // A text in another program's notation may go on where no choice of ours is open.
        let goes_on = fact.is_some_and(|it| it.role.goes_on || it.role.may_end);
        let end = match end {
            ReadingEnd::AllClosed if !goes_on => End::Stuck,
            ReadingEnd::MarkedEnding | ReadingEnd::NoChoices | ReadingEnd::AllClosed => End::Ending,
            ReadingEnd::TooLong => End::Endless,
        };
        let words = |it: &NodeId| facts.get(it).map_or(0, |it| it.length().0.words);
        tally.add(Reading {
            words: play.path.iter().map(words).sum(),
            ..reading(play, end)
        });
    }
    if cx.cancelled().is_cancelled() {
        return Err(ToolError::cancelled());
    }
    Ok((tally, story))
}

fn reading(play: PlaySession, end: End) -> Reading {
    Reading {
        seed: play.seed,
        at: play.node,
        pages: play.path.len(),
        words: 0,
        steps: play.steps.iter().map(Step::to_string).collect(),
        entered: play.path.into_iter().collect(),
        end,
    }
}

/// The nodes that links lead to from here. What is only part of other nodes is none of them.
fn pages_from(story: &Story, from: NodeId) -> Vec<NodeId> {
    let links = OutgoingLinks::of(story);
    let includes = IncludeGraph::of(story);
    let parts: HashSet<NodeId> = includes
        .nodes()
        .flat_map(|it| includes.parts_of(it))
        .collect();
    let mut found = vec![from];
    let mut seen = HashSet::from([from]);
    let mut next = 0;
    while let Some(node) = found.get(next).copied() {
        next += 1;
        let ways = links.from(node).iter().map(|it| it.record.to);
        found.extend(ways.filter(|it| !parts.contains(it) && seen.insert(*it)));
    }
    found
}
