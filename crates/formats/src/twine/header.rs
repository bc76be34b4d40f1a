//! What a passage's header says, and Twee's line for it.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::Oddity;

/// The metadata of a passage. Nearly all is a flat object of strings without escapes, which is read
/// where it stands; the rest is a map.
#[derive(Debug, Clone)]
pub(crate) enum Metadata {
    /// The text of such an object.
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
    /// Reads a JSON object; `None` where it is none.
    fn read(text: &str) -> Option<Self> {
        if flat_pairs(text, |_, _| {}).is_some() {
            return Some(Self::Flat(text.to_owned()));
        }
        serde_json::from_str(text).ok().map(Self::Map)
    }

    /// A value that is a text.
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

    /// All of it.
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

    /// All of it, to be changed.
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

/// The pairs of a flat JSON object whose values are strings without escapes, in order; `None` for
/// anything else.
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

/// What a header says.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Header {
    /// The passage's name, unescaped.
    pub(crate) name: String,
    /// Its tags, unescaped.
    pub(crate) tags: Vec<String>,
    /// Its metadata; `None` where there is none, or none that can be read.
    pub(crate) metadata: Option<Metadata>,
    /// What could not be understood.
    pub(crate) fault: Option<Oddity>,
}

/// Reads a header's line.
pub(crate) fn read_header(line: &str) -> Header {
    let line = line.strip_prefix("::").unwrap_or(line);
    let name_end = find_plain(line, &['[', '{']).unwrap_or(line.len());
    let mut header = Header {
        name: unescape(line[..name_end].trim()),
        ..Header::default()
    };
    let mut rest = &line[name_end..];
    if let Some(block) = rest.strip_prefix('[') {
        let Some(end) = find_plain(block, &[']']) else {
            header.fault = Some(Oddity::TagsOpen {});
            return header;
        };
        header.tags = block[..end].split_whitespace().map(unescape).collect();
        rest = &block[end + 1..];
    }
    let rest = rest.trim();
    if rest.starts_with('{') {
        header.metadata = Metadata::read(rest);
        if header.metadata.is_none() {
            header.fault = Some(Oddity::MetadataUnread {});
        }
    } else if !rest.is_empty() {
        header.fault = Some(Oddity::HeaderRest {});
    }
    header
}

/// Writes a header's line.
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

/// Where one of these characters stands without a backslash before it.
fn find_plain(text: &str, wanted: &[char]) -> Option<usize> {
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        if c == '\\' {
            chars.next();
        } else if wanted.contains(&c) {
            return Some(at);
        }
    }
    None
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

fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        // A backslash at the very end has nothing to escape and stands for itself.
        plain.push(if c == '\\' {
            chars.next().unwrap_or('\\')
        } else {
            c
        });
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flat_metadata_says_what_json_says() {
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
