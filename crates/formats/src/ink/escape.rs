//! Escapes text for Ink: prose in which no character acts as markup, and names that compile.

use super::syntax::{begin, split_sections, without_comments};

/// Words at the beginning of a line that are not prose, and reserved names.
pub(super) const RESERVED: [&str; 26] = [
    "VAR",
    "CONST",
    "LIST",
    "INCLUDE",
    "EXTERNAL",
    "TODO",
    "END",
    "DONE",
    "else",
    "function",
    "not",
    "and",
    "or",
    "mod",
    "true",
    "false",
    "temp",
    "ref",
    "return",
    "has",
    "hasnt",
    "CHOICE_COUNT",
    "TURNS",
    "RANDOM",
    "once",
    "cycle",
];

/// Escapes prose, line by line.
pub(super) fn prose(text: &str) -> String {
    let lines: Vec<_> = text.lines().map(|it| line(it.trim())).collect();
    lines.join("\n").trim_end().to_owned()
}

fn line(line: &str) -> String {
    let safe = words(line);
    let first_word = line
        .split(|it: char| !it.is_alphanumeric() && it != '_')
        .next();
    let is_mark = line.starts_with(['*', '+', '-', '=', '~', '(', '!', '&'])
        || first_word.is_some_and(|it| RESERVED.contains(&it));
    if is_mark && !safe.starts_with('\\') {
        format!("\\{safe}")
    } else {
        safe
    }
}

/// Escapes text within a line.
pub(super) fn words(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    let mut before = ' ';
    for c in text.chars() {
        let c = if c.is_control() { ' ' } else { c };
        let ends_mark = matches!(
            (before, c),
            ('-', '>') | ('<', '-' | '>') | ('/', '/' | '*') | ('*', '/')
        );
        // A tilde at the beginning of a choice's text would start a line of logic, too.
        let is_logic = c == '~' && safe.trim().is_empty();
        if "\\{}[]|#".contains(c) || ends_mark || is_logic {
            safe.push('\\');
        }
        // The first half of a comment mark must not be followed by a backslash either.
        safe.push(c);
        // Ink removes comments before it reads escapes: in `//*` the second slash ends one mark and
        // begins another, so it counts for both.
        before = c;
    }
    safe
}

/// An identifier for a knot, derived from a title.
pub(super) fn name(title: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let name: String = title.trim().chars().map(plain).collect();
    let mut name = name.trim_matches('_').to_owned();
    while name.contains("__") {
        name = name.replace("__", "_");
    }
    let sound = name.starts_with(|it: char| it.is_ascii_alphabetic());
    if sound && !RESERVED.contains(&name.as_str()) {
        name
    } else {
        format!("knot_{name}").trim_end_matches('_').to_owned()
    }
}

/// Ink's own text below its header, without lines that begin another section. A comment that begins
/// in the header continues in the text.
pub(super) fn without_heads(head: &str, text: &str) -> String {
    let whole = [head, text].concat();
    let heads = usize::from(!head.is_empty());
    if split_sections(&whole).1.len() <= heads {
        return text.to_owned();
    }
    let plain = without_comments(&whole).split_off(head.len());
    let lines = text.split_inclusive('\n').zip(plain.split_inclusive('\n'));
    lines
        .map(|(line, plain)| match begin(plain) {
            Some(_) => line.replacen('=', "\\=", 1),
            None => line.to_owned(),
        })
        .collect()
}
