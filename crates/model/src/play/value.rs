//! Values: numbers, texts, truth values, and what a variable holds that was never set. Every way of
//! putting two together is defined for all of them.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

/// Numbers stay within this, on either side of zero.
pub const MAX_NUMBER: f64 = 1e12;
/// Texts are cut after this many characters.
pub const MAX_TEXT: usize = 1_000;
/// Numbers are kept to six digits behind the point, so that `0.1 + 0.2` is `0.3`.
const STEPS: f64 = 1e6;

/// The variables that are set, by name.
pub type Variables = BTreeMap<String, Value>;

/// What a variable holds or an expression comes to.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(untagged)]
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
    /// A number as the language keeps it: rounded, within bounds, never negative zero.
    pub fn number(it: f64) -> Self {
        if it.is_nan() {
            return Self::Number(0.0);
        }
        let it = it.clamp(-MAX_NUMBER, MAX_NUMBER);
        let whole = it.trunc() == it;
        let kept = if whole {
            it
        } else {
            (it.abs() * STEPS + 0.5).floor() / STEPS * it.signum()
        };
        // Adding zero turns the negative zero into the plain one.
        Self::Number(kept + 0.0)
    }

    /// A text as the language keeps it: not endless.
    pub fn text(it: impl Into<String>) -> Self {
        let mut text = it.into();
        if let Some((end, _)) = text.char_indices().nth(MAX_TEXT) {
            text.truncate(end);
        }
        Self::Text(text)
    }

    /// Brings a value from outside (a saved state, a form) into the bounds of the language.
    pub fn bounded(self) -> Self {
        match self {
            Self::Number(it) => Self::number(it),
            Self::Text(it) => Self::text(it),
            other => other,
        }
    }

    /// Whether a condition that comes to this holds.
    pub fn is_true(&self) -> bool {
        match self {
            Self::Boolean(it) => *it,
            Self::Number(it) => *it != 0.0,
            Self::Text(it) => !it.is_empty(),
            Self::Unset => false,
        }
    }

    /// As a number: true is 1; a text and what was never set are 0.
    pub fn as_number(&self) -> f64 {
        match self {
            Self::Boolean(it) => f64::from(u8::from(*it)),
            Self::Number(it) => *it,
            Self::Text(_) | Self::Unset => 0.0,
        }
    }

    /// Whether two are equal. Values of different sorts are not, but what was never set equals
    /// 0, false, the empty text and itself.
    pub fn equals(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Unset, other) | (other, Self::Unset) => !other.is_true(),
            (one, other) => one == other,
        }
    }

    /// Which comes first: two texts by their characters, anything else as numbers.
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

    /// `+`: joins where either is a text, adds otherwise.
    pub fn plus(&self, other: &Self) -> Self {
        if matches!(self, Self::Text(_)) || matches!(other, Self::Text(_)) {
            return Self::text(format!("{self}{other}"));
        }
        Self::number(self.as_number() + other.as_number())
    }

    /// `/`: by zero it gives zero.
    pub fn over(&self, other: &Self) -> Self {
        match other.as_number() {
            0.0 => Self::Number(0.0),
            divisor => Self::number(self.as_number() / divisor),
        }
    }
}

impl Serialize for Value {
    /// Whole numbers are written without a point.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Boolean(it) => serializer.serialize_bool(*it),
            // Whole numbers of the language fit: its bound is far below the integer's.
            Self::Number(it) if it.trunc() == *it => serializer.serialize_i64(*it as i64),
            Self::Number(it) => serializer.serialize_f64(*it),
            Self::Text(it) => serializer.serialize_str(it),
            Self::Unset => serializer.serialize_unit(),
        }
    }
}

impl fmt::Display for Value {
    /// The value as it is joined to a text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Boolean(it) => it.fmt(f),
            Self::Number(it) => it.fmt(f),
            Self::Text(it) => f.write_str(it),
            Self::Unset => Ok(()),
        }
    }
}
