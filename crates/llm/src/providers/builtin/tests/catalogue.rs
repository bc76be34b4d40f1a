//! Tables of instructions and what they become: `english.txt` and `chinese.txt`, each instruction on
//! a line of its own, the calls below it. `UPDATE_EXPECT=1` writes them anew from the instructions.

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

#[test]
fn chinese_instructions_become_these_calls() {
    check(include_str!("chinese.txt"), &expect_file!["./chinese.txt"]);
}
