//! Playtests through the registry: of a story with conditions, and of scripts.

use serde_json::{Value, json};

use crate::tests::TestHarness;

fn counted(all: &Value) -> Vec<(&str, u64)> {
    let all = all.as_array().unwrap().iter();
    all.map(|it| {
        let title = it["node"]["title"].as_str().unwrap();
        (title, it["readers"].as_u64().unwrap())
    })
    .collect()
}

/// A hall with a cellar whose door nobody has a key to, a tower with an ending, and a loft that is read
/// when a die shows six.
async fn house() -> TestHarness {
    let harness = TestHarness::new();
    harness
        .ok(
            "create_node",
            json!({ "title": "Hall", "text": "A cold hall." }),
        )
        .await;
    for (title, after) in [
        ("Stairs", "Hall"),
        ("Cellar", "Hall"),
        ("Vault", "Cellar"),
        ("Loft", "Stairs"),
        ("Tower", "Stairs"),
    ] {
        let args = json!({ "title": title, "after": after, "text": "Two words." });
        harness.ok("create_node", args).await;
    }
    for (from, to, condition) in [
        ("Cellar", "Vault", "key"),
        ("Stairs", "Loft", "random(1, 6) == 6"),
    ] {
        let args = json!({ "from": from, "to": to, "condition": condition });
        harness.ok("update_link", args).await;
    }
    harness.ok("set_ending", json!({ "node": "Tower" })).await;
    harness
        .ok("link_nodes", json!({ "from": "Tower", "to": "Hall" }))
        .await;
    harness.ok("set_start", json!({ "node": "Hall" })).await;
    harness
}

#[tokio::test]
async fn readers_find_endings_closed_doors_and_what_nobody_reads() {
    let harness = house().await;
    let args = json!({ "readers": 600, "seed": 7 });
    let found = harness.ok("playtest_story", args.clone()).await;
    assert_eq!(found["readers"], 600);
    let stuck = counted(&found["stuck"]);
    assert_eq!(stuck.len(), 1, "{found}");
    assert_eq!(stuck[0].0, "Cellar");
    assert!((240..360).contains(&stuck[0].1), "{stuck:?}");
    let endings = counted(&found["endings"]);
    let [("Tower", tower), ("Loft", loft)] = endings[..] else {
        panic!("{endings:?}");
    };
    // A marked ending ends a reading although a link leads on.
    assert_eq!(tower + loft + stuck[0].1, 600);
    assert!((10..50).contains(&loft), "{endings:?}");
    let unread: Vec<_> = found["unread"].as_array().unwrap().iter().collect();
    assert_eq!(unread.len(), 1, "{unread:?}");
    assert_eq!(
        (&unread[0]["title"], &found["unread_count"]),
        (&json!("Vault"), &json!(1))
    );
    assert_eq!(counted(&found["read"])[0], ("Loft", loft));
    assert_eq!(
        found["pages"],
        json!({ "least": 2, "median": found["pages"]["median"], "most": 3 })
    );
    assert_eq!(
        found["words"]["least"], 5,
        "the three words of the hall and two"
    );

    // What is told can be read again, random numbers and all.
    let rare = &found["endings"][1];
    let args_of_rare = json!({ "seed": rare["seed"], "steps": rare["steps"] });
    let played = harness.ok("play_story", args_of_rare).await;
    assert_eq!(
        (&played["node"]["title"], &played["over"]),
        (&json!("Loft"), &json!(true))
    );
    assert!(played.get("stopped").is_none(), "{played}");
    let again = harness.ok("playtest_story", args).await;
    assert_eq!(again["endings"], found["endings"]);
    let other = json!({ "readers": 600, "seed": 10_000 });
    let other = harness.ok("playtest_story", other).await;
    assert_ne!(other["endings"], found["endings"]);
}

#[tokio::test]
async fn readers_begin_where_and_as_they_are_told() {
    let harness = house().await;
    let args = json!({ "from": "Cellar", "state": "key = true", "readers": 5 });
    let found = harness.ok("playtest_story", args).await;
    assert_eq!(counted(&found["endings"]), [("Vault", 5)]);
    assert_eq!(found["stuck"], json!([]));
}

#[tokio::test]
async fn a_story_without_an_end_is_left_after_many_pages() {
    let harness = TestHarness::new();
    harness.ok("create_node", json!({ "title": "Day" })).await;
    let args = json!({ "title": "Night", "after": "Day" });
    harness.ok("create_node", args).await;
    let args = json!({ "from": "Night", "to": "Day" });
    harness.ok("link_nodes", args).await;
    harness.ok("set_start", json!({ "node": "Day" })).await;
    let found = harness.ok("playtest_story", json!({ "readers": 3 })).await;
    assert_eq!(
        (&found["endless"], &found["pages"]["least"]),
        (&json!(3), &json!(500))
    );
}

#[tokio::test]
async fn readers_of_ink_find_what_only_playing_shows() {
    let ink = "VAR gold = 0\n-> hall\n== hall\nA hall.\n+ {hall < 3} [Wait] -> hall\n\
               * [Take gold] -> rich\n* [Look] -> look\n== rich\nGold.\n-> END\n\
               == look\nNothing follows here.\n== attic\nNobody comes here.\n-> END\n";
    let harness = TestHarness::new();
    let given = json!({ "content": ink, "format": "ink", "mode": "replace" });
    harness.ok("import_story", given).await;
    let found = harness.ok("playtest_story", json!({ "readers": 40 })).await;
    let [("rich", rich)] = counted(&found["endings"])[..] else {
        panic!("{found}");
    };
    let failed = &found["failed"][0];
    let message = failed["message"].as_str().unwrap();
    assert!(message.contains("ran out of content"), "{message}");
    assert_eq!(failed["node"]["title"], "look");
    assert_eq!(rich + failed["readers"].as_u64().unwrap(), 40);
    assert_eq!(found["unread"][0]["title"], "attic");
    let args = json!({ "seed": failed["seed"], "steps": failed["steps"] });
    let played = harness.ok("play_story", args).await;
    assert_eq!(played["node"]["title"], "look");
    assert_eq!(played["errors"][0], failed["message"]);
}

#[tokio::test]
async fn readers_of_yarn_come_to_its_ends() {
    let yarn = "title: Start\n---\nHello.\n-> Left\n    <<jump Left>>\n-> Right\nDone here.\n===\n\
                title: Left\n---\nLeft it is.\n===\n";
    let harness = TestHarness::new();
    let given = json!({ "content": yarn, "format": "yarn", "mode": "replace" });
    harness.ok("import_story", given).await;
    let found = harness.ok("playtest_story", json!({ "readers": 40 })).await;
    let mut titles: Vec<_> = counted(&found["endings"]).iter().map(|it| it.0).collect();
    titles.sort_unstable();
    assert_eq!(titles, ["Left", "Start"]);
    assert_eq!(found["unread_count"], 0);
}
