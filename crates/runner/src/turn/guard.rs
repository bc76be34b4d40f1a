//! The bounds of one turn, as data, and the guard that counts against them. Enter through
//! [`Guard::admit`] before a call runs and [`Guard::note`] after it was answered. What happens
//! when a bound is reached is decided in the machine, not here.

use std::collections::BTreeMap;

use capability::{Code, ToolAgentOutput};
use model::talk::{ToolCall, Usage};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Tongue, wording};
use crate::Uncounted;
use crate::purse::Pictures;

/// How far one turn may go. Kept with the turn, so that a saved one goes by the bounds it began
/// with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Bounds {
    /// Requests to the model, repetitions after a failure of the service not counted.
    pub(crate) steps: u32,
    /// The same call with the same arguments is not run for this time of asking.
    pub(crate) identical: u32,
    /// So many calls of one tool in a row with invalid arguments disable it.
    pub(crate) invalid: u32,
    /// Calls that could not be carried out as made, over all tools.
    pub(crate) corrections: u32,
    /// Replies in a row that could not be read.
    pub(crate) unreadable: u32,
    /// Replies in a row that said nothing.
    pub(crate) empty: u32,
    /// Repetitions of one request after failures of the service.
    pub(crate) retries: u32,
    /// Calls in a row that failed, whatever the tool and the reason.
    #[serde(default = "failures")]
    pub(crate) failures: u32,
    /// What a person sets.
    #[serde(default)]
    pub(crate) limits: TurnLimits,
}

fn failures() -> u32 {
    8
}

/// How far one turn may go, as far as a person sets it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TurnLimits {
    /// Requests to the model; 25 where nothing is said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<u32>,
    /// Tokens in and out, summed over the requests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tokens: Option<u64>,
    /// What its tokens and pictures may cost, in the currency of the prices.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub money: Option<f64>,
    /// What the tokens of a model cost that has no price of its own in `token_prices`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<Price>,
    /// What a model's tokens cost, by its name (`provider:model`).
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub token_prices: BTreeMap<String, Price>,
    /// What a picture costs, by its model (`provider:model`), in the same currency.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub picture_prices: BTreeMap<String, f64>,
    /// So many pictures are paid for; 8 where nothing is said and money does not bound them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pictures: Option<u32>,
}

impl TurnLimits {
    /// The limits of a turn with one model: its tokens have the price given for it, else the one given
    /// for any, else none.
    pub(crate) fn for_model(mut self, model: &str) -> Self {
        let own = self.token_prices.remove(model);
        self.token_prices.clear();
        self.price = own.or(self.price);
        self
    }

    /// Whether they can be kept to; the error says what is wrong and what to do. A bound on money
    /// without a price would hold nothing back, so it is none.
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
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Price {
    /// Of the request.
    pub input: f64,
    /// Of the request, where the provider had it in its cache.
    pub cached: f64,
    /// Of the reply.
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

impl Bounds {
    /// What a turn has cost, as far as prices are known; `None` where none is.
    pub(super) fn cost(&self, usage: &Usage, pictures: &Pictures) -> Option<f64> {
        let tokens = self.limits.price.map(|it| it.of(usage));
        let painted = (pictures.paid > pictures.unpriced).then_some(pictures.cost);
        tokens
            .or(painted)
            .map(|_| tokens.unwrap_or_default() + painted.unwrap_or_default())
    }

    /// What of a turn its cost leaves out, for want of a price, where money is bounded or counted.
    pub(super) fn uncounted(&self, usage: &Usage, pictures: &Pictures) -> Uncounted {
        let counts = self.limits.money.is_some() || self.cost(usage, pictures).is_some();
        let used = usage.input_tokens + usage.output_tokens > 0;
        Uncounted {
            tokens: counts && used && self.limits.price.is_none(),
            pictures: if counts { pictures.unpriced } else { 0 },
        }
    }

    /// The words that end a turn before its next request, if a bound is reached.
    pub(super) fn reached(
        &self,
        steps: u32,
        usage: &Usage,
        pictures: &Pictures,
        tongue: Tongue,
    ) -> Option<String> {
        let limits = &self.limits;
        if steps >= limits.steps.unwrap_or(self.steps) {
            return Some(wording::after_steps(steps, tongue));
        }
        let tokens = usage.input_tokens + usage.output_tokens;
        if let Some(bound) = limits.tokens.filter(|it| tokens >= *it) {
            return Some(wording::after_tokens(tokens, bound, tongue));
        }
        let cost = self.cost(usage, pictures)?;
        let bound = limits.money.filter(|it| cost >= *it)?;
        let uncounted = self.uncounted(usage, pictures);
        Some(wording::after_money(cost, bound, uncounted, tongue))
    }
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            steps: 25,
            identical: 3,
            invalid: 3,
            corrections: 10,
            unreadable: 2,
            empty: 1,
            retries: 3,
            failures: failures(),
            limits: TurnLimits::default(),
        }
    }
}

/// How often one call was made.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Seen {
    times: u32,
    wrote: bool,
}

