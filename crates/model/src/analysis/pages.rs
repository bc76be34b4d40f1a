//! Problems of single nodes: duplicate titles, blank pages, characters without a description.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};

use serde_json::json;

use super::adjacency::Number;
use super::context::CheckContext;
use super::detail::FindingDetail;
use super::facts::NodeFacts;
use super::fix::{Fix, FixAction};
use crate::{NodeId, names_in_text};

/// Reports every node whose title is already used by another.
pub(super) fn titles(cx: &mut CheckContext<'_>) {
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
    for (number, other) in again {
        let node = cx.node(number);
        let count = next.entry(&node.title).or_insert(2);
        let mut free = format!("{} ({count})", node.title);
        while first.contains_key(free.as_str()) {
            *count += 1;
            free = format!("{} ({count})", node.title);
        }
        *count += 1;
        let arguments = json!({ "title": free });
        let fix = Fix::on_node(
            FixAction::Rename { title: free },
            "rename_node",
            node.id,
            arguments,
        );
        let nodes = vec![node.id, cx.node(other).id];
        let what = FindingDetail::DuplicateTitle {
            title: node.title.clone(),
        };
        cx.add(what, nodes, Some(fix));
    }
}

/// Reports pages without content.
pub(super) fn blank_pages(cx: &mut CheckContext<'_>) {
    for number in 0..cx.story_facts.marks.len() {
        let node = cx.node(number);
        let blank = cx
            .fact(number)
            .is_some_and(|it| !it.has_text && !it.has_other_content);
        if !blank || !cx.story_facts.marks[number].page {
            continue;
        }
        let text = json!({ "text": format!("({})", node.title) });
        let title = node.title.clone();
        let mends = FixAction::WriteTitle {
            title: title.clone(),
        };
        let fix = Fix::on_node(mends, "write_text", node.id, text);
        cx.add(FindingDetail::Empty { title }, vec![node.id], Some(fix));
    }
}

/// Reports characters that texts mention and that have no description.
pub(super) fn characters(cx: &mut CheckContext<'_>, named: &mut HashMap<String, Option<NodeId>>) {
    let mut wanted: BTreeSet<String> = BTreeSet::new();
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
        let what = FindingDetail::Undescribed {
            title,
            by: cx.title(by).to_owned(),
        };
        cx.add(what, vec![node.id, by], Some(fix));
    }
    named.retain(|title, _| wanted.contains(title));
}
