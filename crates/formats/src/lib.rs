//! Stories to bytes, bytes to stories: one format a file, one line in a slice below. Pure: no
//! files, no network, no store. Enter through [`exporter`], [`importer`] and [`sniff`].

// Files of tests that other rooms use too name this one as they do.
#[cfg(test)]
extern crate self as formats;

mod arcweave;
mod called;
mod canvas;
mod character_card;
mod csv;
mod docx;
mod dot;
mod epub;
mod examined;
mod folder;
mod fonts;
mod fountain;
mod graph;
mod graphml;
mod ink;
mod json;
mod kept;
mod links;
mod loss;
mod markdown;
mod mermaid;
mod novel;
mod parts;
mod pdf;
mod play;
mod reading;
mod refusal;
mod relink;
mod renpy;
mod scripted;
#[cfg(test)]
mod tests;
mod text_folder;
mod twee;
mod twine;
mod twine_archive;
mod twine_html;
mod twine_json;
mod warning;
mod watch;
mod writing;
mod yarn;

use std::collections::BTreeMap;
use std::fmt;

use model::{AssetId, Past, Story, World};

pub use called::{is_untitled, keep_name};
pub use examined::{count_read, facts_of, facts_of_all};
pub use folder::{Folder, is_archive};
pub use fonts::{FontFile, Fonts};
pub use json::story_schema;
pub use loss::{Loss, Lost, Unit};
pub use parts::text_with_parts;
pub use refusal::Refusal;
pub use relink::{Relinked, links_to, relinked};
pub use warning::{Oddity, Warning};
pub use watch::{Stopped, watched};

/// What a story is called whose file does not say.
pub(crate) const UNTITLED: &str = "Untitled";

/// Every format that can be written, in the order they are offered.
pub static EXPORTERS: &[&dyn Exporter] = &[
    &json::Json,
    &canvas::Canvas,
    &twee::Twee,
    &twine_html::TwineHtml,
    &twine_archive::TwineArchive,
    &twine_json::TwineJson,
    &text_folder::TextFolder,
    &character_card::CharacterCard,
    &ink::Ink,
    &yarn::Yarn,
    &markdown::Markdown,
    &mermaid::Mermaid,
    &dot::Dot,
    &graph::Svg,
    &graph::Png,
    &graphml::GraphMl,
    &csv::Csv,
    &play::Play,
    &epub::Epub,
    &epub::EpubChoices,
    &docx::Docx,
    &pdf::Pdf,
    &fountain::Fountain,
    &renpy::RenPy,
];

/// Every format that can be read, in the order they are tried.
pub static IMPORTERS: &[&dyn Importer] = &[
    &json::Json,
    &twine_html::TwineHtml,
    &twine_archive::TwineArchive,
    &twine_json::TwineJson,
    &canvas::Canvas,
    &yarn::Yarn,
    &twee::Twee,
    &text_folder::TextFolder,
    &character_card::CharacterCard,
    &ink::Ink,
    &arcweave::Arcweave,
    &novel::Novel,
];

/// The exporter of that short name.
pub fn exporter(name: &str) -> Option<&'static dyn Exporter> {
    EXPORTERS.iter().copied().find(|it| it.name() == name)
}

/// The importer of that short name.
pub fn importer(name: &str) -> Option<&'static dyn Importer> {
    IMPORTERS.iter().copied().find(|it| it.name() == name)
}

/// The importer for a file: one whose extension and look both fit, else one whose look fits, else
/// one whose extension fits (it will say what is wrong with the file). `file_name` may be a path
/// or empty.
pub fn sniff(bytes: &[u8], file_name: &str) -> Option<&'static dyn Importer> {
    let extension = file_name
        .rsplit_once('.')
        .map_or("", |(_, it)| it)
        .to_lowercase();
    let named = |it: &&dyn Importer| it.extensions().contains(&extension.as_str());
    let looks = |it: &&dyn Importer| it.sniff(bytes);
    let all = || IMPORTERS.iter().copied();
    all()
        .find(|it| named(it) && looks(it))
        .or_else(|| all().find(looks))
        .or_else(|| all().find(named))
}

