//! What is wrong with single nodes: doubled titles, blank pages, characters of whom nothing is said.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};

use serde_json::json;

use super::check::Look;
use super::facts::NodeFacts;
use super::fix::{Fix, Mends};
use super::shape::Number;
use super::what::What;
use crate::{NodeId, names_in_text};

/// Every node whose title another one had before.
pub(super) fn titles(look: &mut Look<'_>) {
    let mut first: HashMap<&str, Number> = HashMap::with_capacity(look.told.marks.len());
    let mut again: Vec<(Number, Number)> = Vec::new();
    for (number, node) in look.story.nodes.values().enumerate() {
        if look.fact(number).is_some_and(|it| it.role.shares_title) {
            continue;
        }
        match first.entry(&node.title) {
            Entry::Occupied(it) => again.push((number, *it.get())),
            Entry::Vacant(it) => _ = it.insert(number),
        }
    }
    let mut next: HashMap<&str, usize> = HashMap::new();
    for (number, other) in again {
        let node = look.node(number);
        let count = next.entry(&node.title).or_insert(2);
        let mut free = format!("{} ({count})", node.title);
        while first.contains_key(free.as_str()) {
            *count += 1;
            free = format!("{} ({count})", node.title);
        }
        *count += 1;
        let arguments = json!({ "title": free });
        let fix = Fix::on_node(
            Mends::Rename { title: free },
            "rename_node",
            node.id,
            arguments,
        );
        let nodes = vec![node.id, look.node(other).id];
        let what = What::DuplicateTitle {
            title: node.title.clone(),
        };
        look.add(what, nodes, Some(fix));
    }
}

/// Pages with nothing on them.
pub(super) fn blanks(look: &mut Look<'_>) {
    for number in 0..look.told.marks.len() {
        let node = look.node(number);
        let blank = look
            .fact(number)
            .is_some_and(|it| !it.has_text && !it.has_more);
        if !blank || !look.told.marks[number].page {
            continue;
        }
        let text = json!({ "text": format!("({})", node.title) });
        let title = node.title.clone();
        let mends = Mends::WriteTitle {
            title: title.clone(),
        };
        let fix = Fix::on_node(mends, "write_text", node.id, text);
        look.add(What::Empty { title }, vec![node.id], Some(fix));
    }
}

/// Characters that texts name, and of whom nothing is said.
pub(super) fn characters(look: &mut Look<'_>, named: &mut HashMap<String, Option<NodeId>>) {
    let mut wanted: BTreeSet<String> = BTreeSet::new();
    let facts = look.facts;
    for &number in &look.told.characters {
        let node = look.node(number);
        let silent = |it: &NodeFacts| !it.has_text && !it.has_attributes;
        if !facts.get(&node.id).is_some_and(silent) {
            continue;
        }
        let title = node.title.trim().to_lowercase();
        let by = *named.entry(title.clone()).or_insert_with(|| {
            let others = look.story.nodes.keys().filter(|it| **it != node.id);
            let names = |it: &NodeFacts| names_in_text(&it.text, &title);
            let mut naming = others.filter(|it| facts.get(*it).is_some_and(names));
            naming.next().copied()
        });
        wanted.insert(title);
        let Some(by) = by.filter(|it| look.story.nodes.contains_key(it)) else {
            continue;
        };
        let text = json!({ "text": format!("({})", node.title) });
        let title = node.title.clone();
        let mends = Mends::WriteName {
            title: title.clone(),
        };
        let fix = Fix::on_node(mends, "write_text", node.id, text);
        let what = What::Undescribed {
            title,
            by: look.title(by).to_owned(),
        };
        look.add(what, vec![node.id, by], Some(fix));
    }
    named.retain(|title, _| wanted.contains(title));
}
