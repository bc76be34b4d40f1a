//! Tests that imported versions keep their author, time and reason.

use model::{
    Author, AuthorKind, ContentHash, Slot, SlotHistory, StoryHistory, StoryId, VersionId,
    VersionRecord, part,
};
use serde_json::json;
use uuid::Uuid;

use super::{TestStore, note};
use crate::{Edit, StoreError};

fn version(number: u128, data: serde_json::Value) -> VersionRecord {
    VersionRecord {
        id: VersionId(Uuid::from_u128(number)),
        author: Author::new(AuthorKind::Assistant, "a model"),
        time: "2020-02-03T04:05:06Z".parse().unwrap(),
        reason: "then".to_owned(),
        turn: None,
        draft: None,
        base: None,
        hash: ContentHash::of(data.to_string().as_bytes()),
        data: Some(data),
    }
}

fn history() -> StoryHistory {
    let id = model::NodeId(Uuid::from_u128(77));
    let slot = |capability: &str, versions, adopted| SlotHistory {
        slot: Slot::node(id, capability),
        versions,
        adopted,
    };
    let mut dropped = version(4, json!({ "old": 1 }));
    dropped.data = None;
    StoryHistory {
        slots: vec![
            slot(
                "kv",
                vec![
                    dropped,
                    version(2, json!({ "a": 1 })),
                    version(3, json!({ "a": 2 })),
                ],
                Some(1),
            ),
            slot(
                part::LAYOUT,
                vec![version(6, json!({ "x": 1.0, "y": 2.0 }))],
                Some(0),
            ),
            slot(
                part::NODE,
                vec![version(7, json!({ "title": "Neo", "kind": "scene" }))],
                Some(0),
            ),
        ],
        ..StoryHistory::of(StoryId(Uuid::from_u128(5)))
    }
}

fn import(edit: &mut Edit<'_>) -> Result<usize, StoreError> {
    let past = history();
    edit.import_origin(past.story)?;
    past.slots.iter().rev().map(|it| edit.import_slot(it)).sum()
}

#[tokio::test]
async fn history_round_trips_through_import() {
    let fixture = TestStore::new();
    let left_out = fixture.store.edit(note("Ada"), import).await.unwrap().value;
    assert_eq!(left_out, 0);
    let view = fixture.store.view(None);
    let slot = history().slots[0].slot.clone();
    let list = view.versions(&slot, None, 10).unwrap();
    let listed: Vec<_> = list
        .iter()
        .map(|it| {
            (
                it.version.number,
                it.author.name.as_str(),
                it.reason.as_str(),
                it.adopted,
                it.compacted,
            )
        })
        .collect();
    let by = ("a model", "then");
    assert_eq!(
        listed,
        [
            (3, by.0, by.1, false, false),
            (2, by.0, by.1, true, false),
            (1, by.0, by.1, false, true)
        ]
    );
    assert_eq!(list[0].time, version(1, json!({})).time);
    let mut out = view.full_history().unwrap();
    assert_eq!(out.story, history().story);
    out.slots.retain(|it| it.slot.subject == slot.subject);
    assert_eq!(out.slots, history().slots);
    // Importing twice adds nothing, and the commit undoes as one step.
    fixture.store.edit(note("Ada"), import).await.unwrap();
    assert_eq!(view.versions(&slot, None, 10).unwrap().len(), 3);
    fixture
        .store
        .edit(note("Ada"), |edit| edit.undo(&crate::UndoTarget::Last))
        .await
        .unwrap();
    assert!(view.graph().unwrap().nodes.is_empty());
    assert!(fixture.store.check().unwrap().is_empty());
}

#[tokio::test]
async fn import_skips_invalid_data_and_rejects_dangling_references() {
    let fixture = TestStore::new();
    let odd = SlotHistory {
        slot: Slot::story("nobody"),
        versions: vec![version(9, json!({}))],
        adopted: Some(0),
    };
    let left_out = fixture
        .store
        .edit(note("Ada"), move |edit| edit.import_slot(&odd))
        .await
        .unwrap();
    assert_eq!(left_out.value, 1);
    let loose = history().slots[0].clone();
    let refused = fixture
        .store
        .edit(note("Ada"), move |edit| edit.import_slot(&loose))
        .await;
    assert!(refused.is_err(), "data requires its node");
    assert_eq!(
        fixture.store.view(None).full_history().unwrap().slots.len(),
        1
    );
}
