//! Previews of imports, and prose divided in other ways.

use serde_json::{Value, json};

use crate::tests::TestHarness;

const DIARY: &str = "PART ONE\n\nChapter 1\n\nDay 1\n\nIt rained all day.\n\nPART TWO\n\nChapter 2\n\nDay 2\n\nFog.\n\nDay 3\n\nSun.\n";

fn of(content: &str, split: Option<&str>) -> Value {
    json!({ "content": content, "file_name": "diary.txt", "split": split })
}

#[tokio::test]
async fn prose_is_shown_divided_before_it_is_imported() {
    let harness = TestHarness::new();
    let seen = harness.ok("preview_import", of(DIARY, None)).await;
    assert_eq!(seen["format"], "novel");
    assert_eq!((&seen["nodes"], &seen["groups"]), (&json!(2), &json!(2)));
    assert_eq!(seen["split"], "automatic");
    let titles = |seen: &Value| -> Vec<String> {
        let first = seen["first"].as_array().unwrap().iter();
        first
            .map(|it| it["title"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(titles(&seen), ["Chapter 1", "Chapter 2"]);
    assert_eq!(seen["first"][0]["group"], "PART ONE");
    let counts = json!([{ "split": "headings", "nodes": 1 }, { "split": "none", "nodes": 1 }]);
    assert_eq!(seen["other_splits"], counts);

    let days = harness.ok("preview_import", of(DIARY, Some("day *"))).await;
    assert!(titles(&days).ends_with(&["Day 1", "Day 2", "Day 3"].map(str::to_owned)));
    assert_eq!(days["split"], "day *");
    let counts = days["other_splits"].as_array().unwrap();
    assert_eq!(counts[0], json!({ "split": "automatic", "nodes": 2 }));

    // The preview imported nothing, and the import does what was previewed.
    let outline = harness.ok("outline", json!({})).await;
    assert_eq!(outline["nodes"], 0, "{outline}");
    let imported = harness.ok("import_story", of(DIARY, Some("day *"))).await;
    assert_eq!(imported["nodes"], days["nodes"]);
    let first = imported["first"].as_array().unwrap();
    let named = first.iter().map(|it| it["title"].as_str().unwrap());
    assert!(named.eq(titles(&days).iter().map(String::as_str)));
}

#[tokio::test]
async fn a_file_that_says_what_its_nodes_are_is_not_divided() {
    let harness = TestHarness::new();
    let twee = ":: Start\nHello [[World]]\n\n:: World\nBye.\n";
    let given = json!({ "content": twee, "file_name": "a.twee" });
    let seen = harness.ok("preview_import", given).await;
    assert_eq!(
        (&seen["format"], &seen["nodes"]),
        (&json!("twee"), &json!(2))
    );
    assert!(seen.get("split").is_none() && seen.get("other_splits").is_none());
    let given = json!({ "content": twee, "file_name": "a.twee", "split": "none" });
    for tool in ["preview_import", "import_story"] {
        let error = harness.fails(tool, given.clone()).await;
        assert!(error.contains("only prose is divided"), "{error}");
    }
}
