//! Variables are listed with their uses, and renamed in all of them.

use serde_json::{Value, json};

use crate::tests::TestHarness;

async fn story() -> TestHarness {
    let harness = TestHarness::new();
    for (title, text) in [
        ("Gate", "You have {{gold}}.{{if gold > 5}} Rich!{{end}}"),
        ("Yard", "Mud."),
    ] {
        let args = json!({ "title": title, "kind": "scene", "text": text });
        harness.ok("create_node", args).await;
    }
    let enter = json!({ "node": "Gate", "effect": "gold = 3; met = true" });
    harness.ok("set_enter_effect", enter).await;
    let link = json!({
        "from": "Gate", "to": "Yard", "label": "Pay", "condition": "gold >= 2 and met",
        "effect": "gold = gold - 2",
    });
    harness.ok("link_nodes", link).await;
    harness.ok("set_start", json!({ "node": "Gate" })).await;
    harness
}

/// The uses of a variable in short.
fn uses(listed: &Value) -> Vec<String> {
    let uses = listed["variables"][0]["uses"].as_array().unwrap();
    let of = |it: &Value| {
        let does = match (&it["sets"], &it["reads"]) {
            (Value::Bool(true), Value::Bool(true)) => "sets and reads",
            (Value::Bool(true), _) => "sets",
            _ => "reads",
        };
        format!(
            "{} {}: {does} {}",
            it["node"]["title"].as_str().unwrap(),
            it["place"].as_str().unwrap(),
            it["source"].as_str().unwrap_or("-")
        )
    };
    uses.iter().map(of).collect()
}

#[tokio::test]
async fn variables_are_listed_with_what_they_are_set_to_and_where() {
    let harness = story().await;
    let all = harness.ok("list_variables", json!({})).await;
    assert_eq!(
        all,
        json!({
            "count": 2,
            "variables": [
                { "variable": "gold", "values": ["3", "gold - 2"], "set": 2, "read": 3 },
                { "variable": "met", "values": ["true"], "set": 1, "read": 1 },
            ],
            "may_have_others": false,
        })
    );
    let gold = json!({ "variable": "$gold" });
    let gold = harness.ok("list_variables", gold).await;
    assert_eq!(
        uses(&gold),
        [
            "Gate enter: sets gold = 3; met = true",
            "Gate text: reads -",
            "Gate condition: reads gold >= 2 and met",
            "Gate effect: sets and reads gold = gold - 2",
        ]
    );
    let unknown = json!({ "variable": "silver" });
    let refused = harness.fails("list_variables", unknown).await;
    assert!(refused.contains("\"gold\", \"met\""), "{refused}");
}

#[tokio::test]
async fn a_variable_is_renamed_wherever_it_is_used_as_one_step() {
    let harness = story().await;
    let before = harness.ok("list_variables", json!({})).await;
    let rename = json!({ "variable": "gold", "new_name": "coins" });
    let renamed = harness.ok("rename_variable", rename).await;
    assert_eq!(
        (&renamed["count"], &renamed["nodes"]),
        (&json!(4), &json!(1))
    );
    let all = harness.ok("list_variables", json!({})).await;
    assert_eq!(all["variables"][0]["variable"], "coins");
    assert_eq!(all["variables"][0]["values"], json!(["3", "coins - 2"]));
    assert_eq!(all["count"], 2);
    let text = harness.ok("read_text", json!({ "node": "Gate" })).await;
    assert_eq!(
        text["text"],
        "You have {{coins}}.{{if coins > 5}} Rich!{{end}}"
    );
    let played = harness.ok("play_story", json!({})).await;
    assert!(played.to_string().contains("You have 3."), "{played}");
    harness.ok("undo", json!({})).await;
    assert_eq!(harness.ok("list_variables", json!({})).await, before);
    for (rename, reason) in [
        (json!({ "variable": "gold", "new_name": "met" }), "already"),
        (
            json!({ "variable": "gold", "new_name": "my gold" }),
            "name of a variable",
        ),
        (
            json!({ "variable": "gold", "new_name": "end" }),
            "name of a variable",
        ),
        (
            json!({ "variable": "silver", "new_name": "tin" }),
            "no variable",
        ),
    ] {
        let refused = harness.fails("rename_variable", rename).await;
        assert!(refused.contains(reason), "{refused}");
    }
}

#[tokio::test]
async fn a_variable_in_texts_of_another_program_keeps_its_name() {
    let harness = TestHarness::new();
    let file = ":: Start\n<<set $gold to 2>>[[Next]]\n\n:: Next\n<<if $gold gt 1>>Rich.<</if>>";
    let import = json!({ "content": file, "format": "twee" });
    harness.ok("import_story", import).await;
    let all = harness.ok("list_variables", json!({})).await;
    assert_eq!(all["variables"][0]["variable"], "gold", "{all}");
    let rename = json!({ "variable": "gold", "new_name": "coins" });
    let refused = harness.fails("rename_variable", rename).await;
    assert!(refused.contains("\"Start\", \"Next\""), "{refused}");
}

#[tokio::test]
async fn a_choice_of_an_included_passage_is_one_use() {
    let harness = TestHarness::new();
    let file = ":: Start\n<<include \"Box\">>\n\n:: Box\n<<if $gold gt 1>>[[Pay->Yard]]<</if>>\n\n:: Yard\nMud.";
    let import = json!({ "content": file, "format": "twee" });
    harness.ok("import_story", import).await;
    let gold = harness
        .ok("list_variables", json!({ "variable": "gold" }))
        .await;
    let uses = gold["variables"][0]["uses"].as_array().unwrap();
    let of_choices = uses.iter().filter(|it| it["place"] == "condition");
    let nodes: Vec<_> = of_choices.map(|it| &it["node"]["title"]).collect();
    assert_eq!(nodes, ["Box"], "{gold:#}");
}
