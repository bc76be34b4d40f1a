//! The server over two streams, driven with raw messages of both revisions.

use host::agents::{Level, Permission};
use proptest::prelude::*;
use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, ReadHalf, WriteHalf,
};
use tokio::task::JoinHandle;

use super::*;

/// A client that writes raw lines.
struct Client {
    input: WriteHalf<DuplexStream>,
    output: BufReader<ReadHalf<DuplexStream>>,
    served: JoinHandle<Result<(), Failure>>,
    last: u64,
}

impl Client {
    fn of(studio: &Studio, level: Level, tools: ToolSet) -> Self {
        let (here, there) = tokio::io::duplex(1 << 16);
        let admission = Admission::process("tester", Permission::of(level));
        let stop = CancellationToken::new();
        let served = tokio::spawn(serve(
            studio.clone(),
            admission,
            tools,
            stop,
            tokio::io::split(there),
        ));
        let (output, input) = tokio::io::split(here);
        Self {
            input,
            output: BufReader::new(output),
            served,
            last: 0,
        }
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

    /// Sends a request and waits for its answer, skipping notifications.
    async fn ask(&mut self, method: &str, params: Value) -> Value {
        self.last += 1;
        let request =
            json!({ "jsonrpc": "2.0", "id": self.last, "method": method, "params": params });
        self.write(request.to_string().as_bytes()).await;
        loop {
            let answer = self.read().await;
            if answer["id"] == json!(self.last) {
                return answer;
            }
        }
    }

    /// Connects as clients of the earlier revision do.
    async fn begin(&mut self) -> Value {
        let begun = self
            .ask(
                "initialize",
                json!({
                    "protocolVersion": "2025-11-25", "capabilities": {},
                    "clientInfo": { "name": "tester", "version": "1" },
                }),
            )
            .await;
        let initialized = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
        self.write(initialized.to_string().as_bytes()).await;
        begun
    }

    /// Calls a tool; returns its whole result.
    async fn call(&mut self, name: &str, args: Value) -> Value {
        let answer = self
            .ask("tools/call", json!({ "name": name, "arguments": args }))
            .await;
        answer["result"].clone()
    }
}

/// Adds the fields that every request of the later revision has.
fn later(mut params: Value) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "tester", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": { "elicitation": {} },
    });
    params
}

fn studio() -> Studio {
    let settings = host::settings::Settings::default();
    let keys = host::settings::Keys::none();
    let model = host::models::language_model("builtin", None, &settings, &keys);
    Studio::in_memory(model.unwrap()).unwrap()
}

#[tokio::test]
async fn a_client_of_the_earlier_revision_reads_and_writes() {
    let studio = studio();
    let mut client = Client::of(&studio, Level::Write, ToolSet::All);
    let begun = client.begin().await;
    assert_eq!(begun["result"]["protocolVersion"], "2025-11-25", "{begun}");
    assert!(
        begun["result"]["instructions"]
            .as_str()
            .unwrap()
            .contains("outline")
    );
    let listed = client.ask("tools/list", json!({})).await;
    let names: Vec<_> = listed["result"]["tools"]
        .as_array()
        .unwrap()
        .iter()
        .collect();
    assert!(names.iter().any(|it| it["name"] == "create_node"));
    assert!(
        names.iter().all(|it| it["name"] != "send_message"),
        "for people"
    );
    let again = client.ask("tools/list", json!({})).await;
    assert_eq!(listed["result"], again["result"], "the order is fixed");
    let made = client
        .call("create_node", json!({ "title": "Fog", "text": "Grey." }))
        .await;
    assert_eq!(made["isError"], false, "{made}");
    assert_eq!(made["structuredContent"]["node"]["title"], "Fog");
    let text = made["content"][0]["text"].as_str().unwrap();
    let mirrored: Value = serde_json::from_str(text).unwrap();
    assert_eq!(mirrored, made["structuredContent"]);
    let titles: Vec<_> = studio
        .store()
        .view(None)
        .graph()
        .unwrap()
        .nodes
        .values()
        .map(|it| it.title.clone())
        .collect();
    assert_eq!(titles, ["Fog"]);
}

