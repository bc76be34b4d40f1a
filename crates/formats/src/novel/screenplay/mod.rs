//! Screenplays: headings of scenes begin scenes, acts are parts, dialogue becomes lines such
//! as `Neo: *(quietly)* Who are you?`, and who speaks a character. `fountain` reads plain text and
//! `final_draft` the files of Final Draft.

pub(super) mod final_draft;
pub(super) mod fountain;
#[cfg(test)]
mod tests;

use std::collections::HashSet;

use super::comments::Comment;
use super::{Book, SNIFF_BYTES};
use crate::comment_marks::{CommentMark, only_marks, without_marks};
use crate::import::{Block, decode};
use crate::{FormatError, ImportWarning, Warning};

/// Reads a file of either kind; `None` if it is no screenplay.
pub(super) fn book(bytes: &[u8]) -> Result<Option<Book>, FormatError> {
    let (text, more) = decode(bytes)?;
    let beginning = &text[..text.floor_char_boundary(SNIFF_BYTES)];
    let mut book = if beginning.contains(final_draft::ROOT) {
        final_draft::book(&text)
    } else if fountain::is_screenplay(beginning) {
        fountain::book(&text)
    } else {
        return Ok(None);
    };
    book.warnings.splice(..0, more);
    Ok(Some(book))
}

/// A part of a screenplay, with its words as Markdown.
enum Element {
    /// A heading above scenes.
    Act(String),
    Heading(String),
    /// What the scene is about, for the author.
    Synopsis(String),
    Action(String),
    /// A centered line, a transition, a lyric.
    Line(String),
    Character(String),
    Parenthetical(String),
    Dialogue(String),
}

/// Collects the elements in order.
#[derive(Default)]
struct Screenplay {
    title: Option<String>,
    blocks: Vec<Block>,
    characters: Vec<String>,
    /// The characters in lower case.
    known: HashSet<String>,
    /// Who speaks, and what was said so far.
    speech: Option<Speech>,
    /// What stands before the first scene, such as “FADE IN:”.
    opening: Vec<String>,
    has_scene: bool,
    /// What the author noted at a place.
    notes: Vec<Comment>,
    /// The marks of notes that belong to the next paragraph.
    marks: String,
    /// How many headings for the author, and words about no scene, were left out.
    skipped: usize,
}

struct Speech {
    name: String,
    said: Vec<String>,
}

/// What stands before the first scene belongs to it up to this length, in characters.
const MAX_OPENING: usize = 120;

impl Screenplay {
    /// Adds a note, and returns the marks of its beginning and its end.
    fn note(&mut self, note: Comment) -> [String; 2] {
        let number = self.notes.len();
        self.notes.push(note);
        [CommentMark::Begin(number), CommentMark::End(number)].map(|it| {
            let mut mark = String::new();
            it.write_to(&mut mark);
            mark
        })
    }

    /// The words of an element that holds no marks; its notes move to the next paragraph.
    fn unmarked(&mut self, words: &str) -> String {
        self.marks += &only_marks(words);
        without_marks(words).into_owned()
    }

    /// Adds the marks of notes that stand on their own.
    fn add_marks(&mut self, marks: &str) {
        self.end_speech();
        self.marks += marks;
    }

    /// Notes at the end of a scene are at its last paragraph. They have no place in one without text.
    fn end_marks(&mut self) {
        let marks = std::mem::take(&mut self.marks);
        let blocks = self.blocks.iter_mut().rev();
        let mut blocks = blocks.skip_while(|it| matches!(it, Block::Synopsis(_)));
        if let Some(Block::Paragraph(words)) = blocks.next() {
            words.push_str(&marks);
        }
    }

