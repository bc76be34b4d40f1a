//! Novels in every supported file type.

use expect_test::{Expect, expect};
use model::FixedWorld;

use super::{Novel, Split};
use crate::tests::outline;
use crate::{Folder, Importer, sniff};

#[track_caller]
fn check(bytes: &[u8], expected: Expect) {
    let (bundle, warnings) = Novel.import(bytes, &FixedWorld::default()).unwrap();
    let warnings: Vec<_> = warnings.iter().map(|it| format!("! {it}")).collect();
    expected.assert_eq(&format!(
        "{}\n{}",
        outline(&bundle.story),
        warnings.join("\n")
    ));
}

#[test]
fn splits_plain_text_at_chapters() {
    let text = "The Sea\n\nPART ONE\n\nChapter 1\n\nIt began.\n\nIt went on.\n\nChapter 2: Storm\nPart of it ended.\n\nPART TWO\n\nEpilogue\n\nCalm.\n";
    assert_eq!(
        sniff(text.as_bytes(), "sea.txt").map(|it| it.name()),
        Some("novel")
    );
    check(
        text.as_bytes(),
        expect![[r#"
        “The Sea”
        PART ONE (group) at -40,-40
        Chapter 1 (scene, start, in PART ONE) at 0,0
          text: {"text":"It began.\n\nIt went on."}
          “” → Chapter 2: Storm
        Chapter 2: Storm (scene, in PART ONE) at 300,0
          text: {"text":"Part of it ended."}
          “” → Epilogue
        PART TWO (group) at -40,180
        Epilogue (scene, in PART TWO) at 0,220
          text: {"text":"Calm."}
    "#]],
    );
}

#[test]
fn reads_chinese_text_in_any_encoding() {
    let text = "雨夜\r\n\r\n楔子\r\n很久以前，有一个人。\r\n\r\n第一章　门口\r\n他来了。他敲了敲门。\r\n第二章 来客\r\n第二天，没有人来。\r\n";
    let (gbk, _, _) = encoding_rs::GBK.encode(text);
    assert_eq!(sniff(&gbk, "").map(|it| it.name()), Some("novel"));
    check(
        &gbk,
        expect![[r#"
        “雨夜”
        楔子 (scene, start) at 0,0
          text: {"text":"很久以前，有一个人。"}
          “” → 第一章　门口
        第一章　门口 (scene) at 300,0
          text: {"text":"他来了。他敲了敲门。"}
          “” → 第二章 来客
        第二章 来客 (scene) at 600,0
          text: {"text":"第二天，没有人来。"}
        ! The file is not UTF-8 and was read as GBK. If letters look wrong, save it as UTF-8 and import it again."#]],
    );
    let story =
        |bytes: &[u8]| outline(&Novel.import(bytes, &FixedWorld::default()).unwrap().0.story);
    let marked: Vec<u8> = std::iter::once(0xfeff)
        .chain(text.encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    assert_eq!(story(&gbk), story(text.as_bytes()));
    assert_eq!(story(&marked), story(text.as_bytes()));
}

#[test]
fn splits_markdown_at_headings() {
    let text = "---\nauthor: Ada\n---\n# The Sea\n\n## Dawn ##\n\nLight.\n\n### Later\n\n```\n# no heading\n```\n\n## Dusk\n\n#hashtag\n";
    check(
        text.as_bytes(),
        expect![[r##"
        “The Sea”
        Dawn (scene, start) at 0,0
          text: {"text":"Light.\n\n### Later\n\n```\n# no heading\n```"}
          “” → Dusk
        Dusk (scene) at 300,0
          text: {"text":"#hashtag"}
    "##]],
    );
    check(
        b"Just some words.\n\nAnd more.",
        expect![[r#"
        “Untitled”
        Just some words. (scene, start) at 0,0
          text: {"text":"Just some words.\n\nAnd more."}
        ! No chapter headings were found: the whole text is one scene. Headings like “Chapter 1”, “第一章” or “# Title” on lines of their own are known."#]],
    );
}

#[test]
fn splits_a_word_document_at_heading_styles() {
    let mut folder = Folder::default();
    folder.put("[Content_Types].xml", "<Types/>");
    folder.put("word/styles.xml", "<w:styles xmlns:w=\"w\"><w:style w:styleId=\"1\"><w:name w:val=\"heading 1\"/></w:style><w:style w:styleId=\"own\"><w:name w:val=\"My Heading\"/><w:basedOn w:val=\"1\"/></w:style><w:style w:styleId=\"T\"><w:name w:val=\"Title\"/></w:style></w:styles>");
    folder.put("word/document.xml", "<?xml version=\"1.0\"?><!DOCTYPE x [<!ENTITY b \"bomb\">]><w:document xmlns:w=\"w\"><w:body>\
        <w:p><w:pPr><w:pStyle w:val=\"T\"/></w:pPr><w:r><w:t>The Sea</w:t></w:r></w:p>\
        <w:p><w:pPr><w:pStyle w:val=\"1\"/></w:pPr><w:r><w:rPr><w:b/></w:rPr><w:t>Dawn</w:t></w:r></w:p>\
        <w:p><w:r><w:t xml:space=\"preserve\">It was </w:t></w:r><w:r><w:rPr><w:i/></w:rPr><w:t>very </w:t></w:r><w:r><w:rPr><w:b w:val=\"0\"/></w:rPr><w:t>light &amp; &b;.</w:t></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>\
        <w:p><w:pPr><w:pStyle w:val=\"own\"/></w:pPr><w:r><w:t>Dusk</w:t></w:r></w:p><w:p><w:r><w:t>Dark.</w:t><w:drawing/></w:r></w:p></w:body></w:document>");
    let bytes = folder.pack(&[]);
    assert_eq!(sniff(&bytes, "").map(|it| it.name()), Some("novel"));
    check(
        &bytes,
        expect![[r#"
            “The Sea”
            Dawn (scene, start) at 0,0
              text: {"text":"It was *very* light & &b;."}
              “” → Dusk
            Dusk (scene) at 300,0
              text: {"text":"Dark."}
            ! Pictures and sounds are not read: 1."#]],
    );
}

#[test]
fn reads_an_epub_in_spine_order() {
    let mut folder = Folder::default();
    folder.put("mimetype", "application/epub+zip");
    folder.put(
        "META-INF/container.xml",
        "<container><rootfiles><rootfile full-path=\"OEBPS/book.opf\"/></rootfiles></container>",
    );
    folder.put("OEBPS/book.opf", "<package><metadata xmlns:dc=\"dc\"><dc:title>The Sea</dc:title><dc:title>Second</dc:title></metadata><manifest>\
        <item id=\"nav\" href=\"nav.xhtml\" properties=\"nav\"/><item id=\"b\" href=\"text/b.xhtml\"/><item id=\"a\" href=\"text/a%20a.xhtml\"/><item id=\"c\" href=\"gone.xhtml\"/><item id=\"i\" href=\"i.png\" media-type=\"image/png\"/></manifest>\
        <spine><itemref idref=\"nav\"/><itemref idref=\"a\"/><itemref idref=\"b\"/><itemref idref=\"c\"/></spine></package>");
    folder.put("OEBPS/nav.xhtml", "<html><body><nav><ol><li><a href=\"text/a%20a.xhtml#x\">Dawn</a></li><li><a href=\"text/b.xhtml\">not this</a></li></ol></nav></body></html>");
    folder.put("OEBPS/text/a a.xhtml", "<html><head><title>x</title></head><body><p>Light.</p><script>bad()</script></body></html>");
    folder.put(
        "OEBPS/text/b.xhtml",
        "<html><body><h2>Dusk</h2><p>Dark&nbsp;<em>sky</em>.</p></body></html>",
    );
    let bytes = folder.pack(&["mimetype"]);
    assert_eq!(sniff(&bytes, "sea.epub").map(|it| it.name()), Some("novel"));
    check(
        &bytes,
        expect![[r#"
            “The Sea”
            Dawn (scene, start) at 0,0
              text: {"text":"Light."}
              “” → Dusk
            Dusk (scene) at 300,0
              text: {"text":"Dark *sky*."}
            ! OEBPS/gone.xhtml: This page is missing or empty; it is left out.
            ! Pictures and sounds are not read: 1."#]],
    );
}

#[test]
fn rejects_files_without_text() {
    let mut folder = Folder::default();
    folder.put("META-INF/container.xml", "<container/>");
    let mut refused = vec![folder.pack(&[])];
    folder.put(
        "META-INF/container.xml",
        "<rootfile full-path=\"../../x.opf\"/>",
    );
    refused.push(folder.pack(&[]));
    folder = Folder::default();
    folder.put("word/document.xml", "<w:document/>");
    refused.push(folder.pack(&[]));
    refused.push(b" \n".to_vec());
    let messages = refused.iter().map(|it| {
        Novel
            .import(it, &FixedWorld::default())
            .unwrap_err()
            .to_string()
    });
    expect![[r#"
        The book does not say where its contents are. Save it again as EPUB.
        The file lacks its part ../../x.opf. Save it again from the program it comes from.
        There is no text in the file. Choose another.
        The file is empty. Choose another."#]]
    .assert_eq(&messages.collect::<Vec<_>>().join("\n"));
}

#[test]
fn reads_a_long_novel_in_linear_time() {
    let text: String = (1..=5000)
        .map(|it| format!("Chapter {it}\n\n{}\n", "Words. ".repeat(20)))
        .collect();
    let (bundle, _) = Novel
        .import(text.as_bytes(), &FixedWorld::default())
        .unwrap();
    assert_eq!(
        (bundle.story.nodes.len(), bundle.story.edges.len()),
        (5000, 4999)
    );
    let deep = "<div>".repeat(100_000);
    let mut folder = Folder::default();
    folder.put("word/document.xml", deep);
    assert!(
        Novel
            .import(&folder.pack(&[]), &FixedWorld::default())
            .is_err()
    );
}

/// The chapter titles of a text that is divided in a given way, and the number of warnings.
fn chapters(name: &str, text: &[u8], split: &str) -> (Vec<String>, usize) {
    let split: Split = split.parse().unwrap();
    let format = crate::importer(name).unwrap();
    assert!(format.splits_prose());
    let read = format.import_split(text, &split, &FixedWorld::default());
    let (bundle, warnings) = read.unwrap();
    let titles = bundle.story.nodes.values().map(|it| it.title.clone());
    (titles.collect(), warnings.len())
}

#[test]
fn splits_a_text_by_the_chosen_rule() {
    let diary =
        "A diary\n\nDay 1\nRain.\n\nDaybreak was late.\n\nDAY 2: Sun\nSun.\n\nChapter 7\n\nNone.\n";
    let titles = |split: &str| chapters("novel", diary.as_bytes(), split);
    assert_eq!(titles("automatic").0, ["A diary", "Chapter 7"]);
    assert_eq!(titles("Day").0, ["Day 1", "DAY 2: Sun"]);
    assert_eq!(titles("none"), (vec!["A diary".to_owned()], 0));
    let (unmarked, warnings) = titles("headings");
    assert_eq!((unmarked.len(), warnings), (1, 1), "nothing is marked");
    let marked = "# One\n\nChapter 1\n\nText.\n\n# Two\n\nMore.\n";
    let marked = |split: &str| chapters("novel", marked.as_bytes(), split).0;
    assert_eq!(marked("headings"), ["One", "Two"]);
    assert_eq!(
        marked("Chapter *"),
        ["Chapter 1"],
        "above it stands the title"
    );
}
