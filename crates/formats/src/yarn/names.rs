//! Resolves names: jumps refer to nodes by title; several nodes with one title are a group, from
//! which one is chosen at run time.

use std::collections::HashMap;

use model::play::Effect;
use serde_json::Map;

use super::logic::{YarnMeaning, declared};
use super::syntax::{Flow, Target, assignments, flow};
use crate::import::{LinkTarget, OutgoingLink};
use crate::scripting::{DeclaredVariables, Fingerprints, fingerprint_of, read_condition};
use markup::links;

/// The fingerprint of a link, to recognize it later.
pub(super) fn mark(flow: &Flow<'_>, jump: usize, lead: &OutgoingLink) -> u32 {
    fingerprint_of(lead, path_of(flow, jump))
}

/// The title that a jump names.
pub(super) fn path_of<'a>(flow: &Flow<'a>, jump: usize) -> &'a str {
    &flow.body[flow.jumps[jump].at.clone()]
}

/// The nodes by name, and the titles assigned to variables.
#[derive(Default)]
pub(super) struct SymbolTable {
    nodes: HashMap<String, Vec<usize>>,
    titles: Vec<String>,
    /// The number of nodes with each title.
    counts: HashMap<String, usize>,
    pub(super) declared: DeclaredVariables,
    lower: HashMap<String, String>,
    assigned: HashMap<String, Vec<usize>>,
}

impl SymbolTable {
    /// Indexes these names and titles, in order, and the bodies.
    pub(super) fn of<'a>(
        names: impl Iterator<Item = (&'a str, String)>,
        bodies: impl Iterator<Item = &'a str> + Clone,
    ) -> Self {
        let mut all = Self {
            declared: declared(bodies.clone()),
            ..Self::default()
        };
        for (index, (name, title)) in names.enumerate() {
            *all.counts.entry(title.clone()).or_default() += 1;
            all.titles.push(title);
            all.nodes.entry(name.to_owned()).or_default().push(index);
            all.lower.insert(name.to_lowercase(), name.to_owned());
        }
        for (variable, value) in bodies.flat_map(links::assigned) {
            if let Some(known) = all.nodes.get(&value) {
                let ways = all.assigned.entry(variable.to_owned()).or_default();
                ways.extend(known);
            }
        }
        for ways in all.assigned.values_mut() {
            ways.sort_unstable();
            ways.dedup();
        }
        all
    }

    /// The first node with this name.
    pub(super) fn first(&self, name: &str) -> Option<usize> {
        self.nodes.get(name)?.first().copied()
    }

    /// The links in the body of a node; `line` is the number of its first line.
    pub(super) fn leads(&self, from: usize, body: &str, line: usize) -> Vec<OutgoingLink> {
        let found = self.found(from, &flow(body)).into_iter();
        found
            .map(|(_, mut lead)| {
                lead.line += line;
                lead
            })
            .collect()
    }

    /// The links in a body that is, or may become, that of a node, with the indexes of their jumps.
    pub(super) fn found(&self, from: usize, flow: &Flow<'_>) -> Vec<(usize, OutgoingLink)> {
        let meaning = YarnMeaning { names: self, from };
        let mut leads = Vec::new();
        for (at, jump) in flow.jumps.iter().enumerate() {
            let mut kept = Map::new();
            if jump.is_detour {
                kept.insert("detour".to_owned(), true.into());
            }
            let option = jump.option.map(|it| &flow.options[it]);
            let condition = option.and_then(|it| it.condition).map(|it| {
                // A condition that our language cannot express is kept as written.
                let read = read_condition(it, &meaning);
                read.map_or_else(|| it.to_owned(), |it| it.to_string())
            });
            let effect = option.filter(|it| !it.is_complex).and_then(|it| {
                let sets = it.sets.iter().filter(|set| set.end <= jump.at.start);
                let read = sets.map(|set| assignments(&flow.body[set.clone()], &meaning));
                let effect = Effect(read.collect::<Option<Vec<_>>>()?.concat());
                (!effect.0.is_empty()).then(|| effect.to_string())
            });
            for to in self.ways(&jump.target) {
                let lead = OutgoingLink {
                    line: jump.line,
                    label: option.map(|it| it.label.clone()).unwrap_or_default(),
                    condition: condition.clone(),
                    effect: effect.clone(),
                    to,
                    includes: false,
                    once: option.is_some_and(|it| it.is_once),
                    kept: kept.clone(),
                };
                leads.push((at, lead));
            }
        }
        leads
    }

    /// The assignments at the beginning of a body, which are the effect of entering the node; and
    /// how many parts of the opening they are.
    pub(super) fn enter(&self, from: usize, flow: &Flow<'_>) -> (String, usize) {
        let meaning = YarnMeaning { names: self, from };
        let parts = flow.opening.iter();
        let read: Vec<_> = parts
            .map_while(|it| assignments(&flow.body[it.clone()], &meaning))
            .collect();
        let count = read.len();
        (Effect(read.concat()).to_string(), count)
    }

    /// The fingerprints to keep of a body, to recognize its links later.
    pub(super) fn fingerprints(&self, from: usize, body: &str) -> Option<serde_json::Value> {
        let flow = flow(body);
        let found = self.found(from, &flow);
        let marks = found
            .iter()
            .filter(|it| matches!(it.1.to, LinkTarget::Section(_)));
        let enter = self.enter(from, &flow).0;
        Fingerprints::keep(&enter, marks.map(|(at, lead)| mark(&flow, *at, lead)))
    }

    /// Whether exactly one node has this name.
    pub(super) fn is_unique(&self, name: &str) -> bool {
        self.nodes.get(name).is_some_and(|it| it.len() == 1)
    }

    /// The title of the only node with this name; the inner `None` means the node itself.
    pub(super) fn title_of(&self, from: usize, name: &str) -> Option<Option<String>> {
        let [to] = self.nodes.get(name)?.as_slice() else {
            return None;
        };
        if *to == from {
            return Some(None);
        }
        let title = &self.titles[*to];
        (self.counts[title] == 1).then(|| Some(title.clone()))
    }

    fn ways(&self, target: &Target<'_>) -> Vec<LinkTarget> {
        match target {
            Target::Named(name) => match self.nodes.get(*name) {
                Some(nodes) => nodes.iter().map(|it| LinkTarget::Section(*it)).collect(),
                None => {
                    let meant = self.lower.get(&name.to_lowercase()).cloned();
                    vec![LinkTarget::Missing((*name).to_owned(), meant)]
                }
            },
            Target::Computed(source) => {
                let (variables, strings) = links::variables_and_strings(source);
                let named = strings.iter().filter_map(|it| self.nodes.get(it));
                let given = variables.iter().filter_map(|it| self.assigned.get(*it));
                let mut known: Vec<usize> = named.chain(given).flatten().copied().collect();
                known.sort_unstable();
                known.dedup();
                vec![LinkTarget::Computed((*source).to_owned(), known)]
            }
        }
    }
}
