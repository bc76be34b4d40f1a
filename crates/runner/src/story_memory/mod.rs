//! What the assistant remembers of a story, where the writer sees and edits it: summaries of nodes,
//! and rules that the writer's own corrections suggest. Both are kept fresh in the background by a
//! light model, which a setting names; without one, nothing is asked. Start at
//! [`Runner::refresh_story_memory`](crate::Runner::refresh_story_memory).

mod corrections;
mod proposed_rules;
mod refresh;

pub(crate) use proposed_rules::{ProposedRule, all_rules, decide, propose};
pub use refresh::MemoryRefresh;
pub(crate) use refresh::{BackgroundWork, background_work, light_model};
