//! The command lines in the documents are ones that the program takes.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Command;
use host::Studio;

use super::root;

/// What is not an option of ours: it follows the `--` of cargo.
const CARGO: [&str; 2] = ["-p storyteller", "--test it"];

fn documents() -> Vec<PathBuf> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found: Vec<PathBuf> = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"]
        .map(|it| top.join(it))
        .into();
    let mut folders = vec![top.join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "md") {
                found.push(path);
            }
        }
    }
    found
}

/// The command lines of a document: in blocks of code, and in code within a line.
fn command_lines(text: &str) -> Vec<&str> {
    let (mut found, mut in_block) = (Vec::new(), false);
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            in_block = !in_block;
            continue;
        }
        let pieces: Vec<&str> = match in_block {
            true => vec![line],
            false => line.split('`').skip(1).step_by(2).collect(),
        };
        let ours = pieces.into_iter().filter_map(|it| {
            let is_cargo = CARGO.iter().any(|cargo| it.contains(cargo));
            let (_, after) = it.split_once("storyteller ")?;
            (!is_cargo).then_some(after)
        });
        found.extend(ours);
    }
    found
}

/// What the program does not take of a command line.
fn unknown<'t>(root: &Command, line: &'t str) -> Vec<&'t str> {
    let line = line.split(" #").next().unwrap_or_default();
    let mut words = line
        .split_whitespace()
        .map(|it| it.trim_matches(['"', ')', '(']));
    let Some(name) = words.next().filter(|it| is_name(it)) else {
        return Vec::new();
    };
    let Some(mut command) = root.find_subcommand(name) else {
        return vec![name];
    };
    let mut unknown = Vec::new();
    for word in words {
        if ["|", "<", ">", "&&", "--"].contains(&word) {
            break;
        }
        if let Some(option) = word.strip_prefix("--") {
            let option = option.split('=').next().unwrap_or(option);
            let takes = |it: &clap::Arg| {
                let aliases = it.get_all_aliases().unwrap_or_default();
                it.get_long() == Some(option) || aliases.contains(&option)
            };
            let is_known = option == "help" || command.get_arguments().any(takes);
            if !is_known {
                unknown.push(word);
            }
        } else if let Some(nested) = command.find_subcommand(word) {
            command = nested;
        }
    }
    unknown
}

fn is_name(word: &str) -> bool {
    let is_letter = |it: char| it.is_ascii_lowercase() || "_-".contains(it);
    word.len() > 1 && word.chars().all(is_letter)
}

#[test]
fn command_lines_in_the_documents_name_commands_and_options_that_exist() {
    let specs = Studio::specs();
    let root = root(&specs);
    assert_eq!(
        unknown(&root, "export a.story --format pdf --colour red"),
        ["--colour"]
    );
    let (mut lines, mut wrong) = (0, Vec::new());
    for path in documents() {
        let text = fs::read_to_string(&path).unwrap();
        for line in command_lines(&text) {
            lines += 1;
            let unknown = unknown(&root, line);
            if !unknown.is_empty() {
                wrong.push(format!("{}: {unknown:?} of {line}", path.display()));
            }
        }
    }
    assert!(lines > 50, "{lines} command lines were found");
    assert!(wrong.is_empty(), "{wrong:#?}");
}
