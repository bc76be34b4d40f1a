//! Pages where every choice has a condition, and nothing guarantees that one of them holds: a
//! reader may have no choice.

use std::collections::HashMap;
use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::analysis::adjacency::Number;
use crate::analysis::choices::{last_offered, relabel};
use crate::analysis::finding::{Basis, FindingOf, FindingType, Severity};
use crate::analysis::finding_context::FindingContext;
use crate::analysis::fix::FixAction;
use crate::analysis::parse_cache::Source;
use crate::analysis::satisfiability::can_all_fail;

/// Pages with more conditions than this are skipped.
const MAX_COMPARED_CONDITIONS: usize = 24;

/// How many pages are reported, taking the first in the story's order: if there are more, the story
/// is built that way on purpose, and each report would recompute their findings.
const MAX_FINDINGS: usize = 100;

/// Every choice has a condition, and nothing shows that one of them always holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct NothingOpen {
    /// The page.
    pub title: String,
    /// How many choices it has.
    pub count: usize,
}

impl fmt::Display for NothingOpen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { title, count } = self;
        match count {
            1 => write!(
                f,
                "The only choice at “{title}” has a condition that may be false."
            ),
            _ => write!(
                f,
                "All {count} choices at “{title}” have conditions, and all of them may be false."
            ),
        }
    }
}

impl FindingType for NothingOpen {
    const SEVERITY: Severity = Severity::Warning;
    const WHY: &'static str = "If no condition is true, the reader is stuck.";
    const BREAKS_READING: bool = true;
    const BASIS: Basis = Basis::Graph;

    fn find(cx: &FindingContext<'_>) -> Vec<FindingOf<Self>> {
        let paths = cx.paths();
        let parts = &paths.parts;
        let choices = Choices::of(cx);
        let mut failing = cx.failing.borrow_mut();
        let mut found = Vec::new();
        let leading = paths.leading.iter().copied();
        for number in leading.filter(|it| !parts.is_include_only(*it)) {
            let shown = || std::iter::once(&number).chain(parts.shown_by(number));
            if found.len() == MAX_FINDINGS {
                break;
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
                found.extend(nothing_open(cx, number, &closed));
            }
        }
        found
    }
}

fn nothing_open(
    cx: &FindingContext<'_>,
    number: Number,
    closed: &[usize],
) -> Option<FindingOf<NothingOpen>> {
    let node = cx.node(number);
    let (last, choice) = last_offered(cx, closed)?;
    let fix = relabel(cx, last, FixAction::OpenChoice { choice }, "condition", "");
    let what = NothingOpen {
        title: node.title.clone(),
        count: closed.len(),
    };
    Some(FindingOf::new(what, vec![node.id], Some(fix)))
}

/// The choices of each node.
struct Choices {
    /// Whether one of them is always open.
    open: Vec<bool>,
    /// The links that are not always open and can be offered.
    closed: HashMap<Number, Vec<usize>>,
}

impl Choices {
    fn of(cx: &FindingContext<'_>) -> Self {
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
