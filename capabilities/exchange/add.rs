//! Adds an imported story to the open one: beside the existing nodes with new ids, or replacing
//! them, which changes nodes in both and removes the others. Only known kinds and data are
//! imported; the rest is reported, not dropped silently. `titles_in_common` says how both stories name
//! each other's nodes, `story_data` what becomes of data of the whole story.

use std::collections::{BTreeMap, HashMap};

use capability::{Edit, ToolError, View};
use formats::{Bundle, ImportWarning, Warning};
use model::contents::{DataMap, NewIds, STYLE_GUIDE, names_ids};
use model::{
    Edge, EdgeId, Kind, Layout, Node, NodeId, NodeRecord, Slot, Story, StoryRecord, Subject, part,
};
use schemars::JsonSchema;
use serde::Serialize;

use super::history;
use super::story_data::{Joined, join, join_records};
use super::titles_in_common::TitlesInCommon;
use crate::answer::{NodeRef, stored, to_json};

/// How many of the new nodes an answer names.
const MAX_NAMED: usize = 20;
/// The distance to existing nodes, in map units.
const MARGIN: f64 = 200.0;

/// Where a caller wants the new nodes: their left and top edge, and the group around them.
#[derive(Clone, Copy)]
pub(super) struct TargetPosition {
    pub(super) x: Option<f64>,
    pub(super) y: Option<f64>,
    pub(super) group: Option<NodeId>,
    /// Whether nodes whose titles are taken get new ones; see [`TitlesInCommon`].
    pub(super) new_titles: Option<bool>,
}

impl TargetPosition {
    pub(super) fn is_given(&self) -> bool {
        self.x.is_some() || self.y.is_some() || self.group.is_some()
    }
}

/// How the new nodes fit into the existing story.
pub(super) struct ImportPlan {
    /// The offset that places the import beside the existing nodes.
    shift: (f64, f64),
    is_empty: bool,
    kinds: BTreeMap<String, Kind>,
    /// Whether the file replaces the existing story, and what that contains.
    replaces: bool,
    nodes: Vec<NodeId>,
    edges: Vec<EdgeId>,
    /// Whether nodes and edges keep their ids from the file.
    keeps_identity: bool,
    /// The group for nodes that belong to no group of the file.
    group: Option<NodeId>,
    /// Whether the file is added as a part of the story, which keeps its title.
    is_part: bool,
    /// The titles and links that the file and the existing nodes have in common.
    titles: TitlesInCommon,
}

/// Called with what is being added and how much of it is done; an error ends the import. The edit
/// then fails, so nothing is kept.
pub(super) type ProgressFn<'a> = &'a dyn Fn(&str, usize, usize) -> Result<(), ToolError>;

impl ImportPlan {
    /// `named` says whether the file's format identifies nodes by id.
    pub(super) fn of(
        view: &View,
        new: &Story,
        named: bool,
        replaces: bool,
        place: TargetPosition,
    ) -> Result<Self, ToolError> {
        let here = view.graph()?;
        let least = |values: &mut dyn Iterator<Item = f64>| values.reduce(f64::min);
        let right_edge = |it: &Layout| it.x + it.size().0;
        let right = here
            .nodes
            .values()
            .map(|it| right_edge(&it.layout))
            .reduce(f64::max);
        let top = least(&mut here.nodes.values().map(|it| it.layout.y));
        let new_left = least(&mut new.nodes.values().map(|it| it.layout.x)).unwrap_or(0.0);
        let new_top = least(&mut new.nodes.values().map(|it| it.layout.y)).unwrap_or(0.0);
        let is_part = place.is_given();
        let beside = match (right, top) {
            (Some(right), Some(top)) if !replaces => (right + MARGIN - new_left, top - new_top),
            _ => (0.0, 0.0),
        };
        let shift = (
            place.x.map_or(beside.0, |it| it - new_left),
            place.y.map_or(beside.1, |it| it - new_top),
        );
        Ok(Self {
            shift,
            is_empty: here.nodes.is_empty(),
            kinds: here.kinds.clone(),
            replaces,
            nodes: here.nodes.keys().copied().collect(),
            edges: here.edges.keys().copied().collect(),
            keeps_identity: named && (replaces || here.nodes.is_empty()) && !is_part,
            group: place.group,
            is_part,
            titles: match replaces {
                true => TitlesInCommon::default(),
                false => TitlesInCommon::of(view, &here, new, place.new_titles)?,
            },
        })
    }

