//! Adapts a tool's schema to an API: references are resolved, `const` becomes an `enum` with one
//! value, and keywords that the API rejects or that mean nothing to a model are removed. No
//! validation is lost, because dispatch checks arguments against the original schema.

use serde_json::{Map, Value, json};

/// The subset of JSON Schema that an API accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SchemaDialect {
    /// Both OpenAI APIs and compatible servers.
    OpenAi,
    /// Anthropic Messages.
    Anthropic,
    /// The OpenAPI subset of Gemini's `parameters`.
    Gemini,
    /// The few keywords that Ollama passes to a model's template.
    Ollama,
}

/// Keywords that some API rejects, or that are noise to a model.
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

/// All keywords of Gemini's `parameters`; any other keyword fails the whole request.
const GEMINI: &[&str] = &[
    "type",
    "nullable",
    "description",
    "enum",
    "format",
    "items",
    "minItems",
    "maxItems",
    "properties",
    "required",
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "pattern",
    "anyOf",
];

/// All keywords that Ollama keeps; it silently drops the others.
const OLLAMA: &[&str] = &[
    "type",
    "items",
    "description",
    "enum",
    "properties",
    "required",
    "anyOf",
];

/// The string formats that OpenAI and Anthropic know; integer widths are not among them.
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

impl SchemaDialect {
    /// The schema of a tool's arguments as this API accepts it.
    pub fn schema(self, schema: &Value) -> Value {
        let mut projection = SchemaRewriter {
            dialect: self,
            root: schema,
            open: Vec::new(),
        };
        let mut object = match projection.project(schema) {
            Value::Object(object) => object,
            _ => Map::new(),
        };
        for refused in ["oneOf", "anyOf", "allOf", "enum", "not", "nullable"] {
            object.shift_remove(refused);
        }
        object.insert("type".into(), json!("object"));
        object.entry("properties").or_insert_with(|| json!({}));
        Value::Object(object)
    }

    fn accepts(self, keyword: &str) -> bool {
        match self {
            Self::OpenAi | Self::Anthropic => !DROPPED.contains(&keyword),
            Self::Gemini => GEMINI.contains(&keyword),
            Self::Ollama => OLLAMA.contains(&keyword),
        }
    }

    fn formats(self) -> &'static [&'static str] {
        match self {
            Self::OpenAi | Self::Anthropic => FORMATS,
            Self::Gemini | Self::Ollama => &["date-time"],
        }
    }
}

struct SchemaRewriter<'a> {
    dialect: SchemaDialect,
    root: &'a Value,
    /// The references being resolved; a recursive one is cut off.
    open: Vec<&'a str>,
}

impl<'a> SchemaRewriter<'a> {
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
        if self.dialect == SchemaDialect::Gemini {
            into_open_api(&mut projected);
        }
        if projected.get("type") == Some(&json!("array")) {
            let any = if self.dialect == SchemaDialect::Gemini {
                json!({ "type": "string" })
            } else {
                json!({})
            };
            projected.entry("items").or_insert(any);
        }
        Value::Object(projected)
    }

    fn keyword(&mut self, keyword: &str, value: &'a Value, out: &mut Map<String, Value>) {
        let name = match keyword {
            "oneOf" => "anyOf",
            "const" => "enum",
            other => other,
        };
        if !self.dialect.accepts(name) {
            return;
        }
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
            "const" => json!([value]),
            "format" => match value.as_str() {
                Some(format) if self.dialect.formats().contains(&format) => value.clone(),
                _ => return,
            },
            _ => value.clone(),
        };
        out.insert(name.to_owned(), projected);
    }

    /// The schema a reference points to, with the description next to the reference.
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

/// What OpenAPI expresses differently: a single type with `nullable`, and enums of strings.
fn into_open_api(schema: &mut Map<String, Value>) {
    if let Some(Value::Array(types)) = schema.get("type").cloned() {
        let is_null = |it: &Value| *it == "null";
        if types.iter().any(is_null) {
            schema.insert("nullable".into(), json!(true));
        }
        let mut others = types.into_iter().filter(|it| !is_null(it));
        match (others.next(), others.next()) {
            (Some(one), None) => schema.insert("type".into(), one),
            (Some(one), Some(two)) => {
                let all = [one, two].into_iter().chain(others);
                let all: Vec<Value> = all.map(|it| json!({ "type": it })).collect();
                schema.insert("anyOf".into(), Value::Array(all));
                schema.shift_remove("type")
            }
            (None, _) => schema.shift_remove("type"),
        };
    }
    if let Some(Value::Array(choices)) = schema.get("anyOf").cloned() {
        let is_null = |it: &Value| it["type"] == "null";
        if choices.iter().any(is_null) {
            schema.insert("nullable".into(), json!(true));
        }
        let others: Vec<Value> = choices.into_iter().filter(|it| !is_null(it)).collect();
        schema.shift_remove("anyOf");
        match others.as_slice() {
            [Value::Object(one)] => {
                for (keyword, value) in one {
                    schema.entry(keyword).or_insert_with(|| value.clone());
                }
            }
            [] => {}
            _ => {
                schema.insert("anyOf".into(), Value::Array(others));
            }
        }
    }
    let words = |choices: &Value| {
        let choices = choices.as_array().into_iter().flatten();
        choices
            .filter(|it| it.is_string())
            .cloned()
            .collect::<Vec<_>>()
    };
    if let Some(given) = schema.get("enum") {
        let words = words(given);
        if words.is_empty() {
            let one_of = format!("One of {given}.");
            schema.shift_remove("enum");
            let before = schema.get("description").and_then(Value::as_str);
            let one_of = before.map_or(one_of.clone(), |it| format!("{it} {one_of}"));
            schema.insert("description".into(), json!(one_of));
            schema.entry("type").or_insert_with(|| json!("number"));
        } else {
            schema.insert("enum".into(), Value::Array(words));
            schema.entry("type").or_insert_with(|| json!("string"));
        }
    }
    // An object with unknown properties: an empty list of properties is rejected.
    if schema.get("properties") == Some(&json!({})) {
        schema.shift_remove("properties");
    }
    if schema.is_empty() {
        schema.insert("type".into(), json!("string"));
    }
}
