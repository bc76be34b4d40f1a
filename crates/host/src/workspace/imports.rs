//! Imports that create a story: their progress, and how to cancel them. No window has such a story
//! open yet, so nobody receives its events. Enter through [`Imports::begin`].

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use capability::Progress;
use tokio_util::sync::CancellationToken;

use super::lock_recovering;

/// The running imports, by the number used to stop them. Cheap to clone.
#[derive(Clone, Default)]
pub(super) struct Imports(Arc<Mutex<ImportTable>>);

#[derive(Default)]
struct ImportTable {
    last: u64,
    open: BTreeMap<u64, Import>,
}

struct Import {
    window: String,
    stop: CancellationToken,
    /// The last progress; `None` until the import has taken long.
    progress: Option<Progress>,
}

impl Imports {
    /// Starts an import that a window waits for; it counts as running until the returned value is
    /// dropped. `stop` ends it.
    pub(super) fn begin(&self, window: &str, stop: CancellationToken) -> ImportGuard {
        let mut table = lock_recovering(&self.0);
        table.last += 1;
        let run = table.last;
        let import = Import {
            window: window.to_owned(),
            stop: stop.clone(),
            progress: None,
        };
        table.open.insert(run, import);
        drop(table);
        ImportGuard {
            imports: self.clone(),
            run,
            stop,
        }
    }

    /// The progress of long imports that the window waits for.
    pub(super) fn of(&self, window: &str) -> Vec<Progress> {
        let table = lock_recovering(&self.0);
        let mine = table.open.values().filter(|it| it.window == window);
        mine.filter_map(|it| it.progress.clone()).collect()
    }

    /// Stops an import that the window waits for; returns whether it was running.
    pub(super) fn cancel(&self, run: u64, window: &str) -> bool {
        let table = lock_recovering(&self.0);
        let mine = table.open.get(&run).filter(|it| it.window == window);
        mine.inspect(|it| it.stop.cancel()).is_some()
    }
}

/// A running import.
pub(super) struct ImportGuard {
    imports: Imports,
    run: u64,
    /// Stops it.
    pub(super) stop: CancellationToken,
}

impl ImportGuard {
    /// Records its progress.
    pub(super) fn report(&self, progress: Progress) {
        let mut table = lock_recovering(&self.imports.0);
        if let Some(import) = table.open.get_mut(&self.run) {
            import.progress = Some(Progress {
                run: self.run,
                origin: Some(import.window.clone()),
                ..progress
            });
        }
    }
}

impl Drop for ImportGuard {
    fn drop(&mut self) {
        lock_recovering(&self.imports.0).open.remove(&self.run);
    }
}
