//! A variable is read and never set.

use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use crate::NodeId;
use crate::analysis::facts::Dialect;
use crate::analysis::finding::{Basis, FindingOf, FindingType, Severity};
use crate::analysis::finding_context::FindingContext;
use crate::analysis::fix::{Fix, FixAction};
use crate::play::{Expression, Operator};

/// A variable is read and never set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct NeverSet {
    /// The variable.
    pub variable: String,
    /// The first node that reads it.
    pub title: String,
    /// How many nodes read it.
    pub count: usize,
}

impl fmt::Display for NeverSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            variable,
            title,
            count,
        } = self;
        match count {
            1 => write!(f, "{variable} is used at “{title}” but never set."),
            _ => write!(
                f,
                "{variable} is used in {count} scenes, starting with “{title}”, but never set."
            ),
        }
    }
}

impl FindingType for NeverSet {
    const SEVERITY: Severity = Severity::Warning;
    const WHY: &'static str = "It always stays 0, false and empty.";
    const BASIS: Basis = Basis::Graph;

    fn find(cx: &FindingContext<'_>) -> Vec<FindingOf<Self>> {
        let found = unset_variables(cx).into_iter().map(|(name, mut it)| {
            it.nodes.dedup();
            let fix = setting(cx, &name, &it);
            let what = Self {
                variable: name,
                title: cx.title(it.nodes[0]).to_owned(),
                count: it.nodes.len(),
            };
            FindingOf::new(what, it.nodes, fix)
        });
        found.collect()
    }
}

/// The places that read a variable which nothing sets.
#[derive(Default)]
struct VariableReaders {
    nodes: Vec<NodeId>,
    dialect: Option<Dialect>,
    as_number: bool,
}

/// The variables that are read and never set, with where.
fn unset_variables(cx: &FindingContext<'_>) -> BTreeMap<String, VariableReaders> {
    let (known, sources, story) = (cx.known, cx.sources, cx.story);
    let unknown = |expression: &Expression| -> Vec<(String, bool)> {
        let names = expression.reads().into_iter();
        let names = names.filter(|it| known.domain(it).is_none());
        names
            .map(|it| (it.to_owned(), is_used_as_number(expression, it)))
            .collect()
    };
    let by_condition: Vec<_> = (cx.used.conditions.iter().enumerate())
        .map(|(it, used)| match sources.conditions.get(it) {
            Ok(condition) if *used => unknown(condition),
            _ => Vec::new(),
        })
        .collect();
    let by_effect: Vec<_> = (cx.used.effects.iter().enumerate())
        .map(|(it, used)| match sources.effects.get(it) {
            Ok(effect) if *used => effect.0.iter().flat_map(|it| unknown(&it.value)).collect(),
            _ => Vec::new(),
        })
        .collect();
    let mut readers: BTreeMap<String, VariableReaders> = BTreeMap::new();
    let mut note = |names: &[(String, bool)], node: NodeId| {
        for (name, as_number) in names {
            let readers = readers.entry(name.clone()).or_default();
            readers.nodes.push(node);
            readers.as_number |= as_number;
        }
    };
    for (at, link) in cx.links.iter().enumerate() {
        let condition = link.condition.map_or(&[][..], |it| &by_condition[it]);
        let effect = link.effect.map_or(&[][..], |it| &by_effect[it]);
        if !(condition.is_empty() && effect.is_empty()) {
            let node = story.edges[at].record.from;
            note(condition, node);
            note(effect, node);
        }
    }
    for &number in &cx.story_facts.entered {
        let effect = cx.fact(number).and_then(|it| it.enter.as_ref().ok());
        for it in effect.iter().flat_map(|it| &it.0) {
            note(&unknown(&it.value), story.nodes[number].id);
        }
    }
    for &number in &cx.story_facts.reading {
        let facts = cx.fact(number);
        for (name, dialect) in facts.iter().flat_map(|it| &it.variables.reads) {
            if known.domain(name).is_none() {
                let readers = readers.entry(name.clone()).or_default();
                readers.nodes.push(story.nodes[number].id);
                readers.dialect = *dialect;
            }
        }
    }
    readers
}

/// Whether an expression compares or calculates with a variable as a number.
fn is_used_as_number(expression: &Expression, name: &str) -> bool {
    let mut found = false;
    expression.walk(&mut |it| {
        if let Expression::Binary(operator, one, other) = it {
            let named = |it: &Expression| matches!(it, Expression::Variable(it) if it == name);
            let logical = matches!(operator, Operator::And | Operator::Or);
            found |= !logical && (named(one) || named(other));
        }
    });
    found
}

/// A fix that sets a variable where the story begins, in the notation of the texts that read it.
fn setting(cx: &FindingContext<'_>, name: &str, readers: &VariableReaders) -> Option<Fix> {
    let story = cx.story;
    let start = story.record.start.filter(|it| story.nodes.contains_key(it));
    let node = start.or(readers.nodes.first().copied())?;
    let number = story.nodes.get_index_of(&node)?;
    let mends = FixAction::SetVariable {
        variable: name.to_owned(),
        title: cx.title(node).to_owned(),
    };
    let value = if readers.as_number { "0" } else { "false" };
    let text = match readers.dialect {
        None => {
            let before = cx.fact(number).map_or("", |it| it.enter_source.as_str());
            let before = before.trim().trim_end_matches(';');
            let effect = match before {
                "" => format!("{name} = {value}"),
                before => format!("{before}; {name} = {value}"),
            };
            let effect = json!({ "effect": effect });
            return Some(Fix::on_node(mends, "set_enter_effect", node, effect));
        }
        Some(Dialect::SugarCube) => format!("<<set ${name} to {value}>>"),
        Some(Dialect::Harlowe) => format!("(set: ${name} to {value})"),
        Some(Dialect::Snowman) => format!("<% s.{name} = {value} %>"),
        // Chapbook reads its variables only at the start of a passage.
        Some(Dialect::Chapbook) => return None,
    };
    Some(Fix::on_node(
        mends,
        "append_text",
        node,
        json!({ "text": text }),
    ))
}
