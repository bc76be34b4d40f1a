//! The build script of the crates whose tests read files by other people. The files may not be
//! copied into this repository; tests over them exist only where the folder does, so that no test
//! passes without having read anything. Our own files in `tests/fixtures` are tested everywhere.

// A build script speaks to Cargo on its standard output and hears it in the environment.
#![allow(clippy::print_stdout, clippy::disallowed_methods)]

use std::path::Path;

/// The folder of the corpus, if it is not beside the repository.
const FOLDER: &str = "STORYTELLER_CORPUS";

fn main() {
    println!("cargo:rerun-if-env-changed={FOLDER}");
    println!("cargo:rustc-check-cfg=cfg(corpus)");
    let package = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let root = Path::new(&package)
        .ancestors()
        .find(|it| it.join("Cargo.lock").is_file());
    let folder = match (std::env::var_os(FOLDER), root) {
        (Some(folder), _) => folder.into(),
        (None, Some(root)) => root.join("../shared/corpus"),
        (None, None) => return,
    };
    if folder.is_dir() {
        println!("cargo:rustc-cfg=corpus");
        println!("cargo:rustc-env={FOLDER}={}", folder.display());
    }
}
