//! Requirements of Storyteller's LLM interaction, through the command line.

use serde_json::{Value, json};

use crate::support::cli::TestHarness;
use crate::support::fake_openai::{FakeOpenAi, Reply, calls, says};

const HERO: &str = "Thomas Anderson";

/// The arguments of `ask` with a service on loopback.
fn asking<'a>(service: &'a FakeOpenAi, more: &[&'a str]) -> Vec<&'a str> {
    let mut words = vec!["ask", "demo.story", "--node", HERO, "--model", "fake"];
    words.extend(["--base-url", &service.base_url]);
    words.extend(more);
    words
}

/// The events of a kind, in order.
fn of_type<'a>(events: &'a [Value], kind: &str) -> Vec<&'a Value> {
    events.iter().filter(|it| it["type"] == kind).collect()
}

/// The tools as `storyteller tools --json` lists them.
fn tools(harness: &TestHarness) -> Vec<Value> {
    let listing = harness.good(&["tools", "--json"]).json();
    listing.as_array().expect("a list").clone()
}

#[test]
fn st_1_every_tool_is_defined_by_a_schema_and_callable_by_name() {
    let harness = TestHarness::with_story();
    let tools = tools(&harness);
    assert!(tools.len() > 20, "the catalogue is there: {}", tools.len());
    for tool in &tools {
        assert!(
            tool["description"]
                .as_str()
                .is_some_and(|it| !it.is_empty()),
            "{tool}"
        );
        assert_eq!(tool["schema"]["type"], "object", "{tool}");
    }
    let by_name = harness
        .good(&["read_node_kv", "demo.story", "--node", HERO, "--json"])
        .json();
    let by_method = harness
        .good(&["kv", "read", "demo.story", "--node", HERO, "--json"])
        .json();
    assert_eq!(by_name, by_method, "both spellings are one tool");
    assert_eq!(by_name["module"], "kv");
}

#[test]
fn st_2_the_two_specified_tools_take_the_specified_arguments() {
    let tools = tools(&TestHarness::empty());
    let schema = |name: &str| {
        let found = tools.iter().find(|it| it["name"] == name);
        found.unwrap_or_else(|| panic!("{name} is missing"))["schema"].clone()
    };
    let kv = schema("update_node_kv");
    assert_eq!(kv["required"], json!(["items"]));
    let pair = &kv["properties"]["items"]["items"];
    assert_eq!(pair["properties"]["k"]["type"], "string");
    assert_eq!(pair["properties"]["v"]["type"], "string");
    let image = schema("generate_image");
    assert_eq!(image["required"], json!(["prompt"]));
    assert_eq!(image["properties"]["prompt"]["type"], "string");
    assert!(image["properties"]["ratio"].is_object());
}

#[test]
fn st_3_the_system_prompt_shows_the_node_its_capabilities_and_what_is_adopted() {
    let harness = TestHarness::with_story();
    let service = FakeOpenAi::start([says("Nothing to do.")]);
    harness.good(&asking(&service, &["what do you see?"]));
    let request = &service.requests()[0];
    let system = request["messages"][0]["content"]
        .as_str()
        .expect("a system text");
    assert_eq!(request["messages"][0]["role"], "system");
    for line in [
        "You are currently editing Node: \"Thomas Anderson\"",
        "Available Capabilities:",
        "[KV]",
        "Schema: { items: [{k, v}] }",
        "Current Data (Adopted Version):",
        "- KV: {\"items\":[{\"k\":\"Name\",\"v\":\"Thomas Anderson\"}",
        "- Image: (Empty)",
    ] {
        assert!(system.contains(line), "{line:?} is missing in:\n{system}");
    }
    let messages = request["messages"].as_array().expect("messages");
    let last = messages.last().expect("an instruction");
    assert_eq!(
        (&last["role"], &last["content"]),
        (&json!("user"), &json!("what do you see?"))
    );
}

