//! Parses conditions and effects. From the lowest to the highest precedence: `or`/`||`, `and`/`&&`,
//! `not`, one comparison, `+ -`, `* /`, `-`/`!`, parentheses.

use std::str::FromStr;

use super::effect::{Assignment, Effect, MAX_EFFECT};
use super::expression::{Expression, Operator};
use super::parse_error::{ParseError, ParseErrorKind};
use super::token::{SpannedToken, Token, tokens};
use super::value::Value;

/// The longest condition, in characters.
pub const MAX_CONDITION: usize = 1_000;
/// How many operators, parentheses and calls one expression may contain: expressions are later
/// traversed recursively.
pub const MAX_OPERATIONS: usize = 100;

/// Words that cannot be variables.
const RESERVED_WORDS: [&str; 7] = ["and", "or", "not", "true", "false", "visited", "visits"];

impl FromStr for Expression {
    type Err = ParseError;

    fn from_str(source: &str) -> Result<Self, ParseError> {
        expression(source)
    }
}

impl FromStr for Effect {
    type Err = ParseError;

    fn from_str(source: &str) -> Result<Self, ParseError> {
        effect(source)
    }
}

fn expression(source: &str) -> Result<Expression, ParseError> {
    let mut parser = Parser::new(source, MAX_CONDITION, false)?;
    let expression = parser.whole_expression()?;
    parser.end("join two conditions with and or or")?;
    Ok(expression)
}

fn effect(source: &str) -> Result<Effect, ParseError> {
    let mut parser = Parser::new(source, MAX_EFFECT, true)?;
    let mut assignments = Vec::new();
    loop {
        while parser.take(";") || parser.take("\n") {}
        if *parser.peek() == Token::End {
            return Ok(Effect(assignments));
        }
        assignments.push(parser.assignment()?);
        let ends = matches!(parser.peek(), Token::End | Token::Symbol(";" | "\n"));
        if !ends {
            parser.end("put a semicolon between two assignments")?;
        }
    }
}

struct Parser {
    tokens: Vec<SpannedToken>,
    next: usize,
    operations: usize,
}

impl Parser {
    fn new(source: &str, limit: usize, lines: bool) -> Result<Self, ParseError> {
        let length = source.chars().count();
        if length > limit {
            let most = limit;
            let why = ParseErrorKind::SourceLong { length, most };
            return Err(ParseError::new(limit + 1, why, "say it with fewer words"));
        }
        Ok(Self {
            tokens: tokens(source, lines)?,
            next: 0,
            operations: 0,
        })
    }

    fn peek(&self) -> &Token {
        &self.tokens[self.next].token
    }

    fn at(&self) -> usize {
        self.tokens[self.next].at
    }

    fn advance(&mut self) {
        // The end token is never consumed.
        self.next = (self.next + 1).min(self.tokens.len() - 1);
    }

    fn take(&mut self, mark: &str) -> bool {
        let found = matches!(self.peek(), Token::Symbol(it) if *it == mark);
        if found {
            self.advance();
        }
        found
    }

