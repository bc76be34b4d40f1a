//! Builds the text of a document from its tokens.

use std::collections::HashMap;

use encoding_rs::{Encoding, WINDOWS_1252};

use super::comments::{CommentReader, Part};
use super::letters::{Letters, of_character_set, of_code_page};
use super::tokens::Token;
use crate::import::{Blocks, Paragraph, StyledText, TextStyle};
use crate::novel::Book;
use crate::novel::style_role::{Role, role_of};

/// What the addresses of comments begin with in Scrivener.
const SCRIVENER_COMMENT: &str = "scrivcmt://";

/// What becomes of the text of a group.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Destination {
    /// It is text of the document.
    #[default]
    Text,
    /// It is left out.
    Skipped,
    /// It names the fonts.
    Fonts,
    /// It names the styles.
    Styles,
    /// It is what programs know of the document.
    Info,
    /// It is the title that programs know.
    Title,
    /// It says what a field is, such as a link.
    Instruction,
    /// It is the number or bullet of a list item.
    Mark,
    /// It belongs to a comment.
    Comment(Part),
}

/// What holds within a group, and ends with it.
#[derive(Debug, Clone)]
struct Group {
    destination: Destination,
    style: TextStyle,
    is_hidden: bool,
    encoding: &'static Encoding,
    /// How many letters follow each that is given by its number, for readers without Unicode.
    fallback: usize,
    /// Whether its text is that of a link.
    is_link: bool,
    /// Where the link begins that ends with it.
    link: Option<usize>,
    /// Whether it is within a note.
    is_in_note: bool,
    /// Whether the note ends with it.
    is_note: bool,
}

impl Default for Group {
    fn default() -> Self {
        Self {
            destination: Destination::default(),
            style: [false; 3],
            is_hidden: false,
            encoding: WINDOWS_1252,
            fallback: 1,
            is_link: false,
            link: None,
            is_in_note: false,
            is_note: false,
        }
    }
}

/// What the open paragraph is.
#[derive(Debug, Clone, Copy, Default)]
struct Properties {
    /// The number of its style.
    style: i32,
    /// Its level as a heading, if it has one of its own.
    level: Option<u8>,
    /// How many lists enclose its list.
    depth: usize,
    /// Whether it is in a table.
    in_row: bool,
}

/// Reads tokens in order.
#[derive(Default)]
pub(super) struct Reader {
    /// The open groups around the innermost one.
    around: Vec<Group>,
    group: Group,
    letters: Letters,
    /// The encoding of fonts that name none.
    encoding: Option<&'static Encoding>,
    fonts: HashMap<i32, &'static Encoding>,
    font: i32,
    styles: HashMap<i32, Role>,
    /// The style that is being named: its number, its level as a heading and its name.
    named: (i32, Option<u8>, String),
    title: Option<String>,
    comments: CommentReader,
    /// How many pictures were left out.
    pub(super) pictures: usize,
    blocks: Blocks,
    text: StyledText,
    paragraph: Properties,
    instruction: String,
    mark: String,
    /// The paragraph around the open note.
    around_note: (StyledText, Properties),
    /// The number of notes so far, and those that stand below the paragraph.
    marks: usize,
    notes: Vec<String>,
}

impl Reader {
    /// A reader that numbers comments from `first_comment` on.
    pub(super) fn new(first_comment: usize) -> Self {
        Self {
            comments: CommentReader::from(first_comment),
            ..Self::default()
        }
    }

    /// Whether groups are open.
    pub(super) fn is_open(&self) -> bool {
        !self.around.is_empty()
    }

    /// Puts the title, the text and the comments into a book.
    pub(super) fn finish(mut self, book: &mut Book) {
        self.flush();
        match self.paragraph.in_row {
            true => self.end_row(),
            false => self.end_paragraph(),
        }
        self.place_notes();
        let title = self.title.map(|it| it.trim().to_owned());
        book.title = title.filter(|it| !it.is_empty());
        book.blocks = self.blocks.finish();
        book.comments = self.comments.finish();
    }

