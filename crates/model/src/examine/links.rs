//! Links that stand in texts, held against the nodes and edges there are.

use std::collections::HashMap;

use serde_json::json;

use super::check::Look;
use super::facts::TextLink;
use super::fix::{Fix, Mends};
use super::seen::Ends;
use super::shape::Number;
use super::what::What;
use crate::Node;

/// Where a title leads.
struct Titles<'a> {
    exact: HashMap<&'a str, Number>,
    small: HashMap<String, Number>,
}

pub(super) fn links_in_texts(look: &mut Look<'_>, ends: &[Ends]) {
    if !look.facts.iter().flatten().any(|it| !it.links.is_empty()) {
        return;
    }
    let story = look.story;
    let mut titles = Titles {
        exact: HashMap::new(),
        small: HashMap::new(),
    };
    for (number, node) in story.nodes.values().enumerate() {
        titles.exact.entry(&node.title).or_insert(number);
        titles
            .small
            .entry(node.title.to_lowercase())
            .or_insert(number);
    }
    let mut edges: HashMap<Number, Vec<Number>> = HashMap::new();
    for &(from, to) in ends.iter().flatten() {
        edges.entry(from).or_default().push(to);
    }
    for number in 0..look.facts.len() {
        let Some(facts) = look.fact(number) else {
            continue;
        };
        let mut told: Vec<&str> = Vec::new();
        for link in &facts.links {
            let Some(target) = link.target.as_deref() else {
                continue;
            };
            if told.contains(&target) {
                continue;
            }
            told.push(target);
            let led = edges.get(&number).map_or(&[][..], Vec::as_slice);
            held(look, &titles, led, number, (link, target));
        }
    }
}

/// Looks at one link; `led` is where the edges of its node lead.
fn held(
    look: &mut Look<'_>,
    titles: &Titles<'_>,
    led: &[Number],
    from: Number,
    (link, target): (&TextLink, &str),
) {
    let node = look.node(from);
    if titles.exact.contains_key(target) {
        let story = look.story;
        let leads = led.iter().any(|it| story.nodes[*it].title == target);
        if !leads {
            without_edge(look, node, link, titles.exact[target]);
        }
        return;
    }
    if let Some(&other) = titles.small.get(&target.to_lowercase()) {
        let title = &look.node(other).title;
        // The whole link is named: up to its target, it may be the beginning of another one.
        let corrected = link.written.get(..link.target_at).and_then(|before| {
            let after = link.written.get(link.target_at + target.len()..)?;
            Some([before, title, after].concat())
        });
        let fix = corrected.filter(|_| !link.written.is_empty()).map(|new| {
            let arguments = json!({ "old": link.written, "new": new, "all": true });
            let title = title.clone();
            Fix::on_node(
                Mends::WriteTarget { title },
                "replace_text",
                node.id,
                arguments,
            )
        });
        let nodes = vec![node.id, look.node(other).id];
        let what = What::LetterCase {
            title: node.title.clone(),
            target: target.to_owned(),
            called: title.clone(),
        };
        look.add(what, nodes, fix);
        return;
    }
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
    look.add(what, vec![node.id], Some(fix));
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
