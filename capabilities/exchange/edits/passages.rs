//! A file of Twine that was exported from the story and changed there. Its passages are known by their names
//! and compared as the file has them: the story is exported once more, with the versions of the texts
//! that are most like those of the file.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use capability::{ToolError, View};
use formats::{Bundle, Exporter, Importer, StoryFormat, Warning, ifid_of};
use markup::kept_data::set_text;
use markup::notation::twine::without_link_lines;
use model::contents::{Content as _, DataMap, Prose, TEXT};
use model::play::PLAY;
use model::{
    Edge, EdgeId, EdgeRecord, Layout, Node, NodeId, NodeRecord, Slot, Story, World, merge_text,
    merge_words, part,
};
use serde::Deserialize as _;
use serde_json::json;

use super::changes::Changes;
use super::document::reads_alike;
use super::origins::{Ages, MAX_VERSIONS, Origin, origin_of};
use super::{Edits, EditsReport};
use crate::answer::to_json;
use crate::error::CapabilityError;

/// Reads and writes one of Twine's forms.
pub(super) struct Form<'a> {
    pub(super) importer: &'a dyn Importer,
    pub(super) exporter: &'a dyn Exporter,
    pub(super) world: &'a dyn World,
}

/// What a file changes in the story. Passages that are not in it stay, because it does not say whether they
/// were removed there or made here since.
pub(super) fn edits_of(
    view: &View,
    form: &Form<'_>,
    file: &Story,
    warnings: Vec<Warning>,
) -> Result<Edits, ToolError> {
    let story = view.story()?;
    let name = form.importer.name();
    if ifid_of(&story, name) != ifid_of(file, name) {
        return Err(
            ToolError::invalid("/content", CapabilityError::OtherStory {})
                .hint("import_story adds the passages of another story beside those of this one"),
        );
    }
    let now = form.as_exported(story.clone(), file)?;
    let here = titles(&story);
    let mut comparison = Comparison {
        ages: Ages::of(view)?,
        moved: moved_by(&story, &now, &here),
        story: &story,
        file,
        here,
        edits: Edits {
            report: EditsReport::new(warnings),
            changes: Changes::default(),
        },
    };
    comparison.take_new_passages(&now);
    comparison.take_changes(view, form, &now)?;
    let in_file: HashSet<&str> = file.nodes.values().map(|it| &*it.title).collect();
    for node in now.nodes.values() {
        let is_missing = !in_file.contains(&*node.title);
        if let Some(id) = comparison.here.get(&node.title).filter(|_| is_missing) {
            comparison.edits.report.add_missing(&story, *id);
        }
    }
    Ok(comparison.edits)
}

/// The story without its links and without what entering does. A node of its own has an effect where the story
/// has conditions or effects, for which texts are written in the markup of a story format.
fn only_texts(story: &Story, world: &dyn World) -> Story {
    let mut texts = story.clone();
    let edges = story.edges.values().map(|it| &it.record);
    let mut has_rules = edges
        .into_iter()
        .any(|it| it.condition.is_some() || it.effect.is_some() || it.once);
    texts.edges.clear();
    for node in texts.nodes.values_mut() {
        has_rules |= Arc::make_mut(node).data.remove(PLAY).is_some();
    }
    if has_rules {
        let id = NodeId(world.new_id());
        let rule = Arc::new(json!({ "enter": "a = 1" }));
        let node = Node {
            id,
            title: id.to_string(),
            kind: "scene".to_owned(),
            layout: Layout::default(),
            data: DataMap::from([(PLAY.into(), rule)]),
        };
        texts.nodes.insert(id, Arc::new(node));
    }
    texts
}

/// The nodes by their titles, where these are unique.
fn titles(story: &Story) -> HashMap<String, NodeId> {
    let mut titles: HashMap<String, Option<NodeId>> = HashMap::new();
    for node in story.nodes.values() {
        titles
            .entry(node.title.clone())
            .and_modify(|it| *it = None)
            .or_insert(Some(node.id));
    }
    let unique = titles.into_iter();
    unique
        .filter_map(|(title, id)| Some((title, id?)))
        .collect()
}

