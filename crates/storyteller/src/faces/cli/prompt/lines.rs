//! Lines typed at the prompt, read on a thread of their own so that events can be told meanwhile.

use std::path::PathBuf;
use std::sync::mpsc;

use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{Config, Editor, ExternalPrinter};
use tokio::sync::mpsc as channel;

use super::complete::Completion;
use crate::faces::Failure;
use crate::faces::cli::terminal::{is_attended, note, read_line};

/// What was read.
pub(super) enum Read {
    Line(String),
    /// A line that is no text, or too long.
    Unreadable(Failure),
    /// Ctrl-C on an empty or half-typed line.
    Interrupted,
    /// Ctrl-D, or the end of a pipe.
    End,
}

/// The reading end.
pub(super) struct Lines {
    signs: mpsc::Sender<String>,
    read: channel::UnboundedReceiver<Read>,
    printer: Option<Box<dyn ExternalPrinter + Send>>,
    /// A line has been asked for and has not come yet.
    waiting: bool,
}

impl Lines {
    /// Begins to read: with editing, history and completion at a terminal, plainly from a pipe.
    pub(super) fn start(completion: Completion, history: Option<PathBuf>) -> Result<Self, Failure> {
        let (signs, asked) = mpsc::channel::<String>();
        let (sender, read) = channel::unbounded_channel();
        let mut printer = None;
        if is_attended() {
            let mut editor =
                editor(completion, history.as_ref()).map_err(|error| no_terminal(&error))?;
            let external = editor
                .create_external_printer()
                .map_err(|error| no_terminal(&error))?;
            printer = Some(Box::new(external) as Box<dyn ExternalPrinter + Send>);
            std::thread::spawn(move || {
                for sign in asked {
                    if sender
                        .send(edit(&mut editor, &sign, history.as_ref()))
                        .is_err()
                    {
                        return;
                    }
                }
            });
        } else {
            std::thread::spawn(move || {
                for _ in asked {
                    let read = read_line().map(|it| it.map_or(Read::End, Read::Line));
                    if sender.send(read.unwrap_or_else(Read::Unreadable)).is_err() {
                        return;
                    }
                }
            });
        }
        Ok(Self {
            signs,
            read,
            printer,
            waiting: false,
        })
    }

    /// The next line. Losing interest loses no line: the next call gets it.
    pub(super) async fn next(&mut self, sign: &str) -> Read {
        if !self.waiting {
            if self.signs.send(sign.to_owned()).is_err() {
                return Read::End;
            }
            self.waiting = true;
        }
        let read = self.read.recv().await.unwrap_or(Read::End);
        self.waiting = false;
        read
    }

    /// Tells something above the line being typed.
    pub(super) fn print(&mut self, line: &str) {
        let told = match &mut self.printer {
            Some(printer) => printer
                .print(format!("{}\n", anstream::adapter::strip_str(line)))
                .is_ok(),
            None => false,
        };
        if !told {
            note(line);
        }
    }
}

type LineEditor = Editor<Completion, FileHistory>;

fn editor(completion: Completion, history: Option<&PathBuf>) -> rustyline::Result<LineEditor> {
    let config = Config::builder()
        .completion_type(rustyline::CompletionType::List)
        .history_ignore_space(true)
        .auto_add_history(true)
        .build();
    let mut editor = Editor::with_config(config)?;
    editor.set_helper(Some(completion));
    if let Some(path) = history {
        // The first time there is none.
        let _ = editor.load_history(path);
    }
    Ok(editor)
}

fn edit(editor: &mut LineEditor, sign: &str, history: Option<&PathBuf>) -> Read {
    match editor.readline(sign) {
        Ok(line) => {
            if let Some(path) = history {
                // A history that cannot be kept is no reason to stop working.
                let _ = path.parent().map(std::fs::create_dir_all);
                let _ = editor.append_history(path);
            }
            Read::Line(line)
        }
        Err(ReadlineError::Interrupted) => Read::Interrupted,
        Err(_) => Read::End,
    }
}

fn no_terminal(error: &ReadlineError) -> Failure {
    Failure::new(
        capability::Code::Unavailable,
        format!("the terminal cannot be used: {error}"),
    )
}
