//! Sections of a file become the nodes of a story, and what their text leads to its edges. Formats
//! cut the file and find what each lead names; the rest is the same for all: places, marks of
//! dynamic edges, what is kept of leads that go nowhere, and warnings with lines.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::sync::Arc;

use model::play::{PLAY, PlayRecord};
use model::{Edge, EdgeId, EdgeRecord, Layout, Node, NodeId, Story, World};
use serde_json::{Map, Value, json};

use super::{Spot, check_counts, place_free, side_by_side};
use crate::kept::{self, DataMap};
use crate::{FormatError, Oddity, Warning};

/// A section on its way to being a node.
pub(crate) struct Section {
    /// The node's title.
    pub(crate) title: String,
    /// Its kind.
    pub(crate) kind: String,
    /// Its place, where the file gives one.
    pub(crate) place: Option<Layout>,
    /// Its color.
    pub(crate) color: Option<String>,
    /// Its prose.
    pub(crate) text: String,
    /// What is kept with it.
    pub(crate) kept: Map<String, Value>,
    /// The line it begins on.
    pub(crate) line: usize,
    /// Where its text leads, in order.
    pub(crate) leads: Vec<Lead>,
    /// Its part in a play.
    pub(crate) play: PlayRecord,
}

/// A way out of a section.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Lead {
    /// The line it stands on.
    pub(crate) line: usize,
    /// What the reader is offered.
    pub(crate) label: String,
    /// When it is offered.
    pub(crate) condition: Option<String>,
    /// What taking it does.
    pub(crate) effect: Option<String>,
    /// Where it leads.
    pub(crate) to: Way,
    /// Whether it is no choice, but shows the section as a part of this one.
    pub(crate) includes: bool,
    /// Whether it is offered until it has been taken, and then no more.
    pub(crate) once: bool,
    /// What is kept with the edge.
    pub(crate) kept: Map<String, Value>,
}

/// Where a lead goes.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Way {
    /// To the section of this index.
    To(usize),
    /// Where only the running story knows: what computes it, and the sections it may be.
    Computed(String, Vec<usize>),
    /// To something that does not exist, with what may have been meant.
    Nowhere(String, Option<String>),
}

