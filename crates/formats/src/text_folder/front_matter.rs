//! The front matter of a Markdown file: YAML between two lines of three hyphens, and the prose
//! below it.

use serde_json::{Map, Value};

use crate::{FormatError, FormatErrorKind};

/// The parsed file of a node.
pub(super) struct MarkdownFile {
    /// The fields of the front matter; empty if there is none.
    pub(super) head: Map<String, Value>,
    /// The prose; `None` if nothing follows the front matter.
    pub(super) text: Option<String>,
}

const FENCE: &str = "---";
/// YAML with more open brackets than this is rejected: parsing time grows with their square, and
/// nobody writes such front matter.
const MAX_NESTING: usize = 1000;

/// Parses a file. A file without front matter is all prose.
pub(super) fn parse(file: &str, path: &str) -> Result<MarkdownFile, FormatError> {
    // If the first line ends in CRLF, a program has converted the line ends of the file: restore
    // LF.
    let unified;
    let file = match file.split_once('\n') {
        Some((first, _)) if first.ends_with('\r') => {
            unified = file.replace("\r\n", "\n");
            &unified
        }
        _ => file,
    };
    let Some((head, rest)) = split(file) else {
        return Ok(MarkdownFile {
            head: Map::new(),
            text: prose(file),
        });
    };
    Ok(MarkdownFile {
        head: fields(head, path, 1)?,
        text: prose(rest),
    })
}

/// Parses a YAML mapping. `above` is the number of lines before it in the file.
pub(super) fn fields(
    yaml: &str,
    path: &str,
    above: usize,
) -> Result<Map<String, Value>, FormatError> {
    if yaml.trim().is_empty() {
        return Ok(Map::new());
    }
    let refusal = |line, why| FormatError::maybe_at(line, why).in_file(path);
    if let Some(line) = first_deep_line(yaml) {
        let why = FormatErrorKind::FrontMatterTooDeep { most: MAX_NESTING };
        return Err(refusal(Some(line + above), why));
    }
    match serde_yaml_ng::from_str(yaml) {
        Ok(Value::Object(fields)) => Ok(fields),
        Ok(Value::Null) => Ok(Map::new()),
        Ok(_) => Err(refusal(
            Some(above + 1),
            FormatErrorKind::FrontMatterNotAMapping {},
        )),
        Err(error) => {
            let line = error.location().map(|it| it.line() + above);
            let reason = error.to_string();
            // The message also contains the position, relative to the start of the YAML.
            let reason = reason.split(" at line ").next().unwrap_or_default();
            let detail = reason.to_owned();
            Err(refusal(
                line,
                FormatErrorKind::InvalidFrontMatter { detail },
            ))
        }
    }
}

/// The first line with too many open brackets, if any.
fn first_deep_line(yaml: &str) -> Option<usize> {
    let (mut open, mut line) = (0_usize, 1);
    for byte in yaml.bytes() {
        match byte {
            b'[' | b'{' => open += 1,
            b']' | b'}' => open = open.saturating_sub(1),
            b'\n' => line += 1,
            _ => {}
        }
        if open > MAX_NESTING {
            return Some(line);
        }
    }
    None
}

/// Fields as YAML text, with a final line break.
pub(super) fn yaml(fields: &Map<String, Value>) -> String {
    serde_yaml_ng::to_string(fields).expect("JSON always becomes YAML")
}

/// Writes a file so that [`parse`] reads it back unchanged.
pub(super) fn compose(head: &Map<String, Value>, text: Option<&str>) -> String {
    let mut file = format!("{FENCE}\n{}{FENCE}\n", yaml(head));
    if let Some(text) = text {
        file.push('\n');
        file.push_str(text);
        file.push('\n');
    }
    file
}

/// The front matter and the text after its closing line.
fn split(file: &str) -> Option<(&str, &str)> {
    let rest = file.strip_prefix(FENCE)?;
    let rest = rest.trim_start_matches([' ', '\t']).strip_prefix('\n')?;
    let mut at = 0;
    for line in rest.split_inclusive('\n') {
        if matches!(line.trim_end(), FENCE | "...") {
            return Some((&rest[..at], &rest[at + line.len()..]));
        }
        at += line.len();
    }
    None
}

fn prose(rest: &str) -> Option<String> {
    if rest.is_empty() {
        return None;
    }
    let text = rest.strip_prefix('\n').unwrap_or(rest);
    Some(text.strip_suffix('\n').unwrap_or(text).to_owned())
}
