//! A story examined: what is wrong with its graph and its conditions, and how it is read.
//!
//! Enter through [`Check`], which is told the facts of each node once and answers with
//! [`Finding`]s as often as asked, and [`Measures`]. Every finding is certain: what may be right is
//! not reported. Pure; reading a node's text for links and variables is for the caller.

mod board;
mod certain;
mod check;
mod conditions;
mod facts;
mod finding;
mod fix;
mod links;
mod longest;
mod measures;
mod pages;
mod shape;
mod sources;
mod stuck;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_of_once;
mod told;
mod used_up;
mod ways;
mod ways_in;
mod what;

pub use check::{Check, Report};
pub use facts::{Dialect, NodeFacts, Role, TextLink, TextVariables};
pub use finding::{Finding, FindingKind, Severity};
pub use fix::{Fix, Mends};
pub use longest::Longest;
pub use measures::{Ending, Measures, NodeWords, PlayThrough};
pub use what::{LinkNames, Unreadable, What};
