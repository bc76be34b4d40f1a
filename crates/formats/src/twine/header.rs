//! Parses and writes a passage's header line.

use std::borrow::Cow;

use markup::notation::twine::{Heading, read_heading};
use serde_json::{Map, Value};

use crate::ImportWarning;

/// The metadata of a passage. Nearly always it is a flat object of strings without escapes, which
/// is read in place; otherwise it is parsed into a map.
#[derive(Debug, Clone)]
pub(crate) enum Metadata {
    /// The source of such a flat object.
    Flat(String),
    /// Anything else.
    Map(Map<String, Value>),
}

impl Default for Metadata {
    fn default() -> Self {
        Self::Map(Map::new())
    }
}

impl PartialEq for Metadata {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Flat(one), Self::Flat(other)) if one == other => true,
            _ => self.map() == other.map(),
        }
    }
}

impl Metadata {
    /// Reads a JSON object; `None` if it is not one.
    fn read(text: &str) -> Option<Self> {
        if flat_pairs(text, |_, _| {}).is_some() {
            return Some(Self::Flat(text.to_owned()));
        }
        serde_json::from_str(text).ok().map(Self::Map)
    }

    /// The value of a key, if it is a string.
    pub(super) fn text(&self, key: &str) -> Option<&str> {
        match self {
            Self::Flat(text) => {
                let mut value = None;
                flat_pairs(text, |it, of| {
                    if it == key {
                        value = Some(of);
                    }
                });
                value
            }
            Self::Map(map) => map.get(key)?.as_str(),
        }
    }

    /// All metadata.
    pub(crate) fn map(&self) -> Cow<'_, Map<String, Value>> {
        match self {
            Self::Flat(text) => {
                let mut map = Map::new();
                flat_pairs(text, |key, value| {
                    map.insert(key.to_owned(), value.into());
                });
                Cow::Owned(map)
            }
            Self::Map(map) => Cow::Borrowed(map),
        }
    }

    /// All metadata, mutable.
    pub(super) fn map_mut(&mut self) -> &mut Map<String, Value> {
        if let Self::Flat(_) = self {
            *self = Self::Map(self.map().into_owned());
        }
        match self {
            Self::Map(map) => map,
            Self::Flat(_) => unreachable!("it has just become a map"),
        }
    }
}

/// Calls `pair` for the pairs of a flat JSON object whose values are strings without escapes, in
/// order; `None` for anything else.
fn flat_pairs<'a>(text: &'a str, mut pair: impl FnMut(&'a str, &'a str)) -> Option<()> {
    let space = |it: &'a str| it.trim_start_matches([' ', '\t', '\n', '\r']);
    let string = |it: &'a str| {
        let it = it.strip_prefix('"')?;
        let end = it
            .bytes()
            .position(|it| it < 0x20 || it == b'"' || it == b'\\')?;
        let (string, rest) = it.split_at(end);
        Some((string, space(rest.strip_prefix('"')?)))
    };
    let mut rest = space(text.strip_prefix('{')?);
    loop {
        let (key, behind) = string(rest)?;
        let (value, behind) = string(space(behind.strip_prefix(':')?))?;
        pair(key, value);
        rest = match behind.strip_prefix(',') {
            Some(next) => space(next),
            None => return (behind == "}").then_some(()),
        };
    }
}

/// The content of a header.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Header {
    /// The passage's name, unescaped.
    pub(crate) name: String,
    /// Its tags, unescaped.
    pub(crate) tags: Vec<String>,
    /// Its metadata; `None` if it is missing or unreadable.
    pub(crate) metadata: Option<Metadata>,
    /// A problem found while parsing.
    pub(crate) warning: Option<ImportWarning>,
}

/// Parses a header line.
pub(crate) fn read_header(line: &str) -> Header {
    let Heading { name, tags, rest } = read_heading(line);
    let mut header = Header {
        name,
        tags,
        ..Header::default()
    };
    match rest {
        None => header.warning = Some(ImportWarning::UnclosedTags {}),
        Some("") => {}
        Some(rest) if rest.starts_with('{') => {
            header.metadata = Metadata::read(rest);
            if header.metadata.is_none() {
                header.warning = Some(ImportWarning::InvalidMetadata {});
            }
        }
        Some(_) => header.warning = Some(ImportWarning::UnexpectedAfterTags {}),
    }
    header
}

/// Writes a header line.
pub(crate) fn write_header(header: &Header) -> String {
    let mut line = format!(":: {}", escape(&header.name));
    if !header.tags.is_empty() {
        let tags: Vec<_> = header.tags.iter().map(|it| escape(it)).collect();
        line.push_str(&format!(" [{}]", tags.join(" ")));
    }
    let metadata = header.metadata.as_ref().map(|it| it.map().into_owned());
    if let Some(metadata) = metadata.filter(|it| !it.is_empty()) {
        line.push_str(&format!(" {}", Value::Object(metadata)));
    }
    line
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '[' | ']' | '{' | '}' | '\\') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flat_metadata_matches_json() {
        for (text, is_flat) in [
            (r#"{"position":"1,2","size":"3,4"}"#, true),
            (r#"{ "position" : "1,2" , "position" : "雨" }"#, true),
            (r#"{}"#, false),
            (r#"{"a":"\u0041","b":1,"position":"1,2"}"#, false),
            (r#"{"a":{"b":"c"},"position":"1,2"}"#, false),
        ] {
            let metadata = Metadata::read(text).unwrap();
            assert_eq!(matches!(metadata, Metadata::Flat(_)), is_flat, "{text}");
            let map: Map<String, Value> = serde_json::from_str(text).unwrap();
            assert_eq!(*metadata.map(), map);
            let position = map.get("position").and_then(Value::as_str);
            assert_eq!(metadata.text("position"), position);
            assert_eq!(metadata, Metadata::Map(map));
        }
        for text in [
            r#"{"a":"b",}"#,
            r#"{"a":"b"} c"#,
            r#"{"a" "b"}"#,
            "{\"a\":\"\n\"}",
        ] {
            assert!(Metadata::read(text).is_none(), "{text}");
        }
    }
}
