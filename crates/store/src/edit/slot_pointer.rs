//! Moves the pointer of a slot: the one mechanism behind writing, adopting, removing and undoing.
//! The graph tables `node` and `edge` are updated with each move; the search index follows later.

use model::{EdgeRecord, Layout, NodeRecord, Slot, Subject, part};
use rusqlite::params;

use super::Edit;
use crate::StoreError;
use crate::read::version_view::{self, Pointer, record, version_at};

impl Edit<'_> {
    /// Sets the version of a slot, or none: in the story, or in the edit's draft.
    pub(super) fn set_slot(
        &mut self,
        slot: &Slot,
        after: Option<Pointer>,
    ) -> Result<(), StoreError> {
        let before = self.version_view().pointer(slot)?;
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
        match (slot.subject, &*slot.capability) {
            (Subject::Node(_), part::NODE) => self.update_node_row(slot, after),
            (Subject::Node(_), part::LAYOUT) => self.update_layout_row(slot, after),
            (Subject::Edge(_), part::EDGE) => self.update_edge_row(slot, after),
            _ => Ok(()),
        }
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

    fn update_node_row(&self, slot: &Slot, after: Option<Pointer>) -> Result<(), StoreError> {
        let id = &slot.subject.to_bytes()[1..];
        let Some(after) = after else {
            self.conn
                .prepare_cached("DELETE FROM node WHERE id = ?1")?
                .execute([id])?;
            return Ok(());
        };
        let it: NodeRecord = record(&version_at(self.conn, after.row)?.checked()?)?;
        let mut update = self
            .conn
            .prepare_cached("UPDATE node SET title = ?2, kind = ?3 WHERE id = ?1")?;
        if update.execute((id, &it.title, &it.kind))? == 0 {
            let made = self.made(slot)?;
            self.conn
                .prepare_cached("INSERT INTO node (made, id, title, kind) VALUES (?1, ?2, ?3, ?4)")?
                .execute((made, id, &it.title, &it.kind))?;
            // The layout may have been restored before the node was.
            let layout = Slot::new(slot.subject, part::LAYOUT);
            let standing = version_view::adopted(self.conn, &layout)?;
            if standing.is_some() {
                self.update_layout_row(&layout, standing)?;
            }
        }
        Ok(())
    }

    fn update_layout_row(&self, slot: &Slot, after: Option<Pointer>) -> Result<(), StoreError> {
        let it: Layout = match after {
            Some(after) => record(&version_at(self.conn, after.row)?.checked()?)?,
            None => Layout::default(),
        };
        let id = &slot.subject.to_bytes()[1..];
        let parent = it.parent.map(|it| it.0.into_bytes());
        self.conn
            .prepare_cached(
                "UPDATE node SET x = ?2, y = ?3, width = ?4, height = ?5, parent = ?6, \
                 color = ?7, collapsed = ?8 WHERE id = ?1",
            )?
            .execute(params![
                id,
                it.x,
                it.y,
                it.width,
                it.height,
                parent,
                it.color,
                it.collapsed
            ])?;
        Ok(())
    }

    fn update_edge_row(&self, slot: &Slot, after: Option<Pointer>) -> Result<(), StoreError> {
        let id = &slot.subject.to_bytes()[1..];
        let Some(after) = after else {
            self.conn
                .prepare_cached("DELETE FROM edge WHERE id = ?1")?
                .execute([id])?;
            return Ok(());
        };
        let it: EdgeRecord = record(&version_at(self.conn, after.row)?.checked()?)?;
        let made = self.made(slot)?;
        self.conn
            .prepare_cached(
                "INSERT INTO edge (made, id, source, target, label, position, condition, \
                 effect, dynamic, includes, once) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11) ON CONFLICT DO UPDATE SET \
                 source = excluded.source, target = excluded.target, label = excluded.label, \
                 position = excluded.position, condition = excluded.condition, \
                 effect = excluded.effect, \
                 dynamic = excluded.dynamic, includes = excluded.includes, \
                 once = excluded.once",
            )?
            .execute(params![
                made,
                id,
                it.from.0.into_bytes(),
                it.to.0.into_bytes(),
                it.label,
                it.order,
                it.condition,
                it.effect,
                it.dynamic,
                it.includes,
                it.once
            ])?;
        Ok(())
    }

    /// The row of a slot's first version. It gives the order of creation, which survives removal
    /// and restoring.
    fn made(&self, slot: &Slot) -> Result<i64, StoreError> {
        let mut statement = self.conn.prepare_cached(
            "SELECT row FROM version WHERE subject = ?1 AND capability = ?2 AND number = 1",
        )?;
        let key = (slot.subject.to_bytes(), &*slot.capability);
        Ok(statement.query_row(key, |row| row.get(0))?)
    }
}
