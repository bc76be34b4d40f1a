//! What was chosen for an exported file, as far as its format takes it.

use capability::ToolError;
use formats::{ChapterUnit, ExportOption, ExportOptions, Exporter, Numbering};

use super::Export;
use crate::error::CapabilityError;
use crate::validate;

/// The choices of a request; refuses those that the format does not take.
pub(super) fn options_for(
    format: &dyn Exporter,
    input: &Export,
) -> Result<ExportOptions, ToolError> {
    let given = [
        (ExportOption::Chapters, input.chapters.is_some()),
        (ExportOption::Numbering, input.numbering.is_some()),
        (ExportOption::Paper, input.paper.is_some()),
        (ExportOption::Comments, input.comments == Some(true)),
        (ExportOption::Design, input.design.is_some()),
    ];
    let taken = format.options();
    let refused = given.iter().find(|it| it.1 && !taken.contains(&it.0));
    if let Some((option, _)) = refused {
        return Err(not_taken(*option, format.name()));
    }
    let numbering = input.numbering.unwrap_or_default();
    if numbering != Numbering::None && input.chapters == Some(ChapterUnit::Group) {
        return Err(
            ToolError::invalid("/chapters", CapabilityError::ChaptersOfSections {})
                .hint("leave `chapters` out, or `numbering`"),
        );
    }
    Ok(ExportOptions {
        chapters: input.chapters.unwrap_or_default(),
        numbering,
        paper: input.paper.unwrap_or_default(),
        comments: input.comments.unwrap_or_default(),
        design: input.design.unwrap_or_default(),
    })
}

fn not_taken(option: ExportOption, format: &str) -> ToolError {
    let format = format.to_owned();
    let (field, error) = match option {
        ExportOption::Chapters => ("chapters", CapabilityError::NoChapters { format }),
        ExportOption::Numbering => ("numbering", CapabilityError::NoNumbering { format }),
        ExportOption::Paper => ("paper", CapabilityError::NoPages { format }),
        ExportOption::Comments => ("comments", CapabilityError::NoComments { format }),
        ExportOption::Design => ("design", CapabilityError::NoDesign { format }),
    };
    let others = formats::EXPORTERS.iter();
    let others = others.filter(|it| it.options().contains(&option));
    let others = validate::join_names(others.map(|it| it.name()));
    ToolError::invalid(format!("/{field}"), error)
        .hint(format!("leave `{field}` out, or export as {others}"))
}
