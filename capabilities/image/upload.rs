//! Adds a picture file to a node: checked, stripped of metadata, and adopted; and removes a node's
//! picture. Enter through [`add`] and [`remove`]. Not here: generating pictures.

use std::io::Cursor;

use capability::{InvalidArgument, ToolContext, ToolError, UiHints};
use imagesize::ImageType;
use model::contents::OWN_FILE;
use model::{LocalizedMessage, Slot};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::{MAX_PROMPT_CHARS, NAME, Picture, metadata};
use crate::answer::{NodeRef, message, node_title, to_json};
use crate::background::run_in_background;
use crate::error::CapabilityError;
use crate::shared::media::{self, MAX_FILE_BYTES};
use crate::validate;

/// The most pixels, so that decoding a picture does not exhaust the memory.
const MAX_PIXELS: u64 = 40_000_000;

/// Add a picture to a node: one that a person attached or a tool answered with, or an image file. It
/// becomes the node's image; earlier images are kept as versions. The picture itself is not changed;
/// metadata in the file (location, time, camera, names) is removed.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Add {
    /// The bytes of a PNG, JPEG or WebP file as base64, at most 12 MB of file. At a terminal
    /// `@portrait.png` reads the file.
    content: Option<String>,
    /// A picture that is in the story already, by its hash or at least the first 8 characters of it.
    /// Give either this or `content`.
    picture: Option<String>,
    /// The node's title, or the first or last characters of its id. Defaults to the node being
    /// edited.
    node: Option<String>,
    /// What the picture shows, for search and for people who cannot see it.
    description: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Added {
    node: NodeRef,
    version: u32,
    #[serde(flatten)]
    picture: Picture,
}

/// The picture in a file.
struct PictureInfo {
    mime: &'static str,
    width: u32,
    height: u32,
}

pub(super) async fn add(cx: ToolContext, input: Add) -> Result<Added, ToolError> {
    let node = validate::node(&cx, "/node", input.node.as_deref())?;
    let prompt = checked_description(input.description.as_deref())?;
    let source = Source::of(&cx, input.picture.as_deref(), input.content)?;
    let (bytes, seen) = run_in_background(move || {
        let bytes = source.bytes()?;
        let seen = inspect(&bytes)?;
        let plain = metadata::strip(seen.mime, &bytes)
            .ok_or_else(|| damaged(seen.mime, "its parts cannot be told apart"))?;
        Ok((plain, seen))
    })
    .await?;
    cx.edit(move |edit| {
        let picture = Picture {
            asset: edit.attach(&bytes, seen.mime)?,
            mime: seen.mime.to_owned(),
            prompt,
            ratio: String::new(),
            model: String::new(),
            seed: None,
            width: seen.width,
            height: seen.height,
            origin: OWN_FILE.to_owned(),
        };
        let version = edit
            .write(&Slot::node(node.id, NAME), &to_json(&picture))?
            .number;
        Ok(Added {
            node: NodeRef::from(&node),
            version,
            picture,
        })
    })
    .await
}

/// Where the bytes come from.
enum Source {
    Stored(Vec<u8>),
    Encoded(String),
}

impl Source {
    fn of(
        cx: &ToolContext,
        picture: Option<&str>,
        content: Option<String>,
    ) -> Result<Self, ToolError> {
        match (picture, content) {
            (Some(picture), None) => stored(cx, picture).map(Self::Stored),
            (None, Some(content)) => Ok(Self::Encoded(content)),
            _ => Err(invalid_content(CapabilityError::PictureUnnamed {})
                .hint("give either picture or content")),
        }
    }

    fn bytes(self) -> Result<Vec<u8>, ToolError> {
        match self {
            Self::Stored(bytes) => Ok(bytes),
            Self::Encoded(content) => decoded(&content),
        }
    }
}

/// The bytes of a picture that the story has.
fn stored(cx: &ToolContext, hash: &str) -> Result<Vec<u8>, ToolError> {
    let hash = media::trimmed_hash(hash);
    media::stored(cx, hash)?.ok_or_else(|| {
        let hash = validate::shorten_for_message(hash);
        let mut error = ToolError::not_found(CapabilityError::PictureUnknown { hash });
        error.path = Some("/picture".to_owned());
        error.hint("answers name a picture as `asset`; messages say which one is attached")
    })
}

fn checked_description(given: Option<&str>) -> Result<String, ToolError> {
    let text = given.unwrap_or_default().trim();
    validate::prose("/description", "the description", text)?;
    let length = text.chars().count();
    if length > MAX_PROMPT_CHARS {
        let message = format!(
            "the description is {length} characters long; at most {MAX_PROMPT_CHARS} are allowed"
        );
        let most = MAX_PROMPT_CHARS as u64;
        return Err(
            ToolError::invalid("/description", message).said(&InvalidArgument::FieldLong { most })
        );
    }
    Ok(text.to_owned())
}

