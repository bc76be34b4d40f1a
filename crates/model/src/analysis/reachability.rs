//! Problems with the paths through a story: no start, unreachable nodes, dead ends, endless loops.

use std::collections::HashMap;

use indexmap::IndexMap;
use serde_json::json;

use super::adjacency::{Adjacency, Number};
use super::context::CheckContext;
use super::detail::FindingDetail;
use super::exhausted_choices::exhausted_choices;
use super::fix::{Fix, FixAction};
use super::no_open_choice::{SatisfiabilityCache, no_open_choice};
use super::parts::IncludedParts;

/// For how many unreachable nodes the nearest node is looked up; the others are linked from the
/// first page.
const MAX_NEAREST_LOOKUPS: usize = 100;
/// How many macros without a definition a finding names.
const MAX_NAMED_MACROS: usize = 5;

/// Counts pages, reachable pages and nodes with computed links, and reports problems with the
/// paths.
pub(super) fn reach(
    cx: &mut CheckContext<'_>,
    adjacency: &Adjacency,
    failing: &mut SatisfiabilityCache,
) -> (usize, usize, usize) {
    let story = cx.story;
    let count = story.nodes.len();
    let dynamic = dynamic(cx);
    let parts = IncludedParts::of(story, cx.links);
    let opened = always_reachable(cx, adjacency);
    let computed = dynamic.iter().filter(|it| **it).count();
    let start = story
        .record
        .start
        .and_then(|it| story.nodes.get_index_of(&it));
    let mut reached = vec![false; count];
    adjacency.mark_reachable(start, &mut reached);
    // What only scripts, menus and dialogs show is left as it was opened.
    let mut is_only_opened = vec![false; count];
    for it in &opened.direct {
        is_only_opened[*it] = !reached[*it];
    }
    adjacency.mark_reachable(opened.all, &mut reached);
    let strongly_connected_components = adjacency.strongly_connected_components();
    let page = |number: Number| reached[number] || cx.story_facts.marks[number].page;
    let pages: Vec<Number> = (0..count).filter(|it| page(*it)).collect();
    let all_reached = reached.iter().filter(|it| **it).count();
    let anything = opened.anything || (0..count).any(|it| reached[it] && dynamic[it]);
    if start.is_none() {
        no_start(cx, adjacency, &pages);
    } else {
        let lost: Vec<Number> = pages.iter().copied().filter(|it| !reached[*it]).collect();
        match (anything, lost.is_empty()) {
            (_, true) => {}
            (true, _) => only_dynamic(cx, &lost),
            (false, _) => unreachable(
                cx,
                adjacency,
                &strongly_connected_components,
                &reached,
                &lost,
            ),
        }
    }
    if !cx.story_facts.missing_code.is_empty() {
        missing_code(cx);
    }
    let told = cx.story_facts;
    // A script that may show any passage may also put links on any page.
    let is_certain = !(opened.anything || told.every_page_returns);
    let has_to_lead_on = |it: &Number| {
        let marks = told.marks[*it];
        let leads_by_code = marks.runs_code || is_only_opened[*it];
        is_certain
            && (reached[*it] || !anything)
            && !(marks.ending || marks.returns_to_earlier_page || marks.has_links)
            && !(dynamic[*it] || leads_by_code)
    };
    let leading = || pages.iter().copied().filter(has_to_lead_on);
    for number in leading() {
        if parts.ends(adjacency, number) {
            dead_end(cx, number);
        }
    }
    no_open_choice(cx, leading(), &parts, failing);
    exhausted_choices(
        cx,
        leading().filter(|it| reached[*it]),
        &parts,
        &strongly_connected_components.0,
    );
    if is_certain {
        let leads_elsewhere: Vec<bool> = (0..count)
            .map(|it| dynamic[it] || told.marks[it].runs_code)
            .collect();
        loops(
            cx,
            adjacency,
            &strongly_connected_components,
            &reached,
            &leads_elsewhere,
            start,
        );
    }
    (pages.len(), all_reached, computed)
}

/// The nodes with targets known only while the story runs: through a computed link of the story or
/// of their text.
fn dynamic(cx: &CheckContext<'_>) -> Vec<bool> {
    let mut dynamic: Vec<bool> = cx.story_facts.marks.iter().map(|it| it.computed).collect();
    for (at, link) in cx.links.iter().enumerate().filter(|it| it.1.dynamic) {
        let from = || {
            let from = cx.story.edges[at].record.from;
            cx.story.nodes.get_index_of(&from)
        };
        if let Some(from) = link.ends.map(|it| it.0).or_else(from) {
            dynamic[from] = true;
        }
    }
    dynamic
}

