//! What a passage's header says, and Twee's line for it.

use serde_json::{Map, Value};

/// What a header says.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Header {
    /// The passage's name, unescaped.
    pub(crate) name: String,
    /// Its tags, unescaped.
    pub(crate) tags: Vec<String>,
    /// Its metadata; `None` where there is none, or none that can be read.
    pub(crate) metadata: Option<Map<String, Value>>,
    /// What could not be understood.
    pub(crate) fault: Option<&'static str>,
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
            header.fault =
                Some("The tags of this passage have no closing bracket; they are ignored.");
            return header;
        };
        header.tags = block[..end].split_whitespace().map(unescape).collect();
        rest = &block[end + 1..];
    }
    let rest = rest.trim();
    if rest.starts_with('{') {
        header.metadata = serde_json::from_str(rest).ok();
        if header.metadata.is_none() {
            header.fault = Some("The metadata of this passage is not valid JSON; it is ignored.");
        }
    } else if !rest.is_empty() {
        header.fault =
            Some("What follows the tags of this passage is not understood; it is ignored.");
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
    if let Some(metadata) = header.metadata.as_ref().filter(|it| !it.is_empty()) {
        line.push_str(&format!(" {}", Value::Object(metadata.clone())));
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
