//! Exports with a choice: the Twine story format, the chapters and sections of a book, the paper.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::tests::TestHarness;

#[tokio::test]
async fn exports_conditions_in_the_chosen_twine_story_format() {
    let harness = TestHarness::new();
    for title in ["Hall", "Vault"] {
        harness.node(title, "scene").await;
    }
    let link = json!({
        "from": "Hall", "to": "Vault", "label": "Open", "condition": "coins > 2",
        "effect": "coins = 0",
    });
    harness.ok("link_nodes", link).await;
    for (chosen, condition) in [
        ("SugarCube", "$coins gt 2"),
        ("Harlowe", "(if: $coins > 2)"),
        ("Chapbook", "coins > 2"),
    ] {
        for format in ["twee", "twine-json"] {
            let request = json!({ "format": format, "story_format": chosen.to_lowercase() });
            let written = harness.ok("export_story", request).await;
            let content = written["content"].as_str().unwrap();
            let is_written = content.contains(chosen) && content.contains(condition);
            assert!(is_written, "{chosen}: {content}");
        }
    }
    let request = json!({ "format": "ink", "story_format": "harlowe" });
    let refused = harness.fails("export_story", request).await;
    assert!(refused.contains("ink"), "{refused}");

    let theirs = TestHarness::new();
    let file = ":: StoryData\n{\"ifid\": \"D674C58C-DEFA-4F70-B7A2-27742230C0FC\", \
        \"format\": \"Harlowe\"}\n\n:: Start\n(set: $a to 1)\n";
    let args = json!({ "content": file, "format": "twee" });
    theirs.ok("import_story", args).await;
    let request = json!({ "format": "twee", "story_format": "chapbook" });
    let refused = theirs.fails("export_story", request).await;
    assert!(refused.contains("Harlowe"), "{refused}");
}

#[tokio::test]
async fn exports_the_scenes_of_a_group_as_one_chapter() {
    let harness = TestHarness::new();
    for title in ["Fog", "Rain"] {
        harness.node(title, "scene").await;
    }
    let group = json!({ "nodes": ["Fog", "Rain"], "title": "The quay" });
    harness.ok("group_nodes", group).await;
    let lost = |request| async {
        let written = harness.ok("export_story", request).await;
        let losses = written["losses"].as_array().unwrap().clone();
        losses.iter().any(|it| it["what"] == "scene_titles")
    };
    assert!(!lost(json!({ "format": "docx" })).await);
    assert!(!lost(json!({ "format": "docx", "chapters": "scene" })).await);
    assert!(lost(json!({ "format": "docx", "chapters": "group" })).await);
    let request = json!({ "format": "ink", "chapters": "group" });
    let refused = harness.fails("export_story", request).await;
    assert!(refused.contains("\"epub\", \"docx\""), "{refused}");
}

#[tokio::test]
async fn exports_scenes_as_numbered_sections() {
    let harness = TestHarness::new();
    for title in ["Fog", "Rain"] {
        harness.node(title, "scene").await;
    }
    let link = json!({ "from": "Fog", "to": "Rain", "label": "Wait" });
    harness.ok("link_nodes", link).await;
    for format in ["docx", "pdf", "epub-choices"] {
        let request = json!({ "format": format, "numbering": "shuffled", "losses_only": true });
        let written = harness.ok("export_story", request).await;
        let losses = written["losses"].as_array().unwrap();
        let has_lost = |what: &str| losses.iter().any(|it| it["what"] == what);
        assert!(has_lost("section_titles"), "{format}: {written:#}");
    }
    let request = json!({ "format": "markdown", "numbering": "none" });
    let refused = harness.fails("export_story", request).await;
    assert!(
        refused.contains("\"epub-choices\", \"docx\", \"pdf\""),
        "{refused}"
    );
    let request = json!({ "format": "pdf", "numbering": "in_order", "chapters": "group" });
    let refused = harness.fails("export_story", request).await;
    assert!(refused.contains("/chapters"), "{refused}");
}

#[tokio::test]
async fn exports_pages_for_the_chosen_paper() {
    let harness = TestHarness::new();
    harness.node("Fog", "scene").await;
    let size = async |paper: Option<&str>| {
        let request = json!({ "format": "pdf", "paper": paper });
        let written = harness.ok("export_story", request).await;
        let bytes = STANDARD
            .decode(written["content"].as_str().unwrap())
            .unwrap();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (_, after) = text.split_once("/MediaBox").unwrap();
        let (inside, _) = after.split_once(']').unwrap();
        inside.replace('[', "").trim().to_owned()
    };
    assert_eq!(size(None).await, "0 0 595 842");
    assert_eq!(size(Some("a4")).await, "0 0 595 842");
    assert_eq!(size(Some("letter")).await, "0 0 612 792");
    let request = json!({ "format": "epub", "paper": "letter" });
    let refused = harness.fails("export_story", request).await;
    assert!(
        refused.contains("\"docx\", \"manuscript\", \"pdf\""),
        "{refused}"
    );
}

#[tokio::test]
async fn a_playable_page_has_the_design_that_is_chosen() {
    let harness = TestHarness::new();
    let scene = json!({ "title": "Harbor", "text": "Fog." });
    harness.ok("create_node", scene).await;
    let page = async |request: Value| {
        let answer = harness.ok("export_story", request).await;
        answer["content"].as_str().unwrap().to_owned()
    };
    let usual = page(json!({ "format": "play" })).await;
    let book = page(json!({ "format": "play", "design": "book" })).await;
    assert_eq!(usual, book);
    let terminal = page(json!({ "format": "play", "design": "terminal" })).await;
    assert!(terminal.contains("--paper: #07110b;") && !book.contains("--paper: #07110b;"));
    let request = json!({ "format": "epub", "design": "terminal" });
    let refused = harness.fails("export_story", request).await;
    assert!(
        refused.contains("/design") && refused.contains("play"),
        "{refused}"
    );
}