/// By how much cards stand elsewhere in the story than in the file.
fn moved_by(story: &Story, file: &Story, here: &HashMap<String, NodeId>) -> (f64, f64) {
    let both = file.nodes.values().find_map(|there| {
        let here = &story.nodes[here.get(&there.title)?];
        Some((&here.layout, &there.layout))
    });
    both.map_or((0.0, 0.0), |(here, there)| {
        (here.x - there.x, here.y - there.y)
    })
}

impl Form<'_> {
    /// The story as it is read from a file that it is exported to, for the story format of another file.
    fn as_exported(&self, mut story: Story, like: &Story) -> Result<Story, ToolError> {
        let form = self.importer.name();
        if let Some(format) = StoryFormat::of(like, form) {
            // A story that was imported for another one keeps its own.
            _ = format.choose(&mut story, form);
        }
        let written = self.exporter.export(&Bundle::new(story));
        let read = self.importer.import(&written, self.world);
        read.map(|it| it.0.story).map_err(|error| {
            ToolError::invalid("/content", format!("the story cannot be compared: {error}"))
        })
    }
}

/// The links that leave a node by the titles they lead to and their labels.
type Links = HashMap<(String, String), EdgeRecord>;

fn links(story: &Story, node: NodeId) -> Links {
    let edges = story.edges_from(node).into_iter();
    let links = edges.filter_map(|it| {
        let title = story.nodes.get(&it.record.to)?.title.clone();
        Some(((title, it.record.label.clone()), it.record.clone()))
    });
    links.collect()
}

struct Comparison<'a> {
    story: &'a Story,
    file: &'a Story,
    /// The nodes of the story by their titles.
    here: HashMap<String, NodeId>,
    ages: Ages,
    moved: (f64, f64),
    edits: Edits,
}

