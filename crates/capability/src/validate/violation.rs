//! SchemaViolation: why a value does not fit its schema. Enter through [`violation`]. Not here: the
//! validation itself.

use jsonschema::error::{TypeKind, ValidationErrorKind as Kind};
use jsonschema::{JsonType, ValidationError};
use serde_json::Value;

use crate::invalid_argument::InvalidArgument;
use crate::nearest::{nearest, quoted_list, truncated};

/// How much of a wrong value is shown, in characters.
const MAX_VALUE_CHARS: usize = 200;

/// How many further places are listed.
const MAX_OTHER_PATHS: usize = 3;

/// One reason why a value does not fit.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SchemaViolation {
    /// Where, as a JSON pointer.
    pub(crate) path: String,
    /// What is wrong there.
    pub(crate) message: String,
    /// What would have been valid.
    pub(crate) expected: String,
    /// The value that was given.
    pub(crate) got: String,
    /// What to do next.
    pub(crate) hint: Option<String>,
    /// The catalogue message, if people can see it.
    pub(crate) invalid_argument: Option<InvalidArgument>,
}

impl SchemaViolation {
    pub(crate) fn new(path: String, message: String, got: &Value) -> Self {
        let got = truncated(&beginning(got), MAX_VALUE_CHARS);
        Self {
            path,
            message,
            expected: String::new(),
            got,
            hint: None,
            invalid_argument: None,
        }
    }

    /// Place and reason in one sentence.
    pub(crate) fn sentence(&self) -> String {
        if self.path.is_empty() {
            self.message.clone()
        } else {
            format!("{}: {}", self.path, self.message)
        }
    }

    /// Adds the other places where something is wrong.
    pub(crate) fn add_other(&mut self, others: impl Iterator<Item = SchemaViolation>) {
        let places: Vec<_> = others.map(|it| it.path).collect();
        if places.is_empty() {
            return;
        }
        let more = places.len().saturating_sub(MAX_OTHER_PATHS);
        let named = places[..places.len() - more].join(", ");
        self.message += &match more {
            0 => format!("; something is also wrong at {named}"),
            more => format!("; something is also wrong at {named} and {more} more places"),
        };
    }
}

/// Explains a validation error to the caller.
pub(crate) fn violation(error: &ValidationError<'_>, schema: &Value) -> SchemaViolation {
    let path = error.instance_path().as_str().to_owned();
    let got: &Value = error.instance();
    let at = |message: String, expected: String| SchemaViolation {
        expected,
        invalid_argument: invalid_argument_of(error.kind()),
        ..SchemaViolation::new(path.clone(), message, got)
    };
    match error.kind() {
        Kind::AdditionalProperties { unexpected } => unknown(unexpected, &path, got, error, schema),
        Kind::Required { property } => missing(property, &path, got, error, schema),
        Kind::Type { kind } => wrong_type(kind, got, at),
        Kind::Enum { options } => out_of_range(options, got, at),
        Kind::MinLength { limit: 1 } => at("it is empty".into(), "some text".into()),
        Kind::MinItems { limit: 1 } => at("it is empty".into(), "at least one item".into()),
        Kind::MinLength { limit } => at(
            "it is too short".into(),
            format!("at least {limit} characters"),
        ),
        Kind::MaxLength { limit } => at(
            "it is too long".into(),
            format!("at most {limit} characters"),
        ),
        Kind::MinItems { limit } => at(
            "it has too few items".into(),
            format!("at least {limit} items"),
        ),
        Kind::MaxItems { limit } => at(
            "it has too many items".into(),
            format!("at most {limit} items"),
        ),
        Kind::Minimum { limit } => at(
            format!("it is less than {limit}"),
            format!("at least {limit}"),
        ),
        Kind::Maximum { limit } => at(
            format!("it is more than {limit}"),
            format!("at most {limit}"),
        ),
        Kind::ExclusiveMinimum { limit } => at(
            format!("it is not more than {limit}"),
            format!("more than {limit}"),
        ),
        Kind::ExclusiveMaximum { limit } => at(
            format!("it is not less than {limit}"),
            format!("less than {limit}"),
        ),
        Kind::Pattern { pattern } => at(
            "it does not have the required form".into(),
            format!("text that matches {pattern}"),
        ),
        Kind::Format { format } => at(format!("it is no {format}"), format!("a {format}")),
        _ => at(
            error.masked().to_string(),
            format!("what {:?} demands", error.kind().keyword()),
        ),
    }
}

/// The catalogue message of an error; `None` if people filling in a form cannot cause it.
fn invalid_argument_of(kind: &Kind) -> Option<InvalidArgument> {
    Some(match kind {
        Kind::MinLength { limit: 1 } | Kind::MinItems { limit: 1 } => {
            InvalidArgument::FieldEmpty {}
        }
        Kind::MinLength { limit: least } => InvalidArgument::FieldShort { least: *least },
        Kind::MaxLength { limit: most } => InvalidArgument::FieldLong { most: *most },
        Kind::MinItems { limit: least } => InvalidArgument::FieldFew { least: *least },
        Kind::MaxItems { limit: most } => InvalidArgument::FieldMany { most: *most },
        Kind::Minimum { limit } => InvalidArgument::FieldLess {
            least: limit.to_string(),
        },
        Kind::Maximum { limit } => InvalidArgument::FieldMore {
            most: limit.to_string(),
        },
        Kind::ExclusiveMinimum { limit } => InvalidArgument::FieldNotAbove {
            limit: limit.to_string(),
        },
        Kind::ExclusiveMaximum { limit } => InvalidArgument::FieldNotBelow {
            limit: limit.to_string(),
        },
        Kind::Enum { .. } => InvalidArgument::FieldNotListed {},
        Kind::Pattern { .. } | Kind::Format { .. } => InvalidArgument::FieldNotWritten {},
        Kind::Type {
            kind: TypeKind::Single(kind),
        } => match kind {
            JsonType::Number => InvalidArgument::FieldNoNumber {},
            JsonType::Integer => InvalidArgument::FieldNoWhole {},
            JsonType::String => InvalidArgument::FieldNoText {},
            JsonType::Array => InvalidArgument::FieldNoList {},
            JsonType::Object => InvalidArgument::FieldNoObject {},
            JsonType::Boolean => InvalidArgument::FieldNoSwitch {},
            JsonType::Null => return None,
        },
        _ => return None,
    })
}

