//! Tool definitions as shown to models: without what no model needs to call a tool. The registry
//! validates calls against the full schema. Start at [`definition`].

use capability::ToolSpec;
use model::conversation::ToolDefinition;
use serde_json::Value;

/// Phrases that many tools repeat, and shorter equivalents.
const PHRASES: [(&str, &str); 11] = [
    (
        ": that link then leads to the new node, and a plain one from there to this node, in the texts too",
        "",
    ),
    (
        " Give a title, or the first or last characters of an id.",
        "",
    ),
    (
        " Ignores letter case and the difference between simplified and traditional Chinese.",
        "",
    ),
    (
        ", for instance `has_key and gold >= 5`; empty to offer it always",
        "; empty to offer it always",
    ),
    (
        ", for instance `gold = gold - 5; met_neo = true`; empty for none",
        "; empty for none",
    ),
    (
        " With `adopt` false, the text is saved as a named alternative beside the current one.",
        " keep_alternative keeps it beside the current one.",
    ),
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

/// Arguments that writing seldom needs, by tool: every one has a default that suits a model, and the
/// registry takes them all the same.
const OMITTED: [(&str, &[&str]); 8] = [
    ("create_node", &["x", "y"]),
    ("find_nodes", &["limit"]),
    ("generate_image", &["seed"]),
    ("read_text", &["from_character", "to_character"]),
    ("rename_node", &["rewrite_links"]),
    ("search_story", &["limit"]),
    ("update_link", &["reverse"]),
    ("write_text", &["adopt", "name"]),
];

/// The definition of a tool, shortened.
pub(super) fn definition(spec: &ToolSpec) -> ToolDefinition {
    let mut definition = spec.definition();
    definition.description = shortened(&definition.description);
    if let Some((_, omitted)) = OMITTED.iter().find(|it| it.0 == spec.name)
        && let Some(fields) = definition.parameters["properties"].as_object_mut()
    {
        fields.retain(|name, _| !omitted.contains(&name.as_str()));
    }
    shorten(&mut definition.parameters);
    definition
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
