//! Turns the sections of a file into nodes, and the links in their text into edges. Each format
//! splits the file and finds the links; the rest is shared: positions, dynamic edges, data kept for
//! unresolved links, and warnings with lines.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::sync::Arc;

use model::play::{PLAY, PlayRecord};
use model::{Edge, EdgeId, EdgeRecord, Layout, Node, NodeId, Story, World};
use serde_json::{Map, Value, json};

use super::{NodeBounds, check_counts, lay_out_unplaced};
use crate::{FormatError, ImportWarning, Warning};
use markup::kept_data::{self, DataMap};
use markup::parallel_map;

/// A section that will become a node.
pub(crate) struct Section {
    /// The node's title.
    pub(crate) title: String,
    /// Its kind.
    pub(crate) kind: String,
    /// Its position, if the file gives one.
    pub(crate) place: Option<Layout>,
    /// Its color.
    pub(crate) color: Option<String>,
    /// Its prose.
    pub(crate) text: String,
    /// The data kept with it.
    pub(crate) kept: Map<String, Value>,
    /// The line on which it begins.
    pub(crate) line: usize,
    /// The links in its text, in order.
    pub(crate) leads: Vec<OutgoingLink>,
    /// Its `play` record: effects on entry and whether it is an ending.
    pub(crate) play: PlayRecord,
}

/// A link out of a section.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct OutgoingLink {
    /// The line of the link.
    pub(crate) line: usize,
    /// The label shown to the reader.
    pub(crate) label: String,
    /// The condition for offering it.
    pub(crate) condition: Option<String>,
    /// The effect of following it.
    pub(crate) effect: Option<String>,
    /// The target.
    pub(crate) to: LinkTarget,
    /// Whether it is not a choice but includes the target in this section.
    pub(crate) includes: bool,
    /// Whether it is offered only until it has been taken.
    pub(crate) once: bool,
    /// The data kept with the edge.
    pub(crate) kept: Map<String, Value>,
}

impl OutgoingLink {
    /// Removes characters that a label, a condition or an effect cannot contain; returns how many,
    /// if any.
    fn drop_control_characters(&mut self) -> Option<usize> {
        let mut count = 0;
        let texts = [
            Some(&mut self.label),
            self.condition.as_mut(),
            self.effect.as_mut(),
        ];
        for text in texts.into_iter().flatten() {
            if let Cow::Owned(clean) = without_control_characters(text) {
                count += text.chars().count() - clean.chars().count();
                *text = clean;
            }
        }
        (count > 0).then_some(count)
    }
}

/// The text without control characters other than line breaks and tabs.
pub(crate) fn without_control_characters(text: &str) -> Cow<'_, str> {
    let is_dropped = |it: char| it.is_control() && !matches!(it, '\n' | '\t');
    if text.contains(is_dropped) {
        text.replace(is_dropped, "").into()
    } else {
        text.into()
    }
}

/// The target of a link.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum LinkTarget {
    /// The section with this index.
    Section(usize),
    /// Known only at run time: the expression that computes it, and the sections it may be.
    Computed(String, Vec<usize>),
    /// A section that does not exist, with a suggestion of what was meant.
    Missing(String, Option<String>),
}

/// Adds all sections to the story as nodes, with their edges. Returns the node ids in order.
pub(crate) fn add_sections(
    story: &mut Story,
    format: &str,
    sections: Vec<Section>,
    start: Option<usize>,
    world: &dyn World,
    warnings: &mut Vec<Warning>,
) -> Result<Vec<NodeId>, FormatError> {
    check_counts(
        sections.len(),
        sections.iter().map(|it| it.leads.len()).sum(),
    )?;
    let ids: Vec<_> = sections.iter().map(|_| NodeId(world.new_id())).collect();
    let free = places(&sections, start);
    story.nodes.reserve(sections.len());
    story
        .edges
        .reserve(sections.iter().map(|it| it.leads.len()).sum());
    let sections = sections.into_iter().zip(free).enumerate();
    let build_node = parallel_map("reading nodes", sections, |(index, (section, free))| {
        build_node(format, section, index, free, &ids)
    });
    for it in build_node {
        warnings.extend(it.warnings);
        for (record, data) in it.edges {
            let id = EdgeId(world.new_id());
            story.edges.insert(id, Arc::new(Edge { id, record, data }));
        }
        story.nodes.insert(it.node.id, it.node);
    }
    check_counts(0, story.edges.len())?;
    Ok(ids)
}

/// A node built from a section, with its edges.
struct BuiltNode {
    node: Arc<Node>,
    edges: Vec<(EdgeRecord, DataMap)>,
    warnings: Vec<Warning>,
}

