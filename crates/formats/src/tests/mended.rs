//! Problems found with real third-party files: Ink with comment marks and unusual beginnings,
//! stories of several files as one file, control characters, novels in other languages.

use expect_test::expect;
use model::FixedWorld;

use crate::{Bundle, Exporter, Folder, Importer, exporter, importer, ink, novel, renpy, twee};
use markup::kept_data::set_text;
use std::sync::Arc;

fn import(format: &str, bytes: &[u8]) -> (Bundle, Vec<String>) {
    let importer = importer(format).unwrap();
    let (bundle, warnings) = importer.import(bytes, &FixedWorld::default()).unwrap();
    (bundle, warnings.iter().map(ToString::to_string).collect())
}

fn folder(files: &[(&str, &str)]) -> Vec<u8> {
    let mut folder = Folder::default();
    for (path, text) in files {
        folder.put(*path, *text);
    }
    folder.pack(&[])
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

/// The titles of all nodes.
fn titles(bundle: &Bundle) -> String {
    let titles: Vec<_> = bundle
        .story
        .nodes
        .values()
        .map(|it| it.title.as_str())
        .collect();
    titles.join(" | ")
}

#[test]
fn comment_marks_in_prose_are_escaped_in_ink() {
    let (mut bundle, _) = import("ink", b"=== Start ===\nx\n-> END\n");
    let node = Arc::make_mut(&mut bundle.story.nodes[0]);
    node.data.clear();
    set_text(
        &mut node.data,
        "Not just //*one*// link, http://x.y /* no */.",
    );
    let written = text(ink::Ink.export(&bundle));
    for mark in ["//", "/*", "*/"] {
        assert!(!written.contains(mark), "{written}");
    }
    assert!(
        written.contains(r"Not just /\/\*one*\/\/ link"),
        "{written}"
    );
}

#[test]
fn an_untouched_ink_file_keeps_its_first_divert() {
    for file in [
        "-> hall.later\n=== hall ===\nHi.\n- (later) Later.\n-> END\n",
        "-> hall.room.later\n=== hall ===\nHi.\n-> END\n= room\n- (later) Later.\n-> END\n",
        "-> a\n= a\nHi.\n-> END\n",
        "VAR x = -> yard\n-> x\n=== hall ===\nHi.\n-> END\n=== yard ===\nHo.\n-> END\n",
        "-> END\n=== hall ===\nHi.\n-> END\n",
    ] {
        let (bundle, warnings) = import("ink", file.as_bytes());
        assert_eq!(warnings, Vec::<String>::new(), "{file}");
        assert_eq!(text(ink::Ink.export(&bundle)), file);
    }
    // A variable starts at its target; another start replaces the divert.
    let file = "VAR x = -> yard\n-> x\n=== hall ===\nHi.\n-> END\n=== yard ===\nHo.\n-> END\n";
    let (mut bundle, _) = import("ink", file.as_bytes());
    assert_eq!(
        bundle.story.record.start,
        Some(bundle.story.titled("yard")[0].id)
    );
    bundle.story.record.start = Some(bundle.story.titled("hall")[0].id);
    assert!(text(ink::Ink.export(&bundle)).contains("\n-> hall\n==="));
}

#[test]
fn ignores_ink_files_that_are_not_included() {
    let files = [
        (
            "main.ink",
            "INCLUDE shore.ink\n-> hall\n=== hall ===\n-> shore\n",
        ),
        ("old.ink", "VAR z = 1\n=== hall ===\nOld.\n-> END\n"),
        ("shore.ink", "VAR y = 1\n=== shore ===\nSand.\n-> END\n"),
    ];
    let bytes = folder(&files);
    let (bundle, warnings) = import("ink", &bytes);
    assert_eq!(titles(&bundle), "hall | shore");
    expect!["old.ink: “main.ink” does not include this file, so it is not part of the story. It is kept and written back."]
        .assert_eq(&warnings.join("\n"));
    assert_eq!(ink::Ink.export(&bundle), bytes);
    expect![[r#"
        VAR y = 1
        -> hall
        === hall ===
        -> shore
        === shore ===
        Sand.
        -> END
    "#]]
    .assert_eq(&text(ink::Ink.export_single_file(&bundle)));
}

#[test]
fn a_story_of_several_files_exports_as_one_and_round_trips() {
    let twee = [
        ("a.twee", ":: StoryTitle\nSea\n\n:: Start\n[[Shore]]\n"),
        ("b.twee", "// a note\n:: Shore\n[[Start]]\n"),
    ];
    let yarn = [
        ("a.yarn", "title: Start\n---\n<<jump Shore>>\n===\n"),
        ("b.yarn", "title: Shore\n---\nSand.\n===\n"),
    ];
    for (format, files) in [("twee", twee), ("yarn", yarn)] {
        let (bundle, _) = import(format, &folder(&files));
        let exporter = exporter(format).unwrap();
        assert_eq!(exporter.extension_for(&bundle), "zip");
        let whole = exporter.export_single_file(&bundle);
        let (again, _) = import(format, &whole);
        assert_eq!(titles(&again), titles(&bundle), "{format}");
        assert_eq!(
            again.story.edges.len(),
            bundle.story.edges.len(),
            "{format}"
        );
    }
}

#[test]
fn a_control_character_in_a_link_is_dropped_with_a_warning() {
    let file = ":: StoryTitle\nx\n\n:: Start\nHi\n[[Go\u{1}there|Next]]\n\n:: Next\nEnd.\n";
    let (bundle, warnings) = import("twee", file.as_bytes());
    let expected = "line 6: The link “Gothere” contains control characters (1),";
    assert!(
        warnings.iter().any(|it| it.starts_with(expected)),
        "{warnings:?}"
    );
    assert_eq!(bundle.story.edges[0].record.label, "Gothere");
    let written = text(twee::Twee.export(&bundle));
    assert_eq!(written.matches("[[").count(), 1, "{written}");
    let ink = "-> a\n=== a ===\n+ [Go\u{1}there] -> b\n=== b ===\n-> END\n";
    let (bundle, warnings) = import("ink", ink.as_bytes());
    assert!(warnings[0].starts_with("line 3: "), "{warnings:?}");
    assert_eq!(text(ink::Ink.export(&bundle)), ink);
}

#[test]
fn twee_keeps_brackets_in_titles_that_a_link_can_hold() {
    let (mut bundle, _) = import("twee", b":: Start\nHi\n");
    let node = Arc::make_mut(&mut bundle.story.nodes[0]);
    node.title = "New room [x] -> y".to_owned();
    let written = text(twee::Twee.export(&bundle));
    assert!(written.contains(r":: New room \[x\] → y"), "{written}");
    assert_eq!(
        titles(&import("twee", written.as_bytes()).0),
        "New room [x] → y"
    );
}

#[test]
fn recognizes_a_style_sheet_by_its_name() {
    let (bundle, _) = import(
        "twee",
        b":: Start\nHi\n\n:: StoryStylesheet\nbody { color: red }\n",
    );
    assert_eq!(bundle.story.titled("StoryStylesheet")[0].kind, "note");
}

#[test]
fn renpy_text_doubles_percent_signs() {
    let (mut bundle, _) = import("twee", b":: Start\n85% sure\n");
    Arc::make_mut(&mut bundle.story.nodes[0]).title = "All".to_owned();
    assert!(text(renpy::RenPy.export(&bundle)).contains("\"85%% sure\""));
}

/// The chapters of a novel.
fn chapters(text: &str) -> String {
    let (bundle, _) = novel::Novel
        .import(text.as_bytes(), &FixedWorld::default())
        .unwrap();
    titles(&bundle)
}

#[test]
fn recognizes_chapters_with_full_stops_and_skips_the_table_of_contents() {
    let prose = "\n\nIt was a long day at sea, and nobody spoke a word until the evening came.\n\n";
    let book = format!(
        "MOBY\n\nCONTENTS\n\nCHAPTER 1. Loomings.\n\nCHAPTER 2. The Carpet-Bag.\n\n\
         CHAPTER 3. Hark!\n\nEpilogue\n\n\nCHAPTER 1. Loomings.{prose}CHAPTER 2. The Carpet-Bag.\
         {prose}Chapter 2. was long, he said.\nAnd on.\n\nCHAPTER 3. Hark!{prose}EPILOGUE.{prose}"
    );
    assert_eq!(
        chapters(&book),
        "MOBY | CHAPTER 1. Loomings. | CHAPTER 2. The Carpet-Bag. | CHAPTER 3. Hark! | EPILOGUE."
    );
}

#[test]
fn consecutive_numerals_alone_are_chapters() {
    let book = "The Sea\n\nI\n\nIt began.\n\nI\n\nII\n\nIt went on.\n\nX\n\nIII.\n\nIt ended.\n";
    assert_eq!(chapters(book), "I | II | III.");
    assert_eq!(chapters("一\n\n雨。\n\n二\n\n晴。\n"), "一 | 二");
    // A single numeral, or one beside chapters, is text.
    assert_eq!(chapters("Words.\n\nI\n\nMore.\n"), "Words.");
    assert_eq!(
        chapters("Chapter 1\n\nA.\n\nI\n\nB.\n\nII\n\nC.\n\nChapter 2\n\nD.\n"),
        "Chapter 1 | Chapter 2"
    );
}

#[test]
fn recognizes_chapters_in_other_languages() {
    let book = "ЧАСТЬ ПЕРВАЯ\n\nГлава 1\n\nДождь.\n\nГлава 2\n\nСнег.\n\nЧАСТЬ ВТОРАЯ\n\nГлава 1\n\nЛёд.\n";
    assert_eq!(
        chapters(book),
        "ЧАСТЬ ПЕРВАЯ | Глава 1 | Глава 2 | ЧАСТЬ ВТОРАЯ | Глава 1"
    );
    assert_eq!(
        chapters("제1장 비\n\n하나.\n\n제2장 눈\n\n둘.\n"),
        "제1장 비 | 제2장 눈"
    );
}

#[test]
fn page_numbers_and_title_pages_are_not_chapters() {
    let bytes = folder(&[
        ("mimetype", "application/epub+zip"),
        (
            "META-INF/container.xml",
            "<container><rootfiles><rootfile full-path=\"b.opf\"/></rootfiles></container>",
        ),
        (
            "b.opf",
            "<package><metadata><title>The Sea</title></metadata><manifest>\
             <item id=\"n\" href=\"nav.xhtml\" properties=\"nav\"/><item id=\"t\" href=\"t.xhtml\"/>\
             <item id=\"a\" href=\"a.xhtml\"/></manifest><spine><itemref idref=\"t\"/>\
             <itemref idref=\"a\"/></spine></package>",
        ),
        (
            "nav.xhtml",
            "<html><body><nav epub:type=\"page-list\"><a href=\"a.xhtml#p169\">169</a></nav>\
             <nav epub:type=\"toc\"><a href=\"a.xhtml\">Dawn</a></nav></body></html>",
        ),
        (
            "t.xhtml",
            "<html><body epub:type=\"frontmatter\"><section epub:type=\"titlepage\">\
             <p>The Sea</p><p>Ada</p></section></body></html>",
        ),
        ("a.xhtml", "<html><body><p>Light.</p></body></html>"),
    ]);
    let (bundle, _) = import("novel", &bytes);
    assert_eq!(titles(&bundle), "Dawn");
    assert_eq!(bundle.story.record.title, "The Sea");
}
