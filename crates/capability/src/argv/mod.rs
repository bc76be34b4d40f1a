//! Typed words become a tool's input, from the schema alone: `--name value`, or values in the order
//! of the fields. Enter through [`input_from_words`]. Not here: whether the values fit, beyond what
//! reading them takes; the door validates.

use serde_json::{Map, Value};

use crate::nearest::{listed, nearest, shortened};

/// Words that do not fit the schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArgvError(pub String);

impl std::fmt::Display for ArgvError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ArgvError {}

/// Reads words as the input of a tool. Strings are taken as they are; numbers, booleans and enums
/// are read as such; lists and objects as JSON (a list may also be given by repeating `--name`, or
/// by as many words as are left). `k=v` words fill a list of `{k, v}` pairs. Booleans may stand
/// alone: `--force`. After `--` every word is a value. One word that is a JSON object is the whole
/// input.
pub fn input_from_words(schema: &Value, words: &[String]) -> Result<Value, ArgvError> {
    if let [word] = words
        && word.trim_start().starts_with('{')
    {
        return serde_json::from_str(word)
            .map_err(|error| ArgvError(format!("the input is no JSON object: {error}")));
    }
    let mut reading = Reading {
        fields: fields(schema),
        input: Map::new(),
    };
    let mut words = words.iter().map(String::as_str);
    let mut only_values = false;
    while let Some(word) = words.next() {
        match word.strip_prefix("--") {
            Some("") if !only_values => only_values = true,
            Some(flag) if !only_values => reading.flag(flag, &mut words)?,
            _ => reading.value(word)?,
        }
    }
    reading.finish(schema)
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
    fn sort(self) -> &'a str {
        self.schema
            .get("type")
            .and_then(Value::as_str)
            .unwrap_or_default()
    }

    /// The two names of a list of pairs, for instance `k` and `v`.
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

    /// One value of this field, or of one of its items.
    fn read(self, schema: &Value, word: &str) -> Result<Value, ArgvError> {
        let wrong = |what: String| {
            ArgvError(format!(
                "--{} is {what}, not \"{}\"",
                self.name,
                shortened(word, 80)
            ))
        };
        match schema.get("type").and_then(Value::as_str) {
            Some("string") => match schema.get("enum").and_then(Value::as_array) {
                Some(words) if !words.iter().any(|it| it == word) => {
                    let words: Vec<_> = words.iter().filter_map(Value::as_str).collect();
                    Err(wrong(listed(&words)))
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
                    "--{} is read as JSON, and this is none: {error}",
                    self.name
                ))
            }),
            None => Ok(serde_json::from_str(word).unwrap_or_else(|_| word.into())),
        }
    }
}

struct Reading<'a> {
    fields: Vec<Field<'a>>,
    input: Map<String, Value>,
}

impl<'a> Reading<'a> {
    fn flag<'w>(
        &mut self,
        flag: &str,
        words: &mut (impl Iterator<Item = &'w str> + Clone),
    ) -> Result<(), ArgvError> {
        let (name, given) = match flag.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (flag, None),
        };
        let field = self.named(name)?;
        if field.sort() == "boolean" && given.is_none() {
            let said = words.clone().next().and_then(|it| it.parse::<bool>().ok());
            if said.is_some() {
                words.next();
            }
            return self.set(field, Value::Bool(said.unwrap_or(true)));
        }
        let word = given.or_else(|| words.next());
        let word = word.ok_or_else(|| ArgvError(format!("--{} needs a value", field.name)))?;
        self.take(field, word)
    }

    /// A word without a name: a pair where there is a list of pairs, else the next field.
    fn value(&mut self, word: &str) -> Result<(), ArgvError> {
        let paired = self.fields.iter().copied().find(|it| it.pair().is_some());
        if let Some(field) = paired
            && word.split_once('=').is_some_and(|(key, _)| !key.is_empty())
        {
            return self.take(field, word);
        }
        // A list goes on taking words; anything else takes one. Pairs are never guessed.
        let is_json = word.trim_start().starts_with('[');
        let open = |it: &Field<'a>| match self.input.get(it.name) {
            _ if it.pair().is_some() && !is_json => false,
            None => true,
            Some(_) => it.sort() == "array",
        };
        match self.fields.iter().copied().find(open).or(paired) {
            Some(field) => self.take(field, word),
            None => Err(ArgvError(format!(
                "\"{}\" is one word too many; put quotes around a text that has spaces",
                shortened(word, 80)
            ))),
        }
    }

    fn take(&mut self, field: Field<'a>, word: &str) -> Result<(), ArgvError> {
        if field.sort() != "array" {
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
                    let word = shortened(word, 80);
                    let name = field.name;
                    return Err(ArgvError(format!(
                        "\"{word}\" is not written as {key}={value}, which --{name} takes"
                    )));
                }
            },
            None => vec![field.read(field.schema.get("items").unwrap_or(&Value::Null), word)?],
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

    fn named(&self, flag: &str) -> Result<Field<'a>, ArgvError> {
        let name = flag.replace('-', "_");
        let found = self
            .fields
            .iter()
            .copied()
            .find(|it| it.name == flag || it.name == name);
        found.ok_or_else(|| {
            let names = self.fields.iter().map(|it| it.name);
            let flag = shortened(flag, 80);
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

    fn finish(self, schema: &Value) -> Result<Value, ArgvError> {
        let required = schema.get("required").and_then(Value::as_array);
        let missing: Vec<_> = required
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .filter(|it| !self.input.contains_key(*it))
            .map(|it| format!("--{it}"))
            .collect();
        if missing.is_empty() {
            return Ok(Value::Object(self.input));
        }
        Err(ArgvError(format!("{} is missing", missing.join(" and "))))
    }
}

#[cfg(test)]
mod tests;
