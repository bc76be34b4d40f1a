//! `storyteller ask`: one instruction, its answer streamed, one line a tool call.

use clap::ArgMatches;
use model::ThreadId;
use runner::Instruction;

use super::converse;
use super::session::{self, Session, flag, path, person, text};
use super::telling::Teller;
use super::terminal::read_input;
use crate::Studio;
use crate::faces::{Failure, attached};

/// Runs the instruction that was typed.
pub(super) async fn run(session: &Session, matches: &ArgMatches) -> Result<u8, Failure> {
    let words = match text(matches, "instruction").unwrap_or_default() {
        "-" => read_input()?,
        words => words.to_owned(),
    };
    if words.trim().is_empty() {
        return Err(Failure::invalid("the instruction is empty").hint("say what you want done"));
    }
    let thread = text(matches, "thread")
        .map(str::parse::<ThreadId>)
        .transpose();
    let thread = thread.map_err(|error| Failure::invalid(format!("--thread: {error}")))?;
    let studio = Studio::open(path(matches), session.conversing(matches)?)?;
    let node = session::node(&studio, matches)?;
    let typed = matches.get_many::<String>("picture").into_iter().flatten();
    let given = typed
        .map(|it| attached::typed(it))
        .collect::<Result<_, _>>()?;
    let pictures = attached::keep(&studio, given).await?;
    let instruction = Instruction {
        thread,
        node,
        text: words,
        pictures,
        autonomy: session.autonomy(matches),
        message_id: None,
    };
    let person = person(&studio, matches);
    let teller = Teller::new(flag(matches, "json"));
    let (_, exit) = converse::run(&studio, instruction, &person, teller).await?;
    studio.settle().await;
    studio.close()?;
    Ok(exit)
}
