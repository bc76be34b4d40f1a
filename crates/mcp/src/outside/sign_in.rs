//! Signing a person in to a server at an address (OAuth 2.1 with PKCE): the library discovers where,
//! registers this program there and exchanges the code; here are the address on this computer that
//! the browser returns to, and the tokens in the store of keys. Enter through [`begin`], and through
//! [`TokenStore`] with a saved sign-in.

use std::collections::HashMap;
use std::net::Ipv4Addr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ::http::{HeaderMap, StatusCode, Uri};
use async_trait::async_trait;
use axum::Router;
use axum::extract::{RawQuery, State};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use capability::ToolError;
use host::{SavedSignIn, ServerToStart, SignIn};
use rmcp::transport::auth::{
    AuthError, AuthorizationManager, AuthorizationRequest, AuthorizationSession,
    CredentialRefreshGuard, CredentialStore, OAuthClientConfig, StoredCredentials,
};
use secrecy::{ExposeSecret as _, SecretString};
use tokio::net::TcpListener;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::failures::Failures;
use crate::web_page;

/// The path that the browser returns to.
const CALLBACK: &str = "/callback";
/// How long the person is waited for, in minutes.
const MINUTES: u64 = 10;

/// Begins to sign in: finds out where, registers this program there, and listens for the browser.
pub(super) async fn begin(server: ServerToStart, limit: Duration) -> Result<SignIn, ToolError> {
    let failures = Failures::of(&server);
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await;
    let listener = listener.map_err(|it| failures.sign_in_failed(&it.to_string()))?;
    let port = listener.local_addr().map_or(0, |it| it.port());
    let starting = session(&server, format!("http://127.0.0.1:{port}{CALLBACK}"));
    let session = timeout(limit, starting).await;
    let session = session.map_err(|_| failures.silent())??;
    let address = session.get_authorization_url().to_owned();
    let state = web_address(&address).and_then(|it| state_of(&it));
    let state = state.ok_or_else(|| failures.sign_in_none())?;
    let done = async move {
        let failures = Failures::of(&server);
        let waiting = wait_for_return(&failures, &session, (listener, state));
        let ended = timeout(Duration::from_secs(MINUTES * 60), waiting).await;
        ended.unwrap_or_else(|_| Err(failures.sign_in_late(MINUTES)))
    };
    Ok(SignIn {
        address,
        done: Box::pin(done),
    })
}

async fn session(
    server: &ServerToStart,
    redirect: String,
) -> Result<AuthorizationSession, ToolError> {
    let failures = Failures::of(server);
    let mut manager = manager(server, TokenStore::new(server.sign_in.clone())).await?;
    let found = manager.resolve_metadata().await;
    let found = found.map_err(|it| failures.of_sign_in(&it))?;
    // Without published addresses the library guesses them: nothing is sent to a guess.
    if !found.source.is_discovered() {
        return Err(failures.sign_in_none());
    }
    manager.set_metadata(found.metadata);
    let mut request = AuthorizationRequest::new(redirect)
        .with_client_name("Storyteller")
        .with_initial_scope_selection();
    if !server.settings.client_id.is_empty() {
        request = request.with_preregistered_client(&server.settings.client_id);
    }
    if let Some(secret) = &server.client_secret {
        request = request.with_client_secret(secret.expose_secret());
    }
    let session = AuthorizationSession::new(manager, request).await;
    session.map_err(|(_, error)| failures.of_sign_in(&error))
}

/// The library's client of one server. It reaches no address that the server names on another
/// network than its own.
async fn manager(
    server: &ServerToStart,
    tokens: TokenStore,
) -> Result<AuthorizationManager, ToolError> {
    // Encryption needs a provider; an installed one is kept.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let manager = AuthorizationManager::new(server.settings.url.as_str()).await;
    let mut manager = manager.map_err(|it| Failures::of(server).of_sign_in(&it))?;
    manager.set_credential_store(tokens);
    Ok(manager)
}

