//! Drafts, called through the registry: shown, adopted in part, dropped.

use capability::ToolError;
use expect_test::expect;
use model::{DraftId, TurnId, World};
use serde_json::{Value, json};

use super::hero;
use crate::tests::{TestHarness, check};

/// A draft that renames the hero and adds a node linked from him; the caller is outside it again.
async fn drafted() -> (TestHarness, DraftId) {
    let mut harness = hero().await;
    let opened = harness.store.edit(harness.note(), |edit| {
        Ok::<_, ToolError>(edit.open_draft(None, "rename the hero")?)
    });
    let draft = opened.await.unwrap().value;
    harness.caller.draft = Some(draft);
    let items = json!([{ "k": "Name", "v": "The One" }]);
    harness
        .ok("update_node_kv", json!({ "items": items, "node": "Hero" }))
        .await;
    harness
        .ok(
            "create_node",
            json!({ "title": "Trinity", "kind": "character", "after": "Hero", "label": "loves" }),
        )
        .await;
    harness.caller.draft = None;
    (harness, draft)
}

#[tokio::test]
async fn lists_drafts_and_shows_their_pieces() {
    let (harness, _) = drafted().await;
    check(
        &harness.ok("list_drafts", json!({})).await,
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
    let shown = harness.ok("show_draft", json!({})).await;
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
    let read = harness.ok("read_node_kv", json!({ "node": "Hero" })).await;
    assert_eq!(
        read["items"][0]["v"], "Neo",
        "a draft moves nothing that others see"
    );
}

#[tokio::test]
async fn adopts_a_whole_draft() {
    let (harness, draft) = drafted().await;
    let answer = harness
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
    let around = harness.ok("neighbors", json!({ "node": "Trinity" })).await;
    assert_eq!(around["incoming"][0]["label"], "loves");
    assert_eq!(harness.ok("list_drafts", json!({})).await["count"], 0);
}

#[tokio::test]
async fn adopts_part_of_a_draft_and_drops_the_rest() {
    let (harness, _) = drafted().await;
    let errors = [
        harness
            .fails("adopt_draft", json!({ "nodes": ["Morpheus"] }))
            .await,
        harness
            .fails("adopt_draft", json!({ "draft": "ffff" }))
            .await,
    ];
    expect![[r#"
        NOT_FOUND /nodes/0: the draft changes no node "Morpheus" [it changes: "Hero", "Trinity"]
        NOT_FOUND /draft: no draft that waits for review has the id "ffff" [list_drafts lists the drafts that wait for review]"#]].assert_eq(&errors.join("\n"));
    let answer = harness
        .ok("adopt_draft", json!({ "nodes": ["trinity"] }))
        .await;
    assert_eq!((&answer["count"], &answer["left"]), (&json!(3), &json!(1)));
    let answer = harness.ok("drop_draft", json!({ "nodes": ["Hero"] })).await;
    assert_eq!((&answer["count"], &answer["left"]), (&json!(1), &json!(0)));
    let read = harness.ok("read_node_kv", json!({ "node": "Hero" })).await;
    assert_eq!(read["items"][0]["v"], "Neo");
    let error = harness.fails("show_draft", json!({})).await;
    expect!["NOT_FOUND: no draft is waiting for review"].assert_eq(&error);
}

#[tokio::test]
async fn adopting_a_stale_piece_is_a_conflict() {
    let (harness, _) = drafted().await;
    let items = json!([{ "k": "Name", "v": "Mr. Anderson" }]);
    harness
        .ok("update_node_kv", json!({ "items": items, "node": "Hero" }))
        .await;
    let shown = harness.ok("show_draft", json!({})).await;
    let moved = shown["pieces"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|it| it["moved"] == true);
    assert_eq!(
        moved.map(|it| &it["capability"]).collect::<Vec<_>>(),
        ["kv"]
    );
    let error = harness.fails("adopt_draft", json!({})).await;
    assert!(error.starts_with("CONFLICT"), "{error}");
    harness
        .fails("neighbors", json!({ "node": "Trinity" }))
        .await;
}

#[tokio::test]
async fn a_model_cannot_adopt_drafts() {
    let (mut harness, _) = drafted().await;
    harness.caller.principal.role = capability::Role::Assistant;
    let error = harness.fails("adopt_draft", json!({})).await;
    assert!(error.starts_with("PERMISSION_DENIED"), "{error}");
}

/// The drafted text of the hero; the story's text has three sentences.
const DRAFTED: &str = "He opened the gate. It was night. He sang.";

/// A draft of the hero's text; the caller is outside it again.
async fn drafted_text() -> (TestHarness, DraftId) {
    let mut harness = hero().await;
    let write = |text: &str| json!({ "text": text, "node": "Hero" });
    let text = "He opened the door. It was night. He spoke.";
    harness.ok("write_text", write(text)).await;
    let turn = TurnId(model::FixedWorld::default().new_id());
    let opened = harness.store.edit(harness.note(), move |edit| {
        Ok::<_, ToolError>(edit.open_draft(Some(turn), "sing")?)
    });
    let draft = opened.await.unwrap().value;
    harness.caller.draft = Some(draft);
    harness.ok("write_text", write(DRAFTED)).await;
    harness.caller.draft = None;
    (harness, draft)
}

async fn text_in(harness: &mut TestHarness, draft: Option<DraftId>) -> Value {
    harness.caller.draft = draft;
    let text = harness.ok("read_text", json!({ "node": "Hero" })).await["text"].take();
    harness.caller.draft = None;
    text
}

#[tokio::test]
async fn rebases_a_draft_onto_the_current_story() {
    let (mut harness, draft) = drafted_text().await;
    let standing = "He opened the door. It was night. He whispered.";
    harness
        .ok(
            "replace_text",
            json!({ "old": "spoke", "new": "whispered", "node": "Hero" }),
        )
        .await;
    assert_eq!(text_in(&mut harness, None).await, standing);
    let error = harness.fails("adopt_draft", json!({})).await;
    assert!(error.starts_with("CONFLICT"), "{error}");

    let answer = harness.ok("rebase_draft", json!({})).await;
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
    assert_eq!(
        text_in(&mut harness, None).await,
        standing,
        "the story stays"
    );
    assert_eq!(text_in(&mut harness, Some(draft)).await, DRAFTED);
    assert_eq!(
        harness.ok("show_draft", json!({})).await["pieces"][0]["moved"],
        false
    );
    harness.ok("adopt_draft", json!({})).await;
    assert_eq!(text_in(&mut harness, None).await, DRAFTED);
}

#[tokio::test]
async fn adopting_keeps_the_writers_changes_elsewhere_in_the_text() {
    let (mut harness, draft) = drafted_text().await;
    harness
        .ok("append_text", json!({ "text": "The end.", "node": "Hero" }))
        .await;
    harness
        .ok(
            "replace_text",
            json!({ "old": "night", "new": "noon", "node": "Hero" }),
        )
        .await;
    harness
        .ok("rebase_draft", json!({ "nodes": ["Hero"] }))
        .await;
    assert_eq!(
        text_in(&mut harness, Some(draft)).await,
        "He opened the gate. It was noon. He sang.\n\nThe end."
    );
}

#[tokio::test]
async fn rebasing_takes_out_what_belongs_to_removed_nodes() {
    let (mut harness, draft) = drafted_text().await;
    for title in ["Sea", "Inn"] {
        harness.node(title, "scene").await;
    }
    harness.caller.draft = Some(draft);
    let link = json!({ "from": "Hero", "to": "Sea", "label": "Swim" });
    harness.ok("link_nodes", link).await;
    let text = json!({ "node": "Inn", "text": "Warm." });
    harness.ok("write_text", text).await;
    harness.caller.draft = None;
    harness
        .ok("remove_nodes", json!({ "nodes": ["Sea", "Inn"] }))
        .await;
    let error = harness.fails("adopt_draft", json!({})).await;
    assert!(error.contains("rebase_draft takes out"), "{error}");
    let shown = harness.ok("show_draft", json!({})).await;
    let pieces = shown["pieces"].as_array().unwrap().iter();
    let moved = pieces.map(|it| it["moved"] == true).collect::<Vec<_>>();
    assert_eq!(moved, [false, true, true]);

    let answer = harness.ok("rebase_draft", json!({})).await;
    let taken_out = answer["taken_out"].as_array().unwrap().iter();
    let taken_out: Vec<_> = taken_out.map(|it| it["what"].as_str().unwrap()).collect();
    assert_eq!(taken_out, ["Hero → Sea", "Inn"]);
    assert_eq!(answer["left"], 1);
    harness.ok("adopt_draft", json!({})).await;
    let text = harness.ok("read_text", json!({ "node": "Hero" })).await;
    assert_eq!(text["text"], DRAFTED);
}

#[tokio::test]
async fn adopting_a_passage_is_one_step_and_keeps_the_rest_in_the_draft() {
    let (mut harness, draft) = drafted_text().await;
    let before = text_in(&mut harness, None).await;
    let accepted = "He opened the gate. It was night. He spoke.";
    let args = json!({ "node": "Hero", "text": accepted });
    let answer = harness.ok("adopt_passages", args).await;
    assert_eq!(
        (&answer["version"], &answer["left"]),
        (&json!(5), &json!(1))
    );
    assert_eq!(text_in(&mut harness, None).await, accepted);
    let shown = harness.ok("show_draft", json!({})).await;
    let piece = &shown["pieces"][0];
    assert_eq!(
        (&piece["moved"], &piece["difference"]["text"]),
        (
            &json!(false),
            &json!("He opened the gate. It was night. He [-spoke-]{+sang+}.")
        )
    );

    harness.ok("undo", json!({})).await;
    assert_eq!(text_in(&mut harness, None).await, before);
    harness.ok("rebase_draft", json!({})).await;
    assert_eq!(
        text_in(&mut harness, Some(draft)).await,
        DRAFTED,
        "nothing is lost"
    );

    let args = json!({ "node": "Hero", "text": DRAFTED });
    let answer = harness.ok("adopt_passages", args).await;
    assert_eq!(answer["left"], 0, "nothing of it is left");
    assert_eq!(harness.ok("list_drafts", json!({})).await["count"], 0);
}

#[tokio::test]
async fn adopting_a_passage_changed_since_is_a_conflict() {
    let (harness, _) = drafted_text().await;
    harness
        .ok("append_text", json!({ "text": "The end.", "node": "Hero" }))
        .await;
    let args = json!({ "node": "Hero", "text": DRAFTED });
    let error = harness.fails("adopt_passages", args).await;
    assert!(error.starts_with("CONFLICT"), "{error}");
}
