//! Generates JSON Schemas from Rust types. Those of inputs and stored data are in the subset that
//! every model API accepts: no references, no unions, no vendor formats, unknown fields rejected.
//! Those of outputs, which no model fills in, may have references and unions. Enter through
//! [`of_input`], [`of_data`] and [`of_output`]. Not here: rejecting other schemas (`rules.rs`).

mod memo;

use std::sync::Arc;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

use memo::Memo;

/// What to do with `null` for optional fields.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NullHandling {
    /// An optional field has a plain type and may be left out.
    Dropped,
    /// Stored data may contain `null`.
    Kept,
}

/// The doc comment of an input struct, and the schema of its fields.
pub(crate) fn of_input<T: JsonSchema + 'static>() -> (String, Arc<Value>) {
    static MEMO: Memo<(String, Arc<Value>)> = Memo::new();
    MEMO.of::<T>(|| {
        let (description, schema) = generate_input::<T>();
        (description, Arc::new(schema))
    })
}

fn generate_input<T: JsonSchema>() -> (String, Value) {
    let mut schema = generate::<T>(inlined());
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
    }
    close(&mut schema, false);
    (description, schema)
}

/// The schema of stored data.
pub(crate) fn of_data<T: JsonSchema + 'static>() -> Arc<Value> {
    static MEMO: Memo<Arc<Value>> = Memo::new();
    MEMO.of::<T>(|| {
        let mut schema = generate::<T>(inlined());
        simplify(&mut schema, NullHandling::Kept);
        close(&mut schema, false);
        Arc::new(schema)
    })
}

/// The schema of what a tool returns, as it is serialized. Types that it contains are named in
/// `$defs`, so that code generation can give each its name.
pub(crate) fn of_output<T: JsonSchema>() -> Value {
    let mut schema = generate::<T>(SchemaSettings::draft2020_12().for_serialize());
    simplify(&mut schema, NullHandling::Kept);
    tighten(&mut schema);
    close(&mut schema, false);
    let is_union_of_objects = ["anyOf", "oneOf"].iter().any(|union| {
        let members = schema.get(union).and_then(Value::as_array);
        members.is_some_and(|it| it.iter().all(|it| is_object(it, &schema)))
    });
    if let (true, Value::Object(root)) = (is_union_of_objects, &mut schema) {
        root.entry("type").or_insert_with(|| json!("object"));
    }
    schema
}

/// Adds the `type` of a struct that is tagged with it, which a schema derived from a struct does not
/// have: `#[schemars(transform = tagged("progress"))]`.
pub fn tagged(tag: &'static str) -> impl FnMut(&mut Schema) {
    move |schema| {
        let schema = schema.ensure_object();
        let fields = schema.entry("properties").or_insert_with(|| json!({}));
        fields["type"] = json!({ "const": tag });
        let required = schema.entry("required").or_insert_with(|| json!([]));
        if let Some(required) = required.as_array_mut() {
            required.push("type".into());
        }
    }
}

/// Says of an output what is true of no input: a field that may be left out is left out instead of
/// being `null`, and has no default.
fn tighten(schema: &mut Value) {
    let Value::Object(fields) = schema else {
        return;
    };
    fields.shift_remove("default");
    let required = fields.get("required").cloned().unwrap_or_default();
    let is_required = |name: &str| {
        let names = required.as_array();
        names.is_some_and(|it| it.iter().any(|it| it == name))
    };
    if let Some(Value::Object(properties)) = fields.get_mut("properties") {
        for (name, property) in properties {
            if let (false, Value::Object(property)) = (is_required(name), property) {
                drop_nulls(property);
            }
        }
    }
    for child in children(fields, &LISTS) {
        tighten(child);
    }
}

/// Whether a member of a union is an object, in `root` if it is a reference.
fn is_object(member: &Value, root: &Value) -> bool {
    let named = member.get("$ref").and_then(Value::as_str);
    let found = named.and_then(|it| root.pointer(it.trim_start_matches('#')));
    found.unwrap_or(member).get("type") == Some(&json!("object"))
}

/// Without references: most model APIs do not take them.
fn inlined() -> SchemaSettings {
    SchemaSettings::draft2020_12().with(|it| it.inline_subschemas = true)
}

fn generate<T: JsonSchema>(settings: SchemaSettings) -> Value {
    let settings = settings.with(|it| it.meta_schema = None);
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
    for child in children(fields, &LISTS) {
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
}

/// Rejects unknown fields of objects. An object that is extended by a union or a reference is
/// closed as a whole (`unevaluatedProperties`), because each part would reject the fields of the
/// others; `is_part` says that `schema` is such a part.
fn close(schema: &mut Value, is_part: bool) {
    let Value::Object(fields) = schema else {
        return;
    };
    let is_extended = EXTENSIONS.iter().any(|it| fields.contains_key(*it));
    let has_fields = fields.contains_key("properties");
    for extension in EXTENSIONS {
        if let Some(Value::Array(members)) = fields.get_mut(extension) {
            for member in members {
                close(member, is_part || has_fields);
            }
        }
    }
    for child in children(fields, &["prefixItems"]) {
        close(child, false);
    }
    // A map says what it holds; an object that says nothing has no fields.
    let is_empty = fields.get("type") == Some(&json!("object")) && !is_extended;
    if is_part || !(has_fields || is_empty) {
        return;
    }
    let keyword = if is_extended && !fields.contains_key("additionalProperties") {
        "unevaluatedProperties"
    } else {
        "additionalProperties"
    };
    fields.entry(keyword).or_insert(Value::Bool(false));
}

/// The keywords with a list of schemas.
const LISTS: [&str; 4] = ["prefixItems", "anyOf", "oneOf", "allOf"];
/// The keywords by which a schema continues elsewhere.
const EXTENSIONS: [&str; 4] = ["anyOf", "oneOf", "allOf", "$ref"];

/// The direct subschemas of a schema, with the members of these lists. A property may itself be
/// named `title` or `format`, so a key alone does not identify a keyword.
fn children<'a>(fields: &'a mut Map<String, Value>, lists: &[&str]) -> Vec<&'a mut Value> {
    let mut found = Vec::new();
    for (key, value) in fields.iter_mut() {
        let is_list = lists.contains(&key.as_str());
        match (key.as_str(), value) {
            ("properties" | "patternProperties" | "$defs", Value::Object(members)) => {
                found.extend(members.values_mut());
            }
            ("items" | "additionalProperties", value) => found.push(value),
            (_, Value::Array(members)) if is_list => found.extend(members),
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
