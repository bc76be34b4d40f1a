//! Pages where every choice has a condition, and nothing shows that one of them always holds: a
//! reader may then have nothing to choose.

use std::collections::HashMap;

use super::certain::may_all_fail;
use super::check::Look;
use super::conditions::{last_offered, relabel};
use super::fix::Mends;
use super::shape::Number;
use super::sources::Source;
use super::ways_in::Parts;
use super::what::What;

/// More conditions than this are not held against one another.
const HELD: usize = 24;

/// So many pages are told, the first in the story's order: where there are more, that is how the
/// story is made, and each look would make their findings anew.
const TOLD: usize = 100;

/// Whether all of some conditions can fail at once, while what they rest on stays the same.
pub(super) type Failing = HashMap<Vec<Source>, bool>;

/// Looks for them among the pages that nothing else lets end.
pub(super) fn nothing_open(
    look: &mut Look<'_>,
    pages: impl Iterator<Item = Number>,
    parts: &Parts,
    failing: &mut Failing,
) {
    let choices = Choices::of(look);
    let enough = look.findings.len() + TOLD;
    for number in pages.filter(|it| !parts.is_only_part(*it)) {
        let shown = || std::iter::once(&number).chain(parts.shown_by(number));
        if look.findings.len() == enough {
            return;
        }
        if shown().any(|it| choices.open[*it]) {
            continue;
        }
        let closed: Vec<usize> = shown()
            .flat_map(|it| choices.closed(*it))
            .copied()
            .collect();
        if closed.is_empty() || closed.len() > HELD {
            continue;
        }
        let mut sources: Vec<Source> = closed
            .iter()
            .filter_map(|it| look.links[*it].condition)
            .collect();
        sources.sort_unstable();
        sources.dedup();
        let fail = match failing.get(&sources) {
            Some(known) => *known,
            None => {
                let read = |it: &Source| look.sources.conditions.get(*it).ok().map(|it| &**it);
                let conditions: Vec<_> = sources.iter().filter_map(read).collect();
                let fail = may_all_fail(&conditions, look.known);
                failing.insert(sources, fail);
                fail
            }
        };
        if fail {
            told(look, number, &closed);
        }
    }
}

fn told(look: &mut Look<'_>, number: Number, closed: &[usize]) {
    let node = look.node(number);
    let Some((last, choice)) = last_offered(look, closed) else {
        return;
    };
    let fix = relabel(look, last, Mends::OpenChoice { choice }, "condition", "");
    let what = What::NothingOpen {
        title: node.title.clone(),
        count: closed.len(),
    };
    look.add(what, vec![node.id], Some(fix));
}

/// The choices of each node.
struct Choices {
    /// Whether one of them is always open.
    open: Vec<bool>,
    /// The links of those that are not, and may be taken.
    closed: HashMap<Number, Vec<usize>>,
}

impl Choices {
    fn of(look: &Look<'_>) -> Self {
        let mut open = vec![false; look.told.marks.len()];
        let choices = || {
            let links = look.links.iter().enumerate().filter(|it| it.1.is_choice);
            links.filter_map(|(at, it)| Some((at, it.ends?.0, it.condition)))
        };
        let is_read = |it: Source| look.sources.conditions.get(it).is_ok();
        for (_, from, condition) in choices() {
            open[from] |= !condition.is_some_and(is_read);
        }
        let mut closed: HashMap<Number, Vec<usize>> = HashMap::new();
        for (at, from, condition) in choices() {
            let never = condition.is_some_and(|it| look.never[it] == Some(true));
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
