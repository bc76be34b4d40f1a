//! Stories of one format or written here, written in another format and played in the real program of that
//! one: they show what our player shows of the original, with the same choices.

use std::sync::Arc;

use markup::kept_data::set_text;
use model::FixedWorld;
use serde::Deserialize;

use super::external_programs::{node, python};
use super::readers::written;
use super::twine_programs::{Read, check_plays_the_same_as, difference, read as read_twee};
use crate::{Bundle, LossKind, StoryFormat, exporter, importer};

const SUGARCUBE: &str = r#":: StoryInit
<<set $gold to 3>><<set $name to "Neo">><<set $met to false>>

:: Start
''Bold'' and //slanted// text, $name.
<<if $gold gt 2 and not $met>>A long way.<<elseif $gold is 0>>Poor.<<else>>A short way.<</if>>
You are <<if $gold gt 1>>rich<<else>>poor<</if>> and <<if $met>>known<<else>>new<</if>> here.

<<if visited() gt 1>>Again.

And again.<</if>>

[[Pay->Hall][$gold to $gold - 1]]
[[Meet->Hall][$met to true]]
<<if $met>>[[Ask->Secret]]<</if>>

:: Hall
<<include "Part">>
You hold <<print $gold * 2>>.
<<if $met>>
Met<<if $gold lt 2>> and short of money<</if>>.
<</if>>
[[Back|Start]]

:: Part
An included part<<if $gold lt 3>> for the poor<</if>>.

:: Secret
The end for $name.
"#;

const HARLOWE: &str = r#":: Setup [startup]
(set: $gold to 3, $name to "Neo", $met to false)

:: Start
''Bold'' and //slanted// text, $name.
(if: $gold > 2 and not $met)[A long way.](else-if: $gold is 0)[Poor.](else:)[A short way.]
(link-reveal-goto: "Pay", "Hall")[(set: $gold to it - 1)]
(link-reveal-goto: "Meet", "Hall")[(set: $met to true)]
(if: $met)[[[Ask->Secret]]]

:: Hall
You hold (print: $gold * 2).
(unless: $met)[Nobody was met.]
[[Back->Start]]

:: Secret
The end for $name.
"#;

const CHAPBOOK: &str = r#":: Start
gold (passage.visits === 1): 3
name: "Neo"
met (passage.visits === 1): false
--
**Bold** and *slanted* text, {name}.

[if gold > 2 && !met]
A long way.

[else]
A short way.

[continue]
[[Meet->Met]]

[[Hall]]

:: Met
met: true
gold: gold - 1
--
Met, with {gold}.

[[Hall]]

[[Start]]

:: Hall
[if met]
Nobody else.

[continue]
Silence.

[[Back->Start]]
"#;

const INK: &str = r#"VAR gold = 3
VAR name = "Neo"
VAR met = false
-> inn

=== inn ===
The inn // warm
is warm, {name}.
{ gold > 2 and not met:
    The keeper smiles.
    { met:
        Again.
    - else:
        For the first time.
    }
- else:
    The keeper frowns.
}
You are {gold > 1:rich|poor} and {met:known|new} here.
{
- gold == 3: Three coins.
- gold == 2: Two coins.
- else: Some coins.
}
+ [Pay] -> hall
+ [Meet]
    ~ met = true
    -> hall
+ {met} [Ask] -> secret

=== hall ===
~ gold = gold - 1
You hold {gold * 2}.
{met:Met.} The hall.
+ [Back] -> inn
+ [On] -> secret

=== secret ===
{inn > 1:You came often.|You came once.} The end.
-> END
"#;

const YARN: &str = r#"title: Inn
---
<<declare $gold = 3>>
<<declare $met = false>>
Keeper: Welcome. // says he
<<if $gold > 2 and not $met>>
    The keeper smiles.
    <<if visited("Hall")>>
        Again.
    <<else>>
        For the first time.
    <<endif>>
<<elseif $gold == 0>>
    The keeper frowns.
<<else>>
    The keeper waits.
<<endif>>
You have {$gold} coins.
-> Pay
    <<jump Hall>>
-> Meet
    <<set $met = true>>
    <<jump Hall>>
-> Ask <<if $met>>
    <<jump Secret>>
