//! The tasks that a job can carry out on each of its nodes.

use model::contents::IMAGE;
use model::{Node, analysis};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a job does with each node.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum JobTask {
    /// Rewrite the text as the instruction says.
    #[default]
    Rewrite,
    /// Translate what is missing or stale into the language given; the default where one is given.
    Translate,
    /// Write all names as the titles and attributes of the story have them.
    Names,
    /// Write a summary of the text, where there is none or the text has changed since.
    Summaries,
    /// Generate a picture from the attributes and the text, where there is none.
    Portraits,
    /// Read for continuity, and keep what contradicts earlier scenes or what is known, and the promises.
    Continuity,
}

impl JobTask {
    /// The instruction used if the caller gives none.
    pub(super) fn usual_instruction(self) -> &'static str {
        match self {
            Self::Rewrite => "",
            Self::Translate => "Translate what is missing or stale.",
            Self::Names => "Write all names as the story has them.",
            Self::Summaries => "Summarize each text.",
            Self::Portraits => "Generate a picture of each.",
            Self::Continuity => "Check the continuity.",
        }
    }

    /// Whether the instruction is required.
    pub(super) fn needs_instruction(self) -> bool {
        self == Self::Rewrite
    }

    /// Whether it asks a language model.
    pub(super) fn asks_language_model(self) -> bool {
        self != Self::Portraits
    }

    /// Whether it includes this node if no nodes were selected.
    pub(super) fn is_usually_about(self, node: &Node) -> bool {
        match self {
            Self::Portraits => node.kind == "character",
            Self::Summaries | Self::Continuity => analysis::is_page_kind(&node.kind),
            Self::Rewrite | Self::Translate | Self::Names => true,
        }
    }

    /// Whether a node has material for it.
    pub(super) fn has_material(self, node: &Node) -> bool {
        match self {
            // The title is translated, too.
            Self::Portraits | Self::Translate => true,
            _ => !node.prose().trim().is_empty(),
        }
    }

    /// Whether a node already has its result.
    pub(super) fn is_done(self, node: &Node) -> bool {
        self == Self::Portraits && node.data.contains_key(IMAGE)
    }

    /// The default number of concurrent requests. Reading for continuity goes in order, because a
    /// scene is read with the promises made in earlier ones.
    pub(super) fn usual_parallel(self) -> usize {
        match self {
            Self::Continuity => 1,
            _ => 4,
        }
    }
}
