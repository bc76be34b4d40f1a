//! Resolves a name in its context: a stitch or label of the same knot, a knot, a stitch of another
//! knot, or a variable that holds a divert target.

use std::collections::{HashMap, HashSet};

use model::play::{Effect, PlayRecord};
use serde_json::Map;

use super::blocks::assignments;
use super::flow::{Divert, DivertKind, Flow, flow, label_of};
use super::logic::{self, declared};
use super::syntax::{SectionHeader, is_name_character, without_comments};
use crate::import::{LinkTarget, OutgoingLink};
use crate::scripting::{DeclaredVariables, Fingerprints, fingerprint_of};

/// The position of a section in a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct SectionPath {
    /// The knot; empty for the content before the first one.
    pub(super) knot: String,
    pub(super) stitch: Option<String>,
    pub(super) parameters: Vec<String>,
    pub(super) is_function: bool,
}

impl SectionPath {
    /// The path for a section header; `above` is the knot that contains a stitch.
    pub(super) fn of(begin: SectionHeader, above: impl Into<String>) -> Self {
        match begin {
            SectionHeader::Knot {
                name,
                parameters,
                is_function,
            } => Self {
                knot: name,
                stitch: None,
                parameters,
                is_function,
            },
            SectionHeader::Stitch { name, parameters } => Self {
                knot: above.into(),
                stitch: Some(name),
                parameters,
                is_function: false,
            },
        }
    }

    /// The name in its header; empty for the content before the first knot.
    pub(super) fn own_name(&self) -> &str {
        self.stitch.as_deref().unwrap_or(&self.knot)
    }

    /// The same section under another name.
    pub(super) fn renamed(mut self, name: String) -> Self {
        match &mut self.stitch {
            Some(stitch) => *stitch = name,
            None => self.knot = name,
        }
        self
    }

    /// The fully qualified name.
    pub(super) fn path(&self) -> String {
        match &self.stitch {
            Some(stitch) => format!("{}.{stitch}", self.knot),
            None => self.knot.clone(),
        }
    }
}

/// The sections of a story, by all their names.
pub(super) struct SymbolTable {
    pub(super) places: Vec<SectionPath>,
    titles: Vec<String>,
    /// The number of sections with each title.
    counts: HashMap<String, usize>,
    texts: Vec<String>,
    paths: HashMap<String, usize>,
    lower: HashMap<String, String>,
    pub(super) variables: HashSet<String>,
    pub(super) declared: DeclaredVariables,
    assigned: HashMap<String, Vec<usize>>,
}

/// A section for name lookup: its path, title and text.
pub(super) type NamedSection<'a> = (SectionPath, &'a str, &'a str);

