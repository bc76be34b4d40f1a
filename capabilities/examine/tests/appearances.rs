//! Which scenes name whom.

use serde_json::{Value, json};

use crate::tests::TestHarness;

async fn harness() -> TestHarness {
    let harness = TestHarness::new();
    let people = [
        ("Lin Mei", "character"),
        ("Neo", "character"),
        ("Pier", "place"),
    ];
    for (title, kind) in people {
        harness
            .ok("create_node", json!({ "title": title, "kind": kind }))
            .await;
    }
    let alias = json!({ "node": "Lin Mei", "items": [{ "k": "Weitere Namen", "v": "阿梅" }] });
    harness.ok("update_node_kv", alias).await;
    let texts = [
        ("Harbor", "NEO waits. “Neo?”"),
        ("Night", "Nobody but 阿梅 is there."),
        ("Fog", "It is a neon sign. [[Go on->Ferry]]"),
        ("Ferry", "Neo comes back to the pier."),
    ];
    let mut before = None;
    for (title, text) in texts {
        let mut args = json!({ "title": title, "text": text });
        if let Some(before) = before {
            args["after"] = json!(before);
        }
        harness.ok("create_node", args).await;
        before = Some(title);
    }
    harness.ok("set_start", json!({ "node": "Harbor" })).await;
    let view = json!({ "node": "Fog", "items": [{ "k": "pov", "v": "Lin Mei" }] });
    harness.ok("update_node_kv", view).await;
    harness
}

/// The scenes by title, with whom each names and how often.
fn matrix(answer: &Value) -> Vec<String> {
    let scenes = answer["scenes"].as_array().unwrap();
    let named = |scene: &Value| -> Vec<String> {
        let named = scene["named"].as_array().unwrap();
        let words = named.iter().map(|it| {
            let attributes = it["attributes"].as_array();
            let by: Vec<_> = attributes.into_iter().flatten().collect();
            let by: String = by
                .iter()
                .map(|it| format!(" as {}", it.as_str().unwrap()))
                .collect();
            format!("{} {}{by}", it["title"].as_str().unwrap(), it["times"])
        });
        words.collect()
    };
    scenes
        .iter()
        .map(|it| {
            format!(
                "{}: {}",
                it["node"]["title"].as_str().unwrap(),
                named(it).join(", ")
            )
        })
        .collect()
}

#[tokio::test]
async fn scenes_in_reading_order_tell_whom_they_name_in_text_and_attributes() {
    let harness = harness().await;
    let answer = harness.ok("list_appearances", json!({})).await;
    assert_eq!(
        matrix(&answer),
        [
            "Harbor: Neo 2",
            "Night: Lin Mei 1",
            "Fog: Lin Mei 0 as pov",
            "Ferry: Neo 1, Pier 1",
        ]
    );
    assert_eq!(answer["scenes"][0]["named"][0]["quote"], "NEO");
    assert_eq!(answer["scenes"][1]["named"][0]["quote"], "阿梅");
}

#[tokio::test]
async fn each_has_its_first_and_last_scene_and_the_longest_absence() {
    let harness = harness().await;
    let answer = harness.ok("list_appearances", json!({})).await;
    let of = answer["of"].as_array().unwrap();
    let titles: Vec<_> = of.iter().map(|it| it["title"].as_str().unwrap()).collect();
    assert_eq!(titles, ["Lin Mei", "Neo", "Pier"]);
    let neo = &of[1];
    assert_eq!((&neo["scenes"], &neo["times"]), (&json!(2), &json!(3)));
    assert_eq!(neo["first"]["title"], "Harbor");
    assert_eq!(neo["last"]["title"], "Ferry");
    assert_eq!(neo["absence"]["scenes"], 2);
    assert_eq!(neo["absence"]["after"]["title"], "Harbor");
    assert_eq!(neo["absence"]["until"]["title"], "Ferry");
    assert_eq!(of[0].get("absence"), None, "its scenes follow one another");
}

#[tokio::test]
async fn scenes_and_those_looked_for_can_be_chosen() {
    let harness = harness().await;
    let args = json!({ "of": ["Neo"], "from": "Night", "to": "Ferry", "limit": 2 });
    let answer = harness.ok("list_appearances", args).await;
    assert_eq!(matrix(&answer), ["Night: ", "Fog: "]);
    assert_eq!(
        (&answer["count"], &answer["of"][0]["scenes"]),
        (&json!(3), &json!(1))
    );
    // Whoever is looked for is no scene to read.
    let answer = harness
        .ok("list_appearances", json!({ "of": ["Ferry"] }))
        .await;
    assert_eq!(answer["count"], 3);
}
