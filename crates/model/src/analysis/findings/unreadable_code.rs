//! A text contains code that cannot be read, and so readers see it.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::analysis::finding::{Basis, FindingOf, FindingType, Severity};
use crate::analysis::finding_context::FindingContext;

/// A text contains code that cannot be read, and so readers see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct UnreadableCode {
    /// The node.
    pub title: String,
    /// The code, as written.
    pub source: String,
    /// The reason, in English.
    pub error: String,
}

impl fmt::Display for UnreadableCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            title,
            source,
            error,
        } = self;
        write!(
            f,
            "“{title}” contains code that can’t be read, {source}: {error}."
        )
    }
}

impl FindingType for UnreadableCode {
    const SEVERITY: Severity = Severity::Warning;
    const WHY: &'static str = "Readers see it as it is written until this is fixed.";
    const BASIS: Basis = Basis::Graph;

    fn find(cx: &FindingContext<'_>) -> Vec<FindingOf<Self>> {
        let mut found = Vec::new();
        for &number in &cx.story_facts.invalid {
            let node = cx.node(number);
            for code in cx.fact(number).iter().flat_map(|it| &it.variables.invalid) {
                let what = Self {
                    title: node.title.clone(),
                    source: code.written.clone(),
                    error: match &code.error {
                        Some(error) => error.to_string(),
                        None => "no {{if …}} begins before it".to_owned(),
                    },
                };
                found.push(FindingOf::new(what, vec![node.id], None));
            }
        }
        found
    }
}
