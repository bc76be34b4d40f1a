//! Links in texts and links in the graph stay in sync, in one commit.

use serde_json::{Value, json};

use crate::tests::TestHarness;

/// A gate whose text offers two choices, and their targets.
async fn gate() -> TestHarness {
    let harness = TestHarness::new();
    for title in ["Hall", "Yard", "Cave"] {
        harness.node(title, "scene").await;
    }
    let text = "Stone.\n\n- [[Go in->Hall]]\n- [[Yard]]";
    let args = json!({ "title": "Gate", "text": text });
    let made = harness.ok("create_node", args).await;
    assert_eq!(made["links"]["linked"].as_array().map(Vec::len), Some(2));
    harness
}

async fn text(harness: &TestHarness) -> Value {
    let args = json!({ "node": "Gate" });
    harness.ok("read_text", args).await["text"].clone()
}

/// The targets and labels of the links that leave the gate, in order.
async fn links(harness: &TestHarness) -> Vec<(String, String)> {
    let around = harness.ok("neighbors", json!({ "node": "Gate" })).await;
    let out = around["outgoing"].as_array().cloned().unwrap_or_default();
    let word = |it: &Value| it.as_str().unwrap_or_default().to_owned();
    out.iter()
        .map(|it| (word(&it["node"]["title"]), word(&it["label"])))
        .collect()
}

fn link(to: &str, label: &str) -> (String, String) {
    (to.to_owned(), label.to_owned())
}

#[tokio::test]
async fn changing_a_link_changes_the_text_and_undo_restores_both() {
    let harness = gate().await;
    let before = harness.changes();
    let args = json!({ "from": "Gate", "to": "Hall", "new_label": "Step in", "new_to": "Cave" });
    let answer = harness.ok("update_link", args).await;
    assert_eq!(answer["in_text"]["changed"], 1, "{answer:#}");
    assert_eq!(
        text(&harness).await,
        "Stone.\n\n- [[Step in->Cave]]\n- [[Yard]]"
    );
    assert_eq!(harness.changes(), before + 1, "one commit");
    harness.ok("undo", json!({})).await;
    assert_eq!(
        text(&harness).await,
        "Stone.\n\n- [[Go in->Hall]]\n- [[Yard]]"
    );

    let args = json!({ "from": "Gate", "to": "Yard" });
    let answer = harness.ok("remove_link", args).await;
    assert_eq!(answer["in_text"]["removed"], 1);
    assert_eq!(text(&harness).await, "Stone.\n\n- [[Go in->Hall]]");
    let args = json!({ "from": "Gate", "to": "Cave", "label": "Creep" });
    let answer = harness.ok("link_nodes", args).await;
    assert_eq!(answer["in_text"]["added"], true);
    let now = "Stone.\n\n- [[Go in->Hall]]\n- [[Creep->Cave]]";
    assert_eq!(text(&harness).await, now);
    let plain = json!({ "from": "Cave", "to": "Yard" });
    let answer = harness.ok("link_nodes", plain).await;
    assert_eq!(answer.get("in_text"), None, "a text without links stays so");
}

#[tokio::test]
async fn changing_a_text_link_changes_the_graph() {
    let harness = gate().await;
    assert_eq!(
        links(&harness).await,
        [link("Hall", "Go in"), link("Yard", "")]
    );
    let write = async |text: &str| {
        let args = json!({ "node": "Gate", "text": text });
        harness.ok("write_text", args).await["links"].clone()
    };
    let written = write("[[Enter->Hall]] [[Creep->Cave]] [[Up->Attic]]").await;
    assert_eq!(
        written["changed"],
        json!([{ "to": "Hall", "label": "Enter" }])
    );
    assert_eq!(
        written["linked"],
        json!([{ "to": "Cave", "label": "Creep" }])
    );
    assert_eq!(written["unlinked"], json!([{ "to": "Yard" }]));
    assert_eq!(written["unknown"], json!(["Attic"]));
    let now = [link("Hall", "Enter"), link("Cave", "Creep")];
    assert_eq!(links(&harness).await, now);

    let rule = json!({ "from": "Gate", "to": "Cave", "condition": "lamp" });
    harness.ok("update_link", rule).await;
    let written = write("Nothing here.").await;
    assert_eq!(
        written["unlinked"],
        json!([{ "to": "Hall", "label": "Enter" }])
    );
    assert_eq!(written["kept"], json!([{ "to": "Cave", "label": "Creep" }]));
    assert_eq!(links(&harness).await, [link("Cave", "Creep")]);
    assert_eq!(write("Still nothing.").await, Value::Null);
}

