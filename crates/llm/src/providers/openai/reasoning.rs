//! A model's reasoning: shown while it streams, stored unchanged, and sent back only to the same
//! model. Some models reject the request after a tool call without it.

use model::conversation::{ContentSegment, ProviderState};
use serde_json::{Map, Value};

use crate::ModelSettings;

/// The field in which some servers put the state they want back with a call.
pub(super) const CALL_EXTRA: &str = "extra_content";

/// The field in which most servers put reasoning, as text.
pub(super) const CONTENT: &str = "reasoning_content";

/// All fields used for reasoning text; a server that fills both sends the same text in both.
const WORDS: [&str; 2] = [CONTENT, "reasoning"];

/// The field in which one gateway puts it, in pieces with signatures.
const DETAILS: &str = "reasoning_details";

/// The reasoning of one reply.
#[derive(Debug, Default)]
pub(super) struct Reasoning {
    fields: Map<String, Value>,
}

impl Reasoning {
    /// Adds the reasoning in a message or a delta, and returns the text to show.
    pub(super) fn absorb<'a>(&mut self, message: &'a Value) -> Option<&'a str> {
        for field in WORDS {
            // Empty reasoning is stored too, because the server may want it back.
            if let Some(more) = message[field].as_str() {
                append(&mut self.fields, field, more);
            }
        }
        if let Value::Array(details) = &message[DETAILS] {
            self.absorb_details(details);
        }
        WORDS
            .iter()
            .find_map(|it| message[*it].as_str().filter(|words| !words.is_empty()))
    }

    fn absorb_details(&mut self, details: &[Value]) {
        let kept = self
            .fields
            .entry(DETAILS)
            .or_insert_with(|| Value::Array(Vec::new()));
        let Value::Array(kept) = kept else { return };
        for detail in details {
            let same = |it: &&mut Value| {
                !detail["index"].is_null()
                    && it["index"] == detail["index"]
                    && it["type"] == detail["type"]
            };
            match (kept.iter_mut().find(same), detail) {
                (Some(Value::Object(known)), Value::Object(more)) => merge(known, more),
                _ => kept.push(detail.clone()),
            }
        }
    }

    /// The reasoning as state, if there was any.
    pub(super) fn into_state(self) -> Option<Map<String, Value>> {
        (!self.fields.is_empty()).then_some(self.fields)
    }
}

fn merge(known: &mut Map<String, Value>, more: &Map<String, Value>) {
    for (field, value) in more {
        match (field.as_str(), value) {
            (_, Value::Null) => {}
            ("text" | "summary" | "data", Value::String(words)) => append(known, field, words),
            _ => {
                known.insert(field.clone(), value.clone());
            }
        }
    }
}

fn append(fields: &mut Map<String, Value>, field: &str, more: &str) {
    match fields.get_mut(field) {
        Some(Value::String(words)) => words.push_str(more),
        _ => {
            fields.insert(field.to_owned(), more.into());
        }
    }
}

/// State in the form stored with a segment.
pub(super) fn state(fields: Map<String, Value>, provider: &str, model: &str) -> ProviderState {
    ProviderState {
        provider: provider.to_owned(),
        model: model.to_owned(),
        value: Value::Object(fields),
    }
}

/// A segment's state, if it was made by the same model that is asked now.
pub(super) fn state_for<'a>(
    segment: &'a ContentSegment,
    settings: &ModelSettings,
) -> Option<&'a Map<String, Value>> {
    let state = segment.provider_state.as_ref()?;
    let same = state.provider == settings.provider && state.model == settings.model;
    // State from another wire format of the same model cannot be used here.
    let fields = state.value.as_object().filter(|_| same)?;
    let known = |it: &str| WORDS.contains(&it) || [DETAILS, CALL_EXTRA].contains(&it);
    fields.keys().all(|it| known(it)).then_some(fields)
}
