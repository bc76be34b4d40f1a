//! One action from request to outcome. Each sender has a queue of its own: its actions run in the
//! order in which it sent them, and nobody waits for another.

use std::collections::HashMap;
use std::sync::Arc;

use capability::{Impact, ToolAgentOutput, ToolSpec};
use host::{Failure, LastAction};
use model::conversation::ToolCall;
use serde_json::Value;
use star::{ActionRequest, Code, Outcome};
use tokio::sync::mpsc;

use crate::authority::{Authority, NoAuthority};
use crate::outcome;
use crate::own_actions;
use crate::sessions;
use crate::story_environment::Shared;

/// Actions of one sender that may wait.
const MAX_WAITING: usize = 256;

/// The queues, by type and id of the sender.
#[derive(Default)]
pub(crate) struct Queues(HashMap<(String, String), mpsc::Sender<ActionRequest>>);

impl Queues {
    /// Puts an action into its sender's queue; gives back one that finds no place.
    pub(crate) fn add(
        &mut self,
        shared: &Arc<Shared>,
        request: ActionRequest,
    ) -> Result<(), Box<ActionRequest>> {
        let sender = &request.sender;
        let key = (sender.kind.as_str().to_owned(), sender.id.clone());
        let queue = self.0.entry(key).or_insert_with(|| {
            let (queue, waiting) = mpsc::channel(MAX_WAITING);
            tokio::spawn(work(Arc::clone(shared), waiting));
            queue
        });
        queue.try_send(request).map_err(|error| match error {
            mpsc::error::TrySendError::Full(request)
            | mpsc::error::TrySendError::Closed(request) => Box::new(request),
        })
    }

    /// A sender has left: what waits of it is still done.
    pub(crate) fn remove(&mut self, kind: &str, id: &str) {
        self.0.remove(&(kind.to_owned(), id.to_owned()));
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

async fn work(shared: Arc<Shared>, mut waiting: mpsc::Receiver<ActionRequest>) {
    while let Some(request) = waiting.recv().await {
        let outcome = answer(&shared, &request).await;
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

async fn answer(shared: &Arc<Shared>, request: &ActionRequest) -> Outcome {
    let (sender, studio) = (&request.sender, &shared.studio);
    let show = |it: &sessions::Joined| sessions::show(studio, &shared.authorities, it);
    let credential = shared.sessions.credential(sender, &shared.hub, show).await;
    let found = shared.authorities.of(studio, sender, credential.as_deref());
    let participants = studio.participants();
    let (kind, id) = (sender.kind.as_str(), sender.id.as_str());
    let level = match &found {
        Ok(Ok(authority)) => Some(authority.level),
        _ => None,
    };
    participants.begin(kind, id, &request.action.action, level);
    let outcome = match found {
        Ok(Ok(authority)) => perform(shared, request, &authority).await,
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

async fn perform(shared: &Arc<Shared>, request: &ActionRequest, authority: &Authority) -> Outcome {
    if let Some(outcome) = own_actions::perform(shared, request, authority).await {
        return outcome;
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

/// Runs the tool. It is a task of its own, so that a fault of a tool does not end the queue.
async fn call(
    shared: &Arc<Shared>,
    request: &ActionRequest,
    authority: &Authority,
    spec: &ToolSpec,
) -> Result<ToolAgentOutput, Failure> {
    let (sender, studio) = (&request.sender, &shared.studio);
    let caller = authority.caller(sender, shared.stop.child_token());
    let call = ToolCall {
        id: Some(request.action.id.clone()),
        name: spec.name.clone(),
        args: Value::Object(request.action.parameters.clone()),
    };
    let (running, level) = (studio.clone(), authority.level);
    let (kind, id) = (sender.kind.clone(), sender.id.clone());
    let called = tokio::spawn(async move {
        running
            .call_for_client((&kind, &id), level, caller, call)
            .await
    });
    called.await.unwrap_or_else(|error| {
        tracing::error!(%error, "an action failed inside the program");
        Err(Failure::panicked())
    })
}
