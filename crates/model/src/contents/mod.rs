//! What capabilities store on nodes ([`Prose`], [`Attributes`], [`Picture`]) and on the story
//! ([`StyleGuide`]), and translations of both. Each type serializes to exactly the JSON that stories hold, and only this module
//! and the type's own capability know its fields. Reading is forgiving: data of another shape reads
//! as nothing. Not here: the tools that change it, which are the capabilities'.

mod alternatives;
mod attributes;
mod facts;
mod findings;
mod new_ids;
mod picture;
mod prose;
mod seed;
mod sound;
mod style_guide;
mod summary;
#[cfg(test)]
mod tests;
mod translation;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

pub use alternatives::{ALTERNATIVES, Alternative, Alternatives};
pub use attributes::{ALIAS_KEYS, Attribute, Attributes, KV, is_name_key, is_named_kind};
pub use facts::{FACTS, Fact, Facts};
pub use findings::{
    COMMENT, FINDINGS, Findings, PassageFinding, QuotedPassage, Reply, nearest_occurrence,
};
pub use new_ids::{NewIds, names_ids};
pub use picture::{IMAGE, OWN_FILE, Picture, picture_mime};
pub use prose::{Prose, TEXT};
pub use seed::Seed;
pub use sound::{Plays, SOUND, Sound};
pub use style_guide::{STYLE_GUIDE, StyleGuide};
pub use summary::{SUMMARY, Summary};
pub use translation::{
    GLOSSARY, Glossary, LANGUAGES, StoryLanguages, TRANSLATION, Term, TranslatedWords, Translation,
    slot_language, translation_slot,
};

/// Whether a capability keeps a part of a node, such as its text: kinds start with parts, pages and
/// prompts list them. Data of the story as a whole, and what stands beside a part, is none.
pub fn is_part(capability: &str) -> bool {
    const BESIDE_PARTS: [&str; 8] = [
        STYLE_GUIDE,
        ALTERNATIVES,
        FACTS,
        FINDINGS,
        SUMMARY,
        LANGUAGES,
        TRANSLATION,
        GLOSSARY,
    ];
    slot_language(capability).is_none() && !BESIDE_PARTS.contains(&capability)
}

/// Data by capability, as nodes, edges and stories carry it.
pub type DataMap = BTreeMap<Arc<str>, Arc<Value>>;

/// Data that one capability stores on a node.
pub trait Content: Serialize {
    /// The name of the capability that stores it.
    const CAPABILITY: &'static str;

    /// The JSON that is stored.
    fn to_data(&self) -> Value {
        serde_json::to_value(self).expect("structs of strings, numbers and lists are JSON")
    }

    /// Puts it under its capability, in place of what is there.
    fn store_in(&self, data: &mut DataMap)
    where
        Self: Sized,
    {
        data.insert(Self::CAPABILITY.into(), Arc::new(self.to_data()));
    }
}
