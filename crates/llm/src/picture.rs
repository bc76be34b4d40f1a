//! What every maker of pictures needs: the shape asked for in pixels, and what the bytes that came
//! are.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;

use crate::provider::ModelSettings;
use crate::{LlmError, Painted};

/// The bytes of a picture that came as base64.
pub(crate) fn decoded(base64: &str, settings: &ModelSettings) -> Result<Vec<u8>, LlmError> {
    BASE64_STANDARD
        .decode(base64.trim())
        .map_err(|error| settings.unreadable(format!("its picture is no base64: {error}")))
}

/// The picture that came: a PNG says its size itself, of others it is what the service states.
pub(crate) fn painted(
    bytes: Vec<u8>,
    stated: Option<(u32, u32)>,
    seed: Option<u64>,
    settings: &ModelSettings,
) -> Result<Painted, LlmError> {
    let mime =
        mime(&bytes).ok_or_else(|| settings.unreadable("its picture is no PNG, JPEG or WebP"))?;
    let (width, height) = png_size(&bytes).or(stated).unwrap_or_default();
    Ok(Painted {
        bytes,
        mime: mime.into(),
        model: settings.name(),
        seed,
        width,
        height,
    })
}

/// The kind of picture that bytes are, told by their beginning.
pub(crate) fn mime(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => Some("image/png"),
        [0xff, 0xd8, 0xff, ..] => Some("image/jpeg"),
        [b'R', b'I', b'F', b'F', _, _, _, _, rest @ ..] if rest.starts_with(b"WEBP") => {
            Some("image/webp")
        }
        _ => None,
    }
}

/// Width and height of a PNG.
pub(crate) fn png_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let reader = png::Decoder::new(std::io::Cursor::new(bytes))
        .read_info()
        .ok()?;
    Some((reader.info().width, reader.info().height))
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
        message: format!("{ratio:?} is no ratio; write width to height, such as 1:1 or 16:9"),
    };
    let (width, height) = ratio.split_once([':', 'x', '/']).ok_or_else(wrong)?;
    let side = |text: &str| {
        text.trim()
            .parse::<f64>()
            .ok()
            .filter(|it| *it > 0.0 && it.is_finite())
    };
    let (width, height) = side(width).zip(side(height)).ok_or_else(wrong)?;
    // Logarithms, so that 2:1 is as far from square as 1:2.
    let wanted = (width / height).ln();
    let distance = |it: &T| {
        let (width, height) = sides(it);
        ((f64::from(width) / f64::from(height)).ln() - wanted).abs()
    };
    let all = shapes.into_iter();
    all.min_by(|a, b| distance(a).total_cmp(&distance(b)))
        .ok_or_else(wrong)
}

/// Shapes of about a million pixels, in steps that diffusion models take.
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
