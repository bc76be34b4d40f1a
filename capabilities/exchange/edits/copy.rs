//! A whole story that was exported and changed elsewhere: each slot is compared with what it was made from,
//! and merged with what it is here today.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use capability::{ToolError, View};
use formats::{Bundle, PackedAsset, Warning};
use model::contents::{Content as _, FINDINGS, Findings, TEXT};
use model::{
    AssetId, EdgeId, EdgeRecord, Kind, Layout, NodeId, Slot, Story, StoryRecord, Subject,
    merge_data, part,
};
use serde::Deserialize as _;
use serde_json::Value;

use super::changes::{Changes, slots_of};
use super::document::with_comments;
use super::identity::recognize;
use super::origins::{Ages, Origin, origin_of};
use super::{Edits, EditsReport};
use crate::answer::to_json;
use crate::error::CapabilityError;

/// What a copy changes in the story.
pub(super) fn edits_of(
    view: &View,
    mut copy: Bundle,
    warnings: Vec<Warning>,
) -> Result<Edits, ToolError> {
    let story = view.story()?;
    let ages = Ages::of(view)?;
    let nodes = copy.story.nodes.keys();
    if !nodes.into_iter().any(|it| ages.knows(Subject::Node(*it))) {
        return Err(
            ToolError::invalid("/content", CapabilityError::OtherStory {})
                .hint("import_story adds the nodes of another story beside those of this one"),
        );
    }
    let unidentified = recognize(&story, &mut copy.story, |it| ages.knows(it));
    let mut comparison = Comparison {
        unidentified,
        copied: HashSet::new(),
        here: slots_of(&story).into_iter().collect(),
        story: &story,
        copy: &copy.story,
        ages,
        changed: Vec::new(),
        report: EditsReport::new(warnings),
        changes: Changes::default(),
        touched: BTreeSet::new(),
    };
    comparison.compare(view)?;
    comparison.take_additions();
    comparison.take_removals();
    comparison.take_changes();
    Ok(comparison.finish(copy.assets))
}

/// Data that a copy changes.
struct ChangedSlot {
    slot: Slot,
    /// What it was made from.
    base: Option<Value>,
    data: Value,
}

struct Comparison<'a> {
    story: &'a Story,
    copy: &'a Story,
    /// The nodes that the copy does not identify.
    unidentified: HashSet<NodeId>,
    /// The slots that it has.
    copied: HashSet<Slot>,
    here: HashMap<Slot, Value>,
    ages: Ages,
    changed: Vec<ChangedSlot>,
    report: EditsReport,
    changes: Changes,
    /// The nodes that are changed.
    touched: BTreeSet<NodeId>,
}

