//! A condition cannot be read, and so always holds.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::analysis::choices::relabel;
use crate::analysis::details::{LinkNames, Unreadable};
use crate::analysis::finding::{Basis, FindingOf, FindingType, Severity};
use crate::analysis::finding_context::FindingContext;
use crate::analysis::fix::FixAction;
use crate::play::Expression;

/// A condition cannot be read, and so always holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct UnreadableCondition {
    /// The link it stands on.
    #[serde(flatten)]
    pub link: LinkNames,
    /// Where reading it stopped, and why.
    #[serde(flatten)]
    pub unreadable: Unreadable,
}

impl fmt::Display for UnreadableCondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { link, unreadable } = self;
        write!(f, "The condition of {link}: {}.", unreadable.error)
    }
}

impl FindingType for UnreadableCondition {
    const SEVERITY: Severity = Severity::Error;
    const WHY: &'static str = "The choice is always available until this is fixed.";
    const BASIS: Basis = Basis::Graph;

    fn find(cx: &FindingContext<'_>) -> Vec<FindingOf<Self>> {
        let links = cx.links.iter().enumerate();
        let found = links.filter_map(|(at, link)| {
            let error = cx.sources.conditions.get(link.condition?).err()?;
            let edge = &cx.story.edges[at];
            // What is kept in the notation of another program is not a mistake.
            let from = cx.story.nodes.get_index_of(&edge.record.from);
            let is_foreign = |it| cx.fact(it).is_some_and(|it| it.role.is_foreign);
            if from.is_some_and(is_foreign) {
                return None;
            }
            let written = edge.record.condition.as_deref().unwrap_or_default();
            let repaired = written.replace('=', "==").replace("&", " and ");
            let repaired = Some(repaired).filter(|it| it.parse::<Expression>().is_ok());
            let (mends, to) = match repaired {
                Some(it) => (FixAction::WriteCondition { source: it.clone() }, it),
                None => (FixAction::OfferAlways {}, String::new()),
            };
            let what = Self {
                link: cx.link(edge),
                unreadable: Unreadable::new(written, error),
            };
            let fix = relabel(cx, at, mends, "condition", to);
            Some(FindingOf::on_edge(what, edge, fix))
        });
        found.collect()
    }
}
