//! Random edits, undos and redos by several authors, compared with a model of the story.

use std::collections::BTreeMap;

use model::{EdgeId, Layout, NodeId, Slot, Story};
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::json;

use super::undo::{redo, state, undo, undo_or_end, write_kv};
use super::{TestStore, in_turn, link, note, record};
use crate::{Edit, Store, StoreError, UndoTarget};

/// One operation by some author; indexes choose among what exists.
#[derive(Debug, Clone)]
enum Operation {
    Add,
    Write(Index, u8),
    Clear(Index),
    Link(Index, Index),
    Unlink(Index),
    Rename(Index, u8),
    Remove(Index),
}

fn operations() -> impl Strategy<Value = Vec<(u8, Operation)>> {
    let operation = prop_oneof![
        3 => Just(Operation::Add),
        6 => (any::<Index>(), 0..4u8).prop_map(|(it, value)| Operation::Write(it, value)),
        1 => any::<Index>().prop_map(Operation::Clear),
        3 => (any::<Index>(), any::<Index>()).prop_map(|(a, b)| Operation::Link(a, b)),
        1 => any::<Index>().prop_map(Operation::Unlink),
        2 => (any::<Index>(), 0..4u8).prop_map(|(it, value)| Operation::Rename(it, value)),
        1 => any::<Index>().prop_map(Operation::Remove),
    ];
    proptest::collection::vec((0..4u8, operation), 1..25)
}

/// A model of the story as plain values, which the store must match.
#[derive(Debug, Clone, Default, PartialEq)]
struct Model {
    nodes: BTreeMap<NodeId, (String, Option<u8>)>,
    edges: BTreeMap<EdgeId, (NodeId, NodeId)>,
}

impl Model {
    fn of(story: &Story) -> Self {
        let kv = |node: &model::Node| node.data.get("kv").and_then(|it| it["v"].as_u64());
        let nodes = story
            .nodes
            .values()
            .map(|it| (it.id, (it.title.clone(), kv(it).map(|v| v as u8))));
        let edges = story
            .edges
            .values()
            .map(|it| (it.id, (it.record.from, it.record.to)));
        Self {
            nodes: nodes.collect(),
            edges: edges.collect(),
        }
    }

    fn node(&self, index: &Index) -> Option<NodeId> {
        (!self.nodes.is_empty()).then(|| {
            *self
                .nodes
                .keys()
                .nth(index.index(self.nodes.len()))
                .unwrap()
        })
    }

    fn edge(&self, index: &Index) -> Option<EdgeId> {
        (!self.edges.is_empty()).then(|| {
            *self
                .edges
                .keys()
                .nth(index.index(self.edges.len()))
                .unwrap()
        })
    }
}

/// Performs an operation in the store and in the model. Author 0 is a person, the others are turns.
fn perform(store: &Store, model: &mut Model, author: u8, operation: &Operation) {
    let note = if author == 0 {
        note("Ada")
    } else {
        in_turn(u128::from(author))
    };
    let title = |value: u8| format!("Title {value}");
    match operation {
        Operation::Add => {
            let make = |edit: &mut Edit<'_>| edit.create_node(&record("New"), &Layout::default());
            let id = store.edit_blocking(note, make).unwrap().value;
            model.nodes.insert(id, ("New".to_owned(), None));
        }
        Operation::Write(index, value) => {
            let Some(id) = model.node(index) else { return };
            write_kv(store, note, id, json!({ "v": value }));
            model.nodes.get_mut(&id).unwrap().1 = Some(*value);
        }
        Operation::Clear(index) => {
            let Some(id) = model.node(index) else { return };
            store
                .edit_blocking(note, move |edit| edit.clear(&Slot::node(id, "kv")))
                .unwrap();
            model.nodes.get_mut(&id).unwrap().1 = None;
        }
        Operation::Link(a, b) => {
            let (Some(a), Some(b)) = (model.node(a), model.node(b)) else {
                return;
            };
            let make = move |edit: &mut Edit<'_>| edit.create_edge(&link(a, b));
            model
                .edges
                .insert(store.edit_blocking(note, make).unwrap().value, (a, b));
        }
        Operation::Unlink(index) => {
            let Some(id) = model.edge(index) else { return };
            store
                .edit_blocking(note, move |edit| edit.remove_edge(id))
                .unwrap();
            model.edges.remove(&id);
        }
        Operation::Rename(index, value) => {
            let Some(id) = model.node(index) else { return };
            let record = record(&title(*value));
            store
                .edit_blocking(note, move |edit| edit.set_node(id, &record))
                .unwrap();
            model.nodes.get_mut(&id).unwrap().0 = title(*value);
        }
        Operation::Remove(index) => {
            let Some(id) = model.node(index) else { return };
            store
                .edit_blocking(note, move |edit| edit.remove_node(id))
                .unwrap();
            model.nodes.remove(&id);
            model.edges.retain(|_, (from, to)| *from != id && *to != id);
        }
    }
}

