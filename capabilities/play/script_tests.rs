//! Stories in Ink and Yarn, played through the registry as their own programs play them.

use serde_json::{Value, json};

use crate::tests::TestHarness;

/// Weaves, alternatives, a function, a tunnel, and choices that depend on variables.
const HALL: &str = r#"VAR gold = 3
LIST mood = calm, (grim)
-> hall
=== hall ===
{The hall is loud.|The hall is empty.} You have {gold} coins{gold > 2:, enough|}. {~Rain|Snow|Fog}
* [Look around] You <b>look</b>. {double(gold)} eyes look back.
  ** [Wave] Nobody waves.
  -- You turn away.
+ {gold > 0} [Pay {gold}] -> pay -> hall
* [Out] -> yard
- Later. -> hall
=== pay ===
~ gold = gold - 3
You pay.
->->
=== yard
A yard. # quiet
-> END
=== function double(n)
~ return n * 2
"#;

async fn harness(ink: &str) -> TestHarness {
    harness_with("ink", ink).await
}

async fn harness_with(format: &str, content: &str) -> TestHarness {
    let harness = TestHarness::new();
    let given = json!({ "content": content, "format": format, "mode": "replace" });
    harness.ok("import_story", given).await;
    harness
}

fn labels(played: &Value) -> Vec<&str> {
    let choices = played["choices"].as_array().unwrap().iter();
    choices.map(|it| it["label"].as_str().unwrap()).collect()
}

fn steps(played: &Value) -> Vec<&str> {
    let steps = played["steps"].as_array().unwrap().iter();
    steps.map(|it| it.as_str().unwrap()).collect()
}

#[tokio::test]
async fn ink_is_played_as_its_author_wrote_it() {
    let harness = harness(HALL).await;
    let first = harness.ok("play_story", json!({ "seed": 4 })).await;
    let text = first["text"].as_str().unwrap();
    assert!(
        text.starts_with("The hall is loud. You have 3 coins, enough."),
        "{text}"
    );
    assert_eq!(labels(&first), ["Look around", "Pay 3", "Out"]);
    assert_eq!(first["variables"], json!({ "gold": 3 }));
    assert_eq!(first["node"]["title"], "hall");
    assert!(first.get("left_out").is_none() && first.get("errors").is_none());
    // A choice whose words are those of a link leads where the link does.
    assert_eq!(first["choices"][2]["to"]["title"], "yard");
    assert!(first["choices"][1].get("to").is_none());

    let looked = harness
        .ok("play_story", json!({ "choose": "look around" }))
        .await;
    assert_eq!(looked["text"], "You **look**. 6 eyes look back.");
    assert_eq!(labels(&looked), ["Wave"]);
    let args = json!({ "steps": looked["steps"], "choose": "1" });
    let waved = harness.ok("play_story", args).await;
    let text = waved["text"].as_str().unwrap();
    assert!(
        text.starts_with("Nobody waves.\n\nYou turn away.\n\nLater."),
        "{text}"
    );
    // The choice is taken, and the variables are as before.
    assert_eq!(labels(&waved), ["Pay 3", "Out"]);
    let args = json!({ "steps": waved["steps"], "choose": "Pay 3" });
    let paid = harness.ok("play_story", args).await;
    assert_eq!(paid["variables"], json!({ "gold": 0 }));
    assert!(paid["text"].as_str().unwrap().starts_with("You pay."));
    assert_eq!(labels(&paid), ["Out"]);
    assert_eq!(steps(&paid), ["1. Look around", "1. Wave", "1. Pay 3"]);
    let args = json!({ "steps": paid["steps"], "choose": "Out" });
    let out = harness.ok("play_story", args).await;
    assert_eq!(
        (&out["text"], &out["over"], &out["ending"]),
        (&json!("A yard."), &json!(true), &json!(true))
    );
    let visited = out["visited"].as_array().unwrap().iter();
    let visited: Vec<_> = visited.map(|it| it["title"].as_str().unwrap()).collect();
    assert_eq!(visited, ["hall", "pay", "yard"]);
}

