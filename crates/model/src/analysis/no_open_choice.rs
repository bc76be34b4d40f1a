//! Pages where every choice has a condition, and nothing guarantees that one of them holds: a
//! reader may have no choice.

use std::collections::HashMap;

use super::adjacency::Number;
use super::conditions::{last_offered, relabel};
use super::context::CheckContext;
use super::detail::FindingDetail;
use super::fix::FixAction;
use super::parse_cache::Source;
use super::parts::IncludedParts;
use super::satisfiability::can_all_fail;

/// Pages with more conditions than this are skipped.
const MAX_COMPARED_CONDITIONS: usize = 24;

/// How many pages are reported, taking the first in the story's order: if there are more, the story
/// is built that way on purpose, and each report would recompute their findings.
const MAX_FINDINGS: usize = 100;

/// Caches whether all of some conditions can fail at once, while their inputs are unchanged.
pub(super) type SatisfiabilityCache = HashMap<Vec<Source>, bool>;

/// Reports them among the pages that have no other way to continue or end.
pub(super) fn no_open_choice(
    cx: &mut CheckContext<'_>,
    pages: impl Iterator<Item = Number>,
    parts: &IncludedParts,
    failing: &mut SatisfiabilityCache,
) {
    let choices = Choices::of(cx);
    let enough = cx.findings.len() + MAX_FINDINGS;
    for number in pages.filter(|it| !parts.is_include_only(*it)) {
        let shown = || std::iter::once(&number).chain(parts.shown_by(number));
        if cx.findings.len() == enough {
            return;
        }
        if shown().any(|it| choices.open[*it]) {
            continue;
        }
        let closed: Vec<usize> = shown()
            .flat_map(|it| choices.closed(*it))
            .copied()
            .collect();
        if closed.is_empty() || closed.len() > MAX_COMPARED_CONDITIONS {
            continue;
        }
        let mut sources: Vec<Source> = closed
            .iter()
            .filter_map(|it| cx.links[*it].condition)
            .collect();
        sources.sort_unstable();
        sources.dedup();
        let fail = match failing.get(&sources) {
            Some(known) => *known,
            None => {
                let read = |it: &Source| cx.sources.conditions.get(*it).ok().map(|it| &**it);
                let conditions: Vec<_> = sources.iter().filter_map(read).collect();
                let fail = can_all_fail(&conditions, cx.known);
                failing.insert(sources, fail);
                fail
            }
        };
        if fail {
            add_finding(cx, number, &closed);
        }
    }
}

fn add_finding(cx: &mut CheckContext<'_>, number: Number, closed: &[usize]) {
    let node = cx.node(number);
    let Some((last, choice)) = last_offered(cx, closed) else {
        return;
    };
    let fix = relabel(cx, last, FixAction::OpenChoice { choice }, "condition", "");
    let what = FindingDetail::NothingOpen {
        title: node.title.clone(),
        count: closed.len(),
    };
    cx.add(what, vec![node.id], Some(fix));
}

/// The choices of each node.
struct Choices {
    /// Whether one of them is always open.
    open: Vec<bool>,
    /// The links that are not always open and can be offered.
    closed: HashMap<Number, Vec<usize>>,
}

impl Choices {
    fn of(cx: &CheckContext<'_>) -> Self {
        let mut open = vec![false; cx.story_facts.marks.len()];
        let choices = || {
            let links = cx.links.iter().enumerate().filter(|it| it.1.is_choice);
            links.filter_map(|(at, it)| Some((at, it.ends?.0, it.condition)))
        };
        let is_read = |it: Source| cx.sources.conditions.get(it).is_ok();
        for (_, from, condition) in choices() {
            open[from] |= !condition.is_some_and(is_read);
        }
        let mut closed: HashMap<Number, Vec<usize>> = HashMap::new();
        for (at, from, condition) in choices() {
            let never = condition.is_some_and(|it| cx.never[it] == Some(true));
            if !open[from] && !never {
                closed.entry(from).or_default().push(at);
            }
        }
        Self { open, closed }
    }

    fn closed(&self, node: Number) -> &[usize] {
        self.closed.get(&node).map_or(&[], Vec::as_slice)
    }
}
