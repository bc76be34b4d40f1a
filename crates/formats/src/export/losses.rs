//! Collects the losses of one export, with counts and the first few node names. A format declares
//! its [`FormatSupport`] and adds losses that only it knows about.

use std::collections::{BTreeMap, HashSet};

use model::contents::{ALTERNATIVES, FACTS, FINDINGS, SOUND, SUMMARY, TRANSLATION};
use model::play::PLAY;
use model::{Edge, Kind, Node, NodeId, Story, part};

use serde_json::Value;

use super::{Book, IMAGE, KV, comments};
use crate::loss::{MAX_NAMES, MAX_NODES};
use crate::{Bundle, Loss, LossKind, Unit};
use markup::kept_data;

/// What a format can represent.
pub(crate) struct FormatSupport {
    /// The key of the format's kept data; several keys, separated by spaces, if formats share it.
    pub(crate) format: &'static str,
    /// The capabilities whose data the format writes.
    pub(crate) capabilities: &'static [&'static str],
    /// Whether the written file preserves the kind of this node.
    pub(crate) kind: fn(&Node) -> bool,
}

/// Losses being collected.
pub(crate) struct Losses<'a> {
    story: &'a Story,
    found: Vec<Loss>,
}

impl<'a> Losses<'a> {
    /// Starts with the losses that follow from what the format supports.
    pub(crate) fn of(bundle: &'a Bundle, holds: &FormatSupport) -> Self {
        Self::of_except(bundle, holds, |_, _| false)
    }

    /// The same for a format that writes the comments of a book that has them.
    pub(crate) fn of_commented(book: &Book<'a>, holds: &FormatSupport) -> Self {
        match book.has_comments() {
            true => Self::of_except(book.bundle, holds, comments::are_written),
            false => Self::of(book.bundle, holds),
        }
    }

    /// The same for a format that writes the data of some nodes in its own way.
    pub(crate) fn of_except(
        bundle: &'a Bundle,
        holds: &FormatSupport,
        is_written: fn(&str, &Value) -> bool,
    ) -> Self {
        let mut losses = Self {
            story: &bundle.story,
            found: Vec::new(),
        };
        losses.capabilities(holds, is_written);
        if !bundle.assets.is_empty() && !holds.capabilities.contains(&IMAGE) {
            losses.assets(bundle);
        }
        losses.effects(holds);
        losses.kinds(holds);
        losses.foreign(holds);
        losses
    }

    /// Adds a loss that concerns the whole story.
    pub(crate) fn add(&mut self, what: LossKind) {
        self.found.push(Loss::of_story(what));
    }

    /// Adds a loss that concerns the whole story, with its own message.
    pub(crate) fn add_with_message(&mut self, what: LossKind, message: String) {
        self.found.push(Loss {
            message,
            ..Loss::of_story(what)
        });
    }

