//! Where a finding stands: what the passages it quotes read now, and what was decided about it.

use capability::ToolError;
use model::contents::{PassageFinding, Reply};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::FindingKind;
use crate::shared::quoted_passage::{Located, Texts};

/// The state of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum State {
    /// It waits for somebody.
    Open,
    /// Its passage has changed since it was added: look whether it still holds.
    Changed,
    /// It was waived, and its passage has changed since.
    Reopened,
    /// It may stay as it is, for a reason.
    Waived,
    /// It was dealt with.
    Closed,
}

/// How far a promise is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Stage {
    /// Readers were made to expect something.
    Planted,
    /// A later passage leads on from it.
    Advancing,
    /// It was kept.
    Paid,
    /// It is not going to be kept, for a reason.
    Abandoned,
}

/// A finding and where it stands now.
#[derive(Serialize, JsonSchema)]
pub(super) struct FindingState {
    /// Its id.
    finding: String,
    kind: String,
    pub(super) state: State,
    /// How far it is, where it is a promise.
    #[serde(skip_serializing_if = "Option::is_none")]
    stage: Option<Stage>,
    says: String,
    /// Who noticed it, where that is somebody else than whose version it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    author: Option<String>,
    passage: Located,
    /// The passage it contradicts, or that keeps the promise.
    #[serde(skip_serializing_if = "Option::is_none")]
    other: Option<Located>,
    /// The passages that lead on from a promise.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    advanced: Vec<Located>,
    /// Why it may stay as it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// What was answered to it, oldest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    replies: Vec<Reply>,
}

impl FindingState {
    pub(super) fn of(finding: &PassageFinding, texts: &Texts<'_>) -> Result<Self, ToolError> {
        let passage = texts.locate(&finding.passage)?;
        let other = finding.other.as_ref();
        let other = other.map(|it| texts.locate(it)).transpose()?;
        let stands = passage.stands() && other.as_ref().is_none_or(Located::stands);
        let state = match (finding.closed, &finding.waived, stands) {
            (true, _, _) => State::Closed,
            (false, Some(_), true) => State::Waived,
            (false, Some(_), false) => State::Reopened,
            (false, None, true) => State::Open,
            (false, None, false) => State::Changed,
        };
        let stage = match (state, finding.advanced.is_empty()) {
            (State::Closed, _) => Stage::Paid,
            (State::Waived, _) => Stage::Abandoned,
            (_, false) => Stage::Advancing,
            (_, true) => Stage::Planted,
        };
        let advanced = finding.advanced.iter().map(|it| texts.locate(it));
        Ok(Self {
            finding: finding.id.clone(),
            kind: finding.kind.clone(),
            state,
            stage: (finding.kind == FindingKind::Promise.as_str()).then_some(stage),
            says: finding.says.clone(),
            author: finding.author.clone(),
            passage,
            other,
            advanced: advanced.collect::<Result<_, _>>()?,
            reason: finding.waived.clone(),
            replies: finding.replies.clone(),
        })
    }
}
