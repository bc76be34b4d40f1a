//! The connection to one MCP server: started when needed, and restarted after it was lost. Every
//! step has a time limit, and subscribers learn whether it currently works. Not here: the errors
//! (`failures.rs`).

use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use capability::ToolError;
use host::{OutsideResource, ServerToStart};
use rmcp::model::{
    CallToolRequestParams, ClientCapabilities, ClientConfig, Implementation,
    PaginatedRequestParams, ReadResourceRequestParams, Tool,
};
use rmcp::service::{NotificationContext, Peer, RunningService};
use rmcp::transport::auth::AuthClient;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rmcp::transport::{StreamableHttpClientTransport, TokioChildProcess};
use rmcp::{ClientHandler, RoleClient, ServiceError, ServiceExt as _};
use secrecy::ExposeSecret as _;
use serde_json::Value;
use tokio::process::Command;
use tokio::sync::{Mutex, watch};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::answer::Answer;
use super::failures::Failures;
use super::last_words::LastWords;
use super::resources::MAX_RESOURCES;
use super::sign_in::{self, TokenStore};
use super::{answer, resources, schema};

/// The time limit for a server to start and list its tools, in seconds.
const START_SECONDS: u64 = 20;
/// The time limit for a call, in seconds.
const CALL_SECONDS: u64 = 120;
/// The time limit for reading a resource, in seconds: a turn waits for it.
const READ_SECONDS: u64 = 10;
/// How many pages of tools are read.
const MAX_PAGES: usize = 20;

/// A tool as its server describes it, reduced to what can be handled.
#[derive(PartialEq)]
pub(super) struct OutsideTool {
    /// The server's name for it.
    pub(super) name: String,
    pub(super) description: String,
    pub(super) schema: Value,
}

/// The current problem of a server; `None` while it works.
pub(super) type Trouble = Option<ToolError>;

/// A server, whether or not it is running.
pub(super) struct Connection {
    server: Arc<ServerToStart>,
    /// The tokens of a server that a person is signed in to.
    tokens: TokenStore,
    /// Counts how often the server reported that its tools or resources changed.
    changed: watch::Sender<u64>,
    state: Mutex<State>,
    trouble: watch::Sender<Trouble>,
    /// The tools it listed last.
    listed: watch::Sender<Arc<[OutsideTool]>>,
    /// The resources it listed last.
    resources: watch::Sender<Arc<[OutsideResource]>>,
}

enum State {
    Idle,
    Running(Running),
    /// It was stopped and is not restarted.
    Closed,
}

/// A running server, until this is dropped.
struct Running {
    peer: Peer<RoleClient>,
    stop: DropGuard,
    task: JoinHandle<()>,
}

/// The time limit for a server to start.
pub(super) fn start_limit(server: &ServerToStart) -> Duration {
    Duration::from_secs(server.settings.seconds.unwrap_or(START_SECONDS))
}

/// Receives a server's own notifications; only changes of its lists count.
struct Listener(watch::Sender<u64>);

impl ClientHandler for Listener {
    fn get_info(&self) -> ClientConfig {
        let program = Implementation::new("storyteller", env!("CARGO_PKG_VERSION"));
        ClientConfig::new(ClientCapabilities::default(), program)
    }

    async fn on_tool_list_changed(&self, _context: NotificationContext<RoleClient>) {
        self.0.send_modify(|it| *it += 1);
    }

    async fn on_resource_list_changed(&self, _context: NotificationContext<RoleClient>) {
        self.0.send_modify(|it| *it += 1);
    }
}

impl Connection {
    pub(super) fn new(server: ServerToStart, changed: watch::Sender<u64>) -> Self {
        Self {
            tokens: TokenStore::new(server.sign_in.clone()),
            server: Arc::new(server),
            changed,
            state: Mutex::new(State::Idle),
            trouble: watch::Sender::new(None),
            listed: watch::Sender::new(Arc::new([])),
            resources: watch::Sender::new(Arc::new([])),
        }
    }

    /// The name in the settings.
    pub(super) fn name(&self) -> &str {
        &self.server.name
    }

    /// Whether it is an address, not a program.
    pub(super) fn is_address(&self) -> bool {
        !self.server.settings.url.is_empty()
    }

    /// The time limit for a call.
    pub(super) fn call_limit(&self) -> Duration {
        Duration::from_secs(self.server.settings.seconds.unwrap_or(CALL_SECONDS))
    }

    fn start_limit(&self) -> Duration {
        start_limit(&self.server)
    }

