//! Versions that another story file held come in with who wrote them, when and why.

use model::{
    Author, AuthorKind, ContentHash, Past, PastVersion, Slot, SlotPast, StoryId, VersionId, part,
};
use serde_json::json;
use uuid::Uuid;

use super::{Ground, note};
use crate::{Edit, StoreError};

fn version(number: u128, data: serde_json::Value) -> PastVersion {
    PastVersion {
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

fn past() -> Past {
    let id = model::NodeId(Uuid::from_u128(77));
    let slot = |capability: &str, versions, adopted| SlotPast {
        slot: Slot::node(id, capability),
        versions,
        adopted,
    };
    let mut dropped = version(4, json!({ "old": 1 }));
    dropped.data = None;
    Past {
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
        ..Past::of(StoryId(Uuid::from_u128(5)))
    }
}

fn bring(edit: &mut Edit<'_>) -> Result<usize, StoreError> {
    let past = past();
    edit.bring_origin(past.story)?;
    past.slots.iter().rev().map(|it| edit.bring(it)).sum()
}

#[tokio::test]
async fn a_past_comes_in_as_it_was_and_goes_out_again() {
    let ground = Ground::new();
    let left_out = ground.store.edit(note("Ada"), bring).await.unwrap().value;
    assert_eq!(left_out, 0);
    let view = ground.store.view(None);
    let slot = past().slots[0].slot.clone();
    let list = view.versions(&slot, None, 10).unwrap();
    let told: Vec<_> = list
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
        told,
        [
            (3, by.0, by.1, false, false),
            (2, by.0, by.1, true, false),
            (1, by.0, by.1, false, true)
        ]
    );
    assert_eq!(list[0].time, version(1, json!({})).time);
    let mut out = view.past().unwrap();
    assert_eq!(out.story, past().story);
    out.slots.retain(|it| it.slot.subject == slot.subject);
    assert_eq!(out.slots, past().slots);
    // What is brought twice is here once, and the commit undoes as one.
    ground.store.edit(note("Ada"), bring).await.unwrap();
    assert_eq!(view.versions(&slot, None, 10).unwrap().len(), 3);
    ground
        .store
        .edit(note("Ada"), |edit| edit.undo(&crate::UndoTarget::Last))
        .await
        .unwrap();
    assert!(view.graph().unwrap().nodes.is_empty());
    assert!(ground.store.check().unwrap().is_empty());
}

#[tokio::test]
async fn data_that_is_not_admitted_is_left_out_and_loose_ends_are_refused() {
    let ground = Ground::new();
    let odd = SlotPast {
        slot: Slot::story("nobody"),
        versions: vec![version(9, json!({}))],
        adopted: Some(0),
    };
    let left_out = ground
        .store
        .edit(note("Ada"), move |edit| edit.bring(&odd))
        .await
        .unwrap();
    assert_eq!(left_out.value, 1);
    let loose = past().slots[0].clone();
    let refused = ground
        .store
        .edit(note("Ada"), move |edit| edit.bring(&loose))
        .await;
    assert!(refused.is_err(), "data needs its node");
    assert_eq!(ground.store.view(None).past().unwrap().slots.len(), 1);
}
