//! The desktop window: built with its page inside, where there is a display to open it on, driven on
//! a screen in memory, and made into a package for others.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::{shell, ui};

/// The window's program.
pub(crate) const PROGRAM: &str = "storyteller-window";
/// The feature by which it has its page in it.
pub(crate) const EMBEDDED_PAGE_FEATURE: &str = "window/custom-protocol";

/// Builds the window's program with its page in it, and says where it lies.
pub(crate) fn build() -> Result<PathBuf> {
    built("debug", &[])
}

fn built(profile: &str, more: &[&str]) -> Result<PathBuf> {
    ui::build()?;
    // The whole workspace's features, so that nothing is compiled twice.
    let words = ["build", "--workspace", "--bin", PROGRAM, "--features"];
    shell::run(
        shell::cargo()
            .args(words)
            .arg(EMBEDDED_PAGE_FEATURE)
            .args(more),
    )?;
    Ok(program(PROGRAM, profile))
}

/// Where a program lies that was built last.
pub(crate) fn program(name: &str, profile: &str) -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    let target = target.unwrap_or_else(|| shell::root().join("target"));
    let name = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    target.join(profile).join(name)
}

/// How soon the window is there, and what it holds, against an empty page in the same web view.
pub(crate) fn figures() -> Result<()> {
    if !cfg!(target_os = "linux") {
        println!("the window's figures need the web view's driver of Linux: left out");
        return Ok(());
    }
    let program = built("release", &["--release"])?;
    let script = shell::root().join("tests/e2e/native/measurements.mjs");
    shell::run(ui::node()?.arg(script).arg(program))
}

/// A package of this system to install: on Linux a `.deb`. More words go to Tauri's own command.
pub(crate) fn bundle(words: &[&str]) -> Result<()> {
    ui::install()?;
    let tauri = shell::root().join("ui/node_modules/@tauri-apps/cli/tauri.js");
    let mut command = ui::node()?;
    command.current_dir(shell::root()).arg(tauri).arg("build");
    if cfg!(target_os = "linux") {
        command.args(["--bundles", "deb"]);
    }
    shell::run(command.args(words))
}

/// Whether there is a screen to open a window on.
pub(crate) fn has_display() -> bool {
    let named = |it| std::env::var_os(it).is_some_and(|it| !it.is_empty());
    !cfg!(target_os = "linux") || named("DISPLAY") || named("WAYLAND_DISPLAY")
}

/// The journey in the real window, on a screen in memory, and a file that is dropped on it.
pub(crate) fn journey() -> Result<()> {
    let program = build()?;
    drive(&program)?;
    run("dropping.mjs", &program)
}

/// The same with a program that is built.
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