===
title: Hall
---
The hall.
<<set $gold -= 1>>
You hold {$gold * 2}.
-> Back
    <<jump Inn>>
-> On
    <<jump Secret>>
===
title: Secret
---
<<if $met>>
You were met.
<<endif>>
The end.
===
"#;

const ARCWEAVE: &str = include_str!("../../../../tests/fixtures/stories/inn.arcweave.json");

fn read(format: &str, text: &str) -> Bundle {
    let importer = importer(format).unwrap();
    let read = importer.import(text.as_bytes(), &FixedWorld::default());
    read.unwrap().0
}

/// A story that was written here, in whose texts are values and conditions.
fn written_here(value: &str) -> Bundle {
    let texts = [
        format!(
            "**Bold** text, {{{{name}}}}. You have {{{{{value}}}}}.\n\n{{{{if gold > 2 and not met}}}}\nA [[long way->Hall]].\n{{{{else if gold == 0}}}}\nPoor.\n{{{{else}}}}\nA short way.\n{{{{end}}}}"
        ),
        "You are {{if gold > 1}}rich{{else}}poor{{end}} and {{if met}}known{{else}}new{{end}} here.\n\n{{if visits() > 1}}\nAgain.\n\n{{if met}}\nAnd met.\n{{end}}\n{{end}}\nLast.".to_owned(),
    ];
    let mut bundle = read_twee(
        "",
        ":: Start\n[[long way->Hall]]\n[[Pay->Hall]]\n\n:: Hall\n[[Back->Start]]\n",
    );
    let story = &mut bundle.story;
    story.data.clear();
    let enter = "gold = if(visits() == 1, 3, gold); name = \"Neo\"; met = visited(\"Hall\")";
    for (node, (text, enter)) in story.nodes.values_mut().zip(texts.iter().zip([enter, ""])) {
        let data = &mut Arc::make_mut(node).data;
        data.clear();
        set_text(data, text);
        let play = serde_json::json!({ "enter": enter });
        data.insert(model::play::PLAY.into(), Arc::new(play));
    }
    for edge in story
        .edges
        .values_mut()
        .filter(|it| it.record.label == "Pay")
    {
        Arc::make_mut(edge).record.effect = Some("gold -= 1".to_owned());
    }
    bundle
}

fn without_effects(mut bundle: Bundle) -> Bundle {
    for edge in bundle.story.edges.values_mut() {
        Arc::make_mut(edge).record.effect = None;
    }
    bundle
}

fn twine() -> [Bundle; 3] {
    [
        read_twee("SugarCube", SUGARCUBE),
        read_twee("Harlowe", HARLOWE),
        read_twee("Chapbook", CHAPBOOK),
    ]
}

/// The text without what programs display differently: spaces, and marks of emphasis.
fn plain(words: &str) -> String {
    words.chars().filter(|it| it.is_alphanumeric()).collect()
}

#[derive(Deserialize)]
struct Played {
    errors: Vec<String>,
    readings: Vec<Vec<Read>>,
}

#[track_caller]
fn check_plays(format: &str, stories: &[Bundle]) {
    let (folder, names) = written(stories, format, format);
    let mut arguments = vec![format, "12"];
    arguments.extend(names.iter().map(String::as_str));
    let printed = node("play_paths.js", folder.path(), &arguments);
    let played: Vec<Played> = serde_json::from_str(&printed).unwrap();
    let mut passages = 0;
    for ((bundle, played), name) in stories.iter().zip(&played).zip(&names) {
        let text = || std::fs::read_to_string(folder.path().join(name)).unwrap();
        assert!(played.errors.is_empty(), "{:?}\n{}", played.errors, text());
        for walk in &played.readings {
            passages += walk.len();
            if let Some(why) = difference(&bundle.story, walk, plain) {
                panic!("{format} {why}\n{}", text());
            }
        }
    }
    assert!(passages > 60, "{passages}");
}

#[test]
fn stories_of_other_programs_play_in_ink_as_here() {
    let [sugarcube, harlowe, chapbook] = twine();
    let others = [
        read("yarn", YARN),
        read("arcweave", ARCWEAVE),
        written_here("gold * 2"),
    ];
    let stories = [sugarcube, harlowe, chapbook].into_iter().chain(others);
    check_plays("ink", &stories.collect::<Vec<_>>());
}

