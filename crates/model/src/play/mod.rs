//! Playing: the language of conditions and effects, and the state of one reading of a story.
//!
//! Enter through [`Expression`] (a condition), [`Effect`] (changes to variables) and
//! [`PlaySession`] (the current node and the choices there). Everything here is total: no loops, no
//! failures after parsing, always the same result, also of [`Dice`] with the same seed. `cases.json` next to this file defines the
//! language by example; implementations in other programming languages are tested against the same
//! table.

mod dice;
mod display;
mod effect;
mod expression;
mod order;
mod outcomes;
mod outgoing;
mod parse;
mod parse_error;
mod playable_story;
mod random_number;
mod random_reader;
mod record;
mod rename_title;
mod rename_variable;
mod session;
mod token;
mod value;

#[cfg(test)]
mod session_tests;
#[cfg(test)]
mod tests;

pub use dice::Dice;
pub use effect::{Assignment, Effect, MAX_EFFECT};
pub use expression::{EvalContext, Expression, Operator};
pub use order::{reading_order, shortest_way};
pub use outcomes::Outcomes;
pub use outgoing::{IncludeGraph, OutgoingLinks};
pub use parse::{MAX_CONDITION, MAX_OPERATIONS};
pub use parse_error::{ParseError, ParseErrorKind};
pub use playable_story::{PlayRecordReader, PlayableStory};
pub use random_number::{RandomUse, whole_numbers};
pub use random_reader::{Picks, RandomReader, ReadingEnd};
pub use record::{PLAY, PlayRecord};
pub use rename_title::{titles_in, with_renamed_title};
pub use rename_variable::{is_variable_name, with_renamed_variable};
pub use session::{
    Availability, Choice, ClosedReason, MAX_STEPS, PlaySession, ReplayStopped, Step,
};
pub use value::{MAX_NUMBER, MAX_TEXT, Value, Variables};
