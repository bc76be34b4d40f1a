//! `storyteller mcp`: a story for one client of the Model Context Protocol, over standard input and
//! output, which are used for nothing else. Not here: the protocol (the crate `mcp`).

use ::mcp::{Admission, DEFAULT_NAME, ToolSet};
use clap::ArgMatches;
use host::agents::{Level, Permission};
use host::{Failure, Studio};
use tokio_util::sync::CancellationToken;

use super::EXIT_OK;
use super::session::{Session, flag, path, text};
use super::stop::StopSignal;

/// Serves the story until the client closes its end.
pub(super) async fn run(session: &Session, matches: &ArgMatches) -> Result<u8, Failure> {
    let mut signal = StopSignal::listen()?;
    let name = text(matches, "as").unwrap_or(DEFAULT_NAME);
    star::Id::check(name)
        .map_err(|bad| Failure::invalid(format!("{name:?} is not a valid client name: {bad}")))?;
    let level = text(matches, "grant").and_then(Level::named);
    let permission = Permission {
        spend: flag(matches, "spend"),
        ..Permission::of(level.unwrap_or(Level::Draft))
    };
    let admission = Admission::process(name, permission);
    let tools = text(matches, "tools").unwrap_or("all");
    let tools: ToolSet = tools.parse().map_err(|why: String| Failure::invalid(why))?;
    let studio = Studio::open(path(matches), session.options())?;
    let stop = CancellationToken::new();
    let stopping = stop.clone();
    tokio::spawn(async move {
        signal.wait().await;
        stopping.cancel();
    });
    ::mcp::serve_stdio(studio.clone(), admission, tools, stop).await?;
    studio.close()?;
    Ok(EXIT_OK)
}
