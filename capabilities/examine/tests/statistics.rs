//! Statistics and paths through a story.

use serde_json::{Value, json};

use super::harness;
use crate::tests::TestHarness;

#[tokio::test]
async fn replaying_the_path_to_an_ending_reaches_it() {
    let harness = harness().await;
    let args =
        json!({ "title": "Bridge", "text": "One two three.", "after": "Harbor", "label": "Climb" });
    harness.ok("create_node", args).await;
    let args = json!({ "from": "Bridge", "to": "Harbor", "effect": "gold += 2" });
    harness.ok("link_nodes", args).await;
    let args = json!({ "from": "Harbor", "to": "Ferry", "condition": "gold >= 5 and visited(\"Bridge\")" });
    harness.ok("update_link", args).await;
    let args =
        json!({ "title": "家", "text": "他终于回家了。", "after": "Harbor", "label": "Give up" });
    harness.ok("create_node", args).await;
    let args = json!({ "title": "Plan", "kind": "note", "text": "Nobody reads this here." });
    harness.ok("create_node", args).await;
    let args = json!({ "node": "Harbor", "text": "<<set $fog to true>>Fog." });
    harness.ok("write_text", args).await;
    let answer = harness.ok("story_statistics", json!({})).await;
    assert_eq!(answer["words"], 1 + 1 + 3 + 6, "{answer:#}");
    assert_eq!(answer["ending_count"], 2);
    for ending in answer["endings"].as_array().unwrap() {
        let way = &ending["way"];
        let played = harness
            .ok("play_story", json!({ "steps": way["steps"] }))
            .await;
        assert_eq!(played["node"], ending["node"]);
        assert_eq!(played["path"], way["path"]);
        assert_eq!(played["over"], true);
    }
    assert_eq!(answer["endings"][0]["way"]["pages"], 8);
    assert_eq!(answer["shortest"]["words"], 1 + 6);
    let longest = longest_played(&harness).await;
    assert_eq!(longest["words"], 1 + 3 + 6, "{longest:#}");
    assert_eq!(longest["exact"], true);
}

