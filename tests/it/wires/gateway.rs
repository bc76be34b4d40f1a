//! The main workflow through a third-party gateway that implements several vendors' APIs, as a
//! black box: it translates each of them to the same scripted model, and back.

use std::io::{BufRead as _, BufReader};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};

use serde_json::json;

use super::python;
use crate::support::cli::TestHarness;
use crate::support::root;

const KEY: &str = "sk-gateway-test";
const HERO: &str = "Thomas Anderson";

/// The gateway, running until the test ends.
struct Gateway {
    process: Child,
    address: String,
    _home: tempfile::TempDir,
}

impl Gateway {
    fn start() -> Self {
        let home = tempfile::tempdir().unwrap();
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = free.local_addr().unwrap().port();
        drop(free);
        let address = format!("http://127.0.0.1:{port}");
        let python = python();
        let program = python.with_file_name("litellm");
        assert!(
            program.exists(),
            "the gateway is missing: run `cargo xtask test`, which installs it"
        );
        let mut process = Command::new(python)
            .arg(program)
            .arg("--config")
            .arg(root().join("tests/outside/gateway/config.yaml"))
            .args(["--host", "127.0.0.1", "--port", &port.to_string()])
            .current_dir(home.path())
            .env("HOME", home.path())
            .env("GATEWAY", format!("{address}/v1"))
            // Model prices, which it would otherwise download.
            .env("LITELLM_LOCAL_MODEL_COST_MAP", "True")
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the gateway starts");
        let mut lines = BufReader::new(process.stderr.take().unwrap()).lines();
        let mut before = String::new();
        loop {
            let line = lines.next().transpose().ok().flatten();
            let line = line.unwrap_or_else(|| panic!("the gateway ended:\n{before}"));
            if line.contains("Uvicorn running on") {
                break;
            }
            before.push_str(&line);
            before.push('\n');
        }
        // Its output must be read, or it blocks when the pipe is full.
        std::thread::spawn(move || lines.for_each(drop));
        Self {
            process,
            address,
            _home: home,
        }
    }
}

impl Drop for Gateway {
    fn drop(&mut self) {
        // One that has already ended need not be stopped.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn os_4_the_main_workflow_works_through_a_gateway_for_every_provider() {
    let gateway = Gateway::start();
    for (model, variable, base) in [
        ("openai-chat:scripted", "OPENAI_API_KEY", "/v1"),
        ("openai-responses:scripted", "OPENAI_API_KEY", "/v1"),
        ("anthropic:scripted", "ANTHROPIC_API_KEY", "/v1"),
        ("gemini:scripted-again", "GEMINI_API_KEY", "/v1beta"),
    ] {
        let harness = TestHarness::with_story();
        let base_url = format!("{}{base}", gateway.address);
        let instruction = "rename the hero to Neo and make a portrait";
        let words = ["ask", "demo.story", "--node", HERO, "--model", model];
        let words = [words.as_slice(), &["--base-url", &base_url, instruction]].concat();
        let output = harness.command(&words).env(variable, KEY).output().unwrap();
        let printed = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert!(output.status.success(), "{model}: {printed}");
        assert!(printed.contains("has a portrait"), "{model}: {printed}");

        let kv = harness.data(&["read_node_kv", "demo.story", "--node", HERO]);
        assert_eq!(
            kv["items"][0],
            json!({ "k": "Name", "v": "Neo" }),
            "{model}"
        );
        let images = harness.data(&["list_images", "demo.story", "--node", HERO]);
        assert_eq!(images["count"], 1, "{model}: {images}");
    }
}
