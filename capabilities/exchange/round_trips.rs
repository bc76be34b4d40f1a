//! Round trips through a real story: every fixture, and every third-party file where the corpus is
//! present, is exported from an empty story as it was imported.

use std::fs;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use formats::{Folder, is_archive};
use serde_json::{Value, json};

use crate::tests::TestHarness;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// All files below a folder, sorted; empty if there is no such folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let entries = fs::read_dir(folder).into_iter().flatten();
    for path in entries.map(|it| it.unwrap().path()) {
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Imports a file into an empty story and exports it, with the name of its format; `None` if the
/// format is read-only or refuses the file.
async fn trip(file: &[u8], name: &str) -> Option<(String, Vec<u8>)> {
    let harness = TestHarness::new();
    let format = formats::sniff(file, name)?.name();
    formats::exporter(format)?;
    let args = json!({
        "content": STANDARD.encode(file), "encoding": "base64", "file_name": name,
    });
    let answer = harness.call("import_story", args).await;
    if let Some(fault) = answer.error {
        let message = fault.message;
        assert!(message.contains("this is not"), "{name}: {message}");
        return None;
    }
    let written = harness
        .ok("export_story", json!({ "format": format }))
        .await;
    let content = written["content"].as_str().unwrap();
    let bytes = match written["encoding"].as_str() {
        Some("base64") => STANDARD.decode(content).unwrap(),
        _ => content.as_bytes().to_vec(),
    };
    Some((format.to_owned(), bytes))
}

/// A file as text for assertions.
fn shown(bytes: &[u8]) -> String {
    if !is_archive(bytes) {
        return String::from_utf8_lossy(bytes).into_owned();
    }
    let files = Folder::unpack(bytes).unwrap().files.into_iter();
    files
        .map(|(path, bytes)| format!("{path}:\n{}\n", String::from_utf8_lossy(&bytes)))
        .collect()
}

fn value(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).unwrap()
}

/// Checks that a second round trip yields the same bytes and that the first keeps what the format
/// promises. Returns whether the file was imported.
async fn comes_back(path: &Path) -> bool {
    let name = path.to_string_lossy();
    let file = fs::read(path).unwrap();
    let Some((format, first)) = trip(&file, &name).await else {
        return false;
    };
    let extension = formats::exporter(&format).unwrap().extension();
    let (again, second) = trip(&first, &format!("a.{extension}")).await.unwrap();
    assert_eq!(again, format, "{name}");
    assert_eq!(
        shown(&second),
        shown(&first),
        "{name} changes on its second trip"
    );
    match format.as_str() {
        "ink" | "yarn" => {
            let file = shown(&file);
            let plain = file.strip_prefix('\u{feff}').unwrap_or(&file);
            assert_eq!(shown(&first), plain, "{name}");
        }
        "canvas" | "twine-json" => assert_eq!(value(&first), value(&file), "{name}"),
        _ => {}
    }
    true
}

#[tokio::test]
async fn our_exports_round_trip() {
    let mut count = 0;
    for path in files(&root().join("tests/fixtures/stories")) {
        count += usize::from(comes_back(&path).await);
    }
    assert!(count >= 10, "{count}");
}

#[cfg(corpus)]
#[tokio::test]
async fn third_party_files_round_trip() {
    for (folder, least) in [("canvas", 1), ("ink", 4), ("yarn", 60)] {
        let folder = Path::new(env!("STORYTELLER_CORPUS")).join(folder);
        let mut count = 0;
        for path in files(&folder) {
            count += usize::from(comes_back(&path).await);
        }
        assert!(count >= least, "{}: {count}", folder.display());
    }
}

/// Checks that copies of an imported story that nobody changed have no edits. Returns whether the file was
/// imported.
async fn copies_have_no_edits(path: &Path) -> bool {
    let name = path.to_string_lossy();
    let harness = TestHarness::new();
    let file = STANDARD.encode(fs::read(path).unwrap());
    let args = json!({ "content": file, "encoding": "base64", "file_name": name });
    if !harness.call("import_story", args).await.succeeded() {
        return false;
    }
    for format in ["json", "folder", "twee", "twine-html"] {
        let copy = harness
            .ok("export_story", json!({ "format": format }))
            .await;
        let args = json!({ "content": copy["content"], "encoding": copy["encoding"] });
        let report = harness.ok("import_edits", args).await;
        assert_eq!(
            report["draft"],
            Value::Null,
            "{name} as {format}: {report:#}"
        );
    }
    true
}

#[tokio::test]
async fn copies_of_our_exports_have_no_edits() {
    let mut count = 0;
    for path in files(&root().join("tests/fixtures/stories")) {
        count += usize::from(copies_have_no_edits(&path).await);
    }
    assert!(count >= 10, "{count}");
}

#[cfg(corpus)]
#[tokio::test]
async fn copies_of_third_party_files_have_no_edits() {
    for (folder, least) in [("canvas", 1), ("ink", 4), ("yarn", 10)] {
        let folder = Path::new(env!("STORYTELLER_CORPUS")).join(folder);
        let mut count = 0;
        for path in files(&folder).into_iter().take(40) {
            count += usize::from(copies_have_no_edits(&path).await);
        }
        assert!(count >= least, "{}: {count}", folder.display());
    }
}

/// A file without a title and a story with one, after a round trip.
#[tokio::test]
async fn untitled_file_keeps_the_story_title_and_round_trips() {
    let yarn = "title: Start\n---\nRain.\n-> Wait\n    <<jump Start>>\n===\n";
    let ink = "-> hall\n\n=== hall ===\nRain.\n+ [Wait] -> hall\n";
    let twee = ":: Start\nRain. [[Start]]\n";
    for (format, file) in [("yarn", yarn), ("ink", ink), ("twee", twee)] {
        let harness = TestHarness::new();
        harness.ok("rename_story", json!({ "title": "Rain" })).await;
        let args = json!({ "content": file, "format": format });
        harness.ok("import_story", args).await;
        let title = async || harness.ok("read_map", json!({})).await["story"]["title"].clone();
        assert_eq!(title().await, "Rain", "{format}");
        let written = async || {
            let answer = harness
                .ok("export_story", json!({ "format": format }))
                .await;
            answer["content"].as_str().unwrap().to_owned()
        };
        if format == "twee" {
            // A Twee file always has its StoryData.
            let written = written().await;
            assert!(
                written.ends_with(file) && !written.contains("StoryTitle"),
                "{written}"
            );
        } else {
            assert_eq!(written().await, file, "{format}");
        }
        harness.ok("rename_story", json!({ "title": "Fog" })).await;
        assert!(written().await.contains("Fog"), "{format}");
    }
}
