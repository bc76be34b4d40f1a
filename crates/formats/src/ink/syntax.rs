//! Splits a file at its knots and stitches. Recognizes comments; the content of sections is not
//! parsed here.

use std::ops::Range;

/// The text with every comment replaced by spaces, byte for byte, so that offsets stay valid.
pub(super) fn without_comments(text: &str) -> String {
    let blank = |byte: u8| if byte == b'\n' { '\n' } else { ' ' };
    markup::links::replace_ink_comments(text, |it| it.bytes().map(blank).collect())
}

/// The range of the first divert target on a line of its own, in a text without comments.
pub(super) fn first_divert(plain: &str) -> Option<Range<usize>> {
    let mut at = 0;
    for line in plain.split_inclusive('\n') {
        if let Some(rest) = line.trim_start().strip_prefix("->") {
            let from = at + line.len() - rest.len();
            let start = from + rest.find(|it: char| !it.is_whitespace()).unwrap_or(0);
            return Some(start..start + rest.trim().len());
        }
        at += line.len();
    }
    None
}

/// The header of a section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum SectionHeader {
    Knot {
        name: String,
        parameters: Vec<String>,
        is_function: bool,
    },
    Stitch {
        name: String,
        parameters: Vec<String>,
    },
}

/// Whether a line begins a knot.
pub(super) fn is_knot(line: &str) -> bool {
    matches!(
        begin(&without_comments(line)),
        Some(SectionHeader::Knot { .. })
    )
}

/// The header in a line without comments.
pub(super) fn begin(line: &str) -> Option<SectionHeader> {
    let line = line.trim();
    let marks = line.len() - line.trim_start_matches('=').len();
    if marks == 0 {
        return None;
    }
    let mut rest = line[marks..].trim_start();
    let mut is_function = false;
    if let Some(name) = rest.strip_prefix("function")
        && name.starts_with(char::is_whitespace)
    {
        (rest, is_function) = (name.trim_start(), true);
    }
    let end = rest
        .find(|it: char| !is_name_character(it))
        .unwrap_or(rest.len());
    let (name, rest) = rest.split_at(end);
    if name.is_empty() {
        return None;
    }
    let mut rest = rest.trim_start();
    let mut parameters = Vec::new();
    if let Some(inside) = rest.strip_prefix('(') {
        let end = inside.find(')')?;
        let all = inside[..end].split(',');
        let last = |it: &str| it.split_whitespace().next_back().map(str::to_owned);
        parameters.extend(all.filter_map(|it| last(it.trim_start().trim_start_matches("->"))));
        rest = inside[end + 1..].trim_start();
    }
    if !rest.trim_matches('=').is_empty() {
        return None;
    }
    let name = name.to_owned();
    Some(if marks == 1 {
        SectionHeader::Stitch { name, parameters }
    } else {
        SectionHeader::Knot {
            name,
            parameters,
            is_function,
        }
    })
}

/// Whether names may contain this character.
pub(super) fn is_name_character(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// A section of a file; the concatenation of head, body and tail is the original text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RawSection<'a> {
    /// The line its head begins on, counted from 1.
    pub(super) line: usize,
    pub(super) begin: SectionHeader,
    /// The header line, and the blank lines after it.
    pub(super) head: &'a str,
    pub(super) body: &'a str,
    /// The last line end and the blank lines after it.
    pub(super) tail: &'a str,
}

/// Splits a file into the content before the first knot or stitch, and the sections.
pub(super) fn split_sections(text: &str) -> (&str, Vec<RawSection<'_>>) {
    let plain = without_comments(text);
    let (mut at, mut starts) = (0, Vec::new());
    for (number, line) in plain.split_inclusive('\n').enumerate() {
        if let Some(begin) = begin(line) {
            starts.push((number + 1, at, at + line.len(), begin));
        }
        at += line.len();
    }
    let top = &text[..starts.first().map_or(text.len(), |it| it.1)];
    let ends: Vec<usize> = starts.iter().skip(1).map(|it| it.1).collect();
    let ends = ends.into_iter().chain([text.len()]);
    let sources = starts.into_iter().zip(ends).map(|(start, end)| {
        let (line, at, content, begin) = start;
        let (blank, body, tail) = split_blank_lines(&text[content..end]);
        RawSection {
            line,
            begin,
            head: &text[at..content + blank],
            body,
            tail,
        }
    });
    (top, sources.collect())
}

/// Separates the blank lines before and after a text; the first element is the length of those
/// before it.
fn split_blank_lines(text: &str) -> (usize, &str, &str) {
    let trimmed = text.trim_start();
    if trimmed.is_empty() {
        return (text.len(), "", "");
    }
    let first = text.len() - trimmed.len();
    let start = text[..first].rfind('\n').map_or(0, |it| it + 1);
    let end = text.trim_end().len();
    (start, &text[start..end], &text[end..])
}

/// The tail of a section that did not come from a file.
pub(super) fn default_tail(body: &str) -> &'static str {
    if body.is_empty() { "" } else { "\n\n" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_files_without_loss() {
        for text in [
            "VAR x = 1\n-> a\n\n== a ==\n\n  Hi\n= b\n",
            "=== a\n/* == no == */ x\n== function f(ref x)\n~ return\n",
            "== a ==",
            "// == no\n",
        ] {
            let (top, sources) = split_sections(text);
            let parts = sources
                .iter()
                .map(|it| [it.head, it.body, it.tail].concat());
            assert_eq!(top.to_owned() + &parts.collect::<String>(), text);
            assert!(sources.iter().all(|it| !text.contains("no")
                || it.body.contains("no")
                || it.body.contains("return")));
        }
    }

    #[test]
    fn recognizes_section_headers() {
        let knot = |name: &str, parameters: &[&str], is_function| {
            Some(SectionHeader::Knot {
                name: name.into(),
                parameters: parameters.iter().map(|&it| it.into()).collect(),
                is_function,
            })
        };
        assert_eq!(begin("=== start ==="), knot("start", &[], false));
        assert_eq!(begin(" == a(-> x, ref y)"), knot("a", &["x", "y"], false));
        assert_eq!(
            begin("=== function lower(x) =="),
            knot("lower", &["x"], true)
        );
        let stitch = SectionHeader::Stitch {
            name: "b".into(),
            parameters: vec![],
        };
        assert_eq!(begin("= b"), Some(stitch));
        assert_eq!(begin("= not this"), None);
        assert_eq!(begin("=="), None);
    }
}
