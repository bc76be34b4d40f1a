//! The tokens of the expressions of Twine's story formats, which all resemble those of JavaScript.

use crate::links::read_literal;

/// The longest expression that is read, in bytes.
const MAX_LENGTH: usize = 1_000;

/// One token.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Token {
    /// A number.
    Number(f64),
    /// A text, unescaped.
    Text(String),
    /// A variable with its sigil, a word, or names joined by dots.
    Name(String),
    /// A mark.
    Mark(&'static str),
}

/// Longer marks before their prefixes.
const MARKS: [&str; 20] = [
    "===", "!==", "==", "!=", "<=", ">=", "&&", "||", "<", ">", "!", "+", "-", "*", "/", "(", ")",
    ",", ":", "=",
];

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The tokens of a source; `None` if it has any that our language has no counterpart of.
pub(super) fn tokens(source: &str) -> Option<Vec<Token>> {
    (source.len() <= MAX_LENGTH).then_some(())?;
    let mut found = Vec::new();
    let mut rest = source.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' | '\'' => {
                let (text, length) = read_literal(rest)?;
                // What an escaped letter stands for differs.
                (!rest[..length].contains('\\')).then_some(())?;
                found.push(Token::Text(text));
                length
            }
            it if it.is_ascii_digit() => {
                let end = rest.find(|it: char| !(it.is_ascii_digit() || it == '.'));
                let end = end.unwrap_or(rest.len());
                (!rest[end..].starts_with(is_name)).then_some(())?;
                found.push(Token::Number(rest[..end].parse().ok()?));
                end
            }
            it if is_name(it) || it == '$' => {
                let begin = first.len_utf8();
                let end = rest[begin..].find(|it: char| !(is_name(it) || it == '.'));
                let end = end.map_or(rest.len(), |it| begin + it);
                // `$a[0]` and `$a's b` are parts of what a variable holds.
                let behind = &rest[end..];
                (!behind.starts_with(['[', '\''])).then_some(())?;
                found.push(Token::Name(rest[..end].to_owned()));
                end
            }
            _ => {
                let mark = MARKS.iter().find(|it| rest.starts_with(**it))?;
                // `++`, `--`, `+=` and `=` assign.
                let assigns = ["++", "--", "+=", "-=", "*=", "/=", "**"];
                (*mark != "=" && !assigns.iter().any(|it| rest.starts_with(it))).then_some(())?;
                found.push(Token::Mark(mark));
                mark.len()
            }
        };
        rest = rest[length..].trim_start();
    }
    Some(found)
}
