//! Stories in and out, as a person at a terminal moves them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::json;

use crate::support::cli::Desk;

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
fn a_story_lives_in_a_folder_of_text_and_comes_back_from_it() {
    let desk = Desk::with_sample();
    desk.good(&["export", STORY, "--format", "folder", "--out", "text"]);
    let before = files(&desk.path("text"));
    assert!(before.contains_key("story.yaml"), "{:?}", before.keys());
    assert!(before.keys().filter(|it| it.ends_with(".md")).count() > 3);
    desk.good(&["import", "copy.story", "text"]);
    desk.good(&[
        "export",
        "copy.story",
        "--format",
        "markdown",
        "-o",
        "copy.md",
    ]);
    desk.good(&["export", STORY, "--format", "markdown", "-o", "own.md"]);
    assert_eq!(
        fs::read(desk.path("copy.md")).unwrap(),
        fs::read(desk.path("own.md")).unwrap()
    );
}

#[test]
fn an_export_to_a_folder_deletes_nothing_and_says_what_is_stale() {
    let desk = Desk::with_sample();
    let export = ["export", STORY, "--format", "folder", "--out", "text"];
    desk.good(&export);
    let node = files(&desk.path("text"))
        .into_keys()
        .find(|it| it.ends_with(".md"))
        .unwrap();
    fs::write(desk.path("text").join(&node), "mine").unwrap();
    fs::write(desk.path("text/nodes/Old.md"), "old").unwrap();
    fs::write(desk.path("text/README.md"), "readme").unwrap();
    let refused = desk.run(&export);
    assert_eq!(refused.code, 4, "{}", refused.err);
    assert!(
        refused.err.contains("has been changed since"),
        "{}",
        refused.err
    );
    assert_eq!(fs::read(desk.path("text").join(&node)).unwrap(), b"mine");
    let mut forced = export.to_vec();
    forced.extend(["--force", "--json"]);
    let answer = desk.good(&forced).json();
    assert_eq!(answer["data"]["written"], json!(1), "{answer:#}");
    assert_eq!(
        answer["data"]["stale"],
        json!(["nodes/Old.md"]),
        "{answer:#}"
    );
    assert_eq!(fs::read(desk.path("text/nodes/Old.md")).unwrap(), b"old");
    assert_eq!(fs::read(desk.path("text/README.md")).unwrap(), b"readme");
}

#[test]
fn a_folder_changed_by_hand_is_put_back_in_place() {
    let desk = Desk::with_sample();
    desk.good(&["export", STORY, "--format", "folder", "--out", "text"]);
    let outline = desk.data(&["outline", STORY]);
    let before = files(&desk.path("text"));
    let (name, page) = before.iter().find(|it| it.0.ends_with(".md")).unwrap();
    let page = String::from_utf8(page.clone()).unwrap();
    let title = page
        .lines()
        .find_map(|it| it.strip_prefix("title: "))
        .unwrap();
    let page = page.replace(&format!("title: {title}"), "title: Renamed by hand");
    fs::write(desk.path("text").join(name), page).unwrap();
    let answer = desk.data(&["import", STORY, "text", "--replace"]);
    assert_eq!(answer["removed"], serde_json::Value::Null, "{answer:#}");
    assert!(
        desk.data(&["outline", STORY])
            .to_string()
            .contains("Renamed by hand")
    );
    desk.good(&["undo", STORY]);
    assert_eq!(desk.data(&["outline", STORY]), outline);
}

/// What a format cannot hold is listed before anything is written, and nothing is.
#[test]
fn what_an_export_would_lose_is_told_without_writing() {
    let desk = Desk::with_sample();
    let before = files(&desk.path(".")).into_keys().collect::<Vec<_>>();
    let wish = ["export", STORY, "--format", "json", "--losses"];
    let adopted = desk.run(&wish);
    assert!(adopted.out.contains("older versions"), "{}", adopted.out);
    let whole = desk.run(&[&wish[..], &["--history"]].concat());
    assert_eq!(whole.code, 0, "{}", whole.err);
    assert!(
        whole.out.contains("holds all of this story"),
        "{}",
        whole.out
    );
    let said = desk.run(&["export", STORY, "--format", "twee", "--losses"]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.contains("Effects are not written"), "{}", said.out);
    let told = desk.run(&["export", STORY, "--format", "twee", "--losses", "--json"]);
    let told = told.json();
    let losses = told["data"]["losses"].as_array();
    let losses = losses.unwrap_or_else(|| panic!("no list of losses: {told:#}"));
    assert_eq!(losses.len(), said.out.trim().lines().count(), "{told:#}");
    let after = files(&desk.path(".")).into_keys().collect::<Vec<_>>();
    assert_eq!(after, before, "no file was written");
}

#[test]
fn a_picture_of_ones_own_comes_from_its_file_and_goes_again() {
    let desk = Desk::with_sample();
    // A picture that is really one.
    desk.good(&["export", STORY, "--format", "png", "-o", "own.png"]);
    let node = ["--node", "Thomas Anderson"];
    let add = ["add_image", STORY, "--content", "@own.png"];
    let added = desk.data(&[&add[..], &node].concat());
    assert_eq!(
        (&added["mime"], &added["origin"]),
        (&json!("image/png"), &json!("own file"))
    );
    desk.good(&[&["picture", STORY, "-o", "back.png"][..], &node].concat());
    let read = |name| fs::read(desk.path(name)).unwrap();
    assert_eq!(read("back.png"), read("own.png"));

    desk.good(&[&["remove_image", STORY][..], &node].concat());
    let gone = desk.run(&[&["picture", STORY, "-o", "none.png"][..], &node].concat());
    assert_eq!(gone.code, 3, "{}", gone.err);
    assert!(gone.err.contains("has no picture"), "{}", gone.err);

    let missing = desk.run(&[&["add_image", STORY, "@none.png"][..], &node].concat());
    assert!(missing.err.contains("none.png"), "{}", missing.err);
    fs::write(desk.path("own.svg"), "<svg/>").unwrap();
    let wrong = desk.run(&[&["add_image", STORY, "@own.svg"][..], &node].concat());
    assert_eq!(wrong.code, 2, "{}", wrong.err);
    assert!(wrong.err.contains("PNG, JPEG or WebP"), "{}", wrong.err);
}
