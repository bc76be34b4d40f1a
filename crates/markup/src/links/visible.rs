//! The visible text of a passage: without macros, scripts, comments and link markup.

use std::borrow::Cow;

use super::brackets::links_as_words;
use super::literal::split_arguments;
use super::scan::{ScanResult, scan};
use super::{has_macros, unparsed};

/// The visible words of a text, as far as they can be determined without running it.
pub fn visible_text(text: &str) -> Cow<'_, str> {
    let has_marks = ["[[", "<!--", "/*", "/%", "<script", "<style", "</"]
        .iter()
        .any(|it| memchr::memmem::find(text.as_bytes(), it.as_bytes()).is_some());
    if !has_marks && !has_macros(text) && !text.contains('{') {
        return Cow::Borrowed(text);
    }
    let plain = unparsed::mask_unparsed(text);
    let plain = unparsed::mask_scripts(&plain);
    let plain = without_macros(&plain);
    Cow::Owned(links_as_words(&plain).into_owned())
}

/// The text with macros and tags removed.
fn without_macros(text: &str) -> String {
    let mut gone: Vec<(usize, usize)> = Vec::new();
    for (open, close) in [("<<", ">>"), ("<%", "%>")] {
        scan(text, open, |at, rest| match rest.find(close) {
            Some(length) => {
                let length = length + close.len();
                gone.push((at, at + open.len() + length));
                ScanResult::Match(length)
            }
            None => ScanResult::Unclosed,
        });
    }
    // Values and conditions of texts that were written here; three braces are code of SugarCube.
    scan(text, "{{", |at, rest| {
        let end = rest
            .find(['}', '\n'])
            .filter(|it| rest[*it..].starts_with("}}"));
        match end {
            Some(length) if !rest.starts_with('{') => {
                gone.push((at, at + length + 4));
                ScanResult::Match(length + 2)
            }
            _ => ScanResult::NoMatch,
        }
    });
    // Tags of HTML.
    scan(text, "<", |at, rest| {
        let tag = rest.starts_with(|it: char| it.is_ascii_alphabetic() || it == '/');
        match rest.find(['>', '\n']).filter(|_| tag) {
            Some(end) if rest[end..].starts_with('>') => {
                gone.push((at, at + end + 2));
                ScanResult::Match(end + 1)
            }
            _ => ScanResult::NoMatch,
        }
    });
    // Macros of Harlowe, and inserts of Chapbook.
    for (open, close) in [("(", ')'), ("{", '}')] {
        scan(text, open, |at, rest| {
            let name = rest.find(|it: char| !(it.is_ascii_alphanumeric() || " -_".contains(it)));
            let begins = rest.starts_with(|it: char| it.is_ascii_alphabetic());
            let named = name.is_some_and(|it| {
                let single = open == "{" && rest[it..].starts_with('}');
                let spaced = open == "(" && rest[..it].contains(' ');
                begins && !spaced && (single || rest[it..].starts_with(':'))
            });
            if !named {
                return ScanResult::NoMatch;
            }
            match split_arguments(rest, close) {
                Some((_, length)) => {
                    gone.push((at, at + length + 2));
                    ScanResult::Match(length)
                }
                None => ScanResult::Unclosed,
            }
        });
    }
    gone.sort_unstable();
    let (mut left, mut at) = (String::with_capacity(text.len()), 0);
    for (start, end) in gone {
        if start >= at {
            left.push_str(&text[at..start]);
        }
        at = at.max(end);
    }
    left.push_str(&text[at..]);
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, read: &str) {
        let words: Vec<_> = visible_text(text)
            .split_whitespace()
            .map(str::to_owned)
            .collect();
        assert_eq!(words.join(" "), read, "{text}");
    }

    #[test]
    fn drops_macros_scripts_and_link_markup() {
        check("<<set $x to 5>>Fog. <<if $x>>Rain.<</if>>", "Fog. Rain.");
        check("(set: $x to 5)Fog. (if: $x)[Rain.]", "Fog. [Rain.]");
        check("{embed passage: 'Sky'} Fog {name}.", "Fog .");
        check(
            "You have {{gold * 2}}{{if gold > 5}} rich{{end}}.",
            "You have rich.",
        );
        check("<% s.x = 5 %>Fog. <b>Rain</b>", "Fog. Rain");
        check("Fog. <!-- todo --> <script>let x = 1;</script>", "Fog.");
        check("Go [[in->Hall]] now.", "Go in now.");
    }

    #[test]
    fn keeps_plain_prose() {
        for prose in ["He (who knew: all) left.", "3 < 5 and 7 > 2", "雨停了。"] {
            check(prose, prose);
        }
    }
}
