//! Runs: the calls that are running, each with a number; told while they take long, and stopped by
//! number. Enter through [`Runs::begin`]. Not here: who listens, and what a tool says of its work.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use model::TurnId;
use serde::Serialize;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use crate::Caller;

/// A call that speaks of its own progress is told after this long.
const SPEAKING: Duration = Duration::from_millis(300);
/// One that does not, after this much more.
const SILENT: Duration = Duration::from_millis(700);
/// Between two words on one call.
const PAUSE: Duration = Duration::from_millis(200);
/// Without news a call is told again after this long, for whoever began to listen meanwhile.
const SIGN_OF_LIFE: Duration = Duration::from_secs(2);

/// How far a long call is. As JSON: `{"type":"progress","run":17,"call":…,"tool":"export_story",
/// "origin":…,"turn":…,"done":0.42,"doing":"writing pages","ended":false}`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "type", rename = "progress")]
pub struct Progress {
    /// Names the run for as long as the story is open here; counts from 1.
    pub run: u64,
    /// The call's id.
    pub call: String,
    /// The tool's name.
    pub tool: String,
    /// The window or process it was called through.
    pub origin: Option<String>,
    /// The turn it belongs to.
    pub turn: Option<TurnId>,
    /// The part that is done, from 0 to 1; `None` where the tool does not know.
    pub done: Option<f64>,
    /// What it does now, in a few words; `None` where the tool does not say.
    pub doing: Option<String>,
    /// Whether it has ended; told once, of every run that was told at all.
    pub ended: bool,
}

/// Hears of long calls. Called from the tasks that run them, so it must not wait.
pub type OnProgress = Box<dyn Fn(Progress) + Send + Sync>;

/// The calls that are running.
#[derive(Default)]
pub(crate) struct Runs {
    last: AtomicU64,
    open: Mutex<BTreeMap<u64, CancellationToken>>,
    listener: OnceLock<OnProgress>,
}

/// What a tool said last of its work.
#[derive(Clone, Default)]
struct Word {
    done: Option<f64>,
    doing: Option<String>,
}

/// A call that is running, or what its work has left over.
pub(crate) struct Run {
    runs: Arc<Runs>,
    /// What is told of it, but for the tool's own words.
    card: Progress,
    said: watch::Sender<Word>,
    told: AtomicBool,
}

impl Runs {
    /// Who hears of long calls, from now on and for good; the first one named is.
    pub(crate) fn listen(&self, listener: OnProgress) {
        // A second listener would be a fault of the wiring, not of a call.
        let _ = self.listener.set(listener);
    }

    /// Gives a call its number. `stop` ends it.
    pub(crate) fn begin(
        self: &Arc<Self>,
        caller: &Caller,
        call: &str,
        tool: &str,
        stop: CancellationToken,
    ) -> Arc<Run> {
        let run = self.last.fetch_add(1, Ordering::Relaxed) + 1;
        self.lock().insert(run, stop);
        Arc::new(Run {
            runs: Arc::clone(self),
            card: Progress {
                run,
                call: call.to_owned(),
                tool: tool.to_owned(),
                origin: caller.origin.clone(),
                turn: caller.turn,
                done: None,
                doing: None,
                ended: false,
            },
            said: watch::Sender::default(),
            told: AtomicBool::new(false),
        })
    }

    /// Stops a run; whether it was under way.
    pub(crate) fn cancel(&self, run: u64) -> bool {
        let stop = self.lock().get(&run).cloned();
        stop.inspect(CancellationToken::cancel).is_some()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, CancellationToken>> {
        // Nothing under this lock can be left half-done.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Run {
    /// Takes a tool's word on its work. A part that is no number between 0 and 1 is made one.
    pub(crate) fn report(&self, done: Option<f64>, doing: &str) {
        let done = done.filter(|it| it.is_finite());
        self.said.send_replace(Word {
            done: done.map(|it| it.clamp(0.0, 1.0)),
            doing: (!doing.is_empty()).then(|| doing.to_owned()),
        });
    }

    /// Tells of the run once it takes long, and whenever there is news; never ends by itself.
    pub(crate) async fn tell(&self) -> Infallible {
        let mut news = self.said.subscribe();
        // What it says at once counts as news too.
        news.mark_changed();
        let spoke = |it: &Word| it.done.is_some() || it.doing.is_some();
        sleep(SPEAKING).await;
        // Silent or not: after this it is told.
        let _ = timeout(SILENT, news.wait_for(spoke)).await;
        loop {
            let word = news.borrow_and_update().clone();
            self.say(word, false);
            sleep(PAUSE).await;
            // Late or not, it is told again; the sender lives as long as the run.
            let _ = timeout(SIGN_OF_LIFE, news.changed()).await;
        }
    }

    /// Ends once the tool has said nothing of its work for so long.
    pub(crate) async fn silence(&self, limit: Duration) {
        let mut words = self.said.subscribe();
        while timeout(limit, words.changed()).await.is_ok() {}
    }

    fn say(&self, word: Word, ended: bool) {
        self.told.store(true, Ordering::Relaxed);
        if let Some(listener) = self.runs.listener.get() {
            listener(Progress {
                done: word.done,
                doing: word.doing,
                ended,
                ..self.card.clone()
            });
        }
    }
}

/// Ends a run when its call is answered or given up, whatever its work still holds.
pub(crate) struct Ending(pub(crate) Arc<Run>);

impl Drop for Ending {
    fn drop(&mut self) {
        let run = &self.0;
        run.runs.lock().remove(&run.card.run);
        if run.told.load(Ordering::Relaxed) {
            let word = run.said.borrow().clone();
            run.say(word, true);
        }
    }
}
