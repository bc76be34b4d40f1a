//! Tools for stories as files: open, create, import, copy, close, compact; and the initial state of
//! a window.

use std::path::PathBuf;

use capabilities::ImportPreview;
use capability::{Caller, Capability, Impact, Progress, Tool, ToolContext, ToolError};
use messages::Language;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{new_tool, tool, window_of};
use crate::content::Encoding;
use crate::workspace::{Recent, SettingsView, StoryInfo};
use crate::{Content, Failure, ImportedFile, Workspace, WorkspaceError};

/// The group of these tools.
pub(super) struct Stories;

impl Capability<Workspace> for Stories {
    fn name(&self) -> &'static str {
        "stories"
    }

    fn title(&self) -> &'static str {
        "Stories"
    }

    fn summary(&self) -> &'static str {
        "Opens, creates, imports, copies and closes story files."
    }

    fn tools(&self) -> Vec<Tool<Workspace>> {
        use Impact::{Destroy, Read, Write};
        vec![
            tool(("state", "get_workspace_state", "desk_state"), Read, state),
            tool(("open", "open_story", "desk_open"), Write, open),
            tool(("create", "create_story", "desk_create"), Write, create),
            tool(
                ("open_sample", "open_sample_story", "desk_sample"),
                Write,
                sample,
            ),
            tool(
                ("create_from_file", "create_story_from_file", "desk_import"),
                Write,
                import,
            ),
            new_tool(("preview_file", "preview_file"), Read, preview),
            tool(("imports", "list_imports", "desk_imports"), Read, imports),
            tool(
                ("cancel_import", "cancel_import", "desk_cancel_import"),
                Write,
                cancel_import,
            ),
            tool(("copy", "copy_story", "desk_copy"), Write, copy),
            tool(("close", "close_story", "desk_close"), Write, close),
            tool(
                ("remove_recent", "remove_recent_story", "desk_forget"),
                Write,
                remove_recent,
            ),
            new_tool(("compact", "compact_story"), Destroy, compact),
            new_tool(("verify", "verify_story_file"), Read, verify),
        ]
    }
}

/// Read what a window shows first: the version of the program, the story to begin with, the recent
/// stories, and the settings.
#[derive(Deserialize, JsonSchema)]
struct State {}

#[derive(Serialize, JsonSchema)]
struct WorkspaceState {
    version: &'static str,
    /// The story a window begins with; null: the welcome screen.
    begin: Option<String>,
    /// The stories that were opened here, newest first.
    recent: Vec<Recent>,
    settings: SettingsView,
}

async fn state(
    cx: ToolContext<Workspace>,
    _: Caller,
    _: State,
) -> Result<WorkspaceState, ToolError> {
    let workspace = cx.target();
    Ok(WorkspaceState {
        version: env!("CARGO_PKG_VERSION"),
        begin: workspace.initial_story(),
        recent: workspace.recent(),
        settings: workspace.settings_view()?,
    })
}

/// Open a story file, or share it if it is open already. Give its key or its file.
#[derive(Deserialize, JsonSchema)]
struct Open {
    /// The key of a recent story, as get_workspace_state gives it.
    story: Option<String>,
    /// The file; it takes precedence over the key.
    path: Option<String>,
}

async fn open(
    cx: ToolContext<Workspace>,
    caller: Caller,
    input: Open,
) -> Result<StoryInfo, ToolError> {
    let workspace = cx.target();
    let path = match (input.path, input.story) {
        (Some(path), _) => PathBuf::from(path),
        (None, Some(story)) => workspace.path_of(&story).ok_or_else(|| unlisted(story))?,
        (None, None) => {
            return Err(ToolError::invalid("", "say which story to open")
                .hint("give its key as `story`, or its file as `path`"));
        }
    };
    Ok(workspace.open(&path, window_of(&caller)).await?)
}

fn unlisted(story: String) -> Failure {
    Failure::not_found(WorkspaceError::StoryUnlisted { story }).hint("open it by its file")
}

