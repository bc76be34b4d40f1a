//! Moving a scene in the reading order: links of the graph and of texts follow, and one undo
//! reverts it.

use serde_json::{Value, json};

use crate::tests::TestHarness;

/// Four scenes in a line; the first two link to the next in their texts.
async fn line() -> TestHarness {
    let harness = TestHarness::new();
    for title in ["A", "B", "C", "D"] {
        harness.node(title, "scene").await;
    }
    for (from, to) in [("C", "D"), ("B", "C"), ("A", "B")] {
        harness
            .ok("link_nodes", json!({ "from": from, "to": to }))
            .await;
    }
    for (node, text) in [("A", "It rains. [[B]]"), ("B", "It pours. [[C]]")] {
        harness
            .ok("write_text", json!({ "node": node, "text": text }))
            .await;
    }
    harness.ok("set_start", json!({ "node": "A" })).await;
    harness
}

/// The titles in reading order, from the start along the first link of each.
async fn order(harness: &TestHarness) -> String {
    let map = harness.ok("read_map", json!({})).await;
    let (nodes, edges) = (
        map["nodes"].as_array().unwrap(),
        map["edges"].as_array().unwrap(),
    );
    let mut at = &map["story"]["start"];
    let mut titles = String::new();
    while titles.len() < 9 {
        let node = nodes.iter().find(|it| it["id"] == *at).unwrap();
        titles += node["title"].as_str().unwrap();
        match edges.iter().find(|it| it["from"] == *at) {
            Some(edge) => at = &edge["to"],
            None => break,
        }
    }
    titles
}

async fn text(harness: &TestHarness, node: &str) -> Value {
    harness.ok("read_text", json!({ "node": node })).await["text"].take()
}

#[tokio::test]
async fn a_scene_is_moved_back_and_forth_and_its_texts_follow() {
    let harness = line().await;
    harness
        .ok("reorder_node", json!({ "node": "B", "after": "C" }))
        .await;
    assert_eq!(order(&harness).await, "ACBD");
    assert_eq!(text(&harness, "A").await, "It rains. [[C]]");
    assert_eq!(text(&harness, "B").await, "It pours. [[D]]");
    harness.ok("undo", json!({})).await;
    assert_eq!(order(&harness).await, "ABCD");
    assert_eq!(text(&harness, "A").await, "It rains. [[B]]");
    harness
        .ok("reorder_node", json!({ "node": "D", "after": "A" }))
        .await;
    assert_eq!(order(&harness).await, "ADBC");
    harness
        .ok("reorder_node", json!({ "node": "D", "after": "C" }))
        .await;
    assert_eq!(order(&harness).await, "ABCD");
}

#[tokio::test]
async fn moves_a_scene_to_the_front_and_the_first_scene_elsewhere() {
    let harness = line().await;
    let first = harness.ok("reorder_node", json!({ "node": "C" })).await;
    assert_eq!(first["before"]["title"], "A");
    assert_eq!(order(&harness).await, "CABD");
    harness
        .ok("reorder_node", json!({ "node": "C", "after": "D" }))
        .await;
    assert_eq!(order(&harness).await, "ABDC");
}

#[tokio::test]
async fn labels_and_conditions_stay_with_their_links() {
    let harness = line().await;
    let edge = json!({ "from": "A", "to": "B", "new_label": "Go", "condition": "key" });
    harness.ok("update_link", edge).await;
    harness
        .ok("reorder_node", json!({ "node": "B", "after": "D" }))
        .await;
    assert_eq!(order(&harness).await, "ACDB");
    let map = harness.ok("read_map", json!({})).await;
    let edges = map["edges"].as_array().unwrap();
    let go = edges.iter().find(|it| it["label"] == "Go").unwrap();
    assert_eq!(go["condition"], "key");
    // The last scene leads nowhere; the words of its link stay.
    assert_eq!(text(&harness, "B").await, "It pours. C");
}

