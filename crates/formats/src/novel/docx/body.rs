//! Reads the text of a document, or that of its notes.

use std::collections::{HashMap, HashSet};

use quick_xml::events::BytesStart;

use super::Document;
use super::styles::{is_on, mark_of};
use crate::comment_marks::CommentMark;
use crate::edited::Bookmark;
use crate::import::{Block, Blocks, Paragraph, StyledText, TextStyle, Token, attribute};
use crate::novel::edited::Anchors;
use crate::novel::style_role::Role;

/// Lists nested deeper than this are read as deep as this.
const MAX_DEPTH: usize = 8;

/// Reads tokens in order.
pub(super) struct Reader<'a> {
    document: &'a Document,
    blocks: Blocks,
    /// The title in the text.
    pub(super) title: Option<String>,
    /// The texts of the notes that have been read, by their ids.
    pub(super) notes: Vec<(String, String)>,
    /// The comments that have begun, by their numbers.
    comments: HashSet<usize>,
    /// The number of drawings that are not pictures.
    pub(super) drawings: usize,
    /// The scenes of a story that have begun.
    pub(super) anchors: Anchors,
    text: StyledText,
    paragraph: Properties,
    in_text: bool,
    in_run: bool,
    style: TextStyle,
    is_hidden: bool,
    in_row: bool,
    /// How many elements are open whose text is not read.
    skipped: usize,
    /// Where the open link begins and leads.
    link: Option<(usize, String)>,
    /// The reading of the characters that follow.
    reading: Option<String>,
    in_reading: bool,
    /// Whether the open drawing contains what is read.
    is_read: bool,
    note: Option<String>,
    /// The number of marks of notes so far, and the notes that stand below this paragraph.
    marks: usize,
    below: Vec<String>,
    /// How many items each list has had at each depth.
    counts: HashMap<String, Vec<u64>>,
}

/// The properties of a paragraph.
#[derive(Default)]
struct Properties {
    role: Option<Role>,
    style_list: Option<(String, usize)>,
    list: Option<String>,
    depth: Option<usize>,
    has_border: bool,
    is_rule: bool,
    /// The notes that the paragraph refers to.
    notes: Vec<String>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(document: &'a Document) -> Self {
        Self {
            document,
            blocks: Blocks::default(),
            title: None,
            notes: Vec::new(),
            comments: HashSet::new(),
            drawings: 0,
            anchors: Anchors::default(),
            text: StyledText::default(),
            paragraph: Properties::default(),
            in_text: false,
            in_run: false,
            style: [false; 3],
            is_hidden: false,
            in_row: false,
            skipped: 0,
            link: None,
            reading: None,
            in_reading: false,
            is_read: false,
            note: None,
            marks: 0,
            below: Vec::new(),
            counts: HashMap::new(),
        }
    }

    /// The blocks of the text.
    pub(super) fn finish(mut self) -> Vec<Block> {
        self.end_paragraph();
        self.place_notes();
        self.blocks.finish()
    }

    pub(super) fn take(&mut self, token: Token<'_>) {
        match token {
            // What was moved away stands where it was moved to, and a fallback repeats what it
            // stands for.
            Token::Open(name, _) if ["movefrom", "fallback"].contains(&name.as_str()) => {
                self.skipped += 1;
            }
            Token::Close(name) if ["movefrom", "fallback"].contains(&name.as_str()) => {
                self.skipped = self.skipped.saturating_sub(1);
            }
            _ if self.skipped > 0 => {}
            Token::Open(name, tag) if name.starts_with("comment") => self.comment(&name, tag),
            Token::Open(name, tag) if self.in_run => self.open_in_run(&name, tag),
            Token::Open(name, tag) => self.open(&name, tag),
            Token::Close(name) => self.close(&name),
            Token::Words(words) if self.in_text => self.push(words),
            Token::Words(_) => {}
        }
    }

