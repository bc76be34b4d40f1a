//! A choice that is never offered.

use std::collections::HashSet;
use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::analysis::choices::relabel;
use crate::analysis::details::LinkNames;
use crate::analysis::finding::{Basis, FindingOf, FindingType, Severity};
use crate::analysis::finding_context::FindingContext;
use crate::analysis::fix::FixAction;
use crate::analysis::parse_cache::Source;
use crate::analysis::satisfiability::never_holds_alongside_open_choice;

/// A choice that is never offered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct NeverOffered {
    /// The choice.
    #[serde(flatten)]
    pub link: LinkNames,
    /// Its condition, as written.
    pub source: String,
}

impl fmt::Display for NeverOffered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { link, source } = self;
        write!(f, "{link}: {source} is never true.")
    }
}

impl FindingType for NeverOffered {
    const SEVERITY: Severity = Severity::Warning;
    const WHY: &'static str = "Its condition can’t be true, whatever the reader does.";
    const BREAKS_READING: bool = true;
    const BASIS: Basis = Basis::Graph;

    fn find(cx: &FindingContext<'_>) -> Vec<FindingOf<Self>> {
        let in_vain = otherwise_choices_never_offered(cx);
        let links = cx.links.iter().enumerate();
        let never = links.filter(|(at, link)| {
            let never = link.condition.is_some_and(|it| cx.never[it] == Some(true));
            never || in_vain.contains(at)
        });
        let found = never.map(|(at, _)| {
            let edge = &cx.story.edges[at];
            let what = Self {
                link: cx.link(edge),
                source: edge.record.condition.clone().unwrap_or_default(),
            };
            let fix = relabel(cx, at, FixAction::OfferAlways {}, "condition", "");
            FindingOf::on_edge(what, edge, fix)
        });
        found.collect()
    }
}

/// The links whose `otherwise()` condition never holds because another choice of the node is always
/// open.
fn otherwise_choices_never_offered(cx: &FindingContext<'_>) -> HashSet<usize> {
    let waits = |it: &Source| {
        let condition = cx.sources.conditions.get(*it);
        cx.never[*it] != Some(true)
            && condition.is_ok_and(|it| never_holds_alongside_open_choice(it, cx.known))
    };
    let waiting: HashSet<Source> = (0..cx.used.conditions.len())
        .filter(|it| cx.used.conditions[*it] && waits(it))
        .collect();
    if waiting.is_empty() {
        return HashSet::new();
    }
    let open = cx.links.iter();
    let open = open.filter(|it| it.is_choice && !it.once && it.condition.is_none());
    let open: HashSet<_> = open.filter_map(|it| Some(it.ends?.0)).collect();
    let links = cx.links.iter().enumerate();
    let in_vain = links.filter(|(_, it)| {
        it.condition.is_some_and(|it| waiting.contains(&it))
            && it.ends.is_some_and(|it| open.contains(&it.0))
    });
    in_vain.map(|it| it.0).collect()
}
