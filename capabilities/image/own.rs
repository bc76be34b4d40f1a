//! A picture of a person's own: checked, kept without what its file tells beside it, and adopted as the node's picture; and no
//! picture at all. Enter through [`add`] and [`remove`]. Not here: painting.

use std::io::Cursor;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use capability::{Misfit, ToolContext, ToolError, UiHints};
use model::{Sentence, Slot};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::{NAME, PROMPT, Picture, metadata};
use crate::answer::{NodeName, json_of, message, title_in};
use crate::aside::aside;
use crate::check;
use crate::refusal::Refusal;

/// The largest file that is taken, in bytes; as base64 it still fits into one call over HTTP.
const LARGEST: usize = 12 << 20;
/// The most pixels, so that looking at a picture does not fill the memory.
const PIXELS: u64 = 40_000_000;
/// Where such a picture comes from, as its data says.
const ORIGIN: &str = "own file";

/// Give a node a picture that you have as a file. It becomes the node's picture; earlier pictures stay
/// as earlier versions. The picture is kept as it is; what the file tells beside it (place, time,
/// camera, names) is left out.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Add {
    /// The bytes of a PNG, JPEG or WebP file as base64, at most 12 MB of file. At a terminal
    /// `@portrait.png` reads the file.
    content: String,
    /// The node's title, or the beginning or end of its id; the node being edited when left out.
    node: Option<String>,
    /// What the picture shows, for search and for whoever cannot see it.
    description: Option<String>,
}

#[derive(Serialize)]
pub(super) struct Added {
    node: NodeName,
    version: u32,
    #[serde(flatten)]
    picture: Picture,
}

/// The picture in a file.
struct Seen {
    mime: &'static str,
    width: u32,
    height: u32,
}

pub(super) async fn add(cx: ToolContext, input: Add) -> Result<Added, ToolError> {
    let node = check::node(&cx, "/node", input.node.as_deref())?;
    let prompt = described(input.description.as_deref())?;
    let (bytes, seen) = aside(move || {
        let bytes = decoded(&input.content)?;
        let seen = look(&bytes)?;
        let plain = metadata::without(seen.mime, &bytes)
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
            origin: ORIGIN.to_owned(),
        };
        let version = edit
            .write(&Slot::node(node.id, NAME), &json_of(&picture))?
            .number;
        Ok(Added {
            node: NodeName::from(&node),
            version,
            picture,
        })
    })
    .await
}

fn described(given: Option<&str>) -> Result<String, ToolError> {
    let text = given.unwrap_or_default().trim();
    check::prose("/description", "the description", text)?;
    let length = text.chars().count();
    if length > PROMPT {
        let message = format!("the description is {length} characters long; at most {PROMPT} fit");
        let most = PROMPT as u64;
        return Err(ToolError::invalid("/description", message).said(&Misfit::FieldLong { most }));
    }
    Ok(text.to_owned())
}

fn wrong(message: impl Into<Sentence>) -> ToolError {
    ToolError::invalid("/content", message)
}

/// The bytes; a data address, as pages and the clipboard give one, is taken too.
fn decoded(content: &str) -> Result<Vec<u8>, ToolError> {
    let text = content.trim();
    let base64 = match text.strip_prefix("data:") {
        Some(rest) => rest.split_once(";base64,").map_or(text, |it| it.1),
        None => text,
    };
    // Four signs are three bytes: too much is told before it is decoded.
    if base64.len() / 4 * 3 > LARGEST + 3 {
        return Err(too_large());
    }
    let bytes = STANDARD
        .decode(base64)
        .map_err(|error| wrong(format!("the content is not base64: {error}")))?;
    if bytes.len() > LARGEST {
        return Err(too_large());
    }
    Ok(bytes)
}

fn too_large() -> ToolError {
    let megabytes = LARGEST >> 20;
    ToolError::invalid("/content", Refusal::PictureLarge { megabytes })
        .hint("save the picture smaller, or as JPEG or WebP")
}

