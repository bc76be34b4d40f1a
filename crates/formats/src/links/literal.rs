//! Arguments of macros: string literals, and everything that is not one.

use super::Target;

/// What one argument is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Argument {
    /// A string literal, unescaped.
    Text(String),
    /// A word without quotes or an expression, as written.
    Other(String),
}

impl Argument {
    /// What stands between two separators: a literal if it is one and nothing more.
    pub(super) fn of(source: &str) -> Self {
        let source = source.trim();
        match read_literal(source) {
            Some((text, length)) if length == source.len() => Self::Text(text),
            _ => Self::Other(source.to_owned()),
        }
    }

    /// The passage it names: a literal names one, an expression computes one.
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

    /// The words the reader is shown; empty where they are computed.
    pub(super) fn label(self) -> String {
        match self {
            Self::Text(text) => trimmed(text),
            Self::Other(_) => String::new(),
        }
    }
}

/// The text without space around it, itself where it has none.
fn trimmed(text: String) -> String {
    match text.trim() {
        all if all.len() == text.len() => text,
        part => part.to_owned(),
    }
}

/// A string literal at the very beginning, and its length in bytes with the quotes.
pub(super) fn read_literal(source: &str) -> Option<(String, usize)> {
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

/// The arguments up to the closing mark, split at commas outside strings and brackets, and the
/// length of it all; `None` where the end is not within the source.
pub(super) fn split_arguments(source: &str, close: char) -> Option<(Vec<&str>, usize)> {
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
