//! What the facts of all nodes come to, by number: gone through once, and again when a fact, a title
//! or a kind has changed. An edited link leaves all of it as it is.

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;

use super::certain::Known;
use super::check::NO_PAGES;
use super::facts::NodeFacts;
use super::shape::Number;
use crate::{NodeId, Story};

/// What matters of a node on the ways through the story.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Marks {
    /// Whether its kind is one that is read.
    pub(super) page: bool,
    /// Whether the story may end here.
    pub(super) ending: bool,
    /// Whether its text leads back.
    pub(super) leads_back: bool,
    /// Whether links stand in its text.
    pub(super) has_links: bool,
    /// Whether one of them is computed.
    pub(super) computed: bool,
}

/// A link in a text that names a node.
#[derive(Debug, Clone, Copy)]
pub(super) struct NamedLink {
    pub(super) from: Number,
    /// Its place among the links of its node.
    pub(super) link: usize,
    /// The first node of that title.
    pub(super) to: Number,
}

/// What is known of all nodes.
#[derive(Debug, Default)]
pub(super) struct Told {
    pub(super) marks: Vec<Marks>,
    /// The nodes whose effect of entering does something, or cannot be read.
    pub(super) entered: Vec<Number>,
    /// The nodes that lead somewhere whatever a reader does.
    pub(super) opening: Vec<Number>,
    /// The nodes whose text reads variables.
    pub(super) reading: Vec<Number>,
    /// What nodes set.
    pub(super) known: Known,
    /// By node, each target once.
    pub(super) named: Vec<NamedLink>,
    /// By number: the first node of the same title. Empty where no text names any.
    pub(super) first_of_title: Vec<Number>,
    /// The nodes that are characters.
    pub(super) characters: Vec<Number>,
}

impl Told {
    pub(super) fn of(story: &Story, facts: &IndexMap<NodeId, NodeFacts>) -> Self {
        let mut told = Self::default();
        let mut linking = Vec::new();
        for (number, (id, node)) in story.nodes.iter().enumerate() {
            let page = !NO_PAGES.contains(&node.kind.as_str());
            if node.kind == "character" {
                told.characters.push(number);
            }
            let Some(it) = fact(facts, number, *id) else {
                told.marks.push(Marks {
                    page,
                    ..Marks::default()
                });
                continue;
            };
            told.marks.push(Marks {
                page,
                ending: it.ending,
                leads_back: it.role.leads_back,
                has_links: !it.links.is_empty(),
                computed: it.links.iter().any(|it| it.target.is_none()),
            });
            if it.enter.as_ref().map_or(true, |it| !it.0.is_empty()) {
                told.entered.push(number);
            }
            if !it.role.opens.is_empty() {
                told.opening.push(number);
            }
            if !it.variables.reads.is_empty() {
                told.reading.push(number);
            }
            if !it.links.is_empty() {
                linking.push(number);
            }
            told.known.sets_others |= it.variables.sets_others;
            for name in &it.variables.sets {
                told.known.touched(name);
            }
            for it in it.enter.iter().flat_map(|it| &it.0) {
                told.known.assigned(&it.name, &it.value);
            }
        }
        if !linking.is_empty() {
            told.name(story, facts, &linking);
        }
        told
    }

    /// Finds the nodes that links in texts name.
    fn name(&mut self, story: &Story, facts: &IndexMap<NodeId, NodeFacts>, linking: &[Number]) {
        let mut exact: HashMap<&str, Number> = HashMap::with_capacity(story.nodes.len());
        let numbered = story.nodes.values().enumerate();
        self.first_of_title = numbered
            .map(|(number, node)| *exact.entry(&node.title).or_insert(number))
            .collect();
        for &from in linking {
            let links = fact(facts, from, story.nodes[from].id).map(|it| &it.links);
            let mut met = HashSet::new();
            for (link, it) in links.into_iter().flatten().enumerate() {
                if let Some(&to) = it.target.as_deref().and_then(|it| exact.get(it))
                    && met.insert(to)
                {
                    self.named.push(NamedLink { from, link, to });
                }
            }
        }
    }
}

/// The facts of a node: most often they were told in the story's order.
pub(super) fn fact(
    facts: &IndexMap<NodeId, NodeFacts>,
    number: Number,
    id: NodeId,
) -> Option<&NodeFacts> {
    match facts.get_index(number) {
        Some((told, facts)) if *told == id => Some(facts),
        _ => facts.get(&id),
    }
}
