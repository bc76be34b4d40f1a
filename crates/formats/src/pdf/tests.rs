//! PDF files, and what pdftotext reads back of them.

use std::process::Command;
use std::sync::Arc;

use serde_json::json;

use crate::fonts::Fonts;
use crate::kept::set_text;
use crate::tests::outside;
use crate::tests::stories::{picture, rich, three_rooms};
use crate::{Exporter, Parcel};

fn story() -> Parcel {
    let mut parcel = Parcel::new(three_rooms());
    let (id, asset) = picture();
    parcel.assets.insert(id, asset);
    let data = json!({ "asset": id.to_string(), "mime": "image/png" });
    let yard = Arc::make_mut(&mut parcel.story.nodes[0]);
    yard.data.insert("image".into(), Arc::new(data));
    let long = "“请进，”他说。门外的雨一直下到天亮，谁也没有再开口。".repeat(12);
    set_text(
        &mut yard.data,
        format!("{}\n\n{long}\n\nΕλλάδα, ёж, naïve ﬁn.", rich()),
    );
    parcel
}

#[test]
fn pdftotext_reads_both_languages_back() {
    let parcel = story();
    let fonts = Fonts::with(vec![outside::chinese_font()]);
    let bytes = super::Pdf.export_with(&parcel, &fonts);
    assert_eq!(
        super::Pdf.export_with(&parcel, &fonts),
        bytes,
        "the same bytes"
    );
    assert!(bytes.len() < 400_000, "fonts are cut down: {}", bytes.len());
    let folder = outside::folder_with(&[("story.pdf", &bytes)]);
    let text = outside::run(
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
    let pages = outside::run(
        Command::new("pdfinfo")
            .args(["-enc", "UTF-8", "story.pdf"])
            .current_dir(folder.path()),
    );
    assert!(pages.contains("Pages:           2"), "{pages}");
}

#[test]
fn letters_without_a_font_are_said_before() {
    let parcel = story();
    let said = |fonts: &Fonts| -> Vec<String> {
        let losses = super::Pdf.losses_with(&parcel, fonts).into_iter();
        losses
            .map(|it| it.message)
            .filter(|it| it.contains("no font"))
            .collect()
    };
    assert_eq!(
        said(&Fonts::default()),
        [
            "Their text has characters for which no font was found (each is written as �): 2 nodes \
          (大厅 [hall], The \"Yard\")."
        ]
    );
    assert_eq!(
        said(&Fonts::with(vec![outside::chinese_font()])),
        Vec::<String>::new()
    );
    assert!(super::Pdf.export(&parcel).starts_with(b"%PDF"));
}
