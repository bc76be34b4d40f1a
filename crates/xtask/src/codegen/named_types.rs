//! The names of the types in the `$defs` of tools' outputs. Most are in the outputs of several
//! tools; two different ones may have the same name, since each tool names its own.

use std::collections::BTreeMap;

use serde_json::Value;

/// Every named type, and what each tool's references to it become.
pub(super) struct NamedTypes<'a> {
    /// Name, schema, and a tool whose references the schema has; in the order of the tools.
    all: Vec<(String, &'a Value, &'a str)>,
    /// By tool and its own name for the type.
    names: BTreeMap<(&'a str, &'a str), String>,
}

impl<'a> NamedTypes<'a> {
    /// The types of these tools.
    pub(super) fn of(tools: &'a [Value]) -> Self {
        let mut named = Self {
            all: Vec::new(),
            names: BTreeMap::new(),
        };
        let mut known: BTreeMap<String, Value> = BTreeMap::new();
        for tool in tools {
            let Some(types) = tool["output_schema"]["$defs"].as_object() else {
                continue;
            };
            let owner = tool["name"].as_str().unwrap_or_default();
            for (own, schema) in types {
                let full = expanded(schema, &tool["output_schema"]["$defs"], 0);
                let is_free = |name: &String| known.get(name).is_none_or(|it| *it == full);
                let name = Some(own.clone())
                    .filter(is_free)
                    .unwrap_or_else(|| format!("{}{own}", pascal(owner)));
                if known.insert(name.clone(), full).is_none() {
                    named.all.push((name.clone(), schema, owner));
                }
                named.names.insert((owner, own), name);
            }
        }
        named
    }

    /// Every type once: its name, its schema, and the tool whose references are in it.
    pub(super) fn all(&self) -> impl Iterator<Item = (&str, &'a Value, &'a str)> {
        let all = self.all.iter();
        all.map(|(name, schema, tool)| (name.as_str(), *schema, *tool))
    }

    /// What a reference in a tool's output is called.
    pub(super) fn name_of(&self, tool: &str, reference: &str) -> String {
        let own = reference.rsplit('/').next().unwrap_or_default();
        let found = self.names.get(&(tool, own));
        found.map_or_else(|| "unknown".to_owned(), Clone::clone)
    }
}

/// How deep types are compared that contain themselves.
const MAX_DEPTH: usize = 16;

/// A schema with its references replaced by what they refer to, so that two can be compared.
fn expanded(schema: &Value, types: &Value, depth: usize) -> Value {
    match schema {
        Value::Object(fields) => {
            let own = fields.get("$ref").and_then(Value::as_str);
            let referred = own.and_then(|it| types.get(it.rsplit('/').next()?));
            if let Some(referred) = referred.filter(|_| depth < MAX_DEPTH) {
                return expanded(referred, types, depth + 1);
            }
            let fields = fields.iter();
            fields
                .map(|(key, it)| (key.clone(), expanded(it, types, depth + 1)))
                .collect()
        }
        Value::Array(items) => {
            let items = items.iter();
            items.map(|it| expanded(it, types, depth + 1)).collect()
        }
        other => other.clone(),
    }
}

/// `list_versions` as `ListVersions`.
fn pascal(name: &str) -> String {
    let words = name.split('_').map(|word| {
        let mut letters = word.chars();
        let first = letters.next().map(|it| it.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    });
    words.collect()
}
