//! Numbered schemas. The file's `user_version` is its schema number; each migration is one
//! transaction, and the list is append-only.

use std::path::Path;
use std::time::Duration;

use rusqlite::Connection;

use super::connect::{Access, connect};
use super::copy::copy_pages;
use crate::checksum::{self, CHECKSUM_SCHEMA};
use crate::read::history::SIMPLIFIED_INDEX_SCHEMA;
use crate::{StoreError, backup_path};

/// A migration from one schema to the next.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Migration {
    /// The number of the resulting schema.
    pub(crate) number: u32,
    /// The SQL that performs it.
    pub(crate) sql: &'static str,
}

/// All of them, oldest first.
pub(crate) static MIGRATIONS: &[Migration] = &[
    Migration {
        number: 1,
        sql: include_str!("../../migrations/0001_story.sql"),
    },
    Migration {
        number: 2,
        sql: include_str!("../../migrations/0002_effects.sql"),
    },
    Migration {
        number: 3,
        sql: include_str!("../../migrations/0003_kept.sql"),
    },
    Migration {
        number: 4,
        sql: include_str!("../../migrations/0004_provenance.sql"),
    },
    Migration {
        number: 5,
        sql: include_str!("../../migrations/0005_brought_states.sql"),
    },
    Migration {
        number: 6,
        sql: include_str!("../../migrations/0006_ways.sql"),
    },
    Migration {
        number: SIMPLIFIED_INDEX_SCHEMA,
        sql: include_str!("../../migrations/0007_one_chinese.sql"),
    },
    Migration {
        number: 8,
        sql: include_str!("../../migrations/0008_once.sql"),
    },
    Migration {
        number: 9,
        sql: include_str!("../../migrations/0009_principals.sql"),
    },
    Migration {
        number: CHECKSUM_SCHEMA,
        sql: include_str!("../../migrations/0010_checksum.sql"),
    },
];

/// The newest schema in a list of migrations.
pub(crate) fn newest(migrations: &[Migration]) -> u32 {
    migrations.last().map_or(0, |it| it.number)
}

/// Migrates a file from its schema to the newest.
pub(crate) fn migrate(
    conn: &Connection,
    migrations: &[Migration],
    from: u32,
) -> Result<(), StoreError> {
    for migration in migrations.iter().filter(|it| it.number > from) {
        let transaction = conn.unchecked_transaction()?;
        transaction.execute_batch(migration.sql)?;
        if migration.number >= CHECKSUM_SCHEMA {
            checksum::recompute(&transaction)?;
        }
        transaction.pragma_update(None, "user_version", migration.number)?;
        transaction.commit()?;
    }
    Ok(())
}

/// Migrates an older file after making a backup next to it.
pub(super) fn migrate_file(
    path: &Path,
    migrations: &[Migration],
    from: u32,
    busy_timeout: Duration,
) -> Result<(), StoreError> {
    let source = connect(path, Access::Read, busy_timeout)?;
    let backup = backup_path(path, from);
    let mut fresh = backup.clone().into_os_string();
    fresh.push(".partial");
    let fresh = Path::new(&fresh);
    let failed = |source| StoreError::Io {
        path: backup.clone(),
        source,
    };
    if fresh.exists() {
        std::fs::remove_file(fresh).map_err(failed)?;
    }
    copy_pages(&source, fresh, &mut |_, _| true)?;
    std::fs::rename(fresh, &backup).map_err(failed)?;
    drop(source);
    let conn = connect(path, Access::Write, busy_timeout)?;
    migrate(&conn, migrations, from).map_err(|error| error.at(path))
}
