//! The stories that are measured: created through the product, in a temporary folder.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Result;
use host::RealWorld;
use model::{Author, AuthorKind, Layout, NodeId, NodeRecord, Slot};
use rusqlite::Connection;
use rusqlite::config::DbConfig;
use serde_json::Value;
use store::{CommitMetadata, Edit, OpenOptions, Store, StoreError};
use tempfile::TempDir;

/// Nodes created in one commit.
const NODES_PER_COMMIT: usize = 500;

/// A folder with a story file.
pub(crate) struct TestHarness {
    pub(crate) folder: TempDir,
}

/// A node to create: its title, and its data by capability.
pub(crate) type NewNode = (String, Vec<(&'static str, Value)>);

impl TestHarness {
    pub(crate) fn new() -> Result<Self> {
        Ok(Self {
            folder: tempfile::tempdir()?,
        })
    }

    pub(crate) fn story(&self) -> PathBuf {
        self.folder.path().join("measured.story")
    }

    pub(crate) fn create(&self) -> Result<Store> {
        Ok(Store::create(&self.story(), "Measured", options()?)?)
    }

    pub(crate) fn open(&self) -> Result<Store> {
        Ok(Store::open(&self.story(), options()?)?)
    }
}

/// How the product opens a story.
pub(crate) fn options() -> Result<OpenOptions> {
    Ok(OpenOptions {
        rules: capability::slot_rules(capabilities::ALL),
        world: Arc::new(RealWorld),
        read_only: false,
    })
}

/// A plain SQLite connection with the store's settings.
pub(crate) fn bare(path: &Path) -> Result<Connection> {
    let conn = Connection::open(path)?;
    conn.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
    conn.execute_batch(
        "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cell_size_check = ON; \
         PRAGMA mmap_size = 0;",
    )?;
    // Cached statements are not prepared again for each use.
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    conn.set_prepared_statement_cache_capacity(64);
    Ok(conn)
}

/// A commit by a person.
pub(crate) fn note(reason: &str) -> CommitMetadata {
    CommitMetadata {
        author: Author::new(AuthorKind::Person, "writer"),
        origin: None,
        turn: None,
        call: None,
        reason: reason.to_owned(),
        draft: None,
    }
}

/// Creates nodes with their data, in order.
pub(crate) fn make(store: &Store, wanted: Vec<NewNode>) -> Result<Vec<NodeId>> {
    let mut made = Vec::new();
    let mut wanted = wanted.into_iter().enumerate().peekable();
    while wanted.peek().is_some() {
        let some: Vec<_> = wanted.by_ref().take(NODES_PER_COMMIT).collect();
        let make = move |edit: &mut Edit<'_>| some.into_iter().map(|it| node(edit, it)).collect();
        let receipt = store.edit_blocking::<Vec<NodeId>, StoreError>(note("make nodes"), make)?;
        made.extend(receipt.value);
    }
    Ok(made)
}

fn node(edit: &mut Edit<'_>, (at, (title, data)): (usize, NewNode)) -> Result<NodeId, StoreError> {
    let layout = Layout {
        x: (at % 100) as f64 * 240.0,
        y: (at / 100) as f64 * 160.0,
        ..Layout::default()
    };
    let kind = "scene".to_owned();
    let id = edit.create_node(&NodeRecord { title, kind }, &layout)?;
    for (capability, data) in data {
        edit.write(&Slot::node(id, capability), &data)?;
    }
    Ok(id)
}