#[tokio::test]
async fn a_client_of_the_later_revision_needs_no_handshake() {
    let studio = studio();
    let mut client = Client::of(&studio, Level::Write, ToolSet::Essential);
    let found = client.ask("server/discover", later(json!({}))).await;
    let versions = found["result"]["supportedVersions"].as_array().unwrap();
    assert!(versions.contains(&json!("2026-07-28")), "{found}");
    let params = later(json!({ "name": "create_node", "arguments": { "title": "Fog" } }));
    let made = client.ask("tools/call", params).await;
    assert_eq!(made["result"]["resultType"], "complete", "{made}");
    assert_eq!(made["result"]["structuredContent"]["node"]["title"], "Fog");
}

#[tokio::test]
async fn writes_of_a_client_wait_for_review() {
    let studio = studio();
    let mut client = Client::of(&studio, Level::Draft, ToolSet::All);
    client.begin().await;
    // Sent at the same time: both go into one draft.
    for id in ["a", "b"] {
        let request = json!({
            "jsonrpc": "2.0", "id": id, "method": "tools/call",
            "params": { "name": "create_node", "arguments": { "title": id } },
        });
        client.write(request.to_string().as_bytes()).await;
    }
    let mut answered = 0;
    while answered < 2 {
        let answer = client.read().await;
        // Between the answers it is notified of new resources.
        if answer.get("id").is_some() {
            assert_eq!(answer["result"]["isError"], false, "{answer}");
            answered += 1;
        }
    }
    assert!(studio.store().view(None).graph().unwrap().nodes.is_empty());
    let drafts = studio.store().view(None).drafts(true).unwrap();
    assert_eq!((drafts.len(), drafts[0].title.as_str()), (1, "tester"));
    let outline = client.call("outline", json!({})).await;
    assert_eq!(
        outline["structuredContent"]["nodes"], 2,
        "it sees its own draft"
    );
    let refused = client.call("undo", json!({})).await;
    assert_eq!(refused["isError"], true, "{refused}");
}

#[tokio::test]
async fn a_read_only_client_writes_nothing_and_leaves_no_draft() {
    let studio = studio();
    let mut client = Client::of(&studio, Level::Read, ToolSet::All);
    client.begin().await;
    let listed = client.ask("tools/list", json!({})).await;
    let tools = listed["result"]["tools"].as_array().unwrap();
    assert!(
        tools
            .iter()
            .all(|it| it["annotations"]["readOnlyHint"] == true)
    );
    let refused = client.call("create_node", json!({ "title": "Fog" })).await;
    assert_eq!(refused["isError"], true);
    assert!(studio.store().view(None).drafts(false).unwrap().is_empty());
}

#[tokio::test]
async fn distinguishes_unknown_tools_from_invalid_arguments() {
    let studio = studio();
    let mut client = Client::of(&studio, Level::Draft, ToolSet::All);
    client.begin().await;
    let unknown = client
        .ask("tools/call", json!({ "name": "creat_node" }))
        .await;
    assert_eq!(unknown["error"]["code"], -32602, "{unknown}");
    assert!(
        unknown["error"]["message"]
            .as_str()
            .unwrap()
            .contains("create_node")
    );
    let invalid = client.call("create_node", json!({ "kind": "scene" })).await;
    assert_eq!(invalid["isError"], true, "{invalid}");
    assert!(
        invalid["content"][0]["text"]
            .as_str()
            .unwrap()
            .contains("title")
    );
    let shape = client.ask("tools/call", json!({ "nam": 7 })).await;
    assert_eq!(shape["error"]["code"], -32602, "{shape}");
    let method = client.ask("tools/paint", json!({})).await;
    assert_eq!(method["error"]["code"], -32601, "{method}");
    assert!(
        studio.store().view(None).drafts(true).unwrap().is_empty(),
        "no empty draft stays"
    );
}

#[tokio::test]
async fn malformed_lines_get_errors_and_the_connection_continues() {
    let studio = studio();
    let mut client = Client::of(&studio, Level::Read, ToolSet::All);
    client.begin().await;
    for (line, code) in [
        ("{", -32700),
        ("\u{fffd}nonsense", -32700),
        ("[]", -32600),
        ("7", -32600),
        (r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32600),
    ] {
        client.write(line.as_bytes()).await;
        let answer = client.read().await;
        assert_eq!(answer["error"]["code"], code, "{line}: {answer}");
    }
    client.write(b"").await;
    let ping = client.ask("ping", json!({})).await;
    assert_eq!(ping["result"], json!({}));
}

