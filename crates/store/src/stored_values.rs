//! Small JSON values that the program stores with a conversation or with the story: choices and
//! summaries, without history and not in the feed. Enter through [`Store::put_value`] and
//! [`Store::get_value`]. Not here: anything a person wrote, which is versioned.

use model::{Change, ThreadId};
use rusqlite::{Connection, OptionalExtension, params};
use serde_json::Value;

use crate::rules::limit;
use crate::threads::{STORY, thread_number};
use crate::{CallRef, MAX_BODY, Store, StoreError};

impl Store {
    /// Stores a value with a conversation (`None`: with the story), replacing the value of the same
    /// name; `None` as the value deletes it. Durable when it returns.
    pub async fn put_value(
        &self,
        thread: Option<ThreadId>,
        name: &str,
        value: Option<Value>,
    ) -> Result<(), StoreError> {
        self.put_json(thread, name, value.map(|it| it.to_string()))
            .await
    }

    /// Like [`Self::put_value`], for a value that is already serialized.
    ///
    /// # Errors
    ///
    /// Also if `json` is not valid JSON.
    pub async fn put_json(
        &self,
        thread: Option<ThreadId>,
        name: &str,
        json: Option<String>,
    ) -> Result<(), StoreError> {
        let name = name.to_owned();
        self.write_auxiliary(move |conn| {
            let place = place(conn, thread)?;
            let Some(text) = json else {
                conn.prepare_cached("DELETE FROM kept WHERE thread = ?1 AND name = ?2")?
                    .execute(params![place, name])?;
                return Ok(());
            };
            limit("what is kept beside a conversation", text.len(), MAX_BODY)?;
            conn.prepare_cached(
                "INSERT INTO kept (thread, name, value) VALUES (?1, ?2, ?3) \
                 ON CONFLICT (thread, name) DO UPDATE SET value = excluded.value",
            )?
            .execute(params![place, name, text])?;
            Ok(())
        })
        .await
    }

    /// The value stored under a name with a conversation (`None`: with the story).
    pub fn get_value(
        &self,
        thread: Option<ThreadId>,
        name: &str,
    ) -> Result<Option<Value>, StoreError> {
        self.inner.file.readers.read_in_transaction(|conn| {
            let place = place(conn, thread)?;
            let mut statement =
                conn.prepare_cached("SELECT value FROM kept WHERE thread = ?1 AND name = ?2")?;
            let found: Option<String> = statement
                .query_row(params![place, name], |row| row.get(0))
                .optional()?;
            // The table accepts only valid JSON.
            Ok(found.and_then(|it| serde_json::from_str(&it).ok()))
        })
    }
}

impl Store {
    /// The change that an earlier run of a call made, if it made one.
    pub fn change_of_call(&self, call: &CallRef) -> Result<Option<Change>, StoreError> {
        let number: Option<i64> = self.inner.file.readers.read(|conn| {
            let mut statement =
                conn.prepare_cached("SELECT change FROM call WHERE caller = ?1 AND id = ?2")?;
            let found = statement
                .query_row(params![call.caller, call.id], |row| row.get(0))
                .optional()?;
            Ok(found.flatten())
        })?;
        let Some(number) = number.and_then(|it| u64::try_from(it).ok()) else {
            return Ok(None);
        };
        let after = self.changes_since(number.saturating_sub(1), 1)?;
        Ok(after.into_iter().find(|it| it.number == number))
    }
}

/// Threads are numbered from 1; 0 is the story.
fn place(conn: &Connection, thread: Option<ThreadId>) -> Result<i64, StoreError> {
    thread.map_or(Ok(STORY), |it| thread_number(conn, it))
}