    fn failures(&self) -> Failures<'_> {
        Failures::of(&self.server).with_tokens(&self.tokens)
    }

    /// Its current problem, each time that changes.
    pub(super) fn trouble(&self) -> watch::Receiver<Trouble> {
        self.trouble.subscribe()
    }

    /// The tools it listed last.
    pub(super) fn listed(&self) -> Arc<[OutsideTool]> {
        Arc::clone(&self.listed.borrow())
    }

    /// The resources it listed last.
    pub(super) fn resources(&self) -> Arc<[OutsideResource]> {
        Arc::clone(&self.resources.borrow())
    }

    /// Requests its tools now, and its resources.
    pub(super) async fn tools(&self) -> Result<Arc<[OutsideTool]>, ToolError> {
        let listing = async {
            let peer = self.peer().await?;
            let info = peer.peer_info();
            let offers = info.map(|it| it.capabilities.clone()).unwrap_or_default();
            // A server that only offers resources need not know the request.
            let tools = match offers.tools.is_none() && offers.resources.is_some() {
                true => Vec::new(),
                false => self.list_tools(&peer).await?,
            };
            if offers.resources.is_some() {
                self.list_resources(&peer).await;
            }
            Ok::<_, ToolError>(tools)
        };
        let listed = timeout(self.start_limit(), listing).await;
        let listed = listed.map_err(|_| self.failures().silent())??;
        let tools = listed.into_iter().map(|it| OutsideTool {
            description: schema::description(
                self.name(),
                it.description.as_deref().unwrap_or_default(),
            ),
            schema: schema::reduced(Value::Object((*it.input_schema).clone())),
            name: it.name.into_owned(),
        });
        let tools: Arc<[OutsideTool]> = tools.collect();
        self.listed.send_replace(Arc::clone(&tools));
        Ok(tools)
    }

    async fn list_tools(&self, peer: &Peer<RoleClient>) -> Result<Vec<Tool>, ToolError> {
        let (mut tools, mut cursor) = (Vec::new(), None);
        for _ in 0..MAX_PAGES {
            let request = PaginatedRequestParams::default().with_cursor(cursor);
            let page = self.heard(peer.list_tools(Some(request)).await)?;
            tools.extend(page.tools);
            cursor = page.next_cursor;
            if cursor.is_none() {
                break;
            }
        }
        Ok(tools)
    }

    /// Lists its resources. Its tools can be used even if this fails.
    async fn list_resources(&self, peer: &Peer<RoleClient>) {
        let (mut listed, mut cursor) = (Vec::new(), None);
        for _ in 0..MAX_PAGES {
            let request = PaginatedRequestParams::default().with_cursor(cursor);
            let Ok(page) = self.heard(peer.list_resources(Some(request)).await) else {
                break;
            };
            let found = page.resources.iter();
            listed.extend(found.filter_map(|it| resources::listed(self.name(), it)));
            cursor = page.next_cursor;
            if cursor.is_none() || listed.len() >= MAX_RESOURCES {
                break;
            }
        }
        listed.truncate(MAX_RESOURCES);
        self.resources.send_replace(listed.into());
    }

    /// Reads the text of a resource.
    pub(super) async fn read(&self, uri: &str) -> Result<String, ToolError> {
        let reading = async {
            let peer = self.peer().await?;
            let request = ReadResourceRequestParams::new(uri);
            self.heard(peer.read_resource(request).await)
        };
        let read = timeout(Duration::from_secs(READ_SECONDS), reading).await;
        let read = read.map_err(|_| self.failures().silent())??;
        let text = resources::text(&read).ok_or_else(|| self.failures().without_text(uri))?;
        Ok(self.failures().without_secrets(&text))
    }

    /// Calls a tool by the server's name for it.
    pub(super) async fn call(&self, tool: &str, input: Value) -> Result<Answer, ToolError> {
        let peer = timeout(self.start_limit(), self.peer()).await;
        let peer = peer.map_err(|_| self.failures().silent())??;
        let arguments = input.as_object().cloned().unwrap_or_default();
        let request = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
        let result = self.heard(peer.call_tool(request).await)?;
        if result.is_error == Some(true) {
            return Err(self.failures().of_tool(&answer::failure(&result)));
        }
        let mut answer = Answer::of(self.name(), &result);
        answer.data = self.failures().data_without_secrets(answer.data);
        Ok(answer)
    }

    /// Stops the server for good.
    pub(super) async fn close(&self) {
        let state = std::mem::replace(&mut *self.state.lock().await, State::Closed);
        if let State::Running(Running { stop, task, .. }) = state {
            drop(stop);
            if let Err(error) = task.await {
                tracing::debug!(name = self.name(), %error, "an MCP server fell while it was ended");
            }
        }
    }

    /// The server's end of the connection, started if it is not running.
    async fn peer(&self) -> Result<Peer<RoleClient>, ToolError> {
        let mut state = self.state.lock().await;
        match &mut *state {
            State::Running(running) if !running.peer.is_transport_closed() => {
                return Ok(running.peer.clone());
            }
            // Its end is reported before the next one starts.
            State::Running(running) => drop((&mut running.task).await),
            State::Closed => return Err(self.failures().ended("")),
            State::Idle => {}
        }
        *state = State::Idle;
        match self.start().await {
            Ok(running) => {
                self.set_trouble(None);
                let peer = running.peer.clone();
                *state = State::Running(running);
                Ok(peer)
            }
            Err(error) => {
                self.set_trouble(Some(error.clone()));
                Err(error)
            }
        }
    }

    async fn start(&self) -> Result<Running, ToolError> {
        let listener = Listener(self.changed.clone());
        let stop = CancellationToken::new();
        let started = match self.is_address() {
            false => {
                let (process, words) = self.spawn()?;
                match listener.serve_with_ct(process, stop.child_token()).await {
                    Ok(running) => Ok((running, Some(words))),
                    // It ended before it sent anything; its standard error may say why.
                    Err(rmcp::service::ClientInitializeError::ConnectionClosed(_)) => {
                        return Err(self.failures().ended(&words.line().await));
                    }
                    Err(error) => Err(error),
                }
            }
            true if self.server.settings.signed_in => {
                let transport = self.signed_in_transport().await?;
                let serving = listener.serve_with_ct(transport, stop.child_token());
                serving.await.map(|running| (running, None))
            }
            true => {
                let serving = listener.serve_with_ct(self.transport(), stop.child_token());
                serving.await.map(|running| (running, None))
            }
        };
        let (running, words) = started.map_err(|error| {
            // The underlying error may repeat what a server sent back, and so contain a secret of
            // ours.
            let why = self.failures().without_secrets(&error.to_string());
            tracing::debug!(name = self.name(), why, "an MCP server did not start");
            self.failures().unconnected(&error)
        })?;
        Ok(self.watched(running, words, stop))
    }

    /// Watches the server while it runs, and reports if it ends by itself.
    fn watched(
        &self,
        running: RunningService<RoleClient, Listener>,
        words: Option<LastWords>,
        stop: CancellationToken,
    ) -> Running {
        let peer = running.peer().clone();
        let (server, trouble) = (Arc::clone(&self.server), self.trouble.clone());
        let is_stopped = stop.clone();
        let task = tokio::spawn(async move {
            // However it ended, it is no longer running.
            let _ = running.waiting().await;
            if is_stopped.is_cancelled() {
                return;
            }
            let words = match words {
                Some(words) => words.line().await,
                None => String::new(),
            };
            trouble.send_replace(Some(Failures::of(&server).ended(&words)));
        });
        let stop = stop.drop_guard();
        Running { peer, stop, task }
    }

    fn transport(&self) -> StreamableHttpClientTransport<reqwest::Client> {
        let mut config =
            StreamableHttpClientTransportConfig::with_uri(self.server.settings.url.as_str());
        if let Some(key) = &self.server.key {
            config = config.auth_header(key.expose_secret());
        }
        // Encryption needs a provider; an installed one is kept.
        let _ = rustls::crypto::ring::default_provider().install_default();
        StreamableHttpClientTransport::from_config(config)
    }

    /// The same with the tokens of a person who is signed in; expired ones are refreshed.
    async fn signed_in_transport(
        &self,
    ) -> Result<StreamableHttpClientTransport<AuthClient<reqwest::Client>>, ToolError> {
        let manager = sign_in::signed_in(&self.server, self.tokens.clone()).await?;
        let manager = manager.ok_or_else(|| self.failures().sign_in_needed())?;
        let client = AuthClient::new(reqwest::Client::new(), manager);
        let url = self.server.settings.url.as_str();
        let config = StreamableHttpClientTransportConfig::with_uri(url);
        Ok(StreamableHttpClientTransport::with_client(client, config))
    }

    fn spawn(&self) -> Result<(TokioChildProcess, LastWords), ToolError> {
        let mut command = Command::new(&self.server.settings.command);
        command
            .args(&self.server.settings.args)
            .env_clear()
            .envs(&self.server.environment)
            .kill_on_drop(true);
        let spawned = TokioChildProcess::builder(command)
            .stderr(Stdio::piped())
            .spawn()
            .and_then(|(process, stderr)| {
                let stderr = stderr.ok_or_else(|| std::io::Error::other("no standard error"))?;
                Ok((process, LastWords::of(stderr)))
            });
        spawned.map_err(|error| self.failures().unstarted(&error))
    }

    /// The result of a request. For a server at an address, it also updates whether it can be
    /// reached; the end of a program is watched separately.
    fn heard<T>(&self, answered: Result<T, ServiceError>) -> Result<T, ToolError> {
        let failed = answered.map_err(|error| {
            let is_reached = matches!(error, ServiceError::McpError(_));
            (self.failures().failed(&error), is_reached)
        });
        match (&failed, self.is_address()) {
            (Ok(_) | Err((_, true)), true) => self.set_trouble(None),
            (Err((error, false)), true) => self.set_trouble(Some(error.clone())),
            (_, false) => {}
        }
        failed.map_err(|(error, _)| error)
    }

    fn set_trouble(&self, trouble: Trouble) {
        self.trouble.send_if_modified(|now| {
            let is_other = *now != trouble;
            *now = trouble;
            is_other
        });
    }
}
