//! Code of articy:draft ("expresso"): conditions at inputs, instructions at outputs, and both in nodes
//! of their own. What our language cannot express is handed back as it is written.

use std::collections::{HashMap, HashSet};

use model::play::{Assignment, Expression};
use serde_json::Value;

use super::project::{Project, entries};
use crate::import::string_field;
use crate::scripting::{NameResolver, read_assignment, read_condition};

/// What the variables of the project are called in the story: by their names alone, unless several sets
/// have one of that name.
pub(super) struct VariableNames {
    /// The names in the story by those in code.
    own: HashMap<String, String>,
    /// All names in the story.
    all: HashSet<String>,
}

/// A global variable.
pub(super) struct Variable<'a> {
    /// Its name in the story.
    pub(super) name: String,
    /// What it begins with, as it is written in code.
    pub(super) value: String,
    /// What the author noted.
    pub(super) description: &'a str,
}

impl VariableNames {
    /// The names and the variables themselves.
    pub(super) fn of<'a>(project: &Project<'a>) -> (Self, Vec<Variable<'a>>) {
        let sets = || {
            project.variable_sets().flat_map(|set| {
                let variables = entries(set, "Variables");
                variables.map(move |it| {
                    (
                        string_field(set, "Namespace"),
                        string_field(it, "Variable"),
                        it,
                    )
                })
            })
        };
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for (_, name, _) in sets() {
            *counts.entry(name).or_default() += 1;
        }
        let mut names = HashMap::new();
        let mut variables = Vec::new();
        for (set, name, it) in sets().filter(|it| !it.1.is_empty()) {
            let own = match counts[name] {
                1 => name.to_owned(),
                _ => format!("{set}_{name}"),
            };
            names.insert(format!("{set}.{name}"), own.clone());
            variables.push(Variable {
                name: own,
                value: literal(it),
                description: string_field(it, "Description"),
            });
        }
        let all = names.values().cloned().collect();
        (Self { own: names, all }, variables)
    }

    /// The code of a node or pin with the names that variables have in the story, without comments.
    fn plain(&self, code: &str) -> String {
        let mut plain = String::with_capacity(code.len());
        let mut rest = code;
        while let Some(first) = rest.chars().next() {
            let (taken, written) = match first {
                '"' => {
                    let length = string_length(rest);
                    (length, Some(&rest[..length]))
                }
                '/' if rest.starts_with("//") => (rest.find('\n').unwrap_or(rest.len()), None),
                '/' if rest.starts_with("/*") => {
                    let end = rest.find("*/").map_or(rest.len(), |it| it + 2);
                    (end, Some(" "))
                }
                first if is_name(first) => {
                    let end = rest.find(|it| !is_name(it) && it != '.');
                    let word = &rest[..end.unwrap_or(rest.len())];
                    let own = self.own.get(word).map_or(word, String::as_str);
                    (word.len(), Some(own))
                }
                first => (first.len_utf8(), Some(&rest[..first.len_utf8()])),
            };
            plain.push_str(written.unwrap_or_default());
            rest = &rest[taken..];
        }
        plain
    }

    /// A condition, that of the node with this title if it belongs to one. `None` where there is none;
    /// an error with the code if it cannot be read.
    pub(super) fn condition(
        &self,
        code: &str,
        node: Option<&str>,
    ) -> Option<Result<Expression, String>> {
        let code = self.plain(code);
        let code = code.split_whitespace().collect::<Vec<_>>().join(" ");
        let code = code.trim_end_matches([';', ' ']);
        (!code.is_empty()).then(|| {
            let read = read_condition(code, &Names { known: self, node });
            read.ok_or_else(|| code.to_owned())
        })
    }

    /// The assignments of an instruction, and those statements that cannot be read.
    pub(super) fn instruction(
        &self,
        code: &str,
        node: Option<&str>,
    ) -> (Vec<Assignment>, Vec<String>) {
        let (mut assignments, mut unread) = (Vec::new(), Vec::new());
        let code = self.plain(code);
        for statement in statements(&code) {
            match read_assignment(statement, &Names { known: self, node }) {
                Some(it) => assignments.push(it),
                None => unread.push(statement.to_owned()),
            }
        }
        (assignments, unread)
    }
}

/// The statements of code without comments.
fn statements(code: &str) -> impl Iterator<Item = &str> {
    let mut is_text = false;
    let parts = code.split(move |it: char| {
        is_text ^= it == '"';
        !is_text && matches!(it, ';' | '\n' | '\r')
    });
    parts.map(str::trim).filter(|it| !it.is_empty())
}

/// The length of the string literal that code begins with.
fn string_length(code: &str) -> usize {
    let mut is_escaped = false;
    let end = code[1..].find(|it: char| {
        let ends = it == '"' && !is_escaped;
        is_escaped = it == '\\' && !is_escaped;
        ends
    });
    end.map_or(code.len(), |it| it + 2)
}

fn is_name(it: char) -> bool {
    it.is_alphanumeric() || it == '_'
}

/// The first value of a variable as code.
fn literal(variable: &Value) -> String {
    let value = string_field(variable, "Value");
    match string_field(variable, "Type") {
        "Boolean" => value.to_lowercase(),
        "Integer" => value.to_owned(),
        _ => format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\"")),
    }
}

/// Resolves names at a node.
struct Names<'a> {
    known: &'a VariableNames,
    node: Option<&'a str>,
}

impl NameResolver for Names<'_> {
    fn name(&self, name: &str) -> Option<Expression> {
        let node = || Some(Some(self.node?.to_owned()));
        match name {
            "seen" => Some(Expression::Visited(node()?)),
            "unseen" => Some(!Expression::Visited(node()?)),
            "seenCounter" => Some(Expression::Visits(node()?)),
            "fallback" => Some(Expression::Otherwise),
            name => {
                let is_known = self.known.all.contains(name);
                is_known.then(|| Expression::Variable(name.to_owned()))
            }
        }
    }

    fn call(&self, name: &str, arguments: Vec<Expression>) -> Option<Expression> {
        let [low, high] = arguments.try_into().ok()?;
        (name == "random").then(|| Expression::random(low, high))
    }

    /// Of two integers it is one, and all numbers are integers.
    fn has_integer_division(&self) -> bool {
        true
    }
}
