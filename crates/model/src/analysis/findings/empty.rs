//! A page without anything on it.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use crate::analysis::finding::{Basis, FindingOf, FindingType, Severity};
use crate::analysis::finding_context::FindingContext;
use crate::analysis::fix::{Fix, FixAction};

/// A page without anything on it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Empty {
    /// The page.
    pub title: String,
}

impl fmt::Display for Empty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "“{}” is empty.", self.title)
    }
}

impl FindingType for Empty {
    const SEVERITY: Severity = Severity::Hint;
    const WHY: &'static str = "Readers would see a blank page.";
    const BASIS: Basis = Basis::Nodes;

    fn find(cx: &FindingContext<'_>) -> Vec<FindingOf<Self>> {
        let marks = &cx.story_facts.marks;
        let pages = (0..marks.len()).filter(|it| marks[*it].page);
        let blank = pages.filter(|it| {
            let facts = cx.fact(*it);
            facts.is_some_and(|it| !it.has_text && !it.has_other_content)
        });
        let found = blank.map(|it| {
            let node = cx.node(it);
            let text = json!({ "text": format!("({})", node.title) });
            let title = node.title.clone();
            let mends = FixAction::WriteTitle {
                title: title.clone(),
            };
            let fix = Fix::on_node(mends, "write_text", node.id, text);
            FindingOf::new(Self { title }, vec![node.id], Some(fix))
        });
        found.collect()
    }
}
