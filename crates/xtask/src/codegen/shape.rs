//! What a tool returns, in one line for the reference.

use serde_json::Value;

/// How deep the fields of fields are named.
const MAX_DEPTH: usize = 3;

/// The fields of an output: `{node: {id, title}, count, left?}`. A field with a question mark may be
/// missing; `[…]` is a list.
pub(super) fn shape(schema: &Value) -> String {
    object(schema, schema, 0)
}

fn object(schema: &Value, root: &Value, depth: usize) -> String {
    if depth == MAX_DEPTH {
        return "{…}".to_owned();
    }
    let mut fields: Vec<String> = Vec::new();
    let required = schema["required"].as_array();
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        let must = required.is_some_and(|it| it.iter().any(|it| it == name));
        let mark = if must { "" } else { "?" };
        let within = within(field, root, depth + 1);
        fields.push(match within {
            Some(within) => format!("{name}{mark}: {within}"),
            None => format!("{name}{mark}"),
        });
    }
    if members(schema).next().is_some() {
        if fields.is_empty() {
            let all: Vec<_> = members(schema)
                .map(|it| object(resolved(it, root), root, depth))
                .collect();
            return all.join(" or ");
        }
        fields.push("…".to_owned());
    }
    if fields.is_empty() && schema["additionalProperties"] != Value::Bool(false) {
        fields.push("…".to_owned());
    }
    format!("{{{}}}", fields.join(", "))
}

/// The fields of what a field contains; `None` for a text, a number and the like.
fn within(field: &Value, root: &Value, depth: usize) -> Option<String> {
    let field = resolved(field, root);
    match field["type"].as_str() {
        Some("object") => Some(object(field, root, depth)),
        Some("array") => {
            let items = within(&field["items"], root, depth).unwrap_or_default();
            Some(format!("[{items}]"))
        }
        // An optional one is a union with null.
        _ => members(field).find_map(|it| within(it, root, depth)),
    }
}

fn members(schema: &Value) -> impl Iterator<Item = &Value> {
    let unions = ["anyOf", "oneOf"].into_iter();
    unions.flat_map(|it| schema[it].as_array().into_iter().flatten())
}

fn resolved<'a>(schema: &'a Value, root: &'a Value) -> &'a Value {
    let reference = schema["$ref"].as_str();
    let found = reference.and_then(|it| root.pointer(it.trim_start_matches('#')));
    found.unwrap_or(schema)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn describes_fields_down_to_a_depth() {
        let schema = json!({
            "type": "object",
            "properties": {
                "node": { "$ref": "#/$defs/Node" },
                "left": { "anyOf": [{ "$ref": "#/$defs/Node" }, { "type": "null" }] },
                "names": { "type": "array", "items": { "type": "string" } },
            },
            "required": ["node"],
            "$defs": { "Node": {
                "type": "object",
                "properties": { "id": { "type": "string" } },
                "required": ["id"],
            } },
        });
        assert_eq!(shape(&schema), "{node: {id}, left?: {id}, names?: []}");
    }
}
