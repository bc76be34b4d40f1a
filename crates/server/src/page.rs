//! The window's page and its files, as `ui` builds them into `ui/dist`: embedded in the program in
//! a release, read from disk in a debug build.

use std::borrow::Cow;

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use capability::Code;
use rust_embed::RustEmbed;

use super::call::error_response;
use super::guard::Token;
use super::random_source_failed;

#[derive(RustEmbed)]
#[folder = "../../ui/dist"]
#[allow_missing = true]
struct EmbeddedPage;

const HTML: &str = "text/html";

/// The placeholder for the nonce of the styles of the page's libraries; the desktop window uses the
/// same name.
const NONCE: &str = "__TAURI_STYLE_NONCE__";

/// Shown if the window has not been built yet.
const PAGE_NOT_BUILT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
    <title>Storyteller</title><style nonce=\"__TAURI_STYLE_NONCE__\">\
    body { font: 16px/1.6 system-ui; max-width: 36rem; margin: 15vh auto; padding: 0 1rem }</style>\
    <h1>The window is not built yet</h1>\
    <p>The program runs, but it was started without its page. In the project's folder run</p>\
    <pre>npm --prefix ui install\nnpm --prefix ui run build</pre>\
    <p>and start it again. Everything can also be done from the terminal: \
    <code>storyteller --help</code>.</p>";

/// Serves a file of the built window by its path.
pub(super) async fn page(uri: Uri) -> Response {
    let path = match uri.path() {
        "/" => "index.html",
        path => path.trim_start_matches('/'),
    };
    let within = path.split('/').all(|it| !matches!(it, "" | "." | ".."));
    match within.then(|| EmbeddedPage::get(path)).flatten() {
        Some(file) => file_response(StatusCode::OK, path, file.metadata.mimetype(), file.data),
        None if path == "index.html" => {
            let text = PAGE_NOT_BUILT.as_bytes().into();
            file_response(StatusCode::SERVICE_UNAVAILABLE, path, HTML, text)
        }
        None => {
            let text = b"There is no such page."[..].into();
            file_response(StatusCode::NOT_FOUND, path, "text/plain", text)
        }
    }
}

fn file_response(
    status: StatusCode,
    path: &str,
    content_type: &str,
    bytes: Cow<'static, [u8]>,
) -> Response {
    // The build names all files but the page itself by their content.
    let keep = match path.starts_with("static/") {
        true => "public, max-age=31536000, immutable",
        false => "no-cache",
    };
    let (nonce, bytes) = match insert_nonce(content_type, bytes) {
        Ok(marked) => marked,
        Err(error) => {
            let message = random_source_failed(&error).report().message.clone();
            return error_response(StatusCode::SERVICE_UNAVAILABLE, Code::Unavailable, &message);
        }
    };
    let headers = [
        (CONTENT_TYPE, content_type.to_owned()),
        (
            CONTENT_SECURITY_POLICY,
            content_security_policy(nonce.as_deref()),
        ),
        (CACHE_CONTROL, keep.to_owned()),
    ];
    (status, headers, Body::from(bytes.into_owned())).into_response()
}

/// A page with a new nonce in place of the placeholders; any other file unchanged.
fn insert_nonce(
    content_type: &str,
    bytes: Cow<'static, [u8]>,
) -> Result<PageWithNonce, getrandom::Error> {
    if content_type != HTML {
        return Ok((None, bytes));
    }
    let nonce = Token::random()?.text().to_owned();
    let text = String::from_utf8_lossy(&bytes).replace(NONCE, &nonce);
    Ok((Some(nonce), text.into_bytes().into()))
}

type PageWithNonce = (Option<String>, Cow<'static, [u8]>);

/// What the page may do: run its own scripts, connect to this program, and apply its own styles and
/// those of its libraries, which have the nonce. Text never becomes markup
/// (`require-trusted-types-for`).
fn content_security_policy(nonce: Option<&str>) -> String {
    let nonce = nonce.map(|it| format!(" 'nonce-{it}'")).unwrap_or_default();
    format!(
        "default-src 'none'; script-src 'self'; style-src 'self'{nonce}; \
         img-src 'self' blob: data:; media-src blob:; font-src 'self'; connect-src 'self'; \
         require-trusted-types-for 'script'; trusted-types 'none'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
}
