//! Import and export, called through the registry.

mod copies;
mod edits;
mod history;
mod parts;

use std::sync::Arc;

use async_trait::async_trait;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use capability::{GeneratedImage, ImageModel, ImageRequest, LlmError};
use expect_test::expect;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::tests::{TestHarness, check};

struct FixedImageModel;

#[async_trait]
impl ImageModel for FixedImageModel {
    fn name(&self) -> String {
        "test:brush".into()
    }

    fn is_paid(&self) -> bool {
        false
    }

    async fn generate_with_progress(
        &self,
        _: &ImageRequest,
        _: &CancellationToken,
        _: &mut (dyn FnMut(f32) + Send),
    ) -> Result<GeneratedImage, LlmError> {
        let (bytes, mime, model) = (b"picture".to_vec(), "image/png".into(), self.name());
        Ok(GeneratedImage {
            bytes,
            mime,
            model,
            seed: None,
            width: 8,
            height: 8,
        })
    }
}

const TWEE: &str = ":: StoryTitle\nThe Matrix\n\n:: StoryData\n{\"ifid\": \"D674C58C-DEFA-4F70-B7A2-27742230C0FC\", \"start\": \"Wake up\"}\n\n\
    :: Wake up\nHe wakes.\n[[Take the red pill->The truth]]\n\n:: The truth\n雨夜。\n";

async fn harness() -> TestHarness {
    let harness = TestHarness::with_image_model(Arc::new(FixedImageModel));
    harness
        .ok("rename_story", json!({ "title": "The Matrix" }))
        .await;
    harness.node("Wake up", "scene").await;
    let args = json!({ "title": "The truth", "after": "Wake up", "label": "Take the red pill", "text": "雨夜。" });
    harness.ok("create_node", args).await;
    harness.node("Act 1", "group").await;
    harness
        .ok(
            "move_node",
            json!({ "node": "The truth", "group": "Act 1" }),
        )
        .await;
    harness
        .ok(
            "define_kind",
            json!({ "name": "faction", "capabilities": ["kv"] }),
        )
        .await;
    harness
        .ok(
            "generate_image",
            json!({ "prompt": "red pill", "node": "The truth" }),
        )
        .await;
    harness.ok("set_start", json!({ "node": "Wake up" })).await;
    harness
}

/// The contents of the story, without ids.
async fn contents(harness: &TestHarness) -> Value {
    let mut found = vec![harness.ok("outline", json!({})).await["text"].clone()];
    for title in ["The truth", "Act 1"] {
        let shown = harness.ok("show_node", json!({ "node": title })).await;
        let around = harness.ok("neighbors", json!({ "node": title })).await;
        found.push(json!([
            shown["kind"],
            shown["data"],
            around["group"]["title"]
        ]));
    }
    json!(found)
}

#[tokio::test]
async fn imports_selected_nodes_into_a_group_of_another_story() {
    let harness = harness().await;
    let piece = harness
        .ok(
            "export_story",
            json!({ "format": "json", "nodes": ["Act 1"] }),
        )
        .await;
    let other = TestHarness::new();
    other
        .ok("rename_story", json!({ "title": "Elsewhere" }))
        .await;
    other.node("Chapter", "group").await;
    let request =
        json!({ "content": piece["content"], "x": 900.0, "y": -40.0, "group": "Chapter" });
    let added = other.ok("import_story", request.clone()).await;
    assert_eq!(added["nodes"], 2, "the group and what it holds: {added:#}");
    assert_eq!((&added["links"], &added["assets"]), (&json!(0), &json!(1)));
    let around = other.ok("neighbors", json!({ "node": "Act 1" })).await;
    assert_eq!(around["group"]["title"], "Chapter");
    let within = other.ok("neighbors", json!({ "node": "The truth" })).await;
    assert_eq!(within["group"]["title"], "Act 1");
    let map = other.ok("read_map", json!({})).await;
    assert_eq!(map["story"]["title"], "Elsewhere", "a part does not rename");
    let nodes = map["nodes"].as_array().unwrap();
    let new = nodes.iter().filter(|it| it["title"] != "Chapter");
    let edge = |key: &str| {
        new.clone()
            .filter_map(|it| it[key].as_f64())
            .reduce(f64::min)
    };
    assert_eq!((edge("x"), edge("y")), (Some(900.0), Some(-40.0)));
    other.ok("undo", json!({})).await;
    let map = other.ok("read_map", json!({})).await;
    assert_eq!(map["nodes"].as_array().map(Vec::len), Some(1), "one step");
    // Imported twice, it exists twice, and neither copy replaces the other.
    for _ in 0..2 {
        other.ok("import_story", request.clone()).await;
    }
    let map = other.ok("read_map", json!({})).await;
    assert_eq!(map["nodes"].as_array().map(Vec::len), Some(5));
}

