//! Data that names nodes or links by their ids, and the ids that copies of these have.

use std::borrow::Cow;
use std::collections::HashMap;
use std::str::FromStr as _;

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{
    Content, FACTS, FINDINGS, Facts, Findings, PassageFinding, Translation, slot_language,
};
use crate::{EdgeId, NodeId};

/// The ids of copies by those of their originals.
#[derive(Debug, Clone, Default)]
pub struct NewIds {
    /// The nodes.
    pub nodes: HashMap<NodeId, NodeId>,
    /// The links.
    pub edges: HashMap<EdgeId, EdgeId>,
}

/// Whether the data of a node in this slot may name nodes or links.
pub fn names_ids(slot: &str) -> bool {
    matches!(slot, FACTS | FINDINGS) || slot_language(slot).is_some()
}

impl NewIds {
    /// The data of a copied node, which names the copies instead of their originals. What was not
    /// copied is named as before.
    pub fn applied<'a>(&self, slot: &str, data: &'a Value) -> Cow<'a, Value> {
        match slot {
            FACTS => Self::changed::<Facts>(data, |facts| {
                for fact in &mut facts.items {
                    fact.since = fact.since.map(|it| self.node(it));
                    if let Some(source) = &mut fact.source {
                        source.node = self.node(source.node);
                    }
                }
            }),
            FINDINGS => Self::changed::<Findings>(data, |findings| {
                for finding in &mut findings.items {
                    let before = finding.passage.node;
                    for passage in finding.passages_mut() {
                        passage.node = self.node(passage.node);
                    }
                    if finding.passage.node != before {
                        finding.id = PassageFinding::id_of(&finding.passage, &finding.says);
                    }
                }
            }),
            _ if slot_language(slot).is_some() => Self::changed::<Translation>(data, |it| {
                for choice in &mut it.choices {
                    let id = EdgeId::from_str(&choice.id).ok();
                    if let Some(new) = id.and_then(|it| self.edges.get(&it)) {
                        choice.id = new.to_string();
                    }
                }
            }),
            _ => Cow::Borrowed(data),
        }
    }

    fn node(&self, id: NodeId) -> NodeId {
        self.nodes.get(&id).copied().unwrap_or(id)
    }

    /// Data of another shape stays as it is.
    fn changed<'a, T: Content + DeserializeOwned>(
        data: &'a Value,
        change: impl FnOnce(&mut T),
    ) -> Cow<'a, Value> {
        T::deserialize(data).map_or(Cow::Borrowed(data), |mut it| {
            change(&mut it);
            Cow::Owned(it.to_data())
        })
    }
}
