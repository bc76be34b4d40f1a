//! Links that stand in texts, held against the nodes and edges there are.

use std::collections::{HashMap, HashSet};

use serde_json::json;

use super::check::Look;
use super::facts::TextLink;
use super::fix::{Fix, Mends};
use super::shape::Number;
use super::told::NamedLink;
use super::what::What;
use crate::Node;

/// For so many links to nothing a node is looked for that may be meant.
const NEAREST: usize = 50;

/// Links that name no node, or one only in other letters. What edges there are makes no difference.
pub(super) fn unknown_targets(look: &mut Look<'_>) {
    let mut named = look
        .told
        .named
        .iter()
        .map(|it| (it.from, it.link))
        .peekable();
    let mut small: Option<HashMap<String, Number>> = None;
    let mut nearest_asked = 0;
    for number in (0..look.told.marks.len()).filter(|it| look.told.marks[*it].has_links) {
        let Some(facts) = look.fact(number) else {
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
                for (number, node) in look.story.nodes.values().enumerate() {
                    small.entry(node.title.to_lowercase()).or_insert(number);
                }
                small
            });
            match small.get(&target.to_lowercase()) {
                Some(&other) => other_letters(look, number, (link, target), other),
                None => {
                    let near = (nearest_asked < NEAREST)
                        .then(|| nearest(look, target))
                        .flatten();
                    nearest_asked += 1;
                    broken(look, number, (link, target), near);
                }
            }
        }
    }
}

/// Links that name a node to which no edge leads.
pub(super) fn without_edges(look: &mut Look<'_>) {
    let (told, story) = (look.told, look.story);
    // By title: the node after which it was last marked as led to.
    let mut led: Vec<Option<Number>> = vec![None; told.first_of_title.len()];
    let mut at = None;
    for &NamedLink { from, link, to } in &told.named {
        if at.replace(from) != Some(from) {
            for to in look.all_links().from(from) {
                led[told.first_of_title[*to]] = Some(from);
            }
        }
        if led[to] != Some(from)
            && let Some(facts) = look.fact(from)
        {
            without_edge(look, &story.nodes[from], &facts.links[link], to);
        }
    }
}

fn other_letters(
    look: &mut Look<'_>,
    from: Number,
    (link, target): (&TextLink, &str),
    other: Number,
) {
    let node = look.node(from);
    let title = &look.node(other).title;
    let fix = corrected(link, target, title).map(|new| write_target(node, link, new, title));
    let nodes = vec![node.id, look.node(other).id];
    let what = What::LetterCase {
        title: node.title.clone(),
        target: target.to_owned(),
        called: title.clone(),
    };
    look.add(what, nodes, fix);
}

fn broken(
    look: &mut Look<'_>,
    from: Number,
    (link, target): (&TextLink, &str),
    near: Option<Number>,
) {
    let node = look.node(from);
    let mut arguments = json!({ "title": target, "after": node.id });
    if !link.label.is_empty() {
        arguments["label"] = json!(link.label);
    }
    let mends = Mends::MakeNode {
        title: target.to_owned(),
    };
    let fix = Fix::new(mends, "create_node", arguments);
    let what = What::BrokenLink {
        title: node.title.clone(),
        target: target.to_owned(),
    };
    let instead = near.and_then(|near| {
        let title = &look.node(near).title;
        let new = corrected(link, target, title)?;
        Some(write_target(node, link, new, title))
    });
    look.add_with(what, vec![node.id], Some(fix), instead);
}

/// The node whose title is so near to a target that it is likely meant: a letter more, less, other
/// or changed with its neighbor, and two of those in a longer title.
fn nearest(look: &Look<'_>, target: &str) -> Option<Number> {
    let count = target.chars().count();
    let allowed = match count {
        0..=2 => return None,
        3..=7 => 1,
        _ => 2,
    };
    let target = target.to_lowercase();
    let mut best: Option<(usize, Number)> = None;
    for (number, node) in look.story.nodes.values().enumerate() {
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

/// The link with another title as its target. The whole link is named: up to its target, it may be
/// the beginning of another one.
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
    let mends = Mends::WriteTarget { title };
    Fix::on_node(mends, "replace_text", node.id, arguments)
}

fn without_edge(look: &mut Look<'_>, node: &Node, link: &TextLink, to: Number) {
    let to = look.node(to);
    let mut arguments = json!({ "from": node.id, "to": to.id });
    if !link.label.is_empty() {
        arguments["label"] = json!(link.label);
    }
    let mends = Mends::DrawLink {
        title: to.title.clone(),
    };
    let fix = Fix::new(mends, "link_nodes", arguments);
    let what = What::LinkWithoutEdge {
        title: node.title.clone(),
        target: to.title.clone(),
    };
    look.add(what, vec![node.id, to.id], Some(fix));
}
