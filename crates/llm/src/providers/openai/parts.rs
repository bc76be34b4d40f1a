//! The pieces of a reply, put together in the order in which each began. Text grows; a call's
//! arguments come in fragments, several calls' at once; who goes on with which is decided here.

use std::collections::BTreeSet;
use std::sync::Arc;

use model::World;
use model::talk::{Content, ContentSegment, Delta, ToolCall};
use serde_json::{Map, Value, json};

use super::reasoning::{self, CALL_EXTRA};
use crate::LlmError;
use crate::dialect::Names;
use crate::provider::Exchange;

pub(super) struct Parts {
    list: Vec<Part>,
    names: Names,
    world: Arc<dyn World>,
    /// Ids of calls that stand in the history: some servers count from 0 in every reply.
    taken: BTreeSet<String>,
}

enum Part {
    Text(String),
    Image { data: String, mime_type: String },
    Call(OpenCall),
}

/// A call whose arguments are still coming.
struct OpenCall {
    index: Option<u64>,
    given_id: String,
    id: String,
    name: String,
    args: String,
    extra: Option<Value>,
}

/// What one piece of a call says of which call it belongs to.
struct Mark<'a> {
    index: Option<u64>,
    id: &'a str,
    name: &'a str,
}

impl Parts {
    pub(super) fn new(exchange: &Exchange<'_>, world: Arc<dyn World>) -> Result<Self, LlmError> {
        let said = exchange
            .payload
            .messages
            .iter()
            .flat_map(|it| it.tool_calls());
        Ok(Self {
            list: Vec::new(),
            names: Names::of(exchange.tools)?,
            world,
            taken: said.filter_map(|it| it.id.clone()).collect(),
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
        let mark = Mark {
            index: piece["index"].as_u64(),
            id: piece["id"].as_str().unwrap_or_default(),
            name: piece["function"]["name"].as_str().unwrap_or_default(),
        };
        let at = self.continued(&mark).unwrap_or_else(|| self.begin(&mark));
        let Part::Call(call) = &mut self.list[at] else {
            return None;
        };
        match &piece["function"]["arguments"] {
            Value::String(more) => call.args.push_str(more),
            Value::Null => {}
            // Not as the API says, but clear enough.
            whole => call.args = whole.to_string(),
        }
        if !piece[CALL_EXTRA].is_null() {
            call.extra = Some(piece[CALL_EXTRA].clone());
        }
        // Once only: some servers repeat the name with every piece.
        if !call.name.is_empty() || mark.name.is_empty() {
            return None;
        }
        call.name = self.names.ours(mark.name);
        Some(Delta::ToolCallBegan {
            id: call.id.clone(),
            name: call.name.clone(),
        })
    }

    /// The call a piece goes on with; none where it begins another. Servers number the calls, but
    /// some leave the number out and some give all of them the same: another id beside another
    /// name is another call.
    fn continued(&self, mark: &Mark<'_>) -> Option<usize> {
        let calls = self.list.iter().enumerate().rev();
        let mut calls = calls.filter_map(|(at, part)| match part {
            Part::Call(call) => Some((at, call)),
            _ => None,
        });
        let (at, call) = match mark.index {
            Some(_) => calls.find(|(_, call)| call.index == mark.index)?,
            None => calls.next()?,
        };
        let unmarked = mark.index.is_none() && mark.id.is_empty();
        let other_id = !mark.id.is_empty() && mark.id != call.given_id;
        let begins = !mark.name.is_empty() && (other_id || unmarked);
        (!begins).then_some(at)
    }

    fn begin(&mut self, mark: &Mark<'_>) -> usize {
        // The server's id where it is new to this conversation, else one of ours.
        let id = if mark.id.is_empty() || self.taken.contains(mark.id) {
            format!("call_{}", self.world.new_id().simple())
        } else {
            mark.id.to_owned()
        };
        self.taken.insert(id.clone());
        self.list.push(Part::Call(OpenCall {
            index: mark.index,
            given_id: mark.id.to_owned(),
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

    /// Whether the arguments of the last call stop in the middle, whatever the server says of it.
    pub(super) fn end_in_a_cut_call(&self) -> bool {
        let Some(Part::Call(call)) = self.list.last() else {
            return false;
        };
        let args = serde_json::from_str::<Value>(&call.args);
        !call.args.trim().is_empty() && args.is_err_and(|it| it.is_eof())
    }

    /// Forgets the calls.
    pub(super) fn drop_calls(&mut self) {
        self.list.retain(|it| !matches!(it, Part::Call(_)));
    }

    /// Forgets calls that were cut off before they had a name: there is nothing to answer.
    pub(super) fn drop_nameless_calls(&mut self) {
        self.list
            .retain(|it| !matches!(it, Part::Call(call) if call.name.is_empty()));
    }

    /// The parts as segments; none where a call names no tool.
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
            // No arguments at all are written in several ways.
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
