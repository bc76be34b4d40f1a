//! An effect cannot be read, and so does nothing.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use crate::analysis::adjacency::Number;
use crate::analysis::choices::relabel;
use crate::analysis::details::{LinkNames, Unreadable};
use crate::analysis::finding::{Basis, FindingOf, FindingType, Severity};
use crate::analysis::finding_context::FindingContext;
use crate::analysis::fix::{Fix, FixAction};
use crate::play::{Effect, ParseError};

/// An effect cannot be read, and so does nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline)]
#[serde(untagged)]
pub enum UnreadableEffect {
    /// The effect of a choice.
    OnLink {
        /// The link it stands on.
        #[serde(flatten)]
        link: LinkNames,
        /// Where reading it stopped, and why.
        #[serde(flatten)]
        unreadable: Unreadable,
    },
    /// The effect of entering a node.
    OnEntering {
        /// The node.
        title: String,
        /// Where reading it stopped, and why.
        #[serde(flatten)]
        unreadable: Unreadable,
    },
}

impl fmt::Display for UnreadableEffect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OnLink { link, unreadable } => {
                write!(f, "The effect of {link}: {}.", unreadable.error)
            }
            Self::OnEntering { title, unreadable } => write!(
                f,
                "The effect on arrival at “{title}”: {}.",
                unreadable.error
            ),
        }
    }
}

impl FindingType for UnreadableEffect {
    const SEVERITY: Severity = Severity::Error;
    const WHY: &'static str = "It has no effect until this is fixed.";
    const BASIS: Basis = Basis::Graph;

    fn find(cx: &FindingContext<'_>) -> Vec<FindingOf<Self>> {
        let links = cx.links.iter().enumerate();
        let on_links = links.filter_map(|(at, link)| {
            let error = cx.sources.effects.get(link.effect?).err()?;
            Some(on_link(cx, at, error))
        });
        let entered = cx.story_facts.entered.iter();
        let on_entering = entered.filter_map(|it| on_entering(cx, *it));
        on_links.chain(on_entering).collect()
    }
}

fn on_link(
    cx: &FindingContext<'_>,
    at: usize,
    error: &ParseError,
) -> FindingOf<UnreadableEffect> {
    let edge = &cx.story.edges[at];
    let written = edge.record.effect.as_deref().unwrap_or_default();
    let (mends, to) = repair(written);
    let what = UnreadableEffect::OnLink {
        link: cx.link(edge),
        unreadable: Unreadable::new(written, error),
    };
    FindingOf::on_edge(what, edge, relabel(cx, at, mends, "effect", to))
}

fn on_entering(cx: &FindingContext<'_>, number: Number) -> Option<FindingOf<UnreadableEffect>> {
    let facts = cx.fact(number)?;
    let error = facts.enter.as_ref().err()?;
    let node = cx.node(number);
    let (mends, to) = repair(&facts.enter_source);
    let what = UnreadableEffect::OnEntering {
        title: node.title.clone(),
        unreadable: Unreadable::new(&facts.enter_source, error),
    };
    let fix = Fix::on_node(mends, "set_enter_effect", node.id, json!({ "effect": to }));
    Some(FindingOf::new(what, vec![node.id], Some(fix)))
}

/// What replaces an effect: itself with its likeliest mistake corrected, or nothing.
fn repair(written: &str) -> (FixAction, String) {
    let repaired = written.replace("==", "=");
    match Some(repaired).filter(|it| it.parse::<Effect>().is_ok()) {
        Some(it) => (FixAction::WriteEffect { source: it.clone() }, it),
        None => (FixAction::RemoveEffect {}, String::new()),
    }
}
