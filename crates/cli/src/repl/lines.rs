//! The line editor of the prompt: editing, history and completion at a terminal, and events printed
//! above the line.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use rustyline::config::Configurer as _;
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{Config, Editor, ExternalPrinter};

use super::complete::Completion;
use crate::keyboard::{Keyboard, LineInput, LinePrompt};
use crate::terminal::{is_interactive, note};
use host::Failure;

/// The handle to the editor's thread. Cheap to clone: questions are answered at the same keyboard.
#[derive(Clone)]
pub(super) struct LineEditorThread {
    keyboard: Keyboard,
    printer: Option<Arc<Mutex<dyn ExternalPrinter + Send>>>,
}

impl LineEditorThread {
    /// Starts reading: with editing, history and completion at a terminal, plainly from a pipe.
    pub(super) fn start(completion: Completion, history: Option<PathBuf>) -> Result<Self, Failure> {
        if !is_interactive() {
            return Ok(Self {
                keyboard: Keyboard::plain(),
                printer: None,
            });
        }
        let mut editor =
            editor(completion, history.as_ref()).map_err(|error| no_terminal(&error))?;
        let printer = editor
            .create_external_printer()
            .map_err(|error| no_terminal(&error))?;
        let keyboard =
            Keyboard::from_reader(move |prompt| edit(&mut editor, &prompt, history.as_ref()));
        Ok(Self {
            keyboard,
            printer: Some(Arc::new(Mutex::new(printer))),
        })
    }

    /// The keyboard that the lines are typed at.
    pub(super) fn keyboard(&self) -> Keyboard {
        self.keyboard.clone()
    }

    /// The next line. If this future is dropped, the next call gets the line.
    pub(super) async fn next(&self, prompt: &str) -> LineInput {
        let prompt = LinePrompt {
            text: prompt.to_owned(),
            is_answer: false,
        };
        self.keyboard.next(prompt).await
    }

    /// Prints a line above the one being typed.
    pub(super) fn print(&self, line: &str) {
        let is_printed = self.printer.as_ref().is_some_and(|printer| {
            let mut printer = printer.lock().unwrap_or_else(PoisonError::into_inner);
            let line = format!("{}\n", anstream::adapter::strip_str(line));
            printer.print(line).is_ok()
        });
        if !is_printed {
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
        // The first time, there is no history.
        let _ = editor.load_history(path);
    }
    Ok(editor)
}

fn edit(editor: &mut LineEditor, prompt: &LinePrompt, history: Option<&PathBuf>) -> LineInput {
    editor.set_auto_add_history(!prompt.is_answer);
    match editor.readline(&prompt.text) {
        Ok(line) => {
            if let Some(path) = history.filter(|_| !prompt.is_answer) {
                // Failing to save the history must not stop the program.
                let _ = path.parent().map(std::fs::create_dir_all);
                let _ = editor.append_history(path);
            }
            LineInput::Line(line)
        }
        Err(ReadlineError::Interrupted) => LineInput::Interrupted,
        Err(_) => LineInput::End,
    }
}

fn no_terminal(error: &ReadlineError) -> Failure {
    Failure::new(
        capability::Code::Unavailable,
        format!("the terminal cannot be used: {error}"),
    )
}
