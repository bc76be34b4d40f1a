//! The protocol over HTTP (streamable, resumable) at `/mcp`, for clients with a credential of a
//! story. Enter through [`Endpoint::router`], or through [`Launcher`] for a story of the window.
//!
//! The credential identifies the story, the client and its permission; it is checked before the
//! protocol handles a request, and again for each action. A client without one can sign in
//! (`oauth`). Not here: issuing credentials ([`host::agents`]), and listening in the service of the
//! page (the crate `server`).

mod launcher;
mod oauth;
mod own_thread;
mod sessions;
mod short_answer;

use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use ::http::header::{AUTHORIZATION, HOST, WWW_AUTHENTICATE};
use ::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{any, get};
use axum::{Json, Router};
use host::agents::{Agents, Credential};
use host::{Failure, Studio, Workspace};
use model::StoryId;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::{Value, json};
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

pub use self::launcher::Launcher;
use self::sessions::Sessions;
use crate::handler::StoryServer;
use crate::identity::CredentialId;
use crate::{Admission, MAX_BYTES, ToolSet};

/// The path of the protocol.
pub const PATH: &str = "/mcp";
/// Where a client finds how to authenticate (RFC 9728).
const METADATA_PATHS: [&str; 2] = [
    "/.well-known/oauth-protected-resource",
    "/.well-known/oauth-protected-resource/mcp",
];
/// The origins of pages that may connect: those of this computer.
const LOCAL_ORIGINS: [&str; 3] = ["http://127.0.0.1:*", "http://localhost:*", "http://[::1]:*"];

/// The stories that can be reached.
#[derive(Clone)]
enum Stories {
    /// All open stories.
    Workspace(Workspace),
    /// A single story.
    One(Box<(Studio, Agents)>),
}

/// Stories for clients over HTTP. Cheap to clone.
#[derive(Clone)]
pub struct Endpoint(Arc<Inner>);

struct Inner {
    stories: Stories,
    services: Mutex<HashMap<StoryId, StoryService>>,
    /// Credentials that clients that have just signed in may fetch.
    allowed: oauth::Allowed,
    stop: CancellationToken,
}

/// The protocol service of one story.
#[derive(Clone)]
struct StoryService {
    http: StreamableHttpService<StoryServer, LocalSessionManager>,
    sessions: Sessions,
    /// Where it runs.
    thread: Handle,
}

impl Endpoint {
    /// All open stories of a workspace, until `stop` is cancelled.
    pub fn of_workspace(workspace: Workspace, stop: CancellationToken) -> Self {
        Self::new(Stories::Workspace(workspace), stop)
    }

    /// One story, until `stop` is cancelled.
    pub(crate) fn of_story(studio: Studio, agents: Agents, stop: CancellationToken) -> Self {
        Self::new(Stories::One(Box::new((studio, agents))), stop)
    }

    fn new(stories: Stories, stop: CancellationToken) -> Self {
        Self(Arc::new(Inner {
            stories,
            services: Mutex::default(),
            allowed: oauth::Allowed::default(),
            stop,
        }))
    }

    /// The routes: the protocol, how to authenticate, and signing in.
    pub fn router(self) -> Router {
        let mut routes = oauth::routes().route(PATH, any(answer));
        for path in METADATA_PATHS {
            routes = routes.route(path, get(metadata));
        }
        routes.with_state(self)
    }

    /// The open stories, with their credentials.
    fn stories(&self) -> Result<Vec<(Studio, Agents)>, Failure> {
        match &self.0.stories {
            Stories::One(one) => Ok(vec![one.as_ref().clone()]),
            Stories::Workspace(workspace) => {
                let open = workspace.studios().into_iter();
                open.map(|it| Ok((it.clone(), workspace.agents(&it)?)))
                    .collect()
            }
        }
    }

    /// A story that was open before, if it still is.
    fn open_again(&self, studio: &Studio) -> Result<(Studio, Agents), Failure> {
        let id = studio.store().story_id();
        let mut open = self.stories()?.into_iter();
        let found = open.find(|(it, _)| it.store().story_id() == id);
        found.ok_or_else(|| Failure::not_found("the story is not open any more"))
    }

    /// The story and the credential that a secret belongs to.
    fn authenticate(&self, secret: &str) -> Result<(Studio, Agents, Credential), Failure> {
        let (mut refusal, stories) = (None, self.stories()?);
        for (studio, agents) in stories {
            match agents.authenticate(secret, studio.world().now()) {
                Ok(credential) => return Ok((studio, agents, credential)),
                Err(failure) => refusal = Some(failure),
            }
        }
        Err(refusal.unwrap_or_else(|| Failure::not_found("no story is open here")))
    }

