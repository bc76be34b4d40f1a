//! Scans a text from mark to mark in linear time, whatever its content.

use memchr::memmem::Finder;

/// The maximum distance to the end of a macro, in bytes.
const MAX_MACRO_BYTES: usize = 2048;
/// The number of unclosed macros after which the search gives up on a text.
const MAX_UNCLOSED: usize = 1000;

/// What follows a mark.
pub(super) enum ScanResult {
    /// No match: the search continues directly after the mark.
    NoMatch,
    /// A match without an end.
    Unclosed,
    /// A match of this many bytes: the search continues after it.
    Match(usize),
}

/// The same for macros that do not contain one another, which may be much longer: their end is a
/// fixed mark, which is found quickly.
const MAX_LONG_MACRO_BYTES: usize = 256 << 10;

/// Calls `read` for every mark with its position and at most [`MAX_MACRO_BYTES`] bytes of the text
/// after it.
pub(super) fn scan(text: &str, mark: &str, read: impl FnMut(usize, &str) -> ScanResult) {
    scan_for(text, &Finder::new(mark), read);
}

/// The same with a prepared finder.
pub(super) fn scan_for(
    text: &str,
    finder: &Finder<'_>,
    read: impl FnMut(usize, &str) -> ScanResult,
) {
    scan_within(text, finder, MAX_MACRO_BYTES, read);
}

/// The same with up to [`MAX_LONG_MACRO_BYTES`] bytes after the mark.
pub(super) fn scan_long(text: &str, mark: &str, read: impl FnMut(usize, &str) -> ScanResult) {
    scan_within(text, &Finder::new(mark), MAX_LONG_MACRO_BYTES, read);
}

fn scan_within(
    text: &str,
    finder: &Finder<'_>,
    reach: usize,
    mut read: impl FnMut(usize, &str) -> ScanResult,
) {
    let (mut at, mut unclosed) = (0, 0);
    let length = finder.needle().len();
    while let Some(start) = finder.find(&text.as_bytes()[at..]).map(|it| at + it) {
        let rest = &text[start + length..];
        at = start + length;
        match read(start, &rest[..rest.floor_char_boundary(reach)]) {
            ScanResult::NoMatch => {}
            ScanResult::Match(length) => at += length,
            ScanResult::Unclosed => {
                unclosed += 1;
                if unclosed > MAX_UNCLOSED {
                    return;
                }
            }
        }
    }
}
