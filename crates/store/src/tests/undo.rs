//! Undo and redo: n times back and n times again is the same story, whoever wrote.

use std::collections::BTreeMap;

use model::{EdgeId, Layout, NodeId, Slot, Story};
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::json;

use super::{Ground, in_turn, link, name, note, record, turn_id};
use crate::{Edit, Store, StoreError, UndoTarget};

fn undo(store: &Store, target: UndoTarget) -> Result<Vec<String>, StoreError> {
    store
        .write(move |edit| edit.undo(&target))
        .map(|it| it.value)
}

fn redo(store: &Store) -> Result<Vec<String>, StoreError> {
    store.write(|edit| edit.redo()).map(|it| it.value)
}

/// The story without the number of its last change, which every undo raises.
fn state(store: &Store) -> Story {
    Story {
        number: 0,
        ..store.view(None).story().unwrap()
    }
}

fn write_kv(store: &Store, note: crate::CommitNote, node: NodeId, data: serde_json::Value) {
    store
        .edit_blocking(note, move |edit| edit.write(&Slot::node(node, "kv"), &data))
        .unwrap();
}

#[test]
fn an_undo_is_a_commit_and_so_is_a_redo() {
    let ground = Ground::new();
    let node = ground.store.add_node("Hero");
    ground.store.set_kv(node, name("Neo"));
    assert_eq!(
        undo(&ground.store, UndoTarget::Last).unwrap(),
        ["Ada wrote"]
    );
    assert_eq!(ground.store.kv(node), None);
    assert_eq!(redo(&ground.store).unwrap(), ["Ada wrote"]);
    assert_eq!(ground.store.kv(node), Some(name("Neo")));
    let kinds: Vec<_> = ground
        .store
        .changes_since(0, 9)
        .unwrap()
        .iter()
        .map(|it| it.kind.as_str())
        .collect();
    assert_eq!(kinds, ["edit", "edit", "undo", "redo"]);
}

#[tokio::test]
async fn undo_begins_where_a_story_was_settled() {
    let ground = Ground::new();
    let node = ground.store.add_node("Hero");
    ground.store.set_kv(node, name("Neo"));
    ground.store.settle().await.unwrap();
    let begun = state(&ground.store);
    let nothing = undo(&ground.store, UndoTarget::Last);
    assert!(
        matches!(nothing, Err(StoreError::NothingTo { .. })),
        "{nothing:?}"
    );
    ground.store.set_kv(node, name("Trinity"));
    undo(&ground.store, UndoTarget::Last).unwrap();
    assert_eq!(
        state(&ground.store),
        begun,
        "what came after is undone as ever"
    );
    assert_eq!(
        ground.store.number().unwrap(),
        4,
        "the history keeps what was settled"
    );
}

#[test]
fn a_turn_undoes_as_one_though_others_wrote_between() {
    let ground = Ground::new();
    let (hero, place) = (
        ground.store.add_node("Hero"),
        ground.store.add_node("Place"),
    );
    write_kv(&ground.store, in_turn(1), hero, name("Thomas"));
    write_kv(&ground.store, note("Ada"), place, name("Zion"));
    write_kv(&ground.store, in_turn(1), hero, name("Neo"));
    let steps = ground.store.view(None).steps(9).unwrap();
    assert_eq!(
        (steps[0].turn, &*steps[0].changes),
        (Some(turn_id(1)), &[3, 5][..])
    );
    undo(&ground.store, UndoTarget::Turn(turn_id(1))).unwrap();
    assert_eq!(
        (ground.store.kv(hero), ground.store.kv(place)),
        (None, Some(name("Zion")))
    );
    redo(&ground.store).unwrap();
    assert_eq!(ground.store.kv(hero), Some(name("Neo")));
}

#[test]
fn a_turn_that_others_wrote_over_goes_on_in_a_second_step() {
    let ground = Ground::new();
    let hero = ground.store.add_node("Hero");
    write_kv(&ground.store, in_turn(1), hero, name("Thomas"));
    write_kv(&ground.store, note("Bo"), hero, name("Tom"));
    write_kv(&ground.store, in_turn(1), hero, name("Neo"));
    for expected in [Some(name("Tom")), Some(name("Thomas")), None] {
        undo(&ground.store, UndoTarget::Last).unwrap();
        assert_eq!(ground.store.kv(hero), expected);
    }
}