    pub(super) fn take(&mut self, token: Token<'_>) {
        match token {
            Token::Bytes(bytes) => self.bytes(bytes),
            Token::Byte(byte) => self.bytes(&[byte]),
            Token::Letter(letter) => self.letter(letter),
            Token::Word("u", Some(number)) => {
                self.flush();
                if let Some(letter) = self.letters.numbered(number) {
                    self.write(letter.encode_utf8(&mut [0; 4]));
                }
                self.letters.skipped = self.group.fallback;
            }
            Token::Open => {
                self.flush();
                self.around.push(self.group.clone());
                (self.group.link, self.group.is_note) = (None, false);
            }
            Token::Close => {
                self.flush();
                self.close();
            }
            Token::Optional => {
                // Those that are read are named by their words; see `destination`.
                self.flush();
                if matches!(
                    self.group.destination,
                    Destination::Text | Destination::Comment(_)
                ) {
                    self.group.destination = Destination::Skipped;
                }
            }
            Token::Word(name, number) => {
                self.flush();
                self.word(name, number);
            }
        }
    }

    fn bytes(&mut self, bytes: &[u8]) {
        let before = self.letters.push(bytes, self.group.encoding);
        self.write(&before);
    }

    /// Writes the letters that have been read.
    fn flush(&mut self) {
        let text = self.letters.take();
        self.letters.skipped = 0;
        self.write(&text);
    }

    fn letter(&mut self, letter: char) {
        let skipped = self.letters.skipped;
        self.flush();
        if skipped > 0 {
            self.letters.skipped = skipped - 1;
        } else {
            self.write(letter.encode_utf8(&mut [0; 4]));
        }
    }

    fn write(&mut self, words: &str) {
        match self.group.destination {
            Destination::Text if !self.group.is_hidden => {
                let is_heading = matches!(self.role(), Some(Role::Heading(_) | Role::Title));
                let style = match is_heading || self.group.is_link {
                    true => [false; 3],
                    false => self.group.style,
                };
                self.text.push(words, style);
            }
            Destination::Styles => self.named.2.push_str(words),
            Destination::Title => self.title.get_or_insert_default().push_str(words),
            Destination::Instruction => self.instruction.push_str(words),
            Destination::Mark => self.mark.push_str(words),
            Destination::Comment(part) => self.comments.write(part, words),
            Destination::Text | Destination::Skipped | Destination::Fonts | Destination::Info => {}
        }
    }

    fn close(&mut self) {
        let Some(around) = self.around.pop() else {
            return;
        };
        let closed = std::mem::replace(&mut self.group, around);
        if closed.destination == Destination::Styles {
            self.name_style();
        }
        if let Destination::Comment(part) = closed.destination
            && self.group.destination != closed.destination
        {
            self.comments.close(part, &mut self.text);
        }
        if let Some(begin) = closed.link {
            let address = self.instruction.split('"').nth(1).unwrap_or_default();
            match address.strip_prefix(SCRIVENER_COMMENT) {
                Some(key) => self.comments.place(key, begin, &mut self.text),
                None => self.text.link(begin, address),
            }
            self.instruction.clear();
        }
        if closed.is_note {
            let note = self.text.take_markdown().replace('\n', " ");
            (self.text, self.paragraph) = std::mem::take(&mut self.around_note);
            self.marks += 1;
            let mark = format!("[{}]", self.marks);
            self.notes.push(format!("{mark} {}", note.trim()));
            self.write(&mark);
        }
    }

    fn name_style(&mut self) {
        let (number, level, name) = std::mem::take(&mut self.named);
        let name = name.trim_end_matches(';').trim();
        let role = role_of(name).or(level.map(Role::Heading));
        if let Some(role) = role {
            self.styles.insert(number, role);
        }
    }

