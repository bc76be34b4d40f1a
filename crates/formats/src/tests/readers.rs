//! Twine, Ink and Yarn files as third-party readers parse them: extwee, inkjs and yarn-bound.
//! Canvas files are checked against their specification.

use std::path::Path;

use model::FixedWorld;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use serde::Deserialize;
use serde_json::Value;
use tempfile::TempDir;

use super::external_programs::{folder_with, node};
use super::stories::{any_bundle, sample_story};
use super::stress_story::stress_story;
use crate::import::tidy_title;
use crate::{Bundle, exporter, importer};

/// The stories to test: a handmade one, the stress story, and deterministically generated ones.
pub(super) fn stories() -> Vec<Bundle> {
    let mut runner = TestRunner::deterministic();
    let mut random = || any_bundle().new_tree(&mut runner).unwrap().current();
    let mut stories = vec![Bundle::new(sample_story()), stress_story()];
    stories.extend(
        (0..40)
            .map(|_| random())
            .filter(|it| !it.story.nodes.is_empty()),
    );
    stories
}

/// All stories written in one format to a folder, and the file names.
pub(super) fn written(stories: &[Bundle], format: &str, extension: &str) -> (TempDir, Vec<String>) {
    let exporter = exporter(format).unwrap();
    let files: Vec<_> = stories
        .iter()
        .enumerate()
        .map(|(number, it)| (format!("{number:02}.{extension}"), exporter.export(it)))
        .collect();
    let borrowed: Vec<_> = files
        .iter()
        .map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
        .collect();
    let folder = folder_with(&borrowed);
    (folder, files.into_iter().map(|it| it.0).collect())
}

fn ask(script: &str, folder: &Path, before: &[&str], names: &[String]) -> Value {
    let mut arguments = before.to_vec();
    arguments.extend(names.iter().map(String::as_str));
    serde_json::from_str(&node(script, folder, &arguments)).unwrap()
}

#[derive(Debug, Deserialize)]
struct Passage {
    name: String,
    tags: Vec<String>,
    text: String,
}

/// Trimmed as in JavaScript, where a byte order mark is whitespace too.
fn trimmed(text: &str) -> String {
    let is_space = |it: char| it.is_whitespace() || it == '\u{feff}';
    text.trim_matches(is_space).to_owned()
}

/// The passages our own importer reads from the file: names, tags and texts.
fn passages(bytes: &[u8], format: &str) -> Vec<(String, String)> {
    let (bundle, _) = importer(format)
        .unwrap()
        .import(bytes, &FixedWorld::default())
        .unwrap();
    let nodes = bundle.story.nodes.values();
    nodes
        .map(|it| (trimmed(&it.title), trimmed(markup::kept_data::text_of(it))))
        .collect()
}

/// The title of the start node that our own importer reads from the file.
fn start_in(bytes: &[u8], format: &str) -> Option<String> {
    let format = importer(format).unwrap();
    let (bundle, _) = format.import(bytes, &FixedWorld::default()).unwrap();
    let start = bundle.story.record.start?;
    Some(bundle.story.nodes[&start].title.clone())
}

#[test]
fn extwee_finds_the_same_passages_in_every_form_of_twine() {
    let stories = stories();
    for (format, extension) in [
        ("twee", "twee"),
        ("twine-html", "html"),
        ("twine-archive", "archive"),
        ("twine-json", "json"),
    ] {
        let (folder, names) = written(&stories, format, extension);
        let read = ask("read_twine.js", folder.path(), &[], &names);
        let all = names.iter().zip(read.as_array().unwrap()).zip(&stories);
        for ((name, read), bundle) in all {
            let bytes = std::fs::read(folder.path().join(name)).unwrap();
            let theirs: Vec<Passage> = serde_json::from_value(read["passages"].clone()).unwrap();
            let title = tidy_title(&bundle.story.record.title, "Untitled");
            assert_eq!(read["name"], title, "{format}");
            let ifid = bundle.story.id.to_string().to_uppercase();
            assert_eq!(read["ifid"], ifid, "{format}");
            if bundle.story.record.start.is_some() {
                let theirs = read["start"].as_str().map(|it| it.trim().to_owned());
                assert_eq!(theirs, start_in(&bytes, format), "{format}");
            }
            let kinds = [
                "note",
                "character",
                "place",
                "group",
                "weather-front",
                "storyteller",
            ];
            for tag in theirs.iter().flat_map(|it| &it.tags) {
                assert!(kinds.contains(&tag.as_str()), "{format}: {tag}");
            }
            let mut theirs: Vec<_> = theirs
                .into_iter()
                .filter(|it| !["StoryTitle", "StoryData", "StoryInit"].contains(&it.name.as_str()))
                .map(|it| (trimmed(&it.name), trimmed(&it.text)))
                .collect();
            let mut ours = passages(&bytes, format);
            if format.starts_with("twine-") {
                // extwee resolves the entities of a name twice, which no browser does.
                ours.retain(|it| !it.0.contains('&'));
                theirs.retain(|it| !it.0.contains('&'));
            }
            ours.sort();
            theirs.sort();
            assert_eq!(theirs, ours, "{format} {}", String::from_utf8_lossy(&bytes));
        }
    }
}

