//! The list of conversations: finding one by what was said in it, renaming, deleting.

use model::ThreadId;
use model::conversation::Role;
use rusqlite::{Connection, params};

use crate::read::search::folded;
use crate::threads::{Thread, thread_number};
use crate::{Store, StoreError, rules};

/// Where the titles of conversations are, in errors.
const TITLE: &str = "title";

impl Store {
    /// The conversations in which all these words occur, in the title or in what was said, newest
    /// first. Letter case is ignored.
    pub fn threads_with(&self, words: &str) -> Result<Vec<Thread>, StoreError> {
        let words: Vec<String> = words.split_whitespace().map(folded).collect();
        let mut threads = self.threads()?;
        if words.is_empty() {
            return Ok(threads);
        }
        self.inner.file.readers.read_in_transaction(|conn| {
            let mut failed = None;
            threads.retain(|it| match says(conn, it, &words) {
                Ok(found) => found,
                Err(error) => {
                    failed = Some(error);
                    false
                }
            });
            failed.map_or(Ok(threads), Err)
        })
    }

    /// Gives a conversation another title and returns it as it is stored.
    pub async fn rename_thread(&self, id: ThreadId, title: &str) -> Result<String, StoreError> {
        let title = rules::title(TITLE, title)?;
        self.write_auxiliary(move |conn| {
            let number = thread_number(conn, id)?;
            conn.prepare_cached("UPDATE thread SET title = ?2 WHERE number = ?1")?
                .execute(params![number, title])?;
            Ok(title)
        })
        .await
    }

    /// Deletes a conversation and all that was said in it, for good: its bytes in the file are
    /// overwritten. What was changed in the story during it stays, and can still be undone.
    pub async fn delete_thread(&self, id: ThreadId) -> Result<(), StoreError> {
        self.write_auxiliary(move |conn| {
            let number = thread_number(conn, id)?;
            conn.pragma_update(None, "secure_delete", true)?;
            let deleted = delete(conn, number);
            conn.pragma_update(None, "secure_delete", false)?;
            deleted
        })
        .await
    }
}

fn delete(conn: &Connection, number: i64) -> Result<(), StoreError> {
    for sql in [
        "DELETE FROM kept WHERE thread = ?1",
        "DELETE FROM turn WHERE thread = ?1",
        "DELETE FROM message WHERE thread = ?1",
        "DELETE FROM thread WHERE number = ?1",
    ] {
        conn.prepare_cached(sql)?.execute([number])?;
    }
    Ok(())
}

/// Whether all words, which are folded, occur in a conversation.
fn says(conn: &Connection, thread: &Thread, words: &[String]) -> Result<bool, StoreError> {
    let mut missing: Vec<&String> = words.iter().collect();
    let mut look = |text: &str| {
        let text = folded(text);
        missing.retain(|it| !text.contains(it.as_str()));
        missing.is_empty()
    };
    if look(&thread.title) {
        return Ok(true);
    }
    let mut statement = conn.prepare_cached(
        "SELECT content FROM message WHERE thread = ?1 AND role IN (?2, ?3) ORDER BY number",
    )?;
    let people = (
        thread_number(conn, thread.id)?,
        Role::User.as_str(),
        Role::Assistant.as_str(),
    );
    let mut rows = statement.query(people)?;
    while let Some(row) = rows.next()? {
        if look(row.get_ref(0)?.as_str().unwrap_or_default()) {
            return Ok(true);
        }
    }
    Ok(false)
}
