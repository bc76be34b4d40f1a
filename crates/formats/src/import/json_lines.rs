//! JSON with line numbers: where parsing failed, and on which line each element of a list begins.

use std::collections::HashMap;

use serde::de::DeserializeOwned;

use crate::{FormatError, FormatErrorKind};

/// Parses JSON; the error names the line. serde_json limits the depth (128).
pub(crate) fn parse_json<T: DeserializeOwned>(text: &str) -> Result<T, FormatError> {
    serde_json::from_str(text).map_err(|error| {
        let message = error.to_string();
        // serde_json ends its message with the position, which the error already carries.
        let reason = message
            .rsplit_once(" at line ")
            .map_or(message.as_str(), |(it, _)| it);
        let why = FormatErrorKind::ParseFailed {
            detail: reason.to_owned(),
            column: error.column(),
        };
        FormatError::maybe_at(Some(error.line().max(1)), why)
    })
}

/// The line, counted from 1, on which each element of the list `key` in the top-level object
/// begins. `text` must be valid JSON; otherwise fewer lines are returned. Never panics.
pub(crate) fn element_lines(text: &str, key: &str) -> Vec<usize> {
    let quoted = serde_json::Value::from(key).to_string();
    let (mut lines, mut line, mut depth) = (Vec::new(), 1, 0_usize);
    // Whether the current list is the requested one, and whether its next element has yet to begin.
    let (mut inside, mut awaited) = (false, false);
    let mut last_string = "";
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let byte = bytes[at];
        if inside && awaited && !byte.is_ascii_whitespace() && byte != b']' {
            lines.push(line);
            awaited = false;
        }
        match byte {
            b'\n' => line += 1,
            b'"' => {
                let end = end_of_string(bytes, at);
                last_string = text.get(at..end).unwrap_or_default();
                at = end;
                continue;
            }
            b'{' | b'[' => {
                if byte == b'[' && depth == 1 && last_string == quoted {
                    (inside, awaited) = (true, true);
                }
                depth += 1;
            }
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                inside &= depth > 1;
            }
            b',' if inside && depth == 2 => awaited = true,
            _ => {}
        }
        at += 1;
    }
    lines
}

/// The line, counted from 1, on which each JSON string first occurs. Keys are the strings as
/// written between the quotes, without unescaping.
pub(crate) fn string_lines(text: &str) -> HashMap<&str, usize> {
    let (mut lines, mut line, mut at) = (HashMap::new(), 1, 0);
    let bytes = text.as_bytes();
    while let Some(found) = memchr::memchr2(b'"', b'\n', &bytes[at..]) {
        let start = at + found;
        at = start + 1;
        if bytes[start] == b'\n' {
            line += 1;
            continue;
        }
        let end = end_of_string(bytes, start);
        let inside = text.get(start + 1..end.saturating_sub(1));
        lines.entry(inside.unwrap_or_default()).or_insert(line);
        at = end.max(at);
    }
    lines
}

fn end_of_string(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// A text field of an entry; empty if it is missing.
pub(crate) fn string_field<'a>(entry: &'a serde_json::Value, key: &str) -> &'a str {
    let value = entry.get(key).and_then(serde_json::Value::as_str);
    value.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn errors_name_the_line() {
        let error = parse_json::<Value>("{\n  \"a\": 1,\n  b\n}").unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 3: This cannot be read: key must be a string (column 3)."
        );
    }

    #[test]
    fn rejects_deep_nesting() {
        assert!(parse_json::<Value>(&"[".repeat(100_000)).is_err());
    }

    #[test]
    fn finds_the_first_line_of_each_string() {
        let lines = string_lines("{\"a\": \"b\\\"\",\n \"c\": [\"a\", \"\"]}");
        let expected = [("a", 1), ("b\\\"", 1), ("c", 2), ("", 2)];
        assert_eq!(lines, HashMap::from(expected));
    }

    #[test]
    fn finds_the_line_of_each_element() {
        let text = "{\"x\":[1,\n2],\n\"nodes\":[\n {\"nodes\":[1,2],\"a\":\"]\\\"}\"},\n\n 7 ,[]],\"edges\":[]}";
        assert_eq!(element_lines(text, "nodes"), [4, 6, 6]);
        assert!(element_lines(text, "edges").is_empty());
    }
}
