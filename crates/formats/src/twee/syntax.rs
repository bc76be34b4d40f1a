//! Splits a Twee file into passages. Independent of stories.

/// Whether a line begins a passage.
pub(super) fn is_header(line: &str) -> bool {
    line.starts_with("::")
}

/// A passage of a file; the concatenation of header, body and tail is the original text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RawPassage<'a> {
    /// The line of the header, counted from 1.
    pub(super) line: usize,
    /// The header line without its line end.
    pub(super) header: &'a str,
    /// The text between the header line and the trailing blank lines.
    pub(super) body: &'a str,
    /// The line ends and blank lines before the next header.
    pub(super) tail: &'a str,
}

/// Splits a file into the text before the first passage, and the passages.
pub(super) fn split_passages(text: &str) -> (&str, Vec<RawPassage<'_>>) {
    let bytes = text.as_bytes();
    let first = is_header(text).then_some(0);
    let next = memchr::memmem::find_iter(bytes, "\n::").map(|it| it + 1);
    let (mut line, mut counted) = (1, 0);
    let begins: Vec<(usize, usize)> = first
        .into_iter()
        .chain(next)
        .map(|at| {
            line += memchr::memchr_iter(b'\n', &bytes[counted..at]).count();
            counted = at;
            (line, at)
        })
        .collect();
    let preamble = &text[..begins.first().map_or(text.len(), |it| it.1)];
    let ends = begins.iter().skip(1).map(|it| it.1).chain([text.len()]);
    let passages = begins.iter().zip(ends).map(|(&(line, begin), end)| {
        let whole = &text[begin..end];
        let (header, rest) = whole.split_at(whole.find('\n').unwrap_or(whole.len()));
        let (body, tail) = match rest.strip_prefix('\n').map(cut_tail) {
            Some(("", _)) | None => ("", rest),
            Some(cut) => cut,
        };
        RawPassage {
            line,
            header,
            body,
            tail,
        }
    });
    (preamble, passages.collect())
}

/// Separates trailing blank lines from a text.
pub(super) fn cut_tail(content: &str) -> (&str, &str) {
    let text = content.trim_end();
    if text.is_empty() {
        return ("", content);
    }
    let end = content[text.len()..]
        .find('\n')
        .map_or(content.len(), |it| text.len() + it);
    content.split_at(end)
}
