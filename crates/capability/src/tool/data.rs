//! DataSpec: describes the data a capability stores on nodes. Not here: the data itself, which is
//! in the store.

use std::sync::Arc;

use schemars::JsonSchema;
use serde_json::Value;

use super::schema;

/// Describes the data a capability stores on nodes.
#[derive(Clone)]
pub struct DataSpec {
    /// Its JSON Schema.
    pub schema: Arc<Value>,
    /// A one-line form of the schema for the prompt: `{ items: [{k, v}] }` (ST-3).
    pub outline: &'static str,
    /// The text that search should find in it.
    pub text: fn(&Value) -> String,
}

impl DataSpec {
    /// From the struct that holds it; all strings in it are searched.
    pub fn of<T: JsonSchema + 'static>(outline: &'static str) -> Self {
        Self {
            schema: schema::of_data::<T>(),
            outline,
            text: all_text,
        }
    }

    /// Restricts search to this text.
    pub fn text(mut self, text: fn(&Value) -> String) -> Self {
        self.text = text;
        self
    }
}

/// Every string of some data, one per line.
fn all_text(data: &Value) -> String {
    let mut lines = Vec::new();
    collect(data, &mut lines);
    lines.join("\n")
}

fn collect<'a>(data: &'a Value, lines: &mut Vec<&'a str>) {
    match data {
        Value::String(text) => lines.push(text),
        Value::Array(items) => items.iter().for_each(|it| collect(it, lines)),
        Value::Object(fields) => fields.values().for_each(|it| collect(it, lines)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn search_text_contains_all_strings_and_nothing_else() {
        let data = json!({ "items": [{ "k": "名字", "v": "Neo" }], "count": 1, "none": null });
        assert_eq!(all_text(&data), "名字\nNeo");
    }
}
