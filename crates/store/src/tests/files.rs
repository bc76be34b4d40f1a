//! Files as they come: good ones, bad ones, older and newer ones. Each fault has its own error, and
//! what is damaged is not written to.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use model::Slot;
use proptest::prelude::*;
use rusqlite::Connection;
use tempfile::TempDir;

use super::{Ground, link, name, options, reading};
use crate::file::migrate::{MIGRATIONS, Migration};
use crate::file::{self, Terms};
use crate::{OpenOptions, Store, StoreError, backup_path};

/// A closed story of one node with data.
fn closed() -> (TempDir, PathBuf, model::NodeId) {
    let ground = Ground::new();
    let node = ground.store.add_node("Hero");
    ground.store.set_kv(node, name("Thomas"));
    ground.store.set_kv(node, name("Neo"));
    let (folder, path) = ground.close();
    (folder, path, node)
}

fn open_under(path: &Path, options: OpenOptions, terms: Terms) -> Result<Store, StoreError> {
    Store::begin(file::open(path, options, terms)?)
}

/// Changes a closed story with SQL, as another program might.
fn meddle(path: &Path, sql: &str) {
    let conn = Connection::open(path).unwrap();
    conn.execute_batch(sql).unwrap();
    conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
        .unwrap();
}

/// Opens what must not open, and makes sure that nothing was written in doing so.
fn refusal(path: &Path) -> StoreError {
    let before = fs::read(path).ok();
    let error = Store::open(path, options())
        .err()
        .expect("it must not open");
    assert_eq!(fs::read(path).ok(), before, "the file is as it was");
    for side in ["-wal", "-shm", "-journal"] {
        let side = PathBuf::from(format!("{}{side}", path.display()));
        assert!(!side.exists(), "{} was made", side.display());
    }
    error
}

#[test]
fn what_is_no_story_is_named_for_what_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("empty"), "").unwrap();
    fs::write(at("text"), ":: Start\n从前有一座山。").unwrap();
    fs::write(at("bytes"), [0xff; 300]).unwrap();
    fs::write(at("short"), b"SQLite format 3\0").unwrap();
    Connection::open(at("other"))
        .unwrap()
        .execute_batch("CREATE TABLE a (b)")
        .unwrap();
    let why = |name: &str| match refusal(&at(name)) {
        StoreError::NotAStory { why, .. } => why,
        other => panic!("{name}: {other:?}"),
    };
    assert_eq!(why("empty"), "it is empty");
    assert!(why("text").starts_with("it is a text file"));
    assert_eq!(why("bytes"), "it is a file of another sort");
    assert_eq!(why("other"), "it is an SQLite database of another program");
    assert!(matches!(
        refusal(&at("short")),
        StoreError::Truncated { .. }
    ));
    let error = Store::open(folder.path(), options()).err().unwrap();
    assert!(matches!(error, StoreError::NotAStory { why, .. } if why == "it is a folder"));
    assert!(matches!(refusal(&at("none")), StoreError::Missing { .. }));
    assert!(matches!(
        refusal(&at("text").join("in a file")),
        StoreError::Io { .. }
    ));
}

#[test]
fn a_story_is_made_only_where_nothing_stands() {
    let (folder, path, _) = closed();
    let before = fs::read(&path).unwrap();
    let error = Store::create(&path, "Other", options()).err().unwrap();
    assert!(matches!(error, StoreError::Exists { .. }));
    assert_eq!(fs::read(&path).unwrap(), before);
    let nowhere = folder.path().join("no/such/folder.story");
    assert!(matches!(
        Store::create(&nowhere, "A", options()),
        Err(StoreError::NoFolder { .. })
    ));
}

/// The files of a story as a crash at this moment would leave them.
fn as_after_a_crash(path: &Path, folder: &Path) -> PathBuf {
    let left = folder.join("left.story");
    for side in ["", "-wal"] {
        let file = format!("{}{side}", path.display());
        if Path::new(&file).exists() {
            fs::copy(file, format!("{}{side}", left.display())).unwrap();
        }
    }
    left
}

