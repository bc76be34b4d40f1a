//! Yarn in, Yarn out.

use std::path::Path;

use expect_test::expect;
use model::FixedWorld;

use super::Yarn;
use crate::folder::Folder;
use crate::tests::stories::{rooms_with_a_purse, three_rooms};
use crate::{Exporter, Importer, Parcel};

fn read(text: &[u8]) -> (Parcel, String) {
    let (parcel, warnings) = Yarn.import(text, &FixedWorld::default()).unwrap();
    let lines: Vec<_> = warnings.iter().map(ToString::to_string).collect();
    (parcel, lines.join("\n"))
}

fn edges(parcel: &Parcel) -> Vec<String> {
    let story = &parcel.story;
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
fn nodes_options_jumps_and_groups_are_read_and_come_back() {
    let (parcel, warnings) = read(FILE.as_bytes());
    expect![[r#"
        line 7: 1 of the links of “Start” lead where only the running story knows; they are marked as dynamic.
        line 26: A link leads to “hall”, which does not exist. There is “Hall”."#]].assert_eq(&warnings);
    expect![[r#"
        Start “In” → Hall (a > 1)
        Start “Ask” → Guard (-)
        Start “Ask” → Guard (-)
        Start “” → Hall (-) dynamic"#]]
    .assert_eq(&edges(&parcel).join("\n"));
    assert_eq!(String::from_utf8(Yarn.export(&parcel)).unwrap(), FILE);
}

#[test]
fn a_story_made_here_is_written_so_that_it_compiles() {
    let text = Yarn.export(&Parcel::new(three_rooms()));
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
    let (mut parcel, _) = read(FILE.as_bytes());
    let hall = parcel.story.titled("Hall")[0].id;
    std::sync::Arc::make_mut(&mut parcel.story.nodes[&hall]).title = "The great hall".into();
    let text = String::from_utf8(Yarn.export(&parcel)).unwrap();
    assert!(
        text.ends_with("title: Hall\nstoryteller_title: The great hall\n---\n==="),
        "{text}"
    );
    assert_eq!(edges(&read(text.as_bytes()).0).len(), edges(&parcel).len());
}

#[test]
fn several_files_are_one_story_and_several_files_again() {
    let mut folder = Folder::default();
    folder.put("day one.yarn", "title: Start\n---\n<<jump Night>>\n===\n");
    folder.put(
        "later/night.yarn",
        "title: Night\r\n---\r\nDark.\r\n===\r\n",
    );
    folder.put("picture.png", "x");
    let (parcel, warnings) = read(&folder.pack(&[]));
    assert_eq!(warnings, "Other files are not read: 1 (picture.png).");
    assert_eq!(edges(&parcel), ["Start “” → Night (-)"]);
    assert_eq!(Yarn.extension_for(&parcel), "zip");
    folder.files.remove("picture.png");
    assert_eq!(Folder::unpack(&Yarn.export(&parcel)).unwrap(), folder);
}

#[test]
fn files_by_others_come_back_byte_for_byte() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/yarn");
    if !corpus.is_dir() {
        println!("skipped: there is no corpus at {}", corpus.display());
        return;
    }
    let mut count = 0;
    for folder in ["wild-space", "yarnspinner-tests"] {
        for file in std::fs::read_dir(corpus.join(folder)).unwrap() {
            let path = file.unwrap().path();
            let bytes = std::fs::read(&path).unwrap();
            let Ok((parcel, _)) = Yarn.import(&bytes, &FixedWorld::default()) else {
                assert!(
                    path.to_string_lossy().contains("MustHaveNodeBody"),
                    "{path:?}"
                );
                continue;
            };
            let plain = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
            assert_eq!(
                String::from_utf8_lossy(&Yarn.export(&parcel)),
                String::from_utf8_lossy(plain),
                "{path:?}"
            );
            count += 1;
        }
    }
    assert!(count > 50, "{count}");
}

#[test]
fn conditions_and_effects_are_written_as_yarn_has_them_and_read_back() {
    let parcel = Parcel::new(rooms_with_a_purse());
    let text = String::from_utf8(Yarn.export(&parcel)).unwrap();
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
fn a_name_in_a_condition_may_begin_with_any_letter() {
    let text = "title: A\n---\n-> go <<if Åsomefunc() and ёж>>\n    <<set $雨 = Åx()>>\n    <<jump A>>\n===\n";
    let (parcel, warnings) = read(text.as_bytes());
    assert_eq!((edges(&parcel).len(), warnings.as_str()), (1, ""));
}

#[test]
fn a_jump_to_its_own_node_stays_beside_one_that_is_computed() {
    let file = "title: Start\n---\n<<detour {$next}>>\n<<jump Start>>\n===\n";
    let (parcel, _) = read(file.as_bytes());
    assert_eq!(
        edges(&parcel),
        ["Start “” → Start (-) dynamic", "Start “” → Start (-)"]
    );
    assert_eq!(String::from_utf8(Yarn.export(&parcel)).unwrap(), file);
}

#[test]
fn the_name_of_the_story_is_read_and_kept_wherever_its_header_stands_in_its_line() {
    let file = "title: Start\n\r\r  storyteller_story: The Sea\n---\nFog.\n===\n";
    let (parcel, _) = read(file.as_bytes());
    assert_eq!(parcel.story.record.title, "The Sea");
    assert_eq!(String::from_utf8(Yarn.export(&parcel)).unwrap(), file);
}

#[test]
fn odd_letters_in_an_option_are_no_reason_to_write_it_anew() {
    let file = "title: Start\n---\n-> \u{81}Go\n    <<jump Start>>\n-> Stay\n    -> Go\n        <<jump Start>>\n===\n";
    let (parcel, _) = read(file.as_bytes());
    assert_eq!(edges(&parcel), ["Start “Go” → Start (-)"]);
    assert_eq!(String::from_utf8(Yarn.export(&parcel)).unwrap(), file);
}
