//! Tool definitions as shown to models: without what no model needs to call a tool. The registry
//! validates calls against the full schema. Start at [`definition`].

use capability::ToolSpec;
use model::conversation::ToolDefinition;
use serde_json::{Map, Value};

/// Phrases that many tools repeat, and shorter equivalents.
const PHRASES: [(&str, &str); 5] = [
    (
        "The node's title, or the first or last characters of its id. Defaults to the node being edited.",
        "Title or id; the open node if left out.",
    ),
    (
        "The node's title, or the first or last characters of its id",
        "Title or id",
    ),
    (
        "a node's title, or the first or last characters of its id",
        "title or id of a node",
    ),
    (
        " Defaults to the node being edited.",
        " The open node if left out.",
    ),
    (", or the first or last characters of its id", " or id"),
];

/// The definition of a tool, shortened.
pub(super) fn definition(spec: &ToolSpec) -> ToolDefinition {
    let mut definition = spec.definition();
    definition.description = shortened(&definition.description);
    if let Some(fields) = properties_of(&mut definition.parameters) {
        fields.retain(|name, _| !spec.hidden_fields.contains(&name.as_str()));
    }
    shorten(&mut definition.parameters);
    definition
}

fn properties_of(schema: &mut Value) -> Option<&mut Map<String, Value>> {
    schema.get_mut("properties")?.as_object_mut()
}

fn shorten(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if fields.get("additionalProperties") == Some(&Value::Bool(false)) {
                fields.shift_remove("additionalProperties");
            }
            if fields.get("default").is_some_and(Value::is_null) {
                fields.shift_remove("default");
            }
            for (key, value) in fields {
                match value {
                    Value::String(text) if key == "description" => *text = shortened(text),
                    _ => shorten(value),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(shorten),
        _ => {}
    }
}

fn shortened(text: &str) -> String {
    let mut text = text.to_owned();
    for (long, short) in PHRASES {
        text = text.replace(long, short);
    }
    text
}
