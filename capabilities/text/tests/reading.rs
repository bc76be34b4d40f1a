//! Reading parts of a text, and several texts with a limit.

use serde_json::{Value, json};

use crate::tests::TestHarness;

async fn text(harness: &TestHarness, node: &str, text: &str) {
    let args = json!({ "text": text, "node": node });
    harness.ok("write_text", args).await;
}

#[tokio::test]
async fn reads_a_part_of_a_text_by_paragraphs_or_characters() {
    let harness = TestHarness::new();
    harness.node("Rain", "scene").await;
    text(&harness, "Rain", "One.\n\n雨下了\n一整夜。\n\nThree.").await;
    let args = json!({ "node": "Rain", "from_paragraph": 2, "to_paragraph": 2 });
    let read = harness.ok("read_text", args).await;
    assert_eq!(read["text"], "雨下了\n一整夜。");
    assert_eq!(read["paragraphs"], 3);
    assert_eq!(
        read["part"],
        json!({ "from_character": 7, "to_character": 14, "of_characters": 22 })
    );
    let args = json!({ "node": "Rain", "from_character": 7, "to_character": 9 });
    assert_eq!(harness.ok("read_text", args).await["text"], "雨下了");
    let args = json!({ "node": "Rain", "from_paragraph": 3, "to_paragraph": 9 });
    assert_eq!(harness.ok("read_text", args).await["text"], "Three.");
}

#[tokio::test]
async fn rejects_a_range_beyond_the_text() {
    let harness = TestHarness::new();
    harness.node("Rain", "scene").await;
    text(&harness, "Rain", "One.\n\nTwo.").await;
    let fails = |args| harness.fails("read_text", args);
    assert_eq!(
        fails(json!({ "node": "Rain", "from_paragraph": 3 })).await,
        "INVALID_ACTION_INPUT /from_paragraph: the text has 2 paragraphs [begin at a smaller number]"
    );
    assert_eq!(
        fails(json!({ "node": "Rain", "from_character": 5, "to_character": 4 })).await,
        "INVALID_ACTION_INPUT /to_character: the end lies before the beginning [give at least 5]"
    );
    assert_eq!(
        fails(json!({ "node": "Rain", "from_character": 5, "to_paragraph": 1 })).await,
        "INVALID_ACTION_INPUT /from_character: paragraphs and characters are both given \
         [give the one or the other]"
    );
}

/// A story of four scenes in a line, with a note; the third scene has no text.
async fn line() -> TestHarness {
    let harness = TestHarness::new();
    harness.node("About", "note").await;
    for title in ["One", "Two", "Three", "Four"] {
        harness.node(title, "scene").await;
    }
    for (from, to) in [("One", "Two"), ("Two", "Three"), ("Three", "Four")] {
        let args = json!({ "from": from, "to": to });
        harness.ok("link_nodes", args).await;
    }
    harness.ok("set_start", json!({ "node": "One" })).await;
    for title in ["About", "One", "Two", "Four"] {
        text(&harness, title, &format!("Text of {title}.")).await;
    }
    harness
}

fn titles(answer: &Value) -> Vec<&str> {
    let texts = answer["texts"].as_array().unwrap().iter();
    texts
        .map(|it| it["node"]["title"].as_str().unwrap())
        .collect()
}

#[tokio::test]
async fn reads_several_texts_in_reading_order() {
    let harness = line().await;
    let all = harness.ok("read_texts", json!({})).await;
    assert_eq!(titles(&all), ["One", "Two", "Four", "About"]);
    assert_eq!((&all["nodes"], &all["empty"]), (&json!(5), &json!(1)));
    assert_eq!(all["texts"][1]["text"], "Text of Two.");
    let scenes = harness.ok("read_texts", json!({ "kind": "scene" })).await;
    assert_eq!(titles(&scenes), ["One", "Two", "Four"]);
    let way = json!({ "from": "Two", "to": "Four" });
    assert_eq!(
        titles(&harness.ok("read_texts", way).await),
        ["Two", "Four"]
    );
    let named = json!({ "nodes": ["Four", "Three", "Four"] });
    let named = harness.ok("read_texts", named).await;
    assert_eq!(
        titles(&named),
        ["Four", "Three"],
        "named ones without a text too"
    );
    let words = json!({ "words": "text about" });
    assert_eq!(titles(&harness.ok("read_texts", words).await), ["About"]);
}

#[tokio::test]
async fn reads_the_members_of_a_group() {
    let harness = line().await;
    let group = json!({ "nodes": ["Two", "Four"], "title": "Act two" });
    harness.ok("group_nodes", group).await;
    let read = harness
        .ok("read_texts", json!({ "group": "Act two" }))
        .await;
    assert_eq!(titles(&read), ["Two", "Four"]);
}

#[tokio::test]
async fn a_cursor_continues_reading_beyond_the_limit() {
    let harness = line().await;
    let long: String = (1..=80)
        .map(|it| format!("Sentence {it}, 雨。\n\n"))
        .collect();
    text(&harness, "Two", &long).await;
    let mut read = String::new();
    let mut cursor = Value::Null;
    let mut answers = 0;
    loop {
        let mut args = json!({ "kind": "scene", "tokens": 150 });
        if !cursor.is_null() {
            args["cursor"] = cursor.clone();
        }
        let answer = harness.ok("read_texts", args).await;
        for text in answer["texts"].as_array().unwrap() {
            let text = text["text"].as_str().unwrap();
            assert!(text.len() <= 450, "{}", text.len());
            read.push_str(text);
        }
        answers += 1;
        cursor = answer["cursor"].clone();
        if cursor.is_null() {
            break;
        }
    }
    assert_eq!(read, format!("Text of One.{long}Text of Four."));
    assert!(answers > 3, "{answers}");
}

#[tokio::test]
async fn rejects_an_empty_selection_and_a_foreign_cursor() {
    let harness = line().await;
    let fails = |args| harness.fails("read_texts", args);
    assert_eq!(
        fails(json!({ "kind": "place" })).await,
        "NOT_FOUND: no node matches the selection \
         [widen the selection; find_nodes lists nodes by kind and words]"
    );
    assert_eq!(
        fails(json!({ "kind": "dragon" })).await,
        "INVALID_ACTION_INPUT /kind: there is no kind \"dragon\" \
         [the kinds are character, group, note, place, scene]"
    );
    assert_eq!(
        fails(json!({ "from": "Four", "to": "One" })).await,
        "NOT_FOUND /to: no path leads from \"Four\" to \"One\" \
         [outline shows where each node leads]"
    );
    assert_eq!(
        fails(json!({ "from": "Four" })).await,
        "INVALID_ACTION_INPUT /to: a path needs both its ends, from and to [name the other node too]"
    );
    let cursor = fails(json!({ "cursor": "there" })).await;
    assert!(
        cursor.starts_with("INVALID_ACTION_INPUT /cursor: it does not belong"),
        "{cursor}"
    );
}
