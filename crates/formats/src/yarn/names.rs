//! Who is called what: jumps name nodes by their title; several of one title are a group, of which
//! the running story takes one.

use std::collections::HashMap;

use serde_json::Map;

use super::syntax::{Target, jumps};
use crate::links;
use crate::reading::{Lead, Way};

/// The nodes by their titles, and what variables are given the titles of.
#[derive(Default)]
pub(super) struct Names {
    nodes: HashMap<String, Vec<usize>>,
    lower: HashMap<String, String>,
    assigned: HashMap<String, Vec<usize>>,
}

impl Names {
    /// Knows these names, in order, and what the bodies say.
    pub(super) fn of<'a>(
        names: impl Iterator<Item = &'a str>,
        bodies: impl Iterator<Item = &'a str>,
    ) -> Self {
        let mut all = Self::default();
        for (index, name) in names.enumerate() {
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

    /// The first node of this name.
    pub(super) fn first(&self, name: &str) -> Option<usize> {
        self.nodes.get(name)?.first().copied()
    }

    /// Where a body leads; its first line has this number.
    pub(super) fn leads(&self, body: &str, line: usize) -> Vec<Lead> {
        let mut leads = Vec::new();
        for jump in jumps(body) {
            let mut kept = Map::new();
            if jump.is_detour {
                kept.insert("detour".to_owned(), true.into());
            }
            for to in self.ways(&jump.target) {
                leads.push(Lead {
                    line: line + jump.line,
                    label: jump.label.clone(),
                    condition: jump.condition.map(str::to_owned),
                    to,
                    includes: false,
                    kept: kept.clone(),
                });
            }
        }
        leads
    }

    fn ways(&self, target: &Target<'_>) -> Vec<Way> {
        match target {
            Target::Named(name) => match self.nodes.get(*name) {
                Some(nodes) => nodes.iter().map(|it| Way::To(*it)).collect(),
                None => {
                    let meant = self.lower.get(&name.to_lowercase()).cloned();
                    vec![Way::Nowhere((*name).to_owned(), meant)]
                }
            },
            Target::Computed(source) => {
                let (variables, strings) = links::parts_of(source);
                let named = strings.iter().filter_map(|it| self.nodes.get(it));
                let given = variables.iter().filter_map(|it| self.assigned.get(*it));
                let mut known: Vec<usize> = named.chain(given).flatten().copied().collect();
                known.sort_unstable();
                known.dedup();
                vec![Way::Computed((*source).to_owned(), known)]
            }
        }
    }
}
