//! Snapshots of the whole story, and restoring any earlier state.

use std::collections::HashMap;

use model::{Author, CommitKind, Slot, Timestamp};
use rusqlite::params;

use super::Edit;
use crate::read::history;
use crate::{MissingItem, StoreError};

/// A name that an edit gives to a state, with the author and time of the first use.
pub(super) struct NewLabel {
    pub(super) name: String,
    pub(super) author: Author,
    pub(super) time: Timestamp,
    /// Slots that differed from the state after this edit, with their version rows.
    pub(super) slots: Vec<(Slot, Option<i64>)>,
}

impl Edit<'_> {
    /// Names the current state of the whole story, including this edit. A name already in use is
    /// refused (`InvalidData`).
    pub fn label(&mut self, name: &str) -> Result<(), StoreError> {
        let name = crate::rules::title("label", name)?;
        self.refuse_used(&name)?;
        self.pending.labels.push(NewLabel {
            name,
            author: self.note.author.clone(),
            time: self.time,
            slots: Vec::new(),
        });
        Ok(())
    }

    /// Whether this edit gives that name.
    pub(super) fn is_pending(&self, name: &str) -> bool {
        self.pending.labels.iter().any(|it| it.name == name)
    }

    /// Gives a snapshot another name. A name already in use is refused (`InvalidData`).
    pub fn relabel(&mut self, from: &str, to: &str) -> Result<(), StoreError> {
        let (from, to) = (from.trim(), crate::rules::title("label", to)?);
        self.refuse_used(&to)?;
        // `label_slot` refers to `label` by name, so the new row has to be there first.
        let renamed = self
            .conn
            .prepare_cached(
                "INSERT INTO label (name, change, author_kind, author, time) \
                 SELECT ?2, change, author_kind, author, time FROM label WHERE name = ?1",
            )?
            .execute([from, &to])?;
        if renamed == 0 {
            let name = from.to_owned();
            return Err(StoreError::not_found(MissingItem::StateGone { name }));
        }
        self.conn
            .prepare_cached("UPDATE label_slot SET name = ?2 WHERE name = ?1")?
            .execute([from, &to])?;
        self.conn
            .prepare_cached("DELETE FROM label WHERE name = ?1")?
            .execute([from])?;
        Ok(())
    }

    fn refuse_used(&self, name: &str) -> Result<(), StoreError> {
        let mut statement = self
            .conn
            .prepare_cached("SELECT 1 FROM label WHERE name = ?1")?;
        if self.is_pending(name) || statement.exists([name])? {
            let why = format!("the name {name:?} is in use; choose another or remove it first");
            return Err(StoreError::invalid("label", why));
        }
        Ok(())
    }

    /// Removes a name; the state stays in the history.
    pub fn unlabel(&mut self, name: &str) -> Result<(), StoreError> {
        let name = name.trim();
        let pending = self.pending.labels.len();
        self.pending.labels.retain(|it| it.name != name);
        self.conn
            .prepare_cached("DELETE FROM label_slot WHERE name = ?1")?
            .execute([name])?;
        let mut statement = self
            .conn
            .prepare_cached("DELETE FROM label WHERE name = ?1")?;
        if statement.execute([name])? == 0 && pending == self.pending.labels.len() {
            return Err(StoreError::not_found(MissingItem::StateGone {
                name: name.to_owned(),
            }));
        }
        Ok(())
    }

    /// Restores the whole story to the state after a change, in one commit that undoes as one step.
    /// Returns how many slots moved.
    pub fn restore(&mut self, number: u64) -> Result<usize, StoreError> {
        if number >= self.number {
            return Err(StoreError::not_found(MissingItem::ChangeGone { number }));
        }
        self.restore_to(history::rows_as_of(self.conn, number)?)
    }

    /// Like [`Self::restore`], for a snapshot.
    pub fn restore_state(&mut self, name: &str) -> Result<usize, StoreError> {
        let labels = history::labels(self.conn)?;
        let Some(label) = labels.iter().find(|it| it.name == name) else {
            return Err(StoreError::not_found(MissingItem::StateGone {
                name: name.to_owned(),
            }));
        };
        self.restore_to(history::state_of(self.conn, label)?)
    }

    fn restore_to(&mut self, mut then: HashMap<Slot, Option<i64>>) -> Result<usize, StoreError> {
        if self.note.draft.is_some() {
            return Err(StoreError::invalid(
                "restore",
                "a draft cannot hold a whole state",
            ));
        }
        if matches!(self.pending.kind, CommitKind::Undo | CommitKind::Redo) {
            return Err(StoreError::invalid(
                "restore",
                "it cannot share an edit with an undo",
            ));
        }
        self.atomically(|edit| {
            edit.pending.kind = CommitKind::Restore;
            // Moves of this edit are not in the history yet.
            for (slot, (before, _)) in &edit.pending.moves {
                then.entry(slot.clone()).or_insert(before.map(|it| it.row));
            }
            let mut slots: Vec<_> = then.into_iter().collect();
            slots.sort_unstable();
            let mut moved = 0;
            for (slot, row) in slots {
                let to = row.map(|row| edit.require_readable(row)).transpose()?;
                if edit.version_view().pointer(&slot)? != to {
                    edit.set(&slot, to)?;
                    moved += 1;
                }
            }
            Ok(moved)
        })
    }

    pub(super) fn insert_labels(&self, number: u64) -> Result<(), StoreError> {
        for NewLabel {
            name,
            author,
            time,
            slots,
        } in &self.pending.labels
        {
            self.conn
                .prepare_cached(
                    "INSERT INTO label (name, change, author_kind, author, time) \
                     VALUES (?1, ?2, ?3, ?4, ?5)",
                )?
                .execute((
                    name,
                    number.cast_signed(),
                    author.kind.as_str(),
                    &author.name,
                    time.as_microsecond(),
                ))?;
            for (slot, version) in slots {
                self.conn
                    .prepare_cached(
                        "INSERT INTO label_slot (name, subject, capability, version) \
                         VALUES (?1, ?2, ?3, ?4)",
                    )?
                    .execute(params![
                        name,
                        slot.subject.to_bytes(),
                        &*slot.capability,
                        version
                    ])?;
            }
        }
        Ok(())
    }
}
