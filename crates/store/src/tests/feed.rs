//! Tests of the feed: every change once and in order, from this process and others.

use std::sync::Arc;

use model::Change;
use tokio::sync::broadcast::Receiver;

use super::{TestStore, options};
use crate::Store;

fn received_numbers(receiver: &mut Receiver<Arc<Change>>, count: usize) -> Vec<u64> {
    (0..count)
        .map(|_| receiver.blocking_recv().unwrap().number)
        .collect()
}

#[test]
fn subscribers_get_the_change_before_the_edit_returns() {
    let fixture = TestStore::new();
    fixture.store.add_node("Before");
    let mut receiver = fixture.store.subscribe();
    fixture.store.add_node("Hero");
    let change = receiver.try_recv().unwrap();
    assert_eq!(*change, fixture.store.changes_since(1, 1).unwrap()[0]);
    assert!(
        receiver.try_recv().is_err(),
        "earlier changes are not delivered"
    );
}

#[test]
fn failed_edit_publishes_nothing() {
    let fixture = TestStore::new();
    let mut receiver = fixture.store.subscribe();
    let failed = fixture.store.write(|edit| {
        edit.create_node(&super::record("A"), &model::Layout::default())?;
        Err::<(), _>(crate::StoreError::Cancelled)
    });
    assert!(failed.is_err() && receiver.try_recv().is_err());
}

/// For SQLite, two stores on one file are like two processes.
#[test]
fn changes_from_another_process_arrive_in_order() {
    const EACH: usize = 50;
    let fixture = TestStore::new();
    let other = Store::open(&fixture.path(), options()).unwrap();
    let mut receivers = [fixture.store.subscribe(), other.subscribe()];
    let writers = [fixture.store.clone(), other.clone()].map(|store| {
        std::thread::spawn(move || {
            for number in 0..EACH {
                store.add_node(&format!("Node {number}"));
            }
        })
    });
    writers.into_iter().for_each(|it| it.join().unwrap());
    let expected: Vec<u64> = (1..=2 * EACH as u64).collect();
    for receiver in &mut receivers {
        assert_eq!(received_numbers(receiver, 2 * EACH), expected);
    }
    assert_eq!(
        fixture.store.view(None).graph().unwrap().nodes.len(),
        2 * EACH
    );
    assert_eq!(
        *other.view(None).graph().unwrap(),
        *fixture.store.view(None).graph().unwrap()
    );
}

#[test]
fn new_subscriber_gets_only_later_changes() {
    let fixture = TestStore::new();
    let other = Store::open(&fixture.path(), options()).unwrap();
    drop(other.subscribe());
    fixture.store.add_node("Unheard");
    let mut receiver = other.subscribe();
    fixture.store.add_node("Heard");
    assert_eq!(received_numbers(&mut receiver, 1), [2]);
}
