//! What Ink and Yarn share: both write choices, conditions and assignments into the text of a
//! section. `read` parses expressions and `notation` writes them, `types` and `variables` track the
//! types and names of variables, `reconcile` updates a text to match the edges of its node.
//! Independent of both languages.

mod block_prose;
mod conditional_sets;
mod differences;
mod entry_effect;
mod equivalence;
mod fingerprints;
mod notation;
mod prose_code;
mod read;
mod reconcile;
mod scan;
mod section_prose;
mod types;
mod variables;

pub(crate) use block_prose::{BlockSyntax, Command, block_prose};
pub(crate) use conditional_sets::{conditional_assignments, conditional_values};
pub(crate) use differences::{StoryDifferences, TextDifferences};
pub(crate) use entry_effect::{EntryScan, lines_outside, with_entry_effect};
pub(crate) use equivalence::equivalent_effects;
pub(crate) use fingerprints::{Fingerprints, fingerprint_of};
pub(crate) use notation::{
    Notation, Rendered, condition as written_condition, shown_value, value as written_value,
};
pub(crate) use prose_code::InBraces;
pub(crate) use read::{
    NameResolver, assignment as read_assignment, condition as read_condition, value as read_value,
};
pub(crate) use reconcile::reconcile;
pub(crate) use scan::{
    Choice, ChoiceBlock, FinalLine, MISSING_NODE, ScannedLink, ScannedText, Syntax,
};
pub(crate) use section_prose::SectionProse;
pub(crate) use types::VariableTypes;
pub(crate) use variables::{DeclaredVariables, Variables};
