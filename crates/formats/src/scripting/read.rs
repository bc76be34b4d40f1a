//! Parses expressions and assignments of Ink and Yarn into ours, if they mean the same. Both
//! languages share precedences: `not` and sign first, then products, sums, comparisons, and last
//! `and` with `or`.

use model::play::{Assignment, Expression, Operator, Value};

/// Resolves the names of one language.
pub(crate) trait NameResolver {
    /// Resolves a name, with its `$` or its dots.
    fn name(&self, name: &str) -> Option<Expression>;
    /// Resolves a function call.
    fn call(&self, name: &str, arguments: Vec<Expression>) -> Option<Expression>;
    /// Whether dividing two integers discards the remainder.
    fn has_integer_division(&self) -> bool;
}

/// The maximum length that is parsed; longer expressions are kept as written.
const MAX_LENGTH: usize = 1_000;

/// Parses a condition; `None` if our language cannot express it.
pub(crate) fn condition(source: &str, meaning: &dyn NameResolver) -> Option<Expression> {
    // In our conditions two random numbers of the same range are one number.
    value(source, meaning)
        .map(as_boolean)
        .filter(|it| it.random_numbers() < 2)
}

/// Parses the right side of an assignment.
pub(crate) fn value(source: &str, meaning: &dyn NameResolver) -> Option<Expression> {
    (source.len() <= MAX_LENGTH).then_some(())?;
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

/// Parses an assignment: `x = 1`, `$x to 1`, `x += 1`, `x++`.
pub(crate) fn assignment(source: &str, meaning: &dyn NameResolver) -> Option<Assignment> {
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
        "++" => (Some(Operator::Add), one()),
        "--" => (Some(Operator::Subtract), one()),
        _ => {
            let marks = [
                ("+=", Some(Operator::Add)),
                ("-=", Some(Operator::Subtract)),
                ("*=", Some(Operator::Multiply)),
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
        Some(operator) => binary(operator, Expression::Variable(name.clone()), value),
    };
    Some(Assignment { name, value })
}

fn binary(operator: Operator, one: Expression, other: Expression) -> Expression {
    Expression::Binary(operator, Box::new(one), Box::new(other))
}

/// A visit count used as a boolean becomes `visited`.
pub(crate) fn as_boolean(it: Expression) -> Expression {
    match it {
        Expression::Visits(title) => Expression::Visited(title),
        Expression::Binary(operator @ (Operator::And | Operator::Or), one, other) => {
            binary(operator, as_boolean(*one), as_boolean(*other))
        }
        it => it,
    }
}

/// Simplifies `visits("A") > 0` to `visited("A")`, and drops `- 1 + 1`.
fn simplified(operator: Operator, one: Expression, other: Expression) -> Expression {
    let is = |it: &Expression, number: f64| *it == Expression::Literal(Value::number(number));
    match (operator, one) {
        (Operator::Greater, Expression::Visits(title)) if is(&other, 0.0) => {
            Expression::Visited(title)
        }
        (Operator::Add, Expression::Binary(Operator::Subtract, count, taken))
            if matches!(*count, Expression::Visits(_)) && is(&taken, 1.0) && is(&other, 1.0) =>
        {
            *count
        }
        (operator, one) => binary(operator, one, other),
    }
}

#[derive(Debug, Clone, PartialEq)]
enum Token<'a> {
    Number(f64, bool),
    Text(String),
    Name(&'a str),
    Mark(&'static str),
}

const PUNCTUATION: [&str; 17] = [
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
            // Our names do not begin with a digit.
            (!rest[end..].starts_with(is_name)).then_some(())?;
            tokens.push(Token::Number(digits.parse().ok()?, digits.contains('.')));
            end
        } else if is_name(first) || first == '$' {
            // Skip the `$` and the first letter, which may take several bytes.
            let begin = first.len_utf8();
            let end = rest[begin..].find(|it: char| !is_name(it) && it != '.');
            let end = end.map_or(rest.len(), |it| begin + it);
            tokens.push(Token::Name(&rest[..end]));
            end
        } else {
            let mark = PUNCTUATION.iter().find(|it| rest.starts_with(**it))?;
            tokens.push(Token::Mark(mark));
            mark.len()
        };
        rest = rest[length..].trim_start();
    }
    Some(tokens)
}

/// The string literal at the beginning of `source`, and its length with quotes; `None` if it
/// contains an interpolation.
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
    meaning: &'a dyn NameResolver,
}

/// An expression, and whether it is certainly not an integer.
type ParsedExpression = (Expression, bool);

impl Parser<'_> {
    fn operator(&self) -> Option<(Operator, u8)> {
        Some(match self.tokens.get(self.next)? {
            Token::Mark("||") | Token::Name("or") => (Operator::Or, 1),
            Token::Mark("&&") | Token::Name("and") => (Operator::And, 1),
            Token::Mark("==") | Token::Name("is" | "eq") => (Operator::Equal, 2),
            Token::Mark("!=") | Token::Name("neq") => (Operator::NotEqual, 2),
            Token::Mark("<") | Token::Name("lt") => (Operator::Less, 2),
            Token::Mark("<=") | Token::Name("lte") => (Operator::LessOrEqual, 2),
            Token::Mark(">") | Token::Name("gt") => (Operator::Greater, 2),
            Token::Mark(">=") | Token::Name("gte") => (Operator::GreaterOrEqual, 2),
            Token::Mark("+") => (Operator::Add, 4),
            Token::Mark("-") => (Operator::Subtract, 4),
            Token::Mark("*") => (Operator::Multiply, 5),
            Token::Mark("/") => (Operator::Divide, 5),
            _ => return None,
        })
    }

    fn expression(&mut self, least: u8) -> Option<ParsedExpression> {
        self.depth += 1;
        (self.depth < 50).then_some(())?;
        let (mut one, mut is_float) = self.unary()?;
        let mut compared = 0;
        while let Some((operator, bond)) = self.operator().filter(|it| it.1 > least) {
            self.next += 1;
            // Languages differ on the meaning of chained comparisons.
            if bond == 2 {
                compared += 1;
                (compared == 1).then_some(())?;
            } else if bond == 1 {
                compared = 0;
            }
            let (other, other_is_float) = self.expression(bond)?;
            is_float |= other_is_float;
            if operator == Operator::Divide {
                let whole = self.meaning.has_integer_division() && !is_float;
                (!whole).then_some(())?;
                is_float = true;
            }
            if bond == 1 {
                one = binary(operator, as_boolean(one), as_boolean(other));
            } else {
                one = simplified(operator, one, other);
            }
        }
        self.depth -= 1;
        Some((one, is_float))
    }

    fn unary(&mut self) -> Option<ParsedExpression> {
        self.depth += 1;
        (self.depth < 50).then_some(())?;
        let token = self.tokens.get(self.next)?.clone();
        self.next += 1;
        let found = match token {
            Token::Mark("!") | Token::Name("not") => (
                Expression::Not(Box::new(as_boolean(self.unary()?.0))),
                false,
            ),
            Token::Mark("-") => {
                let (it, is_float) = self.unary()?;
                (Expression::Negate(Box::new(it)), is_float)
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
