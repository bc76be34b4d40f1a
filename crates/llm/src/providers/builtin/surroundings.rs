//! What the built-in assistant learns from a payload: the node being edited and its attributes from
//! the system prompt (ST-3), the newest instruction, and what the calls made since have answered.

use model::talk::{ChatMessage, Content, ContentSegment, Payload, Role, ToolCall};
use serde_json::Value;

use super::reading::fold_text;
use super::words;

/// A call that has been answered.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Answered {
    /// The call.
    pub(super) call: ToolCall,
    /// The answer as JSON; a string where it was none.
    pub(super) answer: Value,
    /// The full record, where the runner keeps it.
    pub(super) record: Option<Value>,
    /// What was remembered with the call: the attributes it was about to change.
    pub(super) before: Vec<(String, String)>,
}

impl Answered {
    /// What went wrong, where something did.
    pub(super) fn error(&self) -> Option<&Value> {
        let failed = |it: &&Value| it.get("status").and_then(Value::as_str) == Some("failure");
        let record = self
            .record
            .as_ref()
            .filter(failed)
            .and_then(|it| it.get("error"));
        record.or_else(|| Some(&self.answer).filter(failed)?.get("error"))
    }

    /// What the tool returned, out of its envelope.
    pub(super) fn data(&self) -> &Value {
        let result = self.answer.get("result").unwrap_or(&self.answer);
        result.get("data").unwrap_or(result)
    }
}

/// What is known.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Surroundings {
    /// The title of the node being edited.
    pub(super) title: String,
    /// Whether a node is open at all.
    pub(super) open: bool,
    /// The beginning or end of its id, where the prompt says.
    pub(super) id: Option<String>,
    /// Whether writes wait in a draft for the person.
    pub(super) in_draft: bool,
    /// Its kind, where the prompt says.
    pub(super) kind: Option<String>,
    /// Its attributes, in order.
    pub(super) attributes: Vec<(String, String)>,
    /// The newest instruction.
    pub(super) instruction: String,
    /// What was called for it and answered, in order.
    pub(super) answered: Vec<Answered>,
}

impl Surroundings {
    /// Reads a payload.
    pub(super) fn read(payload: &Payload) -> Self {
        let system = payload.system.as_str();
        let said = payload
            .messages
            .iter()
            .rposition(|it| it.role == Role::User);
        let instruction = match said {
            Some(at) => payload.messages[at].content.clone(),
            None => line_after(system, "User Instruction:")
                .unwrap_or_default()
                .to_owned(),
        };
        let (title, kind) = node(system);
        Self {
            open: !title.is_empty(),
            id: labelled_line(system, "Id:"),
            in_draft: system.contains("go to a draft"),
            title,
            kind,
            attributes: attributes(system),
            instruction,
            answered: answered(&payload.messages[said.map_or(0, |it| it + 1)..]),
        }
    }

    /// The attribute that holds the name of whom the node is about.
    pub(super) fn name(&self) -> Option<&(String, String)> {
        self.attributes.iter().find(|it| words::is_name_key(&it.0))
    }

    /// Whether the node is known to be about a person.
    pub(super) fn is_person(&self) -> bool {
        self.name().is_some() || self.kind.as_deref() == Some("character")
    }

    /// Whether a title is that of the node being edited.
    pub(super) fn is_title(&self, title: &str) -> bool {
        fold_text(&self.title) == fold_text(title)
    }

    /// The key the node already has for what a word means, else the word itself.
    pub(super) fn key(&self, word: &str) -> String {
        let folded = fold_text(word);
        let same = self.attributes.iter().find(|it| fold_text(&it.0) == folded);
        let alike = || {
            let group = words::SYNONYMS
                .iter()
                .find(|it| it.contains(&folded.as_str()))?;
            self.attributes
                .iter()
                .find(|it| group.contains(&fold_text(&it.0).as_str()))
        };
        same.or_else(alike)
            .map_or_else(|| word.to_owned(), |it| it.0.clone())
    }

