//! The languages of a story, through the real program: translated by a scripted model as a job, given
//! to polib and translate-toolkit and taken back, exported and played.

use std::process::Command;

use serde_json::{Value, json};

use crate::support::cli::TestHarness;
use crate::support::fake_openai::{FakeOpenAi, says};
use crate::support::outside::python;
use crate::support::root;

const STORY: &str = "book.story";

/// Two linked scenes, in English, to be translated into German and Chinese.
fn harness(service: &FakeOpenAi) -> TestHarness {
    let harness = TestHarness::empty();
    let settings = format!(
        "model = \"small:m\"\n[providers.small]\nbase_url = \"{}\"\n",
        service.base_url
    );
    std::fs::create_dir_all(harness.path("config")).unwrap();
    std::fs::write(harness.path("config/settings.toml"), settings).unwrap();
    harness.good(&["new", STORY]);
    for (title, text) in [
        ("Hall", "Dark."),
        ("Gate", "It rained at the lighthouse.\n\n[[Go in->Hall]]"),
    ] {
        harness.good(&["create_node", STORY, "--title", title, "--text", text]);
    }
    harness.good(&["set_start", STORY, "--node", "Gate"]);
    let languages = [
        "set_story_languages",
        STORY,
        "--source-language",
        "en",
        "--target-languages",
        "de",
        "--target-languages",
        "zh-CN",
    ];
    harness.good(&languages);
    let term = [
        "set_glossary_term",
        STORY,
        "--term",
        "lighthouse",
        "--translation",
        "Leuchtturm",
        "--language",
        "de",
    ];
    harness.good(&term);
    harness
}

const TRANSLATE: [&str; 7] = [
    "run_job",
    STORY,
    "--yes",
    "--language",
    "de",
    "--parallel",
    "1",
];

fn german(harness: &TestHarness) -> Value {
    let listed = harness.data(&["list_translations", STORY, "--language", "de"]);
    listed["languages"][0].clone()
}

#[test]
fn a_job_translates_all_that_is_open_and_keeps_to_the_glossary() {
    let service = FakeOpenAi::start([
        says("1: Tor\n2: Am Feuerturm regnete es.\n3: [[Hinein->Hall]]"),
        says("1: Tor\n2: Am Leuchtturm regnete es.\n3: [[Hinein->Hall]]"),
        says("1: Halle\n2: Dunkel."),
        says("2: Am Leuchtturm regnete es sehr."),
        says("1: Am Leuchtturm regnete es sehr."),
    ]);
    let harness = harness(&service);
    let plan = harness.data(&["plan_job", STORY, "--language", "de"]);
    assert_eq!(plan["nodes"], 2);
    let job = harness.data(&TRANSLATE);
    assert_eq!(
        (&job["written"], &job["failed"]),
        (&json!(2), &json!(0)),
        "{job}"
    );
    assert_eq!(job["language"], "de");
    assert_eq!(german(&harness)["missing"], 5, "it waits for review");
    let requests = service.requests();
    let asked = |at: usize| {
        requests[at]["messages"][1]["content"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    assert!(
        asked(0).contains("\"lighthouse\" = \"Leuchtturm\""),
        "{}",
        asked(0)
    );
    assert!(asked(1).contains("the glossary has"), "{}", asked(1));
    harness.good(&["adopt_draft", STORY]);
    assert_eq!(german(&harness)["missing"], 0);
    // The source goes on; the job translates what was left behind, and shows what it was.
    let text = "It rained hard at the lighthouse.\n\n[[Go in->Hall]]";
    harness.good(&["write_text", STORY, "--node", "Gate", "--text", text]);
    assert_eq!(german(&harness)["stale"], 1);
    let job = harness.data(&TRANSLATE);
    assert_eq!(job["nodes"], 1);
    let requests = service.requests();
    let asked = requests[3]["messages"][1]["content"].as_str().unwrap();
    assert!(
        asked.contains("1: It rained hard at the lighthouse."),
        "{asked}"
    );
    assert!(
        asked.contains("translated as \"Am Leuchtturm regnete es.\""),
        "{asked}"
    );
    harness.good(&["adopt_draft", STORY]);
    assert_eq!(german(&harness)["stale"], 0);
    harness.good(&["undo", STORY]);
    assert_eq!(german(&harness)["stale"], 1, "all of a job is one step");
    let played = harness.data(&["play_story", STORY, "--language", "de"]);
    assert_eq!(
        played["text"],
        "Am Leuchtturm regnete es.\n\n[[Hinein->Hall]]"
    );
}

/// Runs `tests/outside/translations.py` on a file.
fn outside(harness: &TestHarness, what: &str, name: &str) -> String {
    let ran = Command::new(python())
        .arg(root().join("tests/outside/translations.py"))
        .args([what, name])
        .current_dir(harness.path("."))
        .output()
        .unwrap();
    assert!(
        ran.status.success(),
        "{}",
        String::from_utf8_lossy(&ran.stderr)
    );
    String::from_utf8(ran.stdout).unwrap()
}

#[test]
fn translators_fill_in_what_is_missing_with_programs_of_their_own() {
    let service = FakeOpenAi::start([]);
    for (format, extension) in [("xliff", "xlf"), ("po", "po"), ("csv", "csv")] {
        let harness = harness(&service);
        let name = format!("german.{extension}");
        let file = harness.path(&name);
        let export = [
            "export_translations",
            STORY,
            "--format",
            format,
            "--language",
            "de",
            "--output",
            file.to_str().unwrap(),
        ];
        assert_eq!(harness.data(&export)["content"], Value::Null);
        // Nothing is written over without being told to.
        let again = harness.run(&export);
        assert!(again.err.contains("--force"), "{}", again.err);
        outside(&harness, "fill", &name);
        let said = outside(&harness, "read", &name);
        let units = serde_json::from_str::<Value>(&said).unwrap()["units"].clone();
        assert_eq!(units.as_array().unwrap().len(), 6, "{format}: {said}");
        let content = format!("@{name}");
        let args = ["import_translations", STORY, &content, "--language", "de"];
        let done = harness.data(&args);
        assert_eq!(done["unplaced"], json!([]), "{format}: {done}");
        assert_eq!(german(&harness)["missing"], 0, "{format}: {done}");
        let read = harness.data(&[
            "read_translation",
            STORY,
            "--language",
            "de",
            "--node",
            "Hall",
        ]);
        let text = read["parts"][1]["text"].as_str().unwrap();
        assert!(text.ends_with("] Dark."), "{format}: {text}");
        harness.good(&["undo", STORY]);
        assert_eq!(
            german(&harness)["missing"],
            5,
            "{format}: the import is one step"
        );
    }
}

#[test]
fn a_story_without_languages_says_what_to_do() {
    let harness = TestHarness::empty();
    harness.good(&["new", STORY]);
    harness.good(&["create_node", STORY, "--title", "Gate"]);
    let refused = harness.run(&["read_translation", STORY, "--node", "Gate", "--json"]);
    let error = refused.json()["error"].take();
    assert_eq!(error["code"], "NOT_FOUND");
    assert!(
        error["hint"]
            .as_str()
            .unwrap()
            .contains("set_story_languages"),
        "{error}"
    );
    let refused = harness.run(&["run_job", STORY, "--yes", "--language", "de", "--json"]);
    assert!(!refused.json()["error"].is_null());
}
