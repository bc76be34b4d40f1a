//! Tools for writing a long story, through the real program: reading much at once, dividing and
//! joining scenes, the style guide in every request, and alternatives in review.

use serde_json::{Value, json};

use crate::support::cli::TestHarness;
use crate::support::fake_openai::{FakeOpenAi, calls, says};

/// A story of three linked scenes.
fn harness() -> TestHarness {
    let harness = TestHarness::empty();
    harness.good(&["new", "book.story"]);
    for (title, text) in [
        (
            "Harbor",
            "The harbor lay in fog. Then a bell rang.\n\n[[Listen->Bell]]",
        ),
        ("Bell", "It rang twice."),
        ("Night", "Nobody slept."),
    ] {
        harness.good(&[
            "create_node",
            "book.story",
            "--title",
            title,
            "--text",
            text,
        ]);
    }
    for (from, to, label) in [("Harbor", "Bell", "Listen"), ("Bell", "Night", "Wait")] {
        let words = [
            "link_nodes",
            "book.story",
            "--from",
            from,
            "--to",
            to,
            "--label",
            label,
        ];
        harness.good(&words);
    }
    harness.good(&["set_start", "book.story", "--node", "Harbor"]);
    harness
}

fn text(harness: &TestHarness, node: &str) -> Value {
    harness.data(&["read_text", "book.story", "--node", node])["text"].take()
}

fn titles(answer: &Value) -> Vec<&str> {
    let texts = answer["texts"].as_array().expect("texts").iter();
    texts
        .map(|it| it["node"]["title"].as_str().expect("a title"))
        .collect()
}

#[test]
fn the_command_line_reads_a_long_story_in_parts() {
    let harness = harness();
    let long = "The night was long. ".repeat(40);
    harness.good(&[
        "write_text",
        "book.story",
        "--node",
        "Night",
        "--text",
        &long,
    ]);
    let words = [
        "read_texts",
        "book.story",
        "--kind",
        "scene",
        "--tokens",
        "150",
    ];
    let first = harness.data(&words);
    assert_eq!(titles(&first), ["Harbor", "Bell", "Night"]);
    let cursor = first["cursor"].as_str().expect("more to read");
    let next = harness.data(&[words.as_slice(), &["--cursor", cursor]].concat());
    assert_eq!(titles(&next), ["Night"]);
    let shown = first["texts"][2]["text"].as_str().unwrap();
    assert!(shown.len() < 450, "{shown}");
    assert_eq!(next["texts"][0]["from_character"], shown.len() + 1);
    let part = [
        "read_text",
        "book.story",
        "--node",
        "Harbor",
        "--from-paragraph",
        "2",
    ];
    assert_eq!(harness.data(&part)["text"], "[[Listen->Bell]]");
    let way = [
        "find_paths",
        "book.story",
        "--from",
        "Harbor",
        "--to",
        "Night",
    ];
    let avoiding = harness.data(&[way.as_slice(), &["--avoid", "Bell"]].concat());
    assert_eq!(avoiding["count"], 0);
}

#[test]
fn a_model_splits_and_merges_scenes_and_undo_reverts_the_turn() {
    let harness = harness();
    let before = text(&harness, "Harbor");
    let split = json!({ "node": "Harbor", "passage": "Then a bell", "title": "A bell rings", "label": "On" });
    let merge = json!({ "nodes": ["Bell", "Night"] });
    let service = FakeOpenAi::start([
        calls(&[("split_node", split)]),
        calls(&[("merge_nodes", merge)]),
        says("Done."),
    ]);
    let asked = [
        "ask",
        "book.story",
        "--model",
        "fake",
        "--base-url",
        &service.base_url,
    ];
    harness.good(
        &[
            asked.as_slice(),
            &["divide the harbor, and join the bell and the night"],
        ]
        .concat(),
    );
    assert_eq!(
        text(&harness, "Harbor"),
        "The harbor lay in fog.\n\n[[On->A bell rings]]"
    );
    assert_eq!(text(&harness, "Bell"), "It rang twice.\n\nNobody slept.");
    let way = [
        "find_paths",
        "book.story",
        "--from",
        "Harbor",
        "--to",
        "Bell",
    ];
    assert_eq!(
        harness.data(&way)["paths"][0]["text"],
        "Harbor → \"On\" → A bell rings → \"Listen\" → Bell"
    );
    harness.good(&["undo", "book.story"]);
    assert_eq!(text(&harness, "Harbor"), before);
    assert_eq!(text(&harness, "Night"), "Nobody slept.");
}

