//! The page's one call and one stream. The JSON is that of the window face, the same that a browser
//! hears over HTTP; names that begin with `window_` are the desktop's own (`native`).

use serde_json::{Value, json};
use storyteller::faces::Failure;
use storyteller::faces::window::{self, Say, Windows, Wish};
use tauri::ipc::Channel;
use tauri::{State, WebviewWindow};
use tokio_util::sync::CancellationToken;

use crate::native;
use crate::windows::FIRST;

/// Carries out one call; failure is an answer too.
#[tauri::command]
pub(crate) async fn call(
    window: WebviewWindow,
    windows: State<'_, Windows>,
    wish: Value,
) -> Result<Value, ()> {
    let name = wish["name"].as_str().unwrap_or_default();
    if let Some(verb) = name.strip_prefix(native::WINDOW) {
        let answer = native::run(&window, verb, &wish["args"]).await;
        return Ok(answer.map_or_else(|it| window::failure(&it), |it| window::success(name, it)));
    }
    let wish = match serde_json::from_value::<Wish>(wish) {
        Ok(wish) => wish,
        Err(error) => {
            let failed = Failure::invalid(format!("the call cannot be read: {error}"));
            return Ok(window::failure(&failed));
        }
    };
    windows.named(window.label(), wish.origin());
    if let Err(refused) = windows.check(&wish) {
        return Ok(window::failure(&refused));
    }
    let answered = window::carry_out(windows.desk(), wish, CancellationToken::new()).await;
    Ok(answered.unwrap_or_else(|| window::failure(&window::fallen())))
}

/// Begins to tell what happens: to a story, or without one to this window. A page that is loaded
/// anew takes the place of the one before.
#[tauri::command]
pub(crate) async fn events(
    window: WebviewWindow,
    windows: State<'_, Windows>,
    story: Option<String>,
    heard: Channel<Value>,
) -> Result<Value, ()> {
    let say: Say = Box::new(move |said| heard.send(said).is_ok());
    let data = match story {
        None => {
            // A window that is brought a file begins with that, and not where one was.
            let brought = windows.listens(window.label(), say);
            json!({ "begins": window.label() == FIRST && !brought })
        }
        Some(story) => match windows.follows(window.label(), &story, say).await {
            Ok(()) => json!({}),
            Err(failed) => return Ok(window::failure(&failed)),
        },
    };
    Ok(window::success("window_events", data))
}
