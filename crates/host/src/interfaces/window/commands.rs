//! The workspace's verbs by name: what a window can ask before and beside any story. A page of their own
//! tells them: `docs/reference/workspace.md`.

use std::path::PathBuf;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::{WORKSPACE_PREFIX, WindowRequest};
use crate::Workspace;
use crate::failure::nearest;
use crate::interfaces::attachments::{self, Attachment};
use crate::workspace::SettingsChanges;
use crate::{Content, Failure, WorkspaceError};

/// Every command, for a name that was misspelled.
const COMMANDS: [&str; 19] = [
    "state",
    "open",
    "create",
    "sample",
    "import",
    "imports",
    "cancel_import",
    "copy",
    "close",
    "forget",
    "settings",
    "change_settings",
    "key_state",
    "keep_key",
    "forget_key",
    "test_model",
    "list_models",
    "attach_picture",
    "cancel_call",
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NoArgs {}

/// One story: by its key, or by its file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Open {
    story: Option<String>,
    path: Option<PathBuf>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Create {
    title: String,
    path: Option<PathBuf>,
}

#[derive(Deserialize)]
struct Import {
    file_name: String,
    #[serde(flatten)]
    content: Content,
    format: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Copy {
    story: String,
    path: Option<PathBuf>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Story {
    story: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Provider {
    provider: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Key {
    provider: String,
    key: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Model {
    model: String,
    address: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Models {
    provider: String,
    address: Option<String>,
}

/// A call that runs, by the number its progress is told under.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RunningCall {
    run: u64,
}

/// Carries out a command.
pub(super) async fn run(
    workspace: &Workspace,
    command: &str,
    request: &WindowRequest,
) -> Result<Value, Failure> {
    let window = request.origin.as_str();
    match command {
        "state" => {
            let NoArgs {} = args(request)?;
            state(workspace)
        }
        "open" => {
            let Open { story, path } = args(request)?;
            let path = match (path, story) {
                (Some(path), _) => path,
                (None, Some(story)) => workspace.path_of(&story).ok_or_else(|| unknown(&story))?,
                (None, None) => {
                    return Err(Failure::invalid("say which story to open")
                        .hint("give its key as `story`, or its file as `path`"));
                }
            };
            Ok(json!(workspace.open(&path, window).await?))
        }
        "create" => {
            let Create { title, path } = args(request)?;
            Ok(json!(workspace.create(&title, path, window).await?))
        }
        "sample" => {
            let NoArgs {} = args(request)?;
            Ok(json!(workspace.sample(window).await?))
        }
        "import" => import(workspace, args(request)?, window).await,
        "imports" => {
            let NoArgs {} = args(request)?;
            Ok(json!({ "imports": workspace.imports(window) }))
        }
        "cancel_import" => {
            let RunningCall { run } = args(request)?;
            Ok(json!({ "cancelled": workspace.cancel_import(run, window) }))
        }
        "copy" => {
            let Copy { story, path } = args(request)?;
            Ok(json!(workspace.copy(&story, path).await?))
        }
        "close" => {
            let Story { story } = args(request)?;
            workspace.close(&story, window)?;
            Ok(json!({}))
        }
        "forget" => {
            let Story { story } = args(request)?;
            workspace.forget(&story)?;
            Ok(json!({}))
        }
        "attach_picture" => {
            let content: Content = args(request)?;
            let studio = workspace.studio(&request.story).await?;
            let given = vec![Attachment::Bytes(content.bytes()?)];
            let kept = attachments::store_all(&studio, given).await?;
            Ok(json!({ "pictures": kept }))
        }
        "cancel_call" => {
            let RunningCall { run } = args(request)?;
            let studio = workspace.studio(&request.story).await?;
            Ok(json!({ "cancelled": studio.cancel_call(run) }))
        }
        _ => run_settings_command(workspace, command, request).await,
    }
}

/// Carries out a command about what a person chose: settings, models and their keys. The last of them:
/// one that is none of these is none at all.
async fn run_settings_command(
    workspace: &Workspace,
    command: &str,
    request: &WindowRequest,
) -> Result<Value, Failure> {
    match command {
        "settings" => {
            let NoArgs {} = args(request)?;
            Ok(json!(workspace.settings_view()?))
        }
        "change_settings" => {
            let changes: SettingsChanges = args(request)?;
            Ok(json!(workspace.change_settings(changes).await?))
        }
        "key_state" => {
            let Provider { provider } = args(request)?;
            Ok(json!(workspace.key_state(provider).await?))
        }
        "keep_key" => {
            let Key { provider, key } = args(request)?;
            Ok(json!(workspace.keep_key(provider, key).await?))
        }
        "forget_key" => {
            let Provider { provider } = args(request)?;
            Ok(json!(workspace.forget_key(provider).await?))
        }
        "test_model" => {
            let Model { model, address } = args(request)?;
            workspace.test_model(&model, address.as_deref()).await
        }
        "list_models" => {
            let Models { provider, address } = args(request)?;
            let models = workspace.list_models(&provider, address.as_deref()).await?;
            Ok(json!({ "models": models }))
        }
        other => {
            let failed = Failure::new(
                capability::Code::UnknownAction,
                format!("the workspace has no command {other:?}"),
            );
            Err(match nearest(other, COMMANDS.into_iter()) {
                Some(near) => failed.hint(format!("did you mean {WORKSPACE_PREFIX}{near}?")),
                None => failed,
            })
        }
    }
}

/// What is open, what was, and where a window begins.
fn state(workspace: &Workspace) -> Result<Value, Failure> {
    Ok(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "begin": workspace.initial_story(),
        "recent": workspace.recent(),
        "settings": workspace.settings_view()?,
    }))
}

async fn import(workspace: &Workspace, file: Import, window: &str) -> Result<Value, Failure> {
    let bytes = file.content.bytes()?;
    let format = file.format.as_deref();
    let (named, report) = workspace
        .import(&file.file_name, bytes, format, window)
        .await?;
    let mut answer = json!(named);
    answer["report"] = report;
    Ok(answer)
}

fn unknown(story: &str) -> Failure {
    let story = story.to_owned();
    Failure::not_found(WorkspaceError::StoryUnlisted { story }).hint("open it by its file")
}

/// What the command is given. Messages name fields, never what stands in them: it may be a key.
pub(super) fn args<T: DeserializeOwned>(request: &WindowRequest) -> Result<T, Failure> {
    let given = serde_json::Value::Object(request.args.clone());
    T::deserialize(given).map_err(|error| {
        let why = error.to_string();
        let why = match why.starts_with("missing") || why.starts_with("unknown field") {
            true => why,
            false => "a field has another type than it should".to_owned(),
        };
        Failure::invalid(format!("{} cannot be called so: {why}", request.name))
            .hint("docs/reference/workspace.md lists the verbs and their fields")
    })
}
