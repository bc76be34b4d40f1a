//! Cards in every container, and files that only resemble cards.

use std::sync::Arc;

use expect_test::expect;
use model::FixedWorld;
use serde_json::{Value, json};

use super::{CharacterCard, picture};
use crate::tests::outline;
use crate::{Bundle, Exporter, Folder, Importer, sniff};

/// A PNG of one pixel.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89\0\0\0\rIDATx\x9cc\xf8\xcf\xc0\xf0\x1f\0\x05\0\x01\xff\x89\x99=\x1d\0\0\0\0IEND\xaeB`\x82";

fn card() -> Value {
    let file = include_str!("../../../../tests/fixtures/stories/ada.card.json");
    serde_json::from_str(file).unwrap()
}

fn read(bytes: &[u8]) -> Bundle {
    assert_eq!(sniff(bytes, "").map(|it| it.name()), Some("card"));
    CharacterCard
        .import(bytes, &FixedWorld::default())
        .unwrap()
        .0
}

/// The exported card and its file extension.
fn written(bundle: &Bundle) -> (&'static str, Vec<u8>) {
    let ending = CharacterCard.extension_for(bundle);
    (ending, CharacterCard.export(bundle))
}

#[test]
fn one_card_carries_the_story_title_and_several_become_an_archive() {
    let mut bundle = read(card().to_string().as_bytes());
    bundle.story.record.title = "A book of its own".to_owned();
    let (ending, bytes) = written(&bundle);
    assert_eq!(ending, "json");
    let again = read(&bytes);
    assert_eq!(outline(&again.story), outline(&bundle.story));
    assert_eq!(written(&again), (ending, bytes));
    let mut other = (*bundle.story.nodes[0]).clone();
    other.id = model::NodeId(uuid::Uuid::from_u128(77));
    other.title = "Another".to_owned();
    bundle
        .story
        .nodes
        .insert(other.id, std::sync::Arc::new(other));
    let (ending, bytes) = written(&bundle);
    assert_eq!(ending, "zip");
    let names = Folder::unpack(&bytes).unwrap().files.into_keys();
    assert_eq!(
        names.collect::<Vec<_>>(),
        ["cards.json", "cards/Another.json", "cards/艾达 - Ada.json"]
    );
    assert_eq!(read(&bytes).story.record.title, "A book of its own");
}

