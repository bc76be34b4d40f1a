//! Tests of conversations: text content, structured metadata, and closing turns after a crash.

use model::conversation::{ContentSegment, MessageMetadata, Role, ToolCall};
use model::{PrincipalId, ThreadId};
use serde_json::json;

use super::{TestStore, options, turn_id};
use crate::{NewMessage, SavedTurn, Store, StoreError};

fn message(content: &str, metadata: MessageMetadata) -> NewMessage {
    NewMessage {
        turn: turn_id(1),
        role: Role::Assistant,
        content: content.to_owned(),
        metadata,
    }
}

#[tokio::test]
async fn messages_round_trip_and_are_paged() {
    let fixture = TestStore::new();
    let node = fixture.store.add_node("Hero");
    let thread = fixture
        .store
        .create_thread(
            " About Neo ",
            Some(node),
            PrincipalId::new("star/human/ann"),
        )
        .await
        .unwrap();
    assert_eq!(
        (thread.title.as_str(), thread.node, thread.owner.as_str()),
        ("About Neo", Some(node), "star/human/ann")
    );
    assert_eq!(
        fixture.store.thread(thread.id).unwrap(),
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
    let kept = fixture
        .store
        .append_messages(thread.id, wanted)
        .await
        .unwrap();
    assert_eq!(fixture.store.messages(thread.id, None, 10).unwrap(), kept);
    assert_eq!(
        fixture.store.messages(thread.id, None, 1).unwrap(),
        kept[2..]
    );
    assert_eq!(
        fixture
            .store
            .messages(thread.id, Some(kept[2].id), 1)
            .unwrap(),
        kept[1..2]
    );
    let after = |id, limit| fixture.store.messages_after(thread.id, id, limit).unwrap();
    assert_eq!(after(None, 2), kept[..2]);
    assert_eq!(after(Some(kept[0].id), 10), kept[1..]);
    assert_eq!(after(Some(kept[2].id), 10), []);
    assert_eq!(
        fixture.store.number().unwrap(),
        1,
        "messages are not changes of the story"
    );
}

#[tokio::test]
async fn threads_are_listed_newest_first_and_unknown_ones_are_rejected() {
    let fixture = TestStore::new();
    let first = fixture
        .store
        .create_thread("First", None, PrincipalId::local())
        .await
        .unwrap();
    let second = fixture
        .store
        .create_thread("Second", None, PrincipalId::local())
        .await
        .unwrap();
    assert_eq!(fixture.store.threads().unwrap(), [second, first]);
    let unknown = ThreadId(uuid::Uuid::from_u128(1));
    assert_eq!(fixture.store.thread(unknown).unwrap(), None);
    let refused = fixture.store.append_messages(unknown, vec![]).await;
    assert!(matches!(refused, Err(StoreError::NotFound { .. })));
    assert!(matches!(
        fixture.store.messages(unknown, None, 1),
        Err(StoreError::NotFound { .. })
    ));
}

#[tokio::test]
async fn the_group_chat_is_no_conversation_with_the_assistant() {
    let fixture = TestStore::new();
    let store = &fixture.store;
    assert_eq!(store.group_chat().unwrap(), None);
    let talk = store
        .create_thread("Talk", None, PrincipalId::local())
        .await
        .unwrap();
    let chat = store.begin_group_chat("Agents and people").await.unwrap();
    assert_eq!(
        store.begin_group_chat("Another").await.unwrap(),
        chat,
        "there is one"
    );
    assert_eq!(store.group_chat().unwrap(), Some(chat));
    assert_eq!(store.threads().unwrap(), [talk]);
    assert_eq!(store.thread(chat).unwrap(), None);
    assert_eq!(store.messages(chat, None, 10).unwrap(), []);
}

#[tokio::test]
async fn unfinished_turns_survive_reopening() {
    let fixture = TestStore::new();
    let thread = fixture
        .store
        .create_thread("First", None, PrincipalId::local())
        .await
        .unwrap()
        .id;
    let turn = |id: u128, ended: bool, step: u64| SavedTurn {
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
        fixture.store.save_turn(row).await.unwrap();
    }
    let (_folder, path) = fixture.close();
    let store = Store::open(&path, options()).unwrap();
    assert_eq!(store.open_turns().unwrap(), [turn(1, false, 2)]);
}

#[tokio::test]
async fn thread_lease_is_exclusive_across_processes() {
    let fixture = TestStore::new();
    let thread = fixture
        .store
        .create_thread("First", None, PrincipalId::local())
        .await
        .unwrap()
        .id;
    let lease = |turn: u128, owner: &str, seconds: i64| crate::Lease {
        turn: turn_id(turn),
        owner: owner.into(),
        until: model::Timestamp::from_second(seconds).unwrap(),
    };
    let (past, ahead) = (0, 4_000_000_000);
    let hold = fixture
        .store
        .acquire_thread(thread, lease(1, "a", past))
        .await;
    let hold = hold.unwrap().unwrap();
    let other = Store::open(&fixture.path(), options()).unwrap();
    let refused = other
        .acquire_thread(thread, lease(2, "b", ahead))
        .await
        .unwrap();
    let living = lease(1, "a", past);
    assert_eq!(
        refused.unwrap_err(),
        living,
        "a living owner keeps its lease"
    );
    assert!(
        !other
            .renew_thread_lease(thread, lease(2, "b", ahead))
            .await
            .unwrap()
    );
    assert!(
        fixture
            .store
            .renew_thread_lease(thread, lease(1, "a", ahead))
            .await
            .unwrap()
    );
    assert_eq!(
        other.thread_lease(thread).unwrap(),
        Some(lease(1, "a", ahead))
    );

    // Released properly, so its expiry no longer matters.
    fixture
        .store
        .release_thread(thread, turn_id(1))
        .await
        .unwrap();
    drop(hold);
    let hold = other
        .acquire_thread(thread, lease(2, "b", ahead))
        .await
        .unwrap()
        .unwrap();
    // A copied file has no lock file of the owner, so the expiry decides.
    std::mem::forget(hold);
    let mark = format!("-turn-{}", turn_id(2).0.simple());
    let folder = fixture.path().parent().unwrap().to_owned();
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        if entry.file_name().to_string_lossy().ends_with(&mark) {
            std::fs::remove_file(entry.path()).unwrap();
        }
    }
    let refused = fixture
        .store
        .acquire_thread(thread, lease(3, "c", ahead))
        .await
        .unwrap();
    assert_eq!(refused.unwrap_err().turn, turn_id(2));
    assert!(
        other
            .renew_thread_lease(thread, lease(2, "b", past))
            .await
            .unwrap()
    );
    assert_eq!(
        fixture.store.thread_lease(thread).unwrap(),
        None,
        "the lease has expired"
    );
    assert!(
        fixture
            .store
            .acquire_thread(thread, lease(3, "c", ahead))
            .await
            .unwrap()
            .is_ok()
    );
}

