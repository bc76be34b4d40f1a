//! What a format cannot hold of a story, said before the export: with counts and the first few
//! nodes by name. A format declares what it [`Holds`] and adds what only it knows.

use std::collections::BTreeMap;

use model::play::PLAY;
use model::{Edge, Kind, Node, Story, part};

use super::IMAGE;
use crate::{Parcel, Warning};

/// How many nodes or edges a line names before it only counts.
const NAMED: usize = 5;

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
    warnings: Vec<Warning>,
}

impl<'a> Losses<'a> {
    /// Begins with what follows from what the format holds.
    pub(crate) fn of(parcel: &'a Parcel, holds: &Holds) -> Self {
        let mut losses = Self {
            story: &parcel.story,
            warnings: Vec::new(),
        };
        losses.capabilities(holds);
        if !parcel.assets.is_empty() && !holds.capabilities.contains(&IMAGE) {
            losses.say(format!(
                "Pictures and sounds are not written: {}.",
                parcel.assets.len()
            ));
        }
        losses.effects(holds);
        losses.kinds(holds);
        losses.foreign(holds);
        losses
    }

    /// Adds a line that stands for itself.
    pub(crate) fn say(&mut self, message: impl Into<String>) {
        self.warnings.push(Warning::of_all(message));
    }

    /// Adds a line about some nodes, unless there are none.
    pub(crate) fn nodes<'n>(&mut self, what: &str, nodes: impl IntoIterator<Item = &'n Node>) {
        let titles = nodes.into_iter().map(|it| it.title.clone()).collect();
        self.list(what, titles, ["node", "nodes"]);
    }

    /// Adds a line about some edges, unless there are none.
    pub(crate) fn edges<'e>(&mut self, what: &str, edges: impl IntoIterator<Item = &'e Edge>) {
        let title = |id| self.story.nodes.get(id).map_or("?", |it| it.title.as_str());
        let names = edges
            .into_iter()
            .map(|it| format!("{} → {}", title(&it.record.from), title(&it.record.to)))
            .collect();
        self.list(what, names, ["edge", "edges"]);
    }

    /// Adds a line about some named things, unless there are none.
    pub(crate) fn list(&mut self, what: &str, names: Vec<String>, units: [&str; 2]) {
        if names.is_empty() {
            return;
        }
        let unit = units[usize::from(names.len() != 1)];
        let mut line = format!("{what}: {} {unit} ({}", names.len(), first(&names));
        if names.len() > NAMED {
            line.push_str(&format!(" and {} more", names.len() - NAMED));
        }
        self.say(line + ").");
    }

    /// The finished list.
    pub(crate) fn done(self) -> Vec<Warning> {
        self.warnings
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
            self.nodes(&format!("What “{name}” holds is not written"), nodes);
        }
        let edges = self.story.edges.values().map(|it| &**it);
        let lost: Vec<_> = edges
            .filter(|it| it.data.keys().any(|name| **name != *part::KEPT))
            .collect();
        self.edges("Data on edges is not written", lost);
        let story: Vec<_> = self
            .story
            .data
            .keys()
            .filter(|it| ***it != *part::KEPT)
            .map(|it| it.to_string())
            .collect();
        self.list(
            "Data on the story itself is not written",
            story,
            ["capability", "capabilities"],
        );
    }

    /// What choices do belongs to playing: who writes the one writes the other.
    fn effects(&mut self, holds: &Holds) {
        if !holds.capabilities.contains(&PLAY) {
            let edges = self.story.edges.values().map(|it| &**it);
            let lost: Vec<_> = edges.filter(|it| it.record.effect.is_some()).collect();
            self.edges("Effects are not written", lost);
        }
    }

    fn kinds(&mut self, holds: &Holds) {
        let nodes = self.story.nodes.values().map(|it| &**it);
        let lost: Vec<_> = nodes.filter(|it| !(holds.kind)(it)).collect();
        self.nodes("Their kind is not written", lost);
        let built_in = Kind::built_in();
        let own: Vec<_> = self
            .story
            .kinds
            .keys()
            .filter(|it| !built_in.contains_key(*it))
            .cloned()
            .collect();
        self.list(
            "Kinds of the writer's own are not written",
            own,
            ["kind", "kinds"],
        );
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
        self.nodes("Details kept for another format are not written", nodes);
        let edges = story
            .edges
            .values()
            .map(|it| &**it)
            .filter(|it| has_other(&it.data));
        self.edges("Details kept for another format are not written", edges);
        if has_other(&story.data) {
            self.say("Details of the whole story kept for another format are not written.");
        }
    }
}

fn first(names: &[String]) -> String {
    names
        .iter()
        .take(NAMED)
        .map(String::as_str)
        .collect::<Vec<_>>()
        .join(", ")
}
