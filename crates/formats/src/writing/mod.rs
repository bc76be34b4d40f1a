//! What exporters share: the choices of every node in order, and the list of what gets lost.
//! Nothing here knows a particular format.

mod choices;
mod losses;
mod reading_order;

pub(crate) use choices::{Choices, in_choice_order};
pub(crate) use losses::{Holds, Losses};
pub(crate) use reading_order::reading_order;
