//! Creates the folder of the window's built page before it is embedded in the program. In a release
//! the files are part of the program, so it is rebuilt when they change.

use std::path::Path;

fn main() {
    let built = Path::new("../../ui/dist");
    // The folder's real path is needed even if nothing is built yet, so that a page built later is
    // found without recompiling. Without the page, the program reports that it is missing.
    if let Err(error) = std::fs::create_dir_all(built) {
        println!("cargo::warning=cannot make {}: {error}", built.display());
    }
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var_os("PROFILE").is_some_and(|it| it == "release") {
        println!("cargo::rerun-if-changed={}", built.display());
    }
}
