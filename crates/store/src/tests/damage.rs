//! Tests with damaged files: nothing wrong is read without an error, and a file that is refused is not
//! written to.

use std::fs;
use std::path::{Path, PathBuf};

use model::conversation::{MessageMetadata, Role};
use model::{ContentHash, Slot, Subject, TurnId};
use rusqlite::Connection;
use serde_json::json;
use tempfile::TempDir;

use super::{TestStore, call, link, name, note, options, reading, turn_id};
use crate::file::{self, OpenConfig};
use crate::{CommitMetadata, NewMessage, OpenOptions, Store, StoreError};

/// Something of everything a story can hold.
pub(super) fn write_contents(store: &Store, nodes: usize, text: usize) {
    let mut last = None;
    for number in 0..nodes {
        let node = store.add_node(&format!("Scene {number}"));
        store.set_kv(node, name("Thomas"));
        store.set_kv(node, name(&"Neo ".repeat(1 + text)));
        if let Some(last) = last {
            let edge = link(last, node);
            store.write(move |edit| edit.create_edge(&edge)).unwrap();
        }
        last = Some(node);
    }
    let bytes: Vec<u8> = (0..9_000_u32).map(|it| (it * 7 % 251) as u8).collect();
    let node = last.unwrap();
    let called = CommitMetadata {
        call: Some(call(&format!("call {}", node.short()), "picture")),
        ..note("Ada")
    };
    store
        .edit_blocking::<_, StoreError>(called, move |edit| {
            let id = edit.attach(&bytes, "image/png")?;
            edit.write(
                &Slot::node(node, "image"),
                &json!({ "asset": id.to_string() }),
            )
        })
        .unwrap();
    let state = format!("State {}", node.short());
    store.write(move |edit| edit.label(&state)).unwrap();
    let draft = store
        .write(|edit| edit.open_draft(Some(turn_id(7)), "Rename"))
        .unwrap()
        .value;
    let drafted = CommitMetadata {
        draft: Some(draft),
        ..note("Ada")
    };
    store
        .edit_blocking::<_, StoreError>(drafted, move |edit| {
            edit.write(&Slot::node(node, "text"), &name("drafted"))
        })
        .unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    runtime.block_on(async {
        let thread = store
            .create_thread("About Neo", Some(node), model::PrincipalId::local())
            .await
            .unwrap();
        let message = |content: &str| NewMessage {
            turn: TurnId(uuid::Uuid::from_u128(9)),
            role: Role::User,
            content: content.to_owned(),
            metadata: MessageMetadata::default(),
        };
        let messages = vec![message("Rename him"), message("Make a portrait")];
        store.append_messages(thread.id, messages).await.unwrap();
        let value = Some(json!({ "strategy": "sliding" }));
        store
            .put_value(Some(thread.id), "strategy", value)
            .await
            .unwrap();
    });
}

/// Everything that can be read of a story, or the first error.
pub(super) fn contents(store: &Store) -> Result<Vec<String>, StoreError> {
    let view = store.view(None);
    let story = view.story()?;
    let mut all = vec![
        format!("{:?}", view.graph()?),
        format!("{story:?}"),
        format!("{:?}", view.full_history()?),
        format!("{:?}", store.changes_since(0, 10_000)?),
        format!("{:?}", view.history(None, 10_000)?),
        format!("{:?}", view.steps(10_000)?),
        format!("{:?}", view.labels()?),
        format!("{:?}", view.as_of(store.number()? / 2)?),
    ];
    for draft in view.drafts(false)? {
        all.push(format!(
            "{draft:?}{:?}",
            store.view(Some(draft.id)).story()?
        ));
    }
    for id in story.nodes.keys() {
        for slot in view.slots(Subject::Node(*id))? {
            all.push(format!("{:?}", view.versions(&slot, None, 100)?));
            if let Some(hash) = picture(&view.adopted(&slot)?.map(|it| it.data())) {
                all.push(format!("{:?}", view.asset(hash)?));
            }
        }
    }
    for thread in store.threads()? {
        let value = store.get_value(Some(thread.id), "strategy")?;
        let messages = store.messages(thread.id, None, 100)?;
        all.push(format!("{thread:?}{value:?}{messages:?}"));
    }
    Ok(all)
}

