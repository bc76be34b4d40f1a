//! Tools for the settings.

use capability::{Caller, Capability, Impact, Tool, ToolContext, ToolError};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{new_tool, tool};
use crate::Workspace;
use crate::licenses::{Licenses, licenses, running_program};
use crate::settings::SettingsChanges;
use crate::workspace::SettingsView;

/// The group of these tools.
pub(super) struct SettingsTools;

impl Capability<Workspace> for SettingsTools {
    fn name(&self) -> &'static str {
        "settings"
    }

    fn title(&self) -> &'static str {
        "Settings"
    }

    fn summary(&self) -> &'static str {
        "Reads and changes the settings."
    }

    fn tools(&self) -> Vec<Tool<Workspace>> {
        vec![
            tool(("get", "get_settings", "desk_settings"), Impact::Read, get),
            tool(
                ("update", "update_settings", "desk_change_settings"),
                Impact::Write,
                update,
            ),
            new_tool(("licenses", "read_licenses"), Impact::Read, read_licenses),
        ]
    }
}

/// Read the settings, the file that keeps them, and the models that can be chosen.
#[derive(Deserialize, JsonSchema)]
struct Get {}

async fn get(cx: ToolContext<Workspace>, _: Caller, _: Get) -> Result<SettingsView, ToolError> {
    Ok(cx.target().settings_view()?)
}

async fn update(
    cx: ToolContext<Workspace>,
    _: Caller,
    changes: SettingsChanges,
) -> Result<SettingsView, ToolError> {
    Ok(cx.target().change_settings(changes).await?)
}

/// Read the licenses of this program, and the notices of the parts that others made.
#[derive(Deserialize, JsonSchema)]
struct ReadLicenses {}

async fn read_licenses(
    _: ToolContext<Workspace>,
    _: Caller,
    _: ReadLicenses,
) -> Result<Licenses, ToolError> {
    Ok(licenses(running_program().as_deref()))
}
