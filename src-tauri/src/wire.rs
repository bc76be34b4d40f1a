//! The page's one call and one stream. The JSON is that of the window face, the same that a browser
//! hears over HTTP; names that begin with `window_` are the desktop's own (`native`).

use serde_json::{Value, json};
use storyteller::faces::window::{self, Wish};
use storyteller::faces::{Failure, wire};
use tauri::ipc::Channel;
use tauri::{State, WebviewWindow};
use tokio::sync::broadcast::error::RecvError;
use tokio_util::sync::CancellationToken;

use crate::native;
use crate::windows::{self, Desktop};

/// Carries out one call; failure is an answer too.
#[tauri::command]
pub(crate) async fn call(
    window: WebviewWindow,
    desktop: State<'_, Desktop>,
    wish: Value,
) -> Result<Value, ()> {
    let name = wish["name"].as_str().unwrap_or_default();
    if let Some(verb) = name.strip_prefix(native::WINDOW) {
        let answer = native::run(&window, verb, &wish["args"]).await;
        return Ok(answer.map_or_else(|it| window::failure(&it), |it| window::success(name, it)));
    }
    let read = serde_json::from_value::<Wish>(wish);
    let wish = match read {
        Ok(wish) => wish,
        Err(error) => {
            let failed = Failure::invalid(format!("the call cannot be read: {error}"));
            return Ok(window::failure(&failed));
        }
    };
    desktop.named(window.label(), wish.origin());
    let stop = CancellationToken::new();
    let answered = window::carry_out(&desktop.desk, wish, stop).await;
    Ok(answered.unwrap_or_else(|| window::failure(&window::fallen())))
}

/// Begins to tell what happens: to a story, or without one to this window. A page that is loaded
/// anew takes the place of the one before.
#[tauri::command]
pub(crate) async fn events(
    window: WebviewWindow,
    desktop: State<'_, Desktop>,
    story: Option<String>,
    heard: Channel<Value>,
) -> Result<Value, ()> {
    let Some(story) = story else {
        desktop.listens(window.label(), heard);
        let begins = window.label() == windows::FIRST;
        return Ok(window::success(
            "window_events",
            json!({ "begins": begins }),
        ));
    };
    let mut events = match desktop.desk.studio(&story).await {
        Ok(studio) => studio.events(),
        Err(failed) => return Ok(window::failure(&failed)),
    };
    let told = tauri::async_runtime::spawn(async move {
        loop {
            let said = match events.recv().await {
                Ok(event) => wire::event(&event),
                Err(RecvError::Lagged(_)) => json!({ "type": "lost" }),
                Err(RecvError::Closed) => return,
            };
            if heard.send(said).is_err() {
                return;
            }
        }
    });
    desktop.follows(window.label(), told);
    Ok(window::success("window_events", json!({})))
}
