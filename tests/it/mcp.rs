//! A story in clients of the Model Context Protocol that other people made: the official ones in Python
//! and TypeScript, both transports, both revisions (AT-1, AT-3, SP-10).

use std::process::Command;

use serde_json::{Value, json};

use crate::support::cli::{RunningProgram, TestHarness};
use crate::support::outside::python;
use crate::support::root;
use crate::support::server::TestServer;

/// Runs a client of the folder `tests/outside` to its end; what it saw.
fn seen_by(mut client: Command) -> Value {
    let ran = client.output().expect("the client starts");
    let errors = String::from_utf8_lossy(&ran.stderr).into_owned();
    serde_json::from_slice(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {errors}"))
}

fn in_python() -> Command {
    let mut command = Command::new(python());
    command.arg(root().join("tests/outside/mcp_client.py"));
    command
}

fn in_typescript() -> Command {
    let outside = root().join("tests/outside");
    assert!(
        outside
            .join("node_modules/@modelcontextprotocol/sdk")
            .exists(),
        "tests/outside/node_modules is missing: run `cargo xtask test`, which installs it"
    );
    let mut command = Command::new("node");
    command.arg(outside.join("mcp_client.js"));
    command
}

/// The command line of the server, as a client's settings hold it.
fn server(harness: &TestHarness, more: &[&str]) -> Vec<String> {
    let command = harness.command(&["mcp", "demo.story"]);
    let words = command
        .get_args()
        .chain(more.iter().map(|it| (*it).as_ref()));
    let words = words.map(|it| it.to_string_lossy().into_owned());
    let program = command.get_program().to_string_lossy().into_owned();
    std::iter::once(program).chain(words).collect()
}

/// A client that starts the server where the story is, with the harness's settings.
fn over_stdio(harness: &TestHarness, mut client: Command, more: &[&str]) -> Value {
    client
        .arg("stdio")
        .args(server(harness, more))
        .current_dir(harness.path(""))
        .env("HOME", harness.path(""))
        .env("STORYTELLER_CONFIG", harness.path("config"));
    seen_by(client)
}

fn over_http(served: &TestServer, mut client: Command, secret: &str) -> Value {
    let url = format!("http://127.0.0.1:{}/mcp", served.port);
    client.args(["http", &url, secret]);
    seen_by(client)
}

/// A credential of the story.
fn secret(harness: &TestHarness, name: &str, level: &str) -> String {
    let words = [
        "agents",
        "add",
        "demo.story",
        name,
        "--level",
        level,
        "--json",
    ];
    let made = harness.good(&words).json();
    let secret = made["environment"]["STAR_CREDENTIAL"].as_str();
    secret.expect("a secret").to_owned()
}

#[track_caller]
fn assert_main_job(seen: &Value, protocol: &str) {
    assert_eq!(seen["protocol"], protocol, "{seen}");
    assert_eq!(seen["made"]["node"]["title"], "Fog", "{seen}");
    assert_eq!(seen["read"]["text"], "Grey.", "{seen}");
    assert_eq!(seen["failed"], true);
    assert!(
        seen["page"].as_str().unwrap().starts_with("# Fog\n"),
        "{seen}"
    );
    assert!(seen["prompt"].as_str().unwrap().contains("“Fog”"), "{seen}");
    assert_eq!(seen["templates"].as_array().unwrap().len(), 4, "{seen}");
}

/// What waits for review in the story, as the writer sees it.
fn drafts(harness: &TestHarness) -> Value {
    harness.data(&["list_drafts", "demo.story"])
}

#[test]
fn the_python_client_works_over_standard_input_in_both_revisions() {
    for (mode, protocol) in [("auto", "2026-07-28"), ("legacy", "2025-11-25")] {
        let harness = TestHarness::with_story();
        let mut client = in_python();
        client.arg(mode);
        let seen = over_stdio(&harness, client, &["--as", "pen"]);
        assert_main_job(&seen, protocol);
        let drafts = drafts(&harness);
        assert_eq!(drafts["count"], 1, "{drafts}");
        assert_eq!(drafts["drafts"][0]["title"], "pen", "{drafts}");
    }
}

#[test]
fn the_python_client_works_over_http_in_both_revisions() {
    for (mode, protocol) in [("auto", "2026-07-28"), ("legacy", "2025-11-25")] {
        let harness = TestHarness::with_story();
        let served = TestServer::start(&harness, "demo.story");
        let secret = secret(&harness, "pen", "write");
        let mut client = in_python();
        client.arg(mode);
        assert_main_job(&over_http(&served, client, &secret), protocol);
        let history = harness.data(&["story_history", "demo.story", "--limit", "1"]);
        let author = &history["changes"][0]["author"];
        assert_eq!(author["principal"], "star/agent/pen", "{history}");
    }
}

#[test]
fn the_typescript_client_works_over_both_transports() {
    let harness = TestHarness::with_story();
    let seen = over_stdio(&harness, in_typescript(), &["--tools", "essential"]);
    let assert_seen = |seen: &Value| {
        assert_eq!(seen["made"]["node"]["title"], "Fog", "{seen}");
        assert_eq!(seen["updated"], "storyteller://node/Fog", "{seen}");
        assert_eq!(seen["draft"]["count"], 3, "{seen}");
        assert_eq!(seen["completed"], json!(["Fog"]), "{seen}");
    };
    assert_seen(&seen);
    assert_eq!(seen["tools"].as_array().unwrap().len(), 15, "{seen}");
    assert_eq!(drafts(&harness)["count"], 1);
    let harness = TestHarness::with_story();
    let served = TestServer::start(&harness, "demo.story");
    let secret = secret(&harness, "pen", "draft");
    assert_seen(&over_http(&served, in_typescript(), &secret));
}

#[test]
fn rejects_connections_without_a_credential_of_the_story() {
    let harness = TestHarness::with_story();
    let served = TestServer::start(&harness, "demo.story");
    let ping = json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" });
    // The token of the page is none: it belongs to the person.
    for bearer in ["", "nonsense", &served.token] {
        let (status, body) = served.send("POST /mcp", bearer, &ping);
        assert_eq!(status, 401, "{body}");
        assert!(body.contains("storyteller agents add"), "{body}");
    }
    let path = "GET /.well-known/oauth-protected-resource/mcp";
    let (status, body) = served.send(path, "", &json!({}));
    let metadata: Value = serde_json::from_str(&body).unwrap();
    let resource = format!("http://127.0.0.1:{}/mcp", served.port);
    assert_eq!((status, &metadata["resource"]), (200, &json!(resource)));
    // A credential that was ended is none any more.
    let secret = secret(&harness, "pen", "write");
    let mut client = in_python();
    client.arg("auto");
    over_http(&served, client, &secret);
    harness.good(&["agents", "end", "demo.story", "pen"]);
    let (status, _) = served.send("POST /mcp", &secret, &ping);
    assert_eq!(status, 401);
}

#[test]
fn a_crashed_client_leaves_its_draft_and_an_intact_story() {
    let harness = TestHarness::with_story();
    let mut running = RunningProgram::new(harness.command(&["mcp", "demo.story"]));
    let say = |running: &mut RunningProgram, message: Value| {
        running.say(&message.to_string()).expect("it reads");
    };
    let begin = json!({
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25", "capabilities": {},
            "clientInfo": { "name": "it", "version": "1" },
        },
    });
    say(&mut running, begin);
    let begun = running.line().expect("an answer");
    assert!(begun.contains("2025-11-25"), "{begun}");
    let make = json!({
        "jsonrpc": "2.0", "id": 2, "method": "tools/call",
        "params": { "name": "create_node", "arguments": { "title": "Fog" } },
    });
    say(&mut running, make);
    let made = running.line().expect("an answer");
    assert!(made.contains("\"isError\":false"), "{made}");
    running.kill();
    assert_eq!(drafts(&harness)["count"], 1);
    harness.good(&["check", "demo.story"]);
}

