//! A fact that contradicts another along the story.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::analysis::facts::ChangingAttribute;
use crate::analysis::finding::{Basis, FindingOf, FindingType, Severity};
use crate::analysis::finding_context::FindingContext;
use crate::contents::Fact;
use crate::facts_along::{Ways, values_at};
use crate::{Node, NodeId};

/// A fact that contradicts another along the story.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct ContradictingFact {
    /// Whose attribute it is.
    pub title: String,
    /// The attribute.
    pub key: String,
    /// What a passage says it is; from the beginning, what the fact says.
    pub value: String,
    /// What it is there on a way that leads there; from the beginning, what the attributes say.
    pub other: String,
    /// What says so.
    pub source: FactSource,
    /// The scene of the passage; empty from the beginning.
    pub scene: String,
}

/// What says that a fact holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FactSource {
    /// A passage of a scene.
    Passage,
    /// The fact that holds from the beginning.
    Beginning,
}

impl fmt::Display for ContradictingFact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            title,
            key,
            value,
            other,
            source,
            scene,
        } = self;
        match source {
            FactSource::Passage => write!(
                f,
                "“{scene}” says that “{key}” of “{title}” is “{value}”, but on a way that leads there \
                 it is “{other}”."
            ),
            FactSource::Beginning => write!(
                f,
                "“{key}” of “{title}” is “{value}” from the beginning, but “{other}” among the \
                 attributes."
            ),
        }
    }
}

impl FindingType for ContradictingFact {
    const SEVERITY: Severity = Severity::Warning;
    const WHY: &'static str = "Readers are told two things that cannot both be true.";
    const BASIS: Basis = Basis::Graph;

    fn find(cx: &FindingContext<'_>) -> Vec<FindingOf<Self>> {
        let mut ways = None;
        let mut found = Vec::new();
        for node in cx.story.nodes.values() {
            let Some(facts) = cx.facts.get(&node.id) else {
                continue;
            };
            for attribute in &facts.changing {
                found.extend(from_the_beginning(node, attribute));
                let ways = ways.get_or_insert_with(|| Ways::of(cx.story));
                for fact in &attribute.facts {
                    found.extend(at_its_source(cx, ways, node, attribute, fact));
                }
            }
        }
        found
    }
}

/// A fact without a scene and an attribute of that name that says something else.
fn from_the_beginning(
    node: &Node,
    attribute: &ChangingAttribute,
) -> Option<FindingOf<ContradictingFact>> {
    let base = attribute.base.as_ref()?;
    let fact = attribute.facts.iter().find(|it| it.since.is_none())?;
    (!is_same(fact, base)).then(|| {
        let what = ContradictingFact {
            title: node.title.clone(),
            key: fact.key.clone(),
            value: fact.value.clone(),
            other: base.value.clone(),
            source: FactSource::Beginning,
            scene: String::new(),
        };
        FindingOf::new(what, vec![node.id], None)
    })
}

/// A fact whose passage stands in a scene where something else holds, on some way that leads there.
fn at_its_source(
    cx: &FindingContext<'_>,
    ways: &Ways,
    node: &Node,
    attribute: &ChangingAttribute,
    fact: &Fact,
) -> Option<FindingOf<ContradictingFact>> {
    let scene: NodeId = fact.source.as_ref()?.node;
    let title = &cx.story.nodes.get(&scene)?.title;
    let base = attribute.base.as_ref();
    let values = values_at(cx.story, ways, &attribute.facts, base, scene);
    let other = values.into_iter().flatten().find(|it| !is_same(it, fact))?;
    let what = ContradictingFact {
        title: node.title.clone(),
        key: fact.key.clone(),
        value: fact.value.clone(),
        other: other.value,
        source: FactSource::Passage,
        scene: title.clone(),
    };
    Some(FindingOf::new(what, vec![scene, node.id], None))
}

fn is_same(one: &Fact, other: &Fact) -> bool {
    one.value.trim().to_lowercase() == other.value.trim().to_lowercase()
}
