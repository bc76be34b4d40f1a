//! Comments go along as notes of the screenplay, and come back as comments.

use std::sync::Arc;

use model::FixedWorld;
use model::contents::{Content as _, Findings, PassageFinding, QuotedPassage, Reply};

use super::sample_with_yard;
use crate::{LossKind, exporter, importer};

/// The comments of a story: who says what, about which words.
fn comments(bytes: &[u8]) -> Vec<(Option<String>, String, String)> {
    let importer = importer("novel").unwrap();
    let (bundle, _) = importer.import(bytes, &FixedWorld::default()).unwrap();
    let nodes = bundle.story.nodes.values();
    let findings = nodes.flat_map(|it| Findings::in_data(&it.data).items);
    let found = findings.map(|it| (it.author, it.says, it.passage.quote));
    found.collect()
}

#[test]
fn open_comments_are_notes_in_both_formats() {
    let mut bundle =
        sample_with_yard("Fog on the *quay*.\n\nNeo: Who are you?\n\n- a rope\n\n## Later");
    let yard = Arc::make_mut(&mut bundle.story.nodes[0]);
    let comment = |quote: &str, says: &str| {
        let at = yard.prose().find(quote).unwrap();
        let passage = QuotedPassage::of(yard.id, yard.prose(), at..at + quote.len());
        PassageFinding::comment(passage, says.to_owned())
    };
    let mut fog = comment("Fog on", "How much [[of it]]?");
    fog.author = Some("Mia & Ben".to_owned());
    fog.replies = vec![Reply {
        says: "A little.".to_owned(),
        author: Some("Anna".to_owned()),
    }];
    let mut closed = comment("Later", "Done.");
    closed.closed = true;
    let items = vec![
        fog,
        comment("Who", "Ask louder."),
        comment("a rope", "Long?"),
        closed,
    ];
    Findings { items }.store_in(&mut yard.data);
    let written = |format: &str, bundle: &crate::Bundle| exporter(format).unwrap().export(bundle);
    for format in ["fountain", "fdx"] {
        assert_eq!(comments(&written(format, &bundle)), [], "{format}");
    }
    bundle.options.comments = true;
    let fountain = written("fountain", &bundle);
    let text = String::from_utf8(fountain.clone()).unwrap();
    for line in [
        "!Fog on the *quay*. [[Mia & Ben: How much [ [of it] ]?]] [[Anna: A little.]]",
        "Who are you? [[Ask louder.]]",
        "!• a rope [[Long?]]",
    ] {
        assert!(text.lines().any(|it| it == line), "{line}: {text}");
    }
    let said: Vec<String> = comments(&fountain).into_iter().map(|it| it.1).collect();
    assert_eq!(
        said,
        [
            "Mia & Ben: How much [ [of it] ]?",
            "Anna: A little.",
            "Ask louder.",
            "Long?"
        ]
    );
    let fdx = comments(&written("fdx", &bundle));
    let said: Vec<_> = fdx
        .iter()
        .map(|it| (it.0.as_deref(), it.1.as_str()))
        .collect();
    assert_eq!(
        said,
        [
            (Some("Mia & Ben"), "How much [[of it]]?"),
            (Some("Anna"), "A little."),
            (None, "Ask louder."),
            (None, "Long?"),
        ]
    );
    assert!(fdx[2].2.contains("Who are you?"), "{fdx:?}");
    let lost = exporter("fdx").unwrap().losses(&bundle);
    let is_findings = |it: &&crate::Loss| {
        it.what == LossKind::Data && it.capability.as_deref() == Some("findings")
    };
    assert_eq!(lost.iter().filter(is_findings).count(), 0, "{lost:?}");
}