#[tokio::test]
async fn steps_of_ink_follow_the_words_of_choices() {
    let harness = harness(HALL).await;
    // A number that no longer fits its words, the words alone, and a link as the check writes it.
    let edges = harness.ok("play_story", json!({})).await;
    let edge = edges["choices"][2]["edge"].as_str().unwrap();
    for step in ["1. Out", "Out", "3", edge] {
        let played = harness.ok("play_story", json!({ "choose": step })).await;
        assert_eq!(played["node"]["title"], "yard", "{step}");
        assert_eq!(steps(&played), ["3. Out"], "{step}");
    }
    let args = json!({ "steps": ["3. Out", "undo"], "choose": "Pay 3" });
    let paid = harness.ok("play_story", args).await;
    assert_eq!(steps(&paid), ["2. Pay 3"]);
    for (step, why) in [
        (
            "Fly",
            "no choice here is called \"Fly\"; there are: \"Look around\", \"Pay 3\", \"Out\"",
        ),
        ("silver = 4", "the Ink declares no variable silver"),
        ("gold = (", "\"gold = (\" cannot be read"),
    ] {
        let args = json!({ "choose": step });
        let stopped = harness.call("play_story", args).await.result.unwrap().data;
        let said = stopped["stopped"]["why"].as_str().unwrap();
        assert!(said.starts_with(why), "{said}");
        assert_eq!(stopped["stopped"]["step"], 1);
        assert_eq!(stopped["node"]["title"], "hall");
    }
}

#[tokio::test]
async fn steps_of_choices_with_signs_or_without_words_are_choices() {
    let harness =
        harness("-> a\n== a\nHere.\n+ [Pay = 3] Paid.\n-> a\n+ [] Silence.\n-> a\n").await;
    let first = harness.ok("play_story", json!({})).await;
    for (choice, text) in [(0, "Paid.\n\nHere."), (1, "Silence.\n\nHere.")] {
        let step = first["choices"][choice]["step"].as_str().unwrap();
        let taken = harness.ok("play_story", json!({ "steps": [step] })).await;
        assert_eq!(taken["text"], text, "{step}");
        assert_eq!(steps(&taken), [step]);
        let undone = harness
            .ok("play_story", json!({ "steps": [step, step, "undo"] }))
            .await;
        assert_eq!(steps(&undone), [step]);
    }
    let args = json!({ "steps": ["1", "undo", "2", "9"] });
    let stopped = harness.call("play_story", args).await.result.unwrap().data;
    assert_eq!(stopped["stopped"]["step"], 4);
}

#[tokio::test]
async fn variables_and_seed_of_ink_are_set_by_hand() {
    let harness = harness(HALL).await;
    let rich = harness
        .ok("play_story", json!({ "state": "gold = 9" }))
        .await;
    assert!(
        rich["text"]
            .as_str()
            .unwrap()
            .contains("You have 9 coins, enough.")
    );
    let args = json!({ "steps": ["gold = gold + 4", "Pay 3"] });
    let paid = harness.ok("play_story", args).await;
    assert_eq!(paid["variables"], json!({ "gold": 4 }));
    assert_eq!(steps(&paid), ["gold = gold + 4", "2. Pay 3"]);
    let from = harness.ok("play_story", json!({ "from": "yard" })).await;
    assert_eq!(
        (&from["text"], &from["over"]),
        (&json!("A yard."), &json!(true))
    );
    let weather = async |seed: u32| {
        let played = harness.ok("play_story", json!({ "seed": seed })).await;
        let text = played["text"].as_str().unwrap();
        text.rsplit(' ').next().unwrap().to_owned()
    };
    assert_eq!(weather(7).await, weather(7).await);
    let mut seen = Vec::new();
    for seed in 0..20 {
        seen.push(weather(seed).await);
    }
    seen.sort();
    seen.dedup();
    assert_eq!(seen, ["Fog", "Rain", "Snow"]);
    let refused = harness
        .call("play_story", json!({ "from": "double" }))
        .await;
    let refused = refused.error.unwrap();
    assert_eq!(refused.path.as_deref(), Some("/from"));
}

