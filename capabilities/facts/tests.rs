//! Facts, called through the registry.

use serde_json::{Value, json};

use crate::tests::TestHarness;

/// Start → Fire → Inn, Start → Street → Inn, Inn → Healer → End; Ada has a healthy arm.
async fn story() -> TestHarness {
    let harness = TestHarness::new();
    for title in ["Start", "Fire", "Street", "Inn", "Healer", "End"] {
        harness.node(title, "scene").await;
    }
    for (from, to) in [
        ("Start", "Fire"),
        ("Start", "Street"),
        ("Fire", "Inn"),
        ("Street", "Inn"),
        ("Inn", "Healer"),
        ("Healer", "End"),
    ] {
        harness
            .ok("link_nodes", json!({ "from": from, "to": to }))
            .await;
    }
    harness.ok("set_start", json!({ "node": "Start" })).await;
    harness.node("Ada", "character").await;
    let items = json!([{ "k": "Arm", "v": "sound" }]);
    harness
        .ok("update_node_kv", json!({ "node": "Ada", "items": items }))
        .await;
    let text = json!({ "node": "Fire", "text": "A beam fell on her arm. It broke." });
    harness.ok("write_text", text).await;
    let broken = json!({
        "node": "Ada", "key": "arm", "value": "broken", "from_scene": "Fire", "source": "It broke",
    });
    harness.ok("set_fact", broken).await;
    harness
}

/// The values of the one fact at a scene, as `value since scene`.
async fn arm(harness: &TestHarness, scene: &str) -> Vec<String> {
    let answer = harness.ok("facts_at", json!({ "node": scene })).await;
    assert_eq!(answer["count"], 1, "{answer}");
    let fact = &answer["facts"][0];
    let values = fact["values"].as_array().unwrap().iter();
    let mut values: Vec<_> = values
        .map(|it| {
            let since = it["since"]["title"]
                .as_str()
                .map(|it| format!(" since {it}"));
            format!(
                "{}{}",
                it["value"].as_str().unwrap(),
                since.unwrap_or_default()
            )
        })
        .collect();
    values.sort();
    assert_eq!(
        fact["certain"],
        values.len() == 1 && fact["or_unknown"] != true
    );
    values
}

#[tokio::test]
async fn facts_at_a_scene_follow_from_the_paths_to_it() {
    let harness = story().await;
    assert_eq!(arm(&harness, "Start").await, ["sound"]);
    assert_eq!(arm(&harness, "Street").await, ["sound"]);
    assert_eq!(arm(&harness, "Fire").await, ["broken since Fire"]);
    assert_eq!(arm(&harness, "Inn").await, ["broken since Fire", "sound"]);
    let healed = json!({ "node": "Ada", "key": "Arm", "value": "healed", "from_scene": "Healer" });
    harness.ok("set_fact", healed).await;
    assert_eq!(arm(&harness, "End").await, ["healed since Healer"]);
    harness.ok("undo", json!({})).await;
    assert_eq!(arm(&harness, "End").await, ["broken since Fire", "sound"]);
    let removed = json!({ "node": "Ada", "key": "ARM", "from_scene": "fire" });
    let left = harness.ok("remove_fact", removed).await;
    assert_eq!(left["facts"], json!([]));
}

#[tokio::test]
async fn reports_that_a_fact_may_be_unknown_on_some_path() {
    let harness = story().await;
    let hair = json!({ "node": "Ada", "key": "Hair", "value": "burnt", "from_scene": "Fire" });
    harness.ok("set_fact", hair).await;
    let args = json!({ "node": "Inn", "of": "Ada" });
    let answer = harness.ok("facts_at", args).await;
    let hair = &answer["facts"][1];
    assert_eq!(
        (&hair["key"], &hair["certain"]),
        (&json!("Hair"), &json!(false))
    );
    assert_eq!(hair["or_unknown"], true);
    assert_eq!(hair["values"].as_array().unwrap().len(), 1);
    let args = json!({ "node": "Street", "of": "Ada" });
    let answer = harness.ok("facts_at", args).await;
    assert_eq!(answer["count"], 1, "nothing is known of her hair: {answer}");
}

