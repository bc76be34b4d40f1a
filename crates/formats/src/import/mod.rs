//! What importers share: decoding, JSON with line numbers, titles, positions on the map. Nothing
//! here depends on a particular format.

mod attributes;
mod decode;
mod files;
mod folder_kind;
mod json_lines;
mod layout;
mod markup;
mod picture;
mod prose;
mod sections;
mod start;
mod title;

pub(crate) use attributes::set_attributes;
pub(crate) use decode::{check_size, decode, decode_start};
pub(crate) use files::{TextFile, has_extension, text_files, text_files_and, with_crlf};
pub(crate) use folder_kind::kind_of_folder;
pub(crate) use json_lines::{element_lines, parse_json, string_field, string_lines};
pub(crate) use layout::{NodeBounds, lay_out_unplaced};
pub(crate) use markup::{Token, attribute, walk};
pub(crate) use picture::set_picture;
pub(crate) use prose::{Block, Blocks, Paragraph, StyledText, TextStyle, blocks, markdown};
pub(crate) use sections::{
    FirstSeen, LinkTarget, OutgoingLink, Section, add_sections, lowercase_index,
    without_control_characters,
};
pub(crate) use start::likely_start;
pub(crate) use title::{derive_title, heading_title, tidy_title};

use crate::{FormatError, FormatErrorKind};

/// Files with more nodes than this are rejected.
const MAX_NODES: usize = 1_000_000;
/// Files with more edges than this are rejected.
const MAX_EDGES: usize = 4_000_000;

/// Returns an error if a file has more nodes or edges than the limits.
pub(crate) fn check_counts(nodes: usize, edges: usize) -> Result<(), FormatError> {
    if nodes > MAX_NODES {
        let (count, most) = (nodes, MAX_NODES);
        return Err(FormatError::for_file(FormatErrorKind::TooManyNodes {
            count,
            most,
        }));
    }
    if edges > MAX_EDGES {
        let (count, most) = (edges, MAX_EDGES);
        return Err(FormatError::for_file(FormatErrorKind::TooManyEdges {
            count,
            most,
        }));
    }
    Ok(())
}
