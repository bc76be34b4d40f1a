//! Tests of undo and redo: n undos and n redos give the same story, whoever wrote.

use model::{Layout, NodeId, Slot, Story};
use serde_json::json;

use super::{TestStore, in_turn, link, name, note, record, turn_id};
use crate::{Edit, Store, StoreError, UndoTarget};

pub(super) fn undo(store: &Store, target: UndoTarget) -> Result<Vec<String>, StoreError> {
    store
        .write(move |edit| edit.undo(&target))
        .map(|it| it.value)
}

pub(super) fn redo(store: &Store) -> Result<Vec<String>, StoreError> {
    store.write(|edit| edit.redo()).map(|it| it.value)
}

/// The story without the number of its last change, which every undo increases.
pub(super) fn state(store: &Store) -> Story {
    Story {
        number: 0,
        ..store.view(None).story().unwrap()
    }
}

pub(super) fn write_kv(
    store: &Store,
    note: crate::CommitMetadata,
    node: NodeId,
    data: serde_json::Value,
) {
    store
        .edit_blocking(note, move |edit| edit.write(&Slot::node(node, "kv"), &data))
        .unwrap();
}

#[test]
fn undo_and_redo_are_commits() {
    let fixture = TestStore::new();
    let node = fixture.store.add_node("Hero");
    fixture.store.set_kv(node, name("Neo"));
    assert_eq!(
        undo(&fixture.store, UndoTarget::Last).unwrap(),
        ["Ada wrote"]
    );
    assert_eq!(fixture.store.kv(node), None);
    assert_eq!(redo(&fixture.store).unwrap(), ["Ada wrote"]);
    assert_eq!(fixture.store.kv(node), Some(name("Neo")));
    let kinds: Vec<_> = fixture
        .store
        .changes_since(0, 9)
        .unwrap()
        .iter()
        .map(|it| it.kind.as_str())
        .collect();
    assert_eq!(kinds, ["edit", "edit", "undo", "redo"]);
}

#[tokio::test]
async fn clear_undo_prevents_undoing_earlier_edits() {
    let fixture = TestStore::new();
    let node = fixture.store.add_node("Hero");
    fixture.store.set_kv(node, name("Neo"));
    fixture.store.clear_undo().await.unwrap();
    let begun = state(&fixture.store);
    let nothing = undo(&fixture.store, UndoTarget::Last);
    assert!(
        matches!(nothing, Err(StoreError::NoUndoStep { .. })),
        "{nothing:?}"
    );
    fixture.store.set_kv(node, name("Trinity"));
    undo(&fixture.store, UndoTarget::Last).unwrap();
    assert_eq!(
        state(&fixture.store),
        begun,
        "later changes can be undone as usual"
    );
    assert_eq!(
        fixture.store.number().unwrap(),
        4,
        "the history keeps the earlier changes"
    );
}

#[test]
fn turn_undoes_as_one_step_despite_interleaved_writes() {
    let fixture = TestStore::new();
    let (hero, place) = (
        fixture.store.add_node("Hero"),
        fixture.store.add_node("Place"),
    );
    write_kv(&fixture.store, in_turn(1), hero, name("Thomas"));
    write_kv(&fixture.store, note("Ada"), place, name("Zion"));
    write_kv(&fixture.store, in_turn(1), hero, name("Neo"));
    let steps = fixture.store.view(None).steps(9).unwrap();
    assert_eq!(
        (steps[0].turn, &*steps[0].changes),
        (Some(turn_id(1)), &[3, 5][..])
    );
    undo(&fixture.store, UndoTarget::Turn(turn_id(1))).unwrap();
    assert_eq!(
        (fixture.store.kv(hero), fixture.store.kv(place)),
        (None, Some(name("Zion")))
    );
    redo(&fixture.store).unwrap();
    assert_eq!(fixture.store.kv(hero), Some(name("Neo")));
}