/// The library's client of a server that a person is signed in to; `None` if nobody is.
pub(super) async fn signed_in(
    server: &ServerToStart,
    tokens: TokenStore,
) -> Result<Option<AuthorizationManager>, ToolError> {
    let failures = Failures::of(server);
    let mut manager = manager(server, tokens).await?;
    let is_known = manager.initialize_from_store().await;
    if !is_known.map_err(|it| failures.of_sign_in(&it))? {
        return Ok(None);
    }
    // The library stores the client's id without its secret, which renewing the tokens takes.
    if let Some(secret) = &server.client_secret {
        let url = server.settings.url.as_str();
        let client = OAuthClientConfig::new(&server.settings.client_id, url)
            .with_client_secret(secret.expose_secret());
        let configured = manager.configure_client(client);
        configured.map_err(|it| failures.of_sign_in(&it))?;
    }
    Ok(Some(manager))
}

/// The address, if a browser may be sent there.
fn web_address(address: &str) -> Option<Uri> {
    let uri: Uri = address.parse().ok()?;
    matches!(uri.scheme_str(), Some("http" | "https")).then_some(uri)
}

/// What identifies this sign-in when the browser returns.
fn state_of(address: &Uri) -> Option<String> {
    fields(address.query().unwrap_or_default()).remove("state")
}

fn fields(query: &str) -> HashMap<String, String> {
    form_urlencoded::parse(query.as_bytes())
        .into_owned()
        .collect()
}

/// The browser's return, and where its page gets the end of the sign-in.
type Return = (HashMap<String, String>, oneshot::Sender<Result<(), ()>>);

/// Serves the address that the browser returns to until it does, and saves the tokens.
async fn wait_for_return(
    failures: &Failures<'_>,
    session: &AuthorizationSession,
    (listener, state): (TcpListener, String),
) -> Result<(), ToolError> {
    let (returns, mut returned) = mpsc::channel::<Return>(1);
    let router = Router::new()
        .route(CALLBACK, get(on_return))
        .with_state(Callback { returns, state });
    let stop = CancellationToken::new();
    let _stop_when_dropped = stop.clone().drop_guard();
    let shutdown = stop.clone().cancelled_owned();
    let serving = axum::serve(listener, router).with_graceful_shutdown(shutdown);
    let serving = tokio::spawn(serving.into_future());
    let Some((fields, page)) = returned.recv().await else {
        return Err(failures.sign_in_failed("the address for the browser was closed"));
    };
    let field = |name: &str| fields.get(name).map(String::as_str);
    let ended = match (field("code"), field("state"), field("error")) {
        (Some(code), Some(state), None) => session
            .handle_callback_with_issuer(code, state, field("iss"))
            .await
            .map(drop)
            .map_err(|it| failures.of_sign_in(&it)),
        (_, _, Some("access_denied")) => Err(failures.sign_in_denied()),
        (_, _, why) => Err(failures.sign_in_failed(why.unwrap_or("the browser brought no code"))),
    };
    let _ = page.send(ended.as_ref().map(drop).map_err(drop));
    stop.cancel();
    // The person sees the page before the address is closed.
    let _ = serving.await;
    ended
}

#[derive(Clone)]
struct Callback {
    returns: mpsc::Sender<Return>,
    state: String,
}