#[test]
fn stories_of_other_programs_play_in_yarn_as_here() {
    let [sugarcube, harlowe, chapbook] = twine();
    let others = [
        read("ink", INK),
        read("arcweave", ARCWEAVE),
        written_here("gold * 2"),
    ];
    let stories = [sugarcube, harlowe, chapbook].into_iter().chain(others);
    check_plays("yarn", &stories.collect::<Vec<_>>());
}

#[test]
fn stories_of_other_programs_play_in_the_story_formats_of_twine_as_here() {
    let formats = [
        StoryFormat::SugarCube,
        StoryFormat::Harlowe,
        StoryFormat::Chapbook,
    ];
    let stories: Vec<Bundle> = formats
        .into_iter()
        .flat_map(|format| {
            // Chapbook shows the values of variables only; the effect of a link needs a newer one than the
            // one that plays it here.
            let text = |it: &str| match format {
                StoryFormat::Chapbook => it
                    .replace(" * 2}", "}")
                    .replace("gold * 2)", "gold)")
                    .replace("    ~ met = true\n", "")
                    .replace("    <<set $met = true>>\n", "")
                    .replace("<pre><code>met = true</code></pre>", "")
                    .replace("<pre><code>gold -= 1</code></pre>", ""),
                _ => it.to_owned(),
            };
            let stories = [
                read("ink", &text(INK)),
                read("yarn", &text(YARN)),
                read("arcweave", &text(ARCWEAVE)),
                match format {
                    StoryFormat::Chapbook => without_effects(written_here("gold")),
                    _ => written_here("gold * 2"),
                },
            ];
            stories.map(|mut it| {
                format.choose(&mut it.story, "twine-html").unwrap();
                it
            })
        })
        .collect();
    let passages = check_plays_the_same_as(&stories, (3, 8), plain);
    assert!(passages > 60, "{passages}");
}

fn all() -> [Bundle; 7] {
    let [sugarcube, harlowe, chapbook] = twine();
    [
        sugarcube,
        harlowe,
        chapbook,
        read("ink", INK),
        read("yarn", YARN),
        read("arcweave", ARCWEAVE),
        written_here("gold * 2"),
    ]
}

#[test]
fn renpy_scripts_with_conditions_and_values_match_the_grammar() {
    let (folder, names) = written(&all(), "renpy", "rpy");
    for name in &names {
        python("check_renpy.py", folder.path(), &[name]);
    }
    let ink = std::fs::read_to_string(folder.path().join(&names[3])).unwrap();
    for line in [
        "    if bool((v_gold > 2) and (not v_met)):\n        \"The keeper smiles.\"\n",
        "    $ value_1 = (v_gold * 2)\n    \"You hold [value_1].\"\n",
        "\"is warm, [v_name].\"\n",
    ] {
        assert!(ink.contains(line), "{line}\n{ink}");
    }
}

#[test]
fn nothing_of_these_stories_is_left_out() {
    let stories = all();
    for (number, bundle) in stories.iter().enumerate() {
        for format in ["ink", "yarn", "renpy", "twee"] {
            let mut losses = exporter(format).unwrap().losses(bundle);
            losses.retain(|it| it.what == LossKind::Macros);
            assert!(losses.is_empty(), "{number} in {format}: {losses:?}");
        }
    }
}

#[test]
fn what_another_format_would_show_otherwise_is_listed() {
    for passage in [
        "You had $gold.\n<<set $gold to 2>>",
        "<<back>>",
        "<<timed 2s>>Rain.<</timed>>",
    ] {
        let twee = format!(
            ":: StoryInit\n<<set $gold to 3>>\n\n:: Start\n[[On->Here]]\n\n:: Here\n{passage}\n"
        );
        let bundle = read_twee("SugarCube", &twee);
        for format in ["ink", "yarn", "renpy"] {
            let losses = exporter(format).unwrap().losses(&bundle);
            let macros = losses.iter().find(|it| it.what == LossKind::Macros);
            let names = macros.map(|it| it.names.clone()).unwrap_or_default();
            assert_eq!(names, ["Here"], "{passage} in {format}");
        }
    }
}
