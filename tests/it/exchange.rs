//! Import and export at the command line.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use formats::Folder;
use serde_json::json;

use crate::support::cli::TestHarness;

const STORY: &str = "demo.story";

/// All files below a folder.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        if entry.path().is_dir() {
            let below = files(&entry.path()).into_iter();
            found.extend(below.map(|(path, bytes)| (format!("{name}/{path}"), bytes)));
        } else {
            found.insert(name, fs::read(entry.path()).unwrap());
        }
    }
    found
}

#[test]
fn exports_to_a_text_folder_and_imports_it_back() {
    let harness = TestHarness::with_story();
    harness.good(&["export", STORY, "--format", "folder", "--out", "text"]);
    let before = files(&harness.path("text"));
    assert!(before.contains_key("story.yaml"), "{:?}", before.keys());
    assert!(before.keys().filter(|it| it.ends_with(".md")).count() > 3);
    harness.good(&["import", "copy.story", "text"]);
    harness.good(&[
        "export",
        "copy.story",
        "--format",
        "markdown",
        "-o",
        "copy.md",
    ]);
    harness.good(&["export", STORY, "--format", "markdown", "-o", "own.md"]);
    assert_eq!(
        fs::read(harness.path("copy.md")).unwrap(),
        fs::read(harness.path("own.md")).unwrap()
    );
}

#[test]
fn folder_export_keeps_and_reports_stale_files() {
    let harness = TestHarness::with_story();
    let export = ["export", STORY, "--format", "folder", "--out", "text"];
    harness.good(&export);
    let node = files(&harness.path("text"))
        .into_keys()
        .find(|it| it.ends_with(".md"))
        .unwrap();
    fs::write(harness.path("text").join(&node), "mine").unwrap();
    fs::write(harness.path("text/nodes/Old.md"), "old").unwrap();
    fs::write(harness.path("text/README.md"), "readme").unwrap();
    let refused = harness.run(&export);
    assert_eq!(refused.code, 4, "{}", refused.err);
    assert!(
        refused.err.contains("has been changed since"),
        "{}",
        refused.err
    );
    assert_eq!(fs::read(harness.path("text").join(&node)).unwrap(), b"mine");
    let mut forced = export.to_vec();
    forced.extend(["--force", "--json"]);
    let answer = harness.good(&forced).json();
    assert_eq!(answer["data"]["written"], json!(1), "{answer:#}");
    assert_eq!(
        answer["data"]["stale"],
        json!(["nodes/Old.md"]),
        "{answer:#}"
    );
    assert_eq!(fs::read(harness.path("text/nodes/Old.md")).unwrap(), b"old");
    assert_eq!(fs::read(harness.path("text/README.md")).unwrap(), b"readme");
}

#[test]
fn import_of_an_edited_folder_replaces_the_story() {
    let harness = TestHarness::with_story();
    harness.good(&["export", STORY, "--format", "folder", "--out", "text"]);
    let outline = harness.data(&["outline", STORY]);
    let before = files(&harness.path("text"));
    let (name, page) = before.iter().find(|it| it.0.ends_with(".md")).unwrap();
    let page = String::from_utf8(page.clone()).unwrap();
    let title = page
        .lines()
        .find_map(|it| it.strip_prefix("title: "))
        .unwrap();
    let page = page.replace(&format!("title: {title}"), "title: Renamed by hand");
    fs::write(harness.path("text").join(name), page).unwrap();
    let answer = harness.data(&["import", STORY, "text", "--replace"]);
    assert_eq!(answer["removed"], serde_json::Value::Null, "{answer:#}");
    assert!(
        harness
            .data(&["outline", STORY])
            .to_string()
            .contains("Renamed by hand")
    );
    harness.good(&["undo", STORY]);
    assert_eq!(harness.data(&["outline", STORY]), outline);
}

