//! Findings of the check, and their fixes, called through the registry.

mod appearances;
mod progress;
mod statistics;

use expect_test::expect;
use serde_json::{Value, json};

use crate::tests::TestHarness;

async fn findings(harness: &TestHarness) -> Vec<Value> {
    let answer = harness.ok("check_story", json!({})).await;
    answer["findings"].as_array().unwrap().clone()
}

/// The findings of one kind.
async fn found(harness: &TestHarness, kind: &str) -> Vec<Value> {
    let mut all = findings(harness).await;
    all.retain(|it| it["kind"] == kind);
    all
}

/// A story without problems: a harbor, a ferry, an ending.
async fn harness() -> TestHarness {
    let harness = TestHarness::new();
    let args = json!({ "title": "Harbor", "text": "Fog." });
    harness.ok("create_node", args).await;
    let args = json!({ "title": "Ferry", "text": "Rain.", "after": "Harbor", "label": "Board" });
    harness.ok("create_node", args).await;
    harness.ok("set_ending", json!({ "node": "Ferry" })).await;
    harness.ok("set_start", json!({ "node": "Harbor" })).await;
    let all = findings(&harness).await;
    assert_eq!(all, Vec::<Value>::new(), "nothing is wrong at first");
    harness
}

/// Causes a problem, checks that it is found, makes the suggested call, and checks that it is gone.
async fn mended(kind: &str, calls: &[(&str, Value)]) -> Value {
    let harness = harness().await;
    for (tool, args) in calls {
        harness.ok(tool, args.clone()).await;
    }
    let all = found(&harness, kind).await;
    let first = all.first().cloned();
    let first = first.unwrap_or_else(|| panic!("no {kind}"));
    let fix = &first["fix"];
    let name = fix["name"].as_str().unwrap();
    harness.ok(name, fix["arguments"].clone()).await;
    let left = found(&harness, kind).await;
    assert_eq!(left.len(), all.len() - 1, "{kind} after {fix}: {left:?}");
    first
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "one case for each kind of finding")]
async fn every_finding_is_resolved_by_its_fix() {
    let scene = |title: &str| ("create_node", json!({ "title": title, "text": "Wind." }));
    let behind = |title: &str| {
        let args = json!({ "title": title, "text": "Wind.", "after": "Harbor" });
        ("create_node", args)
    };
    let text = |text: &str| ("write_text", json!({ "node": "Harbor", "text": text }));
    let condition = |condition: &str| {
        let args = json!({ "from": "Harbor", "to": "Ferry", "condition": condition });
        ("update_link", args)
    };
    let effect = |effect: &str| {
        let args = json!({ "from": "Harbor", "to": "Ferry", "effect": effect });
        ("update_link", args)
    };
    let around = ("link_nodes", json!({ "from": "Pier", "to": "Pier" }));
    let blank = json!({ "title": "Pier", "after": "Harbor" });
    let hero = json!({ "title": "Neo", "kind": "character" });
    let faults: Vec<(&str, Vec<(&str, Value)>)> = vec![
        ("unreachable", vec![scene("Attic")]),
        ("dead_end", vec![behind("Pier")]),
        ("endless_loop", vec![behind("Pier"), around]),
        ("broken_link", vec![text("[[Look->Cellar]]")]),
        ("letter_case", vec![text("[[Go on board->ferry]]")]),
        (
            "link_without_edge",
            vec![
                text("<<link \"Look\" \"Cellar\">><</link>>"),
                scene("Cellar"),
                ("remove_link", json!({ "from": "Harbor", "to": "Cellar" })),
            ],
        ),
        ("unreadable_condition", vec![condition("gold = 5")]),
        ("unreadable_condition", vec![condition("if she dares")]),
        ("unreadable_effect", vec![effect("gold == 5")]),
        ("unreadable_effect", vec![effect("gold up")]),
        ("unknown_title", vec![condition("visited(\"Cellar\")")]),
        (
            "never_offered",
            vec![condition("gold > 5 and gold < 3"), effect("gold += 1")],
        ),
        ("never_set", vec![condition("not has_key")]),
        ("never_set", vec![text("<<if $gold gt 3>>rich<</if>>")]),
        ("never_set", vec![text("(if: $gold > 3)[rich]")]),
        (
            "nothing_open",
            vec![condition("gold > 5"), effect("gold += 1")],
        ),
        ("duplicate_title", vec![behind("Ferry")]),
        ("empty", vec![("create_node", blank)]),
        (
            "undescribed",
            vec![("create_node", hero), text("Then Neo woke.")],
        ),
    ];
    let mut report = String::new();
    for (kind, calls) in faults {
        let finding = mended(kind, &calls).await;
        let fix = &finding["fix"];
        let (parts, fix, fixed) = (&finding["parts"], &fix["kind"], &fix["parts"]);
        report += &format!("{kind} {parts}\n  {fix} {fixed}\n");
    }
    expect![[r#"
        unreachable {"title":"Attic","behind":0}
          "link_from" {"title":"Ferry"}
        dead_end {"title":"Pier"}
          "mark_ending" {"title":"Pier"}
        endless_loop {"title":"Pier","count":1}
          "mark_ending" {"title":"Pier"}
        broken_link {"title":"Harbor","target":"Cellar"}
          "make_node" {"title":"Cellar"}
        letter_case {"title":"Harbor","target":"ferry","called":"Ferry"}
          "write_target" {"title":"Ferry"}
        link_without_edge {"title":"Harbor","target":"Cellar"}
          "draw_link" {"title":"Cellar"}
        unreadable_condition {"from":"Harbor","to":"Ferry","label":"Board","source":"gold = 5","at":6,"error":"at character 6: `=` assigns, it does not compare; write == to compare"}
          "write_condition" {"source":"gold == 5"}
        unreadable_condition {"from":"Harbor","to":"Ferry","label":"Board","source":"if she dares","at":4,"error":"at character 4: `she` was not expected here; join two conditions with and or or"}
          "offer_always" {}
        unreadable_effect {"from":"Harbor","to":"Ferry","label":"Board","source":"gold == 5","at":6,"error":"at character 6: `==` compares, it does not assign; write = to set a variable"}
          "write_effect" {"source":"gold = 5"}
        unreadable_effect {"from":"Harbor","to":"Ferry","label":"Board","source":"gold up","at":6,"error":"at character 6: expected =, found `up`; write what gold becomes, as in gold = 1"}
          "remove_effect" {}
        unknown_title {"from":"Harbor","to":"Ferry","label":"Board","asked":"Cellar"}
          "make_node" {"title":"Cellar"}
        never_offered {"from":"Harbor","to":"Ferry","label":"Board","source":"gold > 5 and gold < 3"}
          "offer_always" {}
        never_set {"variable":"has_key","title":"Harbor","count":1}
          "set_variable" {"variable":"has_key","title":"Harbor"}
        never_set {"variable":"gold","title":"Harbor","count":1}
          "set_variable" {"variable":"gold","title":"Harbor"}
        never_set {"variable":"gold","title":"Harbor","count":1}
          "set_variable" {"variable":"gold","title":"Harbor"}
        nothing_open {"title":"Harbor","count":1}
          "open_choice" {"choice":"Board"}
        duplicate_title {"title":"Ferry"}
          "rename" {"title":"Ferry (2)"}
        empty {"title":"Pier"}
          "write_title" {"title":"Pier"}
        undescribed {"title":"Neo","by":"Harbor"}
          "write_name" {"title":"Neo"}
    "#]].assert_eq(&report);
}

#[tokio::test]
async fn fixes_used_up_choices_by_offering_one_again() {
    let once = json!({ "from": "Harbor", "to": "Ferry", "once": true });
    let back = json!({ "from": "Ferry", "to": "Harbor" });
    let calls = [("update_link", once), ("link_nodes", back)];
    let finding = mended("used_up", &calls).await;
    assert_eq!(finding["parts"], json!({ "title": "Harbor", "count": 1 }));
    let fix = &finding["fix"];
    assert_eq!(fix["kind"], "offer_again");
    assert_eq!(fix["parts"], json!({ "choice": "Board" }));
}

/// Checks which pages are reported because all their choices may be closed.
#[tokio::test]
async fn reports_a_page_where_all_choices_may_be_closed() {
    let harness = harness().await;
    let back = json!({ "from": "Harbor", "to": "Harbor", "label": "Wait" });
    harness.ok("link_nodes", back).await;
    for (board, wait, is_reported) in [
        ("gold > 5", "gold > 7", true),
        ("gold > 5", "gold <= 5", false),
        ("gold > 5", "not (gold > 5)", false),
        ("gold > 5", "", false),
        ("gold > 5", "1 > 2", true),
        ("visited(\"Ferry\")", "not visited(\"Ferry\")", false),
        ("visited(\"Ferry\")", "visits() > 1", true),
        // A condition that cannot be evaluated is not reported.
        ("gold * 2 > 5", "gold + gold <= 5", false),
        // Reading starts at the harbor, and entering it sets this variable.
        ("door == 1", "door == 2", false),
        ("tide == 1", "tide == 2", true),
    ] {
        for (to, condition) in [("Ferry", board), ("Harbor", wait)] {
            let args = json!({
                "from": "Harbor", "to": to, "condition": condition,
                "effect": "gold += 1; door = 2; tide = 1; tide = 2",
            });
            harness.ok("update_link", args).await;
        }
        let enter = json!({ "node": "Harbor", "effect": "door = 1" });
        harness.ok("set_enter_effect", enter).await;
        let found = found(&harness, "nothing_open").await;
        assert_eq!(
            !found.is_empty(),
            is_reported,
            "{board} | {wait}: {found:?}"
        );
    }
    // An ending needs no choices.
    harness.ok("set_ending", json!({ "node": "Harbor" })).await;
    assert!(found(&harness, "nothing_open").await.is_empty());
}

#[tokio::test]
async fn a_broken_link_can_be_changed_to_a_similar_title() {
    let harness = harness().await;
    let args = json!({ "node": "Harbor", "text": "[[Ferrry]] or [[Cellar]]" });
    harness.ok("write_text", args).await;
    let broken = found(&harness, "broken_link").await;
    assert_eq!(broken.len(), 2);
    assert_eq!(broken[0]["fix"]["kind"], "make_node");
    assert!(broken[1].get("instead").is_none(), "{:#}", broken[1]);
    let instead = &broken[0]["instead"];
    assert_eq!(instead["title"], "Change to “Ferry”");
    let name = instead["name"].as_str().unwrap();
    harness.ok(name, instead["arguments"].clone()).await;
    let read = harness.ok("read_text", json!({ "node": "Harbor" })).await;
    assert_eq!(read["text"], "[[Ferry]] or [[Cellar]]");
    assert_eq!(found(&harness, "broken_link").await.len(), 1);
}

#[tokio::test]
async fn fixes_a_story_without_a_start() {
    let harness = TestHarness::new();
    harness
        .ok("create_node", json!({ "title": "Harbor", "text": "Fog." }))
        .await;
    let args = json!({ "title": "Ferry", "text": "Rain.", "after": "Harbor" });
    harness.ok("create_node", args).await;
    let view = harness.store.view(None).graph().unwrap();
    if view.record.start.is_none() {
        let fix = found(&harness, "no_start").await[0]["fix"].clone();
        harness.ok("set_start", fix["arguments"].clone()).await;
    }
    assert!(found(&harness, "no_start").await.is_empty());
}

#[tokio::test]
async fn a_computed_link_may_reach_any_page() {
    let harness = harness().await;
    harness
        .ok("create_node", json!({ "title": "Attic", "text": "Dust." }))
        .await;
    assert_eq!(found(&harness, "unreachable").await.len(), 1);
    let args = json!({ "node": "Harbor", "text": "<<goto $next>>" });
    harness.ok("write_text", args).await;
    assert!(found(&harness, "unreachable").await.is_empty());
    let dynamic = found(&harness, "dynamic").await;
    assert_eq!(dynamic[0]["nodes"][0]["title"], "Attic");
}

#[tokio::test]
async fn possibly_true_conditions_are_not_reported() {
    let harness = harness().await;
    for condition in [
        "gold > 5",
        "gold > 2.999999 and gold < 3.000001",
        "gold * 2 == 10",
        "name > \"a\" and name < \"b\"",
        "visits(\"Ferry\") == 0 and visits() > 3",
        "gold == silver + 1",
    ] {
        let effect = "gold += 1; silver = gold; name = name + \"b\"";
        let args =
            json!({ "from": "Harbor", "to": "Ferry", "condition": condition, "effect": effect });
        harness.ok("update_link", args).await;
        assert_eq!(
            found(&harness, "never_offered").await.len(),
            0,
            "{condition}"
        );
    }
    for (condition, effect) in [
        ("gold == 3", "gold = 5"),
        ("key and not key", "key = key + 1"),
        ("name == \"Neo\" and name == \"Tom\"", "name = name + 1"),
        ("visits() < 1", ""),
        ("1 > 2", ""),
    ] {
        let args =
            json!({ "from": "Harbor", "to": "Ferry", "condition": condition, "effect": effect });
        harness.ok("update_link", args).await;
        assert_eq!(
            found(&harness, "never_offered").await.len(),
            1,
            "{condition}"
        );
    }
}

#[tokio::test]
async fn cached_check_follows_every_change() {
    let harness = harness().await;
    harness.ok("create_node", json!({ "title": "Attic" })).await;
    assert_eq!(found(&harness, "empty").await.len(), 1);
    harness.ok("undo", json!({})).await;
    assert_eq!(findings(&harness).await, Vec::<Value>::new());
    harness.ok("redo", json!({})).await;
    let args = json!({ "node": "Attic", "text": "Neo was here." });
    harness.ok("write_text", args).await;
    assert!(found(&harness, "empty").await.is_empty());
    let args = json!({ "title": "Neo", "kind": "character" });
    harness.ok("create_node", args).await;
    assert_eq!(found(&harness, "undescribed").await.len(), 1);
    harness
        .ok("rename_node", json!({ "node": "Neo", "title": "Trinity" }))
        .await;
    assert!(found(&harness, "undescribed").await.is_empty());
    harness
        .ok("rename_node", json!({ "node": "Trinity", "title": "Neo" }))
        .await;
    assert_eq!(found(&harness, "undescribed").await.len(), 1);
    harness.ok("remove_node", json!({ "node": "Attic" })).await;
    assert!(found(&harness, "undescribed").await.is_empty());
}

/// The shipped sample stories show the features and have no unintended problems.
#[test]
fn the_sample_stories_have_no_findings() {
    check_sample(include_bytes!("../../../samples/en.json"));
    check_sample(include_bytes!("../../../samples/de.json"));
    check_sample(include_bytes!("../../../samples/zh-CN.json"));
}

#[track_caller]
fn check_sample(bytes: &[u8]) {
    let json = formats::importer("json").unwrap();
    let (bundle, _) = json.import(bytes, &model::FixedWorld::default()).unwrap();
    let story = bundle.story;
    let mut check = model::analysis::Check::default();
    for node in story.nodes.values() {
        check.note(node.id, markup::node_facts(node));
    }
    let messages: Vec<_> = check
        .report(&story)
        .findings
        .into_iter()
        .map(|it| it.what.to_string())
        .collect();
    assert_eq!(messages, Vec::<String>::new());
    let measures = check.metrics(&story, None);
    assert!(measures.complete);
    assert_eq!(measures.endings.len(), 4);
    assert!(
        measures
            .endings
            .iter()
            .all(|it| it.marked && it.way.is_some())
    );
    let conditions = story
        .edges
        .values()
        .filter(|it| it.record.condition.is_some());
    assert!(conditions.count() > 1);
}

#[tokio::test]
async fn facts_that_contradict_along_the_story_are_found() {
    let harness = harness().await;
    let hero = json!({ "title": "Ada", "kind": "character" });
    harness.ok("create_node", hero).await;
    let text = json!({ "node": "Ada", "text": "A pilot." });
    harness.ok("write_text", text).await;
    let eyes = json!({ "node": "Ada", "items": [{ "k": "Eyes", "v": "blue" }] });
    harness.ok("update_node_kv", eyes).await;
    let fog = json!({ "node": "Harbor", "text": "Fog. Her arm hangs broken." });
    harness.ok("write_text", fog).await;
    let fact = |value: &str, scene: Option<&str>, source: Option<(&str, &str)>| {
        let mut args = json!({ "node": "Ada", "key": "Arm", "value": value });
        if let Some(scene) = scene {
            args["from_scene"] = json!(scene);
        }
        if let Some((node, quote)) = source {
            args["source_node"] = json!(node);
            args["source"] = json!(quote);
        }
        args
    };
    harness.ok("set_fact", fact("whole", None, None)).await;
    let broken = fact(
        "broken",
        Some("Ferry"),
        Some(("Harbor", "arm hangs broken")),
    );
    harness.ok("set_fact", broken).await;
    let all = found(&harness, "contradicting_fact").await;
    assert_eq!(all.len(), 1, "{all:?}");
    assert_eq!(
        all[0]["message"],
        "“Harbor” says that “Arm” of “Ada” is “broken”, but on a way that leads there it is “whole”."
    );
    let harbor = fact(
        "broken",
        Some("Harbor"),
        Some(("Harbor", "arm hangs broken")),
    );
    harness.ok("set_fact", harbor).await;
    let gone = json!({ "node": "Ada", "key": "Arm", "from_scene": "Ferry" });
    harness.ok("remove_fact", gone).await;
    assert_eq!(
        found(&harness, "contradicting_fact").await,
        Vec::<Value>::new(),
        "it holds from the scene that says so"
    );
    let grey = json!({ "node": "Ada", "key": "eyes", "value": "grey" });
    harness.ok("set_fact", grey).await;
    let all = found(&harness, "contradicting_fact").await;
    assert_eq!(
        all[0]["message"],
        "“eyes” of “Ada” is “grey” from the beginning, but “blue” among the attributes."
    );
}
