//! The native menus: one table, English and Chinese. Each entry is an action of the page, which
//! knows whether it can be done now; keys are the page's too, so that text keeps its own.

use serde_json::json;
use tauri::menu::{Menu, MenuBuilder, PredefinedMenuItem, SubmenuBuilder};
use tauri::{AppHandle, Manager as _, Wry};

use crate::native;
use crate::windows::Desktop;

/// An entry: its action and its words.
type Entry = (&'static str, &'static str, &'static str);

/// A line between entries.
const LINE: Entry = ("", "", "");

const STORY: &[Entry] = &[
    ("newStory", "New Story…", "新建故事…"),
    ("openStory", "Open…", "打开…"),
    ("newWindow", "New Window", "新窗口"),
    LINE,
    ("importFile", "Import…", "导入…"),
    ("exportStory", "Export…", "导出…"),
    ("saveCopy", "Save a Copy…", "另存副本…"),
    LINE,
    ("settings", "Settings…", "设置…"),
    ("closeStory", "Close Story", "关闭故事"),
];

const EDIT: &[Entry] = &[
    ("undo", "Undo", "撤销"),
    ("redo", "Redo", "重做"),
    LINE,
    ("newNode", "New Node", "新建节点"),
    ("rename", "Rename", "重命名"),
    ("remove", "Delete", "删除"),
    LINE,
    ("selectAll", "Select All", "全选"),
    ("search", "Search or Run a Command…", "搜索或执行命令…"),
];

const VIEW: &[Entry] = &[
    ("fitAll", "Whole Map", "整张地图"),
    ("zoomIn", "Zoom In", "放大"),
    ("zoomOut", "Zoom Out", "缩小"),
    ("tidy", "Tidy Up", "整理地图"),
    LINE,
    ("outline", "Outline", "大纲"),
    ("inspector", "Node", "节点"),
    ("assistant", "Assistant", "助手"),
];

const MENUS: &[(&str, &str, &[Entry])] = &[
    ("Story", "故事", STORY),
    ("Edit", "编辑", EDIT),
    ("View", "查看", VIEW),
];

/// Puts up the menus in a language: `zh`, or else English.
pub(crate) fn set(app: &AppHandle, language: &str) -> tauri::Result<()> {
    app.set_menu(made(app, language.starts_with("zh"))?)?;
    Ok(())
}

fn made(app: &AppHandle, chinese: bool) -> tauri::Result<Menu<Wry>> {
    let word = |english, other| if chinese { other } else { english };
    let mut menu = MenuBuilder::new(app);
    for (english, other, entries) in MENUS {
        let mut lines = SubmenuBuilder::new(app, word(*english, *other));
        for entry @ (action, english, other) in *entries {
            lines = match *entry {
                LINE => lines.separator(),
                _ => lines.text(*action, word(*english, *other)),
            };
        }
        // On a Mac the keys of the clipboard work only where a menu has them.
        if cfg!(target_os = "macos") && *english == "Edit" {
            lines = lines.separator().cut().copy().paste();
        }
        if *english == "Story" {
            let quit = PredefinedMenuItem::quit(app, Some(word("Quit", "退出")))?;
            lines = lines.separator().item(&quit);
        }
        menu = menu.item(&lines.build()?);
    }
    menu.build()
}

/// Hands a chosen entry to the page in front.
pub(crate) fn chosen(app: &AppHandle, action: &str) {
    if let Some(label) = native::in_front(app) {
        let said = json!({ "type": "action", "action": action });
        app.state::<Desktop>().tell(&label, said);
    }
}
