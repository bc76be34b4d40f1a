//! What only a desktop has, as verbs of the page's one call: dialogs for files, windows, menus in
//! the page's language. A file is written where the person said, in a dialog the page cannot fill in.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use storyteller::Desk;
use storyteller::desk::EXTENSION;
use storyteller::faces::{Content, Failure};
use tauri::{AppHandle, Manager as _, WebviewWindow};
use tauri_plugin_dialog::{DialogExt as _, FileDialogBuilder, FilePath};
use tokio::sync::oneshot;

use crate::windows::Desktop;
use crate::{menu, windows};

/// What the names of these verbs begin with.
pub(crate) const WINDOW: &str = "window_";
/// The largest file that is taken in, in bytes.
const LARGEST: u64 = 64 * 1024 * 1024;

#[derive(Deserialize)]
struct Place {
    /// What it is to be called.
    file_name: String,
}

#[derive(Deserialize)]
struct Saved {
    file_name: String,
    #[serde(flatten)]
    content: Content,
}

#[derive(Deserialize)]
struct NewWindow {
    path: Option<PathBuf>,
}

#[derive(Deserialize)]
struct Language {
    language: String,
}

#[derive(Deserialize)]
struct Scale {
    percent: f64,
}

#[derive(Deserialize)]
struct Title {
    title: String,
}

/// Carries out a verb.
pub(crate) async fn run(
    window: &WebviewWindow,
    verb: &str,
    args: &Value,
) -> Result<Value, Failure> {
    let app = window.app_handle();
    match verb {
        "choose_story" => {
            let dialog = files(window).add_filter("Storyteller", &[EXTENSION]);
            Ok(json!({ "path": asked(|told| dialog.pick_file(told)).await }))
        }
        "choose_file" => {
            let chosen = asked(|told| files(window).pick_file(told)).await;
            Ok(json!({ "file": chosen.as_deref().map(read).transpose()? }))
        }
        "choose_place" => {
            let Place { file_name } = read_args(args)?;
            let dialog = files(window)
                .add_filter("Storyteller", &[EXTENSION])
                .set_file_name(format!("{file_name}.{EXTENSION}"));
            Ok(json!({ "path": asked(|told| dialog.save_file(told)).await }))
        }
        "save_file" => {
            let Saved { file_name, content } = read_args(args)?;
            let dialog = files(window).set_file_name(file_name);
            let Some(path) = asked(|told| dialog.save_file(told)).await else {
                return Ok(json!({ "path": null }));
            };
            std::fs::write(&path, content.bytes()?)
                .map_err(|it| Failure::io(format!("cannot write {}", path.display()), &it))?;
            Ok(json!({ "path": path }))
        }
        "new" => {
            let NewWindow { path } = read_args(args)?;
            windows::open(app, path.into_iter().collect()).map_err(|it| fault(&it))?;
            Ok(json!({}))
        }
        "title" => {
            let Title { title } = read_args(args)?;
            window.set_title(&title).map_err(|it| fault(&it))?;
            Ok(json!({}))
        }
        "language" => {
            let Language { language } = read_args(args)?;
            menu::set(app, &language).map_err(|it| fault(&it))?;
            Ok(json!({}))
        }
        "scale" => {
            let Scale { percent } = read_args(args)?;
            let scale = percent.clamp(50.0, 300.0) / 100.0;
            window.set_zoom(scale).map_err(|it| fault(&it))?;
            Ok(json!({}))
        }
        other => Err(Failure::invalid(format!(
            "the window has no verb {other:?}"
        ))),
    }
}

/// The language of the menus before any page has spoken.
pub(crate) fn language(desk: &Desk) -> String {
    desk.settings_view()
        .map(|it| it.settings.language)
        .unwrap_or_default()
}

/// A file's name and content, as the import tools take it.
pub(crate) fn read(path: &Path) -> Result<Value, Failure> {
    let told = |error| Failure::io(format!("cannot read {}", path.display()), &error);
    let length = std::fs::metadata(path).map_err(told)?.len();
    if length > LARGEST {
        let message = format!("{} is too large to be a story's file", path.display());
        return Err(Failure::invalid(message).hint("at most 64 MB are read"));
    }
    let content = Content::of(std::fs::read(path).map_err(told)?);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut file = json!(content);
    file["file_name"] = json!(name);
    Ok(file)
}

fn files(window: &WebviewWindow) -> FileDialogBuilder<tauri::Wry> {
    let desktop = window.state::<Desktop>();
    let dialog = window.dialog().file().set_parent(window);
    match desktop.desk.stories_folder() {
        Ok(folder) => dialog.set_directory(folder),
        Err(_) => dialog,
    }
}

/// Waits for a dialog's answer; `None` where it was left without one.
async fn asked(ask: impl FnOnce(Box<dyn FnOnce(Option<FilePath>) + Send>)) -> Option<PathBuf> {
    let (told, answer) = oneshot::channel();
    ask(Box::new(move |chosen| drop(told.send(chosen))));
    answer.await.ok().flatten()?.into_path().ok()
}

fn read_args<T: DeserializeOwned>(args: &Value) -> Result<T, Failure> {
    T::deserialize(args).map_err(|it| Failure::invalid(format!("the call cannot be read: {it}")))
}

fn fault(error: &tauri::Error) -> Failure {
    Failure::invalid(format!("the system's window would not: {error}"))
}

/// The window in use, else any, by its label.
pub(crate) fn in_front(app: &AppHandle) -> Option<String> {
    let windows = app.webview_windows();
    let focused = windows
        .values()
        .find(|it| it.is_focused().unwrap_or_default());
    let any = focused.or_else(|| windows.values().next());
    any.map(|it| it.label().to_owned())
}
