//! Examine: the check and the statistics of a story. Two read-only tools over `model::analysis`;
//! `cached_check` keeps its results between calls.

mod cached_check;
mod check_story;
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
        ]
    }
}
