//! The meaning of a reply to a request of a job.

use super::continuity::Noticed;

/// The meaning of a reply.
#[derive(Debug, PartialEq)]
pub(super) enum Reading {
    /// The new text.
    Text(String),
    /// The translations of pieces, by their ids.
    Parts(Vec<(String, String)>),
    /// A summary.
    Summary(String),
    /// What was noticed.
    Noticed(Noticed),
    /// A picture was generated and stored.
    Painted,
    /// Nothing needs to be changed.
    Unchanged,
    /// The reply is unusable, for this reason.
    Unusable(String),
}

impl Reading {
    /// What is wrong with it, for a repeated request.
    pub(super) fn complaint(&self) -> Option<String> {
        match self {
            Self::Unusable(why) => Some(why.clone()),
            Self::Noticed(it) => it.left_out.clone(),
            _ => None,
        }
    }
}