    fn open(&mut self, name: &str, tag: &BytesStart<'_>) {
        let value = || attribute(tag, "val").unwrap_or_default();
        let paragraph = &mut self.paragraph;
        match name {
            "p" => self.divide(),
            "r" => {
                self.in_run = true;
                self.style = [false; 3];
                self.is_hidden = false;
            }
            "bookmarkstart" => {
                let name = attribute(tag, "name").unwrap_or_default();
                if let Some(bookmark) = Bookmark::read(&name) {
                    // Notes stand at the end of the scene before.
                    self.place_notes();
                    self.anchors.add(bookmark, self.blocks.len());
                }
            }
            "pstyle" => {
                paragraph.role = self.document.styles.role(&value());
                paragraph.style_list = self.document.styles.list(&value());
            }
            "outlinelvl" => {
                let level = value().parse::<u8>().ok().filter(|it| *it < 9);
                paragraph.role = paragraph.role.or(level.map(|it| Role::Heading(it + 1)));
            }
            "numid" => paragraph.list = Some(value()),
            "ilvl" => paragraph.depth = value().parse().ok(),
            "pbdr" => paragraph.has_border = true,
            "tr" => {
                self.end_paragraph();
                self.in_row = true;
            }
            "tc" if self.in_row => self.text.next_cell(),
            "hyperlink" => {
                let id = attribute(tag, "id").unwrap_or_default();
                let target = self.document.targets.get(&id).cloned();
                self.link = target.map(|it| (self.text.len(), it));
            }
            "footnote" | "endnote" => {
                self.end_paragraph();
                self.blocks = Blocks::default();
                self.note = attribute(tag, "id");
            }
            _ => {}
        }
    }

    fn open_in_run(&mut self, name: &str, tag: &BytesStart<'_>) {
        let value = || attribute(tag, "val").unwrap_or_default();
        match name {
            // Links are underlined by their looks.
            "rstyle" | "u" if self.link.is_some() => {}
            "rstyle" => self.style = self.document.styles.words(&value()),
            "vanish" => self.is_hidden = is_on(&value()),
            "t" => self.in_text = true,
            "tab" => self.push("\t"),
            "nobreakhyphen" => self.push("\u{2011}"),
            "br" | "cr" => {
                let is_line = attribute(tag, "type").is_none_or(|it| it == "textWrapping");
                if is_line {
                    self.push(if self.in_row { " " } else { "\n" });
                }
            }
            "rt" => {
                self.in_reading = true;
                self.reading = Some(String::new());
            }
            // Text boxes and readings hold paragraphs and runs inside a run.
            "p" => self.divide(),
            "footnotereference" | "endnotereference" => {
                let id = attribute(tag, "id").unwrap_or_default();
                let element = if name.starts_with('f') {
                    "footnotereference"
                } else {
                    "endnotereference"
                };
                if let Some(text) = self.document.notes.get(&(element, id)) {
                    self.marks += 1;
                    let mark = format!("[{}]", self.marks);
                    self.paragraph.notes.push(format!("{mark} {text}"));
                    self.text.push(&mark, [false; 3]);
                }
            }
            "drawing" | "pict" | "object" => self.is_read = false,
            "txbxcontent" => self.is_read = true,
            "blip" | "imagedata" => {
                let id = attribute(tag, "embed").or_else(|| attribute(tag, "id"));
                let target = id.and_then(|it| self.document.targets.get(&it));
                if let Some(target) = target {
                    self.is_read = true;
                    let path = match target.strip_prefix('/') {
                        Some(path) => path.to_owned(),
                        None => format!("word/{target}"),
                    };
                    self.blocks.picture(path);
                }
            }
            "rect" if attribute(tag, "hr").is_some_and(|it| it == "t") => {
                self.is_read = true;
                self.paragraph.is_rule = true;
            }
            _ => {
                if let Some(mark) = mark_of(name) {
                    self.style[mark] = is_on(&value());
                }
            }
        }
    }

    fn close(&mut self, name: &str) {
        match name {
            "t" => self.in_text = false,
            "r" => (self.in_run, self.in_text) = (false, false),
            "p" => self.divide(),
            "tr" | "tbl" => {
                self.end_paragraph();
                self.in_row = false;
            }
            "hyperlink" => self.end_link(),
            "rt" => self.in_reading = false,
            "rubybase" => {
                if let Some(reading) = self.reading.take() {
                    self.push(&format!("（{reading}）"));
                }
            }
            "drawing" | "pict" | "object" => self.drawings += usize::from(!self.is_read),
            "footnote" | "endnote" => {
                self.end_paragraph();
                let read = std::mem::take(&mut self.blocks).finish();
                let texts = read.into_iter().filter_map(|it| match it {
                    Block::Paragraph(text) => Some(text),
                    Block::Heading(..) | Block::Picture(_) | Block::Synopsis(_) => None,
                });
                let text = texts.collect::<Vec<_>>().join(" ");
                if let Some(id) = self.note.take().filter(|_| !text.is_empty()) {
                    self.notes.push((id, text));
                }
            }
            _ => {}
        }
    }