#[test]
fn a_turn_that_others_built_on_goes_on_in_a_second_step() {
    let ground = Ground::new();
    let make = |edit: &mut Edit<'_>| edit.create_node(&record("New"), &Layout::default());
    let first = ground.store.edit_blocking(in_turn(1), make).unwrap().value;
    ground
        .store
        .write(move |edit| edit.create_edge(&link(first, first)))
        .unwrap();
    ground.store.edit_blocking(in_turn(1), make).unwrap();
    for left in [(1, 1), (1, 0), (0, 0)] {
        undo(&ground.store, UndoTarget::Last).unwrap();
        let graph = ground.store.view(None).graph().unwrap();
        assert_eq!((graph.nodes.len(), graph.edges.len()), left);
    }
}

#[test]
fn a_turn_whose_node_others_filled_and_emptied_goes_on_in_a_second_step() {
    let ground = Ground::new();
    let make = |edit: &mut Edit<'_>| edit.create_node(&record("New"), &Layout::default());
    let node = ground.store.edit_blocking(in_turn(1), make).unwrap().value;
    ground.store.set_kv(node, name("Neo"));
    ground
        .store
        .write(move |edit| edit.clear(&Slot::node(node, "kv")))
        .unwrap();
    write_kv(&ground.store, in_turn(1), node, name("Tom"));
    for left in [None, Some(name("Neo")), None] {
        undo(&ground.store, UndoTarget::Last).unwrap();
        assert_eq!(ground.store.kv(node), left);
    }
}

#[test]
fn an_undo_whose_target_has_moved_is_refused_naming_who() {
    let ground = Ground::new();
    let hero = ground.store.add_node("Hero");
    write_kv(&ground.store, in_turn(1), hero, name("Thomas"));
    write_kv(&ground.store, note("Bo"), hero, name("Tom"));
    let before = ground.store.view(None).story().unwrap();
    let refused = undo(&ground.store, UndoTarget::Turn(turn_id(1))).unwrap_err();
    let StoreError::Moved {
        slot,
        by,
        expected,
        found,
        ..
    } = refused
    else {
        panic!("{refused}")
    };
    assert_eq!((slot, by.as_str()), (Slot::node(hero, "kv"), "Bo"));
    assert_eq!(
        (expected.map(|it| it.number), found.map(|it| it.number)),
        (Some(1), Some(2))
    );
    assert_eq!(ground.store.view(None).story().unwrap(), before);
}

#[test]
fn an_older_step_is_taken_back_alone_where_nothing_moved_since() {
    let ground = Ground::new();
    let (hero, place) = (
        ground.store.add_node("Hero"),
        ground.store.add_node("Place"),
    );
    ground.store.set_kv(hero, name("Neo"));
    ground.store.set_kv(place, name("Zion"));
    undo(&ground.store, UndoTarget::Change(3)).unwrap();
    assert_eq!(
        (ground.store.kv(hero), ground.store.kv(place)),
        (None, Some(name("Zion")))
    );
    let again = undo(&ground.store, UndoTarget::Change(3));
    assert!(matches!(again, Err(StoreError::NothingTo { what: "undo" })));
}

#[test]
fn the_making_of_a_node_is_not_undone_under_what_stands_on_it() {
    let ground = Ground::new();
    let (hero, place) = (
        ground.store.add_node("Hero"),
        ground.store.add_node("Place"),
    );
    ground
        .store
        .edit_blocking(note("Bo"), move |edit| edit.create_edge(&link(hero, place)))
        .unwrap();
    let refused = undo(&ground.store, UndoTarget::Change(1)).unwrap_err();
    assert!(
        matches!(&refused, StoreError::Moved { by, .. } if by == "Bo"),
        "{refused:?}"
    );
    assert_eq!(ground.store.view(None).graph().unwrap().nodes.len(), 2);
}

#[test]
fn a_fresh_edit_ends_what_could_be_redone() {
    let ground = Ground::new();
    let hero = ground.store.add_node("Hero");
    ground.store.set_kv(hero, name("Neo"));
    undo(&ground.store, UndoTarget::Last).unwrap();
    ground.store.set_kv(hero, name("Tom"));
    assert!(matches!(
        redo(&ground.store),
        Err(StoreError::NothingTo { what: "redo" })
    ));
}