impl SymbolTable {
    /// Indexes these sections, and the variables declared in their texts and in `other`.
    pub(super) fn of(sections: Vec<NamedSection<'_>>, other: &[&str]) -> Self {
        let texts = sections.iter().map(|it| it.2).chain(other.iter().copied());
        let mut all = Self {
            declared: declared(texts),
            places: Vec::with_capacity(sections.len()),
            titles: Vec::with_capacity(sections.len()),
            counts: HashMap::new(),
            texts: Vec::with_capacity(sections.len()),
            paths: HashMap::new(),
            lower: HashMap::new(),
            variables: HashSet::new(),
            assigned: HashMap::new(),
        };
        for (index, (place, title, text)) in sections.into_iter().enumerate() {
            let text = without_comments(text);
            *all.counts.entry(title.to_owned()).or_default() += 1;
            all.titles.push(title.to_owned());
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
        // A label may also be addressed by its knot alone.
        for index in 0..all.places.len() {
            let knot = all.places[index].knot.clone();
            for label in all.texts[index].lines().filter_map(label_of) {
                all.paths.entry(format!("{knot}.{label}")).or_insert(index);
            }
        }
        all.learn(other);
        all
    }

    /// Collects the variables, and the sections whose names are assigned to them.
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
                        .take_while(|it| is_name_character(*it) || *it == '.')
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

    /// The section where a file that begins with a divert to `path` starts: the section of a name
    /// or label, a stitch without a knot, or the first target of a variable. `None` if the name is
    /// unknown.
    pub(super) fn start(&self, path: &str) -> Option<usize> {
        let known = |path: &str| self.paths.get(path).copied();
        known(path)
            .or_else(|| known(&format!(".{path}")))
            .or_else(|| self.assigned.get(path)?.first().copied())
            .or_else(|| {
                // A path that neither names a section nor ever held one does not determine a start.
                let leads_nowhere =
                    ["END", "DONE"].contains(&path) || self.variables.contains(path);
                self.first_page().filter(|_| leads_nowhere)
            })
    }

    /// The first section that is not a function.
    pub(super) fn first_page(&self) -> Option<usize> {
        self.places.iter().position(|it| !it.is_function)
    }

    /// The section that a name refers to in the context of section `from`.
    fn section(&self, from: usize, path: &str) -> Option<usize> {
        let here = &self.places[from];
        let own = here.path();
        let near = [format!("{own}.{path}"), format!("{}.{path}", here.knot)];
        near.iter()
            .map(String::as_str)
            .chain([path])
            .find_map(|it| self.paths.get(it).copied())
    }

    /// The links in the text of a section; `line` is the number of its first line.
    pub(super) fn leads(&self, from: usize, line: usize) -> Vec<OutgoingLink> {
        let flow = flow(&self.texts[from]);
        let found = self.found(from, &self.texts[from], &flow).into_iter();
        found
            .map(|(_, mut lead)| {
                lead.line += line;
                lead
            })
            .collect()
    }

    /// The links in a text that is, or may become, that of section `from`, each with the index of
    /// its divert; `None` for the implicit link from a knot without text to its first stitch.
    pub(super) fn found(
        &self,
        from: usize,
        plain: &str,
        flow: &Flow,
    ) -> Vec<(Option<usize>, OutgoingLink)> {
        if self.places[from].is_function {
            return Vec::new();
        }
        let diverts = flow.diverts.iter().enumerate();
        let mut leads: Vec<_> = diverts
            .filter_map(|(at, it)| Some((Some(at), self.lead(from, plain, flow, it)?)))
            .collect();
        // A knot without text of its own begins with its first stitch.
        if let Some(first) = self.first_stitch(from).filter(|_| plain.trim().is_empty()) {
            let lead = OutgoingLink {
                line: 0,
                label: String::new(),
                condition: None,
                effect: None,
                to: LinkTarget::Section(first),
                includes: false,
                once: false,
                kept: Map::from_iter([("implicit".to_owned(), true.into())]),
            };
            leads.push((None, lead));
        }
        leads
    }

    /// The `play` record of a section: the assignments before any content, and whether the story
    /// may end there; and the number of lines that contain the assignments.
    pub(super) fn play(&self, from: usize, plain: &str, flow: &Flow) -> (PlayRecord, usize) {
        if self.places[from].is_function {
            return (PlayRecord::default(), 0);
        }
        let meaning = self.meaning(from);
        let parts = flow.opening.iter();
        let read: Vec<_> = parts
            .map_while(|it| assignments(&plain[it.clone()], &meaning))
            .collect();
        let count = read.len();
        let effect = Effect(read.concat());
        let exit = flow.exit.as_ref().map(|it| plain[it.clone()].trim());
        let ends = exit.is_some_and(|it| it.trim_start_matches(['-', '>', ' ']) == "END");
        let record = PlayRecord {
            enter: effect.to_string(),
            ending: ends && flow.diverts.is_empty() && flow.choices.is_empty(),
        };
        (record, count)
    }

    /// The `play` record of a section with its current text.
    pub(super) fn play_of(&self, from: usize) -> PlayRecord {
        let plain = &self.texts[from];
        self.play(from, plain, &flow(plain)).0
    }

    /// The fingerprints to keep of a section's text, to recognize its links later.
    pub(super) fn fingerprints(&self, from: usize) -> Option<serde_json::Value> {
        let plain = &self.texts[from];
        let flow = flow(plain);
        let enter = self.play(from, plain, &flow).0.enter;
        let found = self.found(from, plain, &flow);
        let marks = found
            .iter()
            .filter(|it| matches!(it.1.to, LinkTarget::Section(_)));
        Fingerprints::keep(&enter, marks.map(|(at, lead)| mark(&flow, *at, lead)))
    }

    /// The labels of choices and gathers.
    pub(super) fn labels(&self) -> HashSet<String> {
        let lines = self.texts.iter().flat_map(|it| it.lines());
        lines.filter_map(label_of).map(str::to_owned).collect()
    }

    /// Name resolution for the logic of a section.
    pub(super) fn meaning(&self, from: usize) -> logic::InkMeaning<'_> {
        logic::InkMeaning { names: self, from }
    }

