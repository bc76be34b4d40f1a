//! Invalid input through the command line: the error says what was wrong, where and what to do, the
//! exit status matches, and nothing is written.

use std::fs;

use serde_json::Value;

use crate::support::cli::{TestHarness, assert_refused};

const STORY: &str = "demo.story";
const HERO: &str = "Thomas Anderson";

/// The exit statuses that a person's input can cause.
const INVALID: i32 = 2;
const NOT_FOUND: i32 = 3;
const CONFLICT: i32 = 4;

/// A harness whose story must stay unchanged.
struct UnchangedStory {
    harness: TestHarness,
    history: Value,
}

impl UnchangedStory {
    fn sample() -> Self {
        let harness = TestHarness::with_story();
        let history = harness.data(&["history", STORY]);
        Self { harness, history }
    }

    #[track_caller]
    fn refuses(&self, words: &[&str], exit: i32, says: &[&str]) {
        self.refuses_input(words, b"", exit, says);
    }

    /// Asserts that the command is refused with this exit status and text, and writes nothing.
    #[track_caller]
    fn refuses_input(&self, words: &[&str], input: &[u8], exit: i32, says: &[&str]) {
        let ran = self.harness.run_with_input(words, input);
        assert_refused(&ran, words, exit, says);
        assert_eq!(
            self.harness.data(&["history", STORY]),
            self.history,
            "{words:?} wrote"
        );
    }
}

#[test]
fn unknown_node_suggests_the_nearest_titles() {
    let story = UnchangedStory::sample();
    let says = [
        "there is no node \"Tomas Andersen\"",
        "--node",
        "nearest titles are \"Thomas Anderson\"",
    ];
    story.refuses(
        &["show", STORY, "--node", "Tomas Andersen"],
        NOT_FOUND,
        &says,
    );
    let set = [
        "update_node_kv",
        STORY,
        "--node",
        "Tomas Andersen",
        "--items",
        "Name=Neo",
    ];
    story.refuses(&set, NOT_FOUND, &says);
    let link = ["link_nodes", STORY, "--from", HERO, "--to", "Gangwy"];
    story.refuses(
        &link,
        NOT_FOUND,
        &["no node \"Gangwy\"", "--to", "\"Gangway\""],
    );
}

#[test]
fn ambiguous_title_lists_both_nodes() {
    let harness = TestHarness::with_story();
    let create = ["create_node", STORY, "--title", "走廊"];
    let ids = [(); 2].map(|()| {
        harness.data(&create)["node"]["id"]
            .as_str()
            .unwrap()
            .to_owned()
    });
    let history = harness.data(&["history", STORY]);
    let story = UnchangedStory { harness, history };
    let ends = ids.each_ref().map(|it| &it[it.len() - 8..]);
    let rename = ["rename_node", STORY, "--node", "走廊", "--title", "大厅"];
    let says = [
        "\"走廊\" names 2 nodes",
        ends[0],
        ends[1],
        "name the one you mean by its id",
    ];
    story.refuses(&rename, INVALID, &says);
}

#[test]
fn id_of_another_story_is_unknown() {
    let story = UnchangedStory::sample();
    let harness = &story.harness;
    harness.good(&["new", "other.story"]);
    let made = harness.data(&["create_node", "other.story", "--title", "Stranger"]);
    let id = made["node"]["id"].as_str().unwrap();
    let says = [id, "belong to another story"];
    story.refuses(&["show", STORY, "--node", id], NOT_FOUND, &says);
    story.refuses(
        &["link_nodes", STORY, "--from", HERO, "--to", id],
        NOT_FOUND,
        &says,
    );
    story.refuses(&["remove_node", STORY, "--node", id], NOT_FOUND, &says);
    story.refuses(
        &["ask", STORY, "--node", id, "rename the hero to Neo"],
        NOT_FOUND,
        &says,
    );
    story.refuses(
        &["undo", STORY, "--turn", id],
        NOT_FOUND,
        &["there is no turn", "that wrote anything"],
    );
    story.refuses(
        &["adopt_draft", STORY, "--draft", id],
        NOT_FOUND,
        &["draft"],
    );
}

#[test]
fn rejects_malformed_json_with_its_position() {
    let story = UnchangedStory::sample();
    let words = ["update_node_kv", STORY, "--input", "-"];
    let cut = br#"{"items":[{"k":"Name","#;
    story.refuses_input(
        &words,
        cut,
        INVALID,
        &["standard input is not JSON", "line 1 column 22"],
    );
    story.refuses_input(
        &words,
        b"[1]",
        INVALID,
        &["must be a JSON object", "by name"],
    );
    story.refuses_input(
        &words,
        b"\xff\xfe",
        INVALID,
        &["not UTF-8 text", "at byte 0"],
    );
    let line = br#"{"name":"update_node_kv","args":{"items":"#;
    let ran = story
        .harness
        .run_with_input(&["open", STORY, "--json"], line);
    assert_eq!(ran.code, INVALID);
    assert_eq!(
        ran.json()["error"]["code"],
        "INVALID_ACTION_INPUT",
        "{}",
        ran.out
    );
    assert_eq!(story.harness.data(&["history", STORY]), story.history);
}

