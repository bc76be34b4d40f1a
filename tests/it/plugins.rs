//! Tools of other programs in the hands of the assistant (AT-3): the example plugin does its work, and
//! servers that misbehave are survived and told.

use serde_json::{Value, json};

use crate::support::cli::{ProgramOutput, TestHarness};
use crate::support::fake_openai::{FakeOpenAi, Reply, calls, says};
use crate::support::root;

fn file(path: &str) -> String {
    let path = root().join(path).canonicalize().expect("it is there");
    path.to_string_lossy().into_owned()
}

/// A story whose settings name one server, and a model that answers from a list.
fn story(
    replies: impl IntoIterator<Item = Reply>,
    (name, words): (&str, &[&str]),
) -> (TestHarness, FakeOpenAi) {
    story_with(replies, name, ("python3", words))
}

fn story_with(
    replies: impl IntoIterator<Item = Reply>,
    name: &str,
    (command, words): (&str, &[&str]),
) -> (TestHarness, FakeOpenAi) {
    let harness = TestHarness::with_story();
    let service = FakeOpenAi::start(replies);
    let settings = format!(
        "model = \"small:m\"\n[providers.small]\nbase_url = \"{}\"\n\
         context_tokens = 200000\n\
         [assistant]\ntools = \"all\"\n\
         [mcp.{name}]\ncommand = {}\nargs = {}\nseconds = 2\n",
        service.base_url,
        json!(command),
        json!(words),
    );
    std::fs::create_dir_all(harness.path("config")).unwrap();
    std::fs::write(harness.path("config/settings.toml"), settings).unwrap();
    (harness, service)
}

/// Asks the assistant; what was printed.
fn ask(harness: &TestHarness, more: &[&str]) -> ProgramOutput {
    let mut words = vec!["ask", "demo.story", "--json"];
    words.extend(more);
    words.push("Find a name.");
    harness.run(&words)
}

/// What the model was told of its call.
fn result(service: &FakeOpenAi) -> Value {
    let requests = service.requests();
    let last = requests.last().expect("a request");
    let messages = last["messages"].as_array().expect("messages");
    let message = messages.iter().rfind(|it| it["role"] == "tool");
    let message = message.expect("the result of a call")["content"].as_str();
    serde_json::from_str(message.expect("a text")).expect("JSON")
}

/// The names of the tools that the model was shown first.
fn shown(service: &FakeOpenAi) -> Vec<String> {
    let requests = service.requests();
    let tools = requests.first().expect("a request")["tools"].as_array();
    let names = tools.expect("tools").iter();
    let names = names.filter_map(|it| it["function"]["name"].as_str());
    names.map(str::to_owned).collect()
}

#[test]
fn the_assistant_uses_the_example_plugin_after_approval() {
    let args = json!({ "names": ["Mira", "Doran", "Ilmar"], "count": 3, "seed": 1 });
    let replies = || {
        [
            calls(&[("names_make_name", args.clone())]),
            says("Here they are."),
        ]
    };
    let plugin = file("examples/plugins/names.py");
    let (harness, service) = story(replies(), ("names", &[&plugin]));
    let asked = ask(&harness, &["--yes"]);
    assert_eq!(asked.code, 0, "{}{}", asked.out, asked.err);
    assert!(shown(&service).contains(&"names_find_rhymes".to_owned()));
    let result = result(&service);
    assert_eq!(
        (&result["module"], &result["data"]["from"]),
        (&json!("names"), &json!("names"))
    );
    let names = result["data"]["data"]["names"].as_array().expect("names");
    assert_eq!(names.len(), 3, "{result}");
    // Without a yes it is not called.
    let (harness, service) = story(replies(), ("names", &[&plugin]));
    ask(&harness, &[]);
    let result = self::result(&service);
    assert_eq!(result["error"]["code"], "PERMISSION_DENIED", "{result}");
}

#[test]
fn the_plugin_in_rust_finds_rhymes_in_the_story() {
    let args = json!({ "word": "light", "texts": ["The night was bright, the light was gone."] });
    let replies = [
        calls(&[("rhymes_find_rhymes", args)]),
        says("Here they are."),
    ];
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_storyteller"));
    let program = program.with_file_name("rhymes");
    assert!(
        program.exists(),
        "{} is missing: build the whole workspace",
        program.display()
    );
    let (harness, service) = story_with(replies, "rhymes", (&program.to_string_lossy(), &[]));
    let asked = ask(&harness, &["--yes"]);
    assert_eq!(asked.code, 0, "{}{}", asked.out, asked.err);
    assert!(shown(&service).contains(&"rhymes_count_syllables".to_owned()));
    let result = result(&service);
    assert_eq!(
        result["data"]["data"]["rhymes"],
        json!(["night", "bright"]),
        "{result}"
    );
}

/// Has the assistant call the tool of an odd server.
fn called(mode: &str) -> Value {
    let replies = [calls(&[("odd_tool", json!({}))]), says("I see.")];
    let server = file("tests/outside/odd_server.py");
    let (harness, service) = story(replies, ("odd", &[&server, mode]));
    let asked = ask(&harness, &["--yes"]);
    assert_eq!(asked.code, 0, "{mode}: {}{}", asked.out, asked.err);
    harness.good(&["check", "demo.story"]);
    result(&service)
}

#[test]
fn reports_servers_that_crash_or_do_not_answer() {
    for (mode, why) in [("dies", "broke off"), ("hangs", "")] {
        let result = called(mode);
        let error = &result["error"];
        assert_eq!(error["code"], "UNAVAILABLE", "{mode}: {result}");
        assert!(
            error["message"].as_str().unwrap().contains(why),
            "{mode}: {result}"
        );
    }
    // One that never begins has no tools; the rest works.
    let result = called("silent");
    assert_eq!(result["error"]["code"], "UNKNOWN_ACTION", "{result}");
}

#[test]
fn truncates_a_flood_of_text() {
    let result = called("floods");
    let text = result["data"]["text"].as_str().expect("a text");
    assert_eq!((text.len(), &result["data"]["cut"]), (20_000, &json!(true)));
}

#[test]
fn a_server_does_not_inherit_our_environment() {
    let result = called("tells");
    let environment = result["data"]["text"].as_str().expect("its environment");
    assert!(environment.contains("PATH"), "{environment}");
    assert!(!environment.contains("STORYTELLER"), "{environment}");
}

#[test]
fn invalid_schemas_and_instructing_descriptions_are_neutralized() {
    let server = file("tests/outside/odd_server.py");
    let (harness, service) = story([says("I see.")], ("odd", &[&server, "lies"]));
    ask(&harness, &["--yes"]);
    let shown = shown(&service);
    let lies = shown.iter().filter(|it| it.starts_with("odd_lie_"));
    assert_eq!(lies.count(), 3, "{shown:?}");
    let requests = service.requests();
    let sent = requests[0]["tools"].to_string();
    assert!(!sent.contains("\\u001b") && !sent.contains("anyOf\":[{\"type\":\"string\"},{\"$ref"));
}

#[test]
fn handles_a_server_that_renames_its_tools() {
    let call = |name: &str| calls(&[(name, json!({}))]);
    let replies = [call("odd_tool_0"), call("odd_tool_0"), says("I see.")];
    let server = file("tests/outside/odd_server.py");
    let (harness, service) = story(replies, ("odd", &[&server, "renames"]));
    ask(&harness, &["--yes"]);
    let requests = service.requests();
    assert_eq!(requests.len(), 3, "the turn goes on");
}
