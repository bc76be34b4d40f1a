//! Files that are not a story, that are damaged, or that a newer version wrote: said at once, and never
//! written to.

use std::fs;
use std::path::Path;

use rusqlite::Connection;

use crate::support::cli::{TestHarness, assert_refused};

const STORY: &str = "demo.story";
const HERO: &str = "Thomas Anderson";

/// The exit statuses for such files.
const INVALID: i32 = 2;
const UNAVAILABLE: i32 = 6;

/// Opens the story in every way and asserts that no byte of it changes.
#[track_caller]
fn assert_unchanged(harness: &TestHarness, file: &str, exit: i32, says: &[&str]) {
    let bytes = read(harness, file);
    for words in [
        [
            "update_node_kv",
            file,
            "--node",
            HERO,
            "--items",
            "Name=Neo",
        ]
        .as_slice(),
        &["show", file, "--node", HERO],
        &["open", file],
        &["watch", file, "--since", "0", "--until", "1"],
        &["copy", file, "copy.story"],
        &["check", file],
    ] {
        assert_refused(&harness.run(words), words, exit, says);
        assert!(read(harness, file) == bytes, "{words:?} wrote to {file}");
    }
    assert!(
        !harness.path("copy.story").exists(),
        "nothing is made of {file}"
    );
}

#[test]
fn rejects_a_file_that_is_not_a_story() {
    let harness = TestHarness::empty();
    let file = |name: &str, bytes: &[u8]| fs::write(harness.path(name), bytes).unwrap();
    file("text.story", b"Once upon a time");
    let says = [
        "text.story is not a story file: it is a text file",
        "import it",
    ];
    assert_unchanged(&harness, "text.story", INVALID, &says);
    file("empty.story", b"");
    let says = ["empty.story is not a story file: it is empty", "make one"];
    assert_unchanged(&harness, "empty.story", INVALID, &says);
    file("noise.story", &[0xd6; 9_000]);
    assert_unchanged(
        &harness,
        "noise.story",
        INVALID,
        &["noise.story is not a story file", "make one"],
    );
    let other = Connection::open(harness.path("other.story")).unwrap();
    other
        .execute_batch("CREATE TABLE recipe (name TEXT)")
        .unwrap();
    drop(other);
    let says = ["an SQLite database of another program", "make one"];
    assert_unchanged(&harness, "other.story", INVALID, &says);
}

fn read(harness: &TestHarness, file: &str) -> Vec<u8> {
    fs::read(harness.path(file)).expect("the file is read")
}

/// A copy of the sample story, modified without the program.
fn with_corrupted_file(harness: &TestHarness, name: &str, spoil: impl FnOnce(&Path)) {
    fs::copy(harness.path(STORY), harness.path(name)).expect("the sample is copied");
    spoil(&harness.path(name));
}

#[test]
fn reports_a_damaged_story_and_does_not_write_to_it() {
    let harness = TestHarness::with_story();
    let restore = "restore it from a copy";
    with_corrupted_file(&harness, "cut.story", |path| {
        let bytes = fs::read(path).unwrap();
        fs::write(path, &bytes[..bytes.len() / 2]).unwrap();
    });
    assert_unchanged(
        &harness,
        "cut.story",
        UNAVAILABLE,
        &["cut.story is truncated", restore],
    );
    with_corrupted_file(&harness, "page.story", |path| {
        let mut bytes = fs::read(path).unwrap();
        bytes[3 * 4096..4 * 4096].fill(0xaa);
        fs::write(path, bytes).unwrap();
    });
    assert_unchanged(
        &harness,
        "page.story",
        UNAVAILABLE,
        &["page.story is damaged", restore],
    );
}

#[test]
fn detects_one_flipped_bit_in_a_version_and_reads_the_rest() {
    let harness = TestHarness::with_story();
    let body = br#"{"items":[{"k":"Name","v":"Thomas Anderson"}"#;
    with_corrupted_file(&harness, "bit.story", |path| {
        let mut bytes = fs::read(path).unwrap();
        // The last occurrence, because a copy may be in the unused part of a page.
        let at = bytes
            .windows(body.len())
            .rposition(|it| it == body)
            .expect("the hero's data");
        bytes[at + body.len() - 3] ^= 1;
        fs::write(path, bytes).unwrap();
    });
    let bytes = read(&harness, "bit.story");
    let says = [
        "kv",
        "version 1",
        "hash does not match",
        "restore the file from a copy",
    ];
    for words in [
        [
            "update_node_kv",
            "bit.story",
            "--node",
            HERO,
            "--items",
            "Name=Neo",
        ]
        .as_slice(),
        &[
            "update_node_kv",
            "bit.story",
            "--node",
            "Gangway",
            "--items",
            "Name=Neo",
        ],
        &["open", "bit.story"],
    ] {
        assert_refused(&harness.run(words), words, UNAVAILABLE, &says);
    }
    let check = harness.run(&["check", "bit.story", "--json"]);
    assert_eq!(check.code, UNAVAILABLE);
    let faults = check.json()["faults"].as_array().expect("a list").clone();
    assert_eq!(faults.len(), 1, "{faults:?}");
    let fault = faults[0].as_str().unwrap();
    assert!(
        fault.contains("version 1") && fault.contains("does not match its hash"),
        "{fault}"
    );
    assert!(
        read(&harness, "bit.story") == bytes,
        "a damaged file is never written to"
    );
}

#[test]
fn rejects_a_story_with_an_unknown_schema() {
    let harness = TestHarness::with_story();
    for (file, sql, thing) in [
        ("table.story", "CREATE TABLE evil (x)", "the table \"evil\""),
        (
            "view.story",
            "CREATE VIEW evil AS SELECT 1",
            "the view \"evil\"",
        ),
        (
            "trigger.story",
            "CREATE TRIGGER evil AFTER INSERT ON change BEGIN DELETE FROM version; END",
            "the trigger \"evil\"",
        ),
        (
            "lacking.story",
            "DROP TABLE label",
            "it lacks the table \"label\"",
        ),
    ] {
        with_corrupted_file(&harness, file, |path| {
            Connection::open(path).unwrap().execute_batch(sql).unwrap();
        });
        let says = [
            file,
            "was not made by Storyteller and is not opened",
            thing,
            "copy",
        ];
        assert_unchanged(&harness, file, INVALID, &says);
    }
}

#[test]
fn story_of_a_newer_version_is_read_only() {
    let harness = TestHarness::with_story();
    let newer = "newer.story";
    with_corrupted_file(&harness, newer, |path| {
        Connection::open(path)
            .unwrap()
            .execute_batch("PRAGMA user_version = 99")
            .unwrap();
    });
    let bytes = read(&harness, newer);
    let words = [
        "update_node_kv",
        newer,
        "--node",
        HERO,
        "--items",
        "Name=Neo",
    ];
    let says = [
        "read-only",
        "newer Storyteller",
        "update Storyteller",
        "work on a copy",
    ];
    assert_refused(&harness.run(&words), &words, UNAVAILABLE, &says);
    let shown = |file| harness.data(&["show", file, "--node", HERO]);
    assert_eq!(shown(newer), shown(STORY));
    assert!(read(&harness, newer) == bytes, "not a byte is changed");
}
