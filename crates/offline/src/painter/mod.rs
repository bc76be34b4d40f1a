//! The built-in painter: paints a deterministic picture from a prompt, without network. Enter
//! through [`Painter`]. It recognises words without understanding them: `spec/` lists what it can
//! show, `scenes/` paints it.

mod canvas;
mod color;
mod rng;
mod scenes;
mod shape;
mod spec;

#[cfg(test)]
mod tests;

use async_trait::async_trait;
use tiny_skia::Pixmap;
use tokio_util::sync::CancellationToken;

use canvas::Canvas;
use llm::{GeneratedImage, ImageModel, ImageRequest, LlmError};
use rng::{SeededRng, seed_of};
use spec::SceneSpec;

const NAME: &str = "builtin:painter";

/// The longer side of a picture, in pixels.
const LONG_SIDE: u32 = 1024;
/// The minimum length of a side, whatever the ratio.
const SHORT_SIDE: u32 = 256;

/// Paints without a model: the same prompt, ratio and seed always give the same bytes.
#[derive(Debug, Clone, Copy, Default)]
pub struct Painter;

#[async_trait]
impl ImageModel for Painter {
    fn name(&self) -> String {
        NAME.to_owned()
    }

    fn is_paid(&self) -> bool {
        false
    }

    async fn generate_with_progress(
        &self,
        request: &ImageRequest,
        cancelled: &CancellationToken,
        _: &mut (dyn FnMut(f32) + Send),
    ) -> Result<GeneratedImage, LlmError> {
        let (request, token) = (request.clone(), cancelled.clone());
        let painting = tokio::task::spawn_blocking(move || painted(&request, &token));
        tokio::select! {
            biased;
            () = cancelled.cancelled() => Err(LlmError::Cancelled),
            done = painting => done.unwrap_or_else(|panic| Err(failed(&panic.to_string()))),
        }
    }
}

fn failed(message: &str) -> LlmError {
    LlmError::Unreadable {
        provider: NAME.to_owned(),
        message: message.to_owned(),
    }
}

/// Paints one picture, layer by layer.
fn painted(
    request: &ImageRequest,
    cancelled: &CancellationToken,
) -> Result<GeneratedImage, LlmError> {
    let (width, height) = size(&request.ratio)?;
    let seed = request.seed.unwrap_or_else(|| seed_of(&request.prompt));
    let spec = SceneSpec::read(&request.prompt, seed);
    let no_room = || failed("there is no memory for a picture of this size");
    let mut canvas = Canvas::new(width, height).ok_or_else(no_room)?;
    for (n, layer) in scenes::layers(&spec).into_iter().enumerate() {
        if cancelled.is_cancelled() {
            return Err(LlmError::Cancelled);
        }
        // Each layer has its own random numbers, so that a change of one leaves the others
        // unchanged.
        layer(
            &mut canvas,
            &spec,
            &mut SeededRng::new(seed.rotate_left(n as u32 + 1)),
        );
    }
    Ok(GeneratedImage {
        bytes: encoded(&canvas.into_pixmap())?,
        mime: "image/png".to_owned(),
        model: NAME.to_owned(),
        seed: Some(seed),
        width,
        height,
    })
}

/// Width and height in pixels for a ratio such as `16:9`; a square by default.
fn size(ratio: &str) -> Result<(u32, u32), LlmError> {
    let ratio = ratio.trim();
    let sides = match ratio {
        "" | "auto" => Some((1.0, 1.0)),
        _ => ratio
            .split_once([':', 'x', '/', '：', '×'])
            .and_then(|(width, height)| {
                let fits = |it: &f64| (1e-3..1e6).contains(it);
                let side = |it: &str| it.trim().parse::<f64>().ok().filter(fits);
                Some((side(width)?, side(height)?))
            }),
    };
    let Some((width, height)) = sides else {
        return Err(LlmError::BadRequest {
            provider: NAME.to_owned(),
            status: 400,
            message: format!("{ratio:?} is not a ratio; give width to height, as 1:1, 3:4 or 16:9"),
        });
    };
    let scale = f64::from(LONG_SIDE) / width.max(height);
    let side = |it: f64| ((it * scale).round() as u32).clamp(SHORT_SIDE, LONG_SIDE);
    Ok((side(width), side(height)))
}

/// The picture as PNG, without metadata about how it was made.
fn encoded(pixmap: &Pixmap) -> Result<Vec<u8>, LlmError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixmap.width(), pixmap.height());
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    let written = encoder.write_header().and_then(|mut it| {
        // Every pixel is opaque, so tiny-skia's premultiplied format equals what PNG needs.
        it.write_image_data(pixmap.data())?;
        it.finish()
    });
    written.map_err(|error| failed(&error.to_string()))?;
    Ok(bytes)
}
