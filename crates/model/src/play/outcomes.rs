//! All combinations of random numbers that a step can come to, one after the other.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use super::random_number::{RandomUse, whole_numbers};

/// The largest number of values of one random number that are all tried; of a wider range it is the
/// smallest, the middle and the largest one.
const MAX_VALUES: u32 = 100;
/// How many combinations are tried.
const MAX_COMBINATIONS: usize = 1_000;

/// Random numbers in place of those of the dice. What is evaluated again after each [`Self::advance`]
/// meets every combination once.
#[derive(Debug, Default, PartialEq)]
pub struct Outcomes {
    /// For each number that was asked for: which of its values it is, and how many there are.
    numbers: RefCell<Vec<(u32, u32)>>,
    /// How many were asked for since the last advance.
    asked: Cell<usize>,
    /// The numbers of conditions, which are the same in all of them.
    of_conditions: RefCell<HashMap<(i64, i64), f64>>,
    tried: Cell<usize>,
    left_out: Cell<bool>,
}

impl Outcomes {
    /// A whole number from `low` to `high` of the present combination.
    pub fn number(&self, used: RandomUse<'_>, low: f64, high: f64) -> f64 {
        if used != RandomUse::Condition {
            return self.next_number(low, high);
        }
        let (least, most) = whole_numbers(low, high);
        let mut known = self.of_conditions.borrow_mut();
        *known
            .entry((least as i64, most as i64))
            .or_insert_with(|| self.next_number(low, high))
    }

    fn next_number(&self, low: f64, high: f64) -> f64 {
        let (least, most) = whole_numbers(low, high);
        let count = most - least + 1.0;
        let is_wide = count > f64::from(MAX_VALUES);
        let mut numbers = self.numbers.borrow_mut();
        let place = self.asked.replace(self.asked.get() + 1);
        if place == numbers.len() {
            numbers.push((0, if is_wide { 3 } else { count as u32 }));
        }
        self.left_out.set(self.left_out.get() || is_wide);
        let (chosen, _) = numbers[place];
        match (is_wide, chosen) {
            (false, chosen) => least + f64::from(chosen),
            (true, 0) => least,
            (true, 1) => least + (count / 2.0).floor(),
            (true, _) => most,
        }
    }

    /// Goes on to the next combination; returns whether there is one.
    pub fn advance(&self) -> bool {
        self.of_conditions.borrow_mut().clear();
        let mut numbers = self.numbers.borrow_mut();
        // What was not asked for this time depends on the numbers before it.
        numbers.truncate(self.asked.replace(0));
        self.tried.set(self.tried.get() + 1);
        while let Some((chosen, count)) = numbers.pop() {
            if chosen + 1 == count {
                continue;
            }
            let is_over = self.tried.get() >= MAX_COMBINATIONS;
            self.left_out.set(self.left_out.get() || is_over);
            numbers.push((chosen + 1, count));
            return !is_over;
        }
        false
    }

    /// Whether all combinations were or will be tried.
    pub fn is_complete(&self) -> bool {
        !self.left_out.get()
    }
}
