//! Import and export of Yarn.

use expect_test::expect;
use model::FixedWorld;

use super::Yarn;
use crate::folder::Folder;
use crate::tests::stories::{copy_node, sample_story, sample_story_with_variables};
use crate::{Bundle, Exporter, Importer};

fn read(text: &[u8]) -> (Bundle, String) {
    let (bundle, warnings) = Yarn.import(text, &FixedWorld::default()).unwrap();
    let lines: Vec<_> = warnings.iter().map(ToString::to_string).collect();
    (bundle, lines.join("\n"))
}

fn edges(bundle: &Bundle) -> Vec<String> {
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
    edges.collect()
}

const FILE: &str = "#tag\ntitle: Start\ntags: a b\nposition: 10,-20\ncolor: red // warm\n---\n\
    Ann: Hi there #line:0a1\n-> In <<if $a > 1>> #line:0a2\n    <<jump Hall>>\n-> Ask\n    <<detour Guard>>\n\
    <<set $next to \"Hall\">>\n<<jump {$next}>>\n===\n\n\ntitle: Guard\nwhen: $a\n---\nOne.\n===\n\
    title: Guard\nwhen: always\n---\nTwo.\n<<jump hall>>\n===\ntitle: Hall\n---\n===";

#[test]
fn nodes_options_jumps_and_groups_round_trip() {
    let (bundle, warnings) = read(FILE.as_bytes());
    expect![[r#"
        line 7: 1 of the links of “Start” lead to targets that only the running story knows; they are marked as dynamic.
        line 26: A link leads to “hall”, which does not exist. There is “Hall”."#]].assert_eq(&warnings);
    expect![[r#"
        Start “In” → Hall (a > 1)
        Start “Ask” → Guard (-)
        Start “Ask” → Guard (-)
        Start “” → Hall (-) dynamic"#]]
    .assert_eq(&edges(&bundle).join("\n"));
    assert_eq!(String::from_utf8(Yarn.export(&bundle)).unwrap(), FILE);
}

#[test]
fn writes_new_stories_that_compile() {
    let text = Yarn.export(&Bundle::new(sample_story()));
    expect![[r#"
        title: The__Yard
        storyteller_title: The "Yard"
        position: 10,5.5
        ---
        Cold. \<b\>\#1\<\/b\>
        -> back
            <<jump hall>>
        ===
        title: hall
        storyteller_title: 大厅 [hall]
        position: 20,5.5
        storyteller_story: Three \ rooms
        ---
        <<declare $light = 0>>
        It was dark.

        A door shut.
        -> Neo
            <<jump Neo>>
        -> out | "away" <<if $light > 0>>
            <<jump The__Yard>>
        ===
        title: Neo
        storyteller_kind: character
        storyteller_ending: false
        position: 30,5.5
        ---
        <<stop>>
        ===
    "#]]
    .assert_eq(&String::from_utf8(text).unwrap());
}

#[test]
fn a_renamed_node_keeps_the_name_that_jumps_use() {
    let (mut bundle, _) = read(FILE.as_bytes());
    let hall = bundle.story.titled("Hall")[0].id;
    std::sync::Arc::make_mut(&mut bundle.story.nodes[&hall]).title = "The great hall".into();
    let text = String::from_utf8(Yarn.export(&bundle)).unwrap();
    assert!(
        text.ends_with("title: Hall\nstoryteller_title: The great hall\n---\n==="),
        "{text}"
    );
    assert_eq!(edges(&read(text.as_bytes()).0).len(), edges(&bundle).len());
}

#[test]
fn a_copied_node_gets_a_name_of_its_own() {
    let file = "title: Start\ntags: a\n---\nFog.\n-> Wait\n    <<jump Start>>\n===\n";
    let (mut bundle, _) = read(file.as_bytes());
    copy_node(&mut bundle.story, "Start");
    expect![[r#"
        title: Start
        tags: a
        ---
        Fog.
        -> Wait
            <<jump Start>>
        ===
        title: Start_2
        tags: a
        storyteller_title: Start 2
        ---
        Fog.
        -> Wait
            <<jump Start_2>>
        ===
    "#]]
    .assert_eq(&String::from_utf8(Yarn.export(&bundle)).unwrap());
}

#[test]
fn several_files_round_trip() {
    let mut folder = Folder::default();
    folder.put("day one.yarn", "title: Start\n---\n<<jump Night>>\n===\n");
    folder.put(
        "later/night.yarn",
        "title: Night\r\n---\r\nDark.\r\n===\r\n",
    );
    folder.put("picture.png", "x");
    let (bundle, warnings) = read(&folder.pack(&[]));
    assert_eq!(warnings, "Other files are not read: 1 (picture.png).");
    assert_eq!(edges(&bundle), ["Start “” → Night (-)"]);
    assert_eq!(Yarn.extension_for(&bundle), "zip");
    folder.files.remove("picture.png");
    assert_eq!(Folder::unpack(&Yarn.export(&bundle)).unwrap(), folder);
}

#[cfg(corpus)]
#[test]
fn third_party_files_round_trip_byte_for_byte() {
    let corpus = std::path::Path::new(env!("STORYTELLER_CORPUS")).join("yarn");
    let mut count = 0;
    for folder in ["wild-space", "yarnspinner-tests"] {
        for file in std::fs::read_dir(corpus.join(folder)).unwrap() {
            let path = file.unwrap().path();
            let bytes = std::fs::read(&path).unwrap();
            let Ok((bundle, _)) = Yarn.import(&bytes, &FixedWorld::default()) else {
                assert!(
                    path.to_string_lossy().contains("MustHaveNodeBody"),
                    "{path:?}"
                );
                continue;
            };
            let plain = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
            assert_eq!(
                String::from_utf8_lossy(&Yarn.export(&bundle)),
                String::from_utf8_lossy(plain),
                "{path:?}"
            );
            count += 1;
        }
    }
    assert!(count > 50, "{count}");
}

#[test]
fn conditions_and_effects_round_trip() {
    let bundle = Bundle::new(sample_story_with_variables());
    let text = String::from_utf8(Yarn.export(&bundle)).unwrap();
    expect![[r#"
        title: The__Yard
        storyteller_title: The "Yard"
        position: 10,5.5
        ---
        Cold. \<b\>\#1\<\/b\>
        -> back <<if visited_count("Neo") < 2 or $gold / 2 >= 2.5>>
            <<jump hall>>
        ===
        title: hall
        storyteller_title: 大厅 [hall]
        position: 20,5.5
        storyteller_story: Three \ rooms
        ---
        <<declare $gold = 0>>
        <<declare $name = "">>
        <<declare $variable = false>> // variable: 遇见
        <<set $gold = $gold + 2>>
        It was dark.

        A door shut.
        -> Neo
            <<set $variable = visited_count("The__Yard") > 0>>
            <<jump Neo>>
        -> out | "away" <<if $gold > 3 and (not $variable)>>
            <<set $gold = $gold - 1.5>>
            <<set $name = "N'o" + "!">>
            <<jump The__Yard>>
        ===
        title: Neo
        storyteller_kind: character
        position: 30,5.5
        ---
        <<stop>>
        ===
    "#]]
    .assert_eq(&text);
    let (again, _) = read(text.as_bytes());
    expect![[r#"
        “Three \ rooms”
        The "Yard" (scene) at 10,5.5
          text: {"text":"Cold. \\<b\\>\\#1\\<\\/b\\>\n-> back <<if visited_count(\"Neo\") < 2 or $gold / 2 >= 2.5>>\n    <<jump hall>>"}
          “back” → 大厅 [hall] if visits("Neo") < 2 or gold / 2 >= 2.5
        大厅 [hall] (scene, start) at 20,5.5
          play: {"enter":"gold = gold + 2"}
          text: {"text":"<<declare $gold = 0>>\n<<declare $name = \"\">>\n<<declare $variable = false>> // variable: 遇见\n<<set $gold = $gold + 2>>\nIt was dark.\n\nA door shut.\n-> Neo\n    <<set $variable = visited_count(\"The__Yard\") > 0>>\n    <<jump Neo>>\n-> out | \"away\" <<if $gold > 3 and (not $variable)>>\n    <<set $gold = $gold - 1.5>>\n    <<set $name = \"N'o\" + \"!\">>\n    <<jump The__Yard>>"}
          “Neo” → Neo do 遇见 = visited("The \"Yard\"")
          “out | "away"” → The "Yard" if gold > 3 and not 遇见 do gold = gold - 1.5; name = "N'o" + "!"
        Neo (character) at 30,5.5
          play: {"ending":true}
          text: {"text":"<<stop>>"}"#]].assert_eq(&crate::tests::outline(&again.story));
    assert_eq!(String::from_utf8(Yarn.export(&again)).unwrap(), text);
}

#[test]
fn accepts_unicode_names_in_conditions() {
    let text = "title: A\n---\n-> go <<if Åsomefunc() and ёж>>\n    <<set $雨 = Åx()>>\n    <<jump A>>\n===\n";
    let (bundle, warnings) = read(text.as_bytes());
    assert_eq!((edges(&bundle).len(), warnings.as_str()), (1, ""));
}

#[test]
fn keeps_a_self_jump_beside_a_computed_one() {
    let file = "title: Start\n---\n<<detour {$next}>>\n<<jump Start>>\n===\n";
    let (bundle, _) = read(file.as_bytes());
    assert_eq!(
        edges(&bundle),
        ["Start “” → Start (-) dynamic", "Start “” → Start (-)"]
    );
    assert_eq!(String::from_utf8(Yarn.export(&bundle)).unwrap(), file);
}

#[test]
fn keeps_the_story_title_header_in_any_position() {
    let file = "title: Start\n\r\r  storyteller_story: The Sea\n---\nFog.\n===\n";
    let (bundle, _) = read(file.as_bytes());
    assert_eq!(bundle.story.record.title, "The Sea");
    assert_eq!(String::from_utf8(Yarn.export(&bundle)).unwrap(), file);
}

#[test]
fn keeps_options_with_unusual_characters() {
    let file = "title: Start\n---\n-> \u{81}Go\n    <<jump Start>>\n-> Stay\n    -> Go\n        <<jump Start>>\n===\n";
    let (bundle, _) = read(file.as_bytes());
    assert_eq!(edges(&bundle), ["Start “Go” → Start (-)"]);
    assert_eq!(String::from_utf8(Yarn.export(&bundle)).unwrap(), file);
}

#[test]
fn declared_values_are_the_effect_of_first_entering_the_start() {
    let file = "title: Inn\n---\n<<declare $gold = 3>>\n<<declare $met = false>>\n<<declare $name = \"Ada\" as string>>\n\
                <<set $gold += 1>>\nHello, {$name}.\n-> Again <<if $gold > 3 and not $met>>\n    <<jump Inn>>\n===\n";
    let (mut bundle, _) = read(file.as_bytes());
    let start = bundle.story.record.start.unwrap();
    assert_eq!(
        bundle.story.nodes[&start].play().enter,
        "gold = if(visits() == 1, 3, gold); met = if(visits() == 1, false, met); \
         name = if(visits() == 1, \"Ada\", name); gold = gold + 1"
    );
    assert_eq!(String::from_utf8(Yarn.export(&bundle)).unwrap(), file);
    let has_entry_loss = |bundle: &Bundle| {
        let losses = Yarn.losses(bundle);
        losses
            .iter()
            .any(|it| it.what == crate::LossKind::EntryEffectDiffers)
    };
    assert!(!has_entry_loss(&bundle));
    // Another value than the text declares is given on entering.
    let node = std::sync::Arc::make_mut(&mut bundle.story.nodes[&start]);
    let mut play = node.play();
    play.enter = play.enter.replace("3, gold", "8, gold");
    let play = std::sync::Arc::new(serde_json::json!(play));
    node.data.insert(model::play::PLAY.into(), play);
    assert!(!has_entry_loss(&bundle));
    let changed = Yarn.export(&bundle);
    let block = "<<if visited_count(\"Inn\") + 1 == 1>>\n    <<set $gold = 8>>\n<<endif>>\n<<set $gold = $gold + 1>>\n";
    assert!(String::from_utf8_lossy(&changed).contains(block));
    let (again, _) = read(&changed);
    let enter = &again.story.nodes[&again.story.record.start.unwrap()]
        .play()
        .enter;
    assert!(enter.ends_with("gold = if(visits() == 1, 8, gold); gold = gold + 1"));
    assert_eq!(Yarn.export(&again), changed);
}

#[test]
fn first_values_of_a_story_of_twine_are_declared() {
    let twee = ":: StoryData\n{\"ifid\":\"9F187C0A-AE64-465A-8B13-B30BCE7FE8D4\",\"format\":\"SugarCube\"}\n\n\
                :: StoryInit\n<<set $gold to 5>><<set $hero to \"Ada\">>\n\n\
                :: Start\nHi.\n<<if $gold gt 3 and $hero is \"Ada\">>[[Pay->Start][$gold to $gold - 1]]<</if>>\n";
    let importer = crate::importer("twee").unwrap();
    let world = FixedWorld::default();
    let (bundle, _) = importer.import(twee.as_bytes(), &world).unwrap();
    let yarn = String::from_utf8(Yarn.export(&bundle)).unwrap();
    for line in ["<<declare $gold = 5>>\n", "<<declare $hero = \"Ada\">>\n"] {
        assert!(yarn.contains(line), "{yarn}");
    }
    assert!(!yarn.contains("if(visits"), "{yarn}");
    let (again, _) = read(yarn.as_bytes());
    let enter = |bundle: &Bundle| {
        let start = bundle.story.record.start.unwrap();
        bundle.story.nodes[&start].play().enter
    };
    assert_eq!(enter(&again), enter(&bundle));
    let ink = crate::exporter("ink").unwrap().export_single_file(&bundle);
    let ink = String::from_utf8(ink).unwrap();
    for line in ["VAR gold = 5\n", "VAR hero = \"Ada\"\n"] {
        assert!(ink.contains(line), "{ink}");
    }
}

#[test]
fn changes_between_lines_happen_on_entering_if_nothing_before_reads_them() {
    let file = "title: Inn\n---\nThe inn.\n<<set $gold = 3>>\n<<if $met>>\nAgain.\n<<endif>>\n<<set $met = true>>\n\
                You have {$gold}.\n<<set $gold += 1>>\n-> Go\n    <<set $late = true>>\n    <<jump Inn>>\n<<set $last = 1>>\n===\n";
    let (mut bundle, _) = read(file.as_bytes());
    let start = bundle.story.record.start.unwrap();
    // “met” was read before it changes.
    assert_eq!(bundle.story.nodes[&start].play().enter, "gold = 3");
    let write = |bundle: &Bundle| String::from_utf8(Yarn.export(bundle)).unwrap();
    assert_eq!(write(&bundle), file);
    let node = std::sync::Arc::make_mut(&mut bundle.story.nodes[&start]);
    let mut play = node.play();
    play.enter = "gold = 5".into();
    let play = std::sync::Arc::new(serde_json::json!(play));
    node.data.insert(model::play::PLAY.into(), play);
    let changed = file.replace("<<set $gold = 3>>\n", "").replace(
        "The inn.",
        "<<declare $gold = 0>>\n<<set $gold = 5>>\nThe inn.",
    );
    assert_eq!(write(&bundle), changed);
    let (again, _) = read(changed.as_bytes());
    let start = again.story.record.start.unwrap();
    let enter = again.story.nodes[&start].play().enter;
    assert!(enter.ends_with("; gold = 5"), "{enter}");
}
