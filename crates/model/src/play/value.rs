//! Values: numbers, texts, booleans, and unset. Every operator is defined for every pair of values.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

/// The largest absolute value of a number.
pub const MAX_NUMBER: f64 = 1e12;
/// Texts are truncated to this many characters.
pub const MAX_TEXT: usize = 1_000;
/// Numbers are rounded to six decimal places, so that `0.1 + 0.2` is `0.3`.
const STEPS: f64 = 1e6;

/// The variables that are set, by name.
pub type Variables = BTreeMap<String, Value>;

/// What a variable holds or an expression comes to.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "PlayValue")]
pub enum Value {
    /// A truth value.
    Boolean(bool),
    /// A number, to six digits behind the point.
    Number(f64),
    /// A text.
    Text(String),
    /// A variable that was never set: it is 0, false and the empty text alike.
    #[default]
    Unset,
}

impl Value {
    /// A number in normal form: rounded, within bounds, never negative zero.
    pub fn number(it: f64) -> Self {
        if it.is_nan() {
            return Self::Number(0.0);
        }
        let it = it.clamp(-MAX_NUMBER, MAX_NUMBER);
        let steps = it.abs() * STEPS;
        // Of a large number `steps` is not exact, and rounding it again would move it on.
        let is_rounded = steps.floor() / STEPS == it.abs() || steps.ceil() / STEPS == it.abs();
        let kept = match it.trunc() == it || is_rounded {
            true => it,
            false => (steps + 0.5).floor() / STEPS * it.signum(),
        };
        // Adding zero turns negative zero into zero.
        Self::Number(kept + 0.0)
    }

    /// A text in normal form: truncated to [`MAX_TEXT`].
    pub fn text(it: impl Into<String>) -> Self {
        let mut text = it.into();
        if let Some((end, _)) = text.char_indices().nth(MAX_TEXT) {
            text.truncate(end);
        }
        Self::Text(text)
    }

    /// Normalizes a value from outside (a saved state, a form).
    pub fn bounded(self) -> Self {
        match self {
            Self::Number(it) => Self::number(it),
            Self::Text(it) => Self::text(it),
            other => other,
        }
    }

    /// Whether a condition with this value holds.
    pub fn is_true(&self) -> bool {
        match self {
            Self::Boolean(it) => *it,
            Self::Number(it) => *it != 0.0,
            Self::Text(it) => !it.is_empty(),
            Self::Unset => false,
        }
    }

    /// As a number: true is 1; texts and unset are 0.
    pub fn as_number(&self) -> f64 {
        match self {
            Self::Boolean(it) => f64::from(u8::from(*it)),
            Self::Number(it) => *it,
            Self::Text(_) | Self::Unset => 0.0,
        }
    }

    /// Whether two values are equal. Values of different types are not, except that unset equals 0,
    /// false, the empty text and itself.
    pub fn equals(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Unset, other) | (other, Self::Unset) => !other.is_true(),
            (one, other) => one == other,
        }
    }

    /// The order of two values: two texts by their characters, anything else as numbers.
    pub fn order(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Text(one), Self::Text(other)) => one.cmp(other),
            (Self::Text(one), Self::Unset) => one.as_str().cmp(""),
            (Self::Unset, Self::Text(other)) => "".cmp(other),
            (one, other) => one
                .as_number()
                .partial_cmp(&other.as_number())
                .unwrap_or(Ordering::Equal),
        }
    }

    /// `+`: concatenates if either is a text, otherwise adds.
    pub fn plus(&self, other: &Self) -> Self {
        if matches!(self, Self::Text(_)) || matches!(other, Self::Text(_)) {
            return Self::text(format!("{self}{other}"));
        }
        Self::number(self.as_number() + other.as_number())
    }

    /// `/`: division by zero gives zero.
    pub fn over(&self, other: &Self) -> Self {
        match other.as_number() {
            0.0 => Self::Number(0.0),
            divisor => Self::number(self.as_number() / divisor),
        }
    }
}

impl Serialize for Value {
    /// Integers are written without a decimal point.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Boolean(it) => serializer.serialize_bool(*it),
            // The bound on numbers is far below the range of `i64`.
            Self::Number(it) if it.trunc() == *it => serializer.serialize_i64(*it as i64),
            Self::Number(it) => serializer.serialize_f64(*it),
            Self::Text(it) => serializer.serialize_str(it),
            Self::Unset => serializer.serialize_unit(),
        }
    }
}

impl fmt::Display for Value {
    /// The value as concatenated to a text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Boolean(it) => it.fmt(f),
            Self::Number(it) => it.fmt(f),
            Self::Text(it) => f.write_str(it),
            Self::Unset => Ok(()),
        }
    }
}
