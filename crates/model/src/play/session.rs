//! One reading of a story: the current node, the variables, and the steps taken.
//!
//! A reading is determined by its first node, its initial variables and its steps; everything else
//! is derived. Going back, and continuing after an edit, are therefore the same operation:
//! [`PlaySession::replay`]. The seed of a reading is part of its beginning, so that random numbers stay
//! what they were.

use std::collections::HashSet;
use std::fmt;
use std::rc::Rc;
use std::str::FromStr;

use indexmap::IndexMap;

use super::dice::Dice;
use super::effect::Effect;
use super::expression::{EvalContext, Expression};
use super::outcomes::Outcomes;
use super::playable_story::PlayableStory;
use super::random_number::RandomUse;
use super::value::{Value, Variables};
use crate::{Edge, EdgeId, NodeId};

/// How many steps one reading may have.
pub const MAX_STEPS: usize = 10_000;

/// One step of a reading. Serialized as the edge's id, as `return` or `undo`, or as the effect's
/// source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// A choice was taken.
    Take(EdgeId),
    /// The reader went on to the node read before this one; the variables stay as they are.
    Return,
    /// The last choice was taken back. It is not kept: the reading is as if neither had been made.
    Undo,
    /// The reader set variables directly.
    Set(String),
}

/// How [`Step::Return`] is written.
const RETURN: &str = "return";
/// How [`Step::Undo`] is written.
const UNDO: &str = "undo";

impl FromStr for Step {
    type Err = std::convert::Infallible;

    fn from_str(written: &str) -> Result<Self, Self::Err> {
        Ok(match written.trim() {
            RETURN => Self::Return,
            UNDO => Self::Undo,
            other => match other.parse() {
                Ok(edge) => Self::Take(edge),
                Err(_) => Self::Set(written.to_owned()),
            },
        })
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Take(edge) => edge.fmt(f),
            Self::Return => f.write_str(RETURN),
            Self::Undo => f.write_str(UNDO),
            Self::Set(effect) => f.write_str(effect),
        }
    }
}

/// Why there is no way back.
const NO_WAY_BACK: &str = "no other node was read before this one";

/// A choice as offered to the reader.
#[derive(Debug, Clone)]
pub struct Choice<'a> {
    /// Its edge.
    pub edge: &'a Edge,
    /// Whether it can be taken, and if not, why.
    pub offer: Availability,
}

/// Whether a choice can be taken.
#[derive(Debug, Clone, PartialEq)]
pub enum Availability {
    /// It can.
    Open,
    /// It can, because its condition cannot be parsed; contains the reason.
    InvalidCondition(String),
    /// Its condition does not hold.
    Closed(ClosedReason),
    /// It can be taken only once, and has been taken.
    Taken,
}

/// Why a choice is closed.
#[derive(Debug, Clone, PartialEq)]
pub struct ClosedReason {
    /// The condition as written.
    pub condition: String,
    /// Everything it depends on, in order, with the current value: a variable by its name, visits
    /// as `visits("Title")`, a random number as `random(1, 6)`.
    pub held: Vec<(String, Value)>,
    /// Whether it uses `otherwise()`.
    pub otherwise: bool,
}

impl fmt::Display for ClosedReason {
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

impl Availability {
    /// Whether the choice can be taken.
    pub fn is_open(&self) -> bool {
        matches!(self, Self::Open | Self::InvalidCondition(_))
    }
}

/// Why a replay stopped before its last step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplayStopped {
    /// The index of the step that could not be made.
    pub step: usize,
    /// The reason, and what to do.
    pub why: String,
}

/// The state of a reader in a story.
#[derive(Debug, Clone, PartialEq)]
pub struct PlaySession {
    /// The first node.
    pub from: NodeId,
    /// The initial variables, before the first node was entered.
    pub initial_variables: Variables,
    /// The seed of its random numbers.
    pub seed: u32,
    /// The steps since.
    pub steps: Vec<Step>,
    /// The current node.
    pub node: NodeId,
    /// The nodes entered, in order; the last is the current one.
    pub path: Vec<NodeId>,
    /// The current variables.
    pub variables: Variables,
    /// The variables before the current node was entered: what its text shows can depend on them.
    pub variables_before: Variables,
    /// How often each node was entered, in the order of first visits, including the current visit.
    pub visits: IndexMap<NodeId, u32>,
    /// The once-only choices taken.
    taken: HashSet<EdgeId>,
    /// The dice of the visit of the current node.
    dice: Dice,
}

/// The evaluation context of a reader.
struct SessionContext<'p, 'a> {
    play: &'p PlaySession,
    book: &'p PlayableStory<'a>,
    dice: &'p Dice,
}

impl EvalContext for SessionContext<'_, '_> {
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

    fn random(&self, used: RandomUse<'_>, low: f64, high: f64) -> f64 {
        self.dice.roll(used, low, high)
    }
}

