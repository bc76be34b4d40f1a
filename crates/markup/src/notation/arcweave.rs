//! Arcweave: elements with lines of Arcscript in their text.

use model::Node;

use crate::kept_data;
use crate::links::arcscript_line;

/// The name under which Arcweave keeps its data on a node.
pub const NAME: &str = "arcweave";

/// Whether a node came from Arcweave with code in its text.
pub fn has_code(node: &Node) -> bool {
    let is_from = kept_data::get(&node.data, NAME).is_some();
    let mut lines = kept_data::text_of(node).lines();
    is_from && lines.any(|it| arcscript_line(it).is_some())
}

/// A line of code as it stands in a text.
pub fn code_line(code: &str) -> String {
    format!("`{}`", code.replace('`', "'"))
}
