//! Bringing in what another story file held: versions keep who wrote them there, when and why. The
//! commit that brings them is one like any other, and undoes as one.

use model::{
    ContentHash, DraftPast, PastVersion, Slot, SlotPast, StatePast, StoryId, ThreadPast, VersionId,
};
use rusqlite::params;

use super::Edit;
use super::label::NewLabel;
use crate::read::lens::{Pointer, version_of_id};
use crate::{StoreError, threads};

impl Edit<'_> {
    /// Brings a slot's versions in, behind those it has, and adopts the one that was adopted. A
    /// version that is here already stays as it is; one whose data is not admitted here is left
    /// out. Gives how many were.
    pub fn bring(&mut self, past: &SlotPast) -> Result<usize, StoreError> {
        let (mut left_out, mut adopted) = (0, None);
        for (place, version) in past.versions.iter().enumerate() {
            let Some(pointer) = self.bring_version(past, version)? else {
                left_out += 1;
                continue;
            };
            if past.adopted == Some(place) && version.data.is_some() {
                adopted = Some(pointer);
            }
        }
        if adopted.is_some() {
            self.set(&past.slot, adopted)?;
        }
        Ok(left_out)
    }

    /// Notes whose past this story has.
    pub fn bring_origin(&mut self, story: StoryId) -> Result<(), StoreError> {
        self.conn
            .prepare_cached("UPDATE story SET origin = ?1")?
            .execute([story.0.into_bytes()])?;
        Ok(())
    }

    /// Brings a draft in, with what is left in it, after the slots' versions; one that is here
    /// stays as it is. Gives how many pieces name versions that are not here and were left out.
    pub fn bring_draft(&mut self, draft: &DraftPast) -> Result<usize, StoreError> {
        let key = draft.id.0.into_bytes();
        let mut held = self
            .conn
            .prepare_cached("SELECT 1 FROM draft WHERE id = ?1")?;
        if held.exists([key])? {
            return Ok(0);
        }
        let mut pieces = Vec::new();
        for piece in &draft.pieces {
            let base = self.row_of(&piece.slot, piece.base)?;
            let after = self.row_of(&piece.slot, piece.after)?;
            if let (Some(base), Some(after)) = (base, after) {
                pieces.push((&piece.slot, base, after));
            }
        }
        let is_open = draft.is_open && !pieces.is_empty();
        self.conn
            .prepare_cached(
                "INSERT INTO draft (id, turn, title, state, time) VALUES (?1, ?2, ?3, ?4, ?5)",
            )?
            .execute(params![
                key,
                draft.turn.map(|it| it.0.into_bytes()),
                draft.title,
                if is_open { "open" } else { "closed" },
                draft.time.as_microsecond()
            ])?;
        for (slot, base, after) in &pieces {
            self.conn
                .prepare_cached(
                    "INSERT OR IGNORE INTO draft_piece (draft, subject, capability, base, after) \
                     VALUES (?1, ?2, ?3, ?4, ?5)",
                )?
                .execute(params![
                    key,
                    slot.subject.to_bytes(),
                    &*slot.capability,
                    base,
                    after
                ])?;
        }
        Ok(draft.pieces.len() - pieces.len())
    }

    /// Brings a named state in, after the slots' versions; a name that is in use stays what it is,
    /// and says so with `false`.
    pub fn bring_state(&mut self, state: &StatePast) -> Result<bool, StoreError> {
        let name = super::title("label", &state.name)?;
        let mut held = self
            .conn
            .prepare_cached("SELECT 1 FROM label WHERE name = ?1")?;
        if self.is_pending(&name) || held.exists([&name])? {
            return Ok(false);
        }
        drop(held);
        let mut slots = Vec::new();
        for (slot, version) in &state.slots {
            // What cannot stand here stands as it does now.
            if let Some(row) = self.row_of(slot, *version)? {
                slots.push((slot.clone(), row));
            }
        }
        self.pending.labels.push(NewLabel {
            name,
            author: state.author.clone(),
            time: state.time,
            slots,
        });
        Ok(true)
    }

    /// Brings a conversation in; what is here of it stays as it is. Gives how many messages came.
    pub fn bring_thread(&mut self, thread: &ThreadPast) -> Result<usize, StoreError> {
        threads::bring(self.conn, thread)
    }

    /// The row of a slot's version: `Some(None)` for none, `None` for one that is not here.
    fn row_of(
        &self,
        slot: &Slot,
        version: Option<VersionId>,
    ) -> Result<Option<Option<i64>>, StoreError> {
        let Some(id) = version else {
            return Ok(Some(None));
        };
        let held = version_of_id(self.conn, id)?.filter(|it| it.version.slot == *slot);
        Ok(held.map(|it| Some(it.pointer().row)))
    }

    fn bring_version(
        &mut self,
        past: &SlotPast,
        version: &PastVersion,
    ) -> Result<Option<Pointer>, StoreError> {
        let (body, hash) = match &version.data {
            Some(data) => {
                let Ok(body) = self.file.rules.admit(&past.slot, data) else {
                    return Ok(None);
                };
                let hash = ContentHash::of(body.as_bytes());
                (Some(body), hash)
            }
            None => (None, version.hash),
        };
        let mut id = version.id;
        if let Some(held) = version_of_id(self.conn, id)? {
            if held.version.slot == past.slot && held.version.hash == hash {
                return Ok(Some(held.pointer()));
            }
            id = VersionId(self.file.world.new_id());
        }
        let pointer = self.insert_version(&past.slot, id, body.as_deref(), hash, version.base)?;
        self.conn
            .prepare_cached(
                "INSERT INTO provenance (version, author_kind, author, turn, draft, reason, time) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            )?
            .execute(params![
                pointer.row,
                version.author.kind.as_str(),
                version.author.name,
                version.turn.map(|it| it.0.into_bytes()),
                version.draft.map(|it| it.0.into_bytes()),
                version.reason,
                version.time.as_microsecond()
            ])?;
        Ok(Some(pointer))
    }
}
