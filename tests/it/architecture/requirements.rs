//! Requirement ids: every id that docs/requirements.md says is met has a test whose name begins
//! with it, and every id of the specification stands on that page.

use std::collections::BTreeSet;

use super::{assert_none, root, sources, text_of};

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
        let prefix = format!("{}_", id.to_lowercase().replace('-', "_"));
        !tests.iter().any(|it| it.starts_with(&prefix))
    });
    bare.map(|(id, _)| format!("{id} is said to be met, but no test is named after it"))
        .collect()
}

#[test]
fn requirements_said_to_be_met_have_tests() {
    let files = sources(&["tests/it"], "rs");
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

#[test]
fn no_requirement_is_missing_from_the_page() {
    let specification = root().join("../shared/spec/REQUIREMENTS.md");
    let Ok(specification) = std::fs::read_to_string(specification) else {
        eprintln!("the specification is not beside the repository: its ids were not compared");
        return;
    };
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
