//! What is wrong with the ways through the story: no beginning, nodes nobody comes to, dead ends,
//! loops nobody leaves.

use std::collections::{HashMap, HashSet};

use serde_json::json;

use super::check::{Look, NO_PAGES};
use super::facts::NodeFacts;
use super::fix::{Fix, Mends};
use super::shape::{Number, Shape};
use super::what::What;
use crate::play::parts_of;
use crate::{NodeId, Story};

/// For so many nodes out of reach the nearest one is looked for; the others are linked from the
/// first page.
const NEAREST: usize = 100;

/// Pages, pages reached, nodes with computed links; and what is wrong with the ways.
pub(super) fn reach(look: &mut Look<'_>, shape: &Shape) -> (usize, usize, usize) {
    let story = look.story;
    let count = story.nodes.len();
    let dynamic = dynamic(look);
    let parts = Parts::of(story);
    let (opened, opens_anything) = opened(look, shape);
    let computed = dynamic.iter().filter(|it| **it).count();
    let start = story
        .record
        .start
        .and_then(|it| story.nodes.get_index_of(&it));
    let mut reached = vec![false; count];
    shape.reach(start, &mut reached);
    shape.reach(opened, &mut reached);
    let page =
        |number: Number| reached[number] || !NO_PAGES.contains(&story.nodes[number].kind.as_str());
    let pages: Vec<Number> = (0..count).filter(|it| page(*it)).collect();
    let all_reached = reached.iter().filter(|it| **it).count();
    if start.is_none() {
        no_start(look, shape, &pages);
    } else {
        let anything = opens_anything || (0..count).any(|it| reached[it] && dynamic[it]);
        let lost: Vec<Number> = pages.iter().copied().filter(|it| !reached[*it]).collect();
        match (anything, lost.is_empty()) {
            (_, true) => {}
            (true, _) => only_dynamic(look, &lost),
            (false, _) => unreachable(look, shape, &reached, &lost),
        }
    }
    for &number in &pages {
        let fact = look.fact(number);
        let ends = fact.is_some_and(|it| {
            it.ending || it.role.leads_back || !it.links.is_empty() || dynamic[number]
        });
        if !ends && parts.ends(story, shape, number) {
            dead_end(look, number);
        }
    }
    loops(look, shape, &reached, &dynamic);
    (pages.len(), all_reached, computed)
}

/// The nodes that lead where only the running story knows: by a computed link of the story, or of
/// their text.
fn dynamic(look: &Look<'_>) -> Vec<bool> {
    let in_text = |it: &Option<&NodeFacts>| {
        it.is_some_and(|it| it.links.iter().any(|it| it.target.is_none()))
    };
    let mut dynamic: Vec<bool> = look.facts.iter().map(in_text).collect();
    for edge in look.story.edges.values().filter(|it| it.record.dynamic) {
        if let Some(from) = look.story.nodes.get_index_of(&edge.record.from) {
            dynamic[from] = true;
        }
    }
    dynamic
}

/// What menus and scripts lead to whatever is read, and whether one may lead anywhere.
fn opened(look: &Look<'_>, shape: &Shape) -> (Vec<Number>, bool) {
    let roles = look.facts.iter().enumerate();
    let roles = roles.filter_map(|(number, it)| Some((number, &it.as_ref()?.role)));
    let mut opening = roles.filter(|it| !it.1.opens.is_empty()).peekable();
    if opening.peek().is_none() {
        return (Vec::new(), false);
    }
    let nodes = look.story.nodes.values().enumerate();
    let titles: HashMap<&str, Number> = nodes.map(|(at, it)| (it.title.as_str(), at)).collect();
    let (mut opened, mut anything) = (Vec::new(), false);
    for (number, role) in opening {
        opened.extend(shape.from(number));
        for title in &role.opens {
            match title {
                Some(title) => opened.extend(titles.get(title.as_str())),
                None => anything = true,
            }
        }
    }
    (opened, anything)
}

/// Which nodes are shown as parts of others, and which show some.
pub(super) struct Parts {
    has_parts: HashSet<NodeId>,
    only_part: HashSet<NodeId>,
}

impl Parts {
    pub(super) fn of(story: &Story) -> Self {
        let includes = || story.edges.values().filter(|it| it.record.includes);
        let mut only_part: HashSet<_> = includes().map(|it| it.record.to).collect();
        if !only_part.is_empty() {
            for edge in story.edges.values().filter(|it| it.record.is_choice()) {
                only_part.remove(&edge.record.to);
            }
            story.record.start.map(|it| only_part.remove(&it));
        }
        Self {
            has_parts: includes().map(|it| it.record.from).collect(),
            only_part,
        }
    }

    /// Whether nothing leads on from a node. A part lends its choices to the node that shows it, and
    /// ends nothing where it has none.
    pub(super) fn ends(&self, story: &Story, shape: &Shape, number: Number) -> bool {
        let Some((id, _)) = story.nodes.get_index(number) else {
            return false;
        };
        if self.only_part.contains(id) {
            return false;
        }
        if !self.has_parts.contains(id) {
            return shape.from(number).is_empty();
        }
        let mut all = vec![number];
        let parts = parts_of(story, *id).into_iter();
        all.extend(parts.filter_map(|it| story.nodes.get_index_of(&it)));
        let leads_on = |it: &Number| all.iter().all(|part| part != it);
        all.iter().all(|it| !shape.from(*it).iter().any(leads_on))
    }
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
        Mends::SetStart {
            title: node.title.clone(),
        },
        "set_start",
        node.id,
        json!({}),
    );
    look.add(What::NoStart {}, vec![node.id], Some(fix));
}

fn only_dynamic(look: &mut Look<'_>, lost: &[Number]) {
    let nodes: Vec<_> = lost.iter().map(|it| look.node(*it).id).collect();
    let what = What::Dynamic {
        title: look.node(lost[0]).title.clone(),
        count: nodes.len(),
    };
    look.add(what, nodes, None);
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
        let what = What::Unreachable {
            title: node.title.clone(),
            behind: nodes.len() - 1,
        };
        let near = match look.findings.len() {
            count if count <= NEAREST => nearest(look, &pages, first),
            _ => pages.first().copied(),
        };
        let fix = near.map(|near| {
            let near = look.node(near);
            Fix::new(
                Mends::LinkFrom {
                    title: near.title.clone(),
                },
                "link_nodes",
                json!({ "from": near.id, "to": node.id }),
            )
        });
        look.add(what, nodes, fix);
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
    let title = node.title.clone();
    let mends = Mends::MarkEnding {
        title: title.clone(),
    };
    let fix = Fix::on_node(mends, "mark_ending", node.id, json!({}));
    look.add(What::DeadEnd { title }, vec![node.id], Some(fix));
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
        let back = look.fact(node).is_some_and(|it| it.role.leads_back);
        left[mine] |= ending || back || dynamic[node];
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
        let what = What::EndlessLoop {
            title: first.title.clone(),
            count: nodes.len(),
        };
        let node = look.node(last);
        let fix = Fix::on_node(
            Mends::MarkEnding {
                title: node.title.clone(),
            },
            "mark_ending",
            node.id,
            json!({}),
        );
        look.add(what, nodes, Some(fix));
    }
}