    fn take_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Token::Name(it) if it == word);
        if found {
            self.advance();
        }
        found
    }

    fn fail<T>(&self, why: ParseErrorKind, what: impl Into<String>) -> Result<T, ParseError> {
        Err(ParseError::new(self.at(), why, what))
    }

    /// The error for an unexpected token, or for a missing one.
    fn unexpected_token<T>(
        &self,
        why: fn(String) -> ParseErrorKind,
        what: impl Into<String>,
    ) -> Result<T, ParseError> {
        let ends = matches!(self.peek(), Token::End | Token::Symbol("\n"));
        Err(ParseError {
            at: self.at(),
            message: why(self.describe_token()).to_string(),
            hint: what.into(),
            why: match self.peek() {
                _ if ends => ParseErrorKind::SourceEnds {},
                Token::Literal(Value::Text(text)) => why(format!("{text:?}")),
                _ => why(self.describe_token()),
            },
        })
    }

    /// The current token, for an error message.
    fn describe_token(&self) -> String {
        match self.peek() {
            Token::End => "the end".to_owned(),
            Token::Symbol("\n") => "a line break".to_owned(),
            Token::Symbol(mark) => format!("`{mark}`"),
            Token::Name(name) => format!("`{name}`"),
            Token::Literal(Value::Text(text)) => format!("the text {text:?}"),
            Token::Literal(it) => format!("`{it}`"),
        }
    }

    fn end(&self, hint: &str) -> Result<(), ParseError> {
        match self.peek() {
            Token::End => Ok(()),
            Token::Symbol("=") => self.fail(ParseErrorKind::SourceSets {}, "write == to compare"),
            Token::Symbol(")") => self.fail(ParseErrorKind::SourceClosesNothing {}, "remove it"),
            _ => self.unexpected_token(|found| ParseErrorKind::SourceUnexpected { found }, hint),
        }
    }

    /// Counts one operation; called before recursing.
    fn count(&mut self) -> Result<(), ParseError> {
        self.operations += 1;
        if self.operations > MAX_OPERATIONS {
            let most = MAX_OPERATIONS;
            let why = ParseErrorKind::SourceBusy { most };
            return self.fail(why, "keep a part of it in a variable");
        }
        Ok(())
    }

    fn assignment(&mut self) -> Result<Assignment, ParseError> {
        let name = match self.peek() {
            Token::Name(name) if RESERVED_WORDS.contains(&name.as_str()) => {
                let name = name.clone();
                let why = ParseErrorKind::SourceReserved { name };
                return self.fail(why, "give the variable another name");
            }
            Token::Name(name) => name.clone(),
            _ => {
                let why = |found| ParseErrorKind::SourceNoVariable { found };
                return self.unexpected_token(why, "write what is set, as in gold = gold - 5");
            }
        };
        self.advance();
        let operator = match self.peek() {
            Token::Symbol("=") => None,
            Token::Symbol("+=") => Some(Operator::Add),
            Token::Symbol("-=") => Some(Operator::Subtract),
            Token::Symbol("*=") => Some(Operator::Multiply),
            Token::Symbol("/=") => Some(Operator::Divide),
            Token::Symbol("==") => {
                return self.fail(
                    ParseErrorKind::SourceCompares {},
                    "write = to set a variable",
                );
            }
            _ => {
                let why = |found| ParseErrorKind::SourceNoEquals { found };
                return self
                    .unexpected_token(why, format!("write what {name} becomes, as in {name} = 1"));
            }
        };
        self.advance();
        let value = self.whole_expression()?;
        let value = match operator {
            None => value,
            Some(operator) => {
                let before = Expression::Variable(name.clone());
                Expression::Binary(operator, Box::new(before), Box::new(value))
            }
        };
        Ok(Assignment { name, value })
    }

    fn whole_expression(&mut self) -> Result<Expression, ParseError> {
        self.operations = 0;
        self.disjunction()
    }

    fn both(
        &mut self,
        operator: Operator,
        one: Expression,
        other: fn(&mut Self) -> Result<Expression, ParseError>,
    ) -> Result<Expression, ParseError> {
        self.count()?;
        let other = other(self)?;
        Ok(Expression::Binary(operator, Box::new(one), Box::new(other)))
    }

    fn disjunction(&mut self) -> Result<Expression, ParseError> {
        let mut one = self.conjunction()?;
        while self.take_word("or") || self.take("||") {
            one = self.both(Operator::Or, one, Self::conjunction)?;
        }
        Ok(one)
    }

    fn conjunction(&mut self) -> Result<Expression, ParseError> {
        let mut one = self.negation()?;
        while self.take_word("and") || self.take("&&") {
            one = self.both(Operator::And, one, Self::negation)?;
        }
        Ok(one)
    }

    fn negation(&mut self) -> Result<Expression, ParseError> {
        if self.take_word("not") {
            self.count()?;
            return Ok(Expression::Not(Box::new(self.negation()?)));
        }
        self.comparison()
    }

    fn comparison(&mut self) -> Result<Expression, ParseError> {
        let one = self.sum()?;
        let Some(operator) = self.take_comparison() else {
            return Ok(one);
        };
        let compared = self.both(operator, one, Self::sum)?;
        let at = self.next;
        if self.take_comparison().is_some() {
            self.next = at;
            let what = "join them with and, as in 1 < gold and gold < 5";
            return self.fail(ParseErrorKind::SourceTwoAtATime {}, what);
        }
        Ok(compared)
    }

    fn take_comparison(&mut self) -> Option<Operator> {
        let operator = match self.peek() {
            Token::Symbol("==") => Operator::Equal,
            Token::Symbol("!=") => Operator::NotEqual,
            Token::Symbol("<") => Operator::Less,
            Token::Symbol("<=") => Operator::LessOrEqual,
            Token::Symbol(">") => Operator::Greater,
            Token::Symbol(">=") => Operator::GreaterOrEqual,
            _ => return None,
        };
        self.advance();
        Some(operator)
    }

    fn sum(&mut self) -> Result<Expression, ParseError> {
        let mut one = self.product()?;
        loop {
            one = if self.take("+") {
                self.both(Operator::Add, one, Self::product)?
            } else if self.take("-") {
                self.both(Operator::Subtract, one, Self::product)?
            } else {
                return Ok(one);
            };
        }
    }

    fn product(&mut self) -> Result<Expression, ParseError> {
        let mut one = self.sign()?;
        loop {
            one = if self.take("*") {
                self.both(Operator::Multiply, one, Self::sign)?
            } else if self.take("/") {
                self.both(Operator::Divide, one, Self::sign)?
            } else {
                return Ok(one);
            };
        }
    }

    fn sign(&mut self) -> Result<Expression, ParseError> {
        if self.take("-") {
            self.count()?;
            return Ok(Expression::Negate(Box::new(self.sign()?)));
        }
        if self.take("!") {
            self.count()?;
            return Ok(Expression::Not(Box::new(self.sign()?)));
        }
        self.single()
    }

    fn single(&mut self) -> Result<Expression, ParseError> {
        if self.take("(") {
            self.count()?;
            let inner = self.disjunction()?;
            self.close()?;
            return Ok(inner);
        }
        let expression = match self.peek() {
            Token::Literal(value) => Expression::Literal(value.clone()),
            Token::Name(name) => match name.as_str() {
                "true" => Expression::Literal(Value::Boolean(true)),
                "false" => Expression::Literal(Value::Boolean(false)),
                "visited" => return Ok(Expression::Visited(self.title()?)),
                "visits" => return Ok(Expression::Visits(self.title()?)),
                "and" | "or" | "not" => {
                    let why = |found| ParseErrorKind::SourceNoValue { found };
                    return self
                        .unexpected_token(why, "write a variable, a number or a text in quotes");
                }
                _ => Expression::Variable(name.clone()),
            },
            Token::Symbol("=") => {
                return self.fail(ParseErrorKind::SourceSets {}, "write == to compare");
            }
            _ => {
                let why = |found| ParseErrorKind::SourceNoValue { found };
                return self
                    .unexpected_token(why, "write a variable, a number or a text in quotes");
            }
        };
        self.advance();
        if let (Expression::Variable(name), Token::Symbol("(")) = (&expression, self.peek()) {
            if name == "if" {
                return self.conditional();
            }
            if name == "otherwise" {
                self.count()?;
                self.advance();
                self.close()?;
                return Ok(Expression::Otherwise);
            }
            if name == "random" {
                return self.random();
            }
            let name = name.clone();
            let why = ParseErrorKind::SourceNoFunction { name };
            return self.fail(
                why,
                "only visited(\"Title\"), visits(\"Title\"), otherwise(), if(condition, a, b) and random(low, high) are known",
            );
        }
        Ok(expression)
    }

    /// What is in the parentheses after `if`.
    fn conditional(&mut self) -> Result<Expression, ParseError> {
        self.count()?;
        self.advance();
        let what = "write if(condition, a, b)";
        let condition = self.disjunction()?;
        self.comma(what)?;
        let one = self.disjunction()?;
        self.comma(what)?;
        let other = self.disjunction()?;
        self.close()?;
        Ok(Expression::choose(condition, one, other))
    }

    /// What is in the parentheses after `random`.
    fn random(&mut self) -> Result<Expression, ParseError> {
        self.count()?;
        self.advance();
        let low = self.disjunction()?;
        self.comma("write random(1, 6) for a whole number from 1 to 6")?;
        let high = self.disjunction()?;
        self.close()?;
        Ok(Expression::random(low, high))
    }

    fn comma(&mut self, what: &str) -> Result<(), ParseError> {
        if self.take(",") {
            return Ok(());
        }
        self.unexpected_token(|found| ParseErrorKind::SourceUnexpected { found }, what)
    }

    fn close(&mut self) -> Result<(), ParseError> {
        if self.take(")") {
            return Ok(());
        }
        match self.peek() {
            Token::Symbol("=") => self.fail(ParseErrorKind::SourceSets {}, "write == to compare"),
            _ => {
                let why = |found| ParseErrorKind::SourceNoClosing { found };
                self.unexpected_token(why, "close the parenthesis")
            }
        }
    }

    /// The title in the parentheses after `visited` or `visits`.
    fn title(&mut self) -> Result<Option<String>, ParseError> {
        self.count()?;
        self.advance();
        let what = "write visited(\"Title\"), or visited() for this node";
        if !self.take("(") {
            return self.unexpected_token(|found| ParseErrorKind::SourceNoOpening { found }, what);
        }
        if self.take(")") {
            return Ok(None);
        }
        let Token::Literal(Value::Text(title)) = self.peek() else {
            return self.fail(ParseErrorKind::SourceBareTitle {}, what);
        };
        let title = title.clone();
        self.advance();
        self.close()?;
        Ok(Some(title))
    }
}
