//! Drafts through the door: shown, adopted in part, dropped.

use capability::ToolError;
use expect_test::expect;
use model::{DraftId, TurnId, World};
use serde_json::{Value, json};

use super::hero;
use crate::tests::{Desk, check};

/// A draft that renames the hero and adds a node linked from him; the caller is outside it again.
async fn drafted() -> (Desk, DraftId) {
    let mut desk = hero().await;
    let opened = desk.store.edit(desk.note(), |edit| {
        Ok::<_, ToolError>(edit.open_draft(None, "rename the hero")?)
    });
    let draft = opened.await.unwrap().value;
    desk.caller.draft = Some(draft);
    let items = json!([{ "k": "Name", "v": "The One" }]);
    desk.ok("update_node_kv", json!({ "items": items, "node": "Hero" }))
        .await;
    desk.ok(
        "create_node",
        json!({ "title": "Trinity", "kind": "character", "after": "Hero", "label": "loves" }),
    )
    .await;
    desk.caller.draft = None;
    (desk, draft)
}

#[tokio::test]
async fn a_draft_is_listed_and_shown_piece_by_piece() {
    let (desk, _) = drafted().await;
    check(
        &desk.ok("list_drafts", json!({})).await,
        &expect![[r#"
        {
          "count": 1,
          "drafts": [
            {
              "draft": "<id>",
              "title": "rename the hero",
              "time": "<time>",
              "pieces": 4,
              "nodes": [
                {
                  "id": "<id>",
                  "title": "Hero"
                },
                {
                  "id": "<id>",
                  "title": "Trinity"
                }
              ]
            }
          ]
        }
    "#]],
    );
    let shown = desk.ok("show_draft", json!({})).await;
    let piece = |it: &Value| {
        let text = it["difference"]["text"]
            .as_str()
            .unwrap()
            .replace('\n', "; ");
        format!(
            "{} {} {} {}: {text}",
            it["what"], it["capability"], it["base"], it["after"]
        )
    };
    let pieces: Vec<_> = shown["pieces"]
        .as_array()
        .unwrap()
        .iter()
        .map(piece)
        .collect();
    expect![[r#"
        "Hero" "kv" 2 3: Name: Neo → The One
        "Trinity" "node" null 1: title: (nothing) → Trinity; kind: (nothing) → character
        "Trinity" "layout" null 1: x: (nothing) → 340; y: (nothing) → 0
        "Hero → Trinity" "edge" null 1: from: (nothing) → Hero; to: (nothing) → Trinity; label: (nothing) → loves; order: (nothing) → 0"#]].assert_eq(&pieces.join("\n"));
    check(
        &shown["pieces"][0],
        &expect![[r#"
        {
          "node": {
            "id": "<id>",
            "title": "Hero"
          },
          "what": "Hero",
          "capability": "kv",
          "base": 2,
          "after": 3,
          "moved": false,
          "difference": {
            "lines": [
              {
                "name": "Name",
                "before": "Neo",
                "after": "The One"
              }
            ],
            "text": "Name: Neo → The One"
          }
        }
    "#]],
    );
    let read = desk.ok("read_node_kv", json!({ "node": "Hero" })).await;
    assert_eq!(
        read["items"][0]["v"], "Neo",
        "a draft moves nothing that others see"
    );
}

#[tokio::test]
async fn a_draft_is_adopted_whole() {
    let (desk, draft) = drafted().await;
    let answer = desk
        .ok("adopt_draft", json!({ "draft": draft.to_string() }))
        .await;
    check(
        &answer,
        &expect![[r#"
        {
          "draft": "<id>",
          "title": "rename the hero",
          "count": 4,
          "left": 0,
          "nodes": [
            {
              "id": "<id>",
              "title": "Hero"
            },
            {
              "id": "<id>",
              "title": "Trinity"
            }
          ]
        }
    "#]],
    );
    let around = desk.ok("neighbors", json!({ "node": "Trinity" })).await;
    assert_eq!(around["incoming"][0]["label"], "loves");
    assert_eq!(desk.ok("list_drafts", json!({})).await["count"], 0);
}

#[tokio::test]
async fn a_draft_is_adopted_in_part_and_the_rest_dropped() {
    let (desk, _) = drafted().await;
    let errors = [
        desk.fails("adopt_draft", json!({ "nodes": ["Morpheus"] }))
            .await,
        desk.fails("adopt_draft", json!({ "draft": "ffff" })).await,
    ];
    expect![[r#"
        NOT_FOUND /nodes/0: the draft changes no node "Morpheus" [it changes: "Hero", "Trinity"]
        NOT_FOUND /draft: no waiting draft has the id "ffff" [list_drafts lists the drafts that wait]"#]].assert_eq(&errors.join("\n"));
    let answer = desk
        .ok("adopt_draft", json!({ "nodes": ["trinity"] }))
        .await;
    assert_eq!((&answer["count"], &answer["left"]), (&json!(3), &json!(1)));
    let answer = desk.ok("drop_draft", json!({ "nodes": ["Hero"] })).await;
    assert_eq!((&answer["count"], &answer["left"]), (&json!(1), &json!(0)));
    let read = desk.ok("read_node_kv", json!({ "node": "Hero" })).await;
    assert_eq!(read["items"][0]["v"], "Neo");
    let error = desk.fails("show_draft", json!({})).await;
    expect!["NOT_FOUND: no draft waits for a decision"].assert_eq(&error);
}

#[tokio::test]
async fn a_piece_whose_base_has_moved_is_a_conflict_and_nothing_is_adopted() {
    let (desk, _) = drafted().await;
    let items = json!([{ "k": "Name", "v": "Mr. Anderson" }]);
    desk.ok("update_node_kv", json!({ "items": items, "node": "Hero" }))
        .await;
    let shown = desk.ok("show_draft", json!({})).await;
    let moved = shown["pieces"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|it| it["moved"] == true);
    assert_eq!(
        moved.map(|it| &it["capability"]).collect::<Vec<_>>(),
        ["kv"]
    );
    let error = desk.fails("adopt_draft", json!({})).await;
    assert!(error.starts_with("CONFLICT"), "{error}");
    desk.fails("neighbors", json!({ "node": "Trinity" })).await;
}

#[tokio::test]
async fn a_model_cannot_adopt_what_waits_for_a_person() {
    let (mut desk, _) = drafted().await;
    desk.caller.author.kind = model::AuthorKind::Assistant;
    let error = desk.fails("adopt_draft", json!({})).await;
    assert!(error.starts_with("PERMISSION_DENIED"), "{error}");
}

/// What a draft writes into the hero's text, the story's text being three sentences.
const DRAFTED: &str = "He opened the gate. It was night. He sang.";

/// A draft of the hero's text; the caller is outside it again.
async fn drafted_text() -> (Desk, DraftId) {
    let mut desk = hero().await;
    let write = |text: &str| json!({ "text": text, "node": "Hero" });
    let text = "He opened the door. It was night. He spoke.";
    desk.ok("write_text", write(text)).await;
    let turn = TurnId(model::FixedWorld::default().new_id());
    let opened = desk.store.edit(desk.note(), move |edit| {
        Ok::<_, ToolError>(edit.open_draft(Some(turn), "sing")?)
    });
    let draft = opened.await.unwrap().value;
    desk.caller.draft = Some(draft);
    desk.ok("write_text", write(DRAFTED)).await;
    desk.caller.draft = None;
    (desk, draft)
}

async fn text_in(desk: &mut Desk, draft: Option<DraftId>) -> Value {
    desk.caller.draft = draft;
    let text = desk.ok("read_text", json!({ "node": "Hero" })).await["text"].take();
    desk.caller.draft = None;
    text
}

#[tokio::test]
async fn a_draft_is_brought_onto_a_story_that_went_on() {
    let (mut desk, draft) = drafted_text().await;
    let standing = "He opened the door. It was night. He whispered.";
    desk.ok(
        "replace_text",
        json!({ "old": "spoke", "new": "whispered", "node": "Hero" }),
    )
    .await;
    assert_eq!(text_in(&mut desk, None).await, standing);
    let error = desk.fails("adopt_draft", json!({})).await;
    assert!(error.starts_with("CONFLICT"), "{error}");

    let answer = desk.ok("rebase_draft", json!({})).await;
    check(
        &answer,
        &expect![[r#"
            {
              "draft": "<id>",
              "title": "sing",
              "count": 1,
              "left": 1,
              "conflicts": [
                {
                  "node": {
                    "id": "<id>",
                    "title": "Hero"
                  },
                  "what": "Hero",
                  "capability": "text",
                  "places": 1
                }
              ]
            }
        "#]],
    );
    assert_eq!(text_in(&mut desk, None).await, standing, "the story stays");
    assert_eq!(text_in(&mut desk, Some(draft)).await, DRAFTED);
    assert_eq!(
        desk.ok("show_draft", json!({})).await["pieces"][0]["moved"],
        false
    );
    desk.ok("adopt_draft", json!({})).await;
    assert_eq!(text_in(&mut desk, None).await, DRAFTED);
}

#[tokio::test]
async fn what_the_writer_changed_elsewhere_in_the_text_is_kept() {
    let (mut desk, draft) = drafted_text().await;
    desk.ok("append_text", json!({ "text": "The end.", "node": "Hero" }))
        .await;
    desk.ok(
        "replace_text",
        json!({ "old": "night", "new": "noon", "node": "Hero" }),
    )
    .await;
    desk.ok("rebase_draft", json!({ "nodes": ["Hero"] })).await;
    assert_eq!(
        text_in(&mut desk, Some(draft)).await,
        "He opened the gate. It was noon. He sang.\n\nThe end."
    );
}

#[tokio::test]
async fn a_passage_is_adopted_as_one_step_and_the_rest_waits() {
    let (mut desk, draft) = drafted_text().await;
    let before = text_in(&mut desk, None).await;
    let accepted = "He opened the gate. It was night. He spoke.";
    let args = json!({ "node": "Hero", "text": accepted });
    let answer = desk.ok("adopt_passages", args).await;
    assert_eq!(
        (&answer["version"], &answer["left"]),
        (&json!(5), &json!(1))
    );
    assert_eq!(text_in(&mut desk, None).await, accepted);
    let shown = desk.ok("show_draft", json!({})).await;
    let piece = &shown["pieces"][0];
    assert_eq!(
        (&piece["moved"], &piece["difference"]["text"]),
        (
            &json!(false),
            &json!("He opened the gate. It was night. He [-spoke-]{+sang+}.")
        )
    );

    desk.ok("undo", json!({})).await;
    assert_eq!(text_in(&mut desk, None).await, before);
    desk.ok("rebase_draft", json!({})).await;
    assert_eq!(
        text_in(&mut desk, Some(draft)).await,
        DRAFTED,
        "nothing is lost"
    );

    let args = json!({ "node": "Hero", "text": DRAFTED });
    let answer = desk.ok("adopt_passages", args).await;
    assert_eq!(answer["left"], 0, "nothing of it is left");
    assert_eq!(desk.ok("list_drafts", json!({})).await["count"], 0);
}

#[tokio::test]
async fn a_passage_is_not_adopted_over_what_was_written_since() {
    let (desk, _) = drafted_text().await;
    desk.ok("append_text", json!({ "text": "The end.", "node": "Hero" }))
        .await;
    let args = json!({ "node": "Hero", "text": DRAFTED });
    let error = desk.fails("adopt_passages", args).await;
    assert!(error.starts_with("CONFLICT"), "{error}");
}
