//! `check`, `test` and `bench`: what must pass before a change is accepted.

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, anyhow, bail};

use crate::{codegen, native, reference_programs, setup, shell, ui};

/// Format, lints, generated files, licenses and sources of dependencies.
pub(crate) fn run() -> Result<()> {
    check_format()?;
    let program = build_all()?;
    codegen::check(&codegen::listing_of(&program)?)?;
    ui::check()?;
    check_dependencies()
}

/// Everything [`run()`] checks, then all tests: the page's, the workspace's, and the end-to-end
/// tests in a browser and in the desktop window. What is missing on this machine is installed.
///
/// The downloads and the page's tests, which leave a core idle much of the time, run beside the
/// compiler.
pub(crate) fn run_with_tests() -> Result<()> {
    setup::ensure()?;
    check_format()?;
    check_dependencies()?;
    ui::build()?;
    let (program, page) = std::thread::scope(|scope| {
        let page = scope.spawn(|| {
            ui::check_and_test()?;
            setup::ensure_for_tests()
        });
        (build_all(), page.join())
    });
    page.map_err(|_| anyhow!("the page's checks ended early"))??;
    let program = program?;
    codegen::check(&codegen::listing_of(&program)?)?;
    // No documentation has examples to run, and looking for them would parse each crate again. One run
    // shows every failure.
    let mut tests = cargo_with_lints();
    tests.arg("test").args(WHOLE);
    tests.args(["--lib", "--bins", "--tests", "--no-fail-fast"]);
    if std::env::var_os(TEST_THREADS).is_none() {
        // Many tests wait for a disk, a browser or another program, so more of them run than there
        // are cores.
        let cores = std::thread::available_parallelism().map_or(2, NonZero::get);
        tests.env(TEST_THREADS, (cores * 3).div_ceil(2).to_string());
    }
    shell::run(&mut tests)?;
    ui::drive(&[])?;
    native::drive(&native::program(native::PROGRAM, "debug"))
}

/// The variable by which a test program knows how many of its tests run at a time.
const TEST_THREADS: &str = "RUST_TEST_THREADS";

/// All that is built for tests has one set of features, and the lints run in the same pass, so
/// nothing is compiled twice.
pub(crate) const WHOLE: [&str; 3] = ["--workspace", "--features", native::EMBEDDED_PAGE_FEATURE];

/// Builds everything that the tests run, and returns the path of the command line's program.
fn build_all() -> Result<PathBuf> {
    shell::run(
        cargo_with_lints()
            .arg("build")
            .args(WHOLE)
            .arg("--all-targets"),
    )?;
    Ok(native::program("storyteller", "debug"))
}

/// Builds one program as the tests use it, and returns its path. A test target is named too: with
/// one, Cargo chooses the features that it chooses for all tests, so that this reuses their build.
pub(crate) fn build_program(name: &str) -> Result<PathBuf> {
    shell::run(
        cargo_with_lints()
            .arg("build")
            .args(WHOLE)
            .args(["--bin", name, "--test", "sp"]),
    )?;
    Ok(native::program(name, "debug"))
}

/// Cargo with Clippy as the compiler of the workspace's own crates. `cargo clippy` only checks, and
/// a build cannot reuse its output for dependencies; this way lints cost no second compilation.
fn cargo_with_lints() -> Command {
    let mut cargo = shell::cargo();
    let driver = Path::new(cargo.get_program())
        .with_file_name(format!("clippy-driver{}", std::env::consts::EXE_SUFFIX));
    cargo.env("RUSTC_WORKSPACE_WRAPPER", driver);
    // This is how `cargo clippy -- -D warnings` passes its arguments to the driver.
    cargo.env(
        "CLIPPY_ARGS",
        "-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__",
    );
    cargo
}

fn check_format() -> Result<()> {
    shell::run(shell::cargo().args(["fmt", "--all", "--check"]))
}

fn check_dependencies() -> Result<()> {
    if shell::exists("cargo-deny", "--version") {
        shell::run(shell::cargo().args([
            "deny",
            "--offline",
            "check",
            "bans",
            "licenses",
            "sources",
        ]))?;
        check_advisories()
    } else {
        println!(
            "cargo-deny is not installed: licenses and sources are checked by the tests alone, \
             known vulnerabilities of dependencies not at all"
        );
        Ok(())
    }
}

/// Known vulnerabilities of dependencies, from the copy of the database on this machine. Nothing is
/// downloaded here: a check must not depend on the network.
fn check_advisories() -> Result<()> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
    if !home.is_some_and(|it| it.join("advisory-dbs").is_dir()) {
        println!(
            "there is no database of advisories on this machine, so known vulnerabilities of \
             dependencies are not checked; `cargo deny fetch` downloads it"
        );
        return Ok(());
    }
    shell::run(shell::cargo().args(["deny", "--offline", "check", "advisories"]))
}

/// The benchmarks, in a release build: `canvas` runs only the map in a browser, `window` only the
/// page with a large story and the desktop window (`window page` the former alone), `hub` the Star
/// Protocol's hub against a NATS server, and `mcp` what the Model Context Protocol adds to a call. What
/// is compared with is installed first.
pub(crate) fn bench(words: &[&str]) -> Result<()> {
    if let ["canvas", rest @ ..] = words {
        return ui::bench(rest);
    }
    match words {
        ["window", "page", rest @ ..] => return ui::page_figures(rest),
        ["window"] => {
            ui::page_figures(&[])?;
            setup::ensure_for_tests()?;
            return native::figures();
        }
        _ => {}
    }
    let (bench, words, installed) = match words {
        ["hub", rest @ ..] => ("hub", rest, reference_programs::install_python()),
        ["mcp", rest @ ..] => ("mcp", rest, Ok(())),
        _ => ("figures", words, reference_programs::install_node()),
    };
    if let Err(error) = installed {
        println!(
            "what is compared with could not be installed, and its rows will be missing: {error:#}"
        );
    }
    let mut cargo = shell::cargo();
    cargo
        .arg("bench")
        .args(WHOLE)
        .args(["--bench", bench, "--"]);
    shell::run(cargo.args(words))
}

/// Damaged files for the importers, or damaged messages for the hub and for the decoders of the two
/// protocols of agents (`mcp`, `acp`), in a release build; one million of each by default.
pub(crate) fn fuzz(words: &[&str]) -> Result<()> {
    if let [package @ ("mcp" | "acp"), rest @ ..] = words {
        return fuzz_decoder(package, rest);
    }
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

/// The decoder's properties, which the tests check on few messages, on any number.
fn fuzz_decoder(package: &str, words: &[&str]) -> Result<()> {
    let runs = match words {
        [] => "1000000",
        ["--runs", runs] => runs,
        _ => bail!("usage: cargo xtask fuzz {package} [--runs N]"),
    };
    let test = ["test", "--release", "--lib", "--package", package, "--"];
    shell::run(
        shell::cargo()
            .args(test)
            .args(["makes_the_decoder_panic", "makes_the_reader_fall"])
            .env("PROPTEST_CASES", runs),
    )
}
