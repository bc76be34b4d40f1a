//! A Word document goes to an editor and comes back with changes.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use formats::Folder;
use serde_json::{Value, json};

use crate::tests::TestHarness;

/// Three scenes, the second with a choice.
async fn story() -> TestHarness {
    let harness = TestHarness::new();
    for (title, text) in [
        ("Dawn", "It *was* light. Nobody came.\n\nThe bell rang."),
        ("Noon", "They waited. [[Leave->Dusk]]"),
        ("Dusk", "Dark."),
    ] {
        let args = json!({ "title": title, "kind": "scene", "text": text });
        harness.ok("create_node", args).await;
    }
    for (from, to) in [("Dawn", "Noon"), ("Noon", "Dusk")] {
        let label = if from == "Noon" { "Leave" } else { "" };
        let args = json!({ "from": from, "to": to, "label": label });
        harness.ok("link_nodes", args).await;
    }
    harness.ok("set_start", json!({ "node": "Dawn" })).await;
    let args = json!({ "node": "Dawn", "passage": "The bell", "says": "Which bell?" });
    harness.ok("add_finding", args).await;
    harness
}

async fn exported(harness: &TestHarness) -> Vec<u8> {
    let args = json!({ "format": "docx", "comments": true });
    let file = harness.ok("export_story", args).await;
    STANDARD.decode(file["content"].as_str().unwrap()).unwrap()
}

/// The document with words of its text replaced.
fn edited(document: &[u8], changes: &[(&str, &str)]) -> Vec<u8> {
    let mut folder = Folder::unpack(document).unwrap();
    let text = &folder.files["word/document.xml"];
    let mut text = String::from_utf8(text.clone()).unwrap();
    for (before, after) in changes {
        assert!(text.contains(before), "{before} in {text}");
        text = text.replacen(before, after, 1);
    }
    folder.put("word/document.xml", text);
    folder.pack(&["[Content_Types].xml"])
}

fn arguments(document: &[u8]) -> Value {
    let content = STANDARD.encode(document);
    json!({ "content": content, "encoding": "base64", "file_name": "From Mia.docx" })
}

async fn text(harness: &TestHarness, node: &str) -> Value {
    harness.ok("read_text", json!({ "node": node })).await["text"].take()
}

#[tokio::test]
async fn a_document_with_numbered_sections_comes_back_too() {
    let harness = story().await;
    let text = "The bell rang.{{if visited(\"Noon\")}} Again.{{end}}";
    let args = json!({ "node": "Dusk", "text": text });
    harness.ok("write_text", args).await;
    let enter = json!({ "node": "Dusk", "effect": "bells += 1" });
    harness.ok("set_enter_effect", enter).await;
    for numbering in ["in_order", "shuffled"] {
        let args = json!({ "format": "docx", "numbering": numbering });
        let file = harness.ok("export_story", args).await;
        let document = STANDARD.decode(file["content"].as_str().unwrap()).unwrap();
        let nothing = harness.ok("import_edits", arguments(&document)).await;
        assert_eq!(nothing["unchanged"], 3, "{numbering}: {nothing:#}");
        let changed = edited(&document, &[("Nobody came.", "No one came.")]);
        let report = harness.ok("import_edits", arguments(&changed)).await;
        assert_eq!(report["count"], 1, "{numbering}: {report:#}");
    }
}

