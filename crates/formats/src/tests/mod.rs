//! Properties of every format, on generated stories and malformed files.

mod conversions;
mod edits;
pub(crate) mod external_programs;
mod fallback_choices;
mod files;
mod graphs;
mod group_chapters;
mod hostile;
mod known_stories;
mod mended;
mod numbered_sections;
mod once_only_choices;
mod playthroughs;
mod progress;
mod reader_exports;
mod readers;
mod right_to_left;
mod round_trips;
mod script_pages;
pub(crate) mod stories;
pub(crate) mod stress_story;
mod text_facts;
mod twine_programs;
mod twine_rules;
mod twine_tag_colors;

use model::FixedWorld;
use proptest::prelude::*;

use self::stories::any_bundle;
use super::*;

fn both_ways() -> impl Iterator<Item = (&'static dyn Exporter, &'static dyn Importer)> {
    EXPORTERS
        .iter()
        .copied()
        .filter_map(|it| Some((it, importer(it.name())?)))
}

/// Bytes as shown in an assertion: an archive file by file, text as it is.
fn shown(bytes: &[u8]) -> String {
    if !is_archive(bytes) {
        return String::from_utf8_lossy(bytes).into_owned();
    }
    let files = Folder::unpack(bytes).unwrap().files.into_iter();
    files
        .map(|(path, bytes)| format!("{path}:\n{}\n", String::from_utf8_lossy(&bytes)))
        .collect()
}

/// A story as a list of nodes with their data and edges, for importer tests.
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
        for (name, value) in node
            .data
            .iter()
            .filter(|it| **it.0 != *model::part::FOREIGN)
        {
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
fn finds_formats_by_name_and_content() {
    for (exporter, importer) in both_ways() {
        let story = Story::new(
            model::StoryId(World::new_id(&FixedWorld::default())),
            "Empty",
        );
        let bytes = exporter.export(&Bundle::new(story));
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
    // A picture may contain a character card; only the importer can tell.
    let card = sniff(b"\x89PNG\r\n", "x.png").map(|it| it.name());
    assert_eq!(card, Some("card"));
}

#[test]
fn every_format_is_registered() {
    let source = include_str!("../lib.rs");
    let modules = source.lines().filter_map(|it| it.strip_prefix("mod "));
    let diagrams = include_str!("../diagram/mod.rs").lines();
    let modules = modules.chain(diagrams.filter_map(|it| it.strip_prefix("pub(crate) mod ")));
    let formats = modules.filter_map(|it| it.strip_suffix(';')).filter(|it| {
        ![
            "comment_marks",
            "diagram",
            "edited",
            "export",
            "folder",
            "format_list",
            "typeset",
            "import",
            "join",
            "obsidian",
            "playable_script",
            "report",
            "scripting",
            "spreadsheet",
            "tests",
            "twine",
            "untitled",
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
fn format_names_are_unique() {
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
    fn second_round_trip_is_stable(bundle in any_bundle()) {
        for (exporter, importer) in both_ways() {
            let first = exporter.export(&bundle);
            prop_assert!(importer.sniff(&first), "{} does not know its own", importer.name());
            let (read, _) = importer.import(&first, &FixedWorld::default()).unwrap();
            let second = exporter.export(&read);
            let (first, second) = (shown(&first), shown(&second));
            prop_assert_eq!(first, second, "{} changes on its second trip", exporter.name());
        }
    }

    #[test]
    fn losses_never_panic(bundle in any_bundle()) {
        for exporter in EXPORTERS {
            for loss in exporter.losses(&bundle) {
                prop_assert!(!loss.message.is_empty());
            }
        }
    }

    #[test]
    fn arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        for importer in IMPORTERS {
            let _ = importer.sniff(&bytes);
            let _ = importer.import(&bytes, &FixedWorld::default());
        }
    }

    #[test]
    fn damaged_files_never_panic(
        bundle in any_bundle(),
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
        cut in any::<bool>(),
    ) {
        for (exporter, importer) in both_ways() {
            let mut bytes = exporter.export(&bundle);
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
fn writes_effects_or_lists_their_loss() {
    let mut story = stories::sample_story();
    let edge = story.edges.values_mut().next().unwrap();
    std::sync::Arc::make_mut(edge).record.effect = Some("gold = 1".to_owned());
    let bundle = Bundle::new(story);
    for exporter in EXPORTERS {
        let listed = exporter.losses(&bundle);
        let is_listed = listed.iter().any(|it| it.message.starts_with("Effects"));
        let is_written = [
            "json",
            "folder",
            "ink",
            "yarn",
            "play",
            "renpy",
            "epub-choices",
        ]
        .contains(&exporter.name())
            || exporter.name().starts_with("tw");
        assert_ne!(is_listed, is_written, "{}", exporter.name());
    }
}
