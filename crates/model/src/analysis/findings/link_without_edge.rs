//! A link in the text names a node, but no link of the story leads there.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use crate::Node;
use crate::analysis::adjacency::Number;
use crate::analysis::facts::TextLink;
use crate::analysis::finding::{Basis, FindingOf, FindingType, Severity};
use crate::analysis::finding_context::FindingContext;
use crate::analysis::fix::{Fix, FixAction};
use crate::analysis::story_facts::ResolvedLink;

/// A link in the text names a node, but no link of the story leads there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct LinkWithoutEdge {
    /// The node whose text has the link.
    pub title: String,
    /// The node it names.
    pub target: String,
}

impl fmt::Display for LinkWithoutEdge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { title, target } = self;
        write!(
            f,
            "The text of “{title}” links to “{target}”; the map has no such link."
        )
    }
}

impl FindingType for LinkWithoutEdge {
    const SEVERITY: Severity = Severity::Warning;
    const WHY: &'static str = "It doesn’t show on the map, and readers don’t get it when playing.";
    const BREAKS_READING: bool = true;
    const BASIS: Basis = Basis::Graph;

    fn find(cx: &FindingContext<'_>) -> Vec<FindingOf<Self>> {
        let story_facts = cx.story_facts;
        // By title number: the last node that was found to link to it.
        let mut led: Vec<Option<Number>> = vec![None; story_facts.first_of_title.len()];
        let mut at = None;
        let mut found = Vec::new();
        for &ResolvedLink { from, link, to } in &story_facts.named {
            if at.replace(from) != Some(from) {
                for to in cx.all_links().from(from) {
                    led[story_facts.first_of_title[*to]] = Some(from);
                }
            }
            if led[to] != Some(from)
                && let Some(facts) = cx.fact(from)
            {
                found.push(without_edge(cx.node(from), &facts.links[link], cx.node(to)));
            }
        }
        found
    }
}

fn without_edge(node: &Node, link: &TextLink, to: &Node) -> FindingOf<LinkWithoutEdge> {
    let mut arguments = json!({ "from": node.id, "to": to.id });
    if !link.label.is_empty() {
        arguments["label"] = json!(link.label);
    }
    let mends = FixAction::DrawLink {
        title: to.title.clone(),
    };
    let fix = Fix::new(mends, "link_nodes", arguments);
    let what = LinkWithoutEdge {
        title: node.title.clone(),
        target: to.title.clone(),
    };
    FindingOf::new(what, vec![node.id, to.id], Some(fix))
}
