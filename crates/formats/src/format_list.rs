//! The list of formats as programs read it.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{EXPORTERS, Format, IMPORTERS};

/// The formats that stories can be exported to and imported from.
#[derive(Serialize, JsonSchema)]
pub struct FormatList {
    exports: Vec<FormatEntry>,
    imports: Vec<FormatEntry>,
}

#[derive(Serialize, JsonSchema)]
struct FormatEntry {
    format: &'static str,
    title: &'static str,
    /// File extensions, without the dot.
    extensions: Vec<&'static str>,
    /// Whether an export consists of chapters, so that export_story takes `chapters`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    has_chapters: bool,
    /// Whether an export consists of pages, so that export_story takes `paper`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    has_pages: bool,
    /// Whether an export can hold comments, so that export_story takes `comments`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    has_comments: bool,
}

impl FormatEntry {
    fn of(format: &(impl Format + ?Sized), extensions: &[&'static str]) -> Self {
        Self {
            format: format.name(),
            title: format.title(),
            extensions: extensions.to_vec(),
            has_chapters: false,
            has_pages: false,
            has_comments: false,
        }
    }
}

impl FormatList {
    /// All formats; an export names the one extension of its files.
    #[must_use]
    pub fn all() -> Self {
        let exports = EXPORTERS.iter().map(|it| FormatEntry {
            has_chapters: it.writes_chapters(),
            has_pages: it.writes_pages(),
            has_comments: it.writes_comments(),
            ..FormatEntry::of(*it, &[it.extension()])
        });
        let imports = IMPORTERS
            .iter()
            .map(|it| FormatEntry::of(*it, it.extensions()));
        Self {
            exports: exports.collect(),
            imports: imports.collect(),
        }
    }
}
