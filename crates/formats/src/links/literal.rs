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
    pub(super) fn target(&self) -> Option<Target> {
        match self {
            Self::Text(name) if name.trim().is_empty() => None,
            Self::Text(name) => Some(Target::Named(name.trim().to_owned())),
            Self::Other(source) if source.is_empty() => None,
            Self::Other(source) => Some(Target::Computed(source.clone())),
        }
    }

    /// The words the reader is shown; empty where they are computed.
    pub(super) fn label(&self) -> String {
        match self {
            Self::Text(text) => text.trim().to_owned(),
            Self::Other(_) => String::new(),
        }
    }
}

/// A string literal at the very beginning, and its length in bytes with the quotes.
pub(super) fn read_literal(source: &str) -> Option<(String, usize)> {
    let quote = source
        .chars()
        .next()
        .filter(|it| matches!(it, '"' | '\''))?;
    let mut text = String::new();
    let mut chars = source.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => text.push(chars.next()?.1),
            c if c == quote => return Some((text, at + 1)),
            c => text.push(c),
        }
    }
    None
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
