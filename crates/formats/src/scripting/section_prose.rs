//! The prose of a section of Ink or Yarn as a reader sees it at a place.

use markup::passage::ProsePart;

/// The prose of a section.
#[derive(Debug)]
pub(crate) struct SectionProse {
    pub(crate) parts: Vec<ProsePart>,
    /// Whether everything in it that depends on variables is evaluated.
    pub(crate) is_understood: bool,
}

impl SectionProse {
    /// The parts, if what is shown depends on variables.
    pub(crate) fn changing_parts(self) -> Option<Vec<ProsePart>> {
        ProsePart::depend_on_variables(&self.parts).then_some(self.parts)
    }
}
