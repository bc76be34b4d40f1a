//! Analyzes a story: problems in its graph and conditions, and how it can be read.
//!
//! Enter through [`Check`], which is given the facts of each node once and returns [`Finding`]s and
//! [`StoryMetrics`] on demand. Every finding is certain: what may be correct is not reported. Pure
//! functions; parsing a node's text for links and variables is up to the caller.

mod adjacency;
mod check;
mod choices;
mod context;
mod details;
mod exploration;
mod facts;
mod finding;
mod finding_context;
pub mod findings;
mod fix;
mod graph_index;
mod longest_playthrough;
mod metrics;
#[cfg(test)]
mod once_tests;
mod parse_cache;
mod parts;
mod paths;
mod play_rules;
#[cfg(test)]
mod random_tests;
mod satisfiability;
mod story_facts;
#[cfg(test)]
mod tests;
mod unknown_targets;

pub use check::{Check, Report};
pub use details::{LinkNames, Unreadable};
pub use exploration::Playthrough;
pub use facts::{
    ChangingAttribute, CompilerError, Dialect, InvalidCode, NodeFacts, Role, TextLink,
    TextVariables, is_page_kind,
};
pub use finding::{FindingOf, Severity};
pub use findings::{Finding, FindingDetail, FindingKind};
pub use fix::{Fix, FixAction};
pub use longest_playthrough::LongestPlaythrough;
pub use metrics::{Ending, NodeWords, StoryMetrics};
