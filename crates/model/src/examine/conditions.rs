//! What is wrong with conditions, effects and variables.

use std::collections::{BTreeMap, HashSet};

use serde_json::json;

use super::certain::never_holds_beside;
use super::check::Look;
use super::facts::Dialect;
use super::fix::{Fix, Mends};
use super::sources::Source;
use super::what::{Unreadable, What};
use crate::NodeId;
use crate::play::{Effect, Expression, Operator};

/// The last of these links in the order in which a reader is offered them, and what it says there.
pub(super) fn last_offered(look: &Look<'_>, links: &[usize]) -> Option<(usize, String)> {
    let edges = &look.story.edges;
    let last = *links
        .iter()
        .max_by_key(|it| (edges[**it].record.order, **it))?;
    let record = &edges[last].record;
    let said = match record.label.as_str() {
        "" => look.title(record.to),
        label => label,
    };
    Some((last, said.to_owned()))
}

/// Writes something else on a link.
pub(super) fn relabel(
    look: &Look<'_>,
    at: usize,
    mends: Mends,
    what: &str,
    to: impl Into<serde_json::Value>,
) -> Fix {
    let record = &look.story.edges[at].record;
    let mut arguments = json!({ "from": record.from, "to": record.to });
    arguments[what] = to.into();
    if look.has_twin(at) {
        arguments["label"] = json!(record.label);
    }
    Fix::new(mends, "relabel_link", arguments)
}

