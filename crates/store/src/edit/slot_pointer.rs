//! Moves the pointer of a slot: the one mechanism behind writing, adopting, removing and undoing.
//! The graph tables `node` and `edge` are updated with each move; the search index follows later.

use model::Slot;

use super::Edit;
use crate::StoreError;
use crate::graph_rows::update_graph_row;
use crate::read::version_view::{self, Pointer};

impl Edit<'_> {
    /// Sets the version of a slot, or none: in the story, or in the edit's draft.
    pub(super) fn set_slot(
        &mut self,
        slot: &Slot,
        after: Option<Pointer>,
    ) -> Result<(), StoreError> {
        let before = self.version_view().pointer(slot)?;
        self.move_slot(slot, before, after)
    }

    /// The same for who has just read which version the slot has.
    pub(super) fn move_slot(
        &mut self,
        slot: &Slot,
        before: Option<Pointer>,
        after: Option<Pointer>,
    ) -> Result<(), StoreError> {
        if before == after {
            return Ok(());
        }
        if self.note.draft.is_some() {
            self.set_slot_in_draft(slot, after)?;
        } else {
            self.set_slot_in_story(slot, after)?;
        }
        self.pending.note(slot, before, after);
        Ok(())
    }

    fn set_slot_in_story(&self, slot: &Slot, after: Option<Pointer>) -> Result<(), StoreError> {
        let key = (slot.subject.to_bytes(), &*slot.capability);
        match after {
            Some(after) => self
                .conn
                .prepare_cached(
                    "INSERT INTO adopted (subject, capability, version) VALUES (?1, ?2, ?3) \
                     ON CONFLICT DO UPDATE SET version = excluded.version",
                )?
                .execute((key.0, key.1, after.row))?,
            None => self
                .conn
                .prepare_cached("DELETE FROM adopted WHERE subject = ?1 AND capability = ?2")?
                .execute(key)?,
        };
        update_graph_row(self.conn, slot, after)
    }

    fn set_slot_in_draft(&self, slot: &Slot, after: Option<Pointer>) -> Result<(), StoreError> {
        let Some(draft) = self.note.draft else {
            return Ok(());
        };
        let base = version_view::adopted(self.conn, slot)?;
        let key = (
            draft.0.into_bytes(),
            slot.subject.to_bytes(),
            &*slot.capability,
        );
        self.conn
            .prepare_cached(
                "INSERT INTO draft_piece (draft, subject, capability, base, after) \
                 VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO UPDATE SET after = excluded.after",
            )?
            .execute((
                key.0,
                key.1,
                key.2,
                base.map(|it| it.row),
                after.map(|it| it.row),
            ))?;
        // A piece that equals its base again is removed.
        self.conn
            .prepare_cached(
                "DELETE FROM draft_piece WHERE draft = ?1 AND subject = ?2 AND capability = ?3 \
                 AND base IS after",
            )?
            .execute(key)?;
        Ok(())
    }
}
