//! A table of attributes is edited in a spreadsheet and comes back.

use serde_json::{Value, json};

use super::{adopt, story};

#[tokio::test]
async fn a_table_of_attributes_comes_back_from_a_spreadsheet() {
    let harness = story().await;
    let pairs = json!([{ "k": "Age", "v": "12" }, { "k": "Note", "v": "=1" }]);
    let args = json!({ "node": "Dusk", "kv": pairs });
    harness.ok("update_node_kv", args).await;
    let file = harness.ok("export_story", json!({ "format": "csv" })).await;
    let table = file["content"].as_str().unwrap().to_owned();
    let as_it_was = json!({ "content": table, "file_name": "cast.csv" });
    let preview = harness.ok("preview_import", as_it_was.clone()).await;
    assert_eq!(
        [&preview["format"], &preview["nodes_of_story"]],
        [&json!("csv"), &json!(4)]
    );
    let report = harness.ok("import_edits", as_it_was.clone()).await;
    assert_eq!(
        [&report["unchanged"], &report["draft"]],
        [&json!(4), &Value::Null],
        "{report:#}"
    );
    // Changed here since, with the same values in the table.
    let pairs = json!([{ "k": "Home", "v": "Lighthouse" }]);
    harness
        .ok("update_node_kv", json!({ "node": "Mei", "kv": pairs }))
        .await;
    let report = harness.ok("import_edits", as_it_was).await;
    assert_eq!(report["draft"], Value::Null, "{report:#}");
    // As Excel writes it where decimals have commas, with a row added and one filtered away.
    let rows = table
        .replace(',', ";")
        .replace("Mei;character;2;30;", "Lin Mei;character;2;31;");
    let rows = rows
        .lines()
        .filter(|it| !it.contains("Dawn"))
        .collect::<Vec<_>>()
        .join("\r\n");
    let rows = rows.replace("12;", ";") + "\r\n;Neo;character;;37;;Zion\r\n";
    let report = harness.ok("import_edits", json!({ "content": rows })).await;
    assert_eq!(
        [
            &report["count"],
            &report["added"],
            &report["removed"],
            &report["conflicts"]
        ],
        [&json!(2), &json!(1), &json!(0), &json!(0)],
        "{report:#}\n{rows}"
    );
    adopt(&harness, &report).await;
    let kv = async |node: &str| {
        let read = harness.ok("read_node_kv", json!({ "node": node })).await;
        read["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| format!("{} {}", it["k"], it["v"]))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        kv("Lin Mei").await,
        ["\"Age\" \"31\"", "\"Home\" \"Lighthouse\""]
    );
    assert_eq!(kv("Dusk").await, ["\"Note\" \"=1\""]);
    assert_eq!(kv("Neo").await, ["\"Age\" \"37\"", "\"Home\" \"Zion\""]);
    // The row that was added is known now.
    let again = harness.ok("import_edits", json!({ "content": rows })).await;
    assert_eq!(
        [&again["added"], &again["draft"]],
        [&json!(0), &Value::Null],
        "{again:#}"
    );
}
