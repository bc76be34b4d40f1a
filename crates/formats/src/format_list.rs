//! The list of formats as programs read it.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{EXPORTERS, ExportOption, Format, IMPORTERS};

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
    /// The arguments of export_story that an export takes beside those of every format.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    options: &'static [ExportOption],
}

impl FormatEntry {
    fn of(format: &(impl Format + ?Sized), extensions: &[&'static str]) -> Self {
        Self {
            format: format.name(),
            title: format.title(),
            extensions: extensions.to_vec(),
            options: &[],
        }
    }
}

impl FormatList {
    /// All formats; an export names the one extension of its files.
    #[must_use]
    pub fn all() -> Self {
        let exports = EXPORTERS.iter().map(|it| FormatEntry {
            options: it.options(),
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
