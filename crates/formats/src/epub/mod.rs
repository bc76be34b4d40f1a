//! Exports EPUB 3 in two forms: `epub`, a linear book, and `epub-choices`, a gamebook whose choices
//! are links. `folder` packs the archive; `xhtml` writes the pages.

mod files;
#[cfg(test)]
mod tests;
mod xhtml;

use crate::export::{Book, FormatSupport, IMAGE, Losses, Pages};
use crate::folder::Folder;
use crate::{About, Bundle, Exporter, Format, Loss, LossKind};
use markup::kept_data;

const SUPPORT: FormatSupport = FormatSupport {
    format: "epub",
    capabilities: &[kept_data::TEXT, IMAGE],
    kind: |_| true,
};

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
        let mut losses = Losses::of(bundle, &SUPPORT);
        book.losses(&mut losses);
        let chapters = book.chapters.iter().filter(|it| it.has_choices());
        losses.add_nodes(LossKind::Choices, chapters.map(|it| it.node));
        losses.finish()
    }

    fn export(&self, bundle: &Bundle) -> Vec<u8> {
        pack(&Book::of_scenes(bundle), false)
    }

    fn writes_chapters(&self) -> bool {
        true
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
        let pages = Pages::of(&bundle.story);
        let book = Book::of_pages(bundle, &pages);
        let mut losses = Losses::of(bundle, &SUPPORT);
        pages.losses(&mut losses);
        losses.add_nodes(LossKind::Macros, pages.with_code());
        book.add_picture_losses(&mut losses);
        let choices = || book.chapters.iter().flat_map(|it| &it.choices);
        let edges = || choices().map(|it| it.edge);
        losses.add_edges(
            LossKind::ConditionsAsText,
            edges().filter(|it| it.record.condition.is_some()),
        );
        losses.add_edges(LossKind::OnceAsText, edges().filter(|it| it.record.once));
        losses.finish()
    }

    fn export(&self, bundle: &Bundle) -> Vec<u8> {
        pack(&Book::of_pages(bundle, &Pages::of(&bundle.story)), true)
    }
}

fn pack(book: &Book<'_>, with_choices: bool) -> Vec<u8> {
    let mut folder = Folder::default();
    files::put_all(book, with_choices, &mut folder);
    folder.pack(&["mimetype"])
}
