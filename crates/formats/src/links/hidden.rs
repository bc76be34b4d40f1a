//! What a story format does not read in a text: comments, and text that is shown as it is. It is
//! replaced by spaces, so that everything else stays where it was.

use std::borrow::Cow;
use std::ops::Range;

/// What opens and closes a stretch that is not read. One that is never closed is read.
const MARKS: [(&str, &str); 6] = [
    ("<!--", "-->"),
    ("/*", "*/"),
    ("/%", "%/"),
    ("{{{", "}}}"),
    ("\"\"\"", "\"\"\""),
    ("<nowiki>", "</nowiki>"),
];

/// How far the end of a macro or of one line's verbatim text is looked for, in bytes.
const REACH: usize = 500;

/// Scripts within a text: their brackets are lists.
const SCRIPTS: [(&str, &str); 3] = [
    ("<<script", "<</script>>"),
    ("<script", "</script>"),
    ("<style", "</style>"),
];

/// The text without comments and what is shown as it is.
pub(super) fn without_hidden(text: &str) -> Cow<'_, str> {
    let has = |mark: &str| memchr::memmem::find(text.as_bytes(), mark.as_bytes()).is_some();
    if !(has("`") || MARKS.iter().any(|it| has(it.0))) {
        return Cow::Borrowed(text);
    }
    let mut ends: [Option<usize>; MARKS.len()] = [None; MARKS.len()];
    let mut hidden = Vec::new();
    let mut at = 0;
    let openers = |from: usize| {
        let mut bytes = text.as_bytes()[from..].iter();
        let found = bytes.position(|it| b"</`{\"".contains(it));
        found.map(|it| from + it)
    };
    while let Some(start) = openers(at) {
        let rest = &text[start..];
        at = start + 1;
        if rest.starts_with("<<") {
            // Within a macro a backtick opens an expression.
            at = start + near(rest).find(">>").map_or(2, |it| it + 2);
        } else if rest.starts_with('`') {
            let (length, end) = verbatim(rest);
            hidden.extend(end.map(|end| start..start + end));
            at = start + end.unwrap_or(length);
        } else if let Some(mark) = MARKS.iter().position(|it| rest.starts_with(it.0)) {
            let (open, close) = MARKS[mark];
            let from = start + open.len();
            // Where a close has been looked for and not found, none stands further on.
            let known = ends[mark].filter(|it| *it >= from);
            let end = known.or_else(|| match ends[mark] {
                Some(usize::MAX) => None,
                _ => text[from..].find(close).map(|it| from + it),
            });
            ends[mark] = Some(end.unwrap_or(usize::MAX));
            if let Some(end) = end.filter(|it| *it < usize::MAX) {
                at = end + close.len();
                hidden.push(start..at);
            }
        }
    }
    blanked(text, &hidden)
}

/// The rest of a line, as far as a search looks.
fn near(rest: &str) -> &str {
    let reach = &rest[..rest.floor_char_boundary(REACH)];
    reach.lines().next().unwrap_or_default()
}

/// Between backticks, as many before as behind, and one alone within its line: the number of those
/// that open, and where it ends.
fn verbatim(rest: &str) -> (usize, Option<usize>) {
    let length = rest.len() - rest.trim_start_matches('`').len();
    let marks = &rest[..length];
    let reach = near(rest).len();
    let mut at = length;
    while let Some(start) = rest[at..reach.max(at)].find(marks).map(|it| at + it) {
        let run = rest[start..].len() - rest[start..].trim_start_matches('`').len();
        at = start + run;
        if run == length {
            return (length, Some(at));
        }
    }
    (length, None)
}

/// The text without scripts.
pub(super) fn without_scripts(text: &str) -> Cow<'_, str> {
    let mut hidden: Vec<Range<usize>> = Vec::new();
    for (open, close) in SCRIPTS {
        let mut at = 0;
        while let Some(start) = text[at..].find(open).map(|it| at + it) {
            let Some(end) = text[start..].find(close).map(|it| start + it) else {
                break;
            };
            at = end + close.len();
            hidden.push(start..at);
        }
    }
    hidden.sort_by_key(|it| it.start);
    blanked(text, &hidden)
}

/// The text with some stretches replaced by spaces; its lines stay.
fn blanked<'a>(text: &'a str, stretches: &[Range<usize>]) -> Cow<'a, str> {
    if stretches.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut blank = String::with_capacity(text.len());
    let mut at = 0;
    for it in stretches {
        if it.start < at {
            continue;
        }
        blank.push_str(&text[at..it.start]);
        let spaces = text[it.clone()].bytes();
        blank.extend(spaces.map(|it| if it == b'\n' { '\n' } else { ' ' }));
        at = it.end;
    }
    blank.push_str(&text[at..]);
    Cow::Owned(blank)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, left: &str) {
        let read = without_hidden(text);
        assert_eq!(read.len(), text.len());
        let words: Vec<_> = read.split_whitespace().collect();
        assert_eq!(words.join(" "), left, "{text}");
    }

    #[test]
    fn comments_and_text_as_it_is_are_not_read() {
        check("a <!-- b --> c /* d\n e */ f /% g %/ h", "a c f h");
        check("a {{{b}}} c <nowiki>d</nowiki> \"\"\"e\"\"\" f", "a c f");
        check("a `b` c ``d ` e`` f", "a c f");
        check("雨 <!-- 雪 --> 风", "雨 风");
    }

    #[test]
    fn what_is_not_closed_is_read() {
        check("a <!-- b /* c {{{ d `e", "a <!-- b /* c {{{ d `e");
        check("`Tis so\nand `twas", "`Tis so and `twas");
        check("a ``b` c", "a ``b` c");
    }

    #[test]
    fn expressions_within_macros_are_read() {
        check("<<link `a()`>> `b`", "<<link `a()`>>");
    }

    #[test]
    fn marks_without_an_end_take_no_longer() {
        for (mark, _) in MARKS {
            without_hidden(&mark.repeat(100_000));
        }
        without_hidden(&"`a``".repeat(100_000));
    }
}
