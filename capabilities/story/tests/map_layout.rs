//! The layout of the map: tidying, grouping, coloring.

use expect_test::expect;
use serde_json::{Value, json};

use crate::tests::{TestHarness, check};

/// A start with two distant choices, one of them in a group.
async fn scattered() -> TestHarness {
    let harness = TestHarness::new();
    for (title, x, y) in [("Start", 900, 50), ("Left", 40, 700), ("Right", 40, 10)] {
        harness
            .ok("create_node", json!({ "title": title, "x": x, "y": y }))
            .await;
    }
    harness.ok("set_start", json!({ "node": "Start" })).await;
    for to in ["Left", "Right"] {
        harness
            .ok("link_nodes", json!({ "from": "Start", "to": to }))
            .await;
    }
    harness
}

/// The position of each node.
async fn places(harness: &TestHarness) -> Vec<(String, f64, f64)> {
    let map = harness.ok("read_map", json!({})).await;
    let place = |it: &Value| {
        let title = it["title"].as_str().unwrap().to_owned();
        (title, it["x"].as_f64().unwrap(), it["y"].as_f64().unwrap())
    };
    map["nodes"].as_array().unwrap().iter().map(place).collect()
}

fn at(title: &str, x: f64, y: f64) -> (String, f64, f64) {
    (title.to_owned(), x, y)
}

#[tokio::test]
async fn tidying_lays_out_the_map_from_left_to_right_in_one_undo_step() {
    let harness = scattered().await;
    let before = places(&harness).await;
    let tidied = harness.ok("tidy_map", json!({})).await;
    assert_eq!(tidied, json!({ "count": 3, "moved": 3 }));
    let expected = [
        at("Start", 40.0, 100.0),
        at("Left", 380.0, 10.0),
        at("Right", 380.0, 190.0),
    ];
    assert_eq!(places(&harness).await, expected);
    let again = harness.ok("tidy_map", json!({})).await;
    assert_eq!(again["moved"], 0, "tidy stays tidy");
    harness.ok("undo", json!({})).await;
    assert_eq!(places(&harness).await, before);
}

#[tokio::test]
async fn tidies_a_group_as_one_card_and_its_members_separately() {
    let harness = scattered().await;
    let args = json!({ "nodes": ["Left", "Right"], "title": "Choices" });
    harness.ok("group_nodes", args).await;
    harness.ok("tidy_map", json!({})).await;
    let expected = [
        at("Start", 0.0, 343.0),
        at("Left", 380.0, 700.0),
        at("Right", 380.0, 10.0),
        at("Choices", 340.0, -54.0),
    ];
    assert_eq!(
        places(&harness).await,
        expected,
        "what a group holds keeps its place in it"
    );
    let inside = harness
        .ok("tidy_map", json!({ "nodes": ["Choices"] }))
        .await;
    assert_eq!(inside["group"]["title"], "Choices");
    let map = places(&harness).await;
    assert_eq!(
        map[1..3],
        [at("Left", 380.0, 10.0), at("Right", 660.0, 10.0)]
    );
}