/// Create an empty story and open it.
#[derive(Deserialize, JsonSchema)]
struct Create {
    /// Its title.
    title: String,
    /// The new file. Defaults to a file named by the title in the folder for stories.
    path: Option<String>,
}

async fn create(
    cx: ToolContext<Workspace>,
    caller: Caller,
    input: Create,
) -> Result<StoryInfo, ToolError> {
    let path = input.path.map(PathBuf::from);
    let created = cx.target().create(&input.title, path, window_of(&caller));
    Ok(created.await?)
}

/// Open the sample story, which is created if it does not exist yet.
#[derive(Deserialize, JsonSchema)]
struct Sample {
    /// The language it is written in, as a BCP 47 tag: `en`, `zh-CN`. Defaults to English.
    language: Option<String>,
    /// Whether to create a new one even if there is one. Defaults to false.
    fresh: Option<bool>,
}

async fn sample(
    cx: ToolContext<Workspace>,
    caller: Caller,
    input: Sample,
) -> Result<StoryInfo, ToolError> {
    let language = input.language.as_deref().and_then(Language::for_tag);
    let fresh = input.fresh.unwrap_or_default();
    let opened = cx
        .target()
        .sample(language.unwrap_or_default(), fresh, window_of(&caller));
    Ok(opened.await?)
}

