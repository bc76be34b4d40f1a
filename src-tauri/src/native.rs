//! What only a desktop has, as verbs of the page's one call: dialogs for files, windows, menus in
//! the page's language. A file is written where the person said, in a dialog the page cannot fill in.

use std::path::PathBuf;

use host::interfaces::window::{WindowRegistry, read_import_file};
use host::workspace::STORY_EXTENSION;
use host::{Content, Failure};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tauri::{Manager as _, WebviewWindow};
use tauri_plugin_dialog::{DialogExt as _, FileDialogBuilder, FilePath};
use tokio::sync::oneshot;

use crate::{menu, windows};

/// What the names of these verbs begin with.
pub(crate) const WINDOW_PREFIX: &str = "window_";

#[derive(Deserialize)]
struct ChooseFileArgs {
    /// What it is to be called.
    file_name: String,
}

#[derive(Deserialize)]
struct SaveFileArgs {
    file_name: String,
    #[serde(flatten)]
    content: Content,
}

#[derive(Deserialize)]
struct NewWindowArgs {
    path: Option<PathBuf>,
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
            let dialog = file_dialog(window).add_filter("Storyteller", &[STORY_EXTENSION]);
            Ok(picked(
                window,
                await_dialog(|callback| dialog.pick_file(callback)).await,
            ))
        }
        "choose_file" => {
            let chosen = await_dialog(|callback| file_dialog(window).pick_file(callback)).await;
            Ok(json!({ "file": chosen.as_deref().map(read_import_file).transpose()? }))
        }
        "choose_folder" => {
            let chosen = await_dialog(|callback| file_dialog(window).pick_folder(callback)).await;
            Ok(json!({ "file": chosen.as_deref().map(read_import_file).transpose()? }))
        }
        "choose_place" => {
            let ChooseFileArgs { file_name } = read_args(args)?;
            let dialog = file_dialog(window)
                .add_filter("Storyteller", &[STORY_EXTENSION])
                .set_file_name(format!("{file_name}.{STORY_EXTENSION}"));
            Ok(picked(
                window,
                await_dialog(|callback| dialog.save_file(callback)).await,
            ))
        }
        "save_file" => {
            let SaveFileArgs { file_name, content } = read_args(args)?;
            let dialog = file_dialog(window).set_file_name(file_name);
            let Some(path) = await_dialog(|callback| dialog.save_file(callback)).await else {
                return Ok(json!({ "path": null }));
            };
            std::fs::write(&path, content.bytes()?)
                .map_err(|it| Failure::file("cannot write", &path, &it))?;
            Ok(json!({ "path": path }))
        }
        "new" => {
            let NewWindowArgs { path } = read_args(args)?;
            let picked = app.state::<WindowRegistry>();
            path.iter().try_for_each(|it| picked.check_path(it))?;
            windows::open(app, path.as_slice()).map_err(|it| tauri_failure(&it))?;
            Ok(json!({}))
        }
        "title" => {
            let title = args["title"].as_str().unwrap_or("Storyteller");
            window.set_title(title).map_err(|it| tauri_failure(&it))?;
            Ok(json!({}))
        }
        "menus" => {
            menu::set_app_menu(app, &read_args(args)?).map_err(|it| tauri_failure(&it))?;
            Ok(json!({}))
        }
        "scale" => {
            let percent = args["percent"].as_f64().unwrap_or(100.0);
            let scale = percent.clamp(50.0, 300.0) / 100.0;
            window.set_zoom(scale).map_err(|it| tauri_failure(&it))?;
            Ok(json!({}))
        }
        other => Err(Failure::invalid(format!(
            "the window has no verb {other:?}"
        ))),
    }
}

fn file_dialog(window: &WebviewWindow) -> FileDialogBuilder<tauri::Wry> {
    let dialog = window.dialog().file().set_parent(window);
    match window
        .state::<WindowRegistry>()
        .workspace()
        .stories_folder()
    {
        Ok(folder) => dialog.set_directory(folder),
        Err(_) => dialog,
    }
}

/// A file that a person picked, which the page may name from now on.
fn picked(window: &WebviewWindow, path: Option<PathBuf>) -> Value {
    if let Some(path) = &path {
        window.state::<WindowRegistry>().allow_path(path);
    }
    json!({ "path": path })
}

/// Waits for a dialog's answer; `None` where it was left without one.
async fn await_dialog(
    ask: impl FnOnce(Box<dyn FnOnce(Option<FilePath>) + Send>),
) -> Option<PathBuf> {
    let (sender, answer) = oneshot::channel();
    ask(Box::new(move |chosen| drop(sender.send(chosen))));
    answer.await.ok().flatten()?.into_path().ok()
}

fn read_args<T: DeserializeOwned>(args: &Value) -> Result<T, Failure> {
    T::deserialize(args).map_err(|it| Failure::invalid(format!("the call cannot be read: {it}")))
}

fn tauri_failure(error: &tauri::Error) -> Failure {
    Failure::invalid(format!("the system's window would not: {error}"))
}
