//! What a name means where it stands: a stitch or label of the same knot, a knot, a stitch of
//! another, or a variable that holds a target.

use std::collections::{HashMap, HashSet};

use serde_json::Map;

use super::flow::{Divert, Sort, diverts, label_of};
use super::syntax::{is_name, without_comments};
use crate::reading::{Lead, Way};

/// Where a section stands.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Place {
    /// Its knot; empty before the first.
    pub(super) knot: String,
    pub(super) stitch: Option<String>,
    pub(super) parameters: Vec<String>,
    pub(super) is_function: bool,
}

impl Place {
    /// Its name from anywhere.
    pub(super) fn path(&self) -> String {
        match &self.stitch {
            Some(stitch) => format!("{}.{stitch}", self.knot),
            None => self.knot.clone(),
        }
    }
}

/// The sections of a story, by all their names.
pub(super) struct Names {
    places: Vec<Place>,
    texts: Vec<String>,
    paths: HashMap<String, usize>,
    lower: HashMap<String, String>,
    pub(super) variables: HashSet<String>,
    assigned: HashMap<String, Vec<usize>>,
}

impl Names {
    /// Knows these sections with their texts, and the variables declared there and in `other`.
    pub(super) fn of(sections: Vec<(Place, &str)>, other: &[&str]) -> Self {
        let mut all = Self {
            places: Vec::with_capacity(sections.len()),
            texts: Vec::with_capacity(sections.len()),
            paths: HashMap::new(),
            lower: HashMap::new(),
            variables: HashSet::new(),
            assigned: HashMap::new(),
        };
        for (index, (place, text)) in sections.into_iter().enumerate() {
            let text = without_comments(text);
            let path = place.path();
            all.lower.insert(path.to_lowercase(), path.clone());
            for label in text.lines().filter_map(label_of) {
                let label = format!("{path}.{label}");
                all.paths.entry(label).or_insert(index);
            }
            if !path.is_empty() {
                all.paths.insert(path, index);
            }
            all.variables.extend(place.parameters.iter().cloned());
            all.places.push(place);
            all.texts.push(text);
        }
        // A label may also be named by its knot alone.
        for index in 0..all.places.len() {
            let knot = all.places[index].knot.clone();
            for label in all.texts[index].lines().filter_map(label_of) {
                all.paths.entry(format!("{knot}.{label}")).or_insert(index);
            }
        }
        all.learn(other);
        all
    }

    /// Variables, and the sections whose names they are given.
    fn learn(&mut self, other: &[&str]) {
        let other: Vec<String> = other.iter().map(|it| without_comments(it)).collect();
        let texts = self.texts.iter().map(String::as_str).enumerate();
        let texts = texts.map(|(index, text)| (Some(index), text));
        let mut given = Vec::new();
        let mut declared = HashSet::new();
        for (from, text) in texts.chain(other.iter().map(|it| (None, it.as_str()))) {
            for line in text.lines() {
                let Some((name, value)) = assignment(line) else {
                    continue;
                };
                declared.insert(name.to_owned());
                if let Some(path) = value.trim_start().strip_prefix("->") {
                    let path: String = path
                        .trim_start()
                        .chars()
                        .take_while(|it| is_name(*it) || *it == '.')
                        .collect();
                    let to = match from {
                        Some(from) => self.section(from, &path),
                        None => self.paths.get(&path).copied(),
                    };
                    given.extend(to.map(|to| (name.to_owned(), to)));
                }
            }
        }
        self.variables.extend(declared);
        for (name, to) in given {
            let known = self.assigned.entry(name).or_default();
            if !known.contains(&to) {
                known.push(to);
            }
        }
    }

    /// The section that a name means where it stands.
    fn section(&self, from: usize, path: &str) -> Option<usize> {
        let here = &self.places[from];
        let own = here.path();
        let near = [format!("{own}.{path}"), format!("{}.{path}", here.knot)];
        near.iter()
            .map(String::as_str)
            .chain([path])
            .find_map(|it| self.paths.get(it).copied())
    }

    /// Where the text of a section leads; its first line has this number.
    pub(super) fn leads(&self, from: usize, line: usize) -> Vec<Lead> {
        if self.places[from].is_function {
            return Vec::new();
        }
        let mut leads: Vec<_> = diverts(&self.texts[from])
            .into_iter()
            .filter_map(|it| self.lead(from, line, it))
            .collect();
        // Without words of its own a knot begins with its first stitch.
        if let Some(first) = self.first_stitch(from) {
            leads.push(Lead {
                line,
                label: String::new(),
                condition: None,
                to: Way::To(first),
                includes: false,
                kept: Map::from_iter([("implicit".to_owned(), true.into())]),
            });
        }
        leads
    }

    fn first_stitch(&self, from: usize) -> Option<usize> {
        let place = &self.places[from];
        let is_bare =
            place.stitch.is_none() && !place.knot.is_empty() && self.texts[from].trim().is_empty();
        let next = self.places.get(from + 1).filter(|_| is_bare)?;
        (next.knot == place.knot && next.stitch.is_some()).then_some(from + 1)
    }

    fn lead(&self, from: usize, line: usize, divert: Divert) -> Option<Lead> {
        let to = match self.section(from, &divert.path) {
            // A label within the section: reading stays there.
            Some(to) if to == from && divert.path != self.own_name(from, &divert.path) => {
                return None;
            }
            Some(to) if divert.sort == Sort::Value => {
                Way::Computed(format!("-> {}", divert.path), vec![to])
            }
            Some(to) => Way::To(to),
            None if self.variables.contains(&divert.path) => {
                let known = self.assigned.get(&divert.path).cloned();
                Way::Computed(divert.path.clone(), known.unwrap_or_default())
            }
            None => {
                let meant = self.lower.get(&divert.path.to_lowercase()).cloned();
                Way::Nowhere(divert.path.clone(), meant)
            }
        };
        // A value that only passes a variable on leads nowhere by itself.
        if divert.sort == Sort::Value && matches!(&to, Way::Computed(_, known) if known.is_empty())
        {
            return None;
        }
        let sort = match divert.sort {
            Sort::Tunnel => Some("tunnel"),
            Sort::Thread => Some("thread"),
            Sort::Divert | Sort::Value => None,
        };
        let kept = sort.map(|it| (it.to_owned(), true.into()));
        Some(Lead {
            line: line + divert.line,
            label: divert.label,
            condition: divert.condition,
            to,
            includes: divert.sort == Sort::Thread,
            kept: kept.into_iter().collect(),
        })
    }

    /// The name by which a section means itself, if this is one.
    fn own_name<'a>(&self, from: usize, path: &'a str) -> &'a str {
        let place = &self.places[from];
        let is_own = place.path() == path
            || place.stitch.as_deref() == Some(path)
            || place.stitch.is_none() && place.knot == path;
        if is_own { path } else { "" }
    }
}

/// The variable and the value of a line that declares or sets one.
fn assignment(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start();
    let rest = line
        .strip_prefix("VAR ")
        .or_else(|| line.strip_prefix("CONST "))
        .or_else(|| line.strip_prefix("LIST "))
        .or_else(|| line.strip_prefix('~'))?
        .trim_start();
    let rest = rest.strip_prefix("temp ").map_or(rest, str::trim_start);
    let (name, value) = rest.split_once('=')?;
    let name = name.trim();
    (!name.is_empty() && name.chars().all(is_name)).then_some((name, value))
}