    fn add(&mut self, element: Element) {
        if !matches!(element, Element::Parenthetical(_) | Element::Dialogue(_)) {
            self.end_speech();
        }
        match element {
            Element::Act(words) => {
                self.end_marks();
                let words = self.unmarked(&words);
                self.blocks.push(Block::Heading(1, words));
            }
            Element::Heading(words) => {
                self.end_marks();
                let words = self.unmarked(&words);
                let opening = std::mem::take(&mut self.opening);
                let length: usize = opening.iter().map(|it| it.chars().count()).sum();
                let is_short = !self.has_scene && length <= MAX_OPENING;
                let (before, after) = match is_short {
                    true => (Vec::new(), opening),
                    false => (opening, Vec::new()),
                };
                self.blocks.extend(before.into_iter().map(Block::Paragraph));
                self.blocks.push(Block::Heading(2, words));
                self.has_scene = true;
                self.blocks.extend(after.into_iter().map(Block::Paragraph));
            }
            Element::Synopsis(words) => {
                let words = self.unmarked(&words);
                let is_of_scene = !matches!(self.blocks.last(), None | Some(Block::Heading(1, _)));
                match is_of_scene && self.has_scene {
                    true => self.blocks.push(Block::Synopsis(words)),
                    false => self.skipped += 1,
                }
            }
            Element::Action(words) | Element::Line(words) => self.paragraph(words),
            Element::Character(name) => {
                let name = self.unmarked(&name);
                self.begin_speech(&name);
            }
            Element::Parenthetical(words) => {
                let words = self.unmarked(&words);
                let words = words.trim().trim_start_matches('(').trim_end_matches(')');
                let words = words.trim().replace('*', "");
                match &mut self.speech {
                    Some(speech) if !words.is_empty() => speech.said.push(format!("*({words})*")),
                    Some(_) => {}
                    None => self.paragraph(format!("*({words})*")),
                }
            }
            Element::Dialogue(words) => match &mut self.speech {
                Some(speech) => speech.said.push(words),
                None => self.paragraph(words),
            },
        }
    }

    fn paragraph(&mut self, words: String) {
        if without_marks(&words).trim().is_empty() {
            self.marks += &only_marks(&words);
            return;
        }
        let words = std::mem::take(&mut self.marks) + &words;
        match self.has_scene {
            true => self.blocks.push(Block::Paragraph(words)),
            false => self.opening.push(words),
        }
    }

    /// Begins what a character says: `NEO (V.O.)`.
    fn begin_speech(&mut self, line: &str) {
        let (name, note) = match line.split_once('(') {
            Some((name, note)) => (name, note.trim_end_matches([')', ' '])),
            None => (line, ""),
        };
        let name = name_of(name.trim().trim_end_matches('^').trim());
        let mut said = Vec::new();
        // That somebody goes on speaking is only a mark of the page layout.
        let is_kept = !note.is_empty() && !note.to_uppercase().starts_with("CONT");
        if is_kept {
            said.push(format!("*({})*", note.replace('*', "")));
        }
        self.speech = Some(Speech { name, said });
    }

    fn end_speech(&mut self) {
        let Some(Speech { name, said }) = self.speech.take() else {
            return;
        };
        if name.is_empty() || said.is_empty() {
            self.paragraph(said.join(" "));
            return;
        }
        if self.known.insert(name.to_lowercase()) {
            self.characters.push(name.clone());
        }
        self.paragraph(format!("{name}: {}", said.join(" ")));
    }

    fn end_opening(&mut self) {
        let opening = std::mem::take(&mut self.opening);
        self.blocks
            .extend(opening.into_iter().map(Block::Paragraph));
    }

    fn finish(mut self) -> Book {
        self.end_speech();
        self.end_opening();
        self.end_marks();
        let mut warnings = Vec::new();
        if self.skipped > 0 {
            let count = self.skipped;
            warnings.push(Warning::for_file(ImportWarning::CommentsSkipped { count }));
        }
        Book {
            title: self.title,
            blocks: self.blocks,
            characters: self.characters,
            comments: self.notes,
            warnings,
            ..Book::default()
        }
    }
}

/// A name that screenplays write in capitals, as prose does: `MARY ANN O'NEIL` is `Mary Ann O'Neil`.
fn name_of(name: &str) -> String {
    let name = name.replace(['*', '_', '\\'], "");
    if name.chars().any(char::is_lowercase) {
        return name;
    }
    let mut written = String::with_capacity(name.len());
    // How many letters stand before this one, up to a space or a mark.
    let mut letters = 0;
    for letter in name.chars() {
        let is_apostrophe = matches!(letter, '\'' | '’');
        match letters {
            0 => written.push(letter),
            _ => written.extend(letter.to_lowercase()),
        }
        letters = match letter {
            // `O'Neil`, but `Ada's`.
            _ if is_apostrophe && letters > 1 => letters,
            _ if letter.is_alphanumeric() => letters + 1,
            _ => 0,
        };
    }
    written
}
