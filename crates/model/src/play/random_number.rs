//! What a random number is asked for: its use and its range.

/// What a random number is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RandomUse<'a> {
    /// A condition. All conditions of a visit have the same number of a range, so that those of two
    /// choices can exclude each other.
    Condition,
    /// A value that is shown.
    Shown,
    /// The new value of a variable.
    Assigned(&'a str),
}

/// The smallest and the largest whole number of a range; where it contains none, the next larger one
/// twice.
pub fn whole_numbers(low: f64, high: f64) -> (f64, f64) {
    let least = low.min(high).ceil();
    (least, low.max(high).floor().max(least))
}
