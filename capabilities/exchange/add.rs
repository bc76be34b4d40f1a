//! Puts an imported story into the one that is here: new ids, a place beside what stands, kinds
//! and data that are known. What cannot be taken over is told, not dropped in silence.

use std::collections::{BTreeMap, HashMap};

use capability::{Edit, ToolError};
use formats::{Parcel, Warning};
use model::{
    Kind, Layout, Node, NodeId, NodeRecord, Slot, Story, StoryRecord, Subject, count_words, part,
};
use serde::Serialize;
use serde_json::Value;

use crate::answer::{NodeName, json_of, stored};

/// How many of the new nodes an answer names.
const NAMED: usize = 20;
/// The width of a node that has none of its own, and the distance to what stands already.
const WIDTH: f64 = 240.0;
const DISTANCE: f64 = 200.0;

/// What the new nodes will stand on.
pub(super) struct Ground {
    /// How far everything moves to stand beside what is here.
    shift: (f64, f64),
    is_empty: bool,
    kinds: BTreeMap<String, Kind>,
}

impl Ground {
    pub(super) fn of(here: &Story, new: &Story) -> Self {
        let least = |values: &mut dyn Iterator<Item = f64>| values.reduce(f64::min);
        let right_edge = |it: &Layout| it.x + it.width.unwrap_or(WIDTH);
        let right = here
            .nodes
            .values()
            .map(|it| right_edge(&it.layout))
            .reduce(f64::max);
        let top = least(&mut here.nodes.values().map(|it| it.layout.y));
        let new_left = least(&mut new.nodes.values().map(|it| it.layout.x)).unwrap_or(0.0);
        let new_top = least(&mut new.nodes.values().map(|it| it.layout.y)).unwrap_or(0.0);
        let shift = match (right, top) {
            (Some(right), Some(top)) => (right + DISTANCE - new_left, top - new_top),
            _ => (0.0, 0.0),
        };
        Self {
            shift,
            is_empty: here.nodes.is_empty(),
            kinds: here.kinds.clone(),
        }
    }
}

/// What was added.
#[derive(Serialize)]
pub(super) struct Added {
    nodes: usize,
    links: usize,
    assets: usize,
    words: usize,
    /// The first of the new nodes.
    first: Vec<NodeName>,
}

/// Adds all of a parcel; gives what was added and what a person should know.
pub(super) fn add(
    edit: &mut Edit<'_>,
    parcel: &Parcel,
    ground: &Ground,
) -> Result<(Added, Vec<Warning>), ToolError> {
    let story = &parcel.story;
    for asset in parcel.assets.values() {
        edit.attach(&asset.bytes, &asset.mime)?;
    }
    add_kinds(edit, story, ground)?;
    let mut unknown = BTreeMap::new();
    let ids = add_nodes(edit, story, ground, &mut unknown)?;
    let links = add_edges(edit, story, &ids, &mut unknown)?;
    add_record(edit, story, ground, &ids)?;
    write_data(edit, Subject::Story, &story.data, &mut unknown)?;
    let named = story.nodes.values().take(NAMED);
    let first = named
        .map(|it| NodeName {
            id: ids[&it.id],
            title: it.title.clone(),
        })
        .collect();
    let added = Added {
        nodes: ids.len(),
        links,
        assets: parcel.assets.len(),
        words: story.nodes.values().map(|it| words(it)).sum(),
        first,
    };
    let warnings = unknown.into_iter().map(|(capability, count)| {
        let message =
            format!("data of {capability} is not known here and was left out, {count} times");
        Warning {
            line: None,
            message,
        }
    });
    Ok((added, warnings.collect()))
}

/// Kinds that are not known here yet; of two of one name the one that is here stays.
fn add_kinds(edit: &mut Edit<'_>, story: &Story, ground: &Ground) -> Result<(), ToolError> {
    let new: Vec<_> = story
        .kinds
        .iter()
        .filter(|(name, _)| !ground.kinds.contains_key(*name))
        .collect();
    if new.is_empty() {
        return Ok(());
    }
    let slot = Slot::story(part::KINDS);
    let mut own: BTreeMap<String, Kind> = stored(edit.adopted(&slot)?.as_ref())?;
    own.extend(
        new.into_iter()
            .map(|(name, kind)| (name.clone(), kind.clone())),
    );
    edit.write(&slot, &json_of(&own))?;
    Ok(())
}

