//! Tests of the basic operations on a story: writing, adopting, reading.

use model::{Layout, NodeRecord, Slot, StoryRecord, Subject, part};
use serde_json::json;

use super::{TestStore, call, link, name, note, options, record};
use crate::{CommitMetadata, Store, StoreError};

#[test]
fn new_story_has_its_title_and_no_changes() {
    let fixture = TestStore::new();
    let story = fixture.store.view(None).story().unwrap();
    assert_eq!(
        story.record,
        StoryRecord {
            title: "Demo".to_owned(),
            ..StoryRecord::default()
        }
    );
    assert_eq!((fixture.store.number().unwrap(), story.number), (0, 0));
    assert_eq!(fixture.store.changes_since(0, 10).unwrap(), []);
    assert_eq!(fixture.store.check().unwrap(), []);
}

#[test]
fn each_write_makes_a_version_and_adopts_it() {
    let fixture = TestStore::new();
    let node = fixture.store.add_node("Hero");
    let first = fixture.store.set_kv(node, name("Thomas"));
    let second = fixture.store.set_kv(node, name("Neo"));
    assert_eq!((first.value.number, second.value.number), (1, 2));
    assert_eq!(fixture.store.kv(node), Some(name("Neo")));

    let slot = Slot::node(node, "kv");
    let history = fixture.store.view(None).versions(&slot, None, 10).unwrap();
    let lines: Vec<_> = history
        .iter()
        .map(|it| (it.version.number, it.adopted, it.version.data()))
        .collect();
    assert_eq!(lines, [(2, true, name("Neo")), (1, false, name("Thomas"))]);
    assert_eq!(history[0].version.base, Some(first.value.id));
    let change = second.change.unwrap();
    assert_eq!(
        *change,
        fixture.store.changes_since(change.number - 1, 9).unwrap()[0]
    );
}

#[test]
fn older_version_can_be_adopted_again() {
    let fixture = TestStore::new();
    let node = fixture.store.add_node("Hero");
    let first = fixture.store.set_kv(node, name("Thomas")).value;
    fixture.store.set_kv(node, name("Neo"));
    fixture
        .store
        .write(move |edit| edit.adopt(first.id))
        .unwrap();
    assert_eq!(fixture.store.kv(node), Some(name("Thomas")));
    let third = fixture.store.set_kv(node, name("Tom")).value;
    assert_eq!(
        third.number, 3,
        "adopting an older version overwrites nothing"
    );
}

#[test]
fn writing_equal_data_makes_no_version() {
    let fixture = TestStore::new();
    let node = fixture.store.add_node("Hero");
    let first = fixture.store.set_kv(node, name("Neo")).value;
    let again = fixture.store.set_kv(node, name("Neo"));
    assert_eq!(again.value, first);
    assert!(again.change.is_none());
    assert_eq!(fixture.store.number().unwrap(), 2);
}

#[test]
fn write_with_a_stale_base_is_a_conflict_naming_the_author() {
    let fixture = TestStore::new();
    let node = fixture.store.add_node("Hero");
    let first = fixture.store.set_kv(node, name("Thomas")).value;
    let second = fixture.store.set_kv(node, name("Neo")).value;
    let slot = Slot::node(node, "kv");
    let refused = fixture
        .store
        .write(move |edit| edit.write_if_base(Some(first.id), &slot, &name("Tom")))
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
        (Some(first), Some(second), "Ada")
    );
}

#[test]
fn failed_edit_changes_nothing() {
    let fixture = TestStore::new();
    let failed = fixture.store.write(|edit| {
        edit.create_node(&record("Hero"), &Layout::default())?;
        Err::<(), _>(StoreError::Cancelled)
    });
    assert!(matches!(failed, Err(StoreError::Cancelled)));
    assert_eq!(fixture.store.number().unwrap(), 0);
    assert_eq!(fixture.store.view(None).graph().unwrap().nodes.len(), 0);
}

