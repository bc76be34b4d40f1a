//! The laws every format obeys, on generated stories and on files nobody would write.

mod content;
mod edits;
mod examined;
mod files;
mod graphs;
mod hostile;
mod once;
mod otherwise;
pub(crate) mod outside;
mod played;
mod readers;
pub(crate) mod stories;
pub(crate) mod ugly;
mod watched;

use model::FixedWorld;
use proptest::prelude::*;

use self::stories::any_parcel;
use super::*;

fn both_ways() -> impl Iterator<Item = (&'static dyn Exporter, &'static dyn Importer)> {
    EXPORTERS
        .iter()
        .copied()
        .filter_map(|it| Some((it, importer(it.name())?)))
}

/// Bytes as an assertion shows them: an archive file by file, text as it is.
fn shown(bytes: &[u8]) -> String {
    if !is_archive(bytes) {
        return String::from_utf8_lossy(bytes).into_owned();
    }
    let files = Folder::unpack(bytes).unwrap().files.into_iter();
    files
        .map(|(path, bytes)| format!("{path}:\n{}\n", String::from_utf8_lossy(&bytes)))
        .collect()
}

/// A story as a list of nodes with their data and edges, for tests of importers.
pub(crate) fn outline(story: &Story) -> String {
    let mut lines = vec![format!("“{}”", story.record.title)];
    let title = |id: &model::NodeId| story.nodes.get(id).map_or("?", |it| it.title.as_str());
    for node in story.nodes.values() {
        let start = if story.record.start == Some(node.id) {
            ", start"
        } else {
            ""
        };
        let group = node
            .layout
            .parent
            .map(|it| format!(", in {}", title(&it)))
            .unwrap_or_default();
        let (x, y) = (node.layout.x, node.layout.y);
        lines.push(format!(
            "{} ({}{start}{group}) at {x},{y}",
            node.title, node.kind
        ));
        for (name, value) in node.data.iter().filter(|it| **it.0 != *model::part::KEPT) {
            lines.push(format!("  {name}: {value}"));
        }
        for edge in story.edges_from(node.id) {
            let it = &edge.record;
            let condition = it
                .condition
                .as_ref()
                .map(|it| format!(" if {it}"))
                .unwrap_or_default();
            let effect = it.effect.as_ref().map(|it| format!(" do {it}"));
            let effect = effect.unwrap_or_default();
            let once = if it.once { " once" } else { "" };
            lines.push(format!(
                "  “{}” → {}{once}{condition}{effect}",
                it.label,
                title(&it.to)
            ));
        }
    }
    lines.join("\n")
}

#[test]
fn formats_are_found_by_name_and_by_look() {
    for (exporter, importer) in both_ways() {
        let story = Story::new(
            model::StoryId(World::new_id(&FixedWorld::default())),
            "Empty",
        );
        let bytes = exporter.export(&Parcel::new(story));
        let file = format!("story.{}", exporter.extension());
        for name in [file.as_str(), "C:\\no extension", "", "picture.png"] {
            assert_eq!(
                sniff(&bytes, name).map(|it| it.name()),
                Some(importer.name()),
                "{name}"
            );
        }
        assert!(importer.extensions().contains(&exporter.extension()));
    }
    assert_eq!(sniff(b"broken", "x.twee").map(|it| it.name()), Some("twee"));
    // A picture may hold a character; whether it does, its reader says.
    let card = sniff(b"\x89PNG\r\n", "x.png").map(|it| it.name());
    assert_eq!(card, Some("card"));
}

#[test]
fn every_format_stands_in_a_slice() {
    let source = include_str!("../lib.rs");
    let formats = source
        .lines()
        .filter_map(|it| it.strip_prefix("mod ")?.strip_suffix(';'))
        .filter(|it| {
            ![
                "called", "examined", "folder", "fonts", "kept", "links", "loss", "parts",
                "reading", "refusal", "relink", "tests", "scripted", "twine", "warning", "watch",
                "writing",
            ]
            .contains(it)
        });
    for format in formats {
        assert!(
            source.contains(&format!("&{format}::")),
            "{format} is in no slice"
        );
    }
}

#[test]
fn names_are_unique() {
    for names in [
        EXPORTERS.iter().map(|it| it.name()).collect::<Vec<_>>(),
        IMPORTERS.iter().map(|it| it.name()).collect(),
    ] {
        let unique: std::collections::BTreeSet<_> = names.iter().collect();
        assert_eq!(unique.len(), names.len(), "{names:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn a_second_trip_gives_the_same_bytes(parcel in any_parcel()) {
        for (exporter, importer) in both_ways() {
            let first = exporter.export(&parcel);
            prop_assert!(importer.sniff(&first), "{} does not know its own", importer.name());
            let (read, _) = importer.import(&first, &FixedWorld::default()).unwrap();
            let second = exporter.export(&read);
            let (first, second) = (shown(&first), shown(&second));
            prop_assert_eq!(first, second, "{} changes on its second trip", exporter.name());
        }
    }

    #[test]
    fn losses_can_always_be_told(parcel in any_parcel()) {
        for exporter in EXPORTERS {
            for loss in exporter.losses(&parcel) {
                prop_assert!(!loss.message.is_empty());
            }
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        for importer in IMPORTERS {
            let _ = importer.sniff(&bytes);
            let _ = importer.import(&bytes, &FixedWorld::default());
        }
    }

    #[test]
    fn a_damaged_file_is_read_or_refused(
        parcel in any_parcel(),
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
        cut in any::<bool>(),
    ) {
        for (exporter, importer) in both_ways() {
            let mut bytes = exporter.export(&parcel);
            let at = at.index(bytes.len());
            bytes[at] = byte;
            if cut {
                bytes.truncate(at);
            }
            if let Ok((read, _)) = importer.import(&bytes, &FixedWorld::default()) {
                let again = exporter.export(&read);
                prop_assert!(importer.import(&again, &FixedWorld::default()).is_ok());
            }
        }
    }
}

#[test]
fn effects_are_written_or_their_loss_is_told() {
    let mut story = stories::three_rooms();
    let edge = story.edges.values_mut().next().unwrap();
    std::sync::Arc::make_mut(edge).record.effect = Some("gold = 1".to_owned());
    let parcel = Parcel::new(story);
    for exporter in EXPORTERS {
        let told = exporter.losses(&parcel);
        let is_told = told.iter().any(|it| it.message.starts_with("Effects"));
        let is_written =
            ["json", "folder", "ink", "yarn", "play", "renpy"].contains(&exporter.name());
        assert_ne!(is_told, is_written, "{}", exporter.name());
    }
}
