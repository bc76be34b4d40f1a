//! What holds at a place of the story: facts that change along it, on the ways that lead there. Pure.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use crate::contents::{FACTS, Fact, Facts};
use crate::play::OutgoingLinks;
use crate::{Node, NodeId, Story};

/// An attribute of a node, as it is at a place of the story.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FactHere {
    /// The node it is about.
    pub subject: NodeId,
    /// The attribute.
    pub key: String,
    /// What it may be, by the way that was taken; one value where all ways agree. `None` stands for
    /// ways on which nothing is said.
    pub values: Vec<Option<Fact>>,
}

/// The links of a story both ways, between nodes that a reader can reach.
pub(crate) struct Ways {
    into: HashMap<NodeId, Vec<NodeId>>,
    beginnings: HashSet<NodeId>,
}

impl Ways {
    pub(crate) fn of(story: &Story) -> Self {
        let outgoing = OutgoingLinks::of(story);
        let start = story.record.start.filter(|it| story.nodes.contains_key(it));
        let mut open: Vec<NodeId> = match start {
            Some(start) => vec![start],
            None => story.nodes.keys().copied().collect(),
        };
        let mut reached: HashSet<NodeId> = open.iter().copied().collect();
        let mut into: HashMap<NodeId, Vec<NodeId>> = HashMap::new();
        while let Some(node) = open.pop() {
            for edge in outgoing.from(node) {
                let to = edge.record.to;
                into.entry(to).or_default().push(node);
                if reached.insert(to) {
                    open.push(to);
                }
            }
        }
        let beginnings = match start {
            Some(start) => HashSet::from([start]),
            // Without a start, any node that nothing leads to may be one.
            None => {
                let all = story.nodes.keys().copied();
                all.filter(|it| !into.contains_key(it)).collect()
            }
        };
        Self { into, beginnings }
    }

    /// Which of the marked nodes are the last ones passed on the ways to a node, itself included;
    /// `None` among them for ways that pass none.
    fn last_passed(&self, marked: &BTreeSet<NodeId>, at: NodeId) -> BTreeSet<Option<NodeId>> {
        let mut found = BTreeSet::new();
        let mut seen = HashSet::from([at]);
        let mut open = vec![at];
        while let Some(node) = open.pop() {
            if marked.contains(&node) {
                found.insert(Some(node));
                continue;
            }
            if self.beginnings.contains(&node) {
                found.insert(None);
            }
            for &before in self.into.get(&node).map_or(&[][..], Vec::as_slice) {
                if seen.insert(before) {
                    open.push(before);
                }
            }
        }
        if found.is_empty() {
            // No way leads here: what holds from the beginning.
            found.insert(None);
        }
        found
    }
}

/// The facts of a node by attribute, in the order of their names.
pub(crate) fn facts_by_key(facts: Vec<Fact>) -> BTreeMap<String, Vec<Fact>> {
    let mut by_key: BTreeMap<String, Vec<Fact>> = BTreeMap::new();
    for fact in facts {
        by_key
            .entry(fact.key.to_lowercase())
            .or_default()
            .push(fact);
    }
    by_key
}

/// What one attribute is at a place, by the way that was taken. `base` is what the node's attributes
/// say.
pub(crate) fn values_at(
    story: &Story,
    ways: &Ways,
    facts: &[Fact],
    base: Option<&Fact>,
    at: NodeId,
) -> Vec<Option<Fact>> {
    let known = facts.iter().filter_map(|it| it.since);
    // A scene that is gone changes nothing any more.
    let marked = known.filter(|it| story.nodes.contains_key(it)).collect();
    let held = ways.last_passed(&marked, at).into_iter().map(|since| {
        let told = facts.iter().find(|it| it.since == since).cloned();
        told.or_else(|| since.is_none().then(|| base.cloned()).flatten())
    });
    held.collect()
}

/// What the attributes of a node say of a key in lower case.
pub(crate) fn base_fact<'a>(
    mut attributes: impl Iterator<Item = (&'a str, &'a str)>,
    key: &str,
) -> Option<Fact> {
    let given = attributes.find(|(name, _)| name.to_lowercase() == key);
    given.map(|(key, value)| Fact {
        key: key.to_owned(),
        value: value.to_owned(),
        since: None,
        source: None,
    })
}

/// What the changing attributes of these nodes are at a place. The nodes are given with their data;
/// from the beginning, an attribute is what its fact without a scene says, or else what the node's
/// attributes say. An attribute of which no way says anything yet is left out.
pub fn facts_at(story: &Story, subjects: &[Node], at: NodeId) -> Vec<FactHere> {
    let mut all = Vec::new();
    let mut ways = None;
    for subject in subjects {
        let facts = Facts::of(subject.data.get(FACTS).map(|it| &**it));
        for (key, facts) in facts_by_key(facts.items) {
            let ways = ways.get_or_insert_with(|| Ways::of(story));
            let base = base_fact(subject.attributes(), &key);
            let values = values_at(story, ways, &facts, base.as_ref(), at);
            if values.iter().any(Option::is_some) {
                all.push(FactHere {
                    subject: subject.id,
                    key: facts[0].key.clone(),
                    values,
                });
            }
        }
    }
    all
}
