//! Reads OpenDocument texts, as LibreOffice and others write them: paragraphs with their styles,
//! lists, notes, pictures and breaks. Deleted text of tracked changes is omitted.

use std::collections::HashMap;

use quick_xml::events::BytesStart;

use super::comments::Comment;
use super::edited::Anchors;
use super::{Book, text_of};
use crate::comment_marks::CommentMark;
use crate::edited::Bookmark;
use crate::import::{Blocks, Paragraph, StyledText, TextStyle, Token, attribute, walk};
use crate::{Folder, FormatError, ImportWarning, Warning};

pub(super) const CONTENT: &str = "content.xml";

/// A chain of styles based on each other is followed this far.
const MAX_CHAIN: usize = 16;
/// Elements whose text is not that of the story. The descriptions of pictures are among them.
const SKIPPED: [&str; 5] = [
    "tracked-changes",
    "table-of-content",
    "note-citation",
    "title",
    "desc",
];

/// Reads a whole document.
pub(super) fn book(folder: &Folder) -> Result<Book, FormatError> {
    Ok(read(folder)?.0)
}

/// Reads a whole document, and where scenes of a story begin in it.
pub(super) fn read(folder: &Folder) -> Result<(Book, Anchors), FormatError> {
    let folder = &folder.lookup();
    let mut book = Book::default();
    let content = text_of(folder, CONTENT, &mut book.warnings)?;
    let mut styles = Styles::default();
    if folder.file("styles.xml").is_some() {
        styles.read(&text_of(folder, "styles.xml", &mut book.warnings)?);
    }
    styles.read(&content);
    let mut reader = Reader::new(&styles);
    if let Err(line) = walk(&content, |token| reader.take(token)) {
        let damaged = Warning::at(line, ImportWarning::PageDamaged {});
        book.warnings.push(damaged.in_file(CONTENT));
    }
    reader.place_notes();
    book.comments = std::mem::take(&mut reader.comments);
    let meta = text_of(folder, "meta.xml", &mut Vec::new());
    book.title = meta.ok().and_then(|it| super::title_in(&it));
    book.title = book.title.or(reader.title.take());
    book.blocks = reader.blocks.finish();
    Ok((book, reader.anchors))
}

/// The styles of a document by their names, and how lists are numbered.
#[derive(Default)]
struct Styles {
    by_name: HashMap<String, Style>,
    /// Whether the items of a list style are numbered, by depth from 1.
    numbered: HashMap<(String, usize), bool>,
}

#[derive(Default)]
struct Style {
    parent: Option<String>,
    /// How it changes words.
    words: TextStyle,
    /// Whether it stands for what a writer changed by hand rather than for a named style.
    is_automatic: bool,
}

impl Styles {
    fn read(&mut self, text: &str) {
        let (mut name, mut list, mut is_automatic) = (None, String::new(), false);
        let _ = walk(text, |token| match token {
            Token::Open(element, tag) => {
                let get = |key| attribute(tag, key).unwrap_or_default();
                match element.as_str() {
                    "automatic-styles" => is_automatic = true,
                    "style" => {
                        let style = Style {
                            parent: attribute(tag, "parent-style-name"),
                            is_automatic,
                            ..Style::default()
                        };
                        self.by_name.insert(get("name"), style);
                        name = Some(get("name"));
                    }
                    "default-style" => name = None,
                    "text-properties" => {
                        let style = name.as_ref().and_then(|it| self.by_name.get_mut(it));
                        if let Some(style) = style {
                            style.words = words_of(tag);
                        }
                    }
                    "list-style" => list = get("name"),
                    "list-level-style-number" | "list-level-style-bullet" => {
                        let depth = get("level").parse().unwrap_or(1);
                        let is_numbered =
                            element.ends_with("number") && !get("num-format").is_empty();
                        self.numbered.insert((list.clone(), depth), is_numbered);
                    }
                    _ => {}
                }
            }
            Token::Close(element) if element == "automatic-styles" => is_automatic = false,
            Token::Close(_) | Token::Words(_) => {}
        });
    }

