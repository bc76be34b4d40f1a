//! Books whose chapters are groups of scenes.

use std::fmt::Write as _;
use std::process::Command;
use std::sync::Arc;

use expect_test::expect;
use model::{Edge, EdgeId, EdgeRecord, Layout, Node, NodeId, Story, StoryId};
use uuid::Uuid;

use super::external_programs;
use crate::export::{Book, Opening};
use crate::{Bundle, ChapterUnit, ExportOption, Folder, LossKind};
use markup::kept_data::{DataMap, set_text};

/// Groups and scenes: the title, the text (`None` for a group) and the group around it.
const NODES: [(&str, Option<&str>, &str); 14] = [
    ("Prologue", Some("Before."), ""),
    ("Part One", None, ""),
    ("Arrival", None, "Part One"),
    ("The ship", Some("It came."), "Arrival"),
    ("A gap", Some(""), "Arrival"),
    ("The quay", Some("She waited.\n\n***\n\nStill."), "Arrival"),
    ("Between", Some("Alone."), "Part One"),
    ("Departure", None, "Part One"),
    ("To come", Some(" "), "Departure"),
    ("The sail", Some("It left."), "Departure"),
    ("The wake", Some("White."), "Departure"),
    ("Coda & end", None, ""),
    ("Night", Some("Dark."), "Coda & end"),
    ("Morning", Some("Light."), "Coda & end"),
];

fn story() -> Bundle {
    let id = |it: usize| Uuid::from_u128(0x7000_8000_0000_0000_0000 | it as u128);
    let mut story = Story::new(StoryId(id(0)), "The sea");
    let mut last = None;
    for (number, (title, text, group)) in NODES.into_iter().enumerate() {
        let mut data = DataMap::new();
        set_text(&mut data, text.unwrap_or_default());
        let parent = NODES.iter().position(|it| it.0 == group);
        let node = Node {
            id: NodeId(id(number + 1)),
            title: title.to_owned(),
            kind: text.map_or("group", |_| "scene").to_owned(),
            layout: Layout {
                parent: parent.map(|it| NodeId(id(it + 1))),
                ..Layout::default()
            },
            data,
        };
        if text.is_some() {
            story.record.start = story.record.start.or(Some(node.id));
            if let Some(from) = last.replace(node.id) {
                let edge = Edge {
                    id: EdgeId(id(100 + number)),
                    record: EdgeRecord::link(from, node.id, "", 0),
                    data: DataMap::new(),
                };
                story.edges.insert(edge.id, Arc::new(edge));
            }
        }
        story.nodes.insert(node.id, Arc::new(node));
    }
    let mut bundle = Bundle::new(story);
    bundle.options.chapters = ChapterUnit::Group;
    bundle
}

/// The headings, breaks and texts of a book.
fn contents(book: &Book<'_>) -> String {
    let mut text = String::new();
    for (number, scene) in book.chapters.iter().enumerate() {
        if let Some((_, part)) = book.parts.beginning_at(number) {
            let _ = writeln!(text, "# {part}");
        }
        let marks = if book.parts.part_of(number).is_some() {
            "##"
        } else {
            "#"
        };
        let _ = match scene.opening {
            Opening::Heading => writeln!(text, "{marks} {}", scene.title),
            Opening::SceneBreak => writeln!(text, "  * * *"),
            Opening::Unmarked => Ok(()),
        };
        let lines = scene.text.lines().filter(|it| !it.trim().is_empty());
        lines.for_each(|it| {
            let _ = writeln!(text, "  {it}");
        });
    }
    text
}