fn add_nodes(
    edit: &mut Edit<'_>,
    story: &Story,
    ground: &Ground,
    unknown: &mut BTreeMap<String, usize>,
) -> Result<HashMap<NodeId, NodeId>, ToolError> {
    let mut ids = HashMap::new();
    let placed = |node: &Node| Layout {
        x: node.layout.x + ground.shift.0,
        y: node.layout.y + ground.shift.1,
        ..node.layout.clone()
    };
    for node in story.nodes.values() {
        let record = NodeRecord {
            title: node.title.clone(),
            kind: node.kind.clone(),
        };
        let id = edit.create_node(
            &record,
            &Layout {
                parent: None,
                ..placed(node)
            },
        )?;
        write_data(edit, Subject::Node(id), &node.data, unknown)?;
        ids.insert(node.id, id);
    }
    // Groups are named by their new ids, and those are known only now.
    for node in story.nodes.values() {
        let parent = node.layout.parent.and_then(|it| ids.get(&it)).copied();
        if parent.is_some() {
            edit.set_layout(
                ids[&node.id],
                &Layout {
                    parent,
                    ..placed(node)
                },
            )?;
        }
    }
    Ok(ids)
}

fn add_edges(
    edit: &mut Edit<'_>,
    story: &Story,
    ids: &HashMap<NodeId, NodeId>,
    unknown: &mut BTreeMap<String, usize>,
) -> Result<usize, ToolError> {
    let mut count = 0;
    for edge in story.edges.values() {
        let ends = (ids.get(&edge.record.from), ids.get(&edge.record.to));
        let (Some(&from), Some(&to)) = ends else {
            continue;
        };
        let mut record = edge.record.clone();
        (record.from, record.to) = (from, to);
        let id = edit.create_edge(&record)?;
        write_data(edit, Subject::Edge(id), &edge.data, unknown)?;
        count += 1;
    }
    Ok(count)
}

/// The start, where there is none; the title too, where there was no story yet.
fn add_record(
    edit: &mut Edit<'_>,
    story: &Story,
    ground: &Ground,
    ids: &HashMap<NodeId, NodeId>,
) -> Result<(), ToolError> {
    let slot = Slot::story(part::STORY);
    let mut record: StoryRecord = stored(edit.adopted(&slot)?.as_ref())?;
    if record.start.is_none() {
        record.start = story.record.start.and_then(|it| ids.get(&it)).copied();
    }
    if ground.is_empty && !story.record.title.trim().is_empty() {
        record.title.clone_from(&story.record.title);
    }
    edit.write(&slot, &json_of(&record))?;
    Ok(())
}

/// Writes the data that some capability here knows, and what formats keep for themselves where
/// there is nothing of that sort yet; counts the rest.
fn write_data(
    edit: &mut Edit<'_>,
    subject: Subject,
    data: &BTreeMap<std::sync::Arc<str>, std::sync::Arc<Value>>,
    unknown: &mut BTreeMap<String, usize>,
) -> Result<(), ToolError> {
    for (capability, value) in data {
        let slot = Slot::new(subject, capability);
        if **capability == *part::KEPT {
            if edit.adopted(&slot)?.is_none() {
                edit.write(&slot, value)?;
            }
        } else if keeps_data(capability) {
            edit.write(&slot, value)?;
        } else {
            *unknown.entry(capability.to_string()).or_default() += 1;
        }
    }
    Ok(())
}

fn keeps_data(capability: &str) -> bool {
    crate::ALL
        .iter()
        .any(|it| it.name() == capability && it.data().is_some())
}

fn words(node: &Node) -> usize {
    let text = node.data.get("text").and_then(|it| it["text"].as_str());
    text.map_or(0, |it| count_words(it).words)
}
