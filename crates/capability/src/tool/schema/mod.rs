//! Generates JSON Schemas from Rust types, in the subset that every model API accepts: no
//! references, no unions, no vendor formats, unknown fields rejected. Enter through [`of_input`]
//! and [`of_data`]. Not here: rejecting schemas outside that subset (`rules.rs`).

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

/// What to do with `null` for optional fields.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NullHandling {
    /// An optional field has a plain type and may be left out.
    Dropped,
    /// Stored data may contain `null`.
    Kept,
}

/// The doc comment of an input struct, and the schema of its fields.
pub(crate) fn of_input<T: JsonSchema>() -> (String, Value) {
    let mut schema = generate::<T>();
    simplify(&mut schema, NullHandling::Dropped);
    let Value::Object(root) = &mut schema else {
        return (String::new(), schema);
    };
    let description = match root.shift_remove("description") {
        Some(Value::String(text)) => text,
        _ => String::new(),
    };
    if root.get("type") == Some(&json!("object")) {
        // Written even for a tool without arguments: some model APIs require `properties`.
        root.entry("properties").or_insert_with(|| json!({}));
        root.entry("additionalProperties")
            .or_insert(Value::Bool(false));
    }
    (description, schema)
}

/// The schema of stored data.
pub(crate) fn of_data<T: JsonSchema>() -> Value {
    let mut schema = generate::<T>();
    simplify(&mut schema, NullHandling::Kept);
    schema
}

fn generate<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|it| {
        it.inline_subschemas = true;
        it.meta_schema = None;
    });
    settings
        .into_generator()
        .into_root_schema_for::<T>()
        .to_value()
}

fn simplify(schema: &mut Value, nulls: NullHandling) {
    let Value::Object(fields) = schema else {
        return;
    };
    // From the top down: an optional enum is a union in a union, and the descriptions of its
    // variants can be merged into the field's only after the outer union is removed.
    if nulls == NullHandling::Dropped {
        drop_nulls(fields);
    }
    fold_choices(fields);
    for child in children(fields) {
        simplify(child, nulls);
    }
    fields.shift_remove("title");
    fields.shift_remove("$schema");
    if fields
        .get("format")
        .and_then(Value::as_str)
        .is_some_and(is_number_format)
    {
        fields.shift_remove("format");
    }
    if let Some(Value::String(text)) = fields.get_mut("description") {
        *text = unwrap_lines(text);
    }
    if fields.contains_key("properties") {
        fields
            .entry("additionalProperties")
            .or_insert(Value::Bool(false));
    }
}

/// The direct subschemas of a schema. A property may itself be named `title` or `format`, so a key
/// alone does not identify a keyword.
fn children(fields: &mut Map<String, Value>) -> Vec<&mut Value> {
    let mut found = Vec::new();
    for (key, value) in fields.iter_mut() {
        match (key.as_str(), value) {
            ("properties" | "patternProperties", Value::Object(members)) => {
                found.extend(members.values_mut());
            }
            ("prefixItems" | "anyOf" | "oneOf" | "allOf", Value::Array(members)) => {
                found.extend(members);
            }
            ("items" | "additionalProperties", value) => found.push(value),
            _ => {}
        }
    }
    found
}

/// An enum whose variants have doc comments is generated as a union of constants. This turns it
/// into a plain enum, with the meaning of each value in the description.
fn fold_choices(fields: &mut Map<String, Value>) {
    let Some(words) = fields
        .get("oneOf")
        .and_then(Value::as_array)
        .and_then(|it| words_of(it))
    else {
        return;
    };
    fields.shift_remove("oneOf");
    let meanings: Vec<_> = words
        .iter()
        .filter_map(|(word, meaning)| Some(format!("{word}: {}", meaning.as_ref()?)))
        .collect();
    let own = fields.shift_remove("description");
    let mut lines: Vec<_> = own.as_ref().and_then(Value::as_str).into_iter().collect();
    lines.extend(meanings.iter().map(String::as_str));
    if !lines.is_empty() {
        fields.insert("description".into(), lines.join("\n- ").into());
    }
    let words: Vec<_> = words.into_iter().map(|(word, _)| word).collect();
    fields.insert("type".into(), "string".into());
    fields.insert("enum".into(), words.into());
}

/// The values of a union, each with its meaning; `None` if a member is more than constants.
fn words_of(members: &[Value]) -> Option<Vec<(String, Option<String>)>> {
    let mut words = Vec::new();
    for member in members {
        if let Some(word) = member.get("const") {
            let meaning = member
                .get("description")
                .and_then(Value::as_str)
                .map(str::to_owned);
            words.push((word.as_str()?.to_owned(), meaning));
        } else {
            for word in member.get("enum")?.as_array()? {
                words.push((word.as_str()?.to_owned(), None));
            }
        }
    }
    Some(words)
}

fn drop_nulls(fields: &mut Map<String, Value>) {
    if fields.get("default") == Some(&Value::Null) {
        fields.shift_remove("default");
    }
    if let Some(Value::Array(types)) = fields.get_mut("type") {
        types.retain(|it| it != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            fields.insert("type".into(), only);
        }
    }
    if let Some(Value::Array(values)) = fields.get_mut("enum") {
        values.retain(|it| !it.is_null());
    }
    if let Some(Value::Array(members)) = fields.get_mut("anyOf") {
        members.retain(|it| it.get("type") != Some(&json!("null")));
        if let [Value::Object(only)] = members.as_slice() {
            let only = only.clone();
            fields.shift_remove("anyOf");
            for (key, value) in only {
                // The field's own description takes precedence over that of its type.
                fields.entry(key).or_insert(value);
            }
        }
    }
}

/// Formats that name a Rust type rather than a notation.
fn is_number_format(format: &str) -> bool {
    let sort = format
        .trim_start_matches('u')
        .trim_end_matches(|it: char| it.is_ascii_digit());
    matches!(sort, "int" | "float" | "double")
}

/// Joins the lines of doc comments, which are wrapped for editors. Paragraphs and list items stay
/// separate.
fn unwrap_lines(text: &str) -> String {
    let mut unwrapped = String::with_capacity(text.len());
    for line in text.trim().lines() {
        let line = line.trim();
        let apart = line.is_empty() || line.starts_with("- ") || unwrapped.ends_with('\n');
        if !unwrapped.is_empty() {
            unwrapped.push(if apart { '\n' } else { ' ' });
        }
        unwrapped.push_str(line);
    }
    unwrapped
}

#[cfg(test)]
mod tests;
