//! Import and export of Ink.

use expect_test::expect;
use model::FixedWorld;

use super::Ink;
use crate::folder::Folder;
use crate::tests::stories::{copy_node, sample_story, sample_story_with_variables};
use crate::{Bundle, Exporter, Importer};

fn read(text: &[u8]) -> (Bundle, String) {
    let (bundle, warnings) = Ink.import(text, &FixedWorld::default()).unwrap();
    let lines: Vec<_> = warnings.iter().map(ToString::to_string).collect();
    (bundle, lines.join("\n"))
}

fn write(bundle: &Bundle) -> String {
    String::from_utf8(Ink.export(bundle)).unwrap()
}

fn edges(bundle: &Bundle) -> String {
    let story = &bundle.story;
    let title = |id| story.nodes[&id].title.as_str();
    let edges = story.edges.values().map(|it| {
        let condition = it.record.condition.as_deref().unwrap_or("-");
        let dynamic = if it.record.dynamic { " dynamic" } else { "" };
        format!(
            "{} “{}” → {} ({condition}){dynamic}",
            title(it.record.from),
            it.record.label,
            title(it.record.to)
        )
    });
    edges.collect::<Vec<_>>().join("\n")
}

const FILE: &str = "# title: The Tide\nVAR next = -> shore\n// first\n-> start\n\n=== start ===\n\n- (top) They wait. /* == no == */\n\
    \t* (think) [Think] -> top\n\t+ {think} {not gone} Go[ out] -> shore.rocks\n\t* Ask -> ask(-> shore) ->\n- -> next\n\n\n\
    === shore // title: The Shore!\n= rocks\n<- weather\n-> start.top\n= sand\n-> cave\n\n== ask(-> then)\n-> then\n\
    === weather ===\nRain.\n-> DONE\n=== function add(x)\n~ return x + 1";