#[tokio::test]
async fn rejects_moving_a_scene_at_a_branch_and_an_ambiguous_place_after_one() {
    let harness = line().await;
    harness
        .ok(
            "link_nodes",
            json!({ "from": "B", "to": "D", "label": "Run" }),
        )
        .await;
    let error = harness
        .fails("reorder_node", json!({ "node": "B", "after": "D" }))
        .await;
    assert!(error.contains("/node: \"B\" leads to 2 scenes"), "{error}");
    let error = harness
        .fails("reorder_node", json!({ "node": "A", "after": "B" }))
        .await;
    assert!(error.contains("/after: \"B\" leads to 2 scenes"), "{error}");
    let error = harness
        .fails("reorder_node", json!({ "node": "A", "after": "A" }))
        .await;
    assert!(error.contains("\"A\" cannot follow itself"), "{error}");
    harness.node("E", "scene").await;
    harness
        .ok(
            "reorder_node",
            json!({ "node": "E", "after": "B", "before": "D" }),
        )
        .await;
    let map = harness.ok("read_map", json!({})).await;
    let title_of = |id: &Value| {
        let nodes = map["nodes"].as_array().unwrap();
        let node = nodes.iter().find(|it| it["id"] == *id).unwrap();
        node["title"].as_str().unwrap().to_owned()
    };
    let links = map["edges"].as_array().unwrap().iter();
    let mut links: Vec<_> = links
        .map(|it| title_of(&it["from"]) + &title_of(&it["to"]))
        .collect();
    links.sort();
    assert_eq!(links, ["AB", "BC", "BE", "CD", "ED"]);
}

#[tokio::test]
async fn a_scene_moves_into_the_part_that_it_is_read_in() {
    let harness = line().await;
    for (title, nodes) in [("Part One", ["A", "B"]), ("Part Two", ["C", "D"])] {
        harness
            .ok("group_nodes", json!({ "title": title, "nodes": nodes }))
            .await;
    }
    let group_of = async |title: &str| {
        let map = harness.ok("read_map", json!({})).await;
        let nodes = map["nodes"].as_array().unwrap();
        let node = nodes.iter().find(|it| it["title"] == title).unwrap();
        let parent = nodes.iter().find(|it| it["id"] == node["parent"]);
        let place = (node["x"].as_f64().unwrap(), node["y"].as_f64().unwrap());
        (parent.map(|it| it["title"].clone()), place)
    };
    let (_, before) = group_of("B").await;
    let args = json!({ "node": "B", "after": "C", "group": "Part Two" });
    harness.ok("reorder_node", args).await;
    assert_eq!(order(&harness).await, "ACBD");
    let (group, place) = group_of("B").await;
    assert_eq!(group, Some(json!("Part Two")));
    assert_ne!(place, before);
    harness.ok("undo", json!({})).await;
    assert_eq!(order(&harness).await, "ABCD");
    assert_eq!(group_of("B").await, (Some(json!("Part One")), before));
    let args = json!({ "node": "C", "after": "A", "group": "" });
    harness.ok("reorder_node", args).await;
    assert_eq!(group_of("C").await.0, None);
    let args = json!({ "node": "C", "after": "D", "group": "A" });
    let refused = harness.fails("reorder_node", args).await;
    assert!(refused.contains("group"), "{refused}");
}

/// The links of a story as `From > To: label`, and where it starts.
async fn links_and_start(harness: &TestHarness) -> (Vec<String>, String) {
    let map = harness.ok("read_map", json!({})).await;
    let nodes = map["nodes"].as_array().unwrap();
    let title = |id: &Value| {
        let node = nodes.iter().find(|it| it["id"] == *id);
        node.map_or("", |it| it["title"].as_str().unwrap())
    };
    let edges = map["edges"].as_array().unwrap().iter();
    let edges = edges.map(|it| {
        let (from, to) = (title(&it["from"]), title(&it["to"]));
        format!("{from} > {to}: {}", it["label"].as_str().unwrap())
    });
    let mut edges: Vec<String> = edges.collect();
    edges.sort();
    (edges, title(&map["story"]["start"]).to_owned())
}

#[tokio::test]
async fn removing_a_scene_of_a_sequence_joins_those_around_it() {
    let harness = TestHarness::new();
    harness.node("One", "scene").await;
    for (title, after) in [
        ("Two", "One"),
        ("Three", "Two"),
        ("Four", "Three"),
        ("Five", "Four"),
    ] {
        let scene = json!({ "title": title, "after": after });
        harness.ok("create_node", scene).await;
    }
    let before = links_and_start(&harness).await;
    let removed = harness.ok("remove_node", json!({ "node": "Two" })).await;
    assert_eq!(
        (&removed["links"], &removed["joined"]),
        (&json!(1), &json!(1))
    );
    let (links, _) = links_and_start(&harness).await;
    assert_eq!(links, ["Four > Five: ", "One > Three: ", "Three > Four: "]);
    harness.ok("undo", json!({})).await;
    assert_eq!(links_and_start(&harness).await, before);

    let several = json!({ "nodes": ["Two", "Three", "Five"] });
    let removed = harness.ok("remove_nodes", several).await;
    assert_eq!(
        (&removed["links"], &removed["joined"]),
        (&json!(3), &json!(2))
    );
    assert_eq!(links_and_start(&harness).await.0, ["One > Four: "]);

    let removed = harness.ok("remove_node", json!({ "node": "One" })).await;
    assert_eq!(removed["was_start"], false);
    assert_eq!(links_and_start(&harness).await, (vec![], "Four".to_owned()));
    let removed = harness.ok("remove_node", json!({ "node": "Four" })).await;
    assert_eq!(removed["was_start"], true);
}

