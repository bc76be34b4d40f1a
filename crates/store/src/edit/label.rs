//! Named states of the whole story, and going back to any state.

use std::collections::HashMap;

use model::{Author, CommitKind, Slot, Timestamp};
use rusqlite::params;

use super::Edit;
use crate::read::history;
use crate::{Absent, StoreError};

/// A name that an edit gives, and by whom and when it was given first.
pub(super) struct NewLabel {
    pub(super) name: String,
    pub(super) author: Author,
    pub(super) time: Timestamp,
    /// What stood otherwise than after this edit: the rows of versions.
    pub(super) slots: Vec<(Slot, Option<i64>)>,
}

impl Edit<'_> {
    /// Names the present state of the whole story, this edit included. A name in use is refused
    /// (`InvalidData`).
    pub fn label(&mut self, name: &str) -> Result<(), StoreError> {
        let name = super::title("label", name)?;
        let mut statement = self
            .conn
            .prepare_cached("SELECT 1 FROM label WHERE name = ?1")?;
        if self.is_pending(&name) || statement.exists([&name])? {
            let why = format!("the name {name:?} is in use; choose another or remove it first");
            return Err(StoreError::invalid("label", why));
        }
        drop(statement);
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

    /// Forgets a name; the state stays in the history.
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
            return Err(StoreError::not_found(Absent::StateGone {
                name: name.to_owned(),
            }));
        }
        Ok(())
    }

    /// Sets the whole story to a change's state, as one commit that undoes as one. Returns how many
    /// slots moved.
    pub fn restore(&mut self, number: u64) -> Result<usize, StoreError> {
        if number >= self.number {
            return Err(StoreError::not_found(Absent::ChangeGone { number }));
        }
        self.restore_to(history::before_later(self.conn, number)?)
    }

    /// [`Self::restore`] to a named state.
    pub fn restore_state(&mut self, name: &str) -> Result<usize, StoreError> {
        let labels = history::labels(self.conn)?;
        let Some(label) = labels.iter().find(|it| it.name == name) else {
            return Err(StoreError::not_found(Absent::StateGone {
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
        self.as_one(|edit| {
            edit.pending.kind = CommitKind::Restore;
            // What this very edit has moved already is not in the history yet.
            for (slot, (before, _)) in &edit.pending.moves {
                then.entry(slot.clone()).or_insert(before.map(|it| it.row));
            }
            let mut slots: Vec<_> = then.into_iter().collect();
            slots.sort_unstable();
            let mut moved = 0;
            for (slot, row) in slots {
                let to = row.map(|row| edit.readable(row)).transpose()?;
                if edit.lens().pointer(&slot)? != to {
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
