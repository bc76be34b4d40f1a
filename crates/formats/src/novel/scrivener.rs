//! Reads projects of Scrivener: the folders and texts of the manuscript become headings with the texts
//! below them, each of which is a file of Rich Text. What is not compiled, and everything outside of the
//! manuscript, is left out and listed.

use super::{Book, rtf, text_of};
use crate::folder::FileLookup;
use crate::import::{Block, Token, attribute, walk};
use crate::{Folder, FormatError, FormatErrorKind, ImportWarning, Warning};

/// What the name of a project's index ends with.
pub(super) const INDEX: &str = ".scrivx";

/// How many of the titles that are left out a warning lists.
const MAX_LISTED: usize = 8;

/// Reads the manuscript.
pub(super) fn book(folder: &Folder) -> Result<Book, FormatError> {
    let index = folder.files.keys().find(|it| it.ends_with(INDEX));
    let Some(index) = index else {
        let path = INDEX.to_owned();
        return Err(FormatError::for_file(
            FormatErrorKind::DocumentPartMissing { path },
        ));
    };
    let (above, name) = index.rsplit_once('/').unwrap_or(("", index));
    let lookup = folder.lookup();
    let mut book = Book::default();
    let source = text_of(&lookup, index, &mut book.warnings)?;
    let mut binder = Binder::default();
    if let Err(line) = walk(&source, |token| binder.take(token)) {
        let damaged = Warning::at(line, ImportWarning::PageDamaged {});
        book.warnings.push(damaged.in_file(index));
    }
    let root = match above {
        "" => String::new(),
        above => format!("{above}/"),
    };
    for text in &binder.texts {
        if !text.title.is_empty() {
            book.blocks
                .push(Block::Heading(text.level, text.title.clone()));
        }
        read_text(&lookup, &root, &text.id, &mut book)?;
    }
    if !binder.skipped.is_empty() {
        let count = binder.skipped.len();
        let mut names = binder.skipped;
        names.truncate(MAX_LISTED);
        let names = names.join(", ");
        let skipped = Warning::for_file(ImportWarning::FilesSkipped { count, names });
        book.warnings.push(skipped);
    }
    book.title = Some(name.trim_end_matches(INDEX).to_owned());
    Ok(book)
}

/// Adds the text of an item, if it has one.
fn read_text(
    lookup: &FileLookup<'_>,
    root: &str,
    id: &str,
    book: &mut Book,
) -> Result<(), FormatError> {
    // Scrivener 3, and the versions before it.
    let paths = [
        format!("{root}Files/Data/{id}/content.rtf"),
        format!("{root}Files/Docs/{id}.rtf"),
    ];
    let Some((path, bytes)) = paths.iter().find_map(|it| lookup.file(it)) else {
        return Ok(());
    };
    let text = rtf::book(bytes, false).map_err(|it| it.in_file(path))?;
    book.skipped_media += text.skipped_media;
    let warnings = text.warnings.into_iter();
    book.warnings.extend(warnings.map(|it| it.in_file(path)));
    book.blocks
        .extend(text.blocks.into_iter().map(|it| match it {
            // The headings of chapters are in the binder.
            Block::Heading(_, words) => Block::Paragraph(format!("#### {}", without_marks(&words))),
            Block::Paragraph(words) => Block::Paragraph(without_marks(&words)),
            picture @ Block::Picture(_) => picture,
        }));
    Ok(())
}

/// The words without the marks of Scrivener's styles, such as `<$Scr_Ps::0>` and `<!$Scr_Ps::0>`.
fn without_marks(words: &str) -> String {
    let mut text = String::with_capacity(words.len());
    let mut rest = words;
    while let Some(at) = rest.find('<') {
        let (before, mark) = rest.split_at(at);
        text.push_str(before);
        let is_mark = mark.starts_with("<$Scr_") || mark.starts_with("<!$Scr_");
        match mark.find('>').filter(|_| is_mark) {
            Some(end) => rest = &mark[end + 1..],
            None => {
                text.push('<');
                rest = &mark[1..];
            }
        }
    }
    text + rest
}

/// A folder or text of the manuscript.
struct ManuscriptItem {
    id: String,
    title: String,
    /// Its level as a heading, from 1.
    level: u8,
}

/// An item of the binder that is being read.
#[derive(Default)]
struct Item {
    id: String,
    title: String,
    is_compiled: bool,
    /// How many folders of the manuscript enclose it, from 1; `None` outside of the manuscript.
    depth: Option<u8>,
    /// Whether it is the manuscript or what Scrivener keeps for itself.
    is_root: bool,
    is_read: bool,
}

/// Collects the items of the manuscript in order.
#[derive(Default)]
struct Binder {
    open: Vec<Item>,
    /// The element whose words are read.
    element: String,
    texts: Vec<ManuscriptItem>,
    /// The titles of what is left out.
    skipped: Vec<String>,
}

