//! `storyteller sign-in` and `sign-out`: a person signs in to an MCP server of the settings, in the
//! browser.

use clap::ArgMatches;

use super::EXIT_OK;
use super::session::{Session, text};
use super::terminal::{GOOD, is_interactive, note, say};
use host::Failure;

/// Prints the page for the person, and waits until they are signed in.
pub(super) async fn run(session: &Session, matches: &ArgMatches) -> Result<u8, Failure> {
    let name = text(matches, "name").unwrap_or_default();
    let workspace = session.workspace_with(None);
    let (address, done) = workspace.begin_sign_in(name).await?;
    note("sign in on this page in your browser; this command waits for you:");
    say(&address);
    if is_interactive()
        && let Err(error) = open::that_detached(&address)
    {
        note(&format!("the browser could not be opened: {error}"));
    }
    done.await?;
    say(&format!("{GOOD}✓{GOOD:#} you are signed in to {name}"));
    Ok(EXIT_OK)
}

/// Deletes the tokens of a server.
pub(super) async fn end(session: &Session, matches: &ArgMatches) -> Result<u8, Failure> {
    let name = text(matches, "name").unwrap_or_default();
    let workspace = session.workspace_with(None);
    workspace.sign_out_of_server(name.to_owned()).await?;
    say(&format!("{GOOD}✓{GOOD:#} you are signed out of {name}"));
    Ok(EXIT_OK)
}
