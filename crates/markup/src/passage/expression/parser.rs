//! From tokens to an expression.

use model::play::{Expression, Operator, Value};

use super::super::tokens::Token;
use super::{Dialect, Language, is_boolean, is_equality};

/// The deepest nesting that is read.
const MAX_DEPTH: usize = 40;

/// The expression that these tokens are, if all of them are one.
pub(super) fn expression(
    language: &Language<'_>,
    tokens: &[Token],
    it: Option<&str>,
) -> Option<Expression> {
    let mut parser = Parser {
        language,
        tokens,
        next: 0,
        depth: 0,
        it,
    };
    let found = parser.disjunction()?;
    (parser.next == tokens.len()).then_some(found.expression)
}

/// The values of which these tokens choose one: SugarCube's `either(1, 2)` and Harlowe's
/// `(either: 1, 2)`.
pub(super) fn any_value(language: &Language<'_>, tokens: &[Token]) -> Option<Vec<Expression>> {
    let is_either = |it: &Token| matches!(it, Token::Name(name) if name == "either");
    let (open, values) = match (language.dialect, tokens) {
        (Dialect::SugarCube, [name, open, values @ ..]) if is_either(name) => (open, values),
        (Dialect::Harlowe, [open, name, Token::Mark(":"), values @ ..]) if is_either(name) => {
            (open, values)
        }
        _ => return None,
    };
    let mut parser = Parser {
        language,
        tokens: values,
        next: 0,
        depth: 0,
        it: None,
    };
    (*open == Token::Mark("(")).then_some(())?;
    let found = parser.arguments()?;
    (parser.next == values.len() && !found.is_empty()).then_some(found)
}

/// An expression as it was read.
struct Read {
    expression: Expression,
    /// Whether it is a comparison that does not stand in parentheses.
    is_comparison: bool,
    /// Whether it is `not x` without parentheses.
    is_negation: bool,
    /// What Harlowe repeats for a value behind `and` or `or`: the operator and the left side of the
    /// comparison before it.
    repeated: Option<(Operator, Expression)>,
}

impl Read {
    fn single(expression: Expression) -> Self {
        Self {
            expression,
            is_comparison: false,
            is_negation: false,
            repeated: None,
        }
    }
}

struct Parser<'a> {
    language: &'a Language<'a>,
    tokens: &'a [Token],
    next: usize,
    depth: usize,
    it: Option<&'a str>,
}

