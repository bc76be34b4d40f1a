//! Pages where every choice can be taken only once and leads back through choices that are always
//! open: a reader can take them all, return, and have no choice left.

use std::collections::HashMap;

use super::adjacency::{Adjacency, Number};
use super::conditions::{last_offered, relabel};
use super::context::CheckContext;
use super::detail::FindingDetail;
use super::fix::FixAction;
use super::parts::IncludedParts;

/// How many pages are checked, taking the first in the story's order.
const MAX_PAGES_CHECKED: usize = 50;

/// Reports them among the pages that have no other way to continue or end. `component` gives the
/// strongly connected component of each node.
pub(super) fn exhausted_choices(
    cx: &mut CheckContext<'_>,
    pages: impl Iterator<Item = Number>,
    parts: &IncludedParts,
    component: &[usize],
) {
    if !cx.links.iter().any(|it| it.once) {
        return;
    }
    let choices = Choices::of(cx);
    let mut back = None;
    let mut looked_at = 0;
    for number in pages.filter(|it| !parts.is_include_only(*it)) {
        let shown = || std::iter::once(&number).chain(parts.shown_by(number));
        if shown().any(|it| choices.again[*it] || goes_on(cx, *it)) {
            continue;
        }
        let own: Vec<usize> = shown().flat_map(|it| choices.once(*it)).copied().collect();
        let to = |link: &usize| cx.links[*link].ends.map(|it| it.1);
        let targets: Vec<Number> = own.iter().filter_map(to).collect();
        let may_return = targets.iter().all(|it| component[*it] == component[number]);
        if own.is_empty() || !may_return {
            continue;
        }
        looked_at += 1;
        if looked_at > MAX_PAGES_CHECKED {
            return;
        }
        let back = back.get_or_insert_with(|| ways_back(cx));
        let mut returns = vec![false; component.len()];
        back.mark_reachable([number], &mut returns);
        if targets.iter().all(|it| returns[*it]) {
            add_finding(cx, number, &own);
        }
    }
}

fn goes_on(cx: &CheckContext<'_>, number: Number) -> bool {
    cx.fact(number).is_some_and(|it| it.role.goes_on)
}

/// The choices that are always open, with their direction reversed.
fn ways_back(cx: &CheckContext<'_>) -> Adjacency {
    let open = cx.links.iter();
    let open = open.filter(|it| it.is_choice && !it.once && it.condition.is_none());
    let pairs: Vec<_> = open.filter_map(|it| it.ends).collect();
    let pairs: Vec<_> = pairs.into_iter().map(|(from, to)| (to, from)).collect();
    Adjacency::from_pairs(cx.story_facts.marks.len(), &pairs)
}

fn add_finding(cx: &mut CheckContext<'_>, number: Number, own: &[usize]) {
    let node = cx.node(number);
    let Some((last, choice)) = last_offered(cx, own) else {
        return;
    };
    let fix = relabel(cx, last, FixAction::OfferAgain { choice }, "once", false);
    let what = FindingDetail::UsedUp {
        title: node.title.clone(),
        count: own.len(),
    };
    cx.add(what, vec![node.id], Some(fix));
}

/// The choices of each node that can be offered at all.
struct Choices {
    /// Whether one of them can be taken repeatedly.
    again: Vec<bool>,
    /// The links that can be taken only once.
    once: HashMap<Number, Vec<usize>>,
}

impl Choices {
    fn of(cx: &CheckContext<'_>) -> Self {
        let mut all = Self {
            again: vec![false; cx.story_facts.marks.len()],
            once: HashMap::new(),
        };
        for (at, link) in cx.links.iter().enumerate().filter(|it| it.1.is_choice) {
            let never = link.condition.is_some_and(|it| cx.never[it] == Some(true));
            match link.ends {
                Some((from, _)) if !never && link.once => {
                    all.once.entry(from).or_default().push(at);
                }
                Some((from, _)) => all.again[from] |= !never,
                None => {}
            }
        }
        all
    }

    fn once(&self, node: Number) -> &[usize] {
        self.once.get(&node).map_or(&[], Vec::as_slice)
    }
}
