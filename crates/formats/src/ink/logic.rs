//! Conditions and assignments between Ink and our language: what names mean, how variables are
//! declared, and how ours are written.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use model::play::{Effect, Expression};

use super::names::Names;
use super::plain::RESERVED;
use super::syntax::{is_name, without_comments};
use crate::scripted::{Meaning, Notation, Sort, Types, Written, condition, value};
use crate::writing::FreeNames;

/// What stands behind the declaration of a variable whose name Ink does not take.
const ALIAS: &str = "// variable: ";

/// The variables that a story declares for all its parts, by the names Ink knows: also those that
/// are declared while it is written.
#[derive(Default, Clone)]
pub(super) struct Globals(Rc<RefCell<HashMap<String, Global>>>);

struct Global {
    /// Its name in the story.
    name: String,
    /// `None` where it holds what ours cannot: a target, a list.
    sort: Option<Sort>,
}

impl Globals {
    /// Finds them in texts.
    pub(super) fn of<'a>(texts: impl Iterator<Item = &'a str>) -> Self {
        let mut all = HashMap::new();
        for text in texts.filter(|it| it.contains("VAR ")) {
            let plain = without_comments(text);
            for (line, plain) in text.lines().zip(plain.lines()) {
                let Some((name, value)) = declaration(plain) else {
                    continue;
                };
                let alias = line.split_once(ALIAS).map(|it| it.1.trim());
                let global = Global {
                    name: alias.unwrap_or(name).to_owned(),
                    sort: Sort::of_literal(value),
                };
                all.insert(name.to_owned(), global);
            }
        }
        Self(Rc::new(RefCell::new(all)))
    }

    /// By the names of the story, what they hold.
    pub(super) fn sorts(&self) -> HashMap<String, Option<Sort>> {
        let all = self.0.borrow();
        let all = all.values();
        all.map(|it| (it.name.clone(), it.sort)).collect()
    }
}

fn declaration(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.trim_start().strip_prefix("VAR ")?.split_once('=')?;
    let name = name.trim();
    (!name.is_empty() && name.chars().all(is_name)).then_some((name, value.trim()))
}

/// What names mean in a section.
pub(super) struct InkMeaning<'a> {
    pub(super) names: &'a Names,
    pub(super) from: usize,
}

impl Meaning for InkMeaning<'_> {
    fn name(&self, name: &str) -> Option<Expression> {
        if self.names.places[self.from]
            .parameters
            .iter()
            .any(|it| it == name)
        {
            return None;
        }
        if let Some(global) = self.names.globals.0.borrow().get(name) {
            global.sort?;
            return Some(Expression::Variable(global.name.clone()));
        }
        if self.names.variables.contains(name) {
            return None;
        }
        let title = self.names.title_of(self.from, name)?;
        Some(Expression::Visits(title))
    }

    fn call(&self, name: &str, mut arguments: Vec<Expression>) -> Option<Expression> {
        (name == "FLOAT" && arguments.len() == 1).then(|| arguments.remove(0))
    }

    fn divides_whole(&self) -> bool {
        true
    }
}

/// The variables of a story on their way to Ink.
pub(super) struct Variables {
    types: Types,
    names: RefCell<HashMap<String, String>>,
    globals: Globals,
    /// Those that are to be declared, by their names in Ink.
    added: RefCell<BTreeMap<String, String>>,
    free: RefCell<FreeNames>,
    labels: HashSet<String>,
}

impl Variables {
    /// Those of `known` are declared already; new ones take their names from `free`.
    pub(super) fn new(types: Types, known: &Names, free: FreeNames) -> Self {
        let names = known.globals.0.borrow();
        let names = names.iter();
        let names = names.map(|(ink, it)| (it.name.clone(), ink.clone()));
        Self {
            types,
            names: RefCell::new(names.collect()),
            globals: known.globals.clone(),
            added: RefCell::default(),
            free: RefCell::new(free),
            labels: known.labels(),
        }
    }

