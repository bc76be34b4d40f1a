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

#[cfg(test)]
impl SectionProse {
    /// What is shown with these variables at the second visit, and whether it is understood.
    pub(crate) fn shown(self, variables: model::play::Variables) -> (String, bool) {
        let visits = |_: Option<&str>| 2;
        let state = &mut markup::passage::ProseState {
            variables,
            visits: &visits,
            dice: model::play::Dice::default(),
        };
        let text = markup::passage::shown_prose(&self.parts, state);
        (text, self.is_understood)
    }
}