impl Binder {
    fn take(&mut self, token: Token<'_>) {
        match token {
            Token::Open(name, tag) if name == "binderitem" => {
                let get = |key| attribute(tag, key).unwrap_or_default();
                let kind = get("Type");
                let is_manuscript = kind == "DraftFolder";
                let above = self.open.last();
                let depth = match above {
                    _ if is_manuscript => Some(0),
                    Some(above) => above.depth.map(|it| it.saturating_add(1).min(8)),
                    None => None,
                };
                self.open.push(Item {
                    id: attribute(tag, "UUID").unwrap_or_else(|| get("ID")),
                    is_compiled: true,
                    depth,
                    is_root: is_manuscript || kind == "TrashFolder",
                    ..Item::default()
                });
            }
            Token::Open(name, _) => {
                // What is said of an item stands before what is in it.
                if name == "children" {
                    self.read();
                }
                self.element = name;
            }
            Token::Close(name) => {
                self.element.clear();
                if name == "binderitem" {
                    self.read();
                    self.open.pop();
                }
            }
            Token::Words(words) => {
                if let Some(item) = self.open.last_mut().filter(|it| !it.is_read) {
                    match self.element.as_str() {
                        "title" => item.title.push_str(words),
                        "includeincompile" if words.trim() == "No" => item.is_compiled = false,
                        _ => {}
                    }
                }
            }
        }
    }

    /// Takes the item that is open, once.
    fn read(&mut self) {
        let count = self.open.len();
        let Some(item) = self.open.last_mut().filter(|it| !it.is_read) else {
            return;
        };
        item.is_read = true;
        let title = item.title.split_whitespace().collect::<Vec<_>>().join(" ");
        match item.depth {
            _ if item.is_root => {}
            Some(level) if item.is_compiled => self.texts.push(ManuscriptItem {
                id: item.id.clone(),
                title,
                level: level.max(1),
            }),
            // Of what is not in the manuscript, the folders at the top are enough.
            Some(_) => self.skipped.push(title),
            None if count == 1 => self.skipped.push(title),
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    #[test]
    fn reads_the_manuscript_of_a_project() {
        let mut folder = Folder::default();
        folder.put(
            "Sea.scriv/Sea.scrivx",
            r#"<?xml version="1.0" encoding="UTF-8"?>
<ScrivenerProject Template="No" Version="2.0"><Binder>
<BinderItem UUID="D" Type="DraftFolder"><Title>Manuscript</Title><MetaData/><Children>
  <BinderItem UUID="C" Type="Folder"><Title>The  Quay</Title><MetaData><IncludeInCompile>Yes</IncludeInCompile></MetaData><Children>
    <BinderItem UUID="S" Type="Text"><Title>Fog &amp; rain</Title><TextSettings><TextSelection>0,0</TextSelection></TextSettings></BinderItem>
    <BinderItem UUID="N" Type="Text"><Title>Cut</Title><MetaData><IncludeInCompile>No</IncludeInCompile></MetaData></BinderItem>
  </Children></BinderItem>
  <BinderItem ID="7" Type="Text"><Title>After</Title></BinderItem>
</Children></BinderItem>
<BinderItem UUID="R" Type="ResearchFolder"><Title>Research</Title><Children>
  <BinderItem UUID="X" Type="Text"><Title>Ropes</Title></BinderItem></Children></BinderItem>
<BinderItem UUID="T" Type="TrashFolder"><Title>Trash</Title></BinderItem>
</Binder></ScrivenerProject>"#,
        );
        let text = br"{\rtf1\ansi\uc1 {\b1\i0 <$Scr_Ps::0>It rang.<!$Scr_Ps::0>}
\par\plain {\*\Scrv_annot\text=x\end_Scrv_annot}She didn\loch\af1\uc1\u8217\'92t <look>.}";
        folder.put("Sea.scriv/Files/Data/S/content.rtf", text.to_vec());
        folder.put("Sea.scriv/Files/Docs/7.rtf", br"{\rtf1 The end.}".to_vec());
        let book = book(&folder).unwrap();
        expect![[r#"
            Some("Sea")
            [
                Heading(
                    1,
                    "The Quay",
                ),
                Heading(
                    2,
                    "Fog & rain",
                ),
                Paragraph(
                    "**It rang.**",
                ),
                Paragraph(
                    "She didn’t <look>.",
                ),
                Heading(
                    1,
                    "After",
                ),
                Paragraph(
                    "The end.",
                ),
            ]
            Other files are not read: 2 (Cut, Research).
        "#]]
        .assert_eq(&format!(
            "{:?}\n{:#?}\n{}\n",
            book.title, book.blocks, book.warnings[0]
        ));
    }
}
