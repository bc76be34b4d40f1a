//! The windows of one program: what each page calls itself, who hears what happens to it, and which
//! files its person has picked. Whatever draws a window tells this of it by a label of its own.
//!
//! Not here: the system's windows themselves, and the stories (the [`Desk`]'s).

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};
use tokio::sync::broadcast::error::RecvError;
use tokio::task::AbortHandle;

use super::Wish;
use crate::Desk;
use crate::faces::{DeskRefusal, Failure, wire};

/// Says something to a page; `false` where nobody hears it any more.
pub type Say = Box<dyn Fn(Value) -> bool + Send + Sync>;

/// What the windows of a program share.
pub struct Windows {
    desk: Desk,
    open: Mutex<HashMap<String, OneWindow>>,
    /// Files that a person chose in a dialog, dropped, or started the program with.
    granted: Mutex<HashSet<PathBuf>>,
}

/// What is known of one window.
#[derive(Default)]
struct OneWindow {
    /// The name its page calls itself by.
    origin: String,
    /// Hears what happens to the window; `None` until its page has begun to listen.
    heard: Option<Say>,
    /// What it is told as soon as it listens.
    waiting: Vec<Value>,
    /// Tells it of its story.
    told: Option<AbortHandle>,
}

impl Windows {
    /// No window yet.
    pub fn new(desk: Desk) -> Self {
        Self {
            desk,
            open: Mutex::default(),
            granted: Mutex::default(),
        }
    }

    /// The desk they stand before.
    pub fn desk(&self) -> &Desk {
        &self.desk
    }

    /// The page of a window has said who it is; what another page of that window had open before is
    /// left.
    pub fn named(&self, label: &str, origin: &str) {
        let before = self.with(label, |it| {
            std::mem::replace(&mut it.origin, origin.to_owned())
        });
        if !before.is_empty() && before != origin {
            self.leave(&before);
        }
    }

    /// The page of a window listens from now on, first to what has waited for it; whether something has.
    pub fn listens(&self, label: &str, say: Say) -> bool {
        self.with(label, |it| {
            let waited = !it.waiting.is_empty();
            for said in it.waiting.drain(..) {
                say(said);
            }
            it.heard = Some(say);
            waited
        })
    }

    /// The page of a window follows a story, one at a time. After a gap it is told `lost`.
    pub async fn follows(&self, label: &str, story: &str, say: Say) -> Result<(), Failure> {
        let mut events = self.desk.studio(story).await?.events();
        let told = tokio::spawn(async move {
            loop {
                let said = match events.recv().await {
                    Ok(event) => wire::event(&event),
                    Err(RecvError::Lagged(_)) => json!({ "type": "lost" }),
                    Err(RecvError::Closed) => return,
                };
                if !say(said) {
                    return;
                }
            }
        });
        let before = self.with(label, |it| it.told.replace(told.abort_handle()));
        if let Some(before) = before {
            before.abort();
        }
        Ok(())
    }

    /// Tells a window something, at once or as soon as it listens.
    pub fn tell(&self, label: &str, said: Value) {
        self.with(label, |it| match &it.heard {
            Some(heard) => drop(heard(said)),
            None => it.waiting.push(said),
        });
    }

    /// A person closes one window of several: its story is not begun with next time.
    pub fn put_away(&self, label: &str) {
        let origin = self.with(label, |it| it.origin.clone());
        if let Err(failed) = self.desk.put_away(&origin) {
            tracing::warn!(error = failed.report().message, "a story was not put away");
        }
    }

    /// A window is gone; its story is left open for the next start.
    pub fn gone(&self, label: &str) {
        let window = held(&self.open).remove(label);
        let Some(window) = window else { return };
        if let Some(told) = window.told {
            told.abort();
        }
        self.leave(&window.origin);
    }

    /// A person has picked a file, so that a page may name it.
    pub fn grant(&self, path: &Path) {
        held(&self.granted).insert(path.to_owned());
    }

