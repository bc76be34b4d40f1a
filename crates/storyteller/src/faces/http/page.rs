//! The window's page and what belongs to it, as `ui` builds them into `ui/dist`: part of the program
//! in a release, read from the disk in a debug build.

use std::borrow::Cow;

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../ui/dist"]
#[allow_missing = true]
struct Built;

/// What the page may do: its own scripts, and this program. Styles may be inline, because canvas
/// overlays and the editor place things by style.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
                      img-src 'self' blob: data:; font-src 'self'; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What is shown where nobody has built the window yet.
const UNBUILT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
    <title>Storyteller</title>\
    <body style=\"font: 16px/1.6 system-ui; max-width: 36rem; margin: 15vh auto; padding: 0 1rem\">\
    <h1>The window is not built yet</h1>\
    <p>The program runs, but it was started without its page. In the project's folder run</p>\
    <pre>npm --prefix ui install\nnpm --prefix ui run build</pre>\
    <p>and start it again. Everything can also be done from the terminal: \
    <code>storyteller --help</code>.</p>";

/// Gives a file of the built window by its path.
pub(super) async fn page(uri: Uri) -> Response {
    let path = match uri.path() {
        "/" => "index.html",
        path => path.trim_start_matches('/'),
    };
    let within = path.split('/').all(|it| !matches!(it, "" | "." | ".."));
    match within.then(|| Built::get(path)).flatten() {
        Some(file) => sent(StatusCode::OK, path, file.data),
        None if path == "index.html" => {
            let text = UNBUILT.as_bytes().into();
            sent(StatusCode::SERVICE_UNAVAILABLE, path, text)
        }
        None => sent(
            StatusCode::NOT_FOUND,
            "missing.txt",
            b"There is no such page."[..].into(),
        ),
    }
}

fn sent(status: StatusCode, path: &str, bytes: Cow<'static, [u8]>) -> Response {
    // The build names all but the page itself by their content.
    let keep = match path.starts_with("static/") {
        true => "public, max-age=31536000, immutable",
        false => "no-cache",
    };
    let headers = [
        (CONTENT_TYPE, mime(path)),
        (CONTENT_SECURITY_POLICY, POLICY),
        (CACHE_CONTROL, keep),
    ];
    (status, headers, Body::from(bytes.into_owned())).into_response()
}

/// The type of a file by its name: those a build of ours holds.
fn mime(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, extension)| extension) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json" | "map") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
