//! Rules on the text of source files: headers, sizes, slices, capabilities apart, no skipped tests.

use super::{Source, assert_none, sources, text_of};

const RUST: [&str; 4] = ["crates", "capabilities", "src-tauri", "tests"];

/// A file with more lines than this, not counting tests, must be split unless it is listed below.
const LONGEST: usize = 500;

/// Lists of similar records, which stay readable at any length, each with the reason.
const CATALOGUES: [(&str, &str); 0] = [];

/// The lines of a file before its unit tests.
fn code_lines(text: &str) -> usize {
    text.lines()
        .take_while(|it| it.trim() != "mod tests {")
        .count()
}

fn is_tests(path: &str) -> bool {
    path.starts_with("tests/") || path.contains("/tests/") || path.ends_with("/tests.rs")
}

fn without_header(files: &[Source]) -> Vec<String> {
    let bare = files.iter().filter(|it| !it.text.starts_with("//!"));
    bare.map(|it| format!("{} does not open with `//!`", it.path))
        .collect()
}

fn too_long(files: &[Source]) -> Vec<String> {
    let long = files.iter().filter(|it| {
        !is_tests(&it.path)
            && code_lines(&it.text) > LONGEST
            && !CATALOGUES.iter().any(|(path, _)| *path == it.path)
    });
    long.map(|it| {
        format!(
            "{} has {} lines, at most {LONGEST}",
            it.path,
            code_lines(&it.text)
        )
    })
    .collect()
}

fn skipped_or_unfinished(files: &[Source]) -> Vec<String> {
    // Concatenated here so that this file does not match itself.
    let marks = ["ignore", "should_panic"].map(|it| format!("#[{it}"));
    let words = ["todo", "unimplemented"].map(|it| format!("{it}!("));
    let mut findings = Vec::new();
    for file in files {
        for mark in marks
            .iter()
            .chain(&words)
            .filter(|it| file.text.contains(*it))
        {
            findings.push(format!("{} holds {mark}", file.path));
        }
    }
    findings
}

/// The comment that a file begins with.
fn header(text: &str) -> String {
    if let Some((header, _)) = text
        .strip_prefix("/**")
        .and_then(|rest| rest.split_once("*/"))
    {
        return header.to_owned();
    }
    let lines = text.lines().map_while(|it| it.strip_prefix("//!"));
    lines.collect::<Vec<_>>().join("\n")
}

/// Source files and pages that a header names in backquotes, by path or by the end of one, and that
/// are in none of these places.
fn headers_that_name_missing_files(files: &[Source], known: &[String]) -> Vec<String> {
    const EXTENSIONS: [&str; 6] = [".rs", ".ts", ".tsx", ".mjs", ".md", ".sql"];
    let exists = |name: &str| {
        let end = format!("/{name}");
        known.iter().any(|it| it == name || it.ends_with(&end))
    };
    let mut findings = Vec::new();
    for file in files {
        let header = header(&file.text);
        let quoted = header.split('`').skip(1).step_by(2);
        let names = quoted.filter(|it| {
            let is_path = |c: char| c.is_alphanumeric() || "_-./".contains(c);
            it.chars().all(is_path) && EXTENSIONS.iter().any(|end| it.ends_with(end))
        });
        let missing = names.filter(|it| !exists(it));
        findings.extend(missing.map(|it| format!("{}: there is no file {it}", file.path)));
    }
    findings
}

/// The name of the capability whose folder a file is in.
fn capability_of(path: &str) -> Option<&str> {
    let (name, _) = path.strip_prefix("capabilities/")?.split_once('/')?;
    Some(name)
}

fn capabilities_that_know_others(files: &[Source]) -> Vec<String> {
    let names: Vec<&str> = files
        .iter()
        .filter_map(|it| capability_of(&it.path))
        .collect();
    let mut findings = Vec::new();
    for file in files {
        let Some(own) = capability_of(&file.path) else {
            continue;
        };
        // What several of them need is not a capability.
        let others = names.iter().filter(|it| **it != own && **it != "shared");
        for other in others {
            if file.text.contains(&format!("crate::{other}::"))
                || file.text.contains(&format!("use crate::{other}"))
            {
                findings.push(format!("{} imports the capability {other}", file.path));
            }
        }
    }
    findings.dedup();
    findings
}

/// Modules of a folder that are missing from its list: each `mod x;` of the file must occur again
/// after the list begins.
fn not_in_slice(index: &Source, slice: &str, exempt: &[&str]) -> Vec<String> {
    let Some(at) = index.text.find(slice) else {
        return vec![format!("{} has no `{slice}`", index.path)];
    };
    let list = index.text[at..].split("];").next().unwrap_or_default();
    let modules = index.text.lines().filter_map(|line| {
        let line = line
            .trim_start_matches("pub ")
            .trim_start_matches("pub(crate) ");
        line.strip_prefix("mod ")?.strip_suffix(';')
    });
    modules
        .filter(|it| !exempt.contains(it) && !list.contains(&format!("{it}::")))
        .map(|it| format!("{}: {it} is not in {slice}", index.path))
        .collect()
}

