//! What exporters share: the choices of every node in order, and the list of what gets lost.
//! Nothing here knows a particular format.

mod attributes;
mod book;
mod choices;
mod free_names;
mod losses;
mod pages;
pub(crate) mod prose;
mod reading_order;
mod speech;
pub(crate) mod xml;

pub(crate) use attributes::{KV, attributes};
pub(crate) use book::{Book, Chapter};
pub(crate) use choices::{Choice, Choices, in_choice_order, offered_when};
pub(crate) use free_names::{FreeNames, underscored};
pub(crate) use losses::{Holds, Losses};
pub(crate) use pages::{IMAGE, Pages, language_of, picture_of, title_of};
pub(crate) use reading_order::reading_order;
pub(crate) use speech::Speakers;
