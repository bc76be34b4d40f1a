//! The writer thread: it alone owns a writing connection. Whatever waits is committed together, and
//! each caller is answered only after the commit that holds its work is on disk.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use model::Change;
use rusqlite::Connection;

use super::index::{MAX_LAG, catch_up};
use crate::StoreError;
use crate::file::StoryFile;

/// How many jobs share one transaction at most: enough to make a disk's slowness cheap, few enough
/// that the first of them does not wait long.
const MAX_BATCH: usize = 128;
/// How long nothing must have been asked for before the search index is brought up to date.
const IDLE: Duration = Duration::from_millis(100);

/// How the writer's transactions begin.
pub(super) const BEGIN: &str = "BEGIN IMMEDIATE";

/// The writer's open transaction, as a job finds it.
#[derive(Clone, Copy)]
pub(crate) struct Ground<'a> {
    pub(super) conn: &'a Connection,
    /// Whether nothing has been written in it yet.
    pub(super) is_untouched: bool,
}

/// Work inside the writer's transaction. It is given that, or why there is none.
pub(crate) type Job = Box<dyn FnOnce(Result<Ground<'_>, StoreError>) -> Ran + Send>;

/// Work that needs the connection to itself, outside any transaction.
pub(crate) type Alone = Box<dyn FnOnce(Result<&mut Connection, StoreError>) + Send>;

/// A job that has run and waits for the commit.
pub(crate) struct Ran {
    /// The change it made.
    pub(crate) change: Option<Arc<Change>>,
    /// Whether it left anything in the transaction.
    pub(crate) wrote: bool,
    /// Answers the caller, told whether the commit succeeded.
    pub(crate) settle: Box<dyn FnOnce(Result<(), StoreError>)>,
}

enum Order {
    Batch(Job),
    Alone(Alone),
}

/// The way to the writer thread.
pub(crate) struct Writer {
    orders: Mutex<Option<Sender<Order>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Writer {
    /// Starts the thread. `connect` runs on it before the first job; if it fails, every job is
    /// answered with that failure.
    pub(crate) fn start(
        file: Arc<StoryFile>,
        connect: impl FnOnce() -> Result<Connection, StoreError> + Send + 'static,
    ) -> Result<Self, StoreError> {
        let (orders, waiting) = channel();
        let path = file.path.clone();
        let thread = thread::Builder::new()
            .name("story-writer".to_owned())
            .spawn(move || work(&file, connect(), &waiting))
            .map_err(|source| StoreError::Io { path, source })?;
        Ok(Self {
            orders: Mutex::new(Some(orders)),
            thread: Mutex::new(Some(thread)),
        })
    }

    /// Hands over a job; a closed writer answers it at once.
    pub(crate) fn submit(&self, job: Job) {
        if let Some(Order::Batch(job)) = self.send(Order::Batch(job)) {
            (job(Err(closed())).settle)(Err(closed()));
        }
    }

    /// Hands over work that needs the connection to itself.
    pub(crate) fn submit_alone(&self, work: Alone) {
        if let Some(Order::Alone(work)) = self.send(Order::Alone(work)) {
            work(Err(closed()));
        }
    }

    /// The order back, if nobody takes it any more.
    fn send(&self, order: Order) -> Option<Order> {
        let orders = self.orders.lock().unwrap_or_else(PoisonError::into_inner);
        match &*orders {
            Some(orders) => orders.send(order).err().map(|it| it.0),
            None => Some(order),
        }
    }

    /// Finishes what waits and ends the thread. Harmless when repeated, and when a job itself is
    /// what lets the last handle go.
    pub(crate) fn stop(&self) {
        self.orders
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        let thread = self
            .thread
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let Some(thread) = thread.filter(|it| it.thread().id() != thread::current().id())
            && thread.join().is_err()
        {
            tracing::error!("the writer thread had panicked");
        }
    }
}

/// The answer where there is no writer any more.
pub(crate) fn closed() -> StoreError {
    StoreError::ReadOnly {
        why: "it has been closed".to_owned(),
    }
}

fn work(file: &StoryFile, connected: Result<Connection, StoreError>, waiting: &Receiver<Order>) {
    let mut conn = match connected {
        Ok(conn) => conn,
        Err(error) => return refuse(file, &error, waiting),
    };
    let mut lag = Lag::Unknown;
    loop {
        let order = match lag {
            Lag::None => waiting.recv().map_err(RecvTimeoutError::from),
            Lag::Some(_) | Lag::Unknown => waiting.recv_timeout(IDLE),
        };
        match order {
            Ok(order) => lag = lag.grown(run(file, &mut conn, order, waiting)),
            Err(RecvTimeoutError::Timeout) => lag = index(file, &conn),
            Err(RecvTimeoutError::Disconnected) => break,
        }
        if lag.is_too_long() {
            lag = index(file, &conn);
        }
    }
    if !matches!(lag, Lag::None) {
        index(file, &conn);
    }
    if let Err(error) = conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())) {
        tracing::warn!(%error, "the write-ahead log could not be folded in");
    }
}

