//! What an API's names, ids and schemas allow, and ours adapted to it. Enter through [`Names`],
//! [`CallIds`] and [`openai_schema`]. Not here: whether arguments fit a schema; the door checks
//! them against the schema as it was written, not against what is left of it here.

use std::collections::BTreeMap;

use model::ContentHash;
use model::talk::ToolDefinition;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::LlmError;

/// The longest name of a tool that every vendor takes.
const NAME_BYTES: usize = 64;

/// The longest id of a call that every vendor takes.
const CALL_ID_BYTES: usize = 40;

/// How much of a hash tells two names apart.
const MARK_CHARS: usize = 8;

/// The names of tools as they stand on the wire, and the way back.
#[derive(Debug, Clone, Default)]
pub struct Names {
    ours_by_wire: BTreeMap<String, String>,
}

impl Names {
    /// Takes the names of these tools. Two that would be one on the wire are refused.
    pub fn of(tools: &[ToolDefinition]) -> Result<Self, LlmError> {
        let mut ours_by_wire = BTreeMap::new();
        for tool in tools {
            if let Some(other) = ours_by_wire.insert(Self::wire(&tool.name), tool.name.clone()) {
                return Err(LlmError::Misconfigured {
                    message: format!(
                        "the tools {other:?} and {:?} have one name for a model; rename one",
                        tool.name
                    ),
                });
            }
        }
        Ok(Self { ours_by_wire })
    }

    /// A name as the wire takes it: letters, digits, `_` and `-`. Others are rewritten and marked
    /// by their hash, so that `fs.read` and `fs/read` stay two.
    pub fn wire(name: &str) -> String {
        let legal = |it: char| it.is_ascii_alphanumeric() || it == '_' || it == '-';
        if !name.is_empty() && name.len() <= NAME_BYTES && name.chars().all(legal) {
            return name.to_owned();
        }
        let room = NAME_BYTES - MARK_CHARS - 1;
        let readable = name
            .chars()
            .map(|it| if legal(it) { it } else { '_' })
            .take(room);
        format!(
            "{}_{}",
            readable.collect::<String>(),
            mark(name, MARK_CHARS)
        )
    }

    /// Our name for one on the wire; a name we never gave is handed on for the door to answer.
    pub fn ours(&self, wire: &str) -> String {
        self.ours_by_wire
            .get(wire)
            .cloned()
            .unwrap_or_else(|| wire.to_owned())
    }
}

fn mark(text: &str, chars: usize) -> String {
    let mut hash = ContentHash::of(text.as_bytes()).to_string();
    hash.truncate(chars);
    hash
}

/// What a server takes for the id of a call. A conversation may move from one vendor to another,
/// so ids made by any of them have to fit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CallIds {
    /// Letters, digits, `_` and `-`, at most 40.
    #[default]
    Any,
    /// Nine letters or digits, no more and no fewer.
    Nine,
}

impl CallIds {
    /// An id as the wire takes it: itself where it may stay, else a mark of it.
    pub fn wire(self, id: &str) -> String {
        let plain = |it: char| it.is_ascii_alphanumeric();
        let stays = match self {
            Self::Any => {
                (1..=CALL_ID_BYTES).contains(&id.len())
                    && id.chars().all(|it| plain(it) || it == '_' || it == '-')
            }
            Self::Nine => id.len() == 9 && id.chars().all(plain),
        };
        match self {
            _ if stays => id.to_owned(),
            Self::Any => format!("call_{}", mark(id, 32)),
            Self::Nine => mark(id, 9),
        }
    }
}

/// What OpenAI's API and its likes take of a schema: references resolved, `const` as an `enum` of
/// one, and nothing that they refuse or that means nothing to a model.
pub fn openai_schema(schema: &Value) -> Value {
    let mut projection = Projection {
        root: schema,
        open: Vec::new(),
    };
    let mut object = match projection.project(schema) {
        Value::Object(object) => object,
        _ => Map::new(),
    };
    for refused in ["oneOf", "anyOf", "allOf", "enum", "not"] {
        object.remove(refused);
    }
    object.insert("type".into(), json!("object"));
    object.entry("properties").or_insert_with(|| json!({}));
    Value::Object(object)
}

/// Keywords that are refused somewhere, or are noise to a model.
const DROPPED: &[&str] = &[
    "$schema",
    "$id",
    "$comment",
    "$defs",
    "definitions",
    "title",
    "examples",
    "discriminator",
    "propertyNames",
    "patternProperties",
    "unevaluatedProperties",
    "unevaluatedItems",
    "contentEncoding",
    "contentMediaType",
    "if",
    "then",
    "else",
];

/// The formats of strings that OpenAI knows; widths of numbers are none of them.
const FORMATS: &[&str] = &[
    "date-time",
    "time",
    "date",
    "duration",
    "email",
    "hostname",
    "ipv4",
    "ipv6",
    "uuid",
];

struct Projection<'a> {
    root: &'a Value,
    /// The references being resolved: one met again has no end and is cut there.
    open: Vec<&'a str>,
}

impl<'a> Projection<'a> {
    fn project(&mut self, schema: &'a Value) -> Value {
        let Value::Object(object) = schema else {
            return json!({});
        };
        if let Some(target) = object.get("$ref").and_then(Value::as_str) {
            return self.resolve(target, object);
        }
        let mut projected = Map::new();
        for (keyword, value) in object {
            self.keyword(keyword, value, &mut projected);
        }
        if projected.get("type") == Some(&json!("array")) {
            projected.entry("items").or_insert_with(|| json!({}));
        }
        Value::Object(projected)
    }

    fn keyword(&mut self, keyword: &str, value: &'a Value, out: &mut Map<String, Value>) {
        let projected = match keyword {
            "properties" => match value {
                Value::Object(all) => all
                    .iter()
                    .map(|(name, it)| (name.clone(), self.project(it)))
                    .collect(),
                _ => json!({}),
            },
            "items" => self.project(value),
            "additionalProperties" if value.is_object() => self.project(value),
            "anyOf" | "oneOf" | "allOf" => match value {
                Value::Array(all) => all.iter().map(|it| self.project(it)).collect(),
                _ => return,
            },
            "const" => {
                out.insert("enum".into(), json!([value]));
                return;
            }
            "format" if !value.as_str().is_some_and(|it| FORMATS.contains(&it)) => return,
            dropped if DROPPED.contains(&dropped) => return,
            _ => value.clone(),
        };
        let name = if keyword == "oneOf" { "anyOf" } else { keyword };
        out.insert(name.to_owned(), projected);
    }

    /// The schema a reference means, under the description that stands beside the reference.
    fn resolve(&mut self, target: &'a str, beside: &Map<String, Value>) -> Value {
        let found = target
            .strip_prefix('#')
            .and_then(|pointer| self.root.pointer(pointer));
        let mut projected = match found {
            Some(schema) if !self.open.contains(&target) => {
                self.open.push(target);
                let projected = self.project(schema);
                self.open.pop();
                projected
            }
            _ => json!({}),
        };
        if let (Value::Object(object), Some(words)) = (&mut projected, beside.get("description")) {
            object.insert("description".into(), words.clone());
        }
        projected
    }
}

#[cfg(test)]
mod tests;
