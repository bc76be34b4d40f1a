//! Makes room for the window's built page before it is taken into the program. In a release the
//! files become part of it, so it is built again when they change.

use std::path::Path;

fn main() {
    let built = Path::new("../../ui/dist");
    // Where nothing is built yet the folder's true path is needed all the same, so that a page built
    // later is found without compiling again. Without it the page says that it is missing.
    if let Err(error) = std::fs::create_dir_all(built) {
        println!("cargo::warning=cannot make {}: {error}", built.display());
    }
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var_os("PROFILE").is_some_and(|it| it == "release") {
        println!("cargo::rerun-if-changed={}", built.display());
    }
}
