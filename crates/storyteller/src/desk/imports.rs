//! Imports that make a story of its own: how far each has come, and how to stop it. No window has
//! such a story open yet, so that none hears its events. Enter through [`Imports::begin`].

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use capability::Progress;
use tokio_util::sync::CancellationToken;

use super::held;

/// The imports that are under way, by the number they are stopped by. Cheap to clone.
#[derive(Clone, Default)]
pub(super) struct Imports(Arc<Mutex<Numbered>>);

#[derive(Default)]
struct Numbered {
    last: u64,
    open: BTreeMap<u64, Import>,
}

struct Import {
    window: String,
    stop: CancellationToken,
    /// As told last; `None` for as long as it has not taken long.
    progress: Option<Progress>,
}

impl Imports {
    /// An import begins that a window waits for; it is under way until what is returned is dropped.
    pub(super) fn begin(&self, window: &str) -> UnderWay {
        let mut numbered = held(&self.0);
        numbered.last += 1;
        let run = numbered.last;
        let stop = CancellationToken::new();
        let import = Import {
            window: window.to_owned(),
            stop: stop.clone(),
            progress: None,
        };
        numbered.open.insert(run, import);
        drop(numbered);
        UnderWay {
            imports: self.clone(),
            run,
            stop,
        }
    }

    /// How far those have come that the window waits for and that take long.
    pub(super) fn of(&self, window: &str) -> Vec<Progress> {
        let numbered = held(&self.0);
        let mine = numbered.open.values().filter(|it| it.window == window);
        mine.filter_map(|it| it.progress.clone()).collect()
    }

    /// Stops one that the window waits for; whether it was under way.
    pub(super) fn cancel(&self, run: u64, window: &str) -> bool {
        let numbered = held(&self.0);
        let mine = numbered.open.get(&run).filter(|it| it.window == window);
        mine.inspect(|it| it.stop.cancel()).is_some()
    }
}

/// An import for as long as it is under way.
pub(super) struct UnderWay {
    imports: Imports,
    run: u64,
    /// Ends it.
    pub(super) stop: CancellationToken,
}

impl UnderWay {
    /// Takes down how far it has come.
    pub(super) fn tell(&self, progress: Progress) {
        let mut numbered = held(&self.imports.0);
        if let Some(import) = numbered.open.get_mut(&self.run) {
            import.progress = Some(Progress {
                run: self.run,
                origin: Some(import.window.clone()),
                ..progress
            });
        }
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        held(&self.imports.0).open.remove(&self.run);
    }
}
