//! Splits a typed line into words: quotes keep spaces, and a list or object written as JSON is one
//! word. Enter through [`split_words`]. Not here: what a word means to a tool.

use std::iter::Peekable;
use std::ops::Range;
use std::str::CharIndices;

use serde::de::IgnoredAny;

use super::ArgvError;

/// A word and how it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word {
    /// Its text, with quotes and escapes resolved.
    pub(super) text: String,
    /// Its byte range in the line.
    pub(super) range: Range<usize>,
    /// It begins with a quote: it is a value, never a field name.
    pub(super) literal: bool,
    /// No part of it is quoted: it may be a part of a longer text.
    pub(super) unquoted: bool,
}

impl Word {
    /// A word passed separately, whose quotes a shell has already resolved.
    pub(super) fn given(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            range: 0..0,
            literal: false,
            unquoted: false,
        }
    }
}

/// Splits a line into words as a shell would: `'…'`, `"…"` and `“…”` keep spaces at the beginning
/// of a word or after its `=`, `\` escapes the next character. Unlike in a shell, a quote inside a
/// word is an ordinary character, so that `don't` stays whole.
pub fn split_words(line: &str) -> Result<Vec<String>, ArgvError> {
    Ok(split(line)?.into_iter().map(|it| it.text).collect())
}

pub(super) fn split(line: &str) -> Result<Vec<Word>, ArgvError> {
    let mut words: Vec<Word> = Vec::new();
    let mut word: Option<Word> = None;
    let mut chars = line.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        if c.is_whitespace() {
            words.extend(word.take());
            continue;
        }
        let word = word.get_or_insert(Word {
            text: String::new(),
            range: at..at,
            literal: false,
            unquoted: true,
        });
        let begins = word.range.start == at;
        let opens = begins || (word.unquoted && word.text.ends_with('='));
        let json = if opens { json_at(line, at) } else { None };
        let quoted = match c {
            '"' | '\'' if opens => Some(quoted(c, &mut chars)?),
            '“' if opens => full_width(line, at, &mut chars),
            _ => None,
        };
        if let Some(text) = json {
            word.text.push_str(text);
            word.unquoted = false;
            while chars.next_if(|it| it.0 < at + text.len()).is_some() {}
        } else if let Some(text) = quoted {
            word.text.push_str(&text);
            word.literal |= begins;
            word.unquoted = false;
        } else if c == '\\' {
            let keeps = |it: &(usize, char)| it.1.is_whitespace() || "\\\"'".contains(it.1);
            word.text.push(chars.next_if(keeps).map_or('\\', |it| it.1));
        } else {
            word.text.push(c);
        }
        word.range.end = chars.peek().map_or(line.len(), |it| it.0);
    }
    words.extend(word);
    Ok(words)
}

/// The list or object written as JSON at this position, if it ends where a word ends.
fn json_at(line: &str, at: usize) -> Option<&str> {
    let rest = line[at..].strip_prefix(['[', '{']).map(|_| &line[at..])?;
    let mut values = serde_json::Deserializer::from_str(rest).into_iter::<IgnoredAny>();
    values.next()?.ok()?;
    let (json, after) = rest.split_at(values.byte_offset());
    let ends = after.chars().next().is_none_or(char::is_whitespace);
    ends.then_some(json)
}

fn quoted(quote: char, chars: &mut Peekable<CharIndices<'_>>) -> Result<String, ArgvError> {
    let mut text = String::new();
    while let Some((_, c)) = chars.next() {
        match c {
            c if c == quote => return Ok(text),
            '\\' if quote == '"' => match chars.next() {
                Some((_, 'n')) => text.push('\n'),
                Some((_, next @ ('"' | '\\'))) => text.push(next),
                Some((_, next)) => text.extend(['\\', next]),
                None => break,
            },
            c => text.push(c),
        }
    }
    Err(ArgvError(format!(
        "a quotation mark {quote} is opened and never closed"
    )))
}

/// The text in `“…”` if it extends to the end of a word; otherwise the quotes are ordinary
/// punctuation.
fn full_width(line: &str, at: usize, chars: &mut Peekable<CharIndices<'_>>) -> Option<String> {
    let inner = &line[at + '“'.len_utf8()..];
    let (inner, after) = inner.split_once('”')?;
    if !after.chars().next().is_none_or(char::is_whitespace) {
        return None;
    }
    let end = line.len() - after.len();
    while chars.next_if(|it| it.0 < end).is_some() {}
    Some(inner.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: &[&str]) {
        let expected: Vec<String> = expected.iter().map(|&it| it.into()).collect();
        assert_eq!(split_words(line), Ok(expected), "{line}");
    }

    #[test]
    fn splits_words_at_unquoted_spaces() {
        check("", &[]);
        check("  a  b ", &["a", "b"]);
        check(
            r#"--node "Thomas Anderson" Name=Neo"#,
            &["--node", "Thomas Anderson", "Name=Neo"],
        );
        check(r#"Name="the One""#, &["Name=the One"]);
        check("don't stop", &["don't", "stop"]);
        check(r"a\ b", &["a b"]);
        check(r#""a\nb" '' 'x\y'"#, &["a\nb", "", r"x\y"]);
        check(
            "名字=尼奥 “旧 磨坊” k=“一 二”",
            &["名字=尼奥", "旧 磨坊", "k=一 二"],
        );
        check("“走吧”他说", &["“走吧”他说"]);
    }

    #[test]
    fn json_lists_and_objects_are_one_word() {
        check(
            r#"places=[{"node": "A", "x": 1}] ["a b"] {"a": [1, 2]}x [aside]"#,
            &[
                r#"places=[{"node": "A", "x": 1}]"#,
                r#"["a b"]"#,
                r#"{"a":"#,
                "[1,",
                "2]}x",
                "[aside]",
            ],
        );
    }

    #[test]
    fn rejects_an_unclosed_quote() {
        let message = "a quotation mark \" is opened and never closed";
        assert_eq!(split_words("say \"hello"), Err(ArgvError(message.into())));
    }

    proptest::proptest! {
        #[test]
        fn word_ranges_are_ordered_and_within_the_line(line in ".*") {
            let words = split(&line).unwrap_or_default();
            let mut end = 0;
            for word in words {
                proptest::prop_assert!(end <= word.range.start && word.range.start < word.range.end);
                end = word.range.end;
                proptest::prop_assert!(line.get(word.range).is_some());
            }
            proptest::prop_assert!(end <= line.len());
        }
    }
}