    /// Adds a loss that concerns some nodes, unless there are none.
    pub(crate) fn add_nodes<'n>(
        &mut self,
        what: LossKind,
        nodes: impl IntoIterator<Item = &'n Node>,
    ) {
        let mut tally = Tally::default();
        for node in nodes {
            tally.add(Some(node.id), || node.title.clone());
        }
        self.push_tally(what, tally, Unit::Node);
    }

    /// Adds a loss that concerns some edges, unless there are none.
    pub(crate) fn add_edges<'e>(
        &mut self,
        what: LossKind,
        edges: impl IntoIterator<Item = &'e Edge>,
    ) {
        let title = |id| self.story.nodes.get(id).map_or("?", |it| it.title.as_str());
        let mut tally = Tally::default();
        for edge in edges {
            let Edge { record, .. } = edge;
            tally.add(Some(record.from), || {
                format!("{} → {}", title(&record.from), title(&record.to))
            });
        }
        self.push_tally(what, tally, Unit::Edge);
    }

    /// Adds a loss that concerns named items, each at a node, unless there are none.
    pub(crate) fn add_named(&mut self, what: LossKind, found: Vec<(NodeId, String)>, unit: Unit) {
        let mut tally = Tally::default();
        for (node, name) in found {
            tally.add(Some(node), || name);
        }
        self.push_tally(what, tally, unit);
    }

    /// Adds a loss that concerns named items of the whole story, unless there are none.
    pub(crate) fn add_list(&mut self, what: LossKind, names: Vec<String>, unit: Unit) {
        let mut tally = Tally::default();
        for name in names {
            tally.add(None, || name);
        }
        self.push_tally(what, tally, unit);
    }

    fn push_tally(&mut self, what: LossKind, tally: Tally, unit: Unit) {
        self.found.extend(tally.loss(what, what.sentence(), unit));
    }

    /// The finished list.
    pub(crate) fn finish(self) -> Vec<Loss> {
        self.found
    }

    fn assets(&mut self, bundle: &Bundle) {
        let count = bundle.assets.len();
        let what = LossKind::Assets;
        self.found.push(Loss {
            count,
            unit: Unit::Asset,
            message: format!("{}: {count}.", what.sentence()),
            ..Loss::of_story(what)
        });
    }

    fn capabilities(&mut self, holds: &FormatSupport, is_written: fn(&str, &Value) -> bool) {
        let mut lost: BTreeMap<&str, Vec<&Node>> = BTreeMap::new();
        for node in self.story.nodes.values() {
            for (name, data) in &node.data {
                // A capability may have several slots: `translation:de`.
                let capability = name.split_once(':').map_or(&**name, |it| it.0);
                if !part::ALL.contains(&capability)
                    && !holds.capabilities.contains(&capability)
                    && !is_written(name, data)
                {
                    let nodes = lost.entry(capability).or_default();
                    if nodes.last().is_none_or(|it| it.id != node.id) {
                        nodes.push(node);
                    }
                }
            }
        }
        for (name, nodes) in lost {
            let mut tally = Tally::default();
            for node in nodes {
                tally.add(Some(node.id), || node.title.clone());
            }
            let loss = tally.loss(LossKind::Data, &not_written(name), Unit::Node);
            self.found.extend(loss.map(|it| Loss {
                capability: Some(name.to_owned()),
                ..it
            }));
        }
        let edges = self.story.edges.values().map(|it| &**it);
        let lost: Vec<_> = edges
            .filter(|it| it.data.keys().any(|name| **name != *part::FOREIGN))
            .collect();
        self.add_edges(LossKind::EdgeData, lost);
        let names = self.story.data.keys();
        let names = names.map(|it| it.split_once(':').map_or(&**it, |it| it.0));
        let is_lost = |it: &&str| *it != part::FOREIGN && !holds.capabilities.contains(it);
        let mut story: Vec<_> = names.filter(is_lost).map(str::to_owned).collect();
        story.dedup();
        self.add_list(LossKind::StoryData, story, Unit::Capability);
    }

    /// Effects of choices belong to the `play` data: a format that writes one writes the other.
    fn effects(&mut self, holds: &FormatSupport) {
        if !holds.capabilities.contains(&PLAY) {
            let edges = self.story.edges.values().map(|it| &**it);
            let lost: Vec<_> = edges.filter(|it| it.record.effect.is_some()).collect();
            self.add_edges(LossKind::Effects, lost);
        }
    }

    fn kinds(&mut self, holds: &FormatSupport) {
        let nodes = self.story.nodes.values().map(|it| &**it);
        let lost: Vec<_> = nodes.filter(|it| !(holds.kind)(it)).collect();
        self.add_nodes(LossKind::Kinds, lost);
        let built_in = Kind::built_in();
        let own: Vec<_> = self
            .story
            .kinds
            .keys()
            .filter(|it| !built_in.contains_key(*it))
            .cloned()
            .collect();
        self.add_list(LossKind::CustomKinds, own, Unit::Kind);
    }

    /// Data that other formats keep.
    fn foreign(&mut self, holds: &FormatSupport) {
        let has_other = |data: &markup::kept_data::DataMap| {
            let kept = data.get(part::FOREIGN).and_then(|it| it.as_object());
            kept.is_some_and(|it| {
                it.keys()
                    .any(|name| holds.format.split(' ').all(|own| own != name))
            })
        };
        let story = self.story;
        let nodes = story
            .nodes
            .values()
            .map(|it| &**it)
            .filter(|it| has_other(&it.data));
        self.add_nodes(LossKind::ForeignNodeData, nodes);
        let edges = story
            .edges
            .values()
            .map(|it| &**it)
            .filter(|it| has_other(&it.data));
        self.add_edges(LossKind::ForeignEdgeData, edges);
        if has_other(&story.data) {
            self.add(LossKind::ForeignStoryData);
        }
    }
}

/// That the data of a capability is not written, in a writer's words where there are such.
fn not_written(capability: &str) -> String {
    match capability {
        kept_data::TEXT => "Text is not written".to_owned(),
        KV => "Attributes are not written".to_owned(),
        IMAGE => "Pictures are not written".to_owned(),
        SOUND => "Sounds are not written".to_owned(),
        PLAY => "Play settings are not written".to_owned(),
        TRANSLATION => "Translations are not written".to_owned(),
        SUMMARY => "Summaries are not written".to_owned(),
        FACTS => "Changes along the story are not written".to_owned(),
        ALTERNATIVES => "Alternatives are not written".to_owned(),
        FINDINGS => "Findings and comments at passages are not written".to_owned(),
        other => format!("What “{other}” holds is not written"),
    }
}

/// A count with the first few names and nodes.
#[derive(Default)]
struct Tally {
    count: usize,
    seen: HashSet<NodeId>,
    nodes: Vec<NodeId>,
    names: Vec<String>,
}

impl Tally {
    fn add(&mut self, node: Option<NodeId>, name: impl FnOnce() -> String) {
        self.count += 1;
        if self.names.len() < MAX_NAMES {
            self.names.push(name());
        }
        if let Some(node) = node
            && self.nodes.len() < MAX_NODES
            && self.seen.insert(node)
        {
            self.nodes.push(node);
        }
    }

    fn loss(self, what: LossKind, sentence: &str, unit: Unit) -> Option<Loss> {
        let Self {
            count,
            nodes,
            names,
            ..
        } = self;
        if count == 0 {
            return None;
        }
        let mut message = format!(
            "{sentence}: {count} {} ({}",
            unit.words(count),
            names.join(", ")
        );
        if count > names.len() {
            message.push_str(&format!(" and {} more", count - names.len()));
        }
        message.push_str(").");
        Some(Loss {
            what,
            capability: None,
            count,
            unit,
            nodes,
            names,
            message,
        })
    }
}

impl Loss {
    /// The loss of pictures and sounds that are damaged in the story file, with the nodes that
    /// currently use them, or of the whole story if only older versions do.
    pub fn of_damaged_assets<'n>(nodes: impl IntoIterator<Item = &'n Node>) -> Self {
        let what = LossKind::DamagedAssets;
        let mut tally = Tally::default();
        for node in nodes {
            tally.add(Some(node.id), || node.title.clone());
        }
        let loss = tally.loss(what, what.sentence(), Unit::Node);
        loss.unwrap_or_else(|| Self::of_story(what))
    }
}