/// Every number of the statistics, for a story in Chinese that contains a name in Latin letters.
#[tokio::test]
async fn counts_characters_of_a_chinese_story() {
    let harness = TestHarness::new();
    let scene = |title: &str, text: &str, after: &str, label: &str| {
        let mut args = json!({ "title": title, "text": text });
        if !after.is_empty() {
            args["after"] = json!(after);
            args["label"] = json!(label);
        }
        ("create_node", args)
    };
    // Words: 9, 7, 6, 8; punctuation does not count, a name counts as one.
    let calls = [
        scene("码头", "第3章：大雾里的码头。", "", ""),
        ("set_start", json!({ "node": "码头" })),
        scene("渡船", "渡船来了，快上船！", "码头", "上船"),
        scene("回家", "他终于回家了。", "码头", "离开"),
        scene("对岸", "Neo 正在对岸等着他。", "渡船", "渡河"),
        ("set_ending", json!({ "node": "回家" })),
        ("set_ending", json!({ "node": "对岸" })),
        (
            "create_node",
            json!({ "title": "备忘", "kind": "note", "text": "这里没有人读。" }),
        ),
        (
            "create_node",
            json!({ "title": "林梅", "kind": "character", "text": "轮机长。" }),
        ),
    ];
    for (tool, args) in calls {
        harness.ok(tool, args).await;
    }
    let all = harness.ok("story_statistics", json!({})).await;
    assert_eq!(all["words"], 9 + 7 + 6 + 8, "{all:#}");
    // Characters count punctuation but not spaces.
    assert_eq!(all["characters"], 11 + 9 + 7 + 11);
    let nodes = all["longest_nodes"].as_array().unwrap();
    let nodes: Vec<_> = nodes
        .iter()
        .map(|it| {
            (
                it["node"]["title"].as_str().unwrap(),
                it["words"].as_u64().unwrap(),
            )
        })
        .collect();
    assert_eq!(nodes, [("码头", 9), ("对岸", 8), ("渡船", 7), ("回家", 6)]);
    let sum: u64 = nodes.iter().map(|it| it.1).sum();
    assert_eq!(all["words"], sum, "nodes and story count the same");
    let graph = harness.store.view(None).graph().unwrap();
    let titles = |ids: &Value| -> Vec<String> {
        let ids = ids.as_array().unwrap().iter();
        let ids = ids.map(|it| it.as_str().unwrap().parse::<model::NodeId>().unwrap());
        ids.map(|it| graph.nodes[&it].title.clone()).collect()
    };
    assert_eq!(titles(&all["beside"]), ["备忘", "林梅"]);
    // 400 characters or 240 words a minute: 28 characters, a 3 and a Neo.
    assert_eq!(
        all["reading_seconds"],
        (28.0_f64 * 0.15 + 2.0 / 4.0).round() as u64
    );
    let branches = all["branches"].as_array().unwrap();
    let branches: Vec<_> = branches
        .iter()
        .map(|it| (&it["label"], it["pages"].as_u64(), it["words"].as_u64()))
        .collect();
    assert_eq!(
        branches,
        [
            (&json!("上船"), Some(2), Some(7 + 8)),
            (&json!("离开"), Some(1), Some(6)),
        ]
    );
    let named = |way: &Value| -> Vec<String> {
        let path = way["path"].as_array().unwrap().iter();
        path.map(|it| it["title"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(all["shortest"]["words"], 9 + 6);
    assert_eq!(named(&all["shortest"]), ["码头", "回家"]);
    assert_eq!(all["longest"]["words"], 9 + 7 + 8);
    assert_eq!(all["longest"]["exact"], true);
    assert_eq!(named(&all["longest"]["way"]), ["码头", "渡船", "对岸"]);
    assert_eq!(
        (&all["ending_count"], &all["complete"]),
        (&json!(2), &json!(true))
    );
    for ending in all["endings"].as_array().unwrap() {
        let steps = json!({ "steps": ending["way"]["steps"] });
        let played = harness.ok("play_story", steps).await;
        assert_eq!(played["node"], ending["node"]);
        assert_eq!(played["over"], true);
    }
}

/// The longest path in the statistics, after playing it from start to end.
async fn longest_played(harness: &TestHarness) -> Value {
    let answer = harness.ok("story_statistics", json!({})).await;
    let longest = answer["longest"].clone();
    let way = &longest["way"];
    let args = json!({ "steps": way["steps"] });
    let played = harness.ok("play_story", args).await;
    assert_eq!(played["path"], way["path"]);
    let last = way["path"].as_array().unwrap().last().unwrap();
    let mut endings = answer["endings"].as_array().unwrap().iter();
    assert!(endings.any(|it| it["node"] == *last), "{longest:#}");
    longest
}

#[tokio::test]
async fn the_longest_path_takes_each_loop_once_and_can_be_played() {
    let harness = TestHarness::new();
    let scene = |title: &str, text: &str, after: Option<&str>| {
        let mut args = json!({ "title": title, "text": text });
        if let Some(after) = after {
            args["after"] = json!(after);
        }
        args
    };
    let mut calls = vec![
        ("create_node", scene("Square", "one two", None)),
        ("set_start", json!({ "node": "Square" })),
        ("create_node", scene("Home", "end", Some("Square"))),
        ("set_ending", json!({ "node": "Home" })),
    ];
    for stall in ["Baker", "铁匠", "Smith"] {
        let text = if stall == "铁匠" {
            "他正在打铁。"
        } else {
            "three words here"
        };
        calls.push(("create_node", scene(stall, text, Some("Square"))));
        calls.push(("link_nodes", json!({ "from": stall, "to": "Square" })));
    }
    for (tool, args) in calls {
        harness.ok(tool, args).await;
    }
    // From the square to each stall and back, then home: each page is counted once.
    let longest = longest_played(&harness).await;
    assert_eq!(longest["words"], 2 + 3 + 5 + 3 + 1, "{longest:#}");
    assert_eq!(longest["exact"], true);
    assert_eq!(longest["way"]["words"], longest["words"]);
    assert_eq!(longest["way"]["pages"], 8);

    // The baker can be visited only before the smith, who bars the way back.
    let barred = json!({ "from": "Square", "to": "Baker", "condition": "not visited(\"Smith\")" });
    harness.ok("update_link", barred).await;
    harness
        .ok("remove_link", json!({ "from": "Smith", "to": "Square" }))
        .await;
    harness.ok("set_ending", json!({ "node": "Smith" })).await;
    let longest = longest_played(&harness).await;
    assert_eq!(longest["words"], 2 + 3 + 5 + 3, "home or the smith");
    assert_eq!(longest["exact"], true, "{longest:#}");
}

#[tokio::test]
async fn a_story_without_an_ending_has_no_longest_path() {
    let harness = TestHarness::new();
    let args = json!({ "title": "Wheel", "text": "round and round" });
    harness.ok("create_node", args).await;
    harness.ok("set_start", json!({ "node": "Wheel" })).await;
    harness
        .ok("link_nodes", json!({ "from": "Wheel", "to": "Wheel" }))
        .await;
    let longest = &harness.ok("story_statistics", json!({})).await["longest"];
    assert_eq!(*longest, json!({ "words": 3, "exact": false }));
}

#[tokio::test]
async fn the_longest_path_is_exact_without_loops_and_closed_choices() {
    let harness = harness().await;
    for (title, after, text) in [
        ("Bridge", "Harbor", "One two three."),
        ("Tower", "Bridge", "Four five."),
        ("Cave", "Harbor", "Dark."),
    ] {
        let args = json!({ "title": title, "after": after, "text": text });
        harness.ok("create_node", args).await;
    }
    let args = json!({ "from": "Harbor", "to": "Tower", "label": "Fly" });
    harness.ok("link_nodes", args).await;
    let longest = harness.ok("story_statistics", json!({})).await["longest"].clone();
    assert_eq!(longest["exact"], true, "{longest:#}");
    let way = &longest["way"];
    assert_eq!(way["words"], longest["words"]);
    let played = harness
        .ok("play_story", json!({ "steps": way["steps"] }))
        .await;
    assert_eq!(played["path"], way["path"]);
    assert_eq!(
        (&played["node"]["title"], &played["over"]),
        (&json!("Tower"), &json!(true))
    );
}

#[tokio::test]
async fn statistics_of_a_script_say_that_they_follow_its_links() {
    let harness = harness().await;
    let own = harness.ok("story_statistics", json!({})).await;
    assert!(own.get("script").is_none(), "{own}");
    let ink = "-> a\n== a\nA.\n* [On] -> b\n== b\nB.\n-> END\n";
    let given = json!({ "content": ink, "format": "ink", "mode": "replace" });
    harness.ok("import_story", given).await;
    let script = harness.ok("story_statistics", json!({})).await;
    assert_eq!(script["script"], "Ink");
}