#[test]
fn a_story_just_made_survives_a_crash() {
    let ground = Ground::new();
    let folder = tempfile::tempdir().unwrap();
    let empty = as_after_a_crash(&ground.path(), folder.path());
    assert_eq!(Store::open(&empty, options()).unwrap().number().unwrap(), 0);
    let node = ground.store.add_node("Hero");
    ground.store.set_kv(node, name("Neo"));
    let folder = tempfile::tempdir().unwrap();
    let left = as_after_a_crash(&ground.path(), folder.path());
    let store = Store::open(&left, options()).unwrap();
    assert_eq!(store.kv(node), Some(name("Neo")));
}

#[test]
fn a_story_brought_to_a_newer_schema_survives_a_crash() {
    let (_folder, path, node) = closed();
    let mut migrations = MIGRATIONS.to_vec();
    migrations.push(Migration {
        number: NEWEST + 1,
        sql: "ALTER TABLE story ADD COLUMN mood TEXT",
    });
    let newer = Terms {
        migrations: migrations.leak(),
        ..Terms::default()
    };
    let store = open_under(&path, options(), newer).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let left = as_after_a_crash(&path, folder.path());
    drop(store);
    let store = open_under(&left, options(), newer).unwrap();
    assert_eq!(store.kv(node), Some(name("Neo")));
}

#[test]
fn what_is_foreign_in_a_story_is_refused() {
    for (what, sql) in [
        ("table", "CREATE TABLE extra (a)"),
        ("index", "CREATE INDEX extra ON node (title)"),
        (
            "trigger",
            "CREATE TRIGGER t AFTER INSERT ON move BEGIN DELETE FROM version; END",
        ),
        ("altered table", "ALTER TABLE node ADD COLUMN extra TEXT"),
        ("missing index", "DROP INDEX edge_source"),
        (
            "endless view",
            "DROP TABLE node; CREATE VIEW node AS WITH RECURSIVE n(made) AS \
             (SELECT 1 UNION ALL SELECT made + 1 FROM n) SELECT * FROM n",
        ),
    ] {
        let (_folder, path, _) = closed();
        meddle(&path, sql);
        let error = refusal(&path);
        assert!(
            matches!(error, StoreError::Foreign { .. }),
            "{what}: {error:?}"
        );
    }
}

#[test]
fn a_story_cut_short_is_refused() {
    let (_folder, path, _) = closed();
    let length = fs::metadata(&path).unwrap().len();
    for cut in [length - 1, length / 2, 4096, 120] {
        let file = fs::OpenOptions::new().write(true).open(&path).unwrap();
        file.set_len(cut).unwrap();
        drop(file);
        let error = refusal(&path);
        assert!(
            matches!(error, StoreError::Truncated { .. }),
            "{cut}: {error:?}"
        );
    }
}

#[test]
fn a_story_with_a_broken_page_is_refused() {
    let (_folder, path, _) = closed();
    let mut bytes = fs::read(&path).unwrap();
    bytes[4096..8192].fill(0xa5);
    fs::write(&path, bytes).unwrap();
    let error = refusal(&path);
    assert!(matches!(error, StoreError::Corrupt { .. }), "{error:?}");
}

#[test]
fn an_altered_version_is_noticed_and_the_rest_can_be_rescued() {
    let (_folder, path, node) = closed();
    meddle(
        &path,
        "UPDATE version SET body = '{\"name\":\"Smith\"}' WHERE body LIKE '%Neo%'",
    );
    let error = refusal(&path);
    assert!(
        matches!(error, StoreError::Altered { number: 2, .. }),
        "{error:?}"
    );

    let store = Store::open(&path, reading()).unwrap();
    let slot = Slot::node(node, "kv");
    let read = store.view(None).adopted(&slot);
    assert!(
        matches!(read, Err(StoreError::Altered { number: 2, .. })),
        "{read:?}"
    );
    let older = store
        .view(None)
        .version_numbered(&slot, 1)
        .unwrap()
        .unwrap();
    assert_eq!(older.data(), name("Thomas"));
    let damage = store.check().unwrap();
    assert_eq!(damage.len(), 1);
    assert_eq!(damage[0].slot, Some(slot));
}

