//! What Storyteller can do: one folder per capability, one line in [`ALL`]. A capability knows the
//! data it keeps on nodes and its tools; it knows no other capability, no interface and no
//! provider. Code that several capabilities need is in `shared` and in the files beside the
//! folders.

mod alternatives;
mod answer;
mod background;
mod error;
mod examine;
mod exchange;
mod facts;
mod findings;
mod image;
mod kv;
mod play;
mod search;
mod shared;
mod sound;
mod story;
mod style_guide;
mod summary;
mod text;
mod titles;
mod translations;
mod validate;
mod versions;

use capability::Capability;

pub use error::CapabilityError;
pub use exchange::{FileToPreview, ImportPreview, ImportReport, preview_import};

/// Every capability that ships, in the order help and prompts list them.
pub static ALL: &[&dyn Capability] = &[
    &kv::Kv,
    &image::Image,
    &sound::SoundCapability,
    &text::Text,
    &story::StoryGraph,
    &style_guide::Style,
    &play::Play,
    &examine::Examine,
    &findings::FindingsCapability,
    &facts::FactsCapability,
    &summary::SummaryCapability,
    &versions::Versions,
    &alternatives::AlternativesCapability,
    &search::Search,
    &exchange::Exchange,
    &translations::LanguagesCapability,
    &translations::GlossaryCapability,
    &translations::TranslationsCapability,
];

#[cfg(test)]
mod tests;
