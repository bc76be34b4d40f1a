//! Writing, adopting, reading: the ordinary life of a story.

use model::{Layout, NodeRecord, Slot, StoryRecord, Subject, part};
use serde_json::json;

use super::{Ground, call, link, name, note, options, record};
use crate::{CommitNote, Store, StoreError};

#[test]
fn a_fresh_story_has_its_title_and_no_changes() {
    let ground = Ground::new();
    let story = ground.store.view(None).story().unwrap();
    assert_eq!(
        story.record,
        StoryRecord {
            title: "Demo".to_owned(),
            start: None
        }
    );
    assert_eq!((ground.store.number().unwrap(), story.number), (0, 0));
    assert_eq!(ground.store.changes_since(0, 10).unwrap(), []);
    assert_eq!(ground.store.check().unwrap(), []);
}

#[test]
fn each_write_makes_a_version_and_adopts_it() {
    let ground = Ground::new();
    let node = ground.store.add_node("Hero");
    let first = ground.store.set_kv(node, name("Thomas"));
    let second = ground.store.set_kv(node, name("Neo"));
    assert_eq!((first.value.number, second.value.number), (1, 2));
    assert_eq!(ground.store.kv(node), Some(name("Neo")));

    let slot = Slot::node(node, "kv");
    let history = ground.store.view(None).versions(&slot, None, 10).unwrap();
    let lines: Vec<_> = history
        .iter()
        .map(|it| (it.version.number, it.adopted, it.version.data()))
        .collect();
    assert_eq!(lines, [(2, true, name("Neo")), (1, false, name("Thomas"))]);
    assert_eq!(history[0].version.base, Some(first.value.id));
    let change = second.change.unwrap();
    assert_eq!(
        *change,
        ground.store.changes_since(change.number - 1, 9).unwrap()[0]
    );
}

#[test]
fn an_older_version_is_adopted_again() {
    let ground = Ground::new();
    let node = ground.store.add_node("Hero");
    let first = ground.store.set_kv(node, name("Thomas")).value;
    ground.store.set_kv(node, name("Neo"));
    ground
        .store
        .write(move |edit| edit.adopt(first.id))
        .unwrap();
    assert_eq!(ground.store.kv(node), Some(name("Thomas")));
    let third = ground.store.set_kv(node, name("Tom")).value;
    assert_eq!(third.number, 3, "going back overwrites nothing");
}

#[test]
fn equal_data_makes_neither_version_nor_commit() {
    let ground = Ground::new();
    let node = ground.store.add_node("Hero");
    let first = ground.store.set_kv(node, name("Neo")).value;
    let again = ground.store.set_kv(node, name("Neo"));
    assert_eq!(again.value, first);
    assert!(again.change.is_none());
    assert_eq!(ground.store.number().unwrap(), 2);
}

#[test]
fn a_write_on_another_base_is_refused_with_who_moved_it() {
    let ground = Ground::new();
    let node = ground.store.add_node("Hero");
    let first = ground.store.set_kv(node, name("Thomas")).value;
    let second = ground.store.set_kv(node, name("Neo")).value;
    let slot = Slot::node(node, "kv");
    let refused = ground
        .store
        .write(move |edit| edit.write_on(Some(first.id), &slot, &name("Tom")))
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
        (Some(first), Some(second), "Ada")
    );
}

#[test]
fn a_failed_edit_leaves_nothing_behind() {
    let ground = Ground::new();
    let failed = ground.store.write(|edit| {
        edit.create_node(&record("Hero"), &Layout::default())?;
        Err::<(), _>(StoreError::Cancelled)
    });
    assert!(matches!(failed, Err(StoreError::Cancelled)));
    assert_eq!(ground.store.number().unwrap(), 0);
    assert_eq!(ground.store.view(None).graph().unwrap().nodes.len(), 0);
}

