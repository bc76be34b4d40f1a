//! The values of templates as attributes, named as the author sees them.

use std::collections::HashSet;

use model::contents::Attribute;
use serde_json::Value;

use super::project::{Object, Project, entries};
use crate::import::string_field;

/// What names no object.
const NO_OBJECT: &str = "0x0000000000000000";

/// The attributes of an object. Those that name other objects have their titles.
pub(super) fn attributes(
    project: &Project<'_>,
    object: &Object<'_>,
    title: &dyn Fn(&str) -> Option<String>,
) -> Vec<Attribute> {
    let features = object.features.and_then(Value::as_object);
    let template = project.types.get(object.template);
    let definitions: Vec<&Value> = template
        .and_then(|it| it.get("Template"))
        .map(|it| entries(it, "Features").collect())
        .unwrap_or_default();
    let mut items = Vec::new();
    let mut seen = HashSet::new();
    for (name, values) in features.into_iter().flatten() {
        let feature = definitions
            .iter()
            .find(|it| string_field(it, "TechnicalName") == name);
        for (key, value) in values.as_object().into_iter().flatten() {
            let mut properties = feature.into_iter().flat_map(|it| entries(it, "Properties"));
            let property = properties.find(|it| string_field(it, "Property") == key);
            let kind = property.map_or("", |it| string_field(it, "Type"));
            let shown = shown(project, kind, value, title);
            if shown.trim().is_empty() {
                continue;
            }
            let mut label = display_name(project, property, key);
            if !seen.insert(label.to_lowercase()) {
                label = format!("{}: {label}", display_name(project, feature.copied(), name));
                if !seen.insert(label.to_lowercase()) {
                    continue;
                }
            }
            items.push(Attribute::new(label, shown));
        }
    }
    items
}

/// What a definition is called on the screen; its technical name if that is not known.
fn display_name<'a>(
    project: &Project<'a>,
    definition: Option<&'a Value>,
    technical: &str,
) -> String {
    let name = definition.map_or("", |it| project.resolved(string_field(it, "DisplayName")));
    // A key whose text is in a table beside the file begins so.
    let is_key = name.starts_with('$') || name.trim().is_empty();
    let name = if is_key { technical } else { name };
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A value as text.
fn shown(
    project: &Project<'_>,
    kind: &str,
    value: &Value,
    title: &dyn Fn(&str) -> Option<String>,
) -> String {
    match value {
        Value::String(words) if words == NO_OBJECT => String::new(),
        Value::String(words) => {
            title(words).unwrap_or_else(|| project.resolved(words).replace("\r\n", "\n"))
        }
        Value::Array(items) => {
            let items = items.iter().map(|it| shown(project, kind, it, title));
            let items: Vec<_> = items.filter(|it| !it.is_empty()).collect();
            items.join(", ")
        }
        Value::Number(number) => {
            let named = number.as_i64().and_then(|it| enumerated(project, kind, it));
            named.unwrap_or_else(|| number.to_string())
        }
        Value::Bool(it) => it.to_string(),
        Value::Null | Value::Object(_) => String::new(),
    }
}

/// The name of a value of an enumeration.
fn enumerated(project: &Project<'_>, kind: &str, value: i64) -> Option<String> {
    let definition = project.types.get(kind)?;
    let mut values = definition.get("Values")?.as_object()?.iter();
    let (name, _) = values.find(|it| it.1.as_i64() == Some(value))?;
    let shown = definition
        .get("DisplayNames")
        .map_or("", |it| string_field(it, name));
    let shown = project.resolved(shown);
    let is_key = shown.starts_with('$') || shown.is_empty();
    Some(if is_key {
        name.clone()
    } else {
        shown.to_owned()
    })
}
