//! Words made safe for Ink: prose in which no mark means anything, names that compile.

/// Words at the beginning of a line that are no prose, and names that are taken.
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

/// Prose, line by line.
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

/// Words within a line.
pub(super) fn words(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    let mut before = ' ';
    for c in text.chars() {
        let c = if c.is_control() { ' ' } else { c };
        let ends_mark = matches!(
            (before, c),
            ('-', '>') | ('<', '-' | '>') | ('/', '/' | '*') | ('*', '/')
        );
        // At the beginning of a choice's words, too, it would be logic.
        let is_logic = c == '~' && safe.trim().is_empty();
        if "\\{}[]|#".contains(c) || ends_mark || is_logic {
            safe.push('\\');
        }
        // The first half of a comment's mark must not stand before a backslash either.
        safe.push(c);
        before = if ends_mark { ' ' } else { c };
    }
    safe
}

/// A name that knots can have, made from a title.
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
