//! Words and marks of the language. Marks may be typed in their full-width forms, as Chinese and
//! Japanese keyboards give them; a name may be in any script.

use super::misread::Misread;
use super::parse::SourceError;
use super::value::Value;

/// One word or mark.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Token {
    /// A number or a text.
    Literal(Value),
    /// A variable, a function or a word of the language.
    Name(String),
    /// A mark, in its plain form: `<=`.
    Mark(&'static str),
    /// Behind everything.
    End,
}

/// A token and where it begins, in characters counted from 1.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Placed {
    pub(super) at: usize,
    pub(super) token: Token,
}

/// Longer marks before their beginnings.
const MARKS: [&str; 23] = [
    "==", "!=", "<=", ">=", "&&", "||", "+=", "-=", "*=", "/=", "<", ">", "=", "!", "+", "-", "*",
    "/", "(", ")", ",", ";", "\n",
];

/// All tokens of a source; line breaks are marks only where `lines` says so.
pub(super) fn tokens(source: &str, lines: bool) -> Result<Vec<Placed>, SourceError> {
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
        found.push(Placed { at: start, token });
    }
    found.push(Placed {
        at: chars.len() + 1,
        token: Token::End,
    });
    Ok(found)
}

/// A full-width form as its plain one.
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

pub(super) fn text(chars: &[char], at: &mut usize, close: char) -> Result<Token, SourceError> {
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
    Err(SourceError::new(
        start,
        Misread::SourceOpenText { close },
        format!("add {close} where the text ends"),
    ))
}

fn number(chars: &[char], at: &mut usize) -> Result<Token, SourceError> {
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
            let why = Misread::SourceNoNumber { written };
            let what = "write a number as 5 or 2.5, and begin a name with a letter";
            Err(SourceError::new(start, why, what))
        }
    }
}

/// A `$` before a name is dropped: `$gold` and `gold` are one variable.
fn name(chars: &[char], at: &mut usize) -> Result<Token, SourceError> {
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
        return Err(SourceError::new(start, Misread::SourceNoName {}, what));
    }
    Ok(Token::Name(name))
}

fn mark(chars: &[char], at: &mut usize) -> Result<Token, SourceError> {
    for mark in MARKS {
        let mut ahead = chars[*at..].iter().map(|&it| plain(it));
        if mark.chars().all(|it| ahead.next() == Some(it)) {
            *at += mark.chars().count();
            return Ok(Token::Mark(mark));
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
    Err(SourceError::new(
        *at + 1,
        Misread::SourceNothing { found },
        what,
    ))
}
