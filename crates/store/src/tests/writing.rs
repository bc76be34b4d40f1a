//! The writer: commits together what waits, answers after the commit, survives what it runs.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;

use super::{Ground, name, note};
use crate::StoreError;

#[test]
fn edits_that_wait_share_one_transaction() {
    const EDITS: usize = 40;
    let ground = Ground::new();
    let transactions = Arc::new(AtomicUsize::new(0));
    let counter = transactions.clone();
    let (set, is_set) = channel();
    ground
        .store
        .inner
        .writer
        .as_ref()
        .unwrap()
        .submit_alone(Box::new(move |conn| {
            let count = move || {
                counter.fetch_add(1, Ordering::Relaxed);
                false
            };
            conn.unwrap().commit_hook(Some(count)).unwrap();
            set.send(()).unwrap();
        }));
    is_set.recv().unwrap();

    // The first edit holds the writer until the others wait behind it.
    let (go, may_go) = channel::<()>();
    let (begun, has_begun) = channel();
    let store = ground.store.clone();
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
            let store = ground.store.clone();
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
        // Each task hands over its edit the first time it runs.
        tokio::task::yield_now().await;
        go.send(()).unwrap();
        waiting.join_all().await
    });
    first.join().unwrap();
    assert_eq!(nodes.len(), EDITS, "each is answered");
    assert_eq!(ground.store.number().unwrap(), EDITS as u64);
    let transactions = transactions.load(Ordering::Relaxed);
    assert!(
        transactions < EDITS / 4,
        "{transactions} transactions for {EDITS} edits"
    );
}

#[test]
fn one_edit_of_a_batch_fails_alone() {
    let ground = Ground::new();
    let threads: Vec<_> = (0..20)
        .map(|number| {
            let store = ground.store.clone();
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
    assert_eq!(ground.store.number().unwrap(), 10, "the feed has no gaps");
    assert_eq!(ground.store.check().unwrap(), []);
}

#[test]
fn a_panic_reaches_its_caller_and_nobody_else() {
    let ground = Ground::new();
    let node = ground.store.add_node("Hero");
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        ground.store.write(move |edit| -> Result<(), StoreError> {
            edit.write(&model::Slot::node(node, "kv"), &name("Neo"))?;
            panic!("a fault in a tool");
        })
    }));
    let panic = panicked.unwrap_err();
    assert_eq!(panic.downcast_ref::<&str>(), Some(&"a fault in a tool"));
    assert_eq!(
        (ground.store.kv(node), ground.store.number().unwrap()),
        (None, 1)
    );
    ground.store.set_kv(node, name("Trinity"));
    assert_eq!(ground.store.kv(node), Some(name("Trinity")));
}

#[test]
fn readers_see_the_story_as_it_was_while_an_edit_runs() {
    let ground = Ground::new();
    let node = ground.store.add_node("Hero");
    let view = ground.store.view(None);
    ground
        .store
        .write(move |edit| {
            edit.write(&model::Slot::node(node, "kv"), &name("Neo"))?;
            assert!(
                view.node(node)?.unwrap().data.is_empty(),
                "nothing half-written is seen"
            );
            Ok(())
        })
        .unwrap();
    assert_eq!(ground.store.kv(node), Some(name("Neo")));
}

#[test]
fn the_last_handle_may_go_inside_an_edit() {
    let ground = Ground::new();
    let path = ground.path();
    let clone = ground.store.clone();
    let node = ground.store.write(move |edit| {
        let node = edit.create_node(&super::record("Hero"), &model::Layout::default());
        drop(clone);
        node
    });
    let node = node.unwrap().value;
    let Ground { folder, store } = ground;
    drop(store);
    let store = crate::Store::open(&path, super::options()).unwrap();
    assert!(store.view(None).node(node).unwrap().is_some());
    drop((store, folder));
}

#[test]
fn a_closed_story_takes_no_more_edits() {
    let ground = Ground::new();
    let clone = ground.store.clone();
    ground.store.close().unwrap();
    let refused = clone.write(|edit| edit.label("Late"));
    assert!(matches!(refused, Err(StoreError::ReadOnly { .. })));
}
