//! Reads Word documents: paragraphs with their styles, lists, notes, pictures and breaks. Deleted
//! text of tracked changes is omitted. `styles` says what styles and lists are, `body` reads text, and
//! `comments` what comments say.

mod body;
mod comments;
mod styles;

use std::collections::HashMap;

use self::body::Reader;
use self::styles::{Lists, Styles};
use super::edited::Anchors;
use super::{Book, detect_headings, text_of, title_in};
use crate::folder::FileLookup;
use crate::import::{Token, attribute, walk};
use crate::{Folder, FormatError, ImportWarning, Warning};

pub(super) const DOCUMENT: &str = "word/document.xml";

/// What a document says apart from its text.
struct Document {
    styles: Styles,
    lists: Lists,
    /// The targets of links and pictures by their ids in the text.
    targets: HashMap<String, String>,
    /// The texts of footnotes and endnotes, by the element that refers to them and their ids.
    notes: HashMap<(&'static str, String), String>,
    /// The numbers of comments by their ids.
    comments: HashMap<String, usize>,
}

/// Reads a whole document. If it marks no headings and `guesses` is set, lines that read like
/// headings become headings.
pub(super) fn book(folder: &Folder, guesses: bool) -> Result<Book, FormatError> {
    Ok(read(folder, guesses)?.0)
}

/// Reads a whole document, and where scenes of a story begin in it.
pub(super) fn read(folder: &Folder, guesses: bool) -> Result<(Book, Anchors), FormatError> {
    let folder = &folder.lookup();
    let mut book = Book::default();
    let mut part = |path: &str| match folder.file(path) {
        Some(_) => text_of(folder, path, &mut book.warnings),
        None => Ok(String::new()),
    };
    let mut document = Document {
        styles: Styles::read(&part("word/styles.xml")?),
        lists: Lists::read(&part("word/numbering.xml")?),
        targets: targets(&part("word/_rels/document.xml.rels")?),
        notes: HashMap::new(),
        comments: HashMap::new(),
    };
    book.comments = comments::read(
        &part("word/comments.xml")?,
        &part("word/commentsExtended.xml")?,
    );
    let numbered = book.comments.iter().enumerate();
    document.comments = numbered.map(|(at, it)| (it.key.clone(), at)).collect();
    let (mut notes, mut damages) = (HashMap::new(), Vec::new());
    for (path, reference) in [
        ("word/footnotes.xml", "footnotereference"),
        ("word/endnotes.xml", "endnotereference"),
    ] {
        let mut reader = Reader::new(&document);
        if let Err(line) = walk(&part(path)?, |token| reader.take(token)) {
            damages.push(Warning::at(line, ImportWarning::PageDamaged {}).in_file(path));
        }
        let read = reader.notes.into_iter();
        notes.extend(read.map(|(id, text)| ((reference, id), text)));
    }
    document.notes = notes;
    book.warnings.extend(damages);
    let mut reader = Reader::new(&document);
    let text = text_of(folder, DOCUMENT, &mut book.warnings)?;
    if let Err(line) = walk(&text, |token| reader.take(token)) {
        let damaged = Warning::at(line, ImportWarning::PageDamaged {});
        book.warnings.push(damaged.in_file(DOCUMENT));
    }
    book.skipped_media = reader.drawings;
    book.title = core_title(folder).or(reader.title.take());
    let anchors = std::mem::take(&mut reader.anchors);
    book.blocks = reader.finish();
    if guesses {
        detect_headings(&mut book.blocks);
    }
    Ok((book, anchors))
}

fn core_title(folder: &FileLookup<'_>) -> Option<String> {
    let text = text_of(folder, "docProps/core.xml", &mut Vec::new()).ok()?;
    title_in(&text)
}

fn targets(relations: &str) -> HashMap<String, String> {
    let mut targets = HashMap::new();
    let _ = walk(relations, |token| {
        if let Token::Open(name, tag) = token
            && name == "relationship"
        {
            let id = attribute(tag, "Id").unwrap_or_default();
            targets.insert(id, attribute(tag, "Target").unwrap_or_default());
        }
    });
    targets
}
