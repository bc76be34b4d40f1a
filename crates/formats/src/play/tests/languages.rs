//! The playable page of a story in several languages.

use std::sync::Arc;

use serde_json::json;

use super::{page, play_of, story_in};
use crate::Bundle;
use crate::tests::stories::sample_story;
use markup::kept_data::set_text;

/// Two scenes in English, fully translated into German and partly into Chinese.
fn in_three_languages() -> Bundle {
    use markup::translation::NodeSource;
    use model::contents::{Content as _, LANGUAGES, StoryLanguages, Translation, translation_slot};
    use model::{Edge, EdgeId, EdgeRecord, Layout, Node, NodeId, Story, StoryId};
    use uuid::Uuid;

    let id = |number| NodeId(Uuid::from_u128(number));
    let mut story = Story::new(StoryId(Uuid::from_u128(9)), "The gate");
    for (number, title, text) in [
        (1, "Gate", "It rained.\n\n[[Go in->Hall]]"),
        (2, "Hall", "Dark."),
    ] {
        let mut data = model::contents::DataMap::new();
        set_text(&mut data, text);
        let node = Node {
            id: id(number),
            title: title.into(),
            kind: "scene".into(),
            layout: Layout::default(),
            data,
        };
        story.nodes.insert(node.id, Arc::new(node));
    }
    let edge = Edge {
        id: EdgeId(Uuid::from_u128(3)),
        record: EdgeRecord::link(id(1), id(2), "Go in", 0),
        data: Default::default(),
    };
    story.edges.insert(edge.id, Arc::new(edge.clone()));
    story.record.start = Some(id(1));
    let languages = StoryLanguages {
        source: "en".into(),
        targets: vec!["de".into(), "zh-CN".into()],
    };
    story
        .data
        .insert(LANGUAGES.into(), Arc::new(languages.to_data()));
    for (language, said) in [
        (
            "de",
            &[
                ("Gate", "Tor"),
                ("It rained.", "Es regnete."),
                ("[[Go in->Hall]]", "[[Hinein->Hall]]"),
                ("Hall", "Halle"),
                ("Dark.", "Dunkel."),
            ][..],
        ),
        ("zh-CN", &[("It rained.", "下雨了。")][..]),
    ] {
        for node in story.nodes.values_mut() {
            let before = Arc::clone(node);
            let own = (before.id == edge.record.from).then_some(&edge);
            let source = NodeSource::of(&before, own, &|_| Some("Hall".into()), &[]);
            let at = |words: &str| source.pieces().iter().position(|it| it.words == words);
            let changes = said.iter();
            let changes =
                changes.filter_map(|(words, text)| Some((at(words)?, (*text).to_owned().into())));
            let written = source.with(&Translation::default(), &changes.collect());
            let data = &mut Arc::make_mut(node).data;
            data.insert(
                translation_slot(language).as_str().into(),
                Arc::new(written.to_data()),
            );
        }
    }
    Bundle::new(story)
}

#[test]
fn a_reader_switches_the_language_and_stays_in_place() {
    let choose = |value: &str| json!({ "choose": "#story-language", "value": value });
    let scene = json!({ "focus": "#scene" });
    let keys = json!(["1", choose("en"), scene, "Backspace", choose("zh-CN")]);
    let input = json!({ "keys": keys, "locale": "de-AT", "reload": true });
    let seen = play_of(&in_three_languages(), input);
    let at = |step: usize, what: &str| seen[step][what].clone();
    assert_eq!(at(0, "title"), "Tor", "the browser asks for German");
    assert_eq!(at(0, "choices"), json!(["Hinein"]));
    assert_eq!(at(0, "language"), json!(["de", "de"]));
    assert_eq!(at(1, "title"), "Halle");
    assert_eq!(at(2, "title"), "Hall", "the same scene in English");
    assert_eq!(at(4, "choices"), json!(["Go in"]));
    assert_eq!(at(5, "language"), json!(["zh-CN", "zh-CN"]));
    let text = at(5, "text");
    assert!(text.as_str().unwrap().contains("下雨了。"), "{text}");
    assert_eq!(
        at(5, "choices"),
        json!(["Go in"]),
        "what is not translated is as it was"
    );
    assert_eq!(
        at(6, "language"),
        json!(["zh-CN", "zh-CN"]),
        "the choice is kept"
    );
}

#[test]
fn a_page_starts_in_the_requested_language() {
    let mut bundle = in_three_languages();
    bundle.language = Some("de".to_owned());
    let seen = play_of(&bundle, json!({ "keys": [] }));
    assert_eq!(seen[0]["title"], "Tor");
    let one = story_in(&page(&Bundle::new(sample_story())));
    assert_eq!(
        one.get("translations"),
        None,
        "a story of one language has no switch"
    );
}
