//! Collects the places that set and read variables.

use std::collections::{BTreeMap, HashMap};

use markup::all_node_facts;
use markup::notation::is_foreign;
use model::analysis::NodeFacts;
use model::play::{Effect, Expression};
use model::{Edge, Node, NodeId, Story};

use super::{Place, VariableUse};
use crate::answer::NodeRef;

/// The variables of a story.
#[derive(Default)]
pub(super) struct Found {
    pub(super) variables: BTreeMap<String, FoundVariable>,
    /// Whether there may be more.
    pub(super) may_have_others: bool,
}

#[derive(Default)]
pub(super) struct FoundVariable {
    /// The values it is set to, as they are written, each once.
    pub(super) values: Vec<String>,
    pub(super) uses: Vec<VariableUse>,
    /// The nodes among them whose texts are in the notation of another program.
    pub(super) foreign: Vec<NodeRef>,
}

/// Reads all nodes and edges; reports progress as “reading nodes”.
pub(super) fn uses_in(story: &Story) -> Found {
    let mut found = Found::default();
    let mut leaving: HashMap<NodeId, Vec<&Edge>> = HashMap::new();
    for edge in story.edges.values() {
        leaving.entry(edge.record.from).or_default().push(edge);
    }
    for (node, facts) in story.nodes.values().zip(all_node_facts(story)) {
        found.may_have_others |= facts.variables.sets_unknown;
        found.add_node(node, &facts);
        let mut edges = leaving.remove(&node.id).unwrap_or_default();
        edges.sort_by_key(|it| it.record.order);
        for edge in edges {
            found.add_edge(node, edge);
        }
    }
    found
}

impl Found {
    fn add_node(&mut self, node: &Node, facts: &NodeFacts) {
        let place = VariableUse {
            node: NodeRef::from(node),
            place: Place::Enter,
            edge: None,
            label: None,
            source: Some(facts.enter_source.clone()),
            sets: false,
            reads: false,
        };
        if let Ok(effect) = &facts.enter {
            self.add_effect(node, effect, &place);
        }
        let place = VariableUse {
            place: Place::Text,
            source: None,
            ..place
        };
        let sets = facts.variables.sets.iter().map(|it| (it, true, false));
        let reads = facts.variables.reads.iter().map(|it| (&it.0, false, true));
        for (name, sets, reads) in sets.chain(reads) {
            self.add(
                node,
                name,
                VariableUse {
                    sets,
                    reads,
                    ..place.clone()
                },
            );
        }
    }

    fn add_edge(&mut self, node: &Node, edge: &Edge) {
        let place = |place: Place, source: &str| VariableUse {
            node: NodeRef::from(node),
            place,
            edge: Some(edge.id),
            label: Some(edge.record.label.clone()),
            source: Some(source.to_owned()),
            sets: false,
            reads: false,
        };
        if let Some(source) = &edge.record.condition
            && let Ok(condition) = source.parse::<Expression>()
        {
            for name in condition.reads() {
                let place = place(Place::Condition, source);
                self.add(
                    node,
                    name,
                    VariableUse {
                        reads: true,
                        ..place
                    },
                );
            }
        }
        if let Some(source) = &edge.record.effect
            && let Ok(effect) = source.parse::<Effect>()
        {
            self.add_effect(node, &effect, &place(Place::Effect, source));
        }
    }

    fn add_effect(&mut self, node: &Node, effect: &Effect, place: &VariableUse) {
        for it in &effect.0 {
            self.add(
                node,
                &it.name,
                VariableUse {
                    sets: true,
                    ..place.clone()
                },
            );
            let values = &mut self.variables.entry(it.name.clone()).or_default().values;
            let value = it.value.to_string();
            if !values.contains(&value) {
                values.push(value);
            }
            for name in it.value.reads() {
                self.add(
                    node,
                    name,
                    VariableUse {
                        reads: true,
                        ..place.clone()
                    },
                );
            }
        }
    }

    /// Adds a use; several in one place count as one.
    fn add(&mut self, node: &Node, name: &str, used: VariableUse) {
        let variable = self.variables.entry(name.to_owned()).or_default();
        if is_foreign(node) && variable.foreign.last().is_none_or(|it| it.id != node.id) {
            variable.foreign.push(used.node.clone());
        }
        match variable.uses.last_mut() {
            Some(last) if last.is_same_place(&used) => {
                last.sets |= used.sets;
                last.reads |= used.reads;
            }
            _ => variable.uses.push(used),
        }
    }
}

impl VariableUse {
    fn is_same_place(&self, other: &Self) -> bool {
        (self.node.id, self.edge, self.place) == (other.node.id, other.edge, other.place)
    }
}