    fn name(&self, variable: &str) -> String {
        if let Some(name) = self.names.borrow().get(variable) {
            return name.clone();
        }
        let is_plain = variable
            .chars()
            .all(|it| it.is_ascii_alphanumeric() || it == '_')
            && variable.chars().any(|it| it.is_ascii_alphabetic())
            && !RESERVED.contains(&variable);
        let wanted = if is_plain { variable } else { "variable" };
        let name = self.free.borrow_mut().take(wanted);
        self.names
            .borrow_mut()
            .insert(variable.to_owned(), name.clone());
        let global = Global {
            name: variable.to_owned(),
            sort: self.types.of_variable(variable),
        };
        self.globals.0.borrow_mut().insert(name.clone(), global);
        self.added
            .borrow_mut()
            .insert(name.clone(), variable.to_owned());
        name
    }

    /// The lines that declare what the texts use and the files do not yet declare.
    pub(super) fn declarations(&self) -> String {
        let mut lines = String::new();
        for (name, variable) in self.added.borrow().iter() {
            let zero = self.types.zero_of(variable);
            lines.push_str(&format!("VAR {name} = {zero}"));
            if name != variable {
                lines.push_str(&format!(" {ALIAS}{variable}"));
            }
            lines.push('\n');
        }
        lines
    }

    /// A condition in Ink. `visits` says by which name a node is counted.
    pub(super) fn condition(&self, ours: &str, visits: &Visits<'_>) -> Option<String> {
        let it: Expression = ours.parse().ok()?;
        let mut notation = InkNotation {
            variables: self,
            visits,
        };
        condition(&it, &self.types, &mut notation)
    }

    /// The lines of an effect in Ink.
    pub(super) fn effect(&self, ours: &str, visits: &Visits<'_>) -> Option<Vec<String>> {
        let effect: Effect = ours.parse().ok()?;
        let mut lines = Vec::with_capacity(effect.0.len());
        for it in &effect.0 {
            let mut notation = InkNotation {
                variables: self,
                visits,
            };
            let value = value(&it.value, &it.name, &self.types, &mut notation)?;
            lines.push(format!("~ {} = {value}", self.name(&it.name)));
        }
        Some(lines)
    }
}

/// The name by which Ink counts a node's visits; of the present one without a title.
pub(super) type Visits<'a> = dyn Fn(Option<&str>) -> Option<String> + 'a;

struct InkNotation<'a> {
    variables: &'a Variables,
    visits: &'a Visits<'a>,
}

impl Notation for InkNotation<'_> {
    fn variable(&mut self, name: &str) -> Option<String> {
        // What a text of Ink calls its choices by is no variable of ours.
        let is_label = self.variables.labels.contains(name);
        (!is_label).then(|| self.variables.name(name))
    }

    fn visits(&mut self, title: Option<&str>) -> Option<Written> {
        // Never in brackets: Ink takes a name in brackets for a list.
        (self.visits)(title).map(Written::single)
    }

    fn text(&mut self, text: &str) -> Option<String> {
        let is_plain = |c: char| !c.is_control() && !"{}[]|#<>/~".contains(c);
        text.chars().all(is_plain).then(|| {
            let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
            format!("\"{escaped}\"")
        })
    }

    fn binds_not(&self) -> bool {
        true
    }

    fn dividend(&mut self, written: String) -> String {
        format!("FLOAT({})", bare(&written))
    }
}

/// Without the brackets around all of it, if there are any.
fn bare(written: &str) -> &str {
    let inner = written
        .strip_prefix('(')
        .and_then(|it| it.strip_suffix(')'));
    inner
        .filter(|it| {
            let mut depth = 0_i32;
            it.chars().all(|c| {
                depth += i32::from(c == '(') - i32::from(c == ')');
                depth >= 0
            }) && !it.contains('"')
        })
        .unwrap_or(written)
}
