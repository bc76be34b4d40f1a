//! Alternatives by name, shared by the tools that write, compare and adopt them.

use capability::{Edit, ToolError};
use model::contents::{ALTERNATIVES, Alternative, Alternatives, Content as _};
use model::{Node, NodeId, Slot};

use crate::answer::stored;
use crate::validate;

/// How many alternatives a node has at most.
const MAX_ALTERNATIVES: usize = 100;

/// A name for an alternative: one line.
pub(crate) fn check_name(path: &str, name: &str) -> Result<String, ToolError> {
    validate::line(path, "the name", name)
}

/// Adds an alternative to a node, or replaces the one with the same name; returns all of them.
pub(crate) fn put(
    edit: &mut Edit<'_>,
    node: NodeId,
    alternative: Alternative,
) -> Result<Alternatives, ToolError> {
    let slot = Slot::node(node, ALTERNATIVES);
    let mut all: Alternatives = stored(edit.adopted(&slot)?.as_ref())?;
    all.put(alternative);
    if all.items.len() > MAX_ALTERNATIVES {
        return Err(ToolError::invalid(
            "/name",
            format!("the node has {MAX_ALTERNATIVES} alternatives already"),
        )
        .hint("remove_alternative removes one that is not needed any more"));
    }
    edit.write(&slot, &all.to_data())?;
    Ok(all)
}

/// The error for a name that no alternative has.
pub(crate) fn unknown(node: &Node, capability: &str, name: &str, all: &Alternatives) -> ToolError {
    let names = all.items.iter().filter(|it| it.capability == capability);
    let names = validate::join_names(names.map(|it| it.name.as_str()));
    let name = validate::quoted(name);
    let title = &node.title;
    ToolError::not_found(format!(
        "{title:?} has no alternative {name} of {capability}"
    ))
    .hint(format!("its alternatives of {capability}: {names}"))
    .at("/name")
}
