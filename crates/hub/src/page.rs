//! The page for people: files that the program gives to the hub, served to browsers. Not here: what
//! is on the page; to the hub it is a client like any other.

use std::borrow::Cow;

use axum::body::Body;
use axum::extract::Request;
use axum::http::Method;
use axum::http::header::{
    ALLOW, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::response::{IntoResponse as _, Response};

use crate::PageFile;

/// The path of the page itself.
const INDEX: &str = "index.html";
/// Below it, files are named by their content.
const NAMED_BY_CONTENT: &str = "static/";

/// What the page may do: run its own scripts, apply its own styles, and connect to this hub. Text
/// never becomes markup.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
                      img-src 'self' blob: data:; media-src blob:; font-src 'self'; connect-src 'self'; \
                      require-trusted-types-for 'script'; trusted-types 'none'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The file that a request asks for; `None` if the page has no such file.
pub(crate) fn response(page: &[PageFile], request: &Request) -> Option<Response> {
    let path = match request.uri().path().trim_start_matches('/') {
        "" => INDEX,
        path => path,
    };
    let file = page.iter().find(|it| it.path == path)?;
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let headers = [(ALLOW, "GET, HEAD")];
        return Some((axum::http::StatusCode::METHOD_NOT_ALLOWED, headers).into_response());
    }
    let keep = match path.starts_with(NAMED_BY_CONTENT) {
        true => "public, max-age=31536000, immutable",
        false => "no-cache",
    };
    let headers = [
        (CONTENT_TYPE, &*file.content_type),
        (CONTENT_SECURITY_POLICY, POLICY),
        (CACHE_CONTROL, keep),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        // An invitation is in the part of the address that is never sent, and neither is the rest.
        (REFERRER_POLICY, "no-referrer"),
    ];
    let body = match &file.bytes {
        Cow::Borrowed(bytes) => Body::from(*bytes),
        Cow::Owned(bytes) => Body::from(bytes.clone()),
    };
    Some((headers, body).into_response())
}

/// Whether a browser's page of this origin is the one that the hub serves, under the name that the
/// request was sent to. A program in front of the hub may have encrypted the connection.
pub(crate) fn is_own(page: &[PageFile], host: Option<&str>, origin: &str) -> bool {
    let served_as = ["http://", "https://"]
        .into_iter()
        .find_map(|it| origin.strip_prefix(it));
    let is_host = |name: &str| host.is_some_and(|it| it.eq_ignore_ascii_case(name));
    !page.is_empty() && served_as.is_some_and(is_host)
}
