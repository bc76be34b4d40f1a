//! Parsing of prose: styles, headings, and text that is left unchanged.

use expect_test::expect;

use super::*;

fn outline(text: &str) -> String {
    let line = |block: &Block| {
        let runs: Vec<_> = block
            .runs
            .iter()
            .map(|it| {
                let Style {
                    italic,
                    bold,
                    strikethrough,
                    code,
                } = it.style;
                let marks = [
                    (italic, "i"),
                    (bold, "b"),
                    (strikethrough, "s"),
                    (code, "c"),
                ];
                let marks: String = marks.iter().filter(|it| it.0).map(|it| it.1).collect();
                let link = it.link.as_deref().unwrap_or_default();
                format!("{marks}{:?}{link}", it.text)
            })
            .collect();
        format!(
            "{:?} {} {}\n",
            block.kind,
            block.quote_depth,
            runs.join(" ")
        )
    };
    blocks(text).iter().map(line).collect()
}

#[test]
fn parses_blocks_and_runs() {
    expect![[r#"
        Heading(2) 0 "At the *dock*"
        Paragraph 0 "Rain.\nMore " b"rain" " & " ib"fog" "."
        Paragraph 1 "He said:"
        Item { depth: 1, mark: Bullet } 1 "one"
        Item { depth: 2, mark: Number(3) } 1 "three"
        Item { depth: 2, mark: None } 1 "still"
        Rule 0 
        Code 0 "let  x;"
        Paragraph 0 "<b onclick=\"x\">bold</b> " "web"https://example.org/ " and trap"
    "#]]
    .assert_eq(&outline(
        "## At the \\*dock\\*\nRain.\nMore **rain** & ***fog***.\n\n> He said:\n> - one\n>\n>   3. three\n>\n>      still\n\n---\n```\nlet  x;\n```\n<b onclick=\"x\">bold</b> [web](https://example.org/) and [trap](javascript:alert(1))",
    ));
}

#[test]
fn shows_passage_links_as_their_labels() {
    expect![[r#"
        Paragraph 0 "He opened the red door and left."
        Paragraph 0 "雨下了一夜。\n\u{3000}\u{3000}有人。"
    "#]]
    .assert_eq(&outline(
        "He opened [[the red door->Red]] and left.\n\n[[Go on]]\n* [[Go back<-x]]\n[[Home|Yard]]\n\n雨下了一夜。\n　　有人。\n",
    ));
}

#[test]
fn keeps_indented_lines_as_prose() {
    expect![[r#"
        Paragraph 0 "Long ago"
        Paragraph 0 "there was rain."
    "#]]
    .assert_eq(&outline("    Long ago\n\n    there was rain."));
}

#[test]
fn bounds_depth_in_linear_time() {
    let deep = outline(&("> ".repeat(5_000) + "x"));
    assert!(deep.starts_with("Paragraph 8 "), "{deep}");
    assert!(!outline(&"[[".repeat(100_000)).is_empty());
}