fn unknown(
    unexpected: &[String],
    path: &str,
    got: &Value,
    error: &ValidationError<'_>,
    schema: &Value,
) -> SchemaViolation {
    let name = unexpected.first().map_or("", String::as_str);
    let known = fields_beside(error, schema);
    let message = if known.is_empty() {
        "there is no such argument; this tool takes none here".to_owned()
    } else {
        format!("there is no such argument; known are {}", known.join(", "))
    };
    let near = nearest(name, known.iter().copied(), 1);
    let hint = match near.first() {
        Some(near) => format!("did you mean \"{near}\"?"),
        None => "leave it out".to_owned(),
    };
    let got = got.get(name).unwrap_or(&Value::Null);
    SchemaViolation {
        hint: Some(hint),
        ..SchemaViolation::new(format!("{path}/{}", escaped(name)), message, got)
    }
}

fn missing(
    property: &Value,
    path: &str,
    got: &Value,
    error: &ValidationError<'_>,
    schema: &Value,
) -> SchemaViolation {
    let name = property.as_str().unwrap_or_default();
    let meaning = object_of(error, schema).and_then(|it| {
        it.get("properties")?
            .get(name)?
            .get("description")?
            .as_str()
    });
    SchemaViolation {
        expected: meaning.unwrap_or_default().to_owned(),
        invalid_argument: Some(InvalidArgument::FieldMissing {}),
        ..SchemaViolation::new(
            format!("{path}/{}", escaped(name)),
            "it is missing".into(),
            got,
        )
    }
}

fn wrong_type(
    kind: &TypeKind,
    got: &Value,
    at: impl Fn(String, String) -> SchemaViolation,
) -> SchemaViolation {
    let expected = match kind {
        TypeKind::Single(kind) => named(*kind).to_owned(),
        TypeKind::Multiple(kinds) => kinds.iter().map(named).collect::<Vec<_>>().join(" or "),
    };
    let quoted = match (kind, got.as_str().map(str::trim_start)) {
        (TypeKind::Single(JsonType::Array), Some(text)) => text.starts_with('['),
        (TypeKind::Single(JsonType::Object), Some(text)) => text.starts_with('{'),
        _ => false,
    };
    let hint = quoted.then(|| "give it as JSON itself, without quotes around it".to_owned());
    SchemaViolation {
        hint,
        ..at(format!("it is {}, not {expected}", sort(got)), expected)
    }
}

fn out_of_range(
    options: &Value,
    got: &Value,
    at: impl Fn(String, String) -> SchemaViolation,
) -> SchemaViolation {
    let words: Vec<_> = options
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let near = got
        .as_str()
        .map(|it| nearest(it, words.iter().copied(), 1))
        .unwrap_or_default();
    SchemaViolation {
        hint: near.first().map(|it| format!("did you mean \"{it}\"?")),
        ..at(
            "it is not one of the allowed values".into(),
            quoted_list(&words),
        )
    }
}

/// The schema of the object whose members an error is about.
fn object_of<'a>(error: &ValidationError<'_>, schema: &'a Value) -> Option<&'a Value> {
    let (object, _keyword) = error.schema_path().as_str().rsplit_once('/')?;
    schema.pointer(object)
}

fn fields_beside<'a>(error: &ValidationError<'_>, schema: &'a Value) -> Vec<&'a str> {
    let properties = object_of(error, schema).and_then(|it| it.get("properties")?.as_object());
    properties
        .into_iter()
        .flat_map(|it| it.keys().map(String::as_str))
        .collect()
}

/// The beginning of a value as JSON, enough to display; a value may be megabytes long.
fn beginning(value: &Value) -> String {
    let mut bytes = Vec::new();
    // A character takes at most four bytes. Running out of space is the expected end.
    let mut room = LimitedWriter {
        bytes: &mut bytes,
        left: 4 * (MAX_VALUE_CHARS + 1),
    };
    let _cut = serde_json::to_writer(&mut room, value);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A writer with a limited capacity.
struct LimitedWriter<'a> {
    bytes: &'a mut Vec<u8>,
    left: usize,
}

impl std::io::Write for LimitedWriter<'_> {
    fn write(&mut self, more: &[u8]) -> std::io::Result<usize> {
        let taken = more.len().min(self.left);
        self.bytes.extend_from_slice(&more[..taken]);
        self.left -= taken;
        // Returning zero makes the serializer stop with `WriteZero`.
        Ok(taken)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A name escaped as a step of a JSON pointer.
fn escaped(name: &str) -> String {
    truncated(&name.replace('~', "~0").replace('/', "~1"), 80)
}

fn named(kind: JsonType) -> &'static str {
    match kind {
        JsonType::Null => "null",
        JsonType::Boolean => "true or false",
        JsonType::Integer => "a whole number",
        JsonType::Number => "a number",
        JsonType::String => "a text",
        JsonType::Array => "a list",
        JsonType::Object => "an object",
    }
}

/// The type of a value, for messages.
pub(crate) fn sort(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
