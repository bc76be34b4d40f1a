//! Taking steps back and doing them again. A step is one commit, or the commits of one turn. Undo
//! and redo are commits too, but no steps: undone n times and redone n times, the story is the same.

use indexmap::IndexMap;
use model::{CommitKind, Slot, TurnId};
use rusqlite::{Connection, OptionalExtension};

use super::{Edit, UndoTarget};
use crate::read::lens::{Pointer, version_at};
use crate::{StoreError, columns};

/// One move of a step: its change, what stood before, what since.
type Moved = (u64, Option<i64>, Option<i64>);

/// The step a change belongs to.
pub(super) struct Joined {
    /// The step.
    pub(super) step: i64,
    /// Where others have written since the step's last change: that change.
    before: Option<i64>,
}

/// Whether a step is taken back or done again.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Back,
    Again,
}

impl Edit<'_> {
    /// Takes a step back: re-adopts what was adopted before it. Refused with `Moved` where the
    /// target has changed since, changing nothing. Returns the reasons of the commits taken back.
    pub fn undo(&mut self, target: &UndoTarget) -> Result<Vec<String>, StoreError> {
        self.only_steps("undo")?;
        self.as_one(|edit| {
            let steps = edit.steps_to_undo(target)?;
            if steps.is_empty() {
                return Err(StoreError::NothingTo { what: "undo" });
            }
            edit.pending.kind = CommitKind::Undo;
            edit.walk(&steps, Way::Back)?;
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

    /// Does the step undone last again. Returns the reasons of its commits.
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
            return Err(StoreError::NothingTo { what: "redo" });
        }
        self.as_one(|edit| {
            edit.pending.kind = CommitKind::Redo;
            edit.walk(&steps, Way::Again)?;
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

    /// The step that this edit's change belongs to: its turn's, or one of its own. A fresh step
    /// ends what could be redone. Where others have written since the turn did, the change may yet
    /// have to leave its turn's step: see [`Self::part_if_stuck`].
    pub(super) fn step(&self) -> Result<Joined, StoreError> {
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
            return Ok(Joined {
                step,
                before: others_wrote.then_some(last),
            });
        }
        Ok(Joined {
            step: self.new_step()?,
            before: None,
        })
    }

    /// Lets this edit's change begin a second step of its turn where the first, grown by it, could
    /// not be undone before those of others, which then are older: others have built on what the
    /// turn wrote. So the newest step can always be undone.
    pub(super) fn part_if_stuck(&mut self, joined: &Joined) -> Result<(), StoreError> {
        let Some(last) = joined.before else {
            return Ok(());
        };
        let mark = self.pending.mark();
        self.conn.prepare_cached("SAVEPOINT trial")?.execute([])?;
        let trial = self.walk_behind(joined.step, last);
        self.conn.prepare_cached("ROLLBACK TO trial")?.execute([])?;
        self.conn.prepare_cached("RELEASE trial")?.execute([])?;
        self.pending.take_back(&mark);
        match trial {
            Ok(()) => return Ok(()),
            Err(
                StoreError::Moved { .. }
                | StoreError::Compacted { .. }
                | StoreError::Altered { .. },
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

    /// Takes back a step, then those of others that came after a change, newest first.
    fn walk_behind(&mut self, step: i64, last: i64) -> Result<(), StoreError> {
        let mut statement = self.conn.prepare_cached(
            "SELECT number FROM step WHERE state = 'done' AND last > ?1 AND number <> ?2 \
             ORDER BY last DESC",
        )?;
        let rows = statement.query_map([last, step], |row| row.get(0))?;
        let others: Vec<i64> = rows.collect::<Result<_, _>>()?;
        drop(statement);
        self.walk(&[step], Way::Back)?;
        others
            .into_iter()
            .try_for_each(|it| self.walk(&[it], Way::Back))
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
        let one = |sql: &str, key: Option<i64>| -> Result<Vec<i64>, StoreError> {
            let mut statement = self.conn.prepare_cached(sql)?;
            let found = match key {
                Some(key) => statement.query_row([key], |row| row.get(0)).optional()?,
                None => statement.query_row([], |row| row.get(0)).optional()?,
            };
            Ok(found.into_iter().collect())
        };
        match target {
            UndoTarget::Last => one(
                "SELECT number FROM step WHERE state = 'done' ORDER BY last DESC LIMIT 1",
                None,
            ),
            UndoTarget::Turn(turn) => self.steps_of(*turn),
            UndoTarget::Change(number) => {
                let mut statement = self.conn.prepare_cached(
                    "SELECT s.turn FROM change c JOIN step s ON s.number = c.step \
                     WHERE c.number = ?1 AND s.state = 'done'",
                )?;
                let number = number.cast_signed();
                let found = statement
                    .query_row([number], |row| columns::id_or_none(row, 0))
                    .optional()?;
                match found {
                    Some(Some(turn)) => self.steps_of(TurnId(turn)),
                    Some(None) => one("SELECT step FROM change WHERE number = ?1", Some(number)),
                    None => Ok(Vec::new()),
                }
            }
            UndoTarget::ChangeAlone(number) => self.step_alone(number.cast_signed()),
        }
    }

    /// The step of one change, parted from the rest of its turn's step.
    fn step_alone(&self, change: i64) -> Result<Vec<i64>, StoreError> {
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

    /// Moves every slot of the steps to its other end, if each still stands where they left it.
    fn walk(&mut self, steps: &[i64], way: Way) -> Result<(), StoreError> {
        let what = if way == Way::Back {
            "cannot undo"
        } else {
            "cannot redo"
        };
        let mut slots: Vec<(Slot, Vec<Moved>)> = self.moves_of(steps)?.into_iter().collect();
        if way == Way::Back {
            slots.reverse();
        }
        for (slot, moves) in slots {
            let (Some(first), Some(last)) = (moves.first(), moves.last()) else {
                continue;
            };
            let (from, to) = if way == Way::Back {
                (last.2, first.1)
            } else {
                (first.1, last.2)
            };
            let found = self.lens().pointer(&slot)?;
            let unbroken = moves.windows(2).all(|pair| pair[0].2 == pair[1].1);
            if found.map(|it| it.row) != from || !unbroken {
                let expected = from.map(|row| self.lens().pointer_at(row)).transpose()?;
                return Err(self.moved(what, &slot, expected, found)?);
            }
            let to = to.map(|row| self.readable(row)).transpose()?;
            self.point(&slot, to)?;
        }
        if let Some(loose) = self.find_loose()? {
            let found = self.lens().pointer(&loose.slot)?;
            return Err(self.moved(what, &loose.slot, None, found)?);
        }
        Ok(())
    }

    /// The moves of some steps by slot, each slot's in the order made.
    fn moves_of(&self, steps: &[i64]) -> Result<IndexMap<Slot, Vec<Moved>>, StoreError> {
        let mut slots: IndexMap<Slot, Vec<Moved>> = IndexMap::new();
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

    /// A version that can be adopted: neither compacted nor altered.
    pub(super) fn readable(&self, row: i64) -> Result<Pointer, StoreError> {
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

/// Forgets every step that could be taken back or done again.
pub(crate) fn settle(conn: &Connection) -> Result<(), StoreError> {
    conn.execute(
        "UPDATE step SET state = 'dead', undone = NULL WHERE state <> 'dead'",
        [],
    )?;
    Ok(())
}
