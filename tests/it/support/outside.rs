//! Programs of others, made with the official Python libraries.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use super::cli::RunningProgram;
use super::root;

/// The Python in which those libraries are installed.
pub(crate) fn python() -> PathBuf {
    let python = root().join("target/outside/bin/python");
    assert!(
        python.exists(),
        "target/outside is missing: run `cargo xtask test`, which installs it"
    );
    python
}

/// Starts a server of `tests/outside`; also the first line that it prints: its port. It ends with the
/// test.
pub(crate) fn start_server(script: &str, args: &[&str]) -> (RunningProgram, String) {
    let mut command = Command::new(python());
    command
        .arg(root().join("tests/outside").join(script))
        .args(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut server = RunningProgram::new(command);
    let port = server.line().expect("its port");
    (server, port)
}
