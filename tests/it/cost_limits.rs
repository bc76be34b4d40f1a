//! What a turn may cost: pictures are limited by the same budget as tokens, and the end of a turn
//! reports what was paid for.

use serde_json::{Value, json};

use crate::support::cli::TestHarness;
use crate::support::fake_openai::{FakeOpenAi, Reply, calls, says};

const HERO: &str = "Thomas Anderson";

/// A harness whose models, both on one service, have the prices in the limits.
fn harness_with(service: &FakeOpenAi, limits: &str) -> TestHarness {
    let harness = TestHarness::with_story();
    set(&harness, service, limits);
    harness
}

fn set(harness: &TestHarness, service: &FakeOpenAi, limits: &str) {
    let settings = format!(
        "model = \"small:m\"\nimage_model = \"small:p\"\n[providers.small]\nbase_url = \"{}\"\n\
         [assistant]\nlimits = {{ {limits} }}\n",
        service.base_url
    );
    std::fs::create_dir_all(harness.path("config")).unwrap();
    std::fs::write(harness.path("config/settings.toml"), settings).unwrap();
}

/// Calls for this many pictures in one reply, each different.
fn pictures(count: usize) -> Reply {
    let prompts: Vec<_> = (0..count)
        .map(|n| {
            (
                "generate_image",
                json!({ "prompt": format!("a lamp, {n}") }),
            )
        })
        .collect();
    calls(&prompts)
}

fn ask(harness: &TestHarness) -> Vec<Value> {
    let words = [
        "ask",
        "demo.story",
        "--node",
        HERO,
        "--yes",
        "--json",
        "paint",
    ];
    harness.run(&words).json_lines()
}

fn outcome(events: &[Value]) -> Value {
    let ended = events.iter().find(|it| it["type"] == "turn_ended");
    ended.expect("an end")["outcome"].clone()
}

#[test]
fn os_6_image_cost_counts_against_the_turn_budget_before_generation() {
    let service = FakeOpenAi::start([pictures(4), Reply::Paints, Reply::Paints, says("Done.")]);
    let limits = "money = 0.1, picture_prices = { \"small:p\" = 0.04 }";
    let harness = harness_with(&service, limits);
    let events = ask(&harness);
    let outcome = outcome(&events);
    assert_eq!(outcome["ending"], "bounded", "{outcome}");
    assert_eq!(outcome["can_go_on"], true);
    assert_eq!(
        (&outcome["pictures"], &outcome["cost"]),
        (&json!(2), &json!(0.08))
    );
    let text = outcome["text"].as_str().unwrap();
    assert!(
        text.starts_with(
            "Stopped before a picture that costs 0.04: 0.0800 is spent already, and the limit for \
             one request is 0.1. Tokens aren't included: the settings have no price for this model. Done: \
             generate_image"
        ),
        "{text}"
    );
    assert_eq!(
        outcome["uncounted"],
        json!({ "tokens": true, "pictures": 0 })
    );
    assert!(text.contains("Not done: generate_image"), "{text}");
    assert_eq!(
        service.requests().len(),
        3,
        "no third picture was asked for"
    );
    let kept = harness.data(&["list_images", "demo.story", "--node", HERO]);
    assert_eq!(kept["count"], 2);
}

#[test]
fn os_6_tokens_and_images_share_one_budget() {
    let service = FakeOpenAi::start([pictures(4), Reply::Paints, says("Done.")]);
    // A turn's first reply uses so many tokens that only one picture still fits.
    let limits = "money = 0.1, picture_prices = { \"small:p\" = 0.04 }, \
                  token_prices = { \"small:m\" = { input = 3000.0, cached = 3000.0, output = 3000.0 } }";
    let harness = harness_with(&service, limits);
    let outcome = outcome(&ask(&harness));
    assert_eq!(outcome["ending"], "bounded", "{outcome}");
    assert_eq!(outcome["pictures"], 1, "{outcome}");
    let usage = &outcome["usage"];
    let tokens = usage["input"].as_f64().unwrap() + usage["output"].as_f64().unwrap();
    let cost = outcome["cost"].as_f64().unwrap();
    assert!((cost - 0.04 - tokens * 0.003).abs() < 1e-9, "{outcome}");
    assert_eq!(outcome["uncounted"], Value::Null, "all of it has a price");
    let text = outcome["text"].as_str().unwrap();
    assert!(!text.contains("not counted"), "{text}");
}

