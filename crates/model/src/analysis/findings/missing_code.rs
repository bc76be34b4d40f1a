//! The story uses code that is not part of it.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::analysis::finding::{Basis, FindingOf, FindingType, Severity};
use crate::analysis::finding_context::FindingContext;

/// How many macros without a definition a finding names.
const MAX_NAMED_MACROS: usize = 5;

/// The story uses code that is not part of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct MissingCode {
    /// The first of them, as they are called.
    pub names: String,
    /// How many there are.
    pub count: usize,
}

impl fmt::Display for MissingCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = &self.names;
        write!(
            f,
            "The story uses macros or functions that aren’t defined in it: {names}."
        )
    }
}

impl FindingType for MissingCode {
    const SEVERITY: Severity = Severity::Note;
    const WHY: &'static str = "They come from scripts that weren’t imported, so problems that depend \
        on them aren’t reported.";
    const BASIS: Basis = Basis::Graph;

    fn find(cx: &FindingContext<'_>) -> Vec<FindingOf<Self>> {
        let missing = &cx.story_facts.missing_code;
        if missing.is_empty() {
            return Vec::new();
        }
        let name = |it: &String| match it.strip_prefix("<<") {
            Some(name) => format!("<<{name}>>"),
            None => format!("{it}()"),
        };
        let names: Vec<_> = missing.iter().take(MAX_NAMED_MACROS).map(name).collect();
        let what = Self {
            names: names.join(", "),
            count: missing.len(),
        };
        let start = cx.story.record.start.into_iter().collect();
        vec![FindingOf::new(what, start, None)]
    }
}
