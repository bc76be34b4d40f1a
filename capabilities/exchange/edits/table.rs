//! A table of attributes that was edited in a spreadsheet: each row is compared with the version of the
//! attributes that is most like it, and merged with those of today.

use capability::{ToolError, View};
use formats::{AttributeCells, AttributeRow, AttributeTable, attribute_cells};
use model::contents::{Attribute, Attributes, Content as _, KV};
use model::{Layout, Node, NodeId, NodeRecord, Slot, Story, merge_data, part};
use serde_json::Value;

use super::changes::Changes;
use super::origins::{MAX_VERSIONS, Origin, origin_of};
use super::{Edits, EditsReport};
use crate::answer::to_json;
use crate::error::CapabilityError;

/// The distance between new cards and to those that are there, in map units.
const MARGIN: f64 = 60.0;
/// How many new cards stand below one another.
const CARDS_PER_COLUMN: usize = 8;
/// The kind of a new node for which the table says none.
const DEFAULT_KIND: &str = "scene";

/// What a table changes in the story. Rows may be missing from it, because tables are filtered.
pub(super) fn edits_of(
    view: &View,
    new_id: &dyn Fn() -> NodeId,
    table: &AttributeTable,
) -> Result<Edits, ToolError> {
    let story = view.story()?;
    let is_known = |it: &AttributeRow| it.node.is_some_and(|it| story.nodes.contains_key(&it));
    if !table.rows.iter().any(is_known) {
        return Err(
            ToolError::invalid("/content", CapabilityError::OtherStory {})
                .hint("export_story writes the table of this story (csv)"),
        );
    }
    let mut edits = Edits {
        report: EditsReport::new(Vec::new()),
        changes: Changes::default(),
    };
    let mut places = places_beside(&story);
    for row in &table.rows {
        let Some(id) = row.node.or_else(|| node_titled(&story, row)) else {
            let layout = places.next().unwrap_or_default();
            add_node(&mut edits, &story, new_id(), row, layout, &table.columns);
            continue;
        };
        let Some(node) = story.nodes.get(&id) else {
            edits.report.unknown += 1;
            continue;
        };
        let has_attributes = change_attributes(&mut edits, view, node, row, &table.columns)?;
        let has_record = change_record(&mut edits, view, &story, node, row)?;
        if has_attributes || has_record {
            edits.report.add_changed(node);
        } else {
            edits.report.unchanged += 1;
        }
    }
    Ok(edits)
}

/// The only node with the title of a row without an id: a row that was added is a node here once it has been
/// brought in.
fn node_titled(story: &Story, row: &AttributeRow) -> Option<NodeId> {
    match story.titled(&row.title).as_slice() {
        [only] => Some(only.id),
        _ => None,
    }
}

/// Where new cards stand: in columns on the right of the map.
fn places_beside(story: &Story) -> impl Iterator<Item = Layout> {
    let layouts = || story.nodes.values().map(|it| &it.layout);
    let right = layouts().map(|it| it.x + it.size().0).reduce(f64::max);
    let top = layouts().map(|it| it.y).reduce(f64::min);
    let (x, y) = (right.unwrap_or_default() + MARGIN, top.unwrap_or_default());
    let (width, height) = Layout::DEFAULT_SIZE;
    (0_u32..).map(move |at| {
        let at = at as usize;
        let (column, row) = (at / CARDS_PER_COLUMN, at % CARDS_PER_COLUMN);
        Layout {
            x: x + (width + MARGIN) * column as f64,
            y: y + (height + MARGIN) * row as f64,
            ..Layout::default()
        }
    })
}

fn add_node(
    edits: &mut Edits,
    story: &Story,
    id: NodeId,
    row: &AttributeRow,
    layout: Layout,
    columns: &[String],
) {
    let record = NodeRecord {
        title: row.title.clone(),
        kind: known_kind(story, &row.kind)
            .unwrap_or(DEFAULT_KIND)
            .to_owned(),
    };
    edits.changes.new_nodes.push((id, record, layout));
    let given = columns.iter().zip(&row.values);
    let given = given.filter(|it| !it.1.trim().is_empty());
    let attributes: Attributes = given.map(|(k, v)| Attribute::new(k, v)).collect();
    if !attributes.items.is_empty() {
        let slot = Slot::node(id, KV);
        edits.changes.written.push((slot, attributes.to_data()));
    }
    edits.report.added += 1;
}

