//! Tests for names, aliases and search terms.

use serde_json::json;

use super::*;

#[test]
fn matches_titles_only_as_whole_words() {
    let alone = |text: &str, name: &str| {
        let at = text.find(name).unwrap();
        !model::is_part_of_word(text, at..at + name.len())
    };
    assert!(alone("ask the keeper about it", "keeper"));
    assert!(!alone("the gatekeeper slept", "keeper"));
    assert!(alone("让守塔人下山", "守塔人"));
    assert!(
        alone("让neo下山", "neo"),
        "no space is needed between scripts"
    );
}

#[test]
fn takes_aliases_only_from_naming_attributes() {
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
    assert!(node.aliases().eq(["Neo", "the One", "尼奥"]));
}
