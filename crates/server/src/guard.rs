//! Who is admitted. Other pages in the same browser and other programs on this machine can also
//! reach a loopback port: a request must name this machine as its host (against DNS rebinding),
//! come from this page if it names an origin, and carry the token (OS-1).
//!
//! Not here: what an admitted person may do, which the grant says.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{
    AUTHORIZATION, COOKIE, HOST, HeaderName, ORIGIN, REFERRER_POLICY, SET_COOKIE,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use capability::{Code, Principal};

use super::call::error_response;

/// The derivation context of the pass, which only allows reading assets.
const ASSET_PASS_CONTEXT: &str = "storyteller 2026 pass to assets";

/// 256 random bits that grant access to one server, for as long as it runs.
pub(super) struct Token(String);

impl Token {
    pub(super) fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)?;
        Ok(Self(URL_SAFE_NO_PAD.encode(bytes)))
    }

    pub(super) fn text(&self) -> &str {
        &self.0
    }
}

/// The data to check requests with. Secrets are stored and compared as hashes, in constant time.
pub(super) struct Guard {
    hosts: [String; 3],
    token: blake3::Hash,
    pass: blake3::Hash,
    /// The owner of the token.
    owner: Principal,
    /// The whole `Set-Cookie` line.
    cookie: HeaderValue,
    cookie_name: String,
}

impl Guard {
    pub(super) fn new(token: &Token, port: u16, owner: Principal) -> Self {
        let pass =
            blake3::Hash::from_bytes(blake3::derive_key(ASSET_PASS_CONTEXT, token.0.as_bytes()))
                .to_hex();
        // Cookies are shared by all ports of a host, so the name contains the port, and the pass is
        // not the token: another local server that receives it can at most read pictures.
        let cookie_name = format!("storyteller-{port}");
        let cookie = format!("{cookie_name}={pass}; Path=/assets; SameSite=Strict; HttpOnly");
        Self {
            owner,
            hosts: ["127.0.0.1", "localhost", "[::1]"].map(|it| format!("{it}:{port}")),
            token: blake3::hash(token.0.as_bytes()),
            pass: blake3::hash(pass.as_bytes()),
            cookie: HeaderValue::from_str(&cookie).expect("hexadecimal digits fit a header"),
            cookie_name,
        }
    }

    fn is_local_host(&self, host: &str) -> bool {
        self.hosts.iter().any(|it| it.eq_ignore_ascii_case(host))
    }

    fn allows_host(&self, headers: &HeaderMap) -> bool {
        single_header(headers, HOST).is_some_and(|it| self.is_local_host(it))
    }

    fn allows_origin(&self, headers: &HeaderMap) -> bool {
        if !headers.contains_key(ORIGIN) {
            return true;
        }
        let host = single_header(headers, ORIGIN).and_then(|it| it.strip_prefix("http://"));
        host.is_some_and(|it| self.is_local_host(it))
    }

    fn allows_token(&self, headers: &HeaderMap) -> bool {
        let given = single_header(headers, AUTHORIZATION).and_then(|it| it.strip_prefix("Bearer "));
        given.is_some_and(|it| blake3::hash(it.trim().as_bytes()) == self.token)
    }

    fn allows_pass(&self, headers: &HeaderMap) -> bool {
        let cookies = headers.get_all(COOKIE).into_iter();
        let mut pairs = cookies
            .filter_map(|it| it.to_str().ok())
            .flat_map(|it| it.split(';'))
            .filter_map(|it| it.trim().split_once('='));
        pairs.any(|(name, value)| {
            name == self.cookie_name && blake3::hash(value.as_bytes()) == self.pass
        })
    }
}

/// A header that must not be repeated.
fn single_header(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).into_iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

/// Rejects requests with a foreign host name or from another page.
pub(super) async fn require_local_request(
    State(guard): State<Arc<Guard>>,
    request: Request,
    next: Next,
) -> Response {
    let headers = request.headers();
    // A request line may contain a whole address, which then counts like the header.
    let named = request.uri().authority().map(|it| it.as_str());
    let is_local = named.is_none_or(|it| guard.is_local_host(it));
    if !is_local || !guard.allows_host(headers) {
        let message =
            "this address is not served here; use the one that `storyteller serve` printed";
        return error_response(StatusCode::FORBIDDEN, Code::PermissionDenied, message);
    }
    if !guard.allows_origin(headers) {
        let message = "other pages may not call this program";
        return error_response(StatusCode::FORBIDDEN, Code::PermissionDenied, message);
    }
    next.run(request).await
}

/// Rejects requests without the token; others get their pass to the assets. Only the person who
/// runs the program received the token: whoever has it is that person, whatever a request says.
pub(super) async fn require_token(
    State(guard): State<Arc<Guard>>,
    mut request: Request,
    next: Next,
) -> Response {
    if !guard.allows_token(request.headers()) {
        let message = "this window is not known to the program; open the address that \
                       `storyteller serve` printed last";
        return error_response(StatusCode::UNAUTHORIZED, Code::PermissionDenied, message);
    }
    request.extensions_mut().insert(guard.owner.clone());
    let mut response = next.run(request).await;
    response
        .headers_mut()
        .insert(SET_COOKIE, guard.cookie.clone());
    response
}

/// Rejects requests without a pass.
pub(super) async fn require_asset_pass(
    State(guard): State<Arc<Guard>>,
    request: Request,
    next: Next,
) -> Response {
    let headers = request.headers();
    if !guard.allows_pass(headers) && !guard.allows_token(headers) {
        let message = "pictures are shown to the story's own window only";
        return error_response(StatusCode::UNAUTHORIZED, Code::PermissionDenied, message);
    }
    next.run(request).await
}

/// Headers of every response: its type must not be guessed, the address is not sent as a referrer,
/// and no other site may embed it.
pub(super) async fn add_security_headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let lines = [
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        ),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
    ];
    for (name, value) in lines {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}
