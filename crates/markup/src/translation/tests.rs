//! Translating nodes and stories.

use std::sync::Arc;

use model::contents::{DataMap, translation_slot};
use model::{EdgeRecord, Layout, StoryId};
use uuid::Uuid;

use super::*;
use crate::kept_data::{set_text, text_of};
use model::Story;
use model::contents::Content as _;

fn id(number: u128) -> NodeId {
    NodeId(Uuid::from_u128(number))
}

fn add(story: &mut Story, number: u128, title: &str, text: &str) {
    let mut data = DataMap::new();
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

fn link(story: &mut Story, number: u128, from: u128, to: u128, label: &str) {
    let edge = Edge {
        id: EdgeId(Uuid::from_u128(number)),
        record: EdgeRecord::link(id(from), id(to), label, number as u32),
        data: DataMap::new(),
    };
    story.edges.insert(edge.id, Arc::new(edge));
}

/// Gate → Hall, by a link in the text and by a choice of the graph; Hall → Gate.
fn story() -> Story {
    let mut story = Story::new(StoryId(Uuid::nil()), "Rain");
    add(
        &mut story,
        1,
        "Gate",
        "# Night\n\nIt rained. [[Go in->Hall]]\n\n[[Hall]]",
    );
    add(&mut story, 2, "Hall", "Dark.\n\nCold. [[Gate]]");
    link(&mut story, 11, 1, 2, "Go in");
    link(&mut story, 12, 1, 2, "Climb in");
    link(&mut story, 13, 2, 1, "");
    story.record.start = Some(id(1));
    story
}

fn source<'a>(story: &'a Story, number: u128, others: &[&Translation]) -> NodeSource<'a> {
    let edges = story.edges.values().map(|it| &**it);
    let edges = edges.filter(|it| it.record.from == id(number));
    let title_of = |id| story.nodes.get(&id).map(|it| it.title.clone());
    NodeSource::of(&story.nodes[&id(number)], edges, &title_of, others)
}

fn write(source: &NodeSource<'_>, before: &Translation, said: &[(&str, &str)]) -> Translation {
    let at = |words: &str| source.pieces().iter().position(|it| it.words == words);
    let changes = said.iter().map(|(words, text)| {
        let at = at(words).unwrap_or_else(|| panic!("{words:?} in {:?}", source.pieces()));
        (at, (*text).to_owned().into())
    });
    source.with(before, &changes.collect())
}

const GERMAN: [(&str, &str); 4] = [
    ("Gate", "Tor"),
    ("# Night", "# Nacht"),
    ("It rained. [[Go in->Hall]]", "Es regnete. [[Hinein->Hall]]"),
    ("Climb in", "Hineinklettern"),
];

fn with_german(mut story: Story) -> Story {
    for (number, said) in [
        (1, &GERMAN[..]),
        (2, &[("Hall", "Halle"), ("Dark.", "Dunkel.")]),
    ] {
        let written = write(&source(&story, number, &[]), &Translation::default(), said);
        let node = Arc::make_mut(story.nodes.get_mut(&id(number)).unwrap());
        node.data.insert(
            translation_slot("de").as_str().into(),
            Arc::new(written.to_data()),
        );
    }
    story
}

#[test]
fn the_pieces_are_title_lines_and_choices_that_are_not_in_the_text() {
    let story = story();
    let source = source(&story, 1, &[]);
    let words: Vec<_> = source.pieces().iter().map(|it| it.words.as_str()).collect();
    assert_eq!(words, GERMAN.map(|it| it.0));
}

#[test]
fn a_story_is_read_in_another_language() {
    let translated = translated_story(&with_german(story()), "de");
    let gate = &translated.nodes[&id(1)];
    assert_eq!(gate.title, "Tor");
    assert_eq!(
        text_of(gate),
        "# Nacht\n\nEs regnete. [[Hinein->Halle]]\n\n[[Halle]]"
    );
    assert_eq!(
        text_of(&translated.nodes[&id(2)]),
        "Dunkel.\n\nCold. [[Tor]]"
    );
    let labels: Vec<_> = translated
        .edges
        .values()
        .map(|it| it.record.label.as_str())
        .collect();
    assert_eq!(labels, ["Hinein", "Hineinklettern", ""]);
    assert_eq!(gate.data.len(), 1, "the file is in one language");
}

#[test]
fn conditions_ask_for_the_translated_title() {
    let mut story = with_german(story());
    let edge = story.edges.values_mut().next().unwrap();
    Arc::make_mut(edge).record.condition = Some("visited(\"Hall\") and gold > 1".into());
    let translated = translated_story(&story, "de");
    let condition = translated
        .edges
        .values()
        .next()
        .unwrap()
        .record
        .condition
        .clone();
    assert_eq!(
        condition.as_deref(),
        Some("visited(\"Halle\") and gold > 1")
    );
}

