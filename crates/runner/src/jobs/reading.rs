//! What the reply to a request of a job means.

use super::continuity::Noticed;

/// What a reply means.
#[derive(Debug, PartialEq)]
pub(super) enum Reading {
    /// This is the new text.
    Text(String),
    /// These are the translations of pieces, by their ids.
    Parts(Vec<(String, String)>),
    /// This is a summary.
    Summary(String),
    /// This was noticed.
    Noticed(Noticed),
    /// A picture was generated and kept.
    Painted,
    /// Nothing is to be changed.
    Unchanged,
    /// The reply cannot be used for this reason.
    Unusable(String),
}

impl Reading {
    /// What is wrong with it, so that it can be asked for again.
    pub(super) fn complaint(&self) -> Option<String> {
        match self {
            Self::Unusable(why) => Some(why.clone()),
            Self::Noticed(it) => it.left_out.clone(),
            _ => None,
        }
    }
}
