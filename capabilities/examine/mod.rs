//! Examine: what is wrong with the story, and how long it is. Two tools that only look. What they
//! find is worked out in `model::examine`; `held` keeps it from call to call.

mod checking;
mod held;
mod measuring;
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
            Tool::new("check", "check_story", Read, checking::check_story).hints(checking::show),
            Tool::new("statistics", "story_statistics", Read, measuring::measure)
                .verb("statistics"),
        ]
    }
}
