//! The sessions of an editor: the conversation of each, its mode, and its running turn.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use agent_client_protocol_schema::v1::{
    Error, ListSessionsResponse, SessionId, SessionInfo, SessionMode, SessionModeId,
    SessionModeState,
};
use host::Studio;
use messages::{Language, format};
use model::ThreadId;
use model::conversation::ToolCall;
use runner::Autonomy;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{EditorAgent, error_of};
use crate::wire::said;

/// The modes, in the order in which editors list them.
const MODES: [(&str, Autonomy); 3] = [
    ("review", Autonomy::Review),
    ("adopt", Autonomy::Adopt),
    ("ask", Autonomy::Ask),
];

/// The sessions of one connection.
#[derive(Default)]
pub(crate) struct Sessions(Mutex<HashMap<SessionId, Session>>);

#[derive(Clone)]
struct Session {
    /// Its conversation; created with the first instruction.
    thread: Option<ThreadId>,
    autonomy: Autonomy,
    /// Stops the running turn.
    running: Option<CancellationToken>,
}

impl Sessions {
    /// A new session.
    pub(crate) fn begin(&self, studio: &Studio, autonomy: Autonomy) -> SessionId {
        let id = SessionId::new(studio.world().new_id().to_string());
        self.take_up(id.clone(), None, autonomy);
        id
    }

    /// Resumes a session with its conversation; returns its autonomy.
    fn take_up(&self, id: SessionId, thread: Option<ThreadId>, autonomy: Autonomy) -> Autonomy {
        let session = Session {
            thread,
            autonomy,
            running: None,
        };
        self.lock().entry(id).or_insert(session).autonomy
    }

    pub(crate) fn set_mode(&self, id: &SessionId, mode: &SessionModeId) -> Result<(), Error> {
        let Some((_, autonomy)) = MODES.into_iter().find(|it| *it.0 == *mode.0) else {
            let names = MODES.map(|it| it.0).join(", ");
            let why = format_args!("there is no mode {:?}; there are {names}", &*mode.0);
            return Err(said(Error::invalid_params(), why));
        };
        self.with(id, |it| it.autonomy = autonomy)
    }

    /// Stops the turn of a session, if one is running.
    pub(crate) fn cancel(&self, id: &SessionId) {
        let running = self.with(id, |it| it.running.clone());
        if let Ok(Some(running)) = running {
            running.cancel();
        }
    }

    /// Forgets a session; its conversation stays.
    pub(crate) fn close(&self, id: &SessionId) -> Result<(), Error> {
        self.cancel(id);
        let closed = self.lock().remove(id);
        closed.map(|_| ()).ok_or_else(|| unknown(id))
    }

    /// Reserves the session for one turn; returns its conversation and autonomy.
    pub(crate) fn enter(
        &self,
        id: &SessionId,
        stop: &CancellationToken,
    ) -> Result<(Option<ThreadId>, Autonomy), Error> {
        self.with(id, |session| {
            if session.running.is_some() {
                let why = "an instruction of this session is being worked on; wait, or cancel it";
                return Err(said(Error::invalid_request(), why));
            }
            session.running = Some(stop.clone());
            Ok((session.thread, session.autonomy))
        })?
    }

    /// Records the conversation that was created for a session.
    pub(crate) fn set_thread(&self, id: &SessionId, thread: ThreadId) {
        self.with(id, |it| it.thread = Some(thread)).ok();
    }

    /// Releases the session after its turn.
    pub(crate) fn leave(&self, id: &SessionId) {
        self.with(id, |it| it.running = None).ok();
    }

    fn with<T>(&self, id: &SessionId, work: impl FnOnce(&mut Session) -> T) -> Result<T, Error> {
        let mut sessions = self.lock();
        sessions.get_mut(id).map(work).ok_or_else(|| unknown(id))
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<SessionId, Session>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl EditorAgent {
    /// Resumes a conversation, by the session's id or its own; returns its autonomy.
    pub(crate) async fn take_up(&self, id: &SessionId) -> Result<Autonomy, Error> {
        // Tools also accept part of an id, which could resume another conversation.
        id.0.parse::<Uuid>().map_err(|_| unknown(id))?;
        let args = json!({ "thread": &*id.0, "limit": 1 });
        let found = self.call("thread_history", args).await;
        let found = found.map_err(|_| unknown(id))?;
        let thread = serde_json::from_value(found["thread"].clone()).map_err(|_| unknown(id))?;
        let autonomy = self.options.autonomy;
        Ok(self.sessions.take_up(id.clone(), Some(thread), autonomy))
    }

    /// All conversations of the story, newest first.
    pub(crate) async fn list(&self) -> Result<ListSessionsResponse, Error> {
        let listed = self.call("list_threads", json!({})).await?;
        let threads = listed["threads"].as_array().into_iter().flatten();
        let path = self.studio.store().path();
        let folder = path.parent().unwrap_or(path).to_owned();
        let info = |it: &Value| {
            let id = it["thread"].as_str().unwrap_or_default().to_owned();
            SessionInfo::new(id, &*folder)
                .title(it["title"].as_str().map(str::to_owned))
                .updated_at(it["time"].as_str().map(str::to_owned))
        };
        Ok(ListSessionsResponse::new(threads.map(info).collect()))
    }

    /// Calls a tool as the person; returns its data.
    pub(crate) async fn call(&self, name: &str, args: Value) -> Result<Value, Error> {
        let person = self
            .studio
            .person("acp", std::sync::Arc::new(capability::NoApprover));
        let call = ToolCall {
            id: None,
            name: name.to_owned(),
            args,
        };
        let called = self.studio.call_for_data(&person, call).await;
        called.map_err(|failure| error_of(&failure))
    }
}

/// The modes of a session: how much the assistant does on its own.
pub(crate) fn modes(current: Autonomy, language: Language) -> SessionModeState {
    let named = MODES.map(|(id, _)| {
        let name = format(language, &format!("editor-mode-{id}"), &[]);
        let note = format(language, &format!("editor-mode-{id}-note"), &[]);
        SessionMode::new(id, name).description(note)
    });
    let now = MODES.iter().find(|it| it.1 == current);
    SessionModeState::new(now.map_or("adopt", |it| it.0), named.to_vec())
}

/// No session has this id.
pub(crate) fn unknown(id: &SessionId) -> Error {
    let error = Error::session_not_found(id.clone());
    said(
        error,
        "there is no such session in this story; begin one with session/new",
    )
}
