//! Two nodes have one title.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use crate::analysis::adjacency::Number;
use crate::analysis::finding::{Basis, FindingOf, FindingType, Severity};
use crate::analysis::finding_context::FindingContext;
use crate::analysis::fix::{Fix, FixAction};

/// Two nodes have one title.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct DuplicateTitle {
    /// The title.
    pub title: String,
}

impl fmt::Display for DuplicateTitle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Another card is also called “{}”.", self.title)
    }
}

impl FindingType for DuplicateTitle {
    const SEVERITY: Severity = Severity::Warning;
    const WHY: &'static str = "A link to this title could mean either.";
    const BASIS: Basis = Basis::Nodes;

    /// Every node whose title is already used by another.
    fn find(cx: &FindingContext<'_>) -> Vec<FindingOf<Self>> {
        let mut first: HashMap<&str, Number> = HashMap::with_capacity(cx.story_facts.marks.len());
        let mut again: Vec<(Number, Number)> = Vec::new();
        for (number, node) in cx.story.nodes.values().enumerate() {
            if cx.fact(number).is_some_and(|it| it.role.may_share_title) {
                continue;
            }
            match first.entry(&node.title) {
                Entry::Occupied(it) => again.push((number, *it.get())),
                Entry::Vacant(it) => _ = it.insert(number),
            }
        }
        let mut next: HashMap<&str, usize> = HashMap::new();
        let found = again.into_iter().map(|(number, other)| {
            let node = cx.node(number);
            let count = next.entry(&node.title).or_insert(2);
            let mut free = format!("{} ({count})", node.title);
            while first.contains_key(free.as_str()) {
                *count += 1;
                free = format!("{} ({count})", node.title);
            }
            *count += 1;
            let arguments = json!({ "title": free });
            let mends = FixAction::Rename { title: free };
            let fix = Fix::on_node(mends, "rename_node", node.id, arguments);
            let nodes = vec![node.id, cx.node(other).id];
            let title = node.title.clone();
            FindingOf::new(Self { title }, nodes, Some(fix))
        });
        found.collect()
    }
}
