//! Playing: the small language of conditions and effects, and the state of one reading of a story.
//!
//! Enter through [`Expression`] (a condition), [`Effect`] (what happens to variables) and [`Play`]
//! (where a reader stands and what is offered there). Everything here is total: no loops, no
//! failure once the source has been read, the same answer every time. `cases.json` beside this file
//! says what the language means, example by example; whoever writes it again in another language
//! reads the same table.

mod book;
mod effect;
mod exits;
mod expression;
mod misread;
mod parse;
mod record;
mod retitle;
mod state;
mod token;
mod value;
mod written;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_of_play;

pub use book::{Book, Records};
pub use effect::{Assignment, Effect, MAX_EFFECT};
pub use exits::{Exits, Including};
pub use expression::{Expression, Operator, Surroundings};
pub use misread::Misread;
pub use parse::{MAX_CONDITION, MAX_OPERATIONS, SourceError};
pub use record::{PLAY, PlayRecord};
pub use retitle::retitled;
pub use state::{Choice, Closed, MAX_STEPS, Offer, Play, Step, Stopped};
pub use value::{MAX_NUMBER, MAX_TEXT, Value, Variables};
