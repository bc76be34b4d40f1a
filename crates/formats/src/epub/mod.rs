//! EPUB 3, in two ways: `epub` is a book to be read from front to back, `epub-choices` a gamebook
//! whose choices are links. Out only. The archive is packed by `folder`, its pages are `xhtml`.

mod files;
#[cfg(test)]
mod tests;
mod xhtml;

use crate::folder::Folder;
use crate::kept;
use crate::writing::{Book, Holds, IMAGE, Losses, Pages};
use crate::{About, Exporter, Format, Loss, Lost, Parcel};

const HOLDS: Holds = Holds {
    format: "epub",
    capabilities: &[kept::TEXT, IMAGE],
    kind: |_| true,
};

/// A book to be read from front to back.
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
    fn losses(&self, parcel: &Parcel) -> Vec<Loss> {
        let book = Book::of_scenes(parcel);
        let mut losses = Losses::of(parcel, &HOLDS);
        book.losses(&mut losses);
        let chapters = book.chapters.iter().filter(|it| it.has_choices());
        losses.nodes(Lost::Choices, chapters.map(|it| it.node));
        losses.done()
    }

    fn export(&self, parcel: &Parcel) -> Vec<u8> {
        pack(&Book::of_scenes(parcel), false)
    }
}

/// A gamebook.
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
    fn losses(&self, parcel: &Parcel) -> Vec<Loss> {
        let pages = Pages::of(&parcel.story);
        let book = Book::of_pages(parcel, &pages);
        let mut losses = Losses::of(parcel, &HOLDS);
        pages.losses(&mut losses);
        book.pictures_lost(&mut losses);
        let choices = || book.chapters.iter().flat_map(|it| &it.choices);
        let edges = || choices().map(|it| it.edge);
        losses.edges(
            Lost::ConditionsForReader,
            edges().filter(|it| it.record.condition.is_some()),
        );
        losses.edges(Lost::OnceForReader, edges().filter(|it| it.record.once));
        losses.done()
    }

    fn export(&self, parcel: &Parcel) -> Vec<u8> {
        pack(&Book::of_pages(parcel, &Pages::of(&parcel.story)), true)
    }
}

fn pack(book: &Book<'_>, with_choices: bool) -> Vec<u8> {
    let mut folder = Folder::default();
    files::put_all(book, with_choices, &mut folder);
    folder.pack(&["mimetype"])
}
