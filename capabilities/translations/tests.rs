//! Translations, called through the registry.

use serde_json::{Value, json};

use crate::tests::TestHarness;

/// Gate → Hall, by a link in the text and by a choice of the graph.
async fn story() -> TestHarness {
    let harness = TestHarness::new();
    for title in ["Gate", "Hall"] {
        harness.node(title, "scene").await;
    }
    harness.ok("set_start", json!({ "node": "Gate" })).await;
    let text = "It rained at the lighthouse.\n\n[[Go in->Hall]]";
    harness
        .ok("write_text", json!({ "node": "Gate", "text": text }))
        .await;
    harness
        .ok("write_text", json!({ "node": "Hall", "text": "Dark." }))
        .await;
    // A choice with a condition stays when the text no longer offers it.
    let climb =
        json!({ "from": "Gate", "to": "Hall", "label": "Climb in", "condition": "gold == 0" });
    harness.ok("link_nodes", climb).await;
    let text = "It rained at the lighthouse.\n\n[[Go in->Hall]]";
    harness
        .ok("write_text", json!({ "node": "Gate", "text": text }))
        .await;
    let languages = json!({ "source_language": "EN", "target_languages": ["de", "zh_cn", "de"] });
    let set = harness.ok("set_story_languages", languages).await;
    assert_eq!(set["source"], "en");
    assert_eq!(set["targets"], json!(["de", "zh-CN"]));
    harness
}

const GERMAN: &str = "Am Leuchtturm regnete es.\n\n[[Hinein->Hall]]";

async fn translate(harness: &TestHarness) -> Value {
    let args = json!({ "language": "de", "node": "Gate", "title": "Tor", "text": GERMAN });
    harness.ok("write_translation", args).await
}

async fn read(harness: &TestHarness) -> Value {
    let args = json!({ "language": "de", "node": "Gate" });
    harness.ok("read_translation", args).await
}

fn states(read: &Value) -> Vec<(&str, &str)> {
    let parts = read["parts"].as_array().unwrap().iter();
    parts
        .map(|it| {
            (
                it["source"].as_str().unwrap(),
                it["state"].as_str().unwrap(),
            )
        })
        .collect()
}

#[tokio::test]
async fn a_translation_is_written_and_read_beside_its_source() {
    let harness = story().await;
    let written = translate(&harness).await;
    assert_eq!(written["version"], 1);
    assert_eq!(
        (&written["missing"], &written["stale"]),
        (&json!(1), &json!(0))
    );
    let shown = read(&harness).await;
    assert_eq!(
        states(&shown),
        [
            ("Gate", "current"),
            ("It rained at the lighthouse.", "current"),
            ("[[Go in->Hall]]", "current"),
            ("Climb in", "missing"),
        ]
    );
    let choice = shown["parts"][3]["id"].clone();
    let args = json!({ "language": "de", "node": "Gate", "parts": [{ "id": choice, "text": "Hineinklettern" }] });
    let written = harness.ok("write_translation", args).await;
    assert_eq!(
        (&written["version"], &written["missing"]),
        (&json!(2), &json!(0))
    );
    harness.ok("undo", json!({})).await;
    assert_eq!(read(&harness).await["missing"], 1, "each is one step");
    let versions = harness
        .ok(
            "list_versions",
            json!({ "node": "Gate", "capability": "translation:de" }),
        )
        .await;
    assert_eq!(versions["count"], 2, "{versions}");
}

#[tokio::test]
async fn a_changed_source_makes_its_translation_stale_until_it_is_written_or_confirmed() {
    let harness = story().await;
    translate(&harness).await;
    let text = "It rained hard at the lighthouse.\n\n[[Go in->Hall]]\n\nNew.";
    harness
        .ok("write_text", json!({ "node": "Gate", "text": text }))
        .await;
    let shown = read(&harness).await;
    assert_eq!(
        states(&shown)[1..4],
        [
            ("It rained hard at the lighthouse.", "stale"),
            ("[[Go in->Hall]]", "current"),
            ("New.", "missing"),
        ]
    );
    let stale = &shown["parts"][1];
    assert_eq!(stale["text"], "Am Leuchtturm regnete es.");
    assert_eq!(stale["source_before"], "It rained at the lighthouse.");
    assert_eq!(stale["changes"][1]["kind"], "added");
    assert_eq!(stale["changes"][1]["text"].as_str().unwrap().trim(), "hard");
    let listed = harness
        .ok("list_translations", json!({ "show": "stale" }))
        .await;
    assert_eq!(listed["nodes"].as_array().unwrap().len(), 1);
    assert_eq!(listed["languages"][0]["stale"], 1);
    assert_eq!(listed["languages"][1]["stale"], 0);
    harness
        .ok(
            "confirm_translation",
            json!({ "language": "de", "node": "Gate" }),
        )
        .await;
    assert_eq!(read(&harness).await["stale"], 0);
    harness.ok("undo", json!({})).await;
    assert_eq!(read(&harness).await["stale"], 1);
}