/// The kind of this name, if the story has it.
fn known_kind<'a>(story: &Story, name: &'a str) -> Option<&'a str> {
    story.kinds.contains_key(name).then_some(name)
}

fn change_attributes(
    edits: &mut Edits,
    view: &View,
    node: &Node,
    row: &AttributeRow,
    columns: &[String],
) -> Result<bool, ToolError> {
    let slot = Slot::node(node.id, KV);
    let here = node.data.get(KV).map_or(Value::Null, |it| (**it).clone());
    let cells_here = attribute_cells(&here);
    let cell = |cells: &AttributeCells<'_>, name: &str| -> String {
        let cell = cells.get(name).map(|it| it.replace("\r\n", "\n"));
        cell.unwrap_or_default()
    };
    let given = columns.iter().zip(&row.values);
    let other: Vec<(&String, &String)> = given
        .filter(|(name, value)| cell(&cells_here, name) != **value)
        .collect();
    if other.is_empty() {
        return Ok(false);
    }
    let versions = view.story_versions(&slot, MAX_VERSIONS)?;
    let versions: Vec<Value> = versions.iter().map(model::Version::data).collect();
    // Before its first version the node had no attributes.
    let versions = versions.iter().chain([&Value::Null]);
    let versions: Vec<_> = versions.map(attribute_cells).collect();
    let distance = |version: &&AttributeCells<'_>| {
        let given = columns.iter().zip(&row.values);
        given
            .filter(|(name, value)| cell(version, name) != **value)
            .count()
    };
    let base = versions.iter().min_by_key(distance);
    // A value that the attribute once had was not changed in the table; every attribute once had none.
    let is_changed = |(name, value): &(&String, &String)| match value.is_empty() {
        true => base.is_some_and(|it| !cell(it, name).is_empty()),
        false => versions.iter().all(|it| cell(it, name) != **value),
    };
    let changed: Vec<_> = other.into_iter().filter(is_changed).collect();
    if changed.is_empty() {
        return Ok(false);
    }
    let both = changed
        .iter()
        .filter(|(name, _)| base.is_some_and(|it| cell(it, name) != cell(&cells_here, name)));
    edits.report.conflicts += both.count();
    let data = with_cells(&here, &changed);
    edits.changes.written.push((slot, data));
    Ok(true)
}

/// The attributes with some values of a row.
fn with_cells(data: &Value, changed: &[(&String, &String)]) -> Value {
    let mut attributes = Attributes::of(Some(data).filter(|it| !it.is_null()));
    for (name, value) in changed {
        let items = &mut attributes.items;
        let first = items.iter().position(|it| it.k == **name);
        match first.filter(|_| !value.trim().is_empty()) {
            Some(at) => {
                items[at].v.clone_from(value);
                let mut later = items.split_off(at + 1);
                later.retain(|it| it.k != **name);
                items.append(&mut later);
            }
            None if value.trim().is_empty() => items.retain(|it| it.k != **name),
            None => items.push(Attribute::new(name.as_str(), value.as_str())),
        }
    }
    attributes.to_data()
}

/// Changes the title and the kind of a node.
fn change_record(
    edits: &mut Edits,
    view: &View,
    story: &Story,
    node: &Node,
    row: &AttributeRow,
) -> Result<bool, ToolError> {
    let here = NodeRecord::from(node);
    let title = Some(&row.title).filter(|it| !it.is_empty());
    let there = NodeRecord {
        title: title.unwrap_or(&here.title).clone(),
        kind: known_kind(story, &row.kind)
            .unwrap_or(&here.kind)
            .to_owned(),
    };
    if there == here {
        return Ok(false);
    }
    let slot = Slot::node(node.id, part::NODE);
    let data = to_json(&there);
    let Origin::ChangedFrom(base) = origin_of(view, &slot, &data)? else {
        return Ok(false);
    };
    let merged = merge_data(part::NODE, &base.unwrap_or_default(), &to_json(&here), data);
    edits.report.conflicts += merged.conflicts;
    let is_changed = merged.value != to_json(&here);
    if is_changed {
        edits.changes.written.push((slot, merged.value));
    }
    Ok(is_changed)
}
