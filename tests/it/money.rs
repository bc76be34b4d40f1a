//! What a turn may cost: pictures are held back by the same bound as tokens, and the end says what was
//! paid for.

use serde_json::{Value, json};

use crate::support::cli::Desk;
use crate::support::fake_openai::{FakeOpenAi, Reply, calls, says};

const HERO: &str = "Thomas Anderson";

/// A desk whose models, both on one service, cost what the limits say.
fn desk_with(service: &FakeOpenAi, limits: &str) -> Desk {
    let desk = Desk::with_sample();
    set(&desk, service, limits);
    desk
}

fn set(desk: &Desk, service: &FakeOpenAi, limits: &str) {
    let settings = format!(
        "model = \"small:m\"\nimage_model = \"small:p\"\n[providers.small]\nbase_url = \"{}\"\n\
         [assistant]\nlimits = {{ {limits} }}\n",
        service.base_url
    );
    std::fs::create_dir_all(desk.path("config")).unwrap();
    std::fs::write(desk.path("config/settings.toml"), settings).unwrap();
}

/// Calls for so many pictures in one reply, each of something else.
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

fn ask(desk: &Desk) -> Vec<Value> {
    let words = [
        "ask",
        "demo.story",
        "--node",
        HERO,
        "--yes",
        "--json",
        "paint",
    ];
    desk.run(&words).json_lines()
}

fn outcome(events: &[Value]) -> Value {
    let ended = events.iter().find(|it| it["type"] == "turn_ended");
    ended.expect("an end")["outcome"].clone()
}

#[test]
fn os_6_pictures_count_against_the_money_of_a_turn_and_are_held_back_before_they_are_made() {
    let service = FakeOpenAi::start([pictures(4), Reply::Paints, Reply::Paints, says("Done.")]);
    let limits = "money = 0.1, picture_prices = { \"small:p\" = 0.04 }";
    let desk = desk_with(&service, limits);
    let events = ask(&desk);
    let outcome = outcome(&events);
    assert_eq!(outcome["ending"], "bounded", "{outcome}");
    assert_eq!(outcome["can_go_on"], true);
    assert_eq!(
        (&outcome["pictures"], &outcome["cost"]),
        (&json!(2), &json!(0.08))
    );
    let said = outcome["text"].as_str().unwrap();
    assert!(
        said.starts_with(
            "Stopped before a picture that costs 0.04: 0.0800 is spent, and the bound of one turn is \
             0.1. Tokens are not counted in it: the settings give no price for this model. Done: \
             generate_image"
        ),
        "{said}"
    );
    assert_eq!(
        outcome["uncounted"],
        json!({ "tokens": true, "pictures": 0 })
    );
    assert!(said.contains("Not done: generate_image"), "{said}");
    assert_eq!(
        service.requests().len(),
        3,
        "no third picture was asked for"
    );
    let kept = desk.data(&["list_images", "demo.story", "--node", HERO]);
    assert_eq!(kept["count"], 2);
}

#[test]
fn os_6_the_tokens_of_the_turns_model_and_its_pictures_are_bounded_by_one_sum() {
    let service = FakeOpenAi::start([pictures(4), Reply::Paints, says("Done.")]);
    // A turn's first reply reports tokens enough to leave room for one picture alone.
    let limits = "money = 0.1, picture_prices = { \"small:p\" = 0.04 }, \
                  token_prices = { \"small:m\" = { input = 3000.0, cached = 3000.0, output = 3000.0 } }";
    let desk = desk_with(&service, limits);
    let outcome = outcome(&ask(&desk));
    assert_eq!(outcome["ending"], "bounded", "{outcome}");
    assert_eq!(outcome["pictures"], 1, "{outcome}");
    let usage = &outcome["usage"];
    let tokens = usage["input"].as_f64().unwrap() + usage["output"].as_f64().unwrap();
    let cost = outcome["cost"].as_f64().unwrap();
    assert!((cost - 0.04 - tokens * 0.003).abs() < 1e-9, "{outcome}");
    assert_eq!(outcome["uncounted"], Value::Null, "all of it has a price");
    let said = outcome["text"].as_str().unwrap();
    assert!(!said.contains("not counted"), "{said}");
}

#[test]
fn os_6_a_history_tells_what_each_turn_took_at_the_prices_of_its_day() {
    let service = FakeOpenAi::start([
        pictures(1),
        Reply::Paints,
        says("Done."),
        says("Dear."),
        says(""),
        says(""),
        says(""),
    ]);
    let priced = |desk: &Desk, price: f64| {
        let limits = format!(
            "picture_prices = {{ \"small:p\" = 0.04 }}, token_prices = {{ \"small:m\" = \
             {{ input = {price:.1}, cached = {price:.1}, output = {price:.1} }} }}"
        );
        set(desk, &service, &limits);
    };
    let desk = Desk::with_sample();
    let mut told = Vec::new();
    // The third ends without a word of the model: its tokens are in none of the replies that are kept.
    for price in [100.0, 200.0, 200.0] {
        priced(&desk, price);
        told.push(outcome(&ask(&desk)));
    }
    priced(&desk, 900.0);
    let threads = desk.data(&["list_threads", "demo.story"]);
    let threads = threads["threads"].as_array().unwrap().iter();
    let kept: Vec<_> = threads
        .flat_map(|it| {
            let thread = it["thread"].as_str().unwrap_or_else(|| panic!("{it}"));
            let history = desk.data(&["thread_history", "demo.story", "--thread", thread]);
            history["messages"].as_array().unwrap().clone()
        })
        .collect();
    for outcome in &told {
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
    assert_eq!(told[0]["pictures"], 1);
    assert_eq!(told[2]["ending"], "bounded");
}

#[test]
fn os_6_pictures_of_unknown_price_are_bounded_by_their_count_and_told() {
    let service = FakeOpenAi::start([pictures(3), Reply::Paints, Reply::Paints, says("Done.")]);
    let desk = desk_with(&service, "pictures = 2");
    let outcome = outcome(&ask(&desk));
    assert_eq!(
        (&outcome["pictures"], &outcome["cost"]),
        (&json!(2), &Value::Null)
    );
    let said = outcome["text"].as_str().unwrap();
    assert!(
        said.starts_with("Stopped after 2 pictures that are paid for"),
        "{said}"
    );

    let service = FakeOpenAi::start([pictures(1), Reply::Paints, says("Painted.")]);
    let desk = desk_with(&service, "pictures = 2");
    let ran = desk.good(&["ask", "demo.story", "--node", HERO, "--yes", "paint"]);
    assert!(ran.err.contains("1 picture paid for"), "{}", ran.err);
}

#[test]
fn a_picture_that_the_service_did_not_make_is_not_paid_for() {
    let no = Reply::Fails(400, json!({ "error": { "message": "no" } }));
    let service = FakeOpenAi::start([pictures(2), no, Reply::Paints, says("One is there.")]);
    let desk = desk_with(&service, "pictures = 1");
    let outcome = outcome(&ask(&desk));
    assert_eq!(
        (&outcome["ending"], &outcome["pictures"]),
        (&json!("done"), &json!(1))
    );
}

#[test]
fn what_a_person_has_painted_without_the_assistant_is_bounded_by_nothing() {
    let service = FakeOpenAi::start([Reply::Paints, Reply::Paints]);
    let desk = desk_with(&service, "pictures = 1");
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
        desk.good(&words);
    }
}
