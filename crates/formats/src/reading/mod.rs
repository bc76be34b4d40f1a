//! What importers share: bytes to text, JSON with line numbers, titles, places on the map.
//! Nothing here knows a particular format.

mod decode;
mod files;
mod json_lines;
mod markup;
mod place;
mod prose;
mod side_by_side;
mod title;
mod weave;

pub(crate) use decode::{decode, decode_beginning};
pub(crate) use files::{TextFile, text_files, with_crlf};
pub(crate) use json_lines::{element_lines, parse_json, string_lines};
pub(crate) use markup::{Token, attribute, walk};
pub(crate) use place::{Spot, place_free};
pub(crate) use prose::{Block, blocks, markdown};
pub(crate) use side_by_side::side_by_side;
pub(crate) use title::{derive_title, tidy_title};
pub(crate) use weave::{Firsts, Lead, Section, Way, in_lower_case, weave};

use crate::{FormatError, Refusal};

/// No story has more nodes than this; a file that claims to is refused.
const MAX_NODES: usize = 1_000_000;
/// No story has more edges than this.
const MAX_EDGES: usize = 4_000_000;

/// Refuses a file with more nodes or edges than any story has.
pub(crate) fn check_counts(nodes: usize, edges: usize) -> Result<(), FormatError> {
    if nodes > MAX_NODES {
        let (count, most) = (nodes, MAX_NODES);
        return Err(FormatError::of_all(Refusal::ManyNodes { count, most }));
    }
    if edges > MAX_EDGES {
        let (count, most) = (edges, MAX_EDGES);
        return Err(FormatError::of_all(Refusal::ManyEdges { count, most }));
    }
    Ok(())
}
