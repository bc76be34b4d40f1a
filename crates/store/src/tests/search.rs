//! Tests that search finds Chinese text of any length as well as English, and nothing else.

use std::collections::BTreeSet;
use std::sync::mpsc::channel;

use model::{Layout, Slot};
use serde_json::{Value, json};

use super::{TestStore, link, note, record};
use crate::edit::index::catch_up;
use crate::{CommitMetadata, Hit, Store};

const CHINESE: &str = "尼奥睁开眼睛，看见了母体的真实面貌。他说：“这里没有勺子。”";
const ENGLISH: &str = "Neo opened his eyes and saw the Matrix as it was.\nThere is no spoon.";

/// The search results, checked to be the same before and after the index is updated.
fn found(store: &Store, words: &str) -> Vec<Hit> {
    let before = store.view(None).search(words, 10).unwrap();
    let (file, (done, is_done)) = (store.inner.file.clone(), channel());
    store
        .inner
        .writer
        .as_ref()
        .unwrap()
        .submit_exclusive(Box::new(move |conn| {
            done.send(catch_up(conn.unwrap(), &file.rules)).unwrap();
        }));
    is_done.recv().unwrap().unwrap();
    let after = store.view(None).search(words, 10).unwrap();
    let slots = |hits: &[Hit]| {
        hits.iter()
            .map(|it| it.slot.clone())
            .collect::<BTreeSet<_>>()
    };
    assert_eq!(slots(&before), slots(&after), "{words:?}");
    after
}

fn write(store: &Store, title: &str, data: Value) -> Slot {
    let record = record(title);
    store
        .write(move |edit| {
            let slot = Slot::node(edit.create_node(&record, &Layout::default())?, "text");
            edit.write(&slot, &data)?;
            Ok(slot)
        })
        .unwrap()
        .value
}

#[test]
fn finds_any_chinese_substring() {
    let fixture = TestStore::new();
    let slot = write(&fixture.store, "开始", json!({ "text": CHINESE }));
    write(&fixture.store, "别处", json!({ "text": "无关的一段话" }));
    let characters: Vec<char> = CHINESE.chars().collect();
    for length in 1..=characters.len() {
        for run in characters.windows(length) {
            let words: String = run.iter().collect();
            let hits = found(&fixture.store, &words);
            assert!(
                hits.iter().any(|it| it.slot == slot),
                "{words:?} was not found"
            );
            let holds = |it: &Hit| it.slot == slot || "无关的一段话开始别处".contains(&words);
            assert!(
                hits.iter().all(holds),
                "{words:?} gave a result that does not contain it"
            );
        }
    }
}

#[test]
fn finds_traditional_and_simplified_chinese() {
    let fixture = TestStore::new();
    let traditional = json!({ "text": "他睜開雙眼，頭髮還是濕的；İ 之後他發現後門開著。" });
    let traditional = write(&fixture.store, "龍門客棧", traditional);
    let simplified = json!({ "text": "他睁开双眼，头发还是湿的；İ 之后他发现后门开着。" });
    let simplified = write(&fixture.store, "龙门客栈", simplified);
    for (query, wanted) in [
        ("睁开双眼", ["睜開雙眼", "睁开双眼"]),
        ("睜開雙眼", ["睜開雙眼", "睁开双眼"]),
        ("发现后门", ["發現後門", "发现后门"]),
        ("頭髮 後門", ["頭髮", "头发"]),
        ("发", ["髮", "发"]),
    ] {
        let hits = found(&fixture.store, query);
        for (slot, wanted) in [(&traditional, wanted[0]), (&simplified, wanted[1])] {
            let hit = hits.iter().find(|it| it.slot == *slot);
            let hit = hit.unwrap_or_else(|| panic!("{query} was not found in {wanted}"));
            assert_eq!(&hit.excerpt[hit.found.clone()], wanted, "{query}");
        }
        assert_eq!(hits.len(), 2, "{query}");
    }
    assert_eq!(found(&fixture.store, "龙门").len(), 2);
    assert_eq!(found(&fixture.store, "龍門").len(), 2);
    assert_eq!(found(&fixture.store, "龍宮"), []);
}

#[test]
fn finds_characters_unknown_to_the_tokenizer() {
    let fixture = TestStore::new();
    // Characters from Unicode 15 and 13; the index's tokenizer knows neither.
    let slot = write(
        &fixture.store,
        "字",
        json!({ "text": "此字\u{31350}甚罕，\u{30000}亦然。" }),
    );
    for words in ["\u{31350}", "字\u{31350}甚", "\u{30000}"] {
        assert_eq!(found(&fixture.store, words).len(), 1, "{words:?}");
        assert_eq!(found(&fixture.store, words)[0].slot, slot);
    }
}

