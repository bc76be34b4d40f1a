//! Readers of a story in Ink or Yarn, which its own player plays.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread;

use capability::{ToolContext, ToolError};
use model::analysis::is_page_kind;
use model::play::Picks;
use model::{NodeId, Story, count_words};
use script_player::{EngineError, Player};

use super::super::play_state::NotCompiled;
use super::super::prepared_script::{Prepared, engine_failed, prepared};
use super::super::script::step_of;
use super::tally::{End, Reading, Tally};
use super::{MAX_PAGES, Readers};

/// If the script does not compile, returns why.
pub(super) fn read(
    cx: &ToolContext,
    readers: &Readers,
) -> Result<Result<(Tally, Arc<Story>), NotCompiled>, ToolError> {
    let cancelled = cx.cancelled().clone();
    let is_stopped = move || cancelled.is_cancelled();
    cx.progress(None, "compiling the script");
    let prepared = match prepared(cx.story(), None, is_stopped.clone())? {
        Ok(it) => it,
        Err(why) => return Ok(Err(why)),
    };
    // Fails where no reading can begin.
    prepared.beginning(readers.asked_from, &readers.variables, 0)?;
    let story = &prepared.story;
    let is_page = |it: &&NodeId| {
        story
            .nodes
            .get(*it)
            .is_some_and(|it| is_page_kind(&it.kind))
    };
    let mut tally = Tally::new(prepared.nodes.iter().filter(is_page).copied().collect());
    let read_some = || {
        script_player::play(&prepared.compiled, is_stopped.clone(), |mut player| {
            let mut tally = Tally::default();
            for seed in readers.seeds(cx) {
                tally.add(read_once(&mut player, &prepared, readers, seed)?);
            }
            Ok(tally)
        })
    };
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let threads = threads.min(readers.count);
    let played: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(read_some)).collect();
        let ended = threads.into_iter().map(|it| it.join());
        ended
            .map(|it| it.unwrap_or_else(|panic| resume_unwind(panic)))
            .collect()
    });
    for part in played {
        tally.merge(part.map_err(|it| engine_failed(&it))?);
    }
    if cx.cancelled().is_cancelled() {
        return Err(ToolError::cancelled());
    }
    Ok(Ok((tally, Arc::clone(story))))
}

fn read_once(
    player: &mut Player<'_>,
    prepared: &Prepared,
    readers: &Readers,
    seed: u32,
) -> Result<Reading, EngineError> {
    let beginning = prepared.beginning(readers.asked_from, &readers.variables, seed);
    let beginning = beginning.map_err(|error| EngineError::Script(error.to_string()))?;
    let mut game = player.begin(&beginning)?;
    let mut picks = Picks::new(seed);
    let mut reading = Reading {
        seed,
        at: readers.from,
        entered: Default::default(),
        pages: 0,
        words: 0,
        steps: Vec::new(),
        end: End::Endless,
    };
    while reading.pages < MAX_PAGES {
        let turn = game.turn();
        reading.pages += 1;
        let words = turn.lines.iter().map(|it| count_words(it).words);
        reading.words += words.sum::<usize>();
        let entered = turn.entered.iter().map(|it| prepared.nodes[*it]);
        reading.entered.extend(entered);
        reading.at = prepared.nodes[turn.section];
        if let Some(message) = turn.errors.first() {
            reading.end = End::Failed(message.clone());
            break;
        }
        if turn.choices.is_empty() {
            reading.end = End::Ending;
            break;
        }
        let choice = picks.pick(turn.choices.len());
        reading.steps.push(step_of(choice, &turn.choices[choice]));
        game.take(choice)?;
    }
    Ok(reading)
}
