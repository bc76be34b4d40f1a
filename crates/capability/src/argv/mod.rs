//! Turns typed words into a tool's input, using only its schema. One grammar for the command line,
//! the prompt and the window (OS-1); `docs/reference/slash.md` documents it for users:
//!
//! - `name=value`, `--name value` and `--name=value` set a field by its name. A boolean needs no
//!   value: `--force`. A tool that takes pairs gets a pair if the name is not one of its fields.
//! - Words without a name are values, in the order of the fields. A list takes all further words.
//! - A list is repeated (`keys=a keys=b`), separated by commas (`keys=a,b`), or JSON
//!   (`keys=["a, b"]`); an object is JSON. One JSON object alone is the whole input.
//! - Quotes keep spaces together, and keep a word from being read as a name or split. After `--`
//!   every word is a value.
//! - Unquoted words may form one text if that is the only way to read them: words beyond the last
//!   field belong to the last required field, or to the first field of a tool that requires none.
//!   If both readings are possible, the line is refused with an error that shows how to write it.
//!
//! Enter through [`input_from_words`], where a shell has read the quotes, or
//! [`ToolSpec::input_from_line`]. Not here: whether the values fit, beyond what reading them takes; the dispatcher validates.

mod line;
mod positional;

pub use line::split_words;

use serde_json::{Map, Value};

use self::line::Word;
use crate::nearest::{nearest, quoted_list, truncated};
use crate::{FormerNames, ToolSpec};

/// An error for words that do not fit the schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArgvError(pub String);

impl std::fmt::Display for ArgvError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ArgvError {}

/// Reads words as the input of a tool with this schema, each as a complete value: none is a part of a
/// longer text. Parameters and values may be given by their former names.
pub fn input_from_words(
    schema: &Value,
    former: &FormerNames,
    words: &[String],
) -> Result<Value, ArgvError> {
    if let [word] = words
        && word.trim_start().starts_with('{')
    {
        return whole(word);
    }
    let words: Vec<Word> = words.iter().map(|it| Word::given(it)).collect();
    Reading::new(schema, former).read(&words, "")
}

/// Reads what was typed behind a command.
fn read_line(reading: Reading<'_>, line: &str) -> Result<Value, ArgvError> {
    let line = line.trim();
    if line.starts_with('{') {
        return whole(line);
    }
    reading.read(&line::split(line)?, line)
}

impl ToolSpec {
    /// Reads what was typed behind a command as the input of this tool. Parameters and values may be
    /// given by their former names.
    pub fn input_from_line(&self, line: &str) -> Result<Value, ArgvError> {
        read_line(Reading::new(&self.schema, &self.former), line)
    }
}

fn whole(text: &str) -> Result<Value, ArgvError> {
    serde_json::from_str(text)
        .map_err(|error| ArgvError(format!("the input is not a JSON object: {error}")))
}

/// One field of the input.
#[derive(Clone, Copy)]
struct Field<'a> {
    name: &'a str,
    schema: &'a Value,
}

fn fields(schema: &Value) -> Vec<Field<'_>> {
    let properties = schema.get("properties").and_then(Value::as_object);
    properties
        .into_iter()
        .flatten()
        .map(|(name, schema)| Field { name, schema })
        .collect()
}