fn invalid_content(message: impl Into<LocalizedMessage>) -> ToolError {
    ToolError::invalid("/content", message)
}

/// The bytes of a file.
fn decoded(content: &str) -> Result<Vec<u8>, ToolError> {
    media::decoded(content)?.ok_or_else(too_large)
}

fn too_large() -> ToolError {
    let megabytes = MAX_FILE_BYTES >> 20;
    ToolError::invalid("/content", CapabilityError::PictureLarge { megabytes })
        .hint("save the picture smaller, or as JPEG or WebP")
}

/// Decodes the whole picture, so that no damaged one is stored.
fn inspect(bytes: &[u8]) -> Result<PictureInfo, ToolError> {
    let (mime, looked) = match imagesize::image_type(bytes) {
        Ok(ImageType::Png) => ("image/png", png(bytes)),
        Ok(ImageType::Jpeg) => ("image/jpeg", jpeg(bytes)),
        Ok(ImageType::Webp) => ("image/webp", webp(bytes)),
        _ => {
            return Err(invalid_content(CapabilityError::PictureOther {})
                .hint("convert it to one of these first"));
        }
    };
    let (width, height) = looked.map_err(|fault| match fault {
        PictureError::Large => {
            let millions = MAX_PIXELS / 1_000_000;
            invalid_content(CapabilityError::PictureWide { millions }).hint("save it smaller")
        }
        PictureError::Damaged(why) => damaged(mime, &why),
    })?;
    Ok(PictureInfo {
        mime,
        width,
        height,
    })
}

fn damaged(mime: &str, why: &str) -> ToolError {
    let kind = mime.trim_start_matches("image/").to_uppercase();
    let why = why.to_owned();
    invalid_content(CapabilityError::PictureDamaged { kind, why })
        .hint("open it in another program and save it again")
}

/// Why a picture is rejected.
enum PictureError {
    Large,
    Damaged(String),
}

impl PictureError {
    fn damaged(error: impl std::fmt::Display) -> Self {
        Self::Damaged(error.to_string().trim().to_owned())
    }
}

type PictureSize = Result<(u32, u32), PictureError>;

fn check_size(width: u32, height: u32) -> PictureSize {
    match u64::from(width) * u64::from(height) {
        0 => Err(PictureError::Damaged("it has no pixels".to_owned())),
        1..=MAX_PIXELS => Ok((width, height)),
        _ => Err(PictureError::Large),
    }
}

fn png(bytes: &[u8]) -> PictureSize {
    let mut reader = png::Decoder::new(Cursor::new(bytes))
        .read_info()
        .map_err(PictureError::damaged)?;
    let size = check_size(reader.info().width, reader.info().height)?;
    // Row by row: the whole picture is not needed.
    while reader.next_row().map_err(PictureError::damaged)?.is_some() {}
    Ok(size)
}

fn jpeg(bytes: &[u8]) -> PictureSize {
    let side = MAX_PIXELS as usize;
    let options = DecoderOptions::default()
        .set_max_width(side)
        .set_max_height(side);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().map_err(PictureError::damaged)?;
    let (width, height) = decoder.dimensions().unwrap_or_default();
    let size = check_size(width as u32, height as u32)?;
    decoder.decode().map_err(PictureError::damaged)?;
    Ok(size)
}

fn webp(bytes: &[u8]) -> PictureSize {
    let mut decoder =
        image_webp::WebPDecoder::new(Cursor::new(bytes)).map_err(PictureError::damaged)?;
    let (width, height) = decoder.dimensions();
    let size = check_size(width, height)?;
    let length = decoder.output_buffer_size().ok_or(PictureError::Large)?;
    decoder
        .read_image(&mut vec![0; length])
        .map_err(PictureError::damaged)?;
    Ok(size)
}

/// Remove the image of a node. The picture is kept as a version: list_images shows it, and
/// adopt_version restores it.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Remove {
    /// The node's title, or the first or last characters of its id. Defaults to the node being
    /// edited.
    node: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Removed {
    node: NodeRef,
    /// The version that was adopted.
    was: u32,
}

pub(super) async fn remove(cx: ToolContext, input: Remove) -> Result<Removed, ToolError> {
    let node = validate::node(&cx, "/node", input.node.as_deref())?;
    cx.edit(move |edit| {
        let slot = Slot::node(node.id, NAME);
        let Some(adopted) = edit.adopted(&slot)? else {
            let title = validate::shorten_for_message(&node.title);
            return Err(ToolError::not_found(CapabilityError::PictureNone { title }));
        };
        edit.clear(&slot)?;
        Ok(Removed {
            node: NodeRef::from(&node),
            was: adopted.number,
        })
    })
    .await
}

pub(super) fn show_removed(answer: &Value) -> Option<UiHints> {
    message(format!("{} has no picture now", node_title(answer)))
}