#[tokio::test]
async fn changed_ink_is_played_anew_and_its_errors_are_named() {
    let harness = harness(HALL).await;
    harness.ok("play_story", json!({})).await;
    let args = json!({ "node": "yard", "old": "A yard.", "new": "A wide yard." });
    harness.ok("replace_text", args).await;
    let out = harness.ok("play_story", json!({ "choose": "Out" })).await;
    assert_eq!(out["text"], "A wide yard.");

    // An unclosed brace: the links are followed.
    let args = json!({ "node": "yard", "text": "A {broken yard.\n-> END" });
    harness.ok("write_text", args).await;
    let broken = harness.ok("play_story", json!({})).await;
    assert_eq!(broken["not_compiled"]["node"]["title"], "yard");
    let message = broken["not_compiled"]["message"].as_str().unwrap();
    assert!(message.starts_with("Expected"), "{message}");
    assert!(broken["left_out"].is_array());
    assert!(labels(&broken).contains(&"Out"));
    let found = async || -> Vec<String> {
        let checked = harness.ok("check_story", json!({})).await;
        let findings = checked["findings"].as_array().unwrap().iter();
        let errors = findings.filter(|it| it["kind"] == "script_error");
        errors
            .map(|it| it["message"].as_str().unwrap().to_owned())
            .collect()
    };
    let said = found().await;
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(
        said[0].starts_with("The Ink of “yard” has an error: Expected"),
        "{said:?}"
    );

    // What fails while it runs is told, too.
    let args = json!({ "node": "yard", "text": "A yard.\n->->" });
    harness.ok("write_text", args).await;
    assert_eq!(found().await, [""; 0]);
    let ended = harness.ok("play_story", json!({ "choose": "Out" })).await;
    assert_eq!(
        (&ended["over"], &ended["ending"]),
        (&json!(true), &json!(false))
    );
    let error = ended["errors"][0].as_str().unwrap();
    assert!(error.contains("tunnel onwards"), "{error}");
}

#[tokio::test]
async fn ink_that_was_added_to_a_story_is_played() {
    let harness = harness("-> a\n== a\n{Once|Again}.\n+ [On] -> a\n").await;
    harness
        .ok(
            "create_node",
            json!({ "title": "Before", "text": "It begins." }),
        )
        .await;
    let args = json!({ "from": "Before", "to": "a", "label": "In" });
    harness.ok("link_nodes", args).await;
    harness.ok("set_start", json!({ "node": "Before" })).await;
    let args = json!({ "steps": ["In", "On"] });
    let played = harness.ok("play_story", args).await;
    assert_eq!(played["text"], "Again.");
    assert_eq!(played["path"][0]["title"], "Before");
}

#[tokio::test]
async fn yarn_is_played_as_its_author_wrote_it() {
    let yarn = "title: Quay\n---\n<<declare $gold = 3>>\nKeeper: You have {$gold} coins.\n-> Ask\n    \
        Keeper: It leaves at nine.\n    -> Pay <<if $gold >= 2>>\n        <<set $gold -= 2>>\n        \
        <<jump Ferry>>\n-> Leave\n    <<jump Ferry>>\nKeeper: Well?\n===\n\
        title: Ferry\n---\nThe [b]ferry[/b] leaves with {$gold}.\n===\n";
    let harness = harness_with("yarn", yarn).await;
    let first = harness.ok("play_story", json!({})).await;
    assert_eq!(first["text"], "Keeper: You have 3 coins.");
    assert_eq!(labels(&first), ["Ask", "Leave"]);
    assert_eq!(first["choices"][1]["to"]["title"], "Ferry");
    assert!(first.get("left_out").is_none());
    let asked = harness.ok("play_story", json!({ "choose": "Ask" })).await;
    assert_eq!(
        (&asked["text"], labels(&asked)),
        (&json!("Keeper: It leaves at nine."), vec!["Pay"])
    );
    let args = json!({ "steps": asked["steps"], "choose": "Pay" });
    let paid = harness.ok("play_story", args).await;
    assert_eq!(paid["text"], "The **ferry** leaves with 1.");
    assert_eq!(
        (&paid["node"]["title"], &paid["ending"]),
        (&json!("Ferry"), &json!(true))
    );
    let args = json!({ "steps": ["silver = 2", "gold = 1", "Ask"] });
    let poor = harness.ok("play_story", args).await;
    // Without an open option, the dialogue goes on below them.
    assert_eq!(poor["text"], "Keeper: It leaves at nine.\n\nKeeper: Well?");

    let args = json!({ "node": "Ferry", "text": "<<if $gold > 1>>\nRich." });
    harness.ok("write_text", args).await;
    let broken = harness.ok("play_story", json!({})).await;
    assert_eq!(
        broken["not_compiled"],
        json!({ "language": "Yarn", "message": "<<endif>> is missing.", "node": broken["not_compiled"]["node"] })
    );
    assert_eq!(broken["not_compiled"]["node"]["title"], "Ferry");
}
