//! The desktop window: the page of `ui` in the system's web view, before the same desk that a
//! browser meets over HTTP.
//!
//! Enter through [`run`]. The page has one call and one stream of events (`wire`), pictures by their
//! hash (`picture`), and what only a desktop has: dialogs (`native`), menus (`menu`), windows and
//! files that were dropped or double-clicked (`windows`). Nothing here knows what is in a story.

mod menu;
mod native;
mod picture;
mod windows;
mod wire;

use std::process::ExitCode;

use storyteller::Desk;
use storyteller::faces::window::Windows;
use tauri::{App, AppHandle, Manager as _, RunEvent};

/// Opens the window and stays until the last one is closed.
pub fn run() -> ExitCode {
    storyteller::faces::log(&storyteller::settings::Environment::of_process());
    let built = tauri::Builder::default()
        .plugin(tauri_plugin_single_instance::init(|app, words, folder| {
            windows::started_again(app, &words, &folder);
        }))
        .plugin(tauri_plugin_dialog::init())
        .plugin(tauri_plugin_window_state::Builder::default().build())
        .register_asynchronous_uri_scheme_protocol(picture::SCHEME, picture::serve)
        .invoke_handler(tauri::generate_handler![wire::call, wire::events])
        .on_menu_event(|app, event| menu::chosen(app, event.id().as_ref()))
        .on_window_event(windows::happened)
        .setup(begin)
        .build(tauri::generate_context!());
    match built {
        Ok(app) => {
            app.run(last_things);
            ExitCode::SUCCESS
        }
        Err(error) => {
            tracing::error!(%error, "the window cannot be opened");
            ExitCode::FAILURE
        }
    }
}

fn begin(app: &mut App) -> Result<(), Box<dyn std::error::Error>> {
    app.manage(Windows::new(Desk::of_this_person()));
    windows::begin(app.handle())?;
    Ok(())
}

fn last_things(app: &AppHandle, event: RunEvent) {
    match event {
        #[cfg(target_os = "macos")]
        RunEvent::Opened { urls } => {
            let Some(label) = windows::raise(app) else {
                return;
            };
            let files = urls.iter().filter_map(|it| it.to_file_path().ok());
            files.for_each(|it| windows::brought(app, &label, &it));
        }
        RunEvent::Exit => {
            if let Err(failed) = app.state::<Windows>().desk().close_all() {
                tracing::warn!(error = failed.report().message, "a story was not closed");
            }
        }
        _ => {}
    }
}
