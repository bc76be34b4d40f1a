//! The parts of a reply, in the order in which each started. Text grows; the arguments of calls
//! arrive in fragments, possibly of several calls at once, which are matched to their calls here.

use std::collections::BTreeSet;
use std::sync::Arc;

use model::World;
use model::conversation::{Content, ContentSegment, Delta, ToolCall};
use serde_json::{Map, Value, json};

use super::reasoning::{self, CALL_EXTRA};
use crate::LlmError;
use crate::dialect::ToolNames;
use crate::provider::ModelRequest;

pub(super) struct ReplyParts {
    list: Vec<Part>,
    names: ToolNames,
    world: Arc<dyn World>,
    /// Call ids used in the history: some servers count from 0 in every reply.
    taken: BTreeSet<String>,
}

enum Part {
    Text(String),
    Image { data: String, mime_type: String },
    Call(OpenCall),
}

/// A call whose arguments are not complete yet.
struct OpenCall {
    index: Option<u64>,
    given_id: String,
    id: String,
    name: String,
    args: String,
    extra: Option<Value>,
}

/// What a fragment says about the call it belongs to.
struct CallFragment<'a> {
    index: Option<u64>,
    id: &'a str,
    name: &'a str,
}

impl ReplyParts {
    pub(super) fn new(
        model_request: &ModelRequest<'_>,
        world: Arc<dyn World>,
    ) -> Result<Self, LlmError> {
        let known_ids = model_request
            .payload
            .messages
            .iter()
            .flat_map(|it| it.tool_calls());
        Ok(Self {
            list: Vec::new(),
            names: ToolNames::of(model_request.tools)?,
            world,
            taken: known_ids.filter_map(|it| it.id.clone()).collect(),
        })
    }

    pub(super) fn text(&mut self, more: &str) -> Option<Delta> {
        if more.is_empty() {
            return None;
        }
        match self.list.last_mut() {
            Some(Part::Text(text)) => text.push_str(more),
            _ => self.list.push(Part::Text(more.to_owned())),
        }
        Some(Delta::Text(more.to_owned()))
    }

    pub(super) fn image(&mut self, image: &Value) {
        let nested = image["image_url"]["url"].as_str();
        let Some(url) = nested.or_else(|| image["image_url"].as_str()) else {
            return;
        };
        let inline = url
            .strip_prefix("data:")
            .and_then(|it| it.split_once(";base64,"));
        let (mime_type, data) = inline.unwrap_or(("image/*", url));
        let (data, mime_type) = (data.to_owned(), mime_type.to_owned());
        self.list.push(Part::Image { data, mime_type });
    }

    pub(super) fn call(&mut self, piece: &Value) -> Option<Delta> {
        let fragment = CallFragment {
            index: piece["index"].as_u64(),
            id: piece["id"].as_str().unwrap_or_default(),
            name: piece["function"]["name"].as_str().unwrap_or_default(),
        };
        let at = self
            .open_call_for(&fragment)
            .unwrap_or_else(|| self.begin(&fragment));
        let Part::Call(call) = &mut self.list[at] else {
            return None;
        };
        match &piece["function"]["arguments"] {
            Value::String(more) => call.args.push_str(more),
            Value::Null => {}
            // Not what the API specifies, but unambiguous.
            whole => call.args = whole.to_string(),
        }
        if !piece[CALL_EXTRA].is_null() {
            call.extra = Some(piece[CALL_EXTRA].clone());
        }
        // Only once: some servers repeat the name in every fragment.
        if !call.name.is_empty() || fragment.name.is_empty() {
            return None;
        }
        call.name = self.names.original(fragment.name);
        Some(Delta::ToolCallBegan {
            id: call.id.clone(),
            name: call.name.clone(),
        })
    }

    /// The call that a fragment continues; `None` if it starts another one. Servers number the
    /// calls, but some omit the number and some give all calls the same one, so a different id with
    /// a different name is another call.
    fn open_call_for(&self, fragment: &CallFragment<'_>) -> Option<usize> {
        let calls = self.list.iter().enumerate().rev();
        let mut calls = calls.filter_map(|(at, part)| match part {
            Part::Call(call) => Some((at, call)),
            _ => None,
        });
        let (at, call) = match fragment.index {
            Some(_) => calls.find(|(_, call)| call.index == fragment.index)?,
            None => calls.next()?,
        };
        let unmarked = fragment.index.is_none() && fragment.id.is_empty();
        let other_id = !fragment.id.is_empty() && fragment.id != call.given_id;
        let begins = !fragment.name.is_empty() && (other_id || unmarked);
        (!begins).then_some(at)
    }

    fn begin(&mut self, fragment: &CallFragment<'_>) -> usize {
        // The server's id if it is new in this conversation, otherwise a generated one.
        let id = if fragment.id.is_empty() || self.taken.contains(fragment.id) {
            format!("call_{}", self.world.new_id().simple())
        } else {
            fragment.id.to_owned()
        };
        self.taken.insert(id.clone());
        self.list.push(Part::Call(OpenCall {
            index: fragment.index,
            given_id: fragment.id.to_owned(),
            id,
            name: String::new(),
            args: String::new(),
            extra: None,
        }));
        self.list.len() - 1
    }

    pub(super) fn has_calls(&self) -> bool {
        self.list.iter().any(|it| matches!(it, Part::Call(_)))
    }

    /// Whether the arguments of the last call are truncated, whatever the server says.
    pub(super) fn end_in_a_cut_call(&self) -> bool {
        let Some(Part::Call(call)) = self.list.last() else {
            return false;
        };
        let args = serde_json::from_str::<Value>(&call.args);
        !call.args.trim().is_empty() && args.is_err_and(|it| it.is_eof())
    }

    /// Removes the calls.
    pub(super) fn drop_calls(&mut self) {
        self.list.retain(|it| !matches!(it, Part::Call(_)));
    }

    /// Removes calls that were cut off before their name arrived: there is nothing to answer.
    pub(super) fn drop_nameless_calls(&mut self) {
        self.list
            .retain(|it| !matches!(it, Part::Call(call) if call.name.is_empty()));
    }

    /// The parts as segments; `None` if a call names no tool.
    pub(super) fn into_segments(self, provider: &str, model: &str) -> Option<Vec<ContentSegment>> {
        let segments = self.list.into_iter().map(|part| match part {
            Part::Text(text) => Some(ContentSegment::text(text)),
            Part::Image { data, mime_type } => Some(Content::Image { data, mime_type }.into()),
            Part::Call(call) => (!call.name.is_empty()).then(|| call.into_segment(provider, model)),
        });
        segments.collect()
    }
}

impl OpenCall {
    fn into_segment(self, provider: &str, model: &str) -> ContentSegment {
        let args = match self.args.trim() {
            // Servers encode missing arguments in several ways.
            "" | "null" => json!({}),
            text => serde_json::from_str(text).unwrap_or(Value::String(self.args)),
        };
        let call = ToolCall {
            id: Some(self.id),
            name: self.name,
            args,
        };
        let mut segment = ContentSegment::tool_call(call);
        segment.provider_state = self.extra.map(|extra| {
            let fields = Map::from_iter([(CALL_EXTRA.to_owned(), extra)]);
            reasoning::state(fields, provider, model)
        });
        segment
    }
}
