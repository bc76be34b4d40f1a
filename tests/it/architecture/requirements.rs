//! Requirement ids: every id marked as met in docs/requirements.md has a test through an interface
//! whose name begins with it, the page lists these tests, and every id of the specification is on
//! the page. After adding or renaming a test: `UPDATE_EXPECT=1 cargo test -p storyteller --test it
//! requirements`.

use std::collections::{BTreeMap, BTreeSet};

use expect_test::expect_file;

use super::{assert_none, root, sources, text_of};

/// Where the tests of requirements are: those of the program, and those of the hub, which does not
/// need the program.
const TESTS: [&str; 2] = ["tests/it", "crates/hub/tests"];

/// `ST-4` for a row of the page; the second cell says whether it is met.
fn rows(page: &str) -> Vec<(String, bool)> {
    let rows = page.lines().filter_map(|line| {
        let mut cells = line.strip_prefix("| ")?.split('|').map(str::trim);
        let id = cells.next()?;
        let (letters, digits) = id.split_once('-')?;
        let is_id = letters.chars().all(|c| c.is_ascii_uppercase())
            && !digits.is_empty()
            && digits.chars().all(|c| c.is_ascii_digit());
        is_id.then(|| (id.to_owned(), cells.next() == Some("met")))
    });
    rows.collect()
}

/// `st_4_` for `ST-4`.
fn prefix(id: &str) -> String {
    format!("{}_", id.to_lowercase().replace('-', "_"))
}

/// The names of the tests in a source text.
fn tests_in(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        let line = line.trim_start().trim_start_matches("async ");
        line.strip_prefix("fn ")?.split('(').next()
    })
}

fn without_test(rows: &[(String, bool)], tests: &BTreeSet<String>) -> Vec<String> {
    let met = rows.iter().filter(|(_, met)| *met);
    let bare = met.filter(|(id, _)| {
        let prefix = prefix(id);
        !tests.iter().any(|it| it.starts_with(&prefix))
    });
    bare.map(|(id, _)| format!("{id} is said to be met, but no test is named after it"))
        .collect()
}

#[test]
fn requirements_marked_as_met_have_tests() {
    let files = sources(&TESTS, "rs");
    let tests: BTreeSet<String> = files
        .iter()
        .flat_map(|it| tests_in(&it.text))
        .map(str::to_owned)
        .collect();
    let rows = rows(&text_of("docs/requirements.md"));
    assert!(
        rows.len() > 40,
        "the page lists every requirement; found {}",
        rows.len()
    );
    assert_none(&without_test(&rows, &tests));
    let invented = [("ZZ-1".to_owned(), true)];
    assert_eq!(without_test(&invented, &tests).len(), 1);
}

/// Where the page lists the tests; everything above is written by hand.
const NAMED: &str = "## Tests\n";

#[test]
fn the_page_lists_the_tests_of_each_requirement() {
    let mut tests: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let page = text_of("docs/requirements.md");
    let rows = rows(&page);
    for file in sources(&TESTS, "rs") {
        let name = file.path.trim_end_matches(".rs").trim_end_matches("/mod");
        for test in tests_in(&file.text) {
            let of = |(id, _): &&(String, bool)| test.starts_with(&prefix(id));
            if let Some((id, _)) = rows.iter().find(of) {
                let named = format!("- `{test}` ({name})");
                tests.entry(id.clone()).or_default().push(named);
            }
        }
    }
    let by_hand = page.split(NAMED).next().unwrap_or_default();
    let mut named = String::new();
    for (id, _) in &rows {
        let Some(tests) = tests.get(id) else { continue };
        named += &format!("\n{id}\n\n{}\n", tests.join("\n"));
    }
    let page = format!(
        "{by_hand}{NAMED}\nWritten by the test that compares this page with them.\n{named}"
    );
    expect_file![root().join("docs/requirements.md")].assert_eq(&page);
}

#[cfg(corpus)]
#[test]
fn no_requirement_is_missing_from_the_page() {
    let shared = std::path::Path::new(env!("STORYTELLER_CORPUS")).join("..");
    let specification = std::fs::read_to_string(shared.join("spec/REQUIREMENTS.md")).unwrap();
    let ours: BTreeSet<String> = rows(&text_of("docs/requirements.md"))
        .into_iter()
        .map(|(id, _)| id)
        .collect();
    let theirs = specification
        .lines()
        .filter_map(|it| it.strip_prefix("- ")?.split(' ').next());
    let lost: Vec<String> = theirs
        .filter(|it| it.contains('-') && !ours.contains(*it))
        .map(|it| format!("{it} is not in docs/requirements.md"))
        .collect();
    assert_none(&lost);
}
