//! The beginning and the end of an edit. A repeated call gets the outcome of its first run;
//! otherwise the closure's changes are written as one change with its moves, its undo step and the
//! call's outcome.

use std::sync::Arc;

use indexmap::IndexMap;
use model::{
    Author, AuthorKind, Change, CommitId, CommitKind, ContentHash, Move, PrincipalId, Slot,
    StoryRecord, part,
};
use rusqlite::{Connection, OptionalExtension, params};
use serde::Serialize;
use serde_json::Value;

use super::{CallRef, CommitMetadata, Edit, Pending};
use crate::StoreError;
use crate::file::StoryFile;

/// The number of the change that creates the story. The feed does not contain it.
const CREATION: u64 = 0;

/// The outcome stored for a call, if the call has been committed.
pub(crate) fn stored_outcome(
    conn: &Connection,
    call: &CallRef,
) -> Result<Option<Value>, StoreError> {
    let mut statement =
        conn.prepare_cached("SELECT fingerprint, outcome FROM call WHERE caller = ?1 AND id = ?2")?;
    let read = |row: &rusqlite::Row<'_>| Ok((crate::columns::hash(row, 0)?, row.get(1)?));
    let found: Option<(ContentHash, String)> = statement
        .query_row((&call.caller, &call.id), read)
        .optional()?;
    let Some((fingerprint, outcome)) = found else {
        return Ok(None);
    };
    if fingerprint != call.fingerprint {
        return Err(StoreError::CallMismatch {
            call: call.id.clone(),
        });
    }
    let outcome = serde_json::from_str(&outcome);
    Ok(Some(outcome.map_err(|error| {
        StoreError::invalid("outcome", error.to_string())
    })?))
}

impl<'a> Edit<'a> {
    pub(super) fn begin(
        conn: &'a Connection,
        file: &'a StoryFile,
        note: CommitMetadata,
    ) -> Result<Self, StoreError> {
        if let Some(call) = note.call.as_ref().filter(|it| !it.is_new)
            && let Some(outcome) = stored_outcome(conn, call)?
        {
            return Err(StoreError::AlreadyDone { outcome });
        }
        if let Some(draft) = note.draft {
            super::draft::require_open(conn, draft)?;
        }
        let number = crate::read::history::newest(conn)? + 1;
        let pending = Pending {
            kind: CommitKind::Edit,
            turn: note.turn,
            is_reversal: false,
            moves: IndexMap::new(),
            log: Vec::new(),
            wrote: false,
            labels: Vec::new(),
        };
        Ok(Self {
            conn,
            file,
            note,
            number,
            time: file.world.now(),
            pending,
        })
    }

    /// Writes what the edit collected; `None` if it moved no slot.
    pub(super) fn finish(
        mut self,
        outcome: &impl Serialize,
    ) -> Result<Option<Arc<Change>>, StoreError> {
        self.pending
            .moves
            .retain(|_, (before, after)| before != after);
        let change = if self.pending.wrote || !self.pending.moves.is_empty() {
            if self.note.draft.is_none()
                && let Some(loose) = self.find_dangling()?
            {
                return Err(loose.into());
            }
            Some(Arc::new(self.insert_change()?))
        } else {
            None
        };
        let newest = if change.is_some() {
            self.number
        } else {
            self.number - 1
        };
        self.insert_labels(newest)?;
        self.insert_call(outcome, change.as_deref())?;
        Ok(change)
    }

    fn insert_change(&mut self) -> Result<Change, StoreError> {
        let is_step = self.note.draft.is_none()
            && !self.pending.moves.is_empty()
            && (self.pending.is_reversal
                || !matches!(self.pending.kind, CommitKind::Undo | CommitKind::Redo));
        let step = if is_step { Some(self.step()?) } else { None };
        let change = Change {
            number: self.number,
            commit: CommitId(self.file.world.new_id()),
            kind: self.pending.kind,
            author: self.note.author.clone(),
            origin: self.note.origin.clone(),
            turn: self.pending.turn,
            draft: self.note.draft,
            reason: self.note.reason.clone(),
            time: self.time,
            moves: self.moves(),
        };
        insert_change_row(self.conn, &change, step.as_ref().map(|it| it.step))?;
        let drafted = self.note.draft.is_some();
        for (position, (slot, (before, after))) in self.pending.moves.iter().enumerate() {
            let rows = (before.map(|it| it.row), after.map(|it| it.row));
            insert_move(self.conn, self.number, position, slot, rows, drafted)?;
        }
        if let Some(joined) = step {
            self.split_step_if_blocked(&joined)?;
        }
        Ok(change)
    }

