//! Right-to-left text.

use unicode_bidi::{Direction, get_base_direction};

use super::prose::Run;

/// Whether a text is written from right to left, judged by its first letter.
pub(crate) fn is_right_to_left(text: &str) -> bool {
    get_base_direction(text) == Direction::Rtl
}

/// The same for a text in styled runs.
pub(crate) fn are_right_to_left(runs: &[Run]) -> bool {
    let directions = runs.iter().map(|it| get_base_direction(it.text.as_str()));
    let mut known = directions.filter(|it| *it != Direction::Mixed);
    known.next() == Some(Direction::Rtl)
}
