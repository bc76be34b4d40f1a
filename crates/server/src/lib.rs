//! HTTP on this machine: the window's page, its calls and the stream of events, for a browser.
//!
//! Enter through [`Server::bind`]. Who may come in at all is `guard`'s; the JSON of calls and events
//! is `wire`'s; what a call does is the registry's. Nothing here listens beyond the loopback interface.

mod agui;
mod assets;
mod call;
mod connections;
mod events;
mod guard;
mod page;
mod restricted;
#[cfg(test)]
mod tests;

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{get, post};
use capability::Code;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use self::connections::ConnectionLimits;
use self::guard::{Guard, Token};
use host::Failure;
use host::Workspace;
use host::credential::CredentialIssuer;
use host::workspace_tools::{self, WorkspaceRegistry};
use mcp::http::Endpoint;

/// The first port to try if none is given.
pub const DEFAULT_PORT: u16 = 7717;
/// How many ports after it are tried.
const PORT_ATTEMPTS: u16 = 50;
/// The largest call, in bytes: the largest file of an import as base64, and the rest of the call.
const BODY_LIMIT: usize = (host::MAX_FILE_BYTES as usize).div_ceil(3) * 4 + (1 << 20);
/// How long connections may take to end once the server is told to stop.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

/// The stories of a workspace, offered to browsers on this machine that know the token.
pub struct Server {
    listener: TcpListener,
    port: u16,
    token: Token,
    tools: Arc<WorkspaceRegistry>,
}

/// The state of every route.
#[derive(Clone)]
struct ServerState {
    /// The tools of the workspace.
    tools: Arc<WorkspaceRegistry>,
    guard: Arc<Guard>,
    /// Issues and checks the credentials of this service.
    issuer: Arc<CredentialIssuer>,
    /// The runs of AG-UI clients.
    runs: Arc<agui::Runs>,
    /// Ends calls and streams when the server stops.
    stop: CancellationToken,
}

impl ServerState {
    /// The workspace that is served.
    fn workspace(&self) -> &Workspace {
        self.tools.services()
    }
}

impl Server {
    /// Binds a port on the loopback interface: the given one (0: any free one), else the first free
    /// one from [`DEFAULT_PORT`] on. Creates a new token.
    pub async fn bind(workspace: Workspace, port: Option<u16>) -> Result<Self, Failure> {
        let listener = match port {
            Some(port) => listen(port).await,
            None => listen_on_free_port().await,
        };
        let failure = |error| {
            let at = port.unwrap_or(DEFAULT_PORT);
            Failure::io(format!("cannot listen on 127.0.0.1:{at}"), &error).hint(
                "another program may hold the port; choose another with --port, or leave it out",
            )
        };
        let listener = listener.map_err(failure)?;
        let port = listener.local_addr().map_err(failure)?.port();
        let tools = workspace_tools::registry(workspace);
        let tools = tools.map_err(|error| Failure::new(Code::Internal, error.to_string()))?;
        let tools = Arc::new(tools);
        let token = Token::random().map_err(|error| random_source_failed(&error))?;
        Ok(Self {
            listener,
            port,
            token,
            tools,
        })
    }

    /// The address of the page with the token in its fragment, which browsers never send.
    pub fn address(&self) -> String {
        format!(
            "http://127.0.0.1:{}/#token={}",
            self.port,
            self.token.text()
        )
    }

    /// Serves until it is told to stop; running calls are then cancelled.
    pub async fn run(self, stop: CancellationToken) -> Result<(), Failure> {
        let owner = self.tools.services().owner();
        let guard = Arc::new(Guard::new(&self.token, self.port, owner));
        let issuer = CredentialIssuer::new().map_err(|error| random_source_failed(&error))?;
        let routes = routes(ServerState {
            tools: self.tools,
            guard,
            issuer: Arc::new(issuer),
            runs: Arc::default(),
            stop: stop.clone(),
        });
        let serving = connections::serve(
            self.listener,
            routes,
            ConnectionLimits::default(),
            stop.clone(),
        );
        let late = async {
            stop.cancelled().await;
            tokio::time::sleep(SHUTDOWN_TIMEOUT).await;
        };
        tokio::select! {
            () = serving => {}
            () = late => {}
        }
        Ok(())
    }
}

fn random_source_failed(error: &getrandom::Error) -> Failure {
    let message = format!("there is no source of randomness: {error}");
    Failure::new(Code::Unavailable, message)
}

fn routes(state: ServerState) -> Router {
    let guard = Arc::clone(&state.guard);
    let api = Router::new()
        .route("/api/call", post(call::call))
        .route("/api/events", get(events::events))
        .route("/api/credential", post(restricted::issue))
        .route("/api/agui/run", post(agui::run))
        .route("/api/agui/threads", get(agui::threads))
        .route("/api/agui/threads/{id}/history", get(agui::history))
        .route("/api/agui/runs/{id}/cancel", post(agui::cancel))
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
        .layer(from_fn_with_state(Arc::clone(&guard), guard::require_token));
    let assets = Router::new()
        .route("/assets/{hash}", get(assets::asset))
        .layer(from_fn_with_state(
            Arc::clone(&guard),
            guard::require_asset_pass,
        ));
    // The holder of a credential is identified by it alone.
    let restricted = Router::new()
        .route("/api/cli", post(restricted::call))
        .layer(DefaultBodyLimit::max(BODY_LIMIT));
    let mcp = Endpoint::of_workspace(state.workspace().clone(), state.stop.clone());
    api.merge(assets)
        .merge(restricted)
        .with_state(state)
        .merge(mcp.router())
        .fallback_service(get(page::page))
        .layer(from_fn_with_state(guard, guard::require_local_request))
        .layer(from_fn(guard::add_security_headers))
}

async fn listen(port: u16) -> std::io::Result<TcpListener> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await
}

async fn listen_on_free_port() -> std::io::Result<TcpListener> {
    for port in DEFAULT_PORT..=DEFAULT_PORT + PORT_ATTEMPTS {
        if let Ok(listener) = listen(port).await {
            return Ok(listener);
        }
    }
    listen(0).await
}
