//! Pictures in a conversation: those made by tools and those attached by a person reach a model
//! with vision, as pictures only; the thread contains text and names.

use serde_json::{Value, json};

use crate::support::cli::TestHarness;
use crate::support::fake_openai::{FakeOpenAi, calls, says};
use crate::support::server::TestServer;

const HERO: &str = "Thomas Anderson";

/// One red pixel.
const PIXEL: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==";

fn harness_with(service: &FakeOpenAi, sees: bool) -> TestHarness {
    let harness = TestHarness::with_story();
    choose(&harness, service, sees);
    harness
}

fn choose(harness: &TestHarness, service: &FakeOpenAi, sees: bool) {
    let settings = format!(
        "model = \"small:m\"\n[providers.small]\nbase_url = \"{}\"\npictures = {sees}\n",
        service.base_url
    );
    std::fs::create_dir_all(harness.path("config")).unwrap();
    std::fs::write(harness.path("config/settings.toml"), settings).unwrap();
}

/// The addresses of pictures in a request, by the role of the message they are in.
fn pictures(request: &Value) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for message in request["messages"].as_array().expect("messages") {
        for part in message["content"].as_array().into_iter().flatten() {
            if let Some(url) = part["image_url"]["url"].as_str() {
                let role = message["role"].as_str().unwrap_or_default();
                found.push((role.to_owned(), url.to_owned()));
            }
        }
    }
    found
}

fn last_words(request: &Value) -> String {
    request["messages"].as_array().unwrap().last().unwrap()["content"].to_string()
}

#[test]
fn os_6_tool_images_are_sent_to_vision_models() {
    let paint = calls(&[(
        "generate_image",
        json!({ "prompt": "a lighthouse at night" }),
    )]);
    let list = calls(&[("list_images", json!({}))]);
    let service = FakeOpenAi::start([paint, says("Made."), list, says("One picture.")]);
    let harness = harness_with(&service, true);
    let ask = ["ask", "demo.story", "--node", HERO, "--json"];
    let lines = harness
        .good(&[&ask[..], &["paint a lighthouse"]].concat())
        .json_lines();
    let thread = lines[0]["thread"].as_str().expect("a thread").to_owned();
    harness.good(
        &[
            &ask[..],
            &["--thread", &thread, "which pictures are there?"],
        ]
        .concat(),
    );

    let requests = service.requests();
    assert_eq!(pictures(&requests[0]), []);
    let shown = pictures(&requests[1]);
    assert_eq!(shown.len(), 1);
    assert_eq!(
        shown[0].0, "user",
        "a result takes words alone on this wire"
    );
    assert!(
        shown[0].1.starts_with("data:image/png;base64,"),
        "never an address"
    );
    assert_eq!(
        pictures(&requests[3]),
        shown,
        "once, though two results name it"
    );

    let history = harness.data(&["thread_history", "demo.story"]);
    let rows = history["messages"].as_array().unwrap();
    assert!(rows.iter().all(|it| it["content"].is_string()));
    assert!(
        !history.to_string().contains("base64"),
        "the thread names it and no more"
    );
}

#[test]
fn os_6_models_without_vision_receive_no_images() {
    let paint = calls(&[("generate_image", json!({ "prompt": "a lighthouse" }))]);
    let service = FakeOpenAi::start([paint, says("Made.")]);
    let harness = harness_with(&service, false);
    harness.good(&["ask", "demo.story", "--node", HERO, "paint a lighthouse"]);
    let requests = service.requests();
    assert!(requests.iter().all(|it| pictures(it).is_empty()));
    assert!(
        requests[1].to_string().contains("asset"),
        "its result is there"
    );
}

#[test]
fn os_3_attached_images_are_sent_or_described() {
    let service = FakeOpenAi::start([says("A pixel."), says("Still a pixel.")]);
    let harness = harness_with(&service, true);
    let file = harness.path("pixel.png");
    std::fs::write(&file, bytes()).unwrap();
    let file = file.to_str().unwrap();
    harness.good(&["ask", "demo.story", "--picture", file, "what is this?"]);
    let first = &service.requests()[0];
    assert_eq!(
        pictures(first),
        [("user".to_owned(), format!("data:image/png;base64,{PIXEL}"))]
    );
    // The hash is told, so that a tool can be given the picture.
    let words = last_words(first);
    assert!(words.contains("what is this?") && words.contains("attached picture: "));

    let row = harness.data(&["thread_history", "demo.story"])["messages"][0].clone();
    assert_eq!(row["content"], "what is this?", "content is text");
    let hash = row["metadata"]["pictures"][0]
        .as_str()
        .expect("a name")
        .to_owned();

    choose(&harness, &service, false);
    let send = [
        "send_message",
        "demo.story",
        "--text",
        "what is this?",
        "--pictures",
    ];
    harness.good(&[&send[..], &[&hash]].concat());
    let sent = last_words(&service.requests()[1]);
    assert!(
        sent.contains("attached picture: ") && sent.contains("takes no pictures"),
        "{sent}"
    );

    let unknown = "00".repeat(32);
    let ran = harness.run(&[&send[..], &[&unknown, "--json"]].concat());
    let answer = ran.json();
    assert_eq!(answer["error"]["path"], "/pictures", "{answer}");
    let story = harness.path("demo.story");
    let ran = harness.run(&[
        "ask",
        "demo.story",
        "--picture",
        story.to_str().unwrap(),
        "hm?",
    ]);
    assert!(
        ran.err.contains("it is not a PNG, JPEG, GIF or WebP"),
        "{}",
        ran.err
    );
}

#[test]
fn at_10_a_picture_in_an_ag_ui_message_is_stored_and_named() {
    let service = FakeOpenAi::start([says("A pixel.")]);
    let harness = harness_with(&service, true);
    let served = TestServer::start(&harness, "demo.story");
    let run = |source: Value| {
        let parts = json!([
            { "type": "text", "text": "what is this?" },
            { "type": "image", "source": source },
        ]);
        let input = json!({
            "threadId": "t", "runId": "r", "tools": [], "context": [], "state": {},
            "messages": [{ "id": "1", "role": "user", "content": parts }],
        });
        served.send("POST /api/agui/run", &served.token, &input)
    };
    let (status, _) = run(json!({ "type": "url", "value": "https://tale.example/a.png" }));
    assert_eq!(status, 422, "nothing is fetched");
    let (status, _) = run(json!({ "type": "data", "value": PIXEL, "mimeType": "image/png" }));
    assert_eq!(status, 200);
    assert_eq!(pictures(&service.requests()[0]).len(), 1);
    let (_, history) = served.ask("GET /api/agui/threads/t/history", &json!({}));
    let asked = &history["messages"][0];
    assert_eq!(asked["content"], "what is this?");
    let name = asked["metadata"]["pictures"][0].as_str().expect("its name");
    assert_eq!(name.len(), 64, "the hash of its bytes");
}

fn bytes() -> Vec<u8> {
    use base64::Engine as _;
    base64::engine::general_purpose::STANDARD
        .decode(PIXEL)
        .unwrap()
}
