//! Problems with conditions, effects and variables.

use std::collections::{BTreeMap, HashSet};

use serde_json::json;

use super::context::CheckContext;
use super::detail::{FindingDetail, Unreadable};
use super::facts::Dialect;
use super::fix::{Fix, FixAction};
use super::parse_cache::Source;
use super::satisfiability::never_holds_alongside_open_choice;
use crate::NodeId;
use crate::play::{Effect, Expression, Operator};

/// The last of these links in the order they are offered to a reader, with its label there.
pub(super) fn last_offered(cx: &CheckContext<'_>, links: &[usize]) -> Option<(usize, String)> {
    let edges = &cx.story.edges;
    let last = *links
        .iter()
        .max_by_key(|it| (edges[**it].record.order, **it))?;
    let record = &edges[last].record;
    let said = match record.label.as_str() {
        "" => cx.title(record.to),
        label => label,
    };
    Some((last, said.to_owned()))
}

/// A fix that changes a field of a link.
pub(super) fn relabel(
    cx: &CheckContext<'_>,
    at: usize,
    mends: FixAction,
    what: &str,
    to: impl Into<serde_json::Value>,
) -> Fix {
    let record = &cx.story.edges[at].record;
    let mut arguments = json!({ "from": record.from, "to": record.to });
    arguments[what] = to.into();
    if cx.has_parallel_link(at) {
        arguments["label"] = json!(record.label);
    }
    Fix::new(mends, "update_link", arguments)
}

/// Reports conditions and effects that cannot be parsed, that never hold, or that name a missing
/// node.
pub(super) fn conditions(cx: &mut CheckContext<'_>) {
    let sources = cx.sources;
    let is_faulty = |it: Source| match sources.conditions.get(it) {
        Err(_) => true,
        Ok(condition) => cx.never[it] == Some(true) || unknown_title(cx, condition).is_some(),
    };
    let mut faulty = cx.used.conditions.clone();
    for (source, it) in faulty.iter_mut().enumerate() {
        *it = *it && is_faulty(source);
    }
    let is_unreadable = |it: Source| sources.effects.get(it).is_err();
    let waiting = otherwise_choices_never_offered(cx);
    for (at, link) in cx.links.iter().enumerate() {
        if let Some(source) = link.condition.filter(|it| faulty[*it]) {
            condition(cx, at, source);
        }
        if waiting.contains(&at) {
            never_offered(cx, at);
        }
        if let Some(source) = link.effect.filter(|it| is_unreadable(*it)) {
            effect(cx, at, source);
        }
    }
    for &number in &cx.story_facts.entered {
        if let Some(facts) = cx.fact(number)
            && let Err(error) = &facts.enter
        {
            let node = cx.node(number);
            let repaired = facts.enter_source.replace("==", "=");
            let repaired = Some(repaired).filter(|it| it.parse::<Effect>().is_ok());
            let effect = json!({ "effect": repaired.as_deref().unwrap_or_default() });
            let mends = repaired.map_or(FixAction::RemoveEffect {}, |source| {
                FixAction::WriteEffect { source }
            });
            let fix = Fix::on_node(mends, "set_enter_effect", node.id, effect);
            let what = FindingDetail::UnreadableEnterEffect {
                title: node.title.clone(),
                unreadable: Unreadable::new(&facts.enter_source, error),
            };
            cx.add(what, vec![node.id], Some(fix));
        }
    }
}

/// The first title that a condition refers to and that no node has.
fn unknown_title<'a>(cx: &CheckContext<'_>, condition: &'a Expression) -> Option<&'a str> {
    let titles = condition.titles().into_iter();
    let mut unknown = titles.filter(|it| !cx.known.titles.contains(&it.to_lowercase()));
    unknown.next()
}

