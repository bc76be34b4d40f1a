//! One reading of a story: where the reader stands, what the variables hold, which way was taken.
//!
//! A reading is told by where it began, with which variables, and the steps since; everything else
//! follows from them. That is what makes going back and reading on after an edit one thing:
//! [`Play::replay`].

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use indexmap::IndexMap;

use super::book::Book;
use super::effect::Effect;
use super::expression::{Expression, Surroundings};
use super::value::{Value, Variables};
use crate::{Edge, EdgeId, NodeId};

/// How many steps one reading may have.
pub const MAX_STEPS: usize = 10_000;

/// One step of a reading. Written as the edge's id, or as the effect itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// A choice was taken.
    Take(EdgeId),
    /// The reader set variables by hand.
    Set(String),
}

impl FromStr for Step {
    type Err = std::convert::Infallible;

    fn from_str(written: &str) -> Result<Self, Self::Err> {
        Ok(match written.trim().parse() {
            Ok(edge) => Self::Take(edge),
            Err(_) => Self::Set(written.to_owned()),
        })
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Take(edge) => edge.fmt(f),
            Self::Set(effect) => f.write_str(effect),
        }
    }
}

/// A choice as the reader finds it.
#[derive(Debug, Clone)]
pub struct Choice<'a> {
    /// Its edge.
    pub edge: &'a Edge,
    /// Whether it can be taken, and why not.
    pub offer: Offer,
}

/// Whether a choice can be taken.
#[derive(Debug, Clone, PartialEq)]
pub enum Offer {
    /// It can.
    Open,
    /// It can, because its condition cannot be read; said is why.
    Unread(String),
    /// Its condition does not hold.
    Closed(Closed),
    /// It is offered until it has been taken, and it has been taken.
    Taken,
}

/// Why a choice is closed.
#[derive(Debug, Clone, PartialEq)]
pub struct Closed {
    /// The condition, as it is written.
    pub condition: String,
    /// Everything it asks for, in its order, and what that comes to: a variable by its name, visits
    /// as `visits("Title")`.
    pub held: Vec<(String, Value)>,
    /// Whether it asks for what else can be taken.
    pub otherwise: bool,
}

impl fmt::Display for Closed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "it needs {}", self.condition)?;
        for (at, (name, value)) in self.held.iter().enumerate() {
            f.write_str(if at == 0 { ", and " } else { ", " })?;
            match value {
                Value::Unset => write!(f, "{name} is not set")?,
                Value::Text(text) => write!(f, "{name} is {text:?}")?,
                value => write!(f, "{name} is {value}")?,
            }
        }
        Ok(())
    }
}

impl Offer {
    /// Whether the choice can be taken.
    pub fn is_open(&self) -> bool {
        matches!(self, Self::Open | Self::Unread(_))
    }
}

/// Why a reading stopped before its last step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stopped {
    /// The step that could not be made, counted from 0.
    pub step: usize,
    /// Why, and what to do.
    pub why: String,
}

/// A reader's place in a story.
#[derive(Debug, Clone, PartialEq)]
pub struct Play {
    /// Where it began.
    pub from: NodeId,
    /// The variables it began with, before the first node was entered.
    pub given: Variables,
    /// What was done since.
    pub steps: Vec<Step>,
    /// Where the reader stands.
    pub node: NodeId,
    /// What the variables hold.
    pub variables: Variables,
    /// How often each node was entered, in the order of first visits. The present one counts.
    pub visits: IndexMap<NodeId, u32>,
    /// The choices taken that are offered only until then.
    taken: HashSet<EdgeId>,
}

/// The surroundings of a reader.
struct Here<'p, 'a> {
    play: &'p Play,
    book: &'p Book<'a>,
}

impl Surroundings for Here<'_, '_> {
    fn variables(&self) -> &Variables {
        &self.play.variables
    }

    fn visits(&self, title: Option<&str>) -> u32 {
        self.play.visits_of(self.book, title)
    }

    fn otherwise(&self) -> bool {
        let mut others = self.book.exits(self.play.node).iter();
        others.all(|it| it.record.asks_otherwise() || !self.play.offer(self.book, it).is_open())
    }
}

impl Play {
    /// Enters a node with some variables set.
    pub fn begin(book: &Book<'_>, from: NodeId, given: Variables) -> Self {
        let mut play = Self {
            from,
            variables: given.clone(),
            given,
            steps: Vec::new(),
            node: from,
            visits: IndexMap::new(),
            taken: HashSet::new(),
        };
        play.enter(book, from);
        play
    }

    /// Begins, and makes the steps of an earlier reading as far as the story still allows them.
    pub fn replay(
        book: &Book<'_>,
        from: NodeId,
        given: Variables,
        steps: &[Step],
    ) -> (Self, Option<Stopped>) {
        let mut play = Self::begin(book, from, given);
        for (at, step) in steps.iter().enumerate() {
            if let Err(why) = play.make(book, step) {
                return (play, Some(Stopped { step: at, why }));
            }
        }
        (play, None)
    }

