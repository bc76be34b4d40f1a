//! The Ink of a story has an error, so that no program plays it.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::analysis::finding::{Basis, FindingOf, FindingType, Severity};
use crate::analysis::finding_context::FindingContext;

/// The Ink of a story has an error, so that no program plays it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct InkError {
    /// The node; the story's beginning where the line is in no node.
    pub title: String,
    /// What the compiler says, in English.
    pub error: String,
}

impl fmt::Display for InkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { title, error } = self;
        write!(f, "The Ink of “{title}” has an error: {error}")
    }
}

impl FindingType for InkError {
    const SEVERITY: Severity = Severity::Error;
    const WHY: &'static str = "Until it is fixed, the story cannot be played as Ink.";
    const BASIS: Basis = Basis::Words;

    fn find(cx: &FindingContext<'_>) -> Vec<FindingOf<Self>> {
        let reported = cx.ink_errors.iter();
        reported
            .filter_map(|reported| {
                let node = reported.node.or(cx.story.record.start)?;
                let what = Self {
                    title: cx.story.nodes.get(&node)?.title.clone(),
                    error: reported.message.clone(),
                };
                Some(FindingOf::new(what, vec![node], None))
            })
            .collect()
    }
}
