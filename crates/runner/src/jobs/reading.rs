//! The meaning of a reply to a request of a job.

use model::NodeId;

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

/// What was noticed in a scene.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Noticed {
    pub(super) items: Vec<Notice>,
    /// What of the reply was left out, and why.
    pub(super) left_out: Option<String>,
}

/// One thing noticed; the quotation stands once in the text of the scene.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Notice {
    Contradiction {
        quote: String,
        other: Option<(NodeId, String)>,
        says: String,
    },
    Planted {
        quote: String,
        says: String,
    },
    Advanced {
        promise: String,
        quote: String,
    },
    Paid {
        promise: String,
        quote: String,
    },
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
