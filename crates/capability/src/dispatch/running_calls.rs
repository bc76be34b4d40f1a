//! The running calls, each with a number; they report progress if they take long and can be
//! cancelled by number. Enter through [`RunningCalls::begin`]. Not here: the progress listeners,
//! and the progress reports of tools.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use model::TurnId;
use schemars::JsonSchema;
use serde::Serialize;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use crate::{Caller, tagged};

/// A call that reports progress is announced after this time.
const REPORT_DELAY: Duration = Duration::from_millis(300);
/// A call that does not report progress is announced after this additional time.
const EXTRA_DELAY_WITHOUT_PROGRESS: Duration = Duration::from_millis(700);
/// The minimum time between two reports about one call.
const MIN_REPORT_INTERVAL: Duration = Duration::from_millis(200);
/// The maximum time between two reports about one call, for listeners that joined late.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(2);

/// The progress of a long call. As JSON:
/// `{"type":"progress","run":17,"call":…,"tool":"export_story","origin":…,"turn":…,"done":0.42,"doing":"writing
/// pages","ended":false}`.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "type", rename = "progress")]
#[schemars(rename = "Progress", transform = tagged("progress"))]
pub struct Progress {
    /// Identifies the run while the story is open in this process; counts from 1.
    pub run: u64,
    /// The call's id.
    pub call: String,
    /// The tool's name.
    pub tool: String,
    /// The window or process it was called from.
    pub origin: Option<String>,
    /// The turn it belongs to.
    pub turn: Option<TurnId>,
    /// The fraction done, from 0 to 1; `None` if the tool does not report it.
    pub done: Option<f64>,
    /// What it is doing now, in a few words; `None` if the tool does not report it.
    pub doing: Option<String>,
    /// What it has written so far, if it writes a text that may be read while it comes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Whether it has ended; reported once for every run that was announced.
    pub ended: bool,
}

/// Receives the progress of long calls. Called from the tasks that run them, so it must not block.
pub type ProgressListener = Box<dyn Fn(Progress) + Send + Sync>;

/// The calls that are running.
#[derive(Default)]
pub(crate) struct RunningCalls {
    last: AtomicU64,
    open: Mutex<BTreeMap<u64, CancellationToken>>,
    listener: OnceLock<ProgressListener>,
}

/// The latest progress a tool reported.
#[derive(Clone, Default)]
struct ProgressUpdate {
    done: Option<f64>,
    doing: Option<String>,
    text: Option<String>,
}

/// A call that is running, or whose spawned work is.
pub(crate) struct RunHandle {
    runs: Arc<RunningCalls>,
    /// The parts of its reports that do not change.
    base: Progress,
    updates: watch::Sender<ProgressUpdate>,
    reported: AtomicBool,
}

impl RunningCalls {
    /// Sets the listener for long calls; only the first one set is used.
    pub(crate) fn listen(&self, listener: ProgressListener) {
        // A second listener would be a setup error; it is ignored.
        let _ = self.listener.set(listener);
    }

    /// Gives a call its number. `stop` cancels it.
    pub(crate) fn begin(
        self: &Arc<Self>,
        caller: &Caller,
        call: &str,
        tool: &str,
        stop: CancellationToken,
    ) -> Arc<RunHandle> {
        let run = self.last.fetch_add(1, Ordering::Relaxed) + 1;
        self.lock().insert(run, stop);
        Arc::new(RunHandle {
            runs: Arc::clone(self),
            base: Progress {
                run,
                call: call.to_owned(),
                tool: tool.to_owned(),
                origin: caller.origin.clone(),
                turn: caller.turn,
                done: None,
                doing: None,
                text: None,
                ended: false,
            },
            updates: watch::Sender::default(),
            reported: AtomicBool::new(false),
        })
    }

    /// Cancels a run; returns whether it was running.
    pub(crate) fn cancel(&self, run: u64) -> bool {
        let stop = self.lock().get(&run).cloned();
        stop.inspect(CancellationToken::cancel).is_some()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, CancellationToken>> {
        // No code can panic halfway through an update while holding this lock.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RunHandle {
    /// The call's id.
    pub(crate) fn call(&self) -> &str {
        &self.base.call
    }

    /// Records a tool's progress. A fraction outside 0 to 1 is clamped.
    pub(crate) fn report(&self, done: Option<f64>, doing: &str) {
        let done = done.filter(|it| it.is_finite());
        self.updates.send_modify(|it| {
            it.done = done.map(|it| it.clamp(0.0, 1.0));
            it.doing = (!doing.is_empty()).then(|| doing.to_owned());
        });
    }

    /// Records what a tool has written so far.
    pub(crate) fn report_text(&self, text: &str) {
        self.updates
            .send_modify(|it| it.text = Some(text.to_owned()));
    }

    /// Sends reports once the run takes long, and whenever there is progress; never returns.
    pub(crate) async fn report_while_running(&self) -> Infallible {
        let mut news = self.updates.subscribe();
        // Progress reported before this point counts as new.
        news.mark_changed();
        let spoke =
            |it: &ProgressUpdate| it.done.is_some() || it.doing.is_some() || it.text.is_some();
        sleep(REPORT_DELAY).await;
        // After this delay the run is announced even without progress.
        let _ = timeout(EXTRA_DELAY_WITHOUT_PROGRESS, news.wait_for(spoke)).await;
        loop {
            let word = news.borrow_and_update().clone();
            self.say(word, false);
            sleep(MIN_REPORT_INTERVAL).await;
            // Reports again after the interval even without progress; the sender lives as long as
            // the run.
            let _ = timeout(HEARTBEAT_INTERVAL, news.changed()).await;
        }
    }

    /// Returns once the tool has reported no progress for this long.
    pub(crate) async fn idle_for(&self, limit: Duration) {
        let mut words = self.updates.subscribe();
        while timeout(limit, words.changed()).await.is_ok() {}
    }

    fn say(&self, word: ProgressUpdate, ended: bool) {
        self.reported.store(true, Ordering::Relaxed);
        if let Some(listener) = self.runs.listener.get() {
            listener(Progress {
                done: word.done,
                doing: word.doing,
                text: word.text,
                ended,
                ..self.base.clone()
            });
        }
    }
}

/// Ends a run when its call is answered or abandoned, even if its work still holds a handle.
pub(crate) struct RunGuard(pub(crate) Arc<RunHandle>);

impl Drop for RunGuard {
    fn drop(&mut self) {
        let run = &self.0;
        run.runs.lock().remove(&run.base.run);
        if run.reported.load(Ordering::Relaxed) {
            let word = run.updates.borrow().clone();
            run.say(word, true);
        }
    }
}
