//! What Ink and Yarn share: both write choices, conditions and assignments into the text of a
//! section. `read` and `notation` are the way of expressions in and out, `types` the sorts of
//! variables, `revise` brings a text to what the edges of its node say. Knows neither language.

mod losses;
mod notation;
mod read;
mod revise;
mod types;

pub(crate) use losses::Texts;
pub(crate) use notation::{Notation, Written, condition, value};
pub(crate) use read::{Meaning, assignment as read_assignment, condition as read_condition};
pub(crate) use revise::{
    Block, Exit, Left, NOWHERE, Said, Scan, Syntax, Way, mark_of, revise, same_effect,
};
pub(crate) use types::{Sort, Types};
