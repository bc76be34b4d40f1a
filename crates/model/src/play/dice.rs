//! The numbers of `random(low, high)`. They follow from the seed of a reading, how many nodes were
//! entered and what a number is for, so that repeating the steps of a reading gives the same
//! numbers. The JavaScript of the exported page computes the same ones.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::outcomes::Outcomes;
use super::random_number::{RandomUse, whole_numbers};

/// The dice of one visit of a node.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Dice {
    seed: u32,
    entered: u32,
    /// How many numbers were given for each variable, and for values that are shown.
    given: RefCell<HashMap<String, u32>>,
    /// The numbers that are given in place of those that follow from the seed.
    outcomes: Option<Rc<Outcomes>>,
}

/// In place of the name of a variable.
const CONDITION: &str = "?";
const SHOWN: &str = "=";

impl Dice {
    /// The dice of a reading with a seed, after that many nodes were entered.
    pub fn new(seed: u32, entered: usize) -> Self {
        Self {
            seed,
            entered: u32::try_from(entered).unwrap_or(u32::MAX),
            ..Self::default()
        }
    }

    /// The same dice, giving the numbers of a combination in place of their own.
    pub(super) fn with_outcomes(self, outcomes: Option<Rc<Outcomes>>) -> Self {
        Self { outcomes, ..self }
    }

    pub(super) fn outcomes(&self) -> Option<&Rc<Outcomes>> {
        self.outcomes.as_ref()
    }

    /// The same as at the beginning of the visit.
    #[must_use]
    pub fn renewed(&self) -> Self {
        Self {
            given: RefCell::default(),
            ..self.clone()
        }
    }

    /// The next whole number from `low` to `high`, both included. In the wrong order they are
    /// exchanged.
    pub fn roll(&self, used: RandomUse<'_>, low: f64, high: f64) -> f64 {
        if let Some(outcomes) = &self.outcomes {
            return outcomes.number(used, low, high);
        }
        let (name, times) = match used {
            RandomUse::Condition => (CONDITION, 0),
            RandomUse::Shown => (SHOWN, self.next(SHOWN)),
            RandomUse::Assigned(name) => (name, self.next(name)),
        };
        let (least, most) = whole_numbers(low, high);
        let bounds = [least, most].map(|it| it as i64 as u32);
        let hash = [self.entered, times]
            .into_iter()
            .chain(name.chars().map(u32::from))
            .chain(bounds)
            .fold(mixed(self.seed), |hash, it| mixed(hash ^ it));
        let share = f64::from(hash) / (f64::from(u32::MAX) + 1.0);
        least + (share * (most - least + 1.0)).floor()
    }

    fn next(&self, name: &str) -> u32 {
        let mut given = self.given.borrow_mut();
        let count = given.entry(name.to_owned()).or_default();
        *count += 1;
        *count - 1
    }
}

/// A number from whose bits those of the given one cannot be guessed: the last steps of MurmurHash3.
pub(super) fn mixed(it: u32) -> u32 {
    let mut it = it.wrapping_add(0x9e37_79b9);
    it = (it ^ (it >> 16)).wrapping_mul(0x85eb_ca6b);
    it = (it ^ (it >> 13)).wrapping_mul(0xc2b2_ae35);
    it ^ (it >> 16)
}
