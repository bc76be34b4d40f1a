//! Exports EPUB 3 in two forms: `epub`, a linear book, and `epub-choices`, a gamebook whose choices
//! are links. `folder` packs the archive; `xhtml` writes the pages.

mod files;
#[cfg(test)]
mod tests;
mod xhtml;

use crate::export::{Book, Losses};
use crate::folder::Folder;
use crate::{About, Bundle, ExportOption, Exporter, Format, Loss, LossKind};

/// Exporter for a linear book.
pub(crate) struct Epub;

impl Format for Epub {
    fn about(&self) -> About {
        About {
            name: "epub",
            title: "EPUB book",
            extensions: &["epub"],
        }
    }
}

impl Exporter for Epub {
    fn losses(&self, bundle: &Bundle) -> Vec<Loss> {
        let book = Book::of_scenes(bundle);
        let mut losses = Losses::of(bundle, &book.support("epub"));
        book.losses(&mut losses);
        let chapters = book.chapters.iter().filter(|it| it.has_choices());
        losses.add_nodes(LossKind::Choices, chapters.map(|it| it.node));
        losses.finish()
    }

    fn export(&self, bundle: &Bundle) -> Vec<u8> {
        pack(&Book::of_scenes(bundle), false)
    }

    fn options(&self) -> &'static [ExportOption] {
        &[ExportOption::Chapters]
    }
}

/// Exporter for a gamebook.
pub(crate) struct EpubChoices;

impl Format for EpubChoices {
    fn about(&self) -> About {
        About {
            name: "epub-choices",
            title: "EPUB gamebook, choices as links",
            extensions: &["epub"],
        }
    }
}

impl Exporter for EpubChoices {
    fn losses(&self, bundle: &Bundle) -> Vec<Loss> {
        let book = Book::of_pages(bundle);
        let mut losses = Losses::of(bundle, &book.support("epub"));
        book.losses(&mut losses);
        losses.finish()
    }

    fn export(&self, bundle: &Bundle) -> Vec<u8> {
        pack(&Book::of_pages(bundle), true)
    }

    fn options(&self) -> &'static [ExportOption] {
        &[ExportOption::Numbering]
    }
}

fn pack(book: &Book<'_>, with_choices: bool) -> Vec<u8> {
    let mut folder = Folder::default();
    files::put_all(book, with_choices, &mut folder);
    folder.pack(&["mimetype"])
}
