//! `picture://localhost/HASH`: a stored picture or sound of an open story, and nothing else.

use host::interfaces::window::{WindowRegistry, picture};
use tauri::http::header::ACCESS_CONTROL_ALLOW_ORIGIN;
use tauri::http::{HeaderValue, Request};
use tauri::{Manager as _, UriSchemeContext, UriSchemeResponder, Wry};

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
    let workspace = context
        .app_handle()
        .state::<WindowRegistry>()
        .workspace()
        .clone();
    tauri::async_runtime::spawn_blocking(move || {
        let hash = request.uri().path().trim_start_matches('/');
        let mut answer = picture::respond(&workspace, hash);
        let page = HeaderValue::from_static(PAGE);
        answer
            .headers_mut()
            .insert(ACCESS_CONTROL_ALLOW_ORIGIN, page);
        responder.respond(answer);
    });
}
