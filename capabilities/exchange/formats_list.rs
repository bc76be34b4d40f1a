//! The tool that lists the formats. Not here: the formats themselves, in the crate `formats`.

use capability::{ToolContext, ToolError};
use formats::FormatList;
use schemars::JsonSchema;
use serde::Deserialize;

/// List the formats that stories can be imported from and exported to.
#[derive(Deserialize, JsonSchema)]
pub(super) struct List {}

pub(super) async fn list(_: ToolContext, _: List) -> Result<FormatList, ToolError> {
    Ok(FormatList::all())
}
