//! Named states of the whole story, and going back to any state.

use std::collections::HashMap;

use model::{CommitKind, Slot};

use super::Edit;
use crate::StoreError;
use crate::read::history;

impl Edit<'_> {
    /// Names the present state of the whole story, this edit included. A name in use is refused
    /// (`InvalidData`).
    pub fn label(&mut self, name: &str) -> Result<(), StoreError> {
        let name = super::title("label", name)?;
        let mut statement = self
            .conn
            .prepare_cached("SELECT 1 FROM label WHERE name = ?1")?;
        if self.pending.labels.contains(&name) || statement.exists([&name])? {
            let why = format!("the name {name:?} is in use; choose another or remove it first");
            return Err(StoreError::invalid("label", why));
        }
        drop(statement);
        self.pending.labels.push(name);
        Ok(())
    }

    /// Forgets a name; the state stays in the history.
    pub fn unlabel(&mut self, name: &str) -> Result<(), StoreError> {
        let name = name.trim();
        let pending = self.pending.labels.len();
        self.pending.labels.retain(|it| it != name);
        let mut statement = self
            .conn
            .prepare_cached("DELETE FROM label WHERE name = ?1")?;
        if statement.execute([name])? == 0 && pending == self.pending.labels.len() {
            return Err(StoreError::not_found(format!("state named {name:?}")));
        }
        Ok(())
    }

    /// Sets the whole story to a change's state, as one commit that undoes as one. Returns how many
    /// slots moved.
    pub fn restore(&mut self, number: u64) -> Result<usize, StoreError> {
        if self.note.draft.is_some() {
            return Err(StoreError::invalid(
                "restore",
                "a draft cannot hold a whole state",
            ));
        }
        if number >= self.number {
            return Err(StoreError::not_found(format!("change {number}")));
        }
        if matches!(self.pending.kind, CommitKind::Undo | CommitKind::Redo) {
            return Err(StoreError::invalid(
                "restore",
                "it cannot share an edit with an undo",
            ));
        }
        self.as_one(|edit| {
            edit.pending.kind = CommitKind::Restore;
            let mut then: HashMap<Slot, Option<i64>> = history::before_later(edit.conn, number)?;
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
        for name in &self.pending.labels {
            let author = &self.note.author;
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
                    self.time.as_microsecond(),
                ))?;
        }
        Ok(())
    }
}
