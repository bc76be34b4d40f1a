//! The story has pages and no beginning.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use crate::analysis::adjacency::Number;
use crate::analysis::finding::{Basis, FindingOf, FindingType, Severity};
use crate::analysis::finding_context::FindingContext;
use crate::analysis::fix::{Fix, FixAction};

/// The story has pages and no beginning.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct NoStart {}

impl fmt::Display for NoStart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "The story has no starting scene.")
    }
}

impl FindingType for NoStart {
    const SEVERITY: Severity = Severity::Error;
    const WHY: &'static str = "Choose the scene readers start from.";
    const BASIS: Basis = Basis::Graph;

    fn find(cx: &FindingContext<'_>) -> Vec<FindingOf<Self>> {
        let paths = cx.paths();
        let adjacency = &paths.adjacency;
        let mut entered = vec![false; adjacency.len()];
        for node in 0..adjacency.len() {
            for &to in adjacency.from(node) {
                entered[to] = true;
            }
        }
        let leads_on = |it: &&Number| !entered[**it] && !adjacency.from(**it).is_empty();
        let first = paths.pages.iter().find(leads_on).or(paths.pages.first());
        let Some(&first) = first.filter(|_| paths.start.is_none()) else {
            return Vec::new();
        };
        let node = cx.node(first);
        let mends = FixAction::SetStart {
            title: node.title.clone(),
        };
        let fix = Fix::on_node(mends, "set_start", node.id, json!({}));
        vec![FindingOf::new(Self {}, vec![node.id], Some(fix))]
    }
}