#[test]
fn an_altered_version_that_is_not_adopted_is_found_by_a_check() {
    let (_folder, path, node) = closed();
    meddle(
        &path,
        "UPDATE version SET body = '{}' WHERE body LIKE '%Thomas%'",
    );
    let store = Store::open(&path, options()).unwrap();
    assert_eq!(store.check().unwrap()[0].slot, Some(Slot::node(node, "kv")));
    let slot = Slot::node(node, "kv");
    let refused = store.write(move |edit| {
        let id = edit.adopted(&slot)?.unwrap().base.unwrap();
        edit.adopt(id)
    });
    assert!(
        matches!(refused, Err(StoreError::Altered { number: 1, .. })),
        "{refused:?}"
    );
}

#[test]
fn a_large_story_is_read_at_once_and_written_only_when_found_sound() {
    let terms = Terms {
        verified_first: 0,
        ..Terms::default()
    };
    let (_folder, path, node) = closed();
    let store = open_under(&path, options(), terms).unwrap();
    store.set_kv(node, name("Tom"));
    store.close().unwrap();

    meddle(
        &path,
        "UPDATE version SET body = '{}' WHERE body LIKE '%Tom%'",
    );
    let before = fs::read(&path).unwrap();
    let store = open_under(&path, options(), terms).unwrap();
    assert_eq!(store.view(None).graph().unwrap().nodes.len(), 1);
    for _ in 0..2 {
        let refused = store.write(|edit| edit.label("Act one"));
        assert!(
            matches!(refused, Err(StoreError::Altered { .. })),
            "{refused:?}"
        );
    }
    assert!(store.read_only().unwrap().contains("altered outside"));
    store.close().unwrap();
    assert_eq!(fs::read(&path).unwrap(), before, "the file is as it was");
}

#[test]
fn a_story_that_another_program_locks_is_busy() {
    let (_folder, path, _) = closed();
    let other = Connection::open(&path).unwrap();
    other
        .execute_batch("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; DELETE FROM label;")
        .unwrap();
    let terms = Terms {
        patience: Duration::from_millis(20),
        ..Terms::default()
    };
    let error = open_under(&path, options(), terms).err().unwrap();
    assert!(matches!(error, StoreError::Busy), "{error:?}");
}

#[test]
fn a_writer_that_waits_too_long_says_busy_and_goes_on() {
    let ground = Ground::new();
    let path = ground.path();
    let terms = Terms {
        patience: Duration::from_millis(20),
        ..Terms::default()
    };
    let store = open_under(&path, options(), terms).unwrap();
    let other = Connection::open(&path).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let refused = store.write(|edit| edit.label("Act one"));
    assert!(matches!(refused, Err(StoreError::Busy)), "{refused:?}");
    other.execute_batch("ROLLBACK").unwrap();
    store.write(|edit| edit.label("Act one")).unwrap();
}