    /// Refuses a wish that names a file nobody picked: a page alone opens and writes nothing.
    pub fn check(&self, wish: &Wish) -> Result<(), Failure> {
        let named = wish.name.starts_with(super::DESK).then_some(&wish.args);
        let path = named.and_then(|it| it.get("path")).and_then(Value::as_str);
        path.map_or(Ok(()), |it| self.check_path(Path::new(it)))
    }

    /// Refuses a file that nobody picked.
    pub fn check_path(&self, path: &Path) -> Result<(), Failure> {
        if held(&self.granted).contains(path) {
            return Ok(());
        }
        let path = path.display().to_string();
        Err(Failure::invalid(DeskRefusal::FileUnpicked { path }).hint(
            "choose it in the dialog, drop it on the window, or take it from the recent stories",
        ))
    }

    fn leave(&self, origin: &str) {
        if let Err(failed) = self.desk.gone(origin) {
            tracing::warn!(error = failed.report().message, "a story was not closed");
        }
    }

    fn with<T>(&self, label: &str, change: impl FnOnce(&mut OneWindow) -> T) -> T {
        change(held(&self.open).entry(label.to_owned()).or_default())
    }
}

/// What a lock holds; one who fell while holding it left it whole, for each change is one step.
fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;
    use crate::desk::DeskOptions;
    use crate::settings::{Environment, Keys};

    fn windows(folder: &Path) -> Windows {
        let (config, stories) = (folder.join("config"), folder.join("stories"));
        let environment = Environment::of([
            ("STORYTELLER_CONFIG", config.to_str().unwrap()),
            ("STORYTELLER_STORIES", stories.to_str().unwrap()),
        ]);
        Windows::new(Desk::new(DeskOptions {
            environment,
            keys: Keys::none(),
            model: None,
        }))
    }

    fn wish(name: &str, args: Value) -> Wish {
        let wish = json!({ "name": name, "args": args, "origin": "window/1" });
        serde_json::from_value(wish).unwrap()
    }

    #[tokio::test]
    async fn a_page_hears_what_was_said_before_it_listened() {
        let folder = tempfile::tempdir().unwrap();
        let windows = windows(folder.path());
        windows.tell("main", json!(1));
        let (sender, heard) = mpsc::channel();
        assert!(windows.listens("main", Box::new(move |it| sender.send(it).is_ok())));
        windows.tell("main", json!(2));
        assert_eq!(heard.try_iter().collect::<Vec<_>>(), [1, 2]);
        assert!(!windows.listens("main", Box::new(|_| true)));
    }

    #[tokio::test]
    async fn a_page_names_only_files_that_a_person_picked() {
        let folder = tempfile::tempdir().unwrap();
        let windows = windows(folder.path());
        let path = folder.path().join("mine.story");
        let create = wish("desk_create", json!({ "title": "Mine", "path": path }));
        let refused = windows.check(&create).unwrap_err();
        assert!(
            refused.report().message.contains("mine.story"),
            "{refused:?}"
        );
        windows.grant(&path);
        assert_eq!(windows.check(&create), Ok(()));
        // What a tool of a story calls a path is the tool's own business.
        assert_eq!(
            windows.check(&wish("update_node_kv", json!({ "path": "x" }))),
            Ok(())
        );
    }

    #[tokio::test]
    async fn several_windows_are_there_again_but_for_those_put_away() {
        let folder = tempfile::tempdir().unwrap();
        let windows = windows(folder.path());
        for (label, title) in [
            ("main", "First"),
            ("window-2", "Second"),
            ("window-3", "Third"),
        ] {
            windows.named(label, label);
            windows.desk().create(title, None, label).await.unwrap();
        }
        windows.put_away("window-2");
        windows.gone("window-2");
        windows.gone("window-3");
        windows.gone("main");
        let left: Vec<_> = windows
            .desk()
            .left_open()
            .into_iter()
            .map(|it| it.title)
            .collect();
        assert_eq!(left, ["Third", "First"]);
    }
}
