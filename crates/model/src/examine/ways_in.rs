//! What is wrong with the ways through the story: no beginning, nodes nobody comes to, dead ends,
//! loops nobody leaves.

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;
use serde_json::json;

use super::board::Link;
use super::check::Look;
use super::fix::{Fix, Mends};
use super::shape::{Number, Shape};
use super::stuck::{Failing, nothing_open};
use super::used_up::used_up;
use super::what::What;
use crate::play::Including;
use crate::{NodeId, Story};

/// For so many nodes out of reach the nearest one is looked for; the others are linked from the
/// first page.
const NEAREST: usize = 100;

/// Pages, pages reached, nodes with computed links; and what is wrong with the ways.
pub(super) fn reach(
    look: &mut Look<'_>,
    shape: &Shape,
    failing: &mut Failing,
) -> (usize, usize, usize) {
    let story = look.story;
    let count = story.nodes.len();
    let dynamic = dynamic(look);
    let parts = Parts::of(story, look.links);
    let (opened, opens_anything) = opened(look, shape);
    let computed = dynamic.iter().filter(|it| **it).count();
    let start = story
        .record
        .start
        .and_then(|it| story.nodes.get_index_of(&it));
    let mut reached = vec![false; count];
    shape.reach(start, &mut reached);
    shape.reach(opened, &mut reached);
    let knots = shape.knots();
    let page = |number: Number| reached[number] || look.told.marks[number].page;
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
            (false, _) => unreachable(look, shape, &knots, &reached, &lost),
        }
    }
    let told = look.told;
    let has_to_lead_on = |it: &Number| {
        let marks = told.marks[*it];
        !(marks.ending || marks.leads_back || marks.has_links || dynamic[*it])
    };
    let leading = || pages.iter().copied().filter(has_to_lead_on);
    for number in leading() {
        if parts.ends(shape, number) {
            dead_end(look, number);
        }
    }
    nothing_open(look, leading(), &parts, failing);
    used_up(look, leading().filter(|it| reached[*it]), &parts, &knots.0);
    loops(look, shape, &knots, &reached, &dynamic);
    (pages.len(), all_reached, computed)
}

/// The nodes that lead where only the running story knows: by a computed link of the story, or of
/// their text.
fn dynamic(look: &Look<'_>) -> Vec<bool> {
    let mut dynamic: Vec<bool> = look.told.marks.iter().map(|it| it.computed).collect();
    for (at, link) in look.links.iter().enumerate().filter(|it| it.1.dynamic) {
        let from = || {
            let from = look.story.edges[at].record.from;
            look.story.nodes.get_index_of(&from)
        };
        if let Some(from) = link.ends.map(|it| it.0).or_else(from) {
            dynamic[from] = true;
        }
    }
    dynamic
}

/// What menus and scripts lead to whatever is read, and whether one may lead anywhere.
fn opened(look: &Look<'_>, shape: &Shape) -> (Vec<Number>, bool) {
    if look.told.opening.is_empty() {
        return (Vec::new(), false);
    }
    let nodes = look.story.nodes.values().enumerate();
    let titles: HashMap<&str, Number> = nodes.map(|(at, it)| (it.title.as_str(), at)).collect();
    let (mut opened, mut anything) = (Vec::new(), false);
    for &number in &look.told.opening {
        opened.extend(shape.from(number));
        for title in look.fact(number).iter().flat_map(|it| &it.role.opens) {
            match title {
                Some(title) => opened.extend(titles.get(title.as_str())),
                None => anything = true,
            }
        }
    }
    (opened, anything)
}

/// Which nodes are shown as parts of others, and which show some.
#[derive(Default)]
pub(super) struct Parts {
    /// The parts of each node that shows some, and theirs.
    of: HashMap<Number, Vec<Number>>,
    only_part: HashSet<Number>,
}

impl Parts {
    pub(super) fn of(story: &Story, links: &[Link]) -> Self {
        if !links.iter().any(|it| it.includes) {
            return Self::default();
        }
        let including = Including::of(story);
        let number = |it: NodeId| story.nodes.get_index_of(&it);
        let parts = |it: NodeId| including.parts_of(it).into_iter().filter_map(number);
        let ends = |it: &Link| it.ends;
        let mut only_part: HashSet<Number> = links
            .iter()
            .filter(|it| it.includes)
            .filter_map(|it| Some(ends(it)?.1))
            .collect();
        for link in links.iter().filter(|it| it.is_choice) {
            ends(link).map(|it| only_part.remove(&it.1));
        }
        let start = story.record.start.and_then(number);
        start.map(|it| only_part.remove(&it));
        let showing = including.nodes();
        Self {
            of: showing
                .filter_map(|it| Some((number(it)?, parts(it).collect())))
                .collect(),
            only_part,
        }
    }

