//! How running text and aliases follow a new title.

use serde_json::json;

use crate::tests::TestHarness;

#[tokio::test]
async fn renaming_updates_mentions_in_the_same_commit() {
    let harness = TestHarness::new();
    harness.node("Thomas", "character").await;
    let text = "Thomas waits. [[Ask him->Thomas]] No thomas, no Thomasina.";
    let pier = json!({ "title": "Pier", "text": text });
    harness.ok("create_node", pier).await;
    let pier = async || harness.ok("read_text", json!({ "node": "Pier" })).await["text"].clone();

    let plain = json!({ "node": "Thomas", "title": "Neo", "rewrite_links": true });
    let renamed = harness.ok("rename_node", plain).await;
    assert_eq!(renamed["mentions"][0]["title"], "Pier");
    assert_eq!(renamed["mentions"][0]["count"], 1);
    assert!(renamed.get("rewritten_mentions").is_none());
    assert_eq!(
        pier().await,
        "Thomas waits. [[Ask him->Neo]] No thomas, no Thomasina."
    );
    harness.ok("undo", json!({})).await;

    let before = harness.changes();
    let all = json!({
        "node": "Thomas", "title": "Neo", "rewrite_links": true, "rewrite_mentions": true,
        "alias_key": "Aliases",
    });
    let renamed = harness.ok("rename_node", all).await;
    assert_eq!(renamed["rewritten_mentions"], 1, "{renamed:#}");
    assert_eq!(harness.changes(), before + 1, "one commit");
    assert_eq!(
        pier().await,
        "Neo waits. [[Ask him->Neo]] No thomas, no Thomasina."
    );
    let attributes = harness.ok("read_node_kv", json!({ "node": "Neo" })).await;
    assert_eq!(
        attributes["items"],
        json!([{ "k": "Aliases", "v": "Thomas" }])
    );
    harness.ok("undo", json!({})).await;
    assert_eq!(pier().await, text, "one undo");
    harness.ok("show_node", json!({ "node": "Thomas" })).await;
}

#[tokio::test]
async fn renaming_adds_the_old_title_to_the_aliases() {
    let harness = TestHarness::new();
    harness.node("Neo", "character").await;
    let known = json!({ "node": "Neo", "items": [{ "k": "aliases", "v": "The One" }] });
    harness.ok("update_node_kv", known).await;
    let args = json!({ "node": "Neo", "title": "Thomas", "alias_key": "Aliases" });
    harness.ok("rename_node", args).await;
    let attributes = harness
        .ok("read_node_kv", json!({ "node": "Thomas" }))
        .await;
    assert_eq!(
        attributes["items"],
        json!([{ "k": "aliases", "v": "The One, Neo" }])
    );
}

#[tokio::test]
async fn the_name_of_a_character_follows_its_title_and_other_attributes_do_not() {
    let harness = TestHarness::new();
    harness.node("Thomas", "character").await;
    harness.node("Pier", "scene").await;
    for (node, name) in [("Thomas", "thomas"), ("Pier", "Pier")] {
        let items = json!([{ "k": "Name", "v": name }, { "k": "Says", "v": name }]);
        let args = json!({ "node": node, "items": items });
        harness.ok("update_node_kv", args).await;
    }
    let before = harness.changes();
    let named = async |old: &str, new: &str| {
        let args = json!({ "node": old, "title": new });
        harness.ok("rename_node", args).await;
        let read = harness.ok("read_node_kv", json!({ "node": new })).await;
        read["items"].clone()
    };
    assert_eq!(
        named("Thomas", "Neo").await,
        json!([{ "k": "Name", "v": "Neo" }, { "k": "Says", "v": "thomas" }])
    );
    assert_eq!(
        named("Pier", "Quay").await,
        json!([{ "k": "Name", "v": "Pier" }, { "k": "Says", "v": "Pier" }])
    );
    assert_eq!(harness.changes(), before + 2, "one commit each");
}

#[tokio::test]
async fn a_name_that_is_not_the_title_of_a_character_is_read_as_its_other_name() {
    for (node, key, name, other) in [
        ("Thomas", "Name", "Neo", json!("Neo")),
        ("Thomas", "姓名", " 尼奥 ", json!("尼奥")),
        ("Thomas", "Name", "thomas", json!(null)),
        ("Thomas", "Nickname", "Neo", json!(null)),
        ("Thomas", "Name", "Two\nlines", json!(null)),
        ("Pier", "Name", "Quay", json!(null)),
    ] {
        let harness = TestHarness::new();
        harness.node("Thomas", "character").await;
        harness.node("Pier", "scene").await;
        let items = json!([{ "k": key, "v": name }]);
        let args = json!({ "node": node, "items": items });
        harness.ok("update_node_kv", args).await;
        let read = harness.ok("read_node", json!({ "node": node })).await;
        assert_eq!(read["other_name"], other, "{key}: {name}");
    }
}
