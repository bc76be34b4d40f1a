//! The turns under way: one a thread over all programs that have the story open, what a person may
//! know of them, and the closing of those whose program is gone. Enter through [`Runner::take_seat`].
//! Not here: how a turn goes on.

use std::sync::Arc;
use std::time::Duration;

use capability::{Caller, Question, Registry};
use model::{NodeId, ThreadId, Timestamp, TurnId};
use serde::Serialize;
use store::{Hold, Lease, Store, StoreError};
use tokio_util::sync::CancellationToken;

use crate::drive::failed;
use crate::runner::Inner;
use crate::turn::Turn;
use crate::{Instruction, Runner, SendError, TurnEvent, lock, recover};

/// How long a thread stays taken after the last sign of life, and how often there is one.
const LEASE: Duration = Duration::from_secs(30);
const BEAT: Duration = Duration::from_secs(6);
/// Rows of a thread that are looked through for what a crash left open.
const RECOVERED_ROWS: usize = 1000;

/// What is known of a turn of this program.
#[derive(Clone)]
pub(crate) struct Active {
    pub(crate) thread: ThreadId,
    node: Option<NodeId>,
    instruction: String,
    began: Timestamp,
    pub(crate) cancelled: CancellationToken,
}

/// A turn under way.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct OpenTurn {
    pub(crate) turn: TurnId,
    pub(crate) thread: ThreadId,
    pub(crate) node: Option<NodeId>,
    pub(crate) instruction: String,
    pub(crate) began: Timestamp,
    /// What it waits for, as the event `asked` tells it.
    pub(crate) questions: Vec<Question>,
    /// Another process has it; it is stopped and answered there.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) elsewhere: bool,
}

impl Runner {
    /// Ends a turn that a fault of ours tore off: its thread is closed as after a crash, and every
    /// face hears of the end.
    pub(crate) async fn close_broken(&self, turn: TurnId, thread: ThreadId) {
        if let Ok(store) = self.store()
            && let Err(error) = self.recover_in(&store, Some(thread)).await
        {
            tracing::error!(%turn, %error, "a broken turn could not be closed");
        }
        let broken = Turn::new(turn, thread, None, Default::default());
        (self.inner.publish)(TurnEvent::TurnEnded {
            turn,
            outcome: failed(&broken, format!("{}.", SendError::Broken)),
        });
    }

    /// The turns under way, oldest first, with what they wait for; those of other processes among
    /// them.
    pub(crate) fn open_turns(&self) -> Result<Vec<OpenTurn>, SendError> {
        let store = self.store()?;
        let ours = lock(&self.inner.active).clone();
        let mut open: Vec<OpenTurn> = ours
            .iter()
            .map(|(&turn, it)| OpenTurn {
                turn,
                thread: it.thread,
                node: it.node,
                instruction: it.instruction.clone(),
                began: it.began,
                questions: self.inner.desk.questions(turn),
                elsewhere: false,
            })
            .collect();
        for row in store.open_turns()? {
            let lives = store
                .at_work(row.thread)?
                .is_some_and(|it| it.turn == row.id);
            if ours.contains_key(&row.id) || !lives {
                continue;
            }
            let rows = store.messages(row.thread, None, RECOVERED_ROWS)?;
            let Some(first) = rows.into_iter().find(|it| it.turn == row.id) else {
                continue;
            };
            let kept: Option<Turn> = serde_json::from_value(row.state).ok();
            open.push(OpenTurn {
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

    /// Two turns of one thread would mix their lines, so the second is refused, be the first one of
    /// this program or of another.
    pub(crate) async fn take_seat(
        &self,
        turn: TurnId,
        thread: ThreadId,
        instruction: &Instruction,
        person: &Caller,
        registry: &Registry,
    ) -> Result<Seat, SendError> {
        let mut seat = self.sit_down(turn, thread, instruction, person, registry)?;
        let lease = self.lease(turn, registry);
        match registry.backing().store.take_thread(thread, lease).await? {
            Ok(hold) => seat.hold = Some(hold),
            Err(other) => {
                return Err(SendError::Busy {
                    thread,
                    turn: other.turn,
                    elsewhere: true,
                });
            }
        }
        Ok(seat)
    }

    /// Takes the seat among the turns of this program.
    fn sit_down(
        &self,
        turn: TurnId,
        thread: ThreadId,
        instruction: &Instruction,
        person: &Caller,
        registry: &Registry,
    ) -> Result<Seat, SendError> {
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
            Active {
                thread,
                node: instruction.node,
                instruction: instruction.text.trim().to_owned(),
                began: registry.backing().world.now(),
                cancelled: cancelled.clone(),
            },
        );
        Ok(Seat {
            hold: None,
            inner: self.inner.clone(),
            turn,
            cancelled,
        })
    }

    fn owner(&self, registry: &Registry) -> &str {
        let new = || registry.backing().world.new_id().simple().to_string();
        self.inner.owner.get_or_init(new)
    }

    fn lease(&self, turn: TurnId, registry: &Registry) -> Lease {
        let now = registry.backing().world.now();
        Lease {
            turn,
            owner: self.owner(registry).to_owned(),
            until: now.checked_add(LEASE).unwrap_or(now),
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
                .at_work(row.thread)?
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
            store.leave_thread(thread, turn).await?;
            closed += 1;
        }
        Ok(closed)
    }
}

/// A turn's place among those under way; given up when the turn is over, however it ends.
pub(crate) struct Seat {
    /// Tells other processes that this one lives.
    pub(crate) hold: Option<Hold>,
    inner: Arc<Inner>,
    turn: TurnId,
    pub(crate) cancelled: CancellationToken,
}

impl Seat {
    /// Does something while the turn's thread is kept.
    pub(crate) async fn kept_during<T>(
        runner: Runner,
        registry: Arc<Registry>,
        turn: TurnId,
        work: impl Future<Output = T>,
    ) -> T {
        let keeping = Self::keep(runner, registry, turn);
        tokio::select! {
            biased;
            done = work => done,
            // It goes on until the turn is stopped; the work says what came of that.
            () = async { keeping.await; std::future::pending().await } => unreachable!(),
        }
    }

    /// Keeps other processes from taking the turn's thread, for as long as it is waited for. Ends
    /// the turn where one has it all the same: then this one slept too long.
    async fn keep(runner: Runner, registry: Arc<Registry>, turn: TurnId) {
        let known = lock(&runner.inner.active).get(&turn).cloned();
        let Some(Active {
            thread, cancelled, ..
        }) = known
        else {
            return;
        };
        loop {
            tokio::time::sleep(BEAT).await;
            let lease = runner.lease(turn, &registry);
            let renewed = registry.backing().store.renew_thread(thread, lease).await;
            if matches!(renewed, Ok(false)) {
                tracing::warn!(%turn, "another process has taken this turn's thread");
                cancelled.cancel();
                return;
            }
        }
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        lock(&self.inner.active).remove(&self.turn);
    }
}
