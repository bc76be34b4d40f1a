//! The agent over two streams, driven with raw messages.

use proptest::prelude::*;
use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, ReadHalf, WriteHalf,
};
use tokio::task::JoinHandle;

use super::*;

/// An editor that writes raw lines.
struct Editor {
    input: WriteHalf<DuplexStream>,
    output: BufReader<ReadHalf<DuplexStream>>,
    served: JoinHandle<()>,
    last: u64,
    /// The updates so far.
    updates: Vec<Value>,
    /// Its answer to questions.
    choice: &'static str,
    /// The questions so far.
    asked: Vec<Value>,
}

impl Editor {
    fn of(studio: &Studio) -> Self {
        let (here, there) = tokio::io::duplex(1 << 16);
        let options = EditorOptions {
            autonomy: Autonomy::Adopt,
            node: None,
            takes_pictures: false,
            language: Language::default(),
        };
        let stop = CancellationToken::new();
        let streams = tokio::io::split(there);
        let served = tokio::spawn(serve(studio.clone(), options, stop, streams));
        let (output, input) = tokio::io::split(here);
        Self {
            input,
            output: BufReader::new(output),
            served,
            last: 0,
            updates: Vec::new(),
            choice: "reject",
            asked: Vec::new(),
        }
    }

    async fn begun(studio: &Studio) -> Self {
        let mut editor = Self::of(studio);
        let begun = editor
            .ask("initialize", json!({ "protocolVersion": 1 }))
            .await;
        assert_eq!(begun["result"]["protocolVersion"], 1, "{begun}");
        assert_eq!(begun["result"]["agentCapabilities"]["loadSession"], true);
        editor
    }

    async fn write(&mut self, line: &[u8]) {
        self.input.write_all(line).await.unwrap();
        self.input.write_all(b"\n").await.unwrap();
    }

    async fn read(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).await.unwrap();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"))
    }

    /// Sends a request and waits for its answer, recording updates and answering questions
    /// meanwhile.
    async fn ask(&mut self, method: &str, params: Value) -> Value {
        self.last += 1;
        let request =
            json!({ "jsonrpc": "2.0", "id": self.last, "method": method, "params": params });
        self.write(request.to_string().as_bytes()).await;
        loop {
            let message = self.read().await;
            match message["method"].as_str() {
                None if message["id"] == json!(self.last) => return message,
                Some("session/update") => self.updates.push(message["params"]["update"].clone()),
                Some("session/request_permission") => {
                    let outcome = json!({ "outcome": "selected", "optionId": self.choice });
                    let answer = json!({
                        "jsonrpc": "2.0", "id": message["id"], "result": { "outcome": outcome },
                    });
                    self.asked.push(message["params"].clone());
                    self.write(answer.to_string().as_bytes()).await;
                }
                _ => panic!("unexpected: {message}"),
            }
        }
    }

    async fn session(&mut self) -> Value {
        let begun = self
            .ask("session/new", json!({ "cwd": "/", "mcpServers": [] }))
            .await;
        begun["result"]["sessionId"].clone()
    }

    async fn prompt(&mut self, session: &Value, text: &str) -> Value {
        let prompt = json!([{ "type": "text", "text": text }]);
        let params = json!({ "sessionId": session, "prompt": prompt });
        self.ask("session/prompt", params).await
    }

    fn kinds(&self) -> Vec<&str> {
        let kinds = self.updates.iter().map(|it| it["sessionUpdate"].as_str());
        kinds.map(Option::unwrap).collect()
    }

    async fn leave(self) {
        drop((self.input, self.output));
        self.served.await.unwrap();
    }
}

fn studio() -> Studio {
    let settings = host::settings::Settings::default();
    let keys = host::settings::Keys::none();
    let model = host::models::language_model("builtin", None, &settings, &keys);
    Studio::in_memory(model.unwrap()).unwrap()
}

#[tokio::test]
async fn runs_an_instruction_and_reports_its_updates() {
    let studio = studio();
    let mut editor = Editor::begun(&studio).await;
    let session = editor.session().await;
    let answer = editor.prompt(&session, "add a scene called \"Fog\"").await;
    assert_eq!(answer["result"]["stopReason"], "end_turn", "{answer}");
    let kinds = editor.kinds();
    assert!(
        kinds.starts_with(&["tool_call", "tool_call_update"]),
        "{kinds:?}"
    );
    assert_eq!(kinds.last(), Some(&"agent_message_chunk"));
    assert_eq!(editor.updates[0]["name"], "create_node");
    assert_eq!(editor.updates[0]["kind"], "edit");
    assert_eq!(editor.updates[1]["status"], "completed");
    let titles = studio.store().view(None).graph().unwrap();
    assert!(titles.nodes.values().any(|it| it.title == "Fog"));
    editor.leave().await;
}

