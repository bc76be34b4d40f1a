//! Reading Rich Text Format.

use expect_test::{Expect, expect};

use super::book;
use crate::comment_marks::without_marks;
use crate::import::Block;

#[track_caller]
fn check(source: &[u8], expected: &Expect) {
    let book = book(source, true).unwrap();
    let mut lines: Vec<String> = book.title.iter().map(|it| format!("“{it}”")).collect();
    lines.extend(book.blocks.iter().map(|it| match it {
        Block::Heading(level, text) => format!("{} {text}", "#".repeat(usize::from(*level))),
        Block::Paragraph(text) => without_marks(text).into_owned(),
        Block::Picture(address) => format!("![{address}]"),
        Block::Synopsis(text) => format!("= {text}"),
    }));
    let comments = book.comments.iter();
    lines.extend(comments.map(|it| format!("comment: {}", it.text)));
    lines.extend(book.warnings.iter().map(|it| format!("warning: {it}")));
    if book.skipped_media > 0 {
        lines.push(format!("pictures: {}", book.skipped_media));
    }
    expected.assert_eq(&(lines.join("\n") + "\n"));
}

#[test]
fn reads_what_a_text_editor_writes() {
    let source = br#"{\rtf1\ansi\ansicpg1252\cocoartf2822
\cocoatextscaling0\cocoaplatform0{\fonttbl\f0\fswiss\fcharset0 Helvetica-Bold;\f1\fswiss\fcharset0 Helvetica;}
{\colortbl;\red255\green255\blue255;}
{\*\expandedcolortbl;;}
\paperw11900\paperh16840
\pard\tx566\pardirnatural\partightenfactor0

\f0\b\fs24 \cf0 Chapter 1\
\f1\b0 It was \i very\i0  dark\'85 \uc0\u8220 Run!\u8221 \
\
Caf\'e9, \'93quoted\'94\line and \strike gone\strike0 .\
* * *\
\f0\b Chapter 2\
\f1\b0 \u-10179\u-8694 \{end\}}"#;
    check(
        source,
        &expect![[r#"
        ## Chapter 1
        It was *very* dark… “Run!”
        Café, “quoted”
        and ~~gone~~.
        ---
        ## Chapter 2
        😊{end}
    "#]],
    );
}

#[test]
fn reads_what_a_word_processor_writes() {
    let source = br#"{\rtf1\ansi\ansicpg1252\deff0\uc1{\fonttbl{\f0\froman\fcharset0 Times;}{\f1\fnil\fcharset2 Symbol;}}
{\stylesheet{\ql Normal;}{\s1\outlinelevel0\b heading 1;}{\s2\i Quote;}{\*\cs10 Strong;}{\s3 Title;}{\s4 Body;}}
{\info{\title The Sea}{\author Ada}}
{\header Page \chpgn\par}
\pard\s3 The Sea\par
\pard\s1\b The Quay\b0\par
\pard\s4 A bell{\footnote\pard\plain\s4 {\super\chftn} Of bronze.} rang\u8212\'97 see {\field{\*\fldinst{HYPERLINK "https://example.org/"}}{\fldrslt{\ul here}}}.\par
{\deleted Nobody came.}{\v hidden}\pard\s2 Who goes?\par
\pard{\listtext\f1\'B7\tab}\ls1\ilvl0 a rope\par
{\listtext\f0 2.\tab}\ls2\ilvl1 a lamp\par
\trowd\cellx100\cellx200\pard\intbl One\cell Two\par more\cell\row\pard
{\*\shppict{\pict\pngblip 89504e47}}{\nonshppict{\pict 00}}{\annotation A note.}
\pard\outlinelevel1 The Ship\par
\pard \bin5 }}{{\ End.}"#;
    check(
        source,
        &expect![[r#"
            “The Sea”
            # The Quay
            A bell[1] rang— see [here](https://example.org/).
            > Who goes?
            - a rope
               2. a lamp
            One | Two more
            [1] Of bronze.
            ## The Ship
            End.
            comment: A note.
            pictures: 1
        "#]],
    );
}

#[test]
fn reads_what_a_converter_writes() {
    let source = br#"{\rtf1\ansi\deff0{\fonttbl{\f0 \fswiss Helvetica;}}
{\pard \ql \f0 \outlinelevel0 \b \fs36 Part One\par}
{\pard \ql \outlinelevel1 \b \fs32 Chapter 1\par}
{\pard \ql It rang.{\super\chftn}{\*\footnote\chftn\~\plain\pard {\pard \ql \f0 Of {\i bronze}.\par}
}\par}
{\pard \ql \li360 \fi-360 \bullet \tx360\tab a rope\par}
{\pard \ql \li360 \fi-360 2.\tx360\tab a lamp\par}
{\pard \qc \emdash\emdash\emdash\emdash\emdash\par}
{\pard At 7.\tab still\par}}"#;
    check(
        source,
        &expect![[r#"
        # Part One
        ## Chapter 1
        It rang.[1]
        - a rope
        2. a lamp
        ---
        At 7.	still
        [1] Of *bronze*.
    "#]],
    );
}

#[test]
fn reads_letters_in_the_encodings_of_fonts() {
    let source = br#"{\rtf1\ansi\ansicpg936{\fonttbl{\f0\fcharset134 SimSun;}{\f1\fcharset204 Arial;}{\f2\fcharset0 Arial;}}
\f0\'b5\'da\'d2\'bb\'d5\'c2\par \f0\'d3\'ea\f2  and \f1\'cc\'ee\'f0\'e5\uc2\u38632\'d3\'ea\f0\'a1\'a3\par}"#;
    check(
        source,
        &expect![[r#"
            ## 第一章
            雨 and Море雨。
        "#]],
    );
}

#[test]
fn a_file_that_is_cut_off_is_read_as_far_as_it_goes() {
    check(
        b"{\\rtf1\n{\\b Chapter 1}\\par\nIt was {\\i ver",
        &expect![[r#"
            ## Chapter 1
            It was *ver*
            warning: line 3: The file is damaged here; what follows in it is missing.
        "#]],
    );
    for damaged in [
        &b"{\\rtf1 }}}} a"[..],
        b"{\\rtf1 \\'",
        b"{\\rtf1\\bin99 a",
        b"{\\rtf1\\u",
    ] {
        book(damaged, true).unwrap();
    }
}

#[test]
fn nested_groups_take_linear_time() {
    let source = [&b"{\\rtf1 "[..], &b"{\\b a".repeat(200_000)].concat();
    assert_eq!(book(&source, true).unwrap().blocks.len(), 1);
}
