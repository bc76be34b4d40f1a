//! Translations as files for translators and their programs: XLIFF 2.0, gettext PO and CSV tables,
//! out and in. Enter through [`write`] and [`read`]. Each piece of the story is a unit with an id that
//! stays. Which piece of the story a unit belongs to is not decided here. `string_tables` holds the
//! ways of Yarn Spinner and Ink.

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
    /// The language of the source, by its code; empty where a file does not say it.
    pub source: String,
    /// The language of the translation, by its code; empty where a file does not say it.
    pub target: String,
    /// The units, in the order of reading.
    pub units: Vec<TranslationUnit>,
}

/// A unit of a translation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TranslationUnit {
    /// Its id: unique in the story, and the same in every export.
    pub id: String,
    /// Where it stands, for translators: the title of the node.
    pub context: String,
    /// What a translator should know: what it is, and the terms in it.
    pub note: String,
    /// The words to translate.
    pub source: String,
    /// The words that the translation was made from, where the source has others now.
    pub previous: Option<String>,
    /// The translation; empty where there is none.
    pub text: String,
    /// How far it is.
    pub state: UnitState,
    /// What the file keeps of the source where it does not hold it: see [`lock_of`].
    pub lock: Option<String>,
}

/// How far the translation of a unit is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum UnitState {
    /// There is a translation, or none at all.
    #[default]
    Plain,
    /// The source was changed since it was translated.
    Stale,
    /// The translator's program says that it is not sure.
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

/// Reads translations; the format is recognized by the content. A table may hold several languages:
/// in columns named by the codes in `languages`, of which the first is the source.
///
/// # Errors
///
/// If it is none of the formats, or damaged.
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