    /// The names of a style and of those that it is based on.
    fn chain<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let parent = |it: &&'a str| self.by_name.get(*it)?.parent.as_deref();
        std::iter::successors(Some(name), parent).take(MAX_CHAIN)
    }

    /// How a style changes words.
    fn words(&self, name: &str) -> TextStyle {
        let styles = self.chain(name).filter_map(|it| self.by_name.get(it));
        styles.fold([false; 3], |all, it| both(all, it.words))
    }

    /// How a paragraph changes its words by hand. What its named style looks like is not emphasis.
    fn words_of_paragraph(&self, name: &str) -> TextStyle {
        let style = self.by_name.get(name).filter(|it| it.is_automatic);
        style.map_or([false; 3], |it| it.words)
    }

    /// Whether a paragraph's style is, or is based on, one of these.
    fn is_one_of(&self, name: &str, wanted: &[&str]) -> bool {
        let mut names = self
            .chain(name)
            .map(|it| it.replace("_20_", " ").to_lowercase());
        names.any(|it| wanted.contains(&it.as_str()))
    }
}

fn both(one: TextStyle, other: TextStyle) -> TextStyle {
    [0, 1, 2].map(|mark| one[mark] || other[mark])
}

fn words_of(tag: &BytesStart<'_>) -> TextStyle {
    let is = |key: &str, of: &dyn Fn(&str) -> bool| attribute(tag, key).is_some_and(|it| of(&it));
    let is_heavy = |it: &str| it == "bold" || it.parse::<u32>().is_ok_and(|it| it >= 600);
    let is_drawn = |it: &str| it != "none";
    [
        is("font-weight", &is_heavy),
        is("font-style", &|it| it != "normal") || is("text-underline-style", &is_drawn),
        is("text-line-through-style", &is_drawn),
    ]
}

/// The paragraph around a note while the note is read.
struct Around {
    text: StyledText,
    style: String,
    level: Option<u8>,
}

struct Reader<'a> {
    styles: &'a Styles,
    blocks: Blocks,
    /// The title in the text.
    title: Option<String>,
    comments: Vec<Comment>,
    anchors: Anchors,
    /// The numbers of comments by their names.
    names: HashMap<String, usize>,
    /// The number of the open comment, and the element in it whose words are read.
    comment: Option<(usize, &'static str)>,
    text: StyledText,
    /// The style of the open paragraph, and its level if it is a heading.
    style: String,
    level: Option<u8>,
    /// How many paragraphs are open: one in a text box is inside another.
    open: usize,
    /// The styles of the open spans.
    spans: Vec<TextStyle>,
    /// The open lists: their styles, and the numbers of the next items.
    lists: Vec<(String, u64)>,
    /// Whether the next paragraph is the first of its list item.
    begins_item: bool,
    in_row: bool,
    /// How many elements are open whose text is not read.
    skipped: usize,
    link: Option<(usize, String)>,
    reading: Option<usize>,
    around: Option<Around>,
    /// The number of notes so far, those of the open paragraph, and those that stand below the last.
    marks: usize,
    own: Vec<String>,
    below: Vec<String>,
}

impl<'a> Reader<'a> {
    fn new(styles: &'a Styles) -> Self {
        Self {
            styles,
            blocks: Blocks::default(),
            title: None,
            comments: Vec::new(),
            anchors: Anchors::default(),
            names: HashMap::new(),
            comment: None,
            text: StyledText::default(),
            style: String::new(),
            level: None,
            open: 0,
            spans: Vec::new(),
            lists: Vec::new(),
            begins_item: false,
            in_row: false,
            skipped: 0,
            link: None,
            reading: None,
            around: None,
            marks: 0,
            own: Vec::new(),
            below: Vec::new(),
        }
    }

