//! Tests of drafts: written next to the story, read with the draft applied, adopted in whole or in
//! part.

use model::{CommitKind, DraftId, Layout, NodeId, Slot};
use serde_json::json;

use super::{TestStore, in_turn, link, name, note, record, turn_id};
use crate::{CommitMetadata, DraftState, Store, StoreError, UndoTarget};

fn open(store: &Store) -> DraftId {
    store
        .write(|edit| edit.open_draft(Some(turn_id(7)), "Rename the hero"))
        .unwrap()
        .value
}

fn within(draft: DraftId) -> CommitMetadata {
    CommitMetadata {
        draft: Some(draft),
        ..in_turn(7)
    }
}

fn draft_kv(store: &Store, draft: DraftId, node: NodeId, text: &str) {
    let data = name(text);
    store
        .edit_blocking(within(draft), move |edit| {
            edit.write(&Slot::node(node, "kv"), &data)
        })
        .unwrap();
}

#[test]
fn draft_is_visible_only_in_its_own_view() {
    let fixture = TestStore::new();
    let hero = fixture.store.add_node("Hero");
    fixture.store.set_kv(hero, name("Thomas"));
    let draft = open(&fixture.store);
    draft_kv(&fixture.store, draft, hero, "Neo");
    let place = fixture
        .store
        .edit_blocking(within(draft), move |edit| {
            assert_eq!(
                edit.adopted(&Slot::node(hero, "kv"))?.unwrap().data(),
                name("Neo")
            );
            let place = edit.create_node(&record("Zion"), &Layout::default())?;
            edit.create_edge(&link(hero, place))?;
            assert_eq!(edit.edges_from(hero)?.len(), 1);
            Ok::<_, StoreError>(place)
        })
        .unwrap()
        .value;

    let (story, drafted) = (fixture.store.view(None), fixture.store.view(Some(draft)));
    assert_eq!(fixture.store.kv(hero), Some(name("Thomas")));
    assert_eq!(
        (
            story.graph().unwrap().nodes.len(),
            story.node(place).unwrap()
        ),
        (1, None)
    );
    assert_eq!(
        drafted.node(hero).unwrap().unwrap().data["kv"].as_ref(),
        &name("Neo")
    );
    let graph = drafted.graph().unwrap();
    assert_eq!((graph.nodes.len(), graph.edges.len()), (2, 1));
    let mut whole = drafted.story().unwrap();
    assert_eq!(whole.nodes[&hero].data["kv"].as_ref(), &name("Neo"));
    whole
        .nodes
        .values_mut()
        .for_each(|it| std::sync::Arc::make_mut(it).data.clear());
    assert_eq!(*graph, whole);
}

#[test]
fn draft_commits_appear_in_the_feed_but_move_nothing() {
    let fixture = TestStore::new();
    let hero = fixture.store.add_node("Hero");
    let draft = open(&fixture.store);
    draft_kv(&fixture.store, draft, hero, "Neo");
    let changes = fixture.store.changes_since(1, 9).unwrap();
    assert_eq!(changes.len(), 1);
    assert_eq!((changes[0].draft, changes[0].number), (Some(draft), 2));
    assert_eq!(changes[0].moves[0].slot, Slot::node(hero, "kv"));
    assert_eq!(
        fixture.store.view(None).steps(9).unwrap().len(),
        1,
        "a draft is not an undo step"
    );
    let undone = fixture
        .store
        .write(|edit| edit.undo(&UndoTarget::Last))
        .unwrap();
    assert_eq!(
        undone.value,
        ["Ada wrote"],
        "the creation of the node is undone"
    );
}