/// Looks at all of a picture, so that none is kept that nobody can show.
fn look(bytes: &[u8]) -> Result<Seen, ToolError> {
    let (mime, looked) = match bytes {
        [0x89, b'P', b'N', b'G', ..] => ("image/png", png(bytes)),
        [0xff, 0xd8, 0xff, ..] => ("image/jpeg", jpeg(bytes)),
        [
            b'R',
            b'I',
            b'F',
            b'F',
            _,
            _,
            _,
            _,
            b'W',
            b'E',
            b'B',
            b'P',
            ..,
        ] => ("image/webp", webp(bytes)),
        [] => return Err(wrong("the file is empty").said(&formats::Refusal::FileEmpty {})),
        _ => {
            return Err(wrong(Refusal::PictureOther {}).hint("save it as one of these first"));
        }
    };
    let (width, height) = looked.map_err(|fault| match fault {
        Fault::Large => {
            let millions = PIXELS / 1_000_000;
            wrong(Refusal::PictureWide { millions }).hint("save it smaller")
        }
        Fault::Damaged(why) => damaged(mime, &why),
    })?;
    Ok(Seen {
        mime,
        width,
        height,
    })
}

fn damaged(mime: &str, why: &str) -> ToolError {
    let kind = mime.trim_start_matches("image/").to_uppercase();
    let why = why.to_owned();
    wrong(Refusal::PictureDamaged { kind, why })
        .hint("open it in another program and save it again")
}

/// Why a picture is not taken.
enum Fault {
    Large,
    Damaged(String),
}

impl Fault {
    fn damaged(error: impl std::fmt::Display) -> Self {
        Self::Damaged(error.to_string().trim().to_owned())
    }
}

type Looked = Result<(u32, u32), Fault>;

fn bounded(width: u32, height: u32) -> Looked {
    match u64::from(width) * u64::from(height) {
        0 => Err(Fault::Damaged("it has no pixels".to_owned())),
        1..=PIXELS => Ok((width, height)),
        _ => Err(Fault::Large),
    }
}

fn png(bytes: &[u8]) -> Looked {
    let mut reader = png::Decoder::new(Cursor::new(bytes))
        .read_info()
        .map_err(Fault::damaged)?;
    let size = bounded(reader.info().width, reader.info().height)?;
    // Row by row: the whole is not needed.
    while reader.next_row().map_err(Fault::damaged)?.is_some() {}
    Ok(size)
}

fn jpeg(bytes: &[u8]) -> Looked {
    let side = PIXELS as usize;
    let options = DecoderOptions::default()
        .set_max_width(side)
        .set_max_height(side);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().map_err(Fault::damaged)?;
    let (width, height) = decoder.dimensions().unwrap_or_default();
    let size = bounded(width as u32, height as u32)?;
    decoder.decode().map_err(Fault::damaged)?;
    Ok(size)
}

fn webp(bytes: &[u8]) -> Looked {
    let mut decoder = image_webp::WebPDecoder::new(Cursor::new(bytes)).map_err(Fault::damaged)?;
    let (width, height) = decoder.dimensions();
    let size = bounded(width, height)?;
    let length = decoder.output_buffer_size().ok_or(Fault::Large)?;
    decoder
        .read_image(&mut vec![0; length])
        .map_err(Fault::damaged)?;
    Ok(size)
}

/// Take the picture off a node. It stays as an earlier version: list_images shows it, and
/// adopt_version brings it back.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Remove {
    /// The node's title, or the beginning or end of its id; the node being edited when left out.
    node: Option<String>,
}

#[derive(Serialize)]
pub(super) struct Removed {
    node: NodeName,
    /// The version that was adopted.
    was: u32,
}

pub(super) async fn remove(cx: ToolContext, input: Remove) -> Result<Removed, ToolError> {
    let node = check::node(&cx, "/node", input.node.as_deref())?;
    cx.edit(move |edit| {
        let slot = Slot::node(node.id, NAME);
        let Some(adopted) = edit.adopted(&slot)? else {
            let title = check::brief(&node.title);
            return Err(ToolError::not_found(Refusal::PictureNone { title }));
        };
        edit.clear(&slot)?;
        Ok(Removed {
            node: NodeName::from(&node),
            was: adopted.number,
        })
    })
    .await
}

pub(super) fn show_removed(answer: &Value) -> Option<UiHints> {
    message(format!("{} has no picture now", title_in(answer)))
}