#[test]
fn a_repeated_call_hears_its_first_outcome() {
    let ground = Ground::new();
    let call_note = |arguments| CommitNote {
        call: Some(call("1", arguments)),
        ..note("Ada")
    };
    let write = |edit: &mut crate::Edit<'_>| edit.create_node(&record("Hero"), &Layout::default());
    let first = ground.store.edit_blocking(call_note("a"), write).unwrap();
    let again = ground
        .store
        .edit_blocking(call_note("a"), write)
        .unwrap_err();
    let StoreError::AlreadyDone { outcome } = again else {
        panic!("{again}")
    };
    assert_eq!(outcome, json!(first.value));
    assert_eq!(
        ground.store.outcome(&call("1", "a")).unwrap(),
        Some(json!(first.value))
    );
    assert_eq!(ground.store.outcome(&call("2", "a")).unwrap(), None);
    let other = ground
        .store
        .edit_blocking(call_note("b"), write)
        .unwrap_err();
    assert!(matches!(other, StoreError::CallMismatch { call } if call == "1"));
    assert_eq!(ground.store.view(None).graph().unwrap().nodes.len(), 1);
}

#[test]
fn a_call_that_moves_nothing_is_answered_once_too() {
    let ground = Ground::new();
    let labeled = || CommitNote {
        call: Some(call("1", "")),
        ..note("Ada")
    };
    ground
        .store
        .edit_blocking(labeled(), |edit| edit.label("Act one"))
        .unwrap();
    let again = ground
        .store
        .edit_blocking(labeled(), |edit| edit.label("Act one"));
    assert!(matches!(again, Err(StoreError::AlreadyDone { .. })));
}

#[test]
fn a_removed_node_takes_its_edges_and_all_come_back() {
    let ground = Ground::new();
    let (a, b) = (ground.store.add_node("A"), ground.store.add_node("B"));
    ground
        .store
        .write(move |edit| edit.create_edge(&link(a, b)))
        .unwrap();
    ground
        .store
        .write(move |edit| edit.create_edge(&link(b, a)))
        .unwrap();
    ground.store.set_kv(a, name("first"));
    let before = ground.store.view(None).story().unwrap();
    let removed = ground.store.write(move |edit| edit.remove_node(a)).unwrap();
    assert_eq!(removed.value, 2);
    let graph = ground.store.view(None).graph().unwrap();
    assert_eq!((graph.nodes.len(), graph.edges.len()), (1, 0));
    assert_eq!(ground.store.view(None).node(a).unwrap(), None);

    ground
        .store
        .write(|edit| edit.undo(&crate::UndoTarget::Last))
        .unwrap();
    let after = ground.store.view(None).story().unwrap();
    assert_eq!(
        (after.nodes, after.edges),
        (before.nodes, before.edges),
        "order included"
    );
    assert_eq!(ground.store.check().unwrap(), []);
}

#[test]
fn nodes_of_a_removed_group_move_up_and_the_start_is_forgotten() {
    let ground = Ground::new();
    let (outer, inner) = (
        ground.store.add_node("Outer"),
        ground.store.add_node("Inner"),
    );
    let child = ground.store.add_node("Child");
    let inside = |parent| Layout {
        parent: Some(parent),
        ..Layout::default()
    };
    ground
        .store
        .write(move |edit| {
            edit.set_layout(inner, &inside(outer))?;
            edit.set_layout(child, &inside(inner))?;
            let start = json!({ "title": "Demo", "start": inner });
            edit.write(&Slot::story(part::STORY), &start)
        })
        .unwrap();
    ground
        .store
        .write(move |edit| edit.remove_node(inner))
        .unwrap();
    let story = ground.store.view(None).story().unwrap();
    assert_eq!(story.nodes[&child].layout.parent, Some(outer));
    assert_eq!(story.record.start, None);
}

#[test]
fn a_group_inside_itself_is_refused() {
    let ground = Ground::new();
    let (outer, inner) = (
        ground.store.add_node("Outer"),
        ground.store.add_node("Inner"),
    );
    let inside = |parent| Layout {
        parent: Some(parent),
        ..Layout::default()
    };
    ground
        .store
        .write(move |edit| edit.set_layout(inner, &inside(outer)))
        .unwrap();
    let refused = ground
        .store
        .write(move |edit| edit.set_layout(outer, &inside(inner)));
    assert!(
        matches!(refused, Err(StoreError::Loose { .. })),
        "{refused:?}"
    );
}

