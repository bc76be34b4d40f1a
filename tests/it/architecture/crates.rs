//! Dependencies between crates: what Cargo says compared with the table in ARCHITECTURE.md, and the
//! paths named in the guides compared with the repository.

use std::collections::{BTreeMap, BTreeSet};

use cargo_metadata::{DependencyKind, MetadataCommand};

use super::{assert_none, root, text_of};

type Dependencies = BTreeMap<String, BTreeSet<String>>;

/// The rows `| crate | … | may import |` of the table under "## Crates and dependencies": the first
/// cell names a crate, the last the crates of ours that it may import.
fn allowed(page: &str) -> Dependencies {
    let table = page
        .split("## Crates and dependencies")
        .nth(1)
        .unwrap_or_default();
    let table = table.split("\n## ").next().unwrap_or_default();
    let mut arrows = Dependencies::new();
    for line in table.lines().filter(|it| it.starts_with("| `")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let names = |cell: &str| -> BTreeSet<String> {
            cell.split('`')
                .skip(1)
                .step_by(2)
                .map(str::to_owned)
                .collect()
        };
        if let (Some(first), Some(last)) = (cells.first(), cells.last()) {
            for krate in names(first) {
                arrows.insert(krate, names(last));
            }
        }
    }
    arrows
}

/// Which workspace packages each package imports, without dev-dependencies.
fn actual() -> Dependencies {
    let metadata = MetadataCommand::new()
        .manifest_path(root().join("Cargo.toml"))
        .no_deps()
        .other_options(vec!["--offline".to_owned()])
        .exec()
        .expect("cargo describes the workspace");
    let ours: BTreeSet<String> = metadata
        .packages
        .iter()
        .map(|it| it.name.to_string())
        .collect();
    let mut arrows = Dependencies::new();
    for package in &metadata.packages {
        let imports = package
            .dependencies
            .iter()
            .filter(|it| it.kind == DependencyKind::Normal && ours.contains(&it.name));
        let imports = imports.map(|it| it.name.clone()).collect();
        arrows.insert(package.name.to_string(), imports);
    }
    arrows
}

fn violations(actual: &Dependencies, allowed: &Dependencies) -> Vec<String> {
    let mut findings = Vec::new();
    for (krate, imports) in actual {
        let Some(may) = allowed.get(krate) else {
            findings.push(format!(
                "{krate} has no row in the table of ARCHITECTURE.md"
            ));
            continue;
        };
        for import in imports.difference(may) {
            findings.push(format!(
                "{krate} imports {import}, which ARCHITECTURE.md does not allow"
            ));
        }
    }
    for krate in allowed.keys().filter(|it| !actual.contains_key(*it)) {
        findings.push(format!(
            "ARCHITECTURE.md names {krate}, which is not in the workspace"
        ));
    }
    findings
}

/// Paths in backquotes that look like files or folders of the repository and do not exist.
fn missing_paths(page: &str, exists: impl Fn(&str) -> bool) -> Vec<String> {
    let words = page.split('`').skip(1).step_by(2);
    let paths = words.filter(|it| {
        it.contains('/')
            && !it.contains(' ')
            && !it.contains("::")
            && [
                "crates/",
                "capabilities/",
                "tests/",
                "docs/",
                "samples/",
                "ui/",
                "src-tauri/",
            ]
            .iter()
            .any(|prefix| it.starts_with(prefix))
    });
    paths
        .filter(|it| !exists(it))
        .map(|it| format!("{it} does not exist"))
        .collect()
}

#[test]
fn crates_import_only_what_the_table_allows() {
    assert_none(&violations(
        &actual(),
        &allowed(&text_of("ARCHITECTURE.md")),
    ));
}

#[test]
fn detects_a_forbidden_dependency() {
    let page = "## Crates and dependencies\n| `a` | x | – |\n| `b` | y | `a` |\n";
    let arrows = |krate: &str, imports: &[&str]| {
        (
            krate.to_owned(),
            imports
                .iter()
                .map(|&it| it.to_owned())
                .collect::<BTreeSet<_>>(),
        )
    };
    let good = Dependencies::from([arrows("a", &[]), arrows("b", &["a"])]);
    assert_none(&violations(&good, &allowed(page)));
    let bad = Dependencies::from([arrows("a", &["b"]), arrows("c", &[])]);
    assert_eq!(
        violations(&bad, &allowed(page)).len(),
        3,
        "an arrow, an unknown krate, a lost one"
    );
}

#[test]
fn paths_named_in_the_guides_exist() {
    let exists = |path: &str| root().join(path).exists();
    for page in ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md"] {
        let text = text_of(page);
        assert!(!text.is_empty(), "{page} is missing");
        assert_none(&missing_paths(&text, exists));
    }
    assert_eq!(
        missing_paths("see `crates/nowhere/lib.rs`", exists).len(),
        1
    );
}