    /// The reading as it was before its last step; the beginning stays the beginning.
    pub fn back(&self, book: &Book<'_>) -> Self {
        let before = self.steps.len().saturating_sub(1);
        Self::replay(book, self.from, self.given.clone(), &self.steps[..before]).0
    }

    /// The choices of the present node, in order, the closed ones included.
    pub fn choices<'a>(&self, book: &Book<'a>) -> Vec<Choice<'a>> {
        let exits = book.exits(self.node).iter();
        exits
            .map(|edge| Choice {
                edge,
                offer: self.offer(book, edge),
            })
            .collect()
    }

    /// Makes one step; where it cannot be made nothing changes, and it says why.
    pub fn make(&mut self, book: &Book<'_>, step: &Step) -> Result<(), String> {
        if self.steps.len() >= MAX_STEPS {
            return Err(format!(
                "a reading has at most {MAX_STEPS} steps; begin again from this node"
            ));
        }
        match step {
            Step::Take(edge) => self.take(book, *edge)?,
            Step::Set(source) => {
                let effect: Effect = source
                    .parse()
                    .map_err(|error| format!("{source:?} cannot be read: {error}"))?;
                self.apply(book, &effect);
            }
        }
        self.steps.push(step.clone());
        Ok(())
    }

    fn take(&mut self, book: &Book<'_>, id: EdgeId) -> Result<(), String> {
        let Some(edge) = book.edge(id) else {
            return Err(format!("the choice {} is no longer there", id.short()));
        };
        let named = named(book, edge);
        if book.exits(self.node).iter().all(|it| it.id != id) {
            return Err(format!("{named} no longer leaves this node"));
        }
        match self.offer(book, edge) {
            Offer::Closed(why) => return Err(format!("{named} is closed: {why}")),
            Offer::Taken => {
                return Err(format!(
                    "{named} may be taken only once, and was taken before; go back to choose anew"
                ));
            }
            Offer::Open | Offer::Unread(_) => {}
        }
        if edge.record.once {
            self.taken.insert(id);
        }
        let effect = edge.record.effect.as_deref().map(str::parse::<Effect>);
        // An effect that cannot be read does nothing, as a condition that cannot be read holds.
        if let Some(Ok(effect)) = effect {
            self.apply(book, &effect);
        }
        self.enter(book, edge.record.to);
        Ok(())
    }

    fn enter(&mut self, book: &Book<'_>, node: NodeId) {
        self.node = node;
        *self.visits.entry(node).or_default() += 1;
        let effect = book.record(node).effect();
        self.apply(book, &effect);
    }

    fn apply(&mut self, book: &Book<'_>, effect: &Effect) {
        if effect.0.is_empty() {
            return;
        }
        let mut variables = std::mem::take(&mut self.variables);
        effect.apply(&mut variables, &|title| self.visits_of(book, title));
        self.variables = variables;
    }

    fn visits_of(&self, book: &Book<'_>, title: Option<&str>) -> u32 {
        let of = |node: &NodeId| self.visits.get(node).copied().unwrap_or_default();
        match title {
            None => of(&self.node),
            Some(title) => book.titled(title).iter().map(of).sum(),
        }
    }

    fn offer(&self, book: &Book<'_>, edge: &Edge) -> Offer {
        if self.taken.contains(&edge.id) {
            return Offer::Taken;
        }
        let Some(source) = &edge.record.condition else {
            return Offer::Open;
        };
        let here = Here { play: self, book };
        match source.parse::<Expression>() {
            Err(error) => Offer::Unread(error.to_string()),
            Ok(condition) if condition.holds(&here) => Offer::Open,
            Ok(condition) => Offer::Closed(closed(source, &condition, &here)),
        }
    }
}

/// A choice in words: its label, or where it leads.
fn named(book: &Book<'_>, edge: &Edge) -> String {
    let to = book.story().nodes.get(&edge.record.to);
    match edge.record.label.as_str() {
        "" => format!("the choice to {:?}", to.map_or("", |it| &it.title)),
        label => format!("the choice {label:?}"),
    }
}

/// The condition, and what everything it asks for holds at present.
fn closed(source: &str, condition: &Expression, here: &Here<'_, '_>) -> Closed {
    let mut held = Vec::new();
    let mut seen = HashSet::new();
    condition.walk(&mut |it| {
        let name = match it {
            Expression::Variable(name) => name.clone(),
            Expression::Visits(title) | Expression::Visited(title) => match title {
                Some(title) => format!("visits({title:?})"),
                None => "visits()".to_owned(),
            },
            _ => return,
        };
        if !seen.insert(name.clone()) {
            return;
        }
        let value = match it {
            Expression::Visited(title) => Expression::Visits(title.clone()).value(here),
            other => other.value(here),
        };
        held.push((name, value));
    });
    Closed {
        condition: source.to_owned(),
        held,
        otherwise: condition.asks_otherwise(),
    }
}
