//! Expressions and assignments of Ink and Yarn as ours, where they mean the same. Both languages
//! bind alike: `not` and the sign first, then products, sums, comparisons, and `and` with `or` last.

use model::play::{Assignment, Expression, Operator, Value};

/// What names mean in one language.
pub(crate) trait Meaning {
    /// A name, with its `$` or its points.
    fn name(&self, name: &str) -> Option<Expression>;
    /// A call of a function.
    fn call(&self, name: &str, arguments: Vec<Expression>) -> Option<Expression>;
    /// Whether two whole numbers are divided without a rest.
    fn divides_whole(&self) -> bool;
}

/// The most that is read: what is longer is kept as it is.
const MOST: usize = 1_000;

/// A condition; nothing where it says what ours cannot.
pub(crate) fn condition(source: &str, meaning: &dyn Meaning) -> Option<Expression> {
    value(source, meaning).map(as_truth)
}

/// The right side of an assignment.
pub(crate) fn value(source: &str, meaning: &dyn Meaning) -> Option<Expression> {
    (source.len() <= MOST).then_some(())?;
    let tokens = tokens(source)?;
    let mut parser = Parser {
        tokens: &tokens,
        next: 0,
        depth: 0,
        meaning,
    };
    let (found, _) = parser.expression(0)?;
    (parser.next == tokens.len()).then_some(found)
}

/// An assignment: `x = 1`, `$x to 1`, `x += 1`, `x++`.
pub(crate) fn assignment(source: &str, meaning: &dyn Meaning) -> Option<Assignment> {
    let source = source.trim();
    let end = source
        .find(|it: char| !is_name(it) && it != '$')
        .unwrap_or(source.len());
    let (name, rest) = source.split_at(end);
    let Expression::Variable(name) = meaning.name(name)? else {
        return None;
    };
    let rest = rest.trim_start();
    let one = || Expression::Literal(Value::number(1.0));
    let (operator, value) = match rest {
        "++" => (Some(Operator::Plus), one()),
        "--" => (Some(Operator::Minus), one()),
        _ => {
            let marks = [
                ("+=", Some(Operator::Plus)),
                ("-=", Some(Operator::Minus)),
                ("*=", Some(Operator::Times)),
                ("=", None),
                ("to ", None),
            ];
            marks.iter().find_map(|(mark, operator)| {
                let source = rest.strip_prefix(mark)?;
                (!source.starts_with('=')).then_some(())?;
                Some((*operator, self::value(source, meaning)?))
            })?
        }
    };
    let value = match operator {
        None => value,
        Some(operator) => both(operator, Expression::Variable(name.clone()), value),
    };
    Some(Assignment { name, value })
}

fn both(operator: Operator, one: Expression, other: Expression) -> Expression {
    Expression::Both(operator, Box::new(one), Box::new(other))
}

/// A count that is asked whether there is one is said so.
pub(crate) fn as_truth(it: Expression) -> Expression {
    match it {
        Expression::Visits(title) => Expression::Visited(title),
        Expression::Both(operator @ (Operator::And | Operator::Or), one, other) => {
            both(operator, as_truth(*one), as_truth(*other))
        }
        it => it,
    }
}

/// `visits("A") > 0` is `visited("A")`; adding and taking one away is nothing.
fn plainer(operator: Operator, one: Expression, other: Expression) -> Expression {
    let is = |it: &Expression, number: f64| *it == Expression::Literal(Value::number(number));
    match (operator, one) {
        (Operator::More, Expression::Visits(title)) if is(&other, 0.0) => {
            Expression::Visited(title)
        }
        (Operator::Plus, Expression::Both(Operator::Minus, count, taken))
            if matches!(*count, Expression::Visits(_)) && is(&taken, 1.0) && is(&other, 1.0) =>
        {
            *count
        }
        (operator, one) => both(operator, one, other),
    }
}

#[derive(Debug, Clone, PartialEq)]
enum Token<'a> {
    Number(f64, bool),
    Text(String),
    Name(&'a str),
    Mark(&'static str),
}

const MARKS: [&str; 17] = [
    "==", "!=", "<=", ">=", "&&", "||", "<", ">", "!", "+", "-", "*", "/", "(", ")", ",", "^",
];

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn tokens(source: &str) -> Option<Vec<Token<'_>>> {
    let mut tokens = Vec::new();
    let mut rest = source.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = if first == '"' {
            let (text, length) = text(rest)?;
            tokens.push(Token::Text(text));
            length
        } else if first.is_ascii_digit() {
            let end = rest.find(|it: char| !it.is_ascii_digit() && it != '.');
            let end = end.unwrap_or(rest.len());
            let digits = &rest[..end];
            // A name that begins with a digit is none of ours.
            (!rest[end..].starts_with(is_name)).then_some(())?;
            tokens.push(Token::Number(digits.parse().ok()?, digits.contains('.')));
            end
        } else if is_name(first) || first == '$' {
            // The `$` and the first letter, which may be of several bytes, are not looked for.
            let begin = first.len_utf8();
            let end = rest[begin..].find(|it: char| !is_name(it) && it != '.');
            let end = end.map_or(rest.len(), |it| begin + it);
            tokens.push(Token::Name(&rest[..end]));
            end
        } else {
            let mark = MARKS.iter().find(|it| rest.starts_with(**it))?;
            tokens.push(Token::Mark(mark));
            mark.len()
        };
        rest = rest[length..].trim_start();
    }
    Some(tokens)
}