fn picture(data: &Option<serde_json::Value>) -> Option<ContentHash> {
    data.as_ref()?.get("asset")?.as_str()?.parse().ok()
}

/// The files in a folder, with their contents.
pub(super) fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap().map(|it| it.unwrap().path());
    let mut files: Vec<_> = entries
        .map(|it| (it.clone(), fs::read(it).unwrap()))
        .collect();
    files.sort();
    files
}

pub(super) fn is_shared_memory(path: &Path) -> bool {
    path.to_string_lossy().ends_with("-shm")
}

pub(super) fn open_under(
    path: &Path,
    options: OpenOptions,
    in_background: bool,
) -> Result<Store, StoreError> {
    let mut open_config = OpenConfig::default();
    if in_background {
        open_config.verify_before_open_bytes = 0;
    }
    Store::begin(file::open(path, options, open_config)?)
}

/// Changes a closed story with SQL, as another program or a broken disk might.
fn execute_sql(path: &Path, sql: &str) {
    let conn = Connection::open(path).unwrap();
    conn.pragma_update(None, "foreign_keys", false).unwrap();
    conn.execute_batch(sql).unwrap();
    conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
        .unwrap();
}

/// A closed story with two nodes, an edge and a picture.
fn closed() -> (TempDir, PathBuf, Vec<String>) {
    let fixture = TestStore::new();
    write_contents(&fixture.store, 2, 1);
    let truth = contents(&fixture.store).unwrap();
    let (folder, path) = fixture.close();
    (folder, path, truth)
}

#[test]
fn version_with_invalid_utf8_is_reported_and_the_rest_stays_writable() {
    for in_background in [false, true] {
        let (_folder, path, _) = closed();
        execute_sql(
            &path,
            "UPDATE version SET body = CAST(x'7bff7d' AS TEXT) WHERE row = (SELECT min(v.row) FROM \
             version v WHERE v.capability = 'kv' AND v.row NOT IN (SELECT version FROM adopted))",
        );
        let store = open_under(&path, options(), in_background).unwrap();
        let read = contents(&store);
        assert!(
            matches!(read, Err(StoreError::HashMismatch { number: 1, .. })),
            "{read:?}"
        );
        store.write(|edit| edit.label("A name")).unwrap();
        let damage = store.check().unwrap();
        assert_eq!(damage.len(), 1, "{damage:?}");
        assert!(damage[0].slot.is_some(), "{damage:?}");
        store.close().unwrap();
    }
}

#[test]
fn damaged_picture_is_reported_and_not_returned() {
    let (_folder, path, _) = closed();
    execute_sql(&path, "UPDATE asset SET bytes = zeroblob(length(bytes))");
    let store = Store::open(&path, options()).unwrap();
    let read = contents(&store);
    let Err(StoreError::DamagedAsset { id }) = read else {
        panic!("{read:?}");
    };
    let damage = store.check().unwrap();
    assert_eq!(damage.len(), 1);
    assert!(damage[0].what.contains(&id.to_string()), "{damage:?}");

    let bytes: Vec<u8> = (0..9_000_u32).map(|it| (it * 7 % 251) as u8).collect();
    store
        .write(move |edit| edit.attach(&bytes, "image/png"))
        .unwrap();
    assert!(contents(&store).is_ok(), "the original was attached again");
    assert_eq!(store.check().unwrap(), vec![]);
}

#[test]
fn damaged_derived_rows_are_rebuilt_for_writing_and_rejected_for_reading() {
    for sql in [
        "UPDATE node SET title = 'Changed' WHERE title = 'Scene 1'",
        "UPDATE node SET x = 9e999",
        "DELETE FROM edge",
        "INSERT INTO edge SELECT made + 1000, randomblob(16), source, target, label, position, \
         condition, effect, dynamic, includes, once FROM edge",
        "UPDATE node SET id = zeroblob(3) WHERE title = 'Scene 1'",
        "DELETE FROM adopted WHERE capability = 'kv'",
        "UPDATE adopted SET version = version - 1 WHERE capability = 'kv'",
        "UPDATE checksum SET graph = zeroblob(5)",
    ] {
        for in_background in [false, true] {
            let (_folder, path, truth) = closed();
            execute_sql(&path, sql);
            let before = fs::read(&path).unwrap();
            let read = open_under(&path, reading(), in_background).and_then(|it| contents(&it));
            assert!(
                matches!(read, Err(StoreError::Corrupt { .. })),
                "{sql}: {read:?}"
            );
            assert!(fs::read(&path).unwrap() == before, "{sql}: reading wrote");
            let store = open_under(&path, options(), in_background).unwrap();
            assert_eq!(contents(&store).unwrap(), truth, "{sql}");
            assert_eq!(store.check().unwrap(), vec![], "{sql}");
            store.close().unwrap();
        }
    }
}

