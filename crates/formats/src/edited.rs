//! Documents that were exported from a story and edited by somebody: which text belongs to which scene, and
//! which text each was. Word documents name their scenes by bookmarks, which stay in OpenDocument too.

use model::contents::Findings;
use model::{ContentHash, NodeId};

use crate::folder::{Folder, MAX_BYTES};
use crate::novel::edited_scenes;
use crate::{FormatError, Numbering, Warning, is_archive};

/// A document with the scenes of a story.
#[derive(Debug)]
pub struct EditedDocument {
    /// The scenes, in the order of the document.
    pub scenes: Vec<EditedScene>,
    /// How its sections were numbered.
    pub numbering: Numbering,
    /// What could not be read of it.
    pub warnings: Vec<Warning>,
}

/// A scene of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditedScene {
    /// The node that it was exported from.
    pub node: NodeId,
    /// Which text of the node was exported.
    pub exported: TextMark,
    /// The text as it is in the document, in Markdown.
    pub text: String,
    /// The comments on it.
    pub comments: Findings,
}

/// Names a text without containing it: the first half of its hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextMark([u8; 16]);

impl TextMark {
    /// The mark of a text.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let hash = ContentHash::of(text.as_bytes()).0;
        let mut half = [0; 16];
        half.copy_from_slice(&hash[..16]);
        Self(half)
    }
}

/// What bookmarks of scenes begin with.
const SCENE: char = 's';
/// What bookmarks of texts begin with, by how the sections of the document are numbered.
const TEXTS: [(char, Numbering); 3] = [
    ('t', Numbering::None),
    ('n', Numbering::InOrder),
    ('m', Numbering::Shuffled),
];

/// The names of the bookmarks of a scene with this text. Word takes forty letters and digits.
pub(crate) fn bookmarks(node: NodeId, text: &str, numbering: Numbering) -> [String; 2] {
    let mark = u128::from_be_bytes(TextMark::of(text).0);
    let kind = TEXTS.iter().find(|it| it.1 == numbering);
    let kind = kind.map_or('t', |it| it.0);
    [
        format!("{SCENE}{}", node.0.simple()),
        format!("{kind}{mark:032x}"),
    ]
}

/// What the name of a bookmark says.
pub(crate) enum Bookmark {
    /// A scene begins.
    Scene(NodeId),
    /// It had this text, in a document whose sections are numbered like this.
    Text(TextMark, Numbering),
}

impl Bookmark {
    pub(crate) fn read(name: &str) -> Option<Self> {
        let mut letters = name.chars();
        let (kind, digits) = (letters.next()?, letters.as_str());
        if digits.len() != 32 {
            return None;
        }
        let number = u128::from_str_radix(digits, 16).ok()?;
        if kind == SCENE {
            return Some(Self::Scene(NodeId(uuid::Uuid::from_u128(number))));
        }
        let (_, numbering) = TEXTS.iter().find(|it| it.0 == kind)?;
        Some(Self::Text(TextMark(number.to_be_bytes()), *numbering))
    }
}

/// Reads an edited document; `None` if it is none that was exported from a story.
///
/// # Errors
///
/// If the document is damaged.
pub fn read_edited(bytes: &[u8]) -> Result<Option<EditedDocument>, FormatError> {
    if !is_archive(bytes) {
        return Ok(None);
    }
    let (folder, _) = Folder::unpack_selected(bytes, MAX_BYTES, |_| true)?;
    edited_scenes(&folder)
}