    fn moves(&self) -> Vec<Move> {
        let moves = self
            .pending
            .moves
            .iter()
            .map(|(slot, (before, after))| Move {
                slot: slot.clone(),
                before: before.map(Into::into),
                after: after.map(Into::into),
            });
        moves.collect()
    }

    fn insert_call(
        &self,
        outcome: &impl Serialize,
        change: Option<&Change>,
    ) -> Result<(), StoreError> {
        let Some(call) = &self.note.call else {
            return Ok(());
        };
        let outcome = serde_json::to_string(outcome)
            .map_err(|error| StoreError::invalid("outcome", error.to_string()))?;
        crate::rules::limit(
            "the answer of the call",
            outcome.len(),
            crate::rules::MAX_BODY,
        )?;
        self.conn
            .prepare_cached(
                "INSERT INTO call (caller, id, fingerprint, outcome, change) \
                 VALUES (?1, ?2, ?3, ?4, ?5)",
            )?
            .execute(params![
                call.caller,
                call.id,
                call.fingerprint.0,
                outcome,
                change.map(|it| it.number.cast_signed())
            ])?;
        Ok(())
    }

    /// Writes the story's initial state, its title, as change 0.
    pub(crate) fn insert_initial_state(
        conn: &'a Connection,
        file: &'a StoryFile,
        title: &str,
    ) -> Result<(), StoreError> {
        let note = CommitMetadata {
            author: Author::new(AuthorKind::Program, "Storyteller"),
            origin: None,
            turn: None,
            call: None,
            reason: "story created".to_owned(),
            draft: None,
        };
        let mut edit = Self::begin(conn, file, note)?;
        edit.number = CREATION;
        let record = StoryRecord {
            title: title.to_owned(),
            ..StoryRecord::default()
        };
        let data = serde_json::to_value(record)
            .map_err(|error| StoreError::invalid(part::STORY, error.to_string()))?;
        edit.write_unchecked(&Slot::story(part::STORY), &data)?;
        let moves = edit.moves();
        let Edit {
            note,
            number,
            time,
            pending,
            ..
        } = edit;
        let change = Change {
            number,
            commit: CommitId(file.world.new_id()),
            kind: CommitKind::Edit,
            author: note.author,
            origin: None,
            turn: None,
            draft: None,
            reason: note.reason,
            time,
            moves,
        };
        insert_change_row(conn, &change, None)?;
        for (slot, (_, after)) in &pending.moves {
            insert_move(conn, number, 0, slot, (None, after.map(|it| it.row)), false)?;
        }
        Ok(())
    }
}

fn insert_change_row(
    conn: &Connection,
    change: &Change,
    step: Option<i64>,
) -> Result<(), StoreError> {
    conn.prepare_cached(
        "INSERT INTO change (number, id, kind, author_kind, author, origin, turn, draft, reason, \
         time, step, principal) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
    )?
    .execute(params![
        change.number.cast_signed(),
        change.commit.0.into_bytes(),
        change.kind.as_str(),
        change.author.kind.as_str(),
        change.author.name,
        change.origin,
        change.turn.map(|it| it.0.into_bytes()),
        change.draft.map(|it| it.0.into_bytes()),
        change.reason,
        change.time.as_microsecond(),
        step,
        change.author.principal.as_ref().map(PrincipalId::as_str)
    ])?;
    Ok(())
}

fn insert_move(
    conn: &Connection,
    change: u64,
    position: usize,
    slot: &Slot,
    (before, after): (Option<i64>, Option<i64>),
    drafted: bool,
) -> Result<(), StoreError> {
    conn.prepare_cached(
        "INSERT INTO move (change, position, subject, capability, before, after, drafted) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?
    .execute(params![
        change.cast_signed(),
        position.cast_signed(),
        slot.subject.to_bytes(),
        &*slot.capability,
        before,
        after,
        drafted
    ])?;
    Ok(())
}