/// Builds the node and edges of the section with this index; `free` is the position to use if the
/// section has none.
fn build_node(
    format: &str,
    section: Section,
    index: usize,
    free: Option<(f64, f64)>,
    ids: &[NodeId],
) -> BuiltNode {
    let mut warnings = Vec::new();
    let (mut dynamic, mut broken) = (0, Vec::new());
    let mut edges = Edges {
        format,
        from: ids[index],
        ids,
        firsts: FirstSeen::default(),
        all: Vec::with_capacity(section.leads.len()),
    };
    let file = section.kept.get("file").and_then(Value::as_str);
    let file = file.unwrap_or_default();
    for mut lead in section.leads {
        if let Some(count) = lead.drop_control_characters() {
            let label = lead.label.clone();
            let what = ImportWarning::ControlCharactersDropped { count, label };
            warnings.push(Warning::at(lead.line, what).in_file(file));
        }
        match &lead.to {
            LinkTarget::Section(to) => {
                let to = *to;
                edges.add(lead, to);
            }
            LinkTarget::Computed(source, known) => {
                dynamic += 1;
                // A computed link without known targets becomes a dynamic edge back to its own
                // node.
                let own = [index];
                let known = if known.is_empty() { &own[..] } else { known };
                for to in known {
                    edges.add_computed(&lead, *to, source);
                }
            }
            LinkTarget::Missing(name, meant) => {
                let target = name.clone();
                let what = match meant.clone() {
                    Some(meant) => ImportWarning::LinkTargetSimilar { target, meant },
                    None => ImportWarning::LinkTargetMissing { target },
                };
                warnings.push(Warning::at(lead.line, what).in_file(file));
                broken.push(name.clone());
            }
        }
    }
    if dynamic > 0 {
        let what = ImportWarning::DynamicLinks {
            count: dynamic,
            title: section.title.clone(),
        };
        warnings.push(Warning::at(section.line, what).in_file(file));
    }
    let mut kept = section.kept;
    if let Some((x, y)) = free {
        kept.insert("placed".to_owned(), json!([x, y]));
    }
    if dynamic > 0 {
        kept.insert("dynamic_links".to_owned(), dynamic.into());
    }
    if !broken.is_empty() {
        kept.insert("broken_links".to_owned(), json!(broken));
    }
    let mut data = DataMap::new();
    kept_data::set_text(&mut data, section.text);
    if section.play != PlayRecord::default() {
        data.insert(PLAY.into(), Arc::new(json!(section.play)));
    }
    kept_data::set(&mut data, format, kept);
    let (x, y) = free.unwrap_or_default();
    let place = section.place.unwrap_or(Layout {
        x,
        y,
        ..Layout::default()
    });
    let node = Arc::new(Node {
        id: ids[index],
        title: section.title,
        kind: section.kind,
        layout: Layout {
            color: section.color,
            ..place
        },
        data,
    });
    BuiltNode {
        node,
        edges: edges.all,
        warnings,
    }
}

/// What identifies an edge: label, target, whether it is computed, includes, or is once-only,
/// condition and effect.
type Key = (String, usize, [bool; 3], Option<String>, Option<String>);

/// The edges of one section, without duplicates.
struct Edges<'a> {
    format: &'a str,
    from: NodeId,
    ids: &'a [NodeId],
    firsts: FirstSeen<Key>,
    all: Vec<(EdgeRecord, DataMap)>,
}

impl Edges<'_> {
    fn is_new(&mut self, lead: &OutgoingLink, to: usize, dynamic: bool) -> bool {
        self.firsts.is_new((
            lead.label.clone(),
            to,
            [dynamic, lead.includes, lead.once],
            lead.condition.clone(),
            lead.effect.clone(),
        ))
    }

    fn add(&mut self, lead: OutgoingLink, to: usize) {
        if self.is_new(&lead, to, false) {
            self.push(lead, to, false);
        }
    }

    fn add_computed(&mut self, lead: &OutgoingLink, to: usize, source: &str) {
        if self.is_new(lead, to, true) {
            let mut lead = lead.clone();
            lead.kept.insert("dynamic".to_owned(), source.into());
            self.push(lead, to, true);
        }
    }

    fn push(&mut self, lead: OutgoingLink, to: usize, dynamic: bool) {
        let record = EdgeRecord {
            dynamic,
            includes: lead.includes,
            once: lead.once,
            from: self.from,
            to: self.ids[to],
            label: lead.label,
            order: self.all.len() as u32,
            condition: lead.condition,
            effect: lead.effect,
        };
        let mut data = DataMap::new();
        kept_data::set(&mut data, self.format, lead.kept);
        self.all.push((record, data));
    }
}

/// Detects first occurrences. For few keys a linear search is fastest.
pub(crate) struct FirstSeen<K> {
    few: Vec<K>,
    many: HashSet<K>,
}

impl<K> Default for FirstSeen<K> {
    fn default() -> Self {
        Self {
            few: Vec::new(),
            many: HashSet::new(),
        }
    }
}

impl<K: Eq + Hash> FirstSeen<K> {
    /// The number of keys up to which the search is linear.
    const LINEAR_UP_TO: usize = 16;

    /// Whether this key has not been seen before.
    pub(crate) fn is_new(&mut self, key: K) -> bool {
        if self.many.is_empty() {
            if self.few.contains(&key) {
                return false;
            }
            if self.few.len() < Self::LINEAR_UP_TO {
                self.few.push(key);
                return true;
            }
            self.many = self.few.drain(..).collect();
        }
        self.many.insert(key)
    }
}

/// Positions for the sections that have none.
fn places(sections: &[Section], start: Option<usize>) -> Vec<Option<(f64, f64)>> {
    if sections.iter().all(|it| it.place.is_some()) {
        return vec![None; sections.len()];
    }
    let bounds: Vec<_> = sections
        .iter()
        .map(|it| it.place.as_ref().map(node_bounds))
        .collect();
    let pairs: Vec<_> = sections
        .iter()
        .enumerate()
        .flat_map(|(from, it)| {
            it.leads.iter().filter_map(move |lead| match lead.to {
                LinkTarget::Section(to) => Some((from, to)),
                _ => None,
            })
        })
        .collect();
    lay_out_unplaced(&bounds, &pairs, start)
}

fn node_bounds(layout: &Layout) -> NodeBounds {
    NodeBounds {
        x: layout.x,
        y: layout.y,
        width: layout.width.unwrap_or_default(),
        height: layout.height.unwrap_or_default(),
    }
}

/// Names in lower case, each mapped to one of the original spellings.
pub(crate) fn lowercase_index<'a>(
    names: impl Iterator<Item = &'a str>,
) -> HashMap<String, &'a str> {
    names.map(|it| (it.to_lowercase(), it)).collect()
}
