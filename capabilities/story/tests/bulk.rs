//! Several nodes at once: fold, duplicate, set the kind, remove, move into a group, each as one
//! step.

use serde_json::{Value, json};

use crate::tests::TestHarness;

/// Two linked scenes with text in a group, and a third that leads to one of them.
async fn harbor() -> TestHarness {
    let harness = TestHarness::new();
    for (title, x, y) in [("Ferry", 0, 0), ("Quay", 340, 0), ("Storm", 0, 400)] {
        let args = json!({ "title": title, "x": x, "y": y, "text": format!("{title} in fog.") });
        harness.ok("create_node", args).await;
    }
    for (from, to, label) in [("Ferry", "Quay", "Go ashore"), ("Storm", "Ferry", "")] {
        let args = json!({ "from": from, "to": to, "label": label });
        harness.ok("link_nodes", args).await;
    }
    let args = json!({ "nodes": ["Ferry", "Quay"], "title": "Arrival" });
    harness.ok("group_nodes", args).await;
    harness
}

async fn map(harness: &TestHarness) -> Value {
    harness.ok("read_map", json!({})).await
}

fn titled<'a>(map: &'a Value, title: &str) -> Vec<&'a Value> {
    let nodes = map["nodes"].as_array().unwrap();
    nodes.iter().filter(|it| it["title"] == title).collect()
}

#[tokio::test]
async fn only_groups_can_be_folded() {
    let harness = harbor().await;
    let fold = |folded: bool| json!({ "groups": ["Arrival"], "folded": folded });
    harness.ok("fold_groups", fold(true)).await;
    assert_eq!(
        titled(&map(&harness).await, "Arrival")[0]["collapsed"],
        true
    );
    harness.ok("fold_groups", fold(false)).await;
    let open = map(&harness).await;
    assert_eq!(titled(&open, "Arrival")[0]["collapsed"], Value::Null);
    let args = json!({ "groups": ["Arrival", "Ferry"], "folded": true });
    let fault = harness.fails("fold_groups", args).await;
    assert!(
        fault.contains("/groups/1") && fault.contains("not a group"),
        "{fault}"
    );
    assert_eq!(map(&harness).await["nodes"], open["nodes"]);
}

#[tokio::test]
async fn a_frame_keeps_its_size_until_it_is_fitted() {
    let harness = harbor().await;
    let frame = async || {
        let map = map(&harness).await;
        let it = titled(&map, "Arrival")[0];
        ["x", "y", "width", "height"].map(|side| it[side].as_f64().unwrap())
    };
    let both = frame().await;
    let out = json!({ "places": [{ "node": "Quay", "x": 900, "y": 900 }], "group": "" });
    harness.ok("move_nodes", out).await;
    assert_eq!(frame().await, both, "the room stays");
    let fit = json!({ "groups": ["Arrival"] });
    let fitted = harness.ok("fit_groups", fit.clone()).await;
    assert_eq!(fitted["groups"][0]["title"], "Arrival");
    let (width, height) = model::Layout::DEFAULT_SIZE;
    assert_eq!(frame().await, [-40.0, -64.0, width + 80.0, height + 104.0]);
    assert_eq!(harness.ok("fit_groups", fit.clone()).await["count"], 0);
    harness.ok("undo", json!({})).await;
    assert_eq!(frame().await, both, "what fits already made no step");
    // An empty group has nothing to fit.
    let out = json!({ "places": [{ "node": "Ferry", "x": 900, "y": 0 }], "group": "" });
    harness.ok("move_nodes", out).await;
    assert_eq!(harness.ok("fit_groups", fit).await["count"], 0);
    let fault = harness
        .fails("fit_groups", json!({ "groups": ["Ferry"] }))
        .await;
    assert!(fault.contains("not a group"), "{fault}");
}

#[tokio::test]
async fn fitting_a_frame_includes_inner_frames_but_not_their_folded_members() {
    let harness = harbor().await;
    let inside = json!({ "nodes": ["Arrival", "Storm"], "title": "Act" });
    harness.ok("group_nodes", inside).await;
    let far = json!({ "places": [{ "node": "Quay", "x": 2000, "y": 0 }] });
    harness.ok("move_nodes", far).await;
    let right = async || {
        let map = map(&harness).await;
        let act = titled(&map, "Act")[0];
        act["x"].as_f64().unwrap() + act["width"].as_f64().unwrap()
    };
    // The order of the groups does not matter.
    let both = json!({ "groups": ["Act", "Arrival"] });
    assert_eq!(harness.ok("fit_groups", both).await["count"], 2);
    assert_eq!(right().await, 2000.0 + model::Layout::DEFAULT_SIZE.0 + 80.0);
    let fold = json!({ "groups": ["Arrival"], "folded": true });
    harness.ok("fold_groups", fold).await;
    harness.ok("fit_groups", json!({ "groups": ["Act"] })).await;
    assert!(right().await < 400.0, "the folded group is one card");
}

