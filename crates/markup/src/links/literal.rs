//! Arguments of macros: string literals and other expressions.

use super::Target;

/// One argument of a macro.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Argument {
    /// A string literal, unescaped.
    Text(String),
    /// Anything else, as written: an unquoted word or an expression.
    Other(String),
}

impl Argument {
    /// Parses the text between two separators: a literal only if nothing follows it.
    pub(super) fn of(source: &str) -> Self {
        let source = source.trim();
        match read_literal(source) {
            Some((text, length)) if length == source.len() => Self::Text(text),
            _ => Self::Other(source.to_owned()),
        }
    }

    /// The passage it names: a literal names one directly, an expression computes one.
    pub(super) fn target(self) -> Option<Target> {
        match self {
            Self::Text(name) => match trimmed(name) {
                name if name.is_empty() => None,
                name => Some(Target::Named(name)),
            },
            Self::Other(source) if source.is_empty() => None,
            Self::Other(source) => Some(Target::Computed(source)),
        }
    }

    /// The label shown to the reader; empty if it is computed.
    pub(super) fn label(self) -> String {
        match self {
            Self::Text(text) => trimmed(text),
            Self::Other(_) => String::new(),
        }
    }
}

/// Trims the text without allocating if there is nothing to trim.
fn trimmed(text: String) -> String {
    match text.trim() {
        all if all.len() == text.len() => text,
        part => part.to_owned(),
    }
}

/// The string literal at the beginning of `source`, and its length in bytes including quotes.
pub(crate) fn read_literal(source: &str) -> Option<(String, usize)> {
    let quote = *source.as_bytes().first()?;
    if !matches!(quote, b'"' | b'\'') {
        return None;
    }
    let mut text = String::new();
    let mut at = 1;
    loop {
        let rest = &source[at..];
        let end = memchr::memchr2(quote, b'\\', rest.as_bytes())?;
        text.push_str(&rest[..end]);
        at += end + 1;
        if rest.as_bytes()[end] == quote {
            return Some((text, at));
        }
        let escaped = source[at..].chars().next()?;
        text.push(escaped);
        at += escaped.len_utf8();
    }
}

/// The arguments up to the closing character, split at commas outside strings and brackets, and
/// their total length; `None` if there is no closing character.
pub(crate) fn split_arguments(source: &str, close: char) -> Option<(Vec<&str>, usize)> {
    let (mut depth, mut start, mut at) = (0_usize, 0, 0);
    let mut arguments = Vec::new();
    while let Some(c) = source[at..].chars().next() {
        match c {
            '"' | '\'' => {
                if let Some((_, length)) = read_literal(&source[at..]) {
                    at += length;
                    continue;
                }
            }
            c if c == close && depth == 0 => {
                arguments.push(&source[start..at]);
                return Some((arguments, at));
            }
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                arguments.push(&source[start..at]);
                start = at + 1;
            }
            _ => {}
        }
        at += c.len_utf8();
    }
    None
}
