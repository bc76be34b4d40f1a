//! Caller: who asks, in what circumstances, and who may be asked back. Not here: what a caller may
//! do, which its [`Grant`] alone says.

use std::sync::Arc;

use async_trait::async_trait;
use model::{Author, DraftId, NodeId, TurnId};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::{Budget, ErrorReport, Grant, Impact, ToolSpec};

/// A question put to a person before a call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Question {
    /// The call's id; the answer names it.
    pub call_id: String,
    /// The tool's name.
    pub tool: String,
    /// What the call may cost.
    pub impact: Impact,
    /// Its arguments, already validated.
    pub args: Value,
    /// The question in words.
    pub text: String,
    /// Where it is asked again, because the arguments that the person gave instead do not fit: those
    /// arguments, and what is wrong. A yes without arguments is to `args`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<RefusedEdit>,
}

/// Arguments of a person's own that do not fit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RefusedEdit {
    /// As they were given.
    pub args: Value,
    /// What is wrong with them.
    pub message: String,
    /// Where in them, as a JSON pointer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// What to try next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

impl Question {
    /// Whether this call may run.
    pub(crate) fn about(tool: &ToolSpec, call_id: &str, args: &Value) -> Self {
        Self {
            call_id: call_id.to_owned(),
            tool: tool.name.clone(),
            impact: tool.impact,
            args: args.clone(),
            text: format!("May {} run? It {}.", tool.name, tool.impact.in_words()),
            refused: None,
        }
    }

    /// The same question once more, to somebody whose own arguments do not fit.
    pub(crate) fn again(&self, args: Value, why: ErrorReport) -> Self {
        let refused = RefusedEdit {
            args,
            message: why.message,
            path: why.path,
            hint: why.hint,
        };
        Self {
            refused: Some(refused),
            ..self.clone()
        }
    }
}

/// A person's answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// Do it.
    Approve,
    /// Do it, and do not ask again for this tool in this thread.
    Always,
    /// Do it with these arguments instead; where they do not fit, the person is asked again.
    Edit(Value),
    /// Do not do it, and tell the caller this.
    Reject(String),
    /// Nobody was asked: whoever calls has to ask first, and to call again.
    Unasked,
}

/// Somebody who can be asked.
#[async_trait]
pub trait Approver: Send + Sync {
    /// Puts the question and waits for the answer. The door stops waiting when the call is
    /// cancelled.
    async fn ask(&self, question: Question) -> Answer;
}

/// Nobody to ask: every question is answered with no.
pub struct NoApprover;

#[async_trait]
impl Approver for NoApprover {
    async fn ask(&self, question: Question) -> Answer {
        Answer::Reject(format!(
            "{} needs a person's yes, and nobody can be asked here",
            question.tool
        ))
    }
}

/// Who calls, and in what circumstances.
#[derive(Clone)]
pub struct Caller {
    /// Unique for as long as its call ids are: "assistant/<turn>", "cli/<run>".
    pub id: String,
    /// As the story's history will name it.
    pub author: Author,
    /// Through which window or process.
    pub origin: Option<String>,
    /// What it may do.
    pub grant: Grant,
    /// In which turn.
    pub turn: Option<TurnId>,
    /// The node being edited; tools that name none act on it.
    pub node: Option<NodeId>,
    /// The draft that writes go to.
    pub draft: Option<DraftId>,
    /// Why, in a person's words, for the story's history; the tool's name where there are none.
    pub reason: Option<String>,
    /// Who is asked where the grant says *ask*.
    pub approver: Arc<dyn Approver>,
    /// Ends the call.
    pub cancelled: CancellationToken,
    /// What pictures are paid for from; nothing holds them back where there is none.
    pub budget: Option<Arc<dyn Budget>>,
}

impl Caller {
    /// A caller with a grant and nothing else: no node, no draft, nobody to ask, never cancelled.
    pub fn new(id: impl Into<String>, author: Author, grant: Grant) -> Self {
        Self {
            id: id.into(),
            author,
            origin: None,
            grant,
            turn: None,
            node: None,
            draft: None,
            reason: None,
            approver: Arc::new(NoApprover),
            cancelled: CancellationToken::new(),
            budget: None,
        }
    }
}
