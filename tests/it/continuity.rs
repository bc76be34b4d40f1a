//! Reading a story of a hundred scenes for continuity, with a model on loopback that notices what it is
//! shown: what is there to be found is found, and findings hold their place when texts move.

use host::models::language_model_or_unavailable;
use host::settings::{Keys, Settings};
use serde_json::{Value, json};

use crate::support::continuity::{OpenSet, SCENES, Set};
use crate::support::fake_openai::FakeOpenAi;

fn titles(finding: &Value) -> (String, String) {
    let title = |place: &Value| {
        place["node"]["title"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    };
    (title(&finding["passage"]), title(&finding["other"]))
}

async fn of_sort(open: &OpenSet, sort: &str, status: &str) -> Vec<Value> {
    let args = json!({ "sort": sort, "status": status, "limit": 1000 });
    let listed = open.call("list_findings", args).await;
    listed["findings"].as_array().unwrap().clone()
}

fn finds_what_is_planted(chinese: bool) {
    let set = Set::of(chinese);
    let model = set.clone();
    // It has a runtime of its own, which must not end within another.
    let service = FakeOpenAi::speaking(move |request| {
        let messages = request["messages"].as_array().unwrap();
        model.reply(messages.last().unwrap()["content"].as_str().unwrap())
    });
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(check(&set, &service));
}

async fn check(set: &Set, service: &FakeOpenAi) {
    let (settings, keys) = (Settings::default(), Keys::none());
    let model = language_model_or_unavailable("m", Some(&service.base_url), &settings, &keys);
    let folder = tempfile::tempdir().unwrap();
    let open = OpenSet::open(&folder.path().join("set.story"), set, model).await;
    let texts = set.texts();

    let planned = open.call("plan_job", json!({ "task": "continuity" })).await;
    assert_eq!(planned["nodes"], SCENES);
    let job = open.call("check_continuity", json!({})).await;
    assert_eq!(
        (&job["waiting"], &job["failed"]),
        (&json!(0), &json!(0)),
        "{job}"
    );
    let found = of_sort(&open, "contradiction", "open").await;
    for finding in &found {
        let (passage, other) = (&finding["passage"], &finding["other"]);
        assert!(
            passage["character"].is_u64() && other["character"].is_u64(),
            "both quotations stand in their texts: {finding}"
        );
    }
    let missed: Vec<_> = set
        .contradictions
        .iter()
        .filter(|it| !found.iter().any(|found| found["says"] == it.2))
        .collect();
    assert!(missed.is_empty(), "missed {missed:?}");
    assert_eq!(found.len(), set.contradictions.len(), "nothing else");
    let kept = of_sort(&open, "promise", "closed").await;
    assert_eq!(kept.len(), set.promises.len());
    for promise in &kept {
        assert_eq!(promise["stage"], "paid");
        assert_eq!(promise["advanced"].as_array().unwrap().len(), 1);
    }
    let again = open.call("check_continuity", json!({})).await;
    assert_eq!(
        again.get("found"),
        None,
        "what is known is not kept twice: {again}"
    );
    for (at, text) in texts.iter().enumerate() {
        let title = format!("Scene {}", at + 1);
        let args = json!({ "node": title });
        assert_eq!(
            open.call("read_text", args).await["text"],
            *text,
            "no text is changed"
        );
    }

    // Texts move: something is written before each, and one scene is divided.
    for (at, text) in texts.iter().enumerate().take(60) {
        let args = json!({
            "node": format!("Scene {}", at + 1), "text": format!("……\n\n{text}\n\n……"),
        });
        open.call("write_text", args).await;
    }
    let before = titles(found.iter().find(|it| titles(it).1 == "Scene 1").unwrap());
    let quote = &set.contradictions[0].0;
    let split = json!({ "node": "Scene 1", "passage": quote, "title": "Scene 1b" });
    open.call("split_node", split).await;
    let moved = of_sort(&open, "contradiction", "open").await;
    assert_eq!(
        moved.len(),
        set.contradictions.len(),
        "all hold their place"
    );
    assert!(
        moved
            .iter()
            .any(|it| titles(it) == (before.0.clone(), "Scene 1b".to_owned()))
    );

    // What is left as it is comes back when its words change.
    let id = moved[0]["finding"].clone();
    let waive = json!({ "finding": id, "reason": "The narrator lies." });
    open.call("waive_finding", waive).await;
    let (node, _) = titles(&moved[0]);
    open.call("write_text", json!({ "node": node, "text": "……" }))
        .await;
    let reopened = of_sort(&open, "contradiction", "reopened").await;
    assert_eq!(reopened.len(), 1);
    assert_eq!(reopened[0]["finding"], id);
}

#[test]
fn contradictions_in_english_are_found_and_hold_their_place() {
    finds_what_is_planted(false);
}

#[test]
fn contradictions_in_chinese_are_found_and_hold_their_place() {
    finds_what_is_planted(true);
}
