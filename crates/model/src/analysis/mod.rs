//! Analyzes a story: problems in its graph and conditions, and how it can be read.
//!
//! Enter through [`Check`], which is given the facts of each node once and returns [`Finding`]s and
//! [`StoryMetrics`] on demand. Every finding is certain: what may be correct is not reported. Pure
//! functions; parsing a node's text for links and variables is up to the caller.

mod adjacency;
mod check;
mod conditions;
mod context;
mod detail;
mod exhausted_choices;
mod exploration;
mod facts;
mod finding;
mod fix;
mod graph_index;
mod kind;
mod links;
mod longest_playthrough;
mod metrics;
mod no_open_choice;
#[cfg(test)]
mod once_tests;
mod pages;
mod parse_cache;
mod parts;
mod reachability;
mod satisfiability;
mod story_facts;
#[cfg(test)]
mod tests;

pub use check::{Check, Report};
pub use detail::{FindingDetail, LinkNames, Unreadable};
pub use exploration::Playthrough;
pub use facts::{Dialect, NodeFacts, Role, TextLink, TextVariables};
pub use finding::Finding;
pub use fix::{Fix, FixAction};
pub use kind::{FindingKind, Severity};
pub use longest_playthrough::LongestPlaythrough;
pub use metrics::{Ending, NodeWords, StoryMetrics};