#[tokio::test]
async fn groups_and_ungroups_nodes() {
    let harness = scattered().await;
    let args = json!({ "nodes": ["Left", "Right", "Left"], "title": "Choices" });
    let grouped = harness.ok("group_nodes", args).await;
    check(
        &grouped,
        &expect![[r#"
        {
          "node": {
            "id": "<id>",
            "title": "Choices"
          },
          "holds": [
            {
              "id": "<id>",
              "title": "Left"
            },
            {
              "id": "<id>",
              "title": "Right"
            }
          ],
          "x": 0.0,
          "y": -54.0,
          "width": 320.0,
          "height": 934.0
        }
    "#]],
    );
    let outer = json!({ "nodes": ["Choices", "Left", "Start"], "title": "All" });
    let outer = harness.ok("group_nodes", outer).await;
    assert_eq!(
        outer["holds"].as_array().unwrap().len(),
        2,
        "Left stays in Choices"
    );
    let freed = harness.ok("ungroup", json!({ "group": "Choices" })).await;
    assert_eq!(freed["freed"].as_array().unwrap().len(), 2);
    let left = harness.ok("read_node", json!({ "node": "Left" })).await;
    assert_eq!(left["group"]["title"], "All", "freed nodes move up");
}

#[tokio::test]
async fn colors_several_cards_and_clears_the_color() {
    let harness = scattered().await;
    let since = harness.changes();
    harness
        .ok(
            "color_nodes",
            json!({ "nodes": ["Left", "Right"], "color": "#3366CC" }),
        )
        .await;
    let map = harness.ok("read_map", json!({ "since": since })).await;
    let colors: Vec<_> = map["nodes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| &it["color"])
        .collect();
    assert_eq!(colors, ["#3366cc", "#3366cc"]);
    assert_eq!(harness.changes(), since + 1, "one step");
    harness
        .ok("color_nodes", json!({ "nodes": ["Left"] }))
        .await;
    let map = harness.ok("read_map", json!({ "since": since + 1 })).await;
    assert_eq!(map["nodes"][0].get("color"), None);
}

#[tokio::test]
async fn rejects_invalid_layout_requests_and_writes_nothing() {
    let harness = scattered().await;
    let before = harness.changes();
    let errors = [
        harness
            .fails("group_nodes", json!({ "nodes": [], "title": "x" }))
            .await,
        harness
            .fails("group_nodes", json!({ "nodes": ["Left"], "title": " " }))
            .await,
        harness
            .fails(
                "group_nodes",
                json!({ "nodes": ["Left", "Rihgt"], "title": "x" }),
            )
            .await,
        harness.fails("ungroup", json!({ "group": "Left" })).await,
        harness
            .fails("color_nodes", json!({ "nodes": ["Left"], "color": "red" }))
            .await,
        harness.fails("tidy_map", json!({ "nodes": [] })).await,
    ];
    expect![[r#"
        INVALID_ACTION_INPUT /nodes: no nodes are named [name at least one]
        INVALID_ACTION_INPUT /title: the title is empty [give at least one visible character]
        NOT_FOUND /nodes/1: there is no node "Rihgt" [the nearest titles are "Right"]
        INVALID_ACTION_INPUT /group: "Left" is a scene, not a group [create_node with kind `group` makes one]
        INVALID_ACTION_INPUT /color: "red" is not a color of the map [give 1 to 6, or six hexadecimal digits like #3366cc, or nothing]
        INVALID_ACTION_INPUT /nodes: no nodes are named [name at least one]"#]].assert_eq(&errors.join("\n"));
    assert_eq!(harness.changes(), before);
}

/// The sizes of cards that do not have the default size.
async fn sizes(harness: &TestHarness) -> Vec<(String, Value, Value)> {
    let map = harness.ok("read_map", json!({})).await;
    let size = |it: &Value| {
        let title = it["title"].as_str().unwrap().to_owned();
        (title, it["width"].clone(), it["height"].clone())
    };
    let nodes = map["nodes"].as_array().unwrap().iter().map(size);
    nodes
        .filter(|it| *it != (it.0.clone(), Value::Null, Value::Null))
        .collect()
}

#[tokio::test]
async fn moving_and_tidying_keep_a_cards_own_size_until_it_is_reset() {
    let harness = scattered().await;
    let wide = json!({ "node": "Start", "x": 900, "y": 50, "width": 480, "height": 300 });
    harness.ok("move_nodes", json!({ "places": [wide] })).await;
    let own = [("Start".to_owned(), json!(480.0), json!(300.0))];
    assert_eq!(sizes(&harness).await, own);
    harness
        .ok("move_node", json!({ "node": "Start", "x": 5 }))
        .await;
    harness.ok("tidy_map", json!({})).await;
    assert_eq!(sizes(&harness).await, own);
    let places = places(&harness).await;
    let column = places[0].1 + 480.0;
    assert!(places[1..].iter().all(|it| it.1 >= column), "{places:?}");
    harness
        .ok(
            "move_node",
            json!({ "node": "Start", "width": 0, "height": 0 }),
        )
        .await;
    assert_eq!(sizes(&harness).await, []);
    harness.ok("undo", json!({})).await;
    assert_eq!(sizes(&harness).await, own);
}

#[tokio::test]
async fn rejects_a_card_below_the_minimum_size() {
    let harness = scattered().await;
    let before = harness.changes();
    for (width, height, path) in [(3, 100, "width"), (100, -1, "height"), (20_000, 1, "width")] {
        let place = json!({ "node": "Left", "x": 0, "y": 0, "width": width, "height": height });
        let refused = harness
            .fails("move_nodes", json!({ "places": [place] }))
            .await;
        let named = format!("INVALID_ACTION_INPUT /places/0/{path}");
        assert!(refused.starts_with(&named), "{refused}");
        assert!(refused.contains("48 to 10000"), "{refused}");
    }
    assert_eq!(harness.changes(), before);
}

#[tokio::test]
async fn outermost_groups_become_lanes_in_reading_order_and_one_undo_takes_it_back() {
    let harness = scattered().await;
    for (member, title) in [("Right", "Act two"), ("Start", "Act one")] {
        harness
            .ok("group_nodes", json!({ "nodes": [member], "title": title }))
            .await;
    }
    let before = places(&harness).await;
    let refused = harness
        .fails("tidy_map", json!({ "lanes": true, "nodes": ["Left"] }))
        .await;
    assert!(
        refused.contains("/nodes: lanes are of the whole map"),
        "{refused}"
    );
    harness.ok("tidy_map", json!({ "lanes": true })).await;
    let map = harness.ok("read_map", json!({})).await;
    let frame = |title: &str| {
        let nodes = map["nodes"].as_array().unwrap();
        let node = nodes.iter().find(|it| it["title"] == title).unwrap();
        ["x", "y", "width", "height"].map(|it| node[it].as_f64().unwrap_or_default())
    };
    let (one, two) = (frame("Act one"), frame("Act two"));
    assert_eq!(
        (one[0], one[2]),
        (two[0], two[2]),
        "equally wide, from the same left"
    );
    assert!(
        one[1] + one[3] < two[1],
        "reading comes to the first act first: {one:?} {two:?}"
    );
    for (card, lane) in [("Start", one), ("Right", two)] {
        let card = frame(card);
        assert!(
            card[0] > lane[0] && card[1] > lane[1] && card[1] < lane[1] + lane[3],
            "{card:?}"
        );
    }
    assert!(
        frame("Left")[1] < one[1],
        "what is in no group stands above"
    );
    let again = harness.ok("tidy_map", json!({ "lanes": true })).await;
    assert_eq!(again["moved"], 0, "lanes stay as they are");
    harness.ok("undo", json!({})).await;
    assert_eq!(places(&harness).await, before);
}

#[tokio::test]
async fn without_groups_there_are_no_lanes() {
    let harness = scattered().await;
    let refused = harness.fails("tidy_map", json!({ "lanes": true })).await;
    assert!(refused.contains("no group is open on the map"), "{refused}");
}