#[test]
fn inkjs_compiles_what_is_written() {
    let stories = stories();
    let (folder, names) = written(&stories, "ink", "ink");
    let read = ask("play_ink.js", folder.path(), &["3"], &names);
    for (name, read) in names.iter().zip(read.as_array().unwrap()) {
        let text = std::fs::read_to_string(folder.path().join(name)).unwrap();
        assert_eq!(read["errors"], serde_json::json!([]), "{text}");
        for path in read["read"].as_array().unwrap() {
            assert!(!path.as_str().unwrap().contains("! "), "{path}\n{text}");
        }
    }
    let read = read[0]["read"][0].as_str().unwrap();
    assert!(read.starts_with("It was dark.\nA door shut.\n"), "{read}");
}

#[cfg(corpus)]
#[test]
fn the_intercept_plays_the_same_after_a_round_trip() {
    let corpus = Path::new(env!("STORYTELLER_CORPUS")).join("ink/the-intercept");
    let original = std::fs::read(corpus.join("TheIntercept.ink")).unwrap();
    let mut bytes = original.clone();
    for (from, to) in [("ink", "json"), ("json", "ink")] {
        let reader = importer(from).unwrap();
        let (bundle, _) = reader.import(&bytes, &FixedWorld::default()).unwrap();
        bytes = exporter(to).unwrap().export(&bundle);
    }
    let edited = with_another_way_out(&bytes);
    let folder = folder_with(&[
        ("theirs.ink", &original),
        ("ours.ink", &bytes),
        ("edited.ink", &edited),
    ]);
    let names = ["theirs.ink", "ours.ink", "edited.ink"].map(str::to_owned);
    let read = ask("play_ink.js", folder.path(), &["25"], &names);
    assert_eq!(read[1]["errors"], serde_json::json!([]));
    let paths = read[1]["read"].as_array().unwrap();
    assert_eq!(paths.len(), 25);
    assert!(paths.iter().all(|it| it.as_str().unwrap().len() > 500));
    assert_eq!(read[1]["read"], read[0]["read"]);
    // The addition compiles, and the parts that do not lead to it play as before.
    assert_eq!(read[2]["errors"], serde_json::json!([]));
    assert_eq!(read[2]["read"], read[0]["read"]);
}

/// The story with an added scene without incoming links, and a link back from it.
#[cfg(corpus)]
fn with_another_way_out(bytes: &[u8]) -> Vec<u8> {
    let ink = importer("ink").unwrap();
    let (mut bundle, _) = ink.import(bytes, &FixedWorld::default()).unwrap();
    let rooms = sample_story();
    let (start, mut hall) = (bundle.story.record.start.unwrap(), rooms.nodes[1].clone());
    std::sync::Arc::make_mut(&mut hall).title = "A room of one's own".to_owned();
    let mut edge = rooms.edges[0].clone();
    let it = std::sync::Arc::make_mut(&mut edge);
    (it.record.from, it.record.condition) = (hall.id, None);
    it.record.to = *bundle.story.nodes.keys().find(|it| **it != start).unwrap();
    bundle.story.nodes.insert(hall.id, hall);
    bundle.story.edges.insert(edge.id, edge);
    let written = exporter("ink").unwrap().export(&bundle);
    let text = String::from_utf8_lossy(&written);
    assert!(
        text.contains("A_room_of_one_s_own"),
        "the room is not there"
    );
    written
}

#[test]
fn yarn_bound_compiles_what_is_written() {
    let stories = stories();
    let (folder, names) = written(&stories, "yarn", "yarn");
    let read = ask("read_yarn.js", folder.path(), &[], &names);
    for ((name, read), story) in names.iter().zip(read.as_array().unwrap()).zip(&stories) {
        let text = std::fs::read_to_string(folder.path().join(name)).unwrap();
        let nodes = read["nodes"].as_object().unwrap();
        assert_eq!(nodes.len(), story.story.nodes.len(), "{text}");
        for (title, shown) in nodes {
            assert!(shown.is_array(), "{title}: {shown}\n{text}");
        }
    }
    let hall = &read[0]["nodes"]["hall"];
    assert_eq!(hall[0]["text"], "It was dark.");
    let options = hall[2]["options"].as_array().unwrap();
    let options: Vec<_> = options
        .iter()
        .map(|it| it.as_str().unwrap().trim())
        .collect();
    assert_eq!(options, ["Neo", "out | \"away\""]);
}

#[test]
fn canvas_matches_the_specification() {
    let schema: Value = serde_json::from_str(include_str!("canvas.schema.json")).unwrap();
    let schema = jsonschema::validator_for(&schema).unwrap();
    let mut boards = stories();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut paths = vec![root.join("tests/fixtures/stories/heist.canvas")];
    if let Some(corpus) = option_env!("STORYTELLER_CORPUS") {
        paths.push(Path::new(corpus).join("canvas/jsoncanvas-sample.canvas"));
    }
    for path in paths {
        let bytes = std::fs::read(path).unwrap();
        let format = importer("canvas").unwrap();
        let (mut bundle, _) = format.import(&bytes, &FixedWorld::default()).unwrap();
        // Kept entries that do not join two nodes are not edges by the specification either.
        bundle.story.data.clear();
        boards.push(bundle);
    }
    for bundle in boards {
        let board = exporter("canvas").unwrap().export(&bundle);
        let board: Value = serde_json::from_slice(&board).unwrap();
        let faults: Vec<_> = schema
            .iter_errors(&board)
            .map(|it| it.to_string())
            .collect();
        assert!(faults.is_empty(), "{faults:?}\n{board:#}");
        let nodes: Vec<_> = board["nodes"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| &it["id"])
            .collect();
        for edge in board["edges"].as_array().unwrap() {
            assert!(
                nodes.contains(&&edge["fromNode"]) && nodes.contains(&&edge["toNode"]),
                "{edge}"
            );
        }
    }
}