    /// The attributes of the node a call is about, as far as they are known: the prompt is made
    /// anew after each step and shows the new ones then.
    pub(super) fn before(&self, call: &ToolCall) -> Vec<(String, String)> {
        let Some(node) = call.args.get("node") else {
            return self.attributes.clone();
        };
        let is_look =
            |it: &&Answered| it.call.name == "show_node" && it.call.args.get("node") == Some(node);
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

fn line_after<'a>(text: &'a str, mark: &str) -> Option<&'a str> {
    let at = text.rfind(mark)? + mark.len();
    Some(text[at..].trim())
}

/// The title in quotes behind `Node:`, and the kind behind it, as in `Node: "Neo" (character)`.
fn node(system: &str) -> (String, Option<String>) {
    let Some(at) = system.find("editing Node:") else {
        return Default::default();
    };
    let line = system[at + "editing Node:".len()..]
        .lines()
        .next()
        .unwrap_or_default()
        .trim();
    // A title may hold quotes of its own: JSON's spelling first, then up to the last quote.
    let mut json = serde_json::Deserializer::from_str(line).into_iter::<String>();
    let (title, rest) = match json.next() {
        Some(Ok(title)) if !line[json.byte_offset()..].starts_with(char::is_alphanumeric) => {
            (title, &line[json.byte_offset()..])
        }
        _ => match line.strip_prefix('"').and_then(|it| it.rsplit_once('"')) {
            Some((title, rest)) => (title.to_owned(), rest),
            None => (line.trim_end_matches('.').to_owned(), ""),
        },
    };
    let rest = fold_text(rest);
    let mut said = rest.split(|c: char| !c.is_alphanumeric());
    let kind = said.find(|it| KINDS.contains(it)).map(str::to_owned);
    (title, kind.or_else(|| labelled_line(system, "Kind:")))
}

const KINDS: &[&str] = &["character", "scene", "place", "note", "group"];

/// What stands on a line of its own behind a label, as in `Kind: "character"`.
fn labelled_line(system: &str, label: &str) -> Option<String> {
    let line = system
        .lines()
        .find_map(|it| it.trim().strip_prefix(label))?;
    let word = line.trim().trim_matches(['"', '.']);
    (!word.is_empty()).then(|| word.to_owned())
}

/// The attributes on the line that begins with `- KV:`.
fn attributes(system: &str) -> Vec<(String, String)> {
    let Some(at) = system.find("\nCurrent Data") else {
        return Vec::new();
    };
    let data = &system[at + 1..];
    let Some(start) = ["\n- KV", "\n- kv", "\n- [KV"]
        .iter()
        .find_map(|it| data.find(it))
    else {
        return Vec::new();
    };
    let block = &data[start + 3..];
    let end = block
        .find("\n- ")
        .or_else(|| block.find("\n\n"))
        .unwrap_or(block.len());
    let Some((_, value)) = block[..end].split_once(':') else {
        return Vec::new();
    };
    match serde_json::Deserializer::from_str(value)
        .into_iter::<Value>()
        .next()
    {
        Some(Ok(value)) => pairs(&value),
        _ => loose_pairs(value),
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

/// The pairs of a text such as `{ items: [{k: "Name", v: "Neo"}] }`, which is no JSON.
fn loose_pairs(text: &str) -> Vec<(String, String)> {
    let mut pairs = Vec::new();
    let mut rest = text;
    let field = |name: &str, rest: &mut &str| {
        let at = rest.find(name)?;
        let after = &rest[at + name.len()..];
        let quote = after.find('"')?;
        let mut json = serde_json::Deserializer::from_str(&after[quote..]).into_iter::<String>();
        let value = json.next()?.ok()?;
        *rest = &after[quote + json.byte_offset()..];
        Some(value)
    };
    while let Some(key) = field("k:", &mut rest) {
        let Some(value) = field("v:", &mut rest) else {
            break;
        };
        pairs.push((key, value));
    }
    pairs
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
