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

/// Installs the packages of both lists, and Debian's NATS server.
pub(crate) fn install() -> Result<()> {
    install_node()?;
    install_python()?;
    unpack_debian_nats()
}

/// Unpacks Debian's NATS server, the oldest one that the hub supports, without installing it: its
/// package would start it as a service.
fn unpack_debian_nats() -> Result<()> {
    let home = shell::root().join("target").join("outside").join("debian");
    if home.join("usr/sbin/nats-server").exists() {
        return Ok(());
    }
    std::fs::create_dir_all(&home)?;
    let download = || {
        let words = ["download", "-q", "nats-server"];
        shell::run(Command::new("apt-get").args(words).current_dir(&home))
    };
    if download().is_err() {
        setup::update_package_lists()?;
        download()?;
    }
    let script = "dpkg-deb --extract nats-server_*.deb . && rm nats-server_*.deb";
    shell::run(Command::new("sh").args(["-c", script]).current_dir(&home))
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
                // Tests import a small part of what is installed, and compile that themselves.
                "--no-compile",
                "-r",
            ])
            .arg(lists.join("requirements.txt")),
    )
}