#[test]
fn os_6_history_keeps_each_turns_cost_at_the_prices_of_that_time() {
    let service = FakeOpenAi::start([
        pictures(1),
        Reply::Paints,
        says("Done."),
        says("Dear."),
        says(""),
        says(""),
        says(""),
    ]);
    let priced = |harness: &TestHarness, price: f64| {
        let limits = format!(
            "picture_prices = {{ \"small:p\" = 0.04 }}, token_prices = {{ \"small:m\" = \
             {{ input = {price:.1}, cached = {price:.1}, output = {price:.1} }} }}"
        );
        set(harness, &service, &limits);
    };
    let harness = TestHarness::with_story();
    let mut costs = Vec::new();
    // The third turn ends without a text of the model: its tokens are in none of the stored
    // replies.
    for price in [100.0, 200.0, 200.0] {
        priced(&harness, price);
        costs.push(outcome(&ask(&harness)));
    }
    priced(&harness, 900.0);
    let threads = harness.data(&["list_threads", "demo.story"]);
    let threads = threads["threads"].as_array().unwrap().iter();
    let kept: Vec<_> = threads
        .flat_map(|it| {
            let thread = it["thread"].as_str().unwrap_or_else(|| panic!("{it}"));
            let history = harness.data(&["thread_history", "demo.story", "--thread", thread]);
            history["messages"].as_array().unwrap().clone()
        })
        .collect();
    for outcome in &costs {
        let of_turn = kept.iter().filter(|it| it["turn"] == outcome["turn"]);
        let spent: Vec<_> = of_turn
            .filter_map(|it| it["metadata"].get("spent"))
            .collect();
        let [spent] = spent.as_slice() else {
            panic!("the last line of a turn, and no other, says what it took: {spent:?}")
        };
        assert!(spent["cost"].as_f64().unwrap() > 0.0, "{spent}");
        for field in ["usage", "pictures", "cost", "uncounted"] {
            assert_eq!(spent[field], outcome[field], "{field} of {outcome}");
        }
    }
    assert_eq!(costs[0]["pictures"], 1);
    assert_eq!(costs[2]["ending"], "bounded");
}

#[test]
fn os_6_images_without_a_price_are_limited_by_count() {
    let service = FakeOpenAi::start([pictures(3), Reply::Paints, Reply::Paints, says("Done.")]);
    let harness = harness_with(&service, "pictures = 2");
    let outcome = outcome(&ask(&harness));
    assert_eq!(
        (&outcome["pictures"], &outcome["cost"]),
        (&json!(2), &Value::Null)
    );
    let text = outcome["text"].as_str().unwrap();
    assert!(text.starts_with("Stopped after 2 paid pictures"), "{text}");

    let service = FakeOpenAi::start([pictures(1), Reply::Paints, says("Painted.")]);
    let harness = harness_with(&service, "pictures = 2");
    let ran = harness.good(&["ask", "demo.story", "--node", HERO, "--yes", "paint"]);
    assert!(ran.err.contains("1 picture paid for"), "{}", ran.err);
}

#[test]
fn failed_image_generation_is_not_charged() {
    let no = Reply::Fails(400, json!({ "error": { "message": "no" } }));
    let service = FakeOpenAi::start([pictures(2), no, Reply::Paints, says("One is there.")]);
    let harness = harness_with(&service, "pictures = 1");
    let outcome = outcome(&ask(&harness));
    assert_eq!(
        (&outcome["ending"], &outcome["pictures"]),
        (&json!("done"), &json!(1))
    );
}

#[test]
fn images_generated_by_a_person_have_no_budget() {
    let service = FakeOpenAi::start([Reply::Paints, Reply::Paints]);
    let harness = harness_with(&service, "pictures = 1");
    for prompt in ["a lamp", "a boat"] {
        let words = [
            "generate_image",
            "demo.story",
            "--node",
            HERO,
            "--prompt",
            prompt,
            "--yes",
        ];
        harness.good(&words);
    }
}