impl Comparison<'_> {
    /// Takes over passages that the story does not have. One with the text of a passage that the file no
    /// longer has was renamed there.
    fn take_new_passages(&mut self, now: &Story) {
        let known: HashSet<&str> = now.nodes.values().map(|it| it.title.as_str()).collect();
        let in_file: HashSet<&str> = self.file.nodes.values().map(|it| &*it.title).collect();
        let mut gone: HashMap<&str, Vec<&Node>> = HashMap::new();
        for node in now.nodes.values() {
            if !in_file.contains(&*node.title) && !node.prose().trim().is_empty() {
                gone.entry(node.prose()).or_default().push(node);
            }
        }
        let nodes = self.file.nodes.values();
        let new: Vec<_> = nodes
            .filter(|it| !known.contains(&*it.title) && !self.here.contains_key(&it.title))
            .collect();
        let mut added = Vec::new();
        for node in new {
            let renamed = match gone.get(node.prose()).map(Vec::as_slice) {
                Some([one]) => self.here.remove(&one.title),
                _ => None,
            };
            if let Some(id) = renamed {
                let record = NodeRecord {
                    title: node.title.clone(),
                    kind: self.story.nodes[&id].kind.clone(),
                };
                let written = (Slot::node(id, part::NODE), to_json(&record));
                self.edits.changes.written.push(written);
                self.edits.report.add_changed(&self.story.nodes[&id]);
                self.here.insert(node.title.clone(), id);
            } else {
                self.here.insert(node.title.clone(), node.id);
                added.push(node);
            }
        }
        for node in added {
            self.add_node(node);
        }
    }

    fn add_node(&mut self, node: &Node) {
        let layout = Layout {
            x: node.layout.x + self.moved.0,
            y: node.layout.y + self.moved.1,
            parent: None,
            ..node.layout.clone()
        };
        self.edits.changes.add_node(node, layout);
        for edge in self.file.edges_from(node.id) {
            let to = self.file.nodes.get(&edge.record.to);
            if let Some(to) = to.and_then(|it| self.here.get(&it.title)) {
                let record = EdgeRecord {
                    to: *to,
                    ..edge.record.clone()
                };
                self.edits.changes.new_edges.push((edge.id, record));
            }
        }
        self.edits.report.added += 1;
    }

    /// Merges the texts and links of passages that both have.
    fn take_changes(&mut self, view: &View, form: &Form<'_>, now: &Story) -> Result<(), ToolError> {
        let now: HashMap<&str, &Arc<Node>> = now
            .nodes
            .values()
            .map(|it| (it.title.as_str(), it))
            .collect();
        let mut base = self.story.clone();
        let mut changed = Vec::new();
        for there in self.file.nodes.values() {
            let id = self.here.get(&there.title).copied();
            let Some(node) = id.and_then(|it| self.story.nodes.get(&it)) else {
                continue;
            };
            // A renamed passage has the same text.
            let Some(now) = now.get(there.title.as_str()) else {
                continue;
            };
            let slot = Slot::node(node.id, TEXT);
            if reads_alike(now.prose(), there.prose()) {
                self.edits.report.unchanged += 1;
                self.ages.see(&slot);
                for edge in self.story.edges_from(node.id) {
                    self.ages.see(&Slot::edge(edge.id, part::EDGE));
                }
                continue;
            }
            let text = without_link_lines(there.prose());
            let data = Prose::from(text.to_owned()).to_data();
            let base_text = match origin_of(view, &slot, &data)? {
                Origin::Version { change } => {
                    self.ages.see_change(change);
                    text.to_owned()
                }
                Origin::ChangedFrom(it) => {
                    let text = it.as_ref().and_then(Prose::text_in);
                    text.unwrap_or_default().to_owned()
                }
            };
            if let Some(node) = base.nodes.get_mut(&node.id) {
                set_text(&mut Arc::make_mut(node).data, &base_text);
            }
            changed.push((there, node, base_text));
        }
        if changed.is_empty() {
            return Ok(());
        }
        let texts = form.as_exported(only_texts(&base, form.world), self.file)?;
        let base = form.as_exported(base, self.file)?;
        let (text_ids, base_ids) = (titles(&texts), titles(&base));
        for (there, node, base_text) in changed {
            let ids = (text_ids.get(&node.title), base_ids.get(&node.title));
            let (Some(text), Some(id)) = ids else {
                continue;
            };
            let (text, all) = (texts.nodes[text].prose(), base.nodes[id].prose());
            // What entering does stands above the text in the file, links that are not in it below.
            let around = all.split_once(text.trim());
            let around = around.filter(|_| !text.trim().is_empty());
            let theirs = around.and_then(|(above, below)| {
                let theirs = there.prose().strip_prefix(above)?;
                Some(match below.trim().is_empty() {
                    true => theirs,
                    false => without_link_lines(theirs),
                })
            });
            let (before, after) = theirs.map_or((all, there.prose()), |it| (text, it));
            let links = (links(&base, *id), links(self.file, there.id));
            let mut is_changed = self.take_links(view, node.id, &links.0, &links.1)?;
            if !reads_alike(before, after) {
                // The file has another notation than the story.
                let said_here = merge_words(before, &base_text, after).value;
                let merged = merge_text(&base_text, node.prose(), &said_here);
                self.edits.report.conflicts += merged.conflicts;
                if merged.value != node.prose() {
                    is_changed = true;
                    let changes = &mut self.edits.changes;
                    let data = Prose::from(merged.value).to_data();
                    changes.written.push((Slot::node(node.id, TEXT), data));
                    changes.texts.push((node.id, node.prose().to_owned()));
                }
            }
            match is_changed {
                true => self.edits.report.add_changed(node),
                false => self.edits.report.unchanged += 1,
            }
        }
        Ok(())
    }

    /// Makes, changes and removes links as in the file; returns whether there are any.
    fn take_links(
        &mut self,
        view: &View,
        node: NodeId,
        before: &Links,
        after: &Links,
    ) -> Result<bool, ToolError> {
        let here = self.story.edges_from(node);
        let find = |(title, label): &(String, String)| {
            let to = *self.here.get(title)?;
            let is_it = |it: &&&Arc<Edge>| it.record.to == to && it.record.label == *label;
            here.iter().find(is_it).copied()
        };
        let gone = before.keys().filter(|it| !after.contains_key(*it));
        let mut gone: Vec<(&(String, String), &Arc<Edge>)> =
            gone.filter_map(|it| Some((it, find(it)?))).collect();
        gone.sort_by_key(|it| it.1.record.order);
        let mut new: Vec<_> = after
            .iter()
            .filter(|it| !before.contains_key(it.0) && find(it.0).is_none())
            .collect();
        new.sort_by_key(|it| it.1.order);
        let (mut written, mut added) = (Vec::new(), Vec::new());
        for ((title, label), there) in new {
            let Some(to) = self.here.get(title).copied() else {
                continue;
            };
            // A link to the same passage has other words now, one with the same words another target.
            let same = gone.iter().position(|it| it.0.0 == *title);
            let same = same.or_else(|| {
                gone.iter()
                    .position(|it| it.0.1 == *label && !label.is_empty())
            });
            match same.map(|at| gone.remove(at).1) {
                Some(edge) => written.push((edge, to, there)),
                None => added.push((to, there)),
            }
        }
        for (key, there) in after {
            // Compared as both files have it: a rule that is read again may be written otherwise.
            if before.get(key).is_some_and(|it| !has_rule_of(it, there))
                && let Some(edge) = find(key)
                && !self.had_rule(view, edge, there)?
            {
                written.push((edge, edge.record.to, there));
            }
        }
        let removed = gone.iter().map(|it| it.1.id);
        let removed: Vec<EdgeId> = removed
            .filter(|it| {
                let slot = Slot::edge(*it, part::EDGE);
                self.ages.is_older_than_copy(&slot) && !self.ages.is_written_since(&slot)
            })
            .collect();
        let is_changed = !(written.is_empty() && added.is_empty() && removed.is_empty());
        let next = here.iter().map(|it| it.record.order.saturating_add(1));
        let next = next.max().unwrap_or_default();
        let changes = &mut self.edits.changes;
        changes.removed_edges.extend(removed);
        for (edge, to, there) in written {
            let record = EdgeRecord {
                to,
                label: there.label.clone(),
                condition: there.condition.clone(),
                effect: there.effect.clone(),
                once: there.once,
                ..edge.record.clone()
            };
            let slot = Slot::edge(edge.id, part::EDGE);
            changes.written.push((slot, to_json(&record)));
        }
        for (to, there) in added {
            let edges = self.file.edges.values();
            if let Some(edge) = edges.clone().find(|it| it.record == *there) {
                let record = EdgeRecord {
                    from: node,
                    to,
                    order: next.saturating_add(there.order),
                    ..there.clone()
                };
                changes.new_edges.push((edge.id, record));
            }
        }
        Ok(is_changed)
    }

    /// Whether a link has, or had, the condition and effect that it has in the file.
    fn had_rule(&self, view: &View, edge: &Edge, there: &EdgeRecord) -> Result<bool, ToolError> {
        if has_rule_of(&edge.record, there) {
            return Ok(true);
        }
        let slot = Slot::edge(edge.id, part::EDGE);
        let versions = view.story_versions(&slot, MAX_VERSIONS)?;
        let records = versions
            .iter()
            .filter_map(|it| EdgeRecord::deserialize(it.data()).ok());
        Ok(records.into_iter().any(|it| has_rule_of(&it, there)))
    }
}

/// Whether two links are offered under the same condition and have the same effect.
fn has_rule_of(one: &EdgeRecord, other: &EdgeRecord) -> bool {
    (&one.condition, &one.effect, one.once) == (&other.condition, &other.effect, other.once)
}
