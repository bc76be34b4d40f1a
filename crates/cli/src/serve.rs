//! `storyteller serve`: the window in a browser, and with `--hub` the story open to agents, until
//! Ctrl-C.

use std::path::Path;
use std::sync::Arc;

use clap::ArgMatches;
use tokio_util::sync::CancellationToken;

use super::EXIT_OK;
use super::machines::{self, SharedLauncher};
use super::session::{Session, flag, text};
use super::stop::StopSignal;
use super::terminal::{FAINT, note, say};
use host::{Failure, HubReach};
use server::Server;

/// Serves the story named on the command line and prints the address of its page.
pub(super) async fn run(session: &Session, matches: &ArgMatches) -> Result<u8, Failure> {
    let mut signal = StopSignal::listen()?;
    let workspace = match machines::nats(session, matches).await? {
        None => session.workspace(matches)?,
        Some(nats) => {
            let taken = SharedLauncher::take(session, matches, nats, &mut signal).await?;
            let Some(launcher) = taken else {
                return Ok(EXIT_OK);
            };
            session.workspace_through(matches, Arc::new(launcher))?
        }
    };
    let file = text(matches, "file").map(Path::new);
    if file.is_none() && flag(matches, "hub") {
        return Err(Failure::invalid("--hub needs a story that agents work on")
            .hint("name its file: storyteller serve FILE --hub"));
    }
    let mut hub = None;
    if let Some(file) = file {
        let named = workspace.open(file, "").await?;
        workspace.set_initial_story(&named.story);
        if flag(matches, "hub") {
            let reach = HubReach {
                port: matches.get_one::<u16>("hub-port").copied(),
                network: flag(matches, "hub-network"),
                ..HubReach::default()
            };
            hub = Some(workspace.open_to_agents(&named.story, reach).await?);
        }
    }
    let port = matches.get_one::<u16>("port").copied();
    let server = Server::bind(workspace.clone(), port).await?;
    let address = server.address();
    say(&address);
    if let Some(address) = &hub {
        say(address);
    }
    note(&format!(
        "{FAINT}{} open at this address, for this machine alone; whoever has the address may \
         edit. Ctrl-C ends{FAINT:#}",
        file.map_or("your stories are".to_owned(), |it| format!(
            "{} is",
            it.display()
        ))
    ));
    if file.is_some()
        && let [studio] = workspace.studios().as_slice()
    {
        note(&format!(
            "{FAINT}a program that signs in at /mcp asks for this code: {}; the panel Sharing shows \
             the next{FAINT:#}",
            studio.sign_in_code().shown()
        ));
    }
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
        signal.wait().await;
        stopping.cancel();
    });
    server.run(stop).await?;
    workspace.close_hubs().await;
    workspace.close_all()?;
    Ok(EXIT_OK)
}