#[tokio::test]
async fn a_translation_keeps_links_lines_and_concurrent_changes() {
    let harness = story().await;
    let refused = |text: &str| json!({ "language": "de", "node": "Gate", "text": text });
    let error = harness
        .fails(
            "write_translation",
            refused("Es regnete.\n\n[[Hinein->Halle]]"),
        )
        .await;
    assert!(error.starts_with("INVALID_ACTION_INPUT /text: "), "{error}");
    assert!(error.contains("lost the link to \"Hall\""), "{error}");
    let error = harness
        .fails("write_translation", refused("Es regnete."))
        .await;
    assert!(error.contains("has 2 lines, and this has 1"), "{error}");
    translate(&harness).await;
    let late = json!({ "language": "de", "node": "Gate", "title": "Pforte", "expected": 0 });
    let error = harness.fails("write_translation", late).await;
    assert!(error.starts_with("CONFLICT"), "{error}");
    let late = json!({ "language": "de", "node": "Gate", "title": "Pforte", "expected_source": 1 });
    let error = harness.fails("write_translation", late).await;
    assert!(error.starts_with("CONFLICT"), "{error}");
    let other = json!({ "language": "fr", "node": "Gate", "title": "Porte" });
    let error = harness.fails("write_translation", other).await;
    assert!(error.contains("not translated into fr"), "{error}");
    let code = json!({ "target_languages": ["German"] });
    let error = harness.fails("set_story_languages", code).await;
    assert!(error.contains(" /target_languages/0: "), "{error}");
}

#[tokio::test]
async fn reports_terms_that_are_translated_differently() {
    let harness = story().await;
    let term = json!({ "term": "Lighthouse", "translation": "Feuerturm", "language": "de" });
    harness.ok("set_glossary_term", term).await;
    let written = translate(&harness).await;
    assert_eq!(written["missed_terms"][0]["term"], "Lighthouse");
    let term = json!({ "term": "lighthouse", "translation": "Leuchtturm", "language": "de", "note": "of the harbor" });
    harness.ok("set_glossary_term", term).await;
    assert_eq!(read(&harness).await.get("missed_terms"), None);
    let listed = harness.ok("list_glossary", json!({})).await;
    assert_eq!(
        listed["terms"],
        json!([{ "term": "Lighthouse", "note": "of the harbor", "translations": { "de": "Leuchtturm" } }])
    );
    harness
        .ok("remove_glossary_term", json!({ "term": "LIGHTHOUSE" }))
        .await;
    let listed = harness.ok("list_glossary", json!({})).await;
    assert_eq!(listed["count"], 0);
}

#[tokio::test]
async fn the_story_is_played_and_exported_in_a_language() {
    let harness = story().await;
    translate(&harness).await;
    let args = json!({ "language": "de", "node": "Hall", "title": "Halle", "text": "Dunkel." });
    harness.ok("write_translation", args).await;
    let played = harness.ok("play_story", json!({ "language": "de" })).await;
    assert_eq!(played["node"]["title"], "Tor");
    assert_eq!(played["text"], GERMAN);
    assert_eq!(played["choices"][0]["label"], "Hinein");
    assert_eq!(played["choices"][0]["to"]["title"], "Halle");
    let next = json!({ "language": "de", "choose": "Hinein" });
    let played = harness.ok("play_story", next).await;
    assert_eq!(played["text"], "Dunkel.");
    let source = harness.ok("play_story", json!({ "language": "en" })).await;
    assert_eq!(source["node"]["title"], "Gate");
    let twee = json!({ "format": "twee", "language": "de" });
    let exported = harness.ok("export_story", twee).await;
    let content = exported["content"].as_str().unwrap();
    assert!(content.contains("[[Hinein->Halle]]"), "{content}");
    assert!(content.contains(":: Halle"), "{content}");
    let page = json!({ "format": "play", "language": "de" });
    let page = harness.ok("export_story", page).await;
    let content = page["content"].as_str().unwrap();
    assert!(content.contains("\"begins\":\"de\""));
    assert!(content.contains("Am Leuchtturm regnete es.") && content.contains("It rained at"));
}