async fn on_return(
    State(callback): State<Callback>,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Response {
    let language = web_page::language(&headers);
    let notice = |status: StatusCode, title: &str, id: &str| {
        let message = messages::format(language, id, &[]);
        let page = web_page::notice(title, &message, language);
        (status, web_page::shown(page, "'none'")).into_response()
    };
    let fields = fields(query.as_deref().unwrap_or_default());
    // Any program and page of this computer can call this address; the secret of the sign-in tells
    // the browser's return from theirs, which do not end the waiting.
    if fields.get("state") != Some(&callback.state) {
        return notice(
            StatusCode::BAD_REQUEST,
            "signin-refused",
            "signin-server-foreign",
        );
    }
    let (page, ended) = oneshot::channel();
    let is_first = callback.returns.try_send((fields, page)).is_ok();
    match ended.await {
        Ok(Ok(())) => notice(
            StatusCode::OK,
            "signin-server-done",
            "signin-server-done-note",
        ),
        _ if is_first => notice(
            StatusCode::BAD_REQUEST,
            "signin-refused",
            "signin-server-failed",
        ),
        _ => notice(
            StatusCode::BAD_REQUEST,
            "signin-refused",
            "signin-server-foreign",
        ),
    }
}

/// The tokens of a server. Reading the store of keys may take a while, so they are also kept in
/// memory until they are replaced.
#[derive(Clone)]
pub(super) struct TokenStore(std::sync::Arc<Tokens>);

struct Tokens {
    saved: SavedSignIn,
    /// `None`: not read yet.
    known: Mutex<Option<Option<StoredCredentials>>>,
    /// Every token that was known here, for removing them from what a server sends.
    secrets: Mutex<Vec<SecretString>>,
}

impl TokenStore {
    pub(super) fn new(saved: SavedSignIn) -> Self {
        Self(std::sync::Arc::new(Tokens {
            saved,
            known: Mutex::default(),
            secrets: Mutex::default(),
        }))
    }

    /// The tokens that were used, current and former.
    pub(super) fn secrets(&self) -> Vec<SecretString> {
        lock(&self.0.secrets).clone()
    }

    fn remember(&self, credentials: Option<StoredCredentials>) {
        let tokens = credentials
            .as_ref()
            .and_then(|it| it.token_response.as_ref());
        let tokens = tokens
            .and_then(|it| serde_json::to_value(it).ok())
            .unwrap_or_default();
        let named = ["access_token", "refresh_token"];
        let mut secrets = lock(&self.0.secrets);
        for secret in named.iter().filter_map(|it| tokens[*it].as_str()) {
            if !secrets.iter().any(|it| it.expose_secret() == secret) {
                secrets.push(SecretString::from(secret));
            }
        }
        drop(secrets);
        *lock(&self.0.known) = Some(credentials);
    }

    async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&SavedSignIn) -> Result<T, AuthError> + Send + 'static,
    ) -> Result<T, AuthError> {
        let tokens = self.clone();
        let done = tokio::task::spawn_blocking(move || work(&tokens.0.saved)).await;
        done.unwrap_or_else(|error| Err(unstored(&error)))
    }
}

fn lock<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    // Each change is one step, so a panic cannot leave it half changed.
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

fn unstored(error: &dyn std::fmt::Display) -> AuthError {
    AuthError::CredentialStoreError(error.to_string())
}

#[async_trait]
impl CredentialStore for TokenStore {
    async fn load(&self) -> Result<Option<StoredCredentials>, AuthError> {
        let known = lock(&self.0.known).clone();
        if let Some(known) = known {
            return Ok(known);
        }
        let loaded = self
            .blocking(|saved| {
                let text = saved.load().map_err(|it| unstored(&it))?;
                // What an earlier version of the library wrote may not be readable: then the person
                // signs in again.
                Ok(text.and_then(|it| serde_json::from_str(it.expose_secret()).ok()))
            })
            .await?;
        self.remember(loaded.clone());
        Ok(loaded)
    }

    async fn save(&self, credentials: StoredCredentials) -> Result<(), AuthError> {
        let text = serde_json::to_string(&credentials).map_err(|it| unstored(&it))?;
        let text = SecretString::from(text);
        self.blocking(move |saved| saved.save(&text).map_err(|it| unstored(&it)))
            .await?;
        self.remember(Some(credentials));
        Ok(())
    }

    async fn clear(&self) -> Result<(), AuthError> {
        self.blocking(|saved| saved.remove().map_err(|it| unstored(&it)))
            .await?;
        self.remember(None);
        Ok(())
    }

    async fn acquire_refresh_guard(&self) -> Result<Option<CredentialRefreshGuard>, AuthError> {
        let held = self.blocking(|saved| saved.lock().map_err(|it| unstored(&it)));
        let held = held.await?;
        // Another connection may have replaced them while this one waited.
        *lock(&self.0.known) = None;
        Ok(held.map(CredentialRefreshGuard::new))
    }
}
