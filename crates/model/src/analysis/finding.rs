//! A finding of the check: which nodes it concerns, why it matters, and the tool call that fixes
//! it.

use super::detail::FindingDetail;
use super::fix::Fix;
use super::kind::FindingKind;
use crate::{EdgeId, NodeId};

/// One thing found.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// The nodes it concerns, the most relevant one first.
    pub nodes: Vec<NodeId>,
    /// The link it concerns.
    pub edge: Option<EdgeId>,
    /// The details.
    pub what: FindingDetail,
    /// How to fix it.
    pub fix: Option<Fix>,
    /// An alternative fix, if there are two.
    pub instead: Option<Fix>,
}

impl Finding {
    /// Its kind.
    pub fn kind(&self) -> FindingKind {
        self.what.kind()
    }
}
