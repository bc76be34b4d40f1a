//! Takes the window's configuration, permissions and icons into the program. The commands are named
//! here so that each needs a permission.

use tauri_build::{AppManifest, Attributes};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let commands = AppManifest::new().commands(&["call", "events"]);
    Ok(tauri_build::try_build(
        Attributes::new().app_manifest(commands),
    )?)
}
