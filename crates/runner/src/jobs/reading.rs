//! What the reply to a request of a job means.

use model::NodeId;

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
    /// What is wrong with it, so that it can be asked for again.
    pub(super) fn complaint(&self) -> Option<String> {
        match self {
            Self::Unusable(why) => Some(why.clone()),
            Self::Noticed(it) => it.left_out.clone(),
            _ => None,
        }
    }
}
