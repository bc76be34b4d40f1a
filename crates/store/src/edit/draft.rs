//! Drafts: opened for a turn, written through an edit that names them, then adopted or discarded
//! piece by piece. A piece whose base has moved is refused; it never overwrites newer data.

use model::{CommitKind, DraftId, Slot, TurnId, VersionRef};
use rusqlite::{Connection, OptionalExtension};

use super::Edit;
use crate::read::version_view::{self, Pointer};
use crate::{MissingItem, StoreError, columns};

/// What a draft holds for a slot: the version it builds on and the version it would adopt.
struct DraftedSlot {
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
        Some(_) => Err(StoreError::not_found(MissingItem::DraftDecided {
            draft: draft.short(),
        })),
        None => Err(StoreError::not_found(MissingItem::DraftGone {
            draft: draft.short(),
        })),
    }
}

impl Edit<'_> {
    /// Opens a draft for a turn.
    pub fn open_draft(&mut self, turn: Option<TurnId>, title: &str) -> Result<DraftId, StoreError> {
        let title = crate::rules::title("draft", title)?;
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

    /// Opens a draft that everything else of this edit is written into. Nothing may be written before.
    pub fn begin_draft(&mut self, title: &str) -> Result<DraftId, StoreError> {
        if self.note.draft.is_some() {
            return Err(StoreError::invalid("draft", "the edit is of another draft"));
        }
        let draft = self.open_draft(self.pending.turn, title)?;
        self.note.draft = Some(draft);
        Ok(draft)
    }

    /// Adopts pieces of a draft (`None`: all remaining pieces) in this commit. If the base of a
    /// piece has moved, the result is `Conflict` and nothing is adopted. The draft closes when no
    /// piece is left. The commit belongs to the draft's turn, so undo treats it as part of that
    /// turn's step.
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
        self.atomically(|edit| {
            edit.pending.kind = CommitKind::Adopt;
            edit.pending.turn = edit.turn_of(draft)?.or(edit.pending.turn);
            let mut adopted = Vec::new();
            for piece in &pieces {
                adopted.extend(edit.adopt_piece(piece)?.map(VersionRef::from));
            }
            if let Some(loose) = edit.find_dangling()? {
                return Err(loose.into());
            }
            edit.delete_piece(draft, &pieces)?;
            Ok(adopted)
        })
    }

    /// Writes a part of a draft's piece into the story, in this commit, which belongs to the
    /// draft's turn. The piece stays open and is rebased onto what was written; it is removed when
    /// nothing of it is left. `Conflict` if the story has changed since the piece was written.
    pub fn adopt_partial(
        &mut self,
        draft: DraftId,
        slot: &Slot,
        data: &serde_json::Value,
    ) -> Result<VersionRef, StoreError> {
        if self.note.draft.is_some() {
            return Err(StoreError::invalid("draft", "a draft cannot adopt another"));
        }
        let pieces = self.pieces(draft, Some(std::slice::from_ref(slot)))?;
        self.atomically(|edit| {
            edit.pending.kind = CommitKind::Adopt;
            edit.pending.turn = edit.turn_of(draft)?.or(edit.pending.turn);
            for piece in &pieces {
                let found = version_view::adopted(edit.conn, slot)?;
                if found.map(|it| it.row) != piece.base {
                    let expected = piece
                        .base
                        .map(|row| edit.version_view().pointer_at(row))
                        .transpose()?;
                    return Err(edit.conflict("cannot adopt", slot, expected, found)?);
                }
            }
            let written = edit.write(slot, data)?;
            edit.build_on_adopted(draft, slot)?;
            Ok(written)
        })
    }

    /// Rebases a piece of a draft onto the version adopted in the story now. `data` is the new
    /// content of the piece: its old content merged with what has changed since; `None` if the
    /// piece removes the slot. From this call on, the edit writes into the draft.
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
            Some(data) => drop(self.write_unchecked(slot, data)?),
            None => self.set(slot, None)?,
        }
        self.build_on_adopted(draft, slot)
    }

    /// How many pieces a draft still holds.
    pub fn remaining_pieces(&self, draft: DraftId) -> Result<usize, StoreError> {
        let mut statement = self
            .conn
            .prepare_cached("SELECT count(*) FROM draft_piece WHERE draft = ?1")?;
        let count: i64 = statement.query_row([draft.0.into_bytes()], |row| row.get(0))?;
        Ok(usize::try_from(count).unwrap_or(0))
    }

    /// Rebases the piece onto the adopted version; a piece that would adopt that same version is
    /// removed.
    fn build_on_adopted(&self, draft: DraftId, slot: &Slot) -> Result<(), StoreError> {
        let base = version_view::adopted(self.conn, slot)?.map(|it| it.row);
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

    /// Discards pieces of a draft (`None`: all, which closes it). The versions stay in the history.
    /// Returns how many pieces were discarded.
    pub fn discard_draft(
        &mut self,
        draft: DraftId,
        pieces: Option<&[Slot]>,
    ) -> Result<usize, StoreError> {
        let pieces = self.pieces(draft, pieces)?;
        self.delete_piece(draft, &pieces)?;
        Ok(pieces.len())
    }

    fn adopt_piece(&mut self, piece: &DraftedSlot) -> Result<Option<Pointer>, StoreError> {
        let found = version_view::adopted(self.conn, &piece.slot)?;
        let found_row = found.map(|it| it.row);
        if found_row != piece.base && found_row != piece.after {
            let expected = piece
                .base
                .map(|row| self.version_view().pointer_at(row))
                .transpose()?;
            return Err(self.conflict("cannot adopt the draft", &piece.slot, expected, found)?);
        }
        let after = piece
            .after
            .map(|row| self.require_readable(row))
            .transpose()?;
        self.set(&piece.slot, after)?;
        Ok(after)
    }

    /// The pieces named, or all remaining ones, in the order they were written.
    fn pieces(
        &self,
        draft: DraftId,
        named: Option<&[Slot]>,
    ) -> Result<Vec<DraftedSlot>, StoreError> {
        require_open(self.conn, draft)?;
        let mut statement = self.conn.prepare_cached(
            "SELECT subject, capability, base, after FROM draft_piece WHERE draft = ?1 \
             ORDER BY after IS NULL, after",
        )?;
        let rows = statement.query_map([draft.0.into_bytes()], |row| {
            let slot = columns::slot(row, 0)?;
            Ok(DraftedSlot {
                slot,
                base: row.get(2)?,
                after: row.get(3)?,
            })
        })?;
        let mut pieces: Vec<DraftedSlot> = rows.collect::<Result<_, _>>()?;
        if let Some(named) = named {
            if let Some(absent) = named
                .iter()
                .find(|it| pieces.iter().all(|p| p.slot != **it))
            {
                return Err(StoreError::not_found(MissingItem::PieceGone {
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

    fn delete_piece(&self, draft: DraftId, pieces: &[DraftedSlot]) -> Result<(), StoreError> {
        let key = draft.0.into_bytes();
        for DraftedSlot { slot, .. } in pieces {
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