#[test]
fn several_steps_are_undone_in_one_edit_and_redone_one_by_one() {
    let ground = Ground::new();
    let hero = ground.store.add_node("Hero");
    ground.store.set_kv(hero, name("Thomas"));
    ground.store.set_kv(hero, name("Neo"));
    let change = ground
        .store
        .write(|edit| {
            edit.undo(&UndoTarget::Last)?;
            edit.undo(&UndoTarget::Last)
        })
        .unwrap()
        .change
        .unwrap();
    assert_eq!((change.moves.len(), ground.store.kv(hero)), (1, None));
    redo(&ground.store).unwrap();
    assert_eq!(ground.store.kv(hero), Some(name("Thomas")));
    redo(&ground.store).unwrap();
    assert_eq!(ground.store.kv(hero), Some(name("Neo")));
}

#[test]
fn an_undo_shares_its_edit_with_no_other_writing() {
    let ground = Ground::new();
    let hero = ground.store.add_node("Hero");
    let slot = Slot::node(hero, "kv");
    let after = ground.store.write(move |edit| {
        edit.undo(&UndoTarget::Last)?;
        edit.write(&Slot::story("kv"), &json!({}))
    });
    assert!(matches!(after, Err(StoreError::InvalidData { .. })));
    let before = ground.store.write(move |edit| {
        edit.write(&slot, &json!({}))?;
        edit.undo(&UndoTarget::Last)
    });
    assert!(matches!(before, Err(StoreError::InvalidData { .. })));
}

#[test]
fn a_refused_undo_leaves_nothing_even_if_the_edit_goes_on() {
    let ground = Ground::new();
    let hero = ground.store.add_node("Hero");
    write_kv(&ground.store, in_turn(1), hero, name("Thomas"));
    write_kv(&ground.store, note("Bo"), hero, name("Tom"));
    let receipt = ground
        .store
        .write(|edit| Ok(edit.undo(&UndoTarget::Turn(turn_id(1))).is_err()))
        .unwrap();
    assert!(receipt.value && receipt.change.is_none());
    assert_eq!(ground.store.kv(hero), Some(name("Tom")));
}

/// One thing somebody does; indexes choose among what exists.
#[derive(Debug, Clone)]
enum Deed {
    Add,
    Write(Index, u8),
    Clear(Index),
    Link(Index, Index),
    Unlink(Index),
    Rename(Index, u8),
    Remove(Index),
}

fn deeds() -> impl Strategy<Value = Vec<(u8, Deed)>> {
    let deed = prop_oneof![
        3 => Just(Deed::Add),
        6 => (any::<Index>(), 0..4u8).prop_map(|(it, value)| Deed::Write(it, value)),
        1 => any::<Index>().prop_map(Deed::Clear),
        3 => (any::<Index>(), any::<Index>()).prop_map(|(a, b)| Deed::Link(a, b)),
        1 => any::<Index>().prop_map(Deed::Unlink),
        2 => (any::<Index>(), 0..4u8).prop_map(|(it, value)| Deed::Rename(it, value)),
        1 => any::<Index>().prop_map(Deed::Remove),
    ];
    proptest::collection::vec((0..4u8, deed), 1..25)
}

/// The story as plain values: what the store must agree with.
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

