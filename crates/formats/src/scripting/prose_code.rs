//! Conditions and values in prose of Ink and Yarn: both show a value in braces.

use model::play::Expression;

use super::notation::{Notation, condition, shown_value};
use crate::export::ProseCode;

/// Writes in this notation.
pub(crate) struct InBraces<'a>(pub(crate) &'a dyn Notation);

impl ProseCode for InBraces<'_> {
    fn condition(&self, it: &Expression) -> Option<String> {
        condition(&it.to_string(), self.0)
    }

    fn value(&self, it: &Expression) -> Option<String> {
        shown_value(it, self.0).map(|it| format!("{{{it}}}"))
    }
}
