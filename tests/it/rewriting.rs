//! Rewriting a passage, through the real program and a model's service on loopback: what the model is
//! shown, what comes back, and that nothing is written.

use serde_json::json;

use crate::support::cli::TestHarness;
use crate::support::fake_openai::{FakeOpenAi, Reply, says};

const TEXT: &str = "A bell rings. Rain falls on [[the quay->Harbor]]. A bell rings. Nobody comes.";

fn harness(service: Option<&FakeOpenAi>) -> TestHarness {
    let harness = TestHarness::empty();
    if let Some(service) = service {
        let settings = format!(
            "model = \"small:m\"\n[providers.small]\nbase_url = \"{}\"\n\
             [assistant]\nlimits = {{ price = {{ input = 1000.0, output = 1000.0 }} }}\n",
            service.base_url
        );
        std::fs::create_dir_all(harness.path("config")).unwrap();
        std::fs::write(harness.path("config/settings.toml"), settings).unwrap();
    }
    harness.good(&["new", "book.story"]);
    for (title, text) in [("Harbor", "Water."), ("Bell", TEXT)] {
        harness.good(&[
            "create_node",
            "book.story",
            "--title",
            title,
            "--text",
            text,
        ]);
    }
    harness
}

/// The words of a call of the tool on a passage.
fn words<'a>(task: &'a str, passage: &'a str) -> Vec<&'a str> {
    let place = ["rewrite_passage", "book.story", "--yes", "--node", "Bell"];
    [&place[..], &["--task", task, "--passage", passage]].concat()
}

#[test]
fn a_passage_is_rewritten_from_what_stands_around_it_and_nothing_is_written() {
    let service = FakeOpenAi::start([says("```\nThe bell strikes.\n```"), says("It tolls.")]);
    let harness = harness(Some(&service));
    harness.good(&["write_style_guide", "book.story", "--tense", "present"]);
    let second = TEXT.rfind("A bell").unwrap() + 1;
    let again = [words("rephrase", "A bell rings."), vec!["--character"]].concat();
    let character = second.to_string();
    let answer = harness.data(&[&again[..], &[character.as_str()]].concat());
    assert_eq!(answer["text"], "The bell strikes.");
    assert_eq!(
        (&answer["complete"], &answer["lost_links"]),
        (&json!(true), &json!([]))
    );
    assert!(answer["cost"].as_f64().unwrap() > 0.0, "{answer}");
    let unlike = [
        &again[..],
        &[character.as_str(), "--unlike", "The bell strikes."],
    ]
    .concat();
    assert_eq!(harness.data(&unlike)["text"], "It tolls.");

    let requests = service.requests();
    let said = |request: usize, at: usize| {
        let content = &requests[request]["messages"][at]["content"];
        content.as_str().unwrap().to_owned()
    };
    assert!(
        said(0, 0).contains("- Tense: \"present\""),
        "{}",
        said(0, 0)
    );
    let question = said(0, 1);
    assert!(question.contains("other words"), "{question}");
    let before = format!("before the passage: {:?}", &TEXT[..second - 1]);
    assert!(question.contains(&before), "{question}");
    assert!(
        question.contains("behind the passage: \" Nobody comes.\""),
        "{question}"
    );
    assert!(
        question.ends_with("The passage:\nA bell rings."),
        "{question}"
    );
    assert!(requests[0].get("tools").is_none());
    assert!(
        said(1, 1).contains("earlier answer: \"The bell strikes.\""),
        "{}",
        said(1, 1)
    );
    let read = harness.data(&["read_text", "book.story", "--node", "Bell"]);
    assert_eq!(read["text"], TEXT);
}

#[test]
fn links_that_the_new_words_lost_are_named() {
    let service = FakeOpenAi::start([says("It pours.")]);
    let harness = harness(Some(&service));
    let passage = "Rain falls on [[the quay->Harbor]].";
    let answer = harness.data(&words("shorten", passage));
    assert_eq!(answer["lost_links"], json!(["Harbor"]));
}

#[test]
fn without_a_model_that_writes_it_is_said_plainly() {
    let harness = harness(None);
    let refused = |words: &[&str]| {
        let all = [words, &["--json"]].concat();
        harness.run(&all).json()["error"].take()
    };
    let error = refused(&words("rephrase", "A bell rings."));
    assert_eq!(
        (&error["code"], &error["said"]["what"]),
        (&json!("UNAVAILABLE"), &json!("no_writer"))
    );
    let job = [
        "run_job",
        "book.story",
        "--yes",
        "--kind",
        "scene",
        "--instruction",
        "x",
    ];
    assert_eq!(refused(&job)["said"]["what"], "no_writer");
}

#[test]
fn a_model_that_fails_says_why() {
    let refusal = json!({ "error": { "message": "bad key" } });
    let service = FakeOpenAi::start([Reply::Fails(401, refusal)]);
    let harness = harness(Some(&service));
    let words = [&words("expand", "A bell rings.")[..], &["--json"]].concat();
    let error = harness.run(&words).json()["error"].take();
    assert_eq!(error["code"], "UNAVAILABLE");
    assert!(
        error["message"].as_str().unwrap().contains("bad key"),
        "{error}"
    );
}
