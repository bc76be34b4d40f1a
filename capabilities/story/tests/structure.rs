//! Splitting and merging nodes: texts, links in them and in the graph, and undo in one step.

use serde_json::{Value, json};

use crate::tests::TestHarness;

async fn text_of(harness: &TestHarness, node: &str) -> String {
    let read = harness.ok("read_text", json!({ "node": node })).await;
    read["text"].as_str().unwrap().to_owned()
}

/// The links of the story as `From -label-> To [if condition]`, sorted by source.
async fn links(harness: &TestHarness) -> Vec<String> {
    let view = harness.store.view(None);
    let graph = view.graph().unwrap();
    let title = |it| graph.nodes[&it].title.clone();
    let mut lines = Vec::new();
    for node in graph.nodes.keys() {
        for edge in graph.edges_from(*node) {
            let it = &edge.record;
            let condition = it.condition.as_deref().map(|it| format!(" if {it}"));
            lines.push(format!(
                "{} -{}-> {}{}",
                title(it.from),
                it.label,
                title(it.to),
                condition.unwrap_or_default()
            ));
        }
    }
    lines
}

/// What undo must restore: the whole story, without the number of its last change.
async fn whole(harness: &TestHarness) -> Value {
    harness
        .ok("export_story", json!({ "format": "json" }))
        .await["content"]
        .clone()
}

async fn scene(harness: &TestHarness, title: &str, text: &str) {
    harness.node(title, "scene").await;
    if !text.is_empty() {
        let args = json!({ "text": text, "node": title });
        harness.ok("write_text", args).await;
    }
}

async fn link(harness: &TestHarness, from: &str, to: &str, label: &str) {
    let args = json!({ "from": from, "to": to, "label": label });
    harness.ok("link_nodes", args).await;
}

/// A scene with links in its text, one in its first half, two in its second.
async fn harbor() -> TestHarness {
    let harness = TestHarness::new();
    let text = "The harbor lay in fog. [[Wait->Night]]\n\nThen a bell rang.\n\n[[Follow it->Bell]]\n[[Night]]";
    scene(&harness, "Harbor", text).await;
    for title in ["Night", "Bell", "Inn"] {
        scene(&harness, title, "").await;
    }
    link(&harness, "Harbor", "Inn", "Go to the inn").await;
    link(&harness, "Inn", "Harbor", "Back").await;
    let ending = json!({ "node": "Harbor", "ending": true });
    harness.ok("set_ending", ending).await;
    harness
}

#[tokio::test]
async fn splitting_a_node_moves_its_links_in_text_and_graph() {
    let harness = harbor().await;
    let before = whole(&harness).await;
    let args = json!({ "node": "Harbor", "passage": "Then a bell", "title": "The bell rings", "label": "Listen" });
    let split = harness.ok("split_node", args).await;
    assert_eq!(split["moved_links"], 3);
    assert_eq!(
        text_of(&harness, "Harbor").await,
        "The harbor lay in fog. [[Wait->Night]]\n\n[[Listen->The bell rings]]"
    );
    assert_eq!(
        text_of(&harness, "The bell rings").await,
        "Then a bell rang.\n\n[[Follow it->Bell]]\n[[Night]]\n[[Go to the inn->Inn]]"
    );
    assert_eq!(
        links(&harness).await,
        [
            "Harbor -Wait-> Night",
            "Harbor -Listen-> The bell rings",
            "Inn -Back-> Harbor",
            "The bell rings -Follow it-> Bell",
            "The bell rings --> Night",
            "The bell rings -Go to the inn-> Inn",
        ]
    );
    let details = harness
        .ok("show_node", json!({ "node": "The bell rings" }))
        .await;
    assert!(details.to_string().contains("\"ending\":true"), "{details}");
    harness.ok("undo", json!({})).await;
    assert_eq!(whole(&harness).await, before, "undone in one step");
}

#[tokio::test]
async fn splitting_a_text_without_links_adds_none() {
    let harness = TestHarness::new();
    scene(&harness, "雨夜", "雨下了一整夜。第二天，他醒了。").await;
    let args = json!({ "node": "雨夜", "passage": "第二天", "title": "清晨" });
    harness.ok("split_node", args).await;
    assert_eq!(text_of(&harness, "雨夜").await, "雨下了一整夜。");
    assert_eq!(text_of(&harness, "清晨").await, "第二天，他醒了。");
    assert_eq!(links(&harness).await, ["雨夜 --> 清晨"]);
}