#[tokio::test]
async fn changes_of_a_document_wait_in_a_draft_and_keep_what_was_written_since() {
    let harness = story().await;
    let document = exported(&harness).await;
    let nothing = harness.ok("import_edits", arguments(&document)).await;
    assert_eq!(
        (&nothing["count"], &nothing["unchanged"], &nothing["draft"]),
        (&json!(0), &json!(3), &Value::Null)
    );

    let args =
        json!({ "node": "Dawn", "text": "It *was* light. Nobody came.\n\nThe great bell rang." });
    harness.ok("write_text", args).await;
    let words = |it: &str| format!("<w:r><w:t xml:space=\"preserve\">{it}</w:t></w:r>");
    let run = words("They waited. Leave");
    let commented = format!(
        "<w:commentRangeStart w:id=\"7\"/>{}<w:commentRangeEnd w:id=\"7\"/><w:r><w:commentReference \
         w:id=\"7\"/></w:r>{}",
        words("They waited."),
        words(" Leave")
    );
    let changes = [
        ("Nobody came.", "No one came."),
        (run.as_str(), commented.as_str()),
        (">Dark.<", ">It grew dark.<"),
    ];
    let mut folder = Folder::unpack(&edited(&document, &changes)).unwrap();
    let comments = String::from_utf8(folder.files["word/comments.xml"].clone()).unwrap();
    let more = "<w:comment w:id=\"7\" w:author=\"Mia\"><w:p><w:r><w:t>How long?</w:t></w:r></w:p>\
                </w:comment></w:comments>";
    folder.put("word/comments.xml", comments.replace("</w:comments>", more));
    let report = harness
        .ok("import_edits", arguments(&folder.pack(&[])))
        .await;
    let titles = |list: &Value| -> Vec<String> {
        let nodes = list.as_array().unwrap().iter();
        nodes
            .map(|it| it["title"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(titles(&report["changed"]), ["Dawn", "Dusk"]);
    assert_eq!(
        [
            &report["unchanged"],
            &report["comments"],
            &report["conflicts"]
        ],
        [&json!(1), &json!(1), &json!(0)]
    );
    // Nothing of the story has changed yet.
    assert_eq!(text(&harness, "Dusk").await, "Dark.");
    let drafts = harness.ok("list_drafts", json!({})).await;
    assert_eq!(drafts["drafts"][0]["title"], "From Mia.docx");
    let draft = report["draft"].clone();
    harness.ok("adopt_draft", json!({ "draft": draft })).await;
    assert_eq!(
        text(&harness, "Dawn").await,
        "It *was* light. No one came.\n\nThe great bell rang."
    );
    assert_eq!(text(&harness, "Noon").await, "They waited. [[Leave->Dusk]]");
    assert_eq!(text(&harness, "Dusk").await, "It grew dark.");
    let found = harness.ok("list_findings", json!({})).await;
    let said: Vec<_> = found["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| {
            (
                it["author"].clone(),
                it["says"].clone(),
                it["passage"]["quote"].clone(),
            )
        })
        .collect();
    assert_eq!(
        said,
        [
            (Value::Null, json!("Which bell?"), json!("The bell")),
            (json!("Mia"), json!("How long?"), json!("They waited.")),
        ]
    );
}

#[tokio::test]
async fn answers_to_a_comment_come_back_with_the_document() {
    let harness = story().await;
    let listed = harness.ok("list_findings", json!({})).await;
    let args = json!({ "finding": listed["findings"][0]["finding"], "says": "The big one." });
    harness.ok("reply_to_finding", args).await;
    let document = exported(&harness).await;
    let report = harness.ok("import_edits", arguments(&document)).await;
    assert_eq!(report["draft"], Value::Null, "{report}");

    let mut folder = Folder::unpack(&document).unwrap();
    let mut add = |path: &str, end: &str, more: &str| {
        let text = String::from_utf8(folder.files[path].clone()).unwrap();
        assert!(text.contains(end), "{text}");
        folder.put(path, text.replace(end, &format!("{more}{end}")));
    };
    let paragraph = "<w:p w14:paraId=\"00000009\"><w:r><w:t>Thanks.</w:t></w:r></w:p>";
    add(
        "word/comments.xml",
        "</w:comments>",
        &format!("<w:comment w:id=\"8\" w:author=\"Mia\">{paragraph}</w:comment>"),
    );
    add(
        "word/commentsExtended.xml",
        "</w15:commentsEx>",
        "<w15:commentEx w15:paraId=\"00000009\" w15:paraIdParent=\"00000001\"/>",
    );
    let report = harness
        .ok("import_edits", arguments(&folder.pack(&[])))
        .await;
    assert_eq!(report["comments"], 1, "{report}");
    harness
        .ok("adopt_draft", json!({ "draft": report["draft"] }))
        .await;
    let listed = harness.ok("list_findings", json!({})).await;
    assert_eq!(listed["count"], 1, "{listed}");
    assert_eq!(
        listed["findings"][0]["replies"],
        json!([
            { "says": "The big one." },
            { "says": "Thanks.", "author": "Mia" },
        ])
    );
}

#[tokio::test]
async fn scenes_that_a_document_lacks_are_named_and_stay() {
    let harness = story().await;
    let document = exported(&harness).await;
    let text = Folder::unpack(&document).unwrap().files["word/document.xml"].clone();
    let text = String::from_utf8(text).unwrap();
    let begin =
        text.find("<w:p><w:pPr><w:pStyle w:val=\"Heading1\"/></w:pPr><w:bookmarkStart w:id=\"6\"");
    let end = text.find("<w:sectPr").unwrap();
    let gone = &text[begin.unwrap()..end];
    let report = harness
        .ok("import_edits", arguments(&edited(&document, &[(gone, "")])))
        .await;
    assert_eq!(report["missing"][0]["title"], "Dusk");
    assert_eq!(
        (&report["count"], &report["unchanged"]),
        (&json!(0), &json!(2))
    );
}

#[tokio::test]
async fn documents_of_other_origin_are_refused() {
    let harness = story().await;
    let document = exported(&harness).await;
    let other = TestHarness::new();
    for (bytes, harness, expected) in [
        (
            b"Dawn. It was light.".to_vec(),
            &harness,
            "not a file that was exported",
        ),
        (document.clone(), &other, "from another story"),
        (
            b"PK\x03\x04 broken".to_vec(),
            &harness,
            "this file cannot be read",
        ),
    ] {
        let refused = harness.fails("import_edits", arguments(&bytes)).await;
        assert!(refused.contains(expected), "{refused}");
    }
}

#[tokio::test]
async fn an_open_document_with_a_new_footnote_comes_back_too() {
    let harness = story().await;
    let names = Folder::unpack(&exported(&harness).await).unwrap();
    let names = String::from_utf8(names.files["word/document.xml"].clone()).unwrap();
    let bookmarks: Vec<&str> = names
        .split("w:name=\"")
        .skip(1)
        .map(|it| it.split('"').next().unwrap())
        .filter(|it| it.len() == 33)
        .collect();
    let heading = |at: usize, title: &str| {
        // In the other order, and as places rather than ranges.
        format!(
            "<text:h text:outline-level=\"1\"><text:bookmark text:name=\"{}\"/><text:bookmark \
             text:name=\"{}\"/>{title}</text:h>",
            bookmarks[2 * at + 1],
            bookmarks[2 * at]
        )
    };
    let italic = "<style:style style:name=\"T1\"><style:text-properties \
                  fo:font-style=\"italic\"/></style:style>";
    let note = "<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Of \
                bronze.</text:p></text:note-body></text:note>";
    let content = format!(
        "<d><office:automatic-styles>{italic}</office:automatic-styles><office:text>{}<text:p>It \
         <text:span text:style-name=\"T1\">was</text:span> light. Nobody came.</text:p><text:p>The \
         bell{note} rang.</text:p>{}<text:p>They waited. Leave</text:p><text:p>→ Leave</text:p>{}<text:p>Dark.\
         </text:p></office:text></d>",
        heading(0, "Dawn"),
        heading(1, "Noon"),
        heading(2, "Dusk")
    );
    let mut folder = Folder::default();
    folder.put("mimetype", "application/vnd.oasis.opendocument.text");
    folder.put("META-INF/manifest.xml", "<manifest/>");
    folder.put("content.xml", content);
    let report = harness
        .ok("import_edits", arguments(&folder.pack(&["mimetype"])))
        .await;
    assert_eq!(
        [
            &report["count"],
            &report["unchanged"],
            &report["changed"][0]["title"]
        ],
        [&json!(1), &json!(2), &json!("Dawn")]
    );
    harness.ok("adopt_draft", json!({})).await;
    assert_eq!(
        text(&harness, "Dawn").await,
        "It *was* light. Nobody came.\n\nThe bell[1] rang.\n\n[1] Of bronze."
    );
}