#[test]
fn rejects_a_wrong_type_with_path_and_expected_type() {
    let story = UnchangedStory::sample();
    let words = ["update_node_kv", STORY, "--input", "-"];
    let number = br#"{"node":"Thomas Anderson","items":[{"k":"Name","v":[7]}]}"#;
    story.refuses_input(
        &words,
        number,
        INVALID,
        &["/items/0/v", "a list, not a text"],
    );
    let missing = br#"{"node":"Thomas Anderson"}"#;
    story.refuses_input(&words, missing, INVALID, &["items"]);
    let unknown = br#"{"node":"Thomas Anderson","items":[],"colour":"red"}"#;
    story.refuses_input(&words, unknown, INVALID, &["colour"]);
    let place = [
        "move_node",
        STORY,
        "--node",
        HERO,
        "--x",
        "left",
        "--y",
        "3",
    ];
    story.refuses(&place, INVALID, &["--x", "\"left\"", "--help"]);
    let version = [
        "adopt",
        STORY,
        "--node",
        HERO,
        "--capability",
        "kv",
        "--number",
        "99",
    ];
    story.refuses(
        &version,
        NOT_FOUND,
        &["no version 99", "--number", "numbered 1 to 1"],
    );
    story.refuses(
        &["watch", STORY, "--until", "many"],
        INVALID,
        &["many", "--until"],
    );
}

#[test]
fn rejects_empty_names_and_control_characters() {
    let story = UnchangedStory::sample();
    for empty in ["", "  ", "\u{3000}"] {
        let says = [
            "the title is empty",
            "--title",
            "at least one visible character",
        ];
        story.refuses(&["create_node", STORY, "--title", empty], INVALID, &says);
        story.refuses(
            &["rename_node", STORY, "--node", HERO, "--title", empty],
            INVALID,
            &says,
        );
    }
    for (control, says) in [
        ("a\u{7}b", "control character (U+0007)"),
        ("\u{1b}[31mred", "control character (U+001B)"),
        ("two\nlines", "a line break"),
    ] {
        let says = [says, "--title", "on one line, without control characters"];
        story.refuses(&["create_node", STORY, "--title", control], INVALID, &says);
        story.refuses(&["rename_story", STORY, "--title", control], INVALID, &says);
        story.refuses(
            &["new", "fresh.story", "--title", control],
            INVALID,
            &["control character"],
        );
    }
    story.refuses(
        &["new", "fresh.story", "--title", ""],
        INVALID,
        &["the title is empty"],
    );
    assert!(
        !story.harness.path("fresh.story").exists(),
        "no file is made for a refused title"
    );
    let key = ["update_node_kv", STORY, "--node", HERO, "--items", "=Neo"];
    story.refuses(&key, INVALID, &["the key is empty", "--items, /0/k"]);
    story.refuses(
        &["create_snapshot", STORY, "--name", ""],
        INVALID,
        &["the name is empty"],
    );
    story.refuses(&["ask", STORY, " "], INVALID, &["the instruction is empty"]);
}

#[test]
fn rejects_fifty_megabytes_of_prose() {
    let story = UnchangedStory::sample();
    let prose = "夜雨 ".repeat(50 * 1024 * 1024 / 7 + 1).into_bytes();
    let says = ["at most 8388608 are kept", "divide it into several nodes"];
    let write = ["write_text", STORY, "--node", HERO, "--text", "-"];
    story.refuses_input(&write, &prose, INVALID, &says);
    let input = ["write_text", STORY, "--node", HERO, "--input", "-"];
    story.refuses_input(&input, &prose, INVALID, &["standard input is not JSON"]);
    fs::write(story.harness.path("prose.txt"), &prose).unwrap();
    let says = ["too large", "divide it into several nodes"];
    story.refuses(&["import", STORY, "prose.txt"], INVALID, &says);
    let half = &prose[..20 * 1024 * 1024 / 7 * 7];
    let says = ["bytes long", "--text", "divide it into several nodes"];
    story.refuses_input(&write, half, INVALID, &says);
    // The following lines at the prompt are executed as if it had not been there.
    let lines = [
        b"/write_text --text ".as_slice(),
        &prose,
        b"\n/read_node_kv\n",
    ]
    .concat();
    let words = ["open", STORY, "--json", "--node", HERO];
    let answers = story.harness.run_with_input(&words, &lines).json_lines();
    let answered: Vec<&Value> = answers.iter().map(|it| &it["ok"]).collect();
    assert_eq!(answered, [false, true]);
    assert_eq!(story.harness.data(&["history", STORY]), story.history);
}

