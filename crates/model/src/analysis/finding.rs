//! What every finding has: the nodes it concerns, how much it matters and why, and the tool call
//! that fixes it. The findings themselves, with how each is found, are in `findings`.

use std::fmt::Display;

use schemars::JsonSchema;
use serde::Serialize;

use super::finding_context::FindingContext;
use super::fix::Fix;
use crate::{Edge, EdgeId, NodeId};

/// How much a finding matters to a reader of the story.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// The story breaks here.
    Error,
    /// A reader misses something.
    Warning,
    /// Something to look at when there is time.
    Note,
    /// Work that is not finished yet, as every draft has it.
    Hint,
}

/// What a finding depends on, and so when it has to be looked for again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Basis {
    /// Which nodes there are, and what is noted about each.
    Nodes,
    /// Links, conditions and effects as well.
    Graph,
    /// Every word of the texts: looked for in each report.
    Words,
}

/// A kind of finding: its details, as names and numbers, with an English sentence. User interfaces
/// in other languages build their own sentence from its kind and details.
pub(super) trait FindingType: Display + Sized {
    /// How much it matters.
    const SEVERITY: Severity;
    /// Why it matters, for a person.
    const WHY: &'static str;
    /// Whether it stops readers or keeps something from them, so that the map marks its node.
    const BREAKS_READING: bool = matches!(Self::SEVERITY, Severity::Error);
    /// What it depends on.
    const BASIS: Basis;

    /// All findings of this kind in the story, in its order.
    fn find(cx: &FindingContext<'_>) -> Vec<FindingOf<Self>>;
}

/// One thing found, with details of one kind or of any.
#[derive(Debug, Clone, PartialEq)]
pub struct FindingOf<D> {
    /// The nodes it concerns, the most relevant one first.
    pub nodes: Vec<NodeId>,
    /// The link it concerns.
    pub edge: Option<EdgeId>,
    /// The details.
    pub what: D,
    /// How to fix it.
    pub fix: Option<Fix>,
    /// An alternative fix, if there are two.
    pub instead: Option<Fix>,
}

impl<D> FindingOf<D> {
    /// A finding about nodes.
    pub(super) fn new(what: D, nodes: Vec<NodeId>, fix: Option<Fix>) -> Self {
        Self {
            nodes,
            edge: None,
            what,
            fix,
            instead: None,
        }
    }

    /// A finding about a link.
    pub(super) fn on_edge(what: D, edge: &Edge, fix: Fix) -> Self {
        let nodes = vec![edge.record.from, edge.record.to];
        Self {
            edge: Some(edge.id),
            ..Self::new(what, nodes, Some(fix))
        }
    }

    /// The same with details of any kind.
    pub(super) fn any<A: From<D>>(self) -> FindingOf<A> {
        FindingOf {
            nodes: self.nodes,
            edge: self.edge,
            what: self.what.into(),
            fix: self.fix,
            instead: self.instead,
        }
    }
}
