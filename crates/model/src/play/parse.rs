//! Reading conditions and effects. From the loosest to the tightest:
//! `or`/`||`, `and`/`&&`, `not`, one comparison, `+ -`, `* /`, `-`/`!`, parentheses.

use std::fmt;

use serde::Serialize;

use super::effect::{Assignment, Effect, MAX_EFFECT};
use super::expression::{Expression, Operator};
use super::misread::Misread;
use super::token::{Placed, Token, tokens};
use super::value::Value;

/// The longest condition, in characters.
pub const MAX_CONDITION: usize = 1_000;
/// How many operators, parentheses and calls one expression may hold: what is read here is walked
/// by recursion later.
pub const MAX_OPERATIONS: usize = 100;

/// A source that cannot be read: where, why, and what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceError {
    /// The character at which reading stopped, counted from 1.
    pub at: usize,
    /// What was wrong.
    pub message: String,
    /// What to do.
    pub hint: String,
    /// What was wrong, by a fixed word and its parts.
    pub why: Misread,
}

impl SourceError {
    pub(super) fn new(at: usize, why: Misread, hint: impl Into<String>) -> Self {
        Self {
            at,
            message: why.to_string(),
            hint: hint.into(),
            why,
        }
    }

    /// Where and why as fixed words, in the form of a value that [`said!`](crate::said) made.
    pub fn said(&self) -> impl Serialize + use<> {
        Said {
            at: self.at,
            why: self.why.clone(),
        }
    }
}

#[derive(Serialize)]
struct Said {
    at: usize,
    #[serde(flatten)]
    why: Misread,
}

impl fmt::Display for SourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "at character {}: {}; {}",
            self.at, self.message, self.hint
        )
    }
}

impl std::error::Error for SourceError {}

/// Words that cannot be variables.
const WORDS: [&str; 7] = ["and", "or", "not", "true", "false", "visited", "visits"];

pub(super) fn expression(source: &str) -> Result<Expression, SourceError> {
    let mut parser = Parser::new(source, MAX_CONDITION, false)?;
    let expression = parser.whole_expression()?;
    parser.end("join two conditions with and or or")?;
    Ok(expression)
}

pub(super) fn effect(source: &str) -> Result<Effect, SourceError> {
    let mut parser = Parser::new(source, MAX_EFFECT, true)?;
    let mut assignments = Vec::new();
    loop {
        while parser.take(";") || parser.take("\n") {}
        if *parser.peek() == Token::End {
            return Ok(Effect(assignments));
        }
        assignments.push(parser.assignment()?);
        let ends = matches!(parser.peek(), Token::End | Token::Mark(";" | "\n"));
        if !ends {
            parser.end("put a semicolon between two assignments")?;
        }
    }
}

struct Parser {
    tokens: Vec<Placed>,
    next: usize,
    operations: usize,
}