#[test]
fn st_4_every_call_of_a_reply_runs_and_each_write_is_a_version_and_a_change() {
    let harness = TestHarness::with_story();
    let service = FakeOpenAi::start([
        calls(&[
            (
                "update_node_kv",
                json!({ "items": [{ "k": "Name", "v": "Neo" }] }),
            ),
            (
                "generate_image",
                json!({ "prompt": "Neo, cyberpunk style" }),
            ),
        ]),
        says("已更新名字并生成头像。"),
    ]);
    let ran = harness.good(&asking(
        &service,
        &["--json", "把主角名字改成 Neo 并生成一张头像"],
    ));
    let events = ran.json_lines();
    let changed = of_type(&events, "data:changed");
    let moved: Vec<_> = changed
        .iter()
        .map(|it| it["changed"][0]["capability"].clone())
        .collect();
    assert_eq!(
        moved,
        [json!("kv"), json!("image")],
        "one change a write, in order"
    );
    let numbers: Vec<_> = changed
        .iter()
        .filter_map(|it| it["number"].as_u64())
        .collect();
    assert_eq!(numbers[1], numbers[0] + 1, "the feed has no gap");
    let ended = of_type(&events, "turn_ended");
    assert_eq!(ended[0]["outcome"]["text"], "已更新名字并生成头像。");
    assert_eq!(ended[0]["outcome"]["ending"], "done");

    let kv = harness.data(&["read_node_kv", "demo.story", "--node", HERO]);
    assert_eq!(kv["items"][0], json!({ "k": "Name", "v": "Neo" }));
    let versions = harness.data(&[
        "versions",
        "demo.story",
        "--node",
        HERO,
        "--capability",
        "kv",
    ]);
    let newest = &versions["versions"][0];
    assert_eq!(
        (&newest["number"], &newest["adopted"]),
        (&json!(2), &json!(true))
    );
}

#[test]
fn st_5_wrong_arguments_are_fed_back_and_corrected() {
    let harness = TestHarness::with_story();
    let service = FakeOpenAi::start([
        calls(&[(
            "update_node_kv",
            json!({ "items": [{ "k": "Name", "v": {} }] }),
        )]),
        calls(&[(
            "update_node_kv",
            json!({ "items": [{ "k": "Name", "v": "Neo" }] }),
        )]),
        says("Done."),
    ]);
    harness.good(&asking(&service, &["rename the hero"]));
    let requests = service.requests();
    let answer = requests[1]["messages"]
        .as_array()
        .and_then(|it| it.last())
        .expect("an answer");
    assert_eq!(answer["role"], "tool");
    let parsed: Value = serde_json::from_str(answer["content"].as_str().unwrap()).unwrap();
    assert_eq!(parsed["status"], "failure");
    assert_eq!(parsed["error"]["code"], "INVALID_ACTION_INPUT");
    assert_eq!(parsed["error"]["path"], "/items/0/v");
    assert!(
        parsed["error"]["message"]
            .as_str()
            .is_some_and(|it| !it.is_empty())
    );
    let kv = harness.data(&["read_node_kv", "demo.story", "--node", HERO]);
    assert_eq!(
        kv["items"][0]["v"], "Neo",
        "the second attempt went through"
    );
}

#[test]
fn st_5_corrections_are_limited() {
    let harness = TestHarness::with_story();
    let wrong = || calls(&[("update_node_kv", json!({ "items": "Neo" }))]);
    let service = FakeOpenAi::start((0..40).map(|_| wrong()));
    let ran = harness.run(&asking(&service, &["--json", "rename the hero"]));
    assert_ne!(ran.code, 0, "a turn that got nowhere is not success");
    assert!(
        service.requests().len() <= 26,
        "asked {} times",
        service.requests().len()
    );
    let events = ran.json_lines();
    assert_eq!(
        of_type(&events, "turn_ended")[0]["outcome"]["ending"],
        "bounded"
    );
}

