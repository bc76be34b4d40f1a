//! A story is edited in Twine and comes back.

use serde_json::{Value, json};

use super::{adopt, story, text, write};

#[tokio::test]
async fn a_story_that_was_edited_in_twine_comes_back() {
    for format in ["twee", "twine-html", "twine-json"] {
        let harness = story().await;
        let condition =
            json!({ "from": "Dawn", "to": "Dusk", "label": "Sleep", "condition": "tired" });
        harness.ok("link_nodes", condition).await;
        let enter = json!({ "node": "Dawn", "effect": "bells += 1" });
        write(&harness, "Mei", "The *keeper* of it.").await;
        let effect = json!({ "from": "Mei", "to": "Dawn", "effect": "bells += 1" });
        harness.ok("link_nodes", effect).await;
        harness.ok("set_enter_effect", enter).await;
        let file = harness
            .ok("export_story", json!({ "format": format }))
            .await;
        let file = file["content"].as_str().unwrap().to_owned();
        let as_it_was = json!({ "content": file });
        let preview = harness.ok("preview_import", as_it_was.clone()).await;
        assert!(
            preview["nodes_of_story"].as_u64() >= Some(3),
            "{format}: {preview:#}"
        );
        let report = harness.ok("import_edits", as_it_was.clone()).await;
        assert_eq!(report["draft"], Value::Null, "{format}: {report:#}");
        write(
            &harness,
            "Dawn",
            "It was light. Nobody came.\n\nThe great bell rang.",
        )
        .await;
        let report = harness.ok("import_edits", as_it_was).await;
        assert_eq!(report["draft"], Value::Null, "{format}: {report:#}");

        let changed = file
            .replace("It was light.", "It was bright.")
            .replace(" of it.", " of the light.")
            .replace("Leave", "Go home");
        let changed = changed.replace("They waited.", "They waited. [[Wait|Dawn]]");
        let report = harness
            .ok("import_edits", json!({ "content": changed }))
            .await;
        assert_eq!(
            [&report["count"], &report["conflicts"]],
            [&json!(3), &json!(0)],
            "{format}: {report:#}"
        );
        adopt(&harness, &report).await;
        assert_eq!(
            text(&harness, "Dawn").await,
            "It was bright. Nobody came.\n\nThe great bell rang.",
            "{format}"
        );
        let mei = "The *keeper* of the light.";
        assert_eq!(text(&harness, "Mei").await, mei, "{format}");
        let around = harness.ok("neighbors", json!({ "node": "Mei" })).await;
        assert!(
            around.to_string().contains("bells += 1"),
            "{format}: {around}"
        );
        let around = harness.ok("neighbors", json!({ "node": "Noon" })).await;
        let around = around.to_string();
        let has = |label: &str| around.contains(label);
        assert!(
            has("Go home") && has("Wait") && !has("Leave"),
            "{format}: {around}"
        );
        let around = harness.ok("neighbors", json!({ "node": "Dawn" })).await;
        assert!(around.to_string().contains("tired"), "{format}: {around}");
    }
}

#[tokio::test]
async fn links_made_here_since_stay_when_a_passage_comes_back_from_twine() {
    let harness = story().await;
    for (from, to, label) in [("Dusk", "Noon", "Back"), ("Dusk", "Dawn", "Sleep")] {
        let args = json!({ "from": from, "to": to, "label": label });
        harness.ok("link_nodes", args).await;
    }
    write(&harness, "Mei", "The keeper of the light.").await;
    let file = harness
        .ok(
            "export_story",
            json!({ "format": "twee", "story_format": "sugarcube" }),
        )
        .await;
    let file = file["content"].as_str().unwrap();
    let later = json!({ "from": "Dusk", "to": "Mei", "label": "Ask" });
    harness.ok("link_nodes", later).await;
    let changed = file
        .replace("Dark.", "It grew dark.")
        .replace("[[Back->Noon]]\n", "")
        .replace("[[Sleep->Dawn]]", "<<if $tired>>[[Sleep->Dawn]]<</if>>");
    let report = harness
        .ok("import_edits", json!({ "content": changed }))
        .await;
    assert_eq!(
        [&report["count"], &report["conflicts"]],
        [&json!(1), &json!(0)],
        "{report:#}\n{changed}"
    );
    adopt(&harness, &report).await;
    assert_eq!(text(&harness, "Dusk").await, "It grew dark.");
    let around = harness.ok("neighbors", json!({ "node": "Dusk" })).await;
    let around = around["outgoing"].to_string();
    let has = |it: &str| around.contains(it);
    assert!(
        has("Ask") && has("Sleep") && has("tired") && !has("Back"),
        "{around}"
    );
}

#[tokio::test]
async fn passages_that_twine_adds_and_renames_come_back() {
    let harness = story().await;
    let args = json!({ "node": "Noon", "kv": [{ "k": "Mood", "v": "calm" }] });
    harness.ok("update_node_kv", args).await;
    let file = harness
        .ok("export_story", json!({ "format": "twee" }))
        .await;
    let file = file["content"].as_str().unwrap();
    let changed = file
        .replace(":: Noon", ":: High noon")
        .replace("[[Noon]]", "[[High noon]]");
    let changed = changed.replace("Dark.", "Dark. [[Storm]]");
    let changed = changed + "\n:: Storm {\"position\":\"900,100\"}\nThunder. [[Home->Dusk]]\n";
    let report = harness
        .ok("import_edits", json!({ "content": changed }))
        .await;
    assert_eq!(
        [&report["added"], &report["removed"]],
        [&json!(1), &json!(0)],
        "{report:#}\n{changed}"
    );
    adopt(&harness, &report).await;
    let kv = harness
        .ok("read_node_kv", json!({ "node": "High noon" }))
        .await;
    assert_eq!(kv["items"][0]["v"], "calm");
    let around = harness.ok("neighbors", json!({ "node": "Storm" })).await;
    let around = around.to_string();
    assert!(
        around.contains("Dusk") && around.contains("Home"),
        "{around}"
    );
    let other = changed.replace("ifid", "other");
    let refused = harness
        .fails("import_edits", json!({ "content": other }))
        .await;
    assert!(refused.contains("another story"), "{refused}");
}
