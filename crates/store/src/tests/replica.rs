//! Tests of copies: whatever is written here is applied there row by row, and both files are then
//! the same story.

use std::sync::mpsc;

use model::{Layout, Slot};
use serde_json::json;

use super::{TestStore, call, in_turn, link, name, note, options, record, turn_id};
use crate::{CommitMetadata, RowBatch, Store, StoreError, UndoTarget, Written};

/// A story that is recorded, and a copy of it.
struct Copied {
    here: TestStore,
    there: Store,
    written: mpsc::Receiver<Written>,
}

impl Copied {
    async fn new() -> Self {
        let here = TestStore::new();
        here.store.add_node("Before");
        let (report, written) = mpsc::channel();
        let record = here.store.record(move |it| report.send(it).unwrap());
        record.await.unwrap();
        let copy = here.folder.path().join("copy.story");
        let (_, fingerprint) = here.store.snapshot(&copy).await.unwrap();
        let there = Store::open(&copy, options()).unwrap();
        assert_eq!(there.fingerprint().unwrap(), fingerprint);
        Self {
            here,
            there,
            written,
        }
    }

    fn batch(&self) -> RowBatch {
        match self.written.try_recv().unwrap() {
            Written::Rows(batch) => *batch,
            Written::Unknown => panic!("it is known what was written"),
        }
    }

    /// Applies everything that was written; the files are then the same.
    async fn follow(&self) {
        while let Ok(written) = self.written.try_recv() {
            let Written::Rows(batch) = written else {
                panic!("it is known what was written");
            };
            self.there.apply(*batch).await.unwrap();
        }
        assert_eq!(
            self.there.fingerprint().unwrap(),
            self.here.store.fingerprint().unwrap()
        );
        assert_eq!(
            self.there.number().unwrap(),
            self.here.store.number().unwrap()
        );
    }
}

#[tokio::test]
async fn every_write_reaches_the_replica() {
    let copied = Copied::new().await;
    let store = &copied.here.store;
    let (hero, cave) = (store.add_node("Hero"), store.add_node("Cave"));
    store.set_kv(hero, name("Thomas"));
    store
        .write(move |edit| edit.create_edge(&link(hero, cave)))
        .unwrap();
    copied.follow().await;
    // A call with its outcome, a draft that is adopted, undo and redo, a removed node.
    let noted = CommitMetadata {
        call: Some(call("c1", "{}")),
        ..note("caller")
    };
    let data = name("Neo");
    store
        .edit_blocking(noted, move |edit| {
            edit.write(&Slot::node(hero, "kv"), &data)
        })
        .unwrap();
    let draft = store
        .write(|edit| edit.open_draft(Some(turn_id(7)), "Names"))
        .unwrap()
        .value;
    let within = CommitMetadata {
        draft: Some(draft),
        ..in_turn(7)
    };
    store
        .edit_blocking(within, move |edit| {
            edit.write(&Slot::node(cave, "kv"), &json!({ "dark": true }))?;
            edit.create_node(&record("New"), &Layout::default())
        })
        .unwrap();
    copied.follow().await;
    store
        .write(move |edit| edit.discard_draft(draft, None))
        .unwrap();
    store.write(move |edit| edit.remove_node(cave)).unwrap();
    store.write(|edit| edit.undo(&UndoTarget::Last)).unwrap();
    store.put_value(None, "kept", Some(json!(1))).await.unwrap();
    store.put_value(None, "kept", None).await.unwrap();
    store.compact(1).await.unwrap();
    store.set_kv(hero, name("Trinity"));
    copied.follow().await;
    let other = copied.there.outcome(&call("c1", "{}")).unwrap();
    assert_eq!(other, store.outcome(&call("c1", "{}")).unwrap());
    assert!(other.is_some());
    let there = copied.there.path().to_owned();
    let Copied { there: copy, .. } = copied;
    copy.close().unwrap();
    let opened = Store::open(&there, options()).unwrap();
    assert!(opened.check().unwrap().is_empty());
    assert_eq!(opened.kv(hero), Some(name("Trinity")));
}

#[tokio::test]
async fn a_failed_edit_is_not_replicated() {
    let copied = Copied::new().await;
    let refused = copied.here.store.write(|edit| {
        edit.create_node(&record("Nobody"), &Layout::default())?;
        Err::<(), _>(StoreError::invalid("it", "is refused"))
    });
    assert!(refused.is_err());
    assert!(copied.written.try_recv().is_err());
    copied.here.store.add_node("Somebody");
    copied.follow().await;
}

#[tokio::test]
async fn rejects_damaged_rows_and_rows_of_another_state() {
    let copied = Copied::new().await;
    let store = &copied.here.store;
    let hero = store.add_node("Hero");
    let first = copied.batch();
    store.set_kv(hero, name("Thomas"));
    let second = copied.batch();
    let before = copied.there.fingerprint().unwrap();
    assert!(
        copied.there.apply(second.clone()).await.is_err(),
        "too early"
    );
    for at in 0..first.rows.len() {
        let mut damaged = first.clone();
        damaged.rows[at] ^= 1;
        assert!(copied.there.apply(damaged).await.is_err(), "byte {at}");
    }
    let mut cut = first.clone();
    cut.rows.truncate(first.rows.len() / 2);
    assert!(copied.there.apply(cut).await.is_err());
    assert_eq!(copied.there.fingerprint().unwrap(), before);
    copied.there.apply(first.clone()).await.unwrap();
    assert!(copied.there.apply(first).await.is_err(), "a second time");
    copied.there.apply(second).await.unwrap();
    assert_eq!(copied.there.kv(hero), Some(name("Thomas")));
}

#[tokio::test]
async fn writes_of_another_program_require_a_new_replica() {
    let copied = Copied::new().await;
    let store = &copied.here.store;
    let path = copied.here.path();
    let other = Store::open(&path, options()).unwrap();
    other.add_node("Elsewhere");
    // Its search index is written later than the node.
    other.close().unwrap();
    store.add_node("Here");
    assert!(matches!(
        copied.written.try_recv().unwrap(),
        Written::Unknown
    ));
    let copy = copied.here.folder.path().join("second.story");
    store.snapshot(&copy).await.unwrap();
    let there = Store::open(&copy, options()).unwrap();
    store.add_node("After");
    there.apply(copied.batch()).await.unwrap();
    assert_eq!(there.fingerprint().unwrap(), store.fingerprint().unwrap());
}