impl Parser<'_> {
    fn dialect(&self) -> Dialect {
        self.language.dialect
    }

    fn mark(&mut self, marks: &[&str]) -> bool {
        let found = match self.tokens.get(self.next) {
            Some(Token::Mark(it)) => marks.contains(it),
            _ => false,
        };
        self.next += usize::from(found);
        found
    }

    fn word(&mut self, words: &[&str]) -> bool {
        let found = match self.tokens.get(self.next) {
            Some(Token::Name(it)) => words.contains(&it.as_str()),
            _ => false,
        };
        self.next += usize::from(found);
        found
    }

    /// Whether a word of the dialect, or a mark of JavaScript, comes next.
    fn operator(&mut self, words: &[&str], marks: &[&str]) -> bool {
        let has_marks = self.dialect() != Dialect::Harlowe;
        let has_words = self.dialect() != Dialect::Chapbook;
        has_words && self.word(words) || has_marks && self.mark(marks)
    }

    fn disjunction(&mut self) -> Option<Read> {
        self.depth += 1;
        (self.depth < MAX_DEPTH).then_some(())?;
        let mut one = self.conjunction()?;
        while self.operator(&["or"], &["||"]) {
            let other = self.conjunction()?;
            one = self.joined(Operator::Or, one, other)?;
        }
        self.depth -= 1;
        Some(one)
    }

    fn conjunction(&mut self) -> Option<Read> {
        let mut one = self.equality()?;
        while self.operator(&["and"], &["&&"]) {
            let other = self.equality()?;
            one = self.joined(Operator::And, one, other)?;
        }
        Some(one)
    }

    fn joined(&self, operator: Operator, one: Read, other: Read) -> Option<Read> {
        let mixed = |it: &Read| {
            matches!(&it.expression, Expression::Binary(own @ (Operator::And | Operator::Or), ..)
                if *own != operator)
        };
        if self.dialect() == Dialect::Harlowe {
            // How the two words mix is not said.
            (!mixed(&one) && !mixed(&other)).then_some(())?;
            let is_value = |it: &Read| !it.is_comparison && !is_boolean(&it.expression);
            if one.is_comparison && is_value(&other) {
                return self.repeated(operator, one, other);
            }
            // The other way round it is the right side that is repeated.
            let is_variable = matches!(one.expression, Expression::Variable(_));
            (is_variable || !is_value(&one)).then_some(())?;
            // In `$a is 1 or 2 or $b is 3` the 2 could belong to either comparison.
            let has_repeated = one.repeated.is_some()
                && matches!(&one.expression, Expression::Binary(own, ..) if *own == operator);
            (!has_repeated).then_some(())?;
        }
        Some(Read {
            is_comparison: one.is_comparison || other.is_comparison,
            ..Read::single(binary(operator, one.expression, other.expression))
        })
    }

    /// Harlowe's `$a is 1 or 2`, which means `$a is 1 or $a is 2`. A variable would not be compared
    /// if it held a truth value, and behind `is not` it is an error there.
    fn repeated(&self, operator: Operator, one: Read, value: Read) -> Option<Read> {
        let (comparison, left) = one.repeated?;
        let is_certain = !matches!(value.expression, Expression::Variable(_));
        (is_certain && comparison != Operator::NotEqual).then_some(())?;
        let left = Read::single(left);
        let other = self.compared(comparison, left, value)?;
        Some(Read {
            expression: binary(operator, one.expression, other.expression),
            ..other
        })
    }

    fn equality(&mut self) -> Option<Read> {
        let one = self.relation()?;
        let Some(operator) = self.equality_operator() else {
            return Some(one);
        };
        let other = self.relation()?;
        self.compared(operator, one, other)
    }

    fn equality_operator(&mut self) -> Option<Operator> {
        let is_harlowe = self.dialect() == Dialect::Harlowe;
        if !is_harlowe && self.operator(&["isnot", "neq"], &["!==", "!="]) {
            return Some(Operator::NotEqual);
        }
        if self.operator(&["is"], &["===", "=="]) {
            // `is in`, `is a` and others are not ours.
            return Some(
                match self.dialect() != Dialect::Chapbook && self.word(&["not"]) {
                    true => Operator::NotEqual,
                    false => Operator::Equal,
                },
            );
        }
        (self.dialect() == Dialect::SugarCube && self.word(&["eq"])).then_some(Operator::Equal)
    }

    fn relation(&mut self) -> Option<Read> {
        let one = self.sum()?;
        let Some(operator) = self.relation_operator() else {
            return Some(one);
        };
        let other = self.sum()?;
        self.compared(operator, one, other)
    }

    fn relation_operator(&mut self) -> Option<Operator> {
        let signs = [
            ("<", Operator::Less),
            ("<=", Operator::LessOrEqual),
            (">", Operator::Greater),
            (">=", Operator::GreaterOrEqual),
        ];
        let words = ["lt", "lte", "gt", "gte"];
        for ((sign, operator), word) in signs.into_iter().zip(words) {
            let worded = self.dialect() == Dialect::SugarCube && self.word(&[word]);
            if worded || self.mark(&[sign]) {
                return Some(operator);
            }
        }
        None
    }

    fn compared(&self, operator: Operator, one: Read, other: Read) -> Option<Read> {
        // What two comparisons in a row mean differs, and so does `not $a is 5`.
        let is_plain = |it: &Read| !it.is_comparison && !it.is_negation;
        (is_plain(&one) && is_plain(&other)).then_some(())?;
        let (one, other) = (one.expression, other.expression);
        let is_text = |it: &Expression| matches!(it, Expression::Literal(Value::Text(_)));
        let orders_texts = !is_equality(operator) && (is_text(&one) || is_text(&other));
        let is_side = |it: &Expression| self.language.is_one_side(it);
        (!orders_texts && !is_side(&one) && !is_side(&other)).then_some(())?;
        let agrees = self.language.agrees_on_unset(operator, &one, &other);
        agrees.then_some(())?;
        let repeated = Some((operator, one.clone()));
        Some(Read {
            is_comparison: true,
            repeated,
            ..Read::single(seen(operator, one, other))
        })
    }

    fn sum(&mut self) -> Option<Read> {
        let mut one = self.product()?;
        loop {
            let operator = if self.mark(&["+"]) {
                Operator::Add
            } else if self.mark(&["-"]) {
                Operator::Subtract
            } else {
                return Some(one);
            };
            let other = self.product()?;
            one = self.calculated(operator, one, other)?;
        }
    }

    fn product(&mut self) -> Option<Read> {
        let mut one = self.unary()?;
        loop {
            let operator = if self.mark(&["*"]) {
                Operator::Multiply
            } else if self.mark(&["/"]) {
                Operator::Divide
            } else {
                return Some(one);
            };
            let other = self.unary()?;
            one = self.calculated(operator, one, other)?;
        }
    }

    fn calculated(&self, operator: Operator, one: Read, other: Read) -> Option<Read> {
        (!one.is_negation && !other.is_negation).then_some(())?;
        let (one, other) = (one.expression, other.expression);
        let is_set = |it: &Expression| match it {
            Expression::Variable(name) => {
                self.dialect() != Dialect::SugarCube || self.language.initialised.contains(name)
            }
            it => !is_boolean(it) && !self.language.is_one_side(it),
        };
        (is_set(&one) && is_set(&other)).then_some(())?;
        // Dividing by zero gives zero here, and something else there.
        let divides = matches!(&other, Expression::Literal(Value::Number(it)) if *it != 0.0);
        (operator != Operator::Divide || divides).then_some(())?;
        Some(Read::single(binary(operator, one, other)))
    }

    fn unary(&mut self) -> Option<Read> {
        self.depth += 1;
        (self.depth < MAX_DEPTH).then_some(())?;
        let found = if self.operator(&["not"], &["!"]) {
            let inner = self.unary()?.expression;
            Read {
                is_negation: true,
                ..Read::single(Expression::Not(Box::new(inner)))
            }
        } else if self.mark(&["-"]) {
            let inner = self.unary()?;
            let is_number = !inner.is_negation && !is_boolean(&inner.expression);
            is_number.then_some(())?;
            Read::single(Expression::Negate(Box::new(inner.expression)))
        } else if self.mark(&["("]) {
            if let Some(found) = self
                .history()
                .or_else(|| self.count())
                .or_else(|| self.random())
            {
                Read::single(found)
            } else {
                let inner = self.disjunction()?;
                self.mark(&[")"]).then_some(())?;
                Read::single(inner.expression)
            }
        } else {
            Read::single(self.single()?)
        };
        self.depth -= 1;
        Some(found)
    }

    /// Harlowe's `(history:) contains "Hall"`, behind its first parenthesis.
    fn history(&mut self) -> Option<Expression> {
        let name = match self.tokens.get(self.next..self.next + 5)? {
            [
                Token::Name(history),
                Token::Mark(":"),
                Token::Mark(")"),
                Token::Name(contains),
                Token::Text(name),
            ] if history == "history" && contains == "contains" => name.clone(),
            _ => return None,
        };
        if self.dialect() != Dialect::Harlowe {
            return None;
        }
        // The present visit is not part of the history.
        let is_here = self.language.passage? == name;
        self.next += 5;
        Some(match is_here {
            true => binary(
                Operator::Greater,
                Expression::Visits(None),
                Expression::Literal(Value::number(1.0)),
            ),
            false => Expression::Visited(Some(name)),
        })
    }

    /// Harlowe's `(count: (history:), "Hall")`, behind its first parenthesis.
    fn count(&mut self) -> Option<Expression> {
        let name = match self.tokens.get(self.next..self.next + 8)? {
            [
                Token::Name(count),
                Token::Mark(":"),
                Token::Mark("("),
                Token::Name(history),
                Token::Mark(":"),
                Token::Mark(")"),
                Token::Mark(","),
                Token::Text(name),
            ] if count == "count" && history == "history" => name.clone(),
            _ => return None,
        };
        let is_other = self.dialect() == Dialect::Harlowe && self.language.passage? != name;
        let is_closed = self.tokens.get(self.next + 8) == Some(&Token::Mark(")"));
        (is_other && is_closed).then_some(())?;
        self.next += 9;
        Some(Expression::Visits(Some(name)))
    }

    /// Values behind an opening parenthesis, up to the closing one.
    fn arguments(&mut self) -> Option<Vec<Expression>> {
        let mut found = Vec::new();
        loop {
            found.push(self.disjunction()?.expression);
            if self.mark(&[")"]) {
                return Some(found);
            }
            self.mark(&[","]).then_some(())?;
        }
    }

    /// Harlowe's `(random: 1, 6)`, behind its first parenthesis.
    fn random(&mut self) -> Option<Expression> {
        let begins = matches!(
            self.tokens.get(self.next..self.next + 2)?,
            [Token::Name(name), Token::Mark(":")] if name == "random"
        );
        (begins && self.dialect() == Dialect::Harlowe).then_some(())?;
        self.next += 2;
        random_number(self.arguments()?)
    }

    fn single(&mut self) -> Option<Expression> {
        let token = self.tokens.get(self.next)?;
        self.next += 1;
        Some(match token {
            Token::Number(it) => Expression::Literal(Value::number(*it)),
            Token::Text(it) => Expression::Literal(Value::text(it.clone())),
            Token::Name(name) => self.name(name)?,
            Token::Mark(_) => return None,
        })
    }

    fn name(&mut self, name: &str) -> Option<Expression> {
        match name {
            "true" => return Some(Expression::Literal(Value::Boolean(true))),
            "false" => return Some(Expression::Literal(Value::Boolean(false))),
            _ => {}
        }
        match self.dialect() {
            Dialect::SugarCube if matches!(name, "visited" | "hasVisited") => {
                return self.visits(name);
            }
            Dialect::SugarCube if name == "random" => {
                self.mark(&["("]).then_some(())?;
                return random_number(self.arguments()?);
            }
            Dialect::Chapbook if name.starts_with("random.") => return chapbook_random(name),
            Dialect::Chapbook if name == "visited" => return self.visits(name),
            Dialect::Chapbook if name == "passage.visits" => return Some(Expression::Visits(None)),
            Dialect::Harlowe if matches!(name, "visits" | "visit") => {
                return Some(Expression::Visits(None));
            }
            Dialect::Harlowe if name == "it" => {
                return Some(Expression::Variable(self.it?.to_owned()));
            }
            _ => {}
        }
        self.language.variable(name).map(Expression::Variable)
    }

    /// SugarCube's functions of visits, behind their name.
    fn visits(&mut self, name: &str) -> Option<Expression> {
        self.mark(&["("]).then_some(())?;
        if self.mark(&[")"]) {
            return (name == "visited").then_some(Expression::Visits(None));
        }
        let Some(Token::Text(title)) = self.tokens.get(self.next) else {
            return None;
        };
        self.next += 1;
        self.mark(&[")"]).then_some(())?;
        let title = Some(title.clone());
        Some(match name {
            "visited" => Expression::Visits(title),
            _ => Expression::Visited(title),
        })
    }
}

