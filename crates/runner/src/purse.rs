//! What one turn may spend on pictures. Enter through [`Purse`], which the door asks before each
//! picture that is paid for; what it came to is told to the machine as [`Pictures`]. Not here: the
//! tokens of the conversation, which the machine counts.

use std::sync::{Arc, Mutex};

use capability::Budget;
use serde::{Deserialize, Serialize};

use crate::{TurnLimits, lock};

/// So many pictures whose price is not bounded are paid for in one turn, where nobody says how many.
const MOST: u32 = 8;

/// The pictures that a turn paid for.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Pictures {
    /// How many.
    pub(crate) paid: u32,
    /// How many of them have no price that is known.
    pub(crate) unpriced: u32,
    /// What those cost that have one.
    pub(crate) cost: f64,
    /// Which bound held back another.
    pub(crate) held_back: Option<HeldBack>,
}

/// Why a picture was not paid for.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "snake_case")]
pub(crate) enum HeldBack {
    /// There were so many in this turn.
    Count { bound: u32 },
    /// With it the turn would cost more than its bound.
    Money { spent: f64, price: f64, bound: f64 },
}

/// The pictures of a turn under way.
pub(crate) struct Purse {
    limits: TurnLimits,
    inside: Mutex<Inside>,
}

#[derive(Default)]
struct Inside {
    pictures: Pictures,
    /// What the turn's tokens cost so far.
    tokens: f64,
}

impl Purse {
    pub(crate) fn new(limits: TurnLimits) -> Arc<Self> {
        Arc::new(Self {
            limits,
            inside: Mutex::default(),
        })
    }

    /// Learns what the turn's tokens cost so far.
    pub(crate) fn has_spent(&self, tokens: f64) {
        lock(&self.inside).tokens = tokens;
    }

    /// What was paid for so far.
    pub(crate) fn pictures(&self) -> Pictures {
        lock(&self.inside).pictures.clone()
    }

    fn price(&self, model: &str) -> Option<f64> {
        self.limits.picture_prices.get(model).copied()
    }

    /// The bound that forbids another picture.
    fn bound(&self, inside: &Inside, price: Option<f64>) -> Option<HeldBack> {
        if let (Some(bound), Some(price)) = (self.limits.money, price) {
            let spent = inside.tokens + inside.pictures.cost;
            if spent + price > bound {
                return Some(HeldBack::Money {
                    spent,
                    price,
                    bound,
                });
            }
        }
        let is_bounded = self.limits.money.is_some() && price.is_some();
        let bound = self.limits.pictures.or((!is_bounded).then_some(MOST))?;
        (inside.pictures.paid >= bound).then_some(HeldBack::Count { bound })
    }
}

impl Budget for Purse {
    fn take(&self, model: &str) -> Result<(), String> {
        let price = self.price(model);
        let mut inside = lock(&self.inside);
        if let Some(held_back) = self.bound(&inside, price) {
            inside.pictures.held_back = Some(held_back);
            return Err(match held_back {
                HeldBack::Count { bound } => {
                    format!("this turn may pay for {bound} pictures, and has them")
                }
                HeldBack::Money {
                    spent,
                    price,
                    bound,
                } => format!(
                    "this turn may cost {bound}; it has cost {spent:.4} and a picture costs {price}"
                ),
            });
        }
        inside.pictures.paid += 1;
        match price {
            Some(price) => inside.pictures.cost += price,
            None => inside.pictures.unpriced += 1,
        }
        Ok(())
    }

    fn give_back(&self, model: &str) {
        let price = self.price(model);
        let mut inside = lock(&self.inside);
        inside.pictures.paid = inside.pictures.paid.saturating_sub(1);
        match price {
            Some(price) => inside.pictures.cost = (inside.pictures.cost - price).max(0.0),
            None => inside.pictures.unpriced = inside.pictures.unpriced.saturating_sub(1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn purse(limits: TurnLimits) -> Arc<Purse> {
        Purse::new(limits)
    }

    fn priced(money: f64) -> TurnLimits {
        TurnLimits {
            money: Some(money),
            picture_prices: [("openai:dear".to_owned(), 0.04)].into(),
            ..TurnLimits::default()
        }
    }

    #[test]
    fn a_known_price_counts_against_the_money_of_the_turn_with_its_tokens() {
        let purse = purse(priced(0.1));
        purse.take("openai:dear").unwrap();
        purse.has_spent(0.03);
        let why = purse.take("openai:dear").unwrap_err();
        assert_eq!(
            why,
            "this turn may cost 0.1; it has cost 0.0700 and a picture costs 0.04"
        );
        let pictures = purse.pictures();
        assert_eq!(
            (pictures.paid, pictures.unpriced, pictures.cost),
            (1, 0, 0.04)
        );
        assert!(matches!(pictures.held_back, Some(HeldBack::Money { .. })));
    }

    #[test]
    fn pictures_without_a_known_price_are_bounded_by_their_count() {
        let of_eight = purse(priced(0.1));
        for _ in 0..8 {
            of_eight.take("comfyui:x").unwrap();
        }
        let why = of_eight.take("comfyui:x").unwrap_err();
        assert_eq!(why, "this turn may pay for 8 pictures, and has them");
        assert_eq!(of_eight.pictures().unpriced, 8);
        let of_two = purse(TurnLimits {
            pictures: Some(2),
            ..priced(100.0)
        });
        of_two.take("openai:dear").unwrap();
        of_two.take("openai:dear").unwrap();
        assert!(
            of_two.take("openai:dear").is_err(),
            "what a person sets holds"
        );
        let by_money = purse(priced(100.0));
        (0..50).for_each(|_| by_money.take("openai:dear").unwrap());
    }

    #[test]
    fn a_picture_that_was_not_made_is_not_paid_for() {
        let purse = purse(priced(0.05));
        purse.take("openai:dear").unwrap();
        purse.give_back("openai:dear");
        purse.take("openai:dear").unwrap();
        assert_eq!(purse.pictures().paid, 1);
    }
}
