//! writing_progress: how many words were written on each day, counted from the versions of texts.

use std::collections::{BTreeMap, HashMap};

use capability::{StoreError, TimedMove, ToolContext, ToolError, View};
use jiff::civil::Date;
use jiff::{Span, ToSpan};
use markup::count_visible_words;
use model::analysis::is_page_kind;
use model::contents::{Prose, TEXT};
use model::{AuthorKind, Slot, Timestamp, VersionId, VersionRef};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::background::run_in_background;
use crate::shared::IMPORT_TOOL;

/// The default number of days.
const DEFAULT_DAYS: u16 = 30;

/// Count the words written on each of the last days, in the texts of all nodes: by people, by the
/// assistant, and brought in by files. Deleted words count against the day on which they were
/// deleted. Says how far the story's word goal is, and when it is reached at this pace.
#[derive(Deserialize, JsonSchema)]
pub(super) struct WritingProgress {
    /// How many days to count, today included. Defaults to 30.
    #[schemars(range(min = 1, max = 3660))]
    days: Option<u16>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct DailyWords {
    /// The first day that was counted.
    from: Date,
    /// The last: today, where the writer is.
    to: Date,
    /// What people wrote today.
    today: i64,
    /// The words that people wrote on these days.
    written: i64,
    /// On how many of these days people wrote more than they deleted.
    days_written: usize,
    /// What people wrote on such a day, on average.
    average: i64,
    /// How many such days came one after another, up to today or yesterday.
    streak: usize,
    /// The word goal of the story.
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<u32>,
    /// The words in the scenes of the story, towards its goal.
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<usize>,
    /// The day on which the goal is reached if writing goes on like this.
    #[serde(skip_serializing_if = "Option::is_none")]
    goal_reached: Option<Date>,
    /// The days on which texts changed, oldest first.
    days: Vec<Day>,
    /// How many changes could not be counted, because compaction dropped what they changed.
    uncounted: usize,
}

/// The words that came on a day, less those that went.
#[derive(Serialize, JsonSchema, Clone, Copy)]
struct Day {
    date: Date,
    /// By people.
    written: i64,
    /// By the assistant, agents and other programs.
    assistant: i64,
    /// From imported files.
    imported: i64,
}

impl Day {
    fn new(date: Date) -> Self {
        Self {
            date,
            written: 0,
            assistant: 0,
            imported: 0,
        }
    }

    fn of(&mut self, source: Source) -> &mut i64 {
        match source {
            Source::Person => &mut self.written,
            Source::Assistant => &mut self.assistant,
            Source::File => &mut self.imported,
        }
    }
}

/// Where words come from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    Person,
    Assistant,
    File,
}

impl Source {
    fn of(change: &TimedMove) -> Self {
        match change.author.kind {
            _ if change.reason == IMPORT_TOOL => Self::File,
            AuthorKind::Person => Self::Person,
            AuthorKind::Assistant | AuthorKind::Program => Self::Assistant,
        }
    }
}

/// Changes of one text by one source on one day, each following the last: only what it was before
/// the first and after the last has to be read.
struct Run {
    date: Date,
    source: Source,
    before: Option<VersionRef>,
    after: Option<VersionRef>,
}

/// Words by day.
#[derive(Default)]
struct Tally {
    days: BTreeMap<Date, Day>,
    uncounted: usize,
    /// The words of versions: what ends one run mostly begins the next.
    counted: HashMap<VersionId, Option<i64>>,
}

impl Tally {
    /// Counts all changes since a day.
    fn since(view: &View, first: Date) -> Result<Self, ToolError> {
        let zone = view.world().time_zone();
        // A day that begins before the calendar has no changes before it either.
        let since = first.to_zoned(zone.clone());
        let since = since.map_or(Timestamp::MIN, |it| it.timestamp());
        let mut tally = Self::default();
        let mut runs: HashMap<Slot, Run> = HashMap::new();
        for change in view.moves_of(TEXT, since)? {
            let date = change.time.to_zoned(zone.clone()).date();
            let source = Source::of(&change);
            let moved = change.moved;
            if let Some(run) = runs.get_mut(&moved.slot)
                && (run.date, run.source, run.after) == (date, source, moved.before)
            {
                run.after = moved.after;
                continue;
            }
            let run = Run {
                date,
                source,
                before: moved.before,
                after: moved.after,
            };
            if let Some(ended) = runs.insert(moved.slot, run) {
                tally.count(view, &ended)?;
            }
        }
        for run in runs.values() {
            tally.count(view, run)?;
        }
        Ok(tally)
    }

