//! Passages become sections: kind, place and color from the header, edges from the links in the
//! text.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use model::play::PlayRecord;
use serde_json::{Map, Value};

use super::header::Header;
use super::passage::{color_of, is_code, kind_of, place_of, title_of};
use crate::Warning;
use crate::links::{self, Manner, Target, looks_computed};
use crate::reading::{Lead, Section, Way, in_lower_case, side_by_side};

/// How many passages a computed link is drawn to at most.
const MOST_KNOWN: usize = 100;

/// A passage as it stands in the file.
pub(crate) struct Piece<'a> {
    /// The line of the header, counted from 1.
    pub(crate) line: usize,
    /// The line on which the text begins.
    pub(crate) text_line: usize,
    /// What the header says.
    pub(crate) header: Header,
    /// The text.
    pub(crate) text: Cow<'a, str>,
    /// What is kept with it.
    pub(crate) kept: Map<String, Value>,
}

/// All passages as sections, and the first of each name.
pub(crate) fn gather(
    pieces: Vec<Piece<'_>>,
    colors: &HashMap<String, String>,
    warnings: &mut Vec<Warning>,
) -> (Vec<Section>, HashMap<String, usize>) {
    let names = names(&pieces, warnings);
    let knowledge = Knowledge::of(&pieces, &names);
    let leads = side_by_side("reading links", &pieces, |it| knowledge.leads(it));
    let sections = pieces.into_iter().zip(leads).map(|(piece, leads)| Section {
        play: PlayRecord::default(),
        title: title_of(&piece.header.name),
        kind: kind_of(&piece.header).to_owned(),
        place: place_of(&piece.header),
        color: color_of(&piece.header, colors),
        text: piece.text.into_owned(),
        kept: piece.kept,
        line: piece.line,
        leads,
    });
    (sections.collect(), names)
}

fn names(pieces: &[Piece<'_>], warnings: &mut Vec<Warning>) -> HashMap<String, usize> {
    let mut names: HashMap<String, usize> = HashMap::with_capacity(pieces.len());
    for (index, piece) in pieces.iter().enumerate() {
        let name = &piece.header.name;
        if name.is_empty() {
            warnings.push(Warning::at(piece.line, "This passage has no name."));
        }
        if let Some(&first) = names.get(name) {
            let other = pieces[first].line;
            warnings.push(Warning::at(
                piece.line,
                format!(
                    "A passage “{name}” stands in line {other} already. Both are kept; links lead \
                     to the first."
                ),
            ));
        } else {
            names.insert(name.clone(), index);
        }
    }
    names
}

/// What must be known of all passages to tell where one leads.
struct Knowledge<'a> {
    names: &'a HashMap<String, usize>,
    lower: HashMap<String, &'a str>,
    /// The passages that a variable is given the names of.
    assigned: HashMap<String, Vec<usize>>,
}

impl<'a> Knowledge<'a> {
    fn of(pieces: &[Piece<'_>], names: &'a HashMap<String, usize>) -> Self {
        let mut assigned: HashMap<String, Vec<usize>> = HashMap::new();
        let found = side_by_side("reading links", pieces, |it| {
            links::assigned(&it.text).collect::<Vec<_>>()
        });
        for (variable, value) in found.into_iter().flatten() {
            if let Some(&to) = names.get(&value) {
                let known = assigned.entry(variable.to_owned()).or_default();
                if known.len() < MOST_KNOWN && !known.contains(&to) {
                    known.push(to);
                }
            }
        }
        Self {
            names,
            lower: in_lower_case(names.keys().map(String::as_str)),
            assigned,
        }
    }

    fn leads(&self, piece: &Piece<'_>) -> Vec<Lead> {
        if is_code(&piece.header) {
            return Vec::new();
        }
        let (mut leads, mut seen) = (Vec::new(), HashSet::new());
        let (mut line, mut counted) = (piece.text_line, 0);
        for link in links::find(&piece.text) {
            line += piece.text[counted..link.at].matches('\n').count();
            counted = link.at;
            let Some(to) = self.way(link.target) else {
                continue;
            };
            if let Way::To(to) = to
                && !seen.insert((link.label.clone(), to, link.manner))
            {
                continue;
            }
            leads.push(Lead {
                line,
                label: link.label,
                condition: None,
                effect: None,
                to,
                includes: link.manner == Manner::Includes,
                kept: Map::new(),
            });
        }
        leads
    }

    /// Where a link leads; the way back is nobody's edge.
    fn way(&self, target: Target) -> Option<Way> {
        let name = match target {
            Target::Named(name) => name,
            Target::Computed(source) => return Some(self.computed(source)),
            Target::Back => return None,
        };
        Some(if let Some(&to) = self.names.get(&name) {
            Way::To(to)
        } else if looks_computed(&name) {
            self.computed(name)
        } else {
            let meant = self.lower.get(&name.to_lowercase());
            Way::Nowhere(name, meant.map(|it| (*it).to_owned()))
        })
    }

    /// What an expression may lead to: the passages that it names, and those whose names are given
    /// to its variables somewhere.
    fn computed(&self, source: String) -> Way {
        let (variables, strings) = links::parts_of(&source);
        let mut known: Vec<usize> = strings
            .iter()
            .filter_map(|it| self.names.get(it).copied())
            .collect();
        known.extend(
            variables
                .iter()
                .filter_map(|it| self.assigned.get(*it))
                .flatten(),
        );
        let mut seen = HashSet::new();
        known.retain(|it| seen.insert(*it));
        known.truncate(MOST_KNOWN);
        Way::Computed(source, known)
    }
}
