//! Arcweave: lines of Arcscript in the text of an element.

use model::Node;

use crate::kept_data;

/// The name under which Arcweave keeps its data on a node.
pub const NAME: &str = "arcweave";

/// Whether a node came from Arcweave with code in its text.
pub fn has_code(node: &Node) -> bool {
    let is_from = kept_data::get(&node.data, NAME).is_some();
    is_from
        && kept_data::text_of(node)
            .lines()
            .any(|it| code(it).is_some())
}

/// The code of a line that is marked as code as a whole: `` `if gold > 1` ``.
pub fn code(line: &str) -> Option<&str> {
    let code = line.trim().strip_prefix('`')?.strip_suffix('`')?.trim();
    (!code.is_empty() && !code.contains('`')).then_some(code)
}

/// A line as it stands in a text.
pub fn code_line(code: &str) -> String {
    format!("`{}`", code.replace('`', "'"))
}
