//! The desk's verbs by name: what a window can ask before and beside any story. A page of their own
//! tells them: `docs/reference/desk.md`.

use std::path::PathBuf;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::{DESK, Wish};
use crate::Desk;
use crate::desk::Changes;
use crate::faces::attached::{self, Given};
use crate::faces::{Content, DeskRefusal, Failure, failure::nearest};

/// Every verb, for a name that was misspelled.
const NAMES: [&str; 19] = [
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
struct Nothing {}

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
struct Run {
    run: u64,
}

/// Carries out a verb.
pub(super) async fn run(desk: &Desk, verb: &str, wish: &Wish) -> Result<Value, Failure> {
    let window = wish.origin.as_str();
    match verb {
        "state" => {
            let Nothing {} = args(wish)?;
            state(desk)
        }
        "open" => {
            let Open { story, path } = args(wish)?;
            let path = match (path, story) {
                (Some(path), _) => path,
                (None, Some(story)) => desk.path_of(&story).ok_or_else(|| unknown(&story))?,
                (None, None) => {
                    return Err(Failure::invalid("say which story to open")
                        .hint("give its key as `story`, or its file as `path`"));
                }
            };
            Ok(json!(desk.open(&path, window).await?))
        }
        "create" => {
            let Create { title, path } = args(wish)?;
            Ok(json!(desk.create(&title, path, window).await?))
        }
        "sample" => {
            let Nothing {} = args(wish)?;
            Ok(json!(desk.sample(window).await?))
        }
        "import" => import(desk, args(wish)?, window).await,
        "imports" => {
            let Nothing {} = args(wish)?;
            Ok(json!({ "imports": desk.imports(window) }))
        }
        "cancel_import" => {
            let Run { run } = args(wish)?;
            Ok(json!({ "cancelled": desk.cancel_import(run, window) }))
        }
        "copy" => {
            let Copy { story, path } = args(wish)?;
            Ok(json!(desk.copy(&story, path).await?))
        }
        "close" => {
            let Story { story } = args(wish)?;
            desk.close(&story, window)?;
            Ok(json!({}))
        }
        "forget" => {
            let Story { story } = args(wish)?;
            desk.forget(&story)?;
            Ok(json!({}))
        }
        "attach_picture" => {
            let content: Content = args(wish)?;
            let studio = desk.studio(&wish.story).await?;
            let given = vec![Given::Bytes(content.bytes()?)];
            let kept = attached::keep(&studio, given).await?;
            Ok(json!({ "pictures": kept }))
        }
        "cancel_call" => {
            let Run { run } = args(wish)?;
            let studio = desk.studio(&wish.story).await?;
            Ok(json!({ "cancelled": studio.cancel_call(run) }))
        }
        _ => choose(desk, verb, wish).await,
    }
}

/// Carries out a verb about what a person chose: settings, models and their keys. The last of them:
/// one that is none of these is none at all.
async fn choose(desk: &Desk, verb: &str, wish: &Wish) -> Result<Value, Failure> {
    match verb {
        "settings" => {
            let Nothing {} = args(wish)?;
            Ok(json!(desk.settings_view()?))
        }
        "change_settings" => {
            let changes: Changes = args(wish)?;
            Ok(json!(desk.change_settings(changes).await?))
        }
        "key_state" => {
            let Provider { provider } = args(wish)?;
            Ok(json!(desk.key_state(provider).await?))
        }
        "keep_key" => {
            let Key { provider, key } = args(wish)?;
            Ok(json!(desk.keep_key(provider, key).await?))
        }
        "forget_key" => {
            let Provider { provider } = args(wish)?;
            Ok(json!(desk.forget_key(provider).await?))
        }
        "test_model" => {
            let Model { model, address } = args(wish)?;
            desk.test_model(&model, address.as_deref()).await
        }
        "list_models" => {
            let Models { provider, address } = args(wish)?;
            let models = desk.list_models(&provider, address.as_deref()).await?;
            Ok(json!({ "models": models }))
        }
        other => {
            let failed = Failure::new(
                capability::Code::UnknownAction,
                format!("the desk has no verb {other:?}"),
            );
            Err(match nearest(other, NAMES.into_iter()) {
                Some(near) => failed.hint(format!("did you mean {DESK}{near}?")),
                None => failed,
            })
        }
    }
}

/// What is open, what was, and where a window begins.
fn state(desk: &Desk) -> Result<Value, Failure> {
    Ok(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "begin": desk.begin(),
        "recent": desk.recent(),
        "settings": desk.settings_view()?,
    }))
}

async fn import(desk: &Desk, file: Import, window: &str) -> Result<Value, Failure> {
    let bytes = file.content.bytes()?;
    let format = file.format.as_deref();
    let (named, report) = desk.import(&file.file_name, bytes, format, window).await?;
    let mut answer = json!(named);
    answer["report"] = report;
    Ok(answer)
}

fn unknown(story: &str) -> Failure {
    let story = story.to_owned();
    Failure::not_found(DeskRefusal::StoryUnlisted { story }).hint("open it by its file")
}

/// What the verb is given. Messages name fields, never what stands in them: it may be a key.
pub(super) fn args<T: DeserializeOwned>(wish: &Wish) -> Result<T, Failure> {
    let given = serde_json::Value::Object(wish.args.clone());
    T::deserialize(given).map_err(|error| {
        let why = error.to_string();
        let why = match why.starts_with("missing") || why.starts_with("unknown field") {
            true => why,
            false => "a field has another type than it should".to_owned(),
        };
        Failure::invalid(format!("{} cannot be called so: {why}", wish.name))
            .hint("docs/reference/desk.md lists the verbs and their fields")
    })
}