/// The node of the reference programs, which is newer than the system's.
fn node() -> Command {
    let outside = root().join("tests/outside");
    let node = outside.join("node_modules/node/bin/node");
    assert!(
        node.exists(),
        "tests/outside/node_modules is missing: run `cargo xtask test`, which installs it"
    );
    Command::new(node)
}

#[test]
fn the_scenarios_of_the_conformance_suite_that_apply_pass() {
    let harness = TestHarness::with_story();
    let served = TestServer::start(&harness, "demo.story");
    let secret = secret(&harness, "suite", "write");
    // The others call tools and read resources that only the suite's own servers have.
    let scenarios = [
        "server-initialize",
        "ping",
        "tools-list",
        "resources-list",
        "prompts-list",
        "server-sse-multiple-streams",
        "server-sse-polling",
        "dns-rebinding-protection",
    ];
    let mut suite = node();
    suite
        .arg(root().join("tests/outside/mcp_conformance.js"))
        .arg(format!("http://127.0.0.1:{}/mcp", served.port))
        .arg(secret)
        .args(scenarios);
    let seen = seen_by(suite);
    for scenario in scenarios {
        assert_eq!(seen[scenario]["code"], 0, "{}", seen[scenario]["told"]);
    }
}

#[test]
fn the_inspector_lists_and_calls_tools() {
    let harness = TestHarness::with_story();
    let inspect = |words: &[&str]| {
        let mut inspector = node();
        inspector
            .arg(root().join("tests/outside/node_modules/.bin/mcp-inspector"))
            .arg("--cli")
            .args(server(&harness, &[]))
            .args(words)
            .current_dir(harness.path(""))
            .env("HOME", harness.path(""))
            .env("STORYTELLER_CONFIG", harness.path("config"));
        seen_by(inspector)
    };
    let listed = inspect(&["--method", "tools/list"]);
    let tools = listed["tools"].as_array().expect("tools");
    assert!(
        tools.iter().any(|it| it["name"] == "write_text"),
        "{listed}"
    );
    let made = inspect(&[
        "--method",
        "tools/call",
        "--tool-name",
        "create_node",
        "--tool-arg",
        "title=Fog",
    ]);
    assert_eq!(made["structuredContent"]["node"]["title"], "Fog", "{made}");
}