#[tokio::test]
async fn rejects_an_invalid_split_and_writes_nothing() {
    let harness = harbor().await;
    let before = harness.changes();
    let fails = |passage: &str, title: &str| {
        let args = json!({ "node": "Harbor", "passage": passage, "title": title });
        harness.fails("split_node", args)
    };
    assert_eq!(
        fails("The harbor", "X").await,
        "INVALID_ACTION_INPUT /passage: it is the beginning of the text, and nothing would stay in \
         the first part [quote the first words of what goes to the new node; rename_node changes a \
         title]"
    );
    assert_eq!(
        fails("Night", "X").await,
        "INVALID_ACTION_INPUT /passage: the passage occurs 2 times in \"Harbor\" \
         [quote more of the words around it]"
    );
    assert_eq!(
        fails("Then a bell", "inn").await,
        "INVALID_ACTION_INPUT /title: there is already a node titled \"Inn\" \
         [choose another title, by which texts can name it]"
    );
    let near = fails("Then the bell rang", "X").await;
    assert!(near.contains("the nearest passage is"), "{near}");
    assert_eq!(harness.changes(), before);
}

#[tokio::test]
async fn merging_moves_texts_and_incoming_links_to_the_first_node() {
    let harness = TestHarness::new();
    scene(&harness, "Door", "A door.\n\n[[Open it->Room]]").await;
    scene(
        &harness,
        "Room",
        "A room. You may [[go back->Door]].\n\n[[Sleep->Bed]]",
    )
    .await;
    scene(&harness, "Bed", "").await;
    scene(&harness, "Street", "[[Enter->Room]]").await;
    let seen = json!({ "from": "Bed", "to": "Street", "condition": "visited(\"Room\")" });
    harness.ok("link_nodes", seen).await;
    let key = json!({ "from": "Door", "to": "Room", "condition": "has_key", "effect": "has_key = false" });
    harness.ok("update_link", key).await;
    let enter = json!({ "node": "Room", "effect": "inside = true" });
    harness.ok("set_enter_effect", enter).await;
    for (node, items) in [
        ("Door", json!([{ "k": "Mood", "v": "dark" }])),
        (
            "Room",
            json!([{ "k": "Mood", "v": "warm" }, { "k": "Light", "v": "a lamp" }]),
        ),
    ] {
        let args = json!({ "node": node, "items": items });
        harness.ok("update_node_kv", args).await;
    }
    harness.ok("set_start", json!({ "node": "Room" })).await;
    let before = whole(&harness).await;
    let merged = harness
        .ok("merge_nodes", json!({ "nodes": ["Door", "Room"] }))
        .await;
    assert_eq!(merged["dropped_conditions"], json!(["has_key"]));
    assert_eq!(
        merged["not_taken"],
        json!([{ "node": "Room", "what": "Mood" }])
    );
    assert_eq!(
        text_of(&harness, "Door").await,
        "A door.\n\nA room. You may [[go back->Door]].\n\n[[Sleep->Bed]]"
    );
    assert_eq!(text_of(&harness, "Street").await, "[[Enter->Door]]");
    assert_eq!(
        links(&harness).await,
        [
            "Door -go back-> Door",
            "Door -Sleep-> Bed",
            "Bed --> Street if visited(\"Door\")",
            "Street -Enter-> Door",
        ]
    );
    let view = harness.store.view(None);
    let graph = view.graph().unwrap();
    let door = graph.titled("Door")[0].id;
    assert_eq!(graph.record.start, Some(door));
    let door = view.node(door).unwrap().unwrap();
    assert_eq!(door.play().enter, "has_key = false; inside = true");
    let attributes: Vec<_> = door.attributes().collect();
    assert_eq!(attributes, [("Mood", "dark"), ("Light", "a lamp")]);
    harness.ok("undo", json!({})).await;
    assert_eq!(whole(&harness).await, before, "undone in one step");
}

#[tokio::test]
async fn merged_nodes_ask_for_visits_to_the_first_node() {
    let harness = TestHarness::new();
    let door = "<<if visited(\"Room\") > 1>>Again.<</if>> A door.";
    scene(&harness, "Door", door).await;
    scene(&harness, "Room", "A room.").await;
    scene(&harness, "Street", "").await;
    let link = json!({ "from": "Room", "to": "Street", "condition": "visits(\"Room\") > 1" });
    harness.ok("link_nodes", link).await;
    harness
        .ok("merge_nodes", json!({ "nodes": ["Door", "Room"] }))
        .await;
    assert_eq!(
        text_of(&harness, "Door").await,
        "<<if visited(\"Door\") > 1>>Again.<</if>> A door.\n\nA room."
    );
    assert_eq!(
        links(&harness).await,
        ["Door --> Street if visits(\"Door\") > 1"]
    );
}

