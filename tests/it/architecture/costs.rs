//! What it costs to add one more of a kind, measured on the members that are there: the hand-edited
//! files that name a member. The cheapest member shows what suffices, and CONTRIBUTING.md promises
//! it; the texts in `locales` and what is generated are not counted.

use super::{Source, assert_none, sources, text_of};

/// A kind of part that the recipes of CONTRIBUTING.md tell how to add.
struct Kind {
    /// As in the table of CONTRIBUTING.md.
    name: &'static str,
    /// How many files the recipe promises.
    promised: usize,
    /// The names of its members, from the list where they are registered.
    members: fn() -> Vec<String>,
}

const KINDS: [Kind; 7] = [
    Kind {
        name: "a tool",
        promised: 2,
        members: || marked("docs/reference/tools.md", "### `", "`"),
    },
    Kind {
        name: "a capability",
        promised: 2,
        members: || marked("capabilities/lib.rs", "    &", "::"),
    },
    Kind {
        name: "an API of a provider or an image service",
        promised: 3,
        members: || {
            let mut names = marked("crates/llm/src/providers/mod.rs", "pub mod ", ";");
            // It speaks no API.
            names.retain(|it| it != "scripted");
            names
        },
    },
    Kind {
        name: "a format",
        promised: 2,
        members: || marked("crates/formats/src/lib.rs", "    &", "::"),
    },
    Kind {
        name: "a panel",
        promised: 2,
        members: || marked("ui/src/app/panels.ts", "    component: ", ","),
    },
    Kind {
        name: "a setting",
        promised: 2,
        members: || {
            let rows = text_of("crates/host/src/settings/fields.rs");
            let rows = rows
                .split("\nsettings! {")
                .nth(1)
                .unwrap_or_default()
                .lines();
            let names = rows.filter_map(|it| it.strip_prefix("        ")?.split_once(": "));
            let names = names.map(|it| it.0.to_owned());
            let is_name = |it: &String| it.chars().all(|it| it.is_ascii_lowercase() || it == '_');
            names.filter(is_name).collect()
        },
    },
    Kind {
        name: "a kind of finding",
        promised: 2,
        members: || {
            let list = text_of("crates/model/src/analysis/findings/mod.rs");
            let list = list.split("\nfindings! {").nth(1).unwrap_or_default();
            let list = list.split("\n}").next().unwrap_or_default().lines();
            let names = list.filter_map(|it| it.trim().trim_end_matches(',').split_once("::"));
            names.map(|it| it.1.to_owned()).collect()
        },
    },
];

/// What is in a file between two marks on one line.
fn marked(path: &str, before: &str, after: &str) -> Vec<String> {
    let text = text_of(path);
    let names = text.lines().filter_map(|it| it.strip_prefix(before));
    let names = names.filter_map(|it| Some(it.split_once(after)?.0.to_owned()));
    names.filter(|it| !it.is_empty()).collect()
}

/// The files that people edit, without tests, texts, lists of words and what is generated.
fn hand_edited() -> Vec<Source> {
    let mut files = sources(&["crates", "capabilities", "src-tauri"], "rs");
    for extension in ["ts", "tsx"] {
        files.append(&mut sources(&["ui/src"], extension));
    }
    files.retain(|it| {
        let path = &it.path;
        let is_test = [
            "/tests/",
            "/testing/",
            "/fake/",
            "tests.rs",
            ".test.ts",
            "lexicon.rs",
        ]
        .iter()
        .any(|part| path.contains(part));
        !is_test && !path.contains("/generated/")
    });
    for file in &mut files {
        let code = file.text.split("mod tests {").next().unwrap_or_default();
        file.text = code.to_owned();
    }
    files
}

fn is_word(text: &str, name: &str) -> bool {
    let letter = |it: char| it.is_alphanumeric() || it == '_';
    text.match_indices(name).any(|(at, _)| {
        !text[..at].ends_with(letter) && !text[at + name.len()..].starts_with(letter)
    })
}

/// The files that name a member; those of its own folder count as one.
fn files_naming(name: &str, files: &[Source]) -> Vec<String> {
    let own = format!("/{name}/");
    let mut named: Vec<String> = files
        .iter()
        .filter(|it| it.path.contains(&own) || is_word(&it.text, name))
        .map(|it| match it.path.split_once(&own) {
            Some((before, _)) => format!("{before}{own}"),
            None => it.path.clone(),
        })
        .collect();
    named.sort();
    named.dedup();
    named
}

/// The member that fewest files name, with these files.
fn cheapest(members: &[String], files: &[Source]) -> Option<(String, Vec<String>)> {
    let all = members
        .iter()
        .map(|it| (it.clone(), files_naming(it, files)));
    all.min_by_key(|(_, files)| files.len())
}

#[test]
fn adding_one_more_edits_no_more_files_than_contributing_says() {
    let files = hand_edited();
    let contributing = text_of("CONTRIBUTING.md");
    let mut findings = Vec::new();
    for kind in &KINDS {
        let row = format!("| {} | {} |", kind.name, kind.promised);
        if !contributing.contains(&row) {
            findings.push(format!("CONTRIBUTING.md has no row {row:?}"));
        }
        match cheapest(&(kind.members)(), &files) {
            Some((_, named)) if named.len() <= kind.promised && !named.is_empty() => {}
            found => findings.push(format!("{} costs {found:?}", kind.name)),
        }
    }
    assert_none(&findings);
}

#[test]
fn counts_files_by_whole_words_and_folders_once() {
    let file = |path: &str, text: &str| Source {
        path: path.into(),
        text: text.into(),
    };
    let files = [
        file("crates/formats/src/rtf/mod.rs", "struct Rtf;"),
        file("crates/formats/src/rtf/read.rs", ""),
        file("crates/formats/src/lib.rs", "mod rtf;"),
        file("crates/formats/src/other.rs", "portfolio, rtf_like"),
    ];
    let expected = ["crates/formats/src/lib.rs", "crates/formats/src/rtf/"];
    assert_eq!(files_naming("rtf", &files), expected);
    let members = ["portfolio".to_owned(), "rtf".to_owned()];
    let (name, _) = cheapest(&members, &files).unwrap();
    assert_eq!(name, "portfolio");
}
