//! What the notations of other programs mean apart from their links: which passages are not pages,
//! and where reading may end or continue. Enter through the module of the notation. A node's format
//! is recognised by the data that the format keeps on it ([`crate::kept_data`]).

pub mod arcweave;
pub mod ink;
pub mod twine;
pub mod yarn;

use std::ops::Range;

use model::Node;

/// Whether the text of a node is read in the notation of another program.
pub fn is_foreign(node: &Node) -> bool {
    let is_script = ink::is_from(node) || yarn::is_from(node);
    is_script || twine::is_from(node) || arcweave::has_code(node)
}

/// Whether there is anything to read in a text.
pub(crate) fn has_words(text: &str) -> bool {
    text.contains(char::is_alphanumeric)
}

/// The place of a text without the white space around it.
pub(crate) fn trimmed(line: &str, place: Range<usize>) -> Range<usize> {
    let inner = &line[place.clone()];
    let start = place.start + (inner.len() - inner.trim_start().len());
    start..start + inner.trim().len()
}

/// Where a comment begins that runs to the end of the line; an address (`https://`) is none.
fn comment_start(line: &str) -> Option<usize> {
    let mut places = line.match_indices("//").map(|it| it.0);
    places.find(|at| !line[..*at].ends_with([':', '\\']))
}

fn unescaped(text: &str, sign: char) -> Option<usize> {
    let mut places = text.match_indices(sign).map(|it| it.0);
    places.find(|at| !text[..*at].ends_with('\\'))
}
