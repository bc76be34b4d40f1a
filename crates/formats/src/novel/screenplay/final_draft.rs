//! Screenplays of Final Draft (`.fdx`).

use super::{Element, Screenplay};
use crate::import::{StyledText, TextStyle, Token, attribute, walk};
use crate::novel::Book;
use crate::novel::comments::Comment;
use crate::{ImportWarning, Warning};

/// What each file begins with, apart from its declaration.
pub(in crate::novel) const ROOT: &str = "<FinalDraft";

/// Reads a screenplay.
pub(in crate::novel) fn book(text: &str) -> Book {
    let mut reader = Reader::default();
    let damaged = walk(text, |token| reader.take(token)).err();
    let mut book = reader.screenplay.finish();
    if let Some(line) = damaged {
        book.warnings
            .push(Warning::at(line, ImportWarning::PageDamaged {}));
    }
    book
}

/// A paragraph, as far as it was read.
#[derive(Default)]
struct Paragraph {
    kind: String,
    words: StyledText,
    /// The marks of the notes on it: where they begin, and where they end.
    marks: [String; 2],
}

#[derive(Default)]
struct Reader {
    screenplay: Screenplay,
    /// The names of the open elements.
    open: Vec<String>,
    /// The open paragraphs.
    paragraphs: Vec<Paragraph>,
    /// What the scene is about whose heading is open.
    synopsis: Vec<String>,
    /// The style of the words that are read, and whether they are in a text.
    style: Option<TextStyle>,
}

impl Reader {
    fn take(&mut self, token: Token<'_>) {
        match token {
            Token::Open(name, tag) => {
                match name.as_str() {
                    "paragraph" => {
                        let kind = attribute(tag, "Type").unwrap_or_default();
                        self.paragraphs.push(Paragraph {
                            kind,
                            ..Paragraph::default()
                        });
                    }
                    "text" => {
                        let style = attribute(tag, "Style").unwrap_or_default();
                        let has = |it: &str| style.split('+').any(|style| style == it);
                        self.style = Some([has("Bold"), has("Italic"), has("Strikeout")]);
                    }
                    "scriptnote" => {
                        let author = attribute(tag, "WriterName").unwrap_or_default();
                        let [begin, end] = self.screenplay.note(Comment {
                            author: author.trim().to_owned(),
                            ..Comment::default()
                        });
                        if let Some(paragraph) = self.paragraphs.last_mut() {
                            paragraph.marks[0] += &begin;
                            paragraph.marks[1] += &end;
                        }
                    }
                    _ => {}
                }
                self.open.push(name);
            }
            Token::Close(name) => {
                // An element that has no end tag ends with what encloses it.
                if let Some(at) = self.open.iter().rposition(|it| *it == name) {
                    self.open.truncate(at);
                }
                match name.as_str() {
                    "text" => self.style = None,
                    "paragraph" => {
                        if let Some(paragraph) = self.paragraphs.pop() {
                            self.paragraph(paragraph);
                        }
                    }
                    _ => {}
                }
            }
            Token::Words(words) => {
                if let (Some(style), Some(paragraph)) = (self.style, self.paragraphs.last_mut()) {
                    paragraph.words.push(words, style);
                }
            }
        }
    }

    fn paragraph(&mut self, mut paragraph: Paragraph) {
        let kind = paragraph.kind.as_str();
        // What is beside the script: notes, summaries, headers, settings.
        let is_inside = |it: &str| self.open.iter().any(|name| name == it);
        let is_plain = matches!(kind, "Scene Heading" | "New Act")
            || is_inside("titlepage")
            || is_inside("summary");
        let words = match is_plain {
            true => paragraph.words.take_plain(),
            false => paragraph.words.take_markdown(),
        };
        let words = words.trim().to_owned();
        if is_inside("scriptnote") {
            let note = self.screenplay.notes.last_mut();
            if let Some(note) = note.filter(|_| !words.is_empty()) {
                let between = if note.text.is_empty() { "" } else { "\n" };
                note.text.push_str(&format!("{between}{words}"));
            }
            return;
        }
        if is_inside("summary") {
            if !words.is_empty() {
                self.synopsis.push(words);
            }
            return;
        }
        if words.is_empty() {
            self.screenplay.add_marks(&paragraph.marks.concat());
            return;
        }
        if is_inside("titlepage") {
            // The first line is the title.
            let title = &mut self.screenplay.title;
            if title.is_none() && !is_inside("headerandfooter") {
                *title = Some(words);
            }
            return;
        }
        let is_script = self.open.get(1).is_some_and(|it| it == "content");
        if !is_script {
            return;
        }
        let [begin, end] = paragraph.marks;
        let words = format!("{begin}{words}{end}");
        let synopsis = std::mem::take(&mut self.synopsis).into_iter();
        self.screenplay.add(match kind {
            "Scene Heading" => Element::Heading(words),
            "Character" => Element::Character(words),
            "Parenthetical" => Element::Parenthetical(words),
            "Dialogue" => Element::Dialogue(words),
            "Lyrics" | "Singing" => Element::Line(format!("*{}*", words.replace('*', ""))),
            "New Act" => Element::Act(words),
            "Transition" | "Shot" => Element::Line(words),
            // That an act ends is seen from the next one.
            "End of Act" => return,
            _ => Element::Action(words),
        });
        synopsis.for_each(|it| self.screenplay.add(Element::Synopsis(it)));
    }
}
