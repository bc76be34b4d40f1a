//! Tokens of the language. Symbols may be typed in their full-width forms, as Chinese and Japanese
//! keyboards produce them; names may be in any script.

use std::ops::Range;

use super::parse_error::{ParseError, ParseErrorKind};
use super::value::Value;

/// One token.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Token {
    /// A number or a text.
    Literal(Value),
    /// A variable, a function or a keyword.
    Name(String),
    /// A symbol, in its half-width form: `<=`.
    Symbol(&'static str),
    /// The end of the source.
    End,
}

/// A token and its position, in characters counted from 1.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct SpannedToken {
    pub(super) at: usize,
    pub(super) token: Token,
}

/// Longer symbols before their prefixes.
const SYMBOLS: [&str; 23] = [
    "==", "!=", "<=", ">=", "&&", "||", "+=", "-=", "*=", "/=", "<", ">", "=", "!", "+", "-", "*",
    "/", "(", ")", ",", ";", "\n",
];

/// All tokens of a source; line breaks are tokens only if `lines` is set.
pub(super) fn tokens(source: &str, lines: bool) -> Result<Vec<SpannedToken>, ParseError> {
    let chars: Vec<char> = source.chars().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(&c) = chars.get(at) {
        let start = at + 1;
        let ends_line = lines && c == '\n';
        if c.is_whitespace() && !ends_line {
            at += 1;
            continue;
        }
        let token = if let Some(close) = closing_quote(c) {
            text(&chars, &mut at, close)?
        } else if plain(c).is_ascii_digit() {
            number(&chars, &mut at)?
        } else if c.is_alphabetic() || c == '_' || c == '$' {
            name(&chars, &mut at)?
        } else {
            mark(&chars, &mut at)?
        };
        found.push(SpannedToken { at: start, token });
    }
    found.push(SpannedToken {
        at: chars.len() + 1,
        token: Token::End,
    });
    Ok(found)
}

/// The source with other words in these places, given in characters and in order; `None` if there are
/// no such places.
pub(super) fn with_replaced(
    source: &str,
    places: impl Iterator<Item = (Range<usize>, String)>,
) -> Option<String> {
    let chars: Vec<char> = source.chars().collect();
    let (mut written, mut done) = (String::new(), 0);
    for (at, words) in places {
        written.extend(&chars[done..at.start]);
        written.push_str(&words);
        done = at.end;
    }
    (done > 0).then(|| {
        written.extend(&chars[done..]);
        written
    })
}

/// A full-width character as its half-width form.
fn plain(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xff01 + 0x21).unwrap_or(c),
        other => other,
    }
}

pub(super) fn closing_quote(open: char) -> Option<char> {
    match open {
        '"' | '\'' => Some(open),
        '“' => Some('”'),
        '‘' => Some('’'),
        '＂' => Some('＂'),
        _ => None,
    }
}

pub(super) fn text(chars: &[char], at: &mut usize, close: char) -> Result<Token, ParseError> {
    let start = *at + 1;
    let mut text = String::new();
    *at += 1;
    while let Some(&c) = chars.get(*at) {
        *at += 1;
        match c {
            c if c == close => return Ok(Token::Literal(Value::text(text))),
            '\\' => {
                text.extend(chars.get(*at));
                *at += 1;
            }
            c => text.push(c),
        }
    }
    Err(ParseError::new(
        start,
        ParseErrorKind::SourceOpenText { close },
        format!("add {close} where the text ends"),
    ))
}

fn number(chars: &[char], at: &mut usize) -> Result<Token, ParseError> {
    let start = *at + 1;
    let mut digits = String::new();
    while let Some(c) = chars.get(*at).map(|&it| plain(it)) {
        let fits = c.is_ascii_digit() || (c == '.' && !digits.contains('.'));
        if !fits {
            break;
        }
        digits.push(c);
        *at += 1;
    }
    let follows = chars.get(*at).copied();
    let runs_on = follows.is_some_and(|it| it.is_alphanumeric() || it == '_' || it == '.');
    match digits.parse::<f64>() {
        Ok(number) if !runs_on && !digits.ends_with('.') => {
            Ok(Token::Literal(Value::number(number)))
        }
        _ => {
            let mut written = digits;
            written.extend(follows.filter(|_| runs_on));
            let why = ParseErrorKind::SourceNoNumber { written };
            let what = "write a number as 5 or 2.5, and begin a name with a letter";
            Err(ParseError::new(start, why, what))
        }
    }
}

/// A leading `$` is dropped: `$gold` and `gold` are the same variable.
fn name(chars: &[char], at: &mut usize) -> Result<Token, ParseError> {
    let start = *at + 1;
    if chars[*at] == '$' {
        *at += 1;
    }
    let mut name = String::new();
    while let Some(&c) = chars.get(*at) {
        if !(c.is_alphanumeric() || c == '_') {
            break;
        }
        name.push(c);
        *at += 1;
    }
    if name.is_empty() || name.starts_with(char::is_numeric) {
        let what = "give the variable a name that begins with a letter, as in gold";
        return Err(ParseError::new(
            start,
            ParseErrorKind::SourceNoName {},
            what,
        ));
    }
    Ok(Token::Name(name))
}

fn mark(chars: &[char], at: &mut usize) -> Result<Token, ParseError> {
    for mark in SYMBOLS {
        let mut ahead = chars[*at..].iter().map(|&it| plain(it));
        if mark.chars().all(|it| ahead.next() == Some(it)) {
            *at += mark.chars().count();
            return Ok(Token::Symbol(mark));
        }
    }
    let found = chars[*at];
    let what = match found {
        '&' => "write and between two conditions",
        '|' => "write or between two conditions",
        '≠' => "write != for not equal",
        '≤' => "write <= for at most",
        '≥' => "write >= for at least",
        '%' | '^' => "only + - * / are known",
        _ => "use names, numbers, texts in quotes, and the marks == != < <= > >= + - * / ( )",
    };
    Err(ParseError::new(
        *at + 1,
        ParseErrorKind::SourceNothing { found },
        what,
    ))
}