#[test]
fn the_style_guide_is_part_of_every_request() {
    let harness = harness();
    let guide = [
        "write_style_guide",
        "book.story",
        "--tense",
        "past",
        "--rules",
        "No dreams.",
    ];
    harness.good(&guide);
    let service = FakeOpenAi::start([says("One."), says("Two.")]);
    let asked = [
        "ask",
        "book.story",
        "--model",
        "fake",
        "--base-url",
        &service.base_url,
    ];
    harness.good(&[asked.as_slice(), &["hello"]].concat());
    harness.good(&[asked.as_slice(), &["--node", "Bell", "hello again"]].concat());
    for request in service.requests() {
        let system = request["messages"][0]["content"].as_str().expect("a text");
        for line in ["- Tense: \"past\"\n", "- Rule: \"No dreams.\""] {
            assert!(system.contains(line), "{line:?} is missing in:\n{system}");
        }
    }
}

#[test]
fn alternatives_wait_in_a_draft_in_review_mode_until_adopted() {
    let harness = harness();
    let warmer =
        json!({ "node": "Bell", "text": "It rang softly.", "adopt": false, "name": "warmer" });
    let colder =
        json!({ "node": "Bell", "text": "It rang hard.", "adopt": false, "name": "colder" });
    let service = FakeOpenAi::start([
        calls(&[("write_text", warmer), ("write_text", colder)]),
        says("Two alternatives wait."),
    ]);
    let asked = [
        "ask",
        "book.story",
        "--model",
        "fake",
        "--autonomy",
        "review",
        "--base-url",
        &service.base_url,
        "two other versions of the bell",
    ];
    harness.good(&asked);
    let listed = ["list_alternatives", "book.story", "--node", "Bell"];
    assert_eq!(harness.data(&listed)["count"], 0, "they wait in the draft");
    harness.good(&["adopt_draft", "book.story"]);
    let all = harness.data(&listed);
    assert_eq!(all["in_use"][0]["text"], "It rang twice.");
    let texts: Vec<_> = all["alternatives"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| &it["text"])
        .collect();
    assert_eq!(texts, ["It rang softly.", "It rang hard."]);
    harness.good(&[
        "use_alternative",
        "book.story",
        "--node",
        "Bell",
        "--name",
        "colder",
    ]);
    assert_eq!(text(&harness, "Bell"), "It rang hard.");
}

#[test]
fn findings_of_a_model_follow_their_passage_until_its_text_changes() {
    let harness = harness();
    let finding = json!({
        "node": "Bell", "passage": "It rang twice", "says": "Once or twice?",
        "other_node": "Harbor", "other_passage": "a bell rang",
    });
    let service = FakeOpenAi::start([calls(&[("add_finding", finding)]), says("One finding.")]);
    let asked = [
        "ask",
        "book.story",
        "--model",
        "fake",
        "--base-url",
        &service.base_url,
    ];
    harness.good(&[asked.as_slice(), &["check the continuity"]].concat());
    let list = ["list_findings", "book.story"];
    let found = harness.data(&list)["findings"][0].take();
    assert_eq!(
        (&found["state"], &found["kind"]),
        (&json!("open"), &json!("contradiction"))
    );
    assert_eq!(found["other"]["node"]["title"], "Harbor");
    let id = found["finding"].as_str().expect("an id");
    let waive = [
        "waive_finding",
        "book.story",
        "--finding",
        id,
        "--reason",
        "Two bells.",
    ];
    harness.good(&waive);
    let split = [
        "split_node",
        "book.story",
        "--node",
        "Harbor",
        "--passage",
        "Then a bell",
        "--title",
        "Later",
    ];
    harness.good(&split);
    let moved = harness.data(&list)["findings"][0].take();
    assert_eq!(moved["state"], "waived");
    assert_eq!(moved["other"]["node"]["title"], "Later");
    harness.good(&[
        "write_text",
        "book.story",
        "--node",
        "Later",
        "--text",
        "Silence.",
    ]);
    assert_eq!(harness.data(&list)["findings"][0]["state"], "reopened");
}