#[test]
fn titles_stay_different() {
    let mut story = story();
    add(&mut story, 3, "Halle", "A town.");
    let translated = translated_story(&with_german(story), "de");
    assert_eq!(
        translated.nodes[&id(2)].title,
        "Hall",
        "another node is called Halle"
    );
    assert!(text_of(&translated.nodes[&id(1)]).contains("[[Hinein->Hall]]"));
}

#[test]
fn a_changed_line_is_stale_and_keeps_its_id() {
    let story = with_german(story());
    let kept = Translation::of(
        story.nodes[&id(1)]
            .data
            .get("translation:de")
            .map(|it| &**it),
    );
    let before = source(&story, 1, &[&kept]);
    let all = before.states(&kept);
    assert_eq!(all, [PieceState::Current; 4]);
    let mut changed = story.clone();
    let text = "New line.\n\n# Night\n\nIt rained all day. [[Go in->Hall]]";
    set_text(
        &mut Arc::make_mut(changed.nodes.get_mut(&id(1)).unwrap()).data,
        text,
    );
    let after = source(&changed, 1, &[&kept]);
    let states = after.states(&kept);
    use PieceState::{Current, Missing, Stale};
    assert_eq!(states, [Current, Missing, Current, Stale, Current]);
    assert_eq!(after.pieces()[3].id, before.pieces()[2].id);
    assert_eq!(
        after.placed(&kept)[3].unwrap().source,
        "It rained. [[Go in->Hall]]"
    );
    // Saying that it still fits makes it current; what was taken out of the source goes.
    let fits = kept.lines[1].text.clone();
    let again = after.with(&kept, &BTreeMap::from([(3, fits.into())]));
    assert_eq!(after.states(&again)[3], Current);
    let translated = after.translated(&again);
    assert_eq!(
        translated.text,
        "New line.\n\n# Nacht\n\nEs regnete. [[Hinein->Hall]]"
    );
}

#[test]
fn a_whole_text_is_read_line_by_line() {
    let story = story();
    let source = source(&story, 1, &[]);
    let text = "# Nacht\nEs regnete. [[Hinein->Hall]]\n[[Hall]]";
    let read = source.words_of_text(text).unwrap();
    let words: Vec<_> = read.iter().map(|it| (*it.0, it.1.text.as_str())).collect();
    assert_eq!(words, [(1, "# Nacht"), (2, "Es regnete. [[Hinein->Hall]]")]);
    assert_eq!(source.words_of_text("# Nacht\n\nEs regnete."), Err((3, 2)));
}

#[test]
fn ids_are_the_same_for_all_languages() {
    let story = with_german(story());
    let german = Translation::of(
        story.nodes[&id(1)]
            .data
            .get("translation:de")
            .map(|it| &**it),
    );
    let mut changed = story.clone();
    let text = "# Night and day\n\nIt rained. [[Go in->Hall]]";
    set_text(
        &mut Arc::make_mut(changed.nodes.get_mut(&id(1)).unwrap()).data,
        text,
    );
    let with_french = source(&changed, 1, &[&german]);
    let french = write(
        &with_french,
        &Translation::default(),
        &[("# Night and day", "# Nuit")],
    );
    assert_eq!(french.lines[0].id, german.lines[0].id);
    let ids = |others: &[&Translation]| -> Vec<String> {
        let source = source(&changed, 1, others);
        source.pieces().iter().map(|it| it.id.clone()).collect()
    };
    assert_eq!(ids(&[&german, &french]), ids(&[&german]));
}

#[test]
fn a_line_keeps_its_links() {
    let story = story();
    let source = source(&story, 1, &[]);
    let why = |text: &str| source.refusal(2, text).unwrap_or_default();
    assert_eq!(why("Es regnete. [[Hinein->Hall]]"), "");
    assert_eq!(why("Es regnete. [[Hall]]"), "");
    assert_eq!(why("Es regnete."), "it lost the link to \"Hall\"");
    assert_eq!(
        why("[[Hall]] [[Tor]]"),
        "it links to \"Tor\", which the source does not"
    );
    assert_eq!(source.refusal(0, "a\nb").unwrap(), "it must be one line");
}

#[test]
fn readers_meet_scenes_and_what_they_lead_to() {
    let mut story = story();
    add(&mut story, 4, "Ada", "");
    Arc::make_mut(story.nodes.get_mut(&id(4)).unwrap()).kind = "character".into();
    add(&mut story, 5, "Attic", "");
    assert_eq!(nodes_for_readers(&story), [id(1), id(2), id(5)]);
}