/// Exports the story in a format, as a translator's program would return it.
async fn export(harness: &TestHarness, format: &str) -> String {
    let args = json!({ "format": format, "language": "de" });
    let exported = harness.ok("export_translations", args).await;
    exported["content"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn importing_an_exported_translation_is_one_step() {
    for format in ["xliff", "po", "csv"] {
        let harness = story().await;
        translate(&harness).await;
        let file = export(&harness, format).await;
        let again = harness
            .ok("import_translations", json!({ "content": file }))
            .await;
        assert_eq!(again["languages"][0]["written"], 0, "{format}: {again}");
        assert_eq!(again["languages"][0]["unchanged"], 3, "{format}");
        assert_eq!(again["unplaced"], json!([]), "{format}");
        let back = file.replace("Am Leuchtturm regnete es.", "Es regnete am Leuchtturm.");
        let done = harness
            .ok("import_translations", json!({ "content": back }))
            .await;
        assert_eq!(done["languages"][0]["written"], 1, "{format}");
        let text = |read: &Value| read["parts"][1]["text"].clone();
        assert_eq!(text(&read(&harness).await), "Es regnete am Leuchtturm.");
        harness.ok("undo", json!({})).await;
        assert_eq!(text(&read(&harness).await), "Am Leuchtturm regnete es.");
    }
}

#[tokio::test]
async fn a_late_import_is_stale_or_reported_and_never_replaces_newer_translations() {
    for format in ["xliff", "po", "csv"] {
        let harness = story().await;
        translate(&harness).await;
        let file = export(&harness, format).await;
        let back = file
            .replace("Am Leuchtturm regnete es.", "Es regnete am Leuchtturm.")
            .replace(">Tor<", ">Pforte<")
            .replace("\"Tor\"", "\"Pforte\"")
            .replace(",Tor,", ",Pforte,");
        // The line is changed, the link removed, and the title translated again meanwhile.
        let text = "It rained and rained at the lighthouse.";
        harness
            .ok("write_text", json!({ "node": "Gate", "text": text }))
            .await;
        let done = harness
            .ok("import_translations", json!({ "content": back }))
            .await;
        assert_eq!(done["languages"][0]["written"], 2, "{format}: {done}");
        assert_eq!(done["languages"][0]["stale"], 1, "{format}: {done}");
        let lost = done["unplaced"].as_array().unwrap();
        assert_eq!(lost.len(), 1, "{format}: {done}");
        assert_eq!(lost[0]["text"], "[[Hinein->Hall]]");
        assert_eq!(lost[0]["reason"], "no_place");
        let shown = read(&harness).await;
        assert_eq!(shown["parts"][0]["text"], "Pforte", "{format}");
        assert_eq!(shown["parts"][1]["state"], "stale", "{format}");
        assert_eq!(
            shown["parts"][1]["text"], "Es regnete am Leuchtturm.",
            "{format}"
        );
        // The same file does not replace a newer translation.
        let newer = json!({ "language": "de", "node": "Gate", "text": "Es regnete und regnete am Leuchtturm." });
        harness.ok("write_translation", newer).await;
        let done = harness
            .ok("import_translations", json!({ "content": back }))
            .await;
        assert_eq!(done["languages"][0]["written"], 0, "{format}: {done}");
        let reasons: Vec<_> = done["unplaced"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| &it["reason"])
            .collect();
        assert!(reasons.contains(&&json!("newer_here")), "{format}: {done}");
    }
}

#[tokio::test]
async fn renaming_a_node_keeps_its_translations() {
    let harness = story().await;
    translate(&harness).await;
    harness
        .ok(
            "rename_node",
            json!({ "node": "Hall", "title": "Great hall" }),
        )
        .await;
    let shown = read(&harness).await;
    assert_eq!(
        (&shown["stale"], &shown["missing"]),
        (&json!(0), &json!(1)),
        "{shown}"
    );
    assert_eq!(shown["parts"][2]["text"], "[[Hinein->Great hall]]");
}
