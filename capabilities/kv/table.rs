//! Writes a table of attributes: many nodes, each with its own values, and new nodes, all as one
//! step.

use std::collections::HashMap;

use capability::{InvalidArgument, ToolContext, ToolError, UiHints};
use model::{Layout, NodeId, NodeRecord, Slot, Story};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Attribute, Attributes, NAME, READER};
use crate::answer::{NodeRef, message, stored, to_json};
use crate::error::CapabilityError;
use crate::shared::{fields, unread};
use crate::validate;

/// The distance between two new nodes, in map units.
const GAP: f64 = 40.0;
/// New nodes are placed in at most this many columns.
const MAX_COLUMNS: usize = 8;

/// Update a table of attributes: set values on many nodes at once, each its own, and first create
/// the nodes listed in `create_nodes`. This is one undo step. Other attributes stay unchanged.
#[derive(Deserialize, JsonSchema)]
pub(super) struct WriteAttributes {
    /// What to set: the node, the key and the value. One value for many nodes is set_attribute.
    #[serde(default)]
    cells: Vec<Cell>,
    /// Nodes to create first; cells name them by their titles.
    #[serde(default)]
    create_nodes: Vec<NewNode>,
}

/// One value of the table.
#[derive(Deserialize, JsonSchema)]
struct Cell {
    /// The node: its title, the first or last characters of its id, or a title of `create_nodes`.
    node: String,
    /// The key, for instance `Age`.
    k: String,
    /// The value, for instance `37`.
    v: String,
}

/// A node that the table is the first to name.
#[derive(Deserialize, JsonSchema)]
struct NewNode {
    /// The new node's title.
    title: String,
    /// Its kind: `character`, `place` or another of the story's. Defaults to `character`.
    kind: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct WriteResult {
    /// How many nodes got another value, or were made.
    count: usize,
    made: Vec<NodeRef>,
    changed: Vec<NodeRef>,
}

/// The node whose attributes are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Target {
    /// The node with this index in `create_nodes`.
    New(usize),
    Existing(NodeId),
}

/// The pairs to set for each node, in the order the nodes are first named.
type PairsByNode = Vec<(Target, String, Vec<Attribute>)>;

pub(super) async fn write(
    cx: ToolContext,
    input: WriteAttributes,
) -> Result<WriteResult, ToolError> {
    if input.cells.is_empty() && input.create_nodes.is_empty() {
        return Err(ToolError::invalid("/cells", "the table is empty")
            .hint("give at least one cell, or a node to create")
            .said(&InvalidArgument::FieldEmpty {}));
    }
    let graph = cx.story().graph()?;
    let made = records(&graph, &input.create_nodes)?;
    let written = pairs(&cx, &graph, &made, input.cells)?;
    for (target, ..) in &written {
        if let Target::Existing(id) = target
            && let Some(node) = graph.nodes.get(id)
        {
            unread::check(&cx, node, NAME, READER)?;
        }
    }
    let places = places(&graph, made.len());
    cx.edit(move |edit| {
        let mut new = Vec::with_capacity(made.len());
        for (record, layout) in made.iter().zip(places) {
            new.push(NodeRef {
                id: edit.create_node(record, &layout)?,
                title: record.title.clone(),
            });
        }
        let mut changed = Vec::new();
        for (target, title, pairs) in written {
            let id = match target {
                Target::New(at) => new[at].id,
                Target::Existing(id) => id,
            };
            let slot = Slot::node(id, NAME);
            let mut attributes: Attributes = stored(edit.adopted(&slot)?.as_ref())?;
            let mut differs = false;
            for pair in pairs {
                let at = attributes.position(&pair.k);
                if at.is_some_and(|at| attributes.items[at].v == pair.v) {
                    continue;
                }
                attributes.set(pair);
                differs = true;
            }
            if !differs {
                continue;
            }
            edit.write(&slot, &to_json(&attributes))?;
            if matches!(target, Target::Existing(_)) {
                changed.push(NodeRef { id, title });
            }
        }
        Ok(WriteResult {
            count: new.len() + changed.len(),
            made: new,
            changed,
        })
    })
    .await
}

