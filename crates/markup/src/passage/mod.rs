//! What passages of Twine's story formats do: which conditions links have, what following them and
//! entering a passage does to the variables, and what a reader sees with these variables. Enter
//! through [`PassageReader`].
//!
//! Only what certainly means the same in our language (`model::play`) is carried over; everything
//! else is kept as it is written and marked as not understood.

mod chapbook;
mod execution;
mod expression;
mod harlowe;
mod names;
mod pieces;
mod prose;
mod sugarcube;
#[cfg(test)]
mod tests;
mod tokens;

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use model::play::{Assignment, Effect, Expression, Operator};

use crate::links::{self, Link, ProseNotation, setter_at};
use execution::{Condition, execute, executed_sets, joined, negated};
use expression::{Dialect, Language};
use pieces::Piece;

pub use names::{decoded_name, encoded_name};
pub use prose::{ProsePart, ProseState, shown_prose};

/// Reads the passages of one story.
#[derive(Debug, Clone, Default)]
pub struct PassageReader {
    dialect: Option<Dialect>,
    /// The variables that are set from the beginning of the story on.
    initialised: HashSet<String>,
    /// What they are set to before the first passage.
    initial: Vec<Assignment>,
    /// The name of the first passage.
    start: String,
}

/// A passage, as far as it matters for its story's variables.
#[derive(Debug, Clone, Copy)]
pub struct PassageText<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its tags.
    pub tags: &'a [String],
    /// Its text.
    pub text: &'a str,
}

/// What a passage does.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PassageRules {
    /// The links in order, with their rules.
    pub links: Vec<RuledLink>,
    /// What entering does to the variables.
    pub enter: Effect,
    /// Whether there is code in it whose meaning is not certain.
    pub not_understood: bool,
}

/// A link, when it is offered and what following it does.
#[derive(Debug, Clone, PartialEq)]
pub struct RuledLink {
    /// The link.
    pub link: Link,
    /// The condition, in our language, or as it is written where that is not certain.
    pub condition: Option<String>,
    /// The effect.
    pub effect: Option<String>,
}

impl PassageReader {
    fn language<'a>(&'a self, dialect: Dialect, passage: &'a str) -> Language<'a> {
        Language {
            dialect,
            initialised: &self.initialised,
            passage: Some(passage),
        }
    }

