//! Reads projects of Scrivener, whose texts are files of Rich Text. `binder` reads the index, `comments`
//! what stands beside the texts, `snapshots` earlier texts; `story` makes the documents of a project scenes, characters, places and notes, and [`book`] one text of the
//! manuscript, which can be divided at other places.

mod binder;
mod comments;
mod snapshots;
mod story;
#[cfg(test)]
mod tests;

pub(super) use self::story::import;

use self::binder::{IndexReader, Place, Project};
use super::comments::{Comment, Comments};
use super::{Book, rtf, text_of};
use crate::folder::FileLookup;
use crate::import::{Block, decode, walk};
use crate::{Folder, FormatError, FormatErrorKind, ImportWarning, Warning};

/// What the name of a project's index ends with.
pub(super) const INDEX: &str = ".scrivx";

/// What the name of a project's folder ends with.
const FOLDER: &str = ".scriv";

/// How many of the titles that are left out a warning lists.
const MAX_LISTED: usize = 8;

/// A project and the files it consists of.
struct ProjectFiles<'a> {
    lookup: FileLookup<'a>,
    /// The folder that the index is in, with a slash behind it, or nothing.
    root: String,
    title: String,
    project: Project,
    /// The comments on the texts that have been read.
    comments: Comments,
    warnings: Vec<Warning>,
    skipped_media: usize,
}

impl<'a> ProjectFiles<'a> {
    fn open(folder: &'a Folder) -> Result<Self, FormatError> {
        let index = folder.files.keys().find(|it| it.ends_with(INDEX));
        let Some(index) = index else {
            let path = INDEX.to_owned();
            return Err(FormatError::for_file(
                FormatErrorKind::DocumentPartMissing { path },
            ));
        };
        let (above, name) = index.rsplit_once('/').unwrap_or(("", index));
        let lookup = folder.lookup();
        let mut warnings = Vec::new();
        let source = text_of(&lookup, index, &mut warnings)?;
        let mut reader = IndexReader::default();
        if let Err(line) = walk(&source, |token| reader.take(token)) {
            let damaged = Warning::at(line, ImportWarning::PageDamaged {});
            warnings.push(damaged.in_file(index));
        }
        // In older projects, the index has the same name in all of them.
        let name_of_folder = above
            .rsplit('/')
            .next()
            .and_then(|it| it.strip_suffix(FOLDER));
        let title = name_of_folder.unwrap_or_else(|| name.trim_end_matches(INDEX));
        let root = match above {
            "" => String::new(),
            above => format!("{above}/"),
        };
        Ok(Self {
            lookup,
            root,
            title: title.to_owned(),
            project: reader.finish(),
            comments: Comments::default(),
            warnings,
            skipped_media: 0,
        })
    }

    /// A file of an item, by its path in Scrivener 3 or in the versions before it.
    fn file(&self, paths: [String; 2]) -> Option<(&'a str, &'a [u8])> {
        let in_folder = |it: &String| self.lookup.file(&format!("{}Files/{it}", self.root));
        paths.iter().find_map(in_folder)
    }

    /// The text of an item, if it has one.
    fn text(&mut self, id: &str) -> Result<Vec<Block>, FormatError> {
        let paths = [format!("Data/{id}/content.rtf"), format!("Docs/{id}.rtf")];
        let first = self.comments.next_number();
        let (mut blocks, mut comments) = self.rich_text(paths)?;
        let beside = [
            format!("Data/{id}/content.comments"),
            format!("Docs/{id}.comments"),
        ];
        if let Some((path, bytes)) = self.file(beside) {
            let (beside, more) = decode(bytes).map_err(|it| it.in_file(path))?;
            self.warnings
                .extend(more.into_iter().map(|it| it.in_file(path)));
            comments::complete(&beside, &mut blocks, &mut comments, first);
        }
        self.comments.extend(comments);
        Ok(blocks)
    }

    /// A file of Rich Text, and the comments that it marks.
    fn rich_text(&mut self, paths: [String; 2]) -> Result<(Vec<Block>, Vec<Comment>), FormatError> {
        match self.file(paths) {
            Some((path, bytes)) => self.rich_text_of(path, bytes),
            None => Ok((Vec::new(), Vec::new())),
        }
    }

    /// The same of a file that is known.
    fn rich_text_of(
        &mut self,
        path: &str,
        bytes: &[u8],
    ) -> Result<(Vec<Block>, Vec<Comment>), FormatError> {
        let text = rtf::book_of_several(bytes, false, self.comments.next_number());
        let text = text.map_err(|it| it.in_file(path))?;
        self.skipped_media += text.skipped_media;
        let warnings = text.warnings.into_iter();
        self.warnings.extend(warnings.map(|it| it.in_file(path)));
        let blocks = text.blocks.into_iter().map(|it| match it {
            // The headings of chapters are in the binder.
            Block::Heading(_, words) => {
                Block::Paragraph(format!("#### {}", without_style_marks(&words)))
            }
            Block::Paragraph(words) => Block::Paragraph(without_style_marks(&words)),
            other @ (Block::Picture(_) | Block::Synopsis(_)) => other,
        });
        Ok((blocks.collect(), text.comments))
    }

    /// Notes which of the items are left out.
    fn list_skipped(&mut self, mut names: Vec<String>) {
        if names.is_empty() {
            return;
        }
        let count = names.len();
        names.truncate(MAX_LISTED);
        let names = names.join(", ");
        let skipped = Warning::for_file(ImportWarning::FilesSkipped { count, names });
        self.warnings.push(skipped);
    }
}

/// The paragraphs of a document.
fn joined(blocks: Vec<Block>) -> String {
    let paragraphs = blocks.into_iter().filter_map(|it| match it {
        Block::Paragraph(words) => Some(words),
        Block::Heading(..) | Block::Picture(_) | Block::Synopsis(_) => None,
    });
    paragraphs
        .collect::<Vec<_>>()
        .join("\n\n")
        .trim()
        .to_owned()
}

/// Reads the manuscript as one text: folders and documents are headings.
pub(super) fn book(folder: &Folder) -> Result<Book, FormatError> {
    let mut files = ProjectFiles::open(folder)?;
    let items = std::mem::take(&mut files.project.items);
    let (mut blocks, mut skipped) = (Vec::new(), Vec::new());
    for item in items {
        match item.place {
            Place::Manuscript if item.is_root() => {}
            Place::Manuscript if item.is_compiled => {
                if !item.title.is_empty() {
                    let level = u8::try_from(item.depth).unwrap_or(8).clamp(1, 8);
                    blocks.push(Block::Heading(level, item.title.clone()));
                }
                blocks.extend(files.text(&item.id)?);
            }
            Place::Manuscript => skipped.push(item.title),
            // Of what is beside the manuscript, the folders at the top are enough.
            Place::Beside if item.depth == 0 => skipped.push(item.title),
            Place::Beside | Place::Unused => {}
        }
    }
    files.list_skipped(skipped);
    Ok(Book {
        title: Some(files.title),
        comments: files.comments.into_all(),
        blocks,
        skipped_media: files.skipped_media,
        warnings: files.warnings,
        ..Book::default()
    })
}

/// The words without the marks of Scrivener's styles, such as `<$Scr_Ps::0>` and `<!$Scr_Ps::0>`.
fn without_style_marks(words: &str) -> String {
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
