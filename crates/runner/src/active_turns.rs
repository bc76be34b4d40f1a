//! The running turns: one per thread across all programs that have the story open, what a person
//! may know about them, and closing turns whose process is gone. Start at [`Runner::acquire_turn`].
//! The state machine of a turn is in `turn`.

use std::sync::Arc;
use std::time::Duration;

use capability::{Caller, Question, Registry};
use model::{NodeId, PrincipalId, ThreadId, Timestamp, TurnId};
use schemars::JsonSchema;
use serde::Serialize;
use store::{Lease, LeaseGuard, Store, StoreError};
use tokio_util::sync::CancellationToken;

use crate::runner::Inner;
use crate::turn::Turn;
use crate::turn_driver::failed;
use crate::{Instruction, Runner, SendError, TurnEvent, lock, recover};

/// How long a thread stays leased after the last renewal, and how often the lease is renewed.
const LEASE_DURATION: Duration = Duration::from_secs(30);
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(6);
/// How many rows of a thread are searched for what a crash left open.
const RECOVERED_ROWS: usize = 1000;

/// What is known about a turn of this process.
#[derive(Clone)]
pub(crate) struct LocalTurn {
    pub(crate) thread: ThreadId,
    /// Whose conversation it is.
    pub(crate) owner: PrincipalId,
    node: Option<NodeId>,
    instruction: String,
    began: Timestamp,
    pub(crate) cancelled: CancellationToken,
}

/// A running turn.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct ActiveTurn {
    pub(crate) turn: TurnId,
    pub(crate) thread: ThreadId,
    pub(crate) node: Option<NodeId>,
    pub(crate) instruction: String,
    pub(crate) began: Timestamp,
    /// The questions it waits for, as in the event `asked`.
    pub(crate) questions: Vec<Question>,
    /// Another process runs it; it is stopped and answered there.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) elsewhere: bool,
}

impl Runner {
    /// Ends a turn that was aborted by a bug: its thread is closed as after a crash, and the end is
    /// published.
    pub(crate) async fn close_broken(&self, turn: TurnId, thread: ThreadId) {
        if let Ok(store) = self.store()
            && let Err(error) = self.recover_in(&store, Some(thread)).await
        {
            tracing::error!(%turn, %error, "failed to close a broken turn");
        }
        let broken = Turn::new(turn, thread, None, Default::default());
        (self.inner.publish)(TurnEvent::TurnEnded {
            turn,
            outcome: failed(&broken, format!("{}.", SendError::Broken)),
        });
    }

    /// The running turns, oldest first, with their pending questions, including those of other
    /// processes.
    pub(crate) fn active_turns(&self) -> Result<Vec<ActiveTurn>, SendError> {
        let store = self.store()?;
        let ours = lock(&self.inner.active).clone();
        let mut open: Vec<ActiveTurn> = ours
            .iter()
            .map(|(&turn, it)| ActiveTurn {
                turn,
                thread: it.thread,
                node: it.node,
                instruction: it.instruction.clone(),
                began: it.began,
                questions: self.inner.approvals.questions(turn),
                elsewhere: false,
            })
            .collect();
        for row in store.open_turns()? {
            let lives = store
                .thread_lease(row.thread)?
                .is_some_and(|it| it.turn == row.id);
            if ours.contains_key(&row.id) || !lives {
                continue;
            }
            let rows = store.messages(row.thread, None, RECOVERED_ROWS)?;
            let Some(first) = rows.into_iter().find(|it| it.turn == row.id) else {
                continue;
            };
            let kept: Option<Turn> = serde_json::from_value(row.state).ok();
            open.push(ActiveTurn {
                turn: row.id,
                thread: row.thread,
                node: kept.and_then(|it| it.node),
                instruction: first.content,
                began: first.time,
                questions: Vec::new(),
                elsewhere: true,
            });
        }
        open.sort_by_key(|it| it.turn);
        Ok(open)
    }

    /// Messages of two turns in one thread would interleave, so a second turn is refused, whether
    /// the first one belongs to this process or to another.
    pub(crate) async fn acquire_turn(
        &self,
        turn: TurnId,
        thread: ThreadId,
        instruction: &Instruction,
        person: &Caller,
        registry: &Registry,
    ) -> Result<TurnGuard, SendError> {
        let mut turn_guard = self.acquire_locally(turn, thread, instruction, person, registry)?;
        let lease = self.lease(turn, registry);
        match registry
            .services()
            .store
            .acquire_thread(thread, lease)
            .await?
        {
            Ok(hold) => turn_guard.hold = Some(hold),
            Err(other) => {
                return Err(SendError::Busy {
                    thread,
                    turn: other.turn,
                    elsewhere: true,
                });
            }
        }
        Ok(turn_guard)
    }