/// Create a story from the file of another program and open it. A file that cannot be read leaves
/// no story behind. A story file becomes a copy among the others.
#[derive(Deserialize, JsonSchema)]
struct Import {
    /// The file's name; its beginning becomes the title, its extension tells the format.
    file_name: String,
    /// What is in the file.
    content: String,
    /// How the content is written.
    #[serde(default)]
    encoding: Encoding,
    /// The format. Defaults to the one that fits the file.
    format: Option<String>,
    /// How prose is divided into nodes, as for import_story.
    split: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct Imported {
    #[serde(flatten)]
    story: StoryInfo,
    /// What was read, as import_story reports it; null for a story file.
    #[schemars(with = "Option<capabilities::ImportReport>")]
    report: Value,
}

async fn import(
    cx: ToolContext<Workspace>,
    caller: Caller,
    input: Import,
) -> Result<Imported, ToolError> {
    let bytes = Content::new(input.content, input.encoding).bytes()?;
    let stop = cx.cancelled().child_token();
    let file = ImportedFile {
        name: &input.file_name,
        format: input.format.as_deref(),
        split: input.split.as_deref(),
    };
    let (story, report) = cx
        .target()
        .import(bytes, file, (window_of(&caller), stop))
        .await?;
    Ok(Imported { story, report })
}

/// See what the file of another program would bring, without importing it: how many nodes and their
/// titles; for prose, where it is divided, and how many nodes other ways of dividing give.
#[derive(Deserialize, JsonSchema)]
struct PreviewFile {
    /// The file's name, which helps to find out its format.
    file_name: String,
    /// What is in the file.
    content: String,
    /// How the content is written.
    #[serde(default)]
    encoding: Encoding,
    /// The format. Defaults to the one that fits the file.
    format: Option<String>,
    /// How prose is divided into nodes, as for import_story.
    split: Option<String>,
}

async fn preview(
    cx: ToolContext<Workspace>,
    _: Caller,
    input: PreviewFile,
) -> Result<ImportPreview, ToolError> {
    let bytes = Content::new(input.content, input.encoding).bytes()?;
    let workspace = cx.target();
    workspace
        .preview(bytes, input.file_name, input.format, input.split)
        .await
}

/// List how far the imports of this window have come that take longer than a moment.
#[derive(Deserialize, JsonSchema)]
struct ListImports {}

#[derive(Serialize, JsonSchema)]
struct Imports {
    /// As `progress` events tell it.
    imports: Vec<Progress>,
}

async fn imports(
    cx: ToolContext<Workspace>,
    caller: Caller,
    _: ListImports,
) -> Result<Imports, ToolError> {
    let imports = cx.target().imports(window_of(&caller));
    Ok(Imports { imports })
}

/// Stop an import of this window. It leaves no story behind.
#[derive(Deserialize, JsonSchema)]
struct CancelImport {
    /// Its number, as list_imports gives it.
    run: u64,
}

#[derive(Serialize, JsonSchema)]
struct Cancelled {
    /// Whether an import of this window was running under this number.
    cancelled: bool,
}

async fn cancel_import(
    cx: ToolContext<Workspace>,
    caller: Caller,
    input: CancelImport,
) -> Result<Cancelled, ToolError> {
    let cancelled = cx.target().cancel_import(input.run, window_of(&caller));
    Ok(Cancelled { cancelled })
}

/// Save a copy of an open story. The copy is not opened.
#[derive(Deserialize, JsonSchema)]
struct Copy {
    /// The story's key.
    story: String,
    /// The new file. Defaults to a file named by the title in the folder for stories.
    path: Option<String>,
    /// Whether to leave out older versions, drafts, snapshots and conversations, for a copy that
    /// somebody else is given. Defaults to false.
    without_history: Option<bool>,
}

async fn copy(cx: ToolContext<Workspace>, _: Caller, input: Copy) -> Result<StoryInfo, ToolError> {
    let path = input.path.map(PathBuf::from);
    let without_history = input.without_history.unwrap_or(false);
    Ok(cx
        .target()
        .copy(&input.story, path, without_history)
        .await?)
}

/// Close a story in this window. The last window closes the file, and the next start does not open
/// it.
#[derive(Deserialize, JsonSchema)]
struct Close {
    /// The story's key.
    story: String,
}

async fn close(
    cx: ToolContext<Workspace>,
    caller: Caller,
    input: Close,
) -> Result<Done, ToolError> {
    cx.target().close(&input.story, window_of(&caller))?;
    Ok(Done {})
}

/// Nothing besides success.
#[derive(Serialize, JsonSchema)]
struct Done {}

/// Remove a story from the list of recent stories. Its file stays.
#[derive(Deserialize, JsonSchema)]
struct RemoveRecent {
    /// The story's key.
    story: String,
}

async fn remove_recent(
    cx: ToolContext<Workspace>,
    _: Caller,
    input: RemoveRecent,
) -> Result<Done, ToolError> {
    cx.target().forget(&input.story)?;
    Ok(Done {})
}

/// Make a story file smaller: drop the data of old versions, except the newest of each item.
#[derive(Deserialize, JsonSchema)]
struct Compact {
    /// The story's key. Defaults to the only open story.
    #[serde(default)]
    story: String,
    /// How many of the newest versions of each item to keep.
    keep: u32,
}

#[derive(Serialize, JsonSchema)]
struct Compacted {
    /// How many versions lost their text.
    versions: u64,
    /// How many pictures and sounds were removed.
    assets: u64,
}

async fn compact(
    cx: ToolContext<Workspace>,
    _: Caller,
    input: Compact,
) -> Result<Compacted, ToolError> {
    let studio = cx.target().studio(&input.story).await?;
    cx.target().back_up_before(&studio).await?;
    let (versions, assets) = studio.store().compact(input.keep).await?;
    Ok(Compacted { versions, assets })
}

/// Read a whole story file once and list everything that is damaged.
#[derive(Deserialize, JsonSchema)]
struct Verify {
    /// The story's key. Defaults to the only open story.
    #[serde(default)]
    story: String,
}

#[derive(Serialize, JsonSchema)]
struct Verified {
    /// What is damaged, one sentence each; empty where nothing is.
    faults: Vec<String>,
}

async fn verify(
    cx: ToolContext<Workspace>,
    _: Caller,
    input: Verify,
) -> Result<Verified, ToolError> {
    let faults = cx.target().verify(&input.story).await?;
    Ok(Verified { faults })
}
