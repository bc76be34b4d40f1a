//! A novel that is already written: plain text, Markdown, Word or EPUB, split into chapters that
//! follow one another, parts as groups around them. In only. `headings` knows chapter headings,
//! `plain`, `docx` and `epub` read files into blocks, `chapters` makes the story.

mod chapters;
mod docx;
mod epub;
mod headings;
mod plain;
#[cfg(test)]
mod tests;

use model::World;

use crate::folder::{Finder, MAX_TEXT, paths};
use crate::reading::{Block, decode};
use crate::{About, Folder, Format, FormatError, Importer, Parcel, Refusal, Warning, is_archive};

/// How much of a text is looked at to tell whether it has chapters, in bytes.
const BEGINNING: usize = 64 << 10;

/// A book as its file gives it.
#[derive(Default)]
struct Book {
    /// The title the file states apart from its text.
    title: Option<String>,
    blocks: Vec<Block>,
    warnings: Vec<Warning>,
}

/// A novel.
pub(crate) struct Novel;

impl Format for Novel {
    fn about(&self) -> About {
        About {
            name: "novel",
            title: "Novel (text, Markdown, Word, EPUB)",
            extensions: &["txt", "md", "markdown", "docx", "epub"],
        }
    }
}

impl Importer for Novel {
    fn sniff(&self, bytes: &[u8]) -> bool {
        if is_archive(bytes) {
            let paths = paths(bytes);
            let has = |wanted: &str| paths.iter().any(|it| it == wanted);
            return has("word/document.xml") || has("META-INF/container.xml");
        }
        // A letter cut in two at the end is one wrong letter among many.
        let beginning = &bytes[..bytes.len().min(BEGINNING)];
        let Ok((text, _)) = decode(beginning) else {
            return false;
        };
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
    ) -> Result<(Parcel, Vec<Warning>), FormatError> {
        let book = if is_archive(bytes) {
            let (folder, _) = Folder::unpack_only(bytes, MAX_TEXT, |path| !is_medium(path))?;
            if folder.files.contains_key("word/document.xml") {
                docx::book(&folder)?
            } else {
                epub::book(&folder)?
            }
        } else {
            plain::book(bytes)?
        };
        chapters::parcel(book, world)
    }
}

/// Whether a file is a picture, a sound or a font, which is not looked at.
fn is_medium(path: &str) -> bool {
    const MEDIA: [&str; 16] = [
        "avif", "emf", "gif", "jpeg", "jpg", "m4a", "mp3", "mp4", "ogg", "otf", "png", "svg",
        "ttf", "webp", "wmf", "woff2",
    ];
    let extension = path.rsplit_once('.').map(|it| it.1.to_lowercase());
    extension.is_some_and(|it| MEDIA.contains(&it.as_str()))
}

/// A text of the archive.
fn text_of(
    folder: &Finder<'_>,
    path: &str,
    warnings: &mut Vec<Warning>,
) -> Result<String, FormatError> {
    let Some((_, bytes)) = folder.file(path) else {
        return Err(FormatError::of_all(Refusal::PartMissing {
            path: path.to_owned(),
        }));
    };
    let (text, more) = decode(bytes).map_err(|it| it.in_file(path))?;
    warnings.extend(more.into_iter().map(|it| it.in_file(path)));
    Ok(text.into_owned())
}
