//! Imports and exports stories, one format per module, each registered in a slice below. Pure: no
//! files, no network, no store. Enter through [`exporter`], [`importer`] and [`sniff`]; files for
//! translators are in [`translation`].

// Test files shared with other crates refer to this crate by its name.
#[cfg(test)]
extern crate self as formats;

mod arcweave;
mod articy;
mod canvas;
mod character_card;
mod comment_marks;
mod csv;
mod diagram;
mod docx;
mod edited;
mod epub;
mod export;
mod folder;
mod format_list;
mod import;
mod ink;
mod join;
mod json;
mod markdown;
mod novel;
mod obsidian;
mod pdf;
mod play;
mod playable_script;
mod renpy;
mod report;
mod screenplay;
mod scripting;
mod spreadsheet;
#[cfg(test)]
mod tests;
mod text_folder;
pub mod translation;
mod twee;
mod twine;
mod twine_archive;
mod twine_html;
mod twine_json;
mod typeset;
mod untitled;
mod yarn;

use std::collections::BTreeMap;
use std::fmt;

use diagram::{dot, graph, graphml, mermaid};
use model::{AssetId, Story, StoryHistory, World};
use report::{error_kind, loss, unread, warning};

pub use csv::{
    AttributeCells, AttributeRow, AttributeTable, attribute_cells, read_attribute_table,
};
pub use edited::{EditedDocument, EditedScene, TextMark, read_edited};
pub use error_kind::FormatErrorKind;
pub use export::{
    ChapterUnit, ExportOption, ExportOptions, LeftOut, Notations, Numbering, PageDesign, Paper,
    ReaderState, ReaderTexts,
};
pub use folder::{Folder, MAX_FILE_BYTES, is_archive};
pub use format_list::FormatList;
pub use join::join_kept_data;
pub use json::story_schema;
pub use loss::{Loss, LossKind, Unit};
pub use markup::{Cancelled, with_progress};
pub use novel::Split;
pub use playable_script::PlayableScript;
pub use twine::{StoryFormat, ifid_of};
pub use typeset::{FontFile, Fonts};
pub use unread::reason_unread;
pub use untitled::{is_untitled, set_imported_title};
pub use warning::{ImportWarning, Warning};

/// The title of a story whose file does not contain one.
pub(crate) const UNTITLED: &str = "Untitled";

/// All exporters, in the order they are offered.
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
    &docx::Manuscript,
    &pdf::Pdf,
    &screenplay::FinalDraft,
    &screenplay::Fountain,
    &renpy::RenPy,
];

/// All importers, in the order they are tried.
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
    &articy::Articy,
    &novel::Novel,
];

/// The exporter with this short name.
pub fn exporter(name: &str) -> Option<&'static dyn Exporter> {
    EXPORTERS.iter().copied().find(|it| it.name() == name)
}

/// The importer with this short name.
pub fn importer(name: &str) -> Option<&'static dyn Importer> {
    IMPORTERS.iter().copied().find(|it| it.name() == name)
}

/// The importer for a file: preferably one that matches both extension and content, otherwise one
/// that matches the content, otherwise one that matches the extension (it will report what is wrong
/// with the file). `file_name` may be a path or empty.
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

/// A story with the pictures and sounds that its data refers to.
#[derive(Debug, Clone, PartialEq)]
pub struct Bundle {
    /// The story, data included.
    pub story: Story,
    /// The assets, by content hash.
    pub assets: BTreeMap<AssetId, PackedAsset>,
    /// The history, if included; only our own formats can hold one.
    pub past: Option<StoryHistory>,
    /// The language that readers start with, if a file of several languages should not start with
    /// the source language.
    pub language: Option<String>,
    /// What was chosen for the file, in formats that take it.
    pub options: ExportOptions,
}

impl Bundle {
    /// A story without assets.
    pub fn new(story: Story) -> Self {
        Self {
            story,
            assets: BTreeMap::new(),
            past: None,
            language: None,
            options: ExportOptions::default(),
        }
    }
}

