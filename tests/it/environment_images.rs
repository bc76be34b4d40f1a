//! Images and sounds of a story that come over a hub, in parts that fit into its messages.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::environment::{connect, credential, done, refused, served};
use crate::support::cli::TestHarness;

const HERO: &str = "Thomas Anderson";

/// An image that no compression makes smaller.
fn noise(side: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, side, side);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().expect("a header");
    let mut state = 1_u32;
    let pixels = (0..side * side * 3).map(|_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    });
    let pixels: Vec<u8> = pixels.collect();
    writer.write_image_data(&pixels).expect("pixels");
    writer.finish().expect("an end");
    bytes
}

fn add_image(harness: &TestHarness, bytes: &[u8]) {
    std::fs::write(harness.path("own.png"), bytes).expect("a file");
    let add = [
        "add_image",
        "demo.story",
        "--content",
        "@own.png",
        "--node",
        HERO,
    ];
    harness.good(&add);
}

#[tokio::test]
async fn an_agent_reads_the_image_of_a_node_in_parts() {
    let (harness, server, agent) = served("helper", &["--level", "read"]).await;
    add_image(&harness, &noise(700));
    let (mut read, mut parts, mut next) = (Vec::new(), 0, json!(0));
    let mut whole = Value::Null;
    while !next.is_null() {
        let args = json!({ "node": HERO, "offset": next });
        let part = done(&agent, "read_image", args).await["image"].take();
        read.extend(
            STANDARD
                .decode(part["data"].as_str().expect("bytes"))
                .expect("base64"),
        );
        next = part["next"].clone();
        whole = part;
        parts += 1;
    }
    assert!(parts > 2, "{parts}");
    assert_eq!(whole["mime"], "image/png");
    assert_eq!(whole["size"], read.len());
    let picture = ["picture", "demo.story", "-o", "back.png", "--node", HERO];
    harness.good(&picture);
    assert_eq!(
        read,
        std::fs::read(harness.path("back.png")).expect("a file")
    );

    let made = json!({ "title": "Pier" });
    assert_eq!(refused(&agent, "create_node", made).await.1, "not_granted");
    harness.good(&["create_node", "demo.story", "Pier"]);
    let none = done(&agent, "read_image", json!({ "node": "Pier" })).await;
    assert_eq!(none, json!({ "image": null }));
    let missing = refused(&agent, "read_image", json!({ "node": "Nobody" })).await;
    assert_eq!(missing.1, "not_found");
    let behind = json!({ "node": HERO, "offset": 1_u64 << 40 });
    assert_eq!(
        done(&agent, "read_image", behind).await["image"]["data"],
        ""
    );

    // A client whose methods do not show images does not read them either.
    let secret = credential(
        &harness,
        "reader",
        &["--level", "read", "--method", "text.read"],
    );
    let reader = connect(&server.hub, "agent", "reader", Some(&secret)).await;
    let denied = refused(&reader, "read_image", json!({ "node": HERO })).await;
    assert_eq!(
        denied,
        ("PERMISSION_DENIED".to_owned(), "not_granted".to_owned())
    );
}

#[tokio::test]
async fn an_agent_reads_the_sound_of_a_node() {
    let (harness, server, agent) = served("helper", &["--level", "read"]).await;
    let bell = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/fixtures/sounds/bell.ogg"
    );
    std::fs::copy(bell, harness.path("bell.ogg")).expect("a file");
    let node = ["--node", HERO];
    let set = [
        "set_sound",
        "demo.story",
        "--content",
        "@bell.ogg",
        "--plays",
        "music",
    ];
    harness.good(&[&set[..], &node].concat());
    let sound = done(&agent, "read_sound", json!({ "node": HERO })).await["sound"].take();
    assert_eq!(
        (&sound["mime"], &sound["name"], &sound["plays"]),
        (&json!("audio/ogg"), &json!("bell"), &json!("music"))
    );
    let read = STANDARD.decode(sound["data"].as_str().expect("bytes"));
    let read = read.expect("base64");
    assert!(read.starts_with(b"OggS"), "the file without its tags");
    assert_eq!(sound["size"], read.len());
    assert_eq!(sound.get("next"), None);

    let silence = ["set_sound", "demo.story", "--plays", "silence"];
    harness.good(&[&silence[..], &node].concat());
    let none = done(&agent, "read_sound", json!({ "node": HERO })).await;
    assert_eq!(none, json!({ "sound": null }));

    let secret = credential(
        &harness,
        "reader",
        &["--level", "read", "--method", "text.read"],
    );
    let reader = connect(&server.hub, "agent", "reader", Some(&secret)).await;
    let denied = refused(&reader, "read_sound", json!({ "node": HERO })).await;
    assert_eq!(
        denied,
        ("PERMISSION_DENIED".to_owned(), "not_granted".to_owned())
    );
}