impl PlaySession {
    /// Starts at a node with some variables set, and a seed of 0.
    pub fn begin(book: &PlayableStory<'_>, from: NodeId, given: Variables) -> Self {
        Self::begin_with_seed(book, from, given, 0)
    }

    /// Starts at a node with some variables set. Another seed gives other random numbers.
    pub fn begin_with_seed(
        book: &PlayableStory<'_>,
        from: NodeId,
        given: Variables,
        seed: u32,
    ) -> Self {
        let mut play = Self {
            from,
            variables: given.clone(),
            variables_before: given.clone(),
            initial_variables: given,
            seed,
            steps: Vec::new(),
            node: from,
            path: Vec::new(),
            visits: IndexMap::new(),
            taken: HashSet::new(),
            dice: Dice::default(),
        };
        play.enter(book, from);
        play
    }

    /// Starts and repeats the steps of an earlier reading as far as the story still allows them.
    pub fn replay(
        book: &PlayableStory<'_>,
        from: NodeId,
        given: Variables,
        steps: &[Step],
    ) -> (Self, Option<ReplayStopped>) {
        Self::begin(book, from, given).with_steps(book, steps)
    }

    /// The same beginning, and then these steps as far as the story allows them.
    fn again(&self, book: &PlayableStory<'_>, steps: &[Step]) -> (Self, Option<ReplayStopped>) {
        let given = self.initial_variables.clone();
        Self::begin_with_seed(book, self.from, given, self.seed).with_steps(book, steps)
    }

    fn with_steps(
        mut self,
        book: &PlayableStory<'_>,
        steps: &[Step],
    ) -> (Self, Option<ReplayStopped>) {
        for (at, step) in steps.iter().enumerate() {
            if let Err(why) = self.make(book, step) {
                return (self, Some(ReplayStopped { step: at, why }));
            }
        }
        (self, None)
    }

    /// The reading before its last step; without steps it is unchanged.
    pub fn back(&self, book: &PlayableStory<'_>) -> Self {
        let before = self.steps.len().saturating_sub(1);
        self.again(book, &self.steps[..before]).0
    }

    /// The readings that taking a choice can lead to, one for each combination of random numbers, and
    /// whether these are all. None if it cannot be taken.
    pub fn outcomes(&self, book: &PlayableStory<'_>, choice: EdgeId) -> (Vec<Self>, bool) {
        let outcomes = Rc::new(Outcomes::default());
        let mut found: Vec<Self> = Vec::new();
        loop {
            let mut play = self.clone();
            play.dice = play.dice.with_outcomes(Some(Rc::clone(&outcomes)));
            let is_made = play.make(book, &Step::Take(choice)).is_ok();
            play.dice = play.dice.with_outcomes(None);
            if is_made && !found.contains(&play) {
                found.push(play);
            }
            if !outcomes.advance() {
                return (found, outcomes.is_complete());
            }
        }
    }