/// A picture or sound being imported or exported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackedAsset {
    /// The media type, for instance `image/png`.
    pub mime: String,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// Why a file cannot be read in a format.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct FormatError {
    /// The path of the affected file, if the story consists of several.
    pub file: Option<String>,
    /// The line in that file, counted from 1, if known.
    pub line: Option<usize>,
    /// What is wrong, and what to do.
    pub why: FormatErrorKind,
}

impl FormatError {
    /// An error that concerns the whole file.
    pub fn for_file(why: FormatErrorKind) -> Self {
        Self::maybe_at(None, why)
    }

    /// An error on a line, counted from 1, if it is known.
    pub fn maybe_at(line: Option<usize>, why: FormatErrorKind) -> Self {
        Self {
            file: None,
            line,
            why,
        }
    }

    /// Adds the path of the file; an empty path means the story is a single file.
    pub fn in_file(mut self, path: &str) -> Self {
        if self.file.is_none() && !path.is_empty() {
            self.file = Some(path.to_owned());
        }
        self
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        warning::write_with_location(f, self.file.as_deref(), self.line, &self.why)
    }
}

/// The names and extensions of a format.
#[derive(Debug, Clone, Copy)]
pub struct About {
    /// The short name, such as `twee`.
    pub name: &'static str,
    /// The display name, such as "Twee 3".
    pub title: &'static str,
    /// The file extensions, without the dot; exports use the first.
    pub extensions: &'static [&'static str],
}

/// A format that can be read, written, or both.
pub trait Format: Send + Sync {
    /// Its names and extensions.
    fn about(&self) -> About;
    /// The short name.
    fn name(&self) -> &'static str {
        self.about().name
    }
    /// The display name.
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
    /// The extension for this story, if it varies: a story imported from several files is exported
    /// as an archive of them.
    fn extension_for(&self, _: &Bundle) -> &'static str {
        self.extension()
    }
    /// What the format cannot represent of this story, with counts and nodes.
    fn losses(&self, bundle: &Bundle) -> Vec<Loss>;
    /// The file contents; deterministic for a given story.
    fn export(&self, bundle: &Bundle) -> Vec<u8>;
    /// The file contents as a single file, also of a story that was imported from several.
    fn export_single_file(&self, bundle: &Bundle) -> Vec<u8> {
        self.export(bundle)
    }
    /// Whether one file holds the story in all its languages.
    fn holds_languages(&self) -> bool {
        false
    }
    /// What can be chosen for its files.
    fn options(&self) -> &'static [ExportOption] {
        &[]
    }
    /// Whether it sets type and therefore uses [`Self::export_with_fonts`] with the system's fonts.
    fn needs_fonts(&self) -> bool {
        false
    }
    /// The losses if these fonts are available.
    fn losses_with_fonts(&self, bundle: &Bundle, _fonts: &Fonts) -> Vec<Loss> {
        self.losses(bundle)
    }
    /// The file contents, set in these fonts.
    fn export_with_fonts(&self, bundle: &Bundle, _fonts: &Fonts) -> Vec<u8> {
        self.export(bundle)
    }
}

/// Reads stories of one format.
pub trait Importer: Format {
    /// Whether node ids survive in this format, so that an edited file can be merged into the story
    /// it was exported from.
    fn keeps_identity(&self) -> bool {
        false
    }
    /// Whether these bytes look like this format.
    fn sniff(&self, bytes: &[u8]) -> bool;
    /// The story and warnings about it; or an error, never part of a story.
    ///
    /// # Errors
    ///
    /// If the file cannot be read in this format.
    fn import(
        &self,
        bytes: &[u8],
        world: &dyn World,
    ) -> Result<(Bundle, Vec<Warning>), FormatError>;
    /// Whether it divides prose into chapters at likely headings, so that [`Self::import_split`]
    /// can divide it differently.
    fn splits_prose(&self) -> bool {
        false
    }
    /// The same, with prose divided as `split` says.
    ///
    /// # Errors
    ///
    /// If the file cannot be read in this format.
    fn import_split(
        &self,
        bytes: &[u8],
        _split: &Split,
        world: &dyn World,
    ) -> Result<(Bundle, Vec<Warning>), FormatError> {
        self.import(bytes, world)
    }
}
