//! Conditions and assignments between Yarn and our language: what names mean, how variables are
//! declared, and how ours are written.

use model::play::{Expression, Operator, Value};

use super::names::Names;
use crate::scripted::{Declared, Meaning, Notation, Sort, Variables, Written};

/// The variables that bodies declare, by their names in Yarn without the `$`.
pub(super) fn declared<'a>(bodies: impl Iterator<Item = &'a str>) -> Declared {
    let all = Declared::default();
    let lines = bodies.flat_map(str::lines);
    for line in lines.filter(|it| it.trim_start().starts_with("<<declare ")) {
        let Some((inside, after)) = line.trim_start()["<<declare ".len()..].split_once(">>") else {
            continue;
        };
        let sign = if inside.contains('=') { "=" } else { " to " };
        if let Some((name, value)) = inside.split_once(sign) {
            let name = name.trim().trim_start_matches('$');
            all.add(name, sort_of(value.trim()), after);
        }
    }
    all
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
        Some(Expression::Variable(match self.names.declared.get(name) {
            Some(declared) => {
                declared.sort?;
                declared.name
            }
            None => name.to_owned(),
        }))
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

/// What a node is called in Yarn, and whether it is the present one; that without a title.
pub(super) type Called<'a> = dyn Fn(Option<&str>) -> Option<(String, bool)> + 'a;

/// How Yarn writes what stands in a body.
pub(super) struct YarnNotation<'a> {
    pub(super) variables: &'a Variables,
    pub(super) names: Box<Called<'a>>,
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

    fn visits(&self, title: Option<&str>) -> Option<Written> {
        let (name, is_own) = (self.names)(title)?;
        let count = format!("visited_count(\"{name}\")");
        Some(if is_own {
            Written::compound(format!("{count} + 1"))
        } else {
            Written::single(count)
        })
    }

    fn text(&self, text: &str) -> Option<String> {
        let is_plain = |c: char| !c.is_control() && !"{}<>\"\\#/".contains(c);
        text.chars().all(is_plain).then(|| format!("\"{text}\""))
    }

    fn binds_not(&self) -> bool {
        false
    }

    fn dividend(&self, written: String) -> String {
        written
    }
}
