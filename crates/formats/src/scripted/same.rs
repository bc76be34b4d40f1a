//! Whether two ways of writing a condition or an effect come to the same.

use model::play::{Effect, Expression};

/// Whether two conditions ask for the same.
pub(super) fn same_condition(one: Option<&str>, other: Option<&str>) -> bool {
    one == other
        || match (one, other) {
            (Some(one), Some(other)) => match (one.parse(), other.parse()) {
                (Ok::<Expression, _>(one), Ok::<Expression, _>(other)) => one == other,
                _ => false,
            },
            _ => false,
        }
}

/// Whether two effects are the same; one that does nothing is none.
pub(crate) fn same_effect(one: Option<&str>, other: Option<&str>) -> bool {
    one == other
        || match (
            one.unwrap_or_default().parse(),
            other.unwrap_or_default().parse(),
        ) {
            (Ok::<Effect, _>(one), Ok::<Effect, _>(other)) => one == other,
            _ => false,
        }
}
