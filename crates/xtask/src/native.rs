//! The desktop window: built with its page embedded, opened if there is a display, tested on a
//! virtual display, and packaged.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::{check, notices, shell, ui};

/// The window's binary.
pub(crate) const PROGRAM: &str = "storyteller-window";
/// The feature that embeds the page.
pub(crate) const EMBEDDED_PAGE_FEATURE: &str = "window/custom-protocol";

/// Builds the window's program with the page embedded, and returns its path.
pub(crate) fn build() -> Result<PathBuf> {
    ui::build()?;
    build_with(PROGRAM, &[])?;
    Ok(program(PROGRAM, "debug"))
}

/// Builds one program with the features of the whole workspace. In a debug build also with those of
/// the tests, which come with any test target, so that the tests reuse it.
pub(crate) fn build_with(name: &str, more: &[&str]) -> Result<()> {
    let mut cargo = shell::cargo();
    cargo.args(["build", "--workspace", "--bin", name, "--features"]);
    cargo.arg(EMBEDDED_PAGE_FEATURE).args(more);
    if !more.contains(&"--release") {
        cargo.args(["--test", "sp"]);
    }
    shell::run(&mut cargo)
}

/// Builds a program to be measured, with the features of the benches, which come with any of them, so
/// that both share their build.
pub(crate) fn build_for_figures(name: &str) -> Result<PathBuf> {
    let mut cargo = shell::cargo();
    cargo.args(["build", "--release"]).args(check::WHOLE);
    shell::run(cargo.args(["--bin", name, "--bench", "figures"]))?;
    Ok(program(name, "release"))
}

/// The path of a program built earlier.
pub(crate) fn program(name: &str, profile: &str) -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    let target = target.unwrap_or_else(|| shell::root().join("target"));
    let name = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    target.join(profile).join(name)
}

/// The window's start time and memory, compared with an empty page in the same web view.
pub(crate) fn figures() -> Result<()> {
    if !cfg!(target_os = "linux") {
        println!("the window's figures need the web view's driver of Linux: left out");
        return Ok(());
    }
    ui::build()?;
    let program = build_for_figures(PROGRAM)?;
    let script = shell::root().join("tests/e2e/native/measurements.mjs");
    shell::run(ui::node()?.arg(script).arg(program))
}

/// An installable package for this system: on Linux a `.deb`. Further arguments are passed to
/// Tauri's command.
pub(crate) fn bundle(words: &[&str]) -> Result<()> {
    ui::install()?;
    let tauri = shell::root().join("ui/node_modules/@tauri-apps/cli/tauri.js");
    let mut command = ui::node()?;
    command.current_dir(shell::root()).arg(tauri).arg("build");
    if cfg!(target_os = "linux") {
        command.args(["--bundles", "deb"]);
    }
    command
        .arg("--config")
        .arg(license_resources(&notices::write()?));
    shell::run(command.args(words))
}

/// Tauri's setting for the files that have to go with the program. Not in `tauri.conf.json`: every
/// build would need the generated one.
fn license_resources(notices: &Path) -> String {
    let root = shell::root();
    let mut resources = serde_json::Map::new();
    for file in [
        notices,
        &root.join("LICENSE-MIT"),
        &root.join("LICENSE-APACHE"),
    ] {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        resources.insert(file.display().to_string(), name.into());
    }
    serde_json::json!({ "bundle": { "resources": resources } }).to_string()
}

/// Whether there is a display to open a window on.
pub(crate) fn has_display() -> bool {
    let named = |it| std::env::var_os(it).is_some_and(|it| !it.is_empty());
    !cfg!(target_os = "linux") || named("DISPLAY") || named("WAYLAND_DISPLAY")
}

/// The end-to-end test in the desktop window on a virtual display, including a dropped file.
pub(crate) fn journey() -> Result<()> {
    ui::build()?;
    let program = check::build_program(PROGRAM)?;
    drive(&program)?;
    run("file_drop.mjs", &program)
}

/// The same with a program that is already built.
pub(crate) fn drive(program: &Path) -> Result<()> {
    if !cfg!(target_os = "linux") {
        println!("the journey in the real window needs the web view's driver of Linux: left out");
        return Ok(());
    }
    run("journey.mjs", program)
}

fn run(script: &str, program: &Path) -> Result<()> {
    let script = shell::root().join("tests/e2e/native").join(script);
    shell::run(ui::node()?.arg(script).arg(program))
}
