//! Requirements of the OpenStarry standard protocol, through the command line.

use serde_json::{Value, json};

use crate::support::cli::{ProgramOutput, TestHarness};
use crate::support::fake_openai::{FakeOpenAi, Reply, calls, calls_raw, says};
use crate::support::server::TestServer;

const HERO: &str = "Thomas Anderson";

fn ask(harness: &TestHarness, service: &FakeOpenAi, instruction: &str) -> Vec<Value> {
    let words = [
        "ask",
        "demo.story",
        "--node",
        HERO,
        "--model",
        "fake",
        "--base-url",
    ];
    let words = [
        words.as_slice(),
        &[&service.base_url, "--json", instruction],
    ]
    .concat();
    harness.good(&words).json_lines()
}

/// The messages of a request that answer calls: id and content.
fn answers(request: &Value) -> Vec<(String, Value)> {
    let messages = request["messages"].as_array().expect("messages");
    let tools = messages.iter().filter(|it| it["role"] == "tool");
    let text = |it: &Value| it.as_str().unwrap_or_default().to_owned();
    tools
        .map(|it| {
            let content = serde_json::from_str(&text(&it["content"])).expect("JSON text");
            (text(&it["tool_call_id"]), content)
        })
        .collect()
}

/// Runs the prompt with these lines; returns what it printed.
fn prompt(harness: &TestHarness, service: &FakeOpenAi, lines: &[&str]) -> ProgramOutput {
    let words = ["open", "demo.story", "--node", HERO, "--model", "fake"];
    let words = [words.as_slice(), &["--base-url", &service.base_url]].concat();
    harness.run_with_input(&words, lines.join("\n").as_bytes())
}

/// The lines of the newest conversation.
fn thread(harness: &TestHarness) -> Vec<Value> {
    let history = harness.data(&["thread_history", "demo.story"]);
    history["messages"].as_array().expect("messages").clone()
}

#[test]
fn os_1_a_slash_command_has_the_persons_authority_and_a_models_call_a_narrower_one() {
    let harness = TestHarness::with_story();
    let service = FakeOpenAi::start([calls(&[("read_node", json!({}))]), says("I may not.")]);
    let ran = prompt(&harness, &service, &["/read_node", "read it all"]);
    assert_eq!(ran.code, 0, "{}\n{}", ran.out, ran.err);
    let messages = thread(&harness);
    let answers: Vec<&Value> = messages
        .iter()
        .filter(|it| it["role"] == "tool")
        .map(|it| &it["metadata"]["tool_agent_output"])
        .collect();
    let [typed, called] = answers[..] else {
        panic!("two calls of one tool: {messages:?}")
    };
    for record in [typed, called] {
        assert_eq!(record["tool_name"], "read_node");
    }
    assert_eq!(typed["status"], "success", "the person may: {typed}");
    assert_eq!(called["error"]["code"], "PERMISSION_DENIED", "{called}");
    // The person's own command runs without any model.
    assert_eq!(service.requests().len(), 2);
}

#[test]
fn os_1_a_slash_command_is_saved_in_the_conversation_and_undone_in_one_step() {
    let harness = TestHarness::with_story();
    let service = FakeOpenAi::start([says("He is called Neo now.")]);
    let lines = ["/update_node_kv Name=Neo", "what is he called?", "/undo"];
    let ran = prompt(&harness, &service, &lines);
    assert_eq!(ran.code, 0, "{}\n{}", ran.out, ran.err);

    let messages = thread(&harness);
    let roles: Vec<_> = messages.iter().map(|it| it["role"].as_str()).collect();
    let command = [Some("user"), Some("assistant"), Some("tool")];
    let asked = [Some("user"), Some("assistant")];
    assert_eq!(roles, [&command[..], &asked, &command].concat());
    assert_eq!(messages[0]["content"], "/update_node_kv Name=Neo");
    assert_eq!(messages[0]["metadata"]["command"], true);
    let record = &messages[2]["metadata"]["tool_agent_output"];
    assert_eq!(record["wrote"][0]["version"]["number"], 2);

    // The model reads it in the turn after.
    let request = &service.requests()[0];
    let sent = request["messages"].as_array().expect("messages");
    assert!(sent.iter().any(|it| it["content"] == lines[0]), "{sent:?}");
    assert_eq!(answers(request)[0].1["method"], "update");

    // It is undone like any other change, and the history names the person.
    let read = harness.data(&["read_node_kv", "demo.story", "--node", HERO]);
    assert_eq!(read["items"][0], json!({ "k": "Name", "v": HERO }));
    let history = harness.data(&["story_history", "demo.story"]);
    let changes = history["changes"].as_array().expect("changes").clone();
    for change in changes.iter().take(2) {
        assert_eq!(change["author"]["kind"], "person", "{change}");
    }
}

