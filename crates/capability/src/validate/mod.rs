//! Validates arguments against a tool's schema, with the place and reason of each error (ST-5,
//! AT-8); and, in debug builds, what a tool returns. Enter through [`InputSchema::admit`] and
//! [`OutputValidator::check`]. Not here: which schemas are allowed (`tool/rules.rs`).

mod lenient;
mod violation;

pub(crate) use violation::SchemaViolation;

use std::sync::{Arc, OnceLock};

use jsonschema::Validator;
use serde_json::{Value, json};

use violation::violation;

use crate::tool::rename_arguments;
use crate::{FormerNames, OutputSchema};

/// A schema, compiled once: at the latest when the first value is checked.
pub(crate) struct InputSchema {
    schema: Arc<Value>,
    validator: OnceLock<Result<Validator, String>>,
    /// What parameters and their values were called in earlier versions.
    former: FormerNames,
}

impl InputSchema {
    /// A schema that is known to be valid. Most tools are not called while a program runs.
    pub(crate) fn new(schema: Arc<Value>) -> Self {
        Self {
            schema,
            validator: OnceLock::new(),
            former: FormerNames::default(),
        }
    }

    /// Compiles a schema now, or says why it cannot be.
    pub(crate) fn compile(schema: Arc<Value>) -> Result<Self, String> {
        let validator = OnceLock::from(Ok(compiled(&schema)?));
        Ok(Self {
            validator,
            ..Self::new(schema)
        })
    }

    /// The same, also taking parameters and values by these former names.
    pub(crate) fn renaming(mut self, former: &FormerNames) -> Self {
        self.former = former.clone();
        self
    }

    /// Arguments as the tool's function will read them, or the first thing wrong with them.
    pub(crate) fn admit(&self, args: Value) -> Result<Admitted, Box<SchemaViolation>> {
        let mut args = as_object(args)?;
        rename_arguments(&self.former, &mut args);
        let mut understood = Vec::new();
        lenient::normalize(&self.schema, &mut args, &mut understood);
        self.check(&args)?;
        Ok(Admitted { args, understood })
    }

    /// Validates a value.
    pub(crate) fn check(&self, value: &Value) -> Result<(), Box<SchemaViolation>> {
        let validator = self.validator.get_or_init(|| compiled(&self.schema));
        let invalid = |why: &String| SchemaViolation::new(String::new(), why.clone(), value);
        let mut errors = validator.as_ref().map_err(invalid)?.iter_errors(value);
        let Some(first) = errors.next() else {
            return Ok(());
        };
        let mut first = violation(&first, &self.schema);
        first.add_other(errors.map(|it| violation(&it, &self.schema)));
        Err(Box::new(first))
    }
}

/// Arguments that fit their schema.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Admitted {
    pub(crate) args: Value,
    /// What was taken for what, where the arguments were of other types.
    pub(crate) understood: Vec<String>,
}

fn compiled(schema: &Value) -> Result<Validator, String> {
    jsonschema::options()
        .with_draft(jsonschema::Draft::Draft202012)
        .should_validate_formats(true)
        .build(schema)
        .map_err(|error| format!("its schema cannot be compiled: {error}"))
}

/// The schema of what a tool returns, compiled when the first answer is checked.
#[derive(Default)]
pub(crate) struct OutputValidator(OnceLock<Result<Validator, String>>);

impl OutputValidator {
    /// Whether `answer` is what `schema` promises, or where it is not. Every call must give the
    /// same schema.
    pub(crate) fn check(&self, schema: OutputSchema, answer: &Value) -> Result<(), String> {
        let compiled = || schema.checked().and_then(|it| compiled(&it));
        let validator = self.0.get_or_init(compiled).as_ref();
        let violations = validator.map_err(Clone::clone)?.iter_errors(answer);
        let lines = violations.map(|it| format!("at {:?}: {it}", it.instance_path().as_str()));
        let lines: Vec<_> = lines.take(MAX_REPORTED).collect();
        if lines.is_empty() {
            return Ok(());
        }
        Err(lines.join("\n"))
    }
}

/// How many places are named where an answer is not what its schema promises.
const MAX_REPORTED: usize = 8;

/// Converts arguments to an object: some models send the object as text, or `null` for no
/// arguments.
pub(crate) fn as_object(args: Value) -> Result<Value, Box<SchemaViolation>> {
    let wrong = |why: String, got: &Value| {
        let message = format!("the arguments are not a JSON object: {why}");
        Box::new(SchemaViolation {
            expected: "an object".into(),
            ..SchemaViolation::new(String::new(), message, got)
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
        other => Err(wrong(
            format!("they are {}", violation::sort(&other)),
            &other,
        )),
    }
}

#[cfg(test)]
mod tests;
