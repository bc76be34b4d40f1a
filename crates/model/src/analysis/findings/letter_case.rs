//! A link in the text names a node but for the case of letters.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::analysis::finding::{Basis, FindingOf, FindingType, Severity};
use crate::analysis::finding_context::FindingContext;

/// A link in the text names a node but for the case of letters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct LetterCase {
    /// The node whose text has the link.
    pub title: String,
    /// What it names.
    pub target: String,
    /// The node's actual title.
    pub called: String,
}

impl fmt::Display for LetterCase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            title,
            target,
            called,
        } = self;
        write!(
            f,
            "“{title}” links to “{target}”, but the title is “{called}”."
        )
    }
}

impl FindingType for LetterCase {
    const SEVERITY: Severity = Severity::Warning;
    const WHY: &'static str = "Most story formats won’t find the target.";
    const BASIS: Basis = Basis::Nodes;

    fn find(cx: &FindingContext<'_>) -> Vec<FindingOf<Self>> {
        let unknown = cx.unknown_targets().iter();
        let found = unknown.filter_map(|it| {
            let (node, other) = (cx.node(it.from), cx.node(it.in_other_case?));
            let what = Self {
                title: node.title.clone(),
                target: it.target.to_owned(),
                called: other.title.clone(),
            };
            let fix = it.rewritten(node, &other.title);
            Some(FindingOf::new(what, vec![node.id, other.id], fix))
        });
        found.collect()
    }
}