/// Losses are listed before anything is written, and `--losses` writes nothing.
#[test]
fn reports_export_losses_without_writing() {
    let harness = TestHarness::with_story();
    let before = files(&harness.path(".")).into_keys().collect::<Vec<_>>();
    let args = ["export", STORY, "--format", "json", "--losses"];
    let adopted = harness.run(&args);
    assert!(adopted.out.contains("older versions"), "{}", adopted.out);
    let whole = harness.run(&[&args[..], &["--history"]].concat());
    assert_eq!(whole.code, 0, "{}", whole.err);
    assert!(
        whole.out.contains("holds all of this story"),
        "{}",
        whole.out
    );
    let printed = harness.run(&["export", STORY, "--format", "twee", "--losses"]);
    assert_eq!(printed.code, 0, "{}", printed.err);
    assert!(
        printed.out.contains("may end there is not written"),
        "{}",
        printed.out
    );
    let output = harness.run(&["export", STORY, "--format", "twee", "--losses", "--json"]);
    let output = output.json();
    let losses = output["data"]["losses"].as_array();
    let losses = losses.unwrap_or_else(|| panic!("no list of losses: {output:#}"));
    assert_eq!(
        losses.len(),
        printed.out.trim().lines().count(),
        "{output:#}"
    );
    let after = files(&harness.path(".")).into_keys().collect::<Vec<_>>();
    assert_eq!(after, before, "no file was written");
}

#[test]
fn adds_and_removes_a_picture_file() {
    let harness = TestHarness::with_story();
    // A valid picture.
    harness.good(&["export", STORY, "--format", "png", "-o", "own.png"]);
    let node = ["--node", "Thomas Anderson"];
    let add = ["add_image", STORY, "--content", "@own.png"];
    let added = harness.data(&[&add[..], &node].concat());
    assert_eq!(
        (&added["mime"], &added["origin"]),
        (&json!("image/png"), &json!("own file"))
    );
    harness.good(&[&["picture", STORY, "-o", "back.png"][..], &node].concat());
    let read = |name| fs::read(harness.path(name)).unwrap();
    assert_eq!(read("back.png"), read("own.png"));

    harness.good(&[&["remove_image", STORY][..], &node].concat());
    let gone = harness.run(&[&["picture", STORY, "-o", "none.png"][..], &node].concat());
    assert_eq!(gone.code, 3, "{}", gone.err);
    assert!(gone.err.contains("has no picture"), "{}", gone.err);

    let missing = harness.run(&[&["add_image", STORY, "@none.png"][..], &node].concat());
    assert!(missing.err.contains("none.png"), "{}", missing.err);
    fs::write(harness.path("own.svg"), "<svg/>").unwrap();
    let wrong = harness.run(&[&["add_image", STORY, "@own.svg"][..], &node].concat());
    assert_eq!(wrong.code, 2, "{}", wrong.err);
    assert!(wrong.err.contains("PNG, JPEG or WebP"), "{}", wrong.err);
}

#[test]
fn a_sound_is_called_after_its_file_and_survives_export_and_import() {
    let harness = TestHarness::with_story();
    let rain = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/fixtures/sounds/rain.ogg"
    );
    fs::copy(rain, harness.path("Rain on a roof.ogg")).unwrap();
    let node = ["--node", "The Ticket Window"];
    let set = ["set_sound", STORY, "--content", "@Rain on a roof.ogg"];
    let sound = harness.data(&[&set[..], &node].concat());
    assert_eq!(
        (&sound["name"], &sound["plays"]),
        (&json!("Rain on a roof"), &json!("loop"))
    );
    let shown = |file: &str| {
        let shown = harness.data(&[&["show_node", file][..], &node].concat());
        shown["data"]["sound"]["data"].clone()
    };
    let here = shown(STORY);
    assert_eq!(here["asset"], sound["asset"]);
    for (format, file) in [("json", "out.json"), ("folder", "out.zip")] {
        harness.good(&["export", STORY, "--format", format, "-o", file]);
        let back = format!("{format}.story");
        harness.good(&["import", &back, file]);
        assert_eq!(shown(&back), here, "{format}");
        let page = format!("{format}.html");
        harness.good(&["export", &back, "--format", "play", "-o", &page]);
        let page = fs::read_to_string(harness.path(&page)).unwrap();
        assert!(
            page.contains("\"sounds\":[\"data:audio/ogg;base64,"),
            "{format}"
        );
    }
    for format in ["epub", "docx", "pdf", "twee", "ink", "markdown"] {
        let listed = harness.data(&["export", STORY, "--format", format, "--losses"]);
        let losses = listed["losses"].to_string();
        assert!(
            losses.contains("Sounds are not written: 1 node"),
            "{format}: {losses}"
        );
    }
}

