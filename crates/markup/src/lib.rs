//! Prose read as markup: the links and variables in it, the words that a reader sees, and what
//! follows from them for one node. Enter through [`node_facts`], [`retarget_links`], [`expand_includes`],
//! or [`links::find`].
//!
//! Texts may be in the notation of any story format, so `notation` says what those of Twine, Ink
//! and Yarn mean by themselves; `translation` is what of a node is translated. Not here: reading and writing whole files (`formats`).

mod choices;
mod conditional_text;
mod facts;
mod includes;
pub mod kept_data;
pub mod links;
mod mentions;
mod name_counts;
pub mod notation;
mod parallel_map;
pub mod passage;
pub mod progress;
pub mod repetition;
mod retarget;
pub mod translation;

pub use choices::{
    ChangedChoice, ProseChoice, append_choice, change_choice, choices_of, conditions_of_choices,
    without_choices,
};
pub use conditional_text::{
    ConditionalCode, conditional_code, conditional_parts, flattened, may_have_code,
    rename_variable_in_code, texts_with_conditions,
};
pub use facts::{all_node_facts, count_visible_words, node_facts};
pub use includes::expand_includes;
pub use mentions::{count_mentions, rename_mentions};
pub use name_counts::{NameCounter, NamedTimes};
pub use parallel_map::parallel_map;
pub use progress::{Cancelled, with_progress};
pub use retarget::{
    RetargetedText, count_links_to, rename_visits, retarget_links, retarget_links_in,
};
