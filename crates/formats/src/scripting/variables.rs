//! The variables of a story in files of another language: which are declared there, what each of
//! ours is called, and which still need declarations.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use model::play::{Assignment, Effect, Expression, Value};

use super::types::{ValueType, VariableTypes};
use crate::export::UniqueNames;

/// The comment after the declaration of a variable whose name is not valid in the language.
const ALIAS_COMMENT: &str = "// variable: ";

/// What a name of the other language refers to.
#[derive(Clone)]
pub(crate) struct Declaration {
    /// Its name in the story.
    pub(crate) name: String,
    /// `None` if it holds a value we do not support, such as a divert target or a list.
    pub(crate) value_type: Option<ValueType>,
    /// What it begins with, if that is read.
    value: Option<Value>,
}

/// The variables that files declare, by their names there. Grows while files are written.
#[derive(Default, Clone)]
pub(crate) struct DeclaredVariables(Rc<RefCell<HashMap<String, Declaration>>>);

impl DeclaredVariables {
    /// Adds the declaration in a line, whose trailing comment may give the name in the story.
    pub(crate) fn add(&self, name: &str, value: &str, line: &str) {
        let alias = line.split_once(ALIAS_COMMENT).map(|it| it.1.trim());
        let declaration = Declaration {
            name: alias.unwrap_or(name).to_owned(),
            value_type: ValueType::of_literal(value),
            value: literal(value),
        };
        self.0.borrow_mut().insert(name.to_owned(), declaration);
    }

    /// The effect of first entering the start: variables get the values they are declared with. A
    /// variable that has none is the same as one that has the default of its type, so that those are
    /// left out unless `with_defaults`.
    pub(crate) fn initial_effect(&self, with_defaults: bool) -> Effect {
        let all = self.0.borrow();
        let values = all
            .values()
            .filter_map(|it| Some((&it.name, it.value.clone()?)));
        let wanted = values.filter(|(_, value)| with_defaults || value.is_true());
        let wanted: BTreeMap<&String, Value> = wanted.collect();
        let assignments = wanted.into_iter().map(|(name, value)| {
            let (name, value) = (name.clone(), Expression::Literal(value));
            Assignment { name, value }.on_first_visit()
        });
        Effect(assignments.collect())
    }

    /// The declaration of a name.
    pub(crate) fn get(&self, name: &str) -> Option<Declaration> {
        self.0.borrow().get(name).cloned()
    }

    /// The names in the other language.
    pub(crate) fn names(&self) -> Vec<String> {
        self.0.borrow().keys().cloned().collect()
    }

    /// The types, by the variables' names in the story.
    pub(crate) fn value_types(&self) -> HashMap<String, Option<ValueType>> {
        let all = self.0.borrow();
        let all = all.values();
        all.map(|it| (it.name.clone(), it.value_type)).collect()
    }
}

/// The value of a literal, which both languages write alike.
fn literal(value: &str) -> Option<Value> {
    match value {
        "true" => Some(Value::Boolean(true)),
        "false" => Some(Value::Boolean(false)),
        it if it.starts_with('"') => {
            let text = it.strip_prefix('"')?.strip_suffix('"')?;
            let is_plain = !text.contains(['"', '\\', '{', '}']);
            is_plain.then(|| Value::Text(text.to_owned()))
        }
        it => it.parse().ok().map(Value::number),
    }
}

/// A value as a literal of both languages, if both can write it.
fn written_literal(value: &Value) -> Option<String> {
    match value {
        Value::Unset => None,
        Value::Text(text) => {
            let is_plain = |c: char| !c.is_control() && !"\"\\{}<>[]|#/~".contains(c);
            text.chars().all(is_plain).then(|| format!("\"{text}\""))
        }
        value => Some(value.to_string()),
    }
}

/// A story's variables while they are written in another language.
pub(crate) struct Variables {
    pub(super) types: VariableTypes,
    names: RefCell<HashMap<String, String>>,
    declared: DeclaredVariables,
    /// Variables that need a declaration, by their names there.
    added: RefCell<BTreeMap<String, String>>,
    /// What those begin with, if not with the default of their type.
    initial: RefCell<BTreeMap<String, String>>,
    free: RefCell<UniqueNames>,
    is_reserved: fn(&str) -> bool,
}

impl Variables {
    /// Declared variables keep their names; others get names from `free`.
    pub(crate) fn new(
        types: VariableTypes,
        declared: DeclaredVariables,
        free: UniqueNames,
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
            initial: RefCell::default(),
            free: RefCell::new(free),
            is_reserved,
        }
    }

    /// The name of a variable in the other language; an undeclared variable is marked for
    /// declaration.
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
            value_type: self.types.of_variable(variable),
            value: None,
        };
        let mut declared = self.declared.0.borrow_mut();
        declared.insert(name.clone(), declaration);
        let mut added = self.added.borrow_mut();
        added.insert(name.clone(), variable.to_owned());
        name
    }

    /// The effect of entering the start without the values that variables are declared with. Variables
    /// that are not declared yet will be, with the values that they are given there.
    pub(crate) fn without_initial(&self, enter: &str) -> String {
        let Ok(effect) = enter.parse::<Effect>() else {
            return enter.to_owned();
        };
        let count = effect.0.len();
        let rest = effect.0.into_iter().filter(|it| !self.declares(it));
        let rest = Effect(rest.collect());
        match rest.0.len() == count {
            true => enter.to_owned(),
            false => rest.to_string(),
        }
    }

    /// Whether an assignment only gives a variable the value that it is declared with.
    fn declares(&self, assignment: &Assignment) -> bool {
        let Some(value) = assignment.first_visit_value() else {
            return false;
        };
        let (Some(literal), Some(_)) = (
            written_literal(&value),
            self.types.of_variable(&assignment.name),
        ) else {
            return false;
        };
        let name = self.name(&assignment.name);
        if self.added.borrow().contains_key(&name) {
            self.initial.borrow_mut().insert(name, literal);
            return true;
        }
        let declared = self.declared.get(&name).and_then(|it| it.value);
        declared == Some(value)
    }

    /// The declarations of variables that are used but not declared; `declaration` formats one from
    /// a name and a value.
    pub(crate) fn declarations(&self, mut declaration: impl FnMut(&str, &str) -> String) -> String {
        let mut lines = String::new();
        for (name, variable) in self.added.borrow().iter() {
            let initial = self.initial.borrow().get(name).cloned();
            let value = initial.unwrap_or_else(|| self.types.default_of(variable).to_owned());
            lines.push_str(&declaration(name, &value));
            if name != variable {
                lines.push_str(&format!(" {ALIAS_COMMENT}{variable}"));
            }
            lines.push('\n');
        }
        lines
    }
}
