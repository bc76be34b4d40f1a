//! Arguments of an export that only some formats take.

use capability::ToolError;
use formats::Exporter;

use crate::error::CapabilityError;
use crate::validate;

/// Which of these arguments were given.
pub(super) struct FormatArguments {
    pub(super) chapters: bool,
    pub(super) paper: bool,
    pub(super) comments: bool,
}

impl FormatArguments {
    /// Refuses the ones that a format does not take.
    pub(super) fn check(&self, format: &dyn Exporter) -> Result<(), ToolError> {
        let name = || format.name().to_owned();
        if self.chapters && !format.writes_chapters() {
            let error = CapabilityError::NoChapters { format: name() };
            return Err(refused("chapters", error, |it| it.writes_chapters()));
        }
        if self.paper && !format.writes_pages() {
            let error = CapabilityError::NoPages { format: name() };
            return Err(refused("paper", error, |it| it.writes_pages()));
        }
        if self.comments && !format.writes_comments() {
            let error = CapabilityError::NoComments { format: name() };
            return Err(refused("comments", error, |it| it.writes_comments()));
        }
        Ok(())
    }
}

fn refused(
    field: &str,
    error: CapabilityError,
    takes: impl Fn(&dyn Exporter) -> bool,
) -> ToolError {
    let others = formats::EXPORTERS.iter().filter(|it| takes(**it));
    let others = validate::join_names(others.map(|it| it.name()));
    ToolError::invalid(format!("/{field}"), error)
        .hint(format!("leave `{field}` out, or export as {others}"))
}
