//! The windows of one program: their origins, their event listeners, and the files that their
//! person has picked. Whatever shows a window reports it here under a label.
//!
//! Not here: the system's windows themselves, and the stories (the [`Workspace`]'s).

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use capability::DefinitionError;
use serde_json::{Value, json};
use tokio::sync::broadcast::error::RecvError;
use tokio::task::AbortHandle;

use super::WindowRequest;
use crate::interfaces::wire;
use crate::workspace_tools::{self, WorkspaceRegistry};
use crate::{Failure, Workspace, WorkspaceError};

/// Sends a message to a page; `false` if nobody listens any more.
pub type EventSink = Box<dyn Fn(Value) -> bool + Send + Sync>;

/// The state that a program's windows share.
pub struct WindowRegistry {
    tools: Arc<WorkspaceRegistry>,
    open: Mutex<HashMap<String, WindowState>>,
    /// Files that a person chose in a dialog, dropped, or passed as arguments.
    allowed_paths: Mutex<HashSet<PathBuf>>,
}

/// The state of one window.
#[derive(Default)]
struct WindowState {
    /// The origin of its page.
    origin: String,
    /// Receives the window's messages; `None` until its page listens.
    listener: Option<EventSink>,
    /// Messages to send as soon as it listens.
    queued: Vec<Value>,
    /// Forwards the events of its story.
    story_task: Option<AbortHandle>,
}

impl WindowRegistry {
    /// Starts without windows. Fails if the definitions of the program's own tools are invalid.
    pub fn new(workspace: Workspace) -> Result<Self, DefinitionError> {
        Ok(Self {
            tools: Arc::new(workspace_tools::registry(workspace)?),
            open: Mutex::default(),
            allowed_paths: Mutex::default(),
        })
    }

    /// The tools of the workspace.
    pub fn tools(&self) -> &Arc<WorkspaceRegistry> {
        &self.tools
    }

    /// Their workspace.
    pub fn workspace(&self) -> &Workspace {
        self.tools.services()
    }

    /// Sets the origin of a window's page; stories that another page of that window had open are
    /// left.
    pub fn set_origin(&self, label: &str, origin: &str) {
        let before = self.with(label, |it| {
            std::mem::replace(&mut it.origin, origin.to_owned())
        });
        if !before.is_empty() && before != origin {
            self.leave_stories(&before);
        }
    }

    /// Starts sending messages to the page of a window, beginning with queued ones; returns whether
    /// there were any.
    pub fn attach_listener(&self, label: &str, sink: EventSink) -> bool {
        self.with(label, |it| {
            let had_queued = !it.queued.is_empty();
            for message in it.queued.drain(..) {
                sink(message);
            }
            it.listener = Some(sink);
            had_queued
        })
    }

    /// Lets the page of a window follow a story, one at a time. After a gap it receives `lost`.
    pub async fn follow_story(
        &self,
        label: &str,
        story: &str,
        sink: EventSink,
    ) -> Result<(), Failure> {
        let mut events = self.workspace().studio(story).await?.events();
        let task = tokio::spawn(async move {
            loop {
                let message = match events.recv().await {
                    Ok(event) => wire::event(&event),
                    Err(RecvError::Lagged(_)) => json!({ "type": "lost" }),
                    Err(RecvError::Closed) => return,
                };
                if !sink(message) {
                    return;
                }
            }
        });
        let before = self.with(label, |it| it.story_task.replace(task.abort_handle()));
        if let Some(before) = before {
            before.abort();
        }
        Ok(())
    }

    /// Sends a message to a window, at once or as soon as it listens.
    pub fn send(&self, label: &str, message: Value) {
        self.with(label, |it| match &it.listener {
            Some(listener) => drop(listener(message)),
            None => it.queued.push(message),
        });
    }

    /// A person closes one window of several: its story is not reopened at the next start.
    pub fn dismiss_window(&self, label: &str) {
        let origin = self.with(label, |it| it.origin.clone());
        if let Err(failed) = self.workspace().dismiss_window(&origin) {
            tracing::warn!(error = failed.report().message, "a story was not put away");
        }
    }