#[tokio::test]
async fn removing_a_scene_leaves_choices_texts_and_branches_alone() {
    let harness = TestHarness::new();
    harness.node("Hall", "scene").await;
    harness.node("Anna", "character").await;
    let choice = json!({ "title": "Door", "after": "Hall", "label": "Open it" });
    harness.ok("create_node", choice).await;
    harness
        .ok("create_node", json!({ "title": "Garden", "after": "Door" }))
        .await;
    harness
        .ok("link_nodes", json!({ "from": "Anna", "to": "Door" }))
        .await;
    harness.ok("remove_node", json!({ "node": "Door" })).await;
    assert_eq!(links_and_start(&harness).await.0, Vec::<String>::new());
    harness.ok("undo", json!({})).await;

    // A scene that offers something else besides leads nowhere by itself.
    harness
        .ok(
            "create_node",
            json!({ "title": "Cellar", "after": "Garden" }),
        )
        .await;
    let fork = json!({ "title": "Shed", "after": "Garden", "label": "Look around" });
    harness.ok("create_node", fork).await;
    harness.ok("remove_node", json!({ "node": "Garden" })).await;
    let (links, _) = links_and_start(&harness).await;
    assert_eq!(links, ["Anna > Door: ", "Hall > Door: Open it"]);
    harness.ok("undo", json!({})).await;

    // The words of a link in a text would be about the removed scene.
    let text = json!({ "node": "Door", "text": "It is [[Garden]]." });
    harness.ok("write_text", text).await;
    harness
        .ok("remove_link", json!({ "from": "Garden", "to": "Shed" }))
        .await;
    harness.ok("remove_node", json!({ "node": "Garden" })).await;
    let (links, _) = links_and_start(&harness).await;
    assert_eq!(links, ["Anna > Door: ", "Hall > Door: Open it"]);
}

#[tokio::test]
async fn an_inserted_scene_is_in_the_group_of_the_scene_it_follows() {
    let harness = line().await;
    let group = json!({ "nodes": ["B"], "title": "Chapter" });
    harness.ok("group_nodes", group).await;
    let create = |title: &str, group: Option<&str>| {
        let mut scene = json!({ "title": title, "after": "B", "before": "C" });
        if let Some(group) = group {
            scene["group"] = json!(group);
        }
        scene
    };
    harness.ok("create_node", create("In", None)).await;
    let map = harness.ok("read_map", json!({})).await;
    let parent = |title: &str| {
        let nodes = map["nodes"].as_array().unwrap();
        let node = nodes.iter().find(|it| it["title"] == title).unwrap();
        node["parent"].clone()
    };
    assert!(parent("In").is_string());
    assert_eq!(parent("In"), parent("B"));
    harness.ok("undo", json!({})).await;
    harness.ok("create_node", create("Out", Some(""))).await;
    let map = harness.ok("read_map", json!({})).await;
    let out = map["nodes"].as_array().unwrap().iter();
    let out = out.filter(|it| it["title"] == "Out").collect::<Vec<_>>();
    assert!(out[0]["parent"].is_null());
}

/// Three chapters of two scenes each, below one another, in a part.
async fn chapters() -> TestHarness {
    let harness = TestHarness::new();
    let titles = ["A", "B", "C", "D", "E", "F"];
    for (at, title) in titles.iter().enumerate() {
        let (x, y) = ((at % 2) as f64 * 300.0, (at / 2) as f64 * 400.0);
        let args = json!({ "title": title, "kind": "scene", "x": x, "y": y });
        harness.ok("create_node", args).await;
    }
    for pair in titles.windows(2) {
        let args = json!({ "from": pair[0], "to": pair[1] });
        harness.ok("link_nodes", args).await;
    }
    harness.ok("set_start", json!({ "node": "A" })).await;
    for (title, nodes) in [
        ("One", ["A", "B"]),
        ("Two", ["C", "D"]),
        ("Three", ["E", "F"]),
    ] {
        harness
            .ok("group_nodes", json!({ "title": title, "nodes": nodes }))
            .await;
    }
    harness
        .ok(
            "group_nodes",
            json!({ "title": "Part", "nodes": ["One", "Two"] }),
        )
        .await;
    harness
}

