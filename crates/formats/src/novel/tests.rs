//! Novels in every supported file type.

use expect_test::{Expect, expect};
use markup::kept_data;
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
            PART ONE (group) at 0,0
            Chapter 1 (scene, start, in PART ONE) at 0,0
              text: {"text":"It began.\n\nIt went on."}
              “” → Chapter 2: Storm
            Chapter 2: Storm (scene, in PART ONE) at 300,0
              text: {"text":"Part of it ended."}
              “” → Epilogue
            PART TWO (group) at 0,320
            Epilogue (scene, in PART TWO) at 0,320
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

/// A Word document with these parts; the body is that of the text.
pub(super) fn word_document(body: &str, parts: &[(&str, &str)]) -> Vec<u8> {
    let mut folder = Folder::default();
    folder.put("[Content_Types].xml", "<Types/>");
    folder.put(
        "word/document.xml",
        format!("<w:document><w:body>{body}</w:body></w:document>"),
    );
    for (path, text) in parts {
        folder.put(*path, *text);
    }
    folder.put("word/media/a.png", crate::tests::stories::picture().1.bytes);
    folder.pack(&[])
}

#[test]
fn reads_lists_notes_and_pictures_of_a_word_document() {
    let body = "<w:p><w:pPr><w:pStyle w:val=\"Subtitle\"/></w:pPr><w:r><w:t>A novel</w:t></w:r></w:p>\
        <w:p><w:pPr><w:pStyle w:val=\"TOC1\"/></w:pPr><w:r><w:t>Dawn 3</w:t></w:r></w:p>\
        <w:p><w:pPr><w:pStyle w:val=\"Heading1\"/></w:pPr><w:r><w:t>Dawn</w:t></w:r></w:p>\
        <w:p><w:r><w:tab/><w:t>Gold</w:t></w:r><w:r><w:footnoteReference w:id=\"2\"/></w:r><w:r><w:rPr><w:i/></w:rPr><w:t xml:space=\"preserve\"> ve</w:t></w:r><w:r><w:rPr><w:i/></w:rPr><w:t>ry</w:t></w:r><w:r><w:rPr><w:rStyle w:val=\"E\"/></w:rPr><w:t xml:space=\"preserve\"> old </w:t></w:r><w:r><w:commentReference w:id=\"0\"/></w:r><w:hyperlink r:id=\"r1\"><w:r><w:rPr><w:u w:val=\"single\"/></w:rPr><w:t>here</w:t></w:r></w:hyperlink></w:p>\
        <w:p><w:pPr><w:numPr><w:ilvl w:val=\"0\"/><w:numId w:val=\"7\"/></w:numPr></w:pPr><w:r><w:t>first</w:t></w:r></w:p>\
        <w:p><w:pPr><w:numPr><w:ilvl w:val=\"1\"/><w:numId w:val=\"7\"/></w:numPr></w:pPr><w:r><w:t>inner</w:t></w:r></w:p>\
        <w:p><w:pPr><w:numPr><w:ilvl w:val=\"0\"/><w:numId w:val=\"7\"/></w:numPr></w:pPr><w:r><w:t>second</w:t></w:r></w:p>\
        <w:p><w:pPr><w:pBdr><w:bottom w:val=\"single\"/></w:pBdr></w:pPr></w:p>\
        <w:moveFrom><w:r><w:t>moved</w:t></w:r></w:moveFrom>\
        <w:p><w:r><mc:AlternateContent><mc:Choice><w:drawing><w:txbxContent><w:p><w:r><w:t>In a box</w:t></w:r></w:p></w:txbxContent></w:drawing></mc:Choice><mc:Fallback><w:p><w:r><w:t>In a box</w:t></w:r></w:p></mc:Fallback></mc:AlternateContent></w:r></w:p>\
        <w:tbl><w:tr><w:tc><w:p><w:r><w:t>Day</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>1</w:t></w:r></w:p><w:p><w:r><w:t>or 2</w:t></w:r></w:p></w:tc></w:tr></w:tbl>\
        <w:p><w:r><w:br w:type=\"page\"/></w:r></w:p><w:p><w:r><w:ruby><w:rt><w:r><w:t>かんじ</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>漢字</w:t></w:r></w:rubyBase></w:ruby></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r></w:p>\
        <w:p><w:r><w:drawing><a:blip r:embed=\"r2\"/></w:drawing><w:drawing><c:chart/></w:drawing></w:r></w:p>\
        <w:p><w:pPr><w:pStyle w:val=\"Heading1\"/></w:pPr><w:r><w:t>Dusk</w:t></w:r></w:p><w:p><w:pPr><w:pStyle w:val=\"Q\"/></w:pPr><w:r><w:t>Said.</w:t></w:r></w:p>";
    let parts = [
        (
            "word/styles.xml",
            "<w:styles><w:style w:type=\"character\" w:styleId=\"E\"><w:name w:val=\"Emphasis\"/><w:rPr><w:i/></w:rPr></w:style><w:style w:type=\"paragraph\" w:styleId=\"Q\"><w:name w:val=\"Quote\"/><w:rPr><w:i/></w:rPr></w:style><w:style w:styleId=\"TOC1\"><w:name w:val=\"toc 1\"/></w:style></w:styles>",
        ),
        (
            "word/numbering.xml",
            "<w:numbering><w:abstractNum w:abstractNumId=\"3\"><w:lvl w:ilvl=\"0\"><w:numFmt w:val=\"decimal\"/></w:lvl><w:lvl w:ilvl=\"1\"><w:numFmt w:val=\"bullet\"/></w:lvl></w:abstractNum><w:num w:numId=\"7\"><w:abstractNumId w:val=\"3\"/></w:num></w:numbering>",
        ),
        (
            "word/footnotes.xml",
            "<w:footnotes><w:footnote w:type=\"separator\" w:id=\"0\"><w:p><w:r><w:separator/></w:r></w:p></w:footnote><w:footnote w:id=\"2\"><w:p><w:r><w:footnoteRef/></w:r><w:r><w:t xml:space=\"preserve\"> Of fools.</w:t></w:r></w:p></w:footnote></w:footnotes>",
        ),
        (
            "word/_rels/document.xml.rels",
            "<Relationships><Relationship Id=\"r1\" Target=\"https://example.com/a\"/><Relationship Id=\"r2\" Target=\"media/a.png\"/></Relationships>",
        ),
    ];
    check(
        &word_document(body, &parts),
        expect![[r#"
            “Untitled”
            Dawn (scene, start) at 0,0
              image: {"asset":"fb03978a0bee964ff6c1075b03f821e7ac6acb1464ee9bef65b31ab16585cfb5","mime":"image/png","prompt":"","ratio":"","model":"","width":3,"height":2,"origin":"own file"}
              text: {"text":"Gold[1] *very old* [here](https://example.com/a)\n\n1. first\n   - inner\n2. second\n\n---\n\nIn a box\n\nDay | 1 or 2\n\n漢字（かんじ）\n\n[1] Of fools."}
              “” → Dusk
            Dusk (scene) at 300,0
              text: {"text":"> Said."}
            ! Pictures and sounds are not read: 1."#]],
    );
}

#[test]
fn damaged_notes_of_a_word_document_are_reported() {
    let body = "<w:p><w:r><w:t>Gold</w:t></w:r></w:p>";
    let notes = "<w:footnotes>\n<w:footnote w:id=\"2\"><!-- never closed";
    let bytes = word_document(body, &[("word/footnotes.xml", notes)]);
    let (_, warnings) = Novel.import(&bytes, &FixedWorld::default()).unwrap();
    let warnings: Vec<_> = warnings.iter().map(ToString::to_string).collect();
    assert!(
        warnings[0].starts_with("word/footnotes.xml:2: "),
        "{warnings:?}"
    );
}

#[test]
fn reads_an_open_document() {
    let mut folder = Folder::default();
    folder.put("mimetype", "application/vnd.oasis.opendocument.text");
    folder.put("META-INF/manifest.xml", "<manifest/>");
    folder.put(
        "meta.xml",
        "<m><dc:title>The  Sea</dc:title><dc:creator>Ann</dc:creator></m>",
    );
    folder.put("styles.xml", "<s><style:default-style><style:text-properties fo:font-weight=\"bold\"/></style:default-style><style:style style:name=\"Emphasis\"><style:text-properties fo:font-style=\"italic\"/></style:style><style:style style:name=\"Quotations\"><style:text-properties fo:font-style=\"italic\"/></style:style></s>");
    folder.put("Pictures/a.png", crate::tests::stories::picture().1.bytes);
    folder.put("content.xml", "<d><office:automatic-styles><style:style style:name=\"P1\" style:parent-style-name=\"Quotations\"/><style:style style:name=\"P2\"><style:text-properties fo:font-weight=\"700\"/></style:style><style:style style:name=\"T1\" style:parent-style-name=\"Emphasis\"><style:text-properties style:text-line-through-style=\"solid\"/></style:style>\
        <text:list-style style:name=\"L1\"><text:list-level-style-number text:level=\"1\" style:num-format=\"1\"/><text:list-level-style-bullet text:level=\"2\"/></text:list-style></office:automatic-styles>\
        <office:text><text:tracked-changes><text:p>gone</text:p></text:tracked-changes><text:p text:style-name=\"Subtitle\">A novel</text:p><text:table-of-content><text:p>Dawn 3</text:p></text:table-of-content>\
        <text:h text:outline-level=\"1\">Dawn<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Early.</text:p></text:note-body></text:note></text:h>\
        <text:p>Gold<text:note><text:note-citation>2</text:note-citation><text:note-body><text:p>Of fools.</text:p><text:p>Or not.</text:p></text:note-body></text:note>,\n  <text:s text:c=\"2\"/><text:span text:style-name=\"T1\">very </text:span>old<office:annotation><dc:creator>Ed</dc:creator><text:p>why?</text:p></office:annotation>.<text:line-break/><text:a xlink:href=\"https://example.com/a\">here</text:a></text:p>\
        <text:list text:style-name=\"L1\"><text:list-item><text:p>first</text:p><text:p>more</text:p><text:list><text:list-item><text:p>inner</text:p></text:list-item></text:list></text:list-item><text:list-item><text:p>second</text:p></text:list-item></text:list>\
        <text:p text:style-name=\"Horizontal_20_Line\"/><text:p text:style-name=\"P1\">Said.</text:p><text:p text:style-name=\"P2\">Loud.</text:p>\
        <table:table><table:table-row><table:table-cell><text:p>Day</text:p></table:table-cell><table:table-cell><text:p>1</text:p></table:table-cell></table:table-row></table:table>\
        <text:p><draw:frame><draw:image xlink:href=\"Pictures/a.png\"/><svg:desc>A map</svg:desc></draw:frame></text:p><text:p><text:ruby><text:ruby-base>漢字</text:ruby-base><text:ruby-text>かんじ</text:ruby-text></text:ruby></text:p>\
        <text:h text:outline-level=\"1\">Dusk</text:h><text:p>Dark.</text:p></office:text></d>");
    let bytes = folder.pack(&["mimetype"]);
    assert_eq!(sniff(&bytes, "sea.odt").map(|it| it.name()), Some("novel"));
    check(
        &bytes,
        expect![[r#"
            “The Sea”
            Dawn (scene, start) at 0,0
              findings: {"items":[{"id":"81c91ada","kind":"comment","says":"why?","author":"Ed","passage":{"node":"019b7000-0000-7000-8000-000000000002","quote":"old.","before":"Gold[2],   *~~very~~* ","after":"\n[here](https://example.com/a)\n\n1. first"}}]}
              image: {"asset":"fb03978a0bee964ff6c1075b03f821e7ac6acb1464ee9bef65b31ab16585cfb5","mime":"image/png","prompt":"","ratio":"","model":"","width":3,"height":2,"origin":"own file"}
              text: {"text":"Gold[2],   *~~very~~* old.\n[here](https://example.com/a)\n\n1. first\n\n   more\n   - inner\n2. second\n\n---\n\n> Said.\n\n**Loud.**\n\nDay | 1\n\n漢字（かんじ）\n\n[1] Early.\n\n[2] Of fools. Or not."}
              “” → Dusk
            Dusk (scene) at 300,0
              text: {"text":"Dark."}
        "#]],
    );
}

#[test]
fn reads_a_web_page() {
    let page = "<!DOCTYPE html>\n<html><head><title>The\nSea</title><style><!-- p > b {} --></style></head><body><header><h1>The Sea</h1><p>Ann</p></header>\
        <h1>Dawn</h1><p>It was <em>light</em>.</p><SCRIPT>if (a<b && c>d) { \"<h1>x</h1>\" }</Script><!--[if mso]><xml/><![endif]--><![if !vml]><h1>Dusk</h1><p>Dark.<img src=\"a.png\"></p></body></html>";
    assert_eq!(
        sniff(page.as_bytes(), "sea.html").map(|it| it.name()),
        Some("novel")
    );
    check(
        page.as_bytes(),
        expect![[r#"
        “The Sea”
        Dawn (scene, start) at 0,0
          text: {"text":"It was *light*."}
          “” → Dusk
        Dusk (scene) at 300,0
          text: {"text":"Dark."}
        ! Pictures and sounds are not read: 1."#]],
    );
    let twine = page.replace("<h1>Dawn", "<tw-storydata></tw-storydata><h1>Dawn");
    assert_ne!(
        sniff(twine.as_bytes(), "sea.html").map(|it| it.name()),
        Some("novel")
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

/// The chapters of a story in order: their parts, titles and texts.
fn chapters_of(story: &model::Story) -> Vec<String> {
    let nodes = story.nodes.values().filter(|it| it.kind == "scene");
    let chapter = |it: &std::sync::Arc<model::Node>| {
        let part = it.layout.parent.map(|it| story.nodes[&it].title.clone());
        let part = part.map(|it| format!("{it} / ")).unwrap_or_default();
        format!("{part}{}: {}", it.title, kept_data::text_of(it))
    };
    nodes.map(chapter).collect()
}

#[test]
fn a_single_part_is_a_group_and_the_title_of_the_book_is_none() {
    for (heading, expected) in [("Part One", "Part One / "), ("The Salt Road", "")] {
        let text = format!("# {heading}\n\n## The gate\n\nA.\n\n## The inn\n\nB.\n");
        let (bundle, _) = Novel
            .import(text.as_bytes(), &FixedWorld::default())
            .unwrap();
        let chapters = ["The gate: A.", "The inn: B."].map(|it| format!("{expected}{it}"));
        assert_eq!(chapters_of(&bundle.story), chapters);
    }
}

#[test]
fn a_book_in_parts_is_the_same_after_it_was_exported() {
    let text = "---\ntitle: The Salt Road\n---\n# Before\n\nIt *began*.\n\n# Part One\n\n## The gate\n\n> Come back,\n> if you can.\n\n---\n\n- a knife\n- **two** loaves\n\n1. one\n2. two\n\n## The inn\n\n“你是谁？”\n\n# Part Two\n\n## The road\n\n~~Salt~~ [here](https://example.com).\n\n# After\n\nThe end.\n";
    let read = |bytes: &[u8]| Novel.import(bytes, &FixedWorld::default()).unwrap().0;
    let written = read(text.as_bytes());
    let chapters = chapters_of(&written.story);
    expect![[r#"
        [
            "Before: It *began*.",
            "Part One / The gate: > Come back,\n> if you can.\n\n---\n\n- a knife\n- **two** loaves\n\n1. one\n2. two",
            "Part One / The inn: “你是谁？”",
            "Part Two / The road: ~~Salt~~ [here](https://example.com).",
            "After: The end.",
        ]
    "#]]
    .assert_debug_eq(&chapters);
    for format in ["epub", "docx"] {
        let exported = crate::exporter(format).unwrap().export(&written);
        let again = read(&exported);
        assert_eq!(again.story.record.title, "The Salt Road", "{format}");
        assert_eq!(chapters_of(&again.story), chapters, "{format}");
    }
    let fountain = crate::exporter("fountain").unwrap().export(&written);
    let fountain = String::from_utf8(fountain).unwrap();
    assert!(
        fountain.contains("\n# Part Two\n\n.The road\n"),
        "{fountain}"
    );
    let markdown = crate::exporter("markdown").unwrap().export(&written);
    let markdown = String::from_utf8(markdown).unwrap();
    for heading in [
        "# Before",
        "# Part One",
        "## The gate",
        "# Part Two",
        "# After",
    ] {
        assert!(markdown.contains(&format!("\n{heading}\n")), "{markdown}");
    }
    assert!(!markdown.contains("Groups"), "{markdown}");
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
