//! Nothing leads on, and it is not marked as an ending.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use crate::analysis::finding::{Basis, FindingOf, FindingType, Severity};
use crate::analysis::finding_context::FindingContext;
use crate::analysis::fix::{Fix, FixAction};

/// Nothing leads on, and it is not marked as an ending.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct DeadEnd {
    /// The node.
    pub title: String,
}

impl fmt::Display for DeadEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let title = &self.title;
        write!(f, "“{title}” has no choices and isn’t marked as an ending.")
    }
}

impl FindingType for DeadEnd {
    const SEVERITY: Severity = Severity::Hint;
    const WHY: &'static str = "Readers can’t tell whether the story is meant to stop here.";
    const BASIS: Basis = Basis::Graph;

    fn find(cx: &FindingContext<'_>) -> Vec<FindingOf<Self>> {
        let paths = cx.paths();
        let leading = paths.leading.iter();
        let ends = leading.filter(|it| paths.parts.ends(&paths.adjacency, **it));
        let found = ends.map(|it| {
            let node = cx.node(*it);
            let title = node.title.clone();
            let mends = FixAction::MarkEnding {
                title: title.clone(),
            };
            let fix = Fix::on_node(mends, "set_ending", node.id, json!({}));
            FindingOf::new(Self { title }, vec![node.id], Some(fix))
        });
        found.collect()
    }
}
