//! Third-party readers of our formats, from npm and PyPI: the packages listed in `tests/outside`
//! are installed there and in `target/outside`.

use std::process::Command;

use anyhow::Result;

use crate::setup::{self, RequiredProgram};
use crate::{shell, ui};

const PYTHON: RequiredProgram = RequiredProgram {
    name: "python3",
    package: "python3-venv",
    why: "it runs readers of our exports that are written in Python",
};

/// Installs the packages of both lists.
pub(crate) fn install() -> Result<()> {
    install_node()?;
    install_python()
}

/// Installs the packages from the registry of Node.
pub(crate) fn install_node() -> Result<()> {
    let lists = shell::root().join("tests").join("outside");
    shell::run(ui::npm()?.current_dir(&lists).args([
        "install",
        "--no-audit",
        "--no-fund",
        "--loglevel=error",
    ]))
}

/// Installs the packages from the registry of Python.
pub(crate) fn install_python() -> Result<()> {
    let lists = shell::root().join("tests").join("outside");
    setup::install(&PYTHON)?;
    let home = shell::root().join("target").join("outside");
    let python = home.join("bin").join("python");
    if !python.exists() {
        shell::run(Command::new("python3").args(["-m", "venv"]).arg(&home))?;
    }
    shell::run(
        Command::new(python)
            .args([
                "-m",
                "pip",
                "install",
                "--quiet",
                "--disable-pip-version-check",
                "-r",
            ])
            .arg(lists.join("requirements.txt")),
    )
}
