//! The head of a Markdown file: YAML between two lines of three hyphens, and the prose below it.

use serde_json::{Map, Value};

use crate::{FormatError, Refusal};

/// A file of a node, taken apart.
pub(super) struct Page {
    /// The fields of the head; none where there is no head.
    pub(super) head: Map<String, Value>,
    /// The prose; none where nothing follows the head.
    pub(super) text: Option<String>,
}

const FENCE: &str = "---";
/// More brackets than this left open is no head that anybody wrote, and reading it takes time that
/// grows with their square.
const MAX_OPEN: usize = 1000;

/// Takes a file apart. A file without a head is all prose.
pub(super) fn parse(file: &str, path: &str) -> Result<Page, FormatError> {
    // Some programs end every line anew; what the writer wrote had the ends of the first line.
    let unified;
    let file = match file.split_once('\n') {
        Some((first, _)) if first.ends_with('\r') => {
            unified = file.replace("\r\n", "\n");
            &unified
        }
        _ => file,
    };
    let Some((head, rest)) = split(file) else {
        return Ok(Page {
            head: Map::new(),
            text: prose(file),
        });
    };
    Ok(Page {
        head: fields(head, path, 1)?,
        text: prose(rest),
    })
}

/// A mapping in YAML. `above` counts the lines of the file above it.
pub(super) fn fields(
    yaml: &str,
    path: &str,
    above: usize,
) -> Result<Map<String, Value>, FormatError> {
    if yaml.trim().is_empty() {
        return Ok(Map::new());
    }
    let refusal = |line, why| FormatError::maybe_at(line, why).in_file(path);
    if let Some(line) = too_deep(yaml) {
        let why = Refusal::HeadDeep { most: MAX_OPEN };
        return Err(refusal(Some(line + above), why));
    }
    match serde_yaml_ng::from_str(yaml) {
        Ok(Value::Object(fields)) => Ok(fields),
        Ok(Value::Null) => Ok(Map::new()),
        Ok(_) => Err(refusal(Some(above + 1), Refusal::HeadList {})),
        Err(error) => {
            let line = error.location().map(|it| it.line() + above);
            let reason = error.to_string();
            // The place stands in the message too, counted from where the head begins.
            let reason = reason.split(" at line ").next().unwrap_or_default();
            let detail = reason.to_owned();
            Err(refusal(line, Refusal::HeadUnread { detail }))
        }
    }
}

/// The line on which too many brackets are open, if there is one.
fn too_deep(yaml: &str) -> Option<usize> {
    let (mut open, mut line) = (0_usize, 1);
    for byte in yaml.bytes() {
        match byte {
            b'[' | b'{' => open += 1,
            b']' | b'}' => open = open.saturating_sub(1),
            b'\n' => line += 1,
            _ => {}
        }
        if open > MAX_OPEN {
            return Some(line);
        }
    }
    None
}

/// Fields as YAML text, with a line break at its end.
pub(super) fn yaml(fields: &Map<String, Value>) -> String {
    serde_yaml_ng::to_string(fields).expect("JSON always becomes YAML")
}

/// Puts a file together, so that [`parse`] takes it apart again.
pub(super) fn compose(head: &Map<String, Value>, text: Option<&str>) -> String {
    let mut file = format!("{FENCE}\n{}{FENCE}\n", yaml(head));
    if let Some(text) = text {
        file.push('\n');
        file.push_str(text);
        file.push('\n');
    }
    file
}

/// The head and what follows its closing line.
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
