//! Image: the picture of a node (ST-2). A picture is generated first, with no transaction open, and
//! then stored in one commit: asset and version together, or neither (ST-6). Not here: image
//! models. `upload` adds existing pictures.

mod metadata;
#[cfg(test)]
mod tests;
mod upload;

use std::time::Duration;

use capability::{
    Capability, Code, DataSpec, GeneratedImage, ImageRequest, Impact, InvalidArgument, LlmError,
    Tool, ToolContext, ToolError, ToolFailure, UiHints,
};
use model::contents::{IMAGE, Picture, Seed};
use model::{HistoryEntry, Slot, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::answer::{NodeRef, hints, node_title, to_json};
use crate::error::CapabilityError;
use crate::validate;

const NAME: &str = IMAGE;

/// The longest prompt, in characters; services cut longer ones without saying so.
const MAX_PROMPT_CHARS: usize = 4000;

/// The time limit for generating a picture.
const GENERATION_TIMEOUT: Duration = Duration::from_secs(180);

/// The time limit for inspecting a large file.
const INSPECTION_TIMEOUT: Duration = Duration::from_secs(60);

pub(crate) struct Image;

impl Capability for Image {
    fn name(&self) -> &'static str {
        NAME
    }

    fn title(&self) -> &'static str {
        "Image"
    }

    fn summary(&self) -> &'static str {
        "Generates visuals."
    }

    fn data(&self) -> Option<DataSpec> {
        let prompt = |data: &Value| Picture::prompt_in(data).unwrap_or_default().to_owned();
        let outline = "{ asset, mime, prompt, ratio, model, seed?, width, height, origin? }";
        Some(DataSpec::of::<Picture>(outline).text(prompt))
    }

    fn tools(&self) -> Vec<Tool> {
        vec![
            Tool::new("generate", "generate_image", Impact::Spend, generate)
                .everyday()
                .hide_from_models(&["seed"])
                .time_limit(GENERATION_TIMEOUT)
                .hints(show_picture),
            Tool::new("add", "add_image", Impact::Write, upload::add)
                .hide_from_models(&["content"])
                .time_limit(INSPECTION_TIMEOUT)
                .hints(show_picture),
            Tool::new("remove", "remove_image", Impact::Write, upload::remove)
                .hints(upload::show_removed),
            Tool::new("list", "list_images", Impact::Read, list),
        ]
    }
}

/// Width to height.
#[derive(Clone, Copy, Default, Serialize, Deserialize, JsonSchema)]
enum Ratio {
    #[default]
    #[serde(rename = "1:1")]
    Square,
    #[serde(rename = "4:3")]
    Screen,
    #[serde(rename = "3:4")]
    Page,
    #[serde(rename = "3:2")]
    Photograph,
    #[serde(rename = "2:3")]
    Portrait,
    #[serde(rename = "16:9")]
    Wide,
    #[serde(rename = "9:16")]
    Tall,
}

/// Generate an image for a node from a description: paint or draw a picture. It becomes the node's
/// image; earlier images are kept as versions.
#[derive(Deserialize, JsonSchema)]
struct Generate {
    /// What the picture shows: subject, setting, style, light, mood.
    prompt: String,
    /// Width to height. Defaults to `1:1`. `3:4` suits portraits, `16:9` places.
    ratio: Option<Ratio>,
    /// A number that makes the picture repeatable: the same seed and prompt give the same picture,
    /// if the image model supports it.
    seed: Option<u32>,
    /// The node's title, or the first or last characters of its id. Defaults to the node being
    /// edited.
    node: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct Generated {
    node: NodeRef,
    version: u32,
    #[serde(flatten)]
    picture: Picture,
}

async fn generate(cx: ToolContext, input: Generate) -> Result<Generated, ToolError> {
    let node = validate::node(&cx, "/node", input.node.as_deref())?;
    let request = ImageRequest {
        prompt: checked_prompt(&input.prompt)?,
        ratio: ratio_name(input.ratio.unwrap_or_default()),
        seed: input.seed.map(u64::from),
    };
    let painted = paint(&cx, &request).await?;
    cx.edit(move |edit| {
        let GeneratedImage {
            bytes,
            mime,
            model,
            seed,
            width,
            height,
        } = painted;
        let asset = edit.attach(&bytes, &mime)?;
        let ImageRequest { prompt, ratio, .. } = request;
        let picture = Picture {
            asset,
            mime,
            prompt,
            ratio,
            model,
            seed: seed.map(Seed),
            width,
            height,
            origin: String::new(),
        };
        let version = edit
            .write(&Slot::node(node.id, NAME), &to_json(&picture))?
            .number;
        Ok(Generated {
            node: NodeRef::from(&node),
            version,
            picture,
        })
    })
    .await
}

/// Generates in a task of its own: if the call is stopped, the model can still cancel the request
/// at its service, which would otherwise continue.
async fn paint(cx: &ToolContext, request: &ImageRequest) -> Result<GeneratedImage, ToolError> {
    let artist = cx.models().image();
    let (watched, request) = (cx.clone(), request.clone());
    let painting = tokio::spawn(async move {
        let mut tell = |done: f32| watched.progress(Some(f64::from(done)), "painting");
        let cancelled = watched.cancelled();
        artist
            .generate_with_progress(&request, cancelled, &mut tell)
            .await
    });
    match painting.await {
        Ok(painted) => painted.map_err(|it| generation_failed(&it)),
        Err(error) => match error.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            Err(_) => Err(generation_failed(&LlmError::Cancelled)),
        },
    }
}

