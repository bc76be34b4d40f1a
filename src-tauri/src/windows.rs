//! The system's windows, and files that reach them from outside.

use std::path::{Path, PathBuf};

use host::interfaces::window::{WindowRegistry, files_from_args, open_message};
use host::settings::Environment;
use tauri::{
    AppHandle, DragDropEvent, Manager as _, WebviewUrl, WebviewWindow, WebviewWindowBuilder,
    Window, WindowEvent,
};

/// The first window's label; the others are numbered.
pub(crate) const MAIN_WINDOW: &str = "main";

/// Opens a window; it is told of the files first.
pub(crate) fn open(app: &AppHandle, files: &[PathBuf]) -> tauri::Result<()> {
    let numbered = (2..).map(|number| format!("window-{number}"));
    let mut labels = std::iter::once(MAIN_WINDOW.to_owned()).chain(numbered);
    let label = labels
        .find(|it| app.get_webview_window(it).is_none())
        .unwrap_or_default();
    for file in files {
        open_file(app, &label, file);
    }
    let window = WebviewWindowBuilder::new(app, &label, WebviewUrl::App("index.html".into()))
        .title("Storyteller")
        .inner_size(1400.0, 900.0)
        .min_inner_size(720.0, 480.0)
        // The page is one page: nothing in a story leads this window anywhere else.
        .on_navigation(|url| url.scheme() == "tauri" || is_own_host(url.host_str()))
        .build()?;
    check_spelling(&window)
}

fn is_own_host(host: Option<&str>) -> bool {
    let worked_on = cfg!(debug_assertions) && host == Some("127.0.0.1");
    host == Some("tauri.localhost") || worked_on
}

/// The system's web view of Linux looks at no spelling until it is told to, and in which languages.
fn check_spelling(window: &WebviewWindow) -> tauri::Result<()> {
    #[cfg(target_os = "linux")]
    window.with_webview(|view| {
        use webkit2gtk::{WebContextExt as _, WebViewExt as _};
        if let Some(context) = view.inner().context() {
            context.set_spell_checking_enabled(true);
            let environment = Environment::from_process_environment();
            let person = environment.locale().unwrap_or_default().replace('-', "_");
            context.set_spell_checking_languages(&[person.as_str(), "en_US"]);
        }
    })?;
    let _ = window;
    Ok(())
}

/// The program was started again: its files open here, and a window comes to the front.
pub(crate) fn on_second_instance(app: &AppHandle, words: &[String], folder: &str) {
    let files = files_from_args(words.iter().skip(1).cloned(), Some(Path::new(folder)));
    let Some(label) = focus_window(app) else {
        return;
    };
    for file in files {
        open_file(app, &label, &file);
    }
}

/// Brings a window to the front: the one in use, else any, else a new one.
pub(crate) fn focus_window(app: &AppHandle) -> Option<String> {
    let label = focused_window(app);
    let Some(window) = label.and_then(|it| app.get_webview_window(&it)) else {
        if let Err(error) = open(app, &[]) {
            tracing::error!(%error, "no window can be opened");
            return None;
        }
        return Some(MAIN_WINDOW.to_owned());
    };
    // A window manager may decline; then it stays where it is.
    let _ = window.unminimize().and_then(|()| window.set_focus());
    Some(window.label().to_owned())
}

/// The window in use, else any, by its label.
pub(crate) fn focused_window(app: &AppHandle) -> Option<String> {
    let windows = app.webview_windows();
    let focused = windows
        .values()
        .find(|it| it.is_focused().unwrap_or_default());
    let any = focused.or_else(|| windows.values().next());
    any.map(|it| it.label().to_owned())
}

/// A person brought a file to a window.
pub(crate) fn open_file(app: &AppHandle, label: &str, file: &Path) {
    let windows = app.state::<WindowRegistry>();
    windows.allow_path(file);
    windows.send(label, open_message(file));
}

/// Files dropped onto a window open there; one window closed of several is put away.
pub(crate) fn on_window_event(window: &Window, event: &WindowEvent) {
    let app = window.app_handle();
    match event {
        WindowEvent::DragDrop(DragDropEvent::Drop { paths, .. }) => {
            paths
                .iter()
                .for_each(|it| open_file(app, window.label(), it));
        }
        WindowEvent::CloseRequested { .. } if app.webview_windows().len() > 1 => {
            app.state::<WindowRegistry>().dismiss_window(window.label());
        }
        WindowEvent::Destroyed => app.state::<WindowRegistry>().window_closed(window.label()),
        _ => {}
    }
}

/// Where a person was working when the program ended: each story in a window, the newest in the
/// first, whose page asks for it itself.
pub(crate) fn open_initial(app: &AppHandle) -> tauri::Result<()> {
    // A path that is not UTF-8 is shown as well as it can be; the file is then reported as missing.
    let words = std::env::args_os().skip(1);
    let words = words.map(|it| it.to_string_lossy().into_owned());
    let named = files_from_args(words, None);
    open(app, &named)?;
    let left = app.state::<WindowRegistry>().workspace().left_open();
    let others = left.iter().skip(1).filter(|_| named.is_empty());
    others
        .map(|it| std::slice::from_ref(&it.path))
        .try_for_each(|it| open(app, it))
}