#[test]
fn knots_stitches_and_diverts_round_trip() {
    let (bundle, warnings) = read(FILE.as_bytes());
    expect![[r#"
        line 6: 2 of the links of “start” lead to targets that only the running story knows; they are marked as dynamic.
        line 20: A link leads to “cave”, which does not exist.
        line 22: 1 of the links of “ask” lead to targets that only the running story knows; they are marked as dynamic."#]].assert_eq(&warnings);
    expect![[r#"
        start “Go out” → shore.rocks (think and not gone)
        start “Ask” → ask (-)
        start “Ask” → The Shore! (-) dynamic
        start “” → The Shore! (-) dynamic
        The Shore! “” → shore.rocks (-)
        shore.rocks “” → weather (-)
        shore.rocks “” → start (-)
        ask “” → ask (-) dynamic"#]]
    .assert_eq(&edges(&bundle));
    assert_eq!(bundle.story.record.title, "The Tide");
    assert_eq!(
        bundle.story.record.start,
        Some(bundle.story.titled("start")[0].id)
    );
    assert_eq!(write(&bundle), FILE);
}

#[test]
fn writes_new_stories_that_compile() {
    expect![[r##"
        # title: Three \\ rooms
        VAR light = 0
        -> hall

        === The_Yard === // title: The "Yard"
        Cold. <b>\#1</b>
        + [back] -> hall

        === hall === // title: 大厅 [hall]
        It was dark.

        A door shut.
        + [Neo] -> Neo
        + {light > 0} [out \| "away"] -> The_Yard

        === Neo ===
        -> DONE

    "##]]
    .assert_eq(&write(&Bundle::new(sample_story())));
}

#[test]
fn writes_only_what_was_edited() {
    let (mut bundle, _) = read(FILE.as_bytes());
    let story = &mut bundle.story;
    let id = |story: &model::Story, title: &str| story.titled(title)[0].id;
    let (start, weather, shore) = (
        id(story, "start"),
        id(story, "weather"),
        id(story, "The Shore!"),
    );
    std::sync::Arc::make_mut(&mut story.nodes[&weather]).title = "Weather".into();
    story.record.start = Some(shore);
    story.record.title = "High tide".into();
    let mut edge = (*story.edges[0]).clone();
    edge.id = model::EdgeId(uuid::Uuid::from_u128(5));
    edge.record.from = weather;
    edge.record.to = start;
    edge.record.label = "Back [home]".into();
    edge.record.condition = None;
    edge.data = Default::default();
    story.edges.insert(edge.id, std::sync::Arc::new(edge));
    let text = write(&bundle);
    let expected = FILE
        .replace("# title: The Tide", "# title: High tide")
        .replace("// first\n-> start\n", "// first\n-> shore\n")
        .replace("=== weather ===", "=== weather === // title: Weather")
        .replace("Rain.\n-> DONE", "Rain.\n+ [Back \\[home\\]] -> start");
    assert_eq!(text, expected);
    let (again, _) = read(text.as_bytes());
    assert_eq!(write(&again), text);
}

#[test]
fn a_copied_section_gets_a_name_of_its_own() {
    let file = "-> start\n\n=== start\nFog.\n+ [Wait] -> start\n+ [Go] -> END\n\n=== function f(x)\n~ return x\n";
    let (mut bundle, _) = read(file.as_bytes());
    assert_eq!(write(&bundle), file);
    copy_node(&mut bundle.story, "start");
    copy_node(&mut bundle.story, "f");
    expect![[r#"
        -> start

        === start
        Fog.
        + [Wait] -> start
        + [Go] -> END

        === function f(x)
        ~ return x
        === start_2 // title: start 2
        Fog.
        + [Wait] -> start_2
        + [Go] -> END

        === function f_2(x) // title: f 2
        ~ return x
    "#]]
    .assert_eq(&write(&bundle));
}

#[test]
fn reads_several_files_case_insensitively() {
    let mut folder = Folder::default();
    folder.put(
        "Main.ink",
        "INCLUDE parts/Shore.ink\nINCLUDE gone.ink\nHello.\n-> shore\n",
    );
    folder.put(
        "parts/shore.ink",
        "VAR x = 1\n=== shore ===\nSand.\n-> gone\n-> END\n",
    );
    let (bundle, warnings) = read(&folder.pack(&[]));
    expect![[r#"
        Main.ink:1: “parts/Shore.ink” is included, and the file is called “parts/shore.ink”: where letter case counts, it will not be found.
        Main.ink:2: “gone.ink” is included, but there is no such file.
        parts/shore.ink:4: A link leads to “gone”, which does not exist."#]].assert_eq(&warnings);
    assert_eq!(edges(&bundle), "Opening “” → shore (-)");
    assert_eq!(Ink.extension_for(&bundle), "zip");
    assert_eq!(Folder::unpack(&Ink.export(&bundle)).unwrap(), folder);
    let (_, warnings) = read(b"INCLUDE shore.ink\nHello.\n");
    assert!(warnings.contains("Import the whole folder"), "{warnings}");
}

#[cfg(corpus)]
#[test]
fn third_party_files_round_trip_byte_for_byte() {
    let corpus = std::path::Path::new(env!("STORYTELLER_CORPUS")).join("ink");
    let bytes = std::fs::read(corpus.join("the-intercept/TheIntercept.ink")).unwrap();
    let (bundle, warnings) = read(&bytes);
    assert_eq!(write(&bundle), String::from_utf8(bytes).unwrap());
    assert_eq!(warnings, "");
    let scenes = bundle.story.nodes.values().filter(|it| it.kind == "scene");
    assert_eq!(scenes.count(), 61);
    let mut reached = std::collections::HashSet::from([bundle.story.record.start.unwrap()]);
    let mut queue: Vec<_> = reached.iter().copied().collect();
    while let Some(id) = queue.pop() {
        let next = bundle
            .story
            .edges_from(id)
            .into_iter()
            .map(|it| it.record.to);
        queue.extend(next.filter(|it| reached.insert(*it)));
    }
    assert_eq!(reached.len(), 61, "every knot and stitch is reached");
    let mut folder = Folder::default();
    for file in std::fs::read_dir(corpus.join("ink-tests")).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let bytes = std::fs::read(&path).unwrap();
        let plain = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
        folder.put(name, plain);
    }
    let (bundle, _) = read(&folder.pack(&[]));
    assert_eq!(Folder::unpack(&Ink.export(&bundle)).unwrap(), folder);
}

#[test]
fn conditions_and_effects_round_trip() {
    let bundle = Bundle::new(sample_story_with_variables());
    let text = write(&bundle);
    expect![[r##"
        # title: Three \\ rooms
        VAR gold = 0
        VAR name = ""
        VAR variable = false // variable: 遇见
        -> hall

        === The_Yard === // title: The "Yard"
        Cold. <b>\#1</b>
        + {Neo < 2 or FLOAT(gold) / 2 >= 2.5} [back] -> hall
        + -> DONE

        === hall === // title: 大厅 [hall]
        ~ gold = gold + 2
        It was dark.

        A door shut.
        + [Neo]
          ~ variable = The_Yard > 0
          -> Neo
        + {gold > 3 and not variable} [out \| "away"]
          ~ gold = gold - 1.5
          ~ name = "N'o" + "!"
          -> The_Yard

        === Neo ===
        -> END

    "##]]
    .assert_eq(&text);
    let (again, _) = read(text.as_bytes());
    expect![[r#"
        The "Yard" “back” → 大厅 [hall] (visits("Neo") < 2 or gold / 2 >= 2.5)
        大厅 [hall] “Neo” → Neo (-)
        大厅 [hall] “out | "away"” → The "Yard" (gold > 3 and not 遇见)"#]]
    .assert_eq(&edges(&again));
    expect![[r#"
        “Three \ rooms”
        The "Yard" (scene) at 340,180
          text: {"text":"Cold. <b>\\#1</b>\n+ {Neo < 2 or FLOAT(gold) / 2 >= 2.5} [back] -> hall\n+ -> DONE"}
          “back” → 大厅 [hall] if visits("Neo") < 2 or gold / 2 >= 2.5
        大厅 [hall] (scene, start) at 0,90
          play: {"enter":"gold = gold + 2"}
          text: {"text":"~ gold = gold + 2\nIt was dark.\n\nA door shut.\n+ [Neo]\n  ~ variable = The_Yard > 0\n  -> Neo\n+ {gold > 3 and not variable} [out \\| \"away\"]\n  ~ gold = gold - 1.5\n  ~ name = \"N'o\" + \"!\"\n  -> The_Yard"}
          “Neo” → Neo do 遇见 = visited("The \"Yard\"")
          “out | "away"” → The "Yard" if gold > 3 and not 遇见 do gold = gold - 1.5; name = "N'o" + "!"
        Neo (scene) at 340,0
          play: {"ending":true}
          text: {"text":"-> END"}"#]].assert_eq(&crate::tests::outline(&again.story));
    assert_eq!(write(&again), text);
}

/// Changes the edge with this label.
fn change(bundle: &mut Bundle, label: &str, with: impl Fn(&mut model::EdgeRecord)) {
    let edges = bundle.story.edges.values_mut();
    let edge = edges.into_iter().find(|it| it.record.label == label);
    with(&mut std::sync::Arc::make_mut(edge.unwrap()).record);
}

#[test]
fn edits_choices_in_place() {
    let file = "VAR gold = 0\n-> inn\n\n=== inn\nBeer? // no\n  * Yes[, please], she says. # warm\n\
        \t{gold: You pay.}\n    -> yard /* out */\n\n  + {gold > 1} \\[Pay\\] -> yard\n  + [Leave] -> yard\n\
        - -> inn\n\n\n=== yard\n-> END";
    let check = |with: &dyn Fn(&mut Bundle), old: &str, new: &str| {
        let mut bundle = read(file.as_bytes()).0;
        with(&mut bundle);
        assert!(file.contains(old));
        assert_eq!(write(&bundle), file.replacen(old, new, 1));
        let losses = Ink.losses(&bundle);
        assert!(losses.is_empty(), "{losses:?}");
    };
    check(
        &|it| change(it, "Yes, please", |it| it.label = "Aye [I]".into()),
        "Yes[, please], she",
        "[Aye \\[I\\]]Yes, she",
    );
    check(
        &|it| change(it, "[Pay]", |it| it.label = "Pay up".into()),
        "\\[Pay\\] ->",
        "Pay up ->",
    );
    check(
        &|it| change(it, "[Pay]", |it| it.condition = None),
        "{gold > 1} ",
        "",
    );
    check(
        &|it| change(it, "Leave", |it| it.condition = Some("gold < 2".into())),
        "+ [Leave]",
        "+ {gold < 2} [Leave]",
    );
    check(
        &|it| change(it, "Leave", |it| it.effect = Some("gold = 1".into())),
        "+ [Leave] -> yard\n",
        "+ [Leave]\n    ~ gold = 1\n    -> yard\n",
    );
    check(
        &|it| change(it, "Leave", |it| it.to = it.from),
        "[Leave] -> yard",
        "[Leave] -> inn",
    );
    check(
        &|it| {
            let gone = it
                .story
                .edges
                .values()
                .find(|it| it.record.label == "[Pay]");
            let gone = gone.unwrap().id;
            it.story.edges.shift_remove(&gone);
        },
        "  + {gold > 1} \\[Pay\\] -> yard\n",
        "",
    );
    check(
        &|it| change(it, "Leave", |it| it.order = 0),
        "  + {gold > 1} \\[Pay\\] -> yard\n  + [Leave] -> yard\n",
        "  + [Leave] -> yard\n  + {gold > 1} \\[Pay\\] -> yard\n",
    );
}

#[test]
fn leaves_hand_typed_text_alone() {
    let mut bundle =
        read(b"-> inn\n=== inn\n~ x = y\nBeer?\n+ [Yes] -> yard\n=== yard\n-> END\n").0;
    let inn = bundle.story.titled("inn")[0].id;
    let node = std::sync::Arc::make_mut(&mut bundle.story.nodes[&inn]);
    let typed = "~ temp z = 1\nBeer?\n+ [No] -> yard\n+ [Yes] -> yard\n+ [Why] -> inn";
    markup::kept_data::set_text(&mut node.data, typed);
    let text = write(&bundle);
    assert!(text.contains(typed), "{text}");
}

#[test]
fn keeps_choices_with_unusual_characters() {
    let ink = "-> a\n=== a ===\n*\0[Pay {x}] You pay. # toll\n  -> a\n+ [Go\u{2028}\u{2028}on] -> a\n* -> DONE\n";
    let (bundle, _) = Ink.import(ink.as_bytes(), &FixedWorld::default()).unwrap();
    assert_eq!(String::from_utf8(Ink.export(&bundle)).unwrap(), ink);
}

#[test]
fn writes_the_start_without_touching_comments() {
    for (file, comes_back) in [
        // Content of an unclosed comment stays hidden, and so does a divert inside a comment.
        (
            "-> St/*art\n\n=== Start ===\nFog.\n",
            "-> END/*art\n\n=== Start ===\nFog.\n",
        ),
        (
            "// -> old\n-> gone // here\n\n=== Start ===\nFog.\n-> END\n",
            "// -> old\n-> Start // here\n\n=== Start ===\nFog.\n-> END\n",
        ),
    ] {
        let (bundle, _) = read(file.as_bytes());
        assert_eq!(write(&bundle), comes_back);
        let (again, _) = read(comes_back.as_bytes());
        assert_eq!(write(&again), comes_back);
        assert_eq!(again.story.nodes.len(), bundle.story.nodes.len());
    }
}

#[test]
fn a_start_whose_name_leads_elsewhere_is_not_written() {
    let file = "-> gone\n\n=== inn ===\nFirst.\n-> DONE\n\n=== inn ===\nSecond.\n-> DONE\n";
    let (bundle, _) = read(file.as_bytes());
    assert_eq!(write(&bundle), file);
}

#[test]
fn declared_values_are_the_effect_of_first_entering_the_start() {
    let file = "VAR gold = 3\nVAR met = false\nVAR name = \"Ada\"\n-> inn\n\n=== inn ===\n~ gold += 1\n\
                Hello, {name}.\n+ {gold > 3 and not met} [Again] -> inn\n";
    let (bundle, _) = read(file.as_bytes());
    let start = bundle.story.record.start.unwrap();
    assert_eq!(
        bundle.story.nodes[&start].play().enter,
        "gold = if(visits() == 1, 3, gold); name = if(visits() == 1, \"Ada\", name); gold = gold + 1"
    );
    assert_eq!(write(&bundle), file);
    let losses = Ink.losses(&bundle);
    let is_entry = |it: &crate::Loss| it.what == crate::LossKind::EntryEffectDiffers;
    assert!(!losses.iter().any(is_entry));
}

#[test]
fn changes_between_lines_happen_on_entering_if_nothing_before_reads_them() {
    let enter = |body: &str| {
        let file = format!("VAR gold = 0\nVAR met = false\n-> inn\n\n=== inn ===\n{body}\n");
        let (bundle, _) = read(file.as_bytes());
        assert_eq!(write(&bundle), file);
        let inn = bundle.story.nodes.values().find(|it| it.title == "inn");
        let enter = inn.unwrap().play().enter;
        enter
            .split_once("gold); ")
            .map_or(enter.clone(), |it| it.1.to_owned())
    };
    for (body, expected) in [
        (
            "The inn.\n~ gold = 3\n~ met = true\n-> END",
            "gold = 3; met = true",
        ),
        (
            "{met: Again.}\n~ gold = 3\n~ met = true\n-> END",
            "gold = 3",
        ),
        ("{gold > 1:\n  Rich.\n}\n~ gold = 3\n-> END", ""),
        ("{meet(1)}\n~ gold = 3\n-> END", ""),
        ("{met: -> END}\n~ gold = 3\n-> END", ""),
        ("* [Go] -> END\n- So.\n~ gold = 3\n-> END", ""),
    ] {
        assert_eq!(enter(body), expected, "{body}");
    }
}