/// Conditions and effects that cannot be read, that never hold, or that ask for nobody.
pub(super) fn conditions(look: &mut Look<'_>) {
    let sources = look.sources;
    let is_faulty = |it: Source| match sources.conditions.get(it) {
        Err(_) => true,
        Ok(condition) => look.never[it] == Some(true) || unknown_title(look, condition).is_some(),
    };
    let mut faulty = look.used.conditions.clone();
    for (source, it) in faulty.iter_mut().enumerate() {
        *it = *it && is_faulty(source);
    }
    let is_unreadable = |it: Source| sources.effects.get(it).is_err();
    let waiting = waiting_in_vain(look);
    for (at, link) in look.links.iter().enumerate() {
        if let Some(source) = link.condition.filter(|it| faulty[*it]) {
            condition(look, at, source);
        }
        if waiting.contains(&at) {
            never_offered(look, at);
        }
        if let Some(source) = link.effect.filter(|it| is_unreadable(*it)) {
            effect(look, at, source);
        }
    }
    for &number in &look.told.entered {
        if let Some(facts) = look.fact(number)
            && let Err(error) = &facts.enter
        {
            let node = look.node(number);
            let repaired = facts.enter_source.replace("==", "=");
            let repaired = Some(repaired).filter(|it| it.parse::<Effect>().is_ok());
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

/// The first title that a condition asks for and that no node has.
fn unknown_title<'a>(look: &Look<'_>, condition: &'a Expression) -> Option<&'a str> {
    let titles = condition.titles().into_iter();
    let mut unknown = titles.filter(|it| !look.known.titles.contains(&it.to_lowercase()));
    unknown.next()
}

fn condition(look: &mut Look<'_>, at: usize, source: Source) {
    let edge = &look.story.edges[at];
    let written = edge.record.condition.as_deref().unwrap_or_default();
    let condition = match look.sources.conditions.get(source) {
        Ok(condition) => condition,
        Err(error) => {
            let repaired = written.replace('=', "==").replace("&", " and ");
            let repaired = Some(repaired).filter(|it| it.parse::<Expression>().is_ok());
            let (mends, to) = match repaired {
                Some(it) => (Mends::WriteCondition { source: it.clone() }, it),
                None => (Mends::OfferAlways {}, String::new()),
            };
            let fix = relabel(look, at, mends, "condition", to.as_str());
            let what = What::UnreadableCondition {
                link: look.link(edge),
                unreadable: Unreadable::new(written, error),
            };
            look.add_to_edge(what, edge, fix);
            return;
        }
    };
    if let Some(title) = unknown_title(look, condition) {
        let asked = title.to_owned();
        let what = What::UnknownTitle {
            link: look.link(edge),
            asked: asked.clone(),
        };
        let arguments = json!({ "title": title });
        let fix = Fix::new(Mends::MakeNode { title: asked }, "create_node", arguments);
        look.add_to_edge(what, edge, fix);
    }
    if look.never[source] == Some(true) {
        never_offered(look, at);
    }
}

fn never_offered(look: &mut Look<'_>, at: usize) {
    let edge = &look.story.edges[at];
    let what = What::NeverOffered {
        link: look.link(edge),
        source: edge.record.condition.clone().unwrap_or_default(),
    };
    let fix = relabel(look, at, Mends::OfferAlways {}, "condition", "");
    look.add_to_edge(what, edge, fix);
}

/// The links that wait for all others of their node to be closed, where one never is.
fn waiting_in_vain(look: &Look<'_>) -> HashSet<usize> {
    let waits = |it: &Source| {
        let condition = look.sources.conditions.get(*it);
        look.never[*it] != Some(true)
            && condition.is_ok_and(|it| never_holds_beside(it, look.known))
    };
    let waiting: HashSet<Source> = (0..look.used.conditions.len())
        .filter(|it| look.used.conditions[*it] && waits(it))
        .collect();
    if waiting.is_empty() {
        return HashSet::new();
    }
    let open = look.links.iter();
    let open = open.filter(|it| it.is_choice && !it.once && it.condition.is_none());
    let open: HashSet<_> = open.filter_map(|it| Some(it.ends?.0)).collect();
    let links = look.links.iter().enumerate();
    let in_vain = links.filter(|(_, it)| {
        it.condition.is_some_and(|it| waiting.contains(&it))
            && it.ends.is_some_and(|it| open.contains(&it.0))
    });
    in_vain.map(|it| it.0).collect()
}

fn effect(look: &mut Look<'_>, at: usize, source: Source) {
    let edge = &look.story.edges[at];
    let Err(error) = look.sources.effects.get(source) else {
        return;
    };
    let written = edge.record.effect.as_deref().unwrap_or_default();
    let repaired = written.replace("==", "=");
    let repaired = Some(repaired).filter(|it| it.parse::<Effect>().is_ok());
    let (mends, to) = match repaired {
        Some(it) => (Mends::WriteEffect { source: it.clone() }, it),
        None => (Mends::RemoveEffect {}, String::new()),
    };
    let fix = relabel(look, at, mends, "effect", to.as_str());
    let what = What::UnreadableEffect {
        link: look.link(edge),
        unreadable: Unreadable::new(written, error),
    };
    look.add_to_edge(what, edge, fix);
}

/// A reader of a variable that nothing sets.
#[derive(Default)]
struct Readers {
    nodes: Vec<NodeId>,
    dialect: Option<Dialect>,
    as_number: bool,
}

/// Variables that are read and never set.
pub(super) fn variables(look: &mut Look<'_>) {
    let (known, sources, story) = (look.known, look.sources, look.story);
    let unknown = |expression: &Expression| -> Vec<(String, bool)> {
        let names = expression.reads().into_iter();
        let names = names.filter(|it| known.domain(it).is_none());
        names
            .map(|it| (it.to_owned(), counts_with(expression, it)))
            .collect()
    };
    let by_condition: Vec<_> = (look.used.conditions.iter().enumerate())
        .map(|(it, used)| match sources.conditions.get(it) {
            Ok(condition) if *used => unknown(condition),
            _ => Vec::new(),
        })
        .collect();
    let by_effect: Vec<_> = (look.used.effects.iter().enumerate())
        .map(|(it, used)| match sources.effects.get(it) {
            Ok(effect) if *used => effect.0.iter().flat_map(|it| unknown(&it.value)).collect(),
            _ => Vec::new(),
        })
        .collect();
    let mut readers: BTreeMap<String, Readers> = BTreeMap::new();
    let mut note = |names: &[(String, bool)], node: NodeId| {
        for (name, as_number) in names {
            let readers = readers.entry(name.clone()).or_default();
            readers.nodes.push(node);
            readers.as_number |= as_number;
        }
    };
    for (at, link) in look.links.iter().enumerate() {
        let condition = link.condition.map_or(&[][..], |it| &by_condition[it]);
        let effect = link.effect.map_or(&[][..], |it| &by_effect[it]);
        if !(condition.is_empty() && effect.is_empty()) {
            let node = story.edges[at].record.from;
            note(condition, node);
            note(effect, node);
        }
    }
    for &number in &look.told.entered {
        let effect = look.fact(number).and_then(|it| it.enter.as_ref().ok());
        for it in effect.iter().flat_map(|it| &it.0) {
            note(&unknown(&it.value), story.nodes[number].id);
        }
    }
    for &number in &look.told.reading {
        let facts = look.fact(number);
        for (name, dialect) in facts.iter().flat_map(|it| &it.variables.reads) {
            if known.domain(name).is_none() {
                let readers = readers.entry(name.clone()).or_default();
                readers.nodes.push(story.nodes[number].id);
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