#[tokio::test]
async fn copies_a_group_with_its_members_and_inner_links() {
    let harness = harbor().await;
    let args = json!({ "nodes": ["Arrival"], "x": 1000, "y": 1000 });
    let copied = harness.ok("duplicate_nodes", args).await;
    assert_eq!((&copied["count"], &copied["links"]), (&json!(3), &json!(1)));
    let map = map(&harness).await;
    let one = |title| titled(&map, title)[0];
    let (ferry, copy) = (one("Ferry"), one("Ferry 2"));
    let group = one("Arrival 2");
    assert_eq!(copied["nodes"][0]["title"], "Arrival 2");
    assert_eq!(copy["parent"], group["id"], "the copy is in the copy");
    assert_ne!(ferry["parent"], copy["parent"]);
    let apart =
        |it: &Value, group: &Value| it["x"].as_f64().unwrap() - group["x"].as_f64().unwrap();
    assert_eq!(apart(copy, group), apart(ferry, one("Arrival")));
    let text = harness.ok("read_text", json!({ "node": "Ferry 2" })).await;
    assert_eq!(text["text"], "Ferry in fog.");
    harness.ok("undo", json!({})).await;
    let map = harness.ok("read_map", json!({})).await;
    assert!(
        titled(&map, "Ferry 2").is_empty(),
        "one undo takes all back"
    );
}

#[tokio::test]
async fn copied_texts_link_to_the_copies_and_keep_their_other_links() {
    let harness = TestHarness::new();
    for title in ["Quay", "Inn", "Sea"] {
        harness.node(title, "scene").await;
    }
    let text = "Fog.\n\n[[In->Inn]]\n[[Out->Sea]]\n[[Wait->Quay]]";
    let args = json!({ "node": "Quay", "text": text });
    harness.ok("write_text", args).await;
    let unwritten = json!({ "from": "Inn", "to": "Sea", "label": "Swim" });
    harness.ok("link_nodes", unwritten).await;
    let args = json!({ "nodes": ["Quay", "Inn"] });
    let copied = harness.ok("duplicate_nodes", args).await;
    assert_eq!(copied["links"], 3, "{copied}");
    let text = harness.ok("read_text", json!({ "node": "Quay 2" })).await;
    assert_eq!(
        text["text"],
        "Fog.\n\n[[In->Inn 2]]\n[[Out->Sea]]\n[[Wait->Quay 2]]"
    );
    let around = harness.ok("neighbors", json!({ "node": "Quay 2" })).await;
    let out = around["outgoing"].as_array().map(Vec::len);
    assert_eq!(out, Some(3), "{around}");
    harness.ok("undo", json!({})).await;
    let map = map(&harness).await;
    assert!(titled(&map, "Quay 2").is_empty());
}

#[tokio::test]
async fn copies_name_one_another_in_conditions_and_code_too() {
    let harness = TestHarness::new();
    for title in ["Quay", "Inn", "Sea"] {
        harness.node(title, "scene").await;
    }
    let text = "<<if visited(\"Inn\")>>Warm.<</if>> [[Out->Sea]]";
    let args = json!({ "node": "Quay", "text": text });
    harness.ok("write_text", args).await;
    let effect = json!({ "node": "Inn", "effect": "wet = visited(\"Quay\")" });
    harness.ok("set_enter_effect", effect).await;
    let copied = json!({ "nodes": ["Quay", "Inn"] });
    harness.ok("duplicate_nodes", copied).await;
    let text = harness.ok("read_text", json!({ "node": "Quay 2" })).await;
    assert_eq!(
        text["text"],
        "<<if visited(\"Inn 2\")>>Warm.<</if>> [[Out->Sea]]"
    );
    let inn = harness.ok("read_node", json!({ "node": "Inn 2" })).await;
    assert!(inn.to_string().contains("visited(\\\"Quay 2\\\")"), "{inn}");
}

#[tokio::test]
async fn copied_findings_have_ids_of_their_own() {
    let harness = TestHarness::new();
    harness.node("Quay", "scene").await;
    let args = json!({ "node": "Quay", "text": "Fog, and fog." });
    harness.ok("write_text", args).await;
    let finding = json!({ "node": "Quay", "passage": "Fog", "says": "Where?" });
    harness.ok("add_finding", finding).await;
    harness
        .ok("duplicate_nodes", json!({ "nodes": ["Quay"] }))
        .await;
    let ids = async || {
        let listed = harness.ok("list_findings", json!({})).await;
        let all = listed["findings"].as_array().unwrap().iter();
        let all = all.map(|it| {
            (
                it["passage"]["node"]["title"].clone(),
                it["finding"].clone(),
            )
        });
        all.collect::<Vec<_>>()
    };
    let both = ids().await;
    assert_eq!(both.len(), 2, "{both:?}");
    let close = json!({ "finding": both[1].1 });
    harness.ok("close_finding", close).await;
    assert_eq!(ids().await, both[..1]);
}

