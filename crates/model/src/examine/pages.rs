//! What is wrong with single nodes: doubled titles, blank pages, characters of whom nothing is said.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};

use serde_json::json;

use super::check::{Look, NO_PAGES};
use super::finding::{FindingKind, Fix};
use super::shape::Number;
use crate::{NodeId, names_in_text};

/// Every node whose title another one had before.
pub(super) fn titles(look: &mut Look<'_>) {
    let mut first: HashMap<&str, Number> = HashMap::with_capacity(look.facts.len());
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
        let message = format!("There is another node “{}”.", node.title);
        let title = format!("Call it “{free}”");
        let fix = Fix::on_node(title, "rename_node", node.id, json!({ "title": free }));
        let nodes = vec![node.id, look.node(other).id];
        look.add(FindingKind::DuplicateTitle, nodes, message, Some(fix));
    }
}

/// Pages with nothing on them.
pub(super) fn blanks(look: &mut Look<'_>) {
    for number in 0..look.facts.len() {
        let node = look.node(number);
        let blank = look
            .fact(number)
            .is_some_and(|it| !it.has_text && !it.has_more);
        if !blank || NO_PAGES.contains(&node.kind.as_str()) {
            continue;
        }
        let message = format!("“{}” is empty.", node.title);
        let text = json!({ "text": format!("({})", node.title) });
        let fix = Fix::on_node(
            "Write its title as a placeholder",
            "write_text",
            node.id,
            text,
        );
        look.add(FindingKind::Empty, vec![node.id], message, Some(fix));
    }
}

/// Characters that texts name, and of whom nothing is said.
pub(super) fn characters(look: &mut Look<'_>, named: &mut HashMap<String, Option<NodeId>>) {
    let mut wanted: BTreeSet<String> = BTreeSet::new();
    for number in 0..look.facts.len() {
        let node = look.node(number);
        let silent = look
            .fact(number)
            .is_some_and(|it| !it.has_text && !it.has_attributes);
        if node.kind != "character" || !silent {
            continue;
        }
        let title = node.title.trim().to_lowercase();
        let by = *named.entry(title.clone()).or_insert_with(|| {
            let numbers = (0..look.facts.len()).filter(|it| *it != number);
            let mut naming = numbers.filter(|it| {
                look.fact(*it)
                    .is_some_and(|it| names_in_text(&it.text, &title))
            });
            naming.next().map(|it| look.node(it).id)
        });
        wanted.insert(title);
        let Some(by) = by.filter(|it| look.story.nodes.contains_key(it)) else {
            continue;
        };
        let message = format!(
            "“{}” is named at “{}” and described nowhere.",
            node.title,
            look.title(by)
        );
        let text = json!({ "text": format!("({})", node.title) });
        let fix = Fix::on_node(
            "Write the name as a placeholder",
            "write_text",
            node.id,
            text,
        );
        look.add(
            FindingKind::Undescribed,
            vec![node.id, by],
            message,
            Some(fix),
        );
    }
    named.retain(|title, _| wanted.contains(title));
}
