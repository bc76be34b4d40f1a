//! AG-UI 1.0 over HTTP (AT-9 … AT-12): a run as server-sent events, the threads, their histories,
//! and cancelling. Enter through [`run`]. The events of a turn are translated one by one; a tool's
//! UI schema is sent as `metadata.ui_schema` of its result, where its clients expect it.
//! Not here: the turn itself.

mod messages;
mod run_driver;
mod runs;
#[cfg(test)]
mod tests;
mod translate;

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::CACHE_CONTROL;
use axum::response::sse::{self, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use capability::{Caller, Code, Principal};
use futures_util::stream::{self, StreamExt as _};
use model::conversation::ToolCall;
use model::{NodeId, ThreadId};
use runner::{AnsweredByTool, Autonomy, Instruction};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use self::run_driver::RunDriver;
pub(super) use self::runs::Runs;
use self::runs::{PendingQuestion, ResumedRun};
use self::translate::Translator;
use super::ServerState;
use super::call::error_response;
use host::Failure;
use host::Studio;
use host::interfaces::{attachments, window};

/// How many events may be queued for a slow reader before the turn waits.
const EVENT_BUFFER: usize = 256;

/// Which story: `?story=` with its key; left out, the only one that is open.
#[derive(Deserialize)]
pub(super) struct ThreadsQuery {
    #[serde(default)]
    story: String,
}

/// What a client sends; the fields we have no use for are read over.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RunInput {
    thread_id: String,
    run_id: String,
    #[serde(default)]
    messages: Vec<Value>,
    #[serde(default)]
    forwarded_props: Option<ForwardedProps>,
    #[serde(default)]
    resume: Vec<ResumeAnswer>,
}

/// Ours among the forwarded properties.
#[derive(Default, Deserialize)]
#[serde(default)]
struct ForwardedProps {
    node: Option<NodeId>,
    autonomy: Autonomy,
}

/// The answer to a question that ended an earlier run.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ResumeAnswer {
    interrupt_id: String,
    #[serde(default)]
    status: String,
    #[serde(default)]
    payload: Value,
}

/// `POST /api/agui/run`: an instruction, or the answer to a question; returns the resulting events.
pub(super) async fn run(
    State(state): State<ServerState>,
    Extension(principal): Extension<Principal>,
    Query(about): Query<ThreadsQuery>,
    input: Result<Json<RunInput>, JsonRejection>,
) -> Response {
    let input = match input {
        Ok(Json(input)) => input,
        Err(error) => {
            let message = format!("the run cannot be read: {}", error.body_text());
            return error_response(error.status(), Code::InvalidActionInput, &message);
        }
    };
    let (sender, mut receiver) = mpsc::channel(EVENT_BUFFER);
    let begun = match input.resume.is_empty() {
        true => begin(&state, (&about.story, principal), input, sender).await,
        false => resume(&state, (&about.story, &principal), input, sender).await,
    };
    if let Err(failure) = begun {
        return failure_response(&failure);
    }
    let events = stream::poll_fn(move |cx| receiver.poll_recv(cx))
        .map(|event: Value| Ok::<_, Infallible>(sse::Event::default().data(event.to_string())));
    Sse::new(events)
        .keep_alive(KeepAlive::default())
        .into_response()
}

/// Starts an instruction.
async fn begin(
    state: &ServerState,
    (story, principal): (&str, Principal),
    input: RunInput,
    reader: mpsc::Sender<Value>,
) -> Result<(), Failure> {
    let instructions = input.messages.iter().rev();
    let mut instructions = instructions.filter_map(|it| Some((it, messages::user_text(it)?)));
    let Some((message, text)) = instructions.next() else {
        let message = "the run holds no message of a user with words in it";
        return Err(Failure::invalid(message));
    };
    let studio = state.workspace().studio(story).await?;
    let caller = caller(&studio, &principal);
    let thread = create_thread(&studio, &caller, &input.thread_id, &text).await?;
    let given = messages::user_attachments(message)?;
    let pictures = attachments::store_all(&studio, &caller, given).await?;
    let forwarded = input.forwarded_props.unwrap_or_default();
    let instruction = Instruction {
        thread: Some(thread),
        node: forwarded.node,
        text,
        pictures,
        autonomy: forwarded.autonomy,
        message_id: messages::client_message_id(message),
    };
    let carrier = RunDriver {
        studio,
        runs: Arc::clone(&state.runs),
        caller: Caller {
            cancelled: state.stop.child_token(),
            ..caller
        },
        translator: Translator::new(input.thread_id.clone(), input.run_id.clone()),
        thread: input.thread_id,
        thread_id: thread,
        run: input.run_id,
        reader: Some(reader),
        turn: None,
    };
    tokio::spawn(carrier.run(instruction));
    Ok(())
}

/// Answers the question that a thread waits for; its turn continues in this run.
async fn resume(
    state: &ServerState,
    (story, principal): (&str, &Principal),
    input: RunInput,
    reader: mpsc::Sender<Value>,
) -> Result<(), Failure> {
    let studio = state.workspace().studio(story).await?;
    let id = studio.store().story_id();
    let Some(waiting) = state.runs.pending(id, &input.thread_id) else {
        let message =
            "no question is open in this thread; it was answered elsewhere, or its turn is over";
        return Err(Failure::new(Code::Conflict, message)
            .hint("read the thread's history, and begin a run without resume"));
    };
    let answers = input.resume.iter();
    let answer = answers
        .clone()
        .find(|it| it.interrupt_id == waiting.interrupt);
    let answer = answer.ok_or_else(|| {
        Failure::invalid("the question that is open is not among those answered")
            .hint(format!("answer the interrupt {:?}", waiting.interrupt))
    })?;
    let args = resume_args(&waiting, answer)?;
    let resumed = ResumedRun {
        run: input.run_id,
        reader,
    };
    if waiting.resume.send(resumed).await.is_err() {
        return Err(Failure::new(Code::Conflict, "the turn that asked is over"));
    }
    state.runs.clear_pending(id, &input.thread_id);
    let call = call("answer_request", args);
    let output = studio.call(&caller(&studio, principal), call).await;
    if let Some(error) = output.error {
        // It was just answered elsewhere: the run shows how the turn continues.
        tracing::debug!(code = ?error.code, "a question was answered twice");
    }
    Ok(())
}

