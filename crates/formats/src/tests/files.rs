//! Whole files: our own under `tests/fixtures/stories`, and third-party files if the corpus is
//! available next to the project.

use std::fs;
use std::path::{Path, PathBuf};

use expect_test::{Expect, expect};
use model::{FixedWorld, Story};

use super::{outline, shown};
use crate::{Bundle, ImportWarning, Warning, exporter, sniff};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn fixtures() -> PathBuf {
    root().join("tests/fixtures/stories")
}

fn read(path: &Path) -> (&'static str, Bundle, Vec<Warning>) {
    let bytes = fs::read(path).unwrap();
    let importer = sniff(&bytes, &path.to_string_lossy()).unwrap();
    let (bundle, warnings) = importer.import(&bytes, &FixedWorld::default()).unwrap();
    (importer.name(), bundle, warnings)
}

/// The story files in a folder and its subfolders that one of our formats reads and writes.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(self::files(&path));
        } else {
            files.push(path);
        }
    }
    files.retain(|it| {
        let bytes = fs::read(it).unwrap();
        sniff(&bytes, &it.to_string_lossy()).is_some_and(|it| {
            exporter(it.name()).is_some() && it.import(&bytes, &FixedWorld::default()).is_ok()
        })
    });
    files.sort();
    files
}

#[track_caller]
fn check_round_trip(path: &Path) {
    let (format, bundle, _) = read(path);
    let exporter = exporter(format).unwrap();
    let first = exporter.export(&bundle);
    let importer = crate::importer(format).unwrap();
    let (again, _) = importer.import(&first, &FixedWorld::default()).unwrap();
    let second = exporter.export(&again);
    let name = path.display();
    assert_eq!(
        shown(&second),
        shown(&first),
        "{name} changes on its second trip"
    );
    assert_eq!(outline(&again.story), outline(&bundle.story), "{name}");
    let file = fs::read(path).unwrap();
    match format {
        // These round-trip byte for byte, except for a byte order mark.
        "ink" | "yarn" => {
            let file = shown(&file);
            let plain = file.strip_prefix('\u{feff}').unwrap_or(&file);
            assert_eq!(shown(&first), plain, "{name}");
        }
        "canvas" | "twine-json" => {
            let before: serde_json::Value = serde_json::from_slice(&file).unwrap();
            let after: serde_json::Value = serde_json::from_slice(&first).unwrap();
            assert_eq!(after, before, "{name} lost something");
        }
        "twine-html" | "twine-archive" => {
            assert_eq!(storydata(&first), storydata(&file), "{name} lost something");
        }
        _ => {}
    }
}

/// The story elements of a page, normalized where HTML allows variation: line ends between elements
/// and the escaping of quotation marks.
fn storydata(page: &[u8]) -> String {
    let page = String::from_utf8_lossy(page);
    let begin = page.find("<tw-storydata").unwrap();
    let end = page.rfind("</tw-storydata>").unwrap();
    page[begin..end]
        .replace(">\n<", "><")
        .replace(">\n<", "><")
        .replace("&quot;", "\"")
        .trim_end()
        .to_owned()
}

/// A story as a list of nodes with their edges.
fn shape(story: &Story) -> String {
    let mut lines = vec![format!("“{}”", story.record.title)];
    for node in story.nodes.values() {
        let start = if story.record.start == Some(node.id) {
            ", start"
        } else {
            ""
        };
        let title = |id| story.nodes.get(&id).map_or("?", |it| it.title.as_str());
        let group = node
            .layout
            .parent
            .map(|it| format!(", in {}", title(it)))
            .unwrap_or_default();
        let at = format!("{},{}", node.layout.x, node.layout.y);
        lines.push(format!(
            "{} ({}{start}{group}) at {at}",
            node.title, node.kind
        ));
        for edge in story.edges_from(node.id) {
            lines.push(format!(
                "  “{}” → {}",
                edge.record.label,
                title(edge.record.to)
            ));
        }
    }
    lines.join("\n")
}

#[track_caller]
fn check(file: &str, expected: Expect) {
    let (format, bundle, warnings) = read(&fixtures().join(file));
    let warnings: Vec<_> = warnings.iter().map(|it| format!("! {it}")).collect();
    expected.assert_eq(&format!(
        "{format}: {}\n{}\n",
        shape(&bundle.story),
        warnings.join("\n")
    ));
}

