//! Hostile files, imported through the registry: a file is imported completely, as one change with
//! its warnings, or not at all.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use self::samples::{SAMPLES, SampleFile, sample_node};
use crate::tests::TestHarness;

#[path = "../../crates/formats/src/tests/hostile/samples.rs"]
#[expect(dead_code, reason = "the room of the formats needs more of them")]
mod samples;

/// The number of changes and the contents of the story.
async fn count(harness: &TestHarness) -> (u64, Value) {
    let json = json!({ "format": "json" });
    let story = harness.ok("export_story", json).await;
    let story: Value = serde_json::from_str(story["content"].as_str().unwrap()).unwrap();
    let nodes = story["nodes"].as_array().map_or(0, Vec::len);
    let edges = story["edges"].as_array().map_or(0, Vec::len);
    (harness.changes(), json!([nodes, edges, story["title"]]))
}

/// Imports a file; returns its report, or `None` if it is refused and nothing was written.
async fn import(harness: &TestHarness, carrier: &SampleFile, file: &[u8]) -> Option<Value> {
    let before = count(harness).await;
    let args = json!({
        "content": STANDARD.encode(file), "encoding": "base64", "format": carrier.format,
    });
    let output = harness.call("import_story", args).await;
    let after = count(harness).await;
    let Some(result) = output.succeeded().then_some(output.result).flatten() else {
        assert_eq!(before, after, "{} wrote half of a file", carrier.name);
        return None;
    };
    // A file truncated before its first node may import nothing.
    assert!(after.0 - before.0 <= 1, "{}", carrier.name);
    let number = |it: &Value, at: usize| it[at].as_u64().unwrap();
    let added = number(&after.1, 0) - number(&before.1, 0);
    assert_eq!(result.data["nodes"], added, "{}", carrier.name);
    let added = number(&after.1, 1) - number(&before.1, 1);
    assert_eq!(result.data["links"], added, "{}", carrier.name);
    Some(result.data)
}

#[tokio::test]
async fn import_is_atomic() {
    let knots = [
        sample_node("Start", "Fog.", &[("go", "End"), ("fly", "End")]),
        sample_node("End", "Rain.", &[]),
    ];
    for carrier in SAMPLES {
        let harness = TestHarness::new();
        let sound = carrier.file(&knots);
        let report = import(&harness, carrier, &sound).await;
        assert!(report.is_some(), "{}", carrier.name);
        for part in 0..8 {
            import(&harness, carrier, &sound[..sound.len() * part / 8]).await;
            let mut damaged = sound.clone();
            let at = (sound.len() - 1) * part / 7;
            damaged[at] ^= 0x15;
            import(&harness, carrier, &damaged).await;
        }
    }
}

#[tokio::test]
async fn import_warnings_carry_position_and_arguments() {
    let knots = [
        sample_node("Start", "Fog.", &[("go", "Moon")]),
        sample_node("End", "", &[]),
    ];
    let expected_warning = json!({
        "what": "link_target_missing", "parts": { "target": "Moon" },
        "message": "A link leads to “Moon”, which does not exist.",
    });
    for (name, file, line) in [("twee", None, 6), ("twee.zip", Some("a.twee"), 6)] {
        let carrier = SAMPLES.iter().find(|it| it.name == name).unwrap();
        let harness = TestHarness::new();
        let report = import(&harness, carrier, &carrier.file(&knots))
            .await
            .unwrap();
        let mut expected = expected_warning.clone();
        expected["line"] = json!(line);
        if let Some(file) = file {
            expected["file"] = json!(file);
        }
        let found = report["warnings"].as_array().unwrap();
        assert_eq!(found, &[expected], "{name}");
    }
}

#[tokio::test]
async fn limits_the_number_of_warnings() {
    let links: Vec<_> = (0..600).map(|it| format!("[[gone{it}]]\n")).collect();
    let twee = format!(":: Start\n{}", links.concat());
    let harness = TestHarness::new();
    let args = json!({ "content": twee, "format": "twee" });
    let report = harness.ok("import_story", args).await;
    assert_eq!(report["warnings"].as_array().unwrap().len(), 500);
    // One more warning is about the missing StoryData.
    assert_eq!(report["more_warnings"], 101);
}
