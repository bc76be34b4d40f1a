//! Reads lines of a stream, up to the maximum length of a message.

use std::io;

use tokio::io::{AsyncBufReadExt as _, AsyncRead, BufReader};

/// Reads lines; the rest of a too long one is skipped.
pub(crate) struct Lines<R> {
    input: BufReader<R>,
    max_bytes: usize,
}

/// The result of reading a line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// A line, with or without its line break.
    Whole(Vec<u8>),
    /// A line longer than a message may be.
    TooLong,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    pub(crate) fn new(input: R, max_bytes: usize) -> Self {
        Self {
            input: BufReader::new(input),
            max_bytes,
        }
    }

    /// The next line; `None` at the end. A last line without a line break counts.
    pub(crate) async fn next(&mut self) -> io::Result<Option<Line>> {
        let mut line = Vec::new();
        let mut is_too_long = false;
        loop {
            let available = self.input.fill_buf().await?;
            if available.is_empty() {
                return Ok(match (is_too_long, line.is_empty()) {
                    (true, _) => Some(Line::TooLong),
                    (false, false) => Some(Line::Whole(line)),
                    (false, true) => None,
                });
            }
            let end = available.iter().position(|it| *it == b'\n');
            let taken = end.map_or(available.len(), |it| it + 1);
            if line.len() + taken > self.max_bytes {
                is_too_long = true;
                line = Vec::new();
            }
            if !is_too_long {
                line.extend_from_slice(&available[..taken]);
            }
            self.input.consume(taken);
            if end.is_some() {
                return Ok(Some(match is_too_long {
                    true => Line::TooLong,
                    false => Line::Whole(line),
                }));
            }
        }
    }
}
