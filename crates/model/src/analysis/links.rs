//! Compares the links in texts with the existing nodes and edges.

use std::collections::{HashMap, HashSet};

use serde_json::json;

use super::adjacency::Number;
use super::context::CheckContext;
use super::detail::FindingDetail;
use super::facts::TextLink;
use super::fix::{Fix, FixAction};
use super::story_facts::ResolvedLink;
use crate::Node;

/// For how many broken links a similar title is looked up.
const MAX_NEAREST_LOOKUPS: usize = 50;

/// Reports links that name no node, or name one in different letter case, whether or not there are
/// edges.
pub(super) fn unknown_targets(cx: &mut CheckContext<'_>) {
    let mut named = cx
        .story_facts
        .named
        .iter()
        .map(|it| (it.from, it.link))
        .peekable();
    let mut small: Option<HashMap<String, Number>> = None;
    let mut nearest_asked = 0;
    for number in (0..cx.story_facts.marks.len()).filter(|it| cx.story_facts.marks[*it].has_links) {
        let Some(facts) = cx.fact(number) else {
            continue;
        };
        let mut met: HashSet<&str> = HashSet::new();
        for (at, link) in facts.links.iter().enumerate() {
            let Some(target) = link.target.as_deref() else {
                continue;
            };
            let is_named = named.next_if_eq(&(number, at)).is_some();
            if !met.insert(target) || is_named {
                continue;
            }
            let small = small.get_or_insert_with(|| {
                let mut small = HashMap::new();
                for (number, node) in cx.story.nodes.values().enumerate() {
                    small.entry(node.title.to_lowercase()).or_insert(number);
                }
                small
            });
            match small.get(&target.to_lowercase()) {
                Some(&other) => other_letters(cx, number, (link, target), other),
                None => {
                    let near = (nearest_asked < MAX_NEAREST_LOOKUPS)
                        .then(|| nearest(cx, target))
                        .flatten();
                    nearest_asked += 1;
                    broken(cx, number, (link, target), near);
                }
            }
        }
    }
}

/// Reports links that name a node to which no edge leads.
pub(super) fn without_edges(cx: &mut CheckContext<'_>) {
    let (told, story) = (cx.story_facts, cx.story);
    // By title number: the last node that was found to link to it.
    let mut led: Vec<Option<Number>> = vec![None; told.first_of_title.len()];
    let mut at = None;
    for &ResolvedLink { from, link, to } in &told.named {
        if at.replace(from) != Some(from) {
            for to in cx.all_links().from(from) {
                led[told.first_of_title[*to]] = Some(from);
            }
        }
        if led[to] != Some(from)
            && let Some(facts) = cx.fact(from)
        {
            without_edge(cx, &story.nodes[from], &facts.links[link], to);
        }
    }
}

fn other_letters(
    cx: &mut CheckContext<'_>,
    from: Number,
    (link, target): (&TextLink, &str),
    other: Number,
) {
    let node = cx.node(from);
    let title = &cx.node(other).title;
    let fix = corrected(link, target, title).map(|new| write_target(node, link, new, title));
    let nodes = vec![node.id, cx.node(other).id];
    let what = FindingDetail::LetterCase {
        title: node.title.clone(),
        target: target.to_owned(),
        called: title.clone(),
    };
    cx.add(what, nodes, fix);
}

fn broken(
    cx: &mut CheckContext<'_>,
    from: Number,
    (link, target): (&TextLink, &str),
    near: Option<Number>,
) {
    let node = cx.node(from);
    let mut arguments = json!({ "title": target, "after": node.id });
    if !link.label.is_empty() {
        arguments["label"] = json!(link.label);
    }
    let mends = FixAction::MakeNode {
        title: target.to_owned(),
    };
    let fix = Fix::new(mends, "create_node", arguments);
    let what = FindingDetail::BrokenLink {
        title: node.title.clone(),
        target: target.to_owned(),
    };
    let instead = near.and_then(|near| {
        let title = &cx.node(near).title;
        let new = corrected(link, target, title)?;
        Some(write_target(node, link, new, title))
    });
    cx.add_with(what, vec![node.id], Some(fix), instead);
}

/// The node whose title is so similar to a target that it is probably meant: one letter added,
/// removed, replaced or swapped with its neighbor, or two of those in a longer title.
fn nearest(cx: &CheckContext<'_>, target: &str) -> Option<Number> {
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

/// The link with its target replaced. The whole link is matched: the part up to the target could
/// also be the beginning of another link.
fn corrected(link: &TextLink, target: &str, title: &str) -> Option<String> {
    if link.written.is_empty() {
        return None;
    }
    let before = link.written.get(..link.target_at)?;
    let after = link.written.get(link.target_at + target.len()..)?;
    Some([before, title, after].concat())
}

fn write_target(node: &Node, link: &TextLink, new: String, title: &str) -> Fix {
    let arguments = json!({ "old": link.written, "new": new, "all": true });
    let title = title.to_owned();
    let mends = FixAction::WriteTarget { title };
    Fix::on_node(mends, "replace_text", node.id, arguments)
}

fn without_edge(cx: &mut CheckContext<'_>, node: &Node, link: &TextLink, to: Number) {
    let to = cx.node(to);
    let mut arguments = json!({ "from": node.id, "to": to.id });
    if !link.label.is_empty() {
        arguments["label"] = json!(link.label);
    }
    let mends = FixAction::DrawLink {
        title: to.title.clone(),
    };
    let fix = Fix::new(mends, "link_nodes", arguments);
    let what = FindingDetail::LinkWithoutEdge {
        title: node.title.clone(),
        target: to.title.clone(),
    };
    cx.add(what, vec![node.id, to.id], Some(fix));
}