/// What can be shown without following a link.
#[derive(Default)]
struct OpenedNodes {
    /// The targets of menus, scripts and dialogs.
    direct: Vec<Number>,
    /// The same, with what menus link to.
    all: Vec<Number>,
    /// Whether any node may be shown: its name is computed, or the code that shows it is not here.
    anything: bool,
}

fn always_reachable(cx: &CheckContext<'_>, adjacency: &Adjacency) -> OpenedNodes {
    let mut opened = OpenedNodes {
        anything: !cx.story_facts.missing_code.is_empty(),
        ..OpenedNodes::default()
    };
    if cx.story_facts.opening.is_empty() {
        return opened;
    }
    let nodes = cx.story.nodes.values().enumerate();
    let titles: HashMap<&str, Number> = nodes.map(|(at, it)| (it.title.as_str(), at)).collect();
    for &number in &cx.story_facts.opening {
        // The links of a page that opens something are choices as any.
        if !cx.story_facts.marks[number].page {
            opened.all.extend(adjacency.from(number));
        }
        for title in cx.fact(number).iter().flat_map(|it| &it.role.opens) {
            match title {
                Some(title) => opened.direct.extend(titles.get(title.as_str())),
                None => opened.anything = true,
            }
        }
    }
    opened.all.extend(&opened.direct);
    opened
}

fn missing_code(cx: &mut CheckContext<'_>) {
    let missing = &cx.story_facts.missing_code;
    let name = |it: &String| match it.strip_prefix("<<") {
        Some(name) => format!("<<{name}>>"),
        None => format!("{it}()"),
    };
    let names: Vec<_> = missing.iter().take(MAX_NAMED_MACROS).map(name).collect();
    let what = FindingDetail::MissingCode {
        names: names.join(", "),
        count: missing.len(),
    };
    let start = cx.story.record.start.into_iter().collect();
    cx.add(what, start, None);
}

fn no_start(cx: &mut CheckContext<'_>, adjacency: &Adjacency, pages: &[Number]) {
    let mut entered = vec![false; adjacency.len()];
    for node in 0..adjacency.len() {
        for &to in adjacency.from(node) {
            entered[to] = true;
        }
    }
    let leads_on = |it: &&Number| !entered[**it] && !adjacency.from(**it).is_empty();
    let first = pages.iter().find(leads_on).or(pages.first());
    let Some(&first) = first else { return };
    let node = cx.node(first);
    let fix = Fix::on_node(
        FixAction::SetStart {
            title: node.title.clone(),
        },
        "set_start",
        node.id,
        json!({}),
    );
    cx.add(FindingDetail::NoStart {}, vec![node.id], Some(fix));
}

fn only_dynamic(cx: &mut CheckContext<'_>, lost: &[Number]) {
    let nodes: Vec<_> = lost.iter().map(|it| cx.node(*it).id).collect();
    let what = FindingDetail::Dynamic {
        title: cx.node(lost[0]).title.clone(),
        count: nodes.len(),
    };
    cx.add(what, nodes, None);
}

/// One finding per missing entry point: linking its first node makes everything after it reachable.
fn unreachable(
    cx: &mut CheckContext<'_>,
    adjacency: &Adjacency,
    (component, strongly_connected_components): &(Vec<usize>, usize),
    reached: &[bool],
    lost: &[Number],
) {
    let mut entered = vec![false; *strongly_connected_components];
    // Includes nodes that are not pages but lead on to some.
    let mut seen: Vec<bool> = reached.to_vec();
    for node in adjacency.mark_reachable(lost.iter().copied(), &mut seen) {
        for &to in adjacency.from(node) {
            if component[to] != component[node] {
                entered[component[to]] = true;
            }
        }
    }
    let mut seen: Vec<bool> = reached.to_vec();
    let mut begun = vec![false; *strongly_connected_components];
    let first_page = reached.iter().position(|it| *it);
    let map = NodesByX::of(cx, reached);
    for &first in lost {
        if entered[component[first]] || std::mem::replace(&mut begun[component[first]], true) {
            continue;
        }
        let behind = adjacency.mark_reachable([first], &mut seen);
        let nodes: Vec<_> = behind.iter().map(|it| cx.node(*it).id).collect();
        let node = cx.node(first);
        let what = FindingDetail::Unreachable {
            title: node.title.clone(),
            behind: nodes.len() - 1,
        };
        let near = match cx.findings.len() {
            count if count <= MAX_NEAREST_LOOKUPS => map.nearest((node.layout.x, node.layout.y)),
            _ => first_page,
        };
        let fix = near.map(|near| {
            let near = cx.node(near);
            Fix::new(
                FixAction::LinkFrom {
                    title: near.title.clone(),
                },
                "link_nodes",
                json!({ "from": near.id, "to": node.id }),
            )
        });
        cx.add(what, nodes, fix);
    }
}

