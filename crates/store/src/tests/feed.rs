//! The feed: every change once and in order, this process's and others'.

use std::sync::Arc;

use model::Change;
use tokio::sync::broadcast::Receiver;

use super::{Ground, options};
use crate::Store;

fn heard(receiver: &mut Receiver<Arc<Change>>, count: usize) -> Vec<u64> {
    (0..count)
        .map(|_| receiver.blocking_recv().unwrap().number)
        .collect()
}

#[test]
fn a_listener_has_heard_of_an_edit_when_it_is_answered() {
    let ground = Ground::new();
    ground.store.add_node("Before");
    let mut receiver = ground.store.subscribe();
    ground.store.add_node("Hero");
    let change = receiver.try_recv().unwrap();
    assert_eq!(*change, ground.store.changes_since(1, 1).unwrap()[0]);
    assert!(receiver.try_recv().is_err(), "what was before is not told");
}

#[test]
fn a_failed_edit_is_not_told() {
    let ground = Ground::new();
    let mut receiver = ground.store.subscribe();
    let failed = ground.store.write(|edit| {
        edit.create_node(&super::record("A"), &model::Layout::default())?;
        Err::<(), _>(crate::StoreError::Cancelled)
    });
    assert!(failed.is_err() && receiver.try_recv().is_err());
}

/// Two stores on one file are to SQLite what two processes are.
#[test]
fn two_processes_hear_of_each_other_in_order() {
    const EACH: usize = 50;
    let ground = Ground::new();
    let other = Store::open(&ground.path(), options()).unwrap();
    let mut receivers = [ground.store.subscribe(), other.subscribe()];
    let writers = [ground.store.clone(), other.clone()].map(|store| {
        std::thread::spawn(move || {
            for number in 0..EACH {
                store.add_node(&format!("Node {number}"));
            }
        })
    });
    writers.into_iter().for_each(|it| it.join().unwrap());
    let expected: Vec<u64> = (1..=2 * EACH as u64).collect();
    for receiver in &mut receivers {
        assert_eq!(heard(receiver, 2 * EACH), expected);
    }
    assert_eq!(
        ground.store.view(None).graph().unwrap().nodes.len(),
        2 * EACH
    );
    assert_eq!(
        *other.view(None).graph().unwrap(),
        *ground.store.view(None).graph().unwrap()
    );
}

#[test]
fn a_listener_that_comes_back_hears_from_then_on() {
    let ground = Ground::new();
    let other = Store::open(&ground.path(), options()).unwrap();
    drop(other.subscribe());
    ground.store.add_node("Unheard");
    let mut receiver = other.subscribe();
    ground.store.add_node("Heard");
    assert_eq!(heard(&mut receiver, 1), [2]);
}
