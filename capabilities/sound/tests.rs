//! Sounds, called through the registry.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::file::SoundFile;
use crate::tests::TestHarness;

/// A file of `tests/fixtures/sounds`, as base64.
fn file(name: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/fixtures/sounds");
    STANDARD.encode(std::fs::read(format!("{folder}/{name}")).unwrap())
}

async fn harbor() -> TestHarness {
    let harness = TestHarness::new();
    harness.node("Harbor", "scene").await;
    harness
}

async fn set(harness: &TestHarness, args: Value) -> Value {
    let mut args = args;
    args["node"] = json!("Harbor");
    harness.ok("set_sound", args).await
}

async fn bytes_of(harness: &TestHarness, answer: &Value) -> Vec<u8> {
    let id = answer["asset"].as_str().unwrap().parse().unwrap();
    let asset = harness.store.view(None).asset(id).unwrap();
    asset.unwrap().bytes
}

#[tokio::test]
async fn each_format_that_browsers_play_is_recognized() {
    let harness = harbor().await;
    for (name, mime) in [
        ("bell.mp3", "audio/mpeg"),
        ("bell.ogg", "audio/ogg"),
        ("bell.flac", "audio/flac"),
        ("bell.wav", "audio/wav"),
    ] {
        let answer = set(&harness, json!({ "content": file(name) })).await;
        assert_eq!(answer["mime"], mime);
        assert_eq!(answer["plays"], "once", "{name}");
        assert!(answer["milliseconds"].as_u64().unwrap() > 400, "{answer}");
    }
}

#[tokio::test]
async fn a_long_sound_is_repeated_and_called_after_its_file() {
    let harness = harbor().await;
    let args = json!({ "content": file("rain.ogg"), "file_name": "Rain_on a roof.ogg" });
    let answer = set(&harness, args).await;
    assert_eq!(
        (&answer["plays"], &answer["name"]),
        (&json!("loop"), &json!("Rain on a roof"))
    );
    assert_eq!(answer["milliseconds"], 20_000);
}

#[tokio::test]
async fn tags_name_a_sound_and_are_removed() {
    let harness = harbor().await;
    let given = STANDARD.decode(file("bell.mp3")).unwrap();
    let holds =
        |bytes: &[u8], words: &str| bytes.windows(words.len()).any(|it| it == words.as_bytes());
    assert!(holds(&given, "Mill Lane"));
    let args = json!({ "content": file("bell.mp3"), "file_name": "x.mp3" });
    let answer = set(&harness, args).await;
    assert_eq!(answer["name"], "Church bell (Ann Field)");
    let stored = bytes_of(&harness, &answer).await;
    assert!(!holds(&stored, "Mill Lane") && stored.len() > 2000);
}

#[tokio::test]
async fn how_it_is_played_is_changed_without_the_file() {
    let harness = harbor().await;
    let first = set(
        &harness,
        json!({ "content": file("bell.ogg"), "name": "Bell" }),
    )
    .await;
    let changed = set(&harness, json!({ "plays": "music" })).await;
    assert_eq!(changed["asset"], first["asset"]);
    assert_eq!(changed["plays"], "music");
    let renamed = set(&harness, json!({ "name": "Church bell" })).await;
    assert_eq!(
        (&renamed["plays"], &renamed["name"]),
        (&json!("music"), &json!("Church bell"))
    );

    harness.node("Church", "scene").await;
    let hash = &first["asset"].as_str().unwrap()[..8];
    let args = json!({ "node": "Church", "sound": hash, "plays": "loop" });
    let other = harness.ok("set_sound", args).await;
    assert_eq!(other["asset"], first["asset"]);
}

#[tokio::test]
async fn silence_needs_no_file_and_a_sound_comes_back() {
    let harness = harbor().await;
    set(&harness, json!({ "content": file("bell.ogg") })).await;
    let silence = set(&harness, json!({ "plays": "silence" })).await;
    assert_eq!(silence.get("asset"), None);
    let nothing = json!({ "node": "Harbor", "plays": "loop" });
    let refused = harness.fails("set_sound", nothing).await;
    assert!(refused.contains("no sound"), "{refused}");
    harness
        .ok("remove_sound", json!({ "node": "Harbor" }))
        .await;
    let args = json!({ "node": "Harbor", "capability": "sound", "number": 1 });
    harness.ok("adopt_version", args).await;
    let shown = harness.ok("show_node", json!({ "node": "Harbor" })).await;
    assert_eq!(
        shown["data"]["sound"]["data"]["mime"], "audio/ogg",
        "{shown}"
    );
}