/// The reachable nodes, from left to right.
struct NodesByX(Vec<(f64, f64, Number)>);

impl NodesByX {
    fn of(cx: &CheckContext<'_>, reached: &[bool]) -> Self {
        let at = |it: &Number| &cx.node(*it).layout;
        let left_to_right = cx.left_to_right.get_or_init(|| {
            let mut all: Vec<Number> = (0..reached.len()).collect();
            all.sort_by(|one, other| at(one).x.total_cmp(&at(other).x));
            all
        });
        let reached = left_to_right.iter().filter(|it| reached[**it]);
        Self(reached.map(|it| (at(it).x, at(it).y, *it)).collect())
    }

    /// The nearest node, the first among equals. Searches in both directions as long as something
    /// may be nearer.
    fn nearest(&self, (x, y): (f64, f64)) -> Option<Number> {
        let middle = self.0.partition_point(|it| it.0 < x);
        let mut best: Option<(f64, Number)> = None;
        let mut cx = |&(there_x, there_y, number): &(f64, f64, Number)| {
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
        // Alternates between both directions, so that a near node is found early and bounds the
        // search.
        let mut sides = [
            &mut self.0[..middle].iter().rev() as &mut dyn Iterator<Item = _>,
            &mut self.0[middle..].iter(),
        ];
        let mut open = [true, true];
        while open != [false, false] {
            for (side, open) in sides.iter_mut().zip(&mut open) {
                *open = *open && side.next().is_some_and(&mut cx);
            }
        }
        best.map(|it| it.1)
    }
}

fn dead_end(cx: &mut CheckContext<'_>, number: Number) {
    let node = cx.node(number);
    let title = node.title.clone();
    let mends = FixAction::MarkEnding {
        title: title.clone(),
    };
    let fix = Fix::on_node(mends, "set_ending", node.id, json!({}));
    cx.add(FindingDetail::DeadEnd { title }, vec![node.id], Some(fix));
}

/// Reports components that can be entered but not left and contain no ending or computed link. The
/// one of the start is none: its pages end the story and offer to begin again.
fn loops(
    cx: &mut CheckContext<'_>,
    adjacency: &Adjacency,
    (component, strongly_connected_components): &(Vec<usize>, usize),
    reached: &[bool],
    dynamic: &[bool],
    start: Option<Number>,
) {
    let mut left = vec![false; *strongly_connected_components];
    let mut turns = vec![false; *strongly_connected_components];
    let mut entered = vec![false; *strongly_connected_components];
    for node in (0..adjacency.len()).filter(|it| reached[*it]) {
        let mine = component[node];
        let marks = cx.story_facts.marks[node];
        left[mine] |= marks.ending || marks.returns_to_earlier_page || dynamic[node];
        turns[mine] |= std::mem::replace(&mut entered[mine], true);
        for &to in adjacency.from(node) {
            left[mine] |= component[to] != mine;
            turns[mine] |= to == node;
        }
    }
    // A start that only leads to itself can end in nothing.
    let begins_again = start.map(|it| component[it]);
    let is_alone = |it: usize| {
        (0..adjacency.len())
            .filter(|node| component[*node] == it)
            .count()
            < 2
    };
    let begins_again = begins_again.filter(|it| !is_alone(*it));
    let endless = |it: usize| turns[it] && !left[it] && begins_again != Some(it);
    // By component, in the order of their first nodes.
    let mut found: IndexMap<usize, Vec<Number>> = IndexMap::new();
    for node in (0..adjacency.len()).filter(|it| reached[*it] && endless(component[*it])) {
        found.entry(component[node]).or_default().push(node);
    }
    for members in found.values() {
        let Some(&last) = members.last() else {
            continue;
        };
        let nodes: Vec<_> = members.iter().map(|it| cx.node(*it).id).collect();
        let first = cx.node(members[0]);
        let what = FindingDetail::EndlessLoop {
            title: first.title.clone(),
            count: nodes.len(),
        };
        let node = cx.node(last);
        let fix = Fix::on_node(
            FixAction::MarkEnding {
                title: node.title.clone(),
            },
            "set_ending",
            node.id,
            json!({}),
        );
        cx.add(what, nodes, Some(fix));
    }
}
