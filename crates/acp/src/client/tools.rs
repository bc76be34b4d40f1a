//! The tools of a request as an MCP server for the agent. The agent starts this program as its
//! server ([`pass_on_tools`]), which forwards lines to the process of the story, over loopback and
//! with a key for this one connection. Start at [`OfferedTools`].

use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

use agent_client_protocol_schema::v1::{EnvVariable, McpServer, McpServerStdio};
use async_trait::async_trait;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use host::settings::Environment;
use mcp::ToolSource;
use model::conversation::ToolDefinition;
use serde_json::Value;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

/// The server's name, as the agent shows it.
pub(super) const SERVER: &str = "storyteller";
/// The address to forward lines to, with the key; set if an agent started this program as its
/// server.
const ADDRESS: &str = "STORYTELLER_TOOLS_ADDRESS";
const KEY: &str = "STORYTELLER_TOOLS_KEY";
/// The argument that makes this program forward lines.
const COMMAND: &str = "pass-on-tools";

/// A call that the agent waits for.
#[derive(Debug)]
pub(super) struct ToolRequest {
    pub(super) name: String,
    pub(super) args: Value,
    pub(super) answer: oneshot::Sender<Result<String, String>>,
}

/// The tools of one agent, until this is dropped.
pub(super) struct OfferedTools {
    source: Arc<Source>,
    address: String,
    key: String,
    listening: JoinHandle<()>,
}

struct Source {
    tools: Mutex<Vec<ToolDefinition>>,
    requests: mpsc::Sender<ToolRequest>,
}

#[async_trait]
impl ToolSource for Source {
    fn tools(&self) -> Vec<ToolDefinition> {
        let tools = self.tools.lock();
        tools.unwrap_or_else(PoisonError::into_inner).clone()
    }

    async fn call(&self, name: String, args: Value) -> Result<String, String> {
        let gone = || "the request is over".to_owned();
        let (answer, answered) = oneshot::channel();
        let request = ToolRequest { name, args, answer };
        self.requests.send(request).await.map_err(|_| gone())?;
        answered.await.map_err(|_| gone())?
    }
}

impl OfferedTools {
    /// Starts to listen; calls are received from the channel.
    pub(super) async fn open() -> std::io::Result<(Self, mpsc::Receiver<ToolRequest>)> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let address = listener.local_addr()?.to_string();
        let mut random = [0; 32];
        getrandom::fill(&mut random).map_err(std::io::Error::other)?;
        let key = URL_SAFE_NO_PAD.encode(random);
        let (requests, calls) = mpsc::channel(16);
        let source = Arc::new(Source {
            tools: Mutex::default(),
            requests,
        });
        let listening = tokio::spawn(listen(listener, key.clone(), Arc::clone(&source)));
        let offered = Self {
            source,
            address,
            key,
            listening,
        };
        Ok((offered, calls))
    }

    /// Sets the offered tools.
    pub(super) fn offer(&self, tools: &[ToolDefinition]) {
        let mut now = self.source.tools.lock();
        let now = now
            .as_mut()
            .unwrap_or_else(|poisoned: &mut PoisonError<_>| poisoned.get_mut());
        tools.clone_into(now);
    }

    /// Whether a tool of this name is offered.
    pub(super) fn has(&self, name: &str) -> bool {
        self.source.tools().iter().any(|it| it.name == name)
    }

    /// How the agent starts its server.
    pub(super) fn server(&self) -> std::io::Result<McpServer> {
        let variables = [(ADDRESS, &self.address), (KEY, &self.key)];
        let variables = variables.map(|(name, value)| EnvVariable::new(name, value.clone()));
        let server = McpServerStdio::new(SERVER, std::env::current_exe()?)
            .args(vec![COMMAND.to_owned()])
            .env(variables.to_vec());
        Ok(McpServer::Stdio(server))
    }
}

impl Drop for OfferedTools {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

async fn listen(listener: TcpListener, key: String, source: Arc<Source>) {
    // Connections end with the listener.
    let mut connections = tokio::task::JoinSet::new();
    while let Ok((stream, _)) = listener.accept().await {
        while connections.try_join_next().is_some() {}
        connections.spawn(serve(stream, key.clone(), Arc::clone(&source)));
    }
}

/// Serves one connection, which must begin with the key.
async fn serve(stream: TcpStream, key: String, source: Arc<Source>) {
    let (input, output) = stream.into_split();
    let mut input = BufReader::new(input);
    let mut given = Vec::new();
    let longest = key.len() as u64 + 1;
    let mut beginning = (&mut input).take(longest);
    let read = beginning.read_until(b'\n', &mut given);
    let in_time = tokio::time::timeout(std::time::Duration::from_secs(10), read).await;
    if matches!(in_time, Ok(Ok(_))) && given.trim_ascii_end() == key.as_bytes() {
        mcp::serve_tools(source, (input, output)).await;
    }
}

/// If this program was started as an agent's server, forwards lines between its standard streams
/// and the process of the story, and returns the exit code; `None` otherwise.
pub fn pass_on_tools() -> Option<ExitCode> {
    if std::env::args_os().nth(1).is_none_or(|it| it != COMMAND) {
        return None;
    }
    let environment = Environment::from_process_environment();
    let (address, key) = (environment.get(ADDRESS)?, environment.get(KEY)?);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let Ok(runtime) = runtime else {
        return Some(ExitCode::FAILURE);
    };
    let passed = runtime.block_on(pass_on(address, key));
    // A pending read of standard input cannot be cancelled, and would keep the program from
    // exiting.
    runtime.shutdown_background();
    Some(match passed {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!(%error, "the story cannot be reached");
            ExitCode::FAILURE
        }
    })
}

async fn pass_on(address: &str, key: &str) -> std::io::Result<()> {
    let (mut input, mut output) = TcpStream::connect(address).await?.into_split();
    output.write_all(format!("{key}\n").as_bytes()).await?;
    let (mut stdin, mut stdout) = (tokio::io::stdin(), tokio::io::stdout());
    let there = async {
        tokio::io::copy(&mut stdin, &mut output).await?;
        output.shutdown().await
    };
    let back = async {
        let mut part = vec![0; 1 << 14];
        loop {
            match input.read(&mut part).await? {
                0 => return Ok::<_, std::io::Error>(()),
                size => {
                    stdout.write_all(&part[..size]).await?;
                    stdout.flush().await?;
                }
            }
        }
    };
    // When the story closes its end, there is nothing left to forward.
    tokio::pin!(back);
    tokio::select! {
        ended = &mut back => ended,
        passed = there => {
            passed?;
            back.await
        }
    }
}
