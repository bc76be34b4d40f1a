//! The writer thread, the only owner of a writing connection. Waiting jobs are committed together;
//! each caller is answered only after the commit with its work is on disk.

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

/// The most jobs in one transaction: enough to amortize a slow disk, few enough that the first of
/// them does not wait long.
const MAX_BATCH: usize = 128;
/// How long the writer must be idle before the search index is updated.
const IDLE: Duration = Duration::from_millis(100);

/// How the writer's transactions begin.
pub(super) const BEGIN: &str = "BEGIN IMMEDIATE";

/// The writer's open transaction, as passed to a job.
#[derive(Clone, Copy)]
pub(crate) struct WriteTransaction<'a> {
    pub(super) conn: &'a Connection,
    /// Whether nothing has been written in it yet.
    pub(super) is_empty_transaction: bool,
}

/// Work inside the writer's transaction. It receives the transaction, or the error that prevents
/// one.
pub(crate) type Job =
    Box<dyn FnOnce(Result<WriteTransaction<'_>, StoreError>) -> FinishedJob + Send>;

/// Work that needs exclusive use of the connection, outside any transaction.
pub(crate) type ExclusiveTask = Box<dyn FnOnce(Result<&mut Connection, StoreError>) + Send>;

/// A job that has run and waits for the commit.
pub(crate) struct FinishedJob {
    /// The change it made.
    pub(crate) change: Option<Arc<Change>>,
    /// Whether it left anything in the transaction.
    pub(crate) wrote: bool,
    /// Answers the caller, told whether the commit succeeded.
    pub(crate) respond: Box<dyn FnOnce(Result<(), StoreError>)>,
}

enum Command {
    Batch(Job),
    ExclusiveTask(ExclusiveTask),
}

/// Handle of the writer thread.
pub(crate) struct Writer {
    commands: Mutex<Option<Sender<Command>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Writer {
    /// Starts the thread. `connect` runs on it before the first job; if it fails, every job is
    /// answered with that failure.
    pub(crate) fn start(
        file: Arc<StoryFile>,
        connect: impl FnOnce() -> Result<Connection, StoreError> + Send + 'static,
    ) -> Result<Self, StoreError> {
        let (commands, waiting) = channel();
        let path = file.path.clone();
        let thread = thread::Builder::new()
            .name("story-writer".to_owned())
            .spawn(move || work(&file, connect(), &waiting))
            .map_err(|source| StoreError::Io { path, source })?;
        Ok(Self {
            commands: Mutex::new(Some(commands)),
            thread: Mutex::new(Some(thread)),
        })
    }

    /// Submits a job; a closed writer answers it at once.
    pub(crate) fn submit(&self, job: Job) {
        if let Some(Command::Batch(job)) = self.send(Command::Batch(job)) {
            (job(Err(StoreError::closed())).respond)(Err(StoreError::closed()));
        }
    }

    /// Submits work that needs exclusive use of the connection.
    pub(crate) fn submit_exclusive(&self, work: ExclusiveTask) {
        if let Some(Command::ExclusiveTask(work)) = self.send(Command::ExclusiveTask(work)) {
            work(Err(StoreError::closed()));
        }
    }

    /// Sends a command; returns it if the writer has stopped.
    fn send(&self, command: Command) -> Option<Command> {
        let commands = self.commands.lock().unwrap_or_else(PoisonError::into_inner);
        match &*commands {
            Some(commands) => commands.send(command).err().map(|it| it.0),
            None => Some(command),
        }
    }

    /// Finishes waiting jobs and ends the thread. Safe to call repeatedly, and from a job that
    /// drops the last handle.
    pub(crate) fn stop(&self) {
        self.commands
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
            tracing::error!("the writer thread panicked");
        }
    }
}

fn work(file: &StoryFile, connected: Result<Connection, StoreError>, waiting: &Receiver<Command>) {
    let mut conn = match connected {
        Ok(conn) => conn,
        Err(error) => return refuse(file, &error, waiting),
    };
    let mut lag = Lag::Unknown;
    loop {
        let command = match lag {
            Lag::None => waiting.recv().map_err(RecvTimeoutError::from),
            Lag::Some(_) | Lag::Unknown => waiting.recv_timeout(IDLE),
        };
        match command {
            Ok(command) => lag = lag.grown(run(file, &mut conn, command, waiting)),
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
    end(file, conn);
}

/// Leaves a closed story as one file.
fn end(file: &StoryFile, conn: Connection) {
    if let Err(error) = conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())) {
        tracing::warn!(%error, "could not checkpoint the write-ahead log");
    }
    if file.is_replaced() {
        // Closing would remove the log by its name, and by now another file's log has that name.
        std::mem::forget(conn);
    }
}

/// How far the search index lags behind.
#[derive(Clone, Copy)]
enum Lag {
    None,
    Some(u64),
    /// An earlier process may have left some changes unindexed.
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

/// Updates the search index. A failure only costs search speed, so it is retried after the next
/// commit.
fn index(file: &StoryFile, conn: &Connection) -> Lag {
    if !file.is_in_place() {
        return Lag::None;
    }
    if let Err(error) = catch_up(conn, &file.rules) {
        tracing::warn!(%error, "could not update the search index yet");
    }
    Lag::None
}

/// Runs a command and the jobs waiting behind it. Returns how many changes were committed.
fn run(
    file: &StoryFile,
    conn: &mut Connection,
    command: Command,
    waiting: &Receiver<Command>,
) -> u64 {
    let mut jobs = VecDeque::new();
    let mut alone = None;
    match command {
        Command::Batch(job) => jobs.push_back(job),
        Command::ExclusiveTask(work) => alone = Some(work),
    }
    while alone.is_none() && jobs.len() < MAX_BATCH {
        match waiting.try_recv() {
            Ok(Command::Batch(job)) => jobs.push_back(job),
            Ok(Command::ExclusiveTask(work)) => alone = Some(work),
            Err(_) => break,
        }
    }
    let mut changes = 0;
    while !jobs.is_empty() {
        changes += run_batch(file, conn, &mut jobs);
    }
    if let Some(work) = alone {
        work(file.require_in_place().map(|()| conn));
    }
    changes
}

/// Answers every command with the connection error, until no sender is left.
fn refuse(file: &StoryFile, error: &StoreError, waiting: &Receiver<Command>) {
    file.set_read_only(error.to_string());
    while let Ok(command) = waiting.recv() {
        match command {
            Command::Batch(job) => (job(Err(error.repeat())).respond)(Err(error.repeat())),
            Command::ExclusiveTask(work) => work(Err(error.repeat())),
        }
    }
}

/// Runs jobs in one transaction and answers them. If SQLite rolls the transaction back, jobs that
/// have not run yet are left in `jobs`. Returns how many changes were committed.
fn run_batch(file: &StoryFile, conn: &Connection, jobs: &mut VecDeque<Job>) -> u64 {
    let begun = file
        .require_in_place()
        .and_then(|()| Ok(conn.prepare_cached(BEGIN)?.execute([])?));
    if let Err(error) = begun {
        let error = error.at(&file.path);
        for job in jobs.drain(..) {
            (job(Err(error.repeat())).respond)(Err(error.repeat()));
        }
        return 0;
    }
    let mut ran: Vec<FinishedJob> = Vec::with_capacity(jobs.len());
    let mut is_empty_transaction = true;
    while let Some(job) = jobs.pop_front() {
        let done = job(Ok(WriteTransaction {
            conn,
            is_empty_transaction,
        }));
        is_empty_transaction &= !done.wrote;
        ran.push(done);
        if conn.is_autocommit() {
            break;
        }
    }
    let written = file.recorder().as_mut().and_then(|it| it.take(conn));
    let committed = commit(conn)
        .map_err(|error| error.at(&file.path))
        .and_then(|()| file.require_in_place());
    let mut changes = Vec::new();
    if committed.is_ok() {
        if let (Some(written), Some(recorder)) = (written, file.recorder().as_mut()) {
            recorder.report(written);
        }
        changes.extend(ran.iter().filter_map(|it| it.change.clone()));
        file.graph.note(&changes);
        file.feed.publish(&file.readers, &changes);
    }
    for ran in ran {
        (ran.respond)(match &committed {
            Ok(()) => Ok(()),
            Err(error) => Err(error.repeat()),
        });
    }
    changes.len() as u64
}

fn commit(conn: &Connection) -> Result<(), StoreError> {
    // SQLite rolls a transaction back itself when the disk is full.
    if conn.is_autocommit() {
        return Err(StoreError::DiskFull);
    }
    let commit = || conn.prepare_cached("COMMIT")?.execute([]);
    let committed = commit().map(drop).map_err(StoreError::from);
    if committed.is_err()
        && !conn.is_autocommit()
        && let Err(error) = conn.execute_batch("ROLLBACK")
    {
        tracing::error!(%error, "could not roll back a failed transaction");
    }
    committed
}