/// A story with the pictures and sounds its data names.
#[derive(Debug, Clone, PartialEq)]
pub struct Parcel {
    /// The story, data included.
    pub story: Story,
    /// Its assets, by content hash.
    pub assets: BTreeMap<AssetId, PackedAsset>,
    /// Its past, where it comes along: only formats that are ours hold one.
    pub past: Option<Past>,
}

impl Parcel {
    /// A story without assets.
    pub fn new(story: Story) -> Self {
        Self {
            story,
            assets: BTreeMap::new(),
            past: None,
        }
    }
}

/// A picture or sound on its way in or out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackedAsset {
    /// For instance `image/png`.
    pub mime: String,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// A file that cannot be read as this format.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct FormatError {
    /// The path of the file it stands in, where the story is made of several.
    pub file: Option<String>,
    /// The line of that file, counted from 1, where there is one.
    pub line: Option<usize>,
    /// What was wrong, and what to do.
    pub why: Refusal,
}

impl FormatError {
    /// A refusal on account of the whole file.
    pub fn of_all(why: Refusal) -> Self {
        Self::maybe_at(None, why)
    }

    /// A refusal on account of a line, counted from 1, if it is known.
    pub fn maybe_at(line: Option<usize>, why: Refusal) -> Self {
        Self {
            file: None,
            line,
            why,
        }
    }

    /// The same, in the file of this path; an empty path is that of a story of one file.
    pub fn in_file(mut self, path: &str) -> Self {
        if self.file.is_none() && !path.is_empty() {
            self.file = Some(path.to_owned());
        }
        self
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        warning::write_with_place(f, self.file.as_deref(), self.line, &self.why)
    }
}

/// What a format is called.
#[derive(Debug, Clone, Copy)]
pub struct About {
    /// Its short name: `twee`.
    pub name: &'static str,
    /// Its name for people: "Twee 3".
    pub title: &'static str,
    /// The file extensions, without the dot; a file is written with the first.
    pub extensions: &'static [&'static str],
}

/// A format that is read, written, or both.
pub trait Format: Send + Sync {
    /// What it is called.
    fn about(&self) -> About;
    /// Its short name.
    fn name(&self) -> &'static str {
        self.about().name
    }
    /// Its name for people.
    fn title(&self) -> &'static str {
        self.about().title
    }
    /// The file extensions, without the dot.
    fn extensions(&self) -> &'static [&'static str] {
        self.about().extensions
    }
}

/// Writes stories in one format.
pub trait Exporter: Format {
    /// The file extension, without the dot.
    fn extension(&self) -> &'static str {
        self.about().extensions[0]
    }
    /// The extension for this story, where it depends: one that came as several files goes as an
    /// archive of them.
    fn extension_for(&self, _: &Parcel) -> &'static str {
        self.extension()
    }
    /// What the format cannot hold of this story, with counts and nodes.
    fn losses(&self, parcel: &Parcel) -> Vec<Loss>;
    /// The bytes; the same story gives the same bytes.
    fn export(&self, parcel: &Parcel) -> Vec<u8>;
    /// Whether it sets type, so that it is asked below with the fonts of this machine.
    fn sets_type(&self) -> bool {
        false
    }
    /// The losses with these fonts at hand.
    fn losses_with(&self, parcel: &Parcel, _fonts: &Fonts) -> Vec<Loss> {
        self.losses(parcel)
    }
    /// The bytes with these fonts at hand.
    fn export_with(&self, parcel: &Parcel, _fonts: &Fonts) -> Vec<u8> {
        self.export(parcel)
    }
}

/// Reads stories of one format.
pub trait Importer: Format {
    /// Whether nodes keep their identity in this format, so that a file that was changed can be
    /// brought back to the story it came from.
    fn keeps_identity(&self) -> bool {
        false
    }
    /// Whether these bytes look like this format.
    fn sniff(&self, bytes: &[u8]) -> bool;
    /// The story and what a person should know; or a clear refusal, never half a story.
    fn import(
        &self,
        bytes: &[u8],
        world: &dyn World,
    ) -> Result<(Parcel, Vec<Warning>), FormatError>;
}
