//! Imports a novel as plain text, Markdown, Word, OpenDocument, Rich Text, HTML, EPUB or a project of
//! Scrivener, or a screenplay, split into consecutive chapters with parts as groups. `headings` recognizes
//! chapter headings; `plain`, `docx`, `odt`, `rtf`, `page`, `epub`, `scrivener` and `screenplay` parse files
//! into blocks, `style_role` knows the styles of word processors; `wrapped_lines` joins lines; `split` divides
//! blocks by other rules; `chapters` builds the story, and `comments` places comments in it.
//! `edited` finds the scenes of documents that were exported from a story.

mod chapter_words;
mod chapters;
mod comments;
mod docx;
mod edited;
mod epub;
mod headings;
mod odt;
mod page;
mod plain;
mod rtf;
mod screenplay;
mod scrivener;
mod split;
mod story_builder;
mod style_role;
#[cfg(test)]
mod tests;
mod wrapped_lines;

pub(crate) use edited::edited_scenes;
pub(crate) use screenplay::fountain::{is_heading, is_transition};
pub use split::Split;

use model::World;

use self::comments::Comment;
use self::screenplay::{final_draft, fountain};
use crate::comment_marks::{only_marks, without_marks};
use crate::folder::{FileLookup, MAX_BYTES, paths};
use crate::import::{Block, Token, decode, walk};
use crate::{
    About, Bundle, Folder, Format, FormatError, FormatErrorKind, Importer, Warning, is_archive,
};

/// How much of a text is examined to detect chapters, in bytes.
const SNIFF_BYTES: usize = 64 << 10;

/// A parsed book.
#[derive(Default)]
struct Book {
    /// The title in the file's metadata.
    title: Option<String>,
    blocks: Vec<Block>,
    /// Who speaks in it, if that is known.
    characters: Vec<String>,
    /// The comments that texts mark.
    comments: Vec<Comment>,
    /// The files of the archive, among them the pictures that blocks name.
    files: Folder,
    /// How many pictures and sounds no block names.
    skipped_media: usize,
    warnings: Vec<Warning>,
}

/// The novel format.
pub(crate) struct Novel;

impl Format for Novel {
    fn about(&self) -> About {
        About {
            name: "novel",
            title: "Novel or screenplay (text, Markdown, Word, OpenDocument, RTF, Scrivener, HTML, EPUB, Fountain, Final Draft)",
            extensions: &[
                "txt", "md", "markdown", "docx", "odt", "rtf", "html", "htm", "xhtml", "epub",
                "fountain", "fdx",
            ],
        }
    }
}

impl Importer for Novel {
    fn sniff(&self, bytes: &[u8]) -> bool {
        if is_archive(bytes) {
            let paths = paths(bytes);
            let has = |wanted: &str| paths.iter().any(|it| it == wanted);
            let is_odt = has(odt::CONTENT) && has("META-INF/manifest.xml");
            if paths.iter().any(|it| it.ends_with(scrivener::INDEX)) {
                return true;
            }
            return has("word/document.xml") || has("META-INF/container.xml") || is_odt;
        }
        if rtf::is_rtf(bytes) {
            return true;
        }
        // A character truncated at the end becomes one replacement character, which is harmless.
        let beginning = &bytes[..bytes.len().min(SNIFF_BYTES)];
        let Ok((text, _)) = decode(beginning) else {
            return false;
        };
        let is_screenplay = || text.contains(final_draft::ROOT) || fountain::is_screenplay(&text);
        if page::is_page(&text) || is_screenplay() {
            return true;
        }
        plain::blocks(&text)
            .iter()
            .filter(|it| matches!(it, Block::Heading(..)))
            .count()
            > 1
    }

    fn import(
        &self,
        bytes: &[u8],
        world: &dyn World,
    ) -> Result<(Bundle, Vec<Warning>), FormatError> {
        self.import_split(bytes, &Split::Automatic, world)
    }

    fn splits_prose(&self) -> bool {
        true
    }

