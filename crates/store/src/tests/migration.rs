//! Tests with files of older and newer schemas: an older file is backed up and migrated, a newer one is
//! opened read-only.

use std::fs;
use std::path::Path;

use rusqlite::Connection;

use super::files::{as_after_a_crash, closed, execute_sql, open_error, open_under};
use super::{TestStore, link, name, options, reading};
use crate::file::OpenConfig;
use crate::file::migrate::{MIGRATIONS, Migration};
use crate::{Store, StoreError, backup_path};

#[test]
fn migrated_story_survives_a_crash() {
    let (_folder, path, node) = closed();
    let mut migrations = MIGRATIONS.to_vec();
    migrations.push(Migration {
        number: NEWEST + 1,
        sql: "ALTER TABLE story ADD COLUMN mood TEXT",
    });
    let newer = OpenConfig {
        migrations: migrations.leak(),
        ..OpenConfig::default()
    };
    let store = open_under(&path, options(), newer).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let left = as_after_a_crash(&path, folder.path());
    drop(store);
    let store = open_under(&left, options(), newer).unwrap();
    assert_eq!(store.kv(node), Some(name("Neo")));
}

#[test]
fn newer_schema_opens_read_only_with_a_reason() {
    let (_folder, path, node) = closed();
    execute_sql(
        &path,
        "CREATE TABLE from_the_future (a); PRAGMA user_version = 99;",
    );
    let store = Store::open(&path, options()).unwrap();
    let why = store.read_only().unwrap();
    assert!(
        why.contains(&format!(
            "newer Storyteller (schema 99, this one knows {NEWEST})"
        )),
        "{why}"
    );
    assert_eq!(store.kv(node), Some(name("Neo")));
    assert!(matches!(
        store.write(|edit| edit.label("A")),
        Err(StoreError::ReadOnly { .. })
    ));
    drop(store);
    execute_sql(&path, "CREATE VIEW v AS SELECT 1");
    assert!(matches!(
        open_error(&path),
        StoreError::UnexpectedContent { .. }
    ));
}

/// Every row of a story's own tables as text, except for the state of the search index.
fn rows(path: &Path) -> Vec<String> {
    let conn = Connection::open(path).unwrap();
    let tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'search%' AND name <> 'checksum' \
                  AND name NOT LIKE 'sqlite_%'";
    let mut tables = conn.prepare(tables).unwrap();
    let tables = tables.query_map([], |it| it.get::<_, String>(0)).unwrap();
    let mut found = Vec::new();
    for table in tables.map(Result::unwrap) {
        let mut all = conn.prepare(&format!("SELECT * FROM {table}")).unwrap();
        let columns: Vec<_> = all.column_names().map(String::from).collect();
        let mut rows = all.query([]).unwrap();
        while let Some(row) = rows.next().unwrap() {
            let later = ["indexed", "principal", "owner"];
            let kept = columns.iter().filter(|it| !later.contains(&it.as_str()));
            let values: Vec<_> = kept.map(|it| row.get_ref(&**it).unwrap()).collect();
            found.push(format!("{table} {values:?}"));
        }
    }
    found
}

#[test]
fn old_search_index_is_rebuilt_and_nothing_else_changes() {
    let fixture = TestStore::new();
    fixture.store.add_node("龍門客棧");
    fixture.store.add_node("Kitchen");
    let (_folder, path) = fixture.close();
    // As written with schema 6: without simplifying characters.
    execute_sql(
        &path,
        "INSERT INTO search (search) VALUES ('delete-all');
         INSERT INTO search (rowid, text) SELECT a.version, ' 龍 門 客 棧 ' FROM adopted a
            JOIN version v ON v.row = a.version
            WHERE a.capability = 'node' AND v.body LIKE '%龍門客棧%';
         ALTER TABLE edge DROP COLUMN once;
         DROP TABLE checksum;
         ALTER TABLE change DROP COLUMN principal;
         ALTER TABLE thread DROP COLUMN owner;
         PRAGMA user_version = 6;",
    );
    let before = rows(&path);
    let finds = |store: &Store, words: &str| store.view(None).search(words, 9).unwrap().len();
    let held = fs::read(&path).unwrap();
    let store = Store::open(&path, reading()).unwrap();
    assert_eq!(
        (finds(&store, "龙门"), finds(&store, "龍門")),
        (1, 1),
        "only read"
    );
    let change = &store.changes_since(0, 1).unwrap()[0];
    assert_eq!(change.author.principal, None);
    assert_eq!(store.threads().unwrap(), []);
    drop(store);
    assert_eq!(fs::read(&path).unwrap(), held, "reading migrates nothing");

    let store = Store::open(&path, options()).unwrap();
    assert_eq!((finds(&store, "龙门"), finds(&store, "龍門")), (1, 1));
    store.close().unwrap();
    assert_eq!(rows(&path), before);
    assert!(backup_path(&path, 6).exists());
    let of_index = "SELECT count(*) FROM search WHERE search MATCH '\"龙 门\" OR kitchen'";
    let conn = Connection::open(&path).unwrap();
    let count: i64 = conn.query_row(of_index, [], |it| it.get(0)).unwrap();
    assert_eq!(count, 2, "the index was rebuilt automatically");
}

