//! Finds and renames what names a node by its title: links in texts and their translations, visits that
//! texts, conditions and effects ask for, and fields that refer to nodes.

use std::collections::{BTreeMap, BTreeSet};

use capability::{Edit, ToolError};
use markup::links::{self, Target};
use markup::notation::{ink, yarn};
use markup::{rename_visits, retarget_links, retarget_links_in};
use model::contents::{Attributes, KV, Prose};
use model::play::{titles_in, with_renamed_title};
use model::{EdgeRecord, Field, Kind, Node, NodeId, Slot, part};

use super::rewriting::{rewrite_rules, rewrite_translations, set};
use crate::answer::stored;

/// The titles that a node and the edges that leave it name; `fields` are those of its kind. Links of Ink
/// and Yarn are left out: they refer to names in the file.
pub(crate) fn named_titles<'a>(
    node: &Node,
    edges: impl IntoIterator<Item = &'a EdgeRecord>,
    fields: &[Field],
) -> BTreeSet<String> {
    let mut titles = BTreeSet::new();
    if !is_script(node) {
        let in_text = links::find(node.prose()).into_iter();
        titles.extend(in_text.filter_map(|it| match it.target {
            Target::Named(title) => Some(title),
            Target::Computed(_) | Target::Earlier(_) => None,
        }));
        let visits = links::visit_names(node.prose()).into_iter();
        titles.extend(visits.map(|it| it.name));
    }
    titles.extend(titles_in(&node.play().enter));
    let attributes = Attributes::of(node.data.get(KV).map(|it| &**it));
    for pair in &attributes.items {
        let field = Field::named(fields, &pair.k);
        let named = field.map(|it| it.titles_in(&pair.v)).unwrap_or_default();
        titles.extend(named.into_iter().map(str::to_owned));
    }
    for edge in edges {
        let sources = [&edge.condition, &edge.effect].into_iter().flatten();
        titles.extend(sources.flat_map(|it| titles_in(it)));
    }
    titles
}

/// Whether a node's text is in the notation of Ink or Yarn.
pub(crate) fn is_script(node: &Node) -> bool {
    ink::is_from(node) || yarn::is_from(node)
}

/// Replaces a title wherever a node and the edges that leave it name it; returns the number of
/// replacements.
pub(crate) fn rename_in_node(
    edit: &mut Edit<'_>,
    id: NodeId,
    old: &str,
    new: &str,
) -> Result<usize, ToolError> {
    let Ok(node) = edit.node(id) else {
        return Ok(0);
    };
    let mut count = 0;
    let kinds = edit.adopted(&Slot::story(part::KINDS))?;
    let kinds: BTreeMap<String, Kind> = stored(kinds.as_ref())?;
    let fields = kinds.get(&node.kind).map_or(&[][..], |it| &it.fields);
    let (attributes, fields) = renamed_fields(fields, &node, old, new);
    if fields > 0 {
        set(edit, &node, &attributes)?;
        count += fields;
    }
    if let Some(it) = retarget_links(&node, old, new).filter(|it| it.count > 0) {
        set(edit, &node, &Prose { text: it.text })?;
        count += it.count;
    }
    rewrite_translations(edit, &node, &|text| {
        retarget_links_in(&node, text, old, new).map(|it| it.text)
    })?;
    Ok(count + rewrite_rules(edit, &node, &|source| with_renamed_title(source, old, new))?)
}

/// Replaces a title only where a node and the edges that leave it ask for visits; its links stay.
pub(crate) fn rename_visits_in_node(
    edit: &mut Edit<'_>,
    id: NodeId,
    old: &str,
    new: &str,
) -> Result<(), ToolError> {
    let node = edit.node(id)?;
    let renamed = rename_visits(node.prose(), old, new);
    if renamed.count > 0 {
        set(edit, &node, &Prose { text: renamed.text })?;
    }
    rewrite_rules(edit, &node, &|source| with_renamed_title(source, old, new))?;
    Ok(())
}

/// The attributes of a node with a title replaced in the fields that name nodes, and the number of
/// replacements.
pub(crate) fn renamed_fields(
    fields: &[Field],
    node: &Node,
    old: &str,
    new: &str,
) -> (Attributes, usize) {
    let mut attributes = Attributes::of(node.data.get(KV).map(|it| &**it));
    let mut count = 0;
    for pair in &mut attributes.items {
        let renamed =
            Field::named(fields, &pair.k).and_then(|it| it.with_renamed_title(&pair.v, old, new));
        if let Some(renamed) = renamed {
            pair.v = renamed;
            count += 1;
        }
    }
    (attributes, count)
}