#[test]
fn finds_english_by_word_prefix_case_insensitively() {
    let fixture = TestStore::new();
    let slot = write(&fixture.store, "Opening", json!({ "text": ENGLISH }));
    for words in [
        "spoon",
        "SPOON",
        "spo",
        "no spoon",
        "eyes matrix",
        "it was.",
    ] {
        assert_eq!(found(&fixture.store, words)[0].slot, slot, "{words:?}");
    }
    for words in ["fork", "poon", "spoon fork", "eyesight"] {
        assert_eq!(found(&fixture.store, words), [], "{words:?}");
    }
}

#[test]
fn query_operators_are_escaped() {
    let fixture = TestStore::new();
    write(&fixture.store, "Opening", json!({ "text": ENGLISH }));
    for words in [
        "\"",
        "AND",
        "spoon\" OR \"eyes",
        "text:spoon",
        "NEAR(",
        "*",
        "-",
        "^",
        "'",
        "",
    ] {
        let hits = fixture.store.view(None).search(words, 10).unwrap();
        let text = ENGLISH.to_lowercase();
        let all = words
            .split_whitespace()
            .all(|it| text.contains(&it.to_lowercase()));
        assert_eq!(
            hits.iter().any(|it| &*it.slot.capability == "text"),
            all && !words.is_empty()
        );
    }
}

#[test]
fn excerpt_shows_the_match_on_one_line() {
    let fixture = TestStore::new();
    let long = format!(
        "{}İstanbul and\nthe Spoon{}",
        "甲".repeat(90),
        "乙".repeat(90)
    );
    write(&fixture.store, "Long", json!({ "text": long }));
    let hit = found(&fixture.store, "spoon").remove(0);
    assert_eq!(&hit.excerpt[hit.found.clone()], "Spoon");
    assert!(
        hit.excerpt.chars().count() <= 120 && !hit.excerpt.contains('\n'),
        "{}",
        hit.excerpt
    );
}

#[test]
fn titles_rank_first_and_edge_labels_are_searched() {
    let fixture = TestStore::new();
    let text = write(
        &fixture.store,
        "Kitchen",
        json!({ "text": "spoon spoon spoon" }),
    );
    let titled = fixture.store.add_node("The spoon");
    let node = text.subject.node().unwrap();
    let edge = fixture
        .store
        .write(move |edit| {
            let label = "Take the spoon".to_owned();
            edit.create_edge(&model::EdgeRecord {
                dynamic: false,
                includes: false,
                once: false,
                label,
                ..link(node, titled)
            })
        })
        .unwrap()
        .value;
    let slots: Vec<_> = found(&fixture.store, "spoon")
        .into_iter()
        .map(|it| it.slot)
        .collect();
    assert_eq!(slots[0], Slot::node(titled, "node"));
    assert_eq!(slots.len(), 3);
    assert!(slots.contains(&Slot::edge(edge, "edge")) && slots.contains(&text));
}

#[test]
fn only_adopted_versions_are_found() {
    let fixture = TestStore::new();
    let slot = write(&fixture.store, "A", json!({ "text": "red door" }));
    let again = slot.clone();
    fixture
        .store
        .write(move |edit| edit.write(&again, &json!({ "text": "blue door" })))
        .unwrap();
    assert_eq!(
        (
            found(&fixture.store, "red").len(),
            found(&fixture.store, "blue").len()
        ),
        (0, 1)
    );
    fixture
        .store
        .write(|edit| edit.undo(&crate::UndoTarget::Last))
        .unwrap();
    assert_eq!(
        (
            found(&fixture.store, "red").len(),
            found(&fixture.store, "blue").len()
        ),
        (1, 0)
    );
    fixture
        .store
        .write(move |edit| edit.remove_node(slot.subject.node().unwrap()))
        .unwrap();
    assert_eq!(found(&fixture.store, "red"), []);
}

#[test]
fn search_in_a_draft_uses_drafted_text() {
    let fixture = TestStore::new();
    let slot = write(&fixture.store, "A", json!({ "text": "red door" }));
    let draft = fixture
        .store
        .write(|edit| edit.open_draft(None, "Repaint"))
        .unwrap()
        .value;
    let again = slot.clone();
    let within = CommitMetadata {
        draft: Some(draft),
        ..note("Ada")
    };
    fixture
        .store
        .edit_blocking(within, move |edit| {
            edit.write(&again, &json!({ "text": "blue door" }))
        })
        .unwrap();
    let view = fixture.store.view(Some(draft));
    assert_eq!(view.search("red", 9).unwrap(), []);
    assert_eq!(view.search("blue", 9).unwrap()[0].slot, slot);
    assert_eq!(view.search("door", 9).unwrap().len(), 1);
    assert_eq!(found(&fixture.store, "blue"), []);
}

#[test]
fn search_respects_the_limit() {
    let fixture = TestStore::new();
    for title in ["Door one", "Door two", "Door three"] {
        fixture.store.add_node(title);
    }
    assert_eq!(fixture.store.view(None).search("door", 2).unwrap().len(), 2);
    assert_eq!(fixture.store.view(None).search("door", 0).unwrap().len(), 0);
}