#[test]
fn a_story_opened_for_reading_is_not_written_to() {
    let (folder, path, node) = closed();
    let before = fs::read(&path).unwrap();
    let store = Store::open(&path, reading()).unwrap();
    assert_eq!(store.kv(node), Some(name("Neo")));
    assert_eq!(store.read_only().as_deref(), Some("it was opened that way"));
    let refused = store.write(|edit| edit.label("Act one"));
    assert!(matches!(refused, Err(StoreError::ReadOnly { .. })));
    store
        .save_copy(&folder.path().join("copy.story"), &mut |_, _| true)
        .unwrap();
    store.close().unwrap();
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn a_write_protected_story_opens_for_reading() {
    let (_folder, path, node) = closed();
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    let store = Store::open(&path, options()).unwrap();
    assert_eq!(
        store.read_only().as_deref(),
        Some("the file is write-protected")
    );
    assert_eq!(store.kv(node), Some(name("Neo")));
}

#[test]
fn a_reader_beside_a_writer_sees_each_commit() {
    let ground = Ground::new();
    let reader = Store::open(&ground.path(), reading()).unwrap();
    let node = ground.store.add_node("Hero");
    assert!(reader.view(None).node(node).unwrap().is_some());
}

#[test]
fn a_newer_story_opens_for_reading_with_a_clear_word() {
    let (_folder, path, node) = closed();
    meddle(
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
    meddle(&path, "CREATE VIEW v AS SELECT 1");
    assert!(matches!(refusal(&path), StoreError::Foreign { .. }));
}

/// Every row of a story's own tables but how far its index is, as text.
fn rows(path: &Path) -> Vec<String> {
    let conn = Connection::open(path).unwrap();
    let tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'search%' \
                  AND name NOT LIKE 'sqlite_%'";
    let mut tables = conn.prepare(tables).unwrap();
    let tables = tables.query_map([], |it| it.get::<_, String>(0)).unwrap();
    let mut found = Vec::new();
    for table in tables.map(Result::unwrap) {
        let mut all = conn.prepare(&format!("SELECT * FROM {table}")).unwrap();
        let columns: Vec<_> = all.column_names().map(String::from).collect();
        let mut rows = all.query([]).unwrap();
        while let Some(row) = rows.next().unwrap() {
            let kept = columns.iter().filter(|it| *it != "indexed");
            let values: Vec<_> = kept.map(|it| row.get_ref(&**it).unwrap()).collect();
            found.push(format!("{table} {values:?}"));
        }
    }
    found
}

#[test]
fn the_index_of_an_older_story_is_written_anew_and_nothing_else_is_changed() {
    let ground = Ground::new();
    ground.store.add_node("龍門客棧");
    ground.store.add_node("Kitchen");
    let (_folder, path) = ground.close();
    // As the sixth schema had it: every sign as it stands.
    meddle(
        &path,
        "INSERT INTO search (search) VALUES ('delete-all');
         INSERT INTO search (rowid, text) SELECT a.version, ' 龍 門 客 棧 ' FROM adopted a
            JOIN version v ON v.row = a.version
            WHERE a.capability = 'node' AND v.body LIKE '%龍門客棧%';
         ALTER TABLE edge DROP COLUMN once;
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
    assert_eq!(count, 2, "the index followed by itself");
}

/// How many schemas there have been.
const NEWEST: u32 = 8;

static WITH_MOODS: &[Migration] = &[
    MIGRATIONS[0],
    MIGRATIONS[1],
    MIGRATIONS[2],
    MIGRATIONS[3],
    MIGRATIONS[4],
    MIGRATIONS[5],
    MIGRATIONS[6],
    MIGRATIONS[7],
    Migration {
        number: NEWEST + 1,
        sql: "CREATE TABLE mood (node BLOB) STRICT;",
    },
];
static WITH_A_FAULT: &[Migration] = &[
    MIGRATIONS[0],
    MIGRATIONS[1],
    MIGRATIONS[2],
    MIGRATIONS[3],
    MIGRATIONS[4],
    MIGRATIONS[5],
    MIGRATIONS[6],
    MIGRATIONS[7],
    Migration {
        number: NEWEST + 1,
        sql: "CREATE TABLE mood (a); CREATE TABLE mood (a);",
    },
];

#[test]
fn an_older_story_is_migrated_after_a_backup() {
    let (_folder, path, node) = closed();
    let before = Store::open(&path, reading())
        .unwrap()
        .view(None)
        .story()
        .unwrap();
    let terms = Terms {
        migrations: WITH_MOODS,
        ..Terms::default()
    };
    let store = open_under(&path, options(), terms).unwrap();
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
    open_under(&path, options(), terms)
        .unwrap()
        .close()
        .unwrap();

    let backup = Store::open(&backup_path(&path, NEWEST), options()).unwrap();
    assert_eq!(backup.view(None).story().unwrap(), before);
    let newer = Store::open(&path, options()).unwrap();
    assert!(
        newer.read_only().is_some(),
        "what knows the schema before only reads it"
    );
}

#[test]
fn a_migration_that_fails_leaves_the_story_as_it_was() {
    let (_folder, path, node) = closed();
    let terms = Terms {
        migrations: WITH_A_FAULT,
        ..Terms::default()
    };
    assert!(open_under(&path, options(), terms).is_err());
    let store = Store::open(&path, options()).unwrap();
    assert_eq!(
        (store.kv(node), store.read_only()),
        (Some(name("Neo")), None)
    );
}

#[test]
fn an_older_story_is_not_migrated_to_be_read() {
    let (_folder, path, node) = closed();
    let before = fs::read(&path).unwrap();
    let terms = Terms {
        migrations: WITH_MOODS,
        ..Terms::default()
    };
    let store = open_under(&path, reading(), terms).unwrap();
    assert_eq!(store.kv(node), Some(name("Neo")));
    store.close().unwrap();
    assert_eq!(fs::read(&path).unwrap(), before);
    assert!(!backup_path(&path, NEWEST).exists());
}

#[test]
fn a_copy_is_the_story_of_one_moment() {
    let ground = Ground::new();
    let node = ground.store.add_node("Hero");
    let then = ground.store.view(None).story().unwrap();
    let to = ground.folder.path().join("复制 100%?#.story");
    let store = ground.store.clone();
    let mut seen = Vec::new();
    ground
        .store
        .save_copy(&to, &mut |done, all| {
            store.set_kv(node, name("written meanwhile"));
            seen.push((done, all));
            true
        })
        .unwrap();
    let (done, all) = *seen.last().unwrap();
    assert!(done == all && all > 0);
    let copy = Store::open(&to, options()).unwrap();
    assert_eq!(copy.view(None).story().unwrap(), then);
    assert_eq!((copy.read_only(), copy.check().unwrap()), (None, vec![]));
    let again = ground.store.save_copy(&to, &mut |_, _| true);
    assert!(matches!(again, Err(StoreError::Exists { .. })));
}

#[test]
fn a_stopped_copy_leaves_nothing() {
    let ground = Ground::new();
    let to = ground.folder.path().join("copy.story");
    let stopped = ground.store.save_copy(&to, &mut |_, _| false);
    assert!(matches!(stopped, Err(StoreError::Cancelled)));
    assert!(!to.exists());
    ground.store.save_copy(&to, &mut |_, _| true).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// Whatever happens to the bytes: no crash, no wrong text, and no writing to what is refused.
    #[test]
    fn damage_is_noticed_or_harmless(
        spots in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..40),
        from in any::<prop::sample::Index>(),
    ) {
        let (_folder, path, node) = closed();
        let mut bytes = fs::read(&path).unwrap();
        // The damage lies within one page, where it does most.
        let page = from.index(bytes.len() / 4096) * 4096;
        for (spot, byte) in spots {
            bytes[page + spot.index(4096)] = byte;
        }
        fs::write(&path, &bytes).unwrap();
        match Store::open(&path, options()) {
            Err(_) => prop_assert_eq!(fs::read(&path).unwrap(), bytes),
            Ok(store) => {
                let read = store.view(None).adopted(&Slot::node(node, "kv"));
                if let Ok(Some(version)) = read {
                    prop_assert_eq!(version.data(), name("Neo"));
                }
            }
        }
    }
}

#[test]
fn the_edges_of_an_older_story_are_there_whether_it_is_only_read_or_not() {
    let ground = Ground::new();
    let (one, other) = (ground.store.add_node("Yard"), ground.store.add_node("Hall"));
    let edge = link(one, other);
    ground.store.write(move |it| it.create_edge(&edge)).unwrap();
    let (_folder, path) = ground.close();
    // As the first schema had it.
    meddle(
        &path,
        "ALTER TABLE edge DROP COLUMN once; ALTER TABLE edge DROP COLUMN dynamic;
         ALTER TABLE edge DROP COLUMN includes; ALTER TABLE edge DROP COLUMN effect;
         DROP TABLE kept; DROP TABLE provenance; DROP TABLE label_slot;
         ALTER TABLE story DROP COLUMN origin;
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