    /// The title of the section that a path refers to, if it is unique; the inner `None` means the
    /// section itself.
    pub(super) fn title_of(&self, from: usize, path: &str) -> Option<Option<String>> {
        let to = self.section(from, path)?;
        let place = &self.places[to];
        let is_section = place.path() == path || place.stitch.as_deref() == Some(path);
        if !is_section || place.is_function {
            return None;
        }
        if to == from {
            return Some(None);
        }
        let title = &self.titles[to];
        (self.counts[title] == 1).then(|| Some(title.clone()))
    }

    fn first_stitch(&self, from: usize) -> Option<usize> {
        let place = &self.places[from];
        let is_bare =
            place.stitch.is_none() && !place.knot.is_empty() && self.texts[from].trim().is_empty();
        let next = self.places.get(from + 1).filter(|_| is_bare)?;
        (next.knot == place.knot && next.stitch.is_some()).then_some(from + 1)
    }

    fn lead(&self, from: usize, plain: &str, flow: &Flow, divert: &Divert) -> Option<OutgoingLink> {
        let to = match self.section(from, &divert.path) {
            // A label within the section: the reader stays in it.
            Some(to) if to == from && divert.path != self.own_name(from, &divert.path) => {
                return None;
            }
            Some(to) if divert.kind == DivertKind::Value => {
                LinkTarget::Computed(format!("-> {}", divert.path), vec![to])
            }
            Some(to) => LinkTarget::Section(to),
            None if self.variables.contains(&divert.path) => {
                let known = self.assigned.get(&divert.path).cloned();
                LinkTarget::Computed(divert.path.clone(), known.unwrap_or_default())
            }
            None => {
                let meant = self.lower.get(&divert.path.to_lowercase()).cloned();
                LinkTarget::Missing(divert.path.clone(), meant)
            }
        };
        // A value that only passes on a variable has no target of its own.
        if divert.kind == DivertKind::Value
            && matches!(&to, LinkTarget::Computed(_, known) if known.is_empty())
        {
            return None;
        }
        let sort = match divert.kind {
            DivertKind::Tunnel => Some("tunnel"),
            DivertKind::Thread => Some("thread"),
            DivertKind::Divert | DivertKind::Value => None,
        };
        let kept = sort.map(|it| (it.to_owned(), true.into()));
        let choice = divert.choice.map(|it| &flow.choices[it]);
        let meaning = self.meaning(from);
        let condition = divert.choice.and_then(|it| {
            let (earlier, later) = flow.choices.split_at(it + 1);
            logic::condition(earlier.last()?, later, &meaning)
        });
        let effect = choice.filter(|it| !it.is_complex).and_then(|choice| {
            let lines = choice.logic.iter().filter(|it| it.end <= divert.at.start);
            let read = lines.map(|it| assignments(&plain[it.clone()], &meaning));
            let effect = Effect(read.collect::<Option<Vec<_>>>()?.concat());
            (!effect.0.is_empty()).then(|| effect.to_string())
        });
        Some(OutgoingLink {
            line: divert.line,
            label: choice.map(|it| it.label.clone()).unwrap_or_default(),
            condition,
            effect,
            to,
            includes: divert.kind == DivertKind::Thread,
            once: choice.is_some_and(|it| it.is_once),
            kept: kept.into_iter().collect(),
        })
    }

    /// Returns `path` if it is a name of the section itself, otherwise an empty string.
    fn own_name<'a>(&self, from: usize, path: &'a str) -> &'a str {
        let place = &self.places[from];
        let is_own = place.path() == path
            || place.stitch.as_deref() == Some(path)
            || place.stitch.is_none() && place.knot == path;
        if is_own { path } else { "" }
    }
}

/// The fingerprint of a link, to recognize it later.
pub(super) fn mark(flow: &Flow, divert: Option<usize>, lead: &OutgoingLink) -> u32 {
    fingerprint_of(lead, path_of(flow, divert))
}

/// The path that a divert names.
pub(super) fn path_of(flow: &Flow, divert: Option<usize>) -> &str {
    divert.map_or("", |it| flow.diverts[it].path.as_str())
}

/// The variable and the value in a line that declares or assigns one.
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
    (!name.is_empty() && name.chars().all(is_name_character)).then_some((name, value))
}
