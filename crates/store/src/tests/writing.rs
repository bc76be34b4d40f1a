//! Tests of the writer: it commits waiting jobs together, answers after the commit, and survives
//! panics in jobs.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;

use super::{TestStore, name, note};
use crate::StoreError;

#[test]
fn waiting_edits_are_batched_into_one_transaction() {
    const EDITS: usize = 40;
    let fixture = TestStore::new();
    let transactions = Arc::new(AtomicUsize::new(0));
    let counter = transactions.clone();
    let (set, is_set) = channel();
    fixture
        .store
        .inner
        .writer
        .as_ref()
        .unwrap()
        .submit_exclusive(Box::new(move |conn| {
            let count = move || {
                counter.fetch_add(1, Ordering::Relaxed);
                false
            };
            conn.unwrap().commit_hook(Some(count)).unwrap();
            set.send(()).unwrap();
        }));
    is_set.recv().unwrap();

    // The first edit blocks the writer until the others wait behind it.
    let (go, may_go) = channel::<()>();
    let (begun, has_begun) = channel();
    let store = fixture.store.clone();
    let first = std::thread::spawn(move || {
        store
            .write(move |_| {
                begun.send(()).unwrap();
                may_go.recv().unwrap();
                Ok(())
            })
            .unwrap();
    });
    has_begun.recv().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    let nodes = runtime.block_on(async {
        let mut waiting = tokio::task::JoinSet::new();
        for number in 0..EDITS {
            let store = fixture.store.clone();
            waiting.spawn(async move {
                let record = super::record(&format!("Node {number}"));
                let make = move |edit: &mut crate::Edit<'_>| {
                    edit.create_node(&record, &model::Layout::default())
                };
                store
                    .edit::<_, StoreError>(note("Ada"), make)
                    .await
                    .unwrap()
                    .value
            });
        }
        // Each task submits its edit when it is first polled.
        tokio::task::yield_now().await;
        go.send(()).unwrap();
        waiting.join_all().await
    });
    first.join().unwrap();
    assert_eq!(nodes.len(), EDITS, "each edit is answered");
    assert_eq!(fixture.store.number().unwrap(), EDITS as u64);
    let transactions = transactions.load(Ordering::Relaxed);
    assert!(
        transactions < EDITS / 4,
        "{transactions} transactions for {EDITS} edits"
    );
}

#[test]
fn one_edit_of_a_batch_fails_alone() {
    let fixture = TestStore::new();
    let threads: Vec<_> = (0..20)
        .map(|number| {
            let store = fixture.store.clone();
            std::thread::spawn(move || {
                store.write(move |edit| {
                    let title = format!("Node {number}");
                    edit.create_node(&super::record(&title), &model::Layout::default())?;
                    if number % 2 == 0 {
                        Ok(())
                    } else {
                        Err(StoreError::Cancelled)
                    }
                })
            })
        })
        .collect();
    let succeeded = threads
        .into_iter()
        .filter_map(|it| it.join().unwrap().ok())
        .count();
    assert_eq!(succeeded, 10);
    assert_eq!(fixture.store.number().unwrap(), 10, "the feed has no gaps");
    assert_eq!(fixture.store.check().unwrap(), []);
}

#[test]
fn panic_in_an_edit_reaches_only_its_caller() {
    let fixture = TestStore::new();
    let node = fixture.store.add_node("Hero");
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        fixture.store.write(move |edit| -> Result<(), StoreError> {
            edit.write(&model::Slot::node(node, "kv"), &name("Neo"))?;
            panic!("a fault in a tool");
        })
    }));
    let panic = panicked.unwrap_err();
    assert_eq!(panic.downcast_ref::<&str>(), Some(&"a fault in a tool"));
    assert_eq!(
        (fixture.store.kv(node), fixture.store.number().unwrap()),
        (None, 1)
    );
    fixture.store.set_kv(node, name("Trinity"));
    assert_eq!(fixture.store.kv(node), Some(name("Trinity")));
}

#[test]
fn readers_see_the_previous_state_while_an_edit_runs() {
    let fixture = TestStore::new();
    let node = fixture.store.add_node("Hero");
    let view = fixture.store.view(None);
    fixture
        .store
        .write(move |edit| {
            edit.write(&model::Slot::node(node, "kv"), &name("Neo"))?;
            assert!(
                view.node(node)?.unwrap().data.is_empty(),
                "no uncommitted data is visible"
            );
            Ok(())
        })
        .unwrap();
    assert_eq!(fixture.store.kv(node), Some(name("Neo")));
}

#[test]
fn last_store_handle_may_be_dropped_inside_an_edit() {
    let fixture = TestStore::new();
    let path = fixture.path();
    let clone = fixture.store.clone();
    let node = fixture.store.write(move |edit| {
        let node = edit.create_node(&super::record("Hero"), &model::Layout::default());
        drop(clone);
        node
    });
    let node = node.unwrap().value;
    let TestStore { folder, store } = fixture;
    drop(store);
    let store = crate::Store::open(&path, super::options()).unwrap();
    assert!(store.view(None).node(node).unwrap().is_some());
    drop((store, folder));
}

#[test]
fn closed_store_rejects_edits() {
    let fixture = TestStore::new();
    let clone = fixture.store.clone();
    fixture.store.close().unwrap();
    let refused = clone.write(|edit| edit.label("Late"));
    assert!(matches!(refused, Err(StoreError::ReadOnly { .. })));
}
