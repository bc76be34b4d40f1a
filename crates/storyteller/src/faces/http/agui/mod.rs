//! AG-UI 1.0 over HTTP (AT-9 … AT-12): a run as server-sent events, the threads, their histories,
//! and cancelling. Enter through [`run`]. What happens in a turn is translated event by event; a
//! tool's picture travels as `metadata.ui_schema` of its result, where that protocol's clients keep
//! it. Not here: the turn itself.

mod carry;
mod messages;
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
use model::talk::ToolCall;
use model::{NodeId, ThreadId};
use runner::{AnswerByTool, Autonomy, Instruction};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::sync::mpsc;

use self::carry::Carrier;
pub(super) use self::runs::Runs;
use self::runs::{Resumed, Waiting};
use self::translate::Translator;
use super::Entrance;
use super::call::refusal;
use crate::Studio;
use crate::faces::{Failure, attached, window};

/// Under this name the story keeps which of our threads a client's own thread id means.
const KEPT: &str = "agui_threads";
/// How many events may wait for a slow reader before the turn waits.
const WAITING: usize = 256;
/// The longest thread id of a client, in bytes.
const LONGEST_ID: usize = 200;

/// Which story: `?story=` with its key; left out, the only one that is open.
#[derive(Deserialize)]
pub(super) struct About {
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
    forwarded_props: Option<Forwarded>,
    #[serde(default)]
    resume: Vec<Answered>,
}

/// Ours among the forwarded properties.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Forwarded {
    node: Option<NodeId>,
    autonomy: Autonomy,
}

/// The answer to a question that ended an earlier run.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Answered {
    interrupt_id: String,
    #[serde(default)]
    status: String,
    #[serde(default)]
    payload: Value,
}

/// `POST /api/agui/run`: one instruction, or the answer to a question, and what comes of it as
/// events.
pub(super) async fn run(
    State(entrance): State<Entrance>,
    Query(about): Query<About>,
    input: Result<Json<RunInput>, JsonRejection>,
) -> Response {
    let input = match input {
        Ok(Json(input)) => input,
        Err(error) => {
            let message = format!("the run cannot be read: {}", error.body_text());
            return refusal(error.status(), Code::InvalidActionInput, &message);
        }
    };
    let (sender, mut receiver) = mpsc::channel(WAITING);
    let begun = match input.resume.is_empty() {
        true => begin(&entrance, &about.story, input, sender).await,
        false => resume(&entrance, &about.story, input, sender).await,
    };
    if let Err(failure) = begun {
        return failed(&failure);
    }
    let events = stream::poll_fn(move |cx| receiver.poll_recv(cx))
        .map(|event: Value| Ok::<_, Infallible>(sse::Event::default().data(event.to_string())));
    Sse::new(events)
        .keep_alive(KeepAlive::default())
        .into_response()
}

/// Takes up an instruction.
async fn begin(
    entrance: &Entrance,
    story: &str,
    input: RunInput,
    reader: mpsc::Sender<Value>,
) -> Result<(), Failure> {
    let said = input.messages.iter().rev();
    let mut said = said.filter_map(|it| Some((it, messages::words_of_user(it)?)));
    let Some((message, text)) = said.next() else {
        let message = "the run holds no message of a user with words in it";
        return Err(Failure::invalid(message));
    };
    let studio = entrance.desk.studio(story).await?;
    let known = thread_of(&entrance.runs, &studio, &input.thread_id, &text).await?;
    let given = messages::pictures_of_user(message)?;
    let pictures = attached::keep(&studio, given).await?;
    let forwarded = input.forwarded_props.unwrap_or_default();
    let instruction = Instruction {
        thread: Some(known),
        node: forwarded.node,
        text,
        pictures,
        autonomy: forwarded.autonomy,
        message_id: messages::id_given(message),
    };
    let carrier = Carrier {
        studio,
        runs: Arc::clone(&entrance.runs),
        stop: entrance.stop.clone(),
        translator: Translator::new(input.thread_id.clone(), input.run_id.clone()),
        thread: input.thread_id,
        known,
        run: input.run_id,
        reader: Some(reader),
        turn: None,
    };
    tokio::spawn(carrier.run(instruction));
    Ok(())
}

