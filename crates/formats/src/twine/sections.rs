//! Converts passages to sections: kind, position and color from the header, edges from the links in
//! the text.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use model::play::{Effect, PlayRecord};
use serde_json::{Map, Value};

use super::header::Header;
use super::once::LinkRules;
use super::passage::{color_of, is_code, kind_of, place_of, title_of};
use super::rule_passages::take_declarations;
use crate::import::{FirstSeen, LinkTarget, OutgoingLink, Section, lowercase_index};
use crate::{ImportWarning, Warning};
use markup::links::{self, Link, LinkKind, Target, is_expression};
use markup::parallel_map;
use markup::passage::{PassageReader, PassageText, RuledLink, merged};

/// The maximum number of edges for one computed link.
const MAX_COMPUTED_TARGETS: usize = 100;

/// A passage of a file.
pub(crate) struct Passage<'a> {
    /// The line of the header, counted from 1.
    pub(crate) line: usize,
    /// The line on which the text begins.
    pub(crate) text_line: usize,
    /// The parsed header.
    pub(crate) header: Header,
    /// The text.
    pub(crate) text: Cow<'a, str>,
    /// The data kept with it.
    pub(crate) kept: Map<String, Value>,
    /// The links in the text, once they have been searched for.
    pub(crate) found: Option<PassageLinks>,
}

impl Passage<'_> {
    /// The path of its file; empty if the story is a single file.
    fn file(&self) -> &str {
        let file = self.kept.get("file").and_then(Value::as_str);
        file.unwrap_or_default()
    }

    /// Searches the text for links.
    pub(crate) fn with_links(mut self) -> Self {
        if self.found.is_none() {
            self.found = Some(PassageLinks::of(&self));
        }
        self
    }
}

/// What a file says about its story as a whole.
pub(crate) struct StoryHead<'a> {
    /// The name of the start passage, or its index if that is known.
    pub(crate) start: Result<&'a str, Option<usize>>,
    /// The name of the story format.
    pub(crate) format: Option<&'a str>,
    /// The colors by tag.
    pub(crate) colors: &'a HashMap<String, String>,
}

/// The passages of a file as sections.
pub(crate) struct Sections {
    pub(crate) sections: Vec<Section>,
    /// The index of the start section.
    pub(crate) begin: Option<usize>,
    /// The text of the passage that an export added to declare variables, which is not a section.
    pub(crate) declared: Option<String>,
}

/// All passages as sections.
pub(crate) fn passages_to_sections(
    pieces: Vec<Passage<'_>>,
    head: &StoryHead<'_>,
    warnings: &mut Vec<Warning>,
) -> Sections {
    let mut pieces = pieces;
    if pieces.iter().any(|it| it.found.is_none()) {
        pieces = parallel_map("reading links", pieces, Passage::with_links);
    }
    let own: Vec<String> = pieces.iter().map(|it| it.header.name.clone()).collect();
    let names = names(&pieces, &own, warnings);
    let begin = match head.start {
        Ok(name) => names.get(name).copied(),
        Err(index) => index,
    };
    let reader = reader_of(&pieces, head.format, begin);
    let declared = take_declarations(&mut pieces);
    let knowledge = PassageIndex::of(&pieces, &names);
    let mut sections = parallel_map("following links", pieces, |mut piece| {
        let kind = kind_of(&piece.header).to_owned();
        let (leads, enter) = knowledge.leads(&mut piece, &reader, kind == "note");
        Section {
            leads,
            play: PlayRecord {
                enter: enter.to_string(),
                ..PlayRecord::default()
            },
            title: title_of(&piece.header.name),
            kind,
            place: place_of(&piece.header),
            color: color_of(&piece.header, head.colors),
            text: piece.text.into(),
            kept: piece.kept,
            line: piece.line,
        }
    });
    if let Some(begin) = begin {
        let leads = sections.iter().flat_map(|it| &it.leads);
        let is_entered_again = leads.map(|it| &it.to).any(|it| match it {
            LinkTarget::Section(to) => *to == begin,
            LinkTarget::Computed(..) => true,
            LinkTarget::Missing(..) => false,
        });
        let enter = std::mem::take(&mut sections[begin].play.enter);
        sections[begin].play.enter = with_initial(&reader, &enter, is_entered_again);
    }
    Sections {
        sections,
        begin,
        declared,
    }
}

