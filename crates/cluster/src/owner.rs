//! The owner of a story: appends what is written to the log, and reports how far replicas have it.

use std::sync::{Mutex, PoisonError};

use store::{Fingerprint, RowBatch, Store, Written};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::ClusterError;
use crate::copy::state_at;
use crate::lease::Lease;
use crate::log::{End, Log, NotAdded, State};

/// Entries after which the log begins again with a snapshot.
const SNAPSHOT_AFTER: u64 = 20_000;
/// Bytes of rows that are added to the log at once.
const AT_ONCE: usize = 256 << 10;

/// Another program owns the story now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("another program has taken over the story")]
pub struct OwnershipLost;

/// This program as the owner of a story, until it is released or dropped.
pub struct Owner {
    log: Log,
    /// The newest change that the log has.
    safe: watch::Receiver<u64>,
    jobs: mpsc::UnboundedSender<Job>,
    lost: CancellationToken,
    running: Mutex<Option<(Lease, JoinHandle<()>)>>,
}

enum Job {
    Written(Written),
    /// A change should be in the log by now.
    Wanted(u64),
    /// All that was written before is in the log.
    Flush(oneshot::Sender<()>),
}

impl Owner {
    /// Begins to send what is written to the store. If the log does not have the story as it is, a
    /// snapshot comes first.
    pub(crate) async fn begin(
        end: End,
        lease: Lease,
        store: Store,
        shared: Option<State>,
    ) -> Result<Self, ClusterError> {
        let (jobs, waiting) = mpsc::unbounded_channel();
        let report = jobs.clone();
        // After the end nobody hears of it any more.
        let record = store.record(move |written| _ = report.send(Job::Written(written)));
        record.await?;
        let (tell_safe, safe) = watch::channel(0);
        let log = end.log.clone();
        let lost = lease.lost().clone();
        let mut sender = Sender {
            end,
            store,
            waiting,
            safe: tell_safe,
            last: None,
            entries: 0,
        };
        let now = sender.store.fingerprint()?;
        match shared.filter(|it| it.fingerprint == now) {
            Some(state) => sender.note(&state),
            None => match sender.snapshot().await {
                Ok(()) => {}
                Err(NotAdded::Fenced) => lost.cancel(),
                Err(NotAdded::Failed(error)) => return Err(error),
            },
        }
        let ending = lost.clone();
        let sending = tokio::spawn(async move {
            tokio::select! {
                () = ending.cancelled() => {}
                () = sender.run() => ending.cancel(),
            }
        });
        Ok(Self {
            log,
            safe,
            jobs,
            lost,
            running: Mutex::new(Some((lease, sending))),
        })
    }

    /// Waits until a change is where another machine can take over from.
    ///
    /// # Errors
    /// Another program owns the story now, which may not have the change.
    pub async fn confirmed(&self, number: u64) -> Result<(), OwnershipLost> {
        let mut safe = self.safe.clone();
        if *safe.borrow() < number {
            // The sender has ended if this fails.
            let _ = self.jobs.send(Job::Wanted(number));
        }
        tokio::select! {
            biased;
            () = self.lost.cancelled() => Err(OwnershipLost),
            done = safe.wait_for(|it| *it >= number) => done.map(drop).map_err(|_| OwnershipLost),
        }
    }

    /// Waits until everything that was written before is where another machine can take over from.
    ///
    /// # Errors
    /// Another program owns the story now, which may not have it.
    pub async fn flushed(&self) -> Result<(), OwnershipLost> {
        let (tell, sent) = oneshot::channel();
        let jobs = self.jobs.send(Job::Flush(tell));
        jobs.map_err(|_| OwnershipLost)?;
        tokio::select! {
            biased;
            () = self.lost.cancelled() => Err(OwnershipLost),
            sent = sent => sent.map_err(|_| OwnershipLost),
        }
    }

    /// Waits until another program owns the story, or this one could not renew its ownership.
    pub async fn lost(&self) {
        self.lost.cancelled().await;
    }

    /// Gives the story to whoever takes it next, after everything was sent.
    pub async fn release(&self) {
        // If the story has another owner, that one has what counts.
        let _ = self.flushed().await;
        let running = {
            let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
            running.take()
        };
        if let Some((lease, sending)) = running {
            sending.abort();
            lease.release().await;
        }
    }

