//! The keyboard: the only reader of typed input, on a thread of its own, for the prompt and for
//! questions. Enter through [`Keyboard::next`]. A line that nobody waits for any more is kept for
//! the next reader, so a question answered elsewhere loses no line.
//!
//! Not here: editing and history (`repl::lines`), and what a line means.

use std::sync::Arc;
use std::sync::mpsc as requests;

use tokio::sync::{Mutex, mpsc};

use super::terminal::{FAINT, note, print_error_text, read_line};
use host::Failure;

/// The result of reading a line.
pub(super) enum LineInput {
    Line(String),
    /// A line that is not text, or too long.
    Unreadable(Failure),
    /// Ctrl-C, on an empty or partly typed line.
    Interrupted,
    /// Ctrl-D, or the end of a pipe.
    End,
}

/// How to ask for a line.
pub(super) struct LinePrompt {
    /// The text before the input.
    pub(super) text: String,
    /// Whether the line is an answer, which is not stored in the history.
    pub(super) is_answer: bool,
}

/// The lines that are read.
struct PendingLines {
    read: mpsc::UnboundedReceiver<LineInput>,
    /// The prompt of a line that was requested but not read yet.
    waiting: Option<String>,
}

/// A handle to the reader; clones read from the same one.
#[derive(Clone)]
pub(super) struct Keyboard {
    prompts: requests::Sender<LinePrompt>,
    lines: Arc<Mutex<PendingLines>>,
}

impl Keyboard {
    /// Reads lines with a function, on a thread of its own, whenever one is requested.
    pub(super) fn from_reader(
        mut read: impl FnMut(LinePrompt) -> LineInput + Send + 'static,
    ) -> Self {
        let (prompts, asked) = requests::channel::<LinePrompt>();
        let (sender, read_lines) = mpsc::unbounded_channel();
        std::thread::spawn(move || {
            for prompt in asked {
                if sender.send(read(prompt)).is_err() {
                    return;
                }
            }
        });
        Self {
            prompts,
            lines: Arc::new(Mutex::new(PendingLines {
                read: read_lines,
                waiting: None,
            })),
        }
    }

    /// Reads standard input line by line.
    pub(super) fn plain() -> Self {
        Self::from_reader(|prompt| {
            if prompt.is_answer {
                print_error_text(&prompt.text);
            }
            let read = read_line().map(|it| it.map_or(LineInput::End, LineInput::Line));
            read.unwrap_or_else(LineInput::Unreadable)
        })
    }

    /// The next line. If this future is dropped, the next call gets the line.
    pub(super) async fn next(&self, prompt: LinePrompt) -> LineInput {
        let mut lines = self.lines.lock().await;
        match &lines.waiting {
            Some(before) if *before == prompt.text => {}
            // The prompt of the previous reader is still shown.
            Some(_) => {
                note(&format!("{FAINT}{}{FAINT:#}", prompt.text.trim_end()));
                lines.waiting = Some(prompt.text);
            }
            None => {
                lines.waiting = Some(prompt.text.clone());
                if self.prompts.send(prompt).is_err() {
                    return LineInput::End;
                }
            }
        }
        let line = lines.read.recv().await.unwrap_or(LineInput::End);
        lines.waiting = None;
        line
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    fn prompt(text: &str) -> LinePrompt {
        LinePrompt {
            text: text.to_owned(),
            is_answer: true,
        }
    }

    #[tokio::test]
    async fn an_unread_line_goes_to_the_next_reader() {
        let (typed, keys) = requests::channel::<&str>();
        let (sender, asked) = requests::channel();
        let keyboard = Keyboard::from_reader(move |prompt| {
            sender.send(prompt.text).unwrap();
            keys.recv()
                .map_or(LineInput::End, |it| LineInput::Line(it.to_owned()))
        });
        let question = keyboard.next(prompt("y/n? ")).now_or_never();
        assert!(question.is_none(), "nothing is typed yet");
        typed.send("make it rain").unwrap();
        let line = keyboard.next(prompt("> ")).await;
        assert!(matches!(line, LineInput::Line(it) if it == "make it rain"));
        typed.send("and stop").unwrap();
        let line = keyboard.next(prompt("> ")).await;
        assert!(matches!(line, LineInput::Line(it) if it == "and stop"));
        let asked: Vec<_> = asked.try_iter().collect();
        assert_eq!(asked, ["y/n? ", "> "], "the left line was asked for once");
        drop(typed);
        assert!(matches!(keyboard.next(prompt("> ")).await, LineInput::End));
    }
}