#[test]
fn os_1_an_invalid_slash_command_shows_its_usage() {
    let harness = TestHarness::with_story();
    let service = FakeOpenAi::start([]);
    let ran = prompt(&harness, &service, &["/rename_node Old Mill"]);
    assert_eq!(ran.code, 2, "{}", ran.out);
    assert!(ran.err.contains("(\"Old Mill\")"), "{}", ran.err);
    assert!(ran.err.contains("/rename_node title [node]"), "{}", ran.err);
    let threads = harness.data(&["list_threads", "demo.story"]);
    assert_eq!(threads["threads"], json!([]), "nothing is kept of it");
}

#[test]
fn os_1_a_command_is_found_by_its_aliases_at_the_prompt_and_in_the_window() {
    let harness = TestHarness::with_story();
    let service = FakeOpenAi::start([]);
    let specs = harness.good(&["tools", "--json"]).json();
    let spec = specs.as_array().unwrap();
    let undo = spec.iter().find(|it| it["name"] == "undo").unwrap();
    let alias = |language: &str| {
        let alias = undo["aliases"][language][0].as_str().unwrap();
        format!("/{}", alias.replace(' ', "_"))
    };
    for called in ["en", "de", "zh-CN"].map(alias) {
        let lines = ["/update_node_kv Name=Neo", called.as_str()];
        let ran = prompt(&harness, &service, &lines);
        assert_eq!(ran.code, 0, "{called}: {}\n{}", ran.out, ran.err);
        let read = harness.data(&["read_node_kv", "demo.story", "--node", HERO]);
        assert_eq!(read["items"][0]["v"], HERO, "{called} took it back");
        let explained = prompt(&harness, &service, &[&format!("/help {called}")]);
        assert!(explained.out.contains("/undo"), "{}", explained.out);
    }
    let served = TestServer::start(&harness, "demo.story");
    let args = json!({ "line": alias("zh-CN") });
    let call = json!({ "name": "desk_slash", "args": args, "origin": "window/1" });
    let record = served.ask("POST /api/call", &call).1;
    assert_eq!(record["tool_name"], "undo", "{record}");
}

#[test]
fn os_1_the_window_runs_the_same_commands_and_the_prompt_lists_them_all() {
    let harness = TestHarness::with_story();
    let served = TestServer::start(&harness, "demo.story");
    let slash = |line: &str, thread: &Value| {
        let args = json!({ "line": line, "thread": thread });
        let call = json!({ "name": "desk_slash", "args": args, "origin": "window/1" });
        served.ask("POST /api/call", &call).1
    };
    let line = format!("/update_node_kv Name=Neo node=\"{HERO}\"");
    let record = slash(&line, &Value::Null);
    assert_eq!(record["status"], "success", "{record}");
    assert_eq!(record["tool_name"], "update_node_kv");
    let again = slash("/undo", &record["thread"]);
    assert_eq!(
        (&again["status"], &again["thread"]),
        (&json!("success"), &record["thread"])
    );
    let thread = record["thread"].as_str().unwrap();
    let path = format!("GET /api/agui/threads/{thread}/history");
    let (_, history) = served.ask(&path, &json!({}));
    let messages: Vec<_> = history["messages"].as_array().unwrap().iter().collect();
    assert_eq!(messages.len(), 6, "{history}");
    assert_eq!(
        (&messages[0]["content"], &messages[3]["content"]),
        (&json!(line), &json!("/undo"))
    );
    assert_eq!(
        messages[2]["metadata"]["ui_schema"]["template"],
        "attributes"
    );
    let wrong = slash("/no_such_tool", &Value::Null);
    assert_eq!(wrong["error"]["code"], "UNKNOWN_ACTION");

    // `/` alone lists every tool with its arguments.
    let service = FakeOpenAi::start([]);
    let listed = prompt(&harness, &service, &["/"]).out;
    for spec in harness
        .good(&["tools", "--json"])
        .json()
        .as_array()
        .unwrap()
    {
        let name = spec["verb"].as_str().or(spec["name"].as_str()).unwrap();
        assert!(listed.contains(&format!("/{name}")), "{name}:\n{listed}");
    }
    assert!(listed.contains("/rename_node title [node]"), "{listed}");
}

