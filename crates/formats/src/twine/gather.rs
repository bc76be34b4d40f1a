//! Passages become sections: kind, place and color from the header, edges from the links in the
//! text.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use model::play::PlayRecord;
use serde_json::{Map, Value};

use super::header::Header;
use super::passage::{color_of, is_code, kind_of, place_of, title_of};
use crate::links::{self, Link, Manner, Target, looks_computed};
use crate::reading::{Firsts, Lead, Section, Way, in_lower_case, side_by_side};
use crate::{Oddity, Warning};

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
    /// What stands in the text, once somebody has looked.
    pub(crate) found: Option<Found>,
}

impl Piece<'_> {
    /// The path of the file it stands in; empty where the story is one file.
    fn file(&self) -> &str {
        let file = self.kept.get("file").and_then(Value::as_str);
        file.unwrap_or_default()
    }

    /// With what stands in its text.
    pub(crate) fn looked_at(mut self) -> Self {
        if self.found.is_none() {
            self.found = Some(Found::of(&self));
        }
        self
    }
}

/// All passages as sections, and the first that has the name of the start.
pub(crate) fn gather(
    pieces: Vec<Piece<'_>>,
    start: Option<&str>,
    colors: &HashMap<String, String>,
    warnings: &mut Vec<Warning>,
) -> (Vec<Section>, Option<usize>) {
    let mut pieces = pieces;
    if pieces.iter().any(|it| it.found.is_none()) {
        pieces = side_by_side("reading links", pieces, Piece::looked_at);
    }
    let own: Vec<String> = pieces.iter().map(|it| it.header.name.clone()).collect();
    let names = names(&pieces, &own, warnings);
    let begin = start.and_then(|it| names.get(it).copied());
    let knowledge = Knowledge::of(&pieces, &names);
    let sections = side_by_side("following links", pieces, |mut piece| Section {
        leads: knowledge.leads(&mut piece),
        play: PlayRecord::default(),
        title: title_of(&piece.header.name),
        kind: kind_of(&piece.header).to_owned(),
        place: place_of(&piece.header),
        color: color_of(&piece.header, colors),
        text: piece.text.into(),
        kept: piece.kept,
        line: piece.line,
    });
    (sections, begin)
}

/// What stands in one passage's text.
pub(crate) struct Found {
    links: Vec<Link>,
    /// Variables with what they are given.
    assigned: Vec<(String, String)>,
}

impl Found {
    fn of(piece: &Piece<'_>) -> Self {
        let assigned = links::assigned(&piece.text);
        Self {
            links: if is_code(&piece.header) {
                Vec::new()
            } else {
                links::find(&piece.text)
            },
            assigned: assigned.map(|(name, it)| (name.to_owned(), it)).collect(),
        }
    }
}

/// The first passage of each name; `own` are the names of all.
fn names<'a>(
    pieces: &[Piece<'_>],
    own: &'a [String],
    warnings: &mut Vec<Warning>,
) -> HashMap<&'a str, usize> {
    let mut names: HashMap<&str, usize> = HashMap::with_capacity(pieces.len());
    for (index, (piece, name)) in pieces.iter().zip(own).enumerate() {
        let mut say = |what| {
            warnings.push(Warning::at(piece.line, what).in_file(piece.file()));
        };
        if name.is_empty() {
            say(Oddity::PassageUnnamed {});
        }
        if let Some(&first) = names.get(name.as_str()) {
            let (line, file) = (pieces[first].line, pieces[first].file().to_owned());
            let name = name.clone();
            say(if file == piece.file() {
                Oddity::PassageTwice { name, line }
            } else {
                Oddity::PassageTwiceIn { name, file, line }
            });
        } else {
            names.insert(name, index);
        }
    }
    names
}

/// What must be known of all passages to tell where one leads.
struct Knowledge<'a> {
    names: &'a HashMap<&'a str, usize>,
    /// Worked out for the first link that leads nowhere.
    lower: OnceLock<HashMap<String, &'a str>>,
    /// The passages that a variable is given the names of.
    assigned: HashMap<String, Vec<usize>>,
}

impl<'a> Knowledge<'a> {
    fn of(pieces: &[Piece<'_>], names: &'a HashMap<&'a str, usize>) -> Self {
        let mut assigned: HashMap<String, Vec<usize>> = HashMap::new();
        let found = pieces.iter().filter_map(|it| it.found.as_ref());
        for (variable, value) in found.flat_map(|it| &it.assigned) {
            if let Some(&to) = names.get(value.as_str()) {
                let known = assigned.entry(variable.clone()).or_default();
                if known.len() < MOST_KNOWN && !known.contains(&to) {
                    known.push(to);
                }
            }
        }
        Self {
            names,
            lower: OnceLock::new(),
            assigned,
        }
    }

    fn leads(&self, piece: &mut Piece<'_>) -> Vec<Lead> {
        let links = piece.found.take().map_or_else(Vec::new, |it| it.links);
        let (mut leads, mut firsts) = (Vec::with_capacity(links.len()), Firsts::default());
        let (mut line, mut counted) = (piece.text_line, 0);
        for link in links {
            let between = &piece.text.as_bytes()[counted..link.at];
            line += memchr::memchr_iter(b'\n', between).count();
            counted = link.at;
            let Some(to) = self.way(link.target) else {
                continue;
            };
            if let Way::To(to) = to
                && !firsts.is_new((link.label.clone(), to, link.manner))
            {
                continue;
            }
            leads.push(Lead {
                line,
                label: link.label,
                condition: None,
                once: false,
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
        Some(if let Some(&to) = self.names.get(name.as_str()) {
            Way::To(to)
        } else if looks_computed(&name) {
            self.computed(name)
        } else {
            let names = || in_lower_case(self.names.keys().copied());
            let lower = self.lower.get_or_init(names);
            let meant = lower.get(&name.to_lowercase());
            Way::Nowhere(name, meant.map(|it| (*it).to_owned()))
        })
    }

    /// What an expression may lead to: the passages that it names, and those whose names are given
    /// to its variables somewhere.
    fn computed(&self, source: String) -> Way {
        let (variables, strings) = links::parts_of(&source);
        let mut known: Vec<usize> = strings
            .iter()
            .filter_map(|it| self.names.get(it.as_str()).copied())
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