/// The number of the newest schema.
const NEWEST: u32 = 10;

static MIGRATIONS_WITH_EXTRA: &[Migration] = &[
    MIGRATIONS[0],
    MIGRATIONS[1],
    MIGRATIONS[2],
    MIGRATIONS[3],
    MIGRATIONS[4],
    MIGRATIONS[5],
    MIGRATIONS[6],
    MIGRATIONS[7],
    MIGRATIONS[8],
    MIGRATIONS[9],
    Migration {
        number: NEWEST + 1,
        sql: "CREATE TABLE mood (node BLOB) STRICT;",
    },
];
static MIGRATIONS_WITH_ERROR: &[Migration] = &[
    MIGRATIONS[0],
    MIGRATIONS[1],
    MIGRATIONS[2],
    MIGRATIONS[3],
    MIGRATIONS[4],
    MIGRATIONS[5],
    MIGRATIONS[6],
    MIGRATIONS[7],
    MIGRATIONS[8],
    MIGRATIONS[9],
    Migration {
        number: NEWEST + 1,
        sql: "CREATE TABLE mood (a); CREATE TABLE mood (a);",
    },
];

#[test]
fn older_story_is_migrated_after_a_backup() {
    let (_folder, path, node) = closed();
    let before = Store::open(&path, reading())
        .unwrap()
        .view(None)
        .story()
        .unwrap();
    let open_config = OpenConfig {
        migrations: MIGRATIONS_WITH_EXTRA,
        ..OpenConfig::default()
    };
    let store = open_under(&path, options(), open_config).unwrap();
    assert_eq!(store.view(None).story().unwrap(), before);
    store.set_kv(node, name("Tom"));
    store.close().unwrap();
    let conn = Connection::open(&path).unwrap();
    assert_eq!(
        conn.query_row("PRAGMA user_version", [], |row| row.get(0)),
        Ok(NEWEST + 1)
    );
    conn.query_row("SELECT count(*) FROM mood", [], |_| Ok(()))
        .unwrap();
    drop(conn);
    open_under(&path, options(), open_config)
        .unwrap()
        .close()
        .unwrap();

    let backup = Store::open(&backup_path(&path, NEWEST), options()).unwrap();
    assert_eq!(backup.view(None).story().unwrap(), before);
    let newer = Store::open(&path, options()).unwrap();
    assert!(
        newer.read_only().is_some(),
        "a program that knows only the earlier schema opens it read-only"
    );
}

#[test]
fn failed_migration_leaves_the_story_unchanged() {
    let (_folder, path, node) = closed();
    let open_config = OpenConfig {
        migrations: MIGRATIONS_WITH_ERROR,
        ..OpenConfig::default()
    };
    assert!(open_under(&path, options(), open_config).is_err());
    let store = Store::open(&path, options()).unwrap();
    assert_eq!(
        (store.kv(node), store.read_only()),
        (Some(name("Neo")), None)
    );
}

#[test]
fn read_only_open_does_not_migrate() {
    let (_folder, path, node) = closed();
    let before = fs::read(&path).unwrap();
    let open_config = OpenConfig {
        migrations: MIGRATIONS_WITH_EXTRA,
        ..OpenConfig::default()
    };
    let store = open_under(&path, reading(), open_config).unwrap();
    assert_eq!(store.kv(node), Some(name("Neo")));
    store.close().unwrap();
    assert_eq!(fs::read(&path).unwrap(), before);
    assert!(!backup_path(&path, NEWEST).exists());
}

#[test]
fn edges_of_an_older_schema_are_readable() {
    let fixture = TestStore::new();
    let (one, other) = (
        fixture.store.add_node("Yard"),
        fixture.store.add_node("Hall"),
    );
    let edge = link(one, other);
    fixture
        .store
        .write(move |it| it.create_edge(&edge))
        .unwrap();
    let (_folder, path) = fixture.close();
    // As written with schema 1.
    execute_sql(
        &path,
        "ALTER TABLE edge DROP COLUMN once; ALTER TABLE edge DROP COLUMN dynamic;
         ALTER TABLE edge DROP COLUMN includes; ALTER TABLE edge DROP COLUMN effect;
         DROP TABLE checksum; DROP TABLE kept; DROP TABLE provenance; DROP TABLE label_slot;
         ALTER TABLE story DROP COLUMN origin;
         ALTER TABLE change DROP COLUMN principal;
         ALTER TABLE thread DROP COLUMN owner;
         PRAGMA user_version = 1;",
    );
    for options in [reading(), options()] {
        let store = Store::open(&path, options).unwrap();
        let graph = store.view(None).graph().unwrap();
        let record = &graph.edges[0].record;
        assert_eq!((record.from, record.to, record.once), (one, other, false));
        store.close().unwrap();
    }
}