/// Does a deed in the store and in the model. Author 0 is a person, the others are turns.
fn perform(store: &Store, model: &mut Model, author: u8, deed: &Deed) {
    let note = if author == 0 {
        note("Ada")
    } else {
        in_turn(u128::from(author))
    };
    let title = |value: u8| format!("Title {value}");
    match deed {
        Deed::Add => {
            let make = |edit: &mut Edit<'_>| edit.create_node(&record("New"), &Layout::default());
            let id = store.edit_blocking(note, make).unwrap().value;
            model.nodes.insert(id, ("New".to_owned(), None));
        }
        Deed::Write(index, value) => {
            let Some(id) = model.node(index) else { return };
            write_kv(store, note, id, json!({ "v": value }));
            model.nodes.get_mut(&id).unwrap().1 = Some(*value);
        }
        Deed::Clear(index) => {
            let Some(id) = model.node(index) else { return };
            store
                .edit_blocking(note, move |edit| edit.clear(&Slot::node(id, "kv")))
                .unwrap();
            model.nodes.get_mut(&id).unwrap().1 = None;
        }
        Deed::Link(a, b) => {
            let (Some(a), Some(b)) = (model.node(a), model.node(b)) else {
                return;
            };
            let make = move |edit: &mut Edit<'_>| edit.create_edge(&link(a, b));
            model
                .edges
                .insert(store.edit_blocking(note, make).unwrap().value, (a, b));
        }
        Deed::Unlink(index) => {
            let Some(id) = model.edge(index) else { return };
            store
                .edit_blocking(note, move |edit| edit.remove_edge(id))
                .unwrap();
            model.edges.remove(&id);
        }
        Deed::Rename(index, value) => {
            let Some(id) = model.node(index) else { return };
            let record = record(&title(*value));
            store
                .edit_blocking(note, move |edit| edit.set_node(id, &record))
                .unwrap();
            model.nodes.get_mut(&id).unwrap().0 = title(*value);
        }
        Deed::Remove(index) => {
            let Some(id) = model.node(index) else { return };
            store
                .edit_blocking(note, move |edit| edit.remove_node(id))
                .unwrap();
            model.nodes.remove(&id);
            model.edges.retain(|_, (from, to)| *from != id && *to != id);
        }
    }
}

/// The graph kept fresh must be the story without its data.
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
    fn undone_n_times_and_redone_n_times_is_the_same_story(deeds in deeds()) {
        let ground = Ground::new();
        let fresh = state(&ground.store);
        let mut model = Model::default();
        let mut past = vec![(0, fresh.clone())];
        for (author, deed) in &deeds {
            perform(&ground.store, &mut model, *author, deed);
            let story = ground.store.view(None).story().unwrap();
            prop_assert_eq!(&Model::of(&story), &model);
            assert_graph_is_fresh(&ground.store);
            past.push((story.number, Story { number: 0, ..story }));
        }
        let mut passed = vec![state(&ground.store)];
        while undo_or_end(&ground.store) {
            passed.push(state(&ground.store));
            assert_graph_is_fresh(&ground.store);
        }
        prop_assert_eq!(passed.last(), Some(&fresh), "everything is undone");
        for expected in passed.iter().rev().skip(1) {
            redo(&ground.store).unwrap();
            prop_assert_eq!(&state(&ground.store), expected);
        }
        let end = redo(&ground.store);
        prop_assert!(matches!(end, Err(StoreError::NothingTo { .. })), "nothing is left to redo");
        for (number, then) in past {
            let story = ground.store.view(None).as_of(number).unwrap();
            prop_assert_eq!(Story { number: 0, ..story }, then, "as of {}", number);
        }
        prop_assert_eq!(ground.store.check().unwrap(), []);
    }

    #[test]
    fn edits_undos_and_redos_in_any_order_follow_two_stacks(
        deeds in proptest::collection::vec((0..4u8, deeds()), 1..8),
    ) {
        let ground = Ground::new();
        let mut model = Model::default();
        let (mut done, mut undone) = (vec![], vec![]);
        for (sort, deeds) in &deeds {
            match sort {
                0 if !done.is_empty() => {
                    undo(&ground.store, UndoTarget::Last).unwrap();
                    undone.push(std::mem::replace(&mut model, done.pop().unwrap()));
                }
                1 if !undone.is_empty() => {
                    redo(&ground.store).unwrap();
                    done.push(std::mem::replace(&mut model, undone.pop().unwrap()));
                }
                _ => {
                    let before = model.clone();
                    let number = ground.store.number().unwrap();
                    perform(&ground.store, &mut model, 0, &deeds[0].1);
                    if ground.store.number().unwrap() > number {
                        done.push(before);
                        undone.clear();
                    }
                }
            }
            prop_assert_eq!(&Model::of(&ground.store.view(None).story().unwrap()), &model);
        }
    }
}

/// Takes one step back; false where there is none. Any other refusal fails the test: the newest
/// step can always be undone.
fn undo_or_end(store: &Store) -> bool {
    match undo(store, UndoTarget::Last) {
        Ok(_) => true,
        Err(StoreError::NothingTo { .. }) => false,
        Err(error) => panic!("{error}"),
    }
}
