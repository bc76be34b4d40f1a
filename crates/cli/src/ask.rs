//! `storyteller ask`: one instruction, its answer streamed, one line for each tool call; or one
//! /command, stored in the conversation.

use std::collections::BTreeMap;

use clap::ArgMatches;
use runner::Instruction;

use super::event_printer::EventPrinter;
use super::exported::{self, ExportedFile};
use super::session::{self, Session, flag, path, person, text};
use super::terminal::{FAINT, note, read_input};
use super::{EXIT_OK, conversation, tools};
use host::Failure;
use host::Studio;
use host::interfaces::{attachments, slash};

/// Runs the instruction that was typed.
pub(super) async fn run(session: &Session, matches: &ArgMatches) -> Result<u8, Failure> {
    let words = match text(matches, "instruction").unwrap_or_default() {
        "-" => read_input()?,
        words => words.to_owned(),
    };
    let words = match text(matches, "prompt") {
        Some(name) => behind_prompt(&session.settings.prompts, name, &words)?,
        None => words,
    };
    if words.trim().is_empty() {
        return Err(Failure::invalid("the instruction is empty").hint("say what you want done"));
    }
    let studio = Studio::open(path(matches), session.options_with_assistant(matches)?)?;
    let asked = ask(session, matches, &studio, words).await;
    studio.wait_for_background().await;
    studio.close()?;
    asked
}

/// A prompt of the settings, and the instruction behind it.
fn behind_prompt(
    prompts: &BTreeMap<String, String>,
    name: &str,
    words: &str,
) -> Result<String, Failure> {
    let same = |it: &&String| it.to_lowercase() == name.trim().to_lowercase();
    let Some(known) = prompts.keys().find(same) else {
        let names: Vec<String> = prompts.keys().map(|it| format!("{it:?}")).collect();
        let hint = match names.is_empty() {
            true => "write it into settings.toml, in the table [prompts]".to_owned(),
            false => format!("the settings have {}", names.join(", ")),
        };
        return Err(Failure::not_found(format!("there is no prompt {name:?}")).hint(hint));
    };
    Ok(format!("{}\n\n{words}", prompts[known]).trim().to_owned())
}

/// Sends an instruction to the assistant, or runs a /command with the person's own authority.
async fn ask(
    session: &Session,
    matches: &ArgMatches,
    studio: &Studio,
    words: String,
) -> Result<u8, Failure> {
    let thread = text(matches, "thread")
        .map(|it| studio.thread(it))
        .transpose()?;
    let mut person = person(studio, matches);
    person.node = session::node(studio, matches)?;
    let json = flag(matches, "json");
    let (thread, exit, files) = if words.trim_start().starts_with('/') {
        let call = slash::read(&words, &session::specs(studio))?;
        let commanded = studio.command(thread, words.trim(), &person, call);
        let done = tools::await_with_progress(studio, &person, commanded).await?;
        let files: Vec<_> = ExportedFile::of(&done.output).into_iter().collect();
        let exit = match files.is_empty() || json {
            true => tools::show(&done.output, json),
            // The file itself is not printed.
            false => EXIT_OK,
        };
        (done.kept.map(|it| it.1), exit, files)
    } else {
        let typed = matches.get_many::<String>("picture").into_iter().flatten();
        let given = typed
            .map(|it| attachments::from_argument(it))
            .collect::<Result<_, _>>()?;
        let pictures = attachments::store_all(studio, &person, given).await?;
        let instruction = Instruction {
            thread,
            node: person.node.take(),
            text: words,
            pictures,
            autonomy: session.autonomy(matches),
            message_id: None,
        };
        let outside = session.start_outside_tools(studio).await?;
        let printer = EventPrinter::new(json);
        let result = conversation::run(studio, instruction, &person, printer).await?;
        drop(outside);
        (Some(result.outcome.thread), result.exit, result.files)
    };
    exported::save_all(&files, text(matches, "output"), path(matches), json)?;
    if let Some(thread) = thread.filter(|_| !json) {
        let thread = thread.short();
        note(&format!(
            "{FAINT}conversation {thread}: --thread {thread} goes on with it{FAINT:#}"
        ));
    }
    Ok(exit)
}
