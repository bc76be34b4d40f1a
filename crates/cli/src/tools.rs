//! A tool as a command: arguments or JSON in, one call through the registry, the answer out.

use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use capability::{Caller, ToolAgentOutput, ToolSpec, input_from_words};
use clap::ArgMatches;
use model::conversation::ToolCall;
use model::{DraftId, IdReference};
use serde_json::Value;
use tokio::sync::broadcast::error::RecvError;

use super::export::{content, reject_overwriting_story, write_new};
use super::progress::ProgressLine;
use super::session::{Session, flag, path, person, text};
use super::terminal::{GOOD, fail, note, read_bytes, read_input, say, width, write_bytes};
use super::{EXIT_OK, command, play, render, session};
use host::Failure;
use host::interfaces::{status_codes, wire};
use host::{EventKind, Studio};

/// The module whose tools talk to a model.
pub(super) const ASSISTANT: &str = "assistant";

/// The field that holds a file's bytes.
const BYTES: &str = "content";
/// The field that says whether they are written as base64.
const ENCODING: &str = "encoding";
/// The field that holds its name.
const FILE_NAME: &str = "file_name";

/// Runs a tool.
pub(super) async fn run(
    session: &Session,
    specs: &[ToolSpec],
    typed: (&str, &ArgMatches),
) -> Result<u8, Failure> {
    let (spec, matches) = command::find(specs, typed)
        .expect("the grammar has no commands but our own and those made from the specs");
    let args = read_args(spec, matches)?;
    let options = if spec.module == ASSISTANT {
        session.options_with_assistant(matches)?
    } else {
        session.options()
    };
    let studio = Studio::open(path(matches), options)?;
    let caller = match caller(&studio, spec, matches) {
        Ok(caller) => caller,
        Err(failure) => {
            studio.close()?;
            return Err(failure);
        }
    };
    if play::is_wanted(spec, matches) {
        let exit = play::run(&studio, &caller, args).await;
        studio.close()?;
        return Ok(exit);
    }
    let call = ToolCall {
        id: None,
        name: spec.name.clone(),
        args,
    };
    let mut output = self::call(&studio, &caller, call).await;
    studio.wait_for_background().await;
    studio.close()?;
    let json = flag(matches, "json");
    if let Some(target) = text(matches, "output") {
        let is_saved = save(&mut output, target, path(matches), flag(matches, "force"))?;
        if is_saved && target == "-" {
            return Ok(EXIT_OK);
        }
    }
    let is_typed = !json && text(matches, "input").is_none();
    if is_typed && let Some(error) = &mut output.error {
        error.path = error.path.as_deref().map(|it| option_at(spec, it));
    }
    Ok(show(&output, json))
}

/// Saves the file in an answer, whose content is taken out of it. Whether there was one.
fn save(
    output: &mut ToolAgentOutput,
    target: &str,
    story: &Path,
    force: bool,
) -> Result<bool, Failure> {
    let result = output.result.as_mut();
    let Some(result) = result.filter(|it| it.data.get(BYTES).is_some()) else {
        return Ok(false);
    };
    let bytes = content(&mut result.data)?;
    if target == "-" {
        write_bytes(&bytes)?;
        return Ok(true);
    }
    let target = Path::new(target);
    reject_overwriting_story(target, story)?;
    write_new(target, &bytes, force)?;
    note(&format!("{GOOD}✓{GOOD:#} {}", target.display()));
    Ok(true)
}

/// The option that a pointer into the arguments means, as it is typed: `/target_languages/0` is
/// `--target-languages`. What lies deeper in a JSON value keeps its pointer.
fn option_at(spec: &ToolSpec, pointer: &str) -> String {
    let inside = pointer.strip_prefix('/').unwrap_or(pointer);
    let (field, rest) = inside.split_once('/').unwrap_or((inside, ""));
    if !command::has_field(spec, field) {
        return pointer.to_owned();
    }
    let option = format!("--{}", command::option_name(field));
    match rest.contains('/') {
        true => format!("{option}, /{rest}"),
        false => option,
    }
}

/// The person at this terminal, with the node and the draft that the command line names.
fn caller(studio: &Studio, spec: &ToolSpec, matches: &ArgMatches) -> Result<Caller, Failure> {
    let mut caller = person(studio, matches);
    if !command::has_field(spec, "node") {
        caller.node = session::node(studio, matches)?;
    }
    if let Some(draft) = text(matches, "draft") {
        caller.draft = Some(find_draft(studio, draft)?);
    }
    Ok(caller)
}

/// Calls a tool: shows the progress of a long call, and stops it on Ctrl-C.
pub(super) async fn call(studio: &Studio, caller: &Caller, call: ToolCall) -> ToolAgentOutput {
    await_with_progress(studio, caller, studio.call(caller, call)).await
}

/// Waits for a call: shows its progress, and stops it on Ctrl-C.
pub(super) async fn await_with_progress<T>(
    studio: &Studio,
    caller: &Caller,
    calling: impl Future<Output = T>,
) -> T {
    let mut events = studio.events();
    let mut shown = ProgressLine::default();
    tokio::pin!(calling);
    // One listener for all of it: one for each turn of the loop would miss a signal in between.
    let mut interrupted = std::pin::pin!(tokio::signal::ctrl_c());
    loop {
        tokio::select! {
            biased;
            output = &mut calling => return output,
            _ = &mut interrupted => {
                caller.cancelled.cancel();
                return calling.await;
            }
            event = events.recv() => match event {
                Ok(event) => {
                    if let EventKind::Progress(progress) = &event.kind
                        && progress.origin == caller.origin
                    {
                        shown.show(progress);
                    }
                }
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return calling.await,
            },
        }
    }
}