#[tokio::test]
async fn a_copy_lies_beside_its_original_and_beside_other_copies() {
    let harness = harbor().await;
    for _ in 0..2 {
        let args = json!({ "nodes": ["Storm"] });
        harness.ok("duplicate_nodes", args).await;
    }
    let map = map(&harness).await;
    let place = |title| {
        let node = titled(&map, title)[0];
        (node["x"].as_f64().unwrap(), node["y"].as_f64().unwrap())
    };
    let (x, y) = place("Storm");
    assert_eq!(place("Storm 2"), (x + 24.0, y + 24.0));
    assert_eq!(place("Storm 3"), (x + 48.0, y + 48.0));
}

#[tokio::test]
async fn removing_several_nodes_is_one_undo_step() {
    let harness = harbor().await;
    let removed = harness
        .ok("remove_nodes", json!({ "nodes": ["Ferry", "Storm"] }))
        .await;
    assert_eq!(
        (&removed["count"], &removed["links"]),
        (&json!(2), &json!(2))
    );
    harness.ok("undo", json!({})).await;
    let map = map(&harness).await;
    assert_eq!(map["nodes"].as_array().unwrap().len(), 4);
    assert_eq!(map["edges"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn sets_the_kind_of_all_given_nodes_or_none() {
    let harness = harbor().await;
    let args = |kind: &str| json!({ "nodes": ["Ferry", "Quay"], "kind": kind });
    harness.ok("set_node_kinds", args("place")).await;
    assert_eq!(titled(&map(&harness).await, "Quay")[0]["kind"], "place");
    let fault = harness.fails("set_node_kinds", args("boat")).await;
    assert!(fault.contains("boat"), "{fault}");
    assert_eq!(titled(&map(&harness).await, "Quay")[0]["kind"], "place");
}

#[tokio::test]
async fn moving_several_nodes_into_and_out_of_a_group_is_one_step() {
    let harness = harbor().await;
    let args = |group: &str| {
        let places =
            json!([{ "node": "Storm", "x": 60, "y": 60 }, { "node": "Quay", "x": 90, "y": 60 }]);
        json!({ "places": places, "group": group })
    };
    harness.ok("move_nodes", args("Arrival")).await;
    let within = map(&harness).await;
    let group = titled(&within, "Arrival")[0]["id"].clone();
    assert_eq!(titled(&within, "Storm")[0]["parent"], group);
    harness.ok("move_nodes", args("")).await;
    let without = map(&harness).await;
    assert_eq!(titled(&without, "Storm")[0]["parent"], Value::Null);
    assert_eq!(titled(&without, "Quay")[0]["parent"], Value::Null);
    let args = json!({ "places": [{ "node": "Arrival", "x": 0, "y": 0 }], "group": "Arrival" });
    let fault = harness.fails("move_nodes", args).await;
    assert!(fault.contains("into itself"), "{fault}");
}

#[tokio::test]
async fn creates_a_node_inside_a_group() {
    let harness = harbor().await;
    let made = json!({ "title": "Gangway", "group": "Arrival" });
    harness.ok("create_node", made).await;
    let map = map(&harness).await;
    let group = &titled(&map, "Arrival")[0]["id"];
    assert_eq!(&titled(&map, "Gangway")[0]["parent"], group);
    let fault = harness
        .fails("create_node", json!({ "title": "Hold", "group": "Ferry" }))
        .await;
    assert!(fault.contains("/group"), "{fault}");
}

#[tokio::test]
async fn a_text_that_uses_an_alias_mentions_the_node() {
    let harness = harbor().await;
    harness.node("Mara Lindqvist", "character").await;
    let aliases = json!({ "node": "Mara Lindqvist", "items": [{ "k": "Aliases", "v": "the glazier, 玛拉" }] });
    harness.ok("update_node_kv", aliases).await;
    let text = json!({ "node": "Quay", "text": "玛拉把信又读了一遍。" });
    harness.ok("write_text", text).await;
    let quay = harness.ok("read_node", json!({ "node": "Quay" })).await;
    assert_eq!(quay["mentions"][0]["title"], "Mara Lindqvist");
    let mara = harness
        .ok("read_node", json!({ "node": "Mara Lindqvist" }))
        .await;
    assert_eq!(mara["mentioned_by"][0]["title"], "Quay");
}