    fn word(&mut self, name: &str, number: Option<i32>) {
        let is_in_text = self.around.last().map(|it| it.destination) == Some(Destination::Text);
        if name == "footnote" && is_in_text {
            // Some programs mark notes as optional.
            self.group.destination = Destination::Text;
        }
        if let Some(destination) = self.destination(name) {
            // A group within one that is left out is left out too.
            let is_left_out = self.group.destination == Destination::Skipped
                && !matches!(
                    destination,
                    Destination::Instruction | Destination::Mark | Destination::Comment(_)
                );
            if !is_left_out {
                self.group.destination = destination;
            }
            return;
        }
        match self.group.destination {
            Destination::Fonts => match (name, number) {
                ("f", Some(number)) => self.font = number,
                ("fcharset", Some(number)) => {
                    if let Some(encoding) = of_character_set(number) {
                        self.fonts.insert(self.font, encoding);
                    }
                }
                _ => {}
            },
            Destination::Styles => match (name, number) {
                ("s", Some(number)) => self.named.0 = number,
                ("outlinelevel", Some(number)) => self.named.1 = level_of(number),
                _ => {}
            },
            _ => {
                self.character_word(name, number);
                match self.group.destination {
                    Destination::Text => self.paragraph_word(name, number),
                    Destination::Comment(_) if ["par", "line"].contains(&name) => self.write("\n"),
                    _ => {}
                }
            }
        }
    }

    /// The destination that a word begins.
    fn destination(&mut self, name: &str) -> Option<Destination> {
        Some(match name {
            "fonttbl" => Destination::Fonts,
            "stylesheet" => Destination::Styles,
            "info" => Destination::Info,
            "title" if self.group.destination == Destination::Info => Destination::Title,
            "fldinst" => {
                self.instruction.clear();
                Destination::Instruction
            }
            "listtext" | "pntext" => Destination::Mark,
            // Each picture may be there twice, once for programs that do not know this group.
            "shppict" => {
                self.pictures += 1;
                Destination::Skipped
            }
            "pict" => {
                let is_alone = self.group.destination == Destination::Text;
                self.pictures += usize::from(is_alone);
                Destination::Skipped
            }
            "colortbl" | "header" | "headerl" | "headerr" | "headerf" | "footer" | "footerl"
            | "footerr" | "footerf" | "object" | "nonshppict" | "xe" | "tc" | "atnid"
            | "filetbl" | "private" => Destination::Skipped,
            _ => Destination::Comment(Part::of(name)?),
        })
    }

    /// Words for letters, and for how letters look.
    fn character_word(&mut self, name: &str, number: Option<i32>) {
        let is_on = number != Some(0);
        match name {
            "ansicpg" => {
                let encoding = of_code_page(number.unwrap_or_default());
                self.encoding = Some(encoding);
                self.group.encoding = encoding;
            }
            "mac" => self.group.encoding = of_code_page(10000),
            "f" => {
                let own = number.and_then(|it| self.fonts.get(&it)).copied();
                let of_file = self.encoding.unwrap_or(WINDOWS_1252);
                self.group.encoding = own.unwrap_or(of_file);
            }
            "uc" => self.group.fallback = number.map_or(1, |it| it.clamp(0, 16) as usize),
            "plain" => self.group.style = [false; 3],
            "b" => self.group.style[0] = is_on,
            // Manuscripts underline what a book prints in italics.
            "i" | "ul" => self.group.style[1] = is_on,
            "ulnone" => self.group.style[1] = false,
            "strike" | "striked" => self.group.style[2] = is_on,
            "v" | "deleted" => self.group.is_hidden = is_on,
            "emdash" => self.write("—"),
            "endash" => self.write("–"),
            "lquote" => self.write("‘"),
            "rquote" => self.write("’"),
            "ldblquote" => self.write("“"),
            "rdblquote" => self.write("”"),
            "bullet" => self.write("•"),
            "emspace" | "enspace" | "qmspace" => self.write(" "),
            "tab" => self.write("\t"),
            _ => {}
        }
    }