#[test]
fn damaged_source_rows_are_rejected_and_not_written_to() {
    for sql in [
        "DELETE FROM change WHERE number = 1",
        "UPDATE change SET author = 'Someone else' WHERE number = 2",
        "UPDATE move SET after = before WHERE before IS NOT NULL",
        "UPDATE version SET subject = zeroblob(3) WHERE row = 3",
        "UPDATE version SET number = -number WHERE row = 4",
        "UPDATE message SET content = 'Delete him' WHERE content = 'Rename him'",
        "UPDATE label SET change = 1",
        "DELETE FROM story",
        "DELETE FROM checksum",
        "PRAGMA user_version = -1",
    ] {
        for in_background in [false, true] {
            let (folder, path, _) = closed();
            execute_sql(&path, sql);
            let before = files(folder.path());
            for options in [reading(), options()] {
                let opened = open_under(&path, options, in_background);
                let error = opened.and_then(|store| {
                    let read = contents(&store);
                    assert!(store.write(|edit| edit.label("A name")).is_err(), "{sql}");
                    store.close()?;
                    read
                });
                let error = error.expect_err(sql);
                assert!(
                    matches!(error, StoreError::Corrupt { .. }),
                    "{sql}: {error:?}"
                );
            }
            let story = fs::read(&path).unwrap();
            assert!(story == before[0].1, "{sql}: the file is unchanged");
        }
    }
}

#[test]
fn damage_in_an_older_schema_is_rejected() {
    for sql in [
        "UPDATE node SET title = 'Changed' WHERE title = 'Scene 1'",
        "UPDATE adopted SET version = version - 1 WHERE capability = 'kv'",
        "DELETE FROM change WHERE number = 1",
    ] {
        let (_folder, path, _) = closed();
        execute_sql(
            &path,
            "DROP TABLE checksum; ALTER TABLE change DROP COLUMN principal;
             ALTER TABLE thread DROP COLUMN owner; PRAGMA user_version = 8;",
        );
        execute_sql(&path, sql);
        let before = fs::read(&path).unwrap();
        for options in [reading(), options()] {
            let error = Store::open(&path, options).err().expect(sql);
            assert!(
                matches!(error, StoreError::Corrupt { .. }),
                "{sql}: {error:?}"
            );
        }
        assert!(fs::read(&path).unwrap() == before);
    }
}

#[test]
fn check_lists_the_faults_of_a_file_that_cannot_be_opened() {
    let (_folder, path, _) = closed();
    execute_sql(
        &path,
        "UPDATE change SET author = 'Someone else' WHERE number = 2",
    );
    assert!(Store::open(&path, reading()).is_err());
    let store = Store::open_damaged(&path, options().world).unwrap();
    let damage = store.check().unwrap();
    assert_eq!(damage.len(), 1, "{damage:?}");
    assert!(damage[0].what.contains("checksum"), "{damage:?}");
}

#[test]
fn changes_of_another_program_can_be_accepted() {
    let (_folder, path, _) = closed();
    execute_sql(
        &path,
        "UPDATE change SET author = 'Someone else' WHERE number = 2",
    );
    Store::accept_changes(&path).unwrap();
    let store = Store::open(&path, options()).unwrap();
    assert_eq!(store.check().unwrap(), vec![]);
    assert_eq!(
        store.changes_since(1, 1).unwrap()[0].author.name,
        "Someone else"
    );
}

#[tokio::test]
async fn values_are_stored_after_compaction() {
    let fixture = TestStore::new();
    fixture.store.add_node("Hero");
    fixture.store.compact(1).await.unwrap();
    let value = Some(json!(1));
    fixture
        .store
        .put_value(None, "view", value.clone())
        .await
        .unwrap();
    assert_eq!(fixture.store.get_value(None, "view").unwrap(), value);
    let (_folder, path) = fixture.close();
    Store::open(&path, options()).unwrap();
}
