//! Compares conditions and effects regardless of notation.

use model::play::{Effect, Expression};

/// Whether two conditions are equal after parsing.
pub(super) fn equivalent_conditions(one: Option<&str>, other: Option<&str>) -> bool {
    one == other
        || match (one, other) {
            (Some(one), Some(other)) => match (one.parse(), other.parse()) {
                (Ok::<Expression, _>(one), Ok::<Expression, _>(other)) => one == other,
                _ => false,
            },
            _ => false,
        }
}

/// Whether two effects are equal after parsing; a missing effect equals one that does nothing.
pub(crate) fn equivalent_effects(one: Option<&str>, other: Option<&str>) -> bool {
    one == other
        || match (
            one.unwrap_or_default().parse(),
            other.unwrap_or_default().parse(),
        ) {
            (Ok::<Effect, _>(one), Ok::<Effect, _>(other)) => one == other,
            _ => false,
        }
}
