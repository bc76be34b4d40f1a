//! Runs other programs: each is printed before it runs, and an error names it.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors()
        .nth(2)
        .expect("xtask lies two folders below the root")
        .to_owned()
}

/// The cargo that runs us.
pub(crate) fn cargo() -> Command {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(root());
    cargo
}

/// Prints a command and runs it to its end.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let line = display(command);
    println!("$ {line}");
    let status = command
        .status()
        .with_context(|| format!("cannot start: {line}"))?;
    if !status.success() {
        bail!("failed ({status}): {line}");
    }
    Ok(())
}

/// Runs a command to its end, and then prints it with its output in one piece.
pub(crate) fn run_quietly(command: &mut Command) -> Result<()> {
    let line = display(command);
    let output = command
        .output()
        .with_context(|| format!("cannot start: {line}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    println!("$ {line}\n{text}{errors}");
    if !output.status.success() {
        bail!("failed ({}): {line}", output.status);
    }
    Ok(())
}

/// Runs a command and returns what it printed.
pub(crate) fn read(command: &mut Command) -> Result<String> {
    let line = display(command);
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("cannot start: {line}"))?;
    if !output.status.success() {
        bail!("failed ({}): {line}", output.status);
    }
    String::from_utf8(output.stdout).with_context(|| format!("not text: the output of {line}"))
}

/// Whether a program can be started.
pub(crate) fn exists(program: &str, argument: &str) -> bool {
    Command::new(program)
        .arg(argument)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Whether a program is on the path, or a file with that path exists. Nothing is started, because
/// not every program can print its version.
pub(crate) fn is_installed(program: &str) -> bool {
    let mut search = Command::new("sh");
    search.args(["-c", "command -v \"$0\"", program]);
    search.stdout(Stdio::null()).stderr(Stdio::null());
    Path::new(program).is_absolute() && Path::new(program).exists()
        || search.status().is_ok_and(|status| status.success())
}

/// Whether a library is available to build against.
pub(crate) fn has_library(name: &str) -> bool {
    let mut search = Command::new("pkg-config");
    search.args(["--exists", name]).stderr(Stdio::null());
    search.status().is_ok_and(|status| status.success())
}

fn display(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program
        .file_name()
        .unwrap_or(program.as_os_str())
        .to_string_lossy()
        .into_owned();
    let words = command
        .get_args()
        .map(|it| it.to_string_lossy().into_owned());
    std::iter::once(name)
        .chain(words)
        .collect::<Vec<_>>()
        .join(" ")
}
