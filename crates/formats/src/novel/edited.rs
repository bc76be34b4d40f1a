//! The scenes of a document that was exported from a story and edited since, by the bookmarks in it.

use std::collections::HashSet;

use model::NodeId;

use super::comments::{Comments, findings};
use super::{Book, docx, odt};
use crate::comment_marks::only_marks;
use crate::edited::{Bookmark, EditedDocument, EditedScene, TextMark};
use crate::import::Block;
use crate::{Folder, FormatError, Numbering};

/// Where a scene begins that was exported from a story.
pub(super) struct SceneAnchor {
    /// The number of the block that begins it: its heading, or the break before it.
    block: usize,
    node: Option<NodeId>,
    /// Which text it had, and how the sections of the document were numbered.
    text: Option<(TextMark, Numbering)>,
}

/// The scenes of a story that have begun in a document.
#[derive(Default)]
pub(super) struct Anchors(Vec<SceneAnchor>);

impl Anchors {
    /// A bookmark begins before the block with this number is complete.
    pub(super) fn add(&mut self, bookmark: Bookmark, block: usize) {
        // Programs write the bookmarks of a place in any order.
        if self.0.last().is_none_or(|it| it.block != block) {
            self.0.push(SceneAnchor {
                block,
                node: None,
                text: None,
            });
        }
        if let Some(anchor) = self.0.last_mut() {
            match bookmark {
                Bookmark::Scene(node) => _ = anchor.node.get_or_insert(node),
                Bookmark::Text(text, numbering) => {
                    _ = anchor.text.get_or_insert((text, numbering));
                }
            }
        }
    }
}

/// What choices begin with in a document, which are not part of a text.
const CHOICE: char = '→';

/// Reads the scenes; `None` if the document names none.
pub(crate) fn edited_scenes(folder: &Folder) -> Result<Option<EditedDocument>, FormatError> {
    let (book, Anchors(anchors)) = if folder.files.contains_key(docx::DOCUMENT) {
        docx::read(folder, false)?
    } else if folder.files.contains_key(odt::CONTENT) {
        odt::read(folder)?
    } else {
        return Ok(None);
    };
    if anchors.is_empty() {
        return Ok(None);
    }
    let Book {
        blocks,
        comments,
        mut warnings,
        ..
    } = book;
    let mut comments = Comments::of(comments);
    let marked = anchors.iter().find_map(|it| it.text);
    let numbering = marked.map_or(Numbering::None, |it| it.1);
    let mut scenes = Vec::new();
    let mut known = HashSet::new();
    for (at, anchor) in anchors.iter().enumerate() {
        let end = anchors.get(at + 1).map_or(blocks.len(), |it| it.block);
        let texts = text_of(&blocks[anchor.block.min(end)..end]);
        // A scene that was copied is part of the text of the first one.
        let (text, placed) = comments.place(&texts);
        if let (Some(node), Some((exported, _))) = (anchor.node, anchor.text)
            && known.insert(node)
        {
            let comments = findings(node, &text, &placed);
            scenes.push(EditedScene {
                node,
                exported,
                text,
                comments,
            });
        }
    }
    warnings.extend(comments.warning());
    Ok(Some(EditedDocument {
        scenes,
        numbering,
        warnings,
    }))
}

/// The text of a scene, whose first block is its heading or the break before it.
fn text_of(blocks: &[Block]) -> String {
    let mut text: Vec<String> = Vec::new();
    // Comments on what is left out stand at the text that follows.
    let mut waiting = String::new();
    for (at, block) in blocks.iter().enumerate() {
        let words = match block {
            Block::Picture(_) | Block::Synopsis(_) => continue,
            Block::Heading(_, words) if at == 0 => {
                waiting += &only_marks(words);
                continue;
            }
            Block::Paragraph(words) if at == 0 && words.trim() == "---" => continue,
            Block::Paragraph(words) if words.trim_start().starts_with(CHOICE) => {
                waiting += &only_marks(words);
                continue;
            }
            Block::Heading(level, words) => {
                format!("{} {words}", "#".repeat(usize::from(*level)))
            }
            Block::Paragraph(words) => words.clone(),
        };
        text.push(std::mem::take(&mut waiting) + &words);
    }
    text.join("\n\n") + &waiting
}
