//! A link in the text names no node.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use crate::analysis::adjacency::Number;
use crate::analysis::finding::{Basis, FindingOf, FindingType, Severity};
use crate::analysis::finding_context::FindingContext;
use crate::analysis::fix::{Fix, FixAction};
use crate::analysis::unknown_targets::UnknownTarget;

/// For how many broken links a similar title is looked up.
const MAX_NEAREST_LOOKUPS: usize = 50;

/// A link in the text names no node.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct BrokenLink {
    /// The node whose text has the link.
    pub title: String,
    /// What it names.
    pub target: String,
}

impl fmt::Display for BrokenLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { title, target } = self;
        write!(f, "“{title}” links to “{target}”, which doesn’t exist.")
    }
}

impl FindingType for BrokenLink {
    const SEVERITY: Severity = Severity::Error;
    const WHY: &'static str = "Readers who follow it get nowhere.";
    const BASIS: Basis = Basis::Nodes;

    fn find(cx: &FindingContext<'_>) -> Vec<FindingOf<Self>> {
        let unknown = cx.unknown_targets().iter();
        let unknown = unknown.filter(|it| it.in_other_case.is_none());
        let found = unknown.enumerate().map(|(at, it)| {
            let is_looked_up = at < MAX_NEAREST_LOOKUPS;
            let near = is_looked_up.then(|| nearest(cx, it.target)).flatten();
            broken(cx, it, near)
        });
        found.collect()
    }
}

fn broken(
    cx: &FindingContext<'_>,
    unknown: &UnknownTarget<'_>,
    near: Option<Number>,
) -> FindingOf<BrokenLink> {
    let node = cx.node(unknown.from);
    let target = unknown.target;
    let mut arguments = json!({ "title": target, "after": node.id });
    if !unknown.link.label.is_empty() {
        arguments["label"] = json!(unknown.link.label);
    }
    let mends = FixAction::MakeNode {
        title: target.to_owned(),
    };
    let fix = Fix::new(mends, "create_node", arguments);
    let what = BrokenLink {
        title: node.title.clone(),
        target: target.to_owned(),
    };
    FindingOf {
        instead: near.and_then(|near| unknown.rewritten(node, &cx.node(near).title)),
        ..FindingOf::new(what, vec![node.id], Some(fix))
    }
}

/// The node whose title is so similar to a target that it is probably meant: one letter added,
/// removed, replaced or swapped with its neighbor, or two of those in a longer title.
fn nearest(cx: &FindingContext<'_>, target: &str) -> Option<Number> {
    let count = target.chars().count();
    let allowed = match count {
        0..=2 => return None,
        3..=7 => 1,
        _ => 2,
    };
    let target = target.to_lowercase();
    let mut best: Option<(usize, Number)> = None;
    for (number, node) in cx.story.nodes.values().enumerate() {
        if node.title.chars().count().abs_diff(count) > allowed {
            continue;
        }
        let distance = strsim::osa_distance(&node.title.to_lowercase(), &target);
        if distance <= allowed && best.is_none_or(|it| distance < it.0) {
            best = Some((distance, number));
        }
    }
    best.map(|it| it.1)
}
