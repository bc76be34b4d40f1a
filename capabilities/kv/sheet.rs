//! A table written at once: many nodes, each with attributes of its own, and nodes that it is the
//! first to name, all as one step.

use std::collections::HashMap;

use capability::{Misfit, ToolContext, ToolError, UiHints};
use model::{Layout, NodeId, NodeRecord, Slot, Story};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Attributes, NAME, Pair};
use crate::answer::{NodeName, json_of, message, stored};
use crate::check;
use crate::refusal::Refusal;

/// The distance between two new nodes, in map units.
const GAP: f64 = 40.0;
/// New nodes stand in so many columns at most.
const COLUMNS: usize = 8;

/// Write a table: set attributes of many nodes, each its own, and make the nodes that are new, all
/// as one step. Attributes that are not named stay as they are.
#[derive(Deserialize, JsonSchema)]
pub(super) struct WriteAttributes {
    /// What to set: the node, the key and the value. One value for many nodes is set_attribute.
    #[serde(default)]
    cells: Vec<Cell>,
    /// Nodes to make first; cells name them by their titles.
    #[serde(default)]
    make: Vec<Made>,
}

/// One value of the table.
#[derive(Deserialize, JsonSchema)]
struct Cell {
    /// The node: its title, or the beginning or end of its id, or a title of `make`.
    node: String,
    /// The key, for instance `Age`.
    k: String,
    /// The value, for instance `37`.
    v: String,
}

/// A node that the table is the first to name.
#[derive(Deserialize, JsonSchema)]
struct Made {
    /// The new node's title.
    title: String,
    /// Its kind: `character`, `place` or another of the story's; `character` when left out.
    kind: Option<String>,
}

#[derive(Serialize)]
pub(super) struct Sheet {
    /// How many nodes got another value, or were made.
    count: usize,
    made: Vec<NodeName>,
    changed: Vec<NodeName>,
}

/// Whose attributes are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Whose {
    /// Of the node of `make` with this number.
    New(usize),
    Known(NodeId),
}

/// The pairs to set for each node, in the order the nodes are first named.
type Written = Vec<(Whose, String, Vec<Pair>)>;

pub(super) async fn write(cx: ToolContext, input: WriteAttributes) -> Result<Sheet, ToolError> {
    if input.cells.is_empty() && input.make.is_empty() {
        return Err(ToolError::invalid("/cells", "the table is empty")
            .hint("give at least one cell, or a node to make")
            .said(&Misfit::FieldEmpty {}));
    }
    let graph = cx.story().graph()?;
    let made = records(&graph, &input.make)?;
    let written = pairs(&cx, &made, input.cells)?;
    let places = places(&graph, made.len());
    cx.edit(move |edit| {
        let mut new = Vec::with_capacity(made.len());
        for (record, layout) in made.iter().zip(places) {
            new.push(NodeName {
                id: edit.create_node(record, &layout)?,
                title: record.title.clone(),
            });
        }
        let mut changed = Vec::new();
        for (whose, title, pairs) in written {
            let id = match whose {
                Whose::New(at) => new[at].id,
                Whose::Known(id) => id,
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
            edit.write(&slot, &json_of(&attributes))?;
            if matches!(whose, Whose::Known(_)) {
                changed.push(NodeName { id, title });
            }
        }
        Ok(Sheet {
            count: new.len() + changed.len(),
            made: new,
            changed,
        })
    })
    .await
}

fn records(graph: &Story, make: &[Made]) -> Result<Vec<NodeRecord>, ToolError> {
    let mut records: Vec<NodeRecord> = Vec::with_capacity(make.len());
    let mut seen = HashMap::new();
    for (at, it) in make.iter().enumerate() {
        let path = format!("/make/{at}/title");
        let title = check::line(&path, "the title", &it.title)?;
        if let Some(before) = seen.insert(title.to_lowercase(), at) {
            let message = format!("{title:?} is already made by /make/{before}");
            return Err(ToolError::invalid(&path, message)
                .hint("give each title once")
                .said(&Refusal::TitleTwice { title }));
        }
        let name = it.kind.as_deref().unwrap_or("character");
        let kind = check::kind(&format!("/make/{at}/kind"), graph, name)?;
        records.push(NodeRecord { title, kind });
    }
    Ok(records)
}

fn pairs(cx: &ToolContext, made: &[NodeRecord], cells: Vec<Cell>) -> Result<Written, ToolError> {
    let mut known: HashMap<String, (Whose, String)> = HashMap::new();
    for (at, record) in made.iter().enumerate() {
        let whose = (Whose::New(at), record.title.clone());
        known.insert(record.title.to_lowercase(), whose);
    }
    let mut places: HashMap<Whose, usize> = HashMap::new();
    let mut written: Written = Vec::new();
    for (at, cell) in cells.into_iter().enumerate() {
        let k = check::line(&format!("/cells/{at}/k"), "the key", &cell.k)?;
        check::prose(&format!("/cells/{at}/v"), "the value", &cell.v)?;
        let reference = cell.node.trim().to_lowercase();
        let (whose, title) = match known.get(&reference) {
            Some(found) => found.clone(),
            None => {
                let path = format!("/cells/{at}/node");
                let node = check::node(cx, &path, Some(&cell.node)).map_err(|error| {
                    let hint = "name a node that is new in `make` too";
                    if error.hint.is_some() {
                        error
                    } else {
                        error.hint(hint)
                    }
                })?;
                let found = (Whose::Known(node.id), node.title);
                known.insert(reference, found.clone());
                found
            }
        };
        let place = *places.entry(whose).or_insert_with(|| {
            written.push((whose, title, Vec::new()));
            written.len() - 1
        });
        written[place].2.push(Pair { k, v: cell.v });
    }
    Ok(written)
}

/// Rows of cards below everything that is there.
fn places(graph: &Story, count: usize) -> Vec<Layout> {
    let layouts = || graph.nodes.values().map(|it| &it.layout);
    let left = layouts().map(|it| it.x).reduce(f64::min).unwrap_or(0.0);
    let bottom = layouts()
        .map(|it| it.y + it.size().1 + 2.0 * GAP)
        .reduce(f64::max)
        .unwrap_or(0.0);
    let at = |it: usize| Layout {
        x: left + (it % COLUMNS) as f64 * (Layout::CARD.0 + GAP),
        y: bottom + (it / COLUMNS) as f64 * (Layout::CARD.1 + GAP),
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
