//! What several kinds of findings are made from, computed when the first of them asks for it.

use std::cell::OnceCell;
use std::ops::Deref;

use super::context::CheckContext;
use super::paths::Paths;
use super::unknown_targets::{UnknownTarget, unknown_targets};

/// One look at a story, with what findings share.
pub(super) struct FindingContext<'a> {
    cx: CheckContext<'a>,
    paths: OnceCell<Paths>,
    unknown_targets: OnceCell<Vec<UnknownTarget<'a>>>,
}

impl<'a> FindingContext<'a> {
    pub(super) fn new(cx: CheckContext<'a>) -> Self {
        Self {
            cx,
            paths: OnceCell::new(),
            unknown_targets: OnceCell::new(),
        }
    }

    /// The paths through the story.
    pub(super) fn paths(&self) -> &Paths {
        self.paths.get_or_init(|| Paths::of(&self.cx))
    }

    /// The links in texts whose target is not a node's title.
    pub(super) fn unknown_targets(&self) -> &[UnknownTarget<'a>] {
        self.unknown_targets
            .get_or_init(|| unknown_targets(&self.cx))
    }
}

impl<'a> Deref for FindingContext<'a> {
    type Target = CheckContext<'a>;

    fn deref(&self) -> &CheckContext<'a> {
        &self.cx
    }
}