fn condition(cx: &mut CheckContext<'_>, at: usize, source: Source) {
    let edge = &cx.story.edges[at];
    let written = edge.record.condition.as_deref().unwrap_or_default();
    let condition = match cx.sources.conditions.get(source) {
        Ok(condition) => condition,
        Err(error) => {
            let repaired = written.replace('=', "==").replace("&", " and ");
            let repaired = Some(repaired).filter(|it| it.parse::<Expression>().is_ok());
            let (mends, to) = match repaired {
                Some(it) => (FixAction::WriteCondition { source: it.clone() }, it),
                None => (FixAction::OfferAlways {}, String::new()),
            };
            let fix = relabel(cx, at, mends, "condition", to.as_str());
            let what = FindingDetail::UnreadableCondition {
                link: cx.link(edge),
                unreadable: Unreadable::new(written, error),
            };
            cx.add_to_edge(what, edge, fix);
            return;
        }
    };
    if let Some(title) = unknown_title(cx, condition) {
        let asked = title.to_owned();
        let what = FindingDetail::UnknownTitle {
            link: cx.link(edge),
            asked: asked.clone(),
        };
        let arguments = json!({ "title": title });
        let fix = Fix::new(
            FixAction::MakeNode { title: asked },
            "create_node",
            arguments,
        );
        cx.add_to_edge(what, edge, fix);
    }
    if cx.never[source] == Some(true) {
        never_offered(cx, at);
    }
}

fn never_offered(cx: &mut CheckContext<'_>, at: usize) {
    let edge = &cx.story.edges[at];
    let what = FindingDetail::NeverOffered {
        link: cx.link(edge),
        source: edge.record.condition.clone().unwrap_or_default(),
    };
    let fix = relabel(cx, at, FixAction::OfferAlways {}, "condition", "");
    cx.add_to_edge(what, edge, fix);
}

/// The links whose `otherwise()` condition never holds because another choice of the node is always
/// open.
fn otherwise_choices_never_offered(cx: &CheckContext<'_>) -> HashSet<usize> {
    let waits = |it: &Source| {
        let condition = cx.sources.conditions.get(*it);
        cx.never[*it] != Some(true)
            && condition.is_ok_and(|it| never_holds_alongside_open_choice(it, cx.known))
    };
    let waiting: HashSet<Source> = (0..cx.used.conditions.len())
        .filter(|it| cx.used.conditions[*it] && waits(it))
        .collect();
    if waiting.is_empty() {
        return HashSet::new();
    }
    let open = cx.links.iter();
    let open = open.filter(|it| it.is_choice && !it.once && it.condition.is_none());
    let open: HashSet<_> = open.filter_map(|it| Some(it.ends?.0)).collect();
    let links = cx.links.iter().enumerate();
    let in_vain = links.filter(|(_, it)| {
        it.condition.is_some_and(|it| waiting.contains(&it))
            && it.ends.is_some_and(|it| open.contains(&it.0))
    });
    in_vain.map(|it| it.0).collect()
}

fn effect(cx: &mut CheckContext<'_>, at: usize, source: Source) {
    let edge = &cx.story.edges[at];
    let Err(error) = cx.sources.effects.get(source) else {
        return;
    };
    let written = edge.record.effect.as_deref().unwrap_or_default();
    let repaired = written.replace("==", "=");
    let repaired = Some(repaired).filter(|it| it.parse::<Effect>().is_ok());
    let (mends, to) = match repaired {
        Some(it) => (FixAction::WriteEffect { source: it.clone() }, it),
        None => (FixAction::RemoveEffect {}, String::new()),
    };
    let fix = relabel(cx, at, mends, "effect", to.as_str());
    let what = FindingDetail::UnreadableEffect {
        link: cx.link(edge),
        unreadable: Unreadable::new(written, error),
    };
    cx.add_to_edge(what, edge, fix);
}

/// The places that read a variable which nothing sets.
#[derive(Default)]
struct VariableReaders {
    nodes: Vec<NodeId>,
    dialect: Option<Dialect>,
    as_number: bool,
}

/// Reports variables that are read and never set.
pub(super) fn variables(cx: &mut CheckContext<'_>) {
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
                readers.dialect = Some(*dialect);
            }
        }
    }
    for (name, mut it) in readers {
        it.nodes.dedup();
        let fix = setting(cx, &name, &it);
        let what = FindingDetail::NeverSet {
            variable: name,
            title: cx.title(it.nodes[0]).to_owned(),
            count: it.nodes.len(),
        };
        cx.add(what, it.nodes, fix);
    }
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
fn setting(cx: &CheckContext<'_>, name: &str, readers: &VariableReaders) -> Option<Fix> {
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
