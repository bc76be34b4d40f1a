//! Takes arguments that plainly mean what the schema asks for: a number where text is wanted, a list
//! given as its JSON text, a wrapper left out. Enter through [`normalize`]. What was taken for what is
//! told to the caller, without the values. Not here: validation, which decides afterwards.

use serde_json::{Map, Value, json};

use crate::nearest::nearest;

/// Names under which models wrap all arguments although nothing asks for it.
const WRAPPERS: [&str; 5] = ["input", "arguments", "args", "parameters", "params"];

/// Brings arguments to the types of their schema where there is no doubt about what is meant, and
/// notes each change that a caller should know of.
pub(super) fn normalize(schema: &Value, args: &mut Value, understood: &mut Vec<String>) {
    unwrap(schema, args, understood);
    wrap(schema, args, understood);
    convert(schema, args, "", understood);
}

/// Whether a schema takes values of a type; a schema without types takes anything.
fn takes(schema: &Value, kind: &str) -> bool {
    match schema.get("type") {
        Some(Value::String(only)) => only == kind || (only == "number" && kind == "integer"),
        Some(Value::Array(several)) => several.iter().any(|it| it == kind),
        _ => true,
    }
}

fn convert(schema: &Value, value: &mut Value, path: &str, understood: &mut Vec<String>) {
    if let Some((taken, note)) = converted(schema, value) {
        understood.push(format!("{path}: {note}"));
        *value = taken;
    }
    match value {
        Value::Object(fields) => convert_fields(schema, fields, path, understood),
        Value::Array(items) => {
            if let Some(schema) = schema.get("items") {
                for (index, item) in items.iter_mut().enumerate() {
                    convert(schema, item, &format!("{path}/{index}"), understood);
                }
            }
        }
        // `3.0` for an integer is no other value.
        Value::Number(number) if schema.get("type") == Some(&json!("integer")) => {
            let whole = number
                .as_f64()
                .filter(|it| it.fract() == 0.0 && it.abs() < 9e15);
            if let (true, Some(whole)) = (number.is_f64(), whole) {
                *value = json!(whole as i64);
            }
        }
        _ => {}
    }
}

/// The value that is plainly meant by one of another type, and what was done.
fn converted(schema: &Value, value: &Value) -> Option<(Value, &'static str)> {
    match value {
        Value::Number(number) if takes(schema, "string") && !takes(schema, "integer") => {
            Some((json!(number.to_string()), "a number was taken as text"))
        }
        Value::Bool(is_true) if takes(schema, "string") && !takes(schema, "boolean") => Some((
            json!(is_true.to_string()),
            "true or false was taken as text",
        )),
        Value::String(text) if !takes(schema, "string") => from_text(schema, text.trim()),
        Value::Object(fields) if takes(schema, "array") && !takes(schema, "object") => {
            into_list(schema.get("items")?, fields)
        }
        _ => None,
    }
}

fn from_text(schema: &Value, text: &str) -> Option<(Value, &'static str)> {
    if takes(schema, "boolean") {
        let word = text.to_lowercase().parse::<bool>().ok()?;
        return Some((json!(word), "text was taken as true or false"));
    }
    let read: Value = serde_json::from_str(text).ok()?;
    let (kind, note) = match &read {
        Value::Number(number) if number.is_i64() || number.is_u64() => {
            ("integer", "text was taken as a number")
        }
        Value::Number(_) => ("number", "text was taken as a number"),
        Value::Array(_) => ("array", "the text was read as a JSON list"),
        Value::Object(_) => ("object", "the text was read as a JSON object"),
        _ => return None,
    };
    takes(schema, kind).then_some((read, note))
}

/// One item given without its list, or pairs `{name: value}` where a list of `{k, v}` is wanted.
fn into_list(item: &Value, fields: &Map<String, Value>) -> Option<(Value, &'static str)> {
    let known = item.get("properties")?.as_object()?;
    if fields.keys().all(|it| known.contains_key(it)) && has_required(item, fields) {
        return Some((json!([fields]), "one item was taken as a list of one"));
    }
    let is_pair = known.contains_key("k") && known.contains_key("v");
    let is_flat = fields.values().all(|it| !it.is_object() && !it.is_array());
    (is_pair && is_flat && !fields.is_empty()).then(|| {
        let pairs = fields.iter().map(|(k, v)| json!({ "k": k, "v": v }));
        (
            pairs.collect(),
            "the object was taken as a list of pairs k and v",
        )
    })
}

