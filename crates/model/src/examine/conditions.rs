//! What is wrong with conditions, effects and variables.

use std::collections::{BTreeMap, HashMap};

use serde_json::json;

use super::certain::{Known, never_holds};
use super::check::Look;
use super::facts::Dialect;
use super::fix::{Fix, Mends};
use super::sources::Sources;
use super::what::{Unreadable, What};
use crate::play::{Expression, Operator};
use crate::{Edge, NodeId, Story};

fn relabel(look: &Look<'_>, edge: &Edge, mends: Mends, what: &str, to: &str) -> Fix {
    let record = &edge.record;
    let mut arguments = json!({ "from": record.from, "to": record.to });
    arguments[what] = json!(to);
    if look.has_twin(edge) {
        arguments["label"] = json!(record.label);
    }
    Fix::new(mends, "relabel_link", arguments)
}

/// Works out which conditions can never hold, where that is not known yet.
pub(super) fn judge(
    story: &Story,
    sources: &mut Sources,
    known: &Known,
    verdicts: &mut HashMap<String, bool>,
) {
    for edge in story.edges.values() {
        let Some(source) = &edge.record.condition else {
            continue;
        };
        if !verdicts.contains_key(source) {
            let condition = sources.condition(source);
            let never = matches!(&*condition, Ok(it) if never_holds(it, known));
            verdicts.insert(source.clone(), never);
        }
    }
}

/// Conditions and effects that cannot be read, that never hold, or that ask for nobody.
pub(super) fn conditions(
    look: &mut Look<'_>,
    sources: &mut Sources,
    known: &Known,
    verdicts: &HashMap<String, bool>,
) {
    for edge in look.story.edges.values() {
        if let Some(source) = &edge.record.condition {
            match &*sources.condition(source) {
                Err(error) => {
                    let repaired = source.replace('=', "==").replace("&", " and ");
                    let repaired = Some(repaired).filter(|it| it.parse::<Expression>().is_ok());
                    let fix = match repaired {
                        Some(it) => {
                            let source = it.clone();
                            relabel(
                                look,
                                edge,
                                Mends::WriteCondition { source },
                                "condition",
                                &it,
                            )
                        }
                        None => relabel(look, edge, Mends::OfferAlways {}, "condition", ""),
                    };
                    let what = What::UnreadableCondition {
                        link: look.link(edge),
                        unreadable: Unreadable::new(source, error),
                    };
                    look.add_to_edge(what, edge, fix);
                }
                Ok(condition) => {
                    condition_read(look, edge, (source, condition), known, verdicts);
                }
            }
        }
        if let Some(source) = &edge.record.effect
            && let Err(error) = &*sources.effect(source)
        {
            let repaired = source.replace("==", "=");
            let repaired = Some(repaired).filter(|it| it.parse::<crate::play::Effect>().is_ok());
            let fix = match repaired {
                Some(it) => {
                    let source = it.clone();
                    relabel(look, edge, Mends::WriteEffect { source }, "effect", &it)
                }
                None => relabel(look, edge, Mends::RemoveEffect {}, "effect", ""),
            };
            let what = What::UnreadableEffect {
                link: look.link(edge),
                unreadable: Unreadable::new(source, error),
            };
            look.add_to_edge(what, edge, fix);
        }
    }
    for number in 0..look.facts.len() {
        if let Some(facts) = look.fact(number)
            && let Err(error) = &facts.enter
        {
            let node = look.node(number);
            let repaired = facts.enter_source.replace("==", "=");
            let repaired = Some(repaired).filter(|it| it.parse::<crate::play::Effect>().is_ok());
            let effect = json!({ "effect": repaired.as_deref().unwrap_or_default() });
            let mends = repaired.map_or(Mends::RemoveEffect {}, |source| Mends::WriteEffect {
                source,
            });
            let fix = Fix::on_node(mends, "set_enter_effect", node.id, effect);
            let what = What::UnreadableEnterEffect {
                title: node.title.clone(),
                unreadable: Unreadable::new(&facts.enter_source, error),
            };
            look.add(what, vec![node.id], Some(fix));
        }
    }
}