#[tokio::test]
async fn a_paid_call_asks_the_clients_user_first() {
    let studio = studio();
    let mut client = Client::of(&studio, Level::Write, ToolSet::All);
    // A capability whose tool costs money, like one of another program.
    studio.registry().add(&Paid).unwrap();
    let params = json!({ "name": "paid", "arguments": {} });
    let asked = client.ask("tools/call", later(params.clone())).await;
    let result = &asked["result"];
    assert_eq!(result["resultType"], "input_required", "{asked}");
    let question = &result["inputRequests"]["approval"];
    assert_eq!(question["method"], "elicitation/create", "{question}");
    let mut again = later(params.clone());
    again["requestState"] = result["requestState"].clone();
    again["inputResponses"] = json!({ "approval": { "action": "accept" } });
    let done = client.ask("tools/call", again.clone()).await;
    assert_eq!(
        done["result"]["structuredContent"],
        json!({ "paid": true }),
        "{done}"
    );
    again["inputResponses"]["approval"]["action"] = json!("decline");
    let refused = client.ask("tools/call", again.clone()).await;
    assert_eq!(refused["result"]["isError"], true, "{refused}");
    // Approval of another call does not count for this one.
    again["inputResponses"]["approval"]["action"] = json!("accept");
    again["arguments"] = json!({ "more": true });
    let asked = client.ask("tools/call", again).await;
    assert_ne!(
        asked["result"]["structuredContent"],
        json!({ "paid": true }),
        "{asked}"
    );
}

/// A tool that costs money.
struct Paid;

impl capability::Capability for Paid {
    fn name(&self) -> &str {
        "outside"
    }
    fn title(&self) -> &str {
        "Outside"
    }
    fn summary(&self) -> &str {
        "A tool of another program."
    }
    fn tools(&self) -> Vec<capability::Tool> {
        let schema = json!({ "type": "object", "properties": {} });
        vec![capability::Tool::from_schema(
            ("pay", "paid"),
            "Costs money.",
            schema,
            capability::Impact::Spend,
            |_cx, _input| async { Ok(json!({ "paid": true })) },
        )]
    }
}

#[tokio::test]
async fn serves_resources_prompts_and_completions() {
    let studio = studio();
    let mut client = Client::of(&studio, Level::Write, ToolSet::All);
    client.begin().await;
    client
        .call(
            "create_node",
            json!({ "title": "The Fog", "text": "Grey." }),
        )
        .await;
    client
        .call(
            "create_node",
            json!({ "title": "Harbour", "after": "The Fog", "label": "Go on" }),
        )
        .await;
    let listed = client.ask("resources/list", json!({})).await;
    let resources = listed["result"]["resources"].as_array().unwrap();
    assert_eq!(resources.len(), 6, "{listed}");
    for resource in resources {
        let read = client
            .ask("resources/read", json!({ "uri": resource["uri"] }))
            .await;
        assert_eq!(
            read["result"]["contents"][0]["mimeType"], resource["mimeType"],
            "{read}"
        );
    }
    let read = client
        .ask(
            "resources/read",
            json!({ "uri": "storyteller://node/The%20Fog" }),
        )
        .await;
    let page = read["result"]["contents"][0]["text"].as_str().unwrap();
    assert_eq!(
        page,
        "# The Fog\n\nKind: scene\n\n## Text\n\nGrey.\n\n## Leads to\n\n- Harbour: “Go on”\n"
    );
    let missing = client
        .ask(
            "resources/read",
            json!({ "uri": "storyteller://node/Nowhere" }),
        )
        .await;
    assert_eq!(missing["error"]["code"], -32002, "{missing}");
    let completed = client
        .ask(
            "completion/complete",
            json!({
                "ref": { "type": "ref/resource", "uri": "storyteller://node/{node}" },
                "argument": { "name": "node", "value": "fo" },
            }),
        )
        .await;
    assert_eq!(
        completed["result"]["completion"]["values"],
        json!(["The Fog"])
    );
    let prompt = client
        .ask(
            "prompts/get",
            json!({ "name": "continue_scene", "arguments": { "node": "The Fog" } }),
        )
        .await;
    let text = prompt["result"]["messages"][0]["content"]["text"]
        .as_str()
        .unwrap();
    assert!(text.contains("“The Fog”"), "{text}");
}

