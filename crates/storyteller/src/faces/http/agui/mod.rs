//! AG-UI 1.0 over HTTP (AT-9 … AT-12): a run as server-sent events, the threads, their histories,
//! and cancelling. Enter through [`run`]. What happens in a turn is translated event by event; a
//! tool's picture travels as `metadata.ui_schema` of its result, where that protocol's clients keep
//! it. Not here: the turn itself.

mod messages;
mod translate;

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::CACHE_CONTROL;
use axum::response::sse::{self, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use capability::{Caller, Code};
use futures_util::stream::{self, StreamExt as _};
use model::{NodeId, ThreadId, TurnId};
use runner::{AnswerByTool, Autonomy, Instruction, TurnEvent};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc;

use self::translate::Translator;
use super::Entrance;
use super::call::refusal;
use crate::faces::{Failure, attached, wire};
use crate::{Happening, Studio};

/// Under this name the story keeps which of our threads a client's own thread id means.
const KEPT: &str = "agui_threads";
/// How many events may wait for a slow reader before the turn waits.
const WAITING: usize = 256;
/// How many messages a history holds at most.
const HISTORY: usize = 1000;

/// The runs under way, by the client's run id.
pub(super) type Runs = Arc<Mutex<HashMap<String, TurnId>>>;

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
}

/// Ours among the forwarded properties.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Forwarded {
    node: Option<NodeId>,
    autonomy: Autonomy,
}

/// `POST /api/agui/run`: one instruction, its turn as events.
pub(super) async fn run(
    State(entrance): State<Entrance>,
    input: Result<Json<RunInput>, JsonRejection>,
) -> Response {
    let input = match input {
        Ok(Json(input)) => input,
        Err(error) => {
            let message = format!("the run cannot be read: {}", error.body_text());
            return refusal(error.status(), Code::InvalidActionInput, &message);
        }
    };
    let said = input.messages.iter().rev();
    let mut said = said.filter_map(|it| Some((it, messages::words_of_user(it)?)));
    let Some((message, text)) = said.next() else {
        let message = "the run holds no message of a user with words in it";
        return refusal(
            StatusCode::UNPROCESSABLE_ENTITY,
            Code::InvalidActionInput,
            message,
        );
    };
    let studio = match entrance.desk.studio("").await {
        Ok(studio) => studio,
        Err(failure) => return failed(&failure),
    };
    let thread = match thread_of(&studio, &input.thread_id, &text).await {
        Ok(thread) => thread,
        Err(failure) => return failed(&failure),
    };
    let pictures = match messages::pictures_of_user(message) {
        Ok(given) => attached::keep(&studio, given).await,
        Err(failure) => Err(failure),
    };
    let pictures = match pictures {
        Ok(pictures) => pictures,
        Err(failure) => return failed(&failure),
    };
    let forwarded = input.forwarded_props.unwrap_or_default();
    let instruction = Instruction {
        thread: Some(thread),
        node: forwarded.node,
        text,
        pictures,
        autonomy: forwarded.autonomy,
    };
    let (sender, receiver) = mpsc::channel(WAITING);
    let translator = Translator::new(input.thread_id, input.run_id.clone());
    tokio::spawn(carry(
        entrance,
        studio,
        instruction,
        translator,
        input.run_id,
        sender,
    ));
    let events = stream::unfold(receiver, |mut receiver| async {
        let event: Value = receiver.recv().await?;
        Some((sse::Event::default().data(event.to_string()), receiver))
    });
    Sse::new(events.map(Ok::<_, Infallible>))
        .keep_alive(KeepAlive::default())
        .into_response()
}

