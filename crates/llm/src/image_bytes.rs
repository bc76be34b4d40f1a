//! Shared by all image providers: choosing dimensions for a requested ratio, and inspecting the
//! returned bytes.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use model::contents::picture_mime;

use crate::provider::ModelSettings;
use crate::{GeneratedImage, LlmError};

/// The bytes of a base64-encoded image.
pub(crate) fn decoded(base64: &str, settings: &ModelSettings) -> Result<Vec<u8>, LlmError> {
    BASE64_STANDARD
        .decode(base64.trim())
        .map_err(|error| settings.unreadable(format!("its picture is not base64: {error}")))
}

/// The picture that came, with the size that its file says, else the one that the service states.
pub(crate) fn generated_image(
    bytes: Vec<u8>,
    stated: Option<(u32, u32)>,
    seed: Option<u64>,
    settings: &ModelSettings,
) -> Result<GeneratedImage, LlmError> {
    let mime = picture_mime(&bytes)
        .ok_or_else(|| settings.unreadable("its picture is not a PNG, JPEG, GIF or WebP"))?;
    let size = imagesize::blob_size(&bytes).ok();
    let size = size.and_then(|it| Some((it.width.try_into().ok()?, it.height.try_into().ok()?)));
    let (width, height) = size.or(stated).unwrap_or_default();
    Ok(GeneratedImage {
        bytes,
        mime: mime.into(),
        model: settings.name(),
        seed,
        width,
        height,
    })
}

/// The one of these shapes that comes nearest to the ratio asked for.
pub(crate) fn nearest<T>(
    ratio: &str,
    provider: &str,
    shapes: impl IntoIterator<Item = T>,
    sides: impl Fn(&T) -> (u32, u32),
) -> Result<T, LlmError> {
    let wrong = || LlmError::BadRequest {
        provider: provider.to_owned(),
        status: 0,
        message: format!("{ratio:?} is not a ratio; write width to height, such as 1:1 or 16:9"),
    };
    let (width, height) = ratio.split_once([':', 'x', '/']).ok_or_else(wrong)?;
    let side = |text: &str| {
        text.trim()
            .parse::<f64>()
            .ok()
            .filter(|it| *it > 0.0 && it.is_finite())
    };
    let (width, height) = side(width).zip(side(height)).ok_or_else(wrong)?;
    // Logarithms make 2:1 as far from square as 1:2.
    let wanted = (width / height).ln();
    let distance = |it: &T| {
        let (width, height) = sides(it);
        ((f64::from(width) / f64::from(height)).ln() - wanted).abs()
    };
    let all = shapes.into_iter();
    all.min_by(|a, b| distance(a).total_cmp(&distance(b)))
        .ok_or_else(wrong)
}

/// Shapes of about a million pixels, in multiples that diffusion models accept.
pub(crate) const SHAPES: [(u32, u32); 9] = [
    (1024, 1024),
    (1152, 896),
    (896, 1152),
    (1216, 832),
    (832, 1216),
    (1344, 768),
    (768, 1344),
    (1536, 640),
    (640, 1536),
];
