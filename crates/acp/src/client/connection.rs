//! One running agent with one session: created or resumed, prompted, cancelled. Every step has a
//! time limit. The process ends when this is dropped.

use std::collections::HashMap;
use std::process::Stdio;
use std::time::Duration;

use agent_client_protocol_schema::ProtocolVersion;
use agent_client_protocol_schema::v1::{
    AGENT_METHOD_NAMES as METHODS, CLIENT_METHOD_NAMES as CLIENT_METHODS, CancelNotification,
    ClientCapabilities, ContentBlock, Error, ErrorCode, Implementation, InitializeRequest,
    InitializeResponse, LoadSessionRequest, LoadSessionResponse, NewSessionRequest,
    NewSessionResponse, PromptRequest, PromptResponse, ResumeSessionRequest, ResumeSessionResponse,
    SessionId, SessionModeState, SetSessionModeRequest, SetSessionModeResponse,
};
use host::AgentToStart;
use llm::LlmError;
use model::conversation::{Delta, ToolDefinition};
use serde_json::Value;
use tokio::process::{Child, Command};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::modes;
use super::notes::SessionNotes;
use super::tools::{OfferedTools, ToolRequest};
use super::updates;
use crate::MAX_BYTES;
use crate::wire::{Incoming, Peer, ReadEnd, read, said};

/// How many malformed lines are tolerated: some programs print a greeting first.
const PATIENCE: usize = 20;
/// How many updates may be queued; the agent waits if there are more.
const WAITING: usize = 256;
/// The longest text of one reply, in bytes, and the most updates.
const MAX_REPLY_BYTES: usize = 4 << 20;
const MAX_UPDATES: usize = 200_000;
/// How long an agent may take to stop.
const CANCEL_LIMIT: Duration = Duration::from_secs(5);
/// How long to wait for concurrent calls, to run them as calls of one reply.
const TOGETHER: Duration = Duration::from_millis(30);

/// The result of following an agent.
pub(super) enum Step {
    /// It called tools, each with an id.
    Called(Vec<(String, ToolRequest)>),
    /// It finished.
    Ended(PromptResponse),
}

/// A running agent.
pub(super) struct Connection {
    name: String,
    silence_limit: Duration,
    _child: Child,
    peer: Peer,
    incoming: mpsc::Receiver<Incoming>,
    reading: JoinHandle<ReadEnd>,
    offered: OfferedTools,
    requests: mpsc::Receiver<ToolRequest>,
    pub(super) session: SessionId,
    /// The story content that the agent was last sent besides messages.
    pub(super) context: Option<String>,
    running: Option<Running>,
    /// What the agent reports about its session besides replies.
    about: SessionNotes,
}

/// An instruction in progress.
struct Running {
    answer: JoinHandle<Result<PromptResponse, Error>>,
    /// Calls that it waits for, by their ids in the turn.
    open: HashMap<String, oneshot::Sender<Result<String, String>>>,
    bytes: usize,
    updates: usize,
}

impl Connection {
    /// Starts the agent, and resumes the session with this id, or creates a new one if that fails;
    /// returns the agent, and whether the session was resumed.
    pub(super) async fn start(
        agent: &AgentToStart,
        session: Option<&str>,
        tools: &[ToolDefinition],
    ) -> Result<(Self, bool), LlmError> {
        let starting = Self::start_unbounded(agent, session, tools);
        let name = &agent.name;
        match timeout(agent.begin_limit, starting).await {
            Ok(started) => started,
            Err(_) => {
                let seconds = agent.begin_limit.as_secs();
                let why =
                    format!("the agent {name} did not begin within {seconds} s, and was ended");
                Err(misconfigured(why))
            }
        }
    }

