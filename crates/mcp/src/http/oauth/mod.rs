//! Sign-in for clients that support it (OAuth 2.1 with PKCE): a client registers, sends the
//! person's browser to a page of this program, and receives a credential, like those for the hub,
//! with the permission that the person chose there. Enter through [`routes`].
//!
//! The person confirms with the code that the program shows ([`host::agents::SignInCode`]). Only
//! programs on this computer can sign in: answers are sent only to a loopback address. A token is
//! the credential itself, so it expires, can be restricted and is listed like any other. Not here:
//! what a credential allows (`super`).

mod client;
mod page;
mod params;

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use ::http::header::{LOCATION, ORIGIN};
use ::http::{HeaderMap, HeaderValue, StatusCode};
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, RawQuery, State};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use host::agents::{
    CodeCheck, Level, Lifetime, NewCredential, Permission, RenewableSecret, Renewal,
};
use host::{Failure, Studio};
use messages::Language;
use model::Timestamp;
use secrecy::ExposeSecret as _;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use star::ClientType;

use self::client::ClientId;
use self::page::Page;
use self::params::{AuthorizationRequest, Params, Refusal};
use super::{Endpoint, PATH, base};
use crate::web_page::{self, language, shown, unkept};

pub(super) const AUTHORIZE: &str = "/oauth/authorize";
const TOKEN: &str = "/oauth/token";
const REGISTER: &str = "/oauth/register";
const REVOKE: &str = "/oauth/revoke";
/// Where a client finds the addresses above (RFC 8414), also with the protocol's path appended.
const METADATA_PATHS: [&str; 2] = [
    "/.well-known/oauth-authorization-server",
    "/.well-known/oauth-authorization-server/mcp",
];
/// How a client gets a token: with a code, and later with its refresh token.
const GRANTS: [&str; 2] = ["authorization_code", "refresh_token"];
/// The names of the scopes: the levels of a credential that programs can sign in for.
pub(super) const SCOPES: [&str; 3] = ["read", "draft", "write"];
/// How long a client may take to fetch its token after approval.
const CODE_LIFETIME: Duration = Duration::from_secs(60);
/// How many clients may have unfetched tokens.
const MAX_CODES: usize = 64;
/// The largest request here, in bytes.
const MAX_BYTES: usize = 16 * 1024;
/// The lifetimes of a credential, in minutes: an hour, a day, thirty days.
const LIFETIMES: [u64; 3] = [60, 1_440, 43_200];

/// Approved credentials that clients have not fetched yet, by the hash of their codes.
#[derive(Default)]
pub(super) struct Allowed(Mutex<HashMap<blake3::Hash, Allowance>>);

struct Allowance {
    request: AuthorizationRequest,
    story: Studio,
    name: String,
    level: Level,
    minutes: u64,
    until: Timestamp,
}

impl Allowed {
    /// Stores an approval; returns the code to fetch it with.
    fn keep(&self, allowance: Allowance, now: Timestamp) -> Option<String> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).ok()?;
        let code = URL_SAFE_NO_PAD.encode(bytes);
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|_, it| now < it.until);
        if kept.len() >= MAX_CODES {
            return None;
        }
        kept.insert(blake3::hash(code.as_bytes()), allowance);
        Some(code)
    }

    /// Returns the approval for a code, once.
    fn take(&self, code: &str, now: Timestamp) -> Option<Allowance> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let allowance = kept.remove(&blake3::hash(code.as_bytes()))?;
        (now < allowance.until).then_some(allowance)
    }
}

/// The routes for signing in.
pub(super) fn routes() -> Router<Endpoint> {
    let mut routes = Router::new()
        .route(AUTHORIZE, get(ask).post(decide))
        .route(TOKEN, post(token))
        .route(REGISTER, post(register))
        .route(REVOKE, post(revoke));
    for path in METADATA_PATHS {
        routes = routes.route(path, get(metadata));
    }
    routes.layer(DefaultBodyLimit::max(MAX_BYTES))
}

/// What a client needs to know to sign in.
async fn metadata(headers: HeaderMap) -> Response {
    if let Some(refused) = from_elsewhere(&headers) {
        return refused;
    }
    let base = base(&headers);
    let at = |path: &str| format!("{base}{path}");
    Json(json!({
        "issuer": base,
        "authorization_endpoint": at(AUTHORIZE),
        "token_endpoint": at(TOKEN),
        "registration_endpoint": at(REGISTER),
        "revocation_endpoint": at(REVOKE),
        "scopes_supported": SCOPES,
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": GRANTS,
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": ["none"],
        "revocation_endpoint_auth_methods_supported": ["none"],
        "authorization_response_iss_parameter_supported": true,
    }))
    .into_response()
}

/// Registers a client (RFC 7591). Nothing is stored: its id contains its registration.
async fn register(headers: HeaderMap, body: Bytes) -> Response {
    if let Some(refused) = from_elsewhere(&headers) {
        return refused;
    }
    match ClientId::register(&body) {
        Ok(client) => {
            let told = json!({
                "client_id": client.to_text(),
                "client_name": client.name,
                "redirect_uris": client.redirects,
                "token_endpoint_auth_method": "none",
                "grant_types": GRANTS,
                "response_types": ["code"],
            });
            (StatusCode::CREATED, unkept(Json(told))).into_response()
        }
        Err((error, why)) => refusal(error, why),
    }
}

