//! The feed: delivers every change once and in order to subscribers. Changes of this process come
//! straight from the writer; changes of other processes are detected through SQLite's data version
//! and read by number.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use model::Change;
use rusqlite::Connection;
use tokio::sync::broadcast;

use super::StoryFile;
use super::connect::ReaderPool;
use crate::StoreError;
use crate::read::history;

/// Changes a slow subscriber may lag behind before it has to read them by number.
const CAPACITY: usize = 1_024;
/// How often the file is polled for other processes' commits while there are subscribers.
const POLL_INTERVAL: Duration = Duration::from_millis(60);
/// Changes read at once when catching up.
const PAGE: usize = 256;

/// The subscribers, and the last change delivered to them.
pub(crate) struct Feed {
    sender: broadcast::Sender<Arc<Change>>,
    state: Mutex<FeedState>,
    thread: Mutex<Option<JoinHandle<()>>>,
    closing: AtomicBool,
}

struct FeedState {
    number: u64,
    watching: bool,
}

impl Default for Feed {
    fn default() -> Self {
        Self {
            sender: broadcast::Sender::new(CAPACITY),
            state: Mutex::new(FeedState {
                number: 0,
                watching: false,
            }),
            thread: Mutex::default(),
            closing: AtomicBool::new(false),
        }
    }
}

impl Feed {
    fn lock(&self) -> MutexGuard<'_, FeedState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Delivers changes this process has just committed, preceded by changes of other processes
    /// between them.
    pub(crate) fn publish(&self, readers: &ReaderPool, changes: &[Arc<Change>]) {
        let mut state = self.lock();
        if self.sender.receiver_count() == 0 {
            return;
        }
        for change in changes {
            if change.number > state.number + 1 {
                let caught_up = readers.read(|conn| self.catch_up(conn, &mut state));
                if let Err(error) = caught_up {
                    tracing::warn!(%error, "could not read changes of another process yet");
                    return;
                }
            }
            self.deliver(&mut state, change.clone());
        }
    }

    /// Delivers one change unless it has been delivered already.
    fn deliver(&self, state: &mut FeedState, change: Arc<Change>) {
        if change.number == state.number + 1 {
            state.number = change.number;
            // An error means that the last subscriber has just left.
            _ = self.sender.send(change);
        }
    }

    fn catch_up(&self, conn: &Connection, state: &mut FeedState) -> Result<(), StoreError> {
        loop {
            let changes = history::changes_since(conn, state.number, PAGE)?;
            let is_last = changes.len() < PAGE;
            for change in changes {
                self.deliver(state, Arc::new(change));
            }
            if is_last {
                return Ok(());
            }
        }
    }

    /// A new subscriber, which receives all changes from now on.
    pub(crate) fn subscribe(file: &Arc<StoryFile>) -> broadcast::Receiver<Arc<Change>> {
        let feed = &file.feed;
        let mut state = feed.lock();
        if feed.sender.receiver_count() == 0 {
            match file.readers.read_unverified(history::newest) {
                Ok(number) => state.number = number,
                Err(error) => tracing::warn!(%error, "could not read the newest change"),
            }
        }
        let receiver = feed.sender.subscribe();
        if !state.watching && !feed.closing.load(Ordering::Relaxed) {
            let story = Arc::downgrade(file);
            let watcher = thread::Builder::new()
                .name("story-feed".to_owned())
                .spawn(move || watch(&story));
            match watcher {
                Ok(thread) => {
                    state.watching = true;
                    *feed.thread.lock().unwrap_or_else(PoisonError::into_inner) = Some(thread);
                }
                Err(error) => tracing::warn!(%error, "could not watch other processes"),
            }
        }
        receiver
    }

    /// Stops polling and waits until the poller's connection is closed.
    pub(crate) fn close(&self) {
        self.closing.store(true, Ordering::Relaxed);
        let thread = self
            .thread
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let Some(thread) = thread.filter(|it| it.thread().id() != thread::current().id()) {
            thread.thread().unpark();
            if thread.join().is_err() {
                tracing::error!("the feed thread panicked");
            }
        }
    }
}

/// Polls for other processes' commits until there are no subscribers.
fn watch(story: &Weak<StoryFile>) {
    let mut look: Option<(Connection, i64)> = None;
    while let Some(file) = story.upgrade() {
        if file.feed.closing.load(Ordering::Relaxed) {
            return;
        }
        {
            let mut state = file.feed.lock();
            if file.feed.sender.receiver_count() == 0 {
                state.watching = false;
                return;
            }
            if let Err(error) = poll_once(&file, &mut look, &mut state) {
                tracing::warn!(%error, "could not poll the story for changes");
            }
        }
        drop(file);
        thread::park_timeout(POLL_INTERVAL);
    }
}

fn poll_once(
    file: &StoryFile,
    look: &mut Option<(Connection, i64)>,
    state: &mut FeedState,
) -> Result<(), StoreError> {
    let (conn, seen) = match look {
        Some(look) => look,
        None => look.insert((file.readers.connect()?, -1)),
    };
    let version = conn.query_row("PRAGMA data_version", [], |row| row.get(0))?;
    if *seen != version {
        file.feed.catch_up(conn, state)?;
        *seen = version;
    }
    Ok(())
}
