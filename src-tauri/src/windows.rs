//! The system's windows, and files that reach them from outside.

use std::path::{Path, PathBuf};

use storyteller::faces::window::{Windows, files_among, opening};
use storyteller::settings::Environment;
use tauri::{
    AppHandle, DragDropEvent, Manager as _, WebviewUrl, WebviewWindow, WebviewWindowBuilder,
    Window, WindowEvent,
};

/// The first window's label; the others are numbered.
pub(crate) const FIRST: &str = "main";

/// Opens a window; it is told of the files first.
pub(crate) fn open(app: &AppHandle, files: &[PathBuf]) -> tauri::Result<()> {
    let numbered = (2..).map(|number| format!("window-{number}"));
    let mut labels = std::iter::once(FIRST.to_owned()).chain(numbered);
    let label = labels
        .find(|it| app.get_webview_window(it).is_none())
        .unwrap_or_default();
    for file in files {
        brought(app, &label, file);
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
            let environment = Environment::of_process();
            let person = environment.get("LANG").unwrap_or_default();
            let person = person.split('.').next().unwrap_or_default();
            context.set_spell_checking_languages(&[person, "en_US"]);
        }
    })?;
    let _ = window;
    Ok(())
}

/// The program was started again: its files open here, and a window comes to the front.
pub(crate) fn started_again(app: &AppHandle, words: &[String], folder: &str) {
    let files = files_among(words.iter().skip(1).cloned(), Some(Path::new(folder)));
    let Some(label) = raise(app) else { return };
    for file in files {
        brought(app, &label, &file);
    }
}

/// Brings a window to the front: the one in use, else any, else a new one.
pub(crate) fn raise(app: &AppHandle) -> Option<String> {
    let label = in_front(app);
    let Some(window) = label.and_then(|it| app.get_webview_window(&it)) else {
        if let Err(error) = open(app, &[]) {
            tracing::error!(%error, "no window can be opened");
            return None;
        }
        return Some(FIRST.to_owned());
    };
    // A window manager may decline; then it stays where it is.
    let _ = window.unminimize().and_then(|()| window.set_focus());
    Some(window.label().to_owned())
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

/// A person brought a file to a window.
pub(crate) fn brought(app: &AppHandle, label: &str, file: &Path) {
    let windows = app.state::<Windows>();
    windows.grant(file);
    windows.tell(label, opening(file));
}

/// Files dropped onto a window open there; one window closed of several is put away.
pub(crate) fn happened(window: &Window, event: &WindowEvent) {
    let app = window.app_handle();
    match event {
        WindowEvent::DragDrop(DragDropEvent::Drop { paths, .. }) => {
            paths.iter().for_each(|it| brought(app, window.label(), it));
        }
        WindowEvent::CloseRequested { .. } if app.webview_windows().len() > 1 => {
            app.state::<Windows>().put_away(window.label());
        }
        WindowEvent::Destroyed => app.state::<Windows>().gone(window.label()),
        _ => {}
    }
}

/// Where a person was working when the program ended: each story in a window, the newest in the
/// first, whose page asks for it itself.
pub(crate) fn begin(app: &AppHandle) -> tauri::Result<()> {
    let named = files_among(std::env::args().skip(1), None);
    open(app, &named)?;
    let left = app.state::<Windows>().desk().left_open();
    let others = left.iter().skip(1).filter(|_| named.is_empty());
    others
        .map(|it| std::slice::from_ref(&it.path))
        .try_for_each(|it| open(app, it))
}
