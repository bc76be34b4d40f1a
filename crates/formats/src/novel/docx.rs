//! Reads Word documents: paragraphs with heading styles, emphasis and breaks. Deleted text of
//! tracked changes is omitted.

use std::collections::HashMap;

use super::{Book, headings, text_of};
use crate::folder::FileLookup;
use crate::import::{Block, Token, attribute, walk};
use crate::{Folder, FormatError, ImportWarning, Warning};

const DOCUMENT: &str = "word/document.xml";
const STYLES: &str = "word/styles.xml";

/// Reads a whole document. If it marks no headings and `guesses` is set, lines that read like
/// headings become headings.
pub(super) fn book(folder: &Folder, guesses: bool) -> Result<Book, FormatError> {
    let folder = &folder.lookup();
    let mut book = Book::default();
    let styles = match folder.file(STYLES) {
        Some(_) => styles(&text_of(folder, STYLES, &mut book.warnings)?),
        None => HashMap::new(),
    };
    let mut reader = Reader {
        styles,
        ..Reader::default()
    };
    let text = text_of(folder, DOCUMENT, &mut book.warnings)?;
    if let Err(line) = walk(&text, |token| reader.take(token)) {
        let damaged = Warning::at(line, ImportWarning::PageDamaged {});
        book.warnings.push(damaged.in_file(DOCUMENT));
    }
    if reader.pictures > 0 {
        book.warnings
            .push(Warning::for_file(ImportWarning::MediaSkipped {
                count: reader.pictures,
            }));
    }
    book.title = core_title(folder).or(reader.title.take());
    book.blocks = reader.blocks;
    let styled = book
        .blocks
        .iter()
        .any(|it| matches!(it, Block::Heading(..)));
    if !styled && guesses {
        book.blocks = book.blocks.into_iter().map(detect_heading).collect();
    }
    Ok(book)
}

/// If no paragraph has a heading style, paragraphs that read like headings become headings.
fn detect_heading(block: Block) -> Block {
    match block {
        Block::Paragraph(text) => match headings::read(text.trim_matches('*')).map(|it| it.level) {
            Some(level) => Block::Heading(level, text.trim_matches('*').trim().to_owned()),
            None => Block::Paragraph(text),
        },
        heading => heading,
    }
}

fn core_title(folder: &FileLookup<'_>) -> Option<String> {
    let text = text_of(folder, "docProps/core.xml", &mut Vec::new()).ok()?;
    let (mut inside, mut title) = (false, String::new());
    let _ = walk(&text, |token| match token {
        Token::Open(name, _) => inside = name == "title",
        Token::Close(_) => inside = false,
        Token::Words(words) if inside => title.push_str(words),
        Token::Words(_) => {}
    });
    Some(title.trim().to_owned()).filter(|it| !it.is_empty())
}

/// The heading level of each style; 0 for the document title.
fn styles(text: &str) -> HashMap<String, u8> {
    let (mut levels, mut bases) = (HashMap::new(), HashMap::new());
    let mut id = String::new();
    let _ = walk(text, |token| {
        let Token::Open(name, tag) = token else {
            return;
        };
        let value = || attribute(tag, "val").unwrap_or_default();
        match name.as_str() {
            "style" => id = attribute(tag, "styleId").unwrap_or_default(),
            "name" => {
                if let Some(level) = level_of(&value()) {
                    levels.insert(id.clone(), level);
                }
            }
            "outlinelvl" => {
                if let Some(level) = value().parse::<u8>().ok().filter(|it| *it < 9) {
                    levels.entry(id.clone()).or_insert(level + 1);
                }
            }
            "basedon" => _ = bases.insert(id.clone(), value()),
            _ => {}
        }
    });
    let inherited: Vec<_> = bases
        .into_iter()
        .filter_map(|(id, base)| Some((id, *levels.get(&base)?)))
        .collect();
    for (id, level) in inherited {
        levels.entry(id).or_insert(level);
    }
    levels
}

fn level_of(style: &str) -> Option<u8> {
    let style = style.to_lowercase();
    if style == "title" {
        return Some(0);
    }
    let digit = style
        .strip_prefix("heading")
        .or_else(|| style.strip_prefix("标题"))?;
    digit.trim().parse().ok().filter(|it| (1..=9).contains(it))
}

#[derive(Default)]
struct Reader {
    styles: HashMap<String, u8>,
    blocks: Vec<Block>,
    title: Option<String>,
    pictures: usize,
    paragraph: String,
    level: Option<u8>,
    in_text: bool,
    in_run: bool,
    bold: bool,
    italic: bool,
    run: String,
}

impl Reader {
    fn take(&mut self, token: Token<'_>) {
        match token {
            Token::Open(name, tag) => {
                let is_on = || {
                    !matches!(
                        attribute(tag, "val").as_deref(),
                        Some("0" | "false" | "none")
                    )
                };
                match name.as_str() {
                    "p" => self.end_paragraph(),
                    "pstyle" => {
                        let style = attribute(tag, "val").unwrap_or_default();
                        self.level = self
                            .styles
                            .get(&style)
                            .copied()
                            .or_else(|| level_of(&style));
                    }
                    "r" => self.in_run = true,
                    "b" if self.in_run => self.bold = is_on(),
                    "i" if self.in_run => self.italic = is_on(),
                    "t" => self.in_text = true,
                    "tab" if self.in_run => self.run.push('\t'),
                    "br" | "cr" if self.in_run => self.run.push('\n'),
                    "drawing" | "pict" => self.pictures += 1,
                    _ => {}
                }
            }
            Token::Close(name) => match name.as_str() {
                "t" => self.in_text = false,
                "r" => self.end_run(),
                "p" => self.end_paragraph(),
                _ => {}
            },
            Token::Words(words) if self.in_text => self.run.push_str(words),
            Token::Words(_) => {}
        }
    }

    fn end_run(&mut self) {
        let run = std::mem::take(&mut self.run);
        let mark = match (self.bold, self.italic) {
            (true, true) => "***",
            (true, false) => "**",
            (false, true) => "*",
            (false, false) => "",
        };
        let words = run.trim();
        if mark.is_empty() || words.is_empty() || self.level.is_some() {
            self.paragraph.push_str(&run);
        } else {
            // Emphasis marks are placed next to text: next to a space they would have no effect.
            let begin = run.len() - run.trim_start().len();
            let end = run.trim_end().len();
            let marked = format!("{}{mark}{words}{mark}{}", &run[..begin], &run[end..]);
            self.paragraph.push_str(&marked);
        }
        (self.bold, self.italic, self.in_run, self.in_text) = (false, false, false, false);
    }

    fn end_paragraph(&mut self) {
        let text = std::mem::take(&mut self.paragraph);
        // Merge adjacent runs with the same emphasis.
        let text = text.replace("****", "");
        let level = self.level.take();
        let text = text.trim_matches(['\n', ' ']);
        if text.trim().is_empty() {
            return;
        }
        match level {
            Some(0) if self.title.is_none() => self.title = Some(text.replace('\n', " ")),
            Some(level) => self
                .blocks
                .push(Block::Heading(level.max(1), text.replace('\n', " "))),
            None => self.blocks.push(Block::Paragraph(text.to_owned())),
        }
    }
}