/// Prints an answer; returns the exit status.
pub(super) fn show(output: &ToolAgentOutput, json: bool) -> u8 {
    let exit = output
        .error
        .as_ref()
        .map_or(EXIT_OK, |it| status_codes(it.code).exit);
    if json {
        say(&wire::answer(output).to_string());
        return exit;
    }
    match &output.error {
        Some(error) => fail(&error.clone().into(), false),
        None => say(render::answer(output, width()).trim_end()),
    }
    exit
}

/// The input from standard input, options and values; the registry validates it.
fn read_args(spec: &ToolSpec, matches: &ArgMatches) -> Result<Value, Failure> {
    let mut words = command::words(spec, matches);
    let from_input = text(matches, "input").is_some();
    let mut args = if from_input {
        wire::read_input(&read_input()?, "standard input")?
    } else {
        // A single text may be read from standard input: `--text - < chapter.md`.
        if let Some(word) = words.iter_mut().find(|it| is_standard_input(it)) {
            word.truncate(word.len() - 1);
            word.push_str(&read_input()?);
        }
        Value::Object(serde_json::Map::new())
    };
    read_files(spec, &mut words)?;
    if words.is_empty() {
        return Ok(args);
    }
    let mut schema = spec.parameters();
    if from_input && let Some(schema) = schema.as_object_mut() {
        // Fields that are missing here may be in the input; the registry checks both together.
        schema.remove("required");
    }
    let typed = input_from_words(&schema, &spec.former, &words).map_err(|error| {
        let name = spec.verb.as_ref().unwrap_or(&spec.name);
        Failure::invalid(error.0).hint(format!("storyteller {name} --help shows what it takes"))
    })?;
    if let (Some(args), Value::Object(typed)) = (args.as_object_mut(), typed) {
        args.extend(typed);
    }
    Ok(args)
}

/// Whether an argument means standard input: `-` alone, as a value or after its option's name.
fn is_standard_input(word: &str) -> bool {
    let option = word.strip_prefix("--").and_then(|it| it.split_once('='));
    option.map_or(word, |(_, value)| value) == "-"
}

/// Replaces file names by contents: in a field that takes a file, `@portrait.png` means the contents of that
/// file; a tool that asks for its name is told it. No tool reads files itself.
fn read_files(spec: &ToolSpec, words: &mut Vec<String>) -> Result<(), Failure> {
    if !command::has_field(spec, BYTES) {
        return Ok(());
    }
    let is_given = |words: &[String], field: &str| {
        let option = format!("--{field}");
        words.iter().any(|it| it.starts_with(&option))
    };
    let may_be_text = command::has_field(spec, ENCODING);
    // Whoever says how the content is written gives the content.
    if may_be_text && is_given(words, ENCODING) {
        return Ok(());
    }
    let asks_for_name = command::has_field(spec, FILE_NAME) && !is_given(words, FILE_NAME);
    let mut added = Vec::new();
    for word in &mut *words {
        let option = word.strip_prefix("--").and_then(|it| it.split_once('='));
        let (field, value) = option.map_or((None, word.as_str()), |it| (Some(it.0), it.1));
        let path = value.strip_prefix('@').map(Path::new);
        // A text may begin with such a sign.
        let is_meant = |it: &&Path| !may_be_text || it.is_file();
        let takes_file = field.is_none_or(|it| it == BYTES);
        let Some(path) = path.filter(is_meant).filter(|_| takes_file) else {
            continue;
        };
        let content = STANDARD.encode(read_bytes(path)?);
        if may_be_text {
            added.push(format!("--{ENCODING}=base64"));
        }
        if let Some(name) = path.file_name().filter(|_| asks_for_name) {
            added.push(format!("--{FILE_NAME}={}", name.to_string_lossy()));
        }
        *word = match field {
            Some(field) => format!("--{field}={content}"),
            None => content,
        };
    }
    // Values without names come last.
    words.splice(0..0, added);
    Ok(())
}

/// The draft that a reference names: its id, or part of it.
fn find_draft(studio: &Studio, reference: &str) -> Result<DraftId, Failure> {
    let drafts = studio.store().view(None).drafts(true)?;
    let wanted = IdReference::read(reference);
    let fits = |id: DraftId| wanted.as_ref().is_some_and(|it| it.fits(id.0));
    let mut fitting = drafts.iter().filter(|it| fits(it.id));
    match (fitting.next(), fitting.next()) {
        (Some(draft), None) => Ok(draft.id),
        (Some(_), Some(_)) => Err(Failure::invalid(format!(
            "{reference:?} matches several drafts"
        ))),
        (None, _) => Err(
            Failure::not_found(format!("there is no open draft {reference:?}"))
                .hint("`storyteller list_drafts FILE` lists them"),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::is_standard_input;

    #[test]
    fn only_a_single_dash_means_standard_input() {
        for (word, expected) in [
            ("-", true),
            ("--text=-", true),
            ("--items=Mood=-", false),
            ("--text=a=-", false),
            ("Mood=-", false),
            ("--", false),
        ] {
            assert_eq!(is_standard_input(word), expected, "{word}");
        }
    }
}
