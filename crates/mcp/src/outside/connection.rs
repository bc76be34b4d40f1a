//! The connection to one outside server: opened when needed, reopened after it was lost. Every step
//! has a time limit.

use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use capability::{Code, ToolError};
use host::ServerToStart;
use rmcp::model::{
    CallToolRequestParams, ClientCapabilities, ClientConfig, Implementation, PaginatedRequestParams,
};
use rmcp::service::{NotificationContext, Peer, RunningService};
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rmcp::transport::{StreamableHttpClientTransport, TokioChildProcess};
use rmcp::{ClientHandler, RoleClient, ServiceError, ServiceExt as _};
use secrecy::ExposeSecret as _;
use serde_json::Value;
use tokio::process::Command;
use tokio::sync::{Mutex, watch};
use tokio::time::timeout;

use super::{answer, plain, schema};

/// How long a server may take to begin and to list its tools, in seconds.
const BEGIN_SECONDS: u64 = 20;
/// How long a call may take without an answer, in seconds.
const CALL_SECONDS: u64 = 120;
/// How many pages of tools are read.
const MAX_PAGES: usize = 20;
/// The fewest bytes of a key that is looked for in answers.
const SHORTEST_KEY: usize = 8;

/// A tool as its server describes it, reduced to what can be handled.
pub(super) struct OutsideTool {
    /// The name that the server gives it.
    pub(super) name: String,
    pub(super) description: String,
    pub(super) schema: Value,
}

/// A server, whether it runs now or not.
pub(super) struct Connection {
    server: ServerToStart,
    /// Counts how often the server said that its tools changed.
    changed: watch::Sender<u64>,
    running: Mutex<Option<RunningService<RoleClient, Listener>>>,
    /// What it told of its tools last.
    listed: watch::Sender<Arc<[OutsideTool]>>,
}

/// Hears what a server says by itself; it may say only that its tools changed.
struct Listener(watch::Sender<u64>);

impl ClientHandler for Listener {
    fn get_info(&self) -> ClientConfig {
        let program = Implementation::new("storyteller", env!("CARGO_PKG_VERSION"));
        ClientConfig::new(ClientCapabilities::default(), program)
    }

    async fn on_tool_list_changed(&self, _context: NotificationContext<RoleClient>) {
        self.0.send_modify(|it| *it += 1);
    }
}

impl Connection {
    pub(super) fn new(server: ServerToStart, changed: watch::Sender<u64>) -> Self {
        Self {
            server,
            changed,
            running: Mutex::default(),
            listed: watch::Sender::new(Arc::new([])),
        }
    }

    /// The name in the settings.
    pub(super) fn name(&self) -> &str {
        &self.server.name
    }

    /// How long a call may take.
    pub(super) fn call_limit(&self) -> Duration {
        Duration::from_secs(self.server.settings.seconds.unwrap_or(CALL_SECONDS))
    }

    fn begin_limit(&self) -> Duration {
        Duration::from_secs(self.server.settings.seconds.unwrap_or(BEGIN_SECONDS))
    }

    /// What it told of its tools last.
    pub(super) fn listed(&self) -> Arc<[OutsideTool]> {
        Arc::clone(&self.listed.borrow())
    }