#[test]
fn exports_a_story_with_a_damaged_picture_and_names_its_node() {
    let harness = TestHarness::with_story();
    harness.good(&["export", STORY, "--format", "png", "-o", "own.png"]);
    let add = ["add_image", STORY, "--content", "@own.png"];
    harness.good(&[&add[..], &["--node", "Thomas Anderson"]].concat());
    let file = rusqlite::Connection::open(harness.path(STORY)).unwrap();
    let hit = file
        .execute("UPDATE asset SET bytes = zeroblob(length(bytes))", [])
        .unwrap();
    assert!(hit > 0, "no picture was damaged");
    drop(file);
    for format in ["play", "epub", "pdf", "docx", "json", "twee"] {
        let listed = harness.data(&["export", STORY, "--format", format, "--losses"]);
        let losses = listed["losses"].as_array().unwrap();
        let damaged = losses.iter().find(|it| it["what"] == "damaged_assets");
        let damaged = damaged.unwrap_or_else(|| panic!("{format}: {listed:#}"));
        assert_eq!(damaged["names"], json!(["Thomas Anderson"]), "{format}");
        let out = format!("out.{format}");
        harness.good(&["export", STORY, "--format", format, "-o", &out]);
        assert!(harness.path(&out).metadata().unwrap().len() > 0);
    }
}

#[test]
fn exports_a_story_of_several_files_as_an_archive_or_one_file() {
    let harness = TestHarness::empty();
    fs::create_dir(harness.path("parts")).unwrap();
    let write = |name: &str, text: &str| fs::write(harness.path(name), text).unwrap();
    write(
        "parts/a.twee",
        ":: StoryTitle\nT\n\n:: Start\n[[Go->Two]]\n",
    );
    write("parts/b.twee", ":: Two\nend\n");
    harness.good(&["import", "t.story", "parts"]);
    let export = ["export", "t.story", "--format", "twee"];

    let output = harness.good(&export);
    assert!(output.out.contains("t.zip"), "{}", output.out);
    assert!(output.err.contains("It is an archive"), "{}", output.err);
    assert!(fs::read(harness.path("t.zip")).unwrap().starts_with(b"PK"));
    assert!(!harness.path("t.twee").exists());

    harness.good(&[&export[..], &["--output", "one.twee"]].concat());
    let one = fs::read_to_string(harness.path("one.twee")).unwrap();
    assert!(one.contains(":: Start") && one.contains(":: Two"), "{one}");
}

#[test]
fn a_single_character_card_is_a_file_and_several_are_a_folder() {
    let harness = TestHarness::empty();
    let card = json!({
        "spec": "chara_card_v2",
        "spec_version": "2.0",
        "data": { "name": "Mira", "description": "A keeper.", "first_mes": "Hello." },
    });
    fs::write(harness.path("mira.json"), card.to_string()).unwrap();
    harness.good(&["import", "t.story", "mira.json"]);
    let export = ["export", "t.story", "--format", "card"];

    let output = harness.good(&export);
    assert!(output.out.contains("t.json"), "{}", output.out);
    let one = fs::read_to_string(harness.path("t.json")).unwrap();
    assert!(one.contains("\"Mira\""), "{one}");
    let output = harness.good(&[&export[..], &["-o", "mira.zip"]].concat());
    assert!(output.err.contains("mira.json"), "{}", output.err);

    harness.good(&["create_node", "t.story", "Tom", "--kind", "character"]);
    harness.good(&export);
    let folder = files(&harness.path("t"));
    assert!(folder.contains_key("cards/Tom.json"), "{:?}", folder.keys());
    let output = harness.good(&[&export[..], &["-o", "two.json"]].concat());
    assert!(output.err.contains("two.zip"), "{}", output.err);
}

#[test]
fn import_of_a_story_file_says_which_comes_first() {
    let harness = TestHarness::with_story();
    let refused = harness.run(&["import", "a.twee", STORY]);
    assert_eq!(refused.code, 2, "{}", refused.err);
    let hint = format!("storyteller import {STORY} a.twee");
    assert!(refused.err.contains(&hint), "{}", refused.err);
    assert!(!harness.path("a.twee").exists());
}

#[test]
fn the_extension_of_the_output_decides_the_format() {
    let harness = TestHarness::with_story();
    let export = |output: &str| harness.good(&["export", STORY, "-o", output]);
    let read = |output: &str| fs::read_to_string(harness.path(output)).unwrap();
    let said = export("own.md").err;
    assert!(read("own.md").starts_with("# "), "{}", read("own.md"));
    assert!(said.contains("--format mermaid"), "{said}");
    let said = export("own.TWEE").err;
    assert!(read("own.TWEE").starts_with(":: "), "{}", read("own.TWEE"));
    assert!(!said.contains("--format"), "{said}");
    let said = export("own.txt").err;
    assert!(read("own.txt").starts_with('{'), "{}", read("own.txt"));
    assert!(said.contains("end in .txt, so this is json"), "{said}");
    export("own");
    assert!(read("own").starts_with('{'), "{}", read("own"));
}

