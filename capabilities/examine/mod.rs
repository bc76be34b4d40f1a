//! Examine: the check and the statistics of a story, over `model::analysis`, who appears where,
//! and the progress of writing. All tools only read; `cached_check` keeps the results of the check
//! between calls.

mod appearances;
mod cached_check;
mod check_story;
mod progress;
mod statistics;
#[cfg(test)]
mod tests;

use capability::{Capability, Impact, Tool};

pub(crate) struct Examine;

impl Capability for Examine {
    fn name(&self) -> &'static str {
        "examine"
    }

    fn title(&self) -> &'static str {
        "Examine"
    }

    fn summary(&self) -> &'static str {
        "Finds what is wrong with the story, and measures it."
    }

    fn tools(&self) -> Vec<Tool> {
        use Impact::Read;
        vec![
            Tool::new("check", "check_story", Read, check_story::check_story)
                .hints(check_story::show),
            Tool::new("statistics", "story_statistics", Read, statistics::measure)
                .verb("statistics"),
            Tool::new("appearances", "list_appearances", Read, appearances::list)
                .verb("appearances"),
            Tool::new("progress", "writing_progress", Read, progress::measure).verb("progress"),
        ]
    }
}