#[test]
fn repeated_call_returns_the_first_outcome() {
    let fixture = TestStore::new();
    let call_note = |arguments| CommitMetadata {
        call: Some(call("1", arguments)),
        ..note("Ada")
    };
    let write = |edit: &mut crate::Edit<'_>| edit.create_node(&record("Hero"), &Layout::default());
    let first = fixture.store.edit_blocking(call_note("a"), write).unwrap();
    let again = fixture
        .store
        .edit_blocking(call_note("a"), write)
        .unwrap_err();
    let StoreError::AlreadyDone { outcome } = again else {
        panic!("{again}")
    };
    assert_eq!(outcome, json!(first.value));
    assert_eq!(
        fixture.store.outcome(&call("1", "a")).unwrap(),
        Some(json!(first.value))
    );
    assert_eq!(fixture.store.outcome(&call("2", "a")).unwrap(), None);
    let other = fixture
        .store
        .edit_blocking(call_note("b"), write)
        .unwrap_err();
    assert!(matches!(other, StoreError::CallMismatch { call } if call == "1"));
    assert_eq!(fixture.store.view(None).graph().unwrap().nodes.len(), 1);
}

#[test]
fn call_without_changes_is_also_idempotent() {
    let fixture = TestStore::new();
    let labeled = || CommitMetadata {
        call: Some(call("1", "")),
        ..note("Ada")
    };
    fixture
        .store
        .edit_blocking(labeled(), |edit| edit.label("Act one"))
        .unwrap();
    let again = fixture
        .store
        .edit_blocking(labeled(), |edit| edit.label("Act one"));
    assert!(matches!(again, Err(StoreError::AlreadyDone { .. })));
}

#[test]
fn removing_a_node_removes_its_edges_and_undo_restores_them() {
    let fixture = TestStore::new();
    let (a, b) = (fixture.store.add_node("A"), fixture.store.add_node("B"));
    fixture
        .store
        .write(move |edit| edit.create_edge(&link(a, b)))
        .unwrap();
    fixture
        .store
        .write(move |edit| edit.create_edge(&link(b, a)))
        .unwrap();
    fixture.store.set_kv(a, name("first"));
    let before = fixture.store.view(None).story().unwrap();
    let removed = fixture
        .store
        .write(move |edit| edit.remove_node(a))
        .unwrap();
    assert_eq!(removed.value, 2);
    let graph = fixture.store.view(None).graph().unwrap();
    assert_eq!((graph.nodes.len(), graph.edges.len()), (1, 0));
    assert_eq!(fixture.store.view(None).node(a).unwrap(), None);

    fixture
        .store
        .write(|edit| edit.undo(&crate::UndoTarget::Last))
        .unwrap();
    let after = fixture.store.view(None).story().unwrap();
    assert_eq!(
        (after.nodes, after.edges),
        (before.nodes, before.edges),
        "the order is restored too"
    );
    assert_eq!(fixture.store.check().unwrap(), []);
}

#[test]
fn removing_a_group_moves_its_nodes_up_and_clears_the_start() {
    let fixture = TestStore::new();
    let (outer, inner) = (
        fixture.store.add_node("Outer"),
        fixture.store.add_node("Inner"),
    );
    let child = fixture.store.add_node("Child");
    let inside = |parent| Layout {
        parent: Some(parent),
        ..Layout::default()
    };
    fixture
        .store
        .write(move |edit| {
            edit.set_layout(inner, &inside(outer))?;
            edit.set_layout(child, &inside(inner))?;
            let start = json!({ "title": "Demo", "start": inner });
            edit.write(&Slot::story(part::STORY), &start)
        })
        .unwrap();
    fixture
        .store
        .write(move |edit| edit.remove_node(inner))
        .unwrap();
    let story = fixture.store.view(None).story().unwrap();
    assert_eq!(story.nodes[&child].layout.parent, Some(outer));
    assert_eq!(story.record.start, None);
}

