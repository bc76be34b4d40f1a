//! Going through a text from mark to mark in linear time, whatever the text.

use memchr::memmem::Finder;

/// How far a search looks for the end of a macro, in bytes.
const REACH: usize = 2048;
/// How many macros without an end a text may have before the search gives up on it.
const PATIENCE: usize = 1000;

/// What stood behind a mark.
pub(super) enum Found {
    /// Nothing of ours: the search goes on right behind the mark.
    Nothing,
    /// Something of ours that does not end.
    Unclosed,
    /// Something of this many bytes: the search goes on behind it.
    Something(usize),
}

/// Calls `read` with the place of every mark and with at most [`REACH`] bytes of what follows it.
pub(super) fn scan(text: &str, mark: &str, read: impl FnMut(usize, &str) -> Found) {
    scan_for(text, &Finder::new(mark), read);
}

/// The same for a mark whose finder is kept.
pub(super) fn scan_for(
    text: &str,
    finder: &Finder<'_>,
    mut read: impl FnMut(usize, &str) -> Found,
) {
    let (mut at, mut unclosed) = (0, 0);
    let length = finder.needle().len();
    while let Some(start) = finder.find(&text.as_bytes()[at..]).map(|it| at + it) {
        let rest = &text[start + length..];
        at = start + length;
        match read(start, &rest[..rest.floor_char_boundary(REACH)]) {
            Found::Nothing => {}
            Found::Something(length) => at += length,
            Found::Unclosed => {
                unclosed += 1;
                if unclosed > PATIENCE {
                    return;
                }
            }
        }
    }
}