    fn count(&mut self, view: &View, run: &Run) -> Result<(), ToolError> {
        let before = self.words_of(view, run.before)?;
        let after = self.words_of(view, run.after)?;
        let (Some(before), Some(after)) = (before, after) else {
            self.uncounted += 1;
            return Ok(());
        };
        let day = self.days.entry(run.date);
        let day = day.or_insert_with(|| Day::new(run.date));
        *day.of(run.source) += after - before;
        Ok(())
    }

    /// How many words a version of a text has; `None` if compaction dropped it.
    fn words_of(
        &mut self,
        view: &View,
        version: Option<VersionRef>,
    ) -> Result<Option<i64>, ToolError> {
        let Some(version) = version else {
            return Ok(Some(0));
        };
        if let Some(known) = self.counted.get(&version.id) {
            return Ok(*known);
        }
        let words = count_words(view, version.id)?;
        self.counted.insert(version.id, words);
        Ok(words)
    }
}

fn count_words(view: &View, version: VersionId) -> Result<Option<i64>, ToolError> {
    match view.version(version) {
        Ok(version) => {
            let data = version.map(|it| it.data()).unwrap_or_default();
            let words = count_visible_words(Prose::text_in(&data).unwrap_or_default()).words;
            Ok(Some(signed(words)))
        }
        Err(StoreError::Compacted { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn signed(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

pub(super) async fn measure(
    cx: ToolContext,
    input: WritingProgress,
) -> Result<DailyWords, ToolError> {
    run_in_background(move || {
        let view = cx.story();
        let world = view.world();
        let to = world.now().to_zoned(world.time_zone()).date();
        let back = i32::from(input.days.unwrap_or(DEFAULT_DAYS)) - 1;
        let from = to.saturating_sub(back.days());
        let tally = Tally::since(view, from)?;
        let goal = view.graph()?.record.word_goal;
        let words = goal.map(|_| words_in_scenes(view)).transpose()?;
        Ok(summary(from, to, tally, goal, words))
    })
    .await
}

/// The words that count towards the goal.
fn words_in_scenes(view: &View) -> Result<usize, ToolError> {
    let story = view.story()?;
    let scenes = story.nodes.values().filter(|it| is_page_kind(&it.kind));
    Ok(scenes.map(|it| count_visible_words(it.prose()).words).sum())
}

fn summary(
    from: Date,
    to: Date,
    tally: Tally,
    goal: Option<u32>,
    words: Option<usize>,
) -> DailyWords {
    let written_on = |date: &Date| tally.days.get(date).map_or(0, |it| it.written);
    let written: i64 = tally.days.values().map(|it| it.written).sum();
    let full: Vec<&Day> = tally.days.values().filter(|it| it.written > 0).collect();
    let on_them: i64 = full.iter().map(|it| it.written).sum();
    let average = on_them / signed(full.len().max(1));
    let mut last = to;
    if written_on(&last) <= 0 {
        last = last.saturating_sub(1.day());
    }
    let before = std::iter::successors(Some(last), |it| it.checked_sub(1.day()).ok());
    let streak = before.take_while(|it| written_on(it) > 0).count();
    let missing = goal
        .zip(words)
        .map(|(goal, words)| i64::from(goal) - signed(words));
    let goal_reached = full.first().zip(missing).and_then(|(first, missing)| {
        let days = i64::from((to - first.date).get_days()) + 1;
        let left = missing.checked_mul(days)?.checked_add(written - 1)? / written.max(1);
        // No day of the calendar, where the goal is too far away.
        let left = Span::new().try_days(left).ok()?;
        (missing > 0 && written > 0).then(|| to.checked_add(left).ok())?
    });
    DailyWords {
        from,
        to,
        today: written_on(&to),
        written,
        days_written: full.len(),
        average,
        streak,
        goal,
        words,
        goal_reached,
        uncounted: tally.uncounted,
        days: tally.days.into_values().collect(),
    }
}