#[test]
fn what_is_not_there_cannot_be_written_to() {
    let ground = Ground::new();
    let node = ground.store.add_node("Hero");
    let gone = model::NodeId(uuid::Uuid::from_u128(9));
    let refused = |result: Result<crate::Receipt<()>, StoreError>| {
        assert!(
            matches!(result, Err(StoreError::NotFound { .. })),
            "{result:?}"
        );
    };
    refused(
        ground
            .store
            .write(move |edit| edit.write(&Slot::node(gone, "kv"), &json!({})).map(|_| ())),
    );
    refused(
        ground
            .store
            .write(move |edit| edit.create_edge(&link(node, gone)).map(|_| ())),
    );
    refused(
        ground
            .store
            .write(move |edit| edit.remove_node(gone).map(|_| ())),
    );
    refused(
        ground
            .store
            .write(move |edit| edit.set_node(gone, &record("A")).map(|_| ())),
    );
}

#[test]
fn titles_are_trimmed_and_checked() {
    let ground = Ground::new();
    let node = ground.store.add_node("  Hero \n");
    assert_eq!(
        ground.store.view(None).node(node).unwrap().unwrap().title,
        "Hero"
    );
    for title in ["", " \t", "a\nb", "a\u{7}b", &"x".repeat(501)] {
        let record = NodeRecord {
            title: title.to_owned(),
            kind: "scene".to_owned(),
        };
        let refused = ground
            .store
            .write(move |edit| edit.create_node(&record, &Layout::default()));
        assert!(
            matches!(refused, Err(StoreError::InvalidData { .. })),
            "{title:?}"
        );
    }
    let refused = Store::create(&ground.folder.path().join("x.story"), "a\0b", options());
    assert!(matches!(refused, Err(StoreError::InvalidData { .. })));
    assert!(!ground.folder.path().join("x.story").exists());
}

#[test]
fn data_is_checked_on_the_way_in() {
    let ground = Ground::new();
    let node = ground.store.add_node("Hero");
    let deep = (0..200).fold(json!({}), |inner, _| json!({ "a": inner }));
    let cases = [
        (Slot::node(node, "kv"), json!([1]), "the rule refuses it"),
        (Slot::node(node, "weather"), json!({}), "no rule is known"),
        (
            Slot::node(node, part::LAYOUT),
            json!({ "x": "far" }),
            "not a layout",
        ),
        (
            Slot::node(node, part::LAYOUT),
            json!({ "x": 0, "y": 0, "width": -1 }),
            "no width",
        ),
        (
            Slot::node(node, part::STORY),
            json!({ "title": "A" }),
            "on the wrong subject",
        ),
        (
            Slot::node(node, part::KEPT),
            json!("x"),
            "kept data is an object",
        ),
        (Slot::node(node, "kv"), deep, "it could not be read back"),
    ];
    for (slot, data, why) in cases {
        let refused = ground.store.write(move |edit| edit.write(&slot, &data));
        assert!(
            matches!(refused, Err(StoreError::InvalidData { .. })),
            "{why}: {refused:?}"
        );
    }
    let large = json!({ "text": "x".repeat(crate::MAX_BODY) });
    let refused = ground
        .store
        .write(move |edit| edit.write(&Slot::node(node, "text"), &large));
    assert!(
        matches!(refused, Err(StoreError::TooLarge { .. })),
        "{refused:?}"
    );
    assert_eq!(ground.store.number().unwrap(), 1);
}

#[test]
fn a_closed_story_is_one_file_and_opens_again() {
    let ground = Ground::new();
    let node = ground.store.add_node("Hero");
    ground.store.set_kv(node, name("Neo"));
    let before = ground.store.view(None).story().unwrap();
    let id = ground.store.story_id();
    let (folder, path) = ground.close();
    let files = std::fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(files, 1);
    let store = Store::open(&path, options()).unwrap();
    assert_eq!(
        (store.story_id(), store.view(None).story().unwrap()),
        (id, before)
    );
    assert_eq!(
        store.view(None).slots(Subject::Node(node)).unwrap().len(),
        3
    );
    store.set_kv(node, name("Trinity"));
    assert_eq!(store.check().unwrap(), []);
}