#[test]
fn options_accept_hyphens_and_underscores() {
    let harness = TestHarness::with_story();
    let rename = |words: &[&str]| harness.good(&[&["rename_node", STORY][..], words].concat());
    rename(&["Footbridge", "Gangway", "--rewrite-links"]);
    rename(&["Gangway", "Footbridge", "--rewrite_links"]);
    let help = rename(&["--help"]).out;
    assert!(help.contains("--rewrite-links"), "{help}");
    assert!(!help.contains("--rewrite_links"), "{help}");
}

#[test]
fn shows_where_prose_is_divided_before_anything_is_made() {
    let harness = TestHarness::with_story();
    let diary = "Chapter 1\n\nDay 1\n\nRain.\n\nChapter 2\n\nDay 2\n\nFog.\n\nDay 3\n\nSun.\n";
    fs::write(harness.path("diary.txt"), diary).unwrap();
    let shown = harness
        .good(&["import", "new.story", "diary.txt", "--preview"])
        .out;
    for words in ["Chapter 2", "2 nodes"] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    let days = ["new.story", "diary.txt", "--split", "Day *"];
    let preview = [&["import"], &days[..], &["--preview"]].concat();
    let shown = harness.good(&preview).out;
    assert!(shown.contains("Day 3"), "{shown}");
    assert!(!harness.path("new.story").exists());
    harness.good(&[&["import"], &days[..]].concat());
    let outline = harness.good(&["outline", "new.story"]).out;
    assert!(outline.contains("Day 3"), "{outline}");
}

#[test]
fn an_edited_document_comes_back_as_a_draft() {
    const NODE: &str = "Stay Ashore";
    let harness = TestHarness::with_story();
    let text = || {
        let read = harness.data(&["read_text", STORY, "--node", NODE]);
        read["text"].as_str().unwrap().to_owned()
    };
    harness.good(&[
        "write_text",
        STORY,
        "--node",
        NODE,
        "--text",
        "Fog. A bell rang.",
    ]);
    harness.good(&["export", STORY, "-o", "copy.docx", "--format", "docx"]);
    let same = harness.good(&["import", STORY, "copy.docx", "--edits"]).out;
    assert!(same.contains("nothing was changed"), "{same}");

    let mut document = Folder::unpack(&fs::read(harness.path("copy.docx")).unwrap()).unwrap();
    let body = String::from_utf8(document.files["word/document.xml"].clone()).unwrap();
    document.put(
        "word/document.xml",
        body.replace("A bell rang", "A gong rang"),
    );
    fs::write(harness.path("copy.docx"), document.pack(&[])).unwrap();
    harness.good(&[
        "write_text",
        STORY,
        "--node",
        NODE,
        "--text",
        "Thick fog. A bell rang.",
    ]);
    let taken = harness.good(&["import", STORY, "copy.docx", "--edits"]).out;
    assert!(taken.contains("changed: 1"), "{taken}");
    assert_eq!(text(), "Thick fog. A bell rang.", "it waits");
    harness.good(&["adopt_draft", STORY]);
    assert_eq!(text(), "Thick fog. A gong rang.");

    let missing = harness.run(&["import", "none.story", "copy.docx", "--edits"]);
    assert_ne!(missing.code, 0, "{}", missing.out);
    assert!(!harness.path("none.story").exists());
}

#[test]
fn an_edited_text_folder_comes_back_as_a_draft() {
    let harness = TestHarness::with_story();
    harness.good(&["export", STORY, "--format", "folder", "-o", "text"]);
    let file = harness.path("text/nodes/Gangway.md");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("slick", "icy")).unwrap();
    fs::remove_file(harness.path("text/nodes/Stay Ashore.md")).unwrap();
    let taken = harness.good(&["import", STORY, "text", "--edits"]).out;
    // Two scenes still list links to the removed one.
    let expected = "changed: 3, removed: 1, in the draft";
    assert!(taken.contains(expected), "{taken}");
    harness.good(&["adopt_draft", STORY]);
    let now = harness.good(&["read_text", STORY, "--node", "Gangway"]).out;
    assert!(now.contains("icy"), "{now}");
    let removed = harness.run(&["show", STORY, "--node", "Stay Ashore"]);
    assert_ne!(removed.code, 0, "{}", removed.out);
}
