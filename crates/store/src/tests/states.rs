//! Tests of snapshots, reading earlier states, and compaction.

use model::{CommitKind, Slot, Story};
use serde_json::json;

use super::{TestStore, name, note};
use crate::{Store, StoreError, UndoTarget};

async fn compact(store: &Store, keep: u32) -> (u64, u64) {
    store.compact(keep).await.unwrap()
}

#[test]
fn snapshot_can_be_read_and_restored() {
    let fixture = TestStore::new();
    let hero = fixture.store.add_node("Hero");
    fixture.store.set_kv(hero, name("Thomas"));
    fixture
        .store
        .edit_blocking(note("Bo"), |edit| edit.label(" Act one "))
        .unwrap();
    let then = fixture.store.view(None).story().unwrap();
    fixture.store.set_kv(hero, name("Neo"));
    let other = fixture.store.add_node("Trinity");
    fixture
        .store
        .write(move |edit| edit.remove_node(hero))
        .unwrap();
    let now = fixture.store.view(None).story().unwrap();

    let label = fixture.store.view(None).labels().unwrap().remove(0);
    assert_eq!(
        (
            label.name.as_str(),
            label.number,
            label.author.name.as_str()
        ),
        ("Act one", 2, "Bo")
    );
    assert_eq!(fixture.store.view(None).as_of(label.number).unwrap(), then);

    let restored = fixture
        .store
        .write(move |edit| edit.restore(label.number))
        .unwrap();
    assert_eq!(restored.change.unwrap().kind, CommitKind::Restore);
    assert_eq!(
        restored.value, 5,
        "three slots are restored, two of the other node are cleared"
    );
    assert_eq!(fixture.store.view(None).node(other).unwrap(), None);
    let again = fixture.store.view(None).story().unwrap();
    assert_eq!(Story { number: 2, ..again }, then);
    fixture
        .store
        .write(|edit| edit.undo(&UndoTarget::Last))
        .unwrap();
    let back = fixture.store.view(None).story().unwrap();
    assert_eq!(
        Story {
            number: now.number,
            ..back
        },
        now
    );
}

#[test]
fn snapshot_includes_its_own_edit() {
    let fixture = TestStore::new();
    let hero = fixture.store.add_node("Hero");
    fixture
        .store
        .write(move |edit| {
            edit.label("Renamed")?;
            edit.write(&Slot::node(hero, "kv"), &name("Neo"))
        })
        .unwrap();
    assert_eq!(fixture.store.view(None).labels().unwrap()[0].number, 2);
}

#[test]
fn snapshot_names_are_unique_and_removable() {
    let fixture = TestStore::new();
    fixture.store.write(|edit| edit.label("Act one")).unwrap();
    let again = fixture.store.write(|edit| edit.label("Act one"));
    assert!(matches!(again, Err(StoreError::InvalidData { .. })));
    let twice = fixture
        .store
        .write(|edit| edit.label("Two").and_then(|()| edit.label("Two")));
    assert!(matches!(twice, Err(StoreError::InvalidData { .. })));
    fixture.store.write(|edit| edit.unlabel("Act one")).unwrap();
    assert_eq!(fixture.store.view(None).labels().unwrap(), []);
    let unknown = fixture.store.write(|edit| edit.unlabel("Act one"));
    assert!(matches!(unknown, Err(StoreError::NotFound { .. })));
}

#[test]
fn a_renamed_snapshot_keeps_its_state() {
    let fixture = TestStore::new();
    let hero = fixture.store.add_node("Hero");
    fixture
        .store
        .write(move |edit| {
            edit.label("Act one")?;
            edit.write(&Slot::node(hero, "kv"), &name("Neo"))
        })
        .unwrap();
    let before = fixture.store.view(None).labels().unwrap().remove(0);
    fixture.store.write(|edit| edit.label("Other")).unwrap();
    let rename = |from: &'static str, to: &'static str| {
        fixture.store.write(move |edit| edit.relabel(from, to))
    };
    assert!(matches!(
        rename("Act one", "Other"),
        Err(StoreError::InvalidData { .. })
    ));
    assert!(matches!(
        rename("Act two", "Act"),
        Err(StoreError::NotFound { .. })
    ));
    rename("Act one", "The first act").unwrap();
    let labels = fixture.store.view(None).labels().unwrap();
    let renamed = labels.iter().find(|it| it.name == "The first act").unwrap();
    assert_eq!((renamed.number, renamed.time), (before.number, before.time));
    assert!(!labels.iter().any(|it| it.name == "Act one"));
    let moved = fixture
        .store
        .write(|edit| edit.restore_state("The first act"))
        .unwrap();
    assert_eq!(moved.value, 0, "the state with the edit that named it");
}

#[test]
fn does_not_find_future_states() {
    let fixture = TestStore::new();
    assert!(matches!(
        fixture.store.view(None).as_of(1),
        Err(StoreError::NotFound { .. })
    ));
    let restored = fixture.store.write(|edit| edit.restore(1));
    assert!(matches!(restored, Err(StoreError::NotFound { .. })));
}

