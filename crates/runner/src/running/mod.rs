//! The running turns: one per thread across all programs that have the story open, what a person
//! may know about them, and closing turns whose process is gone. Start at [`RunningTurns::acquire`].
//! The state machine of a turn is in `turn`.

mod background;
mod recover;

pub(crate) use background::BackgroundTasks;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use capability::{Caller, Question, Registry};
use model::{NodeId, PrincipalId, ThreadId, Timestamp, TurnId};
use schemars::JsonSchema;
use serde::Serialize;
use store::{Lease, LeaseGuard, Store, StoreError};
use tokio_util::sync::CancellationToken;

use crate::approval::ApprovalQueue;
use crate::turn::Turn;
use crate::{Instruction, SendError, lock};

/// How long a thread stays leased after the last renewal, and how often the lease is renewed.
const LEASE_DURATION: Duration = Duration::from_secs(30);
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(6);
/// How many rows of a thread are searched for what a crash left open.
const RECOVERED_ROWS: usize = 1000;

/// What is known about a turn of this process.
#[derive(Clone)]
struct LocalTurn {
    thread: ThreadId,
    /// The owner of its conversation.
    owner: PrincipalId,
    node: Option<NodeId>,
    instruction: String,
    began: Timestamp,
    cancelled: CancellationToken,
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

/// The turns of this process that run now.
#[derive(Default)]
pub(crate) struct RunningTurns {
    turns: Mutex<HashMap<TurnId, LocalTurn>>,
    /// The name under which this process holds thread leases.
    owner: OnceLock<String>,
}

impl RunningTurns {
    /// Cancels a turn; returns whether it runs.
    pub(crate) fn cancel(&self, turn: TurnId) -> bool {
        let turns = lock(&self.turns);
        let running = turns.get(&turn);
        running.inspect(|it| it.cancelled.cancel()).is_some()
    }

    /// The owner of a running turn's conversation.
    pub(crate) fn owner_of(&self, turn: TurnId) -> Option<PrincipalId> {
        lock(&self.turns).get(&turn).map(|it| it.owner.clone())
    }

    /// The running turns, oldest first, with their pending questions, including those of other
    /// processes.
    pub(crate) fn list(
        &self,
        store: &Store,
        approvals: &ApprovalQueue,
    ) -> Result<Vec<ActiveTurn>, StoreError> {
        let ours = lock(&self.turns).clone();
        let mut open: Vec<ActiveTurn> = ours
            .iter()
            .map(|(&turn, it)| ActiveTurn {
                turn,
                thread: it.thread,
                node: it.node,
                instruction: it.instruction.clone(),
                began: it.began,
                questions: approvals.questions(turn),
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
    pub(crate) async fn acquire(
        self: &Arc<Self>,
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
        self: &Arc<Self>,
        turn: TurnId,
        thread: ThreadId,
        instruction: &Instruction,
        person: &Caller,
        registry: &Registry,
    ) -> Result<TurnGuard, SendError> {
        let known = registry.services().store.thread(thread)?;
        let owner = known.map_or_else(PrincipalId::local, |it| it.owner);
        let mut active = lock(&self.turns);
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
            turns: self.clone(),
            turn,
            owner,
            cancelled,
        })
    }

    /// Runs the future of a turn while renewing the lease on its thread.
    pub(crate) async fn run_while_held<T>(
        &self,
        registry: &Registry,
        turn: TurnId,
        work: impl Future<Output = T>,
    ) -> T {
        let keeping = self.renew_lease(registry, turn);
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
    async fn renew_lease(&self, registry: &Registry, turn: TurnId) {
        let known = lock(&self.turns).get(&turn).cloned();
        let Some(LocalTurn {
            thread, cancelled, ..
        }) = known
        else {
            return;
        };
        let store = &registry.services().store;
        loop {
            tokio::time::sleep(HEARTBEAT_INTERVAL).await;
            let renewed = store
                .renew_thread_lease(thread, self.lease(turn, registry))
                .await;
            if matches!(renewed, Ok(false)) {
                tracing::warn!(%turn, "another process has taken this turn's thread");
                cancelled.cancel();
                return;
            }
        }
    }

    fn owner(&self, registry: &Registry) -> &str {
        let new = || registry.services().world.new_id().simple().to_string();
        self.owner.get_or_init(new)
    }

    fn lease(&self, turn: TurnId, registry: &Registry) -> Lease {
        let now = registry.services().world.now();
        Lease {
            turn,
            owner: self.owner(registry).to_owned(),
            until: now.checked_add(LEASE_DURATION).unwrap_or(now),
        }
    }

    /// Closes the turns that a crash left open, in one thread or in all; returns how many.
    pub(crate) async fn recover(
        &self,
        store: &Store,
        only: Option<ThreadId>,
    ) -> Result<usize, StoreError> {
        let mut closed = 0;
        for mut row in store.open_turns()? {
            let ours = lock(&self.turns).contains_key(&row.id);
            if ours || only.is_some_and(|it| it != row.thread) {
                continue;
            }
            let lives = store
                .thread_lease(row.thread)?
                .is_some_and(|it| it.turn == row.id && Some(&it.owner) != self.owner.get());
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
    turns: Arc<RunningTurns>,
    turn: TurnId,
    /// The owner of the conversation.
    pub(crate) owner: PrincipalId,
    pub(crate) cancelled: CancellationToken,
}

impl Drop for TurnGuard {
    fn drop(&mut self) {
        lock(&self.turns.turns).remove(&self.turn);
    }
}
