//! Validation: whether arguments fit a tool's schema, and where and why not (ST-5, AT-8). Enter
//! through [`InputSchema::admit`]. Not here: what schemas are allowed to be (`rules.rs`).

mod fault;

pub(crate) use fault::Fault;

use jsonschema::Validator;
use serde_json::{Map, Value, json};

use fault::fault;

/// A schema, compiled once.
pub(crate) struct InputSchema {
    schema: Value,
    validator: Validator,
}

impl InputSchema {
    /// Compiles a schema, or says why it cannot be.
    pub(crate) fn compile(schema: &Value) -> Result<Self, String> {
        let validator = jsonschema::options()
            .with_draft(jsonschema::Draft::Draft202012)
            .should_validate_formats(true)
            .build(schema)
            .map_err(|error| format!("its schema cannot be compiled: {error}"))?;
        Ok(Self {
            schema: schema.clone(),
            validator,
        })
    }

    /// Arguments as the tool's function will read them, or the first thing wrong with them.
    pub(crate) fn admit(&self, args: Value) -> Result<Value, Box<Fault>> {
        let mut args = as_object(args)?;
        settle(&self.schema, &mut args);
        self.check(&args)?;
        Ok(args)
    }

    /// What is wrong with a value, if anything is.
    pub(crate) fn check(&self, value: &Value) -> Result<(), Box<Fault>> {
        let mut errors = self.validator.iter_errors(value);
        let Some(first) = errors.next() else {
            return Ok(());
        };
        let mut first = fault(&first, &self.schema);
        first.mention(errors.map(|it| fault(&it, &self.schema)));
        Err(Box::new(first))
    }
}

/// Arguments that are an object. Some models send it as text, and some nothing for no arguments.
pub(crate) fn as_object(args: Value) -> Result<Value, Box<Fault>> {
    let wrong = |why: String, got: &Value| {
        let message = format!("the arguments are no JSON object: {why}");
        Box::new(Fault {
            expected: "an object".into(),
            ..Fault::new(String::new(), message, got)
        })
    };
    match args {
        Value::Object(_) => Ok(args),
        Value::Null => Ok(json!({})),
        Value::String(text) => match serde_json::from_str(&text) {
            Ok(Value::Object(fields)) => Ok(Value::Object(fields)),
            Ok(_) => Err(wrong(
                "they are something else in quotes".into(),
                &Value::String(text),
            )),
            Err(error) => Err(wrong(error.to_string(), &Value::String(text))),
        },
        other => Err(wrong(format!("they are {}", fault::sort(&other)), &other)),
    }
}

/// Forgives what models do and nobody means: `null` for a field that may be left out, `3.0` for a
/// whole number.
fn settle(schema: &Value, value: &mut Value) {
    match value {
        Value::Object(fields) => settle_object(schema, fields),
        Value::Array(items) => {
            if let Some(schema) = schema.get("items") {
                items.iter_mut().for_each(|it| settle(schema, it));
            }
        }
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

fn settle_object(schema: &Value, fields: &mut Map<String, Value>) {
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
        return;
    };
    let required = schema.get("required").and_then(Value::as_array);
    fields.retain(|name, value| {
        let optional = required.is_none_or(|it| !it.iter().any(|it| it == name.as_str()));
        !(value.is_null() && optional && properties.contains_key(name))
    });
    for (name, value) in fields {
        if let Some(schema) = properties.get(name) {
            settle(schema, value);
        }
    }
}

#[cfg(test)]
mod tests;