#[tokio::test]
async fn a_session_resumes_over_another_connection() {
    let studio = studio();
    let mut editor = Editor::begun(&studio).await;
    let session = editor.session().await;
    editor.prompt(&session, "add a scene called \"Fog\"").await;
    editor.leave().await;

    let mut editor = Editor::begun(&studio).await;
    let params = json!({ "sessionId": session, "cwd": "/", "mcpServers": [] });
    let loaded = editor.ask("session/load", params.clone()).await;
    assert_eq!(
        loaded["result"]["modes"]["currentModeId"], "adopt",
        "{loaded}"
    );
    let expected = [
        "user_message_chunk",
        "tool_call",
        "tool_call_update",
        "agent_message_chunk",
    ];
    assert_eq!(editor.kinds(), expected);
    editor.updates.clear();
    let resumed = editor.ask("session/resume", params).await;
    assert!(resumed["result"].is_object(), "{resumed}");
    assert!(editor.updates.is_empty());
    let answer = editor.prompt(&session, "undo").await;
    assert_eq!(answer["result"]["stopReason"], "end_turn", "{answer}");
    let listed = editor.ask("session/list", json!({})).await;
    let sessions = listed["result"]["sessions"].as_array().unwrap();
    assert_eq!(
        sessions.len(),
        1,
        "one conversation, before and after: {listed}"
    );
    editor.leave().await;
}

#[tokio::test]
async fn asks_about_each_change_in_ask_mode() {
    for (choice, is_made) in [("reject", false), ("allow", true)] {
        let studio = studio();
        let mut editor = Editor::begun(&studio).await;
        editor.choice = choice;
        let session = editor.session().await;
        let mode = json!({ "sessionId": session, "modeId": "ask" });
        editor.ask("session/set_mode", mode).await;
        let answer = editor.prompt(&session, "add a scene called \"Fog\"").await;
        assert_eq!(answer["result"]["stopReason"], "end_turn", "{answer}");
        assert_eq!(editor.asked.len(), 1);
        assert_eq!(editor.asked[0]["toolCall"]["rawInput"]["title"], "Fog");
        let kinds = editor.asked[0]["options"].as_array().unwrap();
        let kinds: Vec<_> = kinds
            .iter()
            .map(|it| it["kind"].as_str().unwrap())
            .collect();
        assert_eq!(kinds, ["allow_once", "allow_always", "reject_once"]);
        let graph = studio.store().view(None).graph().unwrap();
        let found = graph.nodes.values().any(|it| it.title == "Fog");
        assert_eq!(found, is_made, "{choice}");
        editor.leave().await;
    }
}

#[tokio::test]
async fn invalid_requests_get_the_protocols_error_codes() {
    let studio = studio();
    let mut editor = Editor::of(&studio);
    let early = editor
        .ask("session/new", json!({ "cwd": "/", "mcpServers": [] }))
        .await;
    assert_eq!(early["error"]["code"], -32600, "{early}");
    editor
        .ask("initialize", json!({ "protocolVersion": 1 }))
        .await;
    let session = editor.session().await;
    let text = json!([{ "type": "text", "text": " " }]);
    let picture = json!([{ "type": "image", "data": "aGk=", "mimeType": "image/png" }]);
    for (method, params, code) in [
        ("session/fly", json!({}), -32601),
        (
            "session/new",
            json!({ "cwd": "here", "mcpServers": [] }),
            -32602,
        ),
        ("session/new", json!([]), -32602),
        ("session/prompt", json!({ "sessionId": session }), -32602),
        (
            "session/prompt",
            json!({ "sessionId": session, "prompt": text }),
            -32602,
        ),
        (
            "session/prompt",
            json!({ "sessionId": session, "prompt": picture }),
            -32602,
        ),
        (
            "session/prompt",
            json!({ "sessionId": "x", "prompt": text }),
            -32002,
        ),
        (
            "session/load",
            json!({ "sessionId": "0000", "cwd": "/", "mcpServers": [] }),
            -32002,
        ),
        (
            "session/set_mode",
            json!({ "sessionId": session, "modeId": "fly" }),
            -32602,
        ),
        ("authenticate", json!({ "methodId": "key" }), -32602),
    ] {
        let answer = editor.ask(method, params.clone()).await;
        assert_eq!(answer["error"]["code"], code, "{method} {params}: {answer}");
    }
    editor.write(b"this is not a message").await;
    assert_eq!(editor.read().await["error"]["code"], -32700);
    editor.write(&vec![b'x'; MAX_BYTES + 1]).await;
    assert_eq!(editor.read().await["error"]["code"], -32600);
    let answer = editor.prompt(&session, "outline").await;
    assert_eq!(answer["result"]["stopReason"], "end_turn", "{answer}");
    editor.leave().await;
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn arbitrary_input_does_not_stop_the_agent(lines in prop::collection::vec("[ -~]{0,80}|\\PC{0,20}", 0..40)) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let studio = studio();
            let mut editor = Editor::of(&studio);
            for line in &lines {
                editor.write(line.replace('\n', " ").as_bytes()).await;
            }
            let begin = json!({
                "jsonrpc": "2.0", "id": "the last", "method": "initialize",
                "params": { "protocolVersion": 1 },
            });
            editor.write(begin.to_string().as_bytes()).await;
            loop {
                let answer = editor.read().await;
                if answer["id"] == "the last" {
                    assert_eq!(answer["result"]["protocolVersion"], 1);
                    break;
                }
                assert!(answer["error"]["code"].as_i64().unwrap() < 0, "{answer}");
            }
            editor.leave().await;
        });
    }
}