#[test]
fn rejects_a_group_inside_itself() {
    let fixture = TestStore::new();
    let (outer, inner) = (
        fixture.store.add_node("Outer"),
        fixture.store.add_node("Inner"),
    );
    let inside = |parent| Layout {
        parent: Some(parent),
        ..Layout::default()
    };
    fixture
        .store
        .write(move |edit| edit.set_layout(inner, &inside(outer)))
        .unwrap();
    let refused = fixture
        .store
        .write(move |edit| edit.set_layout(outer, &inside(inner)));
    assert!(
        matches!(refused, Err(StoreError::DanglingReference { .. })),
        "{refused:?}"
    );
}

#[test]
fn rejects_writes_to_missing_nodes_and_edges() {
    let fixture = TestStore::new();
    let node = fixture.store.add_node("Hero");
    let gone = model::NodeId(uuid::Uuid::from_u128(9));
    let refused = |result: Result<crate::Receipt<()>, StoreError>| {
        assert!(
            matches!(result, Err(StoreError::NotFound { .. })),
            "{result:?}"
        );
    };
    refused(
        fixture
            .store
            .write(move |edit| edit.write(&Slot::node(gone, "kv"), &json!({})).map(|_| ())),
    );
    refused(
        fixture
            .store
            .write(move |edit| edit.create_edge(&link(node, gone)).map(|_| ())),
    );
    refused(
        fixture
            .store
            .write(move |edit| edit.remove_node(gone).map(|_| ())),
    );
    refused(
        fixture
            .store
            .write(move |edit| edit.set_node(gone, &record("A")).map(|_| ())),
    );
}

#[test]
fn titles_are_trimmed_and_checked() {
    let fixture = TestStore::new();
    let node = fixture.store.add_node("  Hero \n");
    assert_eq!(
        fixture.store.view(None).node(node).unwrap().unwrap().title,
        "Hero"
    );
    for title in ["", " \t", "a\nb", "a\u{7}b", &"x".repeat(501)] {
        let record = NodeRecord {
            title: title.to_owned(),
            kind: "scene".to_owned(),
        };
        let refused = fixture
            .store
            .write(move |edit| edit.create_node(&record, &Layout::default()));
        assert!(
            matches!(refused, Err(StoreError::InvalidData { .. })),
            "{title:?}"
        );
    }
    let refused = Store::create(&fixture.folder.path().join("x.story"), "a\0b", options());
    assert!(matches!(refused, Err(StoreError::InvalidData { .. })));
    assert!(!fixture.folder.path().join("x.story").exists());
}

#[test]
fn rejects_data_that_does_not_match_the_schema() {
    let fixture = TestStore::new();
    let node = fixture.store.add_node("Hero");
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
            Slot::node(node, part::FOREIGN),
            json!("x"),
            "kept data is an object",
        ),
        (Slot::node(node, "kv"), deep, "it could not be read back"),
    ];
    for (slot, data, why) in cases {
        let refused = fixture.store.write(move |edit| edit.write(&slot, &data));
        assert!(
            matches!(refused, Err(StoreError::InvalidData { .. })),
            "{why}: {refused:?}"
        );
    }
    let large = json!({ "text": "x".repeat(crate::MAX_BODY) });
    let refused = fixture
        .store
        .write(move |edit| edit.write(&Slot::node(node, "text"), &large));
    assert!(
        matches!(refused, Err(StoreError::TooLarge { .. })),
        "{refused:?}"
    );
    assert_eq!(fixture.store.number().unwrap(), 1);
}

#[test]
fn closed_story_is_one_file_and_reopens() {
    let fixture = TestStore::new();
    let node = fixture.store.add_node("Hero");
    fixture.store.set_kv(node, name("Neo"));
    let before = fixture.store.view(None).story().unwrap();
    let id = fixture.store.story_id();
    let (folder, path) = fixture.close();
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