#[test]
fn adopted_draft_undoes_with_its_turn() {
    let fixture = TestStore::new();
    let hero = fixture.store.add_node("Hero");
    let draft = open(&fixture.store);
    draft_kv(&fixture.store, draft, hero, "Neo");
    let adopted = fixture
        .store
        .write(move |edit| edit.adopt_draft(draft, None))
        .unwrap();
    let change = adopted.change.unwrap();
    assert_eq!(
        (change.kind, change.turn),
        (CommitKind::Adopt, Some(turn_id(7)))
    );
    assert_eq!(
        (adopted.value.len(), fixture.store.kv(hero)),
        (1, Some(name("Neo")))
    );
    let closed = fixture.store.view(None).draft(draft).unwrap().unwrap();
    assert_eq!((closed.state, closed.pieces), (DraftState::Closed, vec![]));
    fixture
        .store
        .write(|edit| edit.undo(&UndoTarget::Turn(turn_id(7))))
        .unwrap();
    assert_eq!(fixture.store.kv(hero), None);
}

#[test]
fn pieces_can_be_adopted_and_discarded_separately() {
    let fixture = TestStore::new();
    let (hero, place) = (
        fixture.store.add_node("Hero"),
        fixture.store.add_node("Place"),
    );
    let draft = open(&fixture.store);
    draft_kv(&fixture.store, draft, hero, "Neo");
    draft_kv(&fixture.store, draft, place, "Zion");
    let piece = [Slot::node(hero, "kv")];
    let again = piece.clone();
    fixture
        .store
        .write(move |edit| edit.adopt_draft(draft, Some(&piece)))
        .unwrap();
    let left = fixture.store.view(None).drafts(true).unwrap();
    assert_eq!(left[0].pieces.len(), 1);
    assert_eq!(left[0].pieces[0].slot, Slot::node(place, "kv"));
    let refused = fixture
        .store
        .write(move |edit| edit.adopt_draft(draft, Some(&again)));
    assert!(matches!(refused, Err(StoreError::NotFound { .. })));
    fixture
        .store
        .write(move |edit| edit.discard_draft(draft, None))
        .unwrap();
    assert_eq!(fixture.store.view(None).drafts(true).unwrap(), []);
    assert_eq!(
        (fixture.store.kv(hero), fixture.store.kv(place)),
        (Some(name("Neo")), None)
    );
    let slot = Slot::node(place, "kv");
    let history = fixture.store.view(None).versions(&slot, None, 9).unwrap();
    assert_eq!(
        (history.len(), history[0].draft),
        (1, Some(draft)),
        "the version stays in the history"
    );
}

#[test]
fn adopting_a_piece_with_a_stale_base_is_a_conflict() {
    let fixture = TestStore::new();
    let (hero, place) = (
        fixture.store.add_node("Hero"),
        fixture.store.add_node("Place"),
    );
    let first = fixture.store.set_kv(hero, name("Thomas")).value;
    let draft = open(&fixture.store);
    draft_kv(&fixture.store, draft, place, "Zion");
    draft_kv(&fixture.store, draft, hero, "Neo");
    let third = fixture
        .store
        .edit_blocking(note("Bo"), move |edit| {
            edit.write(&Slot::node(hero, "kv"), &name("Tom"))
        })
        .unwrap()
        .value;
    let piece = &fixture
        .store
        .view(None)
        .draft(draft)
        .unwrap()
        .unwrap()
        .pieces[1];
    assert_eq!((piece.base, piece.adopted), (Some(first), Some(third)));
    let refused = fixture
        .store
        .write(move |edit| edit.adopt_draft(draft, None))
        .unwrap_err();
    let StoreError::Conflict {
        expected,
        found,
        by,
        ..
    } = refused
    else {
        panic!("{refused}")
    };
    assert_eq!(
        (expected, found, by.as_str()),
        (Some(first), Some(third), "Bo")
    );
    assert_eq!(fixture.store.kv(place), None, "no part of it is adopted");
}

