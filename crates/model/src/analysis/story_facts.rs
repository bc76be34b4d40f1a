//! The facts of all nodes combined, by number: computed once, and again when a fact, a title or a
//! kind has changed. An edited link does not affect them.

use std::collections::{BTreeSet, HashMap, HashSet};

use indexmap::IndexMap;

use super::adjacency::Number;
use super::facts::{NodeFacts, is_page_kind};
use super::satisfiability::VariableFacts;
use crate::{NodeId, Story};

/// The facts of a node that matter for paths.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct NodeFlags {
    /// Whether its kind is a page.
    pub(super) page: bool,
    /// Whether the story may end here.
    pub(super) ending: bool,
    /// Whether its text leads back to an earlier page.
    pub(super) returns_to_earlier_page: bool,
    /// Whether its text contains links.
    pub(super) has_links: bool,
    /// Whether one of its links is computed.
    pub(super) computed: bool,
    /// Whether it calls what the story's own scripts define, which may lead anywhere.
    pub(super) runs_code: bool,
}

/// A link in a text that names a node.
#[derive(Debug, Clone, Copy)]
pub(super) struct ResolvedLink {
    pub(super) from: Number,
    /// Its index among the links of its node.
    pub(super) link: usize,
    /// The first node with that title.
    pub(super) to: Number,
}

/// The combined facts of all nodes.
#[derive(Debug, Default)]
pub(super) struct StoryFacts {
    pub(super) marks: Vec<NodeFlags>,
    /// The nodes whose entering effect does something or cannot be parsed.
    pub(super) entered: Vec<Number>,
    /// The nodes that lead somewhere independently of the reader's choices.
    pub(super) opening: Vec<Number>,
    /// The nodes whose text reads variables.
    pub(super) reading: Vec<Number>,
    /// The nodes whose text contains code that cannot be read.
    pub(super) invalid: Vec<Number>,
    /// What nodes set.
    pub(super) known: VariableFacts,
    /// The resolved text links by node, each target once.
    pub(super) named: Vec<ResolvedLink>,
    /// By number: the first node with the same title. Empty if no text links to any node.
    pub(super) first_of_title: Vec<Number>,
    /// The nodes that are characters.
    pub(super) characters: Vec<Number>,
    /// Whether something on every page leads back to an earlier one.
    pub(super) every_page_returns: bool,
    /// The macros and functions that are called and defined nowhere in the story, in order: the
    /// story comes without its scripts.
    pub(super) missing_code: Vec<String>,
}

impl StoryFacts {
    pub(super) fn of(story: &Story, facts: &IndexMap<NodeId, NodeFacts>) -> Self {
        let mut all = Self::default();
        let mut linking = Vec::new();
        let (mut called, mut defined) = (BTreeSet::new(), HashSet::new());
        for (number, (id, node)) in story.nodes.iter().enumerate() {
            let page = is_page_kind(&node.kind);
            if node.kind == "character" {
                all.characters.push(number);
            }
            let Some(it) = fact(facts, number, *id) else {
                all.marks.push(NodeFlags {
                    page,
                    ..NodeFlags::default()
                });
                continue;
            };
            all.marks.push(NodeFlags {
                page,
                ending: it.ending,
                returns_to_earlier_page: it.role.returns_to_earlier_page,
                has_links: !it.links.is_empty(),
                computed: it.links.iter().any(|it| it.target.is_none()),
                runs_code: !it.role.calls.is_empty(),
            });
            all.every_page_returns |= it.role.is_on_every_page && it.role.returns_to_earlier_page;
            called.extend(it.role.calls.iter().map(String::as_str));
            defined.extend(it.role.defines.iter().map(String::as_str));
            if it.enter.as_ref().map_or(true, |it| !it.0.is_empty()) {
                all.entered.push(number);
            }
            if !it.role.opens.is_empty() {
                all.opening.push(number);
            }
            if !it.variables.reads.is_empty() {
                all.reading.push(number);
            }
            if !it.variables.invalid.is_empty() {
                all.invalid.push(number);
            }
            if !it.links.is_empty() {
                linking.push(number);
            }
            all.known.sets_unknown |= it.variables.sets_unknown;
            for name in &it.variables.sets {
                all.known.set_to_unknown(name);
            }
            for it in it.enter.iter().flat_map(|it| &it.0) {
                all.known.add_assignment(&it.name, &it.value);
            }
        }
        let is_defined = |name: &str| {
            let family = name.find(['<', '.']).map(|it| match name.as_bytes()[it] {
                b'<' => &name[..it + 2],
                _ => &name[..=it],
            });
            defined.contains(name) || family.is_some_and(|it| defined.contains(it))
        };
        let missing = called.into_iter().filter(|it| !is_defined(it));
        all.missing_code = missing.map(str::to_owned).collect();
        // What is not here may set any variable.
        all.known.sets_unknown |= !all.missing_code.is_empty();
        if !linking.is_empty() {
            all.name(story, facts, &linking);
        }
        all
    }

    /// Resolves the nodes that links in texts name.
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
                    self.named.push(ResolvedLink { from, link, to });
                }
            }
        }
    }
}

/// The facts of a node; they were usually noted in the story's order.
pub(super) fn fact(
    facts: &IndexMap<NodeId, NodeFacts>,
    number: Number,
    id: NodeId,
) -> Option<&NodeFacts> {
    match facts.get_index(number) {
        Some((cached, facts)) if *cached == id => Some(facts),
        _ => facts.get(&id),
    }
}