#[tokio::test]
async fn turns_between_two_messages_are_counted_without_reading_the_thread() {
    let fixture = TestStore::new();
    let thread = fixture
        .store
        .create_thread("Long", None, PrincipalId::local())
        .await
        .unwrap()
        .id;
    let rows = (0..12).map(|n| NewMessage {
        turn: turn_id(n / 2),
        ..message("said", MessageMetadata::default())
    });
    let kept = fixture.store.append_messages(thread, rows.collect()).await;
    let kept = kept.unwrap();
    let between = |after: Option<usize>, before: usize, most| {
        let after = after.map(|it| kept[it].id);
        let between = fixture
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
        "counted as far as messages were read"
    );
    assert_eq!((some.first, some.last), (kept[2].time, kept[9].time));
    assert_eq!(between(Some(9), 10, 100), None);
    assert_eq!(between(None, 0, 100), None);
}

#[tokio::test]
async fn thread_of_an_earlier_version_belongs_to_the_local_person() {
    let fixture = TestStore::new();
    let ann = PrincipalId::new("star/human/ann");
    let thread = fixture.store.create_thread("First", None, ann).await;
    let id = thread.unwrap().id;
    let (_folder, path) = fixture.close();
    let conn = rusqlite::Connection::open(&path).unwrap();
    let older = "DROP TABLE checksum;
         ALTER TABLE change DROP COLUMN principal;
         ALTER TABLE thread DROP COLUMN owner;
         PRAGMA user_version = 8;";
    conn.execute_batch(older).unwrap();
    drop(conn);
    let store = Store::open(&path, options()).unwrap();
    let owner = store.thread(id).unwrap().unwrap().owner;
    assert_eq!(owner, PrincipalId::local());
}

