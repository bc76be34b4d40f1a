//! Undo and redo of steps, turns and single changes.

use expect_test::expect;
use model::{TurnId, World};
use serde_json::json;

use super::hero;
use crate::tests::check;

#[tokio::test]
async fn undoes_and_redoes_steps() {
    let harness = hero().await;
    check(
        &harness.ok("undo", json!({})).await,
        &expect![[r#"
        {
          "count": 1,
          "undone": [
            "write_text"
          ]
        }
    "#]],
    );
    let read = harness.ok("read_text", json!({ "node": "Hero" })).await;
    assert_eq!(read["text"], "He opened the red door.");
    check(
        &harness.ok("redo", json!({})).await,
        &expect![[r#"
        {
          "count": 1,
          "redone": [
            "write_text"
          ]
        }
    "#]],
    );
    let read = harness.ok("read_text", json!({ "node": "Hero" })).await;
    assert_eq!(read["text"], "He opened the blue door.");
    let errors = [
        harness.fails("redo", json!({})).await,
        harness.fails("undo", json!({ "turn": "nothing" })).await,
        harness
            .fails("undo", json!({ "turn": "abcd", "change": 1 }))
            .await,
    ];
    expect![[r#"
        NOT_FOUND: there is nothing to redo [list the steps that can be undone or redone]
        NOT_FOUND /turn: there is no turn "nothing" [story_history lists changes with their turns]
        INVALID_ACTION_INPUT /change: a turn and a change are two targets [give one of them]"#]]
    .assert_eq(&errors.join("\n"));
}

#[tokio::test]
async fn lists_steps_that_can_be_undone_and_redone() {
    let harness = hero().await;
    harness.ok("undo", json!({})).await;
    let steps = harness.ok("list_steps", json!({ "limit": 2 })).await;
    check(
        &steps,
        &expect![[r#"
        {
          "count": 2,
          "steps": [
            {
              "changes": [
                5
              ],
              "reasons": [
                "write_text"
              ],
              "undone": true
            },
            {
              "changes": [
                4
              ],
              "reasons": [
                "write_text"
              ],
              "undone": false
            }
          ]
        }
    "#]],
    );
}

#[tokio::test]
async fn undoes_a_whole_turn_by_part_of_its_id() {
    let mut harness = hero().await;
    let turn = TurnId(model::FixedWorld::default().new_id());
    harness.caller.turn = Some(turn);
    harness
        .ok("rename_node", json!({ "node": "Hero", "title": "Neo" }))
        .await;
    harness
        .ok("set_node_kind", json!({ "node": "Neo", "kind": "note" }))
        .await;
    harness.caller.turn = None;
    harness.node("Other", "note").await;
    let undone = harness.ok("undo", json!({ "turn": turn.short() })).await;
    assert_eq!(
        undone,
        json!({ "count": 2, "undone": ["rename_node", "set_node_kind"] })
    );
    assert_eq!(
        harness.ok("show_node", json!({ "node": "Hero" })).await["kind"],
        "character"
    );
}

#[tokio::test]
async fn undo_by_a_model_names_nodes_by_their_current_titles() {
    let mut harness = hero().await;
    let world = model::FixedWorld::default();
    let [wrote, undoes] = [TurnId(world.new_id()), TurnId(world.new_id())];
    harness.caller.principal.role = capability::Role::Assistant;
    harness.caller.turn = Some(wrote);
    harness
        .ok("rename_node", json!({ "node": "Hero", "title": "Neo" }))
        .await;
    harness.caller.turn = Some(undoes);
    let undone = harness
        .ok("undo", json!({ "turn": wrote.to_string() }))
        .await;
    assert_eq!(undone["places"][0]["what"], "Hero");
}

#[tokio::test]
async fn rejects_undo_of_something_changed_since() {
    let harness = hero().await;
    let error = harness.fails("undo", json!({ "change": 2 })).await;
    assert!(error.starts_with("CONFLICT"), "{error}");
}

#[tokio::test]
async fn undoes_and_redoes_one_change_of_a_turn() {
    let mut harness = hero().await;
    harness.caller.turn = Some(TurnId(model::FixedWorld::default().new_id()));
    harness
        .ok("rename_node", json!({ "title": "Neo", "node": "Hero" }))
        .await;
    let items = json!([{ "k": "Job", "v": "hacker" }]);
    harness
        .ok("update_node_kv", json!({ "items": items, "node": "Neo" }))
        .await;
    harness.caller.turn = None;
    let steps = harness.ok("list_steps", json!({})).await;
    let renaming = steps["steps"][0]["changes"][0].clone();

    let error = harness.fails("undo", json!({ "alone": true })).await;
    expect![
        "INVALID_ACTION_INPUT /alone: it says nothing without a change [name the change as well]"
    ]
    .assert_eq(&error);
    let undone = harness
        .ok("undo", json!({ "change": renaming, "alone": true }))
        .await;
    assert_eq!(undone, json!({ "count": 1, "undone": ["rename_node"] }));
    let read = harness.ok("read_node_kv", json!({ "node": "Hero" })).await;
    assert_eq!(
        read["items"][1]["v"], "hacker",
        "the rest of the turn stays"
    );
    let standing = async || {
        let steps = harness.ok("list_steps", json!({ "limit": 2 })).await;
        let undone = |at: usize| steps["steps"][at]["undone"] == true;
        (undone(0), undone(1))
    };
    assert_eq!(standing().await, (false, true));
    harness.ok("redo", json!({})).await;
    assert_eq!(standing().await, (false, false));
    harness.ok("show_node", json!({ "node": "Neo" })).await;
}