#[tokio::test]
async fn rejects_merging_a_group_or_a_single_node() {
    let harness = harbor().await;
    let group = json!({ "nodes": ["Night", "Bell"], "title": "Act two" });
    harness.ok("group_nodes", group).await;
    assert_eq!(
        harness
            .fails("merge_nodes", json!({ "nodes": ["Night", "Act two"] }))
            .await,
        "INVALID_ACTION_INPUT /nodes/1: \"Act two\" is a group [name its members instead]"
    );
    let twice = json!({ "nodes": ["Night", "Night"] });
    let error = harness.fails("merge_nodes", twice).await;
    assert!(error.contains("only one node is named"), "{error}");
}

#[tokio::test]
async fn extracting_a_passage_leaves_a_link_in_its_place() {
    let harness = harbor().await;
    let before = whole(&harness).await;
    let args = json!({
        "node": "Harbor", "passage": "Then a bell", "last_words": "[[Follow it->Bell]]",
        "title": "A bell", "label": "Listen", "back": "Turn round",
    });
    let taken = harness.ok("extract_passage", args).await;
    assert_eq!(taken["moved_links"], 1);
    assert_eq!(
        text_of(&harness, "Harbor").await,
        "The harbor lay in fog. [[Wait->Night]]\n\n[[Listen->A bell]]\n[[Night]]\n[[Go to the inn->Inn]]"
    );
    assert_eq!(
        text_of(&harness, "A bell").await,
        "Then a bell rang.\n\n[[Follow it->Bell]]\n[[Turn round->Harbor]]"
    );
    let links = links(&harness).await;
    assert!(
        links.contains(&"A bell -Follow it-> Bell".to_owned()),
        "{links:?}"
    );
    assert!(
        links.contains(&"A bell -Turn round-> Harbor".to_owned()),
        "{links:?}"
    );
    assert!(
        links.contains(&"Harbor -Listen-> A bell".to_owned()),
        "{links:?}"
    );
    harness.ok("undo", json!({})).await;
    assert_eq!(whole(&harness).await, before, "undone in one step");
}

#[tokio::test]
async fn extracting_plain_prose_leaves_no_link_in_the_text() {
    let harness = TestHarness::new();
    scene(
        &harness,
        "Night",
        "It rained. He thought of Ada. It rained on.",
    )
    .await;
    let args = json!({
        "node": "Night", "passage": "He thought of Ada. ", "title": "Ada, remembered", "kind": "note",
    });
    harness.ok("extract_passage", args).await;
    assert_eq!(text_of(&harness, "Night").await, "It rained. It rained on.");
    assert_eq!(
        text_of(&harness, "Ada, remembered").await,
        "He thought of Ada."
    );
    let args = json!({ "node": "Night", "passage": "rained on", "last_words": "It rained.", "title": "X" });
    assert_eq!(
        harness.fails("extract_passage", args).await,
        "INVALID_ACTION_INPUT /last_words: these words stand before the passage, not at its end \
         [quote the last words of the passage]"
    );
    scene(&harness, "Dawn", "It cleared. A cock crew.\n\nShe rose.").await;
    let args = json!({ "node": "Dawn", "passage": "A cock crew.", "title": "Cock" });
    harness.ok("extract_passage", args).await;
    assert_eq!(text_of(&harness, "Dawn").await, "It cleared.\n\nShe rose.");
}

#[tokio::test]
async fn inserting_a_node_into_a_link_updates_links_in_texts() {
    let harness = harbor().await;
    let args = json!({
        "title": "Alley", "after": "Harbor", "before": "Bell", "text": "A narrow alley.",
    });
    harness.ok("create_node", args).await;
    assert_eq!(
        text_of(&harness, "Harbor").await,
        "The harbor lay in fog. [[Wait->Night]]\n\nThen a bell rang.\n\n[[Follow it->Alley]]\n[[Night]]\n[[Go to the inn->Inn]]"
    );
    assert_eq!(
        text_of(&harness, "Alley").await,
        "A narrow alley.\n\n[[Bell]]"
    );
    let args = json!({ "title": "Dusk", "after": "Harbor", "before": "Night", "label": "Wait" });
    harness.ok("create_node", args).await;
    assert_eq!(
        text_of(&harness, "Harbor").await,
        "The harbor lay in fog. [[Wait->Dusk]]\n\nThen a bell rang.\n\n[[Follow it->Alley]]\n[[Night]]\n[[Go to the inn->Inn]]"
    );
}
