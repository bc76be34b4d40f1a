//! The assistant of an open story as an agent for an editor. A session of the editor is a
//! conversation of the story, so that it can be resumed later. Enter through [`serve_stdio`].

mod prompt;
mod questions;
mod replay;
mod sessions;
#[cfg(test)]
mod tests;
mod turn;
mod updates;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use agent_client_protocol_schema::ProtocolVersion;
use agent_client_protocol_schema::v1::{
    AGENT_METHOD_NAMES as METHODS, AgentCapabilities, CancelNotification, CloseSessionRequest,
    CloseSessionResponse, Error, Implementation, InitializeRequest, InitializeResponse,
    ListSessionsRequest, LoadSessionRequest, LoadSessionResponse, NewSessionRequest,
    NewSessionResponse, PromptCapabilities, PromptRequest, RequestId, ResumeSessionRequest,
    ResumeSessionResponse, SessionCapabilities, SessionCloseCapabilities, SessionListCapabilities,
    SessionResumeCapabilities, SetSessionModeRequest, SetSessionModeResponse,
};
use capability::Code;
use host::{Failure, Studio};
use messages::Language;
use model::NodeId;
use runner::Autonomy;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use self::sessions::Sessions;
use crate::MAX_BYTES;
use crate::wire::{Incoming, Peer, read, said};

/// How many messages of the editor may be queued.
const WAITING: usize = 64;

/// How the assistant works for an editor.
#[derive(Debug, Clone, Copy)]
pub struct EditorOptions {
    /// How much it may do on its own, until the editor chooses another mode.
    pub autonomy: Autonomy,
    /// The node that instructions are about.
    pub node: Option<NodeId>,
    /// Whether its model is shown pictures.
    pub takes_pictures: bool,
    /// The language of the modes and answers to choose from.
    pub language: Language,
}

/// Serves the assistant to the editor at the other end of standard input and output, until it
/// closes them or `stop` is cancelled. A running turn is then stopped, and what was done stays.
pub async fn serve_stdio(studio: Studio, options: EditorOptions, stop: CancellationToken) {
    let streams = (tokio::io::stdin(), tokio::io::stdout());
    serve(studio, options, stop, streams).await;
}

/// The same over any pair of streams.
async fn serve<R, W>(
    studio: Studio,
    options: EditorOptions,
    stop: CancellationToken,
    (input, output): (R, W),
) where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    let peer = Peer::new(output);
    let (to, mut incoming) = mpsc::channel(WAITING);
    let reading = tokio::spawn(read(input, MAX_BYTES, None, peer.clone(), to));
    let stop = stop.child_token();
    let agent = Arc::new(EditorAgent {
        studio,
        options,
        peer,
        sessions: Sessions::default(),
        is_begun: AtomicBool::new(false),
        stop: stop.clone(),
    });
    let mut running = JoinSet::new();
    while let Some(Some(message)) = stop.run_until_cancelled(incoming.recv()).await {
        while running.try_join_next().is_some() {}
        match message {
            Incoming::Notification { method, params } => agent.to_json(&method, params),
            Incoming::Request { id, method, params } => {
                let agent = Arc::clone(&agent);
                running.spawn(agent.answer(id, method, params));
            }
        }
    }
    // A turn ends in an orderly way: the running call is awaited and its answer stored.
    stop.cancel();
    while running.join_next().await.is_some() {}
    reading.abort();
}

/// The agent at this end.
pub(crate) struct EditorAgent {
    pub(crate) studio: Studio,
    pub(crate) options: EditorOptions,
    pub(crate) peer: Peer,
    pub(crate) sessions: Sessions,
    /// Whether the editor has initialized the connection.
    is_begun: AtomicBool,
    /// Ends everything.
    pub(crate) stop: CancellationToken,
}

impl EditorAgent {
    fn to_json(&self, method: &str, params: Value) {
        // Other notifications have no meaning for this agent; the protocol requires ignoring them.
        if method == METHODS.session_cancel
            && let Ok(cancel) = serde_json::from_value::<CancelNotification>(params)
        {
            self.sessions.cancel(&cancel.session_id);
        }
    }

    async fn answer(self: Arc<Self>, id: RequestId, method: String, params: Value) {
        let result = self.handle(&method, params).await;
        self.peer.answer(id, result).await;
    }

