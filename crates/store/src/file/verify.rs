//! Verifies a file: it contains only our own tables, its pages are intact, its rows match their
//! checksums and every adopted version its hash. A file that fails is never written to.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use model::{ContentHash, Slot};
use rusqlite::Connection;

use super::migrate::{Migration, migrate};
use super::rebuild::find_pointer_mismatch;
use crate::checksum::{self, CHECKSUM_SCHEMA, Part};
use crate::error::Damage;
use crate::read::version_view::{StoredVersion, select_version};
use crate::{StoreError, columns, read};

/// One object of a schema: type, name, table, statement.
type Object = (String, String, String, String);

/// How long verification may take before the file counts as hostile.
const VERIFY_DEADLINE: Duration = Duration::from_secs(60);

/// Runs a check with a deadline, so that no file can block us forever.
pub(crate) fn within_deadline<T>(
    conn: &mut Connection,
    path: &Path,
    size: u64,
    check: impl FnOnce(&Connection) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    // One megabyte per second is slower than any disk in use.
    let end = Instant::now() + VERIFY_DEADLINE + Duration::from_secs(size >> 20);
    conn.progress_handler(10_000, Some(move || Instant::now() > end))?;
    let outcome = check(conn);
    conn.progress_handler(0, None::<fn() -> bool>)?;
    outcome.map_err(|error| match error {
        StoreError::Sqlite(error)
            if error.sqlite_error_code() == Some(rusqlite::ErrorCode::OperationInterrupted) =>
        {
            let why = "looking at it takes longer than any story could".to_owned();
            StoreError::UnexpectedContent {
                path: path.to_owned(),
                why,
            }
        }
        other => other.at(path),
    })
}

/// Refuses a file that contains anything our own migrations do not create.
pub(crate) fn reject_unknown_objects(
    conn: &Connection,
    path: &Path,
    migrations: &[Migration],
    schema: u32,
) -> Result<(), StoreError> {
    let foreign = |why: String| StoreError::UnexpectedContent {
        path: path.to_owned(),
        why,
    };
    let found = objects(conn)?;
    if schema > super::migrate::newest(migrations) {
        // The objects of a newer schema are unknown here, but no story has views or triggers.
        let acting = found.iter().find(|it| it.0 == "view" || it.0 == "trigger");
        return match acting {
            Some((sort, name, ..)) => Err(foreign(format!("it holds the {sort} {name:?}"))),
            None => Ok(()),
        };
    }
    let model = Connection::open_in_memory()?;
    let known: Vec<_> = migrations
        .iter()
        .copied()
        .filter(|it| it.number <= schema)
        .collect();
    migrate(&model, &known, 0)?;
    let expected = objects(&model)?;
    if let Some((sort, name, ..)) = found.iter().find(|it| !expected.contains(it)) {
        return Err(foreign(format!(
            "it holds the {sort} {name:?}, which no story has"
        )));
    }
    if let Some((sort, name, ..)) = expected.iter().find(|it| !found.contains(it)) {
        return Err(foreign(format!("it lacks the {sort} {name:?}")));
    }
    Ok(())
}

