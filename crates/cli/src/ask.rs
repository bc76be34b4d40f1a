//! `storyteller ask`: one instruction, its answer streamed, one line a tool call.

use clap::ArgMatches;
use model::ThreadId;
use runner::Instruction;

use super::conversation;
use super::event_printer::EventPrinter;
use super::session::{self, Session, flag, path, person, text};
use super::terminal::read_input;
use host::Failure;
use host::Studio;
use host::interfaces::attachments;

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
    let studio = Studio::open(path(matches), session.options_with_assistant(matches)?)?;
    let node = session::node(&studio, matches)?;
    let typed = matches.get_many::<String>("picture").into_iter().flatten();
    let given = typed
        .map(|it| attachments::from_argument(it))
        .collect::<Result<_, _>>()?;
    let person = person(&studio, matches);
    let pictures = attachments::store_all(&studio, &person, given).await?;
    let instruction = Instruction {
        thread,
        node,
        text: words,
        pictures,
        autonomy: session.autonomy(matches),
        message_id: None,
    };
    let outside = session.start_outside_tools(&studio).await?;
    let printer = EventPrinter::new(flag(matches, "json"));
    let (_, exit) = conversation::run(&studio, instruction, &person, printer).await?;
    studio.wait_for_background().await;
    drop(outside);
    studio.close()?;
    Ok(exit)
}
