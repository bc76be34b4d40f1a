//! Creates the folder of the built page for people at other computers before it is embedded in the
//! program, as the crate `server` does with the window's page.

use std::path::Path;

fn main() {
    let built = Path::new("../../ui/dist-guest");
    // The folder's real path is needed even if nothing is built yet, so that a page built later is
    // found without recompiling. Without the page, a hub serves none.
    if let Err(error) = std::fs::create_dir_all(built) {
        println!("cargo::warning=cannot make {}: {error}", built.display());
    }
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var_os("PROFILE").is_some_and(|it| it == "release") {
        println!("cargo::rerun-if-changed={}", built.display());
    }
}