    fn import_split(
        &self,
        bytes: &[u8],
        split: &Split,
        world: &dyn World,
    ) -> Result<(Bundle, Vec<Warning>), FormatError> {
        let book = if is_archive(bytes) {
            let (folder, _) = Folder::unpack_selected(bytes, MAX_BYTES, |path| !is_ignored(path))?;
            let is_index = |it: &String| it.ends_with(scrivener::INDEX);
            if folder.files.keys().any(is_index) && *split == Split::Automatic {
                return scrivener::import(&folder, world);
            }
            let mut book = if folder.files.keys().any(is_index) {
                scrivener::book(&folder)?
            } else if folder.files.contains_key("word/document.xml") {
                docx::book(&folder, *split == Split::Automatic)?
            } else if folder.files.contains_key(odt::CONTENT) {
                odt::book(&folder)?
            } else {
                epub::book(&folder)?
            };
            book.blocks = split.of_blocks(book.blocks);
            book.files = folder;
            book
        } else if rtf::is_rtf(bytes) {
            let mut book = rtf::book(bytes, *split == Split::Automatic)?;
            book.blocks = split.of_blocks(book.blocks);
            book
        } else if let Some(mut book) = page::book(bytes)? {
            book.blocks = split.of_blocks(book.blocks);
            book
        } else {
            match screenplay::book(bytes)? {
                Some(mut book) => {
                    book.blocks = split.of_blocks(book.blocks);
                    book
                }
                None => plain::book(bytes, split)?,
            }
        };
        chapters::build_bundle(book, *split != Split::None, world)
    }
}

/// If no paragraph has a heading style, paragraphs that read like headings become headings.
fn detect_headings(blocks: &mut [Block]) {
    if blocks.iter().any(|it| matches!(it, Block::Heading(..))) {
        return;
    }
    // Comments on a heading stand at the text below it.
    let mut comments = String::new();
    for block in blocks {
        let Block::Paragraph(text) = block else {
            continue;
        };
        let words = without_marks(text);
        let words = words.trim_matches('*').trim();
        if let Some(heading) = headings::read(words) {
            comments += &only_marks(text);
            *block = Block::Heading(heading.level, words.to_owned());
        } else if !comments.is_empty() {
            text.insert_str(0, &std::mem::take(&mut comments));
        }
    }
}

/// The content of the first `title` element.
fn title_in(text: &str) -> Option<String> {
    let (mut inside, mut title) = (false, None);
    let _ = walk(text, |token| match token {
        Token::Open(name, _) => inside = name == "title" && title.is_none(),
        Token::Close(_) => inside = false,
        Token::Words(words) if inside => {
            let title: &mut String = title.get_or_insert_default();
            title.push_str(words);
        }
        Token::Words(_) => {}
    });
    let title = title?.split_whitespace().collect::<Vec<_>>().join(" ");
    (!title.is_empty()).then_some(title)
}

/// Whether a file is a sound, film or font, or a picture of a kind that nodes cannot have.
fn is_ignored(path: &str) -> bool {
    const IGNORED: [&str; 15] = [
        "avif", "emf", "m4a", "mov", "mp3", "mp4", "ogg", "otf", "pdf", "svg", "tiff", "ttf",
        "wmf", "woff", "woff2",
    ];
    let extension = path.rsplit_once('.').map(|it| it.1.to_lowercase());
    extension.is_some_and(|it| IGNORED.contains(&it.as_str()))
}

/// Reads a text file of the archive.
fn text_of(
    folder: &FileLookup<'_>,
    path: &str,
    warnings: &mut Vec<Warning>,
) -> Result<String, FormatError> {
    let Some((_, bytes)) = folder.file(path) else {
        return Err(FormatError::for_file(
            FormatErrorKind::DocumentPartMissing {
                path: path.to_owned(),
            },
        ));
    };
    let (text, more) = decode(bytes).map_err(|it| it.in_file(path))?;
    warnings.extend(more.into_iter().map(|it| it.in_file(path)));
    Ok(text.into_owned())
}