    /// Marks where a comment begins or ends. One that has not begun where it is referred to is about
    /// that place.
    fn comment(&mut self, name: &str, tag: &BytesStart<'_>) {
        let id = attribute(tag, "id").unwrap_or_default();
        let Some(&comment) = self.document.comments.get(&id) else {
            return;
        };
        let begins = name == "commentrangestart" || name == "commentreference";
        if begins && self.comments.insert(comment) {
            self.text.mark(CommentMark::Begin(comment));
            if name == "commentreference" {
                self.text.mark(CommentMark::End(comment));
            }
        } else if name == "commentrangeend" {
            self.text.mark(CommentMark::End(comment));
        }
    }

    fn push(&mut self, words: &str) {
        let is_heading = matches!(self.paragraph.role, Some(Role::Heading(_) | Role::Title));
        match &mut self.reading {
            Some(reading) if self.in_reading => reading.push_str(words),
            _ if self.is_hidden => {}
            _ if is_heading => self.text.push(words, [false; 3]),
            _ => self.text.push(words, self.style),
        }
    }

    fn end_link(&mut self) {
        if let Some((begin, target)) = self.link.take() {
            self.text.link(begin, &target);
        }
    }

    /// Ends a paragraph, or a line in a cell of a table: a row is one paragraph.
    fn divide(&mut self) {
        if !self.in_row {
            self.end_paragraph();
        } else if self.text.last().is_some_and(|it| it != ' ') {
            self.text.push(" ", [false; 3]);
        }
    }

    fn end_paragraph(&mut self) {
        self.end_link();
        let paragraph = std::mem::take(&mut self.paragraph);
        let role = paragraph.role;
        if let Some(Role::Heading(_) | Role::Title) = role {
            self.place_notes();
            self.below = paragraph.notes;
            let text = self.text.take_plain();
            let text = text.trim();
            match role {
                _ if text.is_empty() => {}
                Some(Role::Heading(level)) => self.blocks.heading(level, text),
                _ if self.title.is_none() => self.title = Some(text.replace('\n', " ")),
                _ => self.blocks.heading(1, text),
            }
            return;
        }
        let text = self.text.take_markdown();
        let is_empty = text.trim().is_empty();
        if paragraph.is_rule || (paragraph.has_border && is_empty) {
            self.blocks.rule();
        }
        let is_title_page = role == Some(Role::TitlePage) && self.blocks.is_empty();
        if is_empty || is_title_page || role == Some(Role::Contents) {
            return;
        }
        let (kind, text) = self.kind(&paragraph).with_typed_number(&text);
        self.blocks.paragraph(kind, text);
        self.below.extend(paragraph.notes);
    }

    fn kind(&mut self, paragraph: &Properties) -> Paragraph {
        if self.in_row {
            return Paragraph::Row;
        }
        let style_list = paragraph.style_list.as_ref();
        let list = paragraph.list.as_ref().or(style_list.map(|it| &it.0));
        let depth = paragraph.depth.or(style_list.map(|it| it.1));
        let depth = depth.unwrap_or(0).min(MAX_DEPTH);
        if let Some(list) = list
            && let Some(is_numbered) = self.document.lists.is_numbered(list, depth)
        {
            let counts = self.counts.entry(list.clone()).or_default();
            counts.resize(depth + 1, 0);
            counts[depth] += 1;
            let number = is_numbered.then_some(counts[depth]);
            return Paragraph::Item { depth, number };
        }
        match paragraph.role {
            Some(Role::Quote) => Paragraph::Quote,
            _ => Paragraph::Text,
        }
    }

    /// Puts the notes below the text that refers to them, before the next heading.
    fn place_notes(&mut self) {
        for note in std::mem::take(&mut self.below) {
            self.blocks.paragraph(Paragraph::Text, &note);
        }
    }
}
