//! Books whose scenes are sections with numbers, as a gamebook in print has them.

use std::process::Command;
use std::sync::Arc;

use model::{Edge, EdgeId, EdgeRecord, Layout, Node, NodeId, Story, StoryId};
use serde_json::json;
use uuid::Uuid;

use super::external_programs;
use super::stories::sample_story_with_variables;
use crate::export::Book;
use crate::folder::Folder;
use crate::{Bundle, ExportOption, LossKind, Numbering, exporter};
use markup::kept_data::{DataMap, set_text};

fn numbered(story: Story, numbering: Numbering) -> Bundle {
    let mut bundle = Bundle::new(story);
    bundle.options.numbering = numbering;
    bundle
}

/// Scenes in a row, each of which leads to the next one.
fn row(length: u128) -> Story {
    let mut story = Story::new(StoryId(Uuid::from_u128(9)), "Row");
    let ids = (1..=length).map(|it| NodeId(Uuid::from_u128(it)));
    let ids: Vec<NodeId> = ids.collect();
    for (at, id) in ids.iter().enumerate() {
        let mut data = DataMap::new();
        set_text(&mut data, format!("Scene {at}. ").repeat(40));
        let node = Node {
            id: *id,
            title: format!("Scene {at}"),
            kind: "scene".to_owned(),
            layout: Layout::default(),
            data,
        };
        story.nodes.insert(*id, Arc::new(node));
    }
    for (pair, number) in ids.windows(2).zip(1000..) {
        let edge = Edge {
            id: EdgeId(Uuid::from_u128(number)),
            record: EdgeRecord::link(pair[0], pair[1], "", 0),
            data: DataMap::new(),
        };
        story.edges.insert(edge.id, Arc::new(edge));
    }
    story.record.start = Some(ids[0]);
    story
}

fn places(book: &Book<'_>) -> Vec<NodeId> {
    book.chapters.iter().map(|it| it.node.id).collect()
}

#[test]
fn shuffled_sections_begin_with_the_start_and_do_not_lead_to_the_next_one() {
    let bundle = numbered(row(200), Numbering::Shuffled);
    let order = places(&Book::of(&bundle));
    assert_eq!(places(&Book::of(&bundle)), order, "always the same");
    let start = bundle.story.record.start.unwrap();
    assert_eq!((order.len(), order[0]), (200, start));
    let number = |it: &NodeId| it.0.as_u128();
    let next = order
        .windows(2)
        .filter(|it| number(&it[0]).abs_diff(number(&it[1])) == 1);
    assert_eq!(next.count(), 0, "{order:?}");
    let in_order = numbered(row(200), Numbering::InOrder);
    assert!(places(&Book::of(&in_order)).is_sorted());
    let empty = Story::new(StoryId(Uuid::from_u128(9)), "Nothing");
    let nothing = numbered(empty, Numbering::Shuffled);
    assert!(Book::of(&nothing).chapters.is_empty());
}