    /// A reader for a story in a story format. Without a known format, the macros in the passages
    /// show which one it is.
    pub fn of<'a>(
        format: Option<&str>,
        passages: impl Iterator<Item = PassageText<'a>> + Clone,
        start: &str,
    ) -> Self {
        let dialect = match format {
            Some(name) => dialect_of(name),
            None => passages.clone().find_map(|it| guessed(it.text)),
        };
        let mut reader = Self {
            dialect,
            start: start.to_owned(),
            ..Self::default()
        };
        let Some(dialect) = dialect else {
            return reader;
        };
        let first = |it: &PassageText<'_>| is_first(dialect, it.name, it.tags);
        let first: Vec<PassageText<'_>> = passages.clone().filter(first).collect();
        let begin = passages.clone().find(|it| it.name == start);
        for passage in first.iter().copied().chain(begin) {
            let all = reader.pieces(passage.text);
            let sets = all.iter().filter_map(|it| match it {
                Piece::Set(it) => {
                    let name = it.name.trim_start_matches('$');
                    Some(decoded_name(name).unwrap_or_else(|| name.to_owned()))
                }
                _ => None,
            });
            let sets: Vec<String> = sets.collect();
            reader.initialised.extend(sets);
        }
        for passage in first {
            let done = reader.rules(passage.name, passage.text);
            reader.initial.extend(done.enter.0);
        }
        // What is never set is 0, false and empty already.
        let is_value =
            |it: &Assignment| !matches!(&it.value, Expression::Literal(value) if !value.is_true());
        reader.initial.retain(is_value);
        reader
    }

    /// Whether no passage can have rules, because the story format is not one that is understood.
    pub fn is_blind(&self) -> bool {
        self.dialect.is_none()
    }

    /// The name of the story format.
    pub fn format(&self) -> Option<&'static str> {
        Some(match self.dialect? {
            Dialect::SugarCube => "SugarCube",
            Dialect::Harlowe => "Harlowe",
            Dialect::Chapbook => "Chapbook",
        })
    }

    /// Whether a variable is set from the beginning of the story on.
    pub fn is_initialised(&self, variable: &str) -> bool {
        let own = decoded_name(variable);
        self.initialised
            .contains(own.as_deref().unwrap_or(variable))
    }

    /// What the story sets before its first passage.
    pub fn initial(&self) -> &[Assignment] {
        &self.initial
    }

    /// The same for the effect of entering a first passage that can be entered again: it happens
    /// the first time only.
    pub fn initial_on_first_visit(&self) -> Effect {
        let initial = self.initial.iter().cloned();
        Effect(initial.map(Assignment::on_first_visit).collect())
    }

    fn pieces<'t>(&self, text: &'t str) -> Vec<Piece<'t>> {
        match self.dialect {
            Some(Dialect::SugarCube) => sugarcube::pieces(text),
            Some(Dialect::Harlowe) => harlowe::pieces(text),
            Some(Dialect::Chapbook) => chapbook::pieces(text),
            None => vec![Piece::Text(0..text.len())],
        }
    }

    /// The links of a passage, and what it does.
    pub fn rules(&self, name: &str, text: &str) -> PassageRules {
        self.rules_of_links(name, text, links::find(text))
    }

    /// The same for links that were found before.
    pub fn rules_of_links(&self, name: &str, text: &str, found: Vec<Link>) -> PassageRules {
        // Links have the same words whatever the story format is said to be, or they would not be
        // known again when the story is written.
        let of_labels = dialect_of_labels(text);
        let found = match of_labels.is_some() && of_labels != self.dialect {
            true => with_labels(text, found),
            false => found,
        };
        let plain = |link| RuledLink {
            link,
            condition: None,
            effect: None,
        };
        let Some(dialect) = self.dialect.filter(|it| may_have_code(*it, text)) else {
            return PassageRules {
                links: found.into_iter().map(plain).collect(),
                ..PassageRules::default()
            };
        };
        let language = self.language(dialect, name);
        let masked = links::without_hidden(text);
        let pieces = self.pieces(&masked);
        let done = execute(&pieces, &language);
        let mut rules = PassageRules {
            links: Vec::with_capacity(found.len()),
            not_understood: done.not_understood,
            enter: Effect(Vec::new()),
        };
        let mut at_once: Vec<(usize, Expression)> = Vec::new();
        for mut link in found {
            let own = done.rules(link.at);
            if link.label.is_empty() && !own.label.is_empty() {
                link.label = own.label;
            }
            let mut effect = own.effect;
            if let Some(setter) = setter(dialect, &text[link.at..link.end.min(text.len())]) {
                let mut pieces = Vec::new();
                sugarcube::sets(setter, &mut pieces);
                let (more, is_whole) = executed_sets(&pieces, &language);
                rules.not_understood |= !is_whole;
                effect.extend(more);
            }
            let effect = Effect(effect).to_string();
            let condition = own.condition.map(|it| match it {
                Condition::Known(it) => {
                    if own.leads_at_once {
                        at_once.push((rules.links.len(), it.clone()));
                    }
                    it.to_string()
                }
                Condition::Unknown(source) => source,
            });
            rules.links.push(RuledLink {
                link,
                condition,
                effect: (!effect.is_empty()).then_some(effect),
            });
        }
        rules.enter = Effect(done.enter);
        for (index, condition) in at_once {
            let is_other = |it: &usize| *it != index;
            for other in (0..rules.links.len()).filter(is_other) {
                exclude(&mut rules.links[other].condition, &condition);
            }
        }
        rules
    }
}

/// Where a passage leads elsewhere at once, nothing else is offered.
fn exclude(condition: &mut Option<String>, unless: &Expression) {
    let not = negated(unless.clone());
    let whole = match condition {
        None => not,
        Some(own) => match own.parse::<Expression>() {
            Ok(own) if own == not => own,
            Ok(own) => joined(Operator::And, own, not),
            Err(_) => return,
        },
    };
    let written = whole.to_string();
    if written.parse::<Expression>().as_ref() == Ok(&whole) {
        *condition = Some(written);
    }
}

/// The first link of a passage to the passage read before it: its words, which may be none, and
/// whether it takes back the last choice. A link to the start is none: beginning anew is always
/// possible.
pub fn way_back(text: &str) -> Option<(String, bool)> {
    let is_back = |it: &links::Link| match it.target {
        links::Target::Earlier(links::Earlier::Previous) => Some(false),
        links::Target::Earlier(links::Earlier::Undone) => Some(true),
        _ => None,
    };
    let found = links::find(text);
    if !found.iter().any(|it| is_back(it).is_some()) {
        return None;
    }
    let found = with_labels(text, found);
    found
        .into_iter()
        .find_map(|it| is_back(&it).map(|undoes| (it.label, undoes)))
}

/// Gives links without words of their own those of the macro around them: in
/// `<<link "Go">><<goto "Hall">><</link>>` the words stand apart from the target.
pub fn with_labels(text: &str, mut found: Vec<Link>) -> Vec<Link> {
    let Some(dialect) = dialect_of_labels(text) else {
        return found;
    };
    let masked = links::without_hidden(text);
    let pieces = match dialect {
        Dialect::SugarCube => sugarcube::pieces(&masked),
        _ => harlowe::pieces(&masked),
    };
    let (initialised, passage) = (&HashSet::new(), None);
    let language = Language {
        dialect,
        initialised,
        passage,
    };
    let done = execute(&pieces, &language);
    for link in found.iter_mut().filter(|it| it.label.is_empty()) {
        link.label = done.rules(link.at).label;
    }
    found
}