/// How far the search index is behind.
#[derive(Clone, Copy)]
enum Lag {
    None,
    Some(u64),
    /// Whoever had the story open before may have left some.
    Unknown,
}

impl Lag {
    fn grown(self, changes: u64) -> Self {
        match self {
            Self::None if changes == 0 => Self::None,
            Self::None => Self::Some(changes),
            Self::Some(lag) => Self::Some(lag + changes),
            Self::Unknown => Self::Unknown,
        }
    }

    fn is_too_long(self) -> bool {
        matches!(self, Self::Some(lag) if lag > MAX_LAG)
    }
}

/// Brings the search index up to date. A failure costs speed and nothing else, so it waits for the
/// next commit to be tried again.
fn index(file: &StoryFile, conn: &Connection) -> Lag {
    if let Err(error) = catch_up(conn, &file.rules) {
        tracing::warn!(%error, "the search index could not be brought up to date yet");
    }
    Lag::None
}

/// Runs an order and what waits behind it. Returns how many changes that made.
fn run(file: &StoryFile, conn: &mut Connection, order: Order, waiting: &Receiver<Order>) -> u64 {
    let mut jobs = VecDeque::new();
    let mut alone = None;
    match order {
        Order::Batch(job) => jobs.push_back(job),
        Order::Alone(work) => alone = Some(work),
    }
    while alone.is_none() && jobs.len() < MAX_BATCH {
        match waiting.try_recv() {
            Ok(Order::Batch(job)) => jobs.push_back(job),
            Ok(Order::Alone(work)) => alone = Some(work),
            Err(_) => break,
        }
    }
    let mut changes = 0;
    while !jobs.is_empty() {
        changes += run_batch(file, conn, &mut jobs);
    }
    if let Some(work) = alone {
        work(Ok(conn));
    }
    changes
}

/// Answers everything with why there is no connection, until nobody asks any more.
fn refuse(file: &StoryFile, error: &StoreError, waiting: &Receiver<Order>) {
    file.forbid_writing(error.to_string());
    while let Ok(order) = waiting.recv() {
        match order {
            Order::Batch(job) => (job(Err(error.repeat())).settle)(Err(error.repeat())),
            Order::Alone(work) => work(Err(error.repeat())),
        }
    }
}

/// Runs jobs in one transaction and answers them. Leaves in `jobs` those that have not run because
/// SQLite gave up the transaction before their turn. Returns how many changes were committed.
fn run_batch(file: &StoryFile, conn: &Connection, jobs: &mut VecDeque<Job>) -> u64 {
    if let Err(error) = conn.execute_batch(BEGIN) {
        let error = StoreError::from(error).at(&file.path);
        for job in jobs.drain(..) {
            (job(Err(error.repeat())).settle)(Err(error.repeat()));
        }
        return 0;
    }
    let mut ran: Vec<Ran> = Vec::with_capacity(jobs.len());
    let mut is_untouched = true;
    while let Some(job) = jobs.pop_front() {
        let done = job(Ok(Ground { conn, is_untouched }));
        is_untouched &= !done.wrote;
        ran.push(done);
        if conn.is_autocommit() {
            break;
        }
    }
    let committed = commit(conn).map_err(|error| error.at(&file.path));
    let mut changes = Vec::new();
    if committed.is_ok() {
        changes.extend(ran.iter().filter_map(|it| it.change.clone()));
        file.feed.publish(&file.readers, &changes);
    }
    for ran in ran {
        (ran.settle)(match &committed {
            Ok(()) => Ok(()),
            Err(error) => Err(error.repeat()),
        });
    }
    changes.len() as u64
}

fn commit(conn: &Connection) -> Result<(), StoreError> {
    // A transaction that SQLite itself gave up, which it does when the disk is full.
    if conn.is_autocommit() {
        return Err(StoreError::DiskFull);
    }
    let committed = conn.execute_batch("COMMIT").map_err(StoreError::from);
    if committed.is_err()
        && !conn.is_autocommit()
        && let Err(error) = conn.execute_batch("ROLLBACK")
    {
        tracing::error!(%error, "a failed transaction could not be rolled back");
    }
    committed
}
