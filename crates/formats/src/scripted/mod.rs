//! What Ink and Yarn share: both write choices, conditions and assignments into the text of a
//! section. `read` and `notation` are the way of expressions in and out, `types` and `variables` what
//! variables hold and are called, `revise` brings a text to what the edges of its node say. Knows neither language.

mod losses;
mod notation;
mod opening;
mod read;
mod revise;
mod said;
mod same;
mod scan;
mod types;
mod variables;

pub(crate) use losses::{Left, Texts};
pub(crate) use notation::{Notation, Written, condition as written_condition};
pub(crate) use opening::with_opening;
pub(crate) use read::{Meaning, assignment as read_assignment, condition as read_condition};
pub(crate) use revise::revise;
pub(crate) use said::{Said, mark_of};
pub(crate) use same::same_effect;
pub(crate) use scan::{Block, Choice, Exit, NOWHERE, Scan, Syntax, Way};
pub(crate) use types::{Sort, Types};
pub(crate) use variables::{Declared, Variables};