/// In which language the macros around links are that have their words.
fn dialect_of_labels(text: &str) -> Option<Dialect> {
    let has = |mark: &str| memchr::memmem::find(text.as_bytes(), mark.as_bytes()).is_some();
    if ["<<link", "<<button", "<<click"].iter().any(|it| has(it)) {
        Some(Dialect::SugarCube)
    } else {
        has("(link").then_some(Dialect::Harlowe)
    }
}

/// The links with those as one that differ only in their conditions: such a link is offered where
/// one of them is.
pub fn merged(links: Vec<RuledLink>) -> Vec<RuledLink> {
    if links.iter().all(|it| it.condition.is_none()) {
        return links;
    }
    let mut all: Vec<RuledLink> = Vec::with_capacity(links.len());
    let mut firsts = HashMap::new();
    for link in links {
        let it = &link.link;
        let key = (
            it.label.clone(),
            it.target.clone(),
            it.kind,
            link.effect.clone(),
        );
        match firsts.entry(key) {
            Entry::Occupied(first) => {
                let first: &mut RuledLink = &mut all[*first.get()];
                let before = first.condition.take();
                first.condition = either(before, link.condition);
            }
            Entry::Vacant(free) => {
                free.insert(all.len());
                all.push(link);
            }
        }
    }
    all
}

/// A condition that holds where one of two does; `None` if one of them always does.
fn either(one: Option<String>, other: Option<String>) -> Option<String> {
    let (one, other) = (one?, other?);
    let (Ok(first), Ok(second)) = (one.parse::<Expression>(), other.parse::<Expression>()) else {
        // One that is not understood may hold.
        return Some(if one.parse::<Expression>().is_ok() {
            other
        } else {
            one
        });
    };
    if negated(first.clone()) == second || negated(second.clone()) == first {
        return None;
    }
    if first == second {
        return Some(one);
    }
    let whole = joined(Operator::Or, first, second);
    let written = whole.to_string();
    let is_readable = written.parse::<Expression>().as_ref() == Ok(&whole);
    is_readable.then_some(written)
}

/// The assignments of a link such as `[[Go->Hall][$gold to 1]]`.
fn setter(dialect: Dialect, link: &str) -> Option<&str> {
    let inner = link.strip_prefix("[[")?.strip_suffix("]]")?;
    let at = (dialect == Dialect::SugarCube).then(|| setter_at(inner))??;
    Some(&inner[at + 2..])
}

fn dialect_of(format: &str) -> Option<Dialect> {
    match format.to_lowercase().as_str() {
        "sugarcube" => Some(Dialect::SugarCube),
        "harlowe" => Some(Dialect::Harlowe),
        "chapbook" => Some(Dialect::Chapbook),
        _ => None,
    }
}

/// The notation of prose of a story in this story format.
pub fn notation_of(format: &str) -> ProseNotation {
    match dialect_of(format) {
        Some(Dialect::Harlowe) => ProseNotation::Harlowe,
        Some(Dialect::Chapbook) => ProseNotation::Chapbook,
        _ if format.eq_ignore_ascii_case("snowman") => ProseNotation::Snowman,
        _ => ProseNotation::SugarCube,
    }
}

/// The story format whose macros a text contains.
fn guessed(text: &str) -> Option<Dialect> {
    let has = |mark: &str| memchr::memmem::find(text.as_bytes(), mark.as_bytes()).is_some();
    let sugarcube = [
        "<<if ",
        "<<set ",
        "<<link ",
        "<<goto ",
        "<<print ",
        "<<include ",
    ];
    let harlowe = [
        "(set:",
        "(if:",
        "(unless:",
        "(link:",
        "(link-goto:",
        "(go-to:",
        "(print:",
    ];
    if sugarcube.iter().any(|it| has(it)) {
        Some(Dialect::SugarCube)
    } else if harlowe.iter().any(|it| has(it)) {
        Some(Dialect::Harlowe)
    } else if has("\n--\n") && has(":") || has("\n[if ") || text.starts_with("[if ") {
        Some(Dialect::Chapbook)
    } else {
        None
    }
}

/// Whether a text may contain macros at all.
fn may_have_code(dialect: Dialect, text: &str) -> bool {
    let bytes = text.as_bytes();
    let has = |mark: &[u8]| memchr::memmem::find(bytes, mark).is_some();
    match dialect {
        Dialect::SugarCube => has(b"<<") || has(b"]["),
        Dialect::Harlowe => has(b":"),
        Dialect::Chapbook => has(b"--\n") || has(b"{") || has(b"["),
    }
}

/// Whether a passage is carried out once before the story begins.
fn is_first(dialect: Dialect, name: &str, tags: &[String]) -> bool {
    let has = |tag: &str| tags.iter().any(|it| it == tag);
    match dialect {
        Dialect::SugarCube => name == "StoryInit" || has("init"),
        Dialect::Harlowe => has("startup"),
        Dialect::Chapbook => false,
    }
}