fn checked_prompt(given: &str) -> Result<String, ToolError> {
    let prompt = given.trim();
    validate::prose("/prompt", "the prompt", prompt)?;
    if prompt.is_empty() {
        return Err(ToolError::invalid("/prompt", CapabilityError::NoPrompt {})
            .hint("say what the picture shows"));
    }
    let length = prompt.chars().count();
    if length > MAX_PROMPT_CHARS {
        let message =
            format!("the prompt is {length} characters long; at most {MAX_PROMPT_CHARS} are read");
        let most = MAX_PROMPT_CHARS as u64;
        return Err(
            ToolError::invalid("/prompt", message).said(&InvalidArgument::FieldLong { most })
        );
    }
    Ok(prompt.to_owned())
}

fn ratio_name(ratio: Ratio) -> String {
    to_json(&ratio).as_str().unwrap_or_default().to_owned()
}

/// Explains a failure of the image model to whoever requested the picture.
fn generation_failed(error: &LlmError) -> ToolError {
    let failure = |code| ToolError {
        said: error.said(),
        ..ToolError::new(code, format!("no picture was made: {error}"))
    };
    match error {
        LlmError::Cancelled => ToolError::new(Code::Cancelled, "the picture was not finished")
            .said(&ToolFailure::Stopped {}),
        LlmError::Refused { .. } => ToolError {
            path: Some("/prompt".to_owned()),
            ..failure(Code::InvalidActionInput)
        }
        .hint("describe the picture differently, or tell the person that it was declined"),
        LlmError::OverBudget { .. } => failure(Code::PermissionDenied)
            .hint("ask for no more pictures now, and tell the person which are still to be made"),
        LlmError::TooLong { .. } => ToolError {
            path: Some("/prompt".to_owned()),
            ..failure(Code::InvalidActionInput)
        }
        .hint("shorten the prompt"),
        LlmError::Unauthorized { .. } | LlmError::NoCredit { .. } | LlmError::BadRequest { .. } => {
            failure(Code::Unavailable).hint(
                "trying again does not help: a person has to look at the image model's settings",
            )
        }
        _ => failure(Code::Unavailable).hint(match error.retry_after() {
            Some(wait) => format!(
                "nothing was written; try again in {} seconds",
                wait.as_secs()
            ),
            None => "nothing was written; try again once, then tell the person".to_owned(),
        }),
    }
}

fn show_picture(answer: &Value) -> Option<UiHints> {
    let fields = json!({
        "asset": answer["asset"],
        "mime": answer["mime"],
        "alt": answer["prompt"],
        "width": answer["width"],
        "height": answer["height"],
    });
    hints(
        "picture",
        format!("Picture of {}", node_title(answer)),
        fields,
    )
}

/// List the pictures of a node, newest first. Each says how it was made and whether it is adopted.
/// To go back to an earlier one use adopt_version with the capability `image`.
#[derive(Deserialize, JsonSchema)]
struct List {
    /// The node's title, or the first or last characters of its id. Defaults to the node being
    /// edited.
    node: Option<String>,
    /// How many to list at most. Defaults to 20.
    #[schemars(range(min = 1, max = 500))]
    limit: Option<usize>,
}

#[derive(Serialize, JsonSchema)]
struct Listed {
    node: NodeRef,
    count: usize,
    images: Vec<PictureEntry>,
}

#[derive(Serialize, JsonSchema)]
struct PictureEntry {
    version: u32,
    adopted: bool,
    time: Timestamp,
    /// None where compaction dropped it.
    #[serde(flatten)]
    picture: Option<Picture>,
}

impl From<HistoryEntry> for PictureEntry {
    fn from(entry: HistoryEntry) -> Self {
        Self {
            version: entry.version.number,
            adopted: entry.adopted,
            time: entry.time,
            picture: serde_json::from_str(&entry.version.body).ok(),
        }
    }
}

async fn list(cx: ToolContext, input: List) -> Result<Listed, ToolError> {
    let node = validate::node(&cx, "/node", input.node.as_deref())?;
    let slot = Slot::node(node.id, NAME);
    let versions = cx
        .story()
        .versions(&slot, None, input.limit.unwrap_or(20))?;
    let images: Vec<_> = versions.into_iter().map(PictureEntry::from).collect();
    Ok(Listed {
        node: NodeRef::from(&node),
        count: images.len(),
        images,
    })
}
