//! `check`, `test` and `bench`: what must hold before a change is taken.

use anyhow::Result;

use crate::{codegen, native, shell, ui};

/// Format, lints, generated files, licenses and sources of dependencies.
pub(crate) fn run() -> Result<()> {
    shell::run(shell::cargo().args(["fmt", "--all", "--check"]))?;
    shell::run(shell::cargo().args([
        "clippy",
        "--workspace",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ]))?;
    codegen::check()?;
    ui::check()?;
    if shell::exists("cargo-deny", "--version") {
        shell::run(shell::cargo().args([
            "deny",
            "--offline",
            "check",
            "bans",
            "licenses",
            "sources",
        ]))
    } else {
        println!(
            "cargo-deny is not installed: licenses and sources are checked by the tests alone"
        );
        Ok(())
    }
}

/// Every test: the page's, then the workspace's, then journeys in a browser and in the real window.
pub(crate) fn tests() -> Result<()> {
    ui::test_and_build()?;
    // The programs that are driven have the features of the tests, so that nothing is compiled twice.
    let whole = ["--workspace", "--features", native::EMBEDDED_PAGE_FEATURE];
    shell::run(shell::cargo().arg("test").args(whole))?;
    let programs = ["--bin", "storyteller", "--bin", native::PROGRAM, "--tests"];
    shell::run(shell::cargo().arg("build").args(whole).args(programs))?;
    ui::drive(&[])?;
    native::drive(&native::program("debug"))
}

/// The figures, in a release build; `canvas` alone is the window's map, in a browser, `window` alone the
/// desktop window itself, and `hub` the Star Protocol's hub against a NATS server.
pub(crate) fn bench(words: &[&str]) -> Result<()> {
    if let ["canvas", rest @ ..] = words {
        return ui::bench(rest);
    }
    if words == ["window"] {
        crate::setup::ensure_for_tests()?;
        return native::figures();
    }
    let (package, words) = match words {
        ["hub", rest @ ..] => ("hub", rest),
        _ => ("tests", words),
    };
    shell::run(
        shell::cargo()
            .args(["bench", "--package", package, "--"])
            .args(words),
    )
}

/// Damaged files for the importers, or damaged messages for the hub, in a release build; a million each
/// unless it is said.
pub(crate) fn fuzz(words: &[&str]) -> Result<()> {
    let (package, words) = match words {
        ["star", rest @ ..] => ("hub", rest),
        _ => ("formats", words),
    };
    let runs: &[&str] = if words.contains(&"--runs") {
        &[]
    } else {
        &["--runs", "1000000"]
    };
    let test = ["test", "--release", "--test", "fuzz", "--package", package];
    shell::run(shell::cargo().args(test).arg("--").args(words).args(runs))
}