/// Carries a turn and tells it; a reader that goes away stops it in good order.
async fn carry(
    entrance: Entrance,
    studio: Studio,
    instruction: Instruction,
    mut translator: Translator,
    run: String,
    sender: mpsc::Sender<Value>,
) {
    let thread = instruction.thread;
    let mut heard = studio.events();
    let caller = Caller {
        cancelled: entrance.stop.child_token(),
        ..studio.person("agui", Arc::new(AnswerByTool))
    };
    let _stop = caller.cancelled.clone().drop_guard();
    let sending = studio.send(instruction, &caller);
    tokio::pin!(sending);
    let mut turn: Option<TurnId> = None;
    let mut refused = None;
    let mut is_over = false;
    'told: loop {
        let events = tokio::select! {
            event = heard.recv() => match event {
                Ok(event) => match &event.happening {
                    Happening::Turn(said) => {
                        if let TurnEvent::TurnBegan { turn: id, thread: its, .. } = said
                            && turn.is_none() && Some(*its) == thread
                        {
                            turn = Some(*id);
                            lock(&entrance.runs).insert(run.clone(), *id);
                        }
                        if turn.is_none() || translate::turn_of(said) != turn { continue; }
                        let end = matches!(said, TurnEvent::TurnEnded { .. });
                        let events = translator.turn(said, || snapshot(&studio, thread));
                        for event in events {
                            if sender.send(event).await.is_err() { break 'told; }
                        }
                        if end { break; }
                        continue;
                    }
                    Happening::DataChanged(_) if turn.is_some() => {
                        vec![translate::custom("data:changed", wire::event(&event))]
                    }
                    Happening::DataChanged(_) | Happening::Progress(_) => continue,
                },
                Err(RecvError::Lagged(_)) => continue,
                Err(RecvError::Closed) => break,
            },
            ended = &mut sending, if !is_over => {
                is_over = true;
                match ended {
                    Ok(_) if turn.is_some() => continue,
                    Ok(_) => continue,
                    Err(error) => {
                        refused = Some(Failure::from(error));
                        break;
                    }
                }
            }
            () = sender.closed() => break,
        };
        for event in events {
            if sender.send(event).await.is_err() {
                break 'told;
            }
        }
    }
    lock(&entrance.runs).remove(&run);
    if let Some(failure) = refused {
        for event in translator.refused(failure.report()) {
            // A reader that has gone needs no answer.
            let _ = sender.send(event).await;
        }
    }
}

/// The thread's messages as the protocol has them.
fn snapshot(studio: &Studio, thread: Option<ThreadId>) -> Option<Vec<Value>> {
    let rows = studio.store().messages(thread?, None, HISTORY).ok()?;
    Some(rows.iter().map(messages::message).collect())
}

/// `GET /api/agui/threads`.
pub(super) async fn threads(State(entrance): State<Entrance>) -> Response {
    let studio = match entrance.desk.studio("").await {
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
pub(super) async fn history(State(entrance): State<Entrance>, Path(id): Path<String>) -> Response {
    let studio = match entrance.desk.studio("").await {
        Ok(studio) => studio,
        Err(failure) => return failed(&failure),
    };
    let store = studio.store();
    let found = known(&studio, &id).and_then(|it| match it {
        Some(thread) => Ok(store.messages(thread, None, HISTORY)?),
        None => Err(Failure::not_found(format!("there is no thread {id:?}"))),
    });
    match found {
        Ok(rows) => {
            let messages: Vec<_> = rows.iter().map(messages::message).collect();
            answered(json!({ "threadId": id, "messages": messages }))
        }
        Err(failure) => failed(&failure),
    }
}

/// `POST /api/agui/runs/{id}/cancel`: stops a run; whether it was under way.
pub(super) async fn cancel(State(entrance): State<Entrance>, Path(id): Path<String>) -> Response {
    let studio = match entrance.desk.studio("").await {
        Ok(studio) => studio,
        Err(failure) => return failed(&failure),
    };
    let turn = lock(&entrance.runs).get(&id).copied();
    let stopped = turn.is_some_and(|it| studio.cancel(it));
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

async fn thread_of(studio: &Studio, id: &str, text: &str) -> Result<ThreadId, Failure> {
    const LONGEST: usize = 200;
    if id.is_empty() || id.len() > LONGEST || id.contains(char::is_control) {
        return Err(Failure::invalid("threadId is to be a short text"));
    }
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

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn failed(failure: &Failure) -> Response {
    let report = failure.report();
    let status = crate::faces::standing(report.code).http.unwrap_or(503);
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    refusal(status, report.code, &report.message)
}

fn answered(body: Value) -> Response {
    ([(CACHE_CONTROL, "no-store")], Json(body)).into_response()
}
