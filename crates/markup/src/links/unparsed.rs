//! Text that a story format does not interpret: comments and verbatim text. It is replaced by
//! spaces, so that all other positions stay the same.

use std::borrow::Cow;
use std::ops::Range;

/// The delimiters of uninterpreted text. An unclosed delimiter has no effect.
const DELIMITERS: [(&str, &str); 6] = [
    ("<!--", "-->"),
    ("/*", "*/"),
    ("/%", "%/"),
    ("{{{", "}}}"),
    ("\"\"\"", "\"\"\""),
    ("<nowiki>", "</nowiki>"),
];

/// The maximum distance to the end of a macro or of verbatim text on one line, in bytes.
const MAX_SEARCH: usize = 500;

/// Scripts inside a text: their brackets are arrays, not links.
const SCRIPTS: [(&str, &str); 3] = [
    ("<<script", "<</script>>"),
    ("<script", "</script>"),
    ("<style", "</style>"),
];

/// Replaces comments and verbatim text with spaces.
pub(super) fn mask_unparsed(text: &str) -> Cow<'_, str> {
    mask(text, &unparsed_ranges(text))
}

/// Where comments and verbatim text are, with their delimiters, in order.
pub(super) fn unparsed_ranges(text: &str) -> Vec<Range<usize>> {
    let has = |mark: &str| memchr::memmem::find(text.as_bytes(), mark.as_bytes()).is_some();
    if !(has("`") || DELIMITERS.iter().any(|it| has(it.0))) {
        return Vec::new();
    }
    let mut ends: [Option<usize>; DELIMITERS.len()] = [None; DELIMITERS.len()];
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
            // Inside a macro a backtick begins an expression.
            at = start + search_window(rest).find(">>").map_or(2, |it| it + 2);
        } else if rest.starts_with('`') {
            let (length, end) = verbatim(rest);
            hidden.extend(end.map(|end| start..start + end));
            at = start + end.unwrap_or(length);
        } else if let Some(mark) = DELIMITERS.iter().position(|it| rest.starts_with(it.0)) {
            let (open, close) = DELIMITERS[mark];
            let from = start + open.len();
            // If no closing delimiter was found before, there is none further on.
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
    hidden
}

/// The rest of the line, up to the search limit.
fn search_window(rest: &str) -> &str {
    let reach = &rest[..rest.floor_char_boundary(MAX_SEARCH)];
    reach.lines().next().unwrap_or_default()
}

/// Verbatim text between equal numbers of backticks, on one line if there is only one: the number
/// of opening backticks, and where the text ends.
fn verbatim(rest: &str) -> (usize, Option<usize>) {
    let length = rest.len() - rest.trim_start_matches('`').len();
    let marks = &rest[..length];
    let reach = search_window(rest).len();
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

/// Replaces scripts with spaces.
pub(super) fn mask_scripts(text: &str) -> Cow<'_, str> {
    // All of them contain this, and few texts do.
    if memchr::memmem::find(text.as_bytes(), b"<s").is_none() {
        return Cow::Borrowed(text);
    }
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
    mask(text, &hidden)
}

/// Replaces these ranges with spaces, keeping line breaks.
fn mask<'a>(text: &'a str, stretches: &[Range<usize>]) -> Cow<'a, str> {
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
        let read = mask_unparsed(text);
        assert_eq!(read.len(), text.len());
        let words: Vec<_> = read.split_whitespace().collect();
        assert_eq!(words.join(" "), left, "{text}");
    }

    #[test]
    fn masks_comments_and_verbatim_text() {
        check("a <!-- b --> c /* d\n e */ f /% g %/ h", "a c f h");
        check("a {{{b}}} c <nowiki>d</nowiki> \"\"\"e\"\"\" f", "a c f");
        check("a `b` c ``d ` e`` f", "a c f");
        check("雨 <!-- 雪 --> 风", "雨 风");
    }

    #[test]
    fn keeps_unclosed_comments() {
        check("a <!-- b /* c {{{ d `e", "a <!-- b /* c {{{ d `e");
        check("`Tis so\nand `twas", "`Tis so and `twas");
        check("a ``b` c", "a ``b` c");
    }

    #[test]
    fn keeps_expressions_inside_macros() {
        check("<<link `a()`>> `b`", "<<link `a()`>>");
    }

    #[test]
    fn unclosed_delimiters_take_linear_time() {
        for (mark, _) in DELIMITERS {
            mask_unparsed(&mark.repeat(100_000));
        }
        mask_unparsed(&"`a``".repeat(100_000));
    }
}
