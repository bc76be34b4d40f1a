//! One action from request to outcome. Each sender has a queue of its own: its actions run in the
//! order in which it sent them, and nobody waits for another.

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use capability::{Impact, Registry, ToolAgentOutput, ToolSpec};
use futures_util::FutureExt as _;
use host::{Failure, LastAction};
use model::conversation::ToolCall;
use serde_json::Value;
use star::{ActionRequest, Code, Outcome};
use tokio::sync::mpsc;

use crate::authority::{Authority, NoAuthority};
use crate::outcome;
use crate::story_environment::Shared;
use crate::tools::OnHub;

/// Actions of one sender that may wait.
const MAX_WAITING: usize = 256;

/// The queues of all senders.
pub(crate) struct Queues {
    /// By type and id of the sender.
    all: HashMap<(String, String), mpsc::Sender<ActionRequest>>,
    /// The environment's own tools.
    tools: Arc<Registry<OnHub>>,
}

impl Queues {
    pub(crate) fn new(tools: Registry<OnHub>) -> Self {
        Self {
            all: HashMap::new(),
            tools: Arc::new(tools),
        }
    }

    /// Puts an action into its sender's queue; gives back one that finds no place.
    pub(crate) fn add(
        &mut self,
        shared: &Arc<Shared>,
        request: ActionRequest,
    ) -> Result<(), Box<ActionRequest>> {
        let sender = &request.sender;
        let key = (sender.kind.as_str().to_owned(), sender.id.clone());
        let queue = self.all.entry(key).or_insert_with(|| {
            let (queue, waiting) = mpsc::channel(MAX_WAITING);
            let tools = Arc::clone(&self.tools);
            shared.tasks.spawn(work(Arc::clone(shared), tools, waiting));
            queue
        });
        queue.try_send(request).map_err(|error| match error {
            mpsc::error::TrySendError::Full(request)
            | mpsc::error::TrySendError::Closed(request) => Box::new(request),
        })
    }

    /// A sender has left: what waits of it is still done.
    pub(crate) fn remove(&mut self, kind: &str, id: &str) {
        self.all.remove(&(kind.to_owned(), id.to_owned()));
    }
}

/// The outcome of an action that found no place in its queue.
pub(crate) fn too_many(request: &ActionRequest) -> Outcome {
    let message = format!("{MAX_WAITING} of your actions wait already");
    let hint = "wait for outcomes before you ask for more; send this action again under a new id";
    outcome::refused(
        request,
        Code::ConnectionError,
        &message,
        ("rate_limited", hint),
    )
}

async fn work(
    shared: Arc<Shared>,
    tools: Arc<Registry<OnHub>>,
    mut waiting: mpsc::Receiver<ActionRequest>,
) {
    while let Some(request) = waiting.recv().await {
        let outcome = answer(&shared, &tools, &request).await;
        if !is_confirmed(&shared, &request).await {
            // The next owner answers when the action is sent again.
            return shared.close();
        }
        if shared.hub.answer(&request, outcome).await.is_err() {
            return;
        }
    }
}

/// Whether what an action wrote is safe; waits for it.
async fn is_confirmed(shared: &Shared, request: &ActionRequest) -> bool {
    let Some(confirmation) = &shared.confirmation else {
        return true;
    };
    let spec = shared.studio.registry().spec(&request.action.action);
    spec.is_some_and(|it| it.impact == Impact::Read) || confirmation.written().await
}

async fn answer(shared: &Shared, tools: &Registry<OnHub>, request: &ActionRequest) -> Outcome {
    let (sender, studio) = (&request.sender, &shared.studio);
    let found = shared.authority(sender).await;
    let participants = studio.participants();
    let (kind, id) = (sender.kind.as_str(), sender.id.as_str());
    let level = match &found {
        Ok(Ok(authority)) => Some(authority.level),
        _ => None,
    };
    participants.begin(kind, id, &request.action.action, level);
    let outcome = match found {
        Ok(Ok(authority)) => perform(shared, tools, request, &authority).await,
        Ok(Err(why)) => outcome::without_authority(request, &why),
        Err(failure) => outcome::failed(request, &failure),
    };
    let last = LastAction {
        action: request.action.action.clone(),
        done: outcome.outcome.status == star::Status::Success,
        time: studio.world().now(),
    };
    participants.end(kind, id, last);
    outcome
}

async fn perform(
    shared: &Shared,
    tools: &Registry<OnHub>,
    request: &ActionRequest,
    authority: &Authority,
) -> Outcome {
    if let Some(spec) = tools.spec(&request.action.action) {
        let mut caller = authority.caller(&request.sender, shared.stop.child_token());
        // These tools work on the environment, not on the story of the grant.
        Arc::make_mut(&mut caller.grant).story = None;
        let output = tools.call(&caller, call_of(request, &spec)).await;
        return outcome::of_own_tool(request, output);
    }
    let Some(spec) = shared.studio.registry().spec(&request.action.action) else {
        let message = format!("there is no action {:?} here", request.action.action);
        let hint = "list_actions says what you may do";
        return outcome::refused(
            request,
            Code::ValidationError,
            &message,
            ("unknown_action", hint),
        );
    };
    if !authority.allows(&shared.studio, &spec) {
        let why = NoAuthority {
            reason: "not_granted",
            message: "your credential does not allow this action",
            suggested_action: "list_actions says what you may do; the writer may widen it",
        };
        return outcome::without_authority(request, &why);
    }
    match call(shared, request, authority, &spec).await {
        Ok(output) => outcome::of_call(request, &output),
        Err(failure) => outcome::failed(request, &failure),
    }
}

/// Runs the tool. A fault of the program on the way does not end the queue.
async fn call(
    shared: &Shared,
    request: &ActionRequest,
    authority: &Authority,
    spec: &ToolSpec,
) -> Result<ToolAgentOutput, Failure> {
    let (sender, studio) = (&request.sender, &shared.studio);
    let caller = authority.caller(sender, shared.stop.child_token());
    let call = call_of(request, spec);
    let client = (&sender.kind, sender.id.as_str());
    let calling = studio.call_for_client(client, authority.level, caller, call);
    // What a call leaves behind when it panics is its own.
    let called = AssertUnwindSafe(calling).catch_unwind().await;
    called.unwrap_or_else(|_| {
        tracing::error!("an action failed inside the program");
        Err(Failure::panicked())
    })
}

/// An action as a call of a tool.
fn call_of(request: &ActionRequest, spec: &ToolSpec) -> ToolCall {
    ToolCall {
        id: Some(request.action.id.clone()),
        name: spec.name.clone(),
        args: Value::Object(request.action.parameters.clone()),
    }
}