/// What was counted in a turn.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Guard {
    seen: BTreeMap<String, Seen>,
    invalid: BTreeMap<String, u32>,
    corrections: u32,
    #[serde(default)]
    failed_in_a_row: u32,
}

impl Guard {
    /// Counts a call that is about to run; the words with which it is answered instead where a
    /// bound forbids it.
    pub(crate) fn admit(&mut self, call: &ToolCall, bounds: &Bounds) -> Result<(), String> {
        let tool = tool_of(call);
        if self
            .invalid
            .get(&tool)
            .is_some_and(|&times| times >= bounds.invalid)
        {
            return Err(format!(
                "{tool} is disabled for the rest of this turn: {} calls in a row had invalid \
                 arguments. Go on without it and tell the person what could not be done.",
                bounds.invalid
            ));
        }
        let seen = self.seen.entry(fingerprint(call)).or_default();
        if seen.times + 1 >= bounds.identical {
            return Err(format!(
                "Not run: this very call was made {} times in this turn already. Use the answers \
                 it got, call with other arguments, or finish.",
                seen.times
            ));
        }
        seen.times += 1;
        Ok(())
    }

    /// Learns from an answer. Once the story has changed, looking again may tell something new, so
    /// calls that only looked are forgotten; those that wrote are not, or a model that appends the
    /// same line over and over would never be stopped.
    pub(crate) fn note(&mut self, call: &ToolCall, output: &ToolAgentOutput) {
        let tool = tool_of(call);
        let code = output.error.as_ref().map(|it| it.code);
        match code {
            None => self.failed_in_a_row = 0,
            // Calls that can be corrected have a bound of their own.
            Some(Code::InvalidActionInput | Code::UnknownAction) => {}
            Some(_) => self.failed_in_a_row += 1,
        }
        if code == Some(Code::InvalidActionInput) {
            *self.invalid.entry(tool).or_default() += 1;
        } else {
            self.invalid.remove(&tool);
        }
        if matches!(code, Some(Code::InvalidActionInput | Code::UnknownAction)) {
            self.corrections += 1;
        }
        if output.change.is_some() {
            if let Some(seen) = self.seen.get_mut(&fingerprint(call)) {
                seen.wrote = true;
            }
            self.seen.retain(|_, it| it.wrote);
        }
    }

    /// Counts a call that was answered without being run.
    pub(crate) fn note_refused(&mut self) {
        self.corrections += 1;
    }

    /// Whether nothing has worked for too long.
    pub(crate) fn is_stuck(&self, bounds: &Bounds) -> bool {
        self.failed_in_a_row >= bounds.failures
    }

    /// Whether too many calls could not be carried out as made.
    pub(crate) fn is_spent(&self, bounds: &Bounds) -> bool {
        self.corrections >= bounds.corrections
    }
}

/// The tool a call means: behind `project_cli` that is the method named in its arguments.
fn tool_of(call: &ToolCall) -> String {
    let word = |key: &str| call.args.get(key).and_then(Value::as_str);
    match (call.name.as_str(), word("module"), word("method")) {
        ("project_cli", Some(module), Some(method)) => format!("{module}.{method}"),
        _ => call.name.clone(),
    }
}

/// Name and arguments, the order of keys aside.
fn fingerprint(call: &ToolCall) -> String {
    format!("{} {}", call.name, sorted(&call.args))
}

fn sorted(value: &Value) -> Value {
    match value {
        Value::Object(map) => {
            let by_key: BTreeMap<&String, Value> = map
                .iter()
                .map(|(key, value)| (key, sorted(value)))
                .collect();
            by_key
                .into_iter()
                .map(|(key, value)| (key.clone(), value))
                .collect()
        }
        Value::Array(items) => items.iter().map(sorted).collect(),
        leaf => leaf.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn call(name: &str, args: Value) -> ToolCall {
        ToolCall {
            id: Some("1".into()),
            name: name.into(),
            args,
        }
    }

    #[test]
    fn a_bound_on_money_without_a_price_is_none() {
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
    fn the_tokens_of_a_model_have_its_own_price_before_that_of_any() {
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
        assert_eq!(of(&alone, "big:m"), None, "and is told to have none");
        let wrong = TurnLimits {
            token_prices: [("small:m".to_owned(), price(-1.0))].into(),
            ..limits
        };
        assert!(wrong.check().is_err());
    }

    #[test]
    fn the_order_of_keys_does_not_make_another_call() {
        let one = call("t", json!({ "a": 1, "b": [{ "x": 1, "y": 2 }] }));
        let two = call("t", json!({ "b": [{ "y": 2, "x": 1 }], "a": 1 }));
        assert_eq!(fingerprint(&one), fingerprint(&two));
        assert_ne!(
            fingerprint(&one),
            fingerprint(&call("t", json!({ "a": 2 })))
        );
    }

    #[test]
    fn the_thin_tool_is_known_by_the_method_behind_it() {
        let thin = call(
            "project_cli",
            json!({ "module": "kv", "method": "update", "input": {} }),
        );
        assert_eq!(tool_of(&thin), "kv.update");
        assert_eq!(
            tool_of(&call("project_cli", json!({ "module": 3 }))),
            "project_cli"
        );
    }
}