impl Parser {
    fn new(source: &str, limit: usize, lines: bool) -> Result<Self, SourceError> {
        let length = source.chars().count();
        if length > limit {
            let most = limit;
            let why = Misread::SourceLong { length, most };
            return Err(SourceError::new(limit + 1, why, "say it with fewer words"));
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
        // The end stays where it is.
        self.next = (self.next + 1).min(self.tokens.len() - 1);
    }

    fn take(&mut self, mark: &str) -> bool {
        let found = matches!(self.peek(), Token::Mark(it) if *it == mark);
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

    fn refuse<T>(&self, why: Misread, what: impl Into<String>) -> Result<T, SourceError> {
        Err(SourceError::new(self.at(), why, what))
    }

    /// Refuses what stands here, or that nothing does.
    fn astray<T>(
        &self,
        why: fn(String) -> Misread,
        what: impl Into<String>,
    ) -> Result<T, SourceError> {
        let ends = matches!(self.peek(), Token::End | Token::Mark("\n"));
        Err(SourceError {
            at: self.at(),
            message: why(self.found()).to_string(),
            hint: what.into(),
            why: match self.peek() {
                _ if ends => Misread::SourceEnds {},
                Token::Literal(Value::Text(text)) => why(format!("{text:?}")),
                _ => why(self.found()),
            },
        })
    }

    /// What stands here, for a message.
    fn found(&self) -> String {
        match self.peek() {
            Token::End => "the end".to_owned(),
            Token::Mark("\n") => "a line break".to_owned(),
            Token::Mark(mark) => format!("`{mark}`"),
            Token::Name(name) => format!("`{name}`"),
            Token::Literal(Value::Text(text)) => format!("the text {text:?}"),
            Token::Literal(it) => format!("`{it}`"),
        }
    }

    fn end(&self, hint: &str) -> Result<(), SourceError> {
        match self.peek() {
            Token::End => Ok(()),
            Token::Mark("=") => self.refuse(Misread::SourceSets {}, "write == to compare"),
            Token::Mark(")") => self.refuse(Misread::SourceClosesNothing {}, "remove it"),
            _ => self.astray(|found| Misread::SourceUnexpected { found }, hint),
        }
    }

    /// Counts one operation; called before going deeper.
    fn count(&mut self) -> Result<(), SourceError> {
        self.operations += 1;
        if self.operations > MAX_OPERATIONS {
            let most = MAX_OPERATIONS;
            let why = Misread::SourceBusy { most };
            return self.refuse(why, "keep a part of it in a variable");
        }
        Ok(())
    }

    fn assignment(&mut self) -> Result<Assignment, SourceError> {
        let name = match self.peek() {
            Token::Name(name) if WORDS.contains(&name.as_str()) => {
                let name = name.clone();
                let why = Misread::SourceReserved { name };
                return self.refuse(why, "give the variable another name");
            }
            Token::Name(name) => name.clone(),
            _ => {
                let why = |found| Misread::SourceNoVariable { found };
                return self.astray(why, "write what is set, as in gold = gold - 5");
            }
        };
        self.advance();
        let operator = match self.peek() {
            Token::Mark("=") => None,
            Token::Mark("+=") => Some(Operator::Plus),
            Token::Mark("-=") => Some(Operator::Minus),
            Token::Mark("*=") => Some(Operator::Times),
            Token::Mark("/=") => Some(Operator::Over),
            Token::Mark("==") => {
                return self.refuse(Misread::SourceCompares {}, "write = to set a variable");
            }
            _ => {
                let why = |found| Misread::SourceNoEquals { found };
                return self.astray(why, format!("write what {name} becomes, as in {name} = 1"));
            }
        };
        self.advance();
        let value = self.whole_expression()?;
        let value = match operator {
            None => value,
            Some(operator) => {
                let before = Expression::Variable(name.clone());
                Expression::Both(operator, Box::new(before), Box::new(value))
            }
        };
        Ok(Assignment { name, value })
    }

    fn whole_expression(&mut self) -> Result<Expression, SourceError> {
        self.operations = 0;
        self.disjunction()
    }

    fn both(
        &mut self,
        operator: Operator,
        one: Expression,
        other: fn(&mut Self) -> Result<Expression, SourceError>,
    ) -> Result<Expression, SourceError> {
        self.count()?;
        let other = other(self)?;
        Ok(Expression::Both(operator, Box::new(one), Box::new(other)))
    }

    fn disjunction(&mut self) -> Result<Expression, SourceError> {
        let mut one = self.conjunction()?;
        while self.take_word("or") || self.take("||") {
            one = self.both(Operator::Or, one, Self::conjunction)?;
        }
        Ok(one)
    }

    fn conjunction(&mut self) -> Result<Expression, SourceError> {
        let mut one = self.negation()?;
        while self.take_word("and") || self.take("&&") {
            one = self.both(Operator::And, one, Self::negation)?;
        }
        Ok(one)
    }

    fn negation(&mut self) -> Result<Expression, SourceError> {
        if self.take_word("not") {
            self.count()?;
            return Ok(Expression::Not(Box::new(self.negation()?)));
        }
        self.comparison()
    }

    fn comparison(&mut self) -> Result<Expression, SourceError> {
        let one = self.sum()?;
        let Some(operator) = self.take_comparison() else {
            return Ok(one);
        };
        let compared = self.both(operator, one, Self::sum)?;
        let at = self.next;
        if self.take_comparison().is_some() {
            self.next = at;
            let what = "join them with and, as in 1 < gold and gold < 5";
            return self.refuse(Misread::SourceTwoAtATime {}, what);
        }
        Ok(compared)
    }

    fn take_comparison(&mut self) -> Option<Operator> {
        let operator = match self.peek() {
            Token::Mark("==") => Operator::Equal,
            Token::Mark("!=") => Operator::Different,
            Token::Mark("<") => Operator::Less,
            Token::Mark("<=") => Operator::AtMost,
            Token::Mark(">") => Operator::More,
            Token::Mark(">=") => Operator::AtLeast,
            _ => return None,
        };
        self.advance();
        Some(operator)
    }

    fn sum(&mut self) -> Result<Expression, SourceError> {
        let mut one = self.product()?;
        loop {
            one = if self.take("+") {
                self.both(Operator::Plus, one, Self::product)?
            } else if self.take("-") {
                self.both(Operator::Minus, one, Self::product)?
            } else {
                return Ok(one);
            };
        }
    }

    fn product(&mut self) -> Result<Expression, SourceError> {
        let mut one = self.sign()?;
        loop {
            one = if self.take("*") {
                self.both(Operator::Times, one, Self::sign)?
            } else if self.take("/") {
                self.both(Operator::Over, one, Self::sign)?
            } else {
                return Ok(one);
            };
        }
    }

    fn sign(&mut self) -> Result<Expression, SourceError> {
        if self.take("-") {
            self.count()?;
            return Ok(Expression::Negative(Box::new(self.sign()?)));
        }
        if self.take("!") {
            self.count()?;
            return Ok(Expression::Not(Box::new(self.sign()?)));
        }
        self.single()
    }

    fn single(&mut self) -> Result<Expression, SourceError> {
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
                    let why = |found| Misread::SourceNoValue { found };
                    return self.astray(why, "write a variable, a number or a text in quotes");
                }
                _ => Expression::Variable(name.clone()),
            },
            Token::Mark("=") => {
                return self.refuse(Misread::SourceSets {}, "write == to compare");
            }
            _ => {
                let why = |found| Misread::SourceNoValue { found };
                return self.astray(why, "write a variable, a number or a text in quotes");
            }
        };
        self.advance();
        if let (Expression::Variable(name), Token::Mark("(")) = (&expression, self.peek()) {
            if name == "otherwise" {
                self.count()?;
                self.advance();
                self.close()?;
                return Ok(Expression::Otherwise);
            }
            let name = name.clone();
            let why = Misread::SourceNoFunction { name };
            return self.refuse(
                why,
                "only visited(\"Title\"), visits(\"Title\") and otherwise() are known",
            );
        }
        Ok(expression)
    }

    fn close(&mut self) -> Result<(), SourceError> {
        if self.take(")") {
            return Ok(());
        }
        match self.peek() {
            Token::Mark("=") => self.refuse(Misread::SourceSets {}, "write == to compare"),
            _ => {
                let why = |found| Misread::SourceNoClosing { found };
                self.astray(why, "close the parenthesis")
            }
        }
    }

    /// What stands in the parentheses behind `visited` or `visits`.
    fn title(&mut self) -> Result<Option<String>, SourceError> {
        self.count()?;
        self.advance();
        let what = "write visited(\"Title\"), or visited() for this node";
        if !self.take("(") {
            return self.astray(|found| Misread::SourceNoOpening { found }, what);
        }
        if self.take(")") {
            return Ok(None);
        }
        let Token::Literal(Value::Text(title)) = self.peek() else {
            return self.refuse(Misread::SourceBareTitle {}, what);
        };
        let title = title.clone();
        self.advance();
        self.close()?;
        Ok(Some(title))
    }
}
