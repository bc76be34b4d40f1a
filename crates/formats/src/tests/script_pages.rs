//! The playable page of stories in Ink and Yarn: along random paths it shows the same as inkjs and
//! yarn-bound do, and so does the program. What is not run is listed.

use std::sync::Arc;

use model::{Edge, FixedWorld};
use script_player::{Beginning, Language};
use serde_json::{Value, json};

use super::external_programs::{folder_with, node};
use crate::{Bundle, LossKind, PlayableScript, exporter, importer};
use markup::kept_data::{set_text, text_of};

/// Weaves, gathers, alternatives, lists, functions, tunnels and threads.
const WEAVE: &str = r#"VAR coins = 3
LIST mood = calm, (grim)
EXTERNAL ring(times)
Once. # CLEAR
-> gate
=== gate ===
The gate is shut. {coins > 2: You have {coins}.|You are poor.} {~Rain|Snow|Fog} fell. {RANDOM(1, 6)}
* [Pay {coins}] You pay <>
  all of it.
  ~ coins = coins - 3
  -> road
+ {coins < 3} [Wait] {&One|Two|Three}.
  ~ ring(2)
  -> gate
* 渡[……]水。 # wet
  ** “Deep?[”]” I asked.
  ** (shallow) Shallow
  -- It was {shallow: not|very} deep.
* -> DONE
- (later) It opens. <- crows
  -> DONE
=== road
{road > 3: -> finale}
{ shuffle:
  - Left.
  - Right.
}
-> tunnel(double(coins)) ->
+ Back -> gate.later
+ On -> road
=== tunnel(depth)
In a tunnel, {depth} deep and {mood}.
->->
=== crows
* [Listen] Caw.
  -> road
+ [Go] -> road
=== finale
\#1 & <b>the end</b>. </script>
-> END
=== function double(x)
~ return x * 2
"#;

fn read(ink: &str) -> Bundle {
    read_as("ink", ink)
}

fn read_as(format: &str, text: &str) -> Bundle {
    let importer = importer(format).unwrap();
    let read = importer.import(text.as_bytes(), &FixedWorld::default());
    read.unwrap().0
}

fn written(format: &str, bundle: &Bundle) -> Vec<u8> {
    exporter(format).unwrap().export_single_file(bundle)
}

/// How many paths are walked, and how far.
const PATHS: usize = 5;
const STEPS: usize = 20;

/// A line without tags, as the page shows it.
fn untagged(line: &str) -> String {
    let (mut plain, mut rest) = (String::new(), line);
    while let Some((before, after)) = rest.split_once('<') {
        let name = after.strip_prefix('/').unwrap_or(after);
        let end = after
            .find(['<', '>'])
            .filter(|it| after[*it..].starts_with('>'));
        let is_tag = name.starts_with(|it: char| it.is_ascii_alphabetic());
        plain += before;
        match end.filter(|_| is_tag) {
            Some(end) => rest = &after[end + 1..],
            None => {
                plain.push('<');
                rest = after;
            }
        }
    }
    plain + rest
}

