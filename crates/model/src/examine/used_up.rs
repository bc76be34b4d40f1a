//! Pages whose every choice may be taken only once, and from whose every choice a way leads back that
//! is always open: a reader can take them all, come back, and have nothing left to choose.

use std::collections::HashMap;

use super::check::Look;
use super::conditions::{last_offered, relabel};
use super::fix::Mends;
use super::shape::{Number, Shape};
use super::ways_in::Parts;
use super::what::What;

/// For so many pages the ways back are looked for, the first in the story's order.
const LOOKED_AT: usize = 50;

/// Looks for them among the pages that nothing else lets end. `knot` says which nodes can be reached
/// from one another.
pub(super) fn used_up(
    look: &mut Look<'_>,
    pages: impl Iterator<Item = Number>,
    parts: &Parts,
    knot: &[usize],
) {
    if !look.links.iter().any(|it| it.once) {
        return;
    }
    let choices = Choices::of(look);
    let mut back = None;
    let mut looked_at = 0;
    for number in pages.filter(|it| !parts.is_only_part(*it)) {
        let shown = || std::iter::once(&number).chain(parts.shown_by(number));
        if shown().any(|it| choices.again[*it] || goes_on(look, *it)) {
            continue;
        }
        let own: Vec<usize> = shown().flat_map(|it| choices.once(*it)).copied().collect();
        let to = |link: &usize| look.links[*link].ends.map(|it| it.1);
        let targets: Vec<Number> = own.iter().filter_map(to).collect();
        let may_return = targets.iter().all(|it| knot[*it] == knot[number]);
        if own.is_empty() || !may_return {
            continue;
        }
        looked_at += 1;
        if looked_at > LOOKED_AT {
            return;
        }
        let back = back.get_or_insert_with(|| ways_back(look));
        let mut returns = vec![false; knot.len()];
        back.reach([number], &mut returns);
        if targets.iter().all(|it| returns[*it]) {
            told(look, number, &own);
        }
    }
}

fn goes_on(look: &Look<'_>, number: Number) -> bool {
    look.fact(number).is_some_and(|it| it.role.goes_on)
}

/// The choices that are always open, from where they lead to where they stand.
fn ways_back(look: &Look<'_>) -> Shape {
    let open = look.links.iter();
    let open = open.filter(|it| it.is_choice && !it.once && it.condition.is_none());
    let pairs: Vec<_> = open.filter_map(|it| it.ends).collect();
    let pairs: Vec<_> = pairs.into_iter().map(|(from, to)| (to, from)).collect();
    Shape::from_pairs(look.told.marks.len(), &pairs)
}

fn told(look: &mut Look<'_>, number: Number, own: &[usize]) {
    let node = look.node(number);
    let Some((last, choice)) = last_offered(look, own) else {
        return;
    };
    let fix = relabel(look, last, Mends::OfferAgain { choice }, "once", false);
    let what = What::UsedUp {
        title: node.title.clone(),
        count: own.len(),
    };
    look.add(what, vec![node.id], Some(fix));
}

/// The choices of each node that may ever be offered.
struct Choices {
    /// Whether one of them may be taken again.
    again: Vec<bool>,
    /// The links of those that may not.
    once: HashMap<Number, Vec<usize>>,
}

impl Choices {
    fn of(look: &Look<'_>) -> Self {
        let mut all = Self {
            again: vec![false; look.told.marks.len()],
            once: HashMap::new(),
        };
        for (at, link) in look.links.iter().enumerate().filter(|it| it.1.is_choice) {
            let never = link
                .condition
                .is_some_and(|it| look.never[it] == Some(true));
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
