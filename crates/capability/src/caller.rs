//! The caller of a tool: who calls, in what context, and who can approve. Not here: what a caller
//! may do, which only its [`Grant`] decides.

use std::sync::Arc;

use async_trait::async_trait;
use model::{Author, ContentHash, DraftId, NodeId, PrincipalId, TurnId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::RemovedNodes;
use tokio_util::sync::CancellationToken;

use crate::{
    Budget, ErrorReport, Grant, Impact, Principal, Removals, Role, SeenVersions, ToolSpec,
};

/// A question put to a person before a call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Question {
    /// The call's id; the answer names it.
    pub call_id: String,
    /// The tool's name.
    pub tool: String,
    /// The impact of the call.
    pub impact: Impact,
    /// Its arguments, already validated.
    pub args: Value,
    /// The text of the question.
    pub text: String,
    /// Set if it is asked because of what the call removes from the story.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub removes: Option<RemovedCount>,
    /// Set if the question is asked again because the arguments the person gave instead are
    /// invalid: these arguments and the error. Approving without new arguments refers to `args`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<RejectedEdit>,
    /// Who may answer, beside the owner of the workspace: the owner of the conversation it came up
    /// in, if it came up in one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<PrincipalId>,
    /// How a tool of another program describes itself, as a hash; nothing for our own. A yes for
    /// good is given to this description alone.
    #[serde(skip)]
    pub described: Option<ContentHash>,
}

/// How much of a story a call removes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RemovedCount {
    /// How many nodes.
    pub nodes: usize,
    /// How many the story has.
    pub of: usize,
}

/// Invalid arguments given by a person.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RejectedEdit {
    /// The arguments as given.
    pub args: Value,
    /// What is wrong with them.
    pub message: String,
    /// Where in them, as a JSON pointer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// What to do next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

impl Question {
    /// The question whether this call may run.
    pub(crate) fn new(tool: &ToolSpec, call_id: &str, args: &Value) -> Self {
        Self {
            call_id: call_id.to_owned(),
            tool: tool.name.clone(),
            impact: tool.impact,
            args: args.clone(),
            text: format!("May {} run? It {}.", tool.name, tool.impact.as_phrase()),
            removes: None,
            refused: None,
            owner: None,
            described: described(tool),
        }
    }

    /// The question whether this call may run although it removes so much.
    pub(crate) fn about_removal(
        tool: &ToolSpec,
        call_id: &str,
        args: &Value,
        RemovedNodes { count, of }: RemovedNodes,
    ) -> Self {
        Self {
            text: format!(
                "May {} run? It removes {count} of the story's {of} nodes.",
                tool.name
            ),
            removes: Some(RemovedCount { nodes: count, of }),
            ..Self::new(tool, call_id, args)
        }
    }

    /// The same question again, with the invalid arguments the person gave.
    pub(crate) fn with_rejected_edit(&self, args: Value, why: ErrorReport) -> Self {
        let refused = RejectedEdit {
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

/// The hash of the description and the input of a tool of another program, which says nothing of what
/// it returns.
fn described(tool: &ToolSpec) -> Option<ContentHash> {
    let is_outside = tool.output_schema.is_none();
    is_outside.then(|| description_hash(&tool.description, &tool.schema))
}

/// The hash of how a tool of another program describes itself: what a person allowed is bound to it.
pub fn description_hash(description: &str, schema: &Value) -> ContentHash {
    ContentHash::of(format!("{description}\0{schema}").as_bytes())
}

/// A person's answer to a question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// Run it.
    Approve,
    /// Run it, and do not ask again for this tool in this thread.
    Always,
    /// Run it with these arguments instead; if they are invalid, the person is asked again.
    Edit(Value),
    /// Do not run it, and give the caller this reason.
    Reject(String),
    /// Nobody was asked: the caller has to ask first, and to call again.
    NotAsked,
}

/// Somebody who can approve calls.
#[async_trait]
pub trait Approver: Send + Sync {
    /// Asks the question and waits for the answer. The dispatcher stops waiting when the call is
    /// cancelled.
    async fn ask(&self, question: Question) -> Answer;
}

/// Rejects every question, where nobody can be asked.
pub struct NoApprover;

#[async_trait]
impl Approver for NoApprover {
    async fn ask(&self, question: Question) -> Answer {
        Answer::Reject(format!(
            "{} needs a person's approval, and nobody can be asked here",
            question.tool
        ))
    }
}

/// Who calls a tool, and in what context.
#[derive(Clone)]
pub struct Caller {
    /// Unique for as long as its call ids are: the principal's id, and behind it a window, process or
    /// turn of it, as in `local/cli/<run>`. So nobody can hear what somebody else's call answered.
    pub id: String,
    /// Who it is.
    pub principal: Principal,
    /// A label of the window or process it calls from, by which that one ignores its own changes. It
    /// is chosen there and proves nothing.
    pub origin: Option<String>,
    /// What it may do. Shared, because a caller is copied for each call.
    pub grant: Arc<Grant>,
    /// The turn it belongs to.
    pub turn: Option<TurnId>,
    /// The node being edited; tools without a node argument use it.
    pub node: Option<NodeId>,
    /// The draft that writes go to.
    pub draft: Option<DraftId>,
    /// The user's words to record as the reason in the story's history; the tool's name if there
    /// are none.
    pub reason: Option<String>,
    /// Who is asked if the grant says *ask*.
    pub approver: Arc<dyn Approver>,
    /// Cancels the call.
    pub cancelled: CancellationToken,
    /// The budget for paid images; unlimited if there is none.
    pub budget: Option<Arc<dyn Budget>>,
    /// What a model has read in its conversation; nothing is noted for any other caller.
    pub seen: Option<Arc<SeenVersions>>,
    /// What it has removed without a question.
    pub removals: Arc<Removals>,
}

impl Caller {
    /// Whether it is a program, as the assistant is, and no person.
    pub(crate) fn is_program(&self) -> bool {
        matches!(self.principal.role, Role::Assistant | Role::Program)
    }

    /// A caller with only a grant: no node, no draft, no approver, never cancelled. `session` tells
    /// apart what may use the same call ids: windows, processes, turns; empty if nothing does.
    pub fn new(principal: Principal, session: &str, grant: impl Into<Arc<Grant>>) -> Self {
        let id = match session.is_empty() {
            true => principal.id.to_string(),
            false => format!("{}/{session}", principal.id),
        };
        Self {
            id,
            principal,
            origin: None,
            grant: grant.into(),
            turn: None,
            node: None,
            draft: None,
            reason: None,
            approver: Arc::new(NoApprover),
            cancelled: CancellationToken::new(),
            budget: None,
            seen: None,
            removals: Arc::default(),
        }
    }

    /// The author recorded in the story's history.
    pub fn author(&self) -> Author {
        self.principal.author()
    }
}
