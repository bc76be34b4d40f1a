//! The scenes of a document that was exported from a story and edited since.

use std::collections::HashSet;

use crate::comment_marks::only_marks;
use crate::edited::{EditedDocument, EditedScene};
use crate::import::Block;
use crate::novel::Book;
use crate::novel::comments::{Comments, findings};
use crate::{Folder, FormatError};

/// What choices begin with in a document, which are not part of a text.
const CHOICE: char = '→';

/// Reads the scenes; `None` if the document names none.
pub(crate) fn edited_scenes(folder: &Folder) -> Result<Option<EditedDocument>, FormatError> {
    let (book, anchors) = super::read(folder, false)?;
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
    let mut scenes = Vec::new();
    let mut known = HashSet::new();
    for (at, anchor) in anchors.iter().enumerate() {
        let end = anchors.get(at + 1).map_or(blocks.len(), |it| it.block);
        let texts = text_of(&blocks[anchor.block.min(end)..end]);
        // A scene that was copied is part of the text of the first one.
        let (text, placed) = comments.place(&texts);
        if let (Some(node), Some(exported)) = (anchor.node, anchor.text)
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
    Ok(Some(EditedDocument { scenes, warnings }))
}

/// The text of a scene, whose first block is its heading or the break before it.
fn text_of(blocks: &[Block]) -> String {
    let mut text: Vec<String> = Vec::new();
    // Comments on what is left out stand at the text that follows.
    let mut waiting = String::new();
    for (at, block) in blocks.iter().enumerate() {
        let words = match block {
            Block::Picture(_) => continue,
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
