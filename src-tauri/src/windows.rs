//! Windows, and files that reach them from outside: named at the start, double-clicked, dropped.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};
use storyteller::Desk;
use storyteller::desk::EXTENSION;
use tauri::async_runtime::JoinHandle;
use tauri::ipc::Channel;
use tauri::{
    AppHandle, DragDropEvent, Manager as _, WebviewUrl, WebviewWindowBuilder, Window, WindowEvent,
};

use crate::native;

/// The first window's label; the others are numbered.
pub(crate) const FIRST: &str = "main";

/// What the windows share.
pub(crate) struct Desktop {
    pub(crate) desk: Desk,
    windows: Mutex<HashMap<String, OneWindow>>,
}

/// What is known of one window.
#[derive(Default)]
struct OneWindow {
    /// The name its page calls itself by.
    origin: String,
    /// Where it hears what happens to the window; `None` until its page has begun to listen.
    heard: Option<Channel<Value>>,
    /// What it is told as soon as it listens.
    waiting: Vec<Value>,
    /// Tells it of its story.
    told: Option<JoinHandle<()>>,
}

impl Desktop {
    pub(crate) fn new(desk: Desk) -> Self {
        let windows = Mutex::default();
        Self { desk, windows }
    }

    fn held(&self) -> MutexGuard<'_, HashMap<String, OneWindow>> {
        self.windows.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The page of a window has said who it is.
    pub(crate) fn named(&self, label: &str, origin: &str) {
        let before = {
            let mut windows = self.held();
            let window = windows.entry(label.to_owned()).or_default();
            std::mem::replace(&mut window.origin, origin.to_owned())
        };
        if !before.is_empty() && before != origin {
            self.leave(&before);
        }
    }

    /// The page of a window listens from now on.
    pub(crate) fn listens(&self, label: &str, heard: Channel<Value>) {
        let mut windows = self.held();
        let window = windows.entry(label.to_owned()).or_default();
        for said in window.waiting.drain(..) {
            let _ = heard.send(said);
        }
        window.heard = Some(heard);
    }

    /// The page of a window follows a story; it follows one at a time.
    pub(crate) fn follows(&self, label: &str, told: JoinHandle<()>) {
        let mut windows = self.held();
        let window = windows.entry(label.to_owned()).or_default();
        if let Some(before) = window.told.replace(told) {
            before.abort();
        }
    }

    /// Tells a window something, at once or as soon as it listens.
    pub(crate) fn tell(&self, label: &str, said: Value) {
        let mut windows = self.held();
        let window = windows.entry(label.to_owned()).or_default();
        match &window.heard {
            Some(heard) => drop(heard.send(said)),
            None => window.waiting.push(said),
        }
    }

    /// A window is gone; its story is left open for the next start.
    pub(crate) fn gone(&self, label: &str) {
        let window = self.held().remove(label);
        let Some(window) = window else { return };
        if let Some(told) = window.told {
            told.abort();
        }
        self.leave(&window.origin);
    }

    fn leave(&self, origin: &str) {
        if let Err(failed) = self.desk.gone(origin) {
            tracing::warn!(error = failed.report().message, "a story was not closed");
        }
    }
}

/// Opens a window; it is told of the files first.
pub(crate) fn open(app: &AppHandle, files: Vec<PathBuf>) -> tauri::Result<()> {
    let numbered = (2..).map(|number| format!("window-{number}"));
    let mut labels = std::iter::once(FIRST.to_owned()).chain(numbered);
    let label = labels
        .find(|it| app.get_webview_window(it).is_none())
        .unwrap_or_default();
    let desktop = app.state::<Desktop>();
    for file in files {
        desktop.tell(&label, opening(&file));
    }
    WebviewWindowBuilder::new(app, &label, WebviewUrl::App("index.html".into()))
        .title("Storyteller")
        .inner_size(1400.0, 900.0)
        .min_inner_size(720.0, 480.0)
        // The page is one page: nothing in a story leads this window anywhere else.
        .on_navigation(|url| url.scheme() == "tauri" || is_own_host(url.host_str()))
        .build()?;
    Ok(())
}

fn is_own_host(host: Option<&str>) -> bool {
    let worked_on = cfg!(debug_assertions) && host == Some("127.0.0.1");
    host == Some("tauri.localhost") || worked_on
}

/// The program was started again: its files open here, and a window comes to the front.
pub(crate) fn started_again(app: &AppHandle, words: &[String], folder: &str) {
    let files = files_among(words.iter().skip(1).cloned(), Some(Path::new(folder)));
    if files.is_empty() {
        raise(app);
    }
    for file in files {
        deliver(app, opening(&file));
    }
}

/// Tells the window in front of something, or opens one to tell.
pub(crate) fn deliver(app: &AppHandle, said: Value) {
    let Some(label) = raise(app) else {
        return;
    };
    app.state::<Desktop>().tell(&label, said);
}

/// Brings a window to the front: the one in use, else any, else a new one.
fn raise(app: &AppHandle) -> Option<String> {
    let label = native::in_front(app);
    let Some(window) = label.and_then(|it| app.get_webview_window(&it)) else {
        if let Err(error) = open(app, Vec::new()) {
            tracing::error!(%error, "no window can be opened");
            return None;
        }
        return Some(FIRST.to_owned());
    };
    // A window manager may decline; then it stays where it is.
    let _ = window.unminimize().and_then(|()| window.set_focus());
    Some(window.label().to_owned())
}

/// What a window is told of a file: to open it, or what is in it.
pub(crate) fn opening(file: &Path) -> Value {
    let is_story = file
        .extension()
        .is_some_and(|it| it.eq_ignore_ascii_case(EXTENSION));
    if is_story {
        return json!({ "type": "open", "path": file });
    }
    match native::read(file) {
        Ok(read) => json!({ "type": "import", "file": read }),
        Err(failed) => json!({ "type": "fault", "error": failed.report() }),
    }
}

/// The files among the words a program was started with.
pub(crate) fn files_among(
    words: impl Iterator<Item = String>,
    folder: Option<&Path>,
) -> Vec<PathBuf> {
    let files = words.filter(|it| !it.starts_with('-'));
    files
        .map(|it| folder.map_or_else(|| PathBuf::from(&it), |folder| folder.join(&it)))
        .collect()
}

/// Files dropped onto a window open there.
pub(crate) fn happened(window: &Window, event: &WindowEvent) {
    if let WindowEvent::DragDrop(DragDropEvent::Drop { paths, .. }) = event {
        let desktop = window.state::<Desktop>();
        for path in paths {
            desktop.tell(window.label(), opening(path));
        }
    }
}
