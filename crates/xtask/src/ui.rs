//! The window's own checks and build: a page built with Node, which is found or downloaded here.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::setup::{self, RequiredProgram};
use crate::{check, native, shell};

/// The oldest Node that the window's tools support.
const MIN_NODE_VERSION: (u32, u32) = (20, 19);

const NPM: RequiredProgram = RequiredProgram {
    name: "npm",
    package: "npm",
    why: "it fetches the window's packages",
};

/// Format, lints, types and unused exports of the window.
pub(crate) fn check() -> Result<()> {
    install()?;
    shell::run(npm()?.args(["run", "--silent", "check"]))
}

/// What [`check()`] and the window's tests judge. Nothing is installed, and the output comes at the
/// end in one piece, because the compiler prints meanwhile.
pub(crate) fn check_and_test() -> Result<()> {
    shell::run_quietly(npm()?.args(["run", "--silent", "check"]))?;
    shell::run_quietly(npm()?.args(["run", "--silent", "test"]))
}

/// End-to-end tests of the page in a real browser against the real program; with a folder, a
/// screenshot of every main screen is saved there.
pub(crate) fn journeys(words: &[&str]) -> Result<()> {
    check::build_program("storyteller")?;
    drive(words)
}

/// The same with the program built last.
pub(crate) fn drive(words: &[&str]) -> Result<()> {
    let mut journeys = npm()?;
    if let [folder, ..] = words {
        journeys.env("PICTURES", std::path::absolute(folder)?);
    }
    shell::run(journeys.args(["run", "--silent", "journeys"]))
}

/// Builds the page that the server and the window show.
pub(crate) fn build() -> Result<()> {
    install()?;
    shell::run(npm()?.args(["run", "--silent", "build"]))
}

/// The map compared with React Flow in a browser, printed as a table. The packages to compare with
/// are installed here and are not part of the window.
pub(crate) fn bench(words: &[&str]) -> Result<()> {
    install()?;
    shell::run(npm()?.args([
        "install",
        "--prefix",
        "bench",
        "--no-audit",
        "--no-fund",
        "--loglevel=error",
    ]))?;
    shell::run(npm()?.args([
        "exec",
        "--",
        "vite",
        "build",
        "--config",
        "bench/vite.config.ts",
        "--logLevel",
        "error",
    ]))?;
    shell::run(node()?.arg("bench/run.mjs").args(words))
}

/// How the page feels with a story of ten thousand nodes, in a browser, printed with what is aimed at.
pub(crate) fn page_figures(words: &[&str]) -> Result<()> {
    build()?;
    let program = native::build_for_figures("storyteller")?;
    shell::run(
        node()?
            .env("STORYTELLER", program)
            .arg("bench/window.mjs")
            .args(words),
    )
}

/// The packages of the lock file. Not `npm ci`: a registry that keeps only this platform's binaries
/// leaves the others' out of the lock file, which `ci` treats as an error.
pub(crate) fn install() -> Result<()> {
    shell::run(npm()?.args(["install", "--no-audit", "--no-fund", "--loglevel=error"]))
}

/// npm in the window's folder, with a Node that is new enough.
pub(crate) fn npm() -> Result<Command> {
    setup::install(&NPM)?;
    in_ui_folder(Command::new("npm"))
}

/// Node in the window's folder.
pub(crate) fn node() -> Result<Command> {
    in_ui_folder(Command::new("node"))
}

fn in_ui_folder(mut command: Command) -> Result<Command> {
    command.current_dir(shell::root().join("ui"));
    if let Some(folder) = find_newer_node()? {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders = std::iter::once(folder).chain(std::env::split_paths(&path));
        command.env(
            "PATH",
            std::env::join_paths(folders).context("PATH holds a quote")?,
        );
    }
    Ok(command)
}

/// The folder of a Node downloaded for this project, if the system's is missing or too old.
fn find_newer_node() -> Result<Option<PathBuf>> {
    if version_of("node").is_some_and(|it| it >= MIN_NODE_VERSION) {
        return Ok(None);
    }
    let home = shell::root().join("target").join("node");
    let folder = home.join("node_modules").join("node").join("bin");
    if !folder.join("node").exists() {
        let (major, minor) = MIN_NODE_VERSION;
        println!("missing: Node {major}.{minor} or newer; fetching one into target/node");
        setup::install(&NPM)?;
        shell::run(
            Command::new("npm")
                .args(["install", "--no-audit", "--no-fund", "--prefix"])
                .arg(&home)
                .arg("node@22"),
        )?;
        if !folder.join("node").exists() {
            bail!("install Node {major}.{minor} or newer, then run again");
        }
    }
    Ok(Some(folder))
}

fn version_of(node: &str) -> Option<(u32, u32)> {
    let output = Command::new(node).arg("--version").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let mut numbers = text.trim().trim_start_matches('v').split('.');
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}
