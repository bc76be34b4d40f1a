//! The native menus, as the page names them: it knows the words in the person's language, and each
//! entry is an action of its own. The page knows too whether an action can be done now; keys are the
//! page's, so that text keeps its own.

use host::interfaces::window::WindowRegistry;
use serde::Deserialize;
use serde_json::json;
use tauri::menu::{Menu, MenuBuilder, PredefinedMenuItem, SubmenuBuilder};
use tauri::{AppHandle, Manager as _, Wry};

use crate::windows;

/// The entry that ends the program; no action of the page has this name.
const QUIT: &str = "quit";

/// All the menus, from left to right.
#[derive(Deserialize)]
pub(crate) struct MenuBarSpec {
    menus: Vec<MenuSpec>,
    /// The word for leaving the program; its entry ends the first menu.
    quit: String,
}

#[derive(Deserialize)]
struct MenuSpec {
    title: String,
    /// Whether it is the one with the clipboard.
    #[serde(default)]
    edits: bool,
    /// From top to bottom; `null` is a line between.
    entries: Vec<Option<Entry>>,
}

#[derive(Deserialize)]
struct Entry {
    action: String,
    title: String,
}

/// Puts up the menus.
pub(crate) fn set_app_menu(app: &AppHandle, menus: &MenuBarSpec) -> tauri::Result<()> {
    app.set_menu(build_menu(app, menus)?)?;
    Ok(())
}

fn build_menu(app: &AppHandle, spec: &MenuBarSpec) -> tauri::Result<Menu<Wry>> {
    let mut menu = MenuBuilder::new(app);
    for (number, one) in spec.menus.iter().enumerate() {
        let mut lines = SubmenuBuilder::new(app, &one.title);
        for entry in &one.entries {
            lines = match entry {
                None => lines.separator(),
                Some(entry) => lines.text(&entry.action, &entry.title),
            };
        }
        // On a Mac the keys of the clipboard work only where a menu has them.
        if cfg!(target_os = "macos") && one.edits {
            lines = lines.separator().cut().copy().paste();
        }
        if number == 0 {
            lines = lines.separator();
            // Linux has no entry of its own that ends a program: the one of the library is dead there.
            lines = if cfg!(target_os = "linux") {
                lines.text(QUIT, &spec.quit)
            } else {
                lines.item(&PredefinedMenuItem::quit(app, Some(&spec.quit))?)
            };
        }
        menu = menu.item(&lines.build()?);
    }
    menu.build()
}

/// Hands a chosen entry to the page in front; leaving the program is none of a page's.
pub(crate) fn on_menu_event(app: &AppHandle, action: &str) {
    if action == QUIT {
        app.exit(0);
        return;
    }
    if let Some(label) = windows::focused_window(app) {
        let event = json!({ "type": "action", "action": action });
        app.state::<WindowRegistry>().send(&label, event);
    }
}