#[tokio::test]
async fn music_is_heard_until_a_scene_stops_it() {
    let harness = harbor().await;
    for (from, to) in [("Harbor", "Lane"), ("Lane", "Inn"), ("Inn", "Cellar")] {
        harness.node(to, "scene").await;
        harness
            .ok("link_nodes", json!({ "from": from, "to": to }))
            .await;
    }
    let file = file("bell.ogg");
    for (node, plays) in [("Harbor", "music"), ("Lane", "once"), ("Inn", "loop")] {
        let args = json!({ "node": node, "content": file, "plays": plays, "name": node });
        harness.ok("set_sound", args).await;
    }
    let heard = async |steps: &[&str]| {
        let args = json!({ "from": "Harbor", "steps": steps });
        let sounds = harness.ok("play_story", args).await["sounds"].clone();
        ["music", "effect"].map(|it| sounds[it]["name"].as_str().unwrap_or_default().to_owned())
    };
    assert_eq!(heard(&[]).await, ["Harbor", ""]);
    assert_eq!(heard(&["Lane"]).await, ["Harbor", "Lane"]);
    assert_eq!(heard(&["Lane", "Inn"]).await, ["Inn", ""]);
    let way = ["Lane", "Inn", "Cellar"];
    assert_eq!(heard(&way).await, ["Harbor", ""], "the music comes back");
    let silence = json!({ "node": "Inn", "plays": "silence" });
    harness.ok("set_sound", silence).await;
    assert_eq!(heard(&way).await, ["", ""]);
}

#[tokio::test]
async fn bad_files_are_refused_and_change_nothing() {
    let harness = harbor().await;
    let before = harness.changes();
    let damaged = {
        let bytes = STANDARD.decode(file("bell.flac")).unwrap();
        STANDARD.encode(&bytes[..20])
    };
    for (content, why) in [
        (STANDARD.encode("just words"), "not an MP3"),
        (damaged, "damaged"),
        (String::new(), "empty"),
        ("A".repeat(17 << 20), "larger than 12 MB"),
    ] {
        let args = json!({ "node": "Harbor", "content": content });
        let refused = harness.fails("set_sound", args).await;
        assert!(refused.contains(why), "{refused}");
    }
    for args in [
        json!({ "node": "Harbor" }),
        json!({ "node": "Harbor", "plays": "silence", "content": file("bell.ogg") }),
        json!({ "node": "Harbor", "sound": "0123456789" }),
    ] {
        harness.fails("set_sound", args).await;
    }
    harness
        .fails("remove_sound", json!({ "node": "Harbor" }))
        .await;
    assert_eq!(harness.changes(), before);
}

#[tokio::test]
async fn the_map_says_what_is_heard_where() {
    let harness = harbor().await;
    let on_map = async || {
        let map = harness.ok("read_map", json!({})).await;
        map["nodes"][0].get("sound").cloned()
    };
    assert_eq!(on_map().await, None);
    set(
        &harness,
        json!({ "content": file("rain.ogg"), "name": "Rain" }),
    )
    .await;
    assert_eq!(
        on_map().await,
        Some(json!({ "name": "Rain", "plays": "loop" }))
    );
    set(&harness, json!({ "plays": "silence" })).await;
    assert_eq!(on_map().await, Some(json!({ "plays": "silence" })));
}

/// Files of strangers may be anything: they are read or refused, and nothing else happens.
#[test]
fn damaged_files_are_read_or_refused() {
    let mut state = 7_u32;
    let mut random = move |below: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as usize % below
    };
    let mut refused = 0;
    for name in ["bell.mp3", "bell.ogg", "bell.flac", "bell.wav"] {
        let whole = STANDARD.decode(file(name)).unwrap();
        for round in 0..500 {
            let mut bytes = whole.clone();
            for _ in 0..=random(4) {
                // Heads are where sizes stand.
                let at = random(if round % 2 == 0 { 128 } else { bytes.len() });
                bytes[at] = u8::try_from(random(256)).unwrap();
            }
            if round % 3 == 0 {
                bytes.truncate(random(whole.len()));
            }
            refused += usize::from(SoundFile::read(bytes).is_err());
        }
    }
    assert!(refused > 200, "{refused}");
}
