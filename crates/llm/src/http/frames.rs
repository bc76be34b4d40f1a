//! The bytes of a body cut into frames: server-sent events, lines of JSON, or the whole at once.
//! A frame is the same wherever the network cut the bytes, inside a character too. The cutting is
//! pure ([`FrameSplitter`]); [`frames`] does it to a body as it comes.
//!
//! `eventsource-stream` is not used for the events: it drops an event that the empty line at the end
//! of the stream is missing from, which some servers never send, and knows no other form.

use bytes::Bytes;
use futures_util::stream::{self, Stream, StreamExt, TryStreamExt};

use crate::LlmError;

/// A self-contained piece of a response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Frame {
    /// A server-sent event.
    Event {
        /// Its event type; empty if the server sends none.
        name: String,
        /// Its data.
        data: String,
    },
    /// One line of a body with one JSON value per line.
    Line(String),
    /// The whole body.
    Whole(String),
}

/// The byte order mark that some servers send; it is ignored.
const BOM: char = '\u{feff}';

/// Splits a body as it arrives, according to its content type.
pub(crate) fn frames<'a>(
    body: impl Stream<Item = Result<Bytes, LlmError>> + Send + 'a,
    content_type: &str,
) -> impl Stream<Item = Result<Frame, LlmError>> + Send + 'a {
    let end = stream::once(async { Ok(None) });
    let pieces = body.map_ok(Some).chain(end);
    let cut = pieces.scan(FrameSplitter::new(content_type), |cutter, piece| {
        let frames = piece.map(|piece| match piece {
            Some(bytes) => cutter.push(&bytes),
            None => cutter.end(),
        });
        let frames = match frames {
            Ok(frames) => frames.into_iter().map(Ok).collect(),
            Err(error) => vec![Err(error)],
        };
        std::future::ready(Some(stream::iter(frames)))
    });
    cut.flatten()
}

/// The whole body as text.
pub(crate) async fn whole(
    body: impl Stream<Item = Result<Bytes, LlmError>>,
) -> Result<String, LlmError> {
    let add = |mut all: Vec<u8>, piece: Bytes| async move {
        all.extend_from_slice(&piece);
        Ok(all)
    };
    let bytes = body.try_fold(Vec::new(), add).await?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Splits bytes into frames. Invalid UTF-8 is replaced rather than rejected: it is inside JSON, and
/// the error is clearer when the JSON is parsed.
pub(crate) struct FrameSplitter {
    form: Form,
    /// The start of an incomplete line, or the whole body if it is not split into lines.
    rest: Vec<u8>,
    name: String,
    data: Option<String>,
    /// Whether the last byte was a carriage return, which a line feed may still follow.
    after_return: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Form {
    Events,
    Lines,
    Whole,
}

impl FrameSplitter {
    pub(crate) fn new(content_type: &str) -> Self {
        let form = if content_type.starts_with("text/event-stream") {
            Form::Events
        } else if content_type.contains("ndjson") || content_type.contains("jsonl") {
            Form::Lines
        } else {
            Form::Whole
        };
        Self::of(form)
    }

    fn of(form: Form) -> Self {
        Self {
            form,
            rest: Vec::new(),
            name: String::new(),
            data: None,
            after_return: false,
        }
    }

    /// Adds bytes and returns the frames that are now complete.
    pub(crate) fn push(&mut self, bytes: &[u8]) -> Vec<Frame> {
        let mut frames = Vec::new();
        let mut bytes = bytes;
        // A line of events ends in a carriage return, a line feed, or both.
        let of_events = self.form == Form::Events;
        let is_end = |it: &u8| *it == b'\n' || of_events && *it == b'\r';
        while self.form != Form::Whole
            && let Some(at) = bytes.iter().position(is_end)
        {
            let is_second = at == 0 && self.after_return && bytes[0] == b'\n';
            self.rest.extend_from_slice(&bytes[..at]);
            self.after_return = bytes[at] == b'\r';
            bytes = &bytes[at + 1..];
            if !is_second {
                frames.extend(self.line());
            }
        }
        self.after_return &= bytes.is_empty();
        self.rest.extend_from_slice(bytes);
        frames
    }

    /// Returns what is left at the end of the body. An event counts without its terminating empty
    /// line, because some servers omit the last one.
    pub(crate) fn end(&mut self) -> Vec<Frame> {
        if self.form == Form::Whole {
            let text = std::mem::take(&mut self.rest);
            let text = String::from_utf8_lossy(&text);
            let text = text.trim_start_matches(BOM);
            if !looks_like_events(text) {
                return vec![Frame::Whole(text.to_owned())];
            }
            let mut events = Self::of(Form::Events);
            let mut frames = events.push(text.trim_start().as_bytes());
            frames.extend(events.end());
            return frames;
        }
        let mut frames: Vec<_> = self.line().into_iter().collect();
        frames.extend(self.event());
        frames
    }

    fn line(&mut self) -> Option<Frame> {
        let bytes = std::mem::take(&mut self.rest);
        let text = String::from_utf8_lossy(&bytes);
        let line = text.trim_start_matches(BOM);
        let line = line.strip_suffix('\r').unwrap_or(line);
        if self.form == Form::Lines {
            let line = line.trim();
            return (!line.is_empty()).then(|| Frame::Line(line.to_owned()));
        }
        if line.is_empty() {
            return self.event();
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match (field, &mut self.data) {
            ("event", _) => self.name = value.to_owned(),
            ("data", Some(data)) => {
                data.push('\n');
                data.push_str(value);
            }
            ("data", none) => *none = Some(value.to_owned()),
            // Comments, which have no name, and fields for reconnecting, which is never done.
            _ => {}
        }
        None
    }

    fn event(&mut self) -> Option<Frame> {
        let name = std::mem::take(&mut self.name);
        self.data.take().map(|data| Frame::Event { name, data })
    }
}

/// Some servers stream events with another content type.
fn looks_like_events(text: &str) -> bool {
    let start = text.trim_start();
    ["data:", "event:", ":"]
        .iter()
        .any(|it| start.starts_with(it))
}
