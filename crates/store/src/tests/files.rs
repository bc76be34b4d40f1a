//! Tests with valid and invalid files. Each fault has its own error, and damaged files are not written
//! to.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use model::Slot;
use proptest::prelude::*;
use rusqlite::Connection;
use tempfile::TempDir;

use super::{TestStore, name, options, reading};
use crate::file::{self, OpenConfig};
use crate::{OpenOptions, Store, StoreError};

/// A closed story with one node that has data.
pub(super) fn closed() -> (TempDir, PathBuf, model::NodeId) {
    let fixture = TestStore::new();
    let node = fixture.store.add_node("Hero");
    fixture.store.set_kv(node, name("Thomas"));
    fixture.store.set_kv(node, name("Neo"));
    let (folder, path) = fixture.close();
    (folder, path, node)
}

pub(super) fn open_under(
    path: &Path,
    options: OpenOptions,
    open_config: OpenConfig,
) -> Result<Store, StoreError> {
    Store::begin(file::open(path, options, open_config)?)
}

/// Changes a closed story with SQL, as another program might.
pub(super) fn execute_sql(path: &Path, sql: &str) {
    let conn = Connection::open(path).unwrap();
    conn.execute_batch(sql).unwrap();
    conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
        .unwrap();
}

/// Returns the error of opening a file, and checks that nothing was written.
pub(super) fn open_error(path: &Path) -> StoreError {
    let before = fs::read(path).ok();
    let error = Store::open(path, options())
        .err()
        .expect("it must not open");
    assert_eq!(fs::read(path).ok(), before, "the file is unchanged");
    for side in ["-wal", "-shm", "-journal"] {
        let side = PathBuf::from(format!("{}{side}", path.display()));
        assert!(!side.exists(), "{} was created", side.display());
    }
    error
}

#[test]
fn opening_a_non_story_file_names_the_reason() {
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
    let why = |name: &str| match open_error(&at(name)) {
        StoreError::NotAStory { why, .. } => why,
        other => panic!("{name}: {other:?}"),
    };
    assert_eq!(why("empty"), "it is empty");
    assert!(why("text").starts_with("it is a text file"));
    assert_eq!(why("bytes"), "it is a file of another sort");
    assert_eq!(why("other"), "it is an SQLite database of another program");
    assert!(matches!(
        open_error(&at("short")),
        StoreError::Truncated { .. }
    ));
    let error = Store::open(folder.path(), options()).err().unwrap();
    assert!(matches!(error, StoreError::NotAStory { why, .. } if why == "it is a folder"));
    assert!(matches!(
        open_error(&at("none")),
        StoreError::Missing { .. }
    ));
    assert!(matches!(
        open_error(&at("text").join("in a file")),
        StoreError::Io { .. }
    ));
}