#[test]
fn the_scenes_of_a_group_are_one_chapter() {
    let bundle = story();
    let book = Book::of_scenes(&bundle);
    expect![[r"
        # Prologue
          Before.
        # Part One
        ## Arrival
          It came.
          * * *
          She waited.
          ***
          Still.
        ## Between
          Alone.
        ## Departure
          It left.
          * * *
          White.
        # Coda & end
          Dark.
          * * *
          Light.
    "]]
    .assert_eq(&contents(&book));
    let sections: Vec<_> = book.sections().collect();
    assert_eq!(sections, [0..1, 1..4, 4..5, 5..8, 8..10]);
    let of_titles = |bundle: &Bundle| {
        let losses = crate::exporter("docx").unwrap().losses(bundle);
        let lost = losses
            .into_iter()
            .find(|it| it.what == LossKind::SceneTitles);
        lost.map(|it| it.count)
    };
    assert_eq!(of_titles(&bundle), Some(8));
    let mut by_scene = bundle.clone();
    by_scene.options.chapters = ChapterUnit::Scene;
    assert_eq!(of_titles(&by_scene), None);
    assert_eq!(Book::of_scenes(&by_scene).sections().count(), 10);
}

#[test]
fn scenes_of_a_group_that_are_apart_are_chapters() {
    let mut bundle = story();
    let arrival = bundle.story.nodes[3].layout.parent;
    Arc::make_mut(&mut bundle.story.nodes[12]).layout.parent = arrival;
    let contents = contents(&Book::of_scenes(&bundle));
    for heading in ["The ship", "The quay", "Night", "Departure", "Coda & end"] {
        assert!(contents.contains(&format!("# {heading}\n")), "{contents}");
    }
    assert!(!contents.contains("# Arrival"), "{contents}");
}

#[test]
fn books_of_every_kind_have_the_chapters_of_groups() {
    let bundle = story();
    let titles = [
        "Prologue",
        "Part One",
        "Arrival",
        "Between",
        "Departure",
        "Coda & end",
    ];
    for format in ["docx", "epub", "pdf"] {
        assert!(
            crate::exporter(format)
                .unwrap()
                .options()
                .contains(&ExportOption::Chapters)
        );
    }

    let bytes = crate::exporter("epub").unwrap().export(&bundle);
    let folder = Folder::unpack(&bytes).unwrap();
    let file = |path: &str| String::from_utf8(folder.files[path].to_vec()).unwrap();
    let contents = file("book/nav.xhtml");
    let entries = contents.lines().filter(|it| it.starts_with("<li><a href"));
    let entries: Vec<_> = entries
        .map(|it| it.split(['<', '>']).nth(4).unwrap())
        .collect();
    assert_eq!(entries, titles.map(|it| it.replace('&', "&amp;")));
    let arrival = file("book/page-2.xhtml");
    assert!(
        arrival.contains("It came.") && arrival.contains("She waited."),
        "{arrival}"
    );
    assert_eq!(arrival.matches("<hr/>").count(), 2, "{arrival}");
    assert!(!folder.files.contains_key("book/page-3.xhtml"));
    let files = external_programs::folder_with(&[("sea.epub", &bytes)]);
    external_programs::epubcheck(files.path(), "sea.epub");

    let bytes = crate::exporter("docx").unwrap().export(&bundle);
    let files = external_programs::folder_with(&[("sea.docx", &bytes)]);
    let read = external_programs::python("read_docx.py", files.path(), &["sea.docx"]);
    let read: serde_json::Value = serde_json::from_str(&read).unwrap();
    let paragraphs: Vec<(String, String)> =
        serde_json::from_value(read["paragraphs"].clone()).unwrap();
    let headings = paragraphs.iter().filter(|it| it.0.starts_with("Heading"));
    let headings: Vec<_> = headings.map(|it| it.1.as_str()).collect();
    assert_eq!(headings, titles);
    assert_eq!(paragraphs.iter().filter(|it| it.1 == "* * *").count(), 4);
    // The first chapter of a part stands below its title.
    assert_eq!(read["pages"].as_array().unwrap().len(), 5);
    assert!(
        !read["pages"]
            .as_array()
            .unwrap()
            .contains(&"Arrival".into())
    );

    let bytes = crate::exporter("pdf").unwrap().export(&bundle);
    let files = external_programs::folder_with(&[("sea.pdf", &bytes)]);
    let read = external_programs::run(
        Command::new("pdftohtml")
            .args(["-xml", "-i", "-stdout", "sea.pdf"])
            .current_dir(files.path()),
    );
    let outline = &read[read.find("<outline>").unwrap()..];
    let entries = outline.lines().filter(|it| it.starts_with("<item"));
    let entries: Vec<_> = entries
        .map(|it| it.split(['<', '>']).nth(2).unwrap())
        .collect();
    assert_eq!(entries, titles.map(|it| it.replace('&', "&amp;")));
    let pages = outline.lines().filter_map(|it| it.split('"').nth(1));
    assert_eq!(pages.collect::<Vec<_>>(), ["2", "3", "3", "4", "5", "6"]);
}