impl Comparison<'_> {
    /// Finds out what the copy changes, and how much of the story it has seen.
    fn compare(&mut self, view: &View) -> Result<(), ToolError> {
        for (slot, data) in slots_of(self.copy) {
            self.copied.insert(slot.clone());
            if self.here.get(&slot) == Some(&data) {
                self.ages.see(&slot);
                continue;
            }
            match origin_of(view, &slot, &data)? {
                Origin::Version { change } => self.ages.see_change(change),
                Origin::ChangedFrom(base) => self.changed.push(ChangedSlot { slot, base, data }),
            }
        }
        Ok(())
    }

    /// Takes over new nodes, and those that were changed in the copy and removed here.
    fn take_additions(&mut self) {
        let is_here = |it: &NodeId| self.story.nodes.contains_key(it);
        let changed = self.changed.iter();
        let changed = changed.filter(|it| &*it.slot.capability != part::LAYOUT);
        let changed: HashSet<NodeId> = changed.filter_map(|it| it.slot.subject.node()).collect();
        let nodes = self.copy.nodes.values();
        for node in nodes.filter(|it| !is_here(&it.id) && changed.contains(&it.id)) {
            let was_here = self.ages.knows(Subject::Node(node.id));
            self.report.conflicts += usize::from(was_here);
            self.report.added += 1;
            self.changes.add_node(node, node.layout.clone());
        }
    }

    /// Takes over what was removed in the copy, unless it was changed here since.
    fn take_removals(&mut self) {
        let is_part = self.is_part();
        for id in self.story.nodes.keys() {
            if self.copy.nodes.contains_key(id) {
                continue;
            }
            let is_older = self.ages.is_older_than_copy(&Slot::node(*id, part::NODE));
            let is_changed = self.is_written_since(*id);
            if is_part || !is_older || is_changed {
                self.report.conflicts += usize::from(!is_part && is_older && is_changed);
                self.report.add_missing(self.story, *id);
            } else {
                self.changes.removed_nodes.push(*id);
                self.report.removed += 1;
            }
        }
        let is_common =
            |it: &NodeId| self.copy.nodes.contains_key(it) && !self.unidentified.contains(it);
        for edge in self.story.edges.values() {
            let EdgeRecord { from, to, .. } = &edge.record;
            let slot = Slot::edge(edge.id, part::EDGE);
            if self.copy.edges.contains_key(&edge.id)
                || !(is_common(from) && is_common(to))
                || !self.ages.is_older_than_copy(&slot)
            {
                continue;
            }
            if self.ages.is_written_since(&slot) {
                self.report.conflicts += 1;
            } else {
                self.changes.removed_edges.push(edge.id);
                self.touched.insert(*from);
            }
        }
        for slot in self.here.keys().filter(|it| !self.copied.contains(*it)) {
            let is_common = match slot.subject {
                Subject::Story => !is_part,
                Subject::Node(id) => is_common(&id),
                Subject::Edge(id) => self.copy.edges.contains_key(&id),
            };
            if !is_common || !self.ages.is_older_than_copy(slot) {
                continue;
            }
            if self.ages.is_written_since(slot) {
                self.report.conflicts += 1;
            } else {
                self.changes.cleared.push(slot.clone());
                self.touched.extend(slot.subject.node());
            }
        }
        self.changes.cleared.sort();
    }

    /// Whether the copy has only a part of the story: it lacks the start, or most of what it could have.
    fn is_part(&self) -> bool {
        let start = self.story.record.start;
        if start.is_some_and(|it| !self.copy.nodes.contains_key(&it)) {
            return true;
        }
        let (mut has, mut lacks) = (0_usize, 0_usize);
        for id in self.story.nodes.keys() {
            if self.copy.nodes.contains_key(id) {
                has += 1;
            } else if self.ages.is_older_than_copy(&Slot::node(*id, part::NODE)) {
                lacks += 1;
            }
        }
        lacks > has
    }

    fn is_written_since(&self, node: NodeId) -> bool {
        let data = &self.story.nodes[&node].data;
        let names = data.keys().map(|it| &**it);
        let mut names = names.chain([part::NODE]);
        names.any(|it| self.ages.is_written_since(&Slot::node(node, it)))
    }

    /// Merges what both have.
    fn take_changes(&mut self) {
        let removed: HashSet<NodeId> = self.changes.removed_nodes.iter().copied().collect();
        let here = self.story.nodes.keys().filter(|it| !removed.contains(*it));
        let added = self.changes.new_nodes.iter().map(|it| it.0);
        let nodes: HashSet<NodeId> = here.copied().chain(added).collect();
        for (_, _, layout) in &mut self.changes.new_nodes {
            layout.parent = layout.parent.filter(|it| nodes.contains(it));
        }
        for change in std::mem::take(&mut self.changed) {
            match change.slot.subject {
                Subject::Node(id) if !self.story.nodes.contains_key(&id) => {}
                Subject::Edge(id) if !self.story.edges.contains_key(&id) => {
                    self.take_new_edge(change, id, &nodes);
                }
                _ => self.take_change(change, &nodes),
            }
        }
    }

    fn take_new_edge(&mut self, change: ChangedSlot, id: EdgeId, nodes: &HashSet<NodeId>) {
        let Some(edge) = self.copy.edges.get(&id) else {
            return;
        };
        let ends = [edge.record.from, edge.record.to];
        if !ends.iter().all(|it| nodes.contains(it)) {
            return;
        }
        if &*change.slot.capability != part::EDGE {
            self.changes.edge_data.push((change.slot, change.data));
            return;
        }
        let was_here = self.ages.knows(change.slot.subject);
        self.report.conflicts += usize::from(was_here);
        self.touched.insert(edge.record.from);
        self.changes.new_edges.push((id, edge.record.clone()));
    }

    fn take_change(&mut self, change: ChangedSlot, nodes: &HashSet<NodeId>) {
        let ChangedSlot { slot, base, data } = change;
        let here = self.here.get(&slot).cloned();
        let merged = match &here {
            _ if &*slot.capability == FINDINGS => {
                let here = here.as_ref().unwrap_or(&Value::Null);
                self.merged_findings(&slot, base.as_ref(), here, &data)
            }
            Some(here) => {
                let base = base.unwrap_or_default();
                let merged = merge_data(&slot.capability, &base, here, data);
                self.report.conflicts += merged.conflicts;
                Some(merged.value)
            }
            // Removed here and changed there.
            None => {
                self.report.conflicts += usize::from(base.is_some());
                Some(data)
            }
        };
        let merged = merged.and_then(|it| fitting(&slot, it, nodes, self.story));
        let Some(merged) = merged.filter(|it| Some(it) != here.as_ref()) else {
            return;
        };
        match slot.subject {
            Subject::Node(id) => {
                if &*slot.capability == TEXT {
                    let before = self.story.nodes[&id].prose().to_owned();
                    self.changes.texts.push((id, before));
                }
                self.touched.insert(id);
            }
            Subject::Edge(id) => _ = self.touched.insert(self.story.edges[&id].record.from),
            Subject::Story => {}
        }
        self.changes.written.push((slot, merged));
    }

    /// The comments of both; those that were deleted here stay so.
    fn merged_findings(
        &mut self,
        slot: &Slot,
        base: Option<&Value>,
        here: &Value,
        data: &Value,
    ) -> Option<Value> {
        let node = &self.story.nodes[&slot.subject.node()?];
        let read = |it: &Value| Findings::deserialize(it).unwrap_or_default();
        let mut theirs = read(data);
        let was = base.map(read).unwrap_or_default();
        let has = |all: &Findings, id: &str| all.items.iter().any(|it| it.id == id);
        let is = read(here);
        theirs
            .items
            .retain(|it| has(&is, &it.id) || !has(&was, &it.id));
        let merged = with_comments(node, node.prose(), &theirs, &mut self.report.comments);
        merged.map(|it| it.to_data())
    }

    fn finish(mut self, assets: BTreeMap<AssetId, PackedAsset>) -> Edits {
        let kinds = self.copy.kinds.iter();
        let kinds = kinds.filter(|it| !self.story.kinds.contains_key(it.0));
        let new_kinds: Vec<_> = kinds.collect();
        if !new_kinds.is_empty() {
            let built_in = Kind::built_in();
            let own = self.story.kinds.iter();
            let own = own.filter(|(name, kind)| built_in.get(*name) != Some(kind));
            let all: BTreeMap<_, _> = own.chain(new_kinds).collect();
            let slot = Slot::story(part::KINDS);
            self.changes.written.insert(0, (slot, to_json(&all)));
        }
        for id in &self.touched {
            if let Some(node) = self.story.nodes.get(id) {
                self.report.add_changed(node);
            }
        }
        let common = self.story.nodes.keys();
        let common = common
            .filter(|it| self.copy.nodes.contains_key(*it))
            .count();
        self.report.unchanged = common.saturating_sub(self.report.count);
        self.changes.assets = assets;
        Edits {
            report: self.report,
            changes: self.changes,
        }
    }
}

/// Data without what names nodes that the story will not have; `None` if nothing is left to write.
fn fitting(slot: &Slot, data: Value, nodes: &HashSet<NodeId>, story: &Story) -> Option<Value> {
    match &*slot.capability {
        part::LAYOUT => {
            let mut layout = Layout::deserialize(data).ok()?;
            layout.parent = layout.parent.filter(|it| nodes.contains(it));
            Some(to_json(&layout))
        }
        part::STORY => {
            let mut record = StoryRecord::deserialize(data).ok()?;
            let start = record.start.filter(|it| nodes.contains(it));
            record.start = start.or(story.record.start);
            Some(to_json(&record))
        }
        part::EDGE => {
            let EdgeRecord { from, to, .. } = EdgeRecord::deserialize(&data).ok()?;
            [from, to]
                .iter()
                .all(|it| nodes.contains(it))
                .then_some(data)
        }
        _ => Some(data),
    }
}