#[tokio::test]
async fn a_subscriber_is_notified_of_changes() {
    let studio = studio();
    let mut writer = Client::of(&studio, Level::Write, ToolSet::All);
    writer.begin().await;
    writer.call("create_node", json!({ "title": "Fog" })).await;
    let mut reader = Client::of(&studio, Level::Read, ToolSet::All);
    reader.begin().await;
    let uri = "storyteller://node/Fog";
    let subscribed = reader
        .ask("resources/subscribe", json!({ "uri": uri }))
        .await;
    assert_eq!(subscribed["result"], json!({}), "{subscribed}");
    writer
        .call("write_text", json!({ "node": "Fog", "text": "Grey." }))
        .await;
    let message = loop {
        let message = reader.read().await;
        if message["method"] == "notifications/resources/updated" {
            break message;
        }
    };
    assert_eq!(message["params"]["uri"], uri);
    // The later revision listens with one request.
    let mut listener = Client::of(&studio, Level::Read, ToolSet::All);
    let filters = later(
        json!({ "notifications": { "resourceSubscriptions": [uri], "toolsListChanged": true } }),
    );
    let listen =
        json!({ "jsonrpc": "2.0", "id": "l", "method": "subscriptions/listen", "params": filters });
    listener.write(listen.to_string().as_bytes()).await;
    let accepted = listener.read().await;
    assert_eq!(
        accepted["method"], "notifications/subscriptions/acknowledged",
        "{accepted}"
    );
    studio.registry().add(&Paid).unwrap();
    let message = listener.read().await;
    assert_eq!(
        message["method"], "notifications/tools/list_changed",
        "{message}"
    );
}

#[tokio::test]
async fn closing_the_input_ends_the_server() {
    let studio = studio();
    let mut client = Client::of(&studio, Level::Read, ToolSet::All);
    client.begin().await;
    client.input.shutdown().await.unwrap();
    assert_eq!(client.served.await.unwrap(), Ok(()));
}

proptest! {
    #[test]
    fn reading_any_line_never_panics(line in prop::collection::vec(any::<u8>(), 0..200)) {
        if let Err((error, _)) = read(&line) {
            prop_assert!(matches!(error.code.0, -32700 | -32600));
        }
    }

    #[test]
    fn reading_any_json_never_panics(
        method in "[a-z/]{0,20}", params in "(\\{\\}|\\[\\]|null|7|\"x\"|\\{\"name\":[0-9]\\})", id in "(1|\"a\"|null|\\{\\})"
    ) {
        let line = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{params}}}"#);
        if let Err((error, _)) = read(line.as_bytes()) {
            prop_assert_eq!(error.code.0, -32600);
        }
    }

    #[test]
    fn no_damaged_message_makes_the_reader_panic(line in damaged(&MESSAGES)) {
        if let Err((error, _)) = read(&line) {
            prop_assert!(matches!(error.code.0, -32700 | -32600));
        }
    }
}

/// Messages as clients send them.
const MESSAGES: [&str; 5] = [
    r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"elicitation":{}},"clientInfo":{"name":"c","version":"1"}}}"#,
    r#"{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"read_text","arguments":{"node":"雾\u00e9"},"_meta":{"progressToken":1}}}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"a","reason":"x"}}"#,
    r#"{"jsonrpc":"2.0","id":3,"result":{"action":"accept","content":{}}}"#,
    r#"{"jsonrpc":"2.0","id":4,"error":{"code":-32601,"message":"no","data":[1,{"a":null}]}}"#,
];

/// One of these messages, with some bytes changed, removed, duplicated, or cut off.
fn damaged(messages: &'static [&'static str]) -> impl Strategy<Value = Vec<u8>> {
    let damage = (any::<prop::sample::Index>(), any::<u8>(), 0_u8..4);
    let damages = prop::collection::vec(damage, 0..6);
    (prop::sample::select(messages), damages).prop_map(|(message, damages)| {
        let mut bytes = message.as_bytes().to_vec();
        for (at, byte, way) in damages {
            if bytes.is_empty() {
                break;
            }
            let at = at.index(bytes.len());
            match way {
                0 => bytes[at] = byte,
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, byte),
                _ => bytes.truncate(at),
            }
        }
        bytes
    })
}