fn condition_read(
    look: &mut Look<'_>,
    edge: &Edge,
    (source, condition): (&str, &Expression),
    known: &Known,
    verdicts: &HashMap<String, bool>,
) {
    let unknown = condition
        .titles()
        .into_iter()
        .find(|it| !known.titles.contains(&it.to_lowercase()));
    if let Some(title) = unknown {
        let asked = title.to_owned();
        let what = What::UnknownTitle {
            link: look.link(edge),
            asked: asked.clone(),
        };
        let arguments = json!({ "title": title });
        let fix = Fix::new(Mends::MakeNode { title: asked }, "create_node", arguments);
        look.add_to_edge(what, edge, fix);
    }
    if verdicts.get(source) == Some(&true) {
        let what = What::NeverOffered {
            link: look.link(edge),
            source: source.to_owned(),
        };
        let fix = relabel(look, edge, Mends::OfferAlways {}, "condition", "");
        look.add_to_edge(what, edge, fix);
    }
}

/// A reader of a variable that nothing sets.
#[derive(Default)]
struct Readers {
    nodes: Vec<NodeId>,
    dialect: Option<Dialect>,
    as_number: bool,
}

/// Variables that are read and never set.
pub(super) fn variables(look: &mut Look<'_>, sources: &mut Sources, known: &Known) {
    let mut readers: BTreeMap<String, Readers> = BTreeMap::new();
    let mut note = |expression: &Expression, node: NodeId| {
        for name in expression.reads() {
            if known.domain(name).is_some() {
                continue;
            }
            let readers = readers.entry(name.to_owned()).or_default();
            readers.nodes.push(node);
            readers.as_number |= counts_with(expression, name);
        }
    };
    for edge in look.story.edges.values() {
        let node = edge.record.from;
        if let Some(source) = &edge.record.condition
            && let Ok(condition) = &*sources.condition(source)
        {
            note(condition, node);
        }
        if let Some(source) = &edge.record.effect
            && let Ok(effect) = &*sources.effect(source)
        {
            effect.0.iter().for_each(|it| note(&it.value, node));
        }
    }
    for (number, facts) in look.facts.iter().enumerate() {
        let effect = facts.iter().filter_map(|it| it.enter.as_ref().ok());
        for it in effect.flat_map(|it| &it.0) {
            note(&it.value, look.story.nodes[number].id);
        }
    }
    for (number, facts) in look.facts.iter().enumerate() {
        for (name, dialect) in facts.iter().flat_map(|it| &it.variables.reads) {
            if known.domain(name).is_none() {
                let readers = readers.entry(name.clone()).or_default();
                readers.nodes.push(look.story.nodes[number].id);
                readers.dialect = Some(*dialect);
            }
        }
    }
    for (name, mut it) in readers {
        it.nodes.dedup();
        let fix = setting(look, &name, &it);
        let what = What::NeverSet {
            variable: name,
            title: look.title(it.nodes[0]).to_owned(),
            count: it.nodes.len(),
        };
        look.add(what, it.nodes, fix);
    }
}

/// Whether an expression compares or reckons with a variable.
fn counts_with(expression: &Expression, name: &str) -> bool {
    let mut found = false;
    expression.walk(&mut |it| {
        if let Expression::Both(operator, one, other) = it {
            let named = |it: &Expression| matches!(it, Expression::Variable(it) if it == name);
            let logical = matches!(operator, Operator::And | Operator::Or);
            found |= !logical && (named(one) || named(other));
        }
    });
    found
}

/// Sets a variable where the story begins, in the notation of those who read it.
fn setting(look: &Look<'_>, name: &str, readers: &Readers) -> Option<Fix> {
    let story = look.story;
    let start = story.record.start.filter(|it| story.nodes.contains_key(it));
    let node = start.or(readers.nodes.first().copied())?;
    let number = story.nodes.get_index_of(&node)?;
    let mends = Mends::SetVariable {
        variable: name.to_owned(),
        title: look.title(node).to_owned(),
    };
    let value = if readers.as_number { "0" } else { "false" };
    let text = match readers.dialect {
        None => {
            let before = look.fact(number).map_or("", |it| it.enter_source.as_str());
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
        // Chapbook reads its variables only at the very beginning of a passage.
        Some(Dialect::Chapbook) => return None,
    };
    Some(Fix::on_node(
        mends,
        "append_text",
        node,
        json!({ "text": text }),
    ))
}