    /// Words that divide the text, and for paragraphs.
    fn paragraph_word(&mut self, name: &str, number: Option<i32>) {
        match name {
            "par" | "sect" | "page" if self.group.is_in_note => self.write(" "),
            "par" | "sect" | "page" => self.end_paragraph(),
            "line" if self.paragraph.in_row => self.write(" "),
            "line" => self.write("\n"),
            "pard" => self.paragraph = Properties::default(),
            "s" => self.paragraph.style = number.unwrap_or_default(),
            "outlinelevel" => self.paragraph.level = number.and_then(level_of),
            "ilvl" => self.paragraph.depth = number.map_or(0, |it| it.clamp(0, 8) as usize),
            "intbl" => self.paragraph.in_row = true,
            "cell" | "nestcell" => self.text.next_cell(),
            "row" | "nestrow" => {
                self.paragraph.in_row = true;
                self.end_row();
            }
            "footnote" if !self.group.is_in_note => {
                (self.group.is_note, self.group.is_in_note) = (true, true);
                let text = std::mem::take(&mut self.text);
                self.around_note = (text, std::mem::take(&mut self.paragraph));
            }
            "fldrslt" if self.instruction.trim_start().starts_with("HYPERLINK") => {
                self.group.link = Some(self.text.len());
                self.group.is_link = true;
            }
            _ => {}
        }
    }

    fn role(&self) -> Option<Role> {
        let own = self.paragraph.level.map(Role::Heading);
        own.or_else(|| self.styles.get(&self.paragraph.style).copied())
    }

    fn end_row(&mut self) {
        let row = self.text.take_markdown();
        let row = row.trim_end_matches([' ', '|']).to_owned();
        self.blocks.paragraph(Paragraph::Row, &row);
    }

    fn end_paragraph(&mut self) {
        if self.paragraph.in_row {
            // The paragraphs of a cell are one.
            if self.text.last().is_some_and(|it| it != ' ') {
                self.write(" ");
            }
            return;
        }
        let mut mark = std::mem::take(&mut self.mark);
        let role = self.role();
        if let Some(Role::Heading(_) | Role::Title) = role {
            let text = self.text.take_plain().trim().replace('\n', " ");
            match role {
                _ if text.is_empty() => {}
                Some(Role::Heading(level)) => {
                    self.place_notes();
                    self.blocks.heading(level, &text);
                }
                _ => _ = self.title.get_or_insert(text),
            }
            return;
        }
        let mut text = self.text.take_markdown();
        if text.chars().count() > 2 && text.chars().all(|it| it == '—') {
            return self.blocks.rule();
        }
        if let Some((typed, rest)) = text.split_once('\t').filter(|it| is_item_mark(it.0)) {
            (mark, text) = (typed.to_owned(), rest.to_owned());
        }
        let is_title_page = role == Some(Role::TitlePage) && self.blocks.is_empty();
        if is_title_page || role == Some(Role::Contents) {
            return;
        }
        let kind = match role {
            Some(Role::Quote) => Paragraph::Quote,
            _ if mark.trim().is_empty() => Paragraph::Text,
            _ => Paragraph::Item {
                depth: self.paragraph.depth,
                number: number_of(&mark),
            },
        };
        self.blocks.paragraph(kind, &text);
    }

    /// Puts the notes below the text that refers to them, before the next heading.
    fn place_notes(&mut self) {
        for note in std::mem::take(&mut self.notes) {
            self.blocks.paragraph(Paragraph::Text, &note);
        }
    }
}

/// Whether the words before a tab are those before the text of a list item.
fn is_item_mark(words: &str) -> bool {
    words == "•" || words.ends_with(['.', ')']) && number_of(words).is_some()
}

/// The number of a list item by what stands before it; none for a bullet.
fn number_of(mark: &str) -> Option<u64> {
    mark.trim().trim_end_matches(['.', ')']).parse().ok()
}

/// The level of a heading by its level in the outline, which counts from 0.
fn level_of(outline: i32) -> Option<u8> {
    u8::try_from(outline)
        .ok()
        .filter(|it| *it < 9)
        .map(|it| it + 1)
}
