//! Nodes that only a computed link may reach.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::analysis::finding::{Basis, FindingOf, FindingType, Severity};
use crate::analysis::finding_context::FindingContext;

/// Nodes that only a computed link may reach.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Dynamic {
    /// The first of them.
    pub title: String,
    /// How many there are.
    pub count: usize,
}

impl fmt::Display for Dynamic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { title, count } = self;
        match count {
            1 => write!(f, "“{title}” can be reached only by computed links."),
            _ => write!(
                f,
                "{count} scenes, starting with “{title}”, can be reached only by computed links."
            ),
        }
    }
}

impl FindingType for Dynamic {
    const SEVERITY: Severity = Severity::Note;
    const WHY: &'static str = "No fixed link leads there, but a computed one might.";
    const BASIS: Basis = Basis::Graph;

    fn find(cx: &FindingContext<'_>) -> Vec<FindingOf<Self>> {
        let paths = cx.paths();
        let lost = paths.lost();
        let Some(first) = lost.first().filter(|_| paths.may_show_anything) else {
            return Vec::new();
        };
        let what = Self {
            title: cx.node(*first).title.clone(),
            count: lost.len(),
        };
        let nodes = lost.iter().map(|it| cx.node(*it).id).collect();
        vec![FindingOf::new(what, nodes, None)]
    }
}
