//! Comments of documents of several kinds.

use expect_test::{Expect, expect};
use model::FixedWorld;

use super::*;
use crate::novel::Novel;
use crate::novel::tests::word_document;
use crate::{Folder, Importer as _};

/// Compares the texts of a document and the comments on them.
pub(in crate::novel) fn check(bytes: &[u8], expected: &Expect) {
    let (bundle, warnings) = Novel.import(bytes, &FixedWorld::default()).unwrap();
    let mut shown = String::new();
    for node in bundle.story.nodes.values() {
        shown += &format!("{}: {:?}\n", node.title, node.prose());
        for it in Findings::in_data(&node.data).items {
            let author = it.author.as_deref().unwrap_or("nobody");
            let state = if it.closed { ", closed" } else { "" };
            assert!(it.passage.find_in(node.prose()).is_some(), "{it:?}");
            shown += &format!("  “{}” {author}{state}: {:?}\n", it.passage.quote, it.says);
            for reply in it.replies {
                let author = reply.author.as_deref().unwrap_or("nobody");
                shown += &format!("    {author}: {:?}\n", reply.says);
            }
        }
    }
    for warning in warnings {
        shown += &format!("! {warning}\n");
    }
    expected.assert_eq(&shown);
}

#[test]
fn a_comment_is_on_words() {
    for (text, range, expected) in [
        ("A red door.", 2..5, Some("red")),
        ("A **red** door.", 2..9, Some("red")),
        ("A red door.", 1..6, Some("red")),
        ("A red door.\n\nIt was shut.", 2..20, Some("red door.")),
        ("A red door.\n\nIt was shut.", 11..20, Some("It was")),
        ("A red door.", 5..5, Some("red")),
        ("A red door.", 0..0, Some("A")),
        ("> Said.", 0..0, Some("Said.")),
        ("A red door.", 11..11, Some("door.")),
        ("雨天。", 3..6, Some("天")),
        (" ", 0..1, None),
    ] {
        let words = words_of(text, range.clone()).map(|it| &text[it]);
        assert_eq!(words, expected, "{text:?} {range:?}");
    }
}

#[test]
fn many_comments_on_one_long_text_take_little() {
    let text = "雨".repeat(300_000);
    for place in [0, 450_000, text.len()] {
        let words = words_of(&text, place..text.len()).unwrap();
        assert!(words.len() <= MAX_PASSAGE, "{words:?}");
        let word = words_of(&text, place..place).unwrap();
        assert!((1..=2 * MAX_WORD).contains(&word.len()), "{word:?}");
    }
}

