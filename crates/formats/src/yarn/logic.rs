//! Conditions and assignments between Yarn and our language: what names mean, how variables are
//! declared, and how ours are written.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use model::play::{Effect, Expression, Operator, Value};

use super::names::Names;
use crate::scripted::{Meaning, Notation, Sort, Types, Written, condition, value};

/// What stands behind the declaration of a variable whose name not every compiler takes.
const ALIAS: &str = "// variable: ";

/// The variables that bodies declare, by their names in Yarn without the `$`: also those that are
/// declared while they are written.
#[derive(Default, Clone)]
pub(super) struct Declared(Rc<RefCell<HashMap<String, Meant>>>);

/// Its name in the story, and its sort; none where it holds what ours cannot.
type Meant = (String, Option<Sort>);

impl Declared {
    /// Finds them.
    pub(super) fn of<'a>(bodies: impl Iterator<Item = &'a str>) -> Self {
        let mut all = HashMap::new();
        let lines = bodies.flat_map(str::lines);
        for line in lines.filter(|it| it.trim_start().starts_with("<<declare ")) {
            let Some((inside, after)) = line.trim_start()["<<declare ".len()..].split_once(">>")
            else {
                continue;
            };
            let sign = if inside.contains('=') { "=" } else { " to " };
            let Some((name, value)) = inside.split_once(sign) else {
                continue;
            };
            let name = name.trim().trim_start_matches('$');
            let alias = after.split_once(ALIAS).map(|it| it.1.trim());
            let story = alias.unwrap_or(name).to_owned();
            all.insert(name.to_owned(), (story, sort_of(value.trim())));
        }
        Self(Rc::new(RefCell::new(all)))
    }

    /// By the names of the story, what they hold.
    pub(super) fn sorts(&self) -> HashMap<String, Option<Sort>> {
        self.0.borrow().values().cloned().collect()
    }
}

fn sort_of(value: &str) -> Option<Sort> {
    // Yarn may name the type behind the value.
    Sort::of_literal(value.split(" as ").next().unwrap_or_default().trim())
}

/// What names mean in a body.
pub(super) struct YarnMeaning<'a> {
    pub(super) names: &'a Names,
    pub(super) from: usize,
}

impl Meaning for YarnMeaning<'_> {
    fn name(&self, name: &str) -> Option<Expression> {
        let name = name.strip_prefix('$')?;
        if name.is_empty() || name.contains('.') {
            return None;
        }
        Some(Expression::Variable(
            match self.names.declared.0.borrow().get(name) {
                Some((_, None)) => return None,
                Some((variable, _)) => variable.clone(),
                None => name.to_owned(),
            },
        ))
    }

    fn call(&self, name: &str, arguments: Vec<Expression>) -> Option<Expression> {
        let [Expression::Literal(Value::Text(node))] = arguments.as_slice() else {
            return None;
        };
        let title = self.names.title_of(self.from, node)?;
        // Yarn counts a visit when it is over.
        let one = Box::new(Expression::Literal(Value::number(1.0)));
        let own = |operator, it| Expression::Both(operator, Box::new(it), one);
        match (name, title) {
            ("visited", None) => Some(own(Operator::More, Expression::Visits(None))),
            ("visited", title) => Some(Expression::Visited(title)),
            ("visited_count", None) => Some(own(Operator::Minus, Expression::Visits(None))),
            ("visited_count", title) => Some(Expression::Visits(title)),
            _ => None,
        }
    }

    fn divides_whole(&self) -> bool {
        false
    }
}

/// The variables of a story on their way to Yarn.
pub(super) struct Variables {
    types: Types,
    names: RefCell<HashMap<String, String>>,
    declared: Declared,
    /// Those that are to be declared, by their names in Yarn.
    added: RefCell<BTreeMap<String, String>>,
    taken: RefCell<HashSet<String>>,
}

impl Variables {
    /// Those that bodies declare keep their names.
    pub(super) fn new(types: Types, declared: &Declared) -> Self {
        let all = declared.0.borrow();
        let names = all.iter();
        let names = names.map(|(yarn, it)| (it.0.clone(), yarn.clone()));
        Self {
            types,
            names: RefCell::new(names.collect()),
            declared: declared.clone(),
            added: RefCell::default(),
            taken: RefCell::new(all.keys().cloned().collect()),
        }
    }

    fn name(&self, variable: &str) -> String {
        if let Some(name) = self.names.borrow().get(variable) {
            return name.clone();
        }
        let is_plain = variable
            .chars()
            .all(|it| it.is_ascii_alphanumeric() || it == '_')
            && !variable.starts_with("variable_");
        let mut taken = self.taken.borrow_mut();
        let mut name = variable.to_owned();
        let mut number = 0;
        while !is_plain && number == 0 || !taken.insert(name.clone()) {
            number += 1;
            name = format!("variable_{number}");
        }
        self.names
            .borrow_mut()
            .insert(variable.to_owned(), name.clone());
        let known = (variable.to_owned(), self.types.of_variable(variable));
        self.declared.0.borrow_mut().insert(name.clone(), known);
        self.added
            .borrow_mut()
            .insert(name.clone(), variable.to_owned());
        name
    }

    /// The lines that declare what the bodies use and do not yet declare.
    pub(super) fn declarations(&self) -> String {
        let mut lines = String::new();
        for (name, variable) in self.added.borrow().iter() {
            let zero = self.types.zero_of(variable);
            lines.push_str(&format!("<<declare ${name} = {zero}>>"));
            if name != variable {
                lines.push_str(&format!(" {ALIAS}{variable}"));
            }
            lines.push('\n');
        }
        lines
    }

    /// A condition in Yarn. `names` says what a node is called there, and whether it is the one
    /// that asks.
    pub(super) fn condition(&self, ours: &str, names: &Called<'_>) -> Option<String> {
        let it: Expression = ours.parse().ok()?;
        let mut notation = YarnNotation {
            variables: self,
            names,
        };
        condition(&it, &self.types, &mut notation)
    }

    /// The lines of an effect in Yarn.
    pub(super) fn effect(&self, ours: &str, names: &Called<'_>) -> Option<Vec<String>> {
        let effect: Effect = ours.parse().ok()?;
        let mut lines = Vec::with_capacity(effect.0.len());
        for it in &effect.0 {
            let mut notation = YarnNotation {
                variables: self,
                names,
            };
            let value = value(&it.value, &it.name, &self.types, &mut notation)?;
            lines.push(format!("<<set ${} = {value}>>", self.name(&it.name)));
        }
        Some(lines)
    }
}

/// What a node is called in Yarn, and whether it is the present one; that without a title.
pub(super) type Called<'a> = dyn Fn(Option<&str>) -> Option<(String, bool)> + 'a;

struct YarnNotation<'a> {
    variables: &'a Variables,
    names: &'a Called<'a>,
}

impl Notation for YarnNotation<'_> {
    fn variable(&mut self, name: &str) -> Option<String> {
        Some(format!("${}", self.variables.name(name)))
    }

    fn visits(&mut self, title: Option<&str>) -> Option<Written> {
        let (name, is_own) = (self.names)(title)?;
        let count = format!("visited_count(\"{name}\")");
        Some(if is_own {
            Written::compound(format!("{count} + 1"))
        } else {
            Written::single(count)
        })
    }

    fn text(&mut self, text: &str) -> Option<String> {
        let is_plain = |c: char| !c.is_control() && !"{}<>\"\\#/".contains(c);
        text.chars().all(is_plain).then(|| format!("\"{text}\""))
    }

    fn binds_not(&self) -> bool {
        false
    }

    fn dividend(&mut self, written: String) -> String {
        written
    }
}
