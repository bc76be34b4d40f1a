//! The page's one call and one stream. The JSON is that of the window face, the same that a browser
//! hears over HTTP; names that begin with `window_` are the desktop's own (`native`).

use host::Failure;
use host::interfaces::window::{self, EventSink, WindowRegistry, WindowRequest};
use serde_json::{Value, json};
use tauri::ipc::Channel;
use tauri::{State, WebviewWindow};
use tokio_util::sync::CancellationToken;

use crate::native;
use crate::windows::MAIN_WINDOW;

/// Carries out one call; failure is an answer too.
#[tauri::command]
pub(crate) async fn call(
    window: WebviewWindow,
    windows: State<'_, WindowRegistry>,
    request: Value,
) -> Result<Value, ()> {
    let name = request["name"].as_str().unwrap_or_default();
    if let Some(verb) = name.strip_prefix(native::WINDOW_PREFIX) {
        let answer = native::run(&window, verb, &request["args"]).await;
        return Ok(answer.map_or_else(|it| window::failure(&it), |it| window::success(name, it)));
    }
    let request = match serde_json::from_value::<WindowRequest>(request) {
        Ok(request) => request,
        Err(error) => {
            let failed = Failure::invalid(format!("the call cannot be read: {error}"));
            return Ok(window::failure(&failed));
        }
    };
    windows.set_origin(window.label(), request.origin());
    if let Err(refused) = windows.check(&request) {
        return Ok(window::failure(&refused));
    }
    // The desktop's own channel reaches no further than the windows of this process.
    let owner = windows.workspace().owner();
    let answered =
        window::handle_request(windows.tools(), &owner, request, CancellationToken::new()).await;
    Ok(answered.unwrap_or_else(|| window::failure(&Failure::panicked())))
}

/// Begins to tell what happens: to a story, or without one to this window. A page that is loaded
/// again takes the place of the one before.
#[tauri::command]
pub(crate) async fn events(
    window: WebviewWindow,
    windows: State<'_, WindowRegistry>,
    story: Option<String>,
    channel: Channel<Value>,
) -> Result<Value, ()> {
    let say: EventSink = Box::new(move |said| channel.send(said).is_ok());
    let data = match story {
        None => {
            // A window that is brought a file begins with that, and not where one was.
            let brought = windows.attach_listener(window.label(), say);
            json!({ "begins": window.label() == MAIN_WINDOW && !brought })
        }
        Some(story) => match windows.follow_story(window.label(), &story, say).await {
            Ok(()) => json!({}),
            Err(failed) => return Ok(window::failure(&failed)),
        },
    };
    Ok(window::success("window_events", data))
}
