//! Conversations: text content, structured metadata, and turns that can be closed after a crash.

use model::ThreadId;
use model::talk::{ContentSegment, MessageMetadata, Role, ToolCall};
use serde_json::json;

use super::{Ground, options, turn_id};
use crate::{NewMessage, Store, StoreError, TurnRow};

fn message(content: &str, metadata: MessageMetadata) -> NewMessage {
    NewMessage {
        turn: turn_id(1),
        role: Role::Assistant,
        content: content.to_owned(),
        metadata,
    }
}

#[tokio::test]
async fn messages_come_back_whole_and_in_pages() {
    let ground = Ground::new();
    let node = ground.store.add_node("Hero");
    let thread = ground
        .store
        .create_thread(" About Neo ", Some(node))
        .await
        .unwrap();
    assert_eq!(
        (thread.title.as_str(), thread.node),
        ("About Neo", Some(node))
    );
    assert_eq!(
        ground.store.thread(thread.id).unwrap(),
        Some(thread.clone())
    );
    let call = ToolCall {
        id: Some("1".into()),
        name: "kv".into(),
        args: json!({ "a": "名" }),
    };
    let rich = MessageMetadata {
        segments: vec![ContentSegment::tool_call(call)],
        tool_agent_output: Some(json!({ "status": "success" })),
        ..MessageMetadata::default()
    };
    let wanted = vec![
        message("一", MessageMetadata::default()),
        message("two", rich),
        message("three", MessageMetadata::default()),
    ];
    let kept = ground
        .store
        .append_messages(thread.id, wanted)
        .await
        .unwrap();
    assert_eq!(ground.store.messages(thread.id, None, 10).unwrap(), kept);
    assert_eq!(
        ground.store.messages(thread.id, None, 1).unwrap(),
        kept[2..]
    );
    assert_eq!(
        ground
            .store
            .messages(thread.id, Some(kept[2].id), 1)
            .unwrap(),
        kept[1..2]
    );
    let after = |id, limit| ground.store.messages_after(thread.id, id, limit).unwrap();
    assert_eq!(after(None, 2), kept[..2]);
    assert_eq!(after(Some(kept[0].id), 10), kept[1..]);
    assert_eq!(after(Some(kept[2].id), 10), []);
    assert_eq!(
        ground.store.number().unwrap(),
        1,
        "talk is no change of the story"
    );
}

#[tokio::test]
async fn the_newest_thread_comes_first_and_unknown_ones_are_refused() {
    let ground = Ground::new();
    let first = ground.store.create_thread("First", None).await.unwrap();
    let second = ground.store.create_thread("Second", None).await.unwrap();
    assert_eq!(ground.store.threads().unwrap(), [second, first]);
    let unknown = ThreadId(uuid::Uuid::from_u128(1));
    assert_eq!(ground.store.thread(unknown).unwrap(), None);
    let refused = ground.store.append_messages(unknown, vec![]).await;
    assert!(matches!(refused, Err(StoreError::NotFound { .. })));
    assert!(matches!(
        ground.store.messages(unknown, None, 1),
        Err(StoreError::NotFound { .. })
    ));
}

#[tokio::test]
async fn open_turns_survive_and_ended_ones_are_no_longer_open() {
    let ground = Ground::new();
    let thread = ground.store.create_thread("First", None).await.unwrap().id;
    let turn = |id: u128, ended: bool, step: u64| TurnRow {
        id: turn_id(id),
        thread,
        ended,
        state: json!({ "step": step }),
    };
    for row in [
        turn(1, false, 1),
        turn(2, false, 1),
        turn(1, false, 2),
        turn(2, true, 2),
    ] {
        ground.store.save_turn(row).await.unwrap();
    }
    let (_folder, path) = ground.close();
    let store = Store::open(&path, options()).unwrap();
    assert_eq!(store.open_turns().unwrap(), [turn(1, false, 2)]);
}

#[tokio::test]
async fn a_thread_is_held_by_one_turn_over_all_who_have_the_file_open() {
    let ground = Ground::new();
    let thread = ground.store.create_thread("First", None).await.unwrap().id;
    let lease = |turn: u128, owner: &str, seconds: i64| crate::Lease {
        turn: turn_id(turn),
        owner: owner.into(),
        until: model::Timestamp::from_second(seconds).unwrap(),
    };
    let (past, ahead) = (0, 4_000_000_000);
    let hold = ground.store.take_thread(thread, lease(1, "a", past)).await;
    let hold = hold.unwrap().unwrap();
    let other = Store::open(&ground.path(), options()).unwrap();
    let refused = other
        .take_thread(thread, lease(2, "b", ahead))
        .await
        .unwrap();
    let living = lease(1, "a", past);
    assert_eq!(
        refused.unwrap_err(),
        living,
        "whoever lives is not overtaken"
    );
    assert!(
        !other
            .renew_thread(thread, lease(2, "b", ahead))
            .await
            .unwrap()
    );
    assert!(
        ground
            .store
            .renew_thread(thread, lease(1, "a", ahead))
            .await
            .unwrap()
    );
    assert_eq!(other.at_work(thread).unwrap(), Some(lease(1, "a", ahead)));

    // Gone in good order, and the time it had is no matter then.
    ground.store.leave_thread(thread, turn_id(1)).await.unwrap();
    drop(hold);
    let hold = other
        .take_thread(thread, lease(2, "b", ahead))
        .await
        .unwrap()
        .unwrap();
    // A file that was copied away tells nothing of its owner: the time does.
    std::mem::forget(hold);
    let mark = format!("-turn-{}", turn_id(2).0.simple());
    let folder = ground.path().parent().unwrap().to_owned();
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        if entry.file_name().to_string_lossy().ends_with(&mark) {
            std::fs::remove_file(entry.path()).unwrap();
        }
    }
    let refused = ground
        .store
        .take_thread(thread, lease(3, "c", ahead))
        .await
        .unwrap();
    assert_eq!(refused.unwrap_err().turn, turn_id(2));
    assert!(
        other
            .renew_thread(thread, lease(2, "b", past))
            .await
            .unwrap()
    );
    assert_eq!(
        ground.store.at_work(thread).unwrap(),
        None,
        "its time is over"
    );
    assert!(
        ground
            .store
            .take_thread(thread, lease(3, "c", ahead))
            .await
            .unwrap()
            .is_ok()
    );
}

#[tokio::test]
async fn turns_between_two_messages_are_counted_without_reading_the_thread() {
    let ground = Ground::new();
    let thread = ground.store.create_thread("Long", None).await.unwrap().id;
    let rows = (0..12).map(|n| NewMessage {
        turn: turn_id(n / 2),
        ..message("said", MessageMetadata::default())
    });
    let kept = ground.store.append_messages(thread, rows.collect()).await;
    let kept = kept.unwrap();
    let between = |after: Option<usize>, before: usize, most| {
        let after = after.map(|it| kept[it].id);
        let between = ground
            .store
            .turns_between(thread, after, kept[before].id, most);
        between.unwrap()
    };
    let all = between(None, 10, 100).unwrap();
    assert_eq!((all.turns, all.is_all), (5, true));
    assert_eq!((all.first, all.last), (kept[0].time, kept[9].time));
    let some = between(Some(1), 10, 4).unwrap();
    assert_eq!(
        (some.turns, some.is_all),
        (2, false),
        "as far as was looked"
    );
    assert_eq!((some.first, some.last), (kept[2].time, kept[9].time));
    assert_eq!(between(Some(9), 10, 100), None);
    assert_eq!(between(None, 0, 100), None);
}