    async fn start_unbounded(
        agent: &AgentToStart,
        session: Option<&str>,
        tools: &[ToolDefinition],
    ) -> Result<(Self, bool), LlmError> {
        let name = &agent.name;
        let cannot = |what: &str, error: &dyn std::fmt::Display| {
            misconfigured(format!(
                "the agent {name} cannot be started: {what}: {error}"
            ))
        };
        std::fs::create_dir_all(&agent.folder).map_err(|it| cannot("its folder", &it))?;
        let opened = OfferedTools::open().await;
        let (offered, requests) = opened.map_err(|it| cannot("its tools", &it))?;
        offered.offer(tools);
        let mut child = Command::new(&agent.program)
            .args(&agent.args)
            .env_clear()
            .envs(&agent.environment)
            .current_dir(&agent.folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .map_err(|it| cannot(&agent.program.display().to_string(), &it))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(cannot("its streams", &"they are closed"));
        };
        let peer = Peer::new(input);
        let (to, incoming) = mpsc::channel(WAITING);
        let reading = read(output, MAX_BYTES, Some(PATIENCE), peer.clone(), to);
        let mut connection = Self {
            name: name.clone(),
            silence_limit: agent.silence_limit,
            _child: child,
            peer,
            incoming,
            reading: tokio::spawn(reading),
            offered,
            requests,
            session: SessionId::new(""),
            context: None,
            running: None,
            about: SessionNotes::default(),
        };
        let is_taken_up = connection.begin(agent, session).await?;
        Ok((connection, is_taken_up))
    }

    /// The first requests of the protocol; returns whether the session was resumed.
    async fn begin(
        &mut self,
        agent: &AgentToStart,
        session: Option<&str>,
    ) -> Result<bool, LlmError> {
        let program = Implementation::new("storyteller", env!("CARGO_PKG_VERSION"));
        // No files and no terminal: only the tools of the story.
        let request = InitializeRequest::new(ProtocolVersion::V1)
            .client_capabilities(ClientCapabilities::new())
            .client_info(program.title("Storyteller"));
        let begun: InitializeResponse = self.ask(METHODS.initialize, &request).await?;
        if begun.protocol_version != ProtocolVersion::V1 {
            let name = &self.name;
            let version = begun.protocol_version;
            let why = format!("the agent {name} speaks version {version:?} of the protocol, not 1");
            return Err(misconfigured(why));
        }
        let server = self
            .offered
            .server()
            .map_err(|error| misconfigured(format!("this program cannot find itself: {error}")))?;
        let servers = vec![server];
        let folder = &agent.folder;
        if let Some(session) = session {
            let id = SessionId::new(session);
            let can = &begun.agent_capabilities;
            let taken_up = if can.session_capabilities.resume.is_some() {
                let request =
                    ResumeSessionRequest::new(id.clone(), folder).mcp_servers(servers.clone());
                let taken: Result<ResumeSessionResponse, _> =
                    self.ask(METHODS.session_resume, &request).await;
                taken.ok().map(|it| it.modes)
            } else if can.load_session {
                let request =
                    LoadSessionRequest::new(id.clone(), folder).mcp_servers(servers.clone());
                let taken: Result<LoadSessionResponse, _> =
                    self.ask(METHODS.session_load, &request).await;
                taken.ok().map(|it| it.modes)
            } else {
                None
            };
            if let Some(modes) = taken_up {
                self.session = id;
                self.set_mode(agent, modes).await?;
                return Ok(true);
            }
        }
        let request = NewSessionRequest::new(folder).mcp_servers(servers);
        let begun: NewSessionResponse = self.ask(METHODS.session_new, &request).await?;
        self.session = begun.session_id;
        self.set_mode(agent, begun.modes).await?;
        Ok(false)
    }

    /// Sets the mode named in the settings, if any.
    async fn set_mode(
        &mut self,
        agent: &AgentToStart,
        modes: Option<SessionModeState>,
    ) -> Result<(), LlmError> {
        let Some(mode) = modes::wanted(agent, modes).map_err(misconfigured)? else {
            return Ok(());
        };
        let request = SetSessionModeRequest::new(self.session.clone(), mode);
        let _: SetSessionModeResponse = self.ask(METHODS.session_set_mode, &request).await?;
        Ok(())
    }

