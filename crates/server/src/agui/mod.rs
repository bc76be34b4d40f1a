//! AG-UI 1.0 over HTTP (AT-9 … AT-12): a run as server-sent events, the threads, their histories,
//! and cancelling. Enter through [`run`]. What happens in a turn is translated event by event; a
//! tool's picture travels as `metadata.ui_schema` of its result, where that protocol's clients keep
//! it. Not here: the turn itself.

mod messages;
mod run_driver;
mod runs;
#[cfg(test)]
mod tests;
mod translate;

use std::convert::Infallible;
use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::CACHE_CONTROL;
use axum::response::sse::{self, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use capability::Code;
use futures_util::stream::{self, StreamExt as _};
use model::conversation::ToolCall;
use model::{NodeId, ThreadId};
use runner::{AnsweredByTool, Autonomy, Instruction};
use serde::Deserialize;
use serde_json::{Map, Value, json};
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

/// Under this name the story keeps which of our threads a client's own thread id means.
const THREADS_KEY: &str = "agui_threads";
/// How many events may wait for a slow reader before the turn waits.
const EVENT_BUFFER: usize = 256;
/// The longest thread id of a client, in bytes.
const MAX_ID_BYTES: usize = 200;

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

/// `POST /api/agui/run`: one instruction, or the answer to a question, and what comes of it as
/// events.
pub(super) async fn run(
    State(state): State<ServerState>,
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
        true => begin(&state, &about.story, input, sender).await,
        false => resume(&state, &about.story, input, sender).await,
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

/// Takes up an instruction.
async fn begin(
    state: &ServerState,
    story: &str,
    input: RunInput,
    reader: mpsc::Sender<Value>,
) -> Result<(), Failure> {
    let said = input.messages.iter().rev();
    let mut said = said.filter_map(|it| Some((it, messages::user_text(it)?)));
    let Some((message, text)) = said.next() else {
        let message = "the run holds no message of a user with words in it";
        return Err(Failure::invalid(message));
    };
    let studio = state.workspace().studio(story).await?;
    let known = find_or_create_thread(&state.runs, &studio, &input.thread_id, &text).await?;
    let given = messages::user_attachments(message)?;
    let person = studio.person("agui", Arc::new(AnsweredByTool));
    let pictures = attachments::store_all(&studio, &person, given).await?;
    let forwarded = input.forwarded_props.unwrap_or_default();
    let instruction = Instruction {
        thread: Some(known),
        node: forwarded.node,
        text,
        pictures,
        autonomy: forwarded.autonomy,
        message_id: messages::client_message_id(message),
    };
    let carrier = RunDriver {
        studio,
        runs: Arc::clone(&state.runs),
        stop: state.stop.clone(),
        translator: Translator::new(input.thread_id.clone(), input.run_id.clone()),
        thread: input.thread_id,
        thread_id: known,
        run: input.run_id,
        reader: Some(reader),
        turn: None,
    };
    tokio::spawn(carrier.run(instruction));
    Ok(())
}

/// Answers the question that a thread waits for; its turn goes on in this run.
async fn resume(
    state: &ServerState,
    story: &str,
    input: RunInput,
    reader: mpsc::Sender<Value>,
) -> Result<(), Failure> {
    let studio = state.workspace().studio(story).await?;
    let id = studio.store().story_id();
    let Some(waiting) = state.runs.pending(id, &input.thread_id) else {
        let message =
            "no question waits in this thread; it was answered elsewhere, or its turn is over";
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
    let call = ToolCall {
        id: None,
        name: "answer_request".to_owned(),
        args,
    };
    let person = studio.person("agui", Arc::new(AnsweredByTool));
    let output = studio.call(&person, call).await;
    if let Some(error) = output.error {
        // ResumeAnswer by another face a moment ago: the run tells how it goes on.
        tracing::debug!(code = ?error.code, "a question was answered twice");
    }
    Ok(())
}

/// An answer of the protocol as that of the tool.
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
        (true, _) => return Err(Failure::invalid("editedArgs is to be an object")),
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
    Query(about): Query<ThreadsQuery>,
) -> Response {
    let studio = match state.workspace().studio(&about.story).await {
        Ok(studio) => studio,
        Err(failure) => return failure_response(&failure),
    };
    let threads = match studio.store().threads() {
        Ok(threads) => threads,
        Err(error) => return failure_response(&error.into()),
    };
    let line = |it: &store::Thread| json!({ "threadId": it.id, "title": it.title, "node": it.node, "time": it.time });
    json_response(json!({ "threads": threads.iter().map(line).collect::<Vec<_>>() }))
}

/// `GET /api/agui/threads/{id}/history`: the messages of a thread, tools' with their pictures.
pub(super) async fn history(
    State(state): State<ServerState>,
    Query(about): Query<ThreadsQuery>,
    Path(id): Path<String>,
) -> Response {
    match messages_of(&state, &about.story, &id).await {
        Ok(messages) => json_response(json!({ "threadId": id, "messages": messages })),
        Err(failure) => failure_response(&failure),
    }
}

async fn messages_of(state: &ServerState, story: &str, id: &str) -> Result<Vec<Value>, Failure> {
    let studio = state.workspace().studio(story).await?;
    let thread = find_thread(&studio, id)?;
    let thread = thread.ok_or_else(|| Failure::not_found(format!("there is no thread {id:?}")))?;
    Ok(messages::to_agui(&run_driver::read(&studio, thread)?))
}

/// `POST /api/agui/runs/{id}/cancel`: stops a run; whether it was under way.
pub(super) async fn cancel(State(state): State<ServerState>, Path(id): Path<String>) -> Response {
    let stopped = state.runs.cancel(&id);
    json_response(json!({ "runId": id, "stopped": stopped }))
}

/// The thread that a client's id means: ours by its own id, else one that was made for it.
fn find_thread(studio: &Studio, id: &str) -> Result<Option<ThreadId>, Failure> {
    let store = studio.store();
    if let Ok(own) = id.parse::<ThreadId>()
        && store.thread(own)?.is_some()
    {
        return Ok(Some(own));
    }
    let kept = store.get_value(None, THREADS_KEY)?.unwrap_or_default();
    let made = kept.get(id).and_then(Value::as_str);
    Ok(made.and_then(|it| it.parse().ok()))
}

async fn find_or_create_thread(
    runs: &Runs,
    studio: &Studio,
    id: &str,
    text: &str,
) -> Result<ThreadId, Failure> {
    if id.is_empty() || id.len() > MAX_ID_BYTES || id.contains(char::is_control) {
        return Err(Failure::invalid("threadId is to be a short text"));
    }
    let _one = runs.thread_creation.lock().await;
    if let Some(thread) = find_thread(studio, id)? {
        return Ok(thread);
    }
    let title: String = text.trim().chars().take(60).collect();
    let thread = studio.store().create_thread(&title, None).await?.id;
    let kept = studio
        .store()
        .get_value(None, THREADS_KEY)?
        .unwrap_or_default();
    let mut kept: Map<String, Value> = serde_json::from_value(kept).unwrap_or_default();
    kept.insert(id.to_owned(), json!(thread));
    studio
        .store()
        .put_value(None, THREADS_KEY, Some(Value::Object(kept)))
        .await?;
    Ok(thread)
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
