//! The command line: argv, standard input and the environment → calls; answers → text for a person
//! or JSON for a program.
//!
//! Enter through [`main`]. Not here: the tools; the grammar is generated from their specs. It is
//! not a shell: only tools and the commands in `builtin_commands` run (AT-1, AT-4).

mod acp;
mod agent_commands;
mod agents;
mod arguments;
mod ask;
mod backups;
mod builtin_commands;
mod command;
mod conversation;
mod credential;
mod event_printer;
mod export;
mod exported;
mod files;
mod folders;
mod hub;
mod import;
mod keyboard;
mod keys;
mod lists;
mod machines;
mod mcp;
mod picture;
mod play;
mod progress;
mod question;
mod render;
mod repl;
mod restricted;
mod serve;
mod service;
mod session;
mod sign_in;
mod stop;
mod terminal;
mod tools;
mod watch;
mod workspace_call;

use std::process::ExitCode;

use capability::ToolSpec;
use clap::ArgMatches;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use self::session::{Session, flag};
use host::Failure;
use host::Studio;
use host::interfaces::status_codes;
use host::settings::Environment;
use tokio::runtime::{Builder, Runtime};

/// The exit status of a successful command.
const EXIT_OK: u8 = 0;

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    if let Some(ended) = ::acp::pass_on_tools() {
        return ended;
    }
    let environment = Environment::from_process_environment();
    host::log(&environment);
    let specs = Studio::specs();
    let matches = match command::root(&specs).try_get_matches() {
        Ok(matches) => matches,
        Err(mut error) => {
            improve_suggestions(&mut error);
            return usage_error(&error);
        }
    };
    let Some((name, matches)) = matches.subcommand() else {
        return ExitCode::from(EXIT_OK);
    };
    let json = flag(matches, "json");
    let runtime = match runtime_for(name) {
        Ok(runtime) => runtime,
        Err(error) => return end(Err(Failure::io("cannot start", &error)), json),
    };
    let ended = runtime.block_on(run(environment, &specs, name, matches));
    // A question that is still open on its own thread must not keep the program from exiting.
    runtime.shutdown_background();
    end(ended, json)
}

/// The threads on which a command runs. For a single client one is enough, and its calls change no
/// thread; what computes for long runs on threads of its own.
fn runtime_for(command: &str) -> std::io::Result<Runtime> {
    let mut builder = match command {
        "mcp" => Builder::new_current_thread(),
        _ => Builder::new_multi_thread(),
    };
    builder.enable_all().build()
}

async fn run(
    environment: Environment,
    specs: &[ToolSpec],
    name: &str,
    matches: &ArgMatches,
) -> Result<u8, Failure> {
    let session = Session::load(environment)?;
    match name {
        "ask" => ask::run(&session, matches).await,
        "open" => repl::run(&session, matches).await,
        "serve" => serve::run(&session, matches).await,
        "hub" => hub::run(&session, matches).await,
        "join" => hub::join(&session, matches).await,
        "agents" => agents::run(&session, matches).await,
        "mcp" => mcp::run(&session, matches).await,
        "acp" => acp::run(&session, matches).await,
        "watch" => watch::run(&session, matches).await,
        "new" => files::create(&session, matches).await,
        "sample" => files::sample(&session, matches).await,
        "copy" => files::copy(&session, matches).await,
        "backups" => backups::backups(&session, matches).await,
        "check" => files::check(matches),
        "compact" => files::compact(&session, matches).await,
        "import" => import::import(&session, matches).await,
        "picture" => picture::run(&session, matches),
        "export" => export::export(&session, matches).await,
        "formats" => lists::formats(matches),
        "models" => lists::models(&session, matches).await,
        "tools" => lists::tools(specs, matches),
        "credential" => credential::run(&session, matches),
        "project_cli" => restricted::run(&session, matches),
        "key" => keys::run(&session, matches).await,
        "sign-in" => sign_in::run(&session, matches).await,
        "sign-out" => sign_in::end(&session, matches).await,
        _ => tools::run(&session, specs, (name, matches)).await,
    }
}

fn end(ended: Result<u8, Failure>, json: bool) -> ExitCode {
    ended.map_or_else(
        |failure| {
            terminal::fail(&failure, json);
            ExitCode::from(status_codes(failure.report().code).exit)
        },
        ExitCode::from,
    )
}

/// Reports a command line that does not fit the grammar; help and version are not failures. A
/// program that requested JSON gets JSON (AT-5).
fn usage_error(error: &clap::Error) -> ExitCode {
    let code = match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            // If the output was closed, nobody can be told.
            let _ = error.print();
            return ExitCode::from(EXIT_OK);
        }
        ErrorKind::InvalidSubcommand => capability::Code::UnknownAction,
        _ => capability::Code::InvalidActionInput,
    };
    // Arguments that are not valid text match none of these words.
    let words: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|it| it.to_string_lossy().into_owned())
        .collect();
    if error.kind() == ErrorKind::UnknownArgument && words.starts_with(&KEY_SET.map(str::to_owned))
    {
        // The message of clap repeats the argument, which is most likely a key.
        terminal::fail(&key_as_argument(), wants_json(words.into_iter()));
        return ExitCode::from(status_codes(code).exit);
    }
    if wants_json(words.into_iter()) {
        let text = error.render().to_string();
        let lines = text.lines().take_while(|it| !it.starts_with("Usage:"));
        let words: Vec<_> = lines.map(str::trim).filter(|it| !it.is_empty()).collect();
        let message = words.join(" ");
        let message = message.trim_start_matches("error: ");
        let failure = Failure::new(code, message).hint("--help shows what is taken");
        terminal::fail(&failure, true);
    } else {
        let _ = error.print();
    }
    ExitCode::from(status_codes(code).exit)
}

/// Options are written with hyphens, although underscores are read too: a suggestion names the former.
/// An option that is not known is hardly meant as a value.
fn improve_suggestions(error: &mut clap::Error) {
    if let Some(ContextValue::String(given)) = error.get(ContextKind::InvalidArg)
        && given.starts_with("--")
    {
        error.remove(ContextKind::Suggested);
    }
    if let Some(ContextValue::String(suggested)) = error.get(ContextKind::SuggestedArg) {
        let hyphenated = ContextValue::String(suggested.replace('_', "-"));
        error.insert(ContextKind::SuggestedArg, hyphenated);
    }
}

/// The command that saves a key.
const KEY_SET: [&str; 2] = ["key", "set"];

fn key_as_argument() -> Failure {
    Failure::invalid("`key set` takes the name of a provider and nothing else")
        .hint("type the key when asked, or pipe it: other programs can read the words of a command")
}

/// Whether an unreadable command line requests JSON: by its flag, or because its command always
/// answers in JSON.
fn wants_json(words: impl Iterator<Item = String>) -> bool {
    let mut words = words.take_while(|it| it != "--").peekable();
    words.peek().is_some_and(|it| it == "project_cli") || words.any(|it| it == "--json")
}
