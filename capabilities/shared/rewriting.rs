//! Rewrites what a node and the edges that leave it hold besides the node's own text.

use capability::{Edit, ToolError};
use model::contents::{Content, Translation, slot_language};
use model::play::PlayRecord;
use model::{Node, Slot};

/// A source with something replaced; `None` if there was nothing to replace.
type Rewrite<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Rewrites the effect of a node and the conditions and effects of the edges that leave it; returns how
/// many were changed.
pub(crate) fn rewrite_rules(
    edit: &mut Edit<'_>,
    node: &Node,
    rewrite: Rewrite<'_>,
) -> Result<usize, ToolError> {
    let mut count = 0;
    let record = node.play();
    if let Some(enter) = rewrite(&record.enter) {
        set(edit, node, &PlayRecord { enter, ..record })?;
        count += 1;
    }
    for edge in edit.edges_from(node.id)? {
        let mut record = edge.record.clone();
        let mut changed = 0;
        for source in [&mut record.condition, &mut record.effect] {
            if let Some(it) = source.as_deref().and_then(rewrite) {
                *source = Some(it);
                changed += 1;
            }
        }
        if changed > 0 {
            edit.set_edge(edge.id, &record)?;
            count += changed;
        }
    }
    Ok(count)
}

/// Rewrites the lines of a node's translations and their recorded sources: what is rewritten in both
/// makes no translation stale.
pub(crate) fn rewrite_translations(
    edit: &mut Edit<'_>,
    node: &Node,
    rewrite: Rewrite<'_>,
) -> Result<(), ToolError> {
    for (slot, data) in &node.data {
        if slot_language(slot).is_none() {
            continue;
        }
        let before = Translation::of(Some(&**data));
        let mut after = before.clone();
        for words in &mut after.lines {
            for text in [&mut words.source, &mut words.text] {
                if let Some(it) = rewrite(text) {
                    *text = it;
                }
            }
        }
        if after != before {
            edit.write(&Slot::node(node.id, slot), &after.to_data())?;
        }
    }
    Ok(())
}

/// Writes a capability's data to a node.
pub(crate) fn set<T: Content>(
    edit: &mut Edit<'_>,
    node: &Node,
    content: &T,
) -> Result<(), ToolError> {
    edit.write(&Slot::node(node.id, T::CAPABILITY), &content.to_data())?;
    Ok(())
}