#[test]
fn os_2_a_call_without_an_id_gets_one() {
    let harness = TestHarness::with_story();
    let nameless = Reply::Says(
        String::new(),
        vec![(String::new(), "read_node_kv".to_owned(), "{}".to_owned()); 2],
    );
    let service = FakeOpenAi::start([nameless, says("Read twice.")]);
    ask(&harness, &service, "read it twice");
    let answers = answers(&service.requests()[1]);
    assert_eq!(answers.len(), 2);
    assert!(
        !answers[0].0.is_empty() && answers[0].0 != answers[1].0,
        "{answers:?}"
    );
}

#[test]
fn os_3_text_and_calls_of_one_reply_keep_their_order_in_the_thread() {
    let harness = TestHarness::with_story();
    let call = (
        "call_a".to_owned(),
        "read_node_kv".to_owned(),
        "{}".to_owned(),
    );
    let mixed = Reply::Says("I look first. ".to_owned(), vec![call]);
    let service = FakeOpenAi::start([mixed, says("He is a night clerk.")]);
    ask(&harness, &service, "who is he?");
    let history = harness.data(&["thread_history", "demo.story"]);
    let messages = history["messages"].as_array().expect("messages");
    let roles: Vec<_> = messages
        .iter()
        .map(|it| it["role"].as_str().unwrap())
        .collect();
    assert_eq!(roles, ["user", "assistant", "tool", "assistant"]);
    let segments = &messages[1]["metadata"]["segments"];
    let kinds: Vec<_> = segments
        .as_array()
        .unwrap()
        .iter()
        .map(|it| &it["type"])
        .collect();
    assert_eq!(kinds, ["text", "tool_call"]);
    assert_eq!(segments[0]["text"], "I look first. ");
}

#[test]
fn os_5_the_model_is_shown_exactly_the_tools_it_may_use_now() {
    let harness = TestHarness::with_story();
    let service = FakeOpenAi::start([says("Hello.")]);
    ask(&harness, &service, "hello");
    let request = &service.requests()[0];
    let shown: Vec<String> = request["tools"]
        .as_array()
        .expect("tools")
        .iter()
        .map(|it| it["function"]["name"].as_str().unwrap().to_owned())
        .collect();
    let listing = harness.good(&["tools", "--json"]).json();
    let everyone = listing
        .as_array()
        .unwrap()
        .iter()
        .filter(|it| it["audience"] == "everyone");
    let names: Vec<String> = everyone
        .map(|it| it["name"].as_str().unwrap().to_owned())
        .collect();
    let others: Vec<_> = shown.iter().filter(|it| !names.contains(it)).collect();
    assert!(others.is_empty(), "tools of people: {others:?}");
    for needed in [
        "update_node_kv",
        "generate_image",
        "write_text",
        "find_tools",
    ] {
        assert!(shown.iter().any(|it| it == needed), "{needed}: {shown:?}");
    }
    assert!(
        !shown.contains(&"send_message".to_owned()),
        "a model does not talk to itself"
    );
}

#[test]
fn os_6_results_go_into_the_history_and_the_model_is_asked_again() {
    let harness = TestHarness::with_story();
    let service = FakeOpenAi::start([
        calls(&[("read_node_kv", json!({}))]),
        calls(&[(
            "update_node_kv",
            json!({ "items": [{ "k": "Age", "v": "38" }] }),
        )]),
        says("One year older."),
    ]);
    let events = ask(&harness, &service, "make him a year older");
    let requests = service.requests();
    assert_eq!(requests.len(), 3, "asked until it answered without a call");
    let last = answers(&requests[2]);
    assert_eq!(last.len(), 2, "both results are in its history");
    assert_eq!(
        last[0].1["data"]["items"][1],
        json!({ "k": "Age", "v": "37" })
    );
    assert_eq!(events.last().unwrap()["outcome"]["text"], "One year older.");
}