    /// Keeps a small text beside the story for its next owners, by name.
    ///
    /// # Errors
    /// The server refuses.
    pub async fn put_note(&self, name: &str, text: &str) -> Result<(), ClusterError> {
        self.log.put_note(name, text).await
    }
}

impl Drop for Owner {
    fn drop(&mut self) {
        self.lost.cancel();
    }
}

/// The task that adds to the log.
struct Sender {
    end: End,
    store: Store,
    waiting: mpsc::UnboundedReceiver<Job>,
    safe: watch::Sender<u64>,
    /// The story as the log has it.
    last: Option<(u64, Fingerprint)>,
    /// Entries since the last snapshot.
    entries: u64,
}

impl Sender {
    fn note(&mut self, state: &State) {
        self.last = Some((state.number, state.fingerprint));
        self.safe.send_replace(state.number);
    }

    /// Runs until another owner has added to the log.
    async fn run(&mut self) {
        while let Some(job) = self.waiting.recv().await {
            let done = self.perform(job).await;
            match done {
                Ok(()) => {}
                Err(NotAdded::Fenced) => return tracing::warn!("{OwnershipLost}"),
                Err(NotAdded::Failed(error)) => {
                    tracing::error!(%error, "the story can no longer be shared");
                    return;
                }
            }
        }
    }

    /// Does a job, with what else was written meanwhile.
    async fn perform(&mut self, job: Job) -> Result<(), NotAdded> {
        let mut next = Some(job);
        let (mut batches, mut bytes) = (Vec::new(), 0);
        let (mut wanted, mut is_unknown, mut flushes) = (0, false, Vec::new());
        while let Some(job) = next.take() {
            match job {
                Job::Written(Written::Rows(batch)) => {
                    bytes += batch.rows.len();
                    batches.push(*batch);
                }
                Job::Written(Written::Unknown) => is_unknown = true,
                Job::Wanted(number) => wanted = wanted.max(number),
                Job::Flush(sent) => flushes.push(sent),
            }
            if bytes < AT_ONCE {
                next = self.waiting.try_recv().ok();
            }
        }
        if !batches.is_empty() && !is_unknown {
            self.send(batches).await?;
        }
        if is_unknown || *self.safe.borrow() < wanted || self.entries >= SNAPSHOT_AFTER {
            self.snapshot().await?;
        }
        for sent in flushes {
            // Nobody may be waiting any more.
            let _ = sent.send(());
        }
        Ok(())
    }

    /// Adds batches that continue the log; those that a snapshot has already are left out.
    async fn send(&mut self, mut batches: Vec<RowBatch>) -> Result<(), NotAdded> {
        let Some((_, last)) = self.last else {
            return self.snapshot().await;
        };
        match batches.iter().position(|it| it.before == last) {
            Some(first) => _ = batches.drain(..first),
            None => {
                let now = self.store.fingerprint();
                let now = now.map_err(|it| NotAdded::Failed(it.into()))?;
                return match now == last {
                    true => Ok(()),
                    false => self.snapshot().await,
                };
            }
        }
        let Some(newest) = batches.last() else {
            return Ok(());
        };
        let state = state_at(&self.store, newest.number, newest.after);
        let state = state.map_err(|it| NotAdded::Failed(it.into()))?;
        self.end.add_rows(&state, &batches).await?;
        self.entries += 1;
        self.note(&state);
        Ok(())
    }

    async fn snapshot(&mut self) -> Result<(), NotAdded> {
        let state = self.take_snapshot().await?;
        self.entries = 0;
        self.note(&state);
        Ok(())
    }

    async fn take_snapshot(&mut self) -> Result<State, NotAdded> {
        let failed = |it: ClusterError| NotAdded::Failed(it);
        let folder = tempfile::tempdir();
        let folder = folder.map_err(|it| failed(ClusterError::io(self.store.path())(it)))?;
        let file = folder.path().join("snapshot.story");
        let copied = self.store.snapshot(&file).await;
        let (number, fingerprint) = copied.map_err(|it| failed(it.into()))?;
        let state = state_at(&self.store, number, fingerprint);
        let state = state.map_err(|it| failed(it.into()))?;
        self.end.add_snapshot(&state, &file).await?;
        Ok(state)
    }
}
