//! Stories in Hebrew and Arabic as documents for readers: right to left, with joined letters.

use std::process::Command;
use std::sync::Arc;

use super::external_programs::{epubcheck, folder_with, run, system_font};
use super::stories::sample_story;
use crate::typeset::Fonts;
use crate::{Bundle, Folder, exporter};
use markup::kept_data::set_text;

/// A scene in Hebrew, and one in Arabic with a choice.
fn story() -> Bundle {
    let mut story = sample_story();
    let texts = [
        (
            "החצר",
            "שלום לכולם, שנת 1984 (סוף).\n\n- ראשון\n\nIn English.",
        ),
        ("الفناء", "قال: **السلام عليكم**.\n\n> نعم"),
    ];
    for (node, (title, text)) in story.nodes.values_mut().zip(texts) {
        let node = Arc::make_mut(node);
        node.title = title.to_owned();
        set_text(&mut node.data, text);
    }
    for edge in story.edges.values_mut() {
        Arc::make_mut(edge).record.label = "اذهب".to_owned();
    }
    Bundle::new(story)
}

#[test]
fn epubcheck_accepts_a_right_to_left_book() {
    let bytes = exporter("epub-choices").unwrap().export(&story());
    let book = Folder::unpack(&bytes).unwrap();
    let texts: String = book
        .files
        .iter()
        .map(|it| String::from_utf8_lossy(it.1).into_owned())
        .collect();
    for words in [
        "<h1 dir=\"rtl\">החצר</h1>",
        "<p dir=\"rtl\">שלום",
        "<p dir=\"rtl\">قال",
        "<p>In English.</p>",
        "<li dir=\"rtl\"><a",
        "<spine page-progression-direction=\"rtl\">",
    ] {
        assert!(texts.contains(words), "{words}: {texts}");
    }
    let folder = folder_with(&[("story.epub", &bytes)]);
    epubcheck(folder.path(), "story.epub");
}

#[test]
fn document_paragraphs_are_right_to_left() {
    let bytes = exporter("docx").unwrap().export(&story());
    let files = Folder::unpack(&bytes).unwrap();
    let document = String::from_utf8_lossy(&files.files["word/document.xml"]).into_owned();
    for words in [
        "<w:pStyle w:val=\"Heading1\"/><w:bidi/>",
        "<w:pStyle w:val=\"Normal\"/><w:bidi/></w:pPr><w:r><w:rPr><w:rtl/></w:rPr>",
        "<w:pStyle w:val=\"Choice\"/><w:bidi/>",
        "<w:b/><w:bCs/><w:rtl/>",
        "<w:pStyle w:val=\"Normal\"/></w:pPr><w:r><w:t xml:space=\"preserve\">In English.",
    ] {
        assert!(document.contains(words), "{words}: {document}");
    }
}

#[test]
fn pdftotext_reads_both_scripts_in_logical_order() {
    let fonts = Fonts::with(vec![system_font("truetype/dejavu/DejaVuSans.ttf")]);
    let pdf = exporter("pdf").unwrap();
    let losses = pdf.losses_with_fonts(&story(), &fonts);
    assert!(
        !losses.iter().any(|it| it.message.contains("letters")),
        "{losses:?}"
    );
    let bytes = pdf.export_with_fonts(&story(), &fonts);
    let folder = folder_with(&[("story.pdf", &bytes)]);
    let text = run(Command::new("pdftotext")
        .args(["-enc", "UTF-8", "story.pdf", "-"])
        .current_dir(folder.path()));
    // It shows directions as marks.
    let is_mark = |it: &char| matches!(it, '\u{202a}'..='\u{202e}');
    let text: String = text.chars().filter(|it| !is_mark(it)).collect();
    for words in ["שלום לכולם", "نعم", "الفناء", "In English."] {
        assert!(text.contains(words), "{words}: {text}");
    }
}