#[test]
fn st_6_a_failing_service_returns_a_structured_error_and_writes_nothing() {
    let harness = TestHarness::with_story();
    let images = FakeOpenAi::start([]);
    let settings = format!(
        "image_model = \"studio:picture-1\"\n[providers.studio]\nbase_url = \"{}\"\n",
        images.base_url
    );
    std::fs::create_dir_all(harness.path("config")).unwrap();
    std::fs::write(harness.path("config/settings.toml"), settings).unwrap();
    let before = harness.data(&["history", "demo.story"]);
    let service = FakeOpenAi::start([
        calls(&[("generate_image", json!({ "prompt": "a lighthouse" }))]),
        says("The picture could not be made."),
    ]);
    harness.good(&asking(&service, &["--yes", "make a picture"]));
    let requests = service.requests();
    let answer = requests[1]["messages"]
        .as_array()
        .and_then(|it| it.last())
        .expect("an answer");
    let parsed: Value = serde_json::from_str(answer["content"].as_str().unwrap()).unwrap();
    assert_eq!(parsed["status"], "failure");
    assert!(
        parsed["error"]["code"].is_string() && parsed["error"]["hint"].is_string(),
        "{parsed}"
    );
    assert_eq!(
        harness.data(&["history", "demo.story"]),
        before,
        "nothing was written"
    );
}

#[test]
fn st_7_any_earlier_version_can_be_listed_compared_and_adopted_again() {
    let harness = TestHarness::with_story();
    for name in ["Neo", "The One"] {
        let pair = format!("Name={name}");
        harness.good(&[
            "update_node_kv",
            "demo.story",
            "--node",
            HERO,
            "--items",
            &pair,
        ]);
    }
    let kv = ["--node", HERO, "--capability", "kv"];
    let list = |harness: &TestHarness| {
        let words = [["versions", "demo.story"].as_slice(), &kv].concat();
        harness.data(&words)["versions"].clone()
    };
    let versions = list(&harness);
    let numbers: Vec<_> = versions
        .as_array()
        .unwrap()
        .iter()
        .map(|it| &it["number"])
        .collect();
    assert_eq!(numbers, [3, 2, 1]);

    let compared = [
        ["compare", "demo.story", "--from", "1", "--to", "3"].as_slice(),
        &kv,
    ]
    .concat();
    let difference = harness.good(&compared).out;
    assert!(
        difference.contains("Thomas Anderson") && difference.contains("The One"),
        "{difference}"
    );

    let adopt = [["adopt", "demo.story", "--number", "1"].as_slice(), &kv].concat();
    harness.good(&adopt);
    let after = list(&harness);
    assert_eq!(
        after.as_array().unwrap().len(),
        3,
        "adopting again writes no version"
    );
    let adopted: Vec<_> = after
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["adopted"] == true)
        .collect();
    assert_eq!(adopted, [false, false, true]);
}

#[test]
fn st_4_cancelling_a_hanging_service_keeps_finished_work() {
    let harness = TestHarness::with_story();
    let service = FakeOpenAi::start([
        calls(&[(
            "update_node_kv",
            json!({ "items": [{ "k": "Name", "v": "Neo" }] }),
        )]),
        Reply::Hangs,
    ]);
    let mut running = harness.start(&asking(&service, &["--json", "rename the hero"]));
    while let Some(line) = running.line() {
        // The second reply has started once its first words have arrived.
        if line.contains("\"type\":\"text\"") {
            break;
        }
    }
    let id = running.id().to_string();
    let sent = std::process::Command::new("kill")
        .args(["-INT", &id])
        .status()
        .unwrap();
    assert!(sent.success());
    let mut last = String::new();
    while let Some(line) = running.line() {
        last = line;
    }
    let ended: Value = serde_json::from_str(&last).unwrap();
    assert_eq!(ended["outcome"]["ending"], "cancelled", "{ended}");
    assert_eq!(running.end(), 130);
    let kv = harness.data(&["read_node_kv", "demo.story", "--node", HERO]);
    assert_eq!(kv["items"][0]["v"], "Neo");
}
