//! `storyteller open`: a prompt on a story. Plain text goes to the assistant, `/commands` run tools
//! with the person's own authority (OS-1), and changes by others are printed in between.

mod complete;
mod lines;

use std::collections::HashSet;
use std::sync::Arc;

use capability::{Caller, ToolSpec};
use clap::ArgMatches;
use model::conversation::ToolCall;
use model::{ThreadId, TurnId};
use runner::{Autonomy, Instruction};
use tokio::sync::broadcast::error::RecvError;
use tokio_util::sync::CancellationToken;

use self::complete::Completion;
use self::lines::LineEditorThread;
use super::event_printer::EventPrinter;
use super::keyboard::{Keyboard, LineInput};
use super::question::TerminalApprover;
use super::render::table;
use super::session::{self, Session, find_node, flag, path, person, text};
use super::terminal::{FAINT, STRONG, fail, is_interactive, note, say, width};
use super::watch::{TitleCache, line};
use super::{EXIT_OK, command, conversation, exported, tools};
use host::Failure;
use host::interfaces::{slash, status_codes, wire};
use host::{Event, EventKind, Studio};

/// The commands of the prompt itself, besides tools.
const REPL_COMMANDS: &[(&str, &str)] = &[
    (
        "node",
        "Choose the node you speak about: /node Thomas Anderson",
    ),
    ("new", "Begin a new conversation"),
    (
        "help",
        "List the commands, or explain one: /help update_node_kv",
    ),
    ("quit", "Leave"),
];

/// Runs the prompt until `/quit` or the end of input; returns the exit status of its last line.
pub(super) async fn run(session: &Session, matches: &ArgMatches) -> Result<u8, Failure> {
    let studio = Studio::open(path(matches), session.options_with_assistant(matches)?)?;
    let interrupted = studio.recover().await?;
    if interrupted > 0 {
        note(&format!(
            "{FAINT}{interrupted} turns of the assistant had been interrupted and are closed{FAINT:#}"
        ));
    }
    let outside = session.start_outside_tools(&studio).await?;
    let node = session::node(&studio, matches)?;
    let specs: Vec<ToolSpec> = session::specs(&studio);
    let own = REPL_COMMANDS.iter().map(|(name, _)| *name);
    let view = studio.store().view(None);
    let history = session.folder.as_deref().map(|it| it.join("history"));
    let lines = LineEditorThread::start(Completion::new(own, &specs, view.clone()), history)?;
    let mut prompt = Repl {
        caller: person(&studio, matches),
        titles: TitleCache::new(view),
        autonomy: session.autonomy(matches),
        thread: None,
        json: flag(matches, "json"),
        turns: HashSet::new(),
        keyboard: lines.keyboard(),
        yes: flag(matches, "yes"),
        studio,
        specs,
    };
    prompt.caller.node = node;
    if let Some(name) = text(matches, "caller") {
        prompt.caller.id = format!("cli/{name}");
    }
    if is_interactive() && !prompt.json {
        prompt.print_welcome()?;
    }
    let exit = prompt.run_loop(&lines).await?;
    prompt.studio.wait_for_background().await;
    drop(outside);
    prompt.studio.close()?;
    Ok(exit)
}

struct Repl {
    studio: Studio,
    specs: Vec<ToolSpec>,
    caller: Caller,
    titles: TitleCache,
    autonomy: Autonomy,
    thread: Option<ThreadId>,
    /// Each line is answered in JSON; changes by others are left to `watch`.
    json: bool,
    /// The turns started at this prompt.
    turns: HashSet<TurnId>,
    /// Where questions are answered.
    keyboard: Keyboard,
    /// Every question is answered with yes.
    yes: bool,
}

/// What to do after a line.
enum Flow {
    Continue(u8),
    Quit,
}

impl Repl {
    async fn run_loop(&mut self, lines: &LineEditorThread) -> Result<u8, Failure> {
        let mut exit = EXIT_OK;
        let mut events = self.studio.events();
        loop {
            let sign = self.prompt_text();
            tokio::select! {
                read = lines.next(&sign) => {
                    let obeyed = match read {
                        LineInput::Line(line) => self.execute_line(line.trim()).await,
                        LineInput::Unreadable(failure) => Err(failure),
                        LineInput::Interrupted => {
                            note(&format!("{FAINT}/quit leaves{FAINT:#}"));
                            continue;
                        }
                        LineInput::End => return Ok(exit),
                    };
                    match obeyed {
                        Ok(Flow::Continue(ended)) => exit = ended,
                        Ok(Flow::Quit) => return Ok(exit),
                        Err(failure) => {
                            fail(&failure, self.json);
                            exit = status_codes(failure.report().code).exit;
                        }
                    }
                }
                event = events.recv() => match event {
                    Ok(event) => self.print_other_change(&event, lines),
                    Err(RecvError::Lagged(_)) => {}
                    Err(RecvError::Closed) => return Ok(exit),
                },
            }
        }
    }