    /// Registers the turn among those of this process.
    fn acquire_locally(
        &self,
        turn: TurnId,
        thread: ThreadId,
        instruction: &Instruction,
        person: &Caller,
        registry: &Registry,
    ) -> Result<TurnGuard, SendError> {
        let known = registry.services().store.thread(thread)?;
        let owner = known.map_or_else(PrincipalId::local, |it| it.owner);
        let mut active = lock(&self.inner.active);
        if let Some((&turn, _)) = active.iter().find(|(_, it)| it.thread == thread) {
            return Err(SendError::Busy {
                thread,
                turn,
                elsewhere: false,
            });
        }
        let cancelled = person.cancelled.child_token();
        active.insert(
            turn,
            LocalTurn {
                thread,
                owner: owner.clone(),
                node: instruction.node,
                instruction: instruction.text.trim().to_owned(),
                began: registry.services().world.now(),
                cancelled: cancelled.clone(),
            },
        );
        Ok(TurnGuard {
            hold: None,
            inner: self.inner.clone(),
            turn,
            owner,
            cancelled,
        })
    }

    fn owner(&self, registry: &Registry) -> &str {
        let new = || registry.services().world.new_id().simple().to_string();
        self.inner.owner.get_or_init(new)
    }

    fn lease(&self, turn: TurnId, registry: &Registry) -> Lease {
        let now = registry.services().world.now();
        Lease {
            turn,
            owner: self.owner(registry).to_owned(),
            until: now.checked_add(LEASE_DURATION).unwrap_or(now),
        }
    }

    pub(crate) async fn recover_in(
        &self,
        store: &Store,
        only: Option<ThreadId>,
    ) -> Result<usize, StoreError> {
        let mut closed = 0;
        for mut row in store.open_turns()? {
            let ours = lock(&self.inner.active).contains_key(&row.id);
            if ours || only.is_some_and(|it| it != row.thread) {
                continue;
            }
            let lives = store
                .thread_lease(row.thread)?
                .is_some_and(|it| it.turn == row.id && Some(&it.owner) != self.inner.owner.get());
            if lives {
                continue;
            }
            let mut rows = store.messages(row.thread, None, RECOVERED_ROWS)?;
            rows.retain(|it| it.turn == row.id);
            let missing = recover::close(&row, &rows);
            if !missing.is_empty() {
                store.append_messages(row.thread, missing).await?;
            }
            row.ended = true;
            let (turn, thread) = (row.id, row.thread);
            store.save_turn(row).await?;
            store.release_thread(thread, turn).await?;
            closed += 1;
        }
        Ok(closed)
    }
}

/// A turn's registration among the running turns, released on drop.
pub(crate) struct TurnGuard {
    /// Shows other processes that this one is alive.
    pub(crate) hold: Option<LeaseGuard>,
    inner: Arc<Inner>,
    turn: TurnId,
    /// Whose conversation it is.
    pub(crate) owner: PrincipalId,
    pub(crate) cancelled: CancellationToken,
}

impl TurnGuard {
    /// Runs a future while renewing the lease on the turn's thread.
    pub(crate) async fn run_while_held<T>(
        runner: Runner,
        registry: Arc<Registry>,
        turn: TurnId,
        work: impl Future<Output = T>,
    ) -> T {
        let keeping = Self::renew_lease(runner, registry, turn);
        tokio::select! {
            biased;
            done = work => done,
            // Lost the lease: the turn was cancelled, so wait for the work to report its outcome.
            () = async { keeping.await; std::future::pending().await } => unreachable!(),
        }
    }

    /// Renews the lease on the turn's thread for as long as it is polled. Cancels the turn if
    /// another process has taken the lease, which means that this process was suspended for too
    /// long.
    async fn renew_lease(runner: Runner, registry: Arc<Registry>, turn: TurnId) {
        let known = lock(&runner.inner.active).get(&turn).cloned();
        let Some(LocalTurn {
            thread, cancelled, ..
        }) = known
        else {
            return;
        };
        loop {
            tokio::time::sleep(HEARTBEAT_INTERVAL).await;
            let lease = runner.lease(turn, &registry);
            let renewed = registry
                .services()
                .store
                .renew_thread_lease(thread, lease)
                .await;
            if matches!(renewed, Ok(false)) {
                tracing::warn!(%turn, "another process has taken this turn's thread");
                cancelled.cancel();
                return;
            }
        }
    }
}

impl Drop for TurnGuard {
    fn drop(&mut self) {
        lock(&self.inner.active).remove(&self.turn);
    }
}
