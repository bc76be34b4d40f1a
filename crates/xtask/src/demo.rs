//! `run`: opens the desktop window; without a display, serves its page to a browser; in a script,
//! carries out the sample instruction on the sample story. `window`: the sample story in a browser.

use std::io::IsTerminal as _;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::{native, shell, ui};

/// The command line's program.
const PROGRAM: &str = "storyteller";
const HERO: &str = "Thomas Anderson";
const INSTRUCTION: &str = "把主角名字改成 Neo 并生成一张头像";

/// Opens the desktop window. Without a display, serves its page to browsers; without a terminal
/// too, carries out the sample instruction. `--terminal` opens a prompt instead.
pub(crate) fn run(words: &[&str]) -> Result<()> {
    if let ["--terminal", rest @ ..] = words {
        let story = sample()?;
        return shell::run(
            storyteller()?
                .arg("open")
                .arg(&story)
                .args(["--node", HERO])
                .args(rest),
        );
    }
    if native::has_display() {
        let program = native::build()?;
        return shell::run(Command::new(program).args(words));
    }
    if std::io::stdin().is_terminal() && std::io::stdout().is_terminal() {
        ui::build()?;
        println!("there is no display here: open the address below in a browser");
        return shell::run(storyteller()?.arg("serve").args(words));
    }
    let story = sample()?;
    shell::run(
        storyteller()?
            .arg("ask")
            .arg(&story)
            .args(["--node", HERO, INSTRUCTION])
            .args(words),
    )?;
    shell::run(
        storyteller()?
            .arg("show")
            .arg(&story)
            .args(["--node", HERO]),
    )
}

/// Builds the page and serves the sample story to browsers on this machine.
pub(crate) fn window(words: &[&str]) -> Result<()> {
    ui::build()?;
    let story = sample()?;
    shell::run(storyteller()?.arg("serve").arg(&story).args(words))
}

/// The sample story under `target/`, created if it does not exist.
fn sample() -> Result<PathBuf> {
    let folder = shell::root().join("target").join("sample");
    std::fs::create_dir_all(&folder)
        .with_context(|| format!("cannot make {}", folder.display()))?;
    let story = folder.join("demo.story");
    if !story.exists() {
        shell::run(
            storyteller()?
                .arg("sample")
                .arg(&story)
                .args(["--language", "en"]),
        )?;
    }
    Ok(story)
}

/// The program, built if necessary.
pub(crate) fn storyteller() -> Result<Command> {
    native::build_with(PROGRAM, &[])?;
    let mut program = Command::new(native::program(PROGRAM, "debug"));
    program.current_dir(shell::root());
    Ok(program)
}
