//! Numbered schemas. The file's `user_version` says which it has; each migration is one transaction
//! and only ever appended.

use std::path::Path;
use std::time::Duration;

use rusqlite::Connection;

use super::connect::{Access, connect};
use super::copy::copy_pages;
use crate::{StoreError, backup_path};

/// The way from one schema to the next.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Migration {
    /// The schema it leads to.
    pub(crate) number: u32,
    /// How.
    pub(crate) sql: &'static str,
}

/// The schema since which the search index reads traditional signs as simplified ones. A file that is
/// older, and only read, is searched as though its index held nothing.
pub(crate) const FOLDED_INDEX: u32 = 7;

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
        number: FOLDED_INDEX,
        sql: include_str!("../../migrations/0007_one_chinese.sql"),
    },
    Migration {
        number: 8,
        sql: include_str!("../../migrations/0008_once.sql"),
    },
];

/// The newest schema of a list.
pub(crate) fn newest(migrations: &[Migration]) -> u32 {
    migrations.last().map_or(0, |it| it.number)
}

/// Brings a file from a schema to the newest.
pub(crate) fn migrate(
    conn: &Connection,
    migrations: &[Migration],
    from: u32,
) -> Result<(), StoreError> {
    for migration in migrations.iter().filter(|it| it.number > from) {
        let transaction = conn.unchecked_transaction()?;
        transaction.execute_batch(migration.sql)?;
        transaction.pragma_update(None, "user_version", migration.number)?;
        transaction.commit()?;
    }
    Ok(())
}

/// Migrates an older file, a copy of it beside it first.
pub(super) fn migrate_file(
    path: &Path,
    migrations: &[Migration],
    from: u32,
    patience: Duration,
) -> Result<(), StoreError> {
    let source = connect(path, Access::Read, patience)?;
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
    let conn = connect(path, Access::Write, patience)?;
    migrate(&conn, migrations, from).map_err(|error| error.at(path))
}