#[test]
fn turn_is_split_after_others_overwrite_its_slots() {
    let fixture = TestStore::new();
    let hero = fixture.store.add_node("Hero");
    write_kv(&fixture.store, in_turn(1), hero, name("Thomas"));
    write_kv(&fixture.store, note("Bo"), hero, name("Tom"));
    write_kv(&fixture.store, in_turn(1), hero, name("Neo"));
    for expected in [Some(name("Tom")), Some(name("Thomas")), None] {
        undo(&fixture.store, UndoTarget::Last).unwrap();
        assert_eq!(fixture.store.kv(hero), expected);
    }
}

#[test]
fn turn_is_split_after_others_build_on_it() {
    let fixture = TestStore::new();
    let make = |edit: &mut Edit<'_>| edit.create_node(&record("New"), &Layout::default());
    let first = fixture.store.edit_blocking(in_turn(1), make).unwrap().value;
    fixture
        .store
        .write(move |edit| edit.create_edge(&link(first, first)))
        .unwrap();
    fixture.store.edit_blocking(in_turn(1), make).unwrap();
    for left in [(1, 1), (1, 0), (0, 0)] {
        undo(&fixture.store, UndoTarget::Last).unwrap();
        let graph = fixture.store.view(None).graph().unwrap();
        assert_eq!((graph.nodes.len(), graph.edges.len()), left);
    }
}

#[test]
fn turn_is_split_after_others_add_and_remove_data_on_its_node() {
    let fixture = TestStore::new();
    let make = |edit: &mut Edit<'_>| edit.create_node(&record("New"), &Layout::default());
    let node = fixture.store.edit_blocking(in_turn(1), make).unwrap().value;
    fixture.store.set_kv(node, name("Neo"));
    fixture
        .store
        .write(move |edit| edit.clear(&Slot::node(node, "kv")))
        .unwrap();
    write_kv(&fixture.store, in_turn(1), node, name("Tom"));
    for left in [None, Some(name("Neo")), None] {
        undo(&fixture.store, UndoTarget::Last).unwrap();
        assert_eq!(fixture.store.kv(node), left);
    }
}

