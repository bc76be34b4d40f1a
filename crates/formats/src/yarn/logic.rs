//! Translates conditions and assignments between Yarn and our expression language: resolves names,
//! reads declarations, and writes our expressions in Yarn.

use model::play::{Expression, Operator, Value};

use super::names::SymbolTable;
use crate::scripting::{DeclaredVariables, NameResolver, Notation, Rendered, Variables};

/// The variables that bodies declare, by their Yarn names without `$`.
pub(super) fn declared<'a>(bodies: impl Iterator<Item = &'a str>) -> DeclaredVariables {
    let all = DeclaredVariables::default();
    let lines = bodies.flat_map(str::lines);
    for line in lines.filter(|it| it.trim_start().starts_with("<<declare ")) {
        let Some((inside, after)) = line.trim_start()["<<declare ".len()..].split_once(">>") else {
            continue;
        };
        let sign = if inside.contains('=') { "=" } else { " to " };
        if let Some((name, value)) = inside.split_once(sign) {
            let name = name.trim().trim_start_matches('$');
            // A declaration may give the type after the value.
            let value = value.split(" as ").next().unwrap_or_default().trim();
            all.add(name, value, after);
        }
    }
    all
}

/// Resolves names in a body.
pub(super) struct YarnMeaning<'a> {
    pub(super) names: &'a SymbolTable,
    pub(super) from: usize,
}

impl NameResolver for YarnMeaning<'_> {
    fn name(&self, name: &str) -> Option<Expression> {
        let name = name.strip_prefix('$')?;
        if name.is_empty() || name.contains('.') {
            return None;
        }
        Some(Expression::Variable(match self.names.declared.get(name) {
            Some(declared) => {
                declared.value_type?;
                declared.name
            }
            None => name.to_owned(),
        }))
    }

    fn call(&self, name: &str, arguments: Vec<Expression>) -> Option<Expression> {
        match (name, arguments.as_slice()) {
            ("random_range", [low, high]) => {
                return Some(Expression::random(low.clone(), high.clone()));
            }
            ("dice", [sides]) => {
                let one = Expression::Literal(Value::number(1.0));
                return Some(Expression::random(one, sides.clone()));
            }
            _ => {}
        }
        let [Expression::Literal(Value::Text(node))] = arguments.as_slice() else {
            return None;
        };
        let title = self.names.title_of(self.from, node)?;
        visits(name, title.map_or(Visit::Own, Visit::To))
    }

    fn has_integer_division(&self) -> bool {
        false
    }
}

/// Whose visits a function counts.
pub(super) enum Visit {
    /// Those of the node it is in.
    Own,
    /// Those of the node with this title.
    To(String),
}

/// What a function says of visits: `visited` and `visited_count`. Yarn counts a visit when it ends, we
/// count it when it begins.
pub(super) fn visits(function: &str, to: Visit) -> Option<Expression> {
    let own = |operator| {
        let one = Box::new(Expression::Literal(Value::number(1.0)));
        Expression::Binary(operator, Box::new(Expression::Visits(None)), one)
    };
    match (function, to) {
        ("visited", Visit::Own) => Some(own(Operator::Greater)),
        ("visited", Visit::To(title)) => Some(Expression::Visited(Some(title))),
        ("visited_count", Visit::Own) => Some(own(Operator::Subtract)),
        ("visited_count", Visit::To(title)) => Some(Expression::Visits(Some(title))),
        _ => None,
    }
}

/// Looks up the Yarn name of a node by title, and whether it is the current node; `None` means the
/// current node.
pub(super) type NodeNameLookup<'a> = dyn Fn(Option<&str>) -> Option<(String, bool)> + 'a;

/// Writes our expressions as they read in a body.
pub(super) struct YarnNotation<'a> {
    pub(super) variables: &'a Variables,
    pub(super) names: Box<NodeNameLookup<'a>>,
}

impl Notation for YarnNotation<'_> {
    fn variables(&self) -> &Variables {
        self.variables
    }

    fn variable(&self, name: &str) -> Option<String> {
        Some(format!("${}", self.variables.name(name)))
    }

    fn assignment(&self, name: &str, value: &str) -> String {
        format!("<<set ${name} = {value}>>")
    }

    fn conditional(&self, branches: &[(Option<String>, String)]) -> Option<Vec<String>> {
        let mut lines = Vec::new();
        for (index, (condition, line)) in branches.iter().enumerate() {
            lines.push(match condition {
                Some(it) if index == 0 => format!("<<if {it}>>"),
                Some(it) => format!("<<elseif {it}>>"),
                None => "<<else>>".to_owned(),
            });
            lines.push(format!("    {line}"));
        }
        lines.push("<<endif>>".to_owned());
        Some(lines)
    }

    fn visits(&self, title: Option<&str>) -> Option<Rendered> {
        let (name, is_own) = (self.names)(title)?;
        let count = format!("visited_count(\"{name}\")");
        Some(if is_own {
            Rendered::compound(format!("{count} + 1"))
        } else {
            Rendered::single(count)
        })
    }

    fn text(&self, text: &str) -> Option<String> {
        let is_plain = |c: char| !c.is_control() && !"{}<>\"\\#/".contains(c);
        text.chars().all(is_plain).then(|| format!("\"{text}\""))
    }

    fn random(&self, low: &str, high: &str) -> Option<Rendered> {
        Some(Rendered::single(format!("random_range({low}, {high})")))
    }

    fn not_binds_tightly(&self) -> bool {
        false
    }

    fn dividend(&self, written: String) -> String {
        written
    }
}
