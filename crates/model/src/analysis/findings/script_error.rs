//! The script of a story has an error, so that no program plays it.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::analysis::finding::{Basis, FindingOf, FindingType, Severity};
use crate::analysis::finding_context::FindingContext;

/// The script of a story has an error, so that no program plays it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct ScriptError {
    /// The language of the script.
    pub language: String,
    /// The node; the story's beginning where the line is in no node.
    pub title: String,
    /// What the compiler says, in English.
    pub error: String,
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            language,
            title,
            error,
        } = self;
        write!(f, "The {language} of “{title}” has an error: {error}")
    }
}

impl FindingType for ScriptError {
    const SEVERITY: Severity = Severity::Error;
    const WHY: &'static str = "Until it is fixed, the story cannot be played as a script.";
    const BASIS: Basis = Basis::Words;

    fn find(cx: &FindingContext<'_>) -> Vec<FindingOf<Self>> {
        let reported = cx.script_errors.iter();
        reported
            .filter_map(|reported| {
                let node = reported.node.or(cx.story.record.start)?;
                let what = Self {
                    language: reported.language.to_owned(),
                    title: cx.story.nodes.get(&node)?.title.clone(),
                    error: reported.message.clone(),
                };
                Some(FindingOf::new(what, vec![node], None))
            })
            .collect()
    }
}