#[test]
fn rejects_unreadable_and_unwritable_paths() {
    let story = UnchangedStory::sample();
    let harness = &story.harness;
    fs::create_dir(harness.path("folder")).unwrap();
    fs::write(harness.path("kept.json"), "kept").unwrap();
    story.refuses(
        &["import", STORY, "folder"],
        INVALID,
        &["folder contains no files", "holds the story"],
    );
    story.refuses(
        &["import", STORY, "gone.json"],
        NOT_FOUND,
        &["cannot read gone.json", "path"],
    );
    story.refuses(
        &["import", "fresh.story", "gone.json"],
        NOT_FOUND,
        &["cannot read gone.json"],
    );
    let export = |to| ["export", STORY, "--output", to];
    story.refuses(&export("kept.json"), CONFLICT, &["kept.json", "--force"]);
    assert_eq!(
        fs::read_to_string(harness.path("kept.json")).unwrap(),
        "kept"
    );
    story.refuses(
        &export("gone/a.json"),
        NOT_FOUND,
        &["gone/a.json", "create it first"],
    );
    let ran = harness.run(&export("gone/a.json"));
    assert!(!ran.err.contains(".tmp"), "{}", ran.err);
    let over = ["export", STORY, "--output", STORY, "--force"];
    story.refuses(&over, INVALID, &["over the story itself", "--output"]);
    story.refuses(
        &["copy", STORY, "kept.json"],
        CONFLICT,
        &["kept.json already exists"],
    );
    story.refuses(
        &["copy", STORY, "gone/a.story"],
        NOT_FOUND,
        &["gone/a.story", "create the folder"],
    );
    story.refuses(&["new", STORY], CONFLICT, &["demo.story already exists"]);
    story.refuses(
        &["new", "gone/a.story"],
        NOT_FOUND,
        &["no folder gone", "create it first"],
    );
    story.refuses(
        &["show", "gone.story", "--node", HERO],
        NOT_FOUND,
        &["no story at gone.story"],
    );
    story.refuses(
        &["open", "folder"],
        INVALID,
        &["folder is not a story file", "a folder"],
    );
    let mut left: Vec<_> = fs::read_dir(harness.path(""))
        .unwrap()
        .map(|it| it.unwrap().file_name().into_string().unwrap())
        .collect();
    left.sort();
    assert_eq!(
        left,
        ["demo.story", "folder", "kept.json"],
        "no file was made on the way"
    );
}

#[cfg(unix)]
#[test]
fn rejects_arguments_that_are_not_text() {
    use std::os::unix::ffi::OsStrExt as _;
    let story = UnchangedStory::sample();
    let not_utf8 = std::ffi::OsStr::from_bytes(b"caf\xe9");
    for words in [
        &["update_node_kv", STORY, "--node"][..],
        &["create_node", STORY, "--title"],
        &["ask", STORY],
    ] {
        let mut command = story.harness.command(words);
        let ran = TestHarness::run_command(command.arg(not_utf8));
        assert_refused(&ran, words, INVALID, &["UTF-8"]);
        assert!(!ran.err.contains("panicked"), "{}", ran.err);
    }
    assert_eq!(story.harness.data(&["history", STORY]), story.history);
}

#[test]
fn rejects_numbers_that_no_place_on_the_map_can_have() {
    let story = UnchangedStory::sample();
    for x in ["1e999", "-1e999", "inf", "NaN"] {
        let at = format!("--x={x}");
        story.refuses(
            &["create_node", STORY, "--title", "A", &at],
            INVALID,
            &["x"],
        );
        let input = format!(r#"{{"title":"A","x":{x},"y":0}}"#);
        story.refuses_input(
            &["create_node", STORY, "--input", "-"],
            input.as_bytes(),
            INVALID,
            &["standard input"],
        );
    }
}

#[test]
fn names_as_long_as_the_system_allows_are_taken_or_refused_with_the_reason() {
    let harness = TestHarness::empty();
    let with_length = |bytes: usize| format!("{}.story", "x".repeat(bytes - ".story".len()));
    // SQLite's own files beside the story have longer names.
    for length in [255, 256, 400] {
        let name = with_length(length);
        let ran = harness.run(&["new", &name]);
        assert_refused(&ran, &["new"], INVALID, &["too long"]);
    }
    assert_eq!(fs::read_dir(harness.path("")).unwrap().count(), 0);
    let name = with_length(240);
    harness.good(&["new", &name]);
    harness.good(&["create_node", &name, "--title", "A"]);
}

#[test]
fn unknown_tool_suggests_the_nearest_name() {
    let story = UnchangedStory::sample();
    story.refuses(
        &["updat_node_kv", STORY],
        NOT_FOUND,
        &["updat_node_kv", "'update_node_kv'"],
    );
    story.refuses(&["kv", "paint", STORY], NOT_FOUND, &["paint"]);
    let lines = b"/updat_node_kv\n{\"name\":\"updat_node_kv\"}\n";
    let ran = story
        .harness
        .run_with_input(&["open", STORY, "--json"], lines);
    assert_eq!(ran.code, NOT_FOUND);
    for answer in ran.json_lines() {
        assert_eq!(answer["error"]["code"], "UNKNOWN_ACTION", "{answer}");
        let hint = answer["error"]["hint"].as_str().expect("a hint");
        assert!(hint.contains("update_node_kv"), "{answer}");
    }
    let format = ["export", STORY, "--format", "scroll"];
    story.refuses(&format, INVALID, &["no format \"scroll\"", "\"twee\""]);
}