/// `random(high)` begins with 0 in both languages that have it.
fn random_number(mut bounds: Vec<Expression>) -> Option<Expression> {
    let high = bounds.pop()?;
    let low = bounds.pop();
    let low = low.unwrap_or(Expression::Literal(Value::number(0.0)));
    bounds.is_empty().then(|| Expression::random(low, high))
}

/// Chapbook's dice, such as `random.d6`, and its coin.
fn chapbook_random(name: &str) -> Option<Expression> {
    let one = Expression::Literal(Value::number(1.0));
    let up_to =
        |high: f64| Expression::random(one.clone(), Expression::Literal(Value::number(high)));
    if name == "random.coinFlip" {
        return Some(binary(Operator::Equal, up_to(2.0), one.clone()));
    }
    let sides: u32 = name.strip_prefix("random.d")?.parse().ok()?;
    (sides > 0).then(|| up_to(f64::from(sides)))
}

fn binary(operator: Operator, one: Expression, other: Expression) -> Expression {
    Expression::Binary(operator, Box::new(one), Box::new(other))
}

/// A comparison; whether there was a visit at all is asked with `visited`.
fn seen(operator: Operator, one: Expression, other: Expression) -> Expression {
    let is = |it: &Expression, number: f64| *it == Expression::Literal(Value::number(number));
    match (operator, one) {
        (Operator::Greater, Expression::Visits(Some(title))) if is(&other, 0.0) => {
            Expression::Visited(Some(title))
        }
        (Operator::GreaterOrEqual, Expression::Visits(Some(title))) if is(&other, 1.0) => {
            Expression::Visited(Some(title))
        }
        (operator, one) => binary(operator, one, other),
    }
}
