//! Undo and redo. A step is one commit, or all commits of one turn. Undo and redo are commits too,
//! but not steps: after n undos and n redos the story is the same. The exception is a reversal, an
//! undo that belongs to a turn of the assistant: it is part of that turn's step, so that a person's
//! undo of the turn brings back what stood before it.

use std::collections::BTreeSet;

use indexmap::IndexMap;
use model::{CommitKind, Slot, TurnId};
use rusqlite::{Connection, OptionalExtension};

use super::{Edit, UndoTarget};
use crate::read::version_view::{Pointer, version_at};
use crate::{StoreError, columns};

/// One move of a step: its change, the version before, the version after.
type StepMove = (u64, Option<i64>, Option<i64>);

/// The step a change belongs to.
pub(super) struct StepMembership {
    /// The step.
    pub(super) step: i64,
    /// The step's previous last change, if others have written since.
    before: Option<i64>,
}

/// Whether a step is undone or redone.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Undo,
    Redo,
}

impl Edit<'_> {
    /// Undoes a step: adopts again what was adopted before it. Fails with `Conflict`, changing
    /// nothing, if one of its slots has changed since. Returns the reasons of the undone commits.
    pub fn undo(&mut self, target: &UndoTarget) -> Result<Vec<String>, StoreError> {
        self.only_steps("undo")?;
        self.atomically(|edit| {
            let steps = edit.steps_to_undo(target)?;
            if steps.is_empty() {
                return Err(StoreError::NoUndoStep { what: "undo" });
            }
            edit.pending.kind = CommitKind::Undo;
            edit.apply_steps(&steps, Direction::Undo)?;
            let order: i64 = edit
                .conn
                .prepare_cached("SELECT 1 + coalesce(max(undone), 0) FROM step")?
                .query_row([], |row| row.get(0))?;
            for step in &steps {
                edit.conn
                    .prepare_cached(
                        "UPDATE step SET state = 'undone', undone = ?2 WHERE number = ?1",
                    )?
                    .execute((step, order))?;
            }
            edit.reasons(&steps)
        })
    }

    /// Undoes steps as [`Self::undo`] does, but as part of a step of this edit's own turn: undoing
    /// that turn brings back what this takes back. Returns the reasons of the undone commits.
    pub fn revert(&mut self, target: &UndoTarget) -> Result<Vec<String>, StoreError> {
        self.only_steps("undo")?;
        self.atomically(|edit| {
            let steps = edit.steps_to_undo(target)?;
            if steps.is_empty() {
                return Err(StoreError::NoUndoStep { what: "undo" });
            }
            edit.pending.kind = CommitKind::Undo;
            edit.pending.is_reversal = true;
            edit.apply_steps(&steps, Direction::Undo)?;
            edit.reasons(&steps)
        })
    }

    /// Redoes the step undone last. Returns the reasons of its commits.
    pub fn redo(&mut self) -> Result<Vec<String>, StoreError> {
        self.only_steps("redo")?;
        let mut statement = self.conn.prepare_cached(
            "SELECT number FROM step WHERE state = 'undone' AND undone = \
             (SELECT max(undone) FROM step WHERE state = 'undone')",
        )?;
        let rows = statement.query_map([], |row| row.get(0))?;
        let steps: Vec<i64> = rows.collect::<Result<_, _>>()?;
        drop(statement);
        if steps.is_empty() {
            return Err(StoreError::NoUndoStep { what: "redo" });
        }
        self.atomically(|edit| {
            edit.pending.kind = CommitKind::Redo;
            edit.apply_steps(&steps, Direction::Redo)?;
            for step in &steps {
                edit.conn
                    .prepare_cached(
                        "UPDATE step SET state = 'done', undone = NULL WHERE number = ?1",
                    )?
                    .execute([step])?;
            }
            edit.reasons(&steps)
        })
    }

    /// The step that this edit's change belongs to: its turn's step, or a new one. A new edit
    /// clears the redo stack. If others have written since the turn's last change, this change may
    /// have to move to a separate step: see [`Self::split_step_if_blocked`].
    pub(super) fn step(&self) -> Result<StepMembership, StoreError> {
        self.conn
            .prepare_cached("UPDATE step SET state = 'dead', undone = NULL WHERE state = 'undone'")?
            .execute([])?;
        if let Some(turn) = self.pending.turn
            && let Some((step, last)) = self.newest_step_of(turn)?
        {
            self.conn
                .prepare_cached("UPDATE step SET last = ?2 WHERE number = ?1")?
                .execute((step, self.number.cast_signed()))?;
            let others_wrote = last.unsigned_abs() + 1 != self.number;
            return Ok(StepMembership {
                step,
                before: others_wrote.then_some(last),
            });
        }
        Ok(StepMembership {
            step: self.new_step()?,
            before: None,
        })
    }

    /// Moves this edit's change into a second step of its turn if the first step, extended by this
    /// change, could no longer be undone before the older steps of others, because others have
    /// built on what the turn wrote. This keeps the newest step undoable at all times.
    pub(super) fn split_step_if_blocked(
        &mut self,
        joined: &StepMembership,
    ) -> Result<(), StoreError> {
        let Some(last) = joined.before else {
            return Ok(());
        };
        let mark = self.pending.savepoint();
        self.conn.prepare_cached("SAVEPOINT trial")?.execute([])?;
        let trial = self.try_undo_step_and_later(joined.step, last);
        self.conn.prepare_cached("ROLLBACK TO trial")?.execute([])?;
        self.conn.prepare_cached("RELEASE trial")?.execute([])?;
        self.pending.roll_back_to(&mark);
        match trial {
            Ok(()) => return Ok(()),
            Err(
                StoreError::Conflict { .. }
                | StoreError::Compacted { .. }
                | StoreError::HashMismatch { .. },
            ) => {}
            Err(error) => return Err(error),
        }
        self.conn
            .prepare_cached("UPDATE step SET last = ?2 WHERE number = ?1")?
            .execute((joined.step, last))?;
        self.conn
            .prepare_cached("UPDATE change SET step = ?2 WHERE number = ?1")?
            .execute((self.number.cast_signed(), self.new_step()?))?;
        Ok(())
    }

    /// Undoes a step, then the steps of others after a change, newest first.
    fn try_undo_step_and_later(&mut self, step: i64, last: i64) -> Result<(), StoreError> {
        let mut statement = self.conn.prepare_cached(
            "SELECT number FROM step WHERE state = 'done' AND last > ?1 AND number <> ?2 \
             ORDER BY last DESC",
        )?;
        let rows = statement.query_map([last, step], |row| row.get(0))?;
        let others: Vec<i64> = rows.collect::<Result<_, _>>()?;
        drop(statement);
        self.apply_steps(&[step], Direction::Undo)?;
        others
            .into_iter()
            .try_for_each(|it| self.apply_steps(&[it], Direction::Undo))
    }

    fn new_step(&self) -> Result<i64, StoreError> {
        let turn = self.pending.turn.map(|it| it.0.into_bytes());
        self.conn
            .prepare_cached("INSERT INTO step (turn, last, state) VALUES (?1, ?2, 'done')")?
            .execute((turn, self.number.cast_signed()))?;
        Ok(self.conn.last_insert_rowid())
    }

    fn newest_step_of(&self, turn: TurnId) -> Result<Option<(i64, i64)>, StoreError> {
        let mut statement = self.conn.prepare_cached(
            "SELECT number, last FROM step WHERE turn = ?1 AND state = 'done' \
             ORDER BY last DESC LIMIT 1",
        )?;
        let read = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?));
        Ok(statement
            .query_row([turn.0.into_bytes()], read)
            .optional()?)
    }

    fn only_steps(&self, what: &'static str) -> Result<(), StoreError> {
        if self.note.draft.is_some() {
            let why = "a draft is not undone: drop its pieces instead";
            return Err(StoreError::invalid(what, why));
        }
        let is_fresh = self.pending.moves.is_empty() && !self.pending.wrote;
        if is_fresh || matches!(self.pending.kind, CommitKind::Undo | CommitKind::Redo) {
            return Ok(());
        }
        Err(StoreError::invalid(
            what,
            "it stands alone in its edit; write in another one",
        ))
    }

    fn steps_to_undo(&self, target: &UndoTarget) -> Result<Vec<i64>, StoreError> {
        match target {
            UndoTarget::Last => {
                let mut statement = self.conn.prepare_cached(
                    "SELECT number FROM step WHERE state = 'done' ORDER BY last DESC LIMIT 1",
                )?;
                let found = statement.query_row([], |row| row.get(0)).optional()?;
                Ok(found.into_iter().collect())
            }
            UndoTarget::Turn(turn) => self.steps_of(*turn),
            UndoTarget::Change(number) => self.steps_with(number.cast_signed()),
            UndoTarget::Changes(numbers) => {
                let mut steps = BTreeSet::new();
                for number in numbers {
                    steps.extend(self.steps_with(number.cast_signed())?);
                }
                Ok(steps.into_iter().collect())
            }
            UndoTarget::SingleChange(number) => self.split_change_into_step(number.cast_signed()),
            UndoTarget::PreviousTurn(turn) => self.previous_turn(*turn, false),
            UndoTarget::PreviousReversal(turn) => self.previous_turn(*turn, true),
        }
    }

    /// The steps of the newest earlier turn in the conversation of `turn` that are not taken back by
    /// now: of a turn that wrote, or of one that only took back.
    fn previous_turn(&self, turn: TurnId, is_reversal: bool) -> Result<Vec<i64>, StoreError> {
        let mut statement = self.conn.prepare_cached(
            "SELECT s.turn, max(s.last) AS newest, \
             min(NOT EXISTS (SELECT 1 FROM change c WHERE c.step = s.number AND c.kind <> 'undo')) \
             FROM step s JOIN turn t ON t.id = s.turn \
             WHERE s.state = 'done' AND s.turn <> ?1 \
             AND t.thread = (SELECT thread FROM turn WHERE id = ?1) \
             AND EXISTS (SELECT 1 FROM change c WHERE c.step = s.number \
             AND (c.author_kind = 'assistant' OR c.kind = 'adopt')) \
             GROUP BY s.turn ORDER BY newest DESC",
        )?;
        let read = |row: &rusqlite::Row<'_>| Ok((columns::id(row, 0)?, row.get::<_, bool>(2)?));
        let turns: Vec<_> = statement
            .query_map([turn.0.into_bytes()], read)?
            .collect::<Result<_, _>>()?;
        for (earlier, only_undone) in turns {
            let steps = self.steps_of(TurnId(earlier))?;
            if only_undone == is_reversal && !self.is_taken_back(&steps)? {
                return Ok(steps);
            }
        }
        Ok(Vec::new())
    }

    /// Whether every slot of some steps has the version again that it had before them.
    fn is_taken_back(&self, steps: &[i64]) -> Result<bool, StoreError> {
        for (slot, moves) in self.moves_of(steps)? {
            let first = moves.first().and_then(|it| it.1);
            if self.version_view().pointer(&slot)?.map(|it| it.row) != first {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The steps that are undone with a change: its own, or all of its turn.
    fn steps_with(&self, change: i64) -> Result<Vec<i64>, StoreError> {
        let mut statement = self.conn.prepare_cached(
            "SELECT s.number, s.turn FROM change c JOIN step s ON s.number = c.step \
             WHERE c.number = ?1 AND s.state = 'done'",
        )?;
        let read = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, columns::id_or_none(row, 1)?));
        match statement.query_row([change], read).optional()? {
            Some((_, Some(turn))) => self.steps_of(TurnId(turn)),
            Some((step, None)) => Ok(vec![step]),
            None => Ok(Vec::new()),
        }
    }

    /// Splits one change off its turn's step and returns the new step.
    fn split_change_into_step(&self, change: i64) -> Result<Vec<i64>, StoreError> {
        let mut statement = self.conn.prepare_cached(
            "SELECT s.number, s.turn, (SELECT count(*) FROM change WHERE step = s.number) \
             FROM change c JOIN step s ON s.number = c.step \
             WHERE c.number = ?1 AND s.state = 'done'",
        )?;
        let read =
            |row: &rusqlite::Row<'_>| Ok((row.get(0)?, columns::id_or_none(row, 1)?, row.get(2)?));
        let found: Option<(i64, Option<uuid::Uuid>, i64)> =
            statement.query_row([change], read).optional()?;
        let Some((step, turn, changes)) = found else {
            return Ok(Vec::new());
        };
        if changes == 1 {
            return Ok(vec![step]);
        }
        self.conn
            .prepare_cached("INSERT INTO step (turn, last, state) VALUES (?1, ?2, 'done')")?
            .execute((turn.map(uuid::Uuid::into_bytes), change))?;
        let own = self.conn.last_insert_rowid();
        self.conn
            .prepare_cached("UPDATE change SET step = ?2 WHERE number = ?1")?
            .execute((change, own))?;
        self.conn
            .prepare_cached(
                "UPDATE step SET last = (SELECT max(number) FROM change WHERE step = ?1) \
                 WHERE number = ?1",
            )?
            .execute([step])?;
        Ok(vec![own])
    }

    fn steps_of(&self, turn: TurnId) -> Result<Vec<i64>, StoreError> {
        let mut statement = self
            .conn
            .prepare_cached("SELECT number FROM step WHERE turn = ?1 AND state = 'done'")?;
        let rows = statement.query_map([turn.0.into_bytes()], |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Moves every slot of the steps to its other end, if each still has the version the steps left
    /// there.
    fn apply_steps(&mut self, steps: &[i64], way: Direction) -> Result<(), StoreError> {
        let what = if way == Direction::Undo {
            "cannot undo"
        } else {
            "cannot redo"
        };
        let mut slots: Vec<(Slot, Vec<StepMove>)> = self.moves_of(steps)?.into_iter().collect();
        if way == Direction::Undo {
            slots.reverse();
        }
        for (slot, moves) in slots {
            let (Some(first), Some(last)) = (moves.first(), moves.last()) else {
                continue;
            };
            let (from, to) = if way == Direction::Undo {
                (last.2, first.1)
            } else {
                (first.1, last.2)
            };
            let found = self.version_view().pointer(&slot)?;
            let unbroken = moves.windows(2).all(|pair| pair[0].2 == pair[1].1);
            if found.map(|it| it.row) != from || !unbroken {
                let expected = from
                    .map(|row| self.version_view().pointer_at(row))
                    .transpose()?;
                return Err(self.conflict(what, &slot, expected, found)?);
            }
            let to = to.map(|row| self.require_readable(row)).transpose()?;
            self.set_slot(&slot, to)?;
        }
        if let Some(loose) = self.find_dangling()? {
            let found = self.version_view().pointer(&loose.slot)?;
            return Err(self.conflict(what, &loose.slot, None, found)?);
        }
        Ok(())
    }

    /// The moves of some steps grouped by slot, in the order they were made.
    fn moves_of(&self, steps: &[i64]) -> Result<IndexMap<Slot, Vec<StepMove>>, StoreError> {
        let mut slots: IndexMap<Slot, Vec<StepMove>> = IndexMap::new();
        let mut statement = self.conn.prepare_cached(
            "SELECT m.subject, m.capability, m.change, m.before, m.after \
             FROM change c JOIN move m ON m.change = c.number WHERE c.step = ?1 \
             ORDER BY m.change, m.position",
        )?;
        for step in steps {
            let mut rows = statement.query([step])?;
            while let Some(row) = rows.next()? {
                let slot = columns::slot(row, 0)?;
                let moved = (columns::count(row, 2)?, row.get(3)?, row.get(4)?);
                slots.entry(slot).or_default().push(moved);
            }
        }
        for moves in slots.values_mut() {
            moves.sort_by_key(|it| it.0);
        }
        Ok(slots)
    }

    /// A version that can be adopted: its body is present and matches its hash.
    pub(super) fn require_readable(&self, row: i64) -> Result<Pointer, StoreError> {
        let held = version_at(self.conn, row)?;
        let pointer = held.pointer();
        held.checked()?;
        Ok(pointer)
    }

    fn reasons(&self, steps: &[i64]) -> Result<Vec<String>, StoreError> {
        let mut found: Vec<(i64, String)> = Vec::new();
        for step in steps {
            let mut statement = self
                .conn
                .prepare_cached("SELECT number, reason FROM change WHERE step = ?1")?;
            let rows = statement.query_map([step], |row| Ok((row.get(0)?, row.get(1)?)))?;
            for row in rows {
                found.push(row?);
            }
        }
        found.sort_unstable();
        Ok(found.into_iter().map(|(_, reason)| reason).collect())
    }
}

/// Clears the undo and redo stacks.
pub(crate) fn clear_undo(conn: &Connection) -> Result<(), StoreError> {
    conn.execute(
        "UPDATE step SET state = 'dead', undone = NULL WHERE state <> 'dead'",
        [],
    )?;
    Ok(())
}
