//! Screenplays of Final Draft (`.fdx`).

use super::{Element, Screenplay};
use crate::import::{StyledText, TextStyle, Token, attribute, walk};
use crate::novel::Book;
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

#[derive(Default)]
struct Reader {
    screenplay: Screenplay,
    /// The names of the open elements.
    open: Vec<String>,
    /// The types of the open paragraphs, with their words so far.
    paragraphs: Vec<(String, StyledText)>,
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
                        self.paragraphs.push((kind, StyledText::default()));
                    }
                    "text" => {
                        let style = attribute(tag, "Style").unwrap_or_default();
                        let has = |it: &str| style.split('+').any(|style| style == it);
                        self.style = Some([has("Bold"), has("Italic"), has("Strikeout")]);
                    }
                    "scriptnote" => self.screenplay.comments += 1,
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
                        if let Some((kind, mut words)) = self.paragraphs.pop() {
                            self.paragraph(&kind, words.take_markdown());
                        }
                    }
                    _ => {}
                }
            }
            Token::Words(words) => {
                if let (Some(style), Some(paragraph)) = (self.style, self.paragraphs.last_mut()) {
                    paragraph.1.push(words, style);
                }
            }
        }
    }

    fn paragraph(&mut self, kind: &str, words: String) {
        let words = words.trim().to_owned();
        // What is beside the script: notes, summaries, headers, settings.
        let is_inside = |it: &str| self.open.iter().any(|name| name == it);
        if words.is_empty() || is_inside("scriptnote") || is_inside("summary") {
            return;
        }
        if is_inside("titlepage") {
            // The first line is the title.
            let title = &mut self.screenplay.title;
            if title.is_none() && !is_inside("headerandfooter") {
                *title = Some(words.replace(['*', '\\'], ""));
            }
            return;
        }
        let is_script = self.open.get(1).is_some_and(|it| it == "content");
        if !is_script {
            return;
        }
        self.screenplay.add(match kind {
            "Scene Heading" => Element::Heading(words.replace('*', "")),
            "Character" => Element::Character(words),
            "Parenthetical" => Element::Parenthetical(words),
            "Dialogue" => Element::Dialogue(words),
            "Lyrics" | "Singing" => Element::Line(format!("*{}*", words.replace('*', ""))),
            "New Act" => Element::Act(words.replace('*', "")),
            "Transition" | "Shot" => Element::Line(words),
            // That an act ends is seen from the next one.
            "End of Act" => return,
            _ => Element::Action(words),
        });
    }
}
