//! What the assistant remembers of a story, visible to and editable by the writer: summaries of
//! nodes, and rules suggested by the writer's own corrections. A light model, named in the
//! settings, keeps both fresh in the background; without one, nothing is requested. Start at
//! [`Runner::refresh_story_memory`](crate::Runner::refresh_story_memory).

mod corrections;
mod proposed_rules;
mod refresh;

pub(crate) use proposed_rules::{ProposedRule, all_rules, decide, propose};
pub use refresh::MemoryRefresh;
pub(crate) use refresh::{BackgroundWork, background_work, light_model};
