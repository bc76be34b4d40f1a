//! What is wrong with the ways through the story: no beginning, nodes nobody comes to, dead ends,
//! loops nobody leaves.

use serde_json::json;

use super::check::{Look, NO_PAGES};
use super::facts::NodeFacts;
use super::finding::{FindingKind, Fix};
use super::shape::{Number, Shape};

/// For so many nodes out of reach the nearest one is looked for; the others are linked from the
/// first page.
const NEAREST: usize = 100;

/// Pages, pages reached, nodes with computed links; and what is wrong with the ways.
pub(super) fn reach(look: &mut Look<'_>) -> (usize, usize, usize) {
    let story = look.story;
    let count = story.nodes.len();
    let shape = Shape::of(story);
    let is_dynamic = |it: &Option<&NodeFacts>| it.is_some_and(NodeFacts::is_dynamic);
    let dynamic: Vec<bool> = look.facts.iter().map(is_dynamic).collect();
    let computed = dynamic.iter().filter(|it| **it).count();
    let start = story
        .record
        .start
        .and_then(|it| story.nodes.get_index_of(&it));
    let mut reached = vec![false; count];
    shape.reach(start, &mut reached);
    let page =
        |number: Number| reached[number] || !NO_PAGES.contains(&story.nodes[number].kind.as_str());
    let pages: Vec<Number> = (0..count).filter(|it| page(*it)).collect();
    let all_reached = reached.iter().filter(|it| **it).count();
    if start.is_none() {
        no_start(look, &shape, &pages);
    } else {
        let anything = (0..count).any(|it| reached[it] && dynamic[it]);
        let lost: Vec<Number> = pages.iter().copied().filter(|it| !reached[*it]).collect();
        match (anything, lost.is_empty()) {
            (_, true) => {}
            (true, _) => only_dynamic(look, &lost),
            (false, _) => unreachable(look, &shape, &reached, &lost),
        }
    }
    for &number in &pages {
        let fact = look.fact(number);
        let ends = fact.is_some_and(|it| it.ending || !it.links.is_empty());
        if shape.from(number).is_empty() && !ends {
            dead_end(look, number);
        }
    }
    loops(look, &shape, &reached, &dynamic);
    (pages.len(), all_reached, computed)
}

fn no_start(look: &mut Look<'_>, shape: &Shape, pages: &[Number]) {
    let mut entered = vec![false; shape.len()];
    for node in 0..shape.len() {
        for &to in shape.from(node) {
            entered[to] = true;
        }
    }
    let leads_on = |it: &&Number| !entered[**it] && !shape.from(**it).is_empty();
    let first = pages.iter().find(leads_on).or(pages.first());
    let Some(&first) = first else { return };
    let node = look.node(first);
    let fix = Fix::on_node(
        format!("Let it begin at “{}”", node.title),
        "set_start",
        node.id,
        json!({}),
    );
    let message = "The story has no start.".to_owned();
    look.add(FindingKind::NoStart, vec![node.id], message, Some(fix));
}

fn only_dynamic(look: &mut Look<'_>, lost: &[Number]) {
    let nodes: Vec<_> = lost.iter().map(|it| look.node(*it).id).collect();
    let message = match nodes.len() {
        1 => format!(
            "“{}” may be reached by a computed link only.",
            look.node(lost[0]).title
        ),
        count => format!("{count} nodes may be reached by computed links only."),
    };
    look.add(FindingKind::Dynamic, nodes, message, None);
}

/// One finding for each way in that is missing: linking its first node mends all behind it.
fn unreachable(look: &mut Look<'_>, shape: &Shape, reached: &[bool], lost: &[Number]) {
    let (knot, knots) = shape.knots();
    let mut entered = vec![false; knots];
    for &node in lost {
        for &to in shape.from(node) {
            if knot[to] != knot[node] {
                entered[knot[to]] = true;
            }
        }
    }
    let mut seen: Vec<bool> = reached.to_vec();
    let mut begun = vec![false; knots];
    let pages: Vec<Number> = (0..reached.len()).filter(|it| reached[*it]).collect();
    for &first in lost {
        if entered[knot[first]] || std::mem::replace(&mut begun[knot[first]], true) {
            continue;
        }
        let behind = shape.reach([first], &mut seen);
        let nodes: Vec<_> = behind.iter().map(|it| look.node(*it).id).collect();
        let node = look.node(first);
        let message = match nodes.len() {
            1 => format!("“{}” cannot be reached.", node.title),
            count => format!(
                "“{}” cannot be reached, nor can {} behind it.",
                node.title,
                if count == 2 {
                    "the node".to_owned()
                } else {
                    format!("the {} nodes", count - 1)
                }
            ),
        };
        let near = match look.findings.len() {
            count if count <= NEAREST => nearest(look, &pages, first),
            _ => pages.first().copied(),
        };
        let fix = near.map(|near| {
            let near = look.node(near);
            Fix::new(
                format!("Link “{}” to it", near.title),
                "link_nodes",
                json!({ "from": near.id, "to": node.id }),
            )
        });
        look.add(FindingKind::Unreachable, nodes, message, fix);
    }
}

/// The reached node that stands nearest on the map.
fn nearest(look: &Look<'_>, pages: &[Number], to: Number) -> Option<Number> {
    let here = &look.node(to).layout;
    let distance = |it: &Number| {
        let there = &look.node(*it).layout;
        (there.x - here.x).powi(2) + (there.y - here.y).powi(2)
    };
    pages
        .iter()
        .copied()
        .min_by(|one, other| distance(one).total_cmp(&distance(other)))
}

fn dead_end(look: &mut Look<'_>, number: Number) {
    let node = look.node(number);
    let message = format!("Nothing leads on from “{}”.", node.title);
    let fix = Fix::on_node("Mark it as an ending", "mark_ending", node.id, json!({}));
    look.add(FindingKind::DeadEnd, vec![node.id], message, Some(fix));
}

/// Knots that are entered and never left, without an ending or a computed link inside.
fn loops(look: &mut Look<'_>, shape: &Shape, reached: &[bool], dynamic: &[bool]) {
    let (knot, knots) = shape.knots();
    let mut left = vec![false; knots];
    let mut turns = vec![false; knots];
    let mut members: Vec<Vec<Number>> = vec![Vec::new(); knots];
    for node in (0..shape.len()).filter(|it| reached[*it]) {
        let mine = knot[node];
        let ending = look.fact(node).is_some_and(|it| it.ending);
        left[mine] |= ending || dynamic[node];
        turns[mine] |= !members[mine].is_empty();
        members[mine].push(node);
        for &to in shape.from(node) {
            left[mine] |= knot[to] != mine;
            turns[mine] |= to == node;
        }
    }
    let mut found: Vec<&Vec<Number>> = (0..knots)
        .filter(|it| turns[*it] && !left[*it])
        .map(|it| &members[it])
        .collect();
    found.sort();
    for members in found {
        let Some(&last) = members.last() else {
            continue;
        };
        let nodes: Vec<_> = members.iter().map(|it| look.node(*it).id).collect();
        let first = look.node(members[0]);
        let message = match nodes.len() {
            1 => format!("“{}” leads only to itself.", first.title),
            count => format!(
                "No way leads out of the loop of {count} nodes at “{}”.",
                first.title
            ),
        };
        let node = look.node(last);
        let fix = Fix::on_node(
            format!("Mark “{}” as an ending", node.title),
            "mark_ending",
            node.id,
            json!({}),
        );
        look.add(FindingKind::EndlessLoop, nodes, message, Some(fix));
    }
}