#[test]
fn a_numbered_document_says_where_to_turn_to_and_what_to_note() {
    let bundle = numbered(sample_story_with_variables(), Numbering::InOrder);
    let bytes = exporter("docx").unwrap().export(&bundle);
    let read = external_programs::read_docx(&bytes);
    let shown = external_programs::paragraphs(&read);
    expect_test::expect![[r#"
        Title: Three \ rooms
        Heading 1: 1
        Normal: gold + 2
        Normal: It was dark.
        Normal: A door shut.
        Choice: → Turn to 2 (write down: 遇见 if you have read 3)
        Choice: → out | "away" (if gold > 3 and not 遇见; gold − 1.5; name = “N'o” + “!”): turn to 3
        Heading 1: 2
        Heading 1: 3
        Normal: Cold. <b>#1</b>
        Choice: → back (if visits to 2 < 2 or gold / 2 ≥ 2.5): turn to 1"#]]
    .assert_eq(&shown.join("\n"));
    let links = read["links"].as_array().unwrap();
    assert!(
        links.contains(&json!(["", "node2", "turn to 3"])),
        "{links:?}"
    );
    let losses = exporter("docx").unwrap().losses(&bundle).into_iter();
    let losses: Vec<_> = losses.map(|it| (it.what, it.count)).collect();
    for loss in [
        (LossKind::SectionTitles, 3),
        (LossKind::EffectsAsText, 2),
        (LossKind::EntryEffectsAsText, 1),
    ] {
        assert!(losses.contains(&loss), "{losses:?}");
    }
    assert!(
        !losses.iter().any(|it| it.0 == LossKind::Effects),
        "{losses:?}"
    );
}

#[test]
fn pages_of_a_numbered_book_name_their_sections() {
    let bundle = numbered(row(30), Numbering::InOrder);
    let bytes = exporter("pdf").unwrap().export(&bundle);
    let folder = external_programs::folder_with(&[("story.pdf", &bytes)]);
    let text = external_programs::run(
        Command::new("pdftotext")
            .args(["-enc", "UTF-8", "-layout", "story.pdf", "-"])
            .current_dir(folder.path()),
    );
    let pages = text.split('\u{c}').filter(|it| !it.trim().is_empty());
    let heads: Vec<&str> = pages
        .map(|it| it.lines().map(str::trim).find(|it| !it.is_empty()).unwrap())
        .collect();
    let ends = heads
        .iter()
        .map(|it| it.split_once('–').unwrap_or((it, it)));
    let ends: Vec<(usize, usize)> = ends
        .map(|(first, last)| (first.parse().unwrap(), last.parse().unwrap()))
        .collect();
    assert!(heads.len() > 3, "{heads:?}");
    assert_eq!((ends[0].0, ends[ends.len() - 1].1), (1, 30), "{heads:?}");
    for pair in ends.windows(2) {
        let next = pair[1].0 - pair[0].1;
        assert!(next <= 1 && pair[0].0 <= pair[0].1, "{heads:?}");
    }
    assert!(text.contains("Turn to 30"), "{text}");
    assert!(!text.contains("Turn to 31"), "{text}");
}

#[test]
fn a_numbered_epub_is_valid_and_in_the_language_of_the_story() {
    let mut bundle = numbered(sample_story_with_variables(), Numbering::Shuffled);
    bundle.language = Some("de-AT".to_owned());
    let bytes = exporter("epub-choices").unwrap().export(&bundle);
    let folder = external_programs::folder_with(&[("story.epub", &bytes)]);
    external_programs::epubcheck(folder.path(), "story.epub");
    let files = Folder::unpack(&bytes).unwrap().files;
    let file = |path: &str| String::from_utf8(files[path].clone()).unwrap();
    assert!(file("book/package.opf").contains("<dc:language>de-AT</dc:language>"));
    let first = file("book/page-1.xhtml");
    assert!(first.contains("<h1>1</h1>"), "{first}");
    assert!(first.contains(">Weiter bei 2</a>"), "{first}");
}

#[test]
fn a_document_under_titles_says_where_a_scene_goes_on_that_the_next_one_does_not_follow() {
    let mut story = row(3);
    let (last, second) = (story.nodes[2].id, story.nodes[1].id);
    let back = Edge {
        id: EdgeId(Uuid::from_u128(2000)),
        record: EdgeRecord::link(last, second, "", 0),
        data: DataMap::new(),
    };
    story.edges.insert(back.id, Arc::new(back));
    let bundle = Bundle::new(story);
    let book = Book::of(&bundle);
    let words = |at: usize| {
        let choices = book.printed_choices(at).into_iter();
        choices.map(|it| it.words).collect::<Vec<_>>()
    };
    assert_eq!([words(0), words(1)], [vec![], Vec::<String>::new()]);
    assert_eq!(words(2), ["Scene 1"]);
}

#[test]
fn books_that_are_played_take_numbers() {
    let takes = |it: &&'static dyn crate::Exporter| it.options().contains(&ExportOption::Numbering);
    let names = crate::EXPORTERS.iter().copied().filter(takes);
    let names: Vec<_> = names.map(|it| it.name()).collect();
    assert_eq!(names, ["epub-choices", "docx", "pdf"]);
}