#[test]
fn create_fails_if_the_file_exists() {
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

/// Copies the files of a story as a crash at this moment would leave them.
pub(super) fn as_after_a_crash(path: &Path, folder: &Path) -> PathBuf {
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
fn new_story_survives_a_crash() {
    let fixture = TestStore::new();
    let folder = tempfile::tempdir().unwrap();
    let empty = as_after_a_crash(&fixture.path(), folder.path());
    assert_eq!(Store::open(&empty, options()).unwrap().number().unwrap(), 0);
    let node = fixture.store.add_node("Hero");
    fixture.store.set_kv(node, name("Neo"));
    let folder = tempfile::tempdir().unwrap();
    let left = as_after_a_crash(&fixture.path(), folder.path());
    let store = Store::open(&left, options()).unwrap();
    assert_eq!(store.kv(node), Some(name("Neo")));
}

#[test]
fn rejects_files_with_unexpected_schema_objects() {
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
        execute_sql(&path, sql);
        let error = open_error(&path);
        assert!(
            matches!(error, StoreError::UnexpectedContent { .. }),
            "{what}: {error:?}"
        );
    }
}

#[test]
fn rejects_a_truncated_file() {
    let (_folder, path, _) = closed();
    let length = fs::metadata(&path).unwrap().len();
    for cut in [length - 1, length / 2, 4096, 120] {
        let file = fs::OpenOptions::new().write(true).open(&path).unwrap();
        file.set_len(cut).unwrap();
        drop(file);
        let error = open_error(&path);
        assert!(
            matches!(error, StoreError::Truncated { .. }),
            "{cut}: {error:?}"
        );
    }
}

#[test]
fn rejects_a_story_with_a_damaged_page() {
    let (_folder, path, _) = closed();
    let mut bytes = fs::read(&path).unwrap();
    bytes[4096..8192].fill(0xa5);
    fs::write(&path, bytes).unwrap();
    let error = open_error(&path);
    assert!(matches!(error, StoreError::Corrupt { .. }), "{error:?}");
}

#[test]
fn altered_version_is_detected_and_the_rest_stays_readable() {
    let (_folder, path, node) = closed();
    execute_sql(
        &path,
        "UPDATE version SET body = '{\"name\":\"Smith\"}' WHERE body LIKE '%Neo%'",
    );
    let error = open_error(&path);
    assert!(
        matches!(error, StoreError::HashMismatch { number: 2, .. }),
        "{error:?}"
    );

    let store = Store::open(&path, reading()).unwrap();
    let slot = Slot::node(node, "kv");
    let read = store.view(None).adopted(&slot);
    assert!(
        matches!(read, Err(StoreError::HashMismatch { number: 2, .. })),
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
fn check_finds_an_altered_version_that_is_not_adopted() {
    let (_folder, path, node) = closed();
    execute_sql(
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
        matches!(refused, Err(StoreError::HashMismatch { number: 1, .. })),
        "{refused:?}"
    );
}

#[test]
fn large_story_is_readable_before_it_is_verified() {
    let open_config = OpenConfig {
        verify_before_open_bytes: 0,
        ..OpenConfig::default()
    };
    let (_folder, path, node) = closed();
    let store = open_under(&path, options(), open_config).unwrap();
    store.set_kv(node, name("Tom"));
    store.close().unwrap();

    execute_sql(
        &path,
        "UPDATE version SET body = '{}' WHERE body LIKE '%Tom%'",
    );
    let before = fs::read(&path).unwrap();
    let store = open_under(&path, options(), open_config).unwrap();
    assert_eq!(store.view(None).graph().unwrap().nodes.len(), 1);
    for _ in 0..2 {
        let refused = store.write(|edit| edit.label("Act one"));
        assert!(
            matches!(refused, Err(StoreError::HashMismatch { .. })),
            "{refused:?}"
        );
    }
    assert!(store.read_only().unwrap().contains("altered outside"));
    assert!(store.view(None).story().is_err());
    assert_eq!(store.number().unwrap(), 4, "it is not kept back");
    store.close().unwrap();
    assert_eq!(fs::read(&path).unwrap(), before, "the file is unchanged");
}

#[test]
fn story_locked_by_another_program_is_busy() {
    let (_folder, path, _) = closed();
    let other = Connection::open(&path).unwrap();
    other
        .execute_batch("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; DELETE FROM label;")
        .unwrap();
    let open_config = OpenConfig {
        busy_timeout: Duration::from_millis(20),
        ..OpenConfig::default()
    };
    let error = open_under(&path, options(), open_config).err().unwrap();
    assert!(matches!(error, StoreError::Busy), "{error:?}");
}

#[test]
fn writer_reports_busy_and_recovers() {
    let fixture = TestStore::new();
    let path = fixture.path();
    let open_config = OpenConfig {
        busy_timeout: Duration::from_millis(20),
        ..OpenConfig::default()
    };
    let store = open_under(&path, options(), open_config).unwrap();
    let other = Connection::open(&path).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let refused = store.write(|edit| edit.label("Act one"));
    assert!(matches!(refused, Err(StoreError::Busy)), "{refused:?}");
    other.execute_batch("ROLLBACK").unwrap();
    store.write(|edit| edit.label("Act one")).unwrap();
}

#[test]
fn read_only_story_rejects_writes() {
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
fn write_protected_story_opens_read_only() {
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
fn reader_sees_each_commit_of_a_concurrent_writer() {
    let fixture = TestStore::new();
    let reader = Store::open(&fixture.path(), reading()).unwrap();
    let node = fixture.store.add_node("Hero");
    assert!(reader.view(None).node(node).unwrap().is_some());
}

#[test]
fn copy_is_a_consistent_snapshot() {
    let fixture = TestStore::new();
    let node = fixture.store.add_node("Hero");
    let then = fixture.store.view(None).story().unwrap();
    let to = fixture.folder.path().join("复制 100%?#.story");
    let store = fixture.store.clone();
    let mut seen = Vec::new();
    fixture
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
    let again = fixture.store.save_copy(&to, &mut |_, _| true);
    assert!(matches!(again, Err(StoreError::Exists { .. })));
}

#[test]
fn cancelled_copy_leaves_no_file() {
    let fixture = TestStore::new();
    let to = fixture.folder.path().join("copy.story");
    let stopped = fixture.store.save_copy(&to, &mut |_, _| false);
    assert!(matches!(stopped, Err(StoreError::Cancelled)));
    assert!(!to.exists());
    fixture.store.save_copy(&to, &mut |_, _| true).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// Whatever happens to the bytes: no crash, no wrong text, and no write to a rejected file.
    #[test]
    fn random_damage_is_detected_or_harmless(
        spots in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..40),
        from in any::<prop::sample::Index>(),
    ) {
        let (_folder, path, node) = closed();
        let mut bytes = fs::read(&path).unwrap();
        // The damage is within one page, where it does the most harm.
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