    /// The protocol service of a story, created for its first client.
    ///
    /// # Errors
    /// The system has no thread left.
    fn service(&self, studio: &Studio, agents: Agents) -> io::Result<StoryService> {
        let story = studio.store().story_id();
        let mut services = self
            .0
            .services
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = services.get(&story) {
            return Ok(known.clone());
        }
        let made = StoryService::new(studio.clone(), agents, self.0.stop.child_token())?;
        services.insert(story, made.clone());
        Ok(made)
    }
}

impl StoryService {
    fn new(studio: Studio, agents: Agents, stop: CancellationToken) -> io::Result<Self> {
        let thread = own_thread::start(stop.clone())?;
        let manager = Arc::new(LocalSessionManager::default());
        let sessions = Sessions::of(&studio, Arc::clone(&manager), stop.clone());
        let config = StreamableHttpServerConfig::default()
            .with_allowed_origins(LOCAL_ORIGINS)
            .with_max_request_body_bytes(MAX_BYTES)
            .with_cancellation_token(stop.clone());
        let admission = Admission::credentials(agents);
        let make = move || {
            let (studio, admission) = (studio.clone(), admission.clone());
            Ok(StoryServer::new(
                studio,
                admission,
                ToolSet::default(),
                stop.clone(),
            ))
        };
        Ok(Self {
            http: StreamableHttpService::new(make, manager, config),
            sessions,
            thread,
        })
    }
}

/// Authenticates a request and passes it to the protocol.
async fn answer(State(endpoint): State<Endpoint>, mut request: Request) -> Response {
    let Some(secret) = bearer(request.headers()) else {
        let message = "this needs a credential of the story, as `Authorization: Bearer …`";
        return unauthorized(request.headers(), message, None);
    };
    let (studio, agents, credential) = match endpoint.authenticate(secret) {
        Ok(found) => found,
        Err(failure) => {
            let report = failure.report();
            let hint = report.hint.as_deref();
            return unauthorized(request.headers(), &report.message, hint);
        }
    };
    let Ok(service) = endpoint.service(&studio, agents) else {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    };
    if !service.sessions.belongs(request.headers(), &credential) {
        // The same answer as for an unknown session, so that nobody learns which ones exist.
        let message = "Not Found: Session not found";
        return (StatusCode::NOT_FOUND, message).into_response();
    }
    let id = CredentialId(credential.id);
    request.extensions_mut().insert(id);
    service.sessions.show(&studio, &credential);
    let is_request = request.method() == Method::POST;
    let http = service.http.clone();
    let handled = async move { http.handle(request).await };
    let Some(response) = own_thread::run(&service.thread, handled).await else {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    };
    service.sessions.note(response.headers(), &credential).await;
    let response = response.map(Body::new);
    match is_request {
        true => short_answer::shortened(response).await,
        false => response,
    }
}

/// What a client needs to know to authenticate.
async fn metadata(headers: HeaderMap) -> Json<Value> {
    let base = base(&headers);
    Json(json!({
        "resource": format!("{base}{PATH}"),
        "resource_name": "Storyteller",
        "authorization_servers": [base],
        "bearer_methods_supported": ["header"],
        "scopes_supported": oauth::SCOPES,
    }))
}

fn unauthorized(headers: &HeaderMap, message: &str, hint: Option<&str>) -> Response {
    let error = json!({
        "error": "invalid_token",
        "error_description": message,
        "hint": hint.unwrap_or("`storyteller agents add FILE NAME` makes a credential"),
    });
    let mut response = (StatusCode::UNAUTHORIZED, Json(error)).into_response();
    let challenge = format!(
        "Bearer resource_metadata=\"{}{}\"",
        base(headers),
        METADATA_PATHS[1]
    );
    if let Ok(challenge) = HeaderValue::from_str(&challenge) {
        response.headers_mut().insert(WWW_AUTHENTICATE, challenge);
    }
    response
}

/// The address of this program, as the client used it.
fn base(headers: &HeaderMap) -> String {
    let host = headers.get(HOST).and_then(|it| it.to_str().ok());
    // Other characters would break out of the header that quotes it.
    let is_plain = |it: &&str| {
        it.chars()
            .all(|c| c.is_ascii_alphanumeric() || "-.:[]".contains(c))
    };
    format!("http://{}", host.filter(is_plain).unwrap_or("127.0.0.1"))
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let mut values = headers.get_all(AUTHORIZATION).into_iter();
    let value = values.next()?.to_str().ok()?;
    let (scheme, secret) = value.split_once(' ')?;
    let is_bearer = scheme.eq_ignore_ascii_case("bearer") && values.next().is_none();
    is_bearer.then(|| secret.trim())
}
