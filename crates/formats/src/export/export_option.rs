//! What can be chosen for a file of some formats.

use schemars::JsonSchema;
use serde::Serialize;

use super::{ChapterUnit, Numbering, PageDesign, Paper};

/// An argument of export_story that some formats take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExportOption {
    /// What makes up a chapter.
    Chapters,
    /// Whether scenes are sections with numbers.
    Numbering,
    /// The size of the paper.
    Paper,
    /// Whether open comments are in the file.
    Comments,
    /// What the page looks like.
    Design,
}

/// What was chosen for a file, for formats that take it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ExportOptions {
    /// What makes up a chapter.
    pub chapters: ChapterUnit,
    /// Whether scenes are sections with numbers.
    pub numbering: Numbering,
    /// The size of the paper.
    pub paper: Paper,
    /// Whether open comments are in the file.
    pub comments: bool,
    /// What the page looks like.
    pub design: PageDesign,
}