    /// Sends a request, ignoring the agent's notifications meanwhile: what it replays of a resumed
    /// session is known.
    async fn ask<A: serde::de::DeserializeOwned>(
        &mut self,
        method: &str,
        params: &impl serde::Serialize,
    ) -> Result<A, LlmError> {
        let peer = self.peer.clone();
        let asking = peer.request(method, params);
        tokio::pin!(asking);
        let answer = loop {
            tokio::select! {
                // Messages before the answer are handled first.
                biased;
                Some(message) = self.incoming.recv() => match message {
                    Incoming::Request { id, method, .. } => {
                        self.peer.answer(id, Err(updates::unknown(&method))).await;
                    }
                    Incoming::Notification { method, params } => {
                        if let Some(notice) = updates::notice(&method, params) {
                            self.about.hear(&notice.update);
                        }
                    }
                },
                answer = &mut asking => break answer,
            }
        };
        match answer {
            Ok(answer) => Ok(answer),
            Err(error) => Err(self.failed(error).await),
        }
    }

    /// Sets the tools that the agent may call.
    pub(super) fn offer(&self, tools: &[ToolDefinition]) {
        self.offered.offer(tools);
    }

    /// Sends the agent an instruction.
    pub(super) fn prompt(&mut self, blocks: Vec<ContentBlock>) {
        let request = PromptRequest::new(self.session.clone(), blocks);
        let peer = self.peer.clone();
        let asking = async move { peer.request(METHODS.session_prompt, &request).await };
        self.running = Some(Running {
            answer: tokio::spawn(asking),
            open: HashMap::new(),
            bytes: 0,
            updates: 0,
        });
    }

    /// Whether the agent is still running.
    pub(super) fn is_alive(&self) -> bool {
        !self.reading.is_finished()
    }

    /// Whether the agent is working on an instruction.
    pub(super) fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Gives the agent the results of the calls that it waits for; returns whether all of them have
    /// one.
    pub(super) fn give_results(
        &mut self,
        result: impl Fn(&str) -> Option<Result<String, String>>,
    ) -> bool {
        let Some(running) = &mut self.running else {
            return false;
        };
        let found: Vec<_> = running
            .open
            .keys()
            .filter_map(|id| Some((id.clone(), result(id)?)))
            .collect();
        for (id, result) in found {
            if let Some(answer) = running.open.remove(&id) {
                // An agent that has dropped the call needs no result.
                answer.send(result).ok();
            }
        }
        running.open.is_empty()
    }

    /// Records the channel for a call's result.
    pub(super) fn wait_for(&mut self, id: String, answer: oneshot::Sender<Result<String, String>>) {
        if let Some(running) = &mut self.running {
            running.open.insert(id, answer);
        }
    }

    /// Follows the agent until it calls tools or finishes.
    pub(super) async fn follow(
        &mut self,
        new_id: &(dyn Fn() -> String + Sync),
        on_delta: &mut (dyn FnMut(Delta) + Send),
    ) -> Result<Step, LlmError> {
        let limit = self.silence_limit;
        loop {
            let Some(running) = &mut self.running else {
                return Err(misconfigured("the agent was not asked anything".to_owned()));
            };
            tokio::select! {
                biased;
                message = self.incoming.recv() => match message {
                    Some(message) => {
                        for delta in self.handle_message(message, false).await? {
                            on_delta(delta);
                        }
                    }
                    None => return Err(self.failed(said(Error::internal_error(), "it ended")).await),
                },
                Some(first) = self.requests.recv() => {
                    let mut calls = vec![(new_id(), first)];
                    while let Ok(Some(next)) = timeout(TOGETHER, self.requests.recv()).await {
                        calls.push((new_id(), next));
                    }
                    return Ok(Step::Called(calls));
                }
                answer = &mut running.answer => {
                    self.running = None;
                    if let Some(line) = self.about.line() {
                        on_delta(Delta::Thinking(line));
                    }
                    let answer = answer.unwrap_or_else(|error| {
                        Err(said(Error::internal_error(), error))
                    });
                    return match answer {
                        Ok(answer) => Ok(Step::Ended(answer)),
                        Err(error) => Err(self.failed(error).await),
                    };
                }
                () = tokio::time::sleep(limit) => {
                    let seconds = limit.as_secs();
                    let name = &self.name;
                    let why = format!("the agent {name} was silent for {seconds} s, and was ended");
                    return Err(misconfigured(why));
                }
            }
        }
    }