#[test]
fn imports_a_sugarcube_story() {
    check(
        "lighthouse.twee",
        expect![[r#"
            twee: “The Lighthouse”
            Lamp script (note) at 100,590
            Style (note) at 380,590
            StoryMenu (note) at 660,590
              “Begin again” → The Shore
            The Shore (scene, start) at 100,200
              “Climb the stairs” → The Stairs
              “Look for another door” → The Cellar
              “Wait” → The Shore
            The Stairs (scene) at 250,200
              “One more step” → The Lamp [old]
              “Back down” → The Shore
              “Follow the sound” → The Stairs
            The Lamp [old] (scene) at 400,200
              “” → The Shore
            The Cellar (scene) at 250,350
            The Cellar (scene) at 940,590
              “Up” → The Stairs
            ! line 35: 1 of the links of “The Stairs” lead to targets that only the running story knows; they are marked as dynamic.
            ! line 47: A link leads to “the cove”, which does not exist.
            ! line 49: A passage “The Cellar” already exists in line 46. Both are kept; links lead to the first.
        "#]],
    );
}

#[test]
fn imports_a_multilingual_story() {
    check(
        "雨夜.twee",
        expect![[r#"
            twee: “雨夜 / Rainy Night”
            第一章/门口 (scene, start) at 0,180
              “开门” → 第二章/来客
              “假装没听见” → Deuxième réveil
              “从窗户看” → 窗
            第二章/来客 (scene) at 340,0
              “……” → 窗
            Deuxième réveil (scene) at 340,180
              “Пойти спать” → Сон
            Сон (scene) at 680,180
              “目を覚ます” → 第一章/门口
            窗 (scene) at 340,360
              “” → Сон
              “看清楚” → 第二章/来客
            ! line 14: 1 of the links of “第二章/来客” lead to targets that only the running story knows; they are marked as dynamic.
        "#]],
    );
}

#[test]
fn imports_an_unfinished_story() {
    check(
        "unfinished.tw",
        expect![[r#"
            twee: “Untitled”
            Start (scene, start) at 1,242
              “Go on” → Next
            Next (scene) at 341,242
            Third (scene) at 1,482
            Untitled (scene) at 1,2
              “” → Start
            ! line 1: Text before the first passage belongs to none. It is kept and written back.
            ! line 5: A link leads to “next”, which does not exist. There is “Next”.
            ! line 9: The tags of this passage have no closing bracket; they are ignored.
            ! line 14: This passage has no name.
            ! There is no StoryData passage; one is written on export.
        "#]],
    );
}

#[test]
fn imports_a_canvas() {
    check(
        "heist.canvas",
        expect![[r#"
            canvas: “Untitled”
            The vault (group) at -40,-60
            The door (scene, start, in The vault) at 0,0
              “crack it” → 金库里面：空的。
              “” → Untitled
            金库里面：空的。 (scene, in The vault) at 400,0
            plan#exits (note) at 900,0
              “” → The vault
            https://example.org/map (note) at 900,460
            Untitled (scene, in The vault) at 0,240
            ! line 13: This edge does not join two nodes of the board. It is kept and written back.
        "#]],
    );
}

#[test]
fn reads_the_same_story_in_every_encoding() {
    let text = fs::read_to_string(fixtures().join("雨夜.twee")).unwrap();
    let expected = shape(&read(&fixtures().join("雨夜.twee")).1.story);
    let utf16 = |bytes: fn(u16) -> [u8; 2]| {
        "\u{feff}"
            .encode_utf16()
            .chain(text.encode_utf16())
            .flat_map(bytes)
            .collect::<Vec<u8>>()
    };
    let gbk = encoding_rs::GBK.encode(&text).0.into_owned();
    let marked = format!("\u{feff}{text}").into_bytes();
    for (bytes, is_guess) in [
        (gbk, true),
        (utf16(u16::to_le_bytes), false),
        (utf16(u16::to_be_bytes), false),
        (marked, false),
    ] {
        let importer = sniff(&bytes, "story.twee").unwrap();
        let (bundle, warnings) = importer.import(&bytes, &FixedWorld::default()).unwrap();
        assert_eq!(shape(&bundle.story), expected);
        let encoding = "GBK".to_owned();
        let guess = Warning::for_file(ImportWarning::Encoding { encoding });
        assert_eq!(warnings.contains(&guess), is_guess);
    }
}

#[test]
fn fixtures_round_trip() {
    let files = files(&fixtures());
    assert!(files.len() >= 9, "{files:?}");
    files.iter().for_each(|it| check_round_trip(it));
}

#[cfg(corpus)]
#[test]
fn third_party_files_round_trip() {
    for (folder, count) in [("canvas", 1), ("ink", 4), ("yarn", 60)] {
        let folder = Path::new(env!("STORYTELLER_CORPUS")).join(folder);
        let files = files(&folder);
        assert!(
            files.len() >= count,
            "{}: {}",
            folder.display(),
            files.len()
        );
        files.iter().for_each(|it| check_round_trip(it));
    }
}
