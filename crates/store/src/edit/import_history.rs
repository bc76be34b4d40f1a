//! Imports the history of another story file: versions keep their author, time and reason. The
//! importing commit is an ordinary commit and undoes as one step.

use model::{
    ContentHash, DraftHistory, Slot, SlotHistory, StateHistory, StoryId, ThreadHistory, VersionId,
    VersionRecord,
};
use rusqlite::params;

use super::Edit;
use super::label::NewLabel;
use crate::read::version_view::{Pointer, version_of_id};
use crate::{StoreError, threads};

impl Edit<'_> {
    /// Imports a slot's versions after those it already has, and adopts the version that was
    /// adopted in the source. Versions that already exist are unchanged; versions whose data this
    /// story does not admit are left out. Returns how many were left out.
    pub fn import_slot(&mut self, past: &SlotHistory) -> Result<usize, StoreError> {
        let (mut left_out, mut adopted) = (0, None);
        for (place, version) in past.versions.iter().enumerate() {
            let Some(pointer) = self.import_version(past, version)? else {
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

    /// Records that this story contains the history of another story.
    pub fn import_origin(&mut self, story: StoryId) -> Result<(), StoreError> {
        self.conn
            .prepare_cached("UPDATE story SET origin = ?1")?
            .execute([story.0.into_bytes()])?;
        Ok(())
    }

    /// Imports a draft and its remaining pieces; call it after importing the slots' versions. A
    /// draft that already exists is unchanged. Returns how many pieces were left out because they
    /// name versions that were not imported.
    pub fn import_draft(&mut self, draft: &DraftHistory) -> Result<usize, StoreError> {
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

    /// Imports a snapshot; call it after importing the slots' versions. Returns `false`, without
    /// changing anything, if the name is already in use.
    pub fn import_state(&mut self, state: &StateHistory) -> Result<bool, StoreError> {
        let name = crate::rules::title("label", &state.name)?;
        let mut held = self
            .conn
            .prepare_cached("SELECT 1 FROM label WHERE name = ?1")?;
        if self.is_pending(&name) || held.exists([&name])? {
            return Ok(false);
        }
        drop(held);
        let mut slots = Vec::new();
        for (slot, version) in &state.slots {
            // A version that was not imported cannot be named; the state then has what is adopted
            // now.
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

    /// Imports a conversation; messages that already exist are unchanged. Returns how many messages
    /// were added.
    pub fn import_thread(&mut self, thread: &ThreadHistory) -> Result<usize, StoreError> {
        threads::import(self.conn, thread)
    }

    /// The row of a slot's version: `Some(None)` for no version, `None` for a version that was not
    /// imported.
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

    fn import_version(
        &mut self,
        past: &SlotHistory,
        version: &VersionRecord,
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
