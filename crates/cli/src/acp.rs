//! `storyteller acp`: the assistant as an agent for one editor, over standard input and output,
//! which are used for nothing else. Not here: the protocol (the crate `acp`).

use ::acp::EditorOptions;
use clap::ArgMatches;
use host::{Failure, Studio, models};
use tokio_util::sync::CancellationToken;

use super::EXIT_OK;
use super::session::{self, Session, path, text};
use super::stop::StopSignal;

/// Serves the assistant until the editor closes its end.
pub(super) async fn run(session: &Session, matches: &ArgMatches) -> Result<u8, Failure> {
    let mut signal = StopSignal::listen()?;
    let studio = Studio::open(path(matches), session.options_with_assistant(matches)?)?;
    let model = text(matches, "model").unwrap_or(&session.settings.model);
    let base_url = text(matches, "base-url");
    let options = EditorOptions {
        autonomy: session.autonomy(matches),
        node: session::node(&studio, matches)?,
        takes_pictures: models::takes_pictures(model, base_url, &session.settings),
        language: session.settings.language(&session.environment),
    };
    // A turn that an earlier run left open is closed before its conversation is resumed.
    studio.recover().await?;
    let outside = session.start_outside_tools(&studio).await?;
    let stop = CancellationToken::new();
    let stopping = stop.clone();
    tokio::spawn(async move {
        signal.wait().await;
        stopping.cancel();
    });
    ::acp::serve_stdio(studio.clone(), options, stop).await;
    studio.wait_for_background().await;
    drop(outside);
    studio.close()?;
    Ok(EXIT_OK)
}
