//! What one turn may spend on images. Start at [`TurnBudget`], which dispatch asks before each paid
//! image; the result is reported to the state machine as [`Pictures`]. The tokens of the
//! conversation are counted by the state machine.

use std::sync::{Arc, Mutex};

use capability::Budget;
use serde::{Deserialize, Serialize};

use super::limits::TurnLimits;
use crate::lock;

/// How many images without a known price one turn may generate by default.
const DEFAULT_MAX_PICTURES: u32 = 8;

/// The images that a turn paid for.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Pictures {
    /// How many.
    pub(crate) paid: u32,
    /// How many of them have no known price.
    pub(crate) unpriced: u32,
    /// The cost of those with a known price.
    pub(crate) cost: f64,
    /// The limit that prevented another image, if any.
    pub(crate) held_back: Option<ExceededLimit>,
}

/// Why an image was not paid for.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "snake_case")]
pub(crate) enum ExceededLimit {
    /// The turn has reached its number of images.
    Count { bound: u32 },
    /// The turn would exceed its cost limit.
    Money { spent: f64, price: f64, bound: f64 },
}

/// The images of a running turn.
pub(crate) struct TurnBudget {
    limits: TurnLimits,
    state: Mutex<BudgetState>,
}

#[derive(Default)]
struct BudgetState {
    pictures: Pictures,
    /// The cost of the turn's tokens so far.
    tokens: f64,
}

impl TurnBudget {
    pub(crate) fn new(limits: TurnLimits) -> Arc<Self> {
        Arc::new(Self {
            limits,
            state: Mutex::default(),
        })
    }

    /// Updates the cost of the turn's tokens so far.
    pub(crate) fn set_token_cost(&self, tokens: f64) {
        lock(&self.state).tokens = tokens;
    }

    /// What was paid for so far.
    pub(crate) fn pictures(&self) -> Pictures {
        lock(&self.state).pictures.clone()
    }

    fn price(&self, model: &str) -> Option<f64> {
        self.limits.picture_prices.get(model).copied()
    }

    /// The limit that forbids another image, if any.
    fn bound(&self, state: &BudgetState, price: Option<f64>) -> Option<ExceededLimit> {
        if let (Some(bound), Some(price)) = (self.limits.money, price) {
            let spent = state.tokens + state.pictures.cost;
            if spent + price > bound {
                return Some(ExceededLimit::Money {
                    spent,
                    price,
                    bound,
                });
            }
        }
        let is_bounded = self.limits.money.is_some() && price.is_some();
        let bound = self
            .limits
            .pictures
            .or((!is_bounded).then_some(DEFAULT_MAX_PICTURES))?;
        (state.pictures.paid >= bound).then_some(ExceededLimit::Count { bound })
    }
}

impl Budget for TurnBudget {
    fn reserve(&self, model: &str) -> Result<(), String> {
        let price = self.price(model);
        let mut state = lock(&self.state);
        if let Some(held_back) = self.bound(&state, price) {
            state.pictures.held_back = Some(held_back);
            return Err(match held_back {
                ExceededLimit::Count { bound } => {
                    format!("this turn may pay for {bound} pictures, and has them")
                }
                ExceededLimit::Money {
                    spent,
                    price,
                    bound,
                } => format!(
                    "this turn may cost {bound}; it has cost {spent:.4} and a picture costs {price}"
                ),
            });
        }
        state.pictures.paid += 1;
        match price {
            Some(price) => state.pictures.cost += price,
            None => state.pictures.unpriced += 1,
        }
        Ok(())
    }

    fn refund(&self, model: &str) {
        let price = self.price(model);
        let mut state = lock(&self.state);
        state.pictures.paid = state.pictures.paid.saturating_sub(1);
        match price {
            Some(price) => state.pictures.cost = (state.pictures.cost - price).max(0.0),
            None => state.pictures.unpriced = state.pictures.unpriced.saturating_sub(1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn_budget(limits: TurnLimits) -> Arc<TurnBudget> {
        TurnBudget::new(limits)
    }

    fn priced(money: f64) -> TurnLimits {
        TurnLimits {
            money: Some(money),
            picture_prices: [("openai:dear".to_owned(), 0.04)].into(),
            ..TurnLimits::default()
        }
    }

    #[test]
    fn known_image_prices_count_against_the_turn_cost_limit() {
        let turn_budget = turn_budget(priced(0.1));
        turn_budget.reserve("openai:dear").unwrap();
        turn_budget.set_token_cost(0.03);
        let why = turn_budget.reserve("openai:dear").unwrap_err();
        assert_eq!(
            why,
            "this turn may cost 0.1; it has cost 0.0700 and a picture costs 0.04"
        );
        let pictures = turn_budget.pictures();
        assert_eq!(
            (pictures.paid, pictures.unpriced, pictures.cost),
            (1, 0, 0.04)
        );
        assert!(matches!(
            pictures.held_back,
            Some(ExceededLimit::Money { .. })
        ));
    }

    #[test]
    fn limits_images_without_a_price_by_count() {
        let of_eight = turn_budget(priced(0.1));
        for _ in 0..8 {
            of_eight.reserve("comfyui:x").unwrap();
        }
        let why = of_eight.reserve("comfyui:x").unwrap_err();
        assert_eq!(why, "this turn may pay for 8 pictures, and has them");
        assert_eq!(of_eight.pictures().unpriced, 8);
        let of_two = turn_budget(TurnLimits {
            pictures: Some(2),
            ..priced(100.0)
        });
        of_two.reserve("openai:dear").unwrap();
        of_two.reserve("openai:dear").unwrap();
        assert!(
            of_two.reserve("openai:dear").is_err(),
            "a limit set by a person applies"
        );
        let by_money = turn_budget(priced(100.0));
        (0..50).for_each(|_| by_money.reserve("openai:dear").unwrap());
    }

    #[test]
    fn refunds_an_image_that_was_not_generated() {
        let turn_budget = turn_budget(priced(0.05));
        turn_budget.reserve("openai:dear").unwrap();
        turn_budget.refund("openai:dear");
        turn_budget.reserve("openai:dear").unwrap();
        assert_eq!(turn_budget.pictures().paid, 1);
    }
}
