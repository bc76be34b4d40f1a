//! `picture://localhost/HASH`: a stored picture or sound of an open story, and nothing else.

use storyteller::faces::window::picture::{SANDBOX, find};
use tauri::http::header::{
    ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE,
    X_CONTENT_TYPE_OPTIONS,
};
use tauri::http::{Request, Response, StatusCode};
use tauri::{Manager as _, UriSchemeContext, UriSchemeResponder, Wry};

use crate::windows::Desktop;

/// The scheme of a picture's address.
pub(crate) const SCHEME: &str = "picture";

/// The page's own origin, the only one that may read what a picture is made of.
const PAGE: &str = if cfg!(windows) {
    "http://tauri.localhost"
} else {
    "tauri://localhost"
};

/// Answers one request, off the thread that draws.
pub(crate) fn serve(
    context: UriSchemeContext<'_, Wry>,
    request: Request<Vec<u8>>,
    responder: UriSchemeResponder,
) {
    let desk = context.app_handle().state::<Desktop>().desk.clone();
    tauri::async_runtime::spawn_blocking(move || {
        let hash = request.uri().path().trim_start_matches('/');
        let (status, mime, bytes) = match find(&desk, hash) {
            Ok(Some(picture)) => (StatusCode::OK, picture.mime, picture.bytes),
            Ok(None) => (StatusCode::NOT_FOUND, "text/plain".into(), Vec::new()),
            Err(_) => (
                StatusCode::SERVICE_UNAVAILABLE,
                "text/plain".into(),
                Vec::new(),
            ),
        };
        let answer = Response::builder()
            .status(status)
            .header(CONTENT_TYPE, mime)
            .header(CONTENT_SECURITY_POLICY, SANDBOX)
            .header(X_CONTENT_TYPE_OPTIONS, "nosniff")
            .header(ACCESS_CONTROL_ALLOW_ORIGIN, PAGE)
            // A hash names its bytes forever.
            .header(CACHE_CONTROL, "private, max-age=31536000, immutable")
            .body(bytes);
        match answer {
            Ok(answer) => responder.respond(answer),
            Err(error) => tracing::warn!(%error, "a picture could not be sent"),
        }
    });
}
