//! Reads EPUB 2 and 3: the pages of the spine in order, titled by their own headings or by the
//! table of contents. Scripts are ignored.

use std::collections::{HashMap, HashSet};

use super::{Book, text_of};
use crate::folder::FileLookup;
use crate::import::{Block, Token, attribute, blocks, walk};
use crate::{Folder, FormatError, FormatErrorKind, ImportWarning, Warning};
use markup::progress::track;

/// The most characters on a page that is taken for a title page.
const MAX_TITLE_PAGE: usize = 300;

/// Reads a whole book.
pub(super) fn book(folder: &Folder) -> Result<Book, FormatError> {
    let folder = &folder.lookup();
    let mut book = Book::default();
    let warnings = &mut book.warnings;
    let package_path = package_path(&text_of(folder, "META-INF/container.xml", warnings)?)?;
    if folder.file("META-INF/rights.xml").is_some() {
        return Err(FormatError::for_file(FormatErrorKind::BookProtected {}));
    }
    let package = Package::read(&text_of(folder, &package_path, warnings)?);
    let base = package_path.rsplit_once('/').map_or("", |it| it.0);
    let names = contents(folder, &package, base);
    book.title.clone_from(&package.title);
    let mut shown = HashSet::new();
    for id in track("reading pages", &package.spine) {
        let Some(item) = package.items.get(id).filter(|it| !it.is_contents) else {
            continue;
        };
        let path = resolve(base, &item.path);
        let Ok(text) = text_of(folder, &path, &mut book.warnings) else {
            let missing = Warning::for_file(ImportWarning::PageMissing {});
            book.warnings.push(missing.in_file(&path));
            continue;
        };
        let (page, broken) = blocks(&text);
        if is_title_page(&text, &page) {
            continue;
        }
        if let Some(line) = broken {
            let damaged = Warning::at(line, ImportWarning::PageDamaged {});
            book.warnings.push(damaged.in_file(&path));
        }
        let here = path.rsplit_once('/').map_or("", |it| it.0);
        let page = page.into_iter().map(|it| match it {
            Block::Picture(address) => Block::Picture(resolve(here, &address)),
            other => other,
        });
        let page: Vec<_> = page.collect();
        for block in &page {
            if let Block::Picture(path) = block {
                shown.insert(path.clone());
            }
        }
        let has_heading = page.iter().any(|it| matches!(it, Block::Heading(..)));
        if let Some(name) = names
            .get(&path)
            .filter(|_| !has_heading && !page.is_empty())
        {
            book.blocks.push(Block::Heading(2, name.clone()));
        }
        book.blocks.extend(page);
    }
    let media = package.media.iter().map(|it| resolve(base, it));
    book.skipped_media = media.filter(|it| !shown.contains(it)).count();
    Ok(book)
}

/// Whether a page contains only the book's title and author, which the story stores elsewhere.
fn is_title_page(text: &str, page: &[Block]) -> bool {
    let words = page.iter().map(|it| match it {
        Block::Heading(_, words) | Block::Paragraph(words) => words.chars().count(),
        Block::Picture(_) | Block::Synopsis(_) => 0,
    });
    if words.sum::<usize>() > MAX_TITLE_PAGE {
        return false;
    }
    let mut is_named_so = false;
    let _ = walk(text, |token| {
        if let Token::Open(_, tag) = token {
            let sort = attribute(tag, "type").unwrap_or_default();
            is_named_so |= sort.split_whitespace().any(|it| it == "titlepage");
        }
    });
    is_named_so
}

fn package_path(container: &str) -> Result<String, FormatError> {
    let mut path = None;
    let _ = walk(container, |token| {
        if let Token::Open(name, tag) = token
            && name == "rootfile"
            && path.is_none()
        {
            path = attribute(tag, "full-path");
        }
    });
    path.ok_or_else(|| FormatError::for_file(FormatErrorKind::BookContentsMissing {}))
}

struct Item {
    path: String,
    is_contents: bool,
}

