//! Copies of a story on other computers: what each transaction wrote is applied to a copy, and
//! refused unless both files then have the same checksums.
//!
//! Enter through [`Store::record`], [`Store::snapshot`] and [`Store::apply`]. Not here: how rows reach
//! the other computer.

use std::path::Path;

use model::ContentHash;
use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};
use tokio::sync::oneshot;

use crate::file::copy;
use crate::recorder::tables::{self, Table};
use crate::recorder::{Fingerprint, Recorder, RowBatch, Written, encoding, unfit};
use crate::{Store, StoreError};

impl Store {
    /// From now on, reports what each transaction wrote, after it is on disk and before its callers
    /// are answered. The report is made on the writer's thread and must not wait.
    ///
    /// # Errors
    /// The story is read-only or closed.
    pub async fn record(
        &self,
        report: impl FnMut(Written) + Send + 'static,
    ) -> Result<(), StoreError> {
        let file = self.inner.file.clone();
        self.exclusively(move |conn| {
            let recorder = Recorder::start(conn, Box::new(report))?;
            *file.recorder() = Some(recorder);
            Ok(())
        })
        .await
    }

    /// Copies the story into a new file; what is recorded afterwards fits onto the copy.
    ///
    /// # Errors
    /// The file exists or cannot be written, or the story is read-only or closed.
    pub async fn snapshot(&self, to: &Path) -> Result<(u64, Fingerprint), StoreError> {
        let (file, to) = (self.inner.file.clone(), to.to_owned());
        self.exclusively(move |conn| {
            copy::save_copy(conn, &to, &mut |_, _| true)?;
            let copied = Connection::open(&to)?;
            let fingerprint = Fingerprint::of(&copied)?;
            if let Some(recorder) = &mut *file.recorder() {
                recorder.begin_anew(conn, fingerprint)?;
            }
            Ok((crate::read::history::newest(&copied)?, fingerprint))
        })
        .await
    }

    /// The story's checksums now.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn fingerprint(&self) -> Result<Fingerprint, StoreError> {
        self.inner.file.readers.read(Fingerprint::of)
    }

    /// Writes what another file's transaction wrote. The content of every version and asset is
    /// verified against its hash, and the whole file against the other one's checksums.
    ///
    /// # Errors
    /// The rows do not fit onto this file; then nothing is written.
    pub async fn apply(&self, batch: RowBatch) -> Result<(), StoreError> {
        self.write_auxiliary(move |conn| apply(conn, &batch)).await
    }

    async fn exclusively<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (answer, answered) = oneshot::channel();
        self.writer()?.submit_exclusive(Box::new(move |conn| {
            _ = answer.send(conn.and_then(work));
        }));
        answered.await.unwrap_or_else(|_| Err(StoreError::closed()))
    }
}

fn apply(conn: &Connection, batch: &RowBatch) -> Result<(), StoreError> {
    if Fingerprint::of(conn)? != batch.before {
        return Err(unfit("it is not the story that these rows were written to"));
    }
    conn.execute_batch("PRAGMA defer_foreign_keys = ON")?;
    let tables = tables::all(conn)?;
    let rows = encoding::decode(&batch.rows, &tables).ok_or_else(|| unfit("unreadable rows"))?;
    // What goes makes room for what comes.
    for (table, row) in rows.iter().filter(|it| it.1.len() == it.0.keys.len()) {
        conn.prepare_cached(&table.delete)?
            .execute(params_from_iter(row))?;
    }
    for (table, row) in rows.iter().filter(|it| it.1.len() > it.0.keys.len()) {
        verify_content(table, row)?;
        conn.prepare_cached(&table.upsert)?
            .execute(params_from_iter(row))?;
    }
    if Fingerprint::of(conn)? != batch.after {
        return Err(unfit("after these rows its checksums differ"));
    }
    Ok(())
}

/// Texts and assets count in the checksums by their hash alone, so they are held against it.
fn verify_content(table: &Table, row: &[Value]) -> Result<(), StoreError> {
    let content = match (table.value(row, "body"), table.value(row, "bytes")) {
        (Some(Value::Text(it)), _) => it.as_bytes(),
        (_, Some(Value::Blob(it))) => it,
        _ => return Ok(()),
    };
    match table.value(row, "hash") {
        Some(Value::Blob(hash)) if *hash == ContentHash::of(content).0 => Ok(()),
        _ => Err(unfit("a text or an asset does not match its hash")),
    }
}