    /// The nodes that a node shows as its parts, and theirs, each once.
    pub(super) fn shown_by(&self, number: Number) -> &[Number] {
        self.of.get(&number).map_or(&[], Vec::as_slice)
    }

    /// Whether a node is only ever shown as a part of others.
    pub(super) fn is_only_part(&self, number: Number) -> bool {
        self.only_part.contains(&number)
    }

    /// Whether nothing leads on from a node. A part lends its choices to the node that shows it, and
    /// ends nothing where it has none.
    pub(super) fn ends(&self, shape: &Shape, number: Number) -> bool {
        if self.is_only_part(number) {
            return false;
        }
        let Some(parts) = self.of.get(&number) else {
            return shape.from(number).is_empty();
        };
        let is_part = |it: &Number| *it == number || parts.contains(it);
        let all = std::iter::once(&number).chain(parts);
        all.into_iter()
            .all(|it| shape.from(*it).iter().all(is_part))
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
fn unreachable(
    look: &mut Look<'_>,
    shape: &Shape,
    (knot, knots): &(Vec<usize>, usize),
    reached: &[bool],
    lost: &[Number],
) {
    let mut entered = vec![false; *knots];
    // With what is no page itself but leads on to some.
    let mut seen: Vec<bool> = reached.to_vec();
    for node in shape.reach(lost.iter().copied(), &mut seen) {
        for &to in shape.from(node) {
            if knot[to] != knot[node] {
                entered[knot[to]] = true;
            }
        }
    }
    let mut seen: Vec<bool> = reached.to_vec();
    let mut begun = vec![false; *knots];
    let first_page = reached.iter().position(|it| *it);
    let map = Map::of(look, reached);
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
            count if count <= NEAREST => map.nearest((node.layout.x, node.layout.y)),
            _ => first_page,
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

/// The nodes that are reached, from left to right.
struct Map(Vec<(f64, f64, Number)>);

impl Map {
    fn of(look: &Look<'_>, reached: &[bool]) -> Self {
        let at = |it: &Number| &look.node(*it).layout;
        let left_to_right = look.left_to_right.get_or_init(|| {
            let mut all: Vec<Number> = (0..reached.len()).collect();
            all.sort_by(|one, other| at(one).x.total_cmp(&at(other).x));
            all
        });
        let reached = left_to_right.iter().filter(|it| reached[**it]);
        Self(reached.map(|it| (at(it).x, at(it).y, *it)).collect())
    }

    /// The node that stands nearest, the first one among equals. Looks to both sides for as long as
    /// something may be nearer.
    fn nearest(&self, (x, y): (f64, f64)) -> Option<Number> {
        let middle = self.0.partition_point(|it| it.0 < x);
        let mut best: Option<(f64, Number)> = None;
        let mut look = |&(there_x, there_y, number): &(f64, f64, Number)| {
            let aside = (there_x - x).powi(2);
            if best.is_some_and(|it| aside > it.0) {
                return false;
            }
            let found = (aside + (there_y - y).powi(2), number);
            if best.is_none_or(|it| found < it) {
                best = Some(found);
            }
            true
        };
        // Both sides in turn, so that what is near is found early and bounds the rest.
        let mut sides = [
            &mut self.0[..middle].iter().rev() as &mut dyn Iterator<Item = _>,
            &mut self.0[middle..].iter(),
        ];
        let mut open = [true, true];
        while open != [false, false] {
            for (side, open) in sides.iter_mut().zip(&mut open) {
                *open = *open && side.next().is_some_and(&mut look);
            }
        }
        best.map(|it| it.1)
    }
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
fn loops(
    look: &mut Look<'_>,
    shape: &Shape,
    (knot, knots): &(Vec<usize>, usize),
    reached: &[bool],
    dynamic: &[bool],
) {
    let mut left = vec![false; *knots];
    let mut turns = vec![false; *knots];
    let mut entered = vec![false; *knots];
    for node in (0..shape.len()).filter(|it| reached[*it]) {
        let mine = knot[node];
        let marks = look.told.marks[node];
        left[mine] |= marks.ending || marks.leads_back || dynamic[node];
        turns[mine] |= std::mem::replace(&mut entered[mine], true);
        for &to in shape.from(node) {
            left[mine] |= knot[to] != mine;
            turns[mine] |= to == node;
        }
    }
    let endless = |it: usize| turns[it] && !left[it];
    // By knot, in the order of their first nodes.
    let mut found: IndexMap<usize, Vec<Number>> = IndexMap::new();
    for node in (0..shape.len()).filter(|it| reached[*it] && endless(knot[*it])) {
        found.entry(knot[node]).or_default().push(node);
    }
    for members in found.values() {
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
