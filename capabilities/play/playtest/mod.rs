//! Lets readers who choose at random play the story, and counts what they meet: `story_readers` reads
//! what was written here, `script_readers` the scripts of other programs, `tally` counts.

mod script_readers;
mod story_readers;
mod tally;
#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use capability::{ToolContext, ToolError};
use model::NodeId;
use model::play::Variables;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::tally::{FailedReading, NodeReaders, PassedReading, Spread};
use super::play_state::NotCompiled;
use super::playthrough::beginning;
use crate::answer::NodeRef;
use crate::background::run_in_background;
use crate::shared::script_language::script_language;
use crate::validate;

/// How many readers play by default.
const READERS: usize = 1_000;
/// How many pages one of them reads at most.
const MAX_PAGES: usize = 500;
/// When no further reader begins.
const MAX_TIME: Duration = Duration::from_secs(60);
/// How many nodes of each kind are listed by default.
const LISTED: usize = 20;

/// Let many readers play the story who choose at random, and count what they meet: how many find
/// each ending, which scenes few or none read, where readers stand with every choice closed, what
/// scripts of Ink and Yarn cannot do, and how long a reading is. The story is not changed. Pass
/// `seed` and `steps` of the answer to play_story to read what such a reader read.
#[derive(Deserialize, JsonSchema)]
pub(super) struct PlaytestStory {
    /// Where the readings begin: a node's title, or the first or last characters of its id.
    /// Defaults to the story's start.
    from: Option<String>,
    /// The variables they begin with, as assignments: `gold = 5; met_neo = true`. No variables are
    /// set when left out.
    state: Option<String>,
    /// How many readers play. Defaults to 1000; fewer play where they need more than a minute.
    #[schemars(range(min = 1, max = 100000))]
    readers: Option<usize>,
    /// Another number lets readers choose differently. Defaults to 1.
    seed: Option<u32>,
    /// How many nodes to list at most, of each kind. Defaults to 20.
    #[schemars(range(min = 1, max = 10000))]
    limit: Option<usize>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Playtest {
    /// The story's change number.
    number: u64,
    from: NodeRef,
    /// How many readers played.
    readers: usize,
    /// How many pages they read.
    pages: Spread,
    /// How many words they read.
    words: Spread,
    /// Where readings ended, most readers first.
    endings: Vec<PassedReading>,
    /// Where readers stood with every choice closed.
    stuck: Vec<PassedReading>,
    /// What the script could not do.
    failed: Vec<FailedReading>,
    /// How many readers had not come to an end after 500 pages.
    endless: usize,
    /// The nodes that readers read, those of the fewest readers first.
    read: Vec<NodeReaders>,
    /// Nodes that links lead to and no reader read.
    unread: Vec<NodeRef>,
    /// How many these are.
    unread_count: usize,
    /// Why the script of an imported story was not played: the readers followed its links alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    not_compiled: Option<NotCompiled>,
}

/// How the readers read.
struct Readers {
    /// The node that was asked for as the beginning; none for that of the story.
    asked_from: Option<NodeId>,
    /// Where they begin.
    from: NodeId,
    variables: Variables,
    count: usize,
    /// How many have begun.
    begun: AtomicUsize,
    first_seed: u32,
    until: Instant,
}

impl Readers {
    /// The seeds of the readers that are left, while there is time; reports progress. Several threads
    /// may take from them.
    fn seeds<'a>(&'a self, cx: &'a ToolContext) -> impl Iterator<Item = u32> + 'a {
        std::iter::from_fn(move || {
            let at = self.begun.fetch_add(1, Ordering::Relaxed);
            let is_over = at >= self.count || (at > 0 && Instant::now() > self.until);
            if is_over || cx.cancelled().is_cancelled() {
                return None;
            }
            cx.progress(Some(at as f64 / self.count as f64), "playing");
            let place = u32::try_from(at).unwrap_or(u32::MAX);
            Some(self.first_seed.wrapping_add(place))
        })
    }
}

pub(super) async fn playtest(cx: ToolContext, input: PlaytestStory) -> Result<Playtest, ToolError> {
    let graph = cx.story().graph()?;
    let from = beginning(&cx, &graph, input.from.as_deref())?;
    let first_seed = input.seed.unwrap_or(1);
    let readers = Readers {
        asked_from: input.from.is_some().then_some(from),
        from,
        variables: match &input.state {
            Some(state) => validate::effect("/state", state)?.initial_variables(first_seed),
            None => Variables::new(),
        },
        count: input.readers.unwrap_or(READERS),
        begun: AtomicUsize::new(0),
        first_seed,
        until: Instant::now() + MAX_TIME,
    };
    let limit = input.limit.unwrap_or(LISTED);
    let has_script = script_language(cx.story(), &graph, from)?.is_some();
    run_in_background(move || {
        let mut not_compiled = None;
        if has_script {
            match script_readers::read(&cx, &readers)? {
                Ok((tally, story)) => return Ok(tally.report(&story, &readers, limit)),
                Err(why) => not_compiled = Some(why),
            }
        }
        let (tally, story) = story_readers::read(&cx, &readers)?;
        let mut report = tally.report(&story, &readers, limit);
        report.not_compiled = not_compiled;
        Ok(report)
    })
    .await
}
