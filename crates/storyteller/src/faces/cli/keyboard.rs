//! The keyboard: the one reader of what is typed, on a thread of its own, for the prompt and for
//! questions alike. Enter through [`Keyboard::next`]. A line that nobody waits for any more is kept
//! for the next who asks, so that a question answered elsewhere costs no line.
//!
//! Not here: editing and history (`prompt::lines`), and what a line means.

use std::sync::Arc;
use std::sync::mpsc as requests;

use tokio::sync::{Mutex, mpsc};

use super::terminal::{FAINT, note, read_line, write_beside};
use crate::faces::Failure;

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

/// What a line is asked for with.
pub(super) struct Sign {
    /// What stands before it.
    pub(super) text: String,
    /// Whether it is an answer, which no history keeps.
    pub(super) is_answer: bool,
}

/// The lines that come.
struct Lines {
    read: mpsc::UnboundedReceiver<Read>,
    /// What a line has been asked for with that has not come yet.
    waiting: Option<String>,
}

/// A handle to the reader; clones read from the same one.
#[derive(Clone)]
pub(super) struct Keyboard {
    signs: requests::Sender<Sign>,
    lines: Arc<Mutex<Lines>>,
}

impl Keyboard {
    /// Reads by this, on a thread of its own, whenever a line is asked for.
    pub(super) fn reading(mut read: impl FnMut(Sign) -> Read + Send + 'static) -> Self {
        let (signs, asked) = requests::channel::<Sign>();
        let (sender, read_lines) = mpsc::unbounded_channel();
        std::thread::spawn(move || {
            for sign in asked {
                if sender.send(read(sign)).is_err() {
                    return;
                }
            }
        });
        Self {
            signs,
            lines: Arc::new(Mutex::new(Lines {
                read: read_lines,
                waiting: None,
            })),
        }
    }

    /// Reads standard input line by line.
    pub(super) fn plain() -> Self {
        Self::reading(|sign| {
            if sign.is_answer {
                write_beside(&sign.text);
            }
            let read = read_line().map(|it| it.map_or(Read::End, Read::Line));
            read.unwrap_or_else(Read::Unreadable)
        })
    }

    /// The next line. Losing interest loses no line: the next call gets it.
    pub(super) async fn next(&self, sign: Sign) -> Read {
        let mut lines = self.lines.lock().await;
        match &lines.waiting {
            Some(before) if *before == sign.text => {}
            // The sign of whoever left still stands there.
            Some(_) => {
                note(&format!("{FAINT}{}{FAINT:#}", sign.text.trim_end()));
                lines.waiting = Some(sign.text);
            }
            None => {
                lines.waiting = Some(sign.text.clone());
                if self.signs.send(sign).is_err() {
                    return Read::End;
                }
            }
        }
        let line = lines.read.recv().await.unwrap_or(Read::End);
        lines.waiting = None;
        line
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    fn sign(text: &str) -> Sign {
        Sign {
            text: text.to_owned(),
            is_answer: true,
        }
    }

    #[tokio::test]
    async fn a_line_whose_asker_has_left_goes_to_the_next() {
        let (typed, keys) = requests::channel::<&str>();
        let (sender, asked) = requests::channel();
        let keyboard = Keyboard::reading(move |sign| {
            sender.send(sign.text).unwrap();
            keys.recv()
                .map_or(Read::End, |it| Read::Line(it.to_owned()))
        });
        let question = keyboard.next(sign("y/n? ")).now_or_never();
        assert!(question.is_none(), "nothing is typed yet");
        typed.send("make it rain").unwrap();
        let line = keyboard.next(sign("> ")).await;
        assert!(matches!(line, Read::Line(it) if it == "make it rain"));
        typed.send("and stop").unwrap();
        let line = keyboard.next(sign("> ")).await;
        assert!(matches!(line, Read::Line(it) if it == "and stop"));
        let asked: Vec<_> = asked.try_iter().collect();
        assert_eq!(asked, ["y/n? ", "> "], "the left line was asked for once");
        drop(typed);
        assert!(matches!(keyboard.next(sign("> ")).await, Read::End));
    }
}