/// The bundle for desktop assistants: the official tool takes its manifest, and the command in it
/// serves the story that the person chose.
#[test]
fn the_mcp_bundle_starts_the_server_for_the_chosen_story() {
    let manifest = root().join("crates/mcp/bundle/manifest.json");
    let tool = root().join("tests/outside/node_modules/@anthropic-ai/mcpb/dist/cli/cli.js");
    assert!(
        tool.exists(),
        "tests/outside/node_modules is missing: run `cargo xtask test`, which installs it"
    );
    let harness = TestHarness::with_story();
    let copied = harness.path("manifest.json");
    std::fs::copy(&manifest, &copied).unwrap();
    std::fs::copy(
        root().join("src-tauri/icons/icon.png"),
        harness.path("icon.png"),
    )
    .unwrap();
    let judged = Command::new("node")
        .arg(tool)
        .arg("validate")
        .arg(&copied)
        .output();
    let judged = judged.expect("the tool starts");
    let report = String::from_utf8_lossy(&judged.stdout).into_owned();
    assert!(
        judged.status.success(),
        "{report}{}",
        String::from_utf8_lossy(&judged.stderr)
    );

    let manifest: Value = serde_json::from_slice(&std::fs::read(manifest).unwrap()).unwrap();
    let words = manifest["server"]["mcp_config"]["args"].as_array().unwrap();
    let words: Vec<&str> = words.iter().map(|it| it.as_str().unwrap()).collect();
    assert_eq!(words[..2], ["mcp", "${user_config.story}"]);
    let mut client = in_python();
    client.arg("legacy");
    assert_main_job(&over_stdio(&harness, client, &words[2..]), "2025-11-25");
    assert_eq!(drafts(&harness)["drafts"][0]["title"], "desktop");
}

#[test]
fn a_client_shows_a_draft_and_the_links_around_a_node_in_its_own_frame() {
    let harness = TestHarness::with_story();
    let outside = root().join("tests/outside");
    assert!(
        outside
            .join("node_modules/@modelcontextprotocol/ext-apps")
            .exists(),
        "tests/outside/node_modules is missing: run `cargo xtask test`, which installs it"
    );
    let mut client = Command::new("node");
    client
        .arg(outside.join("mcp_app.js"))
        .args(server(&harness, &["--as", "pen"]))
        .current_dir(harness.path(""))
        .env("HOME", harness.path(""))
        .env("STORYTELLER_CONFIG", harness.path("config"));
    let seen = seen_by(client);
    assert_eq!(seen["faults"], json!([]), "{seen}");
    let mimes = &seen["server"]["io.modelcontextprotocol/ui"]["mimeTypes"];
    assert_eq!(mimes[0], seen["mime"], "{seen}");
    assert_eq!(seen["version"]["name"], "storyteller", "{seen}");
    // The difference, in the words of the story and never as markup.
    let inserted = seen["inserted"].as_array().expect("texts");
    assert!(inserted.contains(&json!("Grey.")), "{seen}");
    assert!(inserted.contains(&json!("grim")), "{seen}");
    let english = seen["english"].as_str().expect("a text");
    assert!(english.contains("Fog <b>bank</b>"), "{english}");
    assert!(english.contains("Changes waiting for review"), "{english}");
    assert_eq!(seen["bold"], 0, "{seen}");
    // In the language and the theme of the client.
    assert!(
        seen["chinese"]
            .as_str()
            .unwrap()
            .starts_with("等待审阅的改动"),
        "{seen}"
    );
    assert_eq!(seen["ground"], "rgb(31, 32, 36)", "{seen}");
    // The links around a node; a press on a card goes there, through the client.
    let map = seen["map"].as_str().expect("a text");
    assert!(
        map.contains("Kommt von") && map.contains("“Row on”"),
        "{map}"
    );
    let beyond = seen["beyond"].as_str().expect("a text");
    assert!(beyond.contains("Thomas Anderson"), "{beyond}");
    assert_eq!(seen["lines"], 1, "{seen}");
    let sizes = seen["sizes"].as_array().expect("sizes");
    assert!(sizes.iter().any(|it| it.as_f64() > Some(100.0)), "{seen}");
}
