//! The variables of a story in the files of another language: which are declared there, what each of
//! ours is called, and which are still to be declared.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use super::types::{Sort, Types};
use crate::writing::FreeNames;

/// What stands behind the declaration of a variable whose name the language does not take.
const ALIAS: &str = "// variable: ";

/// What a name of the other language stands for.
#[derive(Clone)]
pub(crate) struct Declaration {
    /// Its name in the story.
    pub(crate) name: String,
    /// `None` where it holds what ours cannot: a target, a list.
    pub(crate) sort: Option<Sort>,
}

/// The variables that files declare, by their names there: also those that are declared while the
/// files are written.
#[derive(Default, Clone)]
pub(crate) struct Declared(Rc<RefCell<HashMap<String, Declaration>>>);

impl Declared {
    /// Adds what a line declares, whose end may say the name in the story.
    pub(crate) fn add(&self, name: &str, sort: Option<Sort>, line: &str) {
        let alias = line.split_once(ALIAS).map(|it| it.1.trim());
        let declaration = Declaration {
            name: alias.unwrap_or(name).to_owned(),
            sort,
        };
        self.0.borrow_mut().insert(name.to_owned(), declaration);
    }

    /// What a name stands for.
    pub(crate) fn get(&self, name: &str) -> Option<Declaration> {
        self.0.borrow().get(name).cloned()
    }

    /// The names in the other language.
    pub(crate) fn names(&self) -> Vec<String> {
        self.0.borrow().keys().cloned().collect()
    }

    /// By the names of the story, what they hold.
    pub(crate) fn sorts(&self) -> HashMap<String, Option<Sort>> {
        let all = self.0.borrow();
        let all = all.values();
        all.map(|it| (it.name.clone(), it.sort)).collect()
    }
}

/// The variables of a story on their way to another language.
pub(crate) struct Variables {
    pub(super) types: Types,
    names: RefCell<HashMap<String, String>>,
    declared: Declared,
    /// Those that are to be declared, by their names there.
    added: RefCell<BTreeMap<String, String>>,
    free: RefCell<FreeNames>,
    is_reserved: fn(&str) -> bool,
}

impl Variables {
    /// Those that are declared keep their names; others take theirs from `free`.
    pub(crate) fn new(
        types: Types,
        declared: Declared,
        free: FreeNames,
        is_reserved: fn(&str) -> bool,
    ) -> Self {
        let names = declared.0.borrow();
        let names = names.iter();
        let names = names.map(|(theirs, it)| (it.name.clone(), theirs.clone()));
        Self {
            types,
            names: RefCell::new(names.collect()),
            declared: declared.clone(),
            added: RefCell::default(),
            free: RefCell::new(free),
            is_reserved,
        }
    }

    /// What one is called there; it is to be declared if it was not.
    pub(crate) fn name(&self, variable: &str) -> String {
        if let Some(name) = self.names.borrow().get(variable) {
            return name.clone();
        }
        let is_sign = |it: char| it.is_ascii_alphanumeric() || it == '_';
        let is_plain = variable.chars().all(is_sign)
            && variable.chars().any(|it| it.is_ascii_alphabetic())
            && !(self.is_reserved)(variable);
        let wanted = if is_plain { variable } else { "variable" };
        let name = self.free.borrow_mut().take(wanted);
        let mut names = self.names.borrow_mut();
        names.insert(variable.to_owned(), name.clone());
        let declaration = Declaration {
            name: variable.to_owned(),
            sort: self.types.of_variable(variable),
        };
        let mut declared = self.declared.0.borrow_mut();
        declared.insert(name.clone(), declaration);
        let mut added = self.added.borrow_mut();
        added.insert(name.clone(), variable.to_owned());
        name
    }

    /// The lines that declare what is used and not yet declared; `declaration` writes one from a
    /// name and a value.
    pub(crate) fn declarations(&self, declaration: impl Fn(&str, &str) -> String) -> String {
        let mut lines = String::new();
        for (name, variable) in self.added.borrow().iter() {
            lines.push_str(&declaration(name, self.types.zero_of(variable)));
            if name != variable {
                lines.push_str(&format!(" {ALIAS}{variable}"));
            }
            lines.push('\n');
        }
        lines
    }
}