    /// A window is gone; its story is reopened at the next start.
    pub fn window_closed(&self, label: &str) {
        let window = lock_recovering(&self.open).remove(label);
        let Some(window) = window else { return };
        if let Some(task) = window.story_task {
            task.abort();
        }
        self.leave_stories(&window.origin);
    }

    /// A person has picked a file, so a page may name it.
    pub fn allow_path(&self, path: &Path) {
        lock_recovering(&self.allowed_paths).insert(path.to_owned());
    }

    /// Rejects a request that names a file nobody picked: a page by itself opens and writes
    /// nothing.
    pub fn check(&self, request: &WindowRequest) -> Result<(), Failure> {
        let of_workspace = self.tools.spec(&request.name).is_some();
        let named = of_workspace.then_some(&request.args);
        let path = named.and_then(|it| it.get("path")).and_then(Value::as_str);
        path.map_or(Ok(()), |it| self.check_path(Path::new(it)))
    }

    /// Rejects a file that nobody picked.
    pub fn check_path(&self, path: &Path) -> Result<(), Failure> {
        if lock_recovering(&self.allowed_paths).contains(path) {
            return Ok(());
        }
        let path = path.display().to_string();
        Err(Failure::invalid(WorkspaceError::FileUnpicked { path }).hint(
            "choose it in the dialog, drop it on the window, or take it from the recent stories",
        ))
    }

    fn leave_stories(&self, origin: &str) {
        if let Err(failed) = self.workspace().window_closed(origin) {
            tracing::warn!(error = failed.report().message, "a story was not closed");
        }
    }

    fn with<T>(&self, label: &str, change: impl FnOnce(&mut WindowState) -> T) -> T {
        change(
            lock_recovering(&self.open)
                .entry(label.to_owned())
                .or_default(),
        )
    }
}

/// The locked value. It is valid even after a panic, because each change is a single step.
fn lock_recovering<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;
    use crate::workspace::testing::workspace_in;

    fn windows(folder: &Path) -> WindowRegistry {
        WindowRegistry::new(workspace_in(folder)).unwrap()
    }

    fn request(name: &str, args: Value) -> WindowRequest {
        let request = json!({ "name": name, "args": args, "origin": "window/1" });
        serde_json::from_value(request).unwrap()
    }

    #[tokio::test]
    async fn queued_messages_reach_a_late_listener() {
        let folder = tempfile::tempdir().unwrap();
        let windows = windows(folder.path());
        windows.send("main", json!(1));
        let (sender, listener) = mpsc::channel();
        assert!(windows.attach_listener("main", Box::new(move |it| sender.send(it).is_ok())));
        windows.send("main", json!(2));
        assert_eq!(listener.try_iter().collect::<Vec<_>>(), [1, 2]);
        assert!(!windows.attach_listener("main", Box::new(|_| true)));
    }

    #[tokio::test]
    async fn rejects_paths_a_person_did_not_pick() {
        let folder = tempfile::tempdir().unwrap();
        let windows = windows(folder.path());
        let path = folder.path().join("mine.story");
        let create = request("create_story", json!({ "title": "Mine", "path": path }));
        let refused = windows.check(&create).unwrap_err();
        assert!(
            refused.report().message.contains("mine.story"),
            "{refused:?}"
        );
        windows.allow_path(&path);
        assert_eq!(windows.check(&create), Ok(()));
        // What a story tool calls a path is not checked here.
        assert_eq!(
            windows.check(&request("update_node_kv", json!({ "path": "x" }))),
            Ok(())
        );
    }

    #[tokio::test]
    async fn restores_windows_except_dismissed_ones() {
        let folder = tempfile::tempdir().unwrap();
        let windows = windows(folder.path());
        for (label, title) in [
            ("main", "First"),
            ("window-2", "Second"),
            ("window-3", "Third"),
        ] {
            windows.set_origin(label, label);
            windows
                .workspace()
                .create(title, None, label)
                .await
                .unwrap();
        }
        windows.dismiss_window("window-2");
        windows.window_closed("window-2");
        windows.window_closed("window-3");
        windows.window_closed("main");
        let left: Vec<_> = windows
            .workspace()
            .left_open()
            .into_iter()
            .map(|it| it.title)
            .collect();
        assert_eq!(left, ["Third", "First"]);
    }
}
