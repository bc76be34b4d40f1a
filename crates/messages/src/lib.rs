//! The message catalogue for the program: what it says to people, in each language of
//! `locales/languages.json`, from the Fluent files in `locales/<language>/program`, and
//! `refusals.ftl` beside it. The window reads the files beside that folder itself. Enter through
//! [`format`] and [`Language`].

mod catalogue;
mod language;

#[cfg(test)]
mod tests;

pub use catalogue::{format, list, quote, sentences, translation};
/// The value of a message's argument: made from text or a number with `into`. Numbers choose
/// between singular and plural.
pub use fluent_bundle::FluentValue as Argument;
pub use language::Language;