    /// Whether a warning about the file is void, because what it misses is here.
    pub(super) fn has_target_of(&self, warning: &Warning) -> bool {
        self.titles.has_target_of(warning)
    }
}

/// What was added.
#[derive(Serialize, JsonSchema)]
pub(super) struct Added {
    nodes: usize,
    /// Those of the nodes that are groups.
    #[serde(skip_serializing_if = "is_zero")]
    groups: usize,
    links: usize,
    assets: usize,
    words: usize,
    /// Versions of the file's past that came along.
    #[serde(skip_serializing_if = "is_zero")]
    versions: usize,
    /// Its drafts, snapshots and conversations that came along.
    #[serde(skip_serializing_if = "is_zero")]
    drafts: usize,
    #[serde(skip_serializing_if = "is_zero")]
    states: usize,
    #[serde(skip_serializing_if = "is_zero")]
    conversations: usize,
    /// Nodes that were here and are not in the file.
    #[serde(skip_serializing_if = "is_zero")]
    removed: usize,
    /// Those of the links that lead from the file to a node that was here, or the other way, because a
    /// text names it.
    #[serde(skip_serializing_if = "is_zero")]
    connected: usize,
    /// The first of the new nodes.
    first: Vec<NodeRef>,
}

/// Adds all of a bundle; returns what was added and the warnings.
pub(super) fn add(
    edit: &mut Edit<'_>,
    bundle: &Bundle,
    plan: &ImportPlan,
    watch: ProgressFn<'_>,
) -> Result<(Added, Vec<Warning>), ToolError> {
    let story = &bundle.story;
    for (done, asset) in bundle.assets.values().enumerate() {
        watch("keeping pictures", done, bundle.assets.len())?;
        edit.attach(&asset.bytes, &asset.mime)?;
    }
    let removed = remove_replaced(edit, story, plan)?;
    let (brought, mut warnings) =
        history::import_history(edit, bundle, plan.keeps_identity && plan.is_empty)?;
    add_kinds(edit, story, plan)?;
    let mut unknown = BTreeMap::new();
    let mut new_ids = NewIds {
        nodes: add_nodes(edit, story, plan, &mut unknown, watch)?,
        ..NewIds::default()
    };
    new_ids.edges = add_edges(edit, story, plan, &new_ids.nodes, &mut unknown, watch)?;
    if !plan.keeps_identity {
        write_data_naming_ids(edit, story, &new_ids)?;
    }
    let ids = &new_ids.nodes;
    let mut data = story.data.clone();
    if let Some(name) = add_record(edit, story, plan, ids)? {
        formats::set_imported_title(&mut data, &name);
    }
    warnings.extend(write_story_data(edit, &data, &mut unknown, plan)?);
    warnings.extend(plan.titles.warning(story));
    let connected = plan.titles.connect(edit, ids)?;
    let named = story.nodes.values().take(MAX_NAMED);
    let first = named
        .map(|it| NodeRef {
            id: ids[&it.id],
            title: plan.titles.title_of(it).to_owned(),
        })
        .collect();
    let added = Added {
        nodes: ids.len(),
        groups: story.nodes.values().filter(|it| it.kind == "group").count(),
        links: new_ids.edges.len() + connected,
        assets: bundle.assets.len(),
        words: story.nodes.values().map(|it| words(it)).sum(),
        versions: brought.versions,
        drafts: brought.drafts,
        states: brought.states,
        conversations: brought.conversations,
        removed,
        connected,
        first,
    };
    warnings.extend(unknown.into_iter().map(|(capability, count)| {
        Warning::for_file(ImportWarning::UnknownData { capability, count })
    }));
    Ok((added, warnings))
}

/// Removes what the file replaces; returns the number of removed nodes.
fn remove_replaced(
    edit: &mut Edit<'_>,
    story: &Story,
    plan: &ImportPlan,
) -> Result<usize, ToolError> {
    if !plan.replaces {
        return Ok(0);
    }
    let stays = |id: &NodeId| plan.keeps_identity && story.nodes.contains_key(id);
    for id in plan
        .edges
        .iter()
        .filter(|it| !story.edges.contains_key(*it))
    {
        edit.remove_edge(*id)?;
    }
    let goes: Vec<_> = plan.nodes.iter().filter(|it| !stays(it)).collect();
    for id in &goes {
        edit.remove_node(**id)?;
    }
    Ok(goes.len())
}

