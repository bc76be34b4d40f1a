//! The licenses of this program, and the notices of its third-party parts, for people to read.

use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::Serialize;

/// The file shipped with an installed program; `cargo xtask notices` writes it.
const NOTICES: &str = "THIRD-PARTY-NOTICES.txt";
/// Its paths relative to the program: beside it, in the resources of a package for macOS or Linux,
/// and where the project's own commands write it.
const PLACES: [&str; 5] = [
    "",
    "../Resources",
    "../lib/Storyteller",
    "../lib/storyteller",
    "..",
];

/// The licenses.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Licenses {
    /// The license of the program as an expression.
    license: &'static str,
    /// The texts of its licenses.
    texts: [LicenseText; 2],
    /// The notices of the parts that others made; missing where they do not lie with the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    notices: Option<String>,
}

/// The text of a license.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct LicenseText {
    name: &'static str,
    text: &'static str,
}

/// Reads the licenses; `program` is the running program's file.
pub(crate) fn licenses(program: Option<&Path>) -> Licenses {
    let text = |name, text| LicenseText { name, text };
    Licenses {
        license: env!("CARGO_PKG_LICENSE"),
        texts: [
            text("MIT", include_str!("../../../LICENSE-MIT")),
            text("Apache-2.0", include_str!("../../../LICENSE-APACHE")),
        ],
        notices: program.and_then(notices_beside),
    }
}

/// The file of the running program.
pub(crate) fn running_program() -> Option<PathBuf> {
    std::env::current_exe().ok()
}

fn notices_beside(program: &Path) -> Option<String> {
    let folder = program.parent()?;
    let mut files = PLACES.iter().map(|it| folder.join(it).join(NOTICES));
    files.find_map(|it| std::fs::read_to_string(it).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notices_are_found_where_packages_put_them() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("usr/bin/storyteller-window");
        std::fs::create_dir_all(program.parent().unwrap()).unwrap();
        assert_eq!(licenses(Some(&program)).notices, None);
        let resources = folder.path().join("usr/lib/Storyteller");
        std::fs::create_dir_all(&resources).unwrap();
        std::fs::write(resources.join(NOTICES), "krilla, MIT").unwrap();
        let found = licenses(Some(&program));
        assert_eq!(found.notices.as_deref(), Some("krilla, MIT"));
        assert!(found.texts.iter().all(|it| it.text.len() > 500));
        assert_eq!(found.license, "MIT OR Apache-2.0");
    }
}
