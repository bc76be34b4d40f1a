//! Builds a reply from the pieces it arrives in: text grows, the arguments of a call come in
//! fragments, and state that the model wants back verbatim is kept with its segment. Start at
//! [`ReplyBuilder`]. The wire formats of the pieces are decoded by the providers.

use std::collections::BTreeSet;
use std::sync::Arc;

use model::World;
use model::conversation::{
    Content, ContentSegment, Delta, ProviderResponse, ProviderState, ReplyMetadata, StopReason,
    ToolCall, Usage,
};
use serde_json::{Map, Value, json};

use crate::dialect::ToolNames;
use crate::provider::{ModelRequest, ModelSettings};
use crate::{LlmError, http};

/// How much of an unreadable reply is quoted in an error message.
const SHOWN_CHARS: usize = 200;

/// The key for state that precedes a segment: reasoning, and other blocks without text.
const BEFORE: &str = "before";

/// The key for state of the segment itself: its id, its signature.
const OWN: &str = "own";

pub(crate) struct ReplyBuilder {
    wire: &'static str,
    provider: String,
    model: String,
    names: ToolNames,
    world: Arc<dyn World>,
    /// Call ids used in the history: some servers count from 0 in every reply.
    taken: BTreeSet<String>,
    parts: Vec<Part>,
    pending_state: Vec<Value>,
    /// Tokens used, as far as known.
    pub(crate) usage: Option<Usage>,
    /// The answering model's own name for itself.
    pub(crate) answered_by: Option<String>,
}

struct Part {
    kind: Kind,
    before: Vec<Value>,
    own: Option<Value>,
}

enum Kind {
    Text(String),
    Image {
        data: String,
        mime_type: String,
    },
    Call {
        id: String,
        name: String,
        args: Args,
    },
}

enum Args {
    Text(String),
    Whole(Value),
}

impl ReplyBuilder {
    pub(crate) fn new(
        wire: &'static str,
        model_request: &ModelRequest<'_>,
        world: Arc<dyn World>,
    ) -> Result<Self, LlmError> {
        let messages = &model_request.payload.messages;
        let earlier_calls = messages.iter().flat_map(|it| it.tool_calls());
        Ok(Self {
            wire,
            provider: model_request.settings.provider.clone(),
            model: model_request.settings.model.clone(),
            names: ToolNames::of(model_request.tools)?,
            world,
            taken: earlier_calls.filter_map(|it| it.id.clone()).collect(),
            parts: Vec::new(),
            pending_state: Vec::new(),
            usage: None,
            answered_by: None,
        })
    }

    /// Holds state that must be sent back before the next segment.
    pub(crate) fn hold_state(&mut self, state: Value) {
        self.pending_state.push(state);
    }

    fn push(&mut self, kind: Kind) -> usize {
        self.parts.push(Part {
            kind,
            before: std::mem::take(&mut self.pending_state),
            own: None,
        });
        self.parts.len() - 1
    }

    /// Starts a text segment and returns its index.
    pub(crate) fn begin_text(&mut self) -> usize {
        self.push(Kind::Text(String::new()))
    }

    /// The index of the last text segment, if nothing has come since and no state marks its end.
    pub(crate) fn open_text(&self) -> Option<usize> {
        let last = self
            .parts
            .last()
            .filter(|_| self.pending_state.is_empty())?;
        let open = matches!(last.kind, Kind::Text(_)) && last.own.is_none();
        open.then(|| self.parts.len() - 1)
    }

    /// Appends text.
    pub(crate) fn text(&mut self, at: usize, more: &str) -> Option<Delta> {
        let Kind::Text(text) = &mut self.parts.get_mut(at)?.kind else {
            return None;
        };
        text.push_str(more);
        (!more.is_empty()).then(|| Delta::Text(more.to_owned()))
    }

    /// Adds an image: base64 or a URL.
    pub(crate) fn image(&mut self, data: &str, mime_type: &str) -> usize {
        let (data, mime_type) = (data.to_owned(), mime_type.to_owned());
        self.push(Kind::Image { data, mime_type })
    }