    /// What a message of the agent adds to the reply.
    async fn handle_message(
        &mut self,
        message: Incoming,
        is_cancelled: bool,
    ) -> Result<Vec<Delta>, LlmError> {
        let delta = match message {
            Incoming::Notification { method, params } => self.notified(&method, params),
            Incoming::Request { id, method, params } => {
                let answered = match method == CLIENT_METHODS.session_request_permission {
                    true => updates::permission(params, &self.offered, is_cancelled),
                    false => Err(updates::unknown(&method)),
                };
                let (answer, note) = match answered {
                    Ok((answer, note)) => (
                        serde_json::to_value(answer)
                            .map_err(|error| said(Error::internal_error(), error)),
                        note,
                    ),
                    Err(error) => (Err(error), None),
                };
                self.peer.answer(id, answer).await;
                note
            }
        };
        if let Some(running) = &mut self.running {
            running.updates += 1;
            running.bytes += match &delta {
                Some(Delta::Text(text) | Delta::Thinking(text)) => text.len(),
                _ => 0,
            };
            if running.bytes > MAX_REPLY_BYTES || running.updates > MAX_UPDATES {
                let name = &self.name;
                let why = format!("the agent {name} does not stop talking, and was ended");
                return Err(misconfigured(why));
            }
        }
        Ok(delta.into_iter().collect())
    }

    /// What a notification adds to the reply; nothing if it is invalid or belongs to another
    /// session.
    fn notified(&mut self, method: &str, params: Value) -> Option<Delta> {
        let notice = updates::notice(method, params)?;
        if notice.session_id != self.session {
            return None;
        }
        self.about.hear(&notice.update);
        updates::delta(notice.update, &self.offered)
    }

    /// Stops what the agent is working on; returns false if it does not stop and should be killed.
    pub(super) async fn cancel(&mut self) -> bool {
        let Some(running) = &mut self.running else {
            return true;
        };
        for (_, answer) in running.open.drain() {
            answer
                .send(Err("the writer's request is over".to_owned()))
                .ok();
        }
        let notice = CancelNotification::new(self.session.clone());
        let stopping = async {
            self.peer.notify(METHODS.session_cancel, &notice).await.ok();
            loop {
                let Some(running) = &mut self.running else {
                    return true;
                };
                tokio::select! {
                    biased;
                    message = self.incoming.recv() => match message {
                        Some(message) => if self.handle_message(message, true).await.is_err() {
                            return false;
                        },
                        None => return false,
                    },
                    Some(call) = self.requests.recv() => {
                        call.answer.send(Err("the writer's request is over".to_owned())).ok();
                    }
                    answer = &mut running.answer => {
                        self.running = None;
                        return matches!(answer, Ok(Ok(_)));
                    }
                }
            }
        };
        timeout(CANCEL_LIMIT, stopping).await.unwrap_or(false)
    }

    /// An error of the agent, or of its process.
    async fn failed(&mut self, error: Error) -> LlmError {
        let provider = self.name.clone();
        if error.code == ErrorCode::AuthRequired {
            let message = "sign in with the agent's own program first".to_owned();
            return LlmError::Unauthorized { provider, message };
        }
        let ended = timeout(Duration::from_millis(200), &mut self.reading).await;
        match ended {
            Ok(Ok(ReadEnd::Malformed(why))) => misconfigured(format!(
                "the agent {provider} does not keep to the protocol ({why}), and was ended"
            )),
            Ok(_) => misconfigured(format!("the agent {provider} ended by itself")),
            Err(_) => {
                let why = reason(&error);
                misconfigured(format!("the agent {provider} failed: {why}"))
            }
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.reading.abort();
        if let Some(running) = &self.running {
            running.answer.abort();
        }
    }
}

/// The message of an error, with its details if they are short.
fn reason(error: &Error) -> String {
    const LONGEST: usize = 400;
    let details = error
        .data
        .as_ref()
        .map(ToString::to_string)
        .unwrap_or_default();
    let whole = format!("{} {details}", error.message);
    whole.trim().chars().take(LONGEST).collect()
}

fn misconfigured(message: String) -> LlmError {
    LlmError::Misconfigured {
        message: message.into(),
    }
}