/// Reads the macros of these passages.
fn reader_of(pieces: &[Passage<'_>], format: Option<&str>, begin: Option<usize>) -> PassageReader {
    let texts = pieces.iter().map(|it| PassageText {
        name: &it.header.name,
        tags: &it.header.tags,
        text: &it.text,
    });
    let start = begin.map_or("", |it| pieces[it].header.name.as_str());
    PassageReader::of(format, texts, start)
}

/// The effect of entering the start, including the story's assignments before its first passage. If
/// the start can be entered again, these run only the first time.
pub(super) fn with_initial(reader: &PassageReader, enter: &str, is_entered_again: bool) -> String {
    let initial = match is_entered_again {
        true => reader.initial_on_first_visit(),
        false => Effect(reader.initial().to_vec()),
    };
    let initial = initial.to_string();
    let both = [initial.as_str(), enter];
    let both: Vec<&str> = both.into_iter().filter(|it| !it.is_empty()).collect();
    both.join("; ")
}

/// The links and assignments in one passage's text.
pub(crate) struct PassageLinks {
    links: Vec<Link>,
    /// Variables with the strings assigned to them.
    assigned: Vec<(String, String)>,
}

impl PassageLinks {
    fn of(piece: &Passage<'_>) -> Self {
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

/// The first passage with each name; `own` are the names of all passages.
fn names<'a>(
    pieces: &[Passage<'_>],
    own: &'a [String],
    warnings: &mut Vec<Warning>,
) -> HashMap<&'a str, usize> {
    let mut names: HashMap<&str, usize> = HashMap::with_capacity(pieces.len());
    for (index, (piece, name)) in pieces.iter().zip(own).enumerate() {
        let mut say = |what| {
            warnings.push(Warning::at(piece.line, what).in_file(piece.file()));
        };
        if name.is_empty() {
            say(ImportWarning::PassageUnnamed {});
        }
        if let Some(&first) = names.get(name.as_str()) {
            let (line, file) = (pieces[first].line, pieces[first].file().to_owned());
            let name = name.clone();
            say(if file == piece.file() {
                ImportWarning::DuplicatePassage { name, line }
            } else {
                ImportWarning::DuplicatePassageInFile { name, file, line }
            });
        } else {
            names.insert(name, index);
        }
    }
    names
}

/// The data about all passages that is needed to resolve links.
struct PassageIndex<'a> {
    names: &'a HashMap<&'a str, usize>,
    /// Built for the first link with an unknown target.
    lower: OnceLock<HashMap<String, &'a str>>,
    /// The passages whose names are assigned to each variable.
    assigned: HashMap<String, Vec<usize>>,
}

impl<'a> PassageIndex<'a> {
    fn of(pieces: &[Passage<'_>], names: &'a HashMap<&'a str, usize>) -> Self {
        let mut assigned: HashMap<String, Vec<usize>> = HashMap::new();
        let found = pieces.iter().filter_map(|it| it.found.as_ref());
        for (variable, value) in found.flat_map(|it| &it.assigned) {
            if let Some(&to) = names.get(value.as_str()) {
                let known = assigned.entry(variable.clone()).or_default();
                if known.len() < MAX_COMPUTED_TARGETS && !known.contains(&to) {
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

    /// The links of a passage, and its entry effect.
    fn leads(
        &self,
        piece: &mut Passage<'_>,
        reader: &PassageReader,
        is_note: bool,
    ) -> (Vec<OutgoingLink>, Effect) {
        let links = piece.found.take().map_or_else(Vec::new, |it| it.links);
        let rules = reader.rules_of_links(&piece.header.name, &piece.text, links);
        let links = merged(rules.links);
        let enter = if is_note {
            Effect::default()
        } else {
            rules.enter
        };
        let (mut leads, mut firsts) = (Vec::with_capacity(links.len()), FirstSeen::default());
        let (mut line, mut counted) = (piece.text_line, 0);
        for RuledLink {
            link,
            condition,
            effect,
        } in links
        {
            let between = &piece.text.as_bytes()[counted..link.at];
            line += memchr::memchr_iter(b'\n', between).count();
            counted = link.at;
            let Some(to) = self.target(link.target) else {
                continue;
            };
            let LinkRules {
                condition,
                effect,
                once,
            } = LinkRules::read(condition, effect);
            if let LinkTarget::Section(to) = to
                && !firsts.is_new((link.label.clone(), to, link.kind, effect.clone()))
            {
                continue;
            }
            leads.push(OutgoingLink {
                line,
                label: link.label,
                condition,
                once,
                effect,
                to,
                includes: link.kind == LinkKind::Include,
                kept: Map::new(),
            });
        }
        (leads, enter)
    }

    /// Resolves a link; links back do not become edges.
    fn target(&self, target: Target) -> Option<LinkTarget> {
        let name = match target {
            Target::Named(name) => name,
            Target::Computed(source) => return Some(self.computed(source)),
            Target::Earlier(_) => return None,
        };
        Some(if let Some(&to) = self.names.get(name.as_str()) {
            LinkTarget::Section(to)
        } else if is_expression(&name) {
            self.computed(name)
        } else {
            let names = || lowercase_index(self.names.keys().copied());
            let lower = self.lower.get_or_init(names);
            let meant = lower.get(&name.to_lowercase());
            LinkTarget::Missing(name, meant.map(|it| (*it).to_owned()))
        })
    }

    /// The possible targets of an expression: the passages it names, and those whose names are
    /// assigned to its variables.
    fn computed(&self, source: String) -> LinkTarget {
        let (variables, strings) = links::variables_and_strings(&source);
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
        known.truncate(MAX_COMPUTED_TARGETS);
        LinkTarget::Computed(source, known)
    }
}
