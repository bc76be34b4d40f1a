//! Tables of instructions and what they become: `english.txt` and `chinese.txt`, each instruction on
//! a line of its own, the calls below it. `UPDATE_EXPECT=1` writes them anew from the instructions.

use std::collections::HashMap;
use std::fmt::Write as _;

use expect_test::{ExpectFile, expect_file};

use super::{HERO, SCENE, payload, tools};
use crate::providers::builtin::plan::{Note, Plan};
use crate::providers::builtin::surroundings::Surroundings;

/// The instructions of a table, planned: lines beginning with `#` choose the node being edited.
fn planned(table: &str) -> (usize, String) {
    let tools = tools();
    let mut system = HERO;
    let (mut count, mut said) = (0, String::new());
    for line in table.lines().filter(|it| !it.starts_with("    ")) {
        writeln!(said, "{line}").unwrap();
        match line {
            "# the hero is open" => system = HERO,
            "# a scene is open" => system = SCENE,
            "" => {}
            instruction => {
                count += 1;
                let instruction = instruction.replace("\\n", "\n");
                let known = Surroundings::read(&payload(system, &instruction));
                said += &render(&Plan::make(&known, &tools));
            }
        }
    }
    (count, said)
}

fn render(plan: &Plan) -> String {
    let mut said = String::new();
    for call in &plan.lookups {
        writeln!(said, "    first {} {}", call.name, call.args).unwrap();
    }
    for call in &plan.calls {
        writeln!(said, "    {} {}", call.name, call.args).unwrap();
    }
    for note in &plan.notes {
        match note {
            Note::NotUnderstood(words) => writeln!(said, "    not understood: {words}").unwrap(),
            Note::Invention(words) => writeln!(said, "    cannot invent: {words}").unwrap(),
            note => writeln!(said, "    says {note:?}").unwrap(),
        }
    }
    said
}

fn check(table: &str, file: &ExpectFile) {
    let (count, said) = planned(table);
    assert!(count >= 75, "{count} instructions are too few");
    file.assert_eq(&said);
}

#[test]
fn english_instructions_become_these_calls() {
    check(include_str!("english.txt"), &expect_file!["./english.txt"]);
}

/// The traditional forms of every sign that has any.
fn traditional_forms() -> HashMap<char, Vec<char>> {
    let mut forms: HashMap<char, Vec<char>> = HashMap::new();
    for sign in ('\u{4e00}'..='\u{9fff}').filter(|it| model::simplified_sign(*it) != *it) {
        let simplified = model::simplified_sign(sign);
        forms.entry(simplified).or_default().push(sign);
    }
    forms
}

#[test]
fn whichever_traditional_signs_chinese_is_written_with_it_means_the_same() {
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
fn chinese_instructions_become_these_calls() {
    check(include_str!("chinese.txt"), &expect_file!["./chinese.txt"]);
}