/// The text that a source begins with, and how long it is with its quotes; none where it holds
/// something to be worked out.
fn text(source: &str) -> Option<(String, usize)> {
    let mut text = String::new();
    let mut chars = source.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Some((text, at + 1)),
            '\\' => text.push(chars.next()?.1),
            '{' => return None,
            c => text.push(c),
        }
    }
    None
}

struct Parser<'a> {
    tokens: &'a [Token<'a>],
    next: usize,
    depth: usize,
    meaning: &'a dyn Meaning,
}

/// An expression, and whether it is no whole number for certain.
type Found = (Expression, bool);

impl Parser<'_> {
    fn operator(&self) -> Option<(Operator, u8)> {
        Some(match self.tokens.get(self.next)? {
            Token::Mark("||") | Token::Name("or") => (Operator::Or, 1),
            Token::Mark("&&") | Token::Name("and") => (Operator::And, 1),
            Token::Mark("==") | Token::Name("is" | "eq") => (Operator::Equal, 2),
            Token::Mark("!=") | Token::Name("neq") => (Operator::Different, 2),
            Token::Mark("<") | Token::Name("lt") => (Operator::Less, 2),
            Token::Mark("<=") | Token::Name("lte") => (Operator::AtMost, 2),
            Token::Mark(">") | Token::Name("gt") => (Operator::More, 2),
            Token::Mark(">=") | Token::Name("gte") => (Operator::AtLeast, 2),
            Token::Mark("+") => (Operator::Plus, 4),
            Token::Mark("-") => (Operator::Minus, 4),
            Token::Mark("*") => (Operator::Times, 5),
            Token::Mark("/") => (Operator::Over, 5),
            _ => return None,
        })
    }

    fn expression(&mut self, least: u8) -> Option<Found> {
        self.depth += 1;
        (self.depth < 50).then_some(())?;
        let (mut one, mut is_float) = self.unary()?;
        let mut compared = 0;
        while let Some((operator, bond)) = self.operator().filter(|it| it.1 > least) {
            self.next += 1;
            // Languages differ on what several comparisons in a row mean.
            if bond == 2 {
                compared += 1;
                (compared == 1).then_some(())?;
            } else if bond == 1 {
                compared = 0;
            }
            let (other, other_is_float) = self.expression(bond)?;
            is_float |= other_is_float;
            if operator == Operator::Over {
                let whole = self.meaning.divides_whole() && !is_float;
                (!whole).then_some(())?;
                is_float = true;
            }
            if bond == 1 {
                one = both(operator, as_truth(one), as_truth(other));
            } else {
                one = plainer(operator, one, other);
            }
        }
        self.depth -= 1;
        Some((one, is_float))
    }

    fn unary(&mut self) -> Option<Found> {
        self.depth += 1;
        (self.depth < 50).then_some(())?;
        let token = self.tokens.get(self.next)?.clone();
        self.next += 1;
        let found = match token {
            Token::Mark("!") | Token::Name("not") => {
                (Expression::Not(Box::new(as_truth(self.unary()?.0))), false)
            }
            Token::Mark("-") => {
                let (it, is_float) = self.unary()?;
                (Expression::Negative(Box::new(it)), is_float)
            }
            Token::Mark("(") => {
                let inner = self.expression(0)?;
                self.close()?;
                inner
            }
            Token::Number(it, is_float) => (Expression::Literal(Value::number(it)), is_float),
            Token::Text(it) => (Expression::Literal(Value::text(it)), false),
            Token::Name("true") => (Expression::Literal(Value::Boolean(true)), false),
            Token::Name("false") => (Expression::Literal(Value::Boolean(false)), false),
            Token::Name(name) if self.tokens.get(self.next) == Some(&Token::Mark("(")) => {
                self.next += 1;
                let arguments = self.arguments()?;
                (self.meaning.call(name, arguments)?, name == "FLOAT")
            }
            Token::Name(name) => (self.meaning.name(name)?, false),
            Token::Mark(_) => return None,
        };
        self.depth -= 1;
        Some(found)
    }

    fn arguments(&mut self) -> Option<Vec<Expression>> {
        let mut arguments = Vec::new();
        if self.tokens.get(self.next) == Some(&Token::Mark(")")) {
            self.next += 1;
            return Some(arguments);
        }
        loop {
            arguments.push(self.expression(0)?.0);
            if self.tokens.get(self.next) == Some(&Token::Mark(",")) {
                self.next += 1;
                continue;
            }
            self.close()?;
            return Some(arguments);
        }
    }

    fn close(&mut self) -> Option<()> {
        let closes = self.tokens.get(self.next) == Some(&Token::Mark(")"));
        self.next += 1;
        closes.then_some(())
    }
}
