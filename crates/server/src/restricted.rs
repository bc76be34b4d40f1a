//! The server side of the restricted command line (AT-1, AT-4, AT-13): `POST /api/credential`
//! issues a credential for the person, `POST /api/cli` runs one method of one module for a
//! credential's holder. Only white-listed methods; every call goes through the registry.

use std::collections::BTreeSet;

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::header::{AUTHORIZATION, CACHE_CONTROL};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use capability::{Audience, Caller, Code, Principal, Rule, retain_described};
use model::conversation::ToolCall;
use secrecy::ExposeSecret as _;
use serde::Deserialize;
use serde_json::{Value, json};

use super::ServerState;
use host::Failure;
use host::Studio;
use host::credential::{Bearer, CredentialError, LIFETIME_MINUTES, PREFIX};
use host::interfaces::wire;

/// The name of a credential's holder in the story's history.
const AUTHOR: &str = "project_cli";

/// A request for a credential.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CredentialRequest {
    /// The story's key; left out, the only one that is open.
    #[serde(default)]
    story: String,
    methods: BTreeSet<String>,
    #[serde(default = "shortest_lifetime")]
    minutes: u32,
}

fn shortest_lifetime() -> u32 {
    *LIFETIME_MINUTES.start()
}

/// Issues a credential for the person.
pub(super) async fn issue(
    State(state): State<ServerState>,
    wanted: Result<Json<CredentialRequest>, JsonRejection>,
) -> Response {
    let Json(wanted) = match wanted {
        Ok(wanted) => wanted,
        Err(error) => return failure_response(&Failure::invalid(error.body_text())),
    };
    match issue_credential(&state, wanted).await {
        Ok(made) => json_response(StatusCode::OK, made),
        Err(failure) => failure_response(&failure),
    }
}

async fn issue_credential(
    state: &ServerState,
    wanted: CredentialRequest,
) -> Result<Value, Failure> {
    if !LIFETIME_MINUTES.contains(&wanted.minutes) {
        return Err(Failure::invalid("a credential lives 5 to 10 minutes"));
    }
    if wanted.methods.is_empty() {
        let failure = Failure::invalid("the credential would open nothing");
        return Err(failure.hint("name its methods: kv.read, kv.update"));
    }
    let studio = state.workspace().studio(&wanted.story).await?;
    for method in &wanted.methods {
        let spec = studio.registry().spec(method);
        let fits = spec.filter(|it| format!("{}.{}", it.module, it.method) == *method);
        match fits.map(|it| it.audience) {
            Some(Audience::Everyone) => {}
            Some(Audience::People) => {
                let message = format!("{method} is for people alone");
                return Err(Failure::new(Code::PermissionDenied, message));
            }
            None => {
                let failure = Failure::not_found(format!("there is no method {method:?}"));
                return Err(failure.hint("methods are spelled module.method: kv.read"));
            }
        }
    }
    let world = studio.world();
    let id = world.new_id();
    let expires = world.now() + std::time::Duration::from_secs(u64::from(wanted.minutes) * 60);
    tracing::info!(%id, %expires, methods = wanted.methods.len(), "a credential was made");
    let story = studio.store().story_id();
    let secret = state.issuer.issue(id, story, wanted.methods, expires);
    Ok(json!({ "credential": secret.expose_secret(), "id": id, "expires": expires }))
}

/// One call of the restricted command line. A credential among the fields is refused like any other
/// unknown field.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CliCall {
    #[serde(default)]
    module: String,
    method: String,
    #[serde(default)]
    input: Value,
}

/// Runs one method.
pub(super) async fn call(
    State(state): State<ServerState>,
    headers: HeaderMap,
    call: Result<Json<CliCall>, JsonRejection>,
) -> Response {
    let credential = headers
        .get(AUTHORIZATION)
        .and_then(|it| it.to_str().ok()?.strip_prefix("Bearer "));
    let opened = authenticate(&state, credential.unwrap_or_default());
    let (studio, bearer) = match opened {
        Ok(opened) => opened,
        Err(refusal) => {
            return failure_response(&Failure::new(Code::PermissionDenied, refusal.to_string()));
        }
    };
    let Json(call) = match call {
        Ok(call) => call,
        // The unreadable text is not repeated: it may contain anything.
        Err(_) => {
            let hint = "give module, method and input, and nothing else";
            return failure_response(&Failure::invalid("the call cannot be read").hint(hint));
        }
    };
    let given = [&call.module, &call.method, &call.input.to_string()];
    if given.iter().any(|it| it.contains(PREFIX)) {
        let message = "a credential does not belong into the call";
        return failure_response(
            &Failure::invalid(message).hint("it is passed in the environment only"),
        );
    }
    let methods = bearer.grant.methods.clone().unwrap_or_default();
    let caller = Caller {
        cancelled: state.stop.child_token(),
        ..caller_of(bearer)
    };
    let call = ToolCall {
        id: None,
        name: "project_cli".to_owned(),
        args: json!({ "module": call.module, "method": call.method, "input": call.input }),
    };
    let mut output = studio.call(&caller, call).await;
    if let Some(result) = &mut output.result {
        retain_described(&mut result.data, &result.module, &methods);
    }
    let code = output.error.as_ref().map(|it| it.code);
    json_response(status_of(code), wire::answer(&output))
}

/// The open story that a credential names, and what it allows there now.
fn authenticate(
    state: &ServerState,
    credential: &str,
) -> Result<(Studio, Bearer), CredentialError> {
    let issuer = &state.issuer;
    let story = issuer.claimed_story(credential)?;
    let studio = state
        .workspace()
        .studio_by_id(story)
        .ok_or(CredentialError::OtherStory)?;
    let mut bearer = issuer.check(credential, story, studio.world().now())?;
    // Calls without cost need no approval.
    let free = studio.methods_without_cost().into_iter();
    let free = free.map(|it| (it, Rule::Allow));
    bearer.grant.by_method.extend(free);
    Ok((studio, bearer))
}

fn caller_of(bearer: Bearer) -> Caller {
    let principal = Principal::program(format!("project_cli/{}", bearer.id), AUTHOR);
    Caller::new(principal, "", bearer.grant)
}

fn status_of(code: Option<Code>) -> StatusCode {
    let status = code.map(|it| host::interfaces::status_codes(it).http.unwrap_or(503));
    status
        .and_then(|it| StatusCode::from_u16(it).ok())
        .unwrap_or(StatusCode::OK)
}

fn failure_response(failure: &Failure) -> Response {
    json_response(
        status_of(Some(failure.report().code)),
        wire::failure(failure),
    )
}

fn json_response(status: StatusCode, body: Value) -> Response {
    (status, [(CACHE_CONTROL, "no-store")], Json(body)).into_response()
}