/// The content of the package document.
#[derive(Default)]
struct Package {
    title: Option<String>,
    items: HashMap<String, Item>,
    spine: Vec<String>,
    /// The paths of pictures, sounds and films.
    media: Vec<String>,
    /// The tables of contents, for EPUB 3 and EPUB 2.
    contents: Vec<String>,
}

impl Package {
    fn read(text: &str) -> Self {
        let mut package = Self::default();
        let mut in_title = false;
        let _ = walk(text, |token| match token {
            Token::Open(name, tag) => match name.as_str() {
                "title" => in_title = package.title.is_none(),
                "item" => package.item(
                    attribute(tag, "id").unwrap_or_default(),
                    attribute(tag, "href").unwrap_or_default(),
                    &attribute(tag, "media-type").unwrap_or_default(),
                    &attribute(tag, "properties").unwrap_or_default(),
                ),
                "itemref" => package.spine.extend(attribute(tag, "idref")),
                _ => {}
            },
            Token::Close(_) => in_title = false,
            Token::Words(words) if in_title => {
                package.title.get_or_insert_default().push_str(words)
            }
            Token::Words(_) => {}
        });
        package.title = package.title.filter(|it| !it.trim().is_empty());
        package
    }

    fn item(&mut self, id: String, path: String, sort: &str, properties: &str) {
        let is_contents = properties.split_whitespace().any(|it| it == "nav");
        if is_contents || sort == "application/x-dtbncx+xml" {
            self.contents.push(path.clone());
        }
        if ["image/", "audio/", "video/"]
            .iter()
            .any(|it| sort.starts_with(it))
        {
            self.media.push(path.clone());
        }
        self.items.insert(id, Item { path, is_contents });
    }
}

/// The titles of pages in the tables of contents; the first title of a page counts.
fn contents(folder: &FileLookup<'_>, package: &Package, base: &str) -> HashMap<String, String> {
    let mut names = HashMap::new();
    for path in &package.contents {
        let path = resolve(base, path);
        // An invalid table of contents does not prevent reading the text.
        let Ok(text) = text_of(folder, &path, &mut Vec::new()) else {
            continue;
        };
        let here = path.rsplit_once('/').map_or("", |it| it.0);
        let (mut target, mut words) = (None, String::new());
        // Page lists and other navigation contain no chapter titles.
        let mut is_other_list = false;
        let _ = walk(&text, |token| match token {
            Token::Open(name, tag) => match name.as_str() {
                "nav" => {
                    let sort = attribute(tag, "type").unwrap_or_default();
                    let mut sorts = sort.split_whitespace();
                    is_other_list = sorts.any(|it| ["page-list", "landmarks"].contains(&it));
                }
                "pagelist" | "navlist" => is_other_list = true,
                "a" | "content" if is_other_list => {}
                "a" => {
                    target = attribute(tag, "href");
                    words.clear();
                }
                // In EPUB 2 the title comes before the page.
                "navlabel" => words.clear(),
                "content" => {
                    let page = attribute(tag, "src").unwrap_or_default();
                    name_page(&mut names, here, &page, &words);
                }
                _ => {}
            },
            Token::Close(name) if ["nav", "pagelist", "navlist"].contains(&name.as_str()) => {
                is_other_list = false;
            }
            Token::Close(name) if name == "a" => {
                if let Some(page) = target.take() {
                    name_page(&mut names, here, &page, &words);
                }
            }
            Token::Close(_) => {}
            Token::Words(more) => words.push_str(more),
        });
    }
    names
}

fn name_page(names: &mut HashMap<String, String>, base: &str, page: &str, words: &str) {
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    if !words.is_empty() {
        names.entry(resolve(base, page)).or_insert(words);
    }
}

/// A link in a page resolved to an archive path.
fn resolve(base: &str, path: &str) -> String {
    let path = path.split(['#', '?']).next().unwrap_or_default();
    let path = path.replace("%20", " ");
    let mut parts: Vec<&str> = base.split('/').filter(|it| !it.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => _ = parts.pop(),
            part => parts.push(part),
        }
    }
    parts.join("/")
}
