//! Paths around nodes, through nodes, and as a reader can take them.

use serde_json::{Value, json};

use crate::tests::TestHarness;

/// A hall with a cellar that holds a key, a locked gate, and a wall to climb.
async fn castle() -> TestHarness {
    let harness = TestHarness::new();
    for title in ["Hall", "Cellar", "Gate", "Wall", "Garden"] {
        harness.node(title, "scene").await;
    }
    let links = [
        ("Hall", "Cellar", "Go down", ""),
        ("Cellar", "Hall", "Go up", ""),
        ("Hall", "Gate", "Go to the gate", "has_key"),
        ("Gate", "Garden", "Open it", ""),
        ("Hall", "Wall", "Climb", "strength > 3"),
        ("Wall", "Garden", "Jump", ""),
    ];
    for (from, to, label, condition) in links {
        let args = json!({ "from": from, "to": to, "label": label, "condition": condition });
        harness.ok("link_nodes", args).await;
    }
    let key = json!({ "node": "Cellar", "effect": "has_key = true" });
    harness.ok("set_enter_effect", key).await;
    harness
}

fn texts(answer: &Value) -> Vec<&str> {
    let paths = answer["paths"].as_array().unwrap().iter();
    paths.map(|it| it["text"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn paths_can_avoid_nodes_and_pass_through_nodes() {
    let harness = castle().await;
    let avoid = json!({ "from": "Hall", "to": "Garden", "avoid": ["Gate"] });
    assert_eq!(
        texts(&harness.ok("find_paths", avoid).await),
        ["Hall → if strength > 3: \"Climb\" → Wall → \"Jump\" → Garden"]
    );
    let through = json!({ "from": "Cellar", "to": "Garden", "through": ["Gate", "Hall"] });
    let found = harness.ok("find_paths", through).await;
    assert_eq!(
        texts(&found),
        [
            "Cellar → \"Go up\" → Hall → if has_key: \"Go to the gate\" → Gate → \"Open it\" → Garden"
        ]
    );
    assert_eq!(found["complete"], true);
    let both = json!({ "from": "Hall", "to": "Garden", "through": ["Gate", "Wall"] });
    let none = harness.ok("find_paths", both).await;
    assert_eq!(
        (&none["count"], &none["complete"]),
        (&json!(0), &json!(true))
    );
    let clash = json!({ "from": "Hall", "to": "Garden", "through": ["Gate"], "avoid": ["Gate"] });
    assert_eq!(
        harness.fails("find_paths", clash).await,
        "INVALID_ACTION_INPUT /avoid: \"Gate\" cannot be both visited and avoided \
         [name it in through or in avoid]"
    );
}

#[tokio::test]
async fn with_a_state_finds_only_paths_open_to_a_reader() {
    let harness = castle().await;
    let args = json!({ "from": "Hall", "to": "Garden", "state": "" });
    let found = harness.ok("find_paths", args).await;
    assert_eq!(
        texts(&found),
        [
            "Hall → \"Go down\" → Cellar → \"Go up\" → Hall → if has_key: \"Go to the gate\" → Gate \
             → \"Open it\" → Garden"
        ],
        "the hall is passed twice: the key is in the cellar"
    );
    assert_eq!(found["paths"][0]["variables"], json!({ "has_key": true }));
    assert_eq!(found["complete"], true);
    let strong = json!({ "from": "Hall", "to": "Garden", "state": "strength = 5", "limit": 1 });
    assert_eq!(
        texts(&harness.ok("find_paths", strong).await),
        ["Hall → if strength > 3: \"Climb\" → Wall → \"Jump\" → Garden"]
    );
    let avoid = json!({ "from": "Hall", "to": "Garden", "state": "", "avoid": ["Cellar"] });
    let none = harness.ok("find_paths", avoid).await;
    assert_eq!(none["count"], 0);
    assert_eq!(
        none["closed"]["text"],
        "Hall → if has_key: \"Go to the gate\" → Gate → \"Open it\" → Garden"
    );
    assert_eq!(
        harness
            .fails(
                "find_paths",
                json!({ "from": "Hall", "to": "Gate", "state": "gold =" })
            )
            .await
            .split(':')
            .next(),
        Some("INVALID_ACTION_INPUT /state")
    );
}

#[tokio::test]
async fn finds_all_paths_to_the_same_state() {
    let harness = TestHarness::new();
    for title in ["A", "B", "C", "D"] {
        harness.node(title, "scene").await;
    }
    for (from, to) in [("A", "B"), ("A", "C"), ("B", "D"), ("C", "D"), ("D", "A")] {
        harness
            .ok("link_nodes", json!({ "from": from, "to": to }))
            .await;
    }
    let args = json!({ "from": "A", "to": "D", "state": "" });
    let found = harness.ok("find_paths", args).await;
    assert_eq!(texts(&found), ["A → B → D", "A → C → D"]);
}

#[tokio::test]
async fn the_search_stops_at_an_endlessly_growing_variable() {
    let harness = TestHarness::new();
    for title in ["A", "B", "End"] {
        harness.node(title, "scene").await;
    }
    harness
        .ok(
            "link_nodes",
            json!({ "from": "A", "to": "B", "effect": "n = n + 1" }),
        )
        .await;
    harness
        .ok("link_nodes", json!({ "from": "B", "to": "A" }))
        .await;
    let never = json!({ "from": "B", "to": "End", "condition": "n < 0" });
    harness.ok("link_nodes", never).await;
    let args = json!({ "from": "A", "to": "End", "state": "" });
    let found = harness.ok("find_paths", args).await;
    assert_eq!(
        (&found["count"], &found["complete"]),
        (&json!(0), &json!(false))
    );
}

#[tokio::test]
async fn paths_in_a_script_say_that_they_follow_its_links() {
    let harness = castle().await;
    let args = json!({ "from": "Hall", "to": "Cellar" });
    let own = harness.ok("find_paths", args).await;
    assert!(own.get("script").is_none(), "{own}");
    let ink = "-> a\n== a\nA.\n* [On] -> b\n== b\nB.\n-> END\n";
    let given = json!({ "content": ink, "format": "ink", "mode": "replace" });
    harness.ok("import_story", given).await;
    let found = harness
        .ok("find_paths", json!({ "from": "a", "to": "b" }))
        .await;
    assert_eq!(
        (&found["script"], &found["count"]),
        (&json!("Ink"), &json!(1))
    );
}
