//! What the command reader knows when it is asked: the node being edited and its attributes, the
//! newest instruction, and the answers of the calls made since. It does not read the system prompt,
//! which is prose for other models.

use model::conversation::{
    ChatMessage, Content, ContentSegment, EditingContext, Payload, Role, ToolCall,
};
use serde_json::Value;

use super::lexicon;
use super::normalized::fold_text;
use crate::commands::tools;

/// The capability that keeps attributes.
const ATTRIBUTES: &str = "kv";

/// A call that has been answered.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Answered {
    /// The call.
    pub(super) call: ToolCall,
    /// The answer as JSON; a string if it was not JSON.
    pub(super) answer: Value,
    /// The full record, if the runner keeps it.
    pub(super) record: Option<Value>,
    /// What was stored with the call: the attributes it was about to change.
    pub(super) before: Vec<(String, String)>,
}

impl Answered {
    /// The error, if there was one.
    pub(super) fn error(&self) -> Option<&Value> {
        let failed = |it: &&Value| it.get("status").and_then(Value::as_str) == Some("failure");
        let record = self
            .record
            .as_ref()
            .filter(failed)
            .and_then(|it| it.get("error"));
        record.or_else(|| Some(&self.answer).filter(failed)?.get("error"))
    }

    /// The tool's result, without its envelope.
    pub(super) fn data(&self) -> &Value {
        let result = self.answer.get("result").unwrap_or(&self.answer);
        result.get("data").unwrap_or(result)
    }
}

/// The known context.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct PromptContext {
    /// Whether a node is open at all.
    pub(super) open: bool,
    /// The end of its id, by which calls name it; empty if no node is open.
    pub(super) id: String,
    /// Its title.
    pub(super) title: String,
    /// Its kind.
    pub(super) kind: String,
    /// Whether writes wait in a draft for review.
    pub(super) in_draft: bool,
    /// The language of the turn's own texts, as a BCP 47 code; empty where none is known.
    pub(super) language: String,
    /// Its attributes, in order.
    pub(super) attributes: Vec<(String, String)>,
    /// The newest instruction.
    pub(super) instruction: String,
    /// The calls made for it and answered, in order.
    pub(super) answered: Vec<Answered>,
}

impl PromptContext {
    /// Reads a payload and the context of the request.
    pub(super) fn read(payload: &Payload, editing: Option<&EditingContext>) -> Self {
        let messages = &payload.messages;
        let last_instruction = messages.iter().rposition(|it| it.role == Role::User);
        let node = editing.and_then(|it| it.node.as_ref());
        let attributes = node.and_then(|it| it.data.get(ATTRIBUTES));
        Self {
            open: node.is_some(),
            id: node.map(|it| it.id.short()).unwrap_or_default(),
            title: node.map(|it| it.title.clone()).unwrap_or_default(),
            kind: node.map(|it| it.kind.clone()).unwrap_or_default(),
            in_draft: editing.is_some_and(|it| it.in_draft),
            language: editing.map(|it| it.language.clone()).unwrap_or_default(),
            attributes: attributes.map(|it| pairs(it)).unwrap_or_default(),
            instruction: last_instruction
                .map_or_else(String::new, |at| messages[at].content.clone()),
            answered: answered(&messages[last_instruction.map_or(0, |it| it + 1)..]),
        }
    }

    /// The attribute that holds the name of whom the node is about.
    pub(super) fn name(&self) -> Option<&(String, String)> {
        self.attributes
            .iter()
            .find(|it| lexicon::is_name_key(&it.0))
    }

    /// Whether the node is known to be about a person.
    pub(super) fn is_person(&self) -> bool {
        self.name().is_some() || self.kind == "character"
    }

    /// Whether a title is that of the node being edited.
    pub(super) fn is_title(&self, title: &str) -> bool {
        fold_text(&self.title) == fold_text(title)
    }

    /// The key that the node already uses for a word's meaning, else the word itself.
    pub(super) fn key(&self, word: &str) -> String {
        let folded = fold_text(word);
        let same = self.attributes.iter().find(|it| fold_text(&it.0) == folded);
        let alike = || {
            let group = lexicon::SYNONYMS
                .iter()
                .find(|it| it.contains(&folded.as_str()))?;
            self.attributes
                .iter()
                .find(|it| group.contains(&fold_text(&it.0).as_str()))
        };
        same.or_else(alike)
            .map_or_else(|| word.to_owned(), |it| it.0.clone())
    }

    /// The attributes of the node a call is about, as far as known: each step's request contains
    /// the current ones.
    pub(super) fn before(&self, call: &ToolCall) -> Vec<(String, String)> {
        let Some(node) = call.args.get("node") else {
            return self.attributes.clone();
        };
        let is_look = |it: &&Answered| {
            it.call.name == tools::SHOW_NODE && it.call.args.get("node") == Some(node)
        };
        let shown = self
            .answered
            .iter()
            .find(is_look)
            .and_then(|it| it.data().pointer("/data/kv"));
        shown
            .map(|it| pairs(it.get("data").unwrap_or(it)))
            .unwrap_or_default()
    }

    /// The value of an attribute.
    pub(super) fn value(&self, key: &str) -> Option<&str> {
        self.attributes
            .iter()
            .find(|it| it.0 == key)
            .map(|it| it.1.as_str())
    }
}

/// The pairs of `{items:[{k,v}]}` or of a plain object.
pub(super) fn pairs(value: &Value) -> Vec<(String, String)> {
    let text = |it: &Value| it.as_str().map_or_else(|| it.to_string(), str::to_owned);
    let items = value
        .get("items")
        .and_then(Value::as_array)
        .or_else(|| value.as_array());
    match (items, value) {
        (Some(items), _) => {
            let pair = |it: &Value| Some((it.get("k")?.as_str()?.to_owned(), text(it.get("v")?)));
            items.iter().filter_map(pair).collect()
        }
        (None, Value::Object(fields)) => fields
            .iter()
            .map(|(key, value)| (key.clone(), text(value)))
            .collect(),
        _ => Vec::new(),
    }
}

/// The calls among some messages with their answers.
fn answered(messages: &[ChatMessage]) -> Vec<Answered> {
    let replies = messages.iter().filter(|it| it.role == Role::Assistant);
    let answers: Vec<&ChatMessage> = messages.iter().filter(|it| it.role == Role::Tool).collect();
    let answered = |segment: &ContentSegment| {
        let Content::ToolCall { tool_call: call } = &segment.content else {
            return None;
        };
        let ids = call.id.as_ref()?;
        let is_its = |it: &&&ChatMessage| it.metadata.tool_call_id.as_ref() == Some(ids);
        let answer = answers.iter().find(is_its)?;
        let json = serde_json::from_str(&answer.content);
        let before = segment.provider_state.as_ref().map(|it| pairs(&it.value));
        Some(Answered {
            call: call.clone(),
            answer: json.unwrap_or_else(|_| Value::String(answer.content.clone())),
            record: answer.metadata.tool_agent_output.clone(),
            before: before.unwrap_or_default(),
        })
    };
    replies
        .flat_map(|it| &it.metadata.segments)
        .filter_map(answered)
        .collect()
}