#[test]
fn comments_of_a_word_document_are_read_with_replies() {
    let mark = |kind: &str, id: u8| format!("<w:comment{kind} w:id=\"{id}\"/>");
    let run = |words: &str| format!("<w:r><w:t xml:space=\"preserve\">{words}</w:t></w:r>");
    let referred = |id: u8| format!("<w:r>{}</w:r>", mark("Reference", id));
    let heading = "<w:pPr><w:pStyle w:val=\"Heading1\"/></w:pPr>";
    let paragraphs = [
        // A comment on a heading.
        [
            heading.to_owned(),
            mark("RangeStart", 0),
            run("Dawn"),
            mark("RangeEnd", 0),
            referred(0),
        ]
        .concat(),
        // A comment with a reply, on words in bold.
        [
            run("A "),
            mark("RangeStart", 1),
            mark("RangeStart", 2),
            "<w:r><w:rPr><w:b/></w:rPr><w:t>red door</w:t></w:r>".to_owned(),
            mark("RangeEnd", 1),
            referred(1),
            mark("RangeEnd", 2),
            referred(2),
            run(" stood."),
        ]
        .concat(),
        // One at a place, which was dealt with, and one that ends in another chapter.
        [
            run("It was open"),
            referred(3),
            run(". "),
            mark("RangeStart", 4),
            run("Wide."),
        ]
        .concat(),
        [heading.to_owned(), run("Dusk")].concat(),
        [run("Dark."), mark("RangeEnd", 4), referred(4)].concat(),
    ];
    let paragraphs = paragraphs.map(|it| format!("<w:p>{it}</w:p>"));
    let comment = |id: u8, author: &str, words: &str| {
        format!(
            "<w:comment w:id=\"{id}\" w:author=\"{author}\"><w:p w14:paraId=\"P{id}\"><w:r>\
             <w:annotationRef/></w:r><w:r><w:t>{words}</w:t></w:r></w:p></w:comment>"
        )
    };
    let comments = [
        comment(0, "Anna", "Too plain a title?"),
        comment(1, "Anna", "Green in chapter 3."),
        comment(2, "Ben", "Red it is."),
        comment(3, "", "By whom &amp; why?"),
        comment(4, "Anna", "Good!"),
        comment(5, "Anna", "On what was cut."),
    ];
    let comments = format!("<w:comments>{}</w:comments>", comments.concat());
    let extended = "<w15:commentsEx><w15:commentEx w15:paraId=\"P2\" w15:paraIdParent=\"P1\" \
                    w15:done=\"0\"/><w15:commentEx w15:paraId=\"P3\" w15:done=\"1\"/></w15:commentsEx>";
    let parts = [
        ("word/comments.xml", comments.as_str()),
        ("word/commentsExtended.xml", extended),
    ];
    check(
        &word_document(&paragraphs.concat(), &parts),
        &expect![[r#"
        Dawn: "A **red door** stood.\n\nIt was open. Wide."
          “A” Anna: "Too plain a title?"
          “red door” Anna: "Green in chapter 3."
            Ben: "Red it is."
          “open.” nobody, closed: "By whom & why?"
          “Wide.” Anna: "Good!"
        Dusk: "Dark."
        ! Comments are not read: 1.
    "#]],
    );
}

#[test]
fn comments_on_lines_that_read_like_headings_stand_below_them() {
    let body = "<w:p><w:r><w:t>Chapter 1</w:t></w:r><w:r><w:commentReference w:id=\"0\"/></w:r></w:p>\
                <w:p><w:r><w:t>It began.</w:t></w:r></w:p>\
                <w:p><w:r><w:t>Chapter 2</w:t></w:r></w:p><w:p><w:r><w:t>It went on.</w:t></w:r></w:p>";
    let comments = "<w:comments><w:comment w:id=\"0\" w:author=\"Anna\"><w:p><w:r><w:t>Find a \
                    title.</w:t></w:r></w:p></w:comment></w:comments>";
    let bytes = word_document(body, &[("word/comments.xml", comments)]);
    check(
        &bytes,
        &expect![[r#"
        Chapter 1: "It began."
          “It” Anna: "Find a title."
        Chapter 2: "It went on."
    "#]],
    );
}

#[test]
fn comments_of_an_open_document_are_read() {
    let mut folder = Folder::default();
    folder.put("mimetype", "application/vnd.oasis.opendocument.text");
    folder.put("META-INF/manifest.xml", "<manifest/>");
    let comment = |more: &str, words: &str| {
        format!(
            "<office:annotation{more}><dc:creator>Anna</dc:creator><dc:date>2026</dc:date>\
             <meta:creator-initials>A</meta:creator-initials>{words}</office:annotation>"
        )
    };
    let content = format!(
        "<d><office:text><text:p>A {}red <text:span>door</text:span><office:annotation-end \
         office:name=\"1\"/>{} stood{}.</text:p></office:text></d>",
        comment(
            " office:name=\"1\" loext:resolved=\"true\"",
            "<text:p>Green <text:span>in</text:span> 3.</text:p><text:p>See there.</text:p>"
        ),
        comment(
            " office:name=\"2\" loext:parent-name=\"1\"",
            "<text:p>Red.</text:p>"
        ),
        comment("", "<text:p>By whom?</text:p>"),
    );
    folder.put("content.xml", content);
    check(
        &folder.pack(&["mimetype"]),
        &expect![[r#"
        A red door stood.: "A red door stood."
          “red door” Anna, closed: "Green in 3.\nSee there."
            Anna: "Red."
          “stood.” Anna: "By whom?"
        ! No chapter headings were found: the whole text is one scene. Headings like “Chapter 1”, “第一章” or “# Title” on lines of their own are known.
    "#]],
    );
}

#[test]
fn comments_of_rich_text_are_read() {
    let source = br"{\rtf1\ansi\ansicpg1252 A {\*\atrfstart 7}red {\b door}{\*\atrfend 7}\cs15 {\*\atnid A}{\*\atnauthor Ren\'e9e}\chatn {\*\annotation{\*\atnref 7}{\*\atndate 1}\pard\plain Green in {\i chapter} 3.\par See there.} stood{\*\atnauthor Ben}\chatn{\*\annotation By whom?}.\par}";
    check(
        source,
        &expect![[r#"
        A red door stood.: "A red **door** stood."
          “red **door” Renée: "Green in chapter 3.\nSee there."
          “stood.” Ben: "By whom?"
        ! No chapter headings were found: the whole text is one scene. Headings like “Chapter 1”, “第一章” or “# Title” on lines of their own are known.
    "#]],
    );
}

#[test]
fn comments_and_footnotes_of_a_scrivener_project_are_read() {
    let mut folder = Folder::default();
    let item = |id: &str| {
        format!(r#"<BinderItem UUID="{id}" Type="Text"><Title>Scene {id}</Title></BinderItem>"#)
    };
    folder.put(
        "Sea.scriv/Sea.scrivx",
        format!(
            r#"<ScrivenerProject Version="2.0"><Binder><BinderItem UUID="D" Type="DraftFolder">
               <Title>Draft</Title><Children>{}{}</Children></BinderItem></Binder></ScrivenerProject>"#,
            item("A"),
            item("B")
        ),
    );
    let link = |key: &str, words: &str| {
        format!(r#"{{\field{{\*\fldinst{{HYPERLINK "scrivcmt://{key}"}}}}{{\fldrslt {words}}}}}"#)
    };
    let comment = |key: &str, footnote: &str, words: &str| {
        format!(
            r#"<Comment ID="{key}" Footnote="{footnote}" Color="1 1 0"><![CDATA[{{\rtf1 {words}}}]]></Comment>"#
        )
    };
    for (id, text, beside) in [
        (
            "A",
            format!(
                "A {} door, {}.",
                link("1", "red"),
                link("2", "said {\\i Anna}")
            ),
            [
                comment("1", "No", r"Green in {\i chapter} 3.\par See there."),
                comment("2", "Yes", "In a letter."),
            ],
        ),
        (
            "B",
            link("1", "It was open."),
            [comment("1", "No", "By whom?"), comment("9", "No", "Gone.")],
        ),
    ] {
        folder.put(
            format!("Sea.scriv/Files/Data/{id}/content.rtf"),
            format!(r"{{\rtf1\ansi {text}}}"),
        );
        folder.put(
            format!("Sea.scriv/Files/Data/{id}/content.comments"),
            format!("<Comments Version=\"1.0\">{}</Comments>", beside.concat()),
        );
    }
    check(
        &folder.pack(&[]),
        &expect![[r#"
            Scene A: "A red door, said Anna[1].\n\n[1] In a letter."
              “red” nobody: "Green in *chapter* 3.\nSee there."
            Scene B: "It was open."
              “It was open.” nobody: "By whom?"
            ! Comments are not read: 1.
        "#]],
    );
}
