//! A stress test: three hundred nodes whose titles, texts and choices contain the markup of every
//! format in many scripts, with cycles, duplicate edges, nested groups and pictures; and what
//! third-party programs make of it.

use std::process::Command;
use std::sync::Arc;

use model::{Edge, EdgeId, EdgeRecord, FixedWorld, Layout, Node, NodeId, Story, StoryId};
use serde_json::{Value, json};
use uuid::Uuid;

use super::external_programs::{
    chinese_font, epubcheck, folder_with, node as outside_node, python, run,
};
use super::stories::{picture, rich};
use crate::export::Book;
use crate::typeset::Fonts;
use crate::{Bundle, EXPORTERS, exporter, importer};
use markup::kept_data::{DataMap, set_text};

/// Words that are markup in some format, or difficult to write.
const WORDS: &[&str] = &[
    "",
    " ",
    "\t",
    "“Quoted” 'single' \"double\" `tick`",
    "<script>alert(1)</script>",
    "</title><b>",
    "&amp; &lt; &#0; &nope;",
    "]]>",
    "<!-- x --> --> <?xml?>",
    "雨夜·第一章",
    "むかし、むかし",
    "👩‍👩‍👧‍👦 🏳️‍🌈 🙂",
    "שלום \u{202e}abc\u{202c} مرحبا",
    "e\u{301}\u{327} \u{301}",
    "\u{0}\u{1}\u{8}\u{b}\u{c}\u{1b}[31m\u{7f}\u{85}",
    "\u{feff}mark \u{200b} \u{ad} \u{fffe} \u{ffff} \u{fdd0}",
    "two\nlines",
    "two\r\nlines\rmore",
    "line\u{2028}and\u{2029}paragraph",
    "StoryData",
    "StoryTitle",
    ":: Start [tag] {\"a\":1}",
    "a->b",
    "b<-a",
    "x|y][$z to 1",
    "[[a->b]]",
    "<<goto \"Start\">> (go-to: \"x\") {embed passage: 'y'}",
    "=== knot ===",
    "= stitch",
    "-> END",
    "END",
    "* [choice] -> DONE",
    "{x: a|b} ~ temp y = 1",
    "INCLUDE x.ink",
    "title: x",
    "---",
    "===",
    "<<jump x>> <<if $y>>",
    "{$x} #line:1 // no",
    "digraph {",
    "\"]; x [label=\"",
    "\\",
    "\\n \\N \\l \\u0041 \\\"",
    "end",
    "subgraph x",
    "A --> B",
    "n0[\"x\"]",
    "%% comment",
    "click x call y()",
    "=cmd|' /C calc'!A0",
    "+1",
    "@SUM(1)",
    "-1,\"x\"",
    "label start:",
    "[b] {b}x{/b} %(x)s %d %",
    "INT. HOUSE - DAY",
    ".FORCED",
    "!action",
    "@NAME",
    "~lyric",
    "> CUT TO:",
    "# heading",
    "- item",
    "1. item",
    "> quote",
    "```",
    "| a | b |",
    "***",
    "[a](b.md) ![x](y.png) <http://z>",
    "CON",
    "nul.md",
    "../../etc/passwd",
    "a/b\\c:d*e?f",
    ".",
    "..",
    "__proto__",
    "constructor",
    "null",
    "true",
    "~",
    "!!str x",
    "*anchor &anchor",
    "%YAML 1.2",
    "key: value # comment",
    "{{mustache}} ${x} #{y}",
    "$gold",
];

/// The number of nodes.
const NODES: usize = 300;

fn title(number: usize) -> String {
    match number {
        3 => "Long ".repeat(2_000),
        4 => "雨".repeat(10_000),
        5 => "\"<&]]>\\".repeat(1_500),
        _ if number.is_multiple_of(3) => format!("{} {number}", WORDS[number % WORDS.len()]),
        _ => WORDS[number % WORDS.len()].to_owned(),
    }
}

fn prose(number: usize) -> String {
    match number % 10 {
        0 => String::new(),
        1 => rich(),
        2 => WORDS.join("\n"),
        3 => WORDS.join("\n\n"),
        4 => WORDS.join(" "),
        _ => format!(
            "{}\n\n{}\n{}",
            WORDS[number * 7 % WORDS.len()],
            WORDS[number * 11 % WORDS.len()],
            WORDS[number * 13 % WORDS.len()]
        ),
    }
}