fn required(schema: &Value) -> impl Iterator<Item = &str> {
    let names = schema.get("required").and_then(Value::as_array);
    names.into_iter().flatten().filter_map(Value::as_str)
}

fn has_required(schema: &Value, fields: &Map<String, Value>) -> bool {
    required(schema).all(|it| fields.contains_key(it))
}

fn convert_fields(
    schema: &Value,
    fields: &mut Map<String, Value>,
    path: &str,
    understood: &mut Vec<String>,
) {
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
        return;
    };
    // `null` for an optional field is the same as leaving it out.
    fields.retain(|name, value| {
        let optional = required(schema).all(|it| it != name);
        !(value.is_null() && optional && properties.contains_key(name))
    });
    rename(schema, properties, fields, path, understood);
    for (name, value) in fields {
        if let Some(schema) = properties.get(name) {
            convert(schema, value, &format!("{path}/{name}"), understood);
        }
    }
}

/// One field of an unknown name where exactly one required field is missing, of its type: what else
/// could be meant? Not where its name is close to that of another field.
fn rename(
    schema: &Value,
    properties: &Map<String, Value>,
    fields: &mut Map<String, Value>,
    path: &str,
    understood: &mut Vec<String>,
) {
    let mut missing = required(schema).filter(|it| !fields.contains_key(*it));
    let mut unknown = fields.keys().filter(|it| !properties.contains_key(*it));
    let (Some(wanted), None) = (missing.next(), missing.next()) else {
        return;
    };
    let (Some(given), None) = (unknown.next(), unknown.next()) else {
        return;
    };
    let given = given.clone();
    let near = nearest(&given, properties.keys().map(String::as_str), 1);
    let is_closer_to_another = near.first().is_some_and(|it| *it != wanted);
    let kind = match &fields[&given] {
        Value::String(_) => "string",
        Value::Number(_) => "number",
        Value::Bool(_) => "boolean",
        Value::Array(_) => "array",
        Value::Object(_) | Value::Null => return,
    };
    if is_closer_to_another || !takes(&properties[wanted], kind) {
        return;
    }
    if let Some(value) = fields.remove(&given) {
        fields.insert(wanted.to_owned(), value);
        understood.push(format!("{path}/{given} was taken as {path}/{wanted}"));
    }
}

/// Takes all arguments out of a wrapper that nothing asks for.
fn unwrap(schema: &Value, args: &mut Value, understood: &mut Vec<String>) {
    let Some(fields) = args.as_object_mut().filter(|it| it.len() == 1) else {
        return;
    };
    let Some(name) = fields.keys().next().cloned() else {
        return;
    };
    let is_known = schema.pointer("/properties").and_then(|it| it.get(&name));
    if is_known.is_some() || !WRAPPERS.contains(&name.as_str()) {
        return;
    }
    let inner = match fields.get(&name) {
        Some(Value::Object(inner)) => inner.clone(),
        Some(Value::String(text)) => match serde_json::from_str(text) {
            Ok(Value::Object(inner)) => inner,
            _ => return,
        },
        _ => return,
    };
    *fields = inner;
    understood.push(format!("the arguments were taken out of {name:?}"));
}

/// Puts the fields of one item, given beside the others, into the list that the schema wants.
fn wrap(schema: &Value, args: &mut Value, understood: &mut Vec<String>) {
    let (Some(fields), Some(properties)) = (
        args.as_object_mut(),
        schema.get("properties").and_then(Value::as_object),
    ) else {
        return;
    };
    let mut missing = required(schema).filter(|it| !fields.contains_key(*it));
    let (Some(list), None) = (missing.next(), missing.next()) else {
        return;
    };
    let Some(item) = properties.get(list).and_then(|it| it.get("items")) else {
        return;
    };
    let Some(known) = item.get("properties").and_then(Value::as_object) else {
        return;
    };
    let loose: Vec<String> = fields
        .keys()
        .filter(|it| !properties.contains_key(*it))
        .cloned()
        .collect();
    let fits = loose.iter().all(|it| known.contains_key(it))
        && required(item).all(|it| loose.iter().any(|given| given == it));
    if !fits || loose.is_empty() {
        return;
    }
    let mut one = Map::new();
    for name in loose {
        if let Some(value) = fields.remove(&name) {
            one.insert(name, value);
        }
    }
    fields.insert(list.to_owned(), json!([one]));
    understood.push(format!("one item was taken as the list {list:?}"));
}