#[tokio::test]
async fn the_source_of_a_fact_is_quoted_and_checked() {
    let harness = story().await;
    let source = |answer: &Value| answer["facts"][0]["values"][0]["source"].clone();
    let at = json!({ "node": "Fire" });
    let shown = source(&harness.ok("facts_at", at.clone()).await);
    assert_eq!(
        (&shown["quote"], &shown["node"]["title"], &shown["stands"]),
        (&json!("It broke"), &json!("Fire"), &json!(true))
    );
    let text = json!({ "node": "Fire", "text": "A beam missed her." });
    harness.ok("write_text", text).await;
    assert_eq!(source(&harness.ok("facts_at", at).await)["stands"], false);
    let wrong = json!({
        "node": "Ada", "key": "Arm", "value": "broken", "from_scene": "Fire", "source": "It broke",
    });
    let error = harness.fails("set_fact", wrong).await;
    assert!(
        error.starts_with("NOT_FOUND /source: the passage does not occur"),
        "{error}"
    );
    let nowhere = json!({ "node": "Ada", "key": "Arm", "value": "x", "source": "It broke" });
    let error = harness.fails("set_fact", nowhere).await;
    assert!(
        error.contains("/source_node: nothing says where"),
        "{error}"
    );
}

#[tokio::test]
async fn a_fact_follows_its_scene_into_a_merged_scene() {
    let harness = story().await;
    let merge = json!({ "nodes": ["Start", "Fire"] });
    harness.ok("merge_nodes", merge).await;
    assert_eq!(arm(&harness, "Inn").await, ["broken since Start"]);
}

#[tokio::test]
async fn the_source_of_a_fact_follows_its_passage_into_another_node() {
    async fn source(harness: &TestHarness) -> Value {
        let listed = harness.ok("list_facts", json!({ "node": "Ada" })).await;
        let source = &listed["facts"][0]["source"];
        json!([source["node"]["title"], source["stands"]])
    }
    let harness = story().await;
    let split = json!({ "node": "Fire", "passage": "It broke", "title": "Ashes" });
    harness.ok("split_node", split).await;
    assert_eq!(source(&harness).await, json!(["Ashes", true]));
    let merge = json!({ "nodes": ["Start", "Fire", "Ashes"] });
    harness.ok("merge_nodes", merge).await;
    assert_eq!(source(&harness).await, json!(["Start", true]));
}

#[tokio::test]
async fn a_fact_follows_its_attribute_to_another_key() {
    let harness = story().await;
    let rename = json!({ "key": "Arm", "new_key": "Left arm" });
    harness.ok("rename_attribute", rename).await;
    assert_eq!(arm(&harness, "Inn").await, ["broken since Fire", "sound"]);
    let hair = json!({ "node": "Ada", "key": "Hair", "value": "burnt", "from_scene": "Fire" });
    harness.ok("set_fact", hair).await;
    let rename = json!({ "key": "Left arm", "new_key": "hair" });
    let refused = harness.fails("rename_attribute", rename).await;
    assert!(refused.contains("already has"), "{refused}");
    let rename = json!({ "key": "hair", "new_key": "HAIR" });
    harness.ok("rename_attribute", rename).await;
    let listed = harness.ok("list_facts", json!({ "node": "Ada" })).await;
    assert_eq!(listed["facts"][1]["key"], "HAIR", "{listed}");
    harness.ok("undo", json!({})).await;
    harness.ok("undo", json!({})).await;
    harness.ok("undo", json!({})).await;
    assert_eq!(arm(&harness, "Inn").await, ["broken since Fire", "sound"]);
}

#[tokio::test]
async fn the_facts_of_a_node_are_listed_with_their_scenes_and_sources() {
    let harness = story().await;
    let before = json!({ "node": "Ada", "key": "Hair", "value": "long" });
    harness.ok("set_fact", before).await;
    let listed = harness.ok("list_facts", json!({ "node": "Ada" })).await;
    assert_eq!(listed["count"], 2);
    let [arm, hair] = [&listed["facts"][0], &listed["facts"][1]];
    assert_eq!(
        (
            &arm["value"],
            &arm["since"]["title"],
            &arm["source"]["quote"]
        ),
        (&json!("broken"), &json!("Fire"), &json!("It broke"))
    );
    assert_eq!(
        (&hair["value"], &hair["since"]),
        (&json!("long"), &Value::Null)
    );
    let none = harness.ok("list_facts", json!({ "node": "Fire" })).await;
    assert_eq!(none["facts"], json!([]));
}
