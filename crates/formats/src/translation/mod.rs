//! Reads and writes translations as files for translators and their programs: XLIFF 2.0, gettext PO
//! and CSV tables. Enter through [`write`] and [`read`]. Each piece of the story is a unit with a
//! stable id. Which piece a unit belongs to is not decided here. `string_tables` has the formats of
//! Yarn Spinner and Ink.

mod po;
mod string_tables;
mod table;
#[cfg(test)]
mod tests;
mod xliff;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::import::decode;
use crate::{FormatError, FormatErrorKind};

pub use string_tables::{ink_strings, lock_of, yarn_strings};

/// A file format for translations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TranslationFormat {
    /// XLIFF 2.0, which translators' programs read.
    Xliff,
    /// PO of gettext.
    Po,
    /// A table for spreadsheets.
    Csv,
}

impl TranslationFormat {
    /// The extension of its files.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Xliff => "xlf",
            Self::Po => "po",
            Self::Csv => "csv",
        }
    }
}

/// A translation into one language.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TranslationFile {
    /// The story's title.
    pub story: String,
    /// The source language, by its code; empty if the file does not name it.
    pub source: String,
    /// The target language, by its code; empty if the file does not name it.
    pub target: String,
    /// The units, in reading order.
    pub units: Vec<TranslationUnit>,
}

/// A unit of a translation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TranslationUnit {
    /// Its id: unique in the story, and the same in every export.
    pub id: String,
    /// The context for translators: the title of the node.
    pub context: String,
    /// A note for translators: what it is, and the terms in it.
    pub note: String,
    /// The text to translate.
    pub source: String,
    /// The source that the translation was made from, if the source has changed since.
    pub previous: Option<String>,
    /// The translation; empty if there is none.
    pub text: String,
    /// Its state.
    pub state: UnitState,
    /// The hash of the source, in files that do not contain the source: see [`lock_of`].
    pub lock: Option<String>,
}

/// The state of a unit's translation.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum UnitState {
    /// It is translated, or not translated at all.
    #[default]
    Plain,
    /// The source was changed since it was translated.
    Stale,
    /// The translator's program marks it as uncertain.
    Unsure,
}

/// The file of a translation.
pub fn write(format: TranslationFormat, file: &TranslationFile) -> Vec<u8> {
    match format {
        TranslationFormat::Xliff => xliff::write(file).into_bytes(),
        TranslationFormat::Po => po::write(file).into_bytes(),
        TranslationFormat::Csv => table::write(file),
    }
}

/// Reads translations; the format is recognized by the content. A table may contain several
/// languages in columns named by the codes in `languages`, the first of which is the source.
///
/// # Errors
///
/// If it is in none of the formats, or damaged.
pub fn read(
    bytes: &[u8],
    languages: &[&str],
) -> Result<(TranslationFormat, Vec<TranslationFile>), FormatError> {
    let (text, _) = decode(bytes)?;
    let (format, files) = if text.trim_start().starts_with('<') {
        (TranslationFormat::Xliff, vec![xliff::read(&text)?])
    } else if po::looks_like(&text) {
        (TranslationFormat::Po, vec![po::read(&text)?])
    } else {
        (TranslationFormat::Csv, table::read(&text, languages)?)
    };
    if files.iter().all(|it| it.units.is_empty()) {
        return Err(FormatError::for_file(
            FormatErrorKind::TranslationUnitsNotFound {},
        ));
    }
    Ok((format, files))
}
