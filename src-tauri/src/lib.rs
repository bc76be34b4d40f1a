//! The desktop window: the page of `ui` in the system's web view, before the same workspace that a
//! browser meets over HTTP.
//!
//! Enter through [`run`]. The page has one call and one stream of events (`ipc`), pictures by their
//! hash (`picture`), and what only a desktop has: dialogs (`native`), menus (`menu`), windows and
//! files that were dropped or double-clicked (`windows`). Nothing here knows what is in a story.

mod ipc;
mod menu;
mod native;
mod picture;
mod windows;

use std::process::ExitCode;
use std::sync::Arc;

use host::Workspace;
use host::interfaces::window::WindowRegistry;
use tauri::{App, AppHandle, Manager as _, RunEvent};

/// Opens the window and stays until the last one is closed.
pub fn run() -> ExitCode {
    if let Some(ended) = acp::pass_on_tools() {
        return ended;
    }
    host::log(&host::settings::Environment::from_process_environment());
    let built = tauri::Builder::default()
        .plugin(tauri_plugin_single_instance::init(|app, words, folder| {
            windows::on_second_instance(app, &words, &folder);
        }))
        .plugin(tauri_plugin_dialog::init())
        .plugin(tauri_plugin_window_state::Builder::default().build())
        .register_asynchronous_uri_scheme_protocol(picture::SCHEME, picture::serve)
        .invoke_handler(tauri::generate_handler![ipc::call, ipc::events])
        .on_menu_event(|app, event| menu::on_menu_event(app, event.id().as_ref()))
        .on_window_event(windows::on_window_event)
        .setup(setup)
        .build(tauri::generate_context!());
    match built {
        Ok(app) => {
            app.run(on_run_event);
            ExitCode::SUCCESS
        }
        Err(error) => {
            tracing::error!(%error, "the window cannot be opened");
            ExitCode::FAILURE
        }
    }
}

fn setup(app: &mut App) -> Result<(), Box<dyn std::error::Error>> {
    let launcher = mcp::http::Launcher::beside(Arc::new(environment::Launcher));
    let workspace = Workspace::from_environment()
        .with_hub_launcher(Arc::new(launcher))
        .with_outside_tools(Arc::new(mcp::outside::Servers))
        .with_outside_agents(Arc::new(acp::Agents));
    app.manage(WindowRegistry::new(workspace)?);
    windows::open_initial(app.handle())?;
    Ok(())
}

fn on_run_event(app: &AppHandle, event: RunEvent) {
    match event {
        #[cfg(target_os = "macos")]
        RunEvent::Opened { urls } => {
            let Some(label) = windows::focus_window(app) else {
                return;
            };
            let files = urls.iter().filter_map(|it| it.to_file_path().ok());
            files.for_each(|it| windows::open_file(app, &label, &it));
        }
        RunEvent::Exit => {
            if let Err(failed) = app.state::<WindowRegistry>().workspace().close_all() {
                tracing::warn!(error = failed.report().message, "a story was not closed");
            }
        }
        _ => {}
    }
}
