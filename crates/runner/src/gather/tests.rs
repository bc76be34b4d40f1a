//! Names, aliases and words.

use serde_json::json;

use super::mentions::{aliases_of, stands_alone, telling_words};
use super::*;

#[test]
fn a_title_is_named_as_a_word_of_its_own() {
    let alone = |text: &str, name: &str| {
        let at = text.find(name).unwrap();
        stands_alone(text, at..at + name.len())
    };
    assert!(alone("ask the keeper about it", "keeper"));
    assert!(!alone("the gatekeeper slept", "keeper"));
    assert!(alone("让守塔人下山", "守塔人"));
    assert!(
        alone("让neo下山", "neo"),
        "between scripts there is no space"
    );
}

#[test]
fn other_names_come_from_naming_attributes_alone() {
    let node = Node {
        id: NodeId(uuid::Uuid::nil()),
        title: "Thomas".into(),
        kind: "character".into(),
        layout: Default::default(),
        data: [(
            std::sync::Arc::from("kv"),
            std::sync::Arc::new(json!({ "items": [
                { "k": "Alias", "v": "Neo, the One" },
                { "k": "别名", "v": "尼奥" },
                { "k": "Mood", "v": "tired" },
            ] })),
        )]
        .into(),
    };
    assert_eq!(aliases_of(&node), ["Neo", "the One", "尼奥"]);
}

#[test]
fn words_worth_a_search_leave_the_verbs_of_instructions_out() {
    assert_eq!(
        telling_words("Rename the lighthouse keeper"),
        ["lighthouse", "keeper"]
    );
    assert_eq!(telling_words("找灯塔"), ["找灯塔"]);
}