/// Shows the person which client requests what.
async fn ask(
    State(endpoint): State<Endpoint>,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Response {
    if let Some(refused) = from_elsewhere(&headers) {
        return refused;
    }
    let (base, language) = (base(&headers), language(&headers));
    let read = Params::read(query.unwrap_or_default().as_bytes())
        .and_then(|it| AuthorizationRequest::of(&it, &base));
    match read {
        Ok(request) if endpoint.stories().is_ok_and(|it| it.is_empty()) => {
            redirect(&request.refused("temporarily_unavailable", &base))
        }
        Ok(request) => Page::of(&request, language).response(),
        Err(refusal) => refused(&refusal, language, &base),
    }
}

/// Handles the person's answer.
async fn decide(State(endpoint): State<Endpoint>, headers: HeaderMap, body: Bytes) -> Response {
    if let Some(refused) = from_elsewhere(&headers) {
        return refused;
    }
    let (base, language) = (base(&headers), language(&headers));
    // A browser sends the origin of a form; this one must come from here.
    let origin = headers.get(ORIGIN).and_then(|it| it.to_str().ok());
    if origin.is_some_and(|it| it != base) {
        return refused(&Refusal::Page("signin-misread"), language, &base);
    }
    let read = Params::read(&body).and_then(|it| Ok((AuthorizationRequest::of(&it, &base)?, it)));
    let (request, params) = match read {
        Ok(read) => read,
        Err(refusal) => return refused(&refusal, language, &base),
    };
    if params.get("decision") != Some("allow") {
        return redirect(&request.refused("access_denied", &base));
    }
    match allow(&endpoint, request.clone(), &params) {
        Ok(code) => redirect(&request.answered(&[("code", &code)], &base)),
        Err(problem) => Page::of(&request, language)
            .filled(&params)
            .problem(problem)
            .response(),
    }
}

/// Stores the person's choice; returns the code for the client, or the id of a message about an
/// invalid form.
fn allow(
    endpoint: &Endpoint,
    request: AuthorizationRequest,
    params: &Params,
) -> Result<String, &'static str> {
    let level = params.get("level").and_then(Level::named);
    let level = level.ok_or("signin-misread")?;
    let minutes = params.get("minutes").and_then(|it| it.parse().ok());
    let minutes = minutes.filter(|it| LIFETIMES.contains(it));
    let minutes = minutes.ok_or("signin-misread")?;
    let name = params.get("name").unwrap_or_default().trim().to_owned();
    if star::Id::check(&name).is_err() {
        return Err("signin-name-unfit");
    }
    let given = params.get("code").unwrap_or_default();
    let mut worst = CodeCheck::Wrong;
    let stories = endpoint.stories().unwrap_or_default();
    let found = stories.into_iter().find(|(studio, _)| {
        let checked = studio.sign_in_code().accept(given, studio.world().now());
        if checked == CodeCheck::Paused {
            worst = checked;
        }
        checked == CodeCheck::Accepted
    });
    let Some((story, _)) = found else {
        return Err(match worst {
            CodeCheck::Paused => "signin-code-paused",
            _ => "signin-code-wrong",
        });
    };
    // The panel of agents now shows a new code.
    story.tell_agents_changed();
    let now = story.world().now();
    let until = now
        .checked_add(CODE_LIFETIME)
        .map_err(|_| "signin-misread")?;
    let allowance = Allowance {
        request,
        story,
        name,
        level,
        minutes,
        until,
    };
    let code = endpoint.0.allowed.keep(allowance, now);
    code.ok_or("signin-busy")
}

/// Gives a client the credential that the person approved.
async fn token(State(endpoint): State<Endpoint>, headers: HeaderMap, body: Bytes) -> Response {
    if let Some(refused) = from_elsewhere(&headers) {
        return refused;
    }
    let Ok(params) = Params::read(&body) else {
        return refusal("invalid_request", "a parameter is there twice");
    };
    match params.get("grant_type") {
        Some("authorization_code") => {}
        Some("refresh_token") => return refreshed(&endpoint, &params, &base(&headers)),
        Some(_) => {
            let why = "only authorization_code and refresh_token are taken";
            return refusal("unsupported_grant_type", why);
        }
        None => return refusal("invalid_request", "grant_type is missing"),
    }
    let studios = endpoint.stories().unwrap_or_default();
    let Some(now) = studios.first().map(|(it, _)| it.world().now()) else {
        return refusal("invalid_grant", "no story is open here");
    };
    let code = params.get("code").unwrap_or_default();
    let Some(allowance) = endpoint.0.allowed.take(code, now) else {
        return refusal("invalid_grant", "the code is unknown, used or too old");
    };
    if !is_theirs(&allowance.request, &params, &base(&headers)) {
        return refusal("invalid_grant", "the code was given for another request");
    }
    match issue(&endpoint, &allowance) {
        Ok(told) => unkept(Json(told)).into_response(),
        Err(failure) => refusal("invalid_grant", &failure.report().message),
    }
}

