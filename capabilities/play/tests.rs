//! Playing, called through the registry.

use serde_json::{Value, json};

use crate::tests::TestHarness;

/// A harbor where a ticket costs five.
async fn harness() -> TestHarness {
    let harness = TestHarness::new();
    harness
        .ok("create_node", json!({ "title": "Harbor", "text": "Fog." }))
        .await;
    for (title, label) in [("Ferry", "Buy a ticket"), ("Pier", "Wait")] {
        let args = json!({ "title": title, "after": "Harbor", "label": label });
        harness.ok("create_node", args).await;
    }
    let args =
        json!({ "from": "Harbor", "to": "Ferry", "condition": "gold >= 5", "effect": "gold -= 5" });
    harness.ok("update_link", args).await;
    harness
        .ok("link_nodes", json!({ "from": "Pier", "to": "Harbor" }))
        .await;
    let args = json!({ "node": "Harbor", "effect": "gold = gold + 3" });
    harness.ok("set_enter_effect", args).await;
    harness.ok("set_start", json!({ "node": "Harbor" })).await;
    harness
}

fn titles(path: &Value) -> Vec<&str> {
    let nodes = path.as_array().unwrap().iter();
    nodes.map(|it| it["title"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn the_answer_contains_the_play_state() {
    let harness = harness().await;
    let first = harness.ok("play_story", json!({})).await;
    assert_eq!(
        (&first["text"], &first["over"]),
        (&json!("Fog."), &json!(false))
    );
    assert_eq!(first["variables"], json!({ "gold": 3 }));
    assert_eq!(first["choices"][0]["open"], false);
    let why = first["choices"][0]["why"].as_str().unwrap();
    assert_eq!(why, "it needs gold >= 5, and gold is 3");
    let needs = json!({ "condition": "gold >= 5", "held": [{ "name": "gold", "value": 3 }] });
    assert_eq!(first["choices"][0]["needs"], needs);
    let second = harness.ok("play_story", json!({ "choose": "wait" })).await;
    let args = json!({ "steps": second["steps"], "choose": "Harbor" });
    let third = harness.ok("play_story", args).await;
    let args = json!({ "steps": third["steps"], "choose": "buy a ticket" });
    let last = harness.ok("play_story", args).await;
    assert_eq!(titles(&last["path"]), ["Harbor", "Pier", "Harbor", "Ferry"]);
    let args = json!({ "steps": third["steps"], "choose": "1" });
    let numbered = harness.ok("play_story", args).await;
    assert_eq!(numbered["path"], last["path"]);
    let args = json!({ "steps": third["steps"], "choose": "9" });
    let none = harness.call("play_story", args).await.result.unwrap().data;
    assert_eq!(none["stopped"]["step"], 3);
    assert_eq!(last["variables"], json!({ "gold": 1 }));
    assert_eq!(
        (&last["over"], &last["ending"]),
        (&json!(true), &json!(false))
    );
    harness.ok("set_ending", json!({ "node": "Ferry" })).await;
    let again = harness
        .ok("play_story", json!({ "steps": last["steps"] }))
        .await;
    assert_eq!(again["ending"], true);
    let map = harness.ok("read_map", json!({})).await;
    let nodes = map["nodes"].as_array().unwrap();
    let endings: Vec<_> = nodes.iter().filter(|it| it["ending"] == true).collect();
    assert_eq!(endings.len(), 1, "the map knows the ending");
    assert_eq!(endings[0]["title"], "Ferry");
}

#[tokio::test]
async fn play_starts_at_any_node_with_any_variables() {
    let harness = harness().await;
    let args = json!({ "from": "Pier", "state": "gold = 10", "steps": ["Harbor", "cheat = true", "Ferry"] });
    let answer = harness.ok("play_story", args).await;
    assert_eq!(answer["variables"], json!({ "cheat": true, "gold": 8 }));
    assert_eq!(harness.changes(), 6, "playing writes nothing");
}

#[tokio::test]
async fn play_stops_at_the_first_impossible_step() {
    let harness = harness().await;
    let output = harness
        .call("play_story", json!({ "steps": ["Wait", "Swim"] }))
        .await;
    assert!(output.error.is_none());
    let answer = output.result.unwrap().data;
    assert_eq!(answer["node"]["title"], "Pier");
    assert_eq!(answer["stopped"]["step"], 2);
    let why = answer["stopped"]["why"].as_str().unwrap();
    assert_eq!(
        why,
        "no choice here is called \"Swim\"; there are: \"Harbor\""
    );
    let message = harness
        .fails("play_story", json!({ "state": "gold" }))
        .await;
    assert_eq!(
        message,
        "INVALID_ACTION_INPUT /state: at character 5: expected =, found the end \
         [write what gold becomes, as in gold = 1]"
    );
    let message = harness
        .fails(
            "set_enter_effect",
            json!({ "node": "Pier", "effect": "gold == 5" }),
        )
        .await;
    assert!(
        message.contains("`==` compares, it does not assign"),
        "{message}"
    );
    let args = json!({ "node": "Pier", "effect": "gold == 5" });
    let error = harness.call("set_enter_effect", args).await.error.unwrap();
    let word = json!({ "at": 6, "what": "source_compares", "parts": {} });
    assert_eq!(error.said, Some(word));
}

#[tokio::test]
async fn a_once_only_choice_closes_after_it_is_taken() {
    let harness = harness().await;
    let args = json!({ "from": "Harbor", "to": "Pier", "once": true });
    assert_eq!(harness.ok("update_link", args).await["once"], true);
    let first = harness.ok("play_story", json!({ "choose": "wait" })).await;
    let args = json!({ "steps": first["steps"], "choose": "Harbor" });
    let again = harness.ok("play_story", args).await;
    let wait = &again["choices"][1];
    assert_eq!(
        (&wait["open"], &wait["taken"]),
        (&json!(false), &json!(true))
    );
    assert_eq!(wait["why"], "it may be taken only once, and was taken");
    let args = json!({ "steps": again["steps"], "choose": "wait" });
    let refused = harness.call("play_story", args).await.result.unwrap().data;
    let refused = json!(refused);
    let why = refused["stopped"]["why"].as_str().unwrap();
    assert!(why.contains("may be taken only once"), "{why}");
    let args = json!({ "from": "Harbor", "to": "Pier", "once": false });
    assert_eq!(harness.ok("update_link", args).await.get("once"), None);
    let args = json!({ "steps": again["steps"], "choose": "wait" });
    assert_eq!(
        harness.ok("play_story", args).await["node"]["title"],
        "Pier"
    );
}

#[tokio::test]
async fn a_text_shows_values_and_what_its_conditions_say() {
    let harness = harness().await;
    let text = "You have {{gold}} coins{{if visits() > 1}}, again{{end}}.\n\n{{if visited(\"Pier\")}}\nWet feet.\n{{else}}\nDry feet.\n{{end}}\n{{gold +}} [[Pier]]";
    harness
        .ok("write_text", json!({ "node": "Harbor", "text": text }))
        .await;
    let first = harness.ok("play_story", json!({})).await;
    let rest = "{{gold +}} [[Pier]]";
    assert_eq!(
        first["text"],
        format!("You have 3 coins.\n\nDry feet.\n{rest}")
    );
    assert_eq!(first.get("left_out"), None);
    let args = json!({ "steps": ["Wait", "Harbor"] });
    let again = harness.ok("play_story", args).await;
    assert_eq!(
        again["text"],
        format!("You have 6 coins, again.\n\nWet feet.\n{rest}")
    );

    // Its code is checked, and keeps up with a title.
    let checked = harness.ok("check_story", json!({})).await;
    let findings = checked["findings"].as_array().unwrap().iter();
    let found: Vec<&str> = findings
        .filter(|it| it["kind"] == "unreadable_code")
        .map(|it| it["parts"]["source"].as_str().unwrap())
        .collect();
    assert_eq!(found, ["{{gold +}}"]);
    let args = json!({ "node": "Pier", "title": "Jetty" });
    harness.ok("rename_node", args).await;
    let read = harness.ok("read_text", json!({ "node": "Harbor" })).await;
    let text = read["text"].as_str().unwrap();
    assert!(text.contains("{{if visited(\"Jetty\")}}"), "{text}");
}

#[tokio::test]
async fn a_link_has_the_condition_of_the_part_it_stands_in() {
    let harness = harness().await;
    let conditions = async || {
        let graph = harness.ok("read_map", json!({})).await;
        let harbor = &graph["nodes"][0]["id"];
        let edges = graph["edges"].as_array().unwrap().iter();
        let edges = edges.filter(|it| it["from"] == *harbor);
        let mut all: Vec<(String, Value)> = edges
            .map(|it| {
                (
                    it["label"].as_str().unwrap().to_owned(),
                    it["condition"].clone(),
                )
            })
            .collect();
        all.sort_by(|one, other| one.0.cmp(&other.0));
        all
    };
    let write = async |text: &str| {
        let args = json!({ "node": "Harbor", "text": text });
        harness.ok("write_text", args).await
    };
    let own = ("Buy a ticket".to_owned(), json!("gold >= 5"));
    write("{{if fog}}[[Wait->Pier]]{{else if rich}}[[Swim->Pier]] [[Fly->Ferry]]{{else}}[[Swim->Pier]]{{end}} [[Buy a ticket->Ferry]]").await;
    let expected = [
        own.clone(),
        ("Fly".to_owned(), json!("not fog and rich")),
        (
            "Swim".to_owned(),
            json!("not fog and rich or not fog and not rich"),
        ),
        ("Wait".to_owned(), json!("fog")),
    ];
    assert_eq!(conditions().await, expected);
    // It follows the text, but not once it has another condition.
    let args = json!({ "from": "Harbor", "to": "Ferry", "label": "Fly", "condition": "wings" });
    harness.ok("update_link", args).await;
    write("{{if storm}}[[Wait->Pier]] [[Fly->Ferry]]{{end}} [[Swim->Pier]] {{if a}}[[Buy a ticket->Ferry]]{{end}}").await;
    let expected = [
        own.clone(),
        ("Fly".to_owned(), json!("wings")),
        ("Swim".to_owned(), Value::Null),
        ("Wait".to_owned(), json!("storm")),
    ];
    assert_eq!(conditions().await, expected);
    // One that is gone from the text is removed with the condition that came from there.
    write("[[Buy a ticket->Ferry]]").await;
    let expected = [own, ("Fly".to_owned(), json!("wings"))];
    assert_eq!(conditions().await, expected);
}

#[tokio::test]
async fn random_numbers_follow_from_the_seed() {
    let harness = harness().await;
    let args = json!({ "from": "Harbor", "to": "Pier", "effect": "roll = random(1, 1000)", "condition": "random(1, 3) < 4" });
    harness.ok("update_link", args).await;
    let args = json!({ "from": "Pier", "to": "Harbor", "condition": "random(1, 20) > 20" });
    harness.ok("update_link", args).await;
    let play = async |seed: u32| {
        let args = json!({ "seed": seed, "choose": "Wait" });
        harness.ok("play_story", args).await
    };
    let (one, other) = (play(0).await, play(7).await);
    assert_eq!(one.get("seed"), None);
    assert_eq!(other["seed"], 7, "to be passed on");
    assert_eq!(play(7).await, other);
    assert_ne!(one["variables"]["roll"], other["variables"]["roll"]);
    let closed = &other["choices"][0];
    let held = &closed["needs"]["held"][0];
    assert_eq!(held["name"], "random(1, 20)");
    let why = format!(
        "it needs random(1, 20) > 20, and random(1, 20) is {}",
        held["value"]
    );
    assert_eq!(closed["why"], json!(why));
    let seed = json!({ "seed": -1 });
    assert!(harness.call("play_story", seed).await.result.is_none());
}

#[tokio::test]
async fn an_imported_passage_offers_its_way_back() {
    let harness = TestHarness::new();
    let twee = ":: Start\n<<set $gold to 3>>[[Inn]] [[Map]]\n\n:: Inn\n<<set $gold to 9>><<return \"Leave\">>\n\n\
                :: Map\n<<set $gold to 7>><<back>>\n";
    let given = json!({ "content": twee, "format": "twee", "mode": "replace" });
    harness.ok("import_story", given).await;
    let play = async |steps: &[&str]| harness.ok("play_story", json!({ "steps": steps })).await;
    let inn = play(&["Inn"]).await;
    assert_eq!(inn["over"], false);
    assert_eq!(inn["way_back"]["label"], "Leave");
    assert_eq!(inn["way_back"]["step"], "return");
    for leave in ["Leave", "return"] {
        let home = play(&["Inn", leave]).await;
        assert_eq!(home["node"]["title"], "Start");
        assert_eq!(home["path"].as_array().unwrap().len(), 3);
        assert_eq!(home["steps"][1], "return");
    }
    let home = play(&["Map", "undo"]).await;
    assert_eq!(
        (&home["node"]["title"], &home["steps"]),
        (&json!("Start"), &json!([]))
    );
    assert_eq!(home["variables"], json!({ "gold": 3 }));
    let first = harness.ok("play_story", json!({ "from": "Inn" })).await;
    assert!(first.get("way_back").is_none(), "{first}");
    assert_eq!(first["over"], true);
    let lost = harness
        .call("play_story", json!({ "steps": ["return"] }))
        .await;
    let lost = lost.result.unwrap().data;
    let why = lost["stopped"]["why"].as_str().unwrap();
    assert_eq!(why, "no other node was read before this one");
}

#[tokio::test]
async fn reports_what_of_an_imported_passage_is_not_played() {
    let harness = TestHarness::new();
    let reported = async |from: &str| -> Vec<String> {
        let played = harness.ok("play_story", json!({ "from": from })).await;
        let parts = played["left_out"].as_array().into_iter().flatten();
        parts
            .map(|it| it["what"].as_str().unwrap().to_owned())
            .collect()
    };
    let twee = ":: Start\n<<set $gold to 3>><<if $gold gt 2>>Rich.<</if>>\n[[Cave]]\n\n:: Cave\n<<timed 2s>>A bat.<</timed>>\n";
    let given = json!({ "content": twee, "format": "twee", "mode": "replace" });
    harness.ok("import_story", given).await;
    assert!(reported("Start").await.is_empty());
    assert_eq!(reported("Cave").await, ["macros"]);
}