/// Plays the story in the program along the path of `walk_script.js` with this seed.
fn walk(bundle: &Bundle, seed: u32) -> Vec<String> {
    let mut state = seed + 1;
    let mut roll = |end: usize| {
        state = state.wrapping_mul(1_103_515_245).wrapping_add(12_345) & 0x7fff_ffff;
        (state >> 8) as usize % end
    };
    let tidy = |line: &String| {
        let plain = untagged(line);
        plain.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let ink = PlayableScript::of(&bundle.story).unwrap();
    let story = ink.compile(|| false).unwrap().unwrap();
    let beginning = Beginning {
        seed,
        ..Beginning::default()
    };
    let walked = script_player::play(
        &story,
        || false,
        |mut player| {
            let mut game = player.begin(&beginning)?;
            let mut told = Vec::new();
            for _ in 0..STEPS {
                let turn = game.turn();
                assert_eq!(turn.errors, [""; 0]);
                told.extend(turn.lines.iter().map(tidy).filter(|it| !it.is_empty()));
                let named = turn.choices.iter().map(tidy).map(|it| match it.as_str() {
                    "" => "* Go on".to_owned(),
                    words => format!("* {words}"),
                });
                told.extend(named);
                if turn.choices.is_empty() {
                    break;
                }
                let taken = roll(turn.choices.len());
                told.push(format!("> {taken}"));
                game.take(taken)?;
            }
            Ok(told)
        },
    );
    walked.unwrap()
}

/// Plays each story in the page, in the program and in the other player along the same paths, and returns the text that was
/// read.
#[track_caller]
fn check_plays_the_same(stories: &[(Bundle, Vec<u8>)]) -> String {
    let (mut files, mut names) = (Vec::new(), Vec::new());
    for (number, (bundle, script)) in stories.iter().enumerate() {
        let language = match PlayableScript::of(&bundle.story).unwrap().language {
            Language::Ink => "ink",
            Language::Yarn => "yarn",
        };
        for (name, bytes) in [
            (format!("{number}.html"), written("play", bundle)),
            (format!("{number}.{language}"), script.clone()),
        ] {
            names.push(name.clone());
            files.push((name, bytes));
        }
    }
    let borrowed: Vec<_> = files.iter().map(|it| (&*it.0, &*it.1)).collect();
    let folder = folder_with(&borrowed);
    let (paths, steps) = (PATHS.to_string(), STEPS.to_string());
    let mut arguments = vec![paths.as_str(), steps.as_str()];
    arguments.extend(names.iter().map(String::as_str));
    let printed = node("walk_script.js", folder.path(), &arguments);
    let printed: Value = serde_json::from_str(&printed).unwrap();
    let printed = printed.as_array().unwrap();
    assert_eq!(printed.len(), stories.len());
    for (story, (bundle, _)) in printed.iter().zip(stories) {
        assert_eq!(story["complaints"], json!([]));
        assert_eq!(story["shown"], story["told"]);
        for seed in 0..PATHS {
            let told: Vec<String> = serde_json::from_value(story["told"][seed].clone()).unwrap();
            assert_eq!(walk(bundle, u32::try_from(seed).unwrap()), told);
        }
    }
    json!(printed).to_string()
}

fn lost(bundle: &Bundle) -> Vec<LossKind> {
    let losses = exporter("play").unwrap().losses(bundle);
    losses.iter().map(|it| it.what).collect()
}

#[test]
fn ink_page_shows_the_same_as_inkjs() {
    // Without a game, the game's function has no other meaning in inkjs.
    let without_game =
        WEAVE.replace("EXTERNAL ring(times)\n", "") + "=== function ring(x)\n~ return 0\n";
    let branches =
        "# title: B\n-> a\n== a\n{a}. {l>1:Late|Early}\n+ x[]\n+ (l) y -> a\n- z {l}\n-> a\n";
    let mut edited = read(branches);
    let a = edited.story.titled("a")[0].id;
    let node = Arc::make_mut(&mut edited.story.nodes[&a]);
    let text = text_of(node).replace("Late", "Too late");
    set_text(&mut node.data, text);
    let edited_ink = written("ink", &edited);
    assert!(String::from_utf8_lossy(&edited_ink).contains("Too late"));
    let shown = check_plays_the_same(&[
        (read(WEAVE), without_game.into_bytes()),
        (read(branches), branches.as_bytes().to_vec()),
        (edited, edited_ink),
    ]);
    for words in [
        "You pay all of it.",
        "In a tunnel, 0 deep and grim.",
        "#1 & the end.",
        "Too late",
    ] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
}

/// Options below options, conditions, values, and what goes on below options.
const FERRY: &str = r#"title: Quay
tags: night
---
<<declare $gold = 3>>
<<declare $met = false>>
<<declare $name = "Ada">>
// The keeper speaks first.
Keeper: Good evening, {$name}. You have {$gold} coins. #line:01
-> Ask about the ferry
    Keeper: It leaves at nine.
    <<set $met to true>>
    -> And the price?
        Keeper: Two coins.
        -> Pay at once <<if $gold >= 2>>
            <<set $gold = $gold - 2>>
            Keeper: Thank you.
            <<jump Ferry>>
        -> Think about it
    -> Thanks[b]![/b]
-> Work <<if $gold < 6>>
    <<set $gold = $gold * 2 - 1>>
    <<if $gold > 5>>
        You are rich.
    <<elseif $gold == 5>>
        You are nearly rich.
    <<else>>
        You are poor.
    <<endif>>
    <<jump Quay>>
-> Leave <<if (not $met) and ($gold > 8)>>
    <<stop>>
Keeper: Anything else?
<<if $met and ((($gold + 1) % 2) == 0)>>
    Keeper: We know each other now \{really\}.
<<else>>
    Keeper: Who are you?
<<endif>>
<<jump Quay>>
===
title: Ferry
---
<<fade_out 2>>
The ferry leaves with {$gold + 1} of you.
===
"#;

#[test]
fn yarn_page_shows_the_same_as_yarn_bound() {
    let bundle = read_as("yarn", FERRY);
    let written = written("yarn", &bundle);
    let shown = check_plays_the_same(&[
        (read_as("yarn", FERRY), FERRY.as_bytes().to_vec()),
        (bundle, written),
    ]);
    for words in [
        "Two coins.",
        "The ferry leaves with",
        "You are nearly rich.",
    ] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
}

#[test]
fn lists_commands_of_the_game_that_the_page_does_not_run() {
    let bundle = read_as("yarn", FERRY);
    let losses = exporter("play").unwrap().losses(&bundle);
    let commands = losses.iter().find(|it| it.what == LossKind::YarnCommands);
    assert_eq!(commands.unwrap().names, ["Ferry"]);
    assert!(
        losses.iter().all(|it| it.what != LossKind::Macros),
        "{losses:?}"
    );
}

#[cfg(corpus)]
#[test]
fn page_of_the_intercept_shows_the_same_as_inkjs() {
    let corpus = std::path::Path::new(env!("STORYTELLER_CORPUS")).join("ink");
    let ink = std::fs::read(corpus.join("the-intercept/TheIntercept.ink")).unwrap();
    let bundle = read(&String::from_utf8(ink.clone()).unwrap());
    let shown = check_plays_the_same(&[(bundle, ink)]);
    assert!(shown.contains("They are keeping me waiting."), "{shown}");
}

#[test]
fn lists_ink_features_that_the_page_does_not_run() {
    let bundle = read(WEAVE);
    let losses = exporter("play").unwrap().losses(&bundle);
    let names = |what: LossKind| {
        let found = losses.iter().find(|it| it.what == what);
        found.map(|it| it.names.clone()).unwrap_or_default()
    };
    assert_eq!(names(LossKind::InkFunctions), ["gate"]);
    assert_eq!(names(LossKind::InkTags), ["Opening", "gate"]);
    let others = [
        LossKind::Macros,
        LossKind::UnreachableNodes,
        LossKind::InkNotCompiled,
    ];
    assert!(
        !lost(&bundle).iter().any(|it| others.contains(it)),
        "{losses:?}"
    );
    let plain = read("-> a\n== a\nHi {a}.\n-> END\n");
    assert!(
        !lost(&plain)
            .iter()
            .any(|it| [LossKind::InkTags, LossKind::InkFunctions].contains(it))
    );
}

#[test]
fn ink_page_shows_tags_as_styles() {
    let bundle = read(
        "-> a\n== a\nA <b>bold <i>both</i></b> line.<br>Below, 1 < 2 <span class=\"x\">here</span>.\n* <b>[Go</b>]\n-> END\n",
    );
    let folder = folder_with(&[("a.html", &written("play", &bundle))]);
    let played = node("play_page.js", folder.path(), &["a.html", "{}"]);
    let played: Value = serde_json::from_str(&played).unwrap();
    assert_eq!(played["complaints"], json!([]));
    let seen = &played["seen"][0];
    let text = seen["text"].as_str().unwrap();
    assert!(
        text.contains("A bold both line.\nBelow, 1 < 2 here."),
        "{text}"
    );
    assert_eq!(seen["choices"], json!(["Go"]));
}

#[test]
fn page_falls_back_to_links_if_its_ink_does_not_compile() {
    let bundle = read("-> a\n== a\nHere.\n* [On] -> b\n* [Off] -> nowhere\n== b\nThere.\n-> END\n");
    assert!(lost(&bundle).contains(&LossKind::InkNotCompiled));
    let folder = folder_with(&[("a.html", &written("play", &bundle))]);
    let played = node(
        "play_page.js",
        folder.path(),
        &["a.html", r#"{"keys":["1"]}"#],
    );
    let played: Value = serde_json::from_str(&played).unwrap();
    assert_eq!(played["complaints"], json!([]));
    let seen = &played["seen"];
    assert_eq!(seen[0]["title"], "a");
    let notice = seen[0]["notice"].as_str().unwrap();
    assert!(notice.contains("does not compile"), "{notice}");
    assert_eq!(seen[1]["title"], "b");
}

#[test]
fn ink_page_supports_leaving_restarting_saving_and_writing() {
    let mut bundle = read(
        "VAR gold = 1\n-> hall\n== hall\nHall {gold}.\n+ [Dig]\n  ~ gold += 1\n  -> hall\n+ [Out] -> yard\n== yard\nYard.\n-> END\n",
    );
    let (id, asset) = super::stories::picture();
    bundle.assets.insert(id, asset);
    let yard = bundle.story.titled("yard")[0].id;
    let picture = json!({ "asset": id.to_string(), "mime": "image/png", "prompt": "a yard" });
    let node_of = Arc::make_mut(&mut bundle.story.nodes[&yard]);
    node_of.data.insert("image".into(), Arc::new(picture));
    let folder = folder_with(&[("a.html", &written("play", &bundle))]);
    let keys = json!([
        "1", "1", "Backspace", "w",
        { "focus": "#set-variable" }, { "type": "gold = 7" }, "Enter",
        { "focus": "#find-node" }, { "type": "yard" }, "Enter"
    ]);
    let script = json!({ "keys": keys, "reload": true }).to_string();
    let played = node("play_page.js", folder.path(), &["a.html", &script]);
    let played: Value = serde_json::from_str(&played).unwrap();
    assert_eq!(
        (&played["complaints"], &played["requests"]),
        (&json!([]), &json!([]))
    );
    let text = |step: usize| {
        played["seen"][step]["text"]
            .as_str()
            .unwrap()
            .trim()
            .to_owned()
    };
    assert!(text(2).ends_with("Hall 3."), "{}", text(2));
    assert!(text(3).ends_with("Hall 2."), "{}", text(3));
    let seen = &played["seen"];
    assert_eq!(seen[3]["choices"], json!(["Dig", "Out"]));
    assert_eq!(seen[7]["writer"]["variables"], json!([["gold", "7"]]));
    let last = seen.as_array().unwrap().len() - 1;
    for step in [10, last] {
        assert!(text(step).ends_with("Yard."), "{}", text(step));
        assert_eq!(seen[step]["pictures"], json!([3]));
        assert_eq!(seen[step]["end"], "The End");
    }
}

/// A change on the map takes effect in the page, as it does in the Ink.
#[test]
fn an_added_edge_becomes_a_choice_of_the_ink_page() {
    let mut bundle = read("-> a\n== a\nHere.\n* [On] -> b\n== b\nThere.\n-> END\n");
    let edge = Arc::make_mut(
        bundle
            .story
            .edges
            .values_mut()
            .find(|it| it.record.label == "On")
            .unwrap(),
    );
    let mut more: Edge = edge.clone();
    more.id = model::EdgeId(uuid::Uuid::from_u128(0x77));
    more.record.label = "Climb".to_owned();
    more.record.order = 5;
    more.data.clear();
    bundle.story.edges.insert(more.id, Arc::new(more));
    let ink = written("ink", &bundle);
    let shown = check_plays_the_same(&[(bundle, ink)]);
    assert!(shown.contains("* Climb"), "{shown}");
}

#[test]
fn tests_use_the_vendored_inkjs() {
    let folder = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/outside/node_modules/inkjs"
    );
    let theirs = std::fs::read_to_string(format!("{folder}/dist/ink-full-es2015.js")).unwrap();
    // The comment that names a source map would make a browser request it.
    let theirs = theirs
        .split("//# sourceMappingURL")
        .next()
        .unwrap()
        .trim_end();
    assert!(
        script_player::INKJS.trim_end() == theirs,
        "the copy in crates/script_player is another version"
    );
    let version = std::fs::read_to_string(format!("{folder}/package.json")).unwrap();
    let version: Value = serde_json::from_str(&version).unwrap();
    let page = String::from_utf8(written("play", &read("-> a\n== a\n-> END\n"))).unwrap();
    let named = format!("inkjs {}", version["version"].as_str().unwrap());
    assert!(page.contains(&named) && page.contains("Permission is hereby granted"));
}