/// Answers the question that a thread waits for; its turn goes on in this run.
async fn resume(
    entrance: &Entrance,
    story: &str,
    input: RunInput,
    reader: mpsc::Sender<Value>,
) -> Result<(), Failure> {
    let studio = entrance.desk.studio(story).await?;
    let id = studio.store().story_id();
    let Some(waiting) = entrance.runs.waiting(id, &input.thread_id) else {
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
    let args = args_of(&waiting, answer)?;
    let resumed = Resumed {
        run: input.run_id,
        reader,
    };
    if waiting.resume.send(resumed).await.is_err() {
        return Err(Failure::new(Code::Conflict, "the turn that asked is over"));
    }
    entrance.runs.answered(id, &input.thread_id);
    let call = ToolCall {
        id: None,
        name: "answer_request".to_owned(),
        args,
    };
    let person = studio.person("agui", Arc::new(AnswerByTool));
    let output = studio.call(&person, call).await;
    if let Some(error) = output.error {
        // Answered by another face a moment ago: the run tells how it goes on.
        tracing::debug!(code = ?error.code, "a question was answered twice");
    }
    Ok(())
}

/// An answer of the protocol as that of the tool.
fn args_of(waiting: &Waiting, answer: &Answered) -> Result<Value, Failure> {
    let Answered {
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
    State(entrance): State<Entrance>,
    Query(about): Query<About>,
) -> Response {
    let studio = match entrance.desk.studio(&about.story).await {
        Ok(studio) => studio,
        Err(failure) => return failed(&failure),
    };
    let threads = match studio.store().threads() {
        Ok(threads) => threads,
        Err(error) => return failed(&error.into()),
    };
    let line = |it: &store::Thread| json!({ "threadId": it.id, "title": it.title, "node": it.node, "time": it.time });
    answered(json!({ "threads": threads.iter().map(line).collect::<Vec<_>>() }))
}

/// `GET /api/agui/threads/{id}/history`: the messages of a thread, tools' with their pictures.
pub(super) async fn history(
    State(entrance): State<Entrance>,
    Query(about): Query<About>,
    Path(id): Path<String>,
) -> Response {
    match messages_of(&entrance, &about.story, &id).await {
        Ok(messages) => answered(json!({ "threadId": id, "messages": messages })),
        Err(failure) => failed(&failure),
    }
}

async fn messages_of(entrance: &Entrance, story: &str, id: &str) -> Result<Vec<Value>, Failure> {
    let studio = entrance.desk.studio(story).await?;
    let thread = known(&studio, id)?;
    let thread = thread.ok_or_else(|| Failure::not_found(format!("there is no thread {id:?}")))?;
    Ok(messages::all(&carry::read(&studio, thread)?))
}

/// `POST /api/agui/runs/{id}/cancel`: stops a run; whether it was under way.
pub(super) async fn cancel(State(entrance): State<Entrance>, Path(id): Path<String>) -> Response {
    let stopped = entrance.runs.cancel(&id);
    answered(json!({ "runId": id, "stopped": stopped }))
}

/// The thread that a client's id means: ours by its own id, else one that was made for it.
fn known(studio: &Studio, id: &str) -> Result<Option<ThreadId>, Failure> {
    let store = studio.store();
    if let Ok(own) = id.parse::<ThreadId>()
        && store.thread(own)?.is_some()
    {
        return Ok(Some(own));
    }
    let kept = store.kept(None, KEPT)?.unwrap_or_default();
    let made = kept.get(id).and_then(Value::as_str);
    Ok(made.and_then(|it| it.parse().ok()))
}

async fn thread_of(
    runs: &Runs,
    studio: &Studio,
    id: &str,
    text: &str,
) -> Result<ThreadId, Failure> {
    if id.is_empty() || id.len() > LONGEST_ID || id.contains(char::is_control) {
        return Err(Failure::invalid("threadId is to be a short text"));
    }
    let _one = runs.naming.lock().await;
    if let Some(thread) = known(studio, id)? {
        return Ok(thread);
    }
    let title: String = text.trim().chars().take(60).collect();
    let thread = studio.store().create_thread(&title, None).await?.id;
    let kept = studio.store().kept(None, KEPT)?.unwrap_or_default();
    let mut kept: Map<String, Value> = serde_json::from_value(kept).unwrap_or_default();
    kept.insert(id.to_owned(), json!(thread));
    studio
        .store()
        .keep(None, KEPT, Some(Value::Object(kept)))
        .await?;
    Ok(thread)
}

fn failed(failure: &Failure) -> Response {
    let status = crate::faces::standing(failure.report().code)
        .http
        .unwrap_or(503);
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let body = Json(window::failure(failure));
    (status, [(CACHE_CONTROL, "no-store")], body).into_response()
}

fn answered(body: Value) -> Response {
    ([(CACHE_CONTROL, "no-store")], Json(body)).into_response()
}
