//! The limits of one turn that a person can set, and prices. Start at [`TurnLimits`]. What counts
//! against them is in `guard` (tokens, steps) and `budget` (pictures).

use std::collections::BTreeMap;

use model::conversation::Usage;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The limits of one turn that a person can set.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct TurnLimits {
    /// Requests to the model; 25 by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<u32>,
    /// Input and output tokens, summed over the requests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tokens: Option<u64>,
    /// The cost of its tokens and images, in the currency of the prices.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub money: Option<f64>,
    /// The token price of models without a price in `token_prices`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<Price>,
    /// Token prices by model name (`provider:model`).
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub token_prices: BTreeMap<String, Price>,
    /// Image prices by model name (`provider:model`), in the same currency.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub picture_prices: BTreeMap<String, f64>,
    /// How many paid images may be generated; 8 by default if the cost is not limited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pictures: Option<u32>,
}

impl TurnLimits {
    /// The limits of a turn with one model: its tokens have the price given for that model, or else
    /// the general one, or else none.
    pub(crate) fn for_model(mut self, model: &str) -> Self {
        let own = self.token_prices.remove(model);
        self.token_prices.clear();
        self.price = own.or(self.price);
        self
    }

    /// Checks that the limits can be enforced; the error says what is wrong and what to do. A cost
    /// limit without a price would have no effect, so it is rejected.
    pub fn check(&self) -> Result<(), String> {
        let tokens = self.price.iter().chain(self.token_prices.values());
        let mut prices: Vec<f64> = tokens
            .flat_map(|it| [it.input, it.cached, it.output])
            .collect();
        prices.extend(self.picture_prices.values());
        if prices.iter().any(|it| !it.is_finite() || *it < 0.0) {
            return Err("a price is a number that is not negative".to_owned());
        }
        match self.money {
            Some(money) if !money.is_finite() || money <= 0.0 => Err(format!(
                "a bound on money of {money} leaves nothing to spend"
            )),
            Some(_) if prices.iter().all(|it| *it == 0.0) => Err(
                "a bound on money needs the price of the model's tokens, which is not known: give \
                 price = { input = …, cached = …, output = … } per million tokens, or the same for one \
                 model in token_prices, or bound tokens instead"
                    .to_owned(),
            ),
            _ => Ok(()),
        }
    }
}

/// What a model's tokens cost, per million.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Price {
    /// Input tokens.
    pub input: f64,
    /// Input tokens that came from the provider's cache.
    pub cached: f64,
    /// Output tokens.
    pub output: f64,
}

impl Price {
    /// What these tokens cost.
    pub fn of(&self, usage: &Usage) -> f64 {
        let fresh = usage.input_tokens.saturating_sub(usage.cached_tokens);
        let cost = fresh as f64 * self.input
            + usage.cached_tokens as f64 * self.cached
            + usage.output_tokens as f64 * self.output;
        cost / 1e6
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_a_cost_limit_without_a_price() {
        let limits = |money, input| TurnLimits {
            money,
            price: Some(Price {
                input,
                ..Price::default()
            }),
            ..TurnLimits::default()
        };
        assert_eq!(limits(Some(1.0), 3.0).check(), Ok(()));
        assert_eq!(limits(None, 0.0).check(), Ok(()));
        assert!(
            limits(Some(1.0), 0.0)
                .check()
                .unwrap_err()
                .contains("price")
        );
        assert!(limits(Some(f64::NAN), 3.0).check().is_err());
        assert!(limits(Some(1.0), -3.0).check().is_err());
    }

    #[test]
    fn a_models_own_token_price_overrides_the_general_one() {
        let price = |input| Price {
            input,
            ..Price::default()
        };
        let limits = TurnLimits {
            money: Some(1.0),
            price: Some(price(3.0)),
            token_prices: [("small:m".to_owned(), price(0.5))].into(),
            ..TurnLimits::default()
        };
        assert_eq!(limits.check(), Ok(()));
        let of = |limits: &TurnLimits, model| limits.clone().for_model(model).price;
        assert_eq!(of(&limits, "small:m"), Some(price(0.5)));
        assert_eq!(of(&limits, "big:m"), Some(price(3.0)));
        let alone = TurnLimits {
            price: None,
            ..limits.clone()
        };
        assert_eq!(alone.check(), Ok(()));
        assert_eq!(of(&alone, "big:m"), None, "it has no price");
        let wrong = TurnLimits {
            token_prices: [("small:m".to_owned(), price(-1.0))].into(),
            ..limits
        };
        assert!(wrong.check().is_err());
    }
}
