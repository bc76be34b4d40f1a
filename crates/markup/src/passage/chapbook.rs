//! Reads the variables, modifiers and inserts of Chapbook.

use std::ops::Range;

use super::pieces::{Branch, Piece, SetPiece, When};
use crate::links::{CODE, NEVER_SHOWN, modifiers, revealed_text, split_arguments};

/// The longest insert, in bytes.
const MAX_INSERT: usize = 2_000;
/// Inserts that name a passage; the second is whether they lead there at once.
const WAYS: [(&str, bool); 7] = [
    ("embed passage", false),
    ("embed passage named", false),
    ("link to", false),
    ("redirect to", true),
    ("reveal link", false),
    ("back link", false),
    ("restart link", false),
];
/// Modifiers that change how text looks or when it appears.
const LOOKS: [&str; 7] = [
    "align",
    "append",
    "after",
    "blockquote",
    "fade-in",
    "continue",
    "cont",
];

/// The pieces of a passage.
pub(super) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let body = match text.find("\n--\n") {
        Some(at) => {
            text[..at].lines().for_each(|it| variable(it, &mut pieces));
            at + 4
        }
        None if text.starts_with("--\n") => 3,
        None => 0,
    };
    modified(text, body, &mut pieces);
    pieces
}

/// A line above `--`: `name: value`, `name (condition): value`.
fn variable<'t>(line: &'t str, pieces: &mut Vec<Piece<'t>>) {
    let Some((name, value)) = line.split_once(':') else {
        if !line.trim().is_empty() {
            pieces.push(Piece::Code);
        }
        return;
    };
    let (name, value) = (name.trim(), value.trim());
    // Settings of the page.
    if name.starts_with("config.") {
        return;
    }
    let set = |name| {
        Piece::Set(SetPiece {
            name,
            operator: None,
            value,
        })
    };
    let conditional = name
        .strip_suffix(')')
        .and_then(|it| it.split_once('('))
        .map(|(name, condition)| (name.trim(), condition));
    match conditional {
        Some((name, condition)) => pieces.push(Piece::If(vec![Branch {
            when: When::Holds(condition),
            source: line.trim(),
            body: vec![set(name)],
        }])),
        None if name.contains('(') => pieces.push(Piece::Code),
        None => pieces.push(set(name)),
    }
}

/// What a line of modifiers does.
struct Modifier<'t> {
    whens: Vec<When<'t>>,
    source: &'t str,
    /// Whether its text is not prose.
    is_code: bool,
    /// Whether it begins with `else`.
    is_else: bool,
}

fn modifier(line: &str) -> Option<Modifier<'_>> {
    let inner = modifiers(line)?;
    let mut found = Modifier {
        whens: Vec::new(),
        source: line.trim(),
        is_code: false,
        is_else: false,
    };
    for part in inner.split(';').map(str::trim) {
        let (word, rest) = part.split_once(char::is_whitespace).unwrap_or((part, ""));
        match word.to_lowercase().as_str() {
            "if" => found.whens.push(When::Holds(rest)),
            "unless" => found.whens.push(When::Fails(rest)),
            "else" => found.is_else = true,
            "ifalways" | "cont'd" | "continued" => {}
            word if NEVER_SHOWN.contains(&word) => found.whens.push(When::Never),
            word if CODE.contains(&word) => found.is_code = true,
            word if LOOKS.contains(&word) => {}
            _ => return None,
        }
    }
    Some(found)
}

/// The text below the variables.
fn modified<'t>(text: &'t str, from: usize, pieces: &mut Vec<Piece<'t>>) {
    let mut current: Option<Modifier<'t>> = None;
    let mut last: Vec<When<'t>> = Vec::new();
    let mut start = from;
    let mut at = from;
    for line in text[from..].split_inclusive('\n') {
        if let Some(next) = modifier(line) {
            section(text, start..at, current.as_ref(), &last, pieces);
            if let Some(it) = current.filter(|it| !it.whens.is_empty()) {
                last = it.whens;
            }
            current = Some(next);
            start = at + line.len();
        }
        at += line.len();
    }
    section(text, start..at, current.as_ref(), &last, pieces);
}

fn section<'t>(
    text: &'t str,
    range: Range<usize>,
    modifier: Option<&Modifier<'t>>,
    last: &[When<'t>],
    pieces: &mut Vec<Piece<'t>>,
) {
    let Some(modifier) = modifier else {
        return inserts(text, range, pieces);
    };
    if modifier.is_code {
        pieces.push(Piece::Code);
        return;
    }
    let mut body = Vec::new();
    inserts(text, range, &mut body);
    let source = modifier.source;
    let branch = |when, body| Branch { when, source, body };
    for when in modifier.whens.iter().rev() {
        body = vec![Piece::If(vec![branch(when.clone(), body)])];
    }
    if modifier.is_else {
        let before = match last {
            [when] => when.clone(),
            _ => When::Unknown,
        };
        let other = branch(When::Always, body);
        body = vec![Piece::If(vec![branch(before, Vec::new()), other])];
    }
    pieces.extend(body);
}

/// Prose with inserts in braces.
fn inserts<'t>(text: &'t str, range: Range<usize>, pieces: &mut Vec<Piece<'t>>) {
    let mut start = range.start;
    let mut at = range.start;
    while let Some(open) = memchr::memchr(b'{', &text.as_bytes()[at..range.end]) {
        let open = at + open;
        at = open + 1;
        let rest = &text[at..range.end];
        let rest = &rest[..rest.floor_char_boundary(MAX_INSERT)];
        let Some((arguments, length)) = split_arguments(rest, '}') else {
            continue;
        };
        let content = rest[..length].trim();
        let name = content.split([':', ',']).next().unwrap_or_default().trim();
        let way = WAYS.iter().find(|it| it.0 == name);
        let is_value = |it: char| it.is_alphanumeric() || "_.".contains(it);
        let revealed = revealed_text(&arguments).map(|it| {
            let mut shown = Vec::new();
            inserts(text, open + 1 + it.start..open + 1 + it.end, &mut shown);
            shown
        });
        let piece = match (revealed, way) {
            (Some(shown), _) => Piece::Later(shown),
            (None, Some((_, at_once))) => Piece::Way(open, *at_once),
            (None, None) if name.is_empty() => continue,
            (None, None) if content == name && name.chars().all(is_value) => Piece::Value(name),
            (None, None) => Piece::Code,
        };
        if start < open {
            pieces.push(Piece::Text(start..open));
        }
        pieces.push(piece);
        at += length + 1;
        start = at;
    }
    if start < range.end {
        pieces.push(Piece::Text(start..range.end));
    }
}
