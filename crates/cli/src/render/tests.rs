//! Answers of every shape, as a terminal without colors shows them.

use capability::ToolAgentOutput;
use expect_test::{Expect, expect};
use serde_json::{Value, json};

use super::call_line;
use super::table::{cut, table};
use super::value::{notes, titled};

#[track_caller]
fn check(data: &Value, expected: &Expect) {
    let text = titled("", data, 60);
    expected.assert_eq(&anstream::adapter::strip_str(&text).to_string());
}

#[test]
fn aligns_short_fields_and_puts_long_ones_below() {
    let data = json!({
        "node": { "id": "019b7000-0000-7000-8000-000000000001", "title": "Thomas Anderson" },
        "count": 2,
        "start": true,
        "nothing": null,
        "text": "First line.\nSecond line.",
        "items": [{ "k": "Name", "v": "尼奥" }, { "k": "Role", "v": "the One" }],
    });
    check(
        &data,
        &expect![[r#"
            node   Thomas Anderson
            count  2
            start  yes

            text
            First line.
            Second line.

            items
            k     v
            Name  尼奥
            Role  the One
        "#]],
    );
}

#[test]
fn variables_are_shown_in_full_even_if_one_is_called_name() {
    check(
        &json!({ "node": { "id": "1", "title": "Well" }, "variables": { "coins": 3, "name": "Ada" } }),
        &expect![[r#"
            node       Well
            variables  coins 3, name Ada
        "#]],
    );
}

#[test]
fn a_difference_marks_additions_and_removals_without_color() {
    let data = json!([
        { "kind": "same", "text": "the " },
        { "kind": "removed", "text": "red" },
        { "kind": "added", "text": "blue" },
        { "kind": "same", "text": " door" },
    ]);
    check(
        &data,
        &expect![[r#"
            the [-red-]{+blue+} door
        "#]],
    );
}

#[test]
fn a_result_without_content_says_so() {
    for empty in [
        json!({}),
        json!({ "count": 0, "node_count": 0, "nodes": [] }),
    ] {
        check(
            &empty,
            &expect![[r#"
                nothing
            "#]],
        );
    }
    check(
        &json!({ "count": 0, "words": "moon" }),
        &expect![[r#"
            count  0
            words  moon
        "#]],
    );
}

#[test]
fn column_widths_follow_the_display_width() {
    let rows = [["主角", "x"], ["ab", "y"]].map(|row| row.map(str::to_owned).to_vec());
    let text = anstream::adapter::strip_str(&table(&["name", "v"], &rows, 40)).to_string();
    assert_eq!(text, "name  v\n主角  x\nab    y\n");
}

#[test]
fn truncates_wide_cells_with_an_ellipsis() {
    assert_eq!(cut("abcdef", 4), "abc…");
    assert_eq!(cut("主角名字", 6), "主角…");
    assert_eq!(cut("short", 5), "short");
}

#[test]
fn strips_terminal_control_characters() {
    check(
        &json!({ "title": "a\u{1b}[2Jb", "text": "one\ntwo\u{7}" }),
        &expect![[r#"
            title  a [2Jb

            text
            one
            two
        "#]],
    );
}

/// The answer of a call that wrote these versions, by title, capability and number.
fn wrote(all: &[(&str, &str, u32)]) -> ToolAgentOutput {
    let wrote = all.iter().map(|&(title, capability, number)| {
        json!({
            "node": null,
            "title": title,
            "capability": capability,
            "version": { "id": "019b7000-0000-7000-8000-000000000001", "number": number },
        })
    });
    let output = json!({
        "tool_name": "update_node_kv",
        "tool_call_id": "1",
        "tool_call_args": {},
        "status": "success",
        "result": { "module": "kv", "method": "update", "data": { "nodes": 4, "links": 0 } },
        "wrote": wrote.collect::<Vec<_>>(),
    });
    serde_json::from_value(output).unwrap()
}

#[track_caller]
fn check_line(output: &ToolAgentOutput, expected: &str) {
    let line = call_line(output);
    assert_eq!(anstream::adapter::strip_str(&line).to_string(), expected);
}

#[test]
fn shows_a_call_on_one_line_with_node_and_version() {
    check_line(
        &wrote(&[("Thomas Anderson", "kv", 2)]),
        "✓ update_node_kv · Thomas Anderson · kv v2",
    );
    check_line(
        &wrote(&[("A", "node", 1), ("A", "layout", 1), ("B", "kv", 3)]),
        "✓ update_node_kv · A · new · B · kv v3",
    );
    let mut output = wrote(&[("A", "node", 2), ("A", "layout", 3)]);
    check_line(&output, "✓ update_node_kv · A · node v2, layout v3");
    output.wrote.iter_mut().for_each(|it| it.version = None);
    check_line(&output, "✓ update_node_kv · A · removed");
}

#[test]
fn shows_a_call_on_many_nodes_by_counts() {
    let many = [
        ("A", "kv", 1),
        ("B", "kv", 1),
        ("C", "kv", 1),
        ("D", "kv", 1),
    ];
    check_line(&wrote(&many), "✓ update_node_kv · 4 nodes");
    let mut output = wrote(&many);
    output.result.as_mut().unwrap().data = json!({ "nodes": 4, "groups": 1 });
    check_line(&output, "✓ update_node_kv · 4 nodes, 1 group");
    output.result.as_mut().unwrap().data = json!({ "count": 1, "undone": ["tidy_map"] });
    check_line(&output, "✓ update_node_kv · 4 versions");
    output.ui_hints =
        serde_json::from_value(json!({ "template": "message", "title": "Undid it", "fields": {} }))
            .ok();
    assert!(output.ui_hints.is_some());
    check_line(&output, "✓ update_node_kv · Undid it");
}

#[test]
fn shows_a_failed_call_with_its_code() {
    let output = json!({
        "tool_name": "show_node",
        "tool_call_id": "1",
        "tool_call_args": {},
        "status": "failure",
        "error": { "code": "NOT_FOUND", "message": "there is no node \"X\"" },
    });
    let output = serde_json::from_value(output).unwrap();
    check_line(&output, "✗ show_node · NOT_FOUND: there is no node \"X\"");
}

#[test]
fn warnings_follow_their_position_like_compiler_messages() {
    let data = json!({
        "nodes": 2,
        "warnings": [
            { "file": "acts/one.twee", "line": 4, "what": "link_target_missing",
              "parts": { "target": "Moon" }, "message": "A link leads to “Moon”." },
            { "file": "b.xhtml", "what": "page_missing", "parts": {}, "message": "It is missing." },
            { "line": 7, "what": "invalid_ifid", "parts": {}, "message": "No ifid." },
            { "what": "story_data_missing", "parts": {}, "message": "No \u{1b}[31mStoryData." },
        ],
        "more_warnings": 3,
    });
    let text = notes(&data, 60);
    expect![[r#"
        acts/one.twee:4: A link leads to “Moon”.
        b.xhtml: It is missing.
        line 7: No ifid.
        No [31mStoryData.
        and 3 more
    "#]]
    .assert_eq(&anstream::adapter::strip_str(&text).to_string());
}

#[test]
fn what_a_change_leaves_to_decide_is_shown() {
    let data = json!({
        "count": 2,
        "conflicts": [
            { "node": { "id": "01a227f6-82c5-71a6-ba6a-7f70fb0976b8", "title": "Hall" },
              "what": "Hall", "capability": "text", "places": 1 },
        ],
        "links": { "linked": [{ "to": "Bath" }], "unknown": ["Tavren"] },
        "mentions": [],
    });
    let text = notes(&data, 60);
    expect![[r#"
        conflicts  Hall text
        unknown    Tavren
    "#]]
    .assert_eq(&anstream::adapter::strip_str(&text).to_string());
}