    /// The choices of the current node, in order, including closed ones.
    pub fn choices<'a>(&self, book: &PlayableStory<'a>) -> Vec<Choice<'a>> {
        let exits = book.exits(self.node).iter();
        exits
            .map(|edge| Choice {
                edge,
                offer: self.offer(book, edge),
            })
            .collect()
    }

    /// The node that a step leads to without a choice; `None` if there was none before this one.
    pub fn way_back(&self, book: &PlayableStory<'_>, step: &Step) -> Option<NodeId> {
        match step {
            Step::Return => self.path.iter().rev().find(|it| **it != self.node).copied(),
            Step::Undo => Some(self.without_last_choice(book)?.node),
            Step::Take(_) | Step::Set(_) => None,
        }
    }

    fn without_last_choice(&self, book: &PlayableStory<'_>) -> Option<Self> {
        let is_choice = |it: &Step| !matches!(it, Step::Set(_));
        let last = self.steps.iter().rposition(is_choice)?;
        Some(self.again(book, &self.steps[..last]).0)
    }

    /// Makes one step; on error nothing changes and the reason is returned.
    pub fn make(&mut self, book: &PlayableStory<'_>, step: &Step) -> Result<(), String> {
        if self.steps.len() >= MAX_STEPS {
            return Err(format!(
                "a reading has at most {MAX_STEPS} steps; begin again from this node"
            ));
        }
        match step {
            Step::Take(edge) => self.take(book, *edge)?,
            Step::Return => {
                let node = self.way_back(book, step).ok_or(NO_WAY_BACK)?;
                self.enter(book, node);
            }
            Step::Undo => {
                *self = self.without_last_choice(book).ok_or(NO_WAY_BACK)?;
                return Ok(());
            }
            Step::Set(source) => {
                let effect: Effect = source
                    .parse()
                    .map_err(|error| format!("{source:?} cannot be read: {error}"))?;
                let dice = self.dice.clone();
                self.apply(book, &effect);
                let mut before = std::mem::take(&mut self.variables_before);
                effect.apply(&mut before, &self.context(book, &dice));
                self.variables_before = before;
            }
        }
        self.steps.push(step.clone());
        Ok(())
    }

    fn take(&mut self, book: &PlayableStory<'_>, id: EdgeId) -> Result<(), String> {
        let Some(edge) = book.edge(id) else {
            return Err(format!("the choice {} is no longer there", id.short()));
        };
        let named = named(book, edge);
        if book.exits(self.node).iter().all(|it| it.id != id) {
            return Err(format!("{named} no longer leaves this node"));
        }
        match self.offer(book, edge) {
            Availability::Closed(why) => return Err(format!("{named} is closed: {why}")),
            Availability::Taken => {
                return Err(format!(
                    "{named} may be taken only once, and was taken before; go back to choose anew"
                ));
            }
            Availability::Open | Availability::InvalidCondition(_) => {}
        }
        if edge.record.once {
            self.taken.insert(id);
        }
        let effect = edge.record.effect.as_deref().map(str::parse::<Effect>);
        // An effect that cannot be parsed does nothing, just as a condition that cannot be parsed
        // holds.
        if let Some(Ok(effect)) = effect {
            self.apply(book, &effect);
        }
        self.enter(book, edge.record.to);
        Ok(())
    }

    fn enter(&mut self, book: &PlayableStory<'_>, node: NodeId) {
        self.node = node;
        self.path.push(node);
        *self.visits.entry(node).or_default() += 1;
        self.variables_before.clone_from(&self.variables);
        let outcomes = self.dice.outcomes().cloned();
        self.dice = Dice::new(self.seed, self.path.len()).with_outcomes(outcomes);
        let effect = book.record(node).effect();
        self.apply(book, &effect);
    }

    /// How often the node of a title was entered; without a title, the current node.
    pub fn visits_to(&self, book: &PlayableStory<'_>, title: Option<&str>) -> u32 {
        self.visits_of(book, title)
    }

    fn apply(&mut self, book: &PlayableStory<'_>, effect: &Effect) {
        if effect.0.is_empty() {
            return;
        }
        let mut variables = std::mem::take(&mut self.variables);
        effect.apply(&mut variables, &self.context(book, &self.dice));
        self.variables = variables;
    }

    /// The dice of the visit of the current node: what its text shows can depend on them.
    pub fn dice(&self) -> &Dice {
        &self.dice
    }

    fn context<'p, 'a>(
        &'p self,
        book: &'p PlayableStory<'a>,
        dice: &'p Dice,
    ) -> SessionContext<'p, 'a> {
        SessionContext {
            play: self,
            book,
            dice,
        }
    }

    fn visits_of(&self, book: &PlayableStory<'_>, title: Option<&str>) -> u32 {
        let of = |node: &NodeId| self.visits.get(node).copied().unwrap_or_default();
        match title {
            None => of(&self.node),
            Some(title) => book.titled(title).iter().map(of).sum(),
        }
    }

    fn offer(&self, book: &PlayableStory<'_>, edge: &Edge) -> Availability {
        if self.taken.contains(&edge.id) {
            return Availability::Taken;
        }
        let Some(source) = &edge.record.condition else {
            return Availability::Open;
        };
        let here = self.context(book, &self.dice);
        match source.parse::<Expression>() {
            Err(error) => Availability::InvalidCondition(error.to_string()),
            Ok(condition) if condition.holds(&here) => Availability::Open,
            Ok(condition) => Availability::Closed(closed(source, &condition, &here)),
        }
    }
}

/// A choice for display: its label, or its target.
fn named(book: &PlayableStory<'_>, edge: &Edge) -> String {
    let to = book.story().nodes.get(&edge.record.to);
    match edge.record.label.as_str() {
        "" => format!("the choice to {:?}", to.map_or("", |it| &it.title)),
        label => format!("the choice {label:?}"),
    }
}

/// Why a condition is closed, with the current value of everything it depends on.
fn closed(source: &str, condition: &Expression, here: &SessionContext<'_, '_>) -> ClosedReason {
    let mut held = Vec::new();
    let mut seen = HashSet::new();
    condition.walk(&mut |it| {
        let name = match it {
            Expression::Variable(name) => name.clone(),
            Expression::Visits(title) | Expression::Visited(title) => match title {
                Some(title) => format!("visits({title:?})"),
                None => "visits()".to_owned(),
            },
            Expression::Random(_) => it.to_string(),
            _ => return,
        };
        if !seen.insert(name.clone()) {
            return;
        }
        let value = match it {
            Expression::Visited(title) => Expression::Visits(title.clone()).value(here),
            other => other.value_in_condition(here),
        };
        held.push((name, value));
    });
    ClosedReason {
        condition: source.to_owned(),
        held,
        otherwise: condition.asks_otherwise(),
    }
}