/// Adds all sections to the story as nodes with their edges; gives the nodes' ids in order.
pub(crate) fn weave(
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
    let woven = side_by_side("reading nodes", sections, |(index, (section, free))| {
        woven(format, section, index, free, &ids)
    });
    for it in woven {
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

/// What one section has become.
struct Woven {
    node: Arc<Node>,
    edges: Vec<(EdgeRecord, DataMap)>,
    warnings: Vec<Warning>,
}

/// The section of this index as a node and its edges; `free` is its place where it has none.
fn woven(
    format: &str,
    section: Section,
    index: usize,
    free: Option<(f64, f64)>,
    ids: &[NodeId],
) -> Woven {
    let mut warnings = Vec::new();
    let (mut dynamic, mut broken) = (0, Vec::new());
    let mut edges = Edges {
        format,
        from: ids[index],
        ids,
        firsts: Firsts::default(),
        all: Vec::with_capacity(section.leads.len()),
    };
    let file = section.kept.get("file").and_then(Value::as_str);
    let file = file.unwrap_or_default();
    for lead in section.leads {
        match &lead.to {
            Way::To(to) => {
                let to = *to;
                edges.add(lead, to);
            }
            Way::Computed(source, known) => {
                dynamic += 1;
                // One that may lead anywhere is drawn back to where it leaves.
                let own = [index];
                let known = if known.is_empty() { &own[..] } else { known };
                for to in known {
                    edges.add_computed(&lead, *to, source);
                }
            }
            Way::Nowhere(name, meant) => {
                let target = name.clone();
                let what = match meant.clone() {
                    Some(meant) => Oddity::LinkNowhereBut { target, meant },
                    None => Oddity::LinkNowhere { target },
                };
                warnings.push(Warning::at(lead.line, what).in_file(file));
                broken.push(name.clone());
            }
        }
    }
    if dynamic > 0 {
        let what = Oddity::LinksDynamic {
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
    kept::set_text(&mut data, section.text);
    if section.play != PlayRecord::default() {
        data.insert(PLAY.into(), Arc::new(json!(section.play)));
    }
    kept::keep(&mut data, format, kept);
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
    Woven {
        node,
        edges: edges.all,
        warnings,
    }
}

/// What makes an edge: words, target, whether it is computed, shows a part and may be taken only once,
/// condition and effect.
type Key = (String, usize, [bool; 3], Option<String>, Option<String>);

/// The edges of one section, each once.
struct Edges<'a> {
    format: &'a str,
    from: NodeId,
    ids: &'a [NodeId],
    firsts: Firsts<Key>,
    all: Vec<(EdgeRecord, DataMap)>,
}

impl Edges<'_> {
    fn is_new(&mut self, lead: &Lead, to: usize, dynamic: bool) -> bool {
        self.firsts.is_new((
            lead.label.clone(),
            to,
            [dynamic, lead.includes, lead.once],
            lead.condition.clone(),
            lead.effect.clone(),
        ))
    }

    fn add(&mut self, lead: Lead, to: usize) {
        if self.is_new(&lead, to, false) {
            self.push(lead, to, false);
        }
    }

    fn add_computed(&mut self, lead: &Lead, to: usize, source: &str) {
        if self.is_new(lead, to, true) {
            let mut lead = lead.clone();
            lead.kept.insert("dynamic".to_owned(), source.into());
            self.push(lead, to, true);
        }
    }

    fn push(&mut self, lead: Lead, to: usize, dynamic: bool) {
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
        kept::keep(&mut data, self.format, lead.kept);
        self.all.push((record, data));
    }
}

/// Tells what comes for the first time. While there are few, looking at each is quickest.
pub(crate) struct Firsts<K> {
    few: Vec<K>,
    many: HashSet<K>,
}

impl<K> Default for Firsts<K> {
    fn default() -> Self {
        Self {
            few: Vec::new(),
            many: HashSet::new(),
        }
    }
}

impl<K: Eq + Hash> Firsts<K> {
    /// How many are few.
    const FEW: usize = 16;

    /// Whether this one comes for the first time.
    pub(crate) fn is_new(&mut self, key: K) -> bool {
        if self.many.is_empty() {
            if self.few.contains(&key) {
                return false;
            }
            if self.few.len() < Self::FEW {
                self.few.push(key);
                return true;
            }
            self.many = self.few.drain(..).collect();
        }
        self.many.insert(key)
    }
}

/// Places for the sections that have none.
fn places(sections: &[Section], start: Option<usize>) -> Vec<Option<(f64, f64)>> {
    if sections.iter().all(|it| it.place.is_some()) {
        return vec![None; sections.len()];
    }
    let spots: Vec<_> = sections
        .iter()
        .map(|it| it.place.as_ref().map(spot))
        .collect();
    let pairs: Vec<_> = sections
        .iter()
        .enumerate()
        .flat_map(|(from, it)| {
            it.leads.iter().filter_map(move |lead| match lead.to {
                Way::To(to) => Some((from, to)),
                _ => None,
            })
        })
        .collect();
    place_free(&spots, &pairs, start)
}

fn spot(layout: &Layout) -> Spot {
    Spot {
        x: layout.x,
        y: layout.y,
        width: layout.width.unwrap_or_default(),
        height: layout.height.unwrap_or_default(),
    }
}

/// Names in lower case, each with one of the names that differ from it in letter case alone.
pub(crate) fn in_lower_case<'a>(names: impl Iterator<Item = &'a str>) -> HashMap<String, &'a str> {
    names.map(|it| (it.to_lowercase(), it)).collect()
}
