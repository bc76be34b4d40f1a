//! The prose of nodes that came from other programs, as readers of the original see it.

use std::borrow::Cow;

use markup::links::{ProseNotation, ReaderProse, reader_prose};
use markup::notation::{ink, twine, yarn};
use model::{Node, Story};

use crate::twine::settings_of;

/// The notations of a story's texts.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Notations {
    /// That of passages from Twine.
    twine: ProseNotation,
}

impl Notations {
    /// The notations of this story: its story format says how passages are written.
    pub(crate) fn of(story: &Story) -> Self {
        let settings = settings_of(story, "").unwrap_or_default();
        let format = settings.get("format").and_then(|it| it.as_str());
        let twine = match format.unwrap_or_default().to_lowercase().as_str() {
            "harlowe" => ProseNotation::Harlowe,
            "chapbook" => ProseNotation::Chapbook,
            "snowman" => ProseNotation::Snowman,
            _ => ProseNotation::SugarCube,
        };
        Self { twine }
    }

    fn of_node(self, node: &Node) -> ProseNotation {
        if ink::is_from(node) {
            ProseNotation::Ink
        } else if yarn::is_from(node) {
            ProseNotation::Yarn
        } else if twine::is_from(node) {
            self.twine
        } else {
            ProseNotation::Markdown
        }
    }

    /// The text of a node as a reader sees it, in Markdown.
    pub(crate) fn read<'t>(self, node: &Node, text: &'t str) -> Cow<'t, str> {
        self.prose(node, text).text
    }

    /// Whether code in the text of a node is left out.
    pub(crate) fn leaves_out_code(self, node: &Node, text: &str) -> bool {
        self.prose(node, text).leaves_out_code
    }

    fn prose<'t>(self, node: &Node, text: &'t str) -> ReaderProse<'t> {
        reader_prose(text, self.of_node(node))
    }
}
