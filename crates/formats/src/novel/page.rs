//! Reads web pages, also as word processors save them.

use super::{Book, title_in};
use crate::import::{blocks, decode};
use crate::{FormatError, ImportWarning, Warning};

/// Whether a text is a web page, other than one that holds a Twine story.
pub(super) fn is_page(text: &str) -> bool {
    let text = text.trim_start_matches(['\u{feff}', ' ', '\n', '\r', '\t']);
    let is_xml = begins_with(text, "<?xml") && text.contains("<html");
    let is_html = begins_with(text, "<!doctype html") || begins_with(text, "<html");
    (is_html || is_xml) && !text.contains("<tw-storydata")
}

/// Reads a web page; `None` if the file is none.
pub(super) fn book(bytes: &[u8]) -> Result<Option<Book>, FormatError> {
    let (text, mut warnings) = decode(bytes)?;
    if !is_page(&text) {
        return Ok(None);
    }
    let text = without_code(&text);
    let (blocks, broken) = blocks(&text);
    let broken = broken.map(|it| Warning::at(it, ImportWarning::PageDamaged {}));
    warnings.extend(broken);
    Ok(Some(Book {
        title: title_in(&text),
        blocks,
        warnings,
        ..Book::default()
    }))
}

/// A page without comments, scripts and styles, whose text need not be markup, and without the
/// conditions of Word (`<![if …]>`), which are none. Line breaks remain, so that the numbers of lines do.
fn without_code(page: &str) -> String {
    const ENDS: [(&str, &str); 4] = [
        ("<!--", "-->"),
        ("<script", "</script>"),
        ("<style", "</style>"),
        ("<![", ">"),
    ];
    let mut text = String::with_capacity(page.len());
    let mut rest = page;
    while let Some(at) = rest.find('<') {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        let code = ENDS.iter().find(|it| begins_with(rest, it.0));
        let Some((_, end)) = code else {
            text.push('<');
            rest = &rest[1..];
            continue;
        };
        let after = find_end(rest, end).unwrap_or(rest.len());
        text.extend(rest[..after].chars().filter(|it| *it == '\n'));
        rest = &rest[after..];
    }
    text + rest
}

/// Where a closing tag ends, in either letter case.
fn find_end(text: &str, tag: &str) -> Option<usize> {
    let ends = text.match_indices('>').map(|it| it.0 + 1);
    ends.into_iter().find(|end| {
        let begin = end.checked_sub(tag.len());
        begin.is_some_and(|it| text.as_bytes()[it..*end].eq_ignore_ascii_case(tag.as_bytes()))
    })
}

fn begins_with(text: &str, with: &str) -> bool {
    let begin = text.as_bytes().get(..with.len());
    begin.is_some_and(|it| it.eq_ignore_ascii_case(with.as_bytes()))
}