#[test]
fn os_9_an_unknown_tool_becomes_an_observation_with_the_nearest_names() {
    let harness = TestHarness::with_story();
    let service = FakeOpenAi::start([
        calls(&[("update_node_kvs", json!({ "items": [] }))]),
        says("There is no such tool."),
    ]);
    ask(&harness, &service, "rename");
    let (_, result) = answers(&service.requests()[1]).remove(0);
    assert_eq!(result["error"]["code"], "UNKNOWN_ACTION");
    assert!(
        result.to_string().contains("update_node_kv"),
        "the nearest name is offered: {result}"
    );
}

#[test]
fn os_9_arguments_that_are_not_json_become_an_observation() {
    let harness = TestHarness::with_story();
    let service = FakeOpenAi::start([
        calls_raw("update_node_kv", r#"{"items": [{"k": "Name", "v": "Ne"#),
        says("Sorry."),
    ]);
    ask(&harness, &service, "rename");
    let (_, result) = answers(&service.requests()[1]).remove(0);
    assert_eq!(result["error"]["code"], "INVALID_ACTION_INPUT");
    let history = harness.data(&["history", "demo.story"]);
    let reasons = history.to_string();
    assert!(
        !reasons.contains("update_node_kv"),
        "a broken call wrote nothing: {reasons}"
    );
}

#[test]
fn os_9_an_empty_reply_ends_the_turn_with_a_message() {
    let harness = TestHarness::with_story();
    let service = FakeOpenAi::start((0..6).map(|_| says("")));
    let words = [
        "ask",
        "demo.story",
        "--model",
        "fake",
        "--base-url",
        &service.base_url,
        "hello",
    ];
    let ran = harness.run(&words);
    assert_ne!(ran.code, 0);
    assert!(
        !ran.out.is_empty() || !ran.err.is_empty(),
        "the person is told"
    );
    assert!(!ran.err.contains("panicked"), "{}", ran.err);
}

/// A harness whose settings name a service and which tools are shown.
fn harness_with(service: &FakeOpenAi, assistant: &str) -> TestHarness {
    let harness = TestHarness::with_story();
    let settings = format!(
        "model = \"small:m\"\n[providers.small]\nbase_url = \"{}\"\n[assistant]\n{assistant}\n",
        service.base_url
    );
    std::fs::create_dir_all(harness.path("config")).unwrap();
    std::fs::write(harness.path("config/settings.toml"), settings).unwrap();
    harness
}

fn shown_names(request: &Value) -> Vec<String> {
    let tools = request["tools"].as_array().expect("tools").iter();
    tools
        .map(|it| it["function"]["name"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn os_8_shows_matching_tools_and_keeps_found_ones() {
    let find = json!({ "query": "把故事导出成文件" });
    let service = FakeOpenAi::start([
        calls(&[("find_tools", find)]),
        calls(&[("export_story", json!({ "format": "twee" }))]),
        says("Exported."),
        says("Still here."),
    ]);
    let harness = harness_with(&service, "tools = \"fitting\"");
    let words = ["ask", "demo.story", "--node", HERO, "--json"];
    let events = harness
        .good(&[words.as_slice(), &["给他画一张肖像"]].concat())
        .json_lines();
    let thread = events[0]["thread"].as_str().unwrap().to_owned();
    let requests = service.requests();
    let first = shown_names(&requests[0]);
    assert_eq!(first[0], "find_tools");
    assert!(first.len() < 30, "{first:?}");
    for needed in ["generate_image", "update_node_kv"] {
        assert!(first.contains(&needed.to_owned()), "{needed} of {first:?}");
    }
    assert!(!first.contains(&"export_story".to_owned()), "{first:?}");
    let second = shown_names(&requests[1]);
    assert_eq!(
        second[..first.len()],
        first,
        "what was shown keeps its place"
    );
    assert!(second.contains(&"export_story".to_owned()), "{second:?}");
    let ran = events.iter().filter(|it| it["type"] == "tool_answered");
    assert!(ran.clone().all(|it| it["output"]["status"] == "success"));
    harness.good(&[words.as_slice(), &["--thread", &thread, "hello"]].concat());
    let later = shown_names(service.requests().last().unwrap());
    assert!(later.contains(&"export_story".to_owned()), "{later:?}");
    // Another process, another request: the block has only grown at its end (OS-7).
    assert_eq!(later[..second.len()], second);
    let requests = service.requests();
    let block = |at: usize| requests[at]["tools"].as_array().unwrap().clone();
    assert_eq!(block(3)[..second.len()], block(1));
}

#[test]
fn os_8_a_request_holds_no_more_tools_than_services_take() {
    let service = FakeOpenAi::start([says("Hello.")]);
    let harness = harness_with(&service, "tools = \"all\"");
    harness.good(&["ask", "demo.story", "--node", HERO, "--json", "hello"]);
    let shown = shown_names(&service.requests()[0]);
    assert!(shown.len() <= 128, "{}", shown.len());
    let everyday = ["write_text", "create_node", "update_node_kv"];
    assert!(
        everyday
            .iter()
            .all(|it| shown.iter().any(|shown| shown == it))
    );
}

#[test]
fn os_8_a_tool_search_says_how_to_continue_in_both_languages() {
    let find = |query: &str| calls(&[("find_tools", json!({ "query": query }))]);
    let service = FakeOpenAi::start([find("统计字数"), find("zzz"), says("No.")]);
    let harness = harness_with(&service, "tools = \"fitting\"");
    harness.good(&["ask", "demo.story", "--node", HERO, "hello"]);
    let last = answers(service.requests().last().unwrap());
    let found = &last[0].1["data"];
    let tool = &found["tools"][0];
    assert_eq!(tool["name"], "story_statistics", "{found}");
    assert_eq!(tool["capability"], "examine");
    assert!(tool["parameters"]["properties"].is_object(), "{tool}");
    assert!(found["how"].as_str().unwrap().contains("by its name"));
    let error = &last[1].1["error"];
    assert_eq!(error["code"], "NOT_FOUND", "{error}");
    let hint = error["hint"].as_str().unwrap();
    assert!(hint.contains("in other words"), "{hint}");
    assert!(hint.contains("versions (Lists, compares"), "{hint}");
}

#[test]
fn os_8_the_single_dispatch_tool_reaches_every_tool() {
    let call = json!({ "module": "kv", "method": "read", "input": {} });
    let service = FakeOpenAi::start([calls(&[("project_cli", call)]), says("A clerk.")]);
    let harness = harness_with(&service, "tools = \"project_cli\"");
    harness.good(&["ask", "demo.story", "--node", HERO, "who is he?"]);
    let requests = service.requests();
    assert_eq!(shown_names(&requests[0]), ["project_cli"]);
    assert_eq!(answers(&requests[1])[0].1["data"]["items"][0]["v"], HERO);
}

#[test]
fn os_6_a_turn_stops_at_its_limit_and_reports_progress() {
    let write = |v: &str| {
        calls(&[(
            "update_node_kv",
            json!({ "items": [{ "k": "Name", "v": v }] }),
        )])
    };
    let service = FakeOpenAi::start([write("Neo"), write("One"), write("Two")]);
    let harness = harness_with(&service, "limits = { tokens = 30 }");
    let ran = harness.run(&["ask", "demo.story", "--node", HERO, "go on for ever"]);
    assert_eq!(ran.code, 6, "{}", ran.err);
    let expected = "Stopped after 30 tokens; the limit for one request is 30. Done: update_node_kv";
    assert!(ran.err.contains(expected), "{}", ran.err);
    assert!(
        ran.err.contains("Say \"continue\" to go on from here."),
        "{}",
        ran.err
    );
    assert_eq!(service.requests().len(), 2);
}

#[test]
fn os_6_a_turn_stops_at_its_cost_limit() {
    let service = FakeOpenAi::start((0..3).map(|_| calls(&[("read_node_kv", json!({}))])));
    let limits = "limits = { money = 0.00002, price = { input = 1.0, output = 1.0 } }";
    let harness = harness_with(&service, limits);
    let ran = harness.run(&["ask", "demo.story", "--node", HERO, "go on for ever"]);
    assert_eq!(ran.code, 6, "{}", ran.err);
    assert!(
        ran.err
            .contains("the limit for one request is 0.00002. Nothing was changed."),
        "{}",
        ran.err
    );
}

#[test]
fn os_6_settings_reject_a_money_limit_without_a_price() {
    let service = FakeOpenAi::start([says("Hello.")]);
    let harness = harness_with(&service, "limits = { money = 1.0 }");
    let ran = harness.run(&["ask", "demo.story", "hello"]);
    assert_ne!(ran.code, 0);
    assert!(ran.err.contains("line 5: "), "{}", ran.err);
    assert!(ran.err.contains("needs the price"), "{}", ran.err);
    assert!(service.requests().is_empty(), "nothing was sent");
}
