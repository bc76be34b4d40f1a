//! Drafts: written beside the story, read over it, adopted in whole or in part.

use model::{CommitKind, DraftId, Layout, NodeId, Slot};
use serde_json::json;

use super::{Ground, in_turn, link, name, note, record, turn_id};
use crate::{CommitNote, DraftState, Store, StoreError, UndoTarget};

fn open(store: &Store) -> DraftId {
    store
        .write(|edit| edit.open_draft(Some(turn_id(7)), "Rename the hero"))
        .unwrap()
        .value
}

fn within(draft: DraftId) -> CommitNote {
    CommitNote {
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
fn a_draft_is_seen_in_its_view_alone() {
    let ground = Ground::new();
    let hero = ground.store.add_node("Hero");
    ground.store.set_kv(hero, name("Thomas"));
    let draft = open(&ground.store);
    draft_kv(&ground.store, draft, hero, "Neo");
    let place = ground
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

    let (story, drafted) = (ground.store.view(None), ground.store.view(Some(draft)));
    assert_eq!(ground.store.kv(hero), Some(name("Thomas")));
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
fn the_feed_tells_of_a_draft_without_moving_the_story() {
    let ground = Ground::new();
    let hero = ground.store.add_node("Hero");
    let draft = open(&ground.store);
    draft_kv(&ground.store, draft, hero, "Neo");
    let changes = ground.store.changes_since(1, 9).unwrap();
    assert_eq!(changes.len(), 1);
    assert_eq!((changes[0].draft, changes[0].number), (Some(draft), 2));
    assert_eq!(changes[0].moves[0].slot, Slot::node(hero, "kv"));
    assert_eq!(
        ground.store.view(None).steps(9).unwrap().len(),
        1,
        "a draft is no step"
    );
    let undone = ground
        .store
        .write(|edit| edit.undo(&UndoTarget::Last))
        .unwrap();
    assert_eq!(
        undone.value,
        ["Ada wrote"],
        "what is undone is the making of the node"
    );
}

#[test]
fn an_adopted_draft_undoes_as_its_turn() {
    let ground = Ground::new();
    let hero = ground.store.add_node("Hero");
    let draft = open(&ground.store);
    draft_kv(&ground.store, draft, hero, "Neo");
    let adopted = ground
        .store
        .write(move |edit| edit.adopt_draft(draft, None))
        .unwrap();
    let change = adopted.change.unwrap();
    assert_eq!(
        (change.kind, change.turn),
        (CommitKind::Adopt, Some(turn_id(7)))
    );
    assert_eq!(
        (adopted.value.len(), ground.store.kv(hero)),
        (1, Some(name("Neo")))
    );
    let closed = ground.store.view(None).draft(draft).unwrap().unwrap();
    assert_eq!((closed.state, closed.pieces), (DraftState::Closed, vec![]));
    ground
        .store
        .write(|edit| edit.undo(&UndoTarget::Turn(turn_id(7))))
        .unwrap();
    assert_eq!(ground.store.kv(hero), None);
}

#[test]
fn pieces_are_adopted_and_dropped_one_by_one() {
    let ground = Ground::new();
    let (hero, place) = (
        ground.store.add_node("Hero"),
        ground.store.add_node("Place"),
    );
    let draft = open(&ground.store);
    draft_kv(&ground.store, draft, hero, "Neo");
    draft_kv(&ground.store, draft, place, "Zion");
    let piece = [Slot::node(hero, "kv")];
    let again = piece.clone();
    ground
        .store
        .write(move |edit| edit.adopt_draft(draft, Some(&piece)))
        .unwrap();
    let left = ground.store.view(None).drafts(true).unwrap();
    assert_eq!(left[0].pieces.len(), 1);
    assert_eq!(left[0].pieces[0].slot, Slot::node(place, "kv"));
    let refused = ground
        .store
        .write(move |edit| edit.adopt_draft(draft, Some(&again)));
    assert!(matches!(refused, Err(StoreError::NotFound { .. })));
    ground
        .store
        .write(move |edit| edit.drop_draft(draft, None))
        .unwrap();
    assert_eq!(ground.store.view(None).drafts(true).unwrap(), []);
    assert_eq!(
        (ground.store.kv(hero), ground.store.kv(place)),
        (Some(name("Neo")), None)
    );
    let slot = Slot::node(place, "kv");
    let history = ground.store.view(None).versions(&slot, None, 9).unwrap();
    assert_eq!(
        (history.len(), history[0].draft),
        (1, Some(draft)),
        "the version stays"
    );
}

#[test]
fn a_piece_whose_base_has_moved_is_refused_with_both_versions() {
    let ground = Ground::new();
    let (hero, place) = (
        ground.store.add_node("Hero"),
        ground.store.add_node("Place"),
    );
    let first = ground.store.set_kv(hero, name("Thomas")).value;
    let draft = open(&ground.store);
    draft_kv(&ground.store, draft, place, "Zion");
    draft_kv(&ground.store, draft, hero, "Neo");
    let third = ground
        .store
        .edit_blocking(note("Bo"), move |edit| {
            edit.write(&Slot::node(hero, "kv"), &name("Tom"))
        })
        .unwrap()
        .value;
    let piece = &ground
        .store
        .view(None)
        .draft(draft)
        .unwrap()
        .unwrap()
        .pieces[1];
    assert_eq!((piece.base, piece.adopted), (Some(first), Some(third)));
    let refused = ground
        .store
        .write(move |edit| edit.adopt_draft(draft, None))
        .unwrap_err();
    let StoreError::Moved {
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
    assert_eq!(ground.store.kv(place), None, "nothing of it is adopted");
}

#[test]
fn a_piece_is_not_adopted_without_the_node_it_stands_on() {
    let ground = Ground::new();
    let draft = open(&ground.store);
    let node = ground
        .store
        .edit_blocking(within(draft), |edit| {
            let node = edit.create_node(&record("Trinity"), &Layout::default())?;
            edit.write(&Slot::node(node, "kv"), &json!({}))?;
            Ok::<_, StoreError>(node)
        })
        .unwrap()
        .value;
    let piece = [Slot::node(node, "kv")];
    let refused = ground
        .store
        .write(move |edit| edit.adopt_draft(draft, Some(&piece)));
    assert!(
        matches!(refused, Err(StoreError::Loose { .. })),
        "{refused:?}"
    );
    ground
        .store
        .write(move |edit| edit.adopt_draft(draft, None))
        .unwrap();
    assert_eq!(
        ground.store.view(None).node(node).unwrap().unwrap().title,
        "Trinity"
    );
}

#[test]
fn a_node_removed_in_a_draft_is_gone_there_and_goes_when_adopted() {
    let ground = Ground::new();
    let (a, b) = (ground.store.add_node("A"), ground.store.add_node("B"));
    ground
        .store
        .write(move |edit| edit.create_edge(&link(a, b)))
        .unwrap();
    let draft = open(&ground.store);
    ground
        .store
        .edit_blocking(within(draft), move |edit| edit.remove_node(a))
        .unwrap();
    let drafted = ground.store.view(Some(draft)).graph().unwrap();
    assert_eq!((drafted.nodes.len(), drafted.edges.len()), (1, 0));
    assert_eq!(ground.store.view(None).graph().unwrap().edges.len(), 1);
    ground
        .store
        .write(move |edit| edit.adopt_draft(draft, None))
        .unwrap();
    assert_eq!(ground.store.view(None).graph().unwrap().nodes.len(), 1);
    assert_eq!(ground.store.check().unwrap(), []);
}

#[test]
fn a_draft_written_back_to_where_it_began_has_no_piece() {
    let ground = Ground::new();
    let hero = ground.store.add_node("Hero");
    let first = ground.store.set_kv(hero, name("Thomas")).value;
    let draft = open(&ground.store);
    draft_kv(&ground.store, draft, hero, "Neo");
    ground
        .store
        .edit_blocking(within(draft), move |edit| edit.adopt(first.id))
        .unwrap();
    assert_eq!(
        ground
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
fn a_closed_or_unknown_draft_takes_no_more() {
    let ground = Ground::new();
    let hero = ground.store.add_node("Hero");
    let draft = open(&ground.store);
    ground
        .store
        .write(move |edit| edit.drop_draft(draft, None))
        .unwrap();
    for draft in [draft, DraftId(uuid::Uuid::from_u128(5))] {
        let write = move |edit: &mut crate::Edit<'_>| {
            edit.write(&Slot::node(hero, "kv"), &json!({})).map(|_| ())
        };
        let refused = ground.store.edit_blocking(within(draft), write);
        assert!(
            matches!(refused, Err(StoreError::NotFound { .. })),
            "{refused:?}"
        );
    }
}
