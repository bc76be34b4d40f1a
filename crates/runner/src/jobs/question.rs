//! A question that a task of a job asks a language model.

/// A question to a language model.
#[derive(Debug, Clone)]
pub(super) struct Question {
    pub(super) system: String,
    /// What is asked, with the material.
    pub(super) content: String,
    /// An estimate of the tokens of the reply.
    pub(super) reply_tokens: u64,
}
