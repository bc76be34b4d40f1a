//! The Markdown of Obsidian, in which notes and the cards of a canvas are written: the heading that is
//! a note's title, and links in double brackets.

mod heading;
mod links;

pub(crate) use heading::Heading;
pub(crate) use links::{WikiLink, replace_links};