impl<'a> Field<'a> {
    fn type_name(self) -> &'a str {
        self.schema
            .get("type")
            .and_then(Value::as_str)
            .unwrap_or_default()
    }

    /// Whether it accepts arbitrary text.
    fn is_free_text(self) -> bool {
        self.type_name() == "string" && self.schema.get("enum").is_none()
    }

    /// The two field names of a list of pairs, for instance `k` and `v`.
    fn pair(self) -> Option<(&'a str, &'a str)> {
        let properties = self.schema.get("items")?.get("properties")?.as_object()?;
        let mut names = properties
            .iter()
            .map(|(name, schema)| (schema.get("type")?.as_str()? == "string").then_some(&**name));
        match (names.next()??, names.next()??, names.next()) {
            (key, value, None) => Some((key, value)),
            _ => None,
        }
    }

    /// Parses one value of this field, or of one of its items.
    fn read(self, schema: &Value, word: &str) -> Result<Value, ArgvError> {
        let wrong = |what: String| {
            ArgvError(format!(
                "--{} is {what}, not \"{}\"",
                self.name,
                truncated(word, 80)
            ))
        };
        match schema.get("type").and_then(Value::as_str) {
            Some("string") => match schema.get("enum").and_then(Value::as_array) {
                Some(words) if !words.iter().any(|it| it == word) => {
                    let words: Vec<_> = words.iter().filter_map(Value::as_str).collect();
                    Err(wrong(quoted_list(&words)))
                }
                _ => Ok(word.into()),
            },
            Some("integer") => word
                .parse::<i64>()
                .map(Value::from)
                .or_else(|_| word.parse::<u64>().map(Value::from))
                .map_err(|_| wrong("a whole number".into())),
            Some("number") => match serde_json::from_str(word) {
                Ok(Value::Number(number)) => Ok(Value::Number(number)),
                _ => Err(wrong("a number".into())),
            },
            Some("boolean") => word
                .parse()
                .map(Value::Bool)
                .map_err(|_| wrong("true or false".into())),
            Some(_) => serde_json::from_str(word).map_err(|error| {
                ArgvError(format!(
                    "--{} takes JSON, and this is not valid: {error}",
                    self.name
                ))
            }),
            None => Ok(serde_json::from_str(word).unwrap_or_else(|_| word.into())),
        }
    }
}

#[derive(Clone)]
struct Reading<'a> {
    fields: Vec<Field<'a>>,
    required: Vec<&'a str>,
    input: Map<String, Value>,
    /// Former names of fields and values.
    former: &'a FormerNames,
}

impl<'a> Reading<'a> {
    fn new(schema: &'a Value, former: &'a FormerNames) -> Self {
        let required = schema.get("required").and_then(Value::as_array);
        Self {
            fields: fields(schema),
            required: required
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .collect(),
            input: Map::new(),
            former,
        }
    }

    /// Reads named values first, then the others in order; `line` is the source of the words.
    fn read(mut self, words: &[Word], line: &str) -> Result<Value, ArgvError> {
        let mut plain = Vec::new();
        let mut only_values = false;
        let mut at = 0;
        while let Some(word) = words.get(at) {
            at += 1;
            let free = !only_values && !word.literal;
            // A dash between plain words is punctuation.
            let is_divider = word.text == "--" && (line.is_empty() || plain.is_empty());
            if free && is_divider {
                only_values = true;
            } else if let Some(flag) = word.text.strip_prefix("--")
                && free
                && !flag.is_empty()
            {
                at += usize::from(self.flag(flag, words.get(at))?);
            } else if !free || !self.assigned(word)? {
                plain.push(at - 1);
            }
        }
        self.read_positional(words, &plain, line)?;
        self.finish()
    }