fn node(number: usize, asset: &str) -> Node {
    let mut data = DataMap::new();
    set_text(&mut data, prose(number));
    if number % 10 == 7 {
        let prompt = WORDS[number % WORDS.len()];
        let image = json!({ "asset": asset, "mime": "image/png", "prompt": prompt });
        data.insert("image".into(), Arc::new(image));
    }
    if number.is_multiple_of(4) {
        let items = (0..3).map(|it| {
            let (k, v) = (number + it, number * 3 + it);
            json!({ "k": WORDS[k % WORDS.len()], "v": WORDS[v % WORDS.len()] })
        });
        let items = json!({ "items": items.collect::<Vec<_>>() });
        data.insert("kv".into(), Arc::new(items));
    }
    let kind = match number {
        100..125 => "group",
        _ => [
            "scene",
            "scene",
            "scene",
            "character",
            "note",
            "weather front",
        ][number % 6],
    };
    Node {
        id: node_id(number),
        title: title(number),
        kind: kind.to_owned(),
        layout: Layout {
            x: (number % 20) as f64 * 300.0 - 1e5,
            y: (number / 20) as f64 * -0.5,
            width: number.is_multiple_of(5).then_some(120.5),
            height: number.is_multiple_of(5).then_some(80.0),
            color: [None, Some("3"), Some("#a0b0c0"), Some("#\"/><x y='")][number % 4]
                .map(str::to_owned),
            // Groups nested twenty-five deep, with some nodes in each.
            parent: match number {
                101..125 => Some(node_id(number - 1)),
                200..250 => Some(node_id(100 + number % 25)),
                _ => None,
            },
            ..Layout::default()
        },
        data,
    }
}

fn node_id(number: usize) -> NodeId {
    NodeId(Uuid::from_u128(
        0x019b_7000_0000_7000_8000_0000_0000_0000 + number as u128,
    ))
}

/// Builds the story.
pub(crate) fn stress_story() -> Bundle {
    let id = Uuid::from_u128(0x019b_7000_0000_7000_8000_0001_0000_0000);
    let mut story = Story::new(StoryId(id), "\"Ugly\" <&]]> \u{1} שלום 雨\nstory");
    let (asset, picture) = picture();
    for number in 0..NODES {
        let node = node(number, &asset.to_string());
        story.nodes.insert(node.id, Arc::new(node));
    }
    let mut add = |from: usize, to: usize, order: u32, label: &str| {
        let number = story.edges.len() as u128;
        let id = EdgeId(Uuid::from_u128(id.as_u128() + 1 + number));
        let condition = [
            "gold > 3",
            "visited(\"雨夜·第一章\")",
            "not ((",
            "name == \"<&\\\"\"",
        ];
        let effect = ["gold = gold + 1", "name = \"]]>\"", "= ="];
        let some = |all: &[&str], each: u128| {
            number
                .is_multiple_of(each)
                .then(|| all[(number / each) as usize % all.len()].to_owned())
        };
        let record = EdgeRecord {
            dynamic: number.is_multiple_of(97),
            includes: number.is_multiple_of(89),
            once: number.is_multiple_of(5),
            from: node_id(from),
            to: node_id(to),
            label: label.to_owned(),
            order,
            condition: some(&condition, 7),
            effect: some(&effect, 11),
        };
        let data = DataMap::new();
        story.edges.insert(id, Arc::new(Edge { id, record, data }));
    };
    for from in 0..NODES {
        let label = |it: usize| WORDS[(from * 5 + it) % WORDS.len()];
        add(from, (from + 1) % NODES, 1, label(0));
        add(from, from * 37 % NODES, 0, label(1));
        if from.is_multiple_of(7) {
            add(from, from, 2, label(2));
        }
        if from.is_multiple_of(5) {
            // A duplicate edge.
            add(from, (from + 9) % NODES, 3, label(3));
            add(from, (from + 9) % NODES, 3, label(3));
        }
    }
    story.record.start = Some(node_id(0));
    let mut bundle = Bundle::new(story);
    bundle.assets.insert(asset, picture);
    bundle
}

#[test]
fn stress_story_round_trips_stably() {
    let bundle = stress_story();
    for format in EXPORTERS {
        let Some(reader) = importer(format.name()) else {
            continue;
        };
        assert!(format.losses(&bundle).iter().all(|it| it.count > 0));
        let first = format.export(&bundle);
        let read = reader.import(&first, &FixedWorld::default());
        let (read, _) = read.unwrap_or_else(|it| panic!("{}: {it}", format.name()));
        // Cards contain only characters and their notes.
        if format.name() != "card" {
            assert_eq!(read.story.nodes.len(), NODES, "{}", format.name());
        }
        assert!(
            format.export(&read) == first,
            "{} changes on its second trip",
            format.name()
        );
    }
}

#[test]
fn epubcheck_reports_no_errors() {
    let bundle = stress_story();
    let books = ["epub", "epub-choices"].map(|it| exporter(it).unwrap().export(&bundle));
    let folder = folder_with(&[("linear.epub", &books[0]), ("choices.epub", &books[1])]);
    for name in ["linear.epub", "choices.epub"] {
        epubcheck(folder.path(), name);
    }
}

#[test]
fn python_docx_finds_every_chapter_and_picture() {
    let bundle = stress_story();
    let document = exporter("docx").unwrap().export(&bundle);
    let folder = folder_with(&[("story.docx", &document)]);
    let read = python("read_docx.py", folder.path(), &["story.docx"]);
    let read: Value = serde_json::from_str(&read).unwrap();
    let styles = read["paragraphs"].as_array().unwrap().iter();
    let headings = styles.filter(|it| it[0] == "Heading 1").count();
    let nodes = bundle.story.nodes.values();
    let is_chapter = |it: &&Arc<Node>| !["group", "character", "note"].contains(&&*it.kind);
    let chapters: Vec<_> = nodes.filter(is_chapter).collect();
    assert_eq!(headings, chapters.len());
    let pictured = chapters.iter().filter(|it| it.data.contains_key("image"));
    assert_eq!(read["pictures"], pictured.count());
}

