//! `pictures`: screenshots of the window on the sample story, taken with the current build.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Stdio};

use anyhow::{Context as _, Result};

use crate::setup::{self, RequiredProgram};
use crate::{demo, shell, ui};

const BROWSER: RequiredProgram = RequiredProgram {
    name: "chromium-headless-shell",
    package: "chromium-headless-shell",
    why: "it draws the window for the screenshots",
};

/// Builds, serves the window with no stories yet, and takes screenshots of its sample story.
pub(crate) fn capture() -> Result<()> {
    setup::install(&BROWSER)?;
    ui::build()?;
    let home = shell::root().join("target").join("pictures");
    if home.exists() {
        std::fs::remove_dir_all(&home).context("cannot clear the folder of earlier screenshots")?;
    }
    let mut server = demo::storyteller()?
        .arg("serve")
        .env("STORYTELLER_STORIES", home.join("stories"))
        .env("STORYTELLER_CONFIG", home.join("config"))
        .env("LANG", "en")
        .stdout(Stdio::piped())
        .spawn()
        .context("cannot serve the story")?;
    let done = address(&mut server).and_then(|address| {
        let folder = shell::root().join("docs").join("pictures");
        shell::run(
            ui::node()?
                .arg("scripts/pictures.mjs")
                .arg(address)
                .arg(folder),
        )
    });
    // The server has nothing to lose: everything it acknowledged is on disk.
    server
        .kill()
        .and_then(|()| server.wait())
        .context("cannot stop the server")?;
    done
}

/// The address with its token: the first line that the server prints.
fn address(server: &mut Child) -> Result<String> {
    let output = server
        .stdout
        .take()
        .context("the server's output is not read")?;
    let mut line = String::new();
    BufReader::new(output)
        .read_line(&mut line)
        .context("the server said nothing")?;
    Ok(line.trim().to_owned())
}