    async fn handle(&self, method: &str, params: Value) -> Result<Value, Error> {
        if method == METHODS.initialize {
            return to_json(&self.initialize(&parse(params)?));
        }
        if !self.is_begun.load(Ordering::Acquire) {
            let why = "a connection begins with `initialize`";
            return Err(said(Error::invalid_request(), why));
        }
        match method {
            it if it == METHODS.session_new => {
                let request: NewSessionRequest = parse(params)?;
                absolute(&request.cwd)?;
                let id = self.sessions.begin(&self.studio, self.options.autonomy);
                let modes = sessions::modes(self.options.autonomy, self.options.language);
                to_json(&NewSessionResponse::new(id).modes(modes))
            }
            it if it == METHODS.session_load => {
                let request: LoadSessionRequest = parse(params)?;
                absolute(&request.cwd)?;
                let autonomy = self.take_up(&request.session_id).await?;
                self.replay(&request.session_id).await?;
                let modes = sessions::modes(autonomy, self.options.language);
                to_json(&LoadSessionResponse::new().modes(modes))
            }
            it if it == METHODS.session_resume => {
                let request: ResumeSessionRequest = parse(params)?;
                absolute(&request.cwd)?;
                let autonomy = self.take_up(&request.session_id).await?;
                let modes = sessions::modes(autonomy, self.options.language);
                to_json(&ResumeSessionResponse::new().modes(modes))
            }
            it if it == METHODS.session_list => {
                let _: ListSessionsRequest = parse(params)?;
                to_json(&self.list().await?)
            }
            it if it == METHODS.session_close => {
                let request: CloseSessionRequest = parse(params)?;
                self.sessions.close(&request.session_id)?;
                to_json(&CloseSessionResponse::new())
            }
            it if it == METHODS.session_set_mode => {
                let request: SetSessionModeRequest = parse(params)?;
                self.sessions
                    .set_mode(&request.session_id, &request.mode_id)?;
                to_json(&SetSessionModeResponse::new())
            }
            it if it == METHODS.session_prompt => {
                let request: PromptRequest = parse(params)?;
                to_json(&self.prompt(request).await?)
            }
            it if it == METHODS.authenticate => {
                let why = "this agent needs no sign-in";
                Err(said(Error::invalid_params(), why))
            }
            other => {
                let why = format_args!("this agent has no method {other:?}");
                Err(said(Error::method_not_found(), why))
            }
        }
    }

    fn initialize(&self, _: &InitializeRequest) -> InitializeResponse {
        self.is_begun.store(true, Ordering::Release);
        let prompts = PromptCapabilities::new()
            .image(self.options.takes_pictures)
            .embedded_context(true);
        let sessions = SessionCapabilities::new()
            .list(SessionListCapabilities::new())
            .resume(SessionResumeCapabilities::new())
            .close(SessionCloseCapabilities::new());
        let capabilities = AgentCapabilities::new()
            .load_session(true)
            .prompt_capabilities(prompts)
            .session_capabilities(sessions);
        let version = env!("CARGO_PKG_VERSION");
        // The only version; an editor that does not support it disconnects.
        InitializeResponse::new(ProtocolVersion::V1)
            .agent_capabilities(capabilities)
            .agent_info(Implementation::new("storyteller", version).title("Storyteller"))
    }
}

fn parse<T: DeserializeOwned>(params: Value) -> Result<T, Error> {
    // A method without required parameters may be called without any.
    let params = match params {
        Value::Null => Value::Object(serde_json::Map::new()),
        params => params,
    };
    serde_json::from_value(params).map_err(|error| said(Error::invalid_params(), error))
}

fn to_json(answer: &impl Serialize) -> Result<Value, Error> {
    serde_json::to_value(answer).map_err(|error| said(Error::internal_error(), error))
}

/// The protocol requires absolute paths. This agent reads no files; it only enforces the rule.
fn absolute(folder: &std::path::Path) -> Result<(), Error> {
    match folder.is_absolute() {
        true => Ok(()),
        false => {
            let why = "`cwd` has to be an absolute path";
            Err(said(Error::invalid_params(), why))
        }
    }
}

/// A failure as the protocol's error.
pub(crate) fn error_of(failure: &Failure) -> Error {
    let report = failure.report();
    let error = match report.code {
        Code::InvalidActionInput | Code::Conflict => Error::invalid_params(),
        Code::NotFound => Error::resource_not_found(None),
        _ => Error::internal_error(),
    };
    let message = match &report.hint {
        Some(hint) => format!("{}; {hint}", report.message),
        None => report.message.clone(),
    };
    Error::new(error.code.into(), message)
}