    fn take(&mut self, token: Token<'_>) {
        match token {
            Token::Open(name, tag) if name == "annotation" => self.begin_comment(tag),
            Token::Close(name) if name == "annotation" => self.comment = None,
            token if self.comment.is_some() => self.in_comment(token),
            Token::Open(name, _) if SKIPPED.contains(&name.as_str()) => self.skipped += 1,
            Token::Close(name) if SKIPPED.contains(&name.as_str()) => {
                self.skipped = self.skipped.saturating_sub(1);
            }
            _ if self.skipped > 0 => {}
            Token::Open(name, tag) => self.open(&name, tag),
            Token::Close(name) => self.close(&name),
            Token::Words(words) if self.open > 0 => {
                let style = self.word_style();
                self.text.push_collapsed(words, style);
            }
            Token::Words(_) => {}
        }
    }

    fn open(&mut self, name: &str, tag: &BytesStart<'_>) {
        let get = |key| attribute(tag, key).unwrap_or_default();
        match name {
            "p" | "h" => {
                self.divide();
                self.open += 1;
                if self.around.is_none() {
                    self.style = get("style-name");
                    let level = get("outline-level").parse().unwrap_or(1);
                    self.level = (name == "h").then_some(level);
                }
            }
            "span" => self.spans.push(self.styles.words(&get("style-name"))),
            "s" => {
                let count = get("c").parse().unwrap_or(1_usize);
                self.push(&" ".repeat(count.min(80)));
            }
            "tab" => self.push("\t"),
            "line-break" => self.push(if self.in_row { " " } else { "\n" }),
            "a" => self.link = Some((self.text.len(), get("href"))),
            "list" => {
                let inherited = self.lists.last().map(|it| it.0.clone());
                let style = attribute(tag, "style-name").or(inherited);
                self.lists.push((style.unwrap_or_default(), 1));
            }
            "list-item" => {
                if let (Some(list), Ok(number)) =
                    (self.lists.last_mut(), get("start-value").parse())
                {
                    list.1 = number;
                }
                self.begins_item = true;
            }
            "table-row" => self.in_row = true,
            "table-cell" if self.in_row => self.text.next_cell(),
            "image" => self.blocks.picture(get("href")),
            "bookmark" | "bookmark-start" => {
                if let Some(bookmark) = Bookmark::read(&get("name")) {
                    // Notes stand at the end of the scene before.
                    self.place_notes();
                    self.anchors.add(bookmark, self.blocks.len());
                }
            }
            "annotation-end" => {
                if let Some(&comment) = self.names.get(&get("name")) {
                    self.text.mark(CommentMark::End(comment));
                }
            }
            "ruby-text" => self.reading = Some(self.text.len()),
            "note" => {
                self.around = Some(Around {
                    text: std::mem::take(&mut self.text),
                    style: std::mem::take(&mut self.style),
                    level: self.level.take(),
                });
            }
            _ => {}
        }
    }

    /// Begins a comment; without a name, it is about this place.
    fn begin_comment(&mut self, tag: &BytesStart<'_>) {
        let comment = self.comments.len();
        let name = attribute(tag, "name").unwrap_or_default();
        if self.skipped == 0 {
            self.text.mark(CommentMark::Begin(comment));
            if name.is_empty() {
                self.text.mark(CommentMark::End(comment));
            }
        }
        let answered = attribute(tag, "parent-name").and_then(|it| self.names.get(&it));
        let answers = answered.copied();
        self.names.insert(name, comment);
        self.comments.push(Comment {
            answers,
            is_resolved: attribute(tag, "resolved").is_some_and(|it| it == "true"),
            ..Comment::default()
        });
        self.comment = Some((comment, ""));
    }

    fn in_comment(&mut self, token: Token<'_>) {
        let Some((number, element)) = &mut self.comment else {
            return;
        };
        let comment = &mut self.comments[*number];
        match token {
            Token::Open(name, _) => match name.as_str() {
                "creator" => *element = "creator",
                "p" => {
                    *element = "p";
                    if !comment.text.is_empty() {
                        comment.text.push('\n');
                    }
                }
                "line-break" => comment.text.push('\n'),
                "s" | "tab" => comment.text.push(' '),
                "span" | "a" => {}
                _ => *element = "",
            },
            Token::Close(name) if name == *element => *element = "",
            Token::Close(_) => {}
            Token::Words(words) => match *element {
                "creator" => comment.author.push_str(words.trim()),
                "p" => comment.text.push_str(&words.replace('\n', " ")),
                _ => {}
            },
        }
    }

