//! Reads Rich Text Format, as TextEdit, WordPad, Scrivener and others write it: paragraphs with their
//! styles, lists, tables, notes and links. Deleted and hidden text is omitted, and pictures are only
//! counted. `tokens` divides a file, `letters` knows its encodings, `reader` builds the text, `comments`
//! the comments on it.

mod comments;
mod letters;
mod reader;
#[cfg(test)]
mod tests;
mod tokens;

use self::reader::Reader;
use self::tokens::Tokens;
use super::{Book, detect_headings};
use crate::import::check_size;
use crate::{FormatError, ImportWarning, Warning};

/// Whether a file is Rich Text Format.
pub(super) fn is_rtf(bytes: &[u8]) -> bool {
    bytes.starts_with(b"{\\rtf")
}

/// Reads a whole document. If it marks no headings and `guesses` is set, lines that read like
/// headings become headings.
pub(super) fn book(bytes: &[u8], guesses: bool) -> Result<Book, FormatError> {
    book_of_several(bytes, guesses, 0)
}

/// Reads one of several documents, whose comments are numbered from `first_comment` on.
pub(super) fn book_of_several(
    bytes: &[u8],
    guesses: bool,
    first_comment: usize,
) -> Result<Book, FormatError> {
    check_size(bytes)?;
    let mut book = Book::default();
    let mut tokens = Tokens::of(bytes);
    let mut reader = Reader::new(first_comment);
    for token in tokens.by_ref() {
        reader.take(token);
    }
    if reader.is_open() {
        let damaged = Warning::at(tokens.line(), ImportWarning::PageDamaged {});
        book.warnings.push(damaged);
    }
    book.skipped_media = reader.pictures;
    reader.finish(&mut book);
    if guesses {
        detect_headings(&mut book.blocks);
    }
    Ok(book)
}