    /// Reads `--name value`, `--name=value` or `--name` alone; returns whether the next word was
    /// used.
    fn flag(&mut self, flag: &str, next: Option<&Word>) -> Result<bool, ArgvError> {
        let (name, given) = match flag.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (flag, None),
        };
        let field = self.named(name)?;
        if let Some(value) = given {
            let value = Word {
                text: value.to_owned(),
                ..Word::given("")
            };
            return self.take(field, &value).map(|()| false);
        }
        if field.type_name() == "boolean" {
            let parsed = next.and_then(|it| it.text.parse::<bool>().ok());
            self.set(field, Value::Bool(parsed.unwrap_or(true)))?;
            return Ok(parsed.is_some());
        }
        let word = next.ok_or_else(|| ArgvError(format!("--{} needs a value", field.name)))?;
        self.take(field, word).map(|()| true)
    }

    /// Reads `name=value` for a field, or a pair if the tool takes a list of pairs.
    fn assigned(&mut self, word: &Word) -> Result<bool, ArgvError> {
        let Some((name, value)) = word.text.split_once('=').filter(|it| !it.0.is_empty()) else {
            return Ok(false);
        };
        if let Some(field) = self.field(name) {
            let value = Word {
                text: value.to_owned(),
                ..word.clone()
            };
            return self.take(field, &value).map(|()| true);
        }
        match self.pairs() {
            Some(field) => self.take(field, word).map(|()| true),
            None => Ok(false),
        }
    }

    fn pairs(&self) -> Option<Field<'a>> {
        self.fields.iter().copied().find(|it| it.pair().is_some())
    }

    /// Assigns a word without a name to the next field, and returns that field.
    fn value(&mut self, word: &Word) -> Result<Field<'a>, ArgvError> {
        // A list takes further words; any other field takes one. Pairs need names.
        let is_json = word.text.trim_start().starts_with('[');
        let open = |it: &Field<'a>| match self.input.get(it.name) {
            _ if it.pair().is_some() && !is_json => false,
            None => true,
            Some(_) => it.type_name() == "array",
        };
        let found = self.fields.iter().copied().find(open).or(self.pairs());
        let Some(field) = found else {
            return Err(ArgvError(format!(
                "\"{}\" is one word too many; put quotes around a text that has spaces",
                truncated(&word.text, 80)
            )));
        };
        self.take(field, word).map(|()| field)
    }

    fn take(&mut self, field: Field<'a>, given: &Word) -> Result<(), ArgvError> {
        let word = given.text.as_str();
        let word = self.former.value(field.name, word).unwrap_or(word);
        if field.type_name() != "array" {
            let value = field.read(field.schema, word)?;
            return self.set(field, value);
        }
        let more = match field.pair() {
            _ if word.trim_start().starts_with('[') => match field.read(field.schema, word)? {
                Value::Array(items) => items,
                other => vec![other],
            },
            Some((key, value)) => match word.split_once('=') {
                Some((k, v)) => {
                    let pair = [(key.to_owned(), k.into()), (value.to_owned(), v.into())];
                    vec![Value::Object(pair.into_iter().collect())]
                }
                None => {
                    let word = truncated(word, 80);
                    let name = field.name;
                    return Err(ArgvError(format!(
                        "\"{word}\" is not written as {key}={value}, which --{name} takes"
                    )));
                }
            },
            None => {
                let item = field.schema.get("items").unwrap_or(&Value::Null);
                let divides = |it: char| given.unquoted && matches!(it, ',' | '，' | '、');
                let parts = word
                    .split(divides)
                    .filter(|it| !given.unquoted || !it.is_empty());
                parts
                    .map(|it| field.read(item, it))
                    .collect::<Result<_, _>>()?
            }
        };
        let list = self
            .input
            .entry(field.name)
            .or_insert_with(|| Value::Array(Vec::new()));
        if let Value::Array(items) = list {
            items.extend(more);
        }
        Ok(())
    }

    fn set(&mut self, field: Field<'a>, value: Value) -> Result<(), ArgvError> {
        match self.input.insert(field.name.to_owned(), value) {
            None => Ok(()),
            Some(_) => Err(ArgvError(format!("--{} is given twice", field.name))),
        }
    }

    /// A field by its name or a former one.
    fn field(&self, name: &str) -> Option<Field<'a>> {
        let by_name = |name: &str| self.fields.iter().copied().find(|it| it.name == name);
        by_name(name).or_else(|| {
            let renamed = self.former.parameter(name)?;
            by_name(renamed)
        })
    }

    fn named(&self, flag: &str) -> Result<Field<'a>, ArgvError> {
        let name = flag.replace('-', "_");
        let found = self.field(flag).or_else(|| self.field(&name));
        found.ok_or_else(|| {
            let names = self.fields.iter().map(|it| it.name);
            let flag = truncated(flag, 80);
            ArgvError(match nearest(&name, names.clone(), 1).first() {
                Some(near) => format!("there is no --{flag}; did you mean --{near}?"),
                None if self.fields.is_empty() => format!("there is no --{flag}; nothing is taken"),
                None => {
                    let all: Vec<_> = names.map(|it| format!("--{it}")).collect();
                    format!("there is no --{flag}; there are {}", all.join(", "))
                }
            })
        })
    }

    fn missing(&self) -> Vec<String> {
        let missing = self
            .required
            .iter()
            .filter(|it| !self.input.contains_key(**it));
        missing.map(|it| format!("--{it}")).collect()
    }

    fn finish(mut self) -> Result<Value, ArgvError> {
        let missing = self.missing();
        if missing.is_empty() {
            let names = self.fields.iter().map(|it| it.name);
            let given = names.filter_map(|it| Some((it.to_owned(), self.input.remove(it)?)));
            return Ok(Value::Object(given.collect()));
        }
        Err(ArgvError(format!("{} is missing", missing.join(" and "))))
    }
}

#[cfg(test)]
mod tests;