    fn close(&mut self, name: &str) {
        match name {
            "p" | "h" => {
                self.divide();
                self.open = self.open.saturating_sub(1);
            }
            "span" => _ = self.spans.pop(),
            "a" => {
                if let Some((begin, address)) = self.link.take() {
                    self.text.link(begin, &address);
                }
            }
            "list" => _ = self.lists.pop(),
            "table-row" => {
                self.end_paragraph();
                self.in_row = false;
            }
            "ruby-text" => {
                if let Some(begin) = self.reading.take() {
                    let reading = self.text.split_off(begin);
                    self.push(&format!("（{reading}）"));
                }
            }
            "note" => {
                let note = self.text.take_markdown();
                let Some(around) = self.around.take() else {
                    return;
                };
                (self.text, self.style, self.level) = (around.text, around.style, around.level);
                self.marks += 1;
                let mark = format!("[{}]", self.marks);
                self.own.push(format!("{mark} {}", note.trim()));
                if self.level.is_none() {
                    self.push(&mark);
                }
            }
            _ => {}
        }
    }

    fn push(&mut self, words: &str) {
        let style = self.word_style();
        self.text.push(words, style);
    }

    fn word_style(&self) -> TextStyle {
        // Links are underlined by their looks.
        if self.level.is_some() || self.link.is_some() {
            return [false; 3];
        }
        let base = self.styles.words_of_paragraph(&self.style);
        self.spans.iter().fold(base, |all, it| both(all, *it))
    }

    /// Ends a paragraph, or a line in a cell of a table or in a note, which are one paragraph.
    fn divide(&mut self) {
        if !self.in_row && self.around.is_none() {
            self.end_paragraph();
        } else if self.text.last().is_some_and(|it| it != ' ') {
            self.push(" ");
        }
    }

    fn end_paragraph(&mut self) {
        let style = std::mem::take(&mut self.style);
        let own = std::mem::take(&mut self.own);
        if let Some(level) = self.level.take() {
            let text = self.text.take_plain();
            if !text.trim().is_empty() {
                self.place_notes();
                self.blocks.heading(level.clamp(1, 9), text.trim());
            }
            self.below.extend(own);
            return;
        }
        self.below.extend(own);
        let text = self.text.take_markdown();
        if self.styles.is_one_of(&style, &["horizontal line"]) {
            self.blocks.rule();
        }
        if text.trim().is_empty() {
            return;
        }
        if self.title.is_none() && self.styles.is_one_of(&style, &["title"]) {
            self.title = Some(text.trim().replace('\n', " "));
            return;
        }
        let title_page = ["subtitle", "author", "date"];
        if self.blocks.is_empty() && self.styles.is_one_of(&style, &title_page) {
            return;
        }
        let (kind, text) = self.kind(&style).with_typed_number(&text);
        self.blocks.paragraph(kind, text);
    }

    fn kind(&mut self, style: &str) -> Paragraph {
        let depth = self.lists.len();
        match self.lists.last_mut() {
            _ if self.in_row => Paragraph::Row,
            Some((list, next)) if std::mem::take(&mut self.begins_item) => {
                let is_numbered = self.styles.numbered.get(&(list.clone(), depth));
                let number = is_numbered.is_some_and(|it| *it).then_some(*next);
                *next += 1;
                Paragraph::Item {
                    depth: depth - 1,
                    number,
                }
            }
            Some(_) => Paragraph::ItemText(depth - 1),
            None if self
                .styles
                .is_one_of(style, &["quotations", "quote", "block text"]) =>
            {
                Paragraph::Quote
            }
            None => Paragraph::Text,
        }
    }

    /// Puts the notes below the text that refers to them, before the next heading.
    fn place_notes(&mut self) {
        for note in std::mem::take(&mut self.below) {
            self.blocks.paragraph(Paragraph::Text, &note);
        }
    }
}