#[tokio::test]
async fn a_new_title_is_linked_from_the_texts_that_named_it_before() {
    let harness = TestHarness::new();
    let given = "Stone.\n\n[[Go in->Hall]]\n\n[[Yard]]\n\n[[Hide->Hall]]";
    let args = json!({ "title": "Gate", "text": given });
    let made = harness.ok("create_node", args).await;
    assert_eq!(made["links"]["unknown"], json!(["Hall", "Yard"]));
    harness.ok("create_node", json!({ "title": "Yard" })).await;
    let before = harness.changes();
    let made = harness.ok("create_node", json!({ "title": "Hall" })).await;
    assert_eq!(made["linked_from"][0]["title"], "Gate", "{made:#}");
    assert_eq!(harness.changes(), before + 1, "one commit");
    // In the order of the text, although the yard was created first.
    let all = [
        link("Hall", "Go in"),
        link("Yard", ""),
        link("Hall", "Hide"),
    ];
    assert_eq!(links(&harness).await, all);
    assert_eq!(text(&harness).await, given);
    harness.ok("undo", json!({})).await;
    assert_eq!(links(&harness).await, [link("Yard", "")]);

    // A node renamed to the title is linked too; a second node with that title is not.
    harness.ok("create_node", json!({ "title": "Cave" })).await;
    let renamed = json!({ "node": "Cave", "title": "Hall" });
    let renamed = harness.ok("rename_node", renamed).await;
    assert_eq!(renamed["linked_from"][0]["title"], "Gate", "{renamed:#}");
    assert_eq!(links(&harness).await, all);
    let again = harness.ok("create_node", json!({ "title": "Hall" })).await;
    assert!(again.get("linked_from").is_none(), "{again:#}");
    assert_eq!(links(&harness).await, all);
}

#[tokio::test]
async fn a_node_created_after_another_gets_the_label_from_its_text() {
    let harness = TestHarness::new();
    let args = json!({ "title": "Gate", "text": "Stone.\n\n[[Go in->Hall]]" });
    harness.ok("create_node", args).await;
    let args = json!({ "title": "Hall", "after": "Gate" });
    let made = harness.ok("create_node", args).await;
    assert_eq!(made["link"]["label"], "Go in", "{made:#}");
    assert_eq!(links(&harness).await, [link("Hall", "Go in")]);
    assert_eq!(text(&harness).await, "Stone.\n\n[[Go in->Hall]]");
}

#[tokio::test]
async fn linking_what_the_text_links_already_takes_that_link() {
    let harness = TestHarness::new();
    harness.node("Gate", "scene").await;
    harness
        .ok(
            "write_text",
            json!({ "node": "Gate", "text": "Cold. [[Go in->Hall]]" }),
        )
        .await;
    harness.node("Hall", "scene").await;
    let link = json!({ "from": "Gate", "to": "Hall", "label": "Go in" });
    let linked = harness.ok("link_nodes", link).await;
    let ruled = json!({ "from": "Gate", "to": "Hall", "label": "Go in", "condition": "gold >= 5" });
    let ruled = harness.ok("link_nodes", ruled).await;
    assert_eq!(ruled["edge"], linked["edge"]);
    assert_eq!(ruled["condition"], "gold >= 5");
    let map = harness.ok("read_map", json!({})).await;
    assert_eq!(map["edges"].as_array().unwrap().len(), 1);
    let text = harness.ok("read_text", json!({ "node": "Gate" })).await;
    assert_eq!(text["text"], "Cold. [[Go in->Hall]]");
}
