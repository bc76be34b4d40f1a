//! `storyteller serve`: the window in a browser, until Ctrl-C.

use clap::ArgMatches;
use tokio_util::sync::CancellationToken;

use super::DONE;
use super::session::{Session, flag, path};
use super::terminal::{FAINT, note, say};
use crate::Studio;
use crate::faces::Failure;
use crate::faces::http::Server;

/// Serves the story named on the command line and prints the address of its page.
pub(super) async fn run(session: &Session, matches: &ArgMatches) -> Result<u8, Failure> {
    let studio = Studio::open(path(matches), session.conversing(matches)?)?;
    let interrupted = studio.recover().await?;
    if interrupted > 0 {
        note(&format!(
            "{FAINT}{interrupted} turns of the assistant had been interrupted and are closed{FAINT:#}"
        ));
    }
    let port = matches.get_one::<u16>("port").copied();
    let server = Server::bind(studio.clone(), port).await?;
    let address = server.address();
    say(&address);
    note(&format!(
        "{FAINT}{} is open at this address, for this machine alone; whoever has the address may \
         edit. Ctrl-C ends{FAINT:#}",
        path(matches).display()
    ));
    if flag(matches, "open")
        && let Err(error) = open::that_detached(&address)
    {
        note(&format!(
            "no browser could be opened ({error}); open the address yourself"
        ));
    }
    let stop = CancellationToken::new();
    let stopping = stop.clone();
    tokio::spawn(async move {
        if tokio::signal::ctrl_c().await.is_ok() {
            stopping.cancel();
        }
    });
    server.run(stop).await?;
    studio.close()?;
    Ok(DONE)
}