#[test]
fn undo_of_a_changed_slot_is_a_conflict_naming_the_author() {
    let fixture = TestStore::new();
    let hero = fixture.store.add_node("Hero");
    write_kv(&fixture.store, in_turn(1), hero, name("Thomas"));
    write_kv(&fixture.store, note("Bo"), hero, name("Tom"));
    let before = fixture.store.view(None).story().unwrap();
    let refused = undo(&fixture.store, UndoTarget::Turn(turn_id(1))).unwrap_err();
    let StoreError::Conflict {
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
    assert_eq!(fixture.store.view(None).story().unwrap(), before);
}

#[test]
fn older_step_can_be_undone_alone_if_its_slots_are_unchanged() {
    let fixture = TestStore::new();
    let (hero, place) = (
        fixture.store.add_node("Hero"),
        fixture.store.add_node("Place"),
    );
    fixture.store.set_kv(hero, name("Neo"));
    fixture.store.set_kv(place, name("Zion"));
    undo(&fixture.store, UndoTarget::Change(3)).unwrap();
    assert_eq!(
        (fixture.store.kv(hero), fixture.store.kv(place)),
        (None, Some(name("Zion")))
    );
    let again = undo(&fixture.store, UndoTarget::Change(3));
    assert!(matches!(
        again,
        Err(StoreError::NoUndoStep { what: "undo" })
    ));
}

#[test]
fn node_creation_cannot_be_undone_while_data_depends_on_it() {
    let fixture = TestStore::new();
    let (hero, place) = (
        fixture.store.add_node("Hero"),
        fixture.store.add_node("Place"),
    );
    fixture
        .store
        .edit_blocking(note("Bo"), move |edit| edit.create_edge(&link(hero, place)))
        .unwrap();
    let refused = undo(&fixture.store, UndoTarget::Change(1)).unwrap_err();
    assert!(
        matches!(&refused, StoreError::Conflict { by, .. } if by == "Bo"),
        "{refused:?}"
    );
    assert_eq!(fixture.store.view(None).graph().unwrap().nodes.len(), 2);
}

#[test]
fn new_edit_clears_the_redo_stack() {
    let fixture = TestStore::new();
    let hero = fixture.store.add_node("Hero");
    fixture.store.set_kv(hero, name("Neo"));
    undo(&fixture.store, UndoTarget::Last).unwrap();
    fixture.store.set_kv(hero, name("Tom"));
    assert!(matches!(
        redo(&fixture.store),
        Err(StoreError::NoUndoStep { what: "redo" })
    ));
}

#[test]
fn several_steps_undo_in_one_edit_and_redo_one_by_one() {
    let fixture = TestStore::new();
    let hero = fixture.store.add_node("Hero");
    fixture.store.set_kv(hero, name("Thomas"));
    fixture.store.set_kv(hero, name("Neo"));
    let change = fixture
        .store
        .write(|edit| {
            edit.undo(&UndoTarget::Last)?;
            edit.undo(&UndoTarget::Last)
        })
        .unwrap()
        .change
        .unwrap();
    assert_eq!((change.moves.len(), fixture.store.kv(hero)), (1, None));
    redo(&fixture.store).unwrap();
    assert_eq!(fixture.store.kv(hero), Some(name("Thomas")));
    redo(&fixture.store).unwrap();
    assert_eq!(fixture.store.kv(hero), Some(name("Neo")));
}

#[test]
fn undo_cannot_share_an_edit_with_other_writes() {
    let fixture = TestStore::new();
    let hero = fixture.store.add_node("Hero");
    let slot = Slot::node(hero, "kv");
    let after = fixture.store.write(move |edit| {
        edit.undo(&UndoTarget::Last)?;
        edit.write(&Slot::story("kv"), &json!({}))
    });
    assert!(matches!(after, Err(StoreError::InvalidData { .. })));
    let before = fixture.store.write(move |edit| {
        edit.write(&slot, &json!({}))?;
        edit.undo(&UndoTarget::Last)
    });
    assert!(matches!(before, Err(StoreError::InvalidData { .. })));
}

#[test]
fn failed_undo_changes_nothing_even_if_the_edit_continues() {
    let fixture = TestStore::new();
    let hero = fixture.store.add_node("Hero");
    write_kv(&fixture.store, in_turn(1), hero, name("Thomas"));
    write_kv(&fixture.store, note("Bo"), hero, name("Tom"));
    let receipt = fixture
        .store
        .write(|edit| Ok(edit.undo(&UndoTarget::Turn(turn_id(1))).is_err()))
        .unwrap();
    assert!(receipt.value && receipt.change.is_none());
    assert_eq!(fixture.store.kv(hero), Some(name("Tom")));
}

/// Undoes one step; false if there is none. Any other error fails the test, because the newest step
/// can always be undone.
pub(super) fn undo_or_end(store: &Store) -> bool {
    match undo(store, UndoTarget::Last) {
        Ok(_) => true,
        Err(StoreError::NoUndoStep { .. }) => false,
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn undoes_and_redoes_interleaved_changes_of_one_author_as_one_step() {
    let fixture = TestStore::new();
    let (hero, cave) = (
        fixture.store.add_node("Hero"),
        fixture.store.add_node("Cave"),
    );
    let by = |name_of: &str, node, text: &str| {
        let data = name(text);
        let written = fixture.store.edit_blocking(note(name_of), move |edit| {
            edit.write(&Slot::node(node, "kv"), &data)
        });
        written.unwrap().change.unwrap().number
    };
    let first = by("agent", hero, "one");
    by("Ada", cave, "kept");
    let second = by("agent", hero, "two");
    let target = UndoTarget::Changes(vec![second, first]);
    let undone = fixture.store.write(move |edit| edit.undo(&target)).unwrap();
    assert_eq!(undone.value.len(), 2);
    assert_eq!(fixture.store.kv(hero), None);
    assert_eq!(fixture.store.kv(cave), Some(name("kept")));
    fixture.store.write(|edit| edit.redo()).unwrap();
    assert_eq!(fixture.store.kv(hero), Some(name("two")));
    // Nothing is left out silently: somebody has built on it.
    by("Ada", hero, "three");
    let target = UndoTarget::Changes(vec![first, second]);
    let refused = fixture.store.write(move |edit| edit.undo(&target));
    assert!(matches!(refused, Err(StoreError::Conflict { .. })));
}
