//! Repetitions in the texts of a story, as a tool finds them.

use serde_json::{Value, json};

use crate::tests::TestHarness;

/// Three scenes with a phrase that returns, and words enough for the rest to be rare.
async fn harness() -> TestHarness {
    let harness = TestHarness::new();
    harness.node("Perdita", "place").await;
    let filler: Vec<String> = (0..900)
        .map(|at| format!("w{}", (at * 607 % 1009).to_string().replace('0', "x")))
        .collect();
    let scenes = [
        (
            "Harbor",
            format!(
                "{}. He took a deep breath. A lantern; the lantern.",
                filler.join(" ")
            ),
        ),
        (
            "Deck",
            "She took a deep breath. The Perdita rolled. Perdita!".to_owned(),
        ),
        ("Cabin", "Both took a deep breath.".to_owned()),
    ];
    for (title, text) in scenes {
        harness
            .ok("create_node", json!({ "title": title, "text": text }))
            .await;
    }
    harness
}

#[tokio::test]
async fn repetitions_say_where_they_are() {
    let harness = harness().await;
    let answer = harness.ok("find_repetitions", json!({})).await;
    let close = answer["close"].as_array().unwrap();
    assert_eq!(close.len(), 1, "a name is none: {answer:#}");
    assert_eq!(close[0]["word"], "lantern");
    assert_eq!(close[0]["node"]["title"], "Harbor");
    assert_eq!(close[0]["quote"], "lantern; the lantern");
    let text = harness.ok("read_text", json!({ "node": "Harbor" })).await;
    let at = close[0]["character"].as_u64().unwrap() as usize;
    let behind: String = text["text"]
        .as_str()
        .unwrap()
        .chars()
        .skip(at - 1)
        .collect();
    assert!(behind.starts_with("lantern; the"), "{behind}");
    let phrase = &answer["phrases"][0];
    assert_eq!(
        (&phrase["phrase"], &phrase["count"]),
        (&json!("took a deep breath"), &json!(3))
    );
    let places = phrase["places"].as_array().unwrap().iter();
    let titles: Vec<&Value> = places.map(|it| &it["node"]["title"]).collect();
    assert_eq!(titles, ["Harbor", "Deck", "Cabin"]);
}

#[tokio::test]
async fn a_selection_lists_what_concerns_it() {
    let harness = harness().await;
    let answer = harness
        .ok("find_repetitions", json!({ "nodes": ["Cabin"] }))
        .await;
    assert_eq!(
        (&answer["close_count"], &answer["phrase_count"]),
        (&json!(0), &json!(1))
    );
    let answer = harness
        .ok("find_repetitions", json!({ "nodes": ["Perdita"] }))
        .await;
    assert_eq!(answer["phrase_count"], 0);
}