#[test]
fn fountain_js_finds_exactly_every_scene_and_choice() {
    let bundle = stress_story();
    let screenplay = exporter("fountain").unwrap().export(&bundle);
    let folder = folder_with(&[("ugly.fountain", &screenplay)]);
    let read = outside_node("read_fountain.js", folder.path(), &["ugly.fountain"]);
    let tokens: Vec<(String, String)> = serde_json::from_str(&read).unwrap();
    let book = Book::of_scenes(&bundle);
    let count = |kind: &str| tokens.iter().filter(|it| it.0 == kind).count();
    assert_eq!(count("title"), 1);
    assert_eq!(count("scene_heading"), book.chapters.len());
    let branching = book.chapters.iter().filter(|it| it.has_choices());
    let choices: usize = branching.map(|it| it.choices.len()).sum();
    // The text has transitions of its own.
    let own = ("transition".to_owned(), "CUT TO:".to_owned());
    let own = tokens.iter().filter(|it| **it == own).count();
    assert!(own > 0);
    assert_eq!(count("transition") - own, choices);
    let meant = [
        "title",
        "scene_heading",
        "action",
        "dialogue_begin",
        "character",
        "dialogue",
        "dialogue_end",
        "transition",
        "section",
        "centered",
    ];
    let others = tokens.iter().filter(|it| !meant.contains(&it.0.as_str()));
    assert_eq!(others.collect::<Vec<_>>(), [] as [&(String, String); 0]);
}

#[test]
fn screenplay_tools_finds_exactly_every_scene_and_choice() {
    let bundle = stress_story();
    let screenplay = exporter("fdx").unwrap().export(&bundle);
    let folder = folder_with(&[("ugly.fdx", &screenplay)]);
    let read = python("read_fdx.py", folder.path(), &["ugly.fdx"]);
    let elements: Vec<(String, String)> = serde_json::from_str(&read).unwrap();
    let book = Book::of_scenes(&bundle);
    let count = |kind: &str| elements.iter().filter(|it| it.0 == kind).count();
    assert_eq!(count("HEADING"), book.chapters.len());
    let branching = book.chapters.iter().filter(|it| it.has_choices());
    let choices: usize = branching.map(|it| it.choices.len()).sum();
    // The text has transitions of its own.
    let own = elements.iter().filter(|it| it.1 == "CUT TO:").count();
    assert!(own > 0);
    assert_eq!(count("TRANSITION") - own, choices);
}

#[test]
fn poppler_reads_the_pdf_without_warnings() {
    let bundle = stress_story();
    let fonts = Fonts::with(vec![chinese_font("Regular")]);
    let document = exporter("pdf").unwrap().export_with_fonts(&bundle, &fonts);
    let folder = folder_with(&[("ugly.pdf", &document)]);
    let read = Command::new("pdftotext")
        .args(["-enc", "UTF-8", "ugly.pdf", "-"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&read.stderr), "");
    assert!(read.status.success());
    let text = String::from_utf8(read.stdout).unwrap();
    let joined: String = text.split_whitespace().collect();
    for chapter in &Book::of_scenes(&bundle).chapters {
        let is_plain = |it: char| it.is_ascii_graphic() || it == ' ';
        if chapter.title.len() < 100 && chapter.title.chars().all(is_plain) {
            let title: String = chapter.title.split_whitespace().collect();
            assert!(joined.contains(&title), "{}", chapter.title);
        }
    }
}

#[test]
fn browser_plays_the_page_without_errors() {
    let page = exporter("play").unwrap().export(&stress_story());
    let folder = folder_with(&[("ugly.html", &page)]);
    let keys = json!({ "keys": ["1", "2", "1", "1", "Backspace"] });
    let arguments = ["ugly.html", &keys.to_string()];
    let played = outside_node("play_page.js", folder.path(), &arguments);
    let played: Value = serde_json::from_str(&played).unwrap();
    assert_eq!(played["complaints"], json!([]));
    assert_eq!(played["requests"], json!([]));
    for shown in played["seen"].as_array().unwrap() {
        assert_eq!(shown["overflows"], false, "{shown}");
    }
}

#[test]
fn svg_is_xml_and_csv_has_one_row_per_node() {
    let bundle = stress_story();
    let files = ["svg", "csv"].map(|it| exporter(it).unwrap().export(&bundle));
    let folder = folder_with(&[("ugly.svg", &files[0]), ("ugly.csv", &files[1])]);
    let script = "import csv, xml.dom.minidom\nxml.dom.minidom.parse('ugly.svg')\n\
                  rows = list(csv.reader(open('ugly.csv', newline='', encoding='utf-8-sig')))\n\
                  print(len(rows), {len(it) for it in rows} == {len(rows[0])})";
    let read = run(Command::new("python3")
        .args(["-c", script])
        .current_dir(folder.path()));
    assert_eq!(read.trim(), format!("{} True", NODES + 1));
}
