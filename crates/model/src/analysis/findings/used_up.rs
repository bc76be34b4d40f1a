//! Pages where every choice can be taken only once and leads back through choices that are always
//! open: a reader can take them all, return, and have no choice left.

use std::collections::HashMap;
use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::analysis::adjacency::{Adjacency, Number};
use crate::analysis::choices::{last_offered, relabel};
use crate::analysis::finding::{Basis, FindingOf, FindingType, Severity};
use crate::analysis::finding_context::FindingContext;
use crate::analysis::fix::FixAction;

/// How many pages are checked, taking the first in the story's order.
const MAX_PAGES_CHECKED: usize = 50;

/// Every choice may be taken only once, and a reader can come back after the last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct UsedUp {
    /// The page.
    pub title: String,
    /// How many choices it has.
    pub count: usize,
}

impl fmt::Display for UsedUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { title, count } = self;
        match count {
            1 => write!(
                f,
                "The only choice at “{title}” can be taken only once and leads back here."
            ),
            _ => write!(
                f,
                "All {count} choices at “{title}” can be taken only once and lead back here."
            ),
        }
    }
}

impl FindingType for UsedUp {
    const SEVERITY: Severity = Severity::Warning;
    const WHY: &'static str = "A reader who has taken them all and comes back is stuck.";
    const BREAKS_READING: bool = true;
    const BASIS: Basis = Basis::Graph;

    fn find(cx: &FindingContext<'_>) -> Vec<FindingOf<Self>> {
        if !cx.links.iter().any(|it| it.once) {
            return Vec::new();
        }
        let paths = cx.paths();
        let (parts, component) = (&paths.parts, &paths.component);
        let choices = Choices::of(cx);
        let mut back = None;
        let mut looked_at = 0;
        let mut found = Vec::new();
        let leading = paths.leading.iter().copied();
        for number in leading.filter(|it| paths.reached[*it] && !parts.is_include_only(*it)) {
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
                break;
            }
            let back = back.get_or_insert_with(|| ways_back(cx));
            let mut returns = vec![false; component.len()];
            back.mark_reachable([number], &mut returns);
            if targets.iter().all(|it| returns[*it]) {
                found.extend(used_up(cx, number, &own));
            }
        }
        found
    }
}

fn goes_on(cx: &FindingContext<'_>, number: Number) -> bool {
    cx.fact(number).is_some_and(|it| it.role.goes_on)
}

/// The choices that are always open, with their direction reversed.
fn ways_back(cx: &FindingContext<'_>) -> Adjacency {
    let open = cx.links.iter();
    let open = open.filter(|it| it.is_choice && !it.once && it.condition.is_none());
    let pairs: Vec<_> = open.filter_map(|it| it.ends).collect();
    let pairs: Vec<_> = pairs.into_iter().map(|(from, to)| (to, from)).collect();
    Adjacency::from_pairs(cx.story_facts.marks.len(), &pairs)
}

fn used_up(cx: &FindingContext<'_>, number: Number, own: &[usize]) -> Option<FindingOf<UsedUp>> {
    let node = cx.node(number);
    let (last, choice) = last_offered(cx, own)?;
    let fix = relabel(cx, last, FixAction::OfferAgain { choice }, "once", false);
    let what = UsedUp {
        title: node.title.clone(),
        count: own.len(),
    };
    Some(FindingOf::new(what, vec![node.id], Some(fix)))
}

/// The choices of each node that can be offered at all.
struct Choices {
    /// Whether one of them can be taken repeatedly.
    again: Vec<bool>,
    /// The links that can be taken only once.
    once: HashMap<Number, Vec<usize>>,
}

impl Choices {
    fn of(cx: &FindingContext<'_>) -> Self {
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
