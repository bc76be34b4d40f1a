//! Tools for backups of stories: list, take, open.

use std::path::PathBuf;

use capability::{Caller, Capability, ErrorReport, Impact, Tool, ToolContext, ToolError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{new_tool, window_of};
use crate::Workspace;
use crate::workspace::{Backup, StoryInfo};

/// The group of these tools.
pub(super) struct Backups;

impl Capability<Workspace> for Backups {
    fn name(&self) -> &'static str {
        "backups"
    }

    fn title(&self) -> &'static str {
        "Backups"
    }

    fn summary(&self) -> &'static str {
        "Lists, takes and opens backups of stories."
    }

    fn tools(&self) -> Vec<Tool<Workspace>> {
        use Impact::{Read, Write};
        vec![
            new_tool(("list", "list_backups"), Read, list),
            new_tool(("take", "back_up_story"), Write, take),
            new_tool(("open", "open_backup"), Write, open),
        ]
    }
}

/// List the backups of a story, open or not, and where they are. Backups are taken now and then
/// while a story is open, and when it is closed.
#[derive(Deserialize, JsonSchema)]
struct ListBackups {
    /// The story's key, as get_workspace_state gives it.
    story: String,
}

#[derive(Serialize, JsonSchema)]
struct ListedBackups {
    /// The folder for the backups of all stories.
    folder: PathBuf,
    /// The backups of this story, newest first.
    backups: Vec<Backup>,
    /// Why the last one was not taken, if it was not.
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<ErrorReport>,
}

async fn list(
    cx: ToolContext<Workspace>,
    _: Caller,
    input: ListBackups,
) -> Result<ListedBackups, ToolError> {
    let workspace = cx.target();
    Ok(ListedBackups {
        folder: workspace.backup_folder()?,
        backups: workspace.backups(&input.story).await?,
        failure: workspace.backup_failure(&input.story),
    })
}

/// Back up an open story now. Without changes since the last backup there is nothing to do.
#[derive(Deserialize, JsonSchema)]
struct BackUp {
    /// The story's key. Defaults to the only open story.
    #[serde(default)]
    story: String,
}

#[derive(Serialize, JsonSchema)]
struct Taken {
    /// The new backup; null if nothing has changed since the last one.
    backup: Option<Backup>,
}

async fn take(cx: ToolContext<Workspace>, _: Caller, input: BackUp) -> Result<Taken, ToolError> {
    let backup = cx.target().back_up(&input.story).await?;
    Ok(Taken { backup })
}

/// Open a backup as a story of its own. Nothing is overwritten: while the story it was taken of is
/// still there, the title of the new one tells the time of the backup.
#[derive(Deserialize, JsonSchema)]
struct OpenBackup {
    /// The key of the story that it was taken of.
    story: String,
    /// Its name, as list_backups gives it.
    backup: String,
}

async fn open(
    cx: ToolContext<Workspace>,
    caller: Caller,
    input: OpenBackup,
) -> Result<StoryInfo, ToolError> {
    let opened = cx
        .target()
        .open_backup(&input.story, &input.backup, window_of(&caller));
    Ok(opened.await?)
}