    /// Starts a call. It keeps the server's id if that is new in this conversation, otherwise it
    /// gets a generated one.
    pub(crate) fn begin_call(&mut self, given_id: &str, wire_name: &str) -> (usize, Delta) {
        let id = if given_id.is_empty() || self.taken.contains(given_id) {
            format!("call_{}", self.world.new_id().simple())
        } else {
            given_id.to_owned()
        };
        self.taken.insert(id.clone());
        let name = self.names.original(wire_name);
        let began = Delta::ToolCallBegan {
            id: id.clone(),
            name: name.clone(),
        };
        let args = Args::Text(String::new());
        (self.push(Kind::Call { id, name, args }), began)
    }

    /// Appends a fragment of a call's arguments.
    pub(crate) fn args(&mut self, at: usize, more: &str) {
        if let Some(Kind::Call { args, .. }) = self.parts.get_mut(at).map(|it| &mut it.kind) {
            match args {
                Args::Text(text) => text.push_str(more),
                Args::Whole(_) => *args = Args::Text(more.to_owned()),
            }
        }
    }

    /// Sets a call's arguments when they arrive complete.
    pub(crate) fn set_args(&mut self, at: usize, whole: Value) {
        if let Some(Kind::Call { args, .. }) = self.parts.get_mut(at).map(|it| &mut it.kind) {
            *args = match whole {
                Value::String(text) => Args::Text(text),
                Value::Null => Args::Text(String::new()),
                whole => Args::Whole(whole),
            };
        }
    }

    /// Stores state of the segment itself.
    pub(crate) fn own(&mut self, at: usize, state: Value) {
        if let Some(part) = self.parts.get_mut(at) {
            part.own = Some(state);
        }
    }

    /// Whether nothing has arrived.
    pub(crate) fn is_empty(&self) -> bool {
        self.parts.is_empty() && self.pending_state.is_empty()
    }

    fn has_calls(&self) -> bool {
        let mut kinds = self.parts.iter().map(|it| &it.kind);
        kinds.any(|it| matches!(it, Kind::Call { .. }))
    }

    /// Whether the arguments of the last call are truncated, whatever the server says.
    fn ends_in_truncated_call(&self) -> bool {
        match self.parts.last().map(|it| &it.kind) {
            Some(Kind::Call {
                args: Args::Text(text),
                ..
            }) => {
                let args = serde_json::from_str::<Value>(text);
                !text.trim().is_empty() && args.is_err_and(|it| it.is_eof())
            }
            _ => false,
        }
    }

    /// The complete reply. A stop by length or refusal is taken from the server; whether the model
    /// waits for answers to its calls follows from the segments.
    pub(crate) fn finish(mut self, reported: StopReason) -> Result<ProviderResponse, LlmError> {
        let stop = match reported {
            StopReason::Length | StopReason::Refusal => reported,
            _ if self.ends_in_truncated_call() => StopReason::Length,
            _ if self.has_calls() => StopReason::ToolCalls,
            _ => StopReason::End,
        };
        if stop == StopReason::Refusal {
            // A truncated call of a filtered reply must not be acted upon.
            self.parts
                .retain(|it| !matches!(it.kind, Kind::Call { .. }));
        }
        let nameless = |it: &Part| matches!(&it.kind, Kind::Call { name, .. } if name.is_empty());
        if self.parts.iter().any(nameless) {
            if stop != StopReason::Length {
                return Err(unreadable(&self.provider, "a tool call in it has no name"));
            }
            self.parts.retain(|it| !nameless(it));
        }
        let blank = |it: &Part| matches!(&it.kind, Kind::Text(text) if text.is_empty());
        self.parts
            .retain(|it| !blank(it) || it.own.is_some() || !it.before.is_empty());
        if self.parts.iter().all(blank) && stop != StopReason::Length {
            return Err(empty_reply(self.provider, stop));
        }
        if !self.pending_state.is_empty() {
            self.begin_text();
        }
        let metadata = ReplyMetadata {
            model: self.answered_by.or_else(|| Some(self.model.clone())),
            stop: Some(stop),
            usage: self.usage,
            latency_ms: None,
        };
        let (wire, provider, model) = (self.wire, self.provider, self.model);
        let segment = |part: Part| part.into_segment(wire, &provider, &model);
        let segments = self.parts.into_iter().map(segment).collect();
        Ok(ProviderResponse { segments, metadata })
    }
}

