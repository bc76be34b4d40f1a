//! The tool that lists the formats. Not here: the formats themselves, in the crate `formats`.

use capability::{ToolContext, ToolError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// List the formats that stories can be imported from and exported to.
#[derive(Deserialize, JsonSchema)]
pub(super) struct List {}

#[derive(Serialize, JsonSchema)]
pub(super) struct Formats {
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
}

pub(super) async fn list(_: ToolContext, _: List) -> Result<Formats, ToolError> {
    let exports = formats::EXPORTERS.iter().map(|it| FormatEntry {
        format: it.name(),
        title: it.title(),
        extensions: vec![it.extension()],
        has_chapters: it.writes_chapters(),
    });
    let imports = formats::IMPORTERS.iter().map(|it| FormatEntry {
        format: it.name(),
        title: it.title(),
        extensions: it.extensions().to_vec(),
        has_chapters: false,
    });
    Ok(Formats {
        exports: exports.collect(),
        imports: imports.collect(),
    })
}