/// Whether the client that fetches a token is the one that requested it.
fn is_theirs(request: &AuthorizationRequest, params: &Params, base: &str) -> bool {
    let verifier = params.get("code_verifier").unwrap_or_default();
    let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.as_bytes()));
    params.get("client_id") == Some(request.client_id.as_str())
        && params.get("redirect_uri") == Some(request.redirect.as_str())
        && (43..=128).contains(&verifier.len())
        && blake3::hash(challenge.as_bytes()) == blake3::hash(request.challenge.as_bytes())
        && params
            .get("resource")
            .is_none_or(|it| params::is_resource(it, base))
}

fn issue(endpoint: &Endpoint, allowance: &Allowance) -> Result<Value, Failure> {
    let (studio, agents) = endpoint.open_again(&allowance.story)?;
    let issued = agents.add_renewable(
        &studio,
        NewCredential {
            name: allowance.name.clone(),
            role: ClientType::AGENT,
            permission: Permission::of(allowance.level),
            lifetime: Lifetime::Minutes(allowance.minutes),
        },
        &allowance.request.client_id,
    )?;
    Ok(tokens(&issued))
}

fn tokens(issued: &RenewableSecret) -> Value {
    let mut told = json!({
        "access_token": issued.secret.expose_secret(),
        "token_type": "Bearer",
        "expires_in": issued.seconds,
        "scope": issued.credential.permission.level.as_str(),
    });
    if let Some(refresh) = issued.refresh_text() {
        told["refresh_token"] = json!(refresh);
    }
    told
}

/// Gives a client the next token of its credential.
fn refreshed(endpoint: &Endpoint, params: &Params, base: &str) -> Response {
    let resource = params.get("resource");
    if resource.is_some_and(|it| !params::is_resource(it, base)) {
        return refusal("invalid_target", "the token is not for this address");
    }
    let renewal = Renewal {
        token: params.get("refresh_token").unwrap_or_default(),
        client: params.get("client_id").unwrap_or_default(),
    };
    let mut why = "no story is open here".to_owned();
    for (studio, agents) in endpoint.stories().unwrap_or_default() {
        match agents.renew(&studio, renewal, studio.world().now()) {
            Ok(issued) => return unkept(Json(tokens(&issued))).into_response(),
            Err(failure) => failure.report().message.clone_into(&mut why),
        }
    }
    refusal("invalid_grant", &why)
}

/// Revokes a credential that its client no longer needs (RFC 7009), by its secret or by its refresh
/// token.
async fn revoke(State(endpoint): State<Endpoint>, headers: HeaderMap, body: Bytes) -> Response {
    if let Some(refused) = from_elsewhere(&headers) {
        return refused;
    }
    let params = Params::read(&body).unwrap_or_default();
    let token = params.get("token").unwrap_or_default();
    for (studio, agents) in endpoint.stories().unwrap_or_default() {
        let now = studio.world().now();
        let client = match agents.authenticate(token, now) {
            Ok(credential) => Some(credential.client),
            Err(_) => agents.client_of_refresh(token, now).unwrap_or_default(),
        };
        if let Some(client) = client
            && let Err(failure) = agents.end_now(&studio, &client)
        {
            return refusal("temporarily_unavailable", &failure.report().message);
        }
    }
    // An invalid token counts as revoked.
    StatusCode::OK.into_response()
}

/// Rejects requests with a foreign host name (DNS rebinding), and those from pages of other
/// origins.
fn from_elsewhere(headers: &HeaderMap) -> Option<Response> {
    let host = base(headers);
    let origin = headers.get(ORIGIN).and_then(|it| it.to_str().ok());
    let is_allowed = client::is_loopback(&host) && origin.is_none_or(client::is_loopback);
    (!is_allowed).then(|| {
        let message = "only programs of this computer sign in here";
        (StatusCode::FORBIDDEN, message).into_response()
    })
}

fn refused(refusal: &Refusal, language: Language, base: &str) -> Response {
    match refusal {
        Refusal::Page(id) => {
            let message = messages::format(language, id, &[]);
            let page = web_page::notice("signin-refused", &message, language);
            (StatusCode::BAD_REQUEST, shown(page, "'self'")).into_response()
        }
        Refusal::Client { request, error } => redirect(&request.refused(error, base)),
    }
}

/// An error in the protocol's format.
fn refusal(error: &str, why: &str) -> Response {
    let told = json!({ "error": error, "error_description": why });
    (StatusCode::BAD_REQUEST, unkept(Json(told))).into_response()
}

fn redirect(location: &str) -> Response {
    let Ok(location) = HeaderValue::from_str(location) else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    let mut response = unkept(StatusCode::SEE_OTHER).into_response();
    response.headers_mut().insert(LOCATION, location);
    response
}

/// The address of the protocol, which tokens are issued for.
fn resource(base: &str) -> String {
    format!("{base}{PATH}")
}
