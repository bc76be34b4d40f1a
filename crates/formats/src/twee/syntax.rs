//! Twee's notation: where passages begin and end, and what a header says. Knows no stories.

use serde_json::{Map, Value};

/// Whether a line begins a passage.
pub(super) fn is_header(line: &str) -> bool {
    line.starts_with("::")
}

/// A passage as it stands in the file; header, body and tail joined give it back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Source<'a> {
    /// The line of the header, counted from 1.
    pub(super) line: usize,
    /// The header's line without its end.
    pub(super) header: &'a str,
    /// The text between the header's line and the blank lines at the end.
    pub(super) body: &'a str,
    /// Line ends and blank lines before the next header.
    pub(super) tail: &'a str,
}

/// Cuts a file into what stands before the first passage, and the passages.
pub(super) fn cut(text: &str) -> (&str, Vec<Source<'_>>) {
    let mut begins = Vec::new();
    let mut at = 0;
    for (index, line) in text.split_inclusive('\n').enumerate() {
        if is_header(line) {
            begins.push((index + 1, at));
        }
        at += line.len();
    }
    let preamble = &text[..begins.first().map_or(text.len(), |it| it.1)];
    let ends = begins.iter().skip(1).map(|it| it.1).chain([text.len()]);
    let passages = begins.iter().zip(ends).map(|(&(line, begin), end)| {
        let whole = &text[begin..end];
        let (header, rest) = whole.split_at(whole.find('\n').unwrap_or(whole.len()));
        let (body, tail) = cut_tail(rest);
        Source {
            line,
            header,
            body,
            tail,
        }
    });
    (preamble, passages.collect())
}

/// Parts the blank lines at the end from the text, which loses the line end after its header.
fn cut_tail(rest: &str) -> (&str, &str) {
    let content = rest.strip_prefix('\n').unwrap_or_default();
    let text = content.trim_end();
    if text.is_empty() {
        return ("", rest);
    }
    let end = content[text.len()..]
        .find('\n')
        .map_or(content.len(), |it| text.len() + it);
    content.split_at(end)
}

/// What a header says.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Header {
    /// The passage's name, unescaped.
    pub(super) name: String,
    /// Its tags, unescaped.
    pub(super) tags: Vec<String>,
    /// Its metadata; `None` where there is none, or none that can be read.
    pub(super) metadata: Option<Map<String, Value>>,
    /// What could not be understood.
    pub(super) fault: Option<&'static str>,
}

/// Reads a header's line.
pub(super) fn read_header(line: &str) -> Header {
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
pub(super) fn write_header(header: &Header) -> String {
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
