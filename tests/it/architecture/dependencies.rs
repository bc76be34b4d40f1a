//! Rules for third-party crates: licenses that allow shipping, only the registry as source, and one
//! place for every version.

use cargo_metadata::{MetadataCommand, Package};

use super::{assert_none, root, sources, text_of};

/// Licenses compatible with our own; a crate needs one of those it offers with OR, or all of those
/// it joins with AND.
const LICENSES: [&str; 15] = [
    "MIT",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "CDLA-Permissive-2.0",
    "ISC",
    "MIT-0",
    "MPL-2.0",
    "OFL-1.1",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

fn is_allowed(expression: &str) -> bool {
    // Older manifests write "MIT/Apache-2.0" for OR.
    let expression = expression.replace('/', " OR ").replace(['(', ')'], " ");
    expression
        .split(" AND ")
        .all(|joined| joined.split(" OR ").any(|it| LICENSES.contains(&it.trim())))
}

fn packages() -> Vec<Package> {
    let metadata = MetadataCommand::new()
        .manifest_path(root().join("Cargo.toml"))
        .other_options(vec!["--locked".to_owned()])
        .exec()
        .expect("cargo describes the workspace");
    metadata.packages
}

#[test]
fn every_crate_has_an_allowed_license_and_source() {
    let mut findings = Vec::new();
    for package in packages().iter().filter(|it| it.source.is_some()) {
        let name = format!("{} {}", package.name, package.version);
        match &package.license {
            Some(license) if is_allowed(license) => {}
            license => findings.push(format!("{name} is licensed {license:?}")),
        }
        if !package.source.as_ref().is_some_and(|it| it.is_crates_io()) {
            findings.push(format!("{name} does not come from crates.io"));
        }
    }
    assert_none(&findings);
    assert!(is_allowed("MIT/Apache-2.0") && !is_allowed("GPL-3.0-only"));
    assert!(
        !is_allowed("MIT AND GPL-3.0-only"),
        "both of an AND must be allowed"
    );
}

#[test]
fn versions_are_declared_in_the_workspace() {
    let own_version = |text: &str| {
        let dependencies = text.split("dependencies]").skip(1).collect::<String>();
        dependencies.lines().any(|line| {
            line.split_once('=').is_some_and(|(name, value)| {
                !name.contains('.')
                    && (value.contains("version") || value.trim().starts_with('"'))
                    && !["name", "path", "harness", "bench", "test"].contains(&name.trim())
            })
        })
    };
    let findings: Vec<String> = sources(&["crates", "capabilities", "tests"], "toml")
        .iter()
        .filter(|it| it.path.ends_with("Cargo.toml") && own_version(&it.text))
        .map(|it| {
            format!(
                "{} names a version; it belongs into the root's Cargo.toml",
                it.path
            )
        })
        .collect();
    assert_none(&findings);
    assert!(own_version("[dependencies]\nserde = \"1\"\n"));
    assert!(text_of("Cargo.toml").contains("[workspace.dependencies]"));
}
