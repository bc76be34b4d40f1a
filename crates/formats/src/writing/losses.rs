//! The losses of one export gathered, with counts and the first few nodes by name. A format
//! declares what it [`Holds`] and adds what only it knows.

use std::collections::{BTreeMap, HashSet};

use model::play::PLAY;
use model::{Edge, Kind, Node, NodeId, Story, part};

use super::IMAGE;
use crate::loss::{NAMED, NODES};
use crate::{Loss, Lost, Parcel, Unit};

/// What a format can hold.
pub(crate) struct Holds {
    /// The name its kept data goes by; several, with spaces between, where formats share it.
    pub(crate) format: &'static str,
    /// The capabilities whose data it writes.
    pub(crate) capabilities: &'static [&'static str],
    /// Whether the kind of this node can be told from what is written.
    pub(crate) kind: fn(&Node) -> bool,
}

/// A growing list of losses.
pub(crate) struct Losses<'a> {
    story: &'a Story,
    found: Vec<Loss>,
}

impl<'a> Losses<'a> {
    /// Begins with what follows from what the format holds.
    pub(crate) fn of(parcel: &'a Parcel, holds: &Holds) -> Self {
        let mut losses = Self {
            story: &parcel.story,
            found: Vec::new(),
        };
        losses.capabilities(holds);
        if !parcel.assets.is_empty() && !holds.capabilities.contains(&IMAGE) {
            losses.assets(parcel);
        }
        losses.effects(holds);
        losses.kinds(holds);
        losses.foreign(holds);
        losses
    }

    /// Adds a loss of the whole story.
    pub(crate) fn say(&mut self, what: Lost) {
        self.found.push(Loss::of_story(what));
    }

    /// Adds a loss of the whole story, said in other words than its own.
    pub(crate) fn say_as(&mut self, what: Lost, message: String) {
        self.found.push(Loss {
            message,
            ..Loss::of_story(what)
        });
    }

    /// Adds a line about some nodes, unless there are none.
    pub(crate) fn nodes<'n>(&mut self, what: Lost, nodes: impl IntoIterator<Item = &'n Node>) {
        self.nodes_as(what, what.sentence(), nodes);
    }

    fn nodes_as<'n>(
        &mut self,
        what: Lost,
        sentence: &str,
        nodes: impl IntoIterator<Item = &'n Node>,
    ) {
        let mut tally = Tally::default();
        for node in nodes {
            tally.add(Some(node.id), || node.title.clone());
        }
        self.tallied(what, sentence, tally, Unit::Node);
    }

    /// Adds a line about some edges, unless there are none.
    pub(crate) fn edges<'e>(&mut self, what: Lost, edges: impl IntoIterator<Item = &'e Edge>) {
        let title = |id| self.story.nodes.get(id).map_or("?", |it| it.title.as_str());
        let mut tally = Tally::default();
        for edge in edges {
            let Edge { record, .. } = edge;
            tally.add(Some(record.from), || {
                format!("{} → {}", title(&record.from), title(&record.to))
            });
        }
        self.tallied(what, what.sentence(), tally, Unit::Edge);
    }

    /// Adds a line about some things by name, each at a node, unless there are none.
    pub(crate) fn at(&mut self, what: Lost, found: Vec<(NodeId, String)>, unit: Unit) {
        let mut tally = Tally::default();
        for (node, name) in found {
            tally.add(Some(node), || name);
        }
        self.tallied(what, what.sentence(), tally, unit);
    }

    /// Adds a line about some named things of the whole story, unless there are none.
    pub(crate) fn list(&mut self, what: Lost, names: Vec<String>, unit: Unit) {
        let mut tally = Tally::default();
        for name in names {
            tally.add(None, || name);
        }
        self.tallied(what, what.sentence(), tally, unit);
    }

    fn tallied(&mut self, what: Lost, sentence: &str, tally: Tally, unit: Unit) {
        let Tally {
            count,
            nodes,
            names,
            ..
        } = tally;
        if count == 0 {
            return;
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
        self.found.push(Loss {
            what,
            count,
            unit,
            nodes,
            names,
            message,
        });
    }

    /// The finished list.
    pub(crate) fn done(self) -> Vec<Loss> {
        self.found
    }

    fn assets(&mut self, parcel: &Parcel) {
        let count = parcel.assets.len();
        let what = Lost::Assets;
        self.found.push(Loss {
            count,
            unit: Unit::Asset,
            message: format!("{}: {count}.", what.sentence()),
            ..Loss::of_story(what)
        });
    }

    fn capabilities(&mut self, holds: &Holds) {
        let mut lost: BTreeMap<&str, Vec<&Node>> = BTreeMap::new();
        for node in self.story.nodes.values() {
            for name in node.data.keys() {
                if !part::ALL.contains(&&**name) && !holds.capabilities.contains(&&**name) {
                    lost.entry(name).or_default().push(node);
                }
            }
        }
        for (name, nodes) in lost {
            let sentence = format!("What “{name}” holds is not written");
            self.nodes_as(Lost::Data, &sentence, nodes);
        }
        let edges = self.story.edges.values().map(|it| &**it);
        let lost: Vec<_> = edges
            .filter(|it| it.data.keys().any(|name| **name != *part::KEPT))
            .collect();
        self.edges(Lost::EdgeData, lost);
        let story: Vec<_> = self
            .story
            .data
            .keys()
            .filter(|it| ***it != *part::KEPT)
            .map(|it| it.to_string())
            .collect();
        self.list(Lost::StoryData, story, Unit::Capability);
    }

    /// What choices do belongs to playing: who writes the one writes the other.
    fn effects(&mut self, holds: &Holds) {
        if !holds.capabilities.contains(&PLAY) {
            let edges = self.story.edges.values().map(|it| &**it);
            let lost: Vec<_> = edges.filter(|it| it.record.effect.is_some()).collect();
            self.edges(Lost::Effects, lost);
        }
    }

    fn kinds(&mut self, holds: &Holds) {
        let nodes = self.story.nodes.values().map(|it| &**it);
        let lost: Vec<_> = nodes.filter(|it| !(holds.kind)(it)).collect();
        self.nodes(Lost::Kinds, lost);
        let built_in = Kind::built_in();
        let own: Vec<_> = self
            .story
            .kinds
            .keys()
            .filter(|it| !built_in.contains_key(*it))
            .cloned()
            .collect();
        self.list(Lost::OwnKinds, own, Unit::Kind);
    }

    /// What other formats keep for themselves.
    fn foreign(&mut self, holds: &Holds) {
        let has_other = |data: &crate::kept::DataMap| {
            let kept = data.get(part::KEPT).and_then(|it| it.as_object());
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
        self.nodes(Lost::ForeignNodes, nodes);
        let edges = story
            .edges
            .values()
            .map(|it| &**it)
            .filter(|it| has_other(&it.data));
        self.edges(Lost::ForeignEdges, edges);
        if has_other(&story.data) {
            self.say(Lost::ForeignStory);
        }
    }
}

/// Things counted: the first ones by name and by node.
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
        if self.names.len() < NAMED {
            self.names.push(name());
        }
        if let Some(node) = node
            && self.nodes.len() < NODES
            && self.seen.insert(node)
        {
            self.nodes.push(node);
        }
    }
}