/// The group of a node and its place on the map.
async fn place(harness: &TestHarness, title: &str) -> (String, f64, f64) {
    let map = harness.ok("read_map", json!({})).await;
    let nodes = map["nodes"].as_array().unwrap();
    let node = nodes.iter().find(|it| it["title"] == title).unwrap();
    let group = nodes.iter().find(|it| it["id"] == node["parent"]);
    let group = group.map_or("", |it| it["title"].as_str().unwrap());
    let at = |key: &str| node[key].as_f64().unwrap();
    (group.to_owned(), at("x"), at("y"))
}

#[tokio::test]
async fn a_group_of_scenes_moves_as_one_and_the_map_follows() {
    let harness = chapters().await;
    let args = json!({ "node": "One", "after": "Two" });
    let moved = harness.ok("reorder_node", args).await;
    assert_eq!(
        (&moved["after"]["title"], &moved["before"]["title"]),
        (&json!("D"), &json!("E"))
    );
    assert_eq!(order(&harness).await, "CDABEF");
    let part = || "Part".to_owned();
    assert_eq!(place(&harness, "One").await.0, part());
    // What was passed has moved up, and the group is where it was.
    assert_eq!(place(&harness, "D").await, ("Two".to_owned(), 300.0, 0.0));
    assert_eq!(place(&harness, "B").await, ("One".to_owned(), 300.0, 400.0));
    harness.ok("undo", json!({})).await;
    assert_eq!(order(&harness).await, "ABCDEF");
    assert_eq!(place(&harness, "B").await, ("One".to_owned(), 300.0, 0.0));

    let args = json!({ "node": "Two", "before": "One" });
    harness.ok("reorder_node", args).await;
    assert_eq!(order(&harness).await, "CDABEF");
    assert_eq!(place(&harness, "C").await, ("Two".to_owned(), 0.0, 0.0));
    harness.ok("undo", json!({})).await;

    let args = json!({ "node": "Three", "after": "One", "group": "Part" });
    harness.ok("reorder_node", args).await;
    assert_eq!(order(&harness).await, "ABEFCD");
    assert_eq!(place(&harness, "Three").await.0, part());
    let (group, x, _) = place(&harness, "E").await;
    assert_eq!(group, "Three");
    assert!(x > 500.0, "it is beside the scenes of the others: {x}");
    harness.ok("undo", json!({})).await;

    // It is read there already, and only goes into the group.
    let args = json!({ "node": "Three", "after": "Two", "group": "Part" });
    harness.ok("reorder_node", args.clone()).await;
    assert_eq!(order(&harness).await, "ABCDEF");
    assert_eq!(place(&harness, "Three").await.0, part());
    let refused = harness.fails("reorder_node", args).await;
    assert!(refused.contains("nothing to change"), "{refused}");
}

#[tokio::test]
async fn a_group_that_is_no_sequence_is_not_moved() {
    let harness = chapters().await;
    for (args, expected) in [
        (
            json!({ "node": "One", "after": "B" }),
            "cannot follow itself",
        ),
        (
            json!({ "node": "Part", "group": "One", "after": "F" }),
            "\"Part\"",
        ),
    ] {
        let refused = harness.fails("reorder_node", args).await;
        assert!(refused.contains(expected), "{refused}");
    }
    let args = json!({ "from": "C", "to": "F", "label": "Run" });
    harness.ok("link_nodes", args).await;
    for (args, expected) in [
        (
            json!({ "node": "Two", "before": "A" }),
            "do not have one beginning and one end",
        ),
        (
            json!({ "node": "A", "before": "F" }),
            "does not follow exactly one scene",
        ),
    ] {
        let refused = harness.fails("reorder_node", args).await;
        assert!(refused.contains(expected), "{refused}");
    }
    assert_eq!(order(&harness).await, "ABCDEF");
}

#[tokio::test]
async fn the_map_follows_into_the_branch_that_was_meant() {
    let harness = TestHarness::new();
    for (title, x, y) in [
        ("A", 0.0, 0.0),
        ("Other", 300.0, 300.0),
        ("B", 300.0, 0.0),
        ("C", 600.0, 0.0),
        ("D", 900.0, 0.0),
    ] {
        let args = json!({ "title": title, "kind": "scene", "x": x, "y": y });
        harness.ok("create_node", args).await;
    }
    for (from, to, label) in [
        ("A", "Other", "Wait"),
        ("A", "B", "Go"),
        ("B", "C", ""),
        ("C", "D", ""),
    ] {
        let args = json!({ "from": from, "to": to, "label": label });
        harness.ok("link_nodes", args).await;
    }
    harness.ok("set_start", json!({ "node": "A" })).await;
    let args = json!({ "node": "D", "after": "A", "before": "B" });
    harness.ok("reorder_node", args).await;
    for (title, x) in [("D", 300.0), ("B", 600.0), ("C", 900.0)] {
        assert_eq!(place(&harness, title).await, (String::new(), x, 0.0));
    }
}
