//! The walk of one instruction: the same wish leaves the same story, whoever answers it and through
//! whichever face it is carried out.

use serde_json::{Value, json};

use crate::support::cli::Desk;
use crate::support::fake_openai::{FakeOpenAi, calls, says};

const HERO: &str = "Thomas Anderson";
const CHINESE: &str = "把主角名字改成 Neo 并生成一张头像";
const ENGLISH: &str = "rename the hero to Neo and make a portrait";

/// What the walk must leave behind: the name, one picture that is a real PNG, two changes that undo
/// as one.
fn check_story(desk: &Desk) {
    let kv = desk.data(&["read_node_kv", "demo.story", "--node", HERO]);
    assert_eq!(kv["items"][0], json!({ "k": "Name", "v": "Neo" }));
    let kept = desk.data(&[
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

    let file = rusqlite::Connection::open(desk.path("demo.story")).unwrap();
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

fn undo_takes_the_turn_back(desk: &Desk) {
    desk.good(&["undo", "demo.story"]);
    let kv = desk.data(&["read_node_kv", "demo.story", "--node", HERO]);
    assert_eq!(kv["items"][0]["v"], HERO);
    let images = desk.data(&["list_images", "demo.story", "--node", HERO]);
    assert!(
        images["images"]
            .as_array()
            .unwrap()
            .iter()
            .all(|it| it["adopted"] == false)
    );
}

fn walk_with_a_service(instruction: &str) {
    let desk = Desk::with_sample();
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
    let ran = desk.good(&[words.as_slice(), &[&service.base_url, instruction]].concat());
    assert!(
        ran.out.contains("update_node_kv") && ran.out.contains("generate_image"),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("Renamed, portrait made."), "{}", ran.out);
    check_story(&desk);
    undo_takes_the_turn_back(&desk);
}

fn walk_with_the_built_in_assistant(instruction: &str) {
    let desk = Desk::with_sample();
    let ran = desk.good(&["ask", "demo.story", "--node", HERO, instruction]);
    assert!(
        ran.out.contains("Neo"),
        "the answer says what was done: {}",
        ran.out
    );
    check_story(&desk);
    undo_takes_the_turn_back(&desk);
}

#[test]
fn a_model_walks_it_in_chinese() {
    walk_with_a_service(CHINESE);
}

#[test]
fn a_model_walks_it_in_english() {
    walk_with_a_service(ENGLISH);
}

#[test]
fn the_built_in_assistant_walks_it_in_chinese() {
    walk_with_the_built_in_assistant(CHINESE);
}

#[test]
fn the_built_in_assistant_walks_it_in_english() {
    walk_with_the_built_in_assistant(ENGLISH);
}

#[test]
fn a_person_walks_it_with_slash_commands() {
    let desk = Desk::with_sample();
    let lines = "/update_node_kv Name=Neo\n/generate_image \"portrait of Neo\" 1:1\n";
    let words = ["open", "demo.story", "--node", HERO];
    let ran = desk.run_with_input(&words, lines.as_bytes());
    assert_eq!(ran.code, 0, "{}\n{}", ran.out, ran.err);
    check_story(&desk);
}

#[test]
fn a_second_process_hears_every_change_of_the_first() {
    let desk = Desk::with_sample();
    // Beginning at the sample's last change, so that it does not matter who is quicker.
    let begin = desk.data(&["history", "demo.story"])["changes"][0]["number"].to_string();
    let words = [
        "watch",
        "demo.story",
        "--json",
        "--since",
        &begin,
        "--until",
        "2",
    ];
    let mut watch = desk.start(&words);
    desk.good(&["ask", "demo.story", "--node", HERO, ENGLISH]);
    let mut heard = Vec::new();
    while let Some(line) = watch.line() {
        let event: Value = serde_json::from_str(&line).expect("one JSON object a line");
        heard.push((
            event["type"].clone(),
            event["changed"][0]["capability"].clone(),
        ));
    }
    let changed = json!("data:changed");
    assert_eq!(
        heard,
        [(changed.clone(), json!("kv")), (changed, json!("image"))]
    );
    assert_eq!(watch.end(), 0);
}

#[test]
fn a_first_undo_does_not_empty_the_sample() {
    let desk = Desk::with_sample();
    let ran = desk.run(&["undo", "demo.story"]);
    assert_ne!(ran.code, 0, "there is nothing to undo yet: {}", ran.out);
    let kv = desk.data(&["read_node_kv", "demo.story", "--node", HERO]);
    assert_eq!(kv["items"][0]["v"], HERO);
}
