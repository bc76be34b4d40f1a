//! Links: their order, selecting one of several, and changing their target.

use expect_test::expect;
use serde_json::json;

use crate::tests::{TestHarness, check};

#[tokio::test]
async fn links_keep_their_given_order() {
    let harness = TestHarness::new();
    for title in ["A", "B", "C", "D"] {
        harness.node(title, "scene").await;
    }
    harness
        .ok(
            "link_nodes",
            json!({ "from": "A", "to": "B", "label": "b" }),
        )
        .await;
    harness
        .ok(
            "link_nodes",
            json!({ "from": "A", "to": "C", "label": "c" }),
        )
        .await;
    let args = json!({ "from": "A", "to": "D", "label": "d", "condition": "has_key", "order": 1 });
    let output = harness.call("link_nodes", args).await;
    check(
        &json!(output.result.unwrap().data),
        &expect![[r#"
        {
          "edge": "<id>",
          "from": {
            "id": "<id>",
            "title": "A"
          },
          "to": {
            "id": "<id>",
            "title": "D"
          },
          "label": "d",
          "condition": "has_key",
          "order": 1
        }
    "#]],
    );
    check(
        &json!(output.ui_hints),
        &expect![[r#"
        {
          "template": "nodes",
          "title": "A → D",
          "fields": {
            "nodes": [
              {
                "id": "<id>",
                "title": "A"
              },
              {
                "id": "<id>",
                "title": "D"
              }
            ],
            "label": "d"
          }
        }
    "#]],
    );
    harness
        .ok("update_link", json!({ "from": "A", "to": "B", "order": 9 }))
        .await;
    let around = harness.ok("neighbors", json!({ "node": "A" })).await;
    let titles: Vec<_> = around["outgoing"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| &it["node"]["title"])
        .collect();
    assert_eq!(titles, ["D", "C", "B"]);
}

#[tokio::test]
async fn a_label_selects_one_of_several_links() {
    let harness = TestHarness::new();
    harness.node("A", "scene").await;
    harness.node("B", "scene").await;
    harness
        .ok(
            "link_nodes",
            json!({ "from": "A", "to": "B", "label": "Run" }),
        )
        .await;
    harness
        .ok(
            "link_nodes",
            json!({ "from": "A", "to": "B", "label": "走" }),
        )
        .await;
    let before = harness.changes();
    let errors = [
        harness
            .fails(
                "link_nodes",
                json!({ "from": "A", "to": "B", "label": "Run" }),
            )
            .await,
        harness
            .fails(
                "update_link",
                json!({ "from": "A", "to": "B", "new_label": "x" }),
            )
            .await,
        harness
            .fails(
                "update_link",
                json!({ "from": "A", "to": "B", "label": "Run" }),
            )
            .await,
        harness
            .fails(
                "remove_link",
                json!({ "from": "A", "to": "B", "label": "Fly" }),
            )
            .await,
        harness
            .fails("remove_link", json!({ "from": "B", "to": "A" }))
            .await,
    ];
    expect![[r#"
        INVALID_ACTION_INPUT /to: "A" is already linked to "B" in this way [update_link changes a link; another label makes a second one]
        INVALID_ACTION_INPUT /label: 2 links lead from "A" to "B" [say which by its label: "Run", "走"]
        INVALID_ACTION_INPUT: there is nothing to change: give new_to, new_label, condition, effect, once, order or reverse
        NOT_FOUND: no link from "A" to "B" is labeled "Fly" [the labels are: "Run", "走"]
        NOT_FOUND: "B" has no link to "A" [its links lead to: none]"#]].assert_eq(&errors.join("\n"));
    assert_eq!(harness.changes(), before);
    let args = json!({ "from": "A", "to": "B", "label": "run", "new_label": "Run away", "condition": "afraid" });
    check(
        &harness.ok("update_link", args).await,
        &expect![[r#"
        {
          "edge": "<id>",
          "from": {
            "id": "<id>",
            "title": "A"
          },
          "to": {
            "id": "<id>",
            "title": "B"
          },
          "label": "Run away",
          "condition": "afraid",
          "order": 1
        }
    "#]],
    );
    let args = json!({ "from": "A", "to": "B", "label": "走" });
    check(
        &harness.ok("remove_link", args).await,
        &expect![[r#"
        {
          "edge": "<id>",
          "from": {
            "id": "<id>",
            "title": "A"
          },
          "to": {
            "id": "<id>",
            "title": "B"
          },
          "label": "走",
          "left": 1
        }
    "#]],
    );
    let answer = harness
        .ok(
            "update_link",
            json!({ "from": "A", "to": "B", "new_label": "", "condition": "" }),
        )
        .await;
    assert_eq!((answer.get("label"), answer.get("condition")), (None, None));
}

#[tokio::test]
async fn link_script_problems_carry_message_codes() {
    let harness = TestHarness::new();
    for title in ["A", "B"] {
        harness.node(title, "scene").await;
    }
    let args = json!({ "from": "A", "to": "B", "condition": "gold = 5", "effect": "gold = 1" });
    let linked = harness.call("link_nodes", args).await;
    let unread = &linked.ui_hints.unwrap().fields["unread"];
    let word = json!({ "at": 6, "what": "source_sets", "parts": {} });
    assert_eq!(unread, &json!([{ "of": "condition", "said": word }]));
}

#[tokio::test]
async fn changing_a_link_target_keeps_its_label_and_conditions() {
    let harness = TestHarness::new();
    for title in ["A", "B", "C"] {
        harness.node(title, "scene").await;
    }
    let args = json!({ "from": "A", "to": "B", "label": "Run", "effect": "tired = true" });
    let edge = harness.ok("link_nodes", args).await["edge"].clone();
    let args = json!({ "from": "A", "to": "B", "new_to": "C" });
    let moved = harness.ok("update_link", args).await;
    assert_eq!(moved["edge"], edge);
    assert_eq!(moved["to"]["title"], "C");
    assert_eq!(
        (&moved["label"], &moved["effect"]),
        (&json!("Run"), &json!("tired = true"))
    );
    let around = harness.ok("neighbors", json!({ "node": "B" })).await;
    assert_eq!(around["incoming"].as_array().map(Vec::len), Some(0));
    let args = json!({ "from": "A", "to": "B", "label": "Run" });
    harness.ok("link_nodes", args).await;
    let args = json!({ "from": "A", "to": "B", "new_to": "C" });
    let refused = harness.fails("update_link", args).await;
    let args = json!({ "from": "A", "to": "B", "new_to": "Z" });
    let lost = harness.fails("update_link", args).await;
    expect![[r#"
        INVALID_ACTION_INPUT /new_to: "A" is already linked to "C" in this way [update_link changes a link; another label makes a second one]
        NOT_FOUND /new_to: there is no node "Z" [list the nodes, or search for a word in them]"#]].assert_eq(&[refused, lost].join("\n"));
}

/// The links of a node: label and target of each.
async fn leading(harness: &TestHarness, node: &str) -> Vec<String> {
    let around = harness.ok("neighbors", json!({ "node": node })).await;
    let links = around["outgoing"].as_array().unwrap().iter();
    let link = |it: &serde_json::Value| {
        let label = it["label"].as_str().unwrap_or_default();
        format!("{label}→{}", it["node"]["title"].as_str().unwrap())
    };
    links.map(link).collect()
}

#[tokio::test]
async fn inserting_a_node_into_a_link_is_one_step() {
    let harness = TestHarness::new();
    for title in ["A", "B"] {
        harness.node(title, "scene").await;
    }
    for (label, condition) in [("x", "key"), ("y", "")] {
        let link = json!({ "from": "A", "to": "B", "label": label, "condition": condition });
        harness.ok("link_nodes", link).await;
    }
    let new = json!({ "title": "M", "after": "A", "before": "B", "label": "x" });
    let made = harness.ok("create_node", new).await;
    assert_eq!(
        made["link"]["condition"], "key",
        "the link keeps what it has"
    );
    assert_eq!(leading(&harness, "A").await, ["x→M", "y→B"]);
    assert_eq!(leading(&harness, "M").await, ["→B"]);
    harness.ok("undo", json!({})).await;
    assert_eq!(leading(&harness, "A").await, ["x→B", "y→B"]);
    let alone = json!({ "title": "M", "before": "B" });
    let error = harness.fails("create_node", alone).await;
    assert!(error.starts_with("INVALID_ACTION_INPUT /before"), "{error}");
}

#[tokio::test]
async fn reversing_a_link_is_one_step() {
    let harness = TestHarness::new();
    for title in ["A", "B"] {
        harness.node(title, "scene").await;
    }
    let link = json!({ "from": "A", "to": "B", "label": "x", "effect": "gold = 1" });
    let made = harness.ok("link_nodes", link).await;
    let reverse = json!({ "from": "A", "to": "B", "reverse": true });
    let turned = harness.ok("update_link", reverse).await;
    assert_eq!(turned["edge"], made["edge"]);
    assert_eq!(turned["effect"], "gold = 1");
    assert!(leading(&harness, "A").await.is_empty());
    assert_eq!(leading(&harness, "B").await, ["x→A"]);
    harness.ok("undo", json!({})).await;
    assert_eq!(leading(&harness, "A").await, ["x→B"]);
    let same = json!({ "from": "B", "to": "A", "label": "x" });
    harness.ok("link_nodes", same).await;
    let again = json!({ "from": "A", "to": "B", "reverse": true });
    let error = harness.fails("update_link", again).await;
    assert!(
        error.starts_with("CONFLICT") || error.contains("/reverse"),
        "{error}"
    );
}
