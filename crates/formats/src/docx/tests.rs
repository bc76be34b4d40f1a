//! A DOCX file part by part, and as python-docx reads it.

use std::sync::Arc;

use serde_json::json;

use crate::tests::external_programs;
use crate::tests::stories::{picture, rich, sample_story};
use crate::{Bundle, Exporter, Paper, importer};
use markup::kept_data::set_text;
use model::FixedWorld;
use model::contents::{Content as _, Findings, PassageFinding, QuotedPassage, Reply};

#[test]
fn python_docx_finds_headings_styles_pictures_and_links() {
    let mut bundle = Bundle::new(sample_story());
    let (id, asset) = picture();
    bundle.assets.insert(id, asset);
    let data = json!({ "asset": id.to_string(), "mime": "image/png", "prompt": "\"fog\" <&>" });
    for node in bundle.story.nodes.values_mut() {
        Arc::make_mut(node)
            .data
            .insert("image".into(), Arc::new(data.clone()));
    }
    let yard = Arc::make_mut(&mut bundle.story.nodes[0]);
    set_text(&mut yard.data, rich());
    let bytes = super::Docx.export(&bundle);
    assert_eq!(super::Docx.export(&bundle), bytes);
    let read = external_programs::read_docx(&bytes);
    assert_eq!(read["title"], "Three \\ rooms");
    let paragraphs: Vec<(String, String)> =
        serde_json::from_value(read["paragraphs"].clone()).unwrap();
    let of = |style: &str| -> Vec<&str> {
        let found = paragraphs.iter().filter(|it| it.0 == style);
        found.map(|it| it.1.as_str()).collect()
    };
    assert_eq!(of("Title"), ["Three \\ rooms"]);
    assert_eq!(of("Heading 1"), ["大厅 [hall]", "The \"Yard\""]);
    assert_eq!(of("Heading 3"), ["雨夜 & rain"]);
    assert_eq!(of("Quote"), ["“Quoted,” she said."]);
    assert_eq!(of("Source Text"), ["code  <b>"]);
    assert_eq!(of("Choice"), ["→ out | \"away\" (if light > 0)", "→ back"]);
    assert!(
        of("Normal").contains(&"It fell all day night.\n第二行。"),
        "{paragraphs:?}"
    );
    assert_eq!(read["bold"], json!(["fell"]));
    assert_eq!(read["pictures"], 2);
    let links = read["links"].as_array().unwrap();
    assert!(
        links.contains(&json!(["https://example.org/?a=1&b=2", "", "a page"])),
        "{links:?}"
    );
    assert!(links.contains(&json!(["", "node0", "back"])), "{links:?}");
}

#[test]
fn a_manuscript_is_laid_out_for_submission() {
    let novel = "# Part One\n\n## Gate\n\nIt *rained*.\n\n***\n\nStill.\n\n## Inn\n\nWarm.\n\n# After\n\nThe end.\n";
    let importer = crate::importer("novel").unwrap();
    let (mut bundle, _) = importer
        .import(novel.as_bytes(), &model::FixedWorld::default())
        .unwrap();
    bundle.story.record.title = "Rain & <fog>".to_owned();
    let bytes = super::Manuscript.export(&bundle);
    assert_eq!(super::Manuscript.export(&bundle), bytes);
    let read = external_programs::read_docx(&bytes);
    let shown = external_programs::paragraphs(&read);
    assert_eq!(
        shown,
        [
            "Word Count: about 0 words",
            "Title: Rain & <fog>",
            "Heading 1: Part One",
            "Heading 2: Gate",
            "Normal: It rained.",
            "Normal: #",
            "Normal: Still.",
            "Heading 2: Inn",
            "Normal: Warm.",
            "Heading 1: After",
            "Normal: The end.",
        ]
    );
    assert_eq!(read["pages"], json!(["Part One", "Inn", "After"]));
    assert_eq!(read["headers"], json!(["", "Rain & <fog> / 1"]));
    assert_eq!(read["paper"], json!([[8.27, 11.69]]));
}

#[test]
fn pages_are_set_for_the_chosen_paper() {
    let mut bundle = Bundle::new(sample_story());
    bundle.options.paper = Paper::Letter;
    let bytes = super::Manuscript.export(&bundle);
    let read = external_programs::read_docx(&bytes);
    assert_eq!(read["paper"], json!([[8.5, 11.0]]));
}

#[test]
fn open_comments_are_in_the_document_where_they_are_wanted() {
    let mut bundle = Bundle::new(sample_story());
    let yard = Arc::make_mut(&mut bundle.story.nodes[0]);
    set_text(&mut yard.data, "A **red** door & a bell.");
    let comment = |quote: &str, says: &str, author: Option<&str>| {
        let at = yard.prose().find(quote).unwrap();
        let passage = QuotedPassage::of(yard.id, yard.prose(), at..at + quote.len());
        PassageFinding {
            author: author.map(str::to_owned),
            ..PassageFinding::comment(passage, says.to_owned())
        }
    };
    let mut gone = comment("bell", "Which?", None);
    "a gong".clone_into(&mut gone.passage.quote);
    let mut closed = comment("door", "Done.", None);
    closed.closed = true;
    let mut answered = comment("red** door", "Green in 3.\nSee there.", Some("Anna & Ben"));
    let reply = |says: &str, author: Option<&str>| Reply {
        says: says.to_owned(),
        author: author.map(str::to_owned),
    };
    answered.replies = vec![reply("Red.", None), reply("Sure?\n\nYes.", Some("Mia"))];
    let items = vec![answered, closed, gone];
    Findings { items }.store_in(&mut yard.data);

    let without = super::Manuscript.export(&bundle);
    bundle.options.comments = true;
    let with = super::Manuscript.export(&bundle);
    for (bytes, expected) in [
        (without, vec![]),
        (
            with,
            vec![
                (
                    "Author".to_owned(),
                    "A".to_owned(),
                    "Which?".to_owned(),
                    vec![],
                ),
                (
                    "Anna & Ben".to_owned(),
                    "red** door".to_owned(),
                    "Green in 3.\nSee there.".to_owned(),
                    vec![
                        (Some("Author".to_owned()), "Red.".to_owned()),
                        (Some("Mia".to_owned()), "Sure?\n\nYes.".to_owned()),
                    ],
                ),
            ],
        ),
    ] {
        let world = FixedWorld::default();
        let importer = importer("novel").unwrap();
        let (read, _) = importer.import(&bytes, &world).unwrap();
        let nodes = read.story.nodes.values();
        let read = nodes.flat_map(|it| Findings::in_data(&it.data).items);
        let read = read.map(|it| {
            let replies = it.replies.into_iter().map(|it| (it.author, it.says));
            let author = it.author.unwrap_or_default();
            (
                author,
                it.passage.quote,
                it.says,
                replies.collect::<Vec<_>>(),
            )
        });
        assert_eq!(read.collect::<Vec<_>>(), expected);
    }
}
