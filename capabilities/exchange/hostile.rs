//! Hostile files through the door: whatever a file is, it comes in whole, as one change with its
//! warnings, or not at all.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use self::carriers::{CARRIERS, Carrier, knot};
use crate::tests::Desk;

#[path = "../../crates/formats/src/tests/hostile/carriers.rs"]
#[expect(dead_code, reason = "the room of the formats needs more of them")]
mod carriers;

/// What is there of the story, as numbers.
async fn count(desk: &Desk) -> (u64, Value) {
    let json = json!({ "format": "json" });
    let story = desk.ok("export_story", json).await;
    let story: Value = serde_json::from_str(story["content"].as_str().unwrap()).unwrap();
    let nodes = story["nodes"].as_array().map_or(0, Vec::len);
    let edges = story["edges"].as_array().map_or(0, Vec::len);
    (desk.changes(), json!([nodes, edges, story["title"]]))
}

/// Imports a file; gives its report, or nothing where it is refused and nothing was written.
async fn import(desk: &Desk, carrier: &Carrier, file: &[u8]) -> Option<Value> {
    let before = count(desk).await;
    let args = json!({
        "content": STANDARD.encode(file), "encoding": "base64", "format": carrier.format,
    });
    let output = desk.call("import_story", args).await;
    let after = count(desk).await;
    let Some(result) = output.succeeded().then_some(output.result).flatten() else {
        assert_eq!(before, after, "{} wrote half of a file", carrier.name);
        return None;
    };
    // A file that was cut before its first node may bring nothing.
    assert!(after.0 - before.0 <= 1, "{}", carrier.name);
    let number = |it: &Value, at: usize| it[at].as_u64().unwrap();
    let added = number(&after.1, 0) - number(&before.1, 0);
    assert_eq!(result.data["nodes"], added, "{}", carrier.name);
    let added = number(&after.1, 1) - number(&before.1, 1);
    assert_eq!(result.data["links"], added, "{}", carrier.name);
    Some(result.data)
}

#[tokio::test]
async fn a_file_comes_in_whole_or_not_at_all() {
    let knots = [
        knot("Start", "Fog.", &[("go", "End"), ("fly", "End")]),
        knot("End", "Rain.", &[]),
    ];
    for carrier in CARRIERS {
        let desk = Desk::new();
        let sound = carrier.file(&knots);
        let report = import(&desk, carrier, &sound).await;
        assert!(report.is_some(), "{}", carrier.name);
        for part in 0..8 {
            import(&desk, carrier, &sound[..sound.len() * part / 8]).await;
            let mut damaged = sound.clone();
            let at = (sound.len() - 1) * part / 7;
            damaged[at] ^= 0x15;
            import(&desk, carrier, &damaged).await;
        }
    }
}

#[tokio::test]
async fn a_warning_comes_through_the_door_with_its_place_and_its_parts() {
    let knots = [
        knot("Start", "Fog.", &[("go", "Moon")]),
        knot("End", "", &[]),
    ];
    let told = json!({
        "what": "link_nowhere", "parts": { "target": "Moon" },
        "message": "A link leads to “Moon”, which does not exist.",
    });
    for (name, file, line) in [("twee", None, 6), ("twee.zip", Some("a.twee"), 6)] {
        let carrier = CARRIERS.iter().find(|it| it.name == name).unwrap();
        let desk = Desk::new();
        let report = import(&desk, carrier, &carrier.file(&knots)).await.unwrap();
        let mut expected = told.clone();
        expected["line"] = json!(line);
        if let Some(file) = file {
            expected["file"] = json!(file);
        }
        let found = report["warnings"].as_array().unwrap();
        assert_eq!(found, &[expected], "{name}");
    }
}

#[tokio::test]
async fn an_answer_holds_no_more_warnings_than_anybody_reads() {
    let links: Vec<_> = (0..600).map(|it| format!("[[gone{it}]]\n")).collect();
    let twee = format!(":: Start\n{}", links.concat());
    let desk = Desk::new();
    let args = json!({ "content": twee, "format": "twee" });
    let report = desk.ok("import_story", args).await;
    assert_eq!(report["warnings"].as_array().unwrap().len(), 500);
    // One more is about the missing StoryData.
    assert_eq!(report["more_warnings"], 101);
}