#[tokio::test]
async fn compaction_keeps_adopted_labeled_drafted_and_recent_versions() {
    let fixture = TestStore::new();
    let store = fixture.store.clone();
    let hero = store.add_node("Hero");
    let slot = Slot::node(hero, "kv");
    for number in 1..=6 {
        store.set_kv(hero, json!({ "v": number }));
        if number == 2 {
            store.write(|edit| edit.label("Two")).unwrap();
        }
    }
    let history = store.view(None).versions(&slot, None, 9).unwrap();
    let third = history
        .iter()
        .find(|it| it.version.number == 3)
        .unwrap()
        .version
        .id;
    let draft = store
        .write(|edit| edit.open_draft(None, "Back to three"))
        .unwrap()
        .value;
    let drafted = crate::CommitMetadata {
        draft: Some(draft),
        ..note("Ada")
    };
    store
        .edit_blocking(drafted, move |edit| edit.adopt(third))
        .unwrap();

    assert_eq!(
        compact(&store, 1).await,
        (3, 0),
        "versions 1, 4 and 5 are dropped"
    );
    let history = store.view(None).versions(&slot, None, 9).unwrap();
    let lines: Vec<_> = history
        .iter()
        .map(|it| (it.version.number, it.compacted))
        .collect();
    assert_eq!(
        lines,
        [
            (6, false),
            (5, true),
            (4, true),
            (3, false),
            (2, false),
            (1, true)
        ]
    );
    assert_eq!(history[1].reason, "Ada wrote", "author and reason stay");
    let then = store.view(None).as_of(3).unwrap();
    assert_eq!(then.nodes[&hero].data["kv"]["v"], 2);

    let gone = store.view(None).version_numbered(&slot, 4);
    assert!(matches!(gone, Err(StoreError::Compacted { number: 4, .. })));
    let refused = store.write(move |edit| edit.adopt(history[1].version.id));
    assert!(matches!(
        refused,
        Err(StoreError::Compacted { number: 5, .. })
    ));
    assert_eq!(store.check().unwrap(), []);
    assert_eq!(compact(&store, 1).await, (0, 0));
}

#[tokio::test]
async fn compaction_removes_undo_steps_that_need_dropped_versions() {
    let fixture = TestStore::new();
    let store = fixture.store.clone();
    let hero = store.add_node("Hero");
    for number in 1..=4 {
        store.set_kv(hero, json!({ "v": number }));
    }
    compact(&store, 2).await;
    let steps = store.view(None).steps(9).unwrap();
    assert_eq!(
        steps.iter().map(|it| it.changes[0]).collect::<Vec<_>>(),
        [5]
    );
    store.write(|edit| edit.undo(&UndoTarget::Last)).unwrap();
    assert_eq!(store.kv(hero), Some(json!({ "v": 3 })));
    let end = store.write(|edit| edit.undo(&UndoTarget::Last));
    assert!(matches!(end, Err(StoreError::NoUndoStep { .. })));
}

#[tokio::test]
async fn asset_is_kept_while_a_version_refers_to_it() {
    let fixture = TestStore::new();
    let store = fixture.store.clone();
    let hero = store.add_node("Hero");
    let slot = Slot::node(hero, "image");
    let attach = move |bytes: &'static [u8], slot: Slot| {
        move |edit: &mut crate::Edit<'_>| {
            let id = edit.attach(bytes, "image/png")?;
            edit.write(&slot, &json!({ "picture": [{ "asset": id }] }))?;
            Ok::<_, StoreError>(id)
        }
    };
    let first = store.write(attach(b"one", slot.clone())).unwrap().value;
    let second = store.write(attach(b"two", slot)).unwrap().value;
    let kept = store.view(None).asset(second).unwrap().unwrap();
    assert_eq!(
        (kept.id, kept.mime.as_str(), &*kept.bytes),
        (second, "image/png", &b"two"[..])
    );
    assert_eq!(
        compact(&store, 2).await,
        (0, 0),
        "the older version still refers to the first"
    );
    assert_eq!(compact(&store, 1).await, (1, 1));
    assert_eq!(store.view(None).asset(first).unwrap(), None);
    assert!(store.view(None).asset(second).unwrap().is_some());
}

/// A story with two pictures, of which a message of a conversation names the second.
async fn with_pictures(
    message: impl FnOnce(model::AssetId) -> crate::NewMessage,
) -> (TestStore, model::AssetId) {
    let fixture = TestStore::new();
    let store = &fixture.store;
    let named = store
        .write(|edit| {
            edit.attach(b"left", "image/png")?;
            edit.attach(b"named", "image/png")
        })
        .unwrap()
        .value;
    let thread = store
        .create_thread("Pictures", None, model::PrincipalId::local())
        .await
        .unwrap()
        .id;
    let messages = vec![message(named)];
    store.append_messages(thread, messages).await.unwrap();
    assert_eq!(compact(store, 1).await, (0, 1), "one picture is dropped");
    assert!(store.view(None).asset(named).unwrap().is_some());
    (fixture, named)
}

#[tokio::test]
async fn compaction_keeps_pictures_that_a_person_attached() {
    with_pictures(|attached| crate::NewMessage {
        turn: model::TurnId(uuid::Uuid::nil()),
        role: model::conversation::Role::User,
        content: "look".into(),
        metadata: model::conversation::MessageMetadata {
            more: [("pictures".to_owned(), json!([attached]))].into(),
            ..Default::default()
        },
    })
    .await;
}

#[tokio::test]
async fn compaction_keeps_pictures_that_an_outside_tool_answered_with() {
    let (fixture, drawn) = with_pictures(|drawn| {
        let data = json!({ "from": "draw", "pictures": [{ "asset": drawn }] });
        crate::NewMessage {
            turn: model::TurnId(uuid::Uuid::nil()),
            role: model::conversation::Role::Tool,
            content: "{}".into(),
            metadata: model::conversation::MessageMetadata {
                tool_agent_output: Some(json!({ "result": { "data": data } })),
                ..Default::default()
            },
        }
    })
    .await;
    let view = fixture.store.view(None);
    let digits = drawn.to_string();
    assert_eq!(view.assets_starting_with(&digits[..9]).unwrap(), [drawn]);
    assert_eq!(view.assets_starting_with(&digits).unwrap(), [drawn]);
    for none in ["g", "0123456789", &"0".repeat(65), "\u{1f426}"] {
        assert_eq!(view.assets_starting_with(none).unwrap(), [], "{none}");
    }
}