#[tokio::test]
async fn a_deleted_conversation_leaves_nothing_in_the_file() {
    let fixture = TestStore::new();
    let store = &fixture.store;
    let mut threads = Vec::new();
    for (at, title) in ["The lighthouse secret", "Ferries"].into_iter().enumerate() {
        let thread = store
            .create_thread(title, None, PrincipalId::local())
            .await
            .unwrap()
            .id;
        let said = format!("the murderer of {title} ").repeat(2000);
        let said = message(&said, MessageMetadata::default());
        store.append_messages(thread, vec![said]).await.unwrap();
        let kept = Some(json!({ "memory": format!("a summary of {title}") }));
        store.put_value(Some(thread), "memory", kept).await.unwrap();
        let turn = SavedTurn {
            id: turn_id(10 + at as u128),
            thread,
            ended: true,
            state: json!({ "instruction": title }),
        };
        store.save_turn(turn).await.unwrap();
        threads.push(thread);
    }
    let [deleted, other] = threads[..] else {
        unreachable!("two were made")
    };
    store.delete_thread(deleted).await.unwrap();
    assert_eq!(store.thread(deleted).unwrap(), None);
    assert_eq!(store.threads().unwrap().len(), 1);
    assert_eq!(store.messages(other, None, 10).unwrap().len(), 1);
    assert!(store.get_value(Some(other), "memory").unwrap().is_some());
    let again = store.delete_thread(deleted).await;
    assert!(
        matches!(again, Err(StoreError::NotFound { .. })),
        "{again:?}"
    );

    let (_folder, path) = fixture.close();
    let bytes = std::fs::read(&path).unwrap();
    let holds = |words: &str| bytes.windows(words.len()).any(|it| it == words.as_bytes());
    assert!(holds("of Ferries"), "the other is there");
    assert!(!holds("lighthouse secret"));
    Store::open(&path, options()).unwrap();
}

#[tokio::test]
async fn conversations_are_renamed_and_found_by_what_was_said() {
    let fixture = TestStore::new();
    let store = &fixture.store;
    let begun = async |title: &str, said: &str| {
        let thread = store.create_thread(title, None, PrincipalId::local()).await;
        let thread = thread.unwrap().id;
        let said = message(said, MessageMetadata::default());
        store.append_messages(thread, vec![said]).await.unwrap();
        thread
    };
    let first = begun("Hello", "The Harbor lies in fog.").await;
    let second = begun("The ending", "港口在雾里。").await;
    let found = |words: &str| {
        let found = store.threads_with(words).unwrap();
        found.into_iter().map(|it| it.id).collect::<Vec<_>>()
    };
    assert_eq!(found(" "), [second, first]);
    assert_eq!(found("harbor FOG"), [first]);
    assert_eq!(found("霧"), [second], "in traditional signs");
    assert_eq!(found("hello harbor"), [first], "in the title and below it");
    assert_eq!(found("hello ending"), []);
    assert_eq!(
        store.rename_thread(first, " The fog ").await.unwrap(),
        "The fog"
    );
    assert_eq!(store.thread(first).unwrap().unwrap().title, "The fog");
    let refused = store.rename_thread(first, " ").await;
    assert!(
        matches!(refused, Err(StoreError::InvalidData { .. })),
        "{refused:?}"
    );
}
