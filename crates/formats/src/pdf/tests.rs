//! PDF files, and what pdftotext reads back of them.

use std::process::Command;
use std::sync::Arc;

use serde_json::json;

use crate::tests::external_programs;
use crate::tests::stories::{picture, rich, sample_story};
use crate::typeset::Fonts;
use crate::{Bundle, Exporter};
use markup::kept_data::set_text;

fn story() -> Bundle {
    let mut bundle = Bundle::new(sample_story());
    let (id, asset) = picture();
    bundle.assets.insert(id, asset);
    let data = json!({ "asset": id.to_string(), "mime": "image/png" });
    let yard = Arc::make_mut(&mut bundle.story.nodes[0]);
    yard.data.insert("image".into(), Arc::new(data));
    let long = "“请进，”他说。门外的雨一直下到天亮，谁也没有再开口。".repeat(12);
    set_text(
        &mut yard.data,
        format!("{}\n\n{long}\n\nΕλλάδα, ёж, naïve ﬁn.", rich()),
    );
    bundle
}

#[test]
fn pdftotext_extracts_both_languages() {
    let bundle = story();
    let fonts = Fonts::with(vec![external_programs::chinese_font("Regular")]);
    let bytes = super::Pdf.export_with_fonts(&bundle, &fonts);
    assert_eq!(
        super::Pdf.export_with_fonts(&bundle, &fonts),
        bytes,
        "the same bytes"
    );
    assert!(bytes.len() < 400_000, "fonts are cut down: {}", bytes.len());
    let folder = external_programs::folder_with(&[("story.pdf", &bytes)]);
    let text = external_programs::run(
        Command::new("pdftotext")
            .args(["-enc", "UTF-8", "story.pdf", "-"])
            .current_dir(folder.path()),
    );
    for line in [
        "Three \\ rooms",
        "大厅 [hall]",
        "It was dark.",
        "第二行。",
        "code <b>",
        "3. c",
        "Ελλάδα, ёж, naïve",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    let joined = text.replace('\n', "");
    assert!(
        joined.contains("门外的雨一直下到天亮，谁也没有再开口。“请进，”他说。"),
        "{text}"
    );
    let pages = external_programs::run(
        Command::new("pdfinfo")
            .args(["-enc", "UTF-8", "story.pdf"])
            .current_dir(folder.path()),
    );
    assert!(pages.contains("Pages:           2"), "{pages}");
}

#[test]
fn bookmarks_of_chapters_are_inside_those_of_their_parts() {
    let novel = "# Before\n\nIt began.\n\n# Part One\n\n## Gate\n\nIron.\n\n## Inn\n\nWarm.\n\n# After\n\nThe end.\n";
    let importer = crate::importer("novel").unwrap();
    let (bundle, _) = importer
        .import(novel.as_bytes(), &model::FixedWorld::default())
        .unwrap();
    let bytes = super::Pdf.export_with_fonts(&bundle, &Fonts::with(Vec::new()));
    let folder = external_programs::folder_with(&[("novel.pdf", &bytes)]);
    let pages = external_programs::run(
        Command::new("pdftohtml")
            .args(["-xml", "-i", "-stdout", "novel.pdf"])
            .current_dir(folder.path()),
    );
    let outline = &pages[pages.find("<outline>").unwrap()..];
    assert!(
        outline.starts_with(
            "<outline>\n<item page=\"1\">Before</item>\n<item page=\"1\">Part One</item>\n\
             <outline>\n<item page=\"1\">Gate</item>\n<item page=\"1\">Inn</item>\n</outline>\n\
             <item page=\"1\">After</item>\n</outline>"
        ),
        "{outline}"
    );
}

#[test]
fn reports_missing_glyphs_before_export() {
    let bundle = story();
    let messages = |fonts: &Fonts| -> Vec<String> {
        let losses = super::Pdf.losses_with_fonts(&bundle, fonts).into_iter();
        losses
            .map(|it| it.message)
            .filter(|it| it.contains("no font"))
            .collect()
    };
    assert_eq!(
        messages(&Fonts::default()),
        [
            "Their text has characters for which no font was found (each is written as �): 2 nodes \
          (大厅 [hall], The \"Yard\")."
        ]
    );
    assert_eq!(
        messages(&Fonts::with(vec![external_programs::chinese_font(
            "Regular"
        )])),
        Vec::<String>::new()
    );
    assert!(super::Pdf.export(&bundle).starts_with(b"%PDF"));
}