/// Converts an answer of the protocol to arguments of the tool.
fn resume_args(waiting: &PendingQuestion, answer: &ResumeAnswer) -> Result<Value, Failure> {
    let ResumeAnswer {
        status, payload, ..
    } = answer;
    let mut args = json!({ "call_id": waiting.call, "turn": waiting.turn, "answer": "reject" });
    if status == "cancelled" {
        args["message"] = json!("The person gave no answer.");
        return Ok(args);
    }
    let approved = payload["approved"].as_bool().ok_or_else(|| {
        Failure::invalid("an answer says approved: true or false")
            .hint("the interrupt's responseSchema tells what else it may say")
    })?;
    match (approved, &payload["editedArgs"]) {
        (true, Value::Null) if payload["always"] == true => args["answer"] = json!("always"),
        (true, Value::Null) => args["answer"] = json!("approve"),
        (true, edited @ Value::Object(_)) => {
            args["answer"] = json!("approve");
            args["args"] = json!(edited.to_string());
        }
        (true, _) => return Err(Failure::invalid("editedArgs must be an object")),
        (false, _) => {
            if let Some(message) = payload["message"].as_str() {
                args["message"] = json!(message);
            }
        }
    }
    Ok(args)
}

/// `GET /api/agui/threads`.
pub(super) async fn threads(
    State(state): State<ServerState>,
    Extension(principal): Extension<Principal>,
    Query(about): Query<ThreadsQuery>,
) -> Response {
    let listed = async {
        let studio = state.workspace().studio(&about.story).await?;
        let call = call("list_threads", json!({}));
        studio
            .call_for_data(&caller(&studio, &principal), call)
            .await
    };
    let listed = match listed.await {
        Ok(listed) => listed,
        Err(failure) => return failure_response(&failure),
    };
    let line = |it: &Value| json!({ "threadId": it["thread"], "title": it["title"], "node": it["node"], "time": it["time"] });
    let threads = listed["threads"].as_array().into_iter().flatten();
    json_response(json!({ "threads": threads.map(line).collect::<Vec<_>>() }))
}

/// `GET /api/agui/threads/{id}/history`: the messages of a thread, tool results with UI schemas.
pub(super) async fn history(
    State(state): State<ServerState>,
    Extension(principal): Extension<Principal>,
    Query(about): Query<ThreadsQuery>,
    Path(id): Path<String>,
) -> Response {
    let read = async {
        let studio = state.workspace().studio(&about.story).await?;
        run_driver::read(&studio, &caller(&studio, &principal), &id).await
    };
    match read.await {
        Ok(rows) => json_response(json!({ "threadId": id, "messages": messages::to_agui(&rows) })),
        Err(failure) => failure_response(&failure),
    }
}

/// `POST /api/agui/runs/{id}/cancel`: stops a run; returns whether it was running.
pub(super) async fn cancel(
    State(state): State<ServerState>,
    Extension(principal): Extension<Principal>,
    Path(id): Path<String>,
) -> Response {
    let Some((studio, turn)) = state.runs.turn_of(&id) else {
        return json_response(json!({ "runId": id, "stopped": false }));
    };
    let call = call("cancel_turn", json!({ "turn": turn }));
    match studio
        .call_for_data(&caller(&studio, &principal), call)
        .await
    {
        Ok(data) => json_response(json!({ "runId": id, "stopped": data["stopped"] })),
        Err(failure) => failure_response(&failure),
    }
}

/// The thread for a client's id: ours with that id, else one that is stored under it.
async fn create_thread(
    studio: &Studio,
    caller: &Caller,
    id: &str,
    text: &str,
) -> Result<ThreadId, Failure> {
    let title: String = text.trim().chars().take(60).collect();
    let call = call("create_thread", json!({ "title": title, "client_id": id }));
    let created = studio.call_for_data(caller, call).await?;
    serde_json::from_value(created["thread"].clone())
        .map_err(|error| Failure::new(Code::Internal, error.to_string()))
}

/// The owner of the token, as a caller whose questions are answered by a tool.
fn caller(studio: &Studio, principal: &Principal) -> Caller {
    let label = format!("agui/{}", studio.world().new_id());
    studio.caller(principal, &label, Arc::new(AnsweredByTool))
}

fn call(name: &str, args: Value) -> ToolCall {
    ToolCall {
        id: None,
        name: name.to_owned(),
        args,
    }
}

fn failure_response(failure: &Failure) -> Response {
    let status = host::interfaces::status_codes(failure.report().code)
        .http
        .unwrap_or(503);
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let body = Json(window::failure(failure));
    (status, [(CACHE_CONTROL, "no-store")], body).into_response()
}

fn json_response(body: Value) -> Response {
    ([(CACHE_CONTROL, "no-store")], Json(body)).into_response()
}
