//! A character that texts name, and of whom nothing is said.

use std::collections::BTreeSet;
use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use crate::analysis::facts::NodeFacts;
use crate::analysis::finding::{Basis, FindingOf, FindingType, Severity};
use crate::analysis::finding_context::FindingContext;
use crate::analysis::fix::{Fix, FixAction};
use crate::names_in_text;

/// A character that texts name, and of whom nothing is said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Undescribed {
    /// The character.
    pub title: String,
    /// The node whose text mentions it.
    pub by: String,
}

impl fmt::Display for Undescribed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { title, by } = self;
        write!(
            f,
            "“{by}” mentions “{title}”, who isn’t described anywhere."
        )
    }
}

impl FindingType for Undescribed {
    const SEVERITY: Severity = Severity::Hint;
    const WHY: &'static str =
        "The text mentions this character, but nothing is written about them.";
    const BASIS: Basis = Basis::Words;

    fn find(cx: &FindingContext<'_>) -> Vec<FindingOf<Self>> {
        let mut named = cx.named.borrow_mut();
        let mut wanted: BTreeSet<String> = BTreeSet::new();
        let mut found = Vec::new();
        let facts = cx.facts;
        for &number in &cx.story_facts.characters {
            let node = cx.node(number);
            let silent = |it: &NodeFacts| !it.has_text && !it.has_attributes;
            if !facts.get(&node.id).is_some_and(silent) {
                continue;
            }
            let title = node.title.trim().to_lowercase();
            let by = *named.entry(title.clone()).or_insert_with(|| {
                let others = cx.story.nodes.keys().filter(|it| **it != node.id);
                let names = |it: &NodeFacts| names_in_text(&it.text, &title);
                let mut naming = others.filter(|it| facts.get(*it).is_some_and(names));
                naming.next().copied()
            });
            wanted.insert(title);
            let Some(by) = by.filter(|it| cx.story.nodes.contains_key(it)) else {
                continue;
            };
            let text = json!({ "text": format!("({})", node.title) });
            let title = node.title.clone();
            let mends = FixAction::WriteName {
                title: title.clone(),
            };
            let fix = Fix::on_node(mends, "write_text", node.id, text);
            let what = Self {
                title,
                by: cx.title(by).to_owned(),
            };
            found.push(FindingOf::new(what, vec![node.id, by], Some(fix)));
        }
        named.retain(|title, _| wanted.contains(title));
        found
    }
}
