//! Drafts: opened for a turn, written through an edit that names them, then adopted or dropped
//! piece by piece. A piece whose base has moved is refused, never laid over what is there.

use model::{CommitKind, DraftId, Slot, TurnId, VersionRef};
use rusqlite::{Connection, OptionalExtension};

use super::Edit;
use crate::read::lens::{self, Pointer};
use crate::{Absent, StoreError, columns};

/// What a draft holds for a slot: what it builds on, what it would adopt.
struct Piece {
    slot: Slot,
    base: Option<i64>,
    after: Option<i64>,
}

/// Refuses a draft that does not exist or has been closed.
pub(super) fn require_open(conn: &Connection, draft: DraftId) -> Result<(), StoreError> {
    let mut statement = conn.prepare_cached("SELECT state FROM draft WHERE id = ?1")?;
    let state: Option<String> = statement
        .query_row([draft.0.into_bytes()], |row| row.get(0))
        .optional()?;
    match state.as_deref() {
        Some("open") => Ok(()),
        Some(_) => Err(StoreError::not_found(Absent::DraftDecided {
            draft: draft.short(),
        })),
        None => Err(StoreError::not_found(Absent::DraftGone {
            draft: draft.short(),
        })),
    }
}

impl Edit<'_> {
    /// Opens a draft for a turn.
    pub fn open_draft(&mut self, turn: Option<TurnId>, title: &str) -> Result<DraftId, StoreError> {
        let title = super::title("draft", title)?;
        let id = DraftId(self.file.world.new_id());
        self.conn
            .prepare_cached(
                "INSERT INTO draft (id, turn, title, state, time) VALUES (?1, ?2, ?3, 'open', ?4)",
            )?
            .execute((
                id.0.into_bytes(),
                turn.map(|it| it.0.into_bytes()),
                title,
                self.time.as_microsecond(),
            ))?;
        Ok(id)
    }

    /// Adopts pieces of a draft (`None`: all that are left) in this commit. A piece whose base has
    /// moved is `Moved`, and nothing is adopted. The draft closes when no piece is left. The commit
    /// belongs to the draft's turn, so it undoes as a step of it.
    pub fn adopt_draft(
        &mut self,
        draft: DraftId,
        pieces: Option<&[Slot]>,
    ) -> Result<Vec<VersionRef>, StoreError> {
        if self.note.draft.is_some() {
            return Err(StoreError::invalid("draft", "a draft cannot adopt another"));
        }
        if matches!(self.pending.kind, CommitKind::Undo | CommitKind::Redo) {
            return Err(StoreError::invalid(
                "draft",
                "it cannot share an edit with an undo",
            ));
        }
        let pieces = self.pieces(draft, pieces)?;
        self.as_one(|edit| {
            edit.pending.kind = CommitKind::Adopt;
            edit.pending.turn = edit.turn_of(draft)?.or(edit.pending.turn);
            let mut adopted = Vec::new();
            for piece in &pieces {
                adopted.extend(edit.adopt_piece(piece)?.map(VersionRef::from));
            }
            if let Some(loose) = edit.find_loose()? {
                return Err(loose.into());
            }
            edit.take_out(draft, &pieces)?;
            Ok(adopted)
        })
    }

    /// Writes into the story what is a part of a draft's piece, in this commit, which belongs to
    /// the draft's turn. The piece goes on waiting and builds on what was written; it is gone where
    /// nothing of it is left. `Moved` where the story has gone on since the piece was made.
    pub fn adopt_part(
        &mut self,
        draft: DraftId,
        slot: &Slot,
        data: &serde_json::Value,
    ) -> Result<VersionRef, StoreError> {
        if self.note.draft.is_some() {
            return Err(StoreError::invalid("draft", "a draft cannot adopt another"));
        }
        let pieces = self.pieces(draft, Some(std::slice::from_ref(slot)))?;
        self.as_one(|edit| {
            edit.pending.kind = CommitKind::Adopt;
            edit.pending.turn = edit.turn_of(draft)?.or(edit.pending.turn);
            for piece in &pieces {
                let found = lens::adopted(edit.conn, slot)?;
                if found.map(|it| it.row) != piece.base {
                    let expected = piece
                        .base
                        .map(|row| edit.lens().pointer_at(row))
                        .transpose()?;
                    return Err(edit.moved("cannot adopt", slot, expected, found)?);
                }
            }
            let written = edit.write(slot, data)?;
            edit.build_on_adopted(draft, slot)?;
            Ok(written)
        })
    }

    /// Lets a piece of a draft build on what stands in the story now. `data` is what the piece then
    /// holds: what it held, merged with what has changed since; `None` where it removes. From here
    /// on the edit writes into the draft.
    pub fn rebase_piece(
        &mut self,
        draft: DraftId,
        slot: &Slot,
        data: Option<&serde_json::Value>,
    ) -> Result<(), StoreError> {
        if self.note.draft.is_some_and(|it| it != draft) {
            return Err(StoreError::invalid("draft", "the edit is of another draft"));
        }
        self.pieces(draft, Some(std::slice::from_ref(slot)))?;
        self.note.draft = Some(draft);
        match data {
            Some(data) => drop(self.put(slot, data)?),
            None => self.set(slot, None)?,
        }
        self.build_on_adopted(draft, slot)
    }

    /// How many pieces wait in a draft.
    pub fn pieces_left(&self, draft: DraftId) -> Result<usize, StoreError> {
        let mut statement = self
            .conn
            .prepare_cached("SELECT count(*) FROM draft_piece WHERE draft = ?1")?;
        let count: i64 = statement.query_row([draft.0.into_bytes()], |row| row.get(0))?;
        Ok(usize::try_from(count).unwrap_or(0))
    }

    /// The piece builds on what is adopted; one that would adopt the same is none.
    fn build_on_adopted(&self, draft: DraftId, slot: &Slot) -> Result<(), StoreError> {
        let base = lens::adopted(self.conn, slot)?.map(|it| it.row);
        let key = (
            draft.0.into_bytes(),
            slot.subject.to_bytes(),
            &*slot.capability,
        );
        self.conn
            .prepare_cached(
                "UPDATE draft_piece SET base = ?4 \
                 WHERE draft = ?1 AND subject = ?2 AND capability = ?3",
            )?
            .execute((key.0, key.1, key.2, base))?;
        self.conn
            .prepare_cached(
                "DELETE FROM draft_piece WHERE draft = ?1 AND subject = ?2 AND capability = ?3 \
                 AND (base IS after OR (SELECT hash FROM version WHERE row = draft_piece.base) = \
                 (SELECT hash FROM version WHERE row = draft_piece.after))",
            )?
            .execute(key)?;
        self.close_if_empty(draft)
    }

    /// Drops pieces of a draft (`None`: all, and closes it). The versions stay in the history.
    /// Returns how many pieces went.
    pub fn drop_draft(
        &mut self,
        draft: DraftId,
        pieces: Option<&[Slot]>,
    ) -> Result<usize, StoreError> {
        let pieces = self.pieces(draft, pieces)?;
        self.take_out(draft, &pieces)?;
        Ok(pieces.len())
    }

    fn adopt_piece(&mut self, piece: &Piece) -> Result<Option<Pointer>, StoreError> {
        let found = lens::adopted(self.conn, &piece.slot)?;
        let found_row = found.map(|it| it.row);
        if found_row != piece.base && found_row != piece.after {
            let expected = piece
                .base
                .map(|row| self.lens().pointer_at(row))
                .transpose()?;
            return Err(self.moved("cannot adopt the draft", &piece.slot, expected, found)?);
        }
        let after = piece.after.map(|row| self.readable(row)).transpose()?;
        self.set(&piece.slot, after)?;
        Ok(after)
    }

    /// The pieces named, or all that are left, in the order they were written.
    fn pieces(&self, draft: DraftId, named: Option<&[Slot]>) -> Result<Vec<Piece>, StoreError> {
        require_open(self.conn, draft)?;
        let mut statement = self.conn.prepare_cached(
            "SELECT subject, capability, base, after FROM draft_piece WHERE draft = ?1 \
             ORDER BY after IS NULL, after",
        )?;
        let rows = statement.query_map([draft.0.into_bytes()], |row| {
            let slot = columns::slot(row, 0)?;
            Ok(Piece {
                slot,
                base: row.get(2)?,
                after: row.get(3)?,
            })
        })?;
        let mut pieces: Vec<Piece> = rows.collect::<Result<_, _>>()?;
        if let Some(named) = named {
            if let Some(absent) = named
                .iter()
                .find(|it| pieces.iter().all(|p| p.slot != **it))
            {
                return Err(StoreError::not_found(Absent::PieceGone {
                    piece: absent.to_string(),
                    draft: draft.short(),
                }));
            }
            pieces.retain(|it| named.contains(&it.slot));
        }
        Ok(pieces)
    }

    fn turn_of(&self, draft: DraftId) -> Result<Option<TurnId>, StoreError> {
        let mut statement = self
            .conn
            .prepare_cached("SELECT turn FROM draft WHERE id = ?1")?;
        let key = [draft.0.into_bytes()];
        Ok(statement
            .query_row(key, |row| columns::id_or_none(row, 0))?
            .map(TurnId))
    }

    fn take_out(&self, draft: DraftId, pieces: &[Piece]) -> Result<(), StoreError> {
        let key = draft.0.into_bytes();
        for Piece { slot, .. } in pieces {
            self.conn
                .prepare_cached(
                    "DELETE FROM draft_piece \
                     WHERE draft = ?1 AND subject = ?2 AND capability = ?3",
                )?
                .execute((key, slot.subject.to_bytes(), &*slot.capability))?;
        }
        self.close_if_empty(draft)
    }

    fn close_if_empty(&self, draft: DraftId) -> Result<(), StoreError> {
        self.conn
            .prepare_cached(
                "UPDATE draft SET state = 'closed' WHERE id = ?1 AND NOT EXISTS \
                 (SELECT 1 FROM draft_piece WHERE draft = ?1)",
            )?
            .execute([draft.0.into_bytes()])?;
        Ok(())
    }
}
