//! Search finds Chinese of any length and English alike, and shows nothing else.

use std::collections::BTreeSet;
use std::sync::mpsc::channel;

use model::{Layout, Slot};
use serde_json::{Value, json};

use super::{Ground, link, note, record};
use crate::edit::index::catch_up;
use crate::{CommitNote, Hit, Store};

const CHINESE: &str = "尼奥睁开眼睛，看见了母体的真实面貌。他说：“这里没有勺子。”";
const ENGLISH: &str = "Neo opened his eyes and saw the Matrix as it was.\nThere is no spoon.";

/// What is found, the same whether the index has followed the last changes or not.
fn found(store: &Store, words: &str) -> Vec<Hit> {
    let before = store.view(None).search(words, 10).unwrap();
    let (file, (done, is_done)) = (store.inner.file.clone(), channel());
    store
        .inner
        .writer
        .as_ref()
        .unwrap()
        .submit_alone(Box::new(move |conn| {
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
fn every_run_of_chinese_is_found() {
    let ground = Ground::new();
    let slot = write(&ground.store, "开始", json!({ "text": CHINESE }));
    write(&ground.store, "别处", json!({ "text": "无关的一段话" }));
    let characters: Vec<char> = CHINESE.chars().collect();
    for length in 1..=characters.len() {
        for run in characters.windows(length) {
            let words: String = run.iter().collect();
            let hits = found(&ground.store, &words);
            assert!(
                hits.iter().any(|it| it.slot == slot),
                "{words:?} is not found"
            );
            let holds = |it: &Hit| it.slot == slot || "无关的一段话开始别处".contains(&words);
            assert!(
                hits.iter().all(holds),
                "{words:?} shows what does not hold it"
            );
        }
    }
}

#[test]
fn chinese_is_found_in_either_writing_and_shown_as_it_stands() {
    let ground = Ground::new();
    let traditional = json!({ "text": "他睜開雙眼，頭髮還是濕的；İ 之後他發現後門開著。" });
    let traditional = write(&ground.store, "龍門客棧", traditional);
    let simplified = json!({ "text": "他睁开双眼，头发还是湿的；İ 之后他发现后门开着。" });
    let simplified = write(&ground.store, "龙门客栈", simplified);
    for (query, wanted) in [
        ("睁开双眼", ["睜開雙眼", "睁开双眼"]),
        ("睜開雙眼", ["睜開雙眼", "睁开双眼"]),
        ("发现后门", ["發現後門", "发现后门"]),
        ("頭髮 後門", ["頭髮", "头发"]),
        ("发", ["髮", "发"]),
    ] {
        let hits = found(&ground.store, query);
        for (slot, wanted) in [(&traditional, wanted[0]), (&simplified, wanted[1])] {
            let hit = hits.iter().find(|it| it.slot == *slot);
            let hit = hit.unwrap_or_else(|| panic!("{query} is not found in {wanted}"));
            assert_eq!(&hit.excerpt[hit.found.clone()], wanted, "{query}");
        }
        assert_eq!(hits.len(), 2, "{query}");
    }
    assert_eq!(found(&ground.store, "龙门").len(), 2);
    assert_eq!(found(&ground.store, "龍門").len(), 2);
    assert_eq!(found(&ground.store, "龍宮"), []);
}

#[test]
fn rare_characters_are_found_too() {
    let ground = Ground::new();
    // Unicode 15 and 13; the index knows neither.
    let slot = write(
        &ground.store,
        "字",
        json!({ "text": "此字\u{31350}甚罕，\u{30000}亦然。" }),
    );
    for words in ["\u{31350}", "字\u{31350}甚", "\u{30000}"] {
        assert_eq!(found(&ground.store, words).len(), 1, "{words:?}");
        assert_eq!(found(&ground.store, words)[0].slot, slot);
    }
}

#[test]
fn english_is_found_by_word_and_beginning_in_any_case() {
    let ground = Ground::new();
    let slot = write(&ground.store, "Opening", json!({ "text": ENGLISH }));
    for words in [
        "spoon",
        "SPOON",
        "spo",
        "no spoon",
        "eyes matrix",
        "it was.",
    ] {
        assert_eq!(found(&ground.store, words)[0].slot, slot, "{words:?}");
    }
    for words in ["fork", "poon", "spoon fork", "eyesight"] {
        assert_eq!(found(&ground.store, words), [], "{words:?}");
    }
}

#[test]
fn operators_in_the_words_do_no_harm() {
    let ground = Ground::new();
    write(&ground.store, "Opening", json!({ "text": ENGLISH }));
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
        let hits = ground.store.view(None).search(words, 10).unwrap();
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
fn the_excerpt_shows_the_find_on_one_line() {
    let ground = Ground::new();
    let long = format!(
        "{}İstanbul and\nthe Spoon{}",
        "甲".repeat(90),
        "乙".repeat(90)
    );
    write(&ground.store, "Long", json!({ "text": long }));
    let hit = found(&ground.store, "spoon").remove(0);
    assert_eq!(&hit.excerpt[hit.found.clone()], "Spoon");
    assert!(
        hit.excerpt.chars().count() <= 120 && !hit.excerpt.contains('\n'),
        "{}",
        hit.excerpt
    );
}

#[test]
fn titles_come_first_and_edges_are_found_by_label() {
    let ground = Ground::new();
    let text = write(
        &ground.store,
        "Kitchen",
        json!({ "text": "spoon spoon spoon" }),
    );
    let titled = ground.store.add_node("The spoon");
    let node = text.subject.node().unwrap();
    let edge = ground
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
    let slots: Vec<_> = found(&ground.store, "spoon")
        .into_iter()
        .map(|it| it.slot)
        .collect();
    assert_eq!(slots[0], Slot::node(titled, "node"));
    assert_eq!(slots.len(), 3);
    assert!(slots.contains(&Slot::edge(edge, "edge")) && slots.contains(&text));
}

#[test]
fn only_what_is_adopted_is_found() {
    let ground = Ground::new();
    let slot = write(&ground.store, "A", json!({ "text": "red door" }));
    let again = slot.clone();
    ground
        .store
        .write(move |edit| edit.write(&again, &json!({ "text": "blue door" })))
        .unwrap();
    assert_eq!(
        (
            found(&ground.store, "red").len(),
            found(&ground.store, "blue").len()
        ),
        (0, 1)
    );
    ground
        .store
        .write(|edit| edit.undo(&crate::UndoTarget::Last))
        .unwrap();
    assert_eq!(
        (
            found(&ground.store, "red").len(),
            found(&ground.store, "blue").len()
        ),
        (1, 0)
    );
    ground
        .store
        .write(move |edit| edit.remove_node(slot.subject.node().unwrap()))
        .unwrap();
    assert_eq!(found(&ground.store, "red"), []);
}

#[test]
fn a_draft_is_searched_over_the_story() {
    let ground = Ground::new();
    let slot = write(&ground.store, "A", json!({ "text": "red door" }));
    let draft = ground
        .store
        .write(|edit| edit.open_draft(None, "Repaint"))
        .unwrap()
        .value;
    let again = slot.clone();
    let within = CommitNote {
        draft: Some(draft),
        ..note("Ada")
    };
    ground
        .store
        .edit_blocking(within, move |edit| {
            edit.write(&again, &json!({ "text": "blue door" }))
        })
        .unwrap();
    let view = ground.store.view(Some(draft));
    assert_eq!(view.search("red", 9).unwrap(), []);
    assert_eq!(view.search("blue", 9).unwrap()[0].slot, slot);
    assert_eq!(view.search("door", 9).unwrap().len(), 1);
    assert_eq!(found(&ground.store, "blue"), []);
}

#[test]
fn no_more_is_shown_than_asked_for() {
    let ground = Ground::new();
    for title in ["Door one", "Door two", "Door three"] {
        ground.store.add_node(title);
    }
    assert_eq!(ground.store.view(None).search("door", 2).unwrap().len(), 2);
    assert_eq!(ground.store.view(None).search("door", 0).unwrap().len(), 0);
}
