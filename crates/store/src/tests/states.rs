//! Named states, the story as it stood, and compaction.

use model::{CommitKind, Slot, Story};
use serde_json::json;

use super::{Ground, name, note};
use crate::{Store, StoreError, UndoTarget};

async fn compact(store: &Store, keep: u32) -> (u64, u64) {
    store.compact(keep).await.unwrap()
}

#[test]
fn a_named_state_is_read_and_restored() {
    let ground = Ground::new();
    let hero = ground.store.add_node("Hero");
    ground.store.set_kv(hero, name("Thomas"));
    ground
        .store
        .edit_blocking(note("Bo"), |edit| edit.label(" Act one "))
        .unwrap();
    let then = ground.store.view(None).story().unwrap();
    ground.store.set_kv(hero, name("Neo"));
    let other = ground.store.add_node("Trinity");
    ground
        .store
        .write(move |edit| edit.remove_node(hero))
        .unwrap();
    let now = ground.store.view(None).story().unwrap();

    let label = ground.store.view(None).labels().unwrap().remove(0);
    assert_eq!(
        (
            label.name.as_str(),
            label.number,
            label.author.name.as_str()
        ),
        ("Act one", 2, "Bo")
    );
    assert_eq!(ground.store.view(None).as_of(label.number).unwrap(), then);

    let restored = ground
        .store
        .write(move |edit| edit.restore(label.number))
        .unwrap();
    assert_eq!(restored.change.unwrap().kind, CommitKind::Restore);
    assert_eq!(
        restored.value, 5,
        "three slots come back, two of the other node go"
    );
    assert_eq!(ground.store.view(None).node(other).unwrap(), None);
    let again = ground.store.view(None).story().unwrap();
    assert_eq!(Story { number: 2, ..again }, then);
    ground
        .store
        .write(|edit| edit.undo(&UndoTarget::Last))
        .unwrap();
    let back = ground.store.view(None).story().unwrap();
    assert_eq!(
        Story {
            number: now.number,
            ..back
        },
        now
    );
}

#[test]
fn a_name_names_the_state_its_own_edit_makes() {
    let ground = Ground::new();
    let hero = ground.store.add_node("Hero");
    ground
        .store
        .write(move |edit| {
            edit.label("Renamed")?;
            edit.write(&Slot::node(hero, "kv"), &name("Neo"))
        })
        .unwrap();
    assert_eq!(ground.store.view(None).labels().unwrap()[0].number, 2);
}

#[test]
fn names_are_unique_and_can_be_forgotten() {
    let ground = Ground::new();
    ground.store.write(|edit| edit.label("Act one")).unwrap();
    let again = ground.store.write(|edit| edit.label("Act one"));
    assert!(matches!(again, Err(StoreError::InvalidData { .. })));
    let twice = ground
        .store
        .write(|edit| edit.label("Two").and_then(|()| edit.label("Two")));
    assert!(matches!(twice, Err(StoreError::InvalidData { .. })));
    ground.store.write(|edit| edit.unlabel("Act one")).unwrap();
    assert_eq!(ground.store.view(None).labels().unwrap(), []);
    let unknown = ground.store.write(|edit| edit.unlabel("Act one"));
    assert!(matches!(unknown, Err(StoreError::NotFound { .. })));
}

#[test]
fn a_state_to_come_can_neither_be_read_nor_restored() {
    let ground = Ground::new();
    assert!(matches!(
        ground.store.view(None).as_of(1),
        Err(StoreError::NotFound { .. })
    ));
    let restored = ground.store.write(|edit| edit.restore(1));
    assert!(matches!(restored, Err(StoreError::NotFound { .. })));
}

#[tokio::test]
async fn compaction_keeps_what_is_adopted_named_drafted_or_new() {
    let ground = Ground::new();
    let store = ground.store.clone();
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
    let drafted = crate::CommitNote {
        draft: Some(draft),
        ..note("Ada")
    };
    store
        .edit_blocking(drafted, move |edit| edit.adopt(third))
        .unwrap();

    assert_eq!(compact(&store, 1).await, (3, 0), "versions 1, 4 and 5 go");
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
    assert_eq!(history[1].reason, "Ada wrote", "who and why stay");
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
async fn steps_that_need_a_dropped_version_are_no_steps_any_more() {
    let ground = Ground::new();
    let store = ground.store.clone();
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
    assert!(matches!(end, Err(StoreError::NothingTo { .. })));
}

#[tokio::test]
async fn an_asset_stays_as_long_as_a_version_names_it() {
    let ground = Ground::new();
    let store = ground.store.clone();
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
        "the older version still names the first"
    );
    assert_eq!(compact(&store, 1).await, (1, 1));
    assert_eq!(store.view(None).asset(first).unwrap(), None);
    assert!(store.view(None).asset(second).unwrap().is_some());
}

#[tokio::test]
async fn compaction_keeps_pictures_that_a_person_attached() {
    let ground = Ground::new();
    let store = ground.store.clone();
    let attached = store
        .write(|edit| {
            edit.attach(b"left", "image/png")?;
            edit.attach(b"said", "image/png")
        })
        .unwrap()
        .value;
    let thread = store.create_thread("Pictures", None).await.unwrap().id;
    let said = crate::NewMessage {
        turn: model::TurnId(uuid::Uuid::nil()),
        role: model::talk::Role::User,
        content: "look".into(),
        metadata: model::talk::MessageMetadata {
            more: [("pictures".to_owned(), serde_json::json!([attached]))].into(),
            ..Default::default()
        },
    };
    store.append_messages(thread, vec![said]).await.unwrap();
    assert_eq!(compact(&store, 1).await, (0, 1), "one picture goes");
    assert!(store.view(None).asset(attached).unwrap().is_some());
}
