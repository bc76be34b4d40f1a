//! Stories of Twine and Yarn in the playable page: conditions, values, declarations, ways back.

use model::FixedWorld;
use serde_json::json;

use super::super::Play;
use super::play_of;
use crate::Exporter;

/// A story of SugarCube whose passages have conditions, values and ways back.
const INN: &str = r#":: StoryData
{"ifid":"9F187C0A-AE64-465A-8B13-B30BCE7FE8D4","format":"SugarCube","format-version":"2.37.3"}

:: Start
<<set $gold to 5>>You have $gold gold and roll $dice.
<<if visited() is 1>>Morning.<<else>>Evening.<</if>>
[[Pay|Gate][$gold -= 4]]
<<if $gold gte 1>>//“Welcome!”//<</if>>

[[Inn]]

[[Map]]

:: Gate
Closed. <<if $gold lt 5>>//"That is all?"//<</if>>

:: Inn
<<set $slept to true>>You sleep. <<return "Get up">>

:: Map
A map.
<<back>>
"#;

#[test]
fn a_browser_plays_conditions_values_and_ways_back_of_a_story_of_twine() {
    let twee = crate::importer("twee").unwrap();
    let world = FixedWorld::default();
    let bundle = twee.import(INN.as_bytes(), &world).unwrap().0;
    let seen = play_of(&bundle, json!({ "keys": ["2", "1", "3", "1", "1"] }));
    let text = |step: usize| seen[step]["text"].as_str().unwrap().to_owned();
    let lines = |step: usize| -> Vec<String> {
        let text = text(step);
        let lines = text.lines().filter(|it| !it.is_empty());
        lines.map(str::to_owned).collect()
    };
    let start = [
        "Start",
        "You have 5 gold and roll ….",
        "Morning.",
        "“Welcome!”",
    ];
    assert_eq!(lines(0), start);
    assert_eq!(seen[0]["choices"], json!(["Pay", "Inn", "Map"]));
    assert_eq!(seen[1]["choices"], json!(["Get up"]));
    assert_eq!(seen[1]["end"], json!(null), "there is a way back");
    assert_eq!(lines(2)[2], "Evening.", "it was visited again");
    assert_eq!(seen[3]["choices"], json!(["Back"]));
    assert_eq!(lines(4)[2], "Evening.");
    assert_eq!(seen[4]["title"], "Start");
    assert_eq!(lines(5), ["Gate", "Closed. \"That is all?\""]);
}

#[test]
fn a_browser_plays_a_text_with_conditions_that_was_written_here() {
    let text = "You have {{gold}} coins{{if gold > 5}}, **rich**{{end}}.\n\n{{if key}}\n> The key is yours.\n{{else}}\nNo key yet.\n{{end}}\n\nLast. {{gold >}}";
    let mut bundle = super::gate();
    for (node, enter) in bundle
        .story
        .nodes
        .values_mut()
        .zip(["key = true; gold = 9", "gold += 2"])
    {
        let node = std::sync::Arc::make_mut(node);
        markup::kept_data::set_text(&mut node.data, text);
        let play = json!({ "enter": enter });
        node.data
            .insert(model::play::PLAY.into(), std::sync::Arc::new(play));
    }
    let losses = Play.losses(&bundle);
    assert!(
        losses.iter().all(|it| it.what != crate::LossKind::Macros),
        "{losses:?}"
    );
    let seen = play_of(&bundle, json!({ "keys": ["1"] }));
    let lines = |step: usize| -> Vec<String> {
        let text = seen[step]["text"].as_str().unwrap();
        let lines = text.lines().map(str::trim).filter(|it| !it.is_empty());
        lines.skip(1).map(str::to_owned).collect()
    };
    let last = "Last. {{gold >}}";
    assert_eq!(lines(0), ["You have 2 coins.", "No key yet.", last]);
    assert_eq!(
        lines(1),
        ["You have 9 coins, rich.", "The key is yours.", last]
    );
}

/// A story of Yarn with declared variables, conditions and values.
const ALE: &str = r#"title: Inn
---
<<declare $gold = 3>>
<<declare $name = "Ada">>
<<if visited_count("Inn") == 0>>
    Host: Welcome, {$name}! #line:01
<<elseif $gold > 5>>
    Host: [i]“Rich again?”[/i]
<<else>>
    Host: You again.
<<endif>>
You have {$gold} gold.
<<if dice(6) < 7>>
    It rains.
<<endif>>
-> Buy ale <<if $gold >= 2>>
    <<set $gold to $gold - 2>>
    <<jump Inn>>
-> Work
    <<set $gold += 5>>
    <<jump Inn>>
===
"#;

#[test]
fn a_browser_plays_declarations_conditions_and_values_of_yarn() {
    let yarn = crate::importer("yarn").unwrap();
    let world = FixedWorld::default();
    let bundle = yarn.import(ALE.as_bytes(), &world).unwrap().0;
    let seen = play_of(&bundle, json!({ "keys": ["1", "1", "2"] }));
    let lines = |step: usize| -> Vec<String> {
        let text = seen[step]["text"].as_str().unwrap();
        let lines = text.lines().filter(|it| !it.is_empty());
        lines.skip(1).map(str::to_owned).collect()
    };
    let rain = "It rains.";
    assert_eq!(lines(0), ["Host: Welcome, Ada!", "You have 3 gold.", rain]);
    assert_eq!(seen[0]["choices"], json!(["Buy ale", "Work"]));
    assert_eq!(lines(1), ["Host: You again.", "You have 1 gold.", rain]);
    assert_eq!(seen[1]["choices"], json!(["Work"]), "too little gold");
    assert_eq!(lines(2), ["Host: “Rich again?”", "You have 6 gold.", rain]);
    let losses = Play.losses(&bundle);
    assert!(
        losses
            .iter()
            .all(|it| it.what != crate::LossKind::YarnCommands)
    );
}