/// The cached graph must equal the story without its data.
fn assert_graph_is_fresh(store: &Store) {
    let mut story = store.view(None).story().unwrap();
    for node in story.nodes.values_mut() {
        std::sync::Arc::make_mut(node).data.clear();
    }
    assert_eq!(*store.view(None).graph().unwrap(), story);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn n_undos_and_n_redos_restore_the_story(operations in operations()) {
        let fixture = TestStore::new();
        let fresh = state(&fixture.store);
        let mut model = Model::default();
        let mut past = vec![(0, fresh.clone())];
        for (author, operation) in &operations {
            perform(&fixture.store, &mut model, *author, operation);
            let story = fixture.store.view(None).story().unwrap();
            prop_assert_eq!(&Model::of(&story), &model);
            assert_graph_is_fresh(&fixture.store);
            past.push((story.number, Story { number: 0, ..story }));
        }
        let mut passed = vec![state(&fixture.store)];
        while undo_or_end(&fixture.store) {
            passed.push(state(&fixture.store));
            assert_graph_is_fresh(&fixture.store);
        }
        prop_assert_eq!(passed.last(), Some(&fresh), "everything is undone");
        for expected in passed.iter().rev().skip(1) {
            redo(&fixture.store).unwrap();
            prop_assert_eq!(&state(&fixture.store), expected);
        }
        let end = redo(&fixture.store);
        prop_assert!(matches!(end, Err(StoreError::NoUndoStep { .. })), "nothing is left to redo");
        for (number, then) in past {
            let story = fixture.store.view(None).as_of(number).unwrap();
            prop_assert_eq!(Story { number: 0, ..story }, then, "as of {}", number);
        }
        prop_assert_eq!(fixture.store.check().unwrap(), []);
    }

    #[test]
    fn edit_undo_redo_behave_like_two_stacks(
        operations in proptest::collection::vec((0..4u8, operations()), 1..8),
    ) {
        let fixture = TestStore::new();
        let mut model = Model::default();
        let (mut done, mut undone) = (vec![], vec![]);
        for (sort, operations) in &operations {
            match sort {
                0 if !done.is_empty() => {
                    undo(&fixture.store, UndoTarget::Last).unwrap();
                    undone.push(std::mem::replace(&mut model, done.pop().unwrap()));
                }
                1 if !undone.is_empty() => {
                    redo(&fixture.store).unwrap();
                    done.push(std::mem::replace(&mut model, undone.pop().unwrap()));
                }
                _ => {
                    let before = model.clone();
                    let number = fixture.store.number().unwrap();
                    perform(&fixture.store, &mut model, 0, &operations[0].1);
                    if fixture.store.number().unwrap() > number {
                        done.push(before);
                        undone.clear();
                    }
                }
            }
            prop_assert_eq!(&Model::of(&fixture.store.view(None).story().unwrap()), &model);
        }
    }
}