fn records(graph: &Story, new: &[NewNode]) -> Result<Vec<NodeRecord>, ToolError> {
    let mut records: Vec<NodeRecord> = Vec::with_capacity(new.len());
    let mut seen = HashMap::new();
    for (at, it) in new.iter().enumerate() {
        let path = format!("/create_nodes/{at}/title");
        let title = validate::line(&path, "the title", &it.title)?;
        if let Some(before) = seen.insert(title.to_lowercase(), at) {
            let message = format!("{title:?} is already created by /create_nodes/{before}");
            return Err(ToolError::invalid(&path, message)
                .hint("give each title once")
                .said(&CapabilityError::TitleTwice { title }));
        }
        let name = it.kind.as_deref().unwrap_or("character");
        let kind = validate::kind(&format!("/create_nodes/{at}/kind"), graph, name)?;
        records.push(NodeRecord { title, kind });
    }
    Ok(records)
}

fn pairs(
    cx: &ToolContext,
    graph: &Story,
    made: &[NodeRecord],
    cells: Vec<Cell>,
) -> Result<PairsByNode, ToolError> {
    let new: Vec<_> = made.iter().map(|it| (&*it.title, &*it.kind)).collect();
    let mut known: HashMap<String, (Target, String)> = HashMap::new();
    for (at, record) in made.iter().enumerate() {
        let target = (Target::New(at), record.title.clone());
        known.insert(record.title.to_lowercase(), target);
    }
    let mut places: HashMap<Target, usize> = HashMap::new();
    let mut written: PairsByNode = Vec::new();
    for (at, cell) in cells.into_iter().enumerate() {
        let k = validate::line(&format!("/cells/{at}/k"), "the key", &cell.k)?;
        let path = format!("/cells/{at}/v");
        validate::prose(&path, "the value", &cell.v)?;
        let reference = cell.node.trim().to_lowercase();
        let (target, title) = match known.get(&reference) {
            Some(found) => found.clone(),
            None => {
                let path = format!("/cells/{at}/node");
                let node = validate::node(cx, &path, Some(&cell.node)).map_err(|error| {
                    let hint = "name a node that is new in `create_nodes` too";
                    if error.hint.is_some() {
                        error
                    } else {
                        error.hint(hint)
                    }
                })?;
                let found = (Target::Existing(node.id), node.title);
                known.insert(reference, found.clone());
                found
            }
        };
        let place = *places.entry(target).or_insert_with(|| {
            written.push((target, title, Vec::new()));
            written.len() - 1
        });
        let kind = match target {
            Target::New(at) => made.get(at).map(|it| &*it.kind),
            Target::Existing(id) => graph.nodes.get(&id).map(|it| &*it.kind),
        };
        let mut pair = Attribute { k, v: cell.v };
        pair.v = fields::check(cx, graph, kind.unwrap_or_default(), &pair, &path, &new)?;
        written[place].2.push(pair);
    }
    Ok(written)
}

/// Rows of cards below all existing nodes.
fn places(graph: &Story, count: usize) -> Vec<Layout> {
    let layouts = || graph.nodes.values().map(|it| &it.layout);
    let left = layouts().map(|it| it.x).reduce(f64::min).unwrap_or(0.0);
    let bottom = layouts()
        .map(|it| it.y + it.size().1 + 2.0 * GAP)
        .reduce(f64::max)
        .unwrap_or(0.0);
    let at = |it: usize| Layout {
        x: left + (it % MAX_COLUMNS) as f64 * (Layout::DEFAULT_SIZE.0 + GAP),
        y: bottom + (it / MAX_COLUMNS) as f64 * (Layout::DEFAULT_SIZE.1 + GAP),
        ..Layout::default()
    };
    (0..count).map(at).collect()
}

pub(super) fn show_written(answer: &Value) -> Option<UiHints> {
    let count = |it: &str| answer[it].as_array().map_or(0, Vec::len);
    message(format!(
        "{} nodes made, {} changed",
        count("made"),
        count("changed")
    ))
}