impl Part {
    fn into_segment(self, wire: &str, provider: &str, model: &str) -> ContentSegment {
        let content = match self.kind {
            Kind::Text(text) => Content::Text { text },
            Kind::Image { data, mime_type } => Content::Image { data, mime_type },
            Kind::Call { id, name, args } => Content::ToolCall {
                tool_call: ToolCall {
                    id: Some(id),
                    name,
                    args: args.into_value(),
                },
            },
        };
        let mut state = Map::new();
        if !self.before.is_empty() {
            state.insert(BEFORE.into(), Value::Array(self.before));
        }
        if let Some(own) = self.own {
            state.insert(OWN.into(), own);
        }
        let mut segment = ContentSegment::from(content);
        segment.provider_state = (!state.is_empty()).then(|| ProviderState {
            provider: provider.to_owned(),
            model: model.to_owned(),
            value: json!({ wire: state }),
        });
        segment
    }
}

impl Args {
    fn into_value(self) -> Value {
        match self {
            Self::Whole(value) => value,
            Self::Text(text) => match text.trim() {
                // Servers encode missing arguments in several ways.
                "" | "null" => json!({}),
                trimmed => serde_json::from_str(trimmed).unwrap_or(Value::String(text)),
            },
        }
    }
}

/// The state of a segment, if it was made by the same model that is asked now, in the same wire
/// format.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ReturnedState<'a> {
    state: Option<&'a Value>,
}

impl<'a> ReturnedState<'a> {
    pub(crate) fn of(segment: &'a ContentSegment, wire: &str, settings: &ModelSettings) -> Self {
        let state = segment.provider_state.as_ref();
        let same =
            state.filter(|it| it.provider == settings.provider && it.model == settings.model);
        Self {
            state: same.and_then(|it| it.value.get(wire)),
        }
    }

    /// State to send back before the segment.
    pub(crate) fn before(&self) -> impl Iterator<Item = &'a Value> + use<'a> {
        let list = self.state.and_then(|it| it[BEFORE].as_array());
        list.into_iter().flatten()
    }

    /// State to send back with the segment.
    pub(crate) fn own(&self) -> Option<&'a Value> {
        self.state.and_then(|it| it.get(OWN))
    }
}

/// The JSON of a frame.
pub(crate) fn json_of(provider: &str, text: &str) -> Result<Value, LlmError> {
    serde_json::from_str(text).map_err(|error| {
        if error.is_eof() && !text.trim().is_empty() {
            return broken_off_error(provider.to_owned());
        }
        unreadable(
            provider,
            &format!("it is not JSON ({error}): {}", shown(text)),
        )
    })
}

/// The text of a frame, whatever its form.
pub(crate) fn text_of(frame: &http::Frame) -> &str {
    match frame {
        http::Frame::Event { data, .. } | http::Frame::Line(data) => data.trim(),
        http::Frame::Whole(body) => body.trim(),
    }
}

pub(crate) fn broken_off_error(provider: String) -> LlmError {
    LlmError::BrokenOff {
        provider,
        message: "the stream ended in the middle".into(),
    }
}

pub(crate) fn unreadable(provider: &str, message: &str) -> LlmError {
    LlmError::Unreadable {
        provider: provider.to_owned(),
        message: message.to_owned(),
    }
}

pub(crate) fn shown(text: &str) -> String {
    text.chars().take(SHOWN_CHARS).collect()
}

pub(crate) fn empty_reply(provider: String, stop: StopReason) -> LlmError {
    match stop {
        StopReason::Refusal => LlmError::Refused {
            provider,
            message: "its filter withholds the reply".into(),
        },
        _ => LlmError::Empty { provider },
    }
}
