//! What Storyteller can do: one folder a capability, one line in [`ALL`]. A capability knows the
//! data it keeps on nodes and the tools over it; it knows no other capability, no face and no
//! provider. What all of them need stands in `answer`, `background`,
//! `validate` and `error`.

mod answer;
mod background;
mod error;
mod examine;
mod exchange;
mod image;
mod kv;
mod play;
mod search;
mod story;
mod text;
mod titles;
mod validate;
mod versions;

use capability::Capability;

pub use error::CapabilityError;
pub use exchange::ImportReport;

/// Every capability that ships, in the order help and prompts list them.
pub static ALL: &[&dyn Capability] = &[
    &kv::Kv,
    &image::Image,
    &text::Text,
    &story::StoryGraph,
    &play::Play,
    &examine::Examine,
    &versions::Versions,
    &search::Search,
    &exchange::Exchange,
];

#[cfg(test)]
mod tests;