    async fn execute_line(&mut self, line: &str) -> Result<Flow, Failure> {
        if line.is_empty() {
            return Ok(Flow::Continue(EXIT_OK));
        }
        if self.json && line.starts_with('{') {
            let call = wire::read_call(line)?;
            return Ok(Flow::Continue(self.call(call).await));
        }
        if matches!(line, "quit" | "exit") {
            return Ok(Flow::Quit);
        }
        let Some(command) = line.strip_prefix('/') else {
            return self.send(line).await.map(Flow::Continue);
        };
        let (name, rest) = command
            .split_once(char::is_whitespace)
            .unwrap_or((command, ""));
        let mut text = String::new();
        match name {
            "quit" | "exit" | "q" => return Ok(Flow::Quit),
            "help" | "" => text = self.help(rest.trim())?,
            "new" => self.thread = None,
            "node" if rest.trim().is_empty() => self.caller.node = None,
            "node" => {
                let words = capability::split_words(rest).map_err(|it| Failure::invalid(it.0))?;
                let words = words.join(" ");
                self.caller.node = Some(find_node(&self.studio, &words)?);
            }
            _ => {
                let call = slash::read(line, &self.specs)?;
                return self.command(line, call).await.map(Flow::Continue);
            }
        }
        if self.json {
            say(&wire::text_answer(&text).to_string());
        } else if !text.is_empty() {
            say(&text);
        }
        Ok(Flow::Continue(EXIT_OK))
    }

    async fn send(&mut self, words: &str) -> Result<u8, Failure> {
        let instruction = Instruction {
            thread: self.thread,
            node: self.caller.node,
            text: words.to_owned(),
            autonomy: self.autonomy,
            ..Instruction::default()
        };
        let caller = self.caller();
        let result = conversation::run(
            &self.studio,
            instruction,
            &caller,
            EventPrinter::new(self.json),
        );
        let result = result.await?;
        self.thread = Some(result.outcome.thread);
        self.turns.insert(result.outcome.turn);
        exported::save_all(&result.files, None, self.studio.store().path(), self.json)?;
        Ok(result.exit)
    }

    /// Runs a command and stores it in the conversation, which it creates if there is none.
    async fn command(&mut self, line: &str, call: ToolCall) -> Result<u8, Failure> {
        let caller = self.caller();
        let commanded = self.studio.command(self.thread, line, &caller, call);
        let commanded = tools::await_with_progress(&self.studio, &caller, commanded).await?;
        if let Some((turn, thread)) = commanded.kept {
            self.thread = Some(thread);
            self.turns.insert(turn);
        }
        Ok(tools::show(&commanded.output, self.json))
    }

    /// Runs a call by a program, which is not part of a conversation.
    async fn call(&self, call: ToolCall) -> u8 {
        let output = tools::call(&self.studio, &self.caller(), call).await;
        tools::show(&output, self.json)
    }

    /// The person as the caller of one more call, with a cancellation of its own, which also
    /// answers with Ctrl-C.
    fn caller(&self) -> Caller {
        let cancelled = CancellationToken::new();
        Caller {
            approver: Arc::new(TerminalApprover {
                yes: self.yes,
                keyboard: self.keyboard.clone(),
                stop: cancelled.clone(),
            }),
            cancelled,
            ..self.caller.clone()
        }
    }

    fn prompt_text(&mut self) -> String {
        match self.caller.node {
            Some(node) => format!("{} > ", self.titles.of(node)),
            None => "> ".to_owned(),
        }
    }

    /// Prints changes by others; those made at this prompt have already been printed.
    fn print_other_change(&mut self, event: &Event, lines: &LineEditorThread) {
        let EventKind::DataChanged(changed) = &event.kind else {
            return;
        };
        if self.json {
            return;
        }
        let is_own = changed.origin == self.caller.origin
            || changed.turn.is_some_and(|it| self.turns.contains(&it));
        if !is_own {
            let message = line(changed, &mut self.titles);
            lines.print(&format!("{FAINT}~{FAINT:#} {message}"));
        }
    }

    fn print_welcome(&self) -> Result<(), Failure> {
        let story = self.studio.store().view(None).graph()?;
        let (nodes, edges) = (story.nodes.len(), story.edges.len());
        say(&format!(
            "{STRONG}{}{STRONG:#} · {nodes} nodes, {edges} links",
            story.record.title
        ));
        say(&format!(
            "{FAINT}Say what you want, or /help. /node chooses whom you speak about.{FAINT:#}"
        ));
        Ok(())
    }

    fn help(&self, name: &str) -> Result<String, Failure> {
        if !name.is_empty() {
            let name = name.trim_start_matches('/');
            let spec =
                slash::find(name, &self.specs).ok_or_else(|| slash::unknown(name, &self.specs))?;
            return Ok(command::slash_help(spec));
        }
        let mut rows: Vec<Vec<String>> = REPL_COMMANDS
            .iter()
            .map(|(name, about)| vec![format!("/{name}"), (*about).into()])
            .collect();
        for spec in &self.specs {
            rows.push(vec![
                slash::usage(spec),
                command::first_line(&spec.description),
            ]);
        }
        let table = table(&["command", "what it does"], &rows, width());
        Ok(table.trim_end().to_owned())
    }
}