#[tokio::test]
async fn rejects_a_subset_import_with_history_or_replace() {
    let harness = harness().await;
    let piece = harness
        .ok(
            "export_story",
            json!({ "format": "json", "nodes": ["Wake up"] }),
        )
        .await;
    let mut refusals = Vec::new();
    for mut request in [
        json!({ "group": "Wake up" }),
        json!({ "x": 1e9 }),
        json!({ "x": 0.0, "mode": "replace" }),
    ] {
        request["content"] = piece["content"].clone();
        refusals.push(harness.fails("import_story", request).await);
    }
    let request = json!({ "format": "json", "nodes": ["Wake up"], "history": true });
    refusals.push(harness.fails("export_story", request).await);
    expect![[r#"
        INVALID_ACTION_INPUT /group: "Wake up" is a scene, not a group [create_node with kind `group` makes one]
        INVALID_ACTION_INPUT /x: 1000000000 is beyond the edge of the map [the map reaches 10 000 000 units each way]
        INVALID_ACTION_INPUT /mode: a file that replaces the story has positions of its own [leave out `x`, `y` and `group`, or use the mode `add`]
        INVALID_ACTION_INPUT /history: a selection of nodes has no history of its own [leave `history` out, or `nodes`]"#]].assert_eq(&refusals.join("\n"));
}

#[tokio::test]
async fn imports_a_whole_story_from_native_json() {
    let harness = harness().await;
    let file = harness
        .ok("export_story", json!({ "format": "json" }))
        .await;
    assert_eq!(file["encoding"], "text");
    assert_eq!(
        file["losses"].as_array().map(Vec::len),
        Some(1),
        "history stays: {file:#}"
    );
    let other = TestHarness::new();
    let imported = other
        .ok("import_story", json!({ "content": file["content"] }))
        .await;
    check(
        &imported,
        &expect![[r#"
        {
          "format": "json",
          "nodes": 3,
          "groups": 1,
          "links": 1,
          "assets": 1,
          "words": 2,
          "first": [
            {
              "id": "<id>",
              "title": "Wake up"
            },
            {
              "id": "<id>",
              "title": "The truth"
            },
            {
              "id": "<id>",
              "title": "Act 1"
            }
          ],
          "warnings": []
        }
    "#]],
    );
    assert_eq!(contents(&other).await, contents(&harness).await);
    let picture = other
        .ok("list_images", json!({ "node": "The truth" }))
        .await;
    let asset = picture["images"][0]["asset"]
        .as_str()
        .unwrap()
        .parse()
        .unwrap();
    assert_eq!(
        other.store.view(None).asset(asset).unwrap().unwrap().bytes,
        b"picture"
    );
    assert_eq!(
        other.ok("show_node", json!({})).await["title"],
        "The Matrix"
    );
}

#[tokio::test]
async fn an_import_is_placed_beside_existing_nodes_and_is_one_undo_step() {
    let harness = harness().await;
    let before = contents(&harness).await;
    let changes = harness.changes();
    let args = json!({ "content": STANDARD.encode(TWEE), "encoding": "base64", "format": "Twee" });
    let answer = harness.ok("import_story", args).await;
    assert_eq!((&answer["nodes"], &answer["links"]), (&json!(2), &json!(1)));
    assert_eq!(harness.changes(), changes + 1);
    let graph = harness.store.view(None).graph().unwrap();
    let x = |from: usize, count| {
        let places = graph
            .nodes
            .values()
            .skip(from)
            .take(count)
            .map(|it| it.layout.x);
        places.collect::<Vec<_>>()
    };
    let right = x(0, 3).into_iter().fold(f64::MIN, f64::max);
    assert!(
        x(3, 2).iter().all(|it| *it > right + 240.0),
        "{:?} is beside {right}",
        x(3, 2)
    );
    assert_eq!(graph.record.title, "The Matrix");
    harness.ok("undo", json!({})).await;
    assert_eq!(contents(&harness).await, before);
}

/// What holds of Ada since which scene, where that is said, and how a choice is translated.
async fn named_by_ids(harness: &TestHarness, ada: &str, start: &str) -> Value {
    let facts = harness.ok("list_facts", json!({ "node": ada })).await;
    let fact = &facts["facts"][0];
    let findings = harness.ok("list_findings", json!({})).await;
    let read = json!({ "node": start, "language": "de" });
    let translation = harness.ok("read_translation", read).await;
    let parts = translation["parts"].as_array().unwrap();
    let choice = parts.iter().find(|it| it["source"] == "Run").unwrap();
    json!([
        fact["since"]["title"],
        fact["source"]["node"]["title"],
        findings["findings"][0]["passage"]["node"]["title"],
        choice["text"],
    ])
}

#[tokio::test]
async fn data_that_names_nodes_and_links_names_their_copies() {
    let harness = TestHarness::new();
    for (title, kind) in [("Ada", "character"), ("Start", "scene"), ("Fire", "scene")] {
        harness.node(title, kind).await;
    }
    let link = json!({ "from": "Start", "to": "Fire", "label": "Run" });
    harness.ok("link_nodes", link).await;
    let text = json!({ "node": "Fire", "text": "A beam fell. It broke." });
    harness.ok("write_text", text).await;
    let broken = json!({
        "node": "Ada", "key": "Arm", "value": "broken", "from_scene": "Fire", "source": "It broke",
    });
    harness.ok("set_fact", broken).await;
    let finding = json!({ "node": "Fire", "passage": "A beam", "says": "Which beam?" });
    harness.ok("add_finding", finding).await;
    let languages = json!({ "source_language": "en", "target_languages": ["de"] });
    harness.ok("set_story_languages", languages.clone()).await;
    let read = json!({ "node": "Start", "language": "de" });
    let translation = harness.ok("read_translation", read).await;
    let parts = translation["parts"].as_array().unwrap();
    let choice = parts.iter().find(|it| it["source"] == "Run").unwrap();
    let part = json!({ "id": choice["id"], "text": "Lauf" });
    let translate = json!({ "node": "Start", "language": "de", "parts": [part] });
    harness.ok("write_translation", translate).await;
    let as_written = json!(["Fire", "Fire", "Fire", "Lauf"]);
    assert_eq!(named_by_ids(&harness, "Ada", "Start").await, as_written);

    let file = harness
        .ok("export_story", json!({ "format": "json" }))
        .await;
    let other = TestHarness::new();
    other.ok("set_story_languages", languages).await;
    other.node("Note", "note").await;
    let import = json!({ "content": file["content"] });
    other.ok("import_story", import).await;
    // A change of the text shows whether the passages are looked for in the right node.
    let text = json!({ "node": "Fire", "text": "A door. It fell." });
    other.ok("write_text", text).await;
    assert_eq!(named_by_ids(&other, "Ada", "Start").await, as_written);
    let listed = other.ok("list_facts", json!({ "node": "Ada" })).await;
    assert_eq!(listed["facts"][0]["source"]["stands"], false, "{listed}");

    let copy = json!({ "nodes": ["Ada", "Start", "Fire"] });
    harness.ok("duplicate_nodes", copy).await;
    let copied = named_by_ids(&harness, "Ada 2", "Start 2").await;
    assert_eq!(copied[0], "Fire 2");
    assert_eq!(copied[1], "Fire 2");
    assert_eq!(copied[3], "Lauf");
}

#[tokio::test]
async fn a_file_is_recognized_by_its_name_or_content() {
    let harness = TestHarness::new();
    let answer = harness
        .ok(
            "import_story",
            json!({ "content": TWEE, "file_name": "a.twee" }),
        )
        .await;
    assert_eq!(answer["format"], "twee");
    assert_eq!(
        harness.ok("import_story", json!({ "content": TWEE })).await["format"],
        "twee"
    );
    assert_eq!(
        harness.ok("outline", json!({})).await["nodes"],
        4,
        "the same file, twice"
    );
}

#[tokio::test]
async fn losses_only_returns_the_losses_of_the_export_without_a_file() {
    let harness = harness().await;
    for format in formats::EXPORTERS.iter().map(|it| it.name()) {
        let args = json!({ "format": format, "losses_only": true });
        let listed = harness.ok("export_story", args).await;
        assert!(listed.get("content").is_none(), "{listed:#}");
        let file = harness
            .ok("export_story", json!({ "format": format }))
            .await;
        assert_eq!(listed["losses"], file["losses"], "{format}");
        assert_eq!(listed["extension"], file["extension"], "{format}");
        for loss in listed["losses"].as_array().unwrap() {
            let count = loss["count"].as_u64().unwrap();
            let nodes = loss["nodes"].as_array().unwrap();
            assert!(nodes.len() as u64 <= count.min(100), "{format}: {loss:#}");
            let of_nodes = ["node", "edge"].contains(&loss["unit"].as_str().unwrap());
            assert_eq!(of_nodes, !nodes.is_empty(), "{format}: {loss:#}");
            for node in nodes {
                harness.ok("show_node", json!({ "node": node })).await;
            }
        }
    }
    let args = json!({ "format": "twee", "losses_only": true });
    let listed = harness.ok("export_story", args).await;
    let listed = listed["losses"].as_array().unwrap();
    assert!(
        listed.iter().any(|it| it["what"] == "assets"),
        "{listed:#?}"
    );
}

#[tokio::test]
async fn an_export_lists_what_the_format_cannot_hold() {
    let harness = harness().await;
    let file = harness
        .ok("export_story", json!({ "format": "twee" }))
        .await;
    assert_ne!(file["losses"], json!([]), "Twee holds no pictures");
    assert!(
        file["content"].as_str().unwrap().contains(":: The truth"),
        "{file:#}"
    );
}

#[tokio::test]
async fn rejects_an_invalid_file_and_writes_nothing() {
    let harness = TestHarness::new();
    let before = harness.changes();
    let errors = [
        harness
            .fails("export_story", json!({ "format": "scroll" }))
            .await,
        harness
            .fails(
                "import_story",
                json!({ "content": "{}", "format": "scroll" }),
            )
            .await,
        harness
            .fails(
                "import_story",
                json!({ "content": "?", "encoding": "base64" }),
            )
            .await,
        harness
            .fails("import_story", json!({ "content": "{", "format": "json" }))
            .await,
        harness
            .fails("import_story", json!({ "content": "\u{1}" }))
            .await,
    ];
    // Which formats exist and how they report a broken file is tested elsewhere.
    let ours = errors.map(|it| {
        let end = [": line", " ["]
            .iter()
            .filter_map(|mark| it.find(mark))
            .min();
        it[..end.unwrap_or(it.len())].to_owned()
    });
    expect![[r#"
        INVALID_ACTION_INPUT /format: there is no format "scroll"
        INVALID_ACTION_INPUT /format: there is no format "scroll"
        INVALID_ACTION_INPUT /content: the content is not base64: Invalid symbol 63, offset 0.
        INVALID_ACTION_INPUT /content: this is not Storyteller JSON
        INVALID_ACTION_INPUT /content: no format was recognized in the content"#]]
    .assert_eq(&ours.join("\n"));
    assert_eq!(harness.changes(), before);
}

#[tokio::test]
async fn unknown_format_lists_the_known_formats() {
    let harness = TestHarness::new();
    let listed = harness.ok("list_formats", json!({})).await;
    let names = |way: &str| {
        let formats = listed[way].as_array().unwrap().iter();
        formats
            .map(|it| it["format"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    let exporters: Vec<_> = formats::EXPORTERS.iter().map(|it| it.name()).collect();
    let importers: Vec<_> = formats::IMPORTERS.iter().map(|it| it.name()).collect();
    assert_eq!(names("exports"), exporters);
    assert_eq!(names("imports"), importers);
    let error = harness
        .fails("export_story", json!({ "format": "scroll" }))
        .await;
    let known: Vec<_> = exporters
        .iter()
        .take(12)
        .map(|it| format!("{it:?}"))
        .collect();
    assert!(error.contains(&known.join(", ")), "{error}");
    assert_eq!(
        listed["exports"][0],
        json!({ "format": "json", "title": "Storyteller JSON", "extensions": ["json"] })
    );
}

#[tokio::test]
async fn files_that_no_format_reads_are_named_with_what_to_do() {
    let harness = TestHarness::new();
    let scrivener = b"<?xml version=\"1.0\"?>\n<ScrivenerProject Version=\"2.0\">";
    let known: [(&[u8], &str); 4] = [
        (b"%PDF-1.7\n1 0 obj", "This is a PDF"),
        (&[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], "(.doc)"),
        (scrivener, "index of a Scrivener project"),
        (
            b"<Export xmlns=\"http://www.nevigo.com/schemas/articydraft/2.4/A.xsd\">",
            "articy:draft",
        ),
    ];
    for (bytes, expected) in known {
        let args = json!({ "content": STANDARD.encode(bytes), "encoding": "base64" });
        let fault = harness.fails("import_story", args).await;
        assert!(fault.contains(expected), "{fault}");
    }
}
