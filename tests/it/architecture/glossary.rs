//! Words that `docs/glossary.md` has replaced do not come back as identifiers, and the metaphors of
//! the first design not in comments. Not here: other prose, which a reader judges.

use super::{Source, assert_none, sources, text_of};

/// The type names in backquotes in the last column ("not") of every table of the page.
fn replaced(page: &str) -> Vec<&str> {
    let rows = page.lines().filter(|it| it.starts_with('|'));
    let last = rows.filter_map(|it| it.trim_end_matches('|').rsplit('|').next());
    let names = last.flat_map(|it| it.split('`').skip(1).step_by(2));
    names
        .filter(|it| it.starts_with(char::is_uppercase))
        .collect()
}

/// The names of a text: runs of letters, digits and underscores.
fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
}

fn used_again(files: &[Source], replaced: &[&str]) -> Vec<String> {
    let mut findings = Vec::new();
    for file in files {
        let lines = file.text.lines().enumerate();
        for (line, text) in lines.filter(|it| !it.1.trim_start().starts_with("//")) {
            for name in names(text).filter(|it| replaced.contains(it)) {
                findings.push(format!("{}:{}: {name}", file.path, line + 1));
            }
        }
    }
    findings
}

#[test]
fn replaced_words_are_not_used_as_identifiers() {
    let page = text_of("docs/glossary.md");
    let replaced = replaced(&page);
    assert!(replaced.len() > 10, "the glossary lists replaced names");
    let mut files = sources(&["crates", "capabilities", "src-tauri", "tests"], "rs");
    files.extend(sources(&["ui/src"], "ts"));
    files.extend(sources(&["ui/src"], "tsx"));
    files.retain(|it| !it.path.ends_with("architecture/glossary.rs"));
    assert_none(&used_again(&files, &replaced));
}

/// What the registry, the interfaces and the crates were once called.
const METAPHORS: [&str; 7] = [
    "the door",
    "The door",
    "door's",
    "the faces",
    "every face",
    "other room",
    "the room `",
];

fn metaphors(files: &[Source]) -> Vec<String> {
    let mut findings = Vec::new();
    for file in files {
        let lines = file.text.lines().enumerate();
        for (line, text) in lines.filter(|it| it.1.trim_start().starts_with("//")) {
            if METAPHORS.iter().any(|it| text.contains(it)) {
                findings.push(format!("{}:{}: {}", file.path, line + 1, text.trim()));
            }
        }
    }
    findings
}

#[test]
fn comments_do_not_use_the_metaphors_of_the_first_design() {
    let mut files = sources(&["crates", "capabilities", "src-tauri", "tests"], "rs");
    files.extend(sources(&["ui/src"], "ts"));
    files.extend(sources(&["ui/src"], "tsx"));
    // The painter paints doors.
    files.retain(|it| !it.path.contains("offline/src/painter"));
    assert_none(&metaphors(&files));
}

#[test]
fn detects_a_metaphor() {
    let file = Source {
        path: "crates/x/src/lib.rs".into(),
        text: "//! Every call goes through the door.\nlet text = \"the door\";".into(),
    };
    assert_eq!(
        metaphors(&[file]),
        ["crates/x/src/lib.rs:1: //! Every call goes through the door."]
    );
}

#[test]
fn detects_a_replaced_word() {
    let page = "| word | what it is | not |\n|---|---|---|\n| bundle | a story | `Parcel` |\n";
    let file = Source {
        path: "crates/x/src/lib.rs".into(),
        text: "struct Bundle;\nstruct Parcel;".into(),
    };
    assert_eq!(
        used_again(&[file], &replaced(page)),
        ["crates/x/src/lib.rs:2: Parcel"]
    );
}
