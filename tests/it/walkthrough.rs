//! The main workflow: the same instruction results in the same story, whichever model answers it
//! and through whichever interface it is carried out.

use serde_json::{Value, json};

use crate::support::cli::TestHarness;
use crate::support::fake_openai::{FakeOpenAi, calls, says};

const HERO: &str = "Thomas Anderson";
const CHINESE: &str = "把主角名字改成 Neo 并生成一张头像";
const ENGLISH: &str = "rename the hero to Neo and make a portrait";

/// What the workflow must produce: the name, one picture that is a valid PNG, two changes that are
/// undone together.
fn check_story(harness: &TestHarness) {
    let kv = harness.data(&["read_node_kv", "demo.story", "--node", HERO]);
    assert_eq!(kv["items"][0], json!({ "k": "Name", "v": "Neo" }));
    let kept = harness.data(&[
        "versions",
        "demo.story",
        "--node",
        HERO,
        "--capability",
        "kv",
    ]);
    let adopted = |it: &Value| (it["number"].clone(), it["adopted"].clone());
    let versions: Vec<_> = kept["versions"]
        .as_array()
        .unwrap()
        .iter()
        .map(adopted)
        .collect();
    assert_eq!(
        versions,
        [(json!(2), json!(true)), (json!(1), json!(false))]
    );

    let file = rusqlite::Connection::open(harness.path("demo.story")).unwrap();
    let (mime, bytes): (String, Vec<u8>) = file
        .query_row("SELECT mime, bytes FROM asset", [], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
        .expect("one picture");
    assert_eq!(mime, "image/png");
    let decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    let mut picture = decoder.read_info().expect("a PNG that decodes");
    let mut pixels = vec![0; picture.output_buffer_size().expect("a size that fits")];
    picture.next_frame(&mut pixels).expect("every row of it");
    let colors: std::collections::HashSet<&[u8]> = pixels.chunks(3).collect();
    assert!(
        colors.len() > 100,
        "a picture, not a rectangle: {} colors",
        colors.len()
    );
}

fn undo_takes_the_turn_back(harness: &TestHarness) {
    harness.good(&["undo", "demo.story"]);
    let kv = harness.data(&["read_node_kv", "demo.story", "--node", HERO]);
    assert_eq!(kv["items"][0]["v"], HERO);
    let images = harness.data(&["list_images", "demo.story", "--node", HERO]);
    assert!(
        images["images"]
            .as_array()
            .unwrap()
            .iter()
            .all(|it| it["adopted"] == false)
    );
}

fn run_with_a_service(instruction: &str) {
    let harness = TestHarness::with_story();
    let service = FakeOpenAi::start([
        calls(&[
            (
                "update_node_kv",
                json!({ "items": [{ "k": "Name", "v": "Neo" }] }),
            ),
            (
                "generate_image",
                json!({ "prompt": "portrait of Neo", "ratio": "1:1" }),
            ),
        ]),
        says("Renamed, portrait made."),
    ]);
    let words = [
        "ask",
        "demo.story",
        "--node",
        HERO,
        "--model",
        "fake",
        "--base-url",
    ];
    let ran = harness.good(&[words.as_slice(), &[&service.base_url, instruction]].concat());
    assert!(
        ran.out.contains("update_node_kv") && ran.out.contains("generate_image"),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("Renamed, portrait made."), "{}", ran.out);
    check_story(&harness);
    undo_takes_the_turn_back(&harness);
}

fn run_with_the_built_in_assistant(instruction: &str) {
    let harness = TestHarness::with_story();
    let ran = harness.good(&["ask", "demo.story", "--node", HERO, instruction]);
    assert!(
        ran.out.contains("Neo"),
        "the answer says what was done: {}",
        ran.out
    );
    check_story(&harness);
    undo_takes_the_turn_back(&harness);
}

#[test]
fn main_workflow_with_a_model_in_chinese() {
    run_with_a_service(CHINESE);
}

#[test]
fn main_workflow_with_a_model_in_english() {
    run_with_a_service(ENGLISH);
}

#[test]
fn main_workflow_with_the_built_in_assistant_in_chinese() {
    run_with_the_built_in_assistant(CHINESE);
}

#[test]
fn main_workflow_with_the_built_in_assistant_in_english() {
    run_with_the_built_in_assistant(ENGLISH);
}

#[test]
fn main_workflow_with_slash_commands() {
    let harness = TestHarness::with_story();
    let lines = "/update_node_kv Name=Neo\n/generate_image \"portrait of Neo\" 1:1\n";
    let words = ["open", "demo.story", "--node", HERO];
    let ran = harness.run_with_input(&words, lines.as_bytes());
    assert_eq!(ran.code, 0, "{}\n{}", ran.out, ran.err);
    check_story(&harness);
}

#[test]
fn second_process_receives_every_change() {
    let harness = TestHarness::with_story();
    // From the sample's last change on, so that it does not matter which process is faster.
    let begin = harness.data(&["history", "demo.story"])["changes"][0]["number"].to_string();
    let words = [
        "watch",
        "demo.story",
        "--json",
        "--since",
        &begin,
        "--until",
        "2",
    ];
    let mut watch = harness.start(&words);
    harness.good(&["ask", "demo.story", "--node", HERO, ENGLISH]);
    let mut changes = Vec::new();
    while let Some(line) = watch.line() {
        let event: Value = serde_json::from_str(&line).expect("one JSON object a line");
        changes.push((
            event["type"].clone(),
            event["changed"][0]["capability"].clone(),
        ));
    }
    let changed = json!("data:changed");
    assert_eq!(
        changes,
        [(changed.clone(), json!("kv")), (changed, json!("image"))]
    );
    assert_eq!(watch.end(), 0);
}

#[test]
fn the_sample_is_in_the_language_of_the_person_and_cannot_be_undone() {
    for (language, title, hero, name) in [
        ("en_GB.UTF-8", "The Last Ferry", HERO, "Neo"),
        ("de_DE.UTF-8", "Die letzte Fähre", HERO, "Neo"),
        ("zh_CN.UTF-8", "最后一班渡轮", "陈望", "尼奥"),
    ] {
        let harness = TestHarness::empty();
        let mut sample = harness.command(&["sample", "demo.story"]);
        let made = TestHarness::run_command(sample.env("LANG", language));
        assert!(made.out.contains(title), "{}\n{}", made.out, made.err);
        let ran = harness.run(&["undo", "demo.story"]);
        assert_ne!(ran.code, 0, "there is nothing to undo yet: {}", ran.out);
        // What it advises to do next can be done.
        let (_, next) = made
            .err
            .split_once("ask demo.story --node ")
            .expect("advice");
        let words: Vec<_> = next.split('"').collect();
        assert_eq!(words[1], hero);
        harness.good(&["ask", "demo.story", "--node", hero, words[3]]);
        let card = harness.data(&["read_node", "demo.story", "--node", hero]);
        assert!(card.to_string().contains(name), "{card}");
    }
}
