//! Tables of instructions and the calls they become: `english.txt` and `chinese.txt`, each
//! instruction on its own line with its calls below. `UPDATE_EXPECT=1` regenerates the calls.

use std::collections::HashMap;
use std::fmt::Write as _;

use expect_test::{ExpectFile, expect_file};

use model::conversation::EditingContext;

use super::{hero, payload, scene, tools};
use crate::commands::plan::{Notice, Plan};
use crate::commands::prompt_context::PromptContext;

/// The instructions of a table, planned: lines beginning with `#` select the node being edited.
fn planned(table: &str) -> (usize, String) {
    let tools = tools();
    let mut node = hero();
    let (mut count, mut output) = (0, String::new());
    for line in table.lines().filter(|it| !it.starts_with("    ")) {
        writeln!(output, "{line}").unwrap();
        match line {
            "# the hero is open" => node = hero(),
            "# a scene is open" => node = scene(),
            "" => {}
            instruction => {
                count += 1;
                let instruction = instruction.replace("\\n", "\n");
                let editing = EditingContext {
                    node: node.clone(),
                    ..EditingContext::default()
                };
                let known = PromptContext::read(&payload(&instruction), Some(&editing));
                output += &render(&Plan::make(&known, &tools));
            }
        }
    }
    (count, output)
}

fn render(plan: &Plan) -> String {
    let mut output = String::new();
    for call in &plan.lookups {
        writeln!(output, "    first {} {}", call.name, call.args).unwrap();
    }
    for call in &plan.calls {
        writeln!(output, "    {} {}", call.name, call.args).unwrap();
    }
    for notice in &plan.notices {
        match notice {
            Notice::NotUnderstood(words) => {
                writeln!(output, "    not understood: {words}").unwrap()
            }
            Notice::CreativeWriting(words) => {
                writeln!(output, "    cannot invent: {words}").unwrap()
            }
            notice => writeln!(output, "    says {notice:?}").unwrap(),
        }
    }
    output
}

fn check(table: &str, file: &ExpectFile) {
    let (count, output) = planned(table);
    assert!(count >= 75, "{count} instructions are too few");
    file.assert_eq(&output);
}

#[test]
fn english_instructions_match_the_expected_calls() {
    check(include_str!("english.txt"), &expect_file!["./english.txt"]);
}

/// The traditional forms of every character that has any.
fn traditional_forms() -> HashMap<char, Vec<char>> {
    let mut forms: HashMap<char, Vec<char>> = HashMap::new();
    for sign in ('\u{4e00}'..='\u{9fff}').filter(|it| model::to_simplified_char(*it) != *it) {
        let simplified = model::to_simplified_char(sign);
        forms.entry(simplified).or_default().push(sign);
    }
    forms
}

#[test]
fn understands_every_traditional_variant() {
    let forms = traditional_forms();
    let table = include_str!("chinese.txt");
    let calls = |table: &str| model::simplified(&planned(table).1);
    for which in 0..3 {
        let written = |c: char| forms.get(&c).map_or(c, |it| it[which % it.len()]);
        let is_ours = |it: &&str| !it.starts_with("    ");
        for line in table.lines().filter(is_ours) {
            let traditional: String = line.chars().map(written).collect();
            for editing in ["# the hero is open", "# a scene is open"] {
                let twin = calls(&format!("{editing}\n{traditional}"));
                assert_eq!(twin, calls(&format!("{editing}\n{line}")), "{traditional}");
            }
        }
    }
}

#[test]
fn chinese_instructions_match_the_expected_calls() {
    check(include_str!("chinese.txt"), &expect_file!["./chinese.txt"]);
}