#[test]
fn a_card_with_a_lorebook_round_trips() {
    let bundle = read(card().to_string().as_bytes());
    expect![[r#"
        “艾达 / Ada”
        艾达 / Ada (character) at 0,90
          kv: {"items":[{"k":"personality","v":"grim"},{"k":"first_mes","v":"Hello, {{user}}."},{"k":"creator","v":"me"},{"k":"character_version","v":"1.10"},{"k":"tags","v":"rain, night"}]}
          text: {"text":"A *painter*.\r\nTall."}
          “” → port
          “” → Rain
        port (note) at 340,0
          kv: {"items":[{"k":"Keys","v":"port, harbor"}]}
          text: {"text":"Ships."}
        Rain (note) at 340,180
          text: {"text":""}"#]].assert_eq(&outline(&bundle.story));
    let (name, bytes) = written(&bundle);
    assert_eq!(name, "json");
    assert_eq!(serde_json::from_slice::<Value>(&bytes).unwrap(), card());
    // Unknown extensions come back byte for byte.
    let text = String::from_utf8(bytes).unwrap();
    assert!(
        text.replace([' ', '\n'], "")
            .contains(r#""vendor/depth":{"b":[1,2.5,null],"a":"ü"}"#),
        "{text}"
    );
}

#[test]
fn edits_in_the_story_reach_the_card() {
    let mut bundle = read(card().to_string().as_bytes());
    let character = Arc::make_mut(&mut bundle.story.nodes[0]);
    character.title = "Ada Lovelace".to_owned();
    let items = json!({ "items": [{ "k": "Personality", "v": "kind" }, { "k": "tags", "v": "sun" }, { "k": "Age", "v": "37" }] });
    character.data.insert("kv".into(), Arc::new(items));
    let (_, bytes) = written(&bundle);
    let changed: Value = serde_json::from_slice(&bytes).unwrap();
    let data = &changed["data"];
    assert_eq!(
        (&data["name"], &data["personality"], &data["creator"]),
        (&json!("Ada Lovelace"), &json!("kind"), &json!(""))
    );
    assert_eq!(
        (&data["tags"], &data["extensions"]["storyteller"]),
        (
            &json!(["sun"]),
            &json!({ "attributes": [{ "k": "Age", "v": "37" }], "story": "艾达 / Ada" })
        )
    );
    assert!(outline(&read(&bytes).story).contains("{\"k\":\"Age\",\"v\":\"37\"}"));
}

#[test]
fn reads_the_newest_card_in_a_png() {
    let newer = card()
        .to_string()
        .replace("chara_card_v2", "chara_card_v3")
        .replace("A *painter*", "A poet");
    let png = picture::with_card(PNG, &[("chara", card().to_string()), ("ccv3", newer)]).unwrap();
    let bundle = read(&png);
    assert!(outline(&bundle.story).contains("A poet"));
    let image = &bundle.story.nodes[0].data["image"];
    let asset = &bundle.assets[&image["asset"].as_str().unwrap().parse().unwrap()];
    assert_eq!((asset.bytes.as_slice(), &image["width"]), (PNG, &json!(1)));
    let (name, bytes) = written(&bundle);
    assert_eq!(name, "png");
    assert_eq!(outline(&read(&bytes).story), outline(&bundle.story));
    assert_eq!(written(&read(&bytes)).1, bytes);
}

#[test]
fn an_archive_keeps_all_its_files() {
    let mut card = card();
    card["data"]["assets"] = json!([{ "type": "icon", "name": "main", "uri": "embeded://assets/icon/a.png", "ext": "png" }]);
    let mut folder = Folder::default();
    folder.put("card.json", card.to_string());
    folder.put("assets/icon/a.png", PNG);
    folder.put("assets/other/voice.bin", "la");
    let bundle = read(&folder.pack(&[]));
    assert!(bundle.story.nodes[0].data.contains_key("image"));
    let (name, bytes) = written(&bundle);
    assert_eq!(name, "charx");
    let back = Folder::unpack(&bytes).unwrap();
    assert_eq!(back.files["assets/other/voice.bin"], b"la");
    assert_eq!(
        serde_json::from_slice::<Value>(&back.files["card.json"]).unwrap(),
        card
    );
}

#[test]
fn rejects_files_that_are_not_cards() {
    let png = |card: &str| picture::with_card(PNG, &[("chara", card.to_owned())]).unwrap();
    let mut cut = png("{}");
    cut.truncate(60);
    let mut folder = Folder::default();
    folder.put("a.txt", "x");
    let cases = [
        PNG.to_vec(),
        png("{}"),
        png("no json"),
        cut,
        folder.pack(&[]),
        b"{\"data\": 1}".to_vec(),
    ];
    let messages = cases.iter().map(|it| {
        CharacterCard
            .import(it, &FixedWorld::default())
            .unwrap_err()
            .to_string()
    });
    expect![[r#"
        This picture contains no character card. Choose another.
        This is not a character card: it has neither “data” nor a description.
        line 1: This cannot be read: expected ident (column 2).
        This is not a character card: it has neither “data” nor a description.
        The archive contains no card.json. Choose another.
        This is not a character card: it has neither “data” nor a description."#]]
    .assert_eq(&messages.collect::<Vec<_>>().join("\n"));
    let mut endless = PNG.to_vec();
    endless[8..12].copy_from_slice(&u32::MAX.to_be_bytes());
    assert!(
        CharacterCard
            .import(&endless, &FixedWorld::default())
            .is_err()
    );
    let first = json!({ "name": "Old", "description": "d", "first_mes": "hi", "personality": "" });
    assert!(outline(&read(first.to_string().as_bytes()).story).contains("first_mes"));
}
