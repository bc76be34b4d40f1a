//! Keeps the code as ARCHITECTURE.md describes it: dependencies, lists, headers, sizes, requirement
//! ids, licenses, translations. Each rule is a pure function from text to findings, applied to the
//! repository and to one case that must fail.

mod costs;
mod crates;
mod cycles;
mod dependencies;
mod glossary;
mod readings;
mod requirements;
mod sources;
mod translations;

use std::path::Path;

use crate::support::root;

/// A file of the repository, or an empty text where it is missing, which the rules then report.
fn text_of(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_default()
}

/// A source file: its path from the root with forward slashes, and its text.
struct Source {
    path: String,
    text: String,
}

/// Every file of an extension below some folders, in order.
fn sources(folders: &[&str], extension: &str) -> Vec<Source> {
    let mut found = Vec::new();
    for folder in folders {
        walk(&root().join(folder), extension, &mut found);
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

fn walk(folder: &Path, extension: &str, found: &mut Vec<Source>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        let name = entry.file_name();
        if path.is_dir() {
            if name != "target" && name != "node_modules" {
                walk(&path, extension, found);
            }
        } else if path.extension().is_some_and(|it| it == extension) {
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            let path = path
                .strip_prefix(root())
                .expect("below the root")
                .to_owned();
            found.push(Source {
                path: path.to_string_lossy().replace('\\', "/"),
                text,
            });
        }
    }
}

/// Fails with all findings at once.
#[track_caller]
fn assert_none(findings: &[String]) {
    assert!(findings.is_empty(), "\n{}\n", findings.join("\n"));
}
