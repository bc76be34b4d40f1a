//! The seed of a picture as JSON: a number where every reader of JSON holds it exactly, and beyond
//! 2⁵³−1, which a page would round, its digits as a text. So what a service says comes back as it
//! was said, and what a person can ask for (32 bits) stays a number.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The largest number that every reader of JSON holds exactly.
const MAX_SAFE_INTEGER: u64 = (1 << 53) - 1;

/// A picture's seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seed(pub u64);

impl Serialize for Seed {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            exact @ ..=MAX_SAFE_INTEGER => to.serialize_u64(exact),
            large => to.serialize_str(&large.to_string()),
        }
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum SeedInput {
            Number(u64),
            Digits(String),
        }
        match SeedInput::deserialize(from)? {
            SeedInput::Number(number) => Ok(Self(number)),
            SeedInput::Digits(digits) => digits.parse().map(Self).map_err(|_| {
                serde::de::Error::custom(format!("a seed is a number of 64 bits, not {digits:?}"))
            }),
        }
    }
}

impl JsonSchema for Seed {
    fn schema_name() -> Cow<'static, str> {
        "Seed".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["integer", "string"], "minimum": 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn seed_round_trips_through_json() {
        for (seed, as_json) in [
            (7, json!(7)),
            (MAX_SAFE_INTEGER, json!(9_007_199_254_740_991_u64)),
            (MAX_SAFE_INTEGER + 1, json!("9007199254740992")),
            (u64::MAX, json!("18446744073709551615")),
        ] {
            let written = serde_json::to_value(Seed(seed)).unwrap();
            assert_eq!(written, as_json);
            // A page holds numbers as this does.
            let by_page = match &written {
                Value::Number(it) => json!(it.as_f64().unwrap() as u64),
                other => other.clone(),
            };
            assert_eq!(serde_json::from_value::<Seed>(by_page).unwrap(), Seed(seed));
        }
        // What was kept before as a number is read.
        let kept = serde_json::from_value::<Seed>(json!(u64::MAX)).unwrap();
        assert_eq!(kept, Seed(u64::MAX));
        assert!(serde_json::from_value::<Seed>(json!("12e3")).is_err());
        assert!(serde_json::from_value::<Seed>(json!(-1)).is_err());
    }
}