    /// Its tools, asked for now.
    pub(super) async fn tools(&self) -> Result<Arc<[OutsideTool]>, ToolError> {
        let listing = async {
            let peer = self.peer().await?;
            let (mut tools, mut cursor) = (Vec::new(), None);
            for _ in 0..MAX_PAGES {
                let request = PaginatedRequestParams::default().with_cursor(cursor);
                let page = peer.list_tools(Some(request)).await;
                let page = page.map_err(|error| self.failed(&error))?;
                tools.extend(page.tools);
                cursor = page.next_cursor;
                if cursor.is_none() {
                    break;
                }
            }
            Ok::<_, ToolError>(tools)
        };
        let listed = timeout(self.begin_limit(), listing).await;
        let listed = listed.map_err(|_| self.silent())??;
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

    /// Calls a tool by the name that the server gave it.
    pub(super) async fn call(&self, tool: &str, input: Value) -> Result<Value, ToolError> {
        let peer = timeout(self.begin_limit(), self.peer()).await;
        let peer = peer.map_err(|_| self.silent())??;
        let arguments = input.as_object().cloned().unwrap_or_default();
        let request = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
        let result = peer.call_tool(request).await;
        let result = result.map_err(|error| self.failed(&error))?;
        if result.is_error == Some(true) {
            let message = format!(
                "{} could not do it: {}",
                self.name(),
                self.without_key(&answer::failure(&result))
            );
            return Err(ToolError::new(Code::Unavailable, message));
        }
        Ok(self.data_without_key(answer::data(self.name(), &result)))
    }

    /// Ends the server.
    pub(super) async fn close(&self) {
        if let Some(running) = self.running.lock().await.take()
            && let Err(error) = running.cancel().await
        {
            tracing::debug!(name = self.name(), %error, "an outside server fell while it was ended");
        }
    }

    /// The server's end of the connection, which is begun if it does not last.
    async fn peer(&self) -> Result<Peer<RoleClient>, ToolError> {
        let mut running = self.running.lock().await;
        if let Some(running) = running.as_ref().filter(|it| !it.is_closed()) {
            return Ok(running.peer().clone());
        }
        let begun = self.begin().await?;
        let peer = begun.peer().clone();
        *running = Some(begun);
        Ok(peer)
    }

    async fn begin(&self) -> Result<RunningService<RoleClient, Listener>, ToolError> {
        let listener = Listener(self.changed.clone());
        let begun = if self.server.settings.url.is_empty() {
            let process = self.start().map_err(|error| {
                let message = format!(
                    "the outside server {} cannot be started: {} ({error})",
                    self.name(),
                    self.server.settings.command
                );
                ToolError::new(Code::Unavailable, message)
                    .hint("look at its command in the settings")
            })?;
            listener.serve(process).await
        } else {
            let mut config =
                StreamableHttpClientTransportConfig::with_uri(self.server.settings.url.as_str());
            if let Some(key) = &self.server.key {
                config = config.auth_header(key.expose_secret());
            }
            // Encryption needs a provider; one that is installed already stays.
            let _ = rustls::crypto::ring::default_provider().install_default();
            let transport = StreamableHttpClientTransport::from_config(config);
            listener.serve(transport).await
        };
        begun.map_err(|error| {
            // What is behind the error may repeat what a server sent back, and so a key of ours.
            let why = self.without_key(&error.to_string());
            tracing::debug!(name = self.name(), why, "an outside server did not begin");
            let message = format!("the outside server {} did not answer as one", self.name());
            ToolError::new(Code::Unavailable, message)
                .hint("does its command or address in the settings speak MCP?")
        })
    }

    fn start(&self) -> std::io::Result<TokioChildProcess> {
        let mut command = Command::new(&self.server.settings.command);
        command
            .args(&self.server.settings.args)
            .env_clear()
            .envs(&self.server.environment)
            .kill_on_drop(true);
        let (process, _) = TokioChildProcess::builder(command)
            .stderr(Stdio::null())
            .spawn()?;
        Ok(process)
    }

    fn failed(&self, error: &ServiceError) -> ToolError {
        let message = match error {
            ServiceError::McpError(said) => {
                let words = plain::line(&self.without_key(&said.message));
                let words: String = words.chars().take(500).collect();
                format!("the outside server {} refused: {words}", self.name())
            }
            _ => format!(
                "the outside server {} broke off or does not speak MCP",
                self.name()
            ),
        };
        ToolError::new(Code::Unavailable, message).hint("a later call begins it anew")
    }

    /// The words without the key, where somebody repeats it.
    fn without_key(&self, words: &str) -> String {
        match &self.server.key {
            Some(key) => words.replace(key.expose_secret(), "…"),
            None => words.to_owned(),
        }
    }

    /// An answer without the key: what a model reads may go anywhere. A key so short that it may stand
    /// for something else is left.
    fn data_without_key(&self, data: Value) -> Value {
        let key = self.server.key.as_ref().map(|it| it.expose_secret());
        let Some(key) = key.filter(|it| it.len() >= SHORTEST_KEY) else {
            return data;
        };
        let words = data.to_string();
        match words.contains(key) {
            true => serde_json::from_str(&words.replace(key, "…")).unwrap_or(Value::Null),
            false => data,
        }
    }

    fn silent(&self) -> ToolError {
        let message = format!("the outside server {} does not answer", self.name());
        ToolError::new(Code::Unavailable, message).hint("a later call tries it again")
    }
}