#[test]
fn piece_cannot_be_adopted_without_its_node() {
    let fixture = TestStore::new();
    let draft = open(&fixture.store);
    let node = fixture
        .store
        .edit_blocking(within(draft), |edit| {
            let node = edit.create_node(&record("Trinity"), &Layout::default())?;
            edit.write(&Slot::node(node, "kv"), &json!({}))?;
            Ok::<_, StoreError>(node)
        })
        .unwrap()
        .value;
    let piece = [Slot::node(node, "kv")];
    let refused = fixture
        .store
        .write(move |edit| edit.adopt_draft(draft, Some(&piece)));
    assert!(
        matches!(refused, Err(StoreError::DanglingReference { .. })),
        "{refused:?}"
    );
    fixture
        .store
        .write(move |edit| edit.adopt_draft(draft, None))
        .unwrap();
    assert_eq!(
        fixture.store.view(None).node(node).unwrap().unwrap().title,
        "Trinity"
    );
}

#[test]
fn node_removed_in_a_draft_is_removed_on_adoption() {
    let fixture = TestStore::new();
    let (a, b) = (fixture.store.add_node("A"), fixture.store.add_node("B"));
    fixture
        .store
        .write(move |edit| edit.create_edge(&link(a, b)))
        .unwrap();
    let draft = open(&fixture.store);
    fixture
        .store
        .edit_blocking(within(draft), move |edit| edit.remove_node(a))
        .unwrap();
    let drafted = fixture.store.view(Some(draft)).graph().unwrap();
    assert_eq!((drafted.nodes.len(), drafted.edges.len()), (1, 0));
    assert_eq!(fixture.store.view(None).graph().unwrap().edges.len(), 1);
    fixture
        .store
        .write(move |edit| edit.adopt_draft(draft, None))
        .unwrap();
    assert_eq!(fixture.store.view(None).graph().unwrap().nodes.len(), 1);
    assert_eq!(fixture.store.check().unwrap(), []);
}

#[test]
fn reverting_a_draft_edit_removes_its_piece() {
    let fixture = TestStore::new();
    let hero = fixture.store.add_node("Hero");
    let first = fixture.store.set_kv(hero, name("Thomas")).value;
    let draft = open(&fixture.store);
    draft_kv(&fixture.store, draft, hero, "Neo");
    fixture
        .store
        .edit_blocking(within(draft), move |edit| edit.adopt(first.id))
        .unwrap();
    assert_eq!(
        fixture
            .store
            .view(None)
            .draft(draft)
            .unwrap()
            .unwrap()
            .pieces,
        []
    );
}

#[test]
fn closed_or_unknown_draft_rejects_writes() {
    let fixture = TestStore::new();
    let hero = fixture.store.add_node("Hero");
    let draft = open(&fixture.store);
    fixture
        .store
        .write(move |edit| edit.discard_draft(draft, None))
        .unwrap();
    for draft in [draft, DraftId(uuid::Uuid::from_u128(5))] {
        let write = move |edit: &mut crate::Edit<'_>| {
            edit.write(&Slot::node(hero, "kv"), &json!({})).map(|_| ())
        };
        let refused = fixture.store.edit_blocking(within(draft), write);
        assert!(
            matches!(refused, Err(StoreError::NotFound { .. })),
            "{refused:?}"
        );
    }
}

#[test]
fn finds_nodes_with_data_of_a_capability_in_story_and_draft() {
    let fixture = TestStore::new();
    let [hero, gone, zion] = ["Hero", "Gone", "Zion"].map(|it| fixture.store.add_node(it));
    fixture.store.set_kv(hero, name("Thomas"));
    fixture.store.set_kv(gone, name("Smith"));
    let draft = open(&fixture.store);
    draft_kv(&fixture.store, draft, zion, "City");
    fixture
        .store
        .edit_blocking(within(draft), move |edit| {
            edit.clear(&Slot::node(hero, "kv"))
        })
        .unwrap();
    fixture
        .store
        .write(move |edit| edit.remove_node(gone))
        .unwrap();
    let with = |draft| fixture.store.view(draft).nodes_with("kv").unwrap();
    assert_eq!(with(None), [hero]);
    assert_eq!(with(Some(draft)), [zion]);
}
