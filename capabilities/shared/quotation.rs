//! Finds a quoted passage in a text: exactly, and only once or next to a place.

use std::ops::Range;

use capability::{InvalidArgument, ToolError};
use model::contents::nearest_occurrence;

use crate::error::CapabilityError;
use crate::shared::nearest_passage::nearest;

/// The position of the only occurrence of a quotation, in bytes. The error for a misquotation
/// suggests the nearest passage. `path` names the argument, `title` the node.
pub(crate) fn find_once(
    path: &str,
    title: &str,
    text: &str,
    quoted: &str,
) -> Result<Range<usize>, ToolError> {
    check(path, quoted)?;
    let mut found = text.match_indices(quoted).map(|it| it.0);
    match (found.next(), found.count()) {
        (None, _) => Err(not_found(title, text, quoted).at(path)),
        (Some(start), 0) => Ok(start..start + quoted.len()),
        (Some(_), more) => {
            let (title, count) = (title.to_owned(), more + 1);
            Err(
                ToolError::invalid(path, CapabilityError::PassageOften { title, count })
                    .hint("quote more of the words around it"),
            )
        }
    }
}

/// The position of the occurrence of a quotation that is nearest to a character, counting from 1; in
/// bytes.
pub(crate) fn find_near(
    path: &str,
    title: &str,
    text: &str,
    quoted: &str,
    character: usize,
) -> Result<Range<usize>, ToolError> {
    check(path, quoted)?;
    match nearest_occurrence(text, quoted, character) {
        Some(start) => Ok(start..start + quoted.len()),
        None => Err(not_found(title, text, quoted).at(path)),
    }
}

fn check(path: &str, quoted: &str) -> Result<(), ToolError> {
    if !quoted.trim().is_empty() {
        return Ok(());
    }
    Err(ToolError::invalid(path, "there is no passage to look for")
        .hint("quote the passage exactly as it stands")
        .said(&InvalidArgument::FieldEmpty {}))
}

/// The error for a quotation that a text does not contain.
pub(crate) fn not_found(title: &str, text: &str, quoted: &str) -> ToolError {
    let hint = match nearest(text, quoted) {
        Some(near) => format!("the nearest passage is: {near:?}; quote it exactly as it stands"),
        None if text.trim().is_empty() => "the node has no text yet; use write_text".to_owned(),
        None => "nothing there resembles it; use read_text to see the text".to_owned(),
    };
    let title = title.to_owned();
    ToolError::not_found(CapabilityError::NoSuchPassage { title }).hint(hint)
}