/// Adds unknown kinds. An existing kind of the same name is kept, unless it is built in and
/// unchanged.
fn add_kinds(edit: &mut Edit<'_>, story: &Story, plan: &ImportPlan) -> Result<(), ToolError> {
    let new: Vec<_> = story
        .kinds
        .iter()
        .filter(|(name, kind)| match plan.kinds.get(*name) {
            None => true,
            Some(here) => here != *kind && Kind::built_in().get(*name) == Some(here),
        })
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
    edit.write(&slot, &to_json(&own))?;
    Ok(())
}

fn add_nodes(
    edit: &mut Edit<'_>,
    story: &Story,
    plan: &ImportPlan,
    unknown: &mut BTreeMap<String, usize>,
    watch: ProgressFn<'_>,
) -> Result<HashMap<NodeId, NodeId>, ToolError> {
    let mut ids = HashMap::new();
    let placed = |node: &Node| Layout {
        x: node.layout.x + plan.shift.0,
        y: node.layout.y + plan.shift.1,
        ..node.layout.clone()
    };
    for (done, node) in story.nodes.values().enumerate() {
        watch("adding nodes", done, story.nodes.len())?;
        let record = NodeRecord {
            title: plan.titles.title_of(node).to_owned(),
            kind: node.kind.clone(),
        };
        let id = if plan.keeps_identity {
            put_node(edit, node, &record)?;
            node.id
        } else {
            let layout = Layout {
                parent: plan.group,
                ..placed(node)
            };
            edit.create_node(&record, &layout)?
        };
        write_data(edit, Subject::Node(id), &node.data, unknown, plan)?;
        ids.insert(node.id, id);
    }
    if plan.keeps_identity {
        return Ok(ids);
    }
    // Groups are referred to by their new ids, which are known only now.
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

/// Writes a node as the file has it: removes other data, and keeps the version of unchanged data.
fn put_node(edit: &mut Edit<'_>, node: &Node, record: &NodeRecord) -> Result<(), ToolError> {
    let id = node.id;
    if edit.adopted(&Slot::node(id, part::NODE))?.is_none() {
        edit.create_node_as(id, record, &node.layout)?;
        return Ok(());
    }
    edit.set_node(id, record)?;
    edit.set_layout(id, &node.layout)?;
    for name in edit.node(id)?.data.keys() {
        if !node.data.contains_key(name) {
            edit.clear(&Slot::node(id, name))?;
        }
    }
    Ok(())
}

fn put_edge(edit: &mut Edit<'_>, edge: &Edge) -> Result<(), ToolError> {
    let id = edge.id;
    if edit.adopted(&Slot::edge(id, part::EDGE))?.is_none() {
        edit.create_edge_as(id, &edge.record)?;
        return Ok(());
    }
    edit.set_edge(id, &edge.record)?;
    for name in edit.edge(id)?.data.keys() {
        if !edge.data.contains_key(name) {
            edit.clear(&Slot::edge(id, name))?;
        }
    }
    Ok(())
}

fn add_edges(
    edit: &mut Edit<'_>,
    story: &Story,
    plan: &ImportPlan,
    ids: &HashMap<NodeId, NodeId>,
    unknown: &mut BTreeMap<String, usize>,
    watch: ProgressFn<'_>,
) -> Result<HashMap<EdgeId, EdgeId>, ToolError> {
    let mut new_ids = HashMap::new();
    for (done, edge) in story.edges.values().enumerate() {
        watch("adding links", done, story.edges.len())?;
        let ends = (ids.get(&edge.record.from), ids.get(&edge.record.to));
        let (Some(&from), Some(&to)) = ends else {
            continue;
        };
        let mut record = edge.record.clone();
        (record.from, record.to) = (from, to);
        let id = if plan.keeps_identity {
            put_edge(edit, edge)?;
            edge.id
        } else {
            edit.create_edge(&record)?
        };
        write_data(edit, Subject::Edge(id), &edge.data, unknown, plan)?;
        new_ids.insert(edge.id, id);
    }
    Ok(new_ids)
}

/// Writes the data of the new nodes that names nodes or links, by the ids that these have here.
fn write_data_naming_ids(
    edit: &mut Edit<'_>,
    story: &Story,
    new_ids: &NewIds,
) -> Result<(), ToolError> {
    for node in story.nodes.values() {
        for (slot, data) in node.data.iter().filter(|it| names_ids(it.0)) {
            let slot_here = Slot::node(new_ids.nodes[&node.id], slot);
            edit.write(&slot_here, &new_ids.applied(slot, data))?;
        }
    }
    Ok(())
}

/// Sets the start if there is none, and the title if the story was empty. If the file has no title,
/// the story keeps its own, which is then returned.
fn add_record(
    edit: &mut Edit<'_>,
    story: &Story,
    plan: &ImportPlan,
    ids: &HashMap<NodeId, NodeId>,
) -> Result<Option<String>, ToolError> {
    let slot = Slot::story(part::STORY);
    let mut record: StoryRecord = stored(edit.adopted(&slot)?.as_ref())?;
    if record.start.is_none() || plan.replaces {
        record.start = story.record.start.and_then(|it| ids.get(&it)).copied();
    }
    let is_whole = (plan.is_empty && !plan.is_part) || plan.replaces;
    let stays = formats::is_untitled(story) && !record.title.trim().is_empty();
    join_records(&mut record, story, is_whole);
    edit.write(&slot, &to_json(&record))?;
    Ok((is_whole && stays).then_some(record.title))
}

/// Writes data that a capability knows. Data that names others by ids is left for later where these
/// change. Counts the rest.
fn write_data(
    edit: &mut Edit<'_>,
    subject: Subject,
    data: &DataMap,
    unknown: &mut BTreeMap<String, usize>,
    plan: &ImportPlan,
) -> Result<(), ToolError> {
    for (capability, value) in data {
        if !plan.keeps_identity && subject.node().is_some() && names_ids(capability) {
            continue;
        }
        if !keeps_data(capability) {
            *unknown.entry(capability.to_string()).or_default() += 1;
            continue;
        }
        let slot = Slot::new(subject, capability);
        let standing = edit.adopted(&slot)?;
        if standing.is_none_or(|it| it.data() != **value) {
            edit.write(&slot, value)?;
        }
    }
    Ok(())
}

/// The same for the whole story; returns the warnings about what it keeps of its own instead.
fn write_story_data(
    edit: &mut Edit<'_>,
    data: &DataMap,
    unknown: &mut BTreeMap<String, usize>,
    plan: &ImportPlan,
) -> Result<Vec<Warning>, ToolError> {
    let mut warnings = Vec::new();
    for (capability, value) in data {
        if !keeps_data(capability) {
            *unknown.entry(capability.to_string()).or_default() += 1;
            continue;
        }
        let slot = Slot::story(capability);
        let standing = edit.adopted(&slot)?.map(|it| it.data());
        // A file that is the whole story brings its own.
        let is_joined = !plan.replaces && !plan.keeps_identity;
        let Some(here) = standing.filter(|_| is_joined) else {
            edit.write(&slot, value)?;
            continue;
        };
        match join(capability, &here, value) {
            Joined::Same => {}
            Joined::Changed(all) => _ = edit.write(&slot, &all)?,
            Joined::Kept => {
                let kept = match &**capability {
                    STYLE_GUIDE => ImportWarning::StyleGuideKept {},
                    other => ImportWarning::StoryDataKept {
                        capability: other.to_owned(),
                    },
                };
                warnings.push(Warning::for_file(kept));
            }
        }
    }
    Ok(warnings)
}

/// Whether data of this name belongs to a capability, or is kept for a format.
pub(super) fn keeps_data(slot: &str) -> bool {
    if slot == part::FOREIGN {
        return true;
    }
    // The part after a colon distinguishes slots of one capability.
    let capability = slot.split_once(':').map_or(slot, |it| it.0);
    crate::ALL
        .iter()
        .any(|it| it.name() == capability && it.data().is_some())
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands out a reference"
)]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

fn words(node: &Node) -> usize {
    markup::count_visible_words(node.prose()).words
}