#[test]
fn every_file_has_a_header() {
    assert_none(&without_header(&sources(&RUST, "rs")));
    let bare = Source {
        path: "crates/x/src/lib.rs".into(),
        text: "use y;".into(),
    };
    assert_eq!(without_header(&[bare]).len(), 1);
}

#[test]
fn headers_name_existing_files() {
    let mut files = sources(&RUST, "rs");
    for extension in ["ts", "tsx", "mjs"] {
        files.extend(sources(&["ui/src", "ui/e2e", "ui/scripts"], extension));
    }
    let mut known: Vec<String> = files.iter().map(|it| it.path.clone()).collect();
    for extension in ["md", "sql"] {
        let pages = sources(&["docs", "crates", "capabilities", "tests"], extension);
        known.extend(pages.into_iter().map(|it| it.path));
    }
    known.extend(["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md"].map(str::to_owned));
    assert_none(&headers_that_name_missing_files(&files, &known));
    let source = |text: &str| Source {
        path: "a.rs".into(),
        text: text.into(),
    };
    let known = ["crates/x/src/here.rs".to_owned()];
    let files = [
        source("//! See `here.rs`, `x/src/here.rs` and `gone.rs`.\n//! And `lost.rs`."),
        source("/** See `gone.ts` and `Type::new`. */"),
    ];
    assert_eq!(
        headers_that_name_missing_files(&files, &known),
        [
            "a.rs: there is no file gone.rs",
            "a.rs: there is no file lost.rs",
            "a.rs: there is no file gone.ts",
        ]
    );
}

#[test]
fn no_file_exceeds_the_line_limit() {
    assert_none(&too_long(&sources(&RUST, "rs")));
    let text = "x\n".repeat(LONGEST + 1);
    assert_eq!(
        too_long(&[Source {
            path: "crates/x/src/y.rs".into(),
            text
        }])
        .len(),
        1
    );
}

#[test]
fn no_test_is_ignored_and_no_todo_is_left() {
    assert_none(&skipped_or_unfinished(&sources(&RUST, "rs")));
    let text = format!("#[{}]", "ignore");
    assert_eq!(
        skipped_or_unfinished(&[Source {
            path: "a.rs".into(),
            text
        }])
        .len(),
        1
    );
}

#[test]
fn capabilities_do_not_import_one_another() {
    assert_none(&capabilities_that_know_others(&sources(
        &["capabilities"],
        "rs",
    )));
    let file = |path: &str, text: &str| Source {
        path: path.into(),
        text: text.into(),
    };
    let files = [
        file("capabilities/kv/mod.rs", "use crate::image::Image;"),
        file("capabilities/image/mod.rs", ""),
    ];
    assert_eq!(capabilities_that_know_others(&files).len(), 1);
}

#[test]
fn every_source_file_is_in_an_allowed_folder() {
    let index = |path: &str| Source {
        path: path.into(),
        text: text_of(path),
    };
    let mut findings = not_in_slice(
        &index("capabilities/lib.rs"),
        "ALL:",
        &[
            "answer",
            "background",
            "error",
            "shared",
            "tests",
            "titles",
            "validate",
        ],
    );
    findings.extend(not_in_slice(
        &index("crates/runner/src/context/mod.rs"),
        "ALL:",
        &["account", "fitting", "memory", "transcript", "tests"],
    ));
    assert_none(&findings);
    let lost = Source {
        path: "x".into(),
        text: "mod kv;\nmod lost;\nstatic ALL: &[&X] = &[\n&kv::Kv,\n];".into(),
    };
    assert_eq!(not_in_slice(&lost, "ALL:", &[]), ["x: lost is not in ALL:"]);
}

/// The files that authenticate somebody: only they may make a principal.
const AUTHENTICATING: [&str; 5] = [
    "crates/capability/src/principal.rs",
    "crates/host/src/agents/mod.rs",
    "crates/host/src/studio/mod.rs",
    "crates/host/src/workspace/person.rs",
    "crates/server/src/restricted.rs",
];

/// Files that make a principal and do not authenticate anybody.
fn principals_made_elsewhere(files: &[Source]) -> Vec<String> {
    let makers = ["owner", "guest", "program"].map(|it| format!("Principal::{it}("));
    let found = files.iter().filter(|it| {
        let code: Vec<&str> = it
            .text
            .lines()
            .take_while(|it| it.trim() != "#[cfg(test)]")
            .collect();
        let code = code.join("\n");
        !is_tests(&it.path)
            && !it.path.ends_with("tests.rs")
            && makers.iter().any(|maker| code.contains(maker))
            && !AUTHENTICATING.contains(&it.path.as_str())
    });
    found
        .map(|it| format!("{} makes a principal", it.path))
        .collect()
}

#[test]
fn principals_are_created_only_where_callers_are_authenticated() {
    let made = Source {
        path: "crates/server/src/call.rs".to_owned(),
        text: "let it = Principal::owner(name);".to_owned(),
    };
    assert_eq!(principals_made_elsewhere(&[made]).len(), 1);
    assert_none(&principals_made_elsewhere(&sources(&RUST, "rs")));
}