fn objects(conn: &Connection) -> Result<Vec<Object>, StoreError> {
    let mut statement =
        conn.prepare("SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema")?;
    let rows = statement.query_map([], |row| {
        Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Refuses a file whose pages, rows or adopted versions are damaged. Returns what is damaged but
/// follows from sound data, so that it can be rebuilt.
pub(crate) fn verify_integrity(
    conn: &Connection,
    path: &Path,
    schema: u32,
) -> Result<Option<Part>, StoreError> {
    let corrupt = |why| StoreError::Corrupt {
        path: path.to_owned(),
        why,
    };
    verify_pages(conn, path)?;
    let mut derived = None;
    if schema == CHECKSUM_SCHEMA {
        match checksum::find_mismatch(conn)? {
            Some(Part::Source) => return Err(corrupt(Part::Source.differs())),
            differs => derived = differs,
        }
    }
    verify_adopted(conn, path)?;
    if schema < CHECKSUM_SCHEMA {
        let differs = match check_feed_gaps(conn)? {
            None => find_pointer_mismatch(conn)?,
            gap => gap,
        };
        let differs = match differs {
            None => read::graph::find_graph_mismatch(conn)?,
            differs => differs,
        };
        if let Some(why) = differs {
            return Err(corrupt(why));
        }
    }
    Ok(derived)
}

/// Refuses a file whose pages are damaged.
pub(crate) fn verify_pages(conn: &Connection, path: &Path) -> Result<(), StoreError> {
    // Not `quick_check`, which does not compare indexes with their tables: rows are found by them.
    let found: String = conn.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    match found.as_str() {
        "ok" => Ok(()),
        _ => Err(StoreError::Corrupt {
            path: path.to_owned(),
            why: found,
        }),
    }
}

/// Refuses adopted versions that do not match their hash.
fn verify_adopted(conn: &Connection, path: &Path) -> Result<(), StoreError> {
    let mut statement = conn.prepare(select_version!(
        "FROM adopted a JOIN version v ON v.row = a.version"
    ))?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        StoredVersion::read(row)?
            .checked()
            .map_err(|error| match error {
                StoreError::Compacted { slot, number } => StoreError::Corrupt {
                    path: path.to_owned(),
                    why: format!("version {number} of {slot} is adopted but has no text"),
                },
                other => other,
            })?;
    }
    Ok(())
}

/// Reads everything once and reports each fault.
pub(crate) fn check(conn: &Connection) -> Result<Vec<Damage>, StoreError> {
    let mut damage = Vec::new();
    let general = |what: String| Damage { slot: None, what };
    let mut statement = conn.prepare("PRAGMA integrity_check")?;
    let lines = statement.query_map([], |row| row.get::<_, String>(0))?;
    for line in lines {
        let line = line?;
        if line != "ok" {
            damage.push(general(line));
        }
    }
    let mut statement = conn.prepare("PRAGMA foreign_key_check")?;
    let lines = statement.query_map([], |row| {
        Ok((row.get::<_, String>(0)?, row.get::<_, String>(2)?))
    })?;
    let mut lost = BTreeMap::<_, u64>::new();
    for line in lines {
        *lost.entry(line?).or_default() += 1;
    }
    for ((table, parent), rows) in lost {
        damage.push(general(format!(
            "{rows} rows of {table} name rows of {parent} that are not there"
        )));
    }
    let mut statement = conn.prepare(select_version!("FROM version v WHERE v.body IS NOT NULL"))?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let held = StoredVersion::read(row)?;
        let slot: Slot = held.version.slot.clone();
        let number = held.version.number;
        if held.checked().is_err() {
            let what = format!("version {number} of {slot} does not match its hash");
            damage.push(Damage {
                slot: Some(slot),
                what,
            });
        }
    }
    damage.extend(check_feed_gaps(conn)?.map(general));
    damage.extend(check_orphans(conn)?.map(general));
    damage.extend(find_pointer_mismatch(conn)?.map(general));
    damage.extend(read::graph::find_graph_mismatch(conn)?.map(general));
    damage.extend(check_assets(conn)?);
    let schema: u32 = conn.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if schema == CHECKSUM_SCHEMA {
        let differs = checksum::find_mismatch(conn)?;
        damage.extend(differs.map(|it| general(it.differs())));
    }
    Ok(damage)
}

/// Finds pictures and sounds that do not match their hash.
fn check_assets(conn: &Connection) -> Result<Vec<Damage>, StoreError> {
    let mut statement = conn.prepare("SELECT hash, bytes FROM asset")?;
    let mut rows = statement.query([])?;
    let mut damage = Vec::new();
    while let Some(row) = rows.next()? {
        let id = columns::hash(row, 0)?;
        let bytes = row.get_ref(1)?.as_blob().map_err(rusqlite::Error::from)?;
        if ContentHash::of(bytes) != id {
            damage.push(Damage {
                slot: None,
                what: StoreError::DamagedAsset { id }.to_string(),
            });
        }
    }
    Ok(damage)
}

/// Finds versions that no change wrote.
fn check_orphans(conn: &Connection) -> Result<Option<String>, StoreError> {
    let count: i64 = conn.query_row(
        "SELECT count(*) FROM version WHERE change NOT IN (SELECT number FROM change)",
        [],
        |row| row.get(0),
    )?;
    Ok((count > 0).then(|| format!("{count} versions name a change that is not there")))
}

/// Finds gaps in the feed's change numbers.
fn check_feed_gaps(conn: &Connection) -> Result<Option<String>, StoreError> {
    let (rows, newest): (i64, i64) = conn.query_row(
        "SELECT count(*), coalesce(max(number), 0) FROM change",
        [],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    let whole = rows == newest + 1;
    Ok((!whole).then(|| format!("the feed ends at change {newest} but has {rows} rows")))
}
